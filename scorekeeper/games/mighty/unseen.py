"""Which cards can still be in somebody's hand: none whose copies are all gone, or known to be somebody else's."""

from collections.abc import Iterator

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.pack import is_point
from scorekeeper.games.mighty.tally import cards_to_play, points_hidden
from scorekeeper.games.mighty.trick import Play


@collected
def check_left(hand: Hand, player: Player, card: Card) -> Iterator[Problem]:
    """Why `player` cannot have `card`, or its points cannot be, whatever else they hold."""
    copies = hand.rules.setting.copies.get(card, 0)
    if not copies or not cards_to_play(hand):
        return
    told = sum(one.card == card for one in hand.told)
    if hand.played.get(card, 0) + hand.kitty.count(card) + told >= copies:
        yield from check_elsewhere(hand, player, card)
    hidden, others = points_hidden(hand), cards_to_play(hand) - 1 + hand.rules.setting.discards
    if is_point(card) and hidden == 0:
        yield problem("play.no_points_left", card=card)
    elif not is_point(card) and hidden > others:
        yield problem("play.only_points_left", card=card)


@collected
def check_elsewhere(hand: Hand, player: Player, card: Card) -> Iterator[Problem]:
    """Why every copy of `card` is somewhere else."""
    copies, seen = hand.rules.setting.copies[card], hand.seen.with_play(Play(player, card))
    on_table = sum(play.card == card for play in hand.table)
    if on_table < copies < seen.gone(card):  # all on the table: the trick itself tells
        yield problem("play.gone", card=card)
    elif player != hand.declarer and seen.others(card) + seen.kitty.count(card) > copies:
        yield problem("play.in_kitty", card=card, declarer=hand.declarer)
