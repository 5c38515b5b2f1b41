"""Redeals: the page on which a player checks the own hand or spends the token, and the claim that waits for an answer.

A hand that is checked is in no address, in no log and on no other phone until it is claimed with.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import Problem, refuse
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import mighty_card
from scorekeeper.games.mighty.redeal import CardValue, card_value, grant_redeal
from scorekeeper.games.mighty.rules import values_hands
from scorekeeper.games.packs import check_in_pack
from scorekeeper.messages import message
from scorekeeper.settlement import Amount, to_whole_number
from scorekeeper.table.state import TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.games.mighty.keys import Key, trump_keys
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


class ShownHand(NamedTuple):
    """A hand that was laid open: whose it is, its cards with what each counts, in all, and why it is good."""

    player: Player
    value: mighty.HandValue

    @property
    def counting(self) -> tuple[CardValue, ...]:
        """The cards that count, and the mighty, which people expect to."""
        return tuple(line for line in self.value.lines if line.amount or line.card == mighty_card(None))


class Token(NamedTuple):
    """The redeal that a player has once in a session: whether it is spent, and in which hand."""

    player: Player
    spent: bool
    number: int | None = None


def shown_hand(hand: mighty.Hand) -> ShownHand | None:
    """The hand that the last claim was made with, None when the table has looked at it itself."""
    if hand.laid_open is None:
        return None
    order = list(hand.rules.setting.copies)
    cards = sorted(hand.laid_open.cards, key=order.index)
    return ShownHand(hand.laid_open.player, mighty.value_hand(hand.rules, cards))


@remember_recent
def claimants(hand: mighty.Hand) -> tuple[Player, ...]:
    """Those who may claim a redeal now or at their turn to come, as far as their cards allow it."""
    if mighty.ClaimRedeal not in mighty.PHASES[hand.phase].moves:
        return ()
    return tuple(player for player in hand.seats if may_claim_in_turn(hand, player))


def may_claim_in_turn(hand: mighty.Hand, player: Player) -> bool:
    """Return whether nothing is against a claim of this player but that it is another's turn."""
    return all(each.code == "redeal.not_yet" for each in mighty.ClaimRedeal(player).check(hand))


def claim_context(_state: TableState, hand: mighty.Hand, _ways: object) -> Context:
    """Who may answer a claim, with which bids, and who deals when nobody does."""
    assert hand.claimer is not None
    bids = highest_bids(hand.rules)
    return {
        "shown": shown_hand(hand),
        "answerers": list(answerers(hand)),
        "trumps": trump_keys(dict.fromkeys(bids, ())),
        "next": message("screen.dealer", dealer=grant_redeal(hand, hand.claimer).session.begins),
    }


def highest_bids(rules: mighty.Rules) -> list[mighty.Bid]:
    """The bids of every point, which alone answer a claim."""
    return [bid for bid in mighty.every_bid(rules) if bid.level == rules.setting.points]


def answerers(hand: mighty.Hand) -> Iterator[Key]:
    """A key a player but the claimer, with the reason why that player cannot answer."""
    bid = highest_bids(hand.rules)[-1]
    for player in hand.auction.seats:
        if player != hand.claimer:
            against = mighty.check_move(hand, mighty.AnswerClaim(player, bid))
            yield Key(player, against[0] if against else None)


def answering(hand: mighty.Hand) -> tuple[Player, ...]:
    """Those who may answer a claim."""
    return tuple(key.value for key in answerers(hand) if key.problem is None)


# --- The page ---


def redeal_page(state: TableState, player: Player | None, form: Form) -> Context:
    """What a player's hand is worth as far as it was picked, and whether a redeal can be claimed with it.

    Between hands, and for a phone without a seat, only what the cards are worth. Raises `RuleError` for cards that are
    not there.
    """
    hand: mighty.Hand | None = state.current.hand if state.current else None
    rules: mighty.Rules = hand.rules if hand else state.rules  # type: ignore[assignment]
    cards = parse_cards(form.getlist("cards"))
    refuse(check_in_pack(rules.setting.copies, cards))
    against = claim_problems(hand, player)
    after = grant_redeal(hand, player).session if hand and player is not None and not against else None
    return {
        "rules": rules,
        "player": player,
        "against": against,
        "others": list(claim_keys(hand)) if hand and "others" in form else [],
        "after": after,
        "tokens": list(tokens(state, hand)) if hand and rules.redeal == "token" else [],
        **picked(rules, cards),
    }


def claim_problems(hand: mighty.Hand | None, player: Player | None) -> tuple[Problem, ...]:
    """Why a player cannot claim a redeal now, whatever the cards."""
    if hand is None or player is None:
        return ()
    return tuple(mighty.check_move(hand, mighty.ClaimRedeal(player)))


def claim_keys(hand: mighty.Hand) -> Iterator[Key]:
    """A key a player, with the reason why that player cannot claim a redeal now, whatever the cards."""
    for player in hand.seats:
        against = claim_problems(hand, player)
        yield Key(player, against[0] if against else None)


def picked(rules: mighty.Rules, cards: Sequence[Card]) -> Context:
    """The cards picked so far: what they count, and what they are good for once they are a hand."""
    size = rules.setting.hand_size
    lines = [CardValue(card, counted(rules, card)) for card in cards]
    return {
        "size": size,
        "count": len(cards),
        "cards": [
            (card, copies, card_value(rules, card), cards.count(card)) for card, copies in rules.setting.copies.items()
        ],
        "counting": [line for line in lines if line.amount],
        "total": to_whole_number(sum((line.amount for line in lines), start=0)),
        "value": mighty.value_hand(rules, cards) if len(cards) == size else None,
    }


def counted(rules: mighty.Rules, card: Card) -> Amount:
    """What a card counts; where hands are good by their kind alone, point cards are counted."""
    return card_value(rules, card) if values_hands(rules) else int(mighty.is_point(card))


def tokens(state: TableState, hand: mighty.Hand) -> Iterator[Token]:
    """Everyone's token, and in which hand it was spent, as far as a hand of this sheet says so."""
    records = (*state.hands, *([state.current] if state.current else []))
    for player in state.seating:
        numbers = (record.number for record in records if player in record.hand.spent)
        yield Token(player, player in hand.session.spent, next(numbers, None))
