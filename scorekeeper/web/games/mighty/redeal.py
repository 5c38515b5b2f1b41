"""Redeals: the page on which a player checks a hand or spends a token, and the claim that waits for an answer.

A hand being checked is in no address, in no log and on no other phone until a claim is made with it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import Problem, refuse
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.auction import check_height
from scorekeeper.games.mighty.cards import mighty_card
from scorekeeper.games.mighty.redeal import CardValue, card_value, count_cards_to_show, grant_redeal, may_declarer_claim
from scorekeeper.games.mighty.rules_of_auction import values_hands
from scorekeeper.games.packs import check_in_pack
from scorekeeper.messages import message
from scorekeeper.settlement import Amount, to_whole_number
from scorekeeper.table.state import TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.mighty.forms import build_claim
from scorekeeper.web.games.mighty.keys import trump_keys
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


class ExposedHand(NamedTuple):
    """A hand that its player laid open for a claim, with its value."""

    player: Player
    value: mighty.HandValue

    @property
    def counting(self) -> tuple[CardValue, ...]:
        """The cards that count, and the mighty, which people expect to count."""
        return tuple(line for line in self.value.lines if line.amount or line.card == mighty_card(None))


class Token(NamedTuple):
    """The one redeal of a player in a session: whether it is spent, and in which hand."""

    player: Player
    spent: bool
    number: int | None = None


def exposed_hand(hand: mighty.Hand) -> ExposedHand | None:
    """Return the hand of the last claim; None where the cards were not entered."""
    if hand.laid_open is None:
        return None
    order = list(hand.rules.setting.copies)
    cards = sorted(hand.laid_open.cards, key=order.index)
    with_kitty = len(cards) > hand.rules.setting.hand_size
    return ExposedHand(hand.laid_open.player, mighty.value_hand(hand.rules, cards, with_kitty=with_kitty))


@remember_recent
def find_claimants(hand: mighty.Hand) -> tuple[Player, ...]:
    """Return the players who may claim a redeal now or later in this auction, if their cards allow it."""
    if mighty.ClaimRedeal not in mighty.PHASES[hand.phase].moves:
        return ()
    return tuple(player for player in hand.seats if may_claim_in_turn(hand, player))


def may_claim_in_turn(hand: mighty.Hand, player: Player) -> bool:
    """Return whether the only reason against a claim of this player is that it is another's turn."""
    return all(each.code == "redeal.not_yet" for each in mighty.ClaimRedeal(player).check(hand))


def claim_context(_state: TableState, hand: mighty.Hand, _modes: object) -> Context:
    """Return the players who may answer a claim, the bids to answer with, and the dealer after no answer."""
    assert hand.claimer is not None
    against = {bid: check_height(hand.auction, bid) for bid in highest_bids(hand.rules)}
    return {
        "shown": exposed_hand(hand),
        "answerers": list(answerer_keys(hand)),
        "trumps": trump_keys(against),
        "next": message("screen.dealer", dealer=grant_redeal(hand, hand.claimer).session.begins),
    }


def highest_bids(rules: mighty.Rules) -> list[mighty.Bid]:
    """Return the bids of all points: only these answer a claim."""
    return [bid for bid in mighty.every_bid(rules) if bid.level == rules.setting.points]


def answerer_keys(hand: mighty.Hand) -> Iterator[Key]:
    """Yield a key for each player except the claimer, with the reason against an answer."""
    bid = highest_bids(hand.rules)[-1]
    for player in hand.auction.seats:
        if player != hand.claimer:
            against = mighty.check_move(hand, mighty.AnswerClaim(player, bid))
            yield Key(player, against[0] if against else None)


def find_answerers(hand: mighty.Hand) -> tuple[Player, ...]:
    """Return the players who may answer a claim."""
    return tuple(key.value for key in answerer_keys(hand) if key.problem is None)


# --- The page ---


def redeal_page(state: TableState, player: Player | None, form: Form) -> Context:
    """Return the value of the cards picked so far, and whether a redeal can be claimed with them.

    Between hands, and for a phone without a seat, there is only the value. Raises `RuleError` for cards that are not in
    the pack.
    """
    hand: mighty.Hand | None = state.current.hand if state.current else None
    rules: mighty.Rules = hand.rules if hand else state.rules  # type: ignore[assignment]
    cards = parse_cards(form.getlist("cards"))
    refuse(check_in_pack(rules.setting.copies, cards))
    against = claim_problems(state, player)
    after = grant_redeal(hand, player).session if hand and player is not None and not against else None
    return {
        "rules": rules,
        "player": player,
        "against": against,
        "others": list(claim_keys(state, hand)) if hand and "others" in form else [],
        "after": after,
        "tokens": list(list_tokens(state, hand)) if hand and rules.redeal == "token" else [],
        **picked_cards_context(rules, cards, with_kitty=bool(hand and may_declarer_claim(hand))),
    }


def claim_problems(state: TableState, player: Player | None) -> tuple[Problem, ...]:
    """Return the reasons why a player cannot claim a redeal now, whatever the cards."""
    if state.current is None or player is None:
        return ()
    return tuple(mighty.check_move(state.current.hand, build_claim(state, player)))


def claim_keys(state: TableState, hand: mighty.Hand) -> Iterator[Key]:
    """Yield a key for each player, with the reason against a claim now, whatever the cards."""
    for player in hand.seats:
        against = claim_problems(state, player)
        yield Key(player, against[0] if against else None)


def picked_cards_context(rules: mighty.Rules, cards: Sequence[Card], *, with_kitty: bool) -> Context:
    """Return the cards picked so far with what they count, and their value once they are a whole hand.

    `with_kitty` is whether only the declarer may claim now, with the kitty in hand.
    """
    size = count_cards_to_show(rules, with_kitty=with_kitty)
    lines = [CardValue(card, count_card(rules, card)) for card in cards]
    return {
        "size": size,
        "with_kitty": with_kitty,
        "count": len(cards),
        "cards": [
            (card, copies, card_value(rules, card), cards.count(card)) for card, copies in rules.setting.copies.items()
        ],
        "counting": [line for line in lines if line.amount],
        "total": to_whole_number(sum((line.amount for line in lines), start=0)),
        "value": mighty.value_hand(rules, cards, with_kitty=with_kitty) if len(cards) == size else None,
    }


def count_card(rules: mighty.Rules, card: Card) -> Amount:
    """Return what a card counts; under rules that do not count, a point card counts one."""
    return card_value(rules, card) if values_hands(rules) else int(mighty.is_point(card))


def list_tokens(state: TableState, hand: mighty.Hand) -> Iterator[Token]:
    """Yield the token of every player; its hand only if that is on this score sheet."""
    records = (*state.hands, *([state.current] if state.current else []))
    for player in state.seating:
        numbers = (record.number for record in records if player in record.hand.spent)
        yield Token(player, player in hand.session.spent, next(numbers, None))
