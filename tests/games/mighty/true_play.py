"""The tricks of a hand at a table: mostly by the rules, with announcements and orders."""

from collections.abc import Sequence
from random import Random

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.friend import max_win_orders
from scorekeeper.games.mighty.trick import Play
from scorekeeper.games.seats import players_from
from tests.games.mighty.naive import Naive
from tests.games.mighty.truth import Found, Truth, points_of


def play_tricks(truth: Truth, random: Random) -> None:
    """Every trick, with offences here and there, announcements and orders."""
    referee, conditions = Naive(truth.rules, truth.bid.trump), Conditions(truth.rules, truth.bid.trump)
    hands = {player: list(cards) for player, cards in truth.hands.items()}
    sloppy = random.choice([0, 0, 0.05, 0.3])
    leader = truth.declarer
    for number in range(1, truth.rules.setting.tricks + 1):
        give_order(truth, number, random)
        made: list[Play] = []
        for player in players_from(truth.active, leader):
            held = hands[player]
            legal = referee.list_follows(number, made, held) if made else referee.list_leads(number, held)
            wrong = {
                card for card in held if card not in legal and not is_openly_forbidden(referee, number, made, card)
            }
            card = random.choice([*sorted(wrong if wrong and random.random() < sloppy else legal, key=str)])
            if card in wrong:
                truth.guilty.add(player)
            held.remove(card)
            made.append(add_words(conditions, number, made, player, card, random))
            find_friend(truth, made[-1], number)
        truth.tricks.append(tuple(made))
        leader = made[referee.find_winner(number, made)].player
        truth.winners.append(leader)
        announce_friend(truth, leader, hands[leader], number, random)


def is_openly_forbidden(referee: Naive, number: int, made: Sequence[Play], card: Card) -> bool:
    """Return whether a play is forbidden with every hand, so that it is taken back at once."""
    if number > 1:
        return False
    return (
        card not in referee.list_leads(1, [card, *fillers(referee, card)])
        if not made
        else (card in referee.jokers and referee.rules.joker_first_last == "forbidden")
    )


def fillers(referee: Naive, card: Card) -> list[Card]:
    """Trumps, with which nothing else is held."""
    return [one for one in referee.trumps if one != card]


def add_words(
    conditions: Conditions, number: int, made: Sequence[Play], player: int, card: Card, random: Random
) -> Play:
    """The card with what its leader says."""
    names = () if made else conditions.suits_to_name(number, card)
    calls_it = not made and conditions.may_call_joker(number, card) and random.random() < 0.5
    return Play(player, card, random.choice(names) if names else None, calls_it)


def find_friend(truth: Truth, made: Play, number: int) -> None:
    """The first copy of a called card that is not the declarer's shows a friend."""
    known = {one.card for one in truth.found}
    if made.card in truth.call.cards and made.player != truth.declarer and made.card not in known:
        truth.found.append(Found(made.player, made.card, number))


def announce_friend(truth: Truth, winner: int, held: Sequence[Card], number: int, random: Random) -> None:
    """Let a winner of points who holds a called card announce it."""
    known = {one.card for one in truth.found}
    have = [card for card in truth.call.cards if card in held and card not in known]
    may = truth.rules.friend_may_announce and winner != truth.declarer and points_of(truth.tricks[-1])
    must = truth.rules.friend_must_announce
    if have and may and (must or random.random() < 0.4):
        truth.found.append(Found(winner, random.choice(have), number, announced=True))


def give_order(truth: Truth, number: int, random: Random) -> None:
    """The declarer tells the friend to win a trick, unless everyone knows that there is none."""
    alone = truth.call.kind == "none" or (truth.call.kind == "first_trick" and number > 1 and not truth.friends)
    gone = [play.card for plays in truth.tricks for play in plays if play.player == truth.declarer]
    gone += truth.kitty if truth.rules.kitty_exposed else ()
    alone |= bool(truth.call.cards) and {*truth.call.cards} <= {*gone} and not truth.found
    allowed = mighty.may_order_win(truth.rules, truth.bid) and len(truth.ordered) < max_win_orders(truth.rules)
    if allowed and not alone and random.random() < 0.2:
        truth.ordered.add(number)
