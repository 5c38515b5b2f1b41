"""Claiming a redeal: what a hand is worth, and who may claim when (S0, Redeal; S1, Misdeal; S3, 1-2)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card, Rank
from scorekeeper.errors import Problem, collected, problem, refuse
from scorekeeper.games.game import Player, Situation
from scorekeeper.games.mighty.auction import Auction
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.events import HandThrownIn
from scorekeeper.games.mighty.pack import is_point, mighty_card
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.packs import check_count, check_in_pack
from scorekeeper.games.seats import after, next_after
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount, whole

HALF = Fraction(1, 2)


class CardValue(NamedTuple):
    """What one card adds to the value of a hand."""

    card: Card
    amount: Amount


@dataclass(frozen=True, slots=True)
class HandValue:
    """A hand valued for a redeal: card by card, in all, and what that means.

    `reasons` are the house rules by which it may claim one; `problems` say why it may not, and are empty
    when it may.
    """

    lines: tuple[CardValue, ...]
    total: Amount
    reasons: tuple[Message, ...]
    problems: tuple[Problem, ...]

    @property
    def qualifies(self) -> bool:
        """Whether the hand is good for a redeal; when it may be claimed is another question."""
        return not self.problems


def card_value(rules: Rules, card: Card) -> Amount:
    """What `card` adds to a hand before trumps are known: the ace of spades is the mighty then."""
    if card == JOKER:
        return -1
    if card == mighty_card(None):
        return rules.redeal_mighty
    if card.rank is Rank.TEN:
        return HALF
    return int(is_point(card))


def value_hand(rules: Rules, cards: Sequence[Card]) -> HandValue:
    """The value of a hand and whether it is good for a redeal. Raises `RuleError` if the cards are no hand."""
    refuse(check_dealt(rules, cards))
    lines = tuple(CardValue(card, card_value(rules, card)) for card in cards)
    total = whole(sum(line.amount for line in lines))
    if rules.redeal == "off":
        return HandValue(lines, total, (), (problem("redeal.off"),))
    if rules.redeal == "token":
        return HandValue(lines, total, (message("redeal.any_hand"),), ())
    reasons = tuple(reasons_for(rules, cards, total))
    return HandValue(lines, total, reasons, () if reasons else (shortfall(rules, cards, total),))


def reasons_for(rules: Rules, cards: Sequence[Card], total: Amount) -> Iterator[Message]:
    """The house rules by which a hand worth `total` is good for a redeal."""
    points = [card for card in cards if is_point(card)]
    if rules.redeal_pointless_only:
        if not points:
            yield message("redeal.pointless")
        return
    if total < HALF or (total == HALF and rules.redeal_limit == "at_most_half"):
        yield message("redeal.poor", total=total)
    if rules.redeal_all_points and len(points) == len(cards):
        yield message("redeal.all_points")
    if rules.redeal_lone_jack and [card.rank for card in points] == [Rank.JACK]:
        yield message("redeal.lone_jack", card=points[0])


def shortfall(rules: Rules, cards: Sequence[Card], total: Amount) -> Problem:
    """Why a hand is not poor enough."""
    if rules.redeal_pointless_only:
        return problem("redeal.has_points", count=sum(map(is_point, cards)))
    code = "redeal.above_half" if rules.redeal_limit == "at_most_half" else "redeal.not_below_half"
    return problem(code, total=total)


@collected
def check_dealt(rules: Rules, cards: Collection[Card]) -> Iterator[Problem]:
    """Why these cards cannot be a hand as dealt."""
    yield from check_count(cards, rules.setting.hand_size)
    yield from check_in_pack(rules.setting.copies, cards)


@collected
def check_claimer(auction: Auction, tokens_spent: Collection[Player], player: Player) -> Iterator[Problem]:
    """Every reason why `player` may not claim a redeal now, whatever their cards."""
    rules = auction.rules
    if rules.redeal == "off":
        yield problem("redeal.off")
        return
    if player not in auction.seats:
        yield problem("redeal.not_seated", player=player)
    if rules.redeal == "token" and player in tokens_spent:
        yield problem("redeal.token_spent", player=player)
    if rules.redeal_window == "before_auction" and auction.calls:
        yield problem("redeal.auction_begun")
    elif player in {call.player for call in auction.calls}:
        yield problem("redeal.has_called", player=player)
    if rules.redeal_blocked_by_20 and auction.highest and auction.highest.level == rules.setting.points:
        yield problem("redeal.blocked_by_twenty", bid=auction.highest)


@collected
def check_claim(
    auction: Auction, tokens_spent: Collection[Player], player: Player, cards: Sequence[Card] | None = None
) -> Iterator[Problem]:
    """Every reason why `player` may not claim a redeal with `cards`; None when the table has looked at them itself."""
    yield from check_claimer(auction, tokens_spent, player)
    if cards is None or auction.rules.redeal == "off":
        return
    malformed = check_dealt(auction.rules, cards)
    yield from malformed or value_hand(auction.rules, cards).problems


def can_claim(
    auction: Auction, tokens_spent: Collection[Player], player: Player, cards: Sequence[Card] | None = None
) -> bool:
    """Whether `player` may claim a redeal with `cards`, or with such as are good for it."""
    return not check_claim(auction, tokens_spent, player, cards)


@collected
def check_answer(auction: Auction, claimer: Player, player: Player, bid: Bid) -> Iterator[Problem]:
    """Every reason why `bid` by `player` does not answer the claim: someone else still bidding must bid everything."""
    highest = auction.rules.setting.points
    if player not in auction.seats:
        yield problem("bid.not_seated", player=player)
    elif player == claimer:
        yield problem("redeal.own_claim", player=player)
    elif player in auction.passed:
        yield problem("bid.after_passing", player=player)
    if bid.level != highest:
        yield problem("redeal.only_twenty_answers", bid=bid, highest=highest)


def thrown_in_for(rules: Rules, situation: Situation, seats: tuple[Player, ...], claimer: Player) -> HandThrownIn:
    """The redeal that `claimer` gets: who deals and who speaks first then.

    A claimer who deals also bids first (S0, Redeal). Otherwise the first to bid stays the same, unless the
    house lets the dealer bid first.
    """
    dealer = {
        "claimer": claimer,
        "same": situation.dealer,
        "next": next_after(seats, situation.dealer),
        "previous": after(seats, situation.dealer)[-2],
    }[rules.redeal_dealer]
    dealer_first = rules.redeal_dealer == "claimer" or rules.first_bidder == "dealer"
    token = claimer if rules.redeal == "token" else None
    return HandThrownIn("claim", dealer, dealer if dealer_first else situation.first, token)
