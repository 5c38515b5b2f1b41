"""Redeals: the value of a hand, claims and answers, and the next dealer.

Sources: pagat, Redeal; base10, Misdeal; korean40, 1-2.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.games.mighty.auction import Auction, Bid, apply_call, check_height
from scorekeeper.games.mighty.cards import is_point, mighty_card
from scorekeeper.games.mighty.pot import fine_for_redeal, put_into_pot, report_fines
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.rules_of_auction import values_hands
from scorekeeper.games.packs import check_count, check_in_pack
from scorekeeper.games.seats import next_player, players_after
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount, to_whole_number

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand

HALF = Fraction(1, 2)

AMOUNTS: Mapping[int | str, Amount] = {1: 1, "half": HALF, 0: 0, "minus_half": -HALF, -1: -1}
"""The amounts that a card may count, by the choices of the house rules."""

LIMITS: Mapping[str, Amount] = {"at_most_half": HALF, "at_most_one": 1}
"""The most that a poor hand is worth, by the house rule `redeal_limit`; under "below_half" it is worth less than ½."""


class CardValue(NamedTuple):
    """A card with what it adds to the value of a hand."""

    card: Card
    amount: Amount


@dataclass(frozen=True, slots=True)
class HandValue:
    """A hand valued for a redeal: card by card and in total.

    `reasons` are the house rules that allow a claim; `problems` say why there is none, and are empty
    when there is.
    """

    lines: tuple[CardValue, ...]
    total: Amount
    reasons: tuple[Message, ...]
    problems: tuple[Problem, ...]

    @property
    def qualifies(self) -> bool:
        """Return whether the hand is good for a redeal; when it may be claimed is another question."""
        return not self.problems


def card_value(rules: Rules, card: Card) -> Amount:
    """Return the value of `card` before trumps are known, when the ace of spades is the mighty."""
    if card.suit is None:
        return AMOUNTS[rules.redeal_joker]
    if card == mighty_card(None):
        return AMOUNTS[rules.redeal_mighty]
    if card.rank is Rank.TEN:
        if rules.redeal_ten == "half_of_majors":
            return HALF if card.suit in (Suit.SPADES, Suit.HEARTS) else 1
        return AMOUNTS[rules.redeal_ten]
    return int(is_point(card))


def value_hand(rules: Rules, cards: Sequence[Card], *, with_kitty: bool = False) -> HandValue:
    """The value of a hand and whether it is good for a redeal. Raises `RuleError` if the cards are no hand.

    `with_kitty` is whether they are the declarer's, who has taken up the kitty and not discarded yet.
    """
    refuse(check_dealt_hand(rules, cards, with_kitty=with_kitty))
    lines = tuple(CardValue(card, card_value(rules, card)) for card in cards)
    total = to_whole_number(sum(line.amount for line in lines))
    if rules.redeal == "off":
        return HandValue(lines, total, (), (problem("redeal.off"),))
    if rules.redeal == "token":
        return HandValue(lines, total, (message("redeal.any_hand"),), ())
    reasons = tuple(find_redeal_reasons(rules, cards, total))
    return HandValue(lines, total, reasons, () if reasons else (explain_shortfall(rules, cards, total),))


def find_redeal_reasons(rules: Rules, cards: Sequence[Card], total: Amount) -> Iterator[Message]:
    """The house rules by which a hand worth `total` is good for a redeal."""
    points = [card for card in cards if is_point(card)]
    if values_hands(rules) and is_poor(rules, total):
        yield message("redeal.poor", total=total)
    if rules.redeal_pointless_only and not points:
        yield message("redeal.pointless")
    if rules.redeal_all_points and len(points) == len(cards):
        yield message("redeal.all_points")
    if rules.redeal_lone_ten and [card.rank for card in points] == [Rank.TEN]:
        yield message("redeal.lone_ten", card=points[0])
    if rules.redeal_lone_jack and [card.rank for card in points] == [Rank.JACK] and is_redeal_jack(rules, points[0]):
        yield message("redeal.lone_jack", card=points[0])


def is_poor(rules: Rules, total: Amount) -> bool:
    """Return whether a hand worth `total` is poor by its value."""
    return total < HALF if rules.redeal_limit == "below_half" else total <= LIMITS[rules.redeal_limit]


def is_redeal_jack(rules: Rules, jack: Card) -> bool:
    """Return whether `jack` as the only point card is good for a redeal: any, or one seen from the side."""
    return not rules.redeal_one_eyed_jack or jack.suit in (Suit.SPADES, Suit.HEARTS)


def explain_shortfall(rules: Rules, cards: Sequence[Card], total: Amount) -> Problem:
    """Return the reason why a hand is not poor enough, or of no kind that allows a redeal."""
    if values_hands(rules):
        if rules.redeal_limit == "below_half":
            return problem("redeal.not_below_half", total=total)
        return problem("redeal.above_limit", total=total, limit=LIMITS[rules.redeal_limit])
    only_pointless = not (rules.redeal_all_points or rules.redeal_lone_ten or rules.redeal_lone_jack)
    return problem("redeal.has_points" if only_pointless else "redeal.other_hand", count=sum(map(is_point, cards)))


def count_cards_to_show(rules: Rules, *, with_kitty: bool) -> int:
    """Return the number of cards of a claim: a hand as dealt, or the declarer's with the kitty."""
    return rules.setting.tricks + rules.setting.discards if with_kitty else rules.setting.hand_size


@collect_problems
def check_dealt_hand(rules: Rules, cards: Collection[Card], *, with_kitty: bool = False) -> Iterator[Problem]:
    """Yield every reason why these cards cannot be a hand as dealt, or the declarer's with the kitty."""
    yield from check_count(cards, count_cards_to_show(rules, with_kitty=with_kitty))
    yield from check_in_pack(rules.setting.copies, cards)


@collect_problems
def check_claimer(
    auction: Auction, tokens_spent: Collection[Player], player: Player, *, turns_known: bool = True
) -> Iterator[Problem]:
    """Every reason why `player` may not claim a redeal now, whatever their cards.

    Without `turns_known`, calls may be missing in the auction: those it has are facts, but nobody's turn follows.
    """
    rules = auction.rules
    if rules.redeal == "off":
        yield problem("redeal.off")
        return
    waits = turns_known and rules.redeal_window == "own_turn" and auction.turn not in (None, player)
    if player not in auction.seats:
        yield problem("redeal.not_seated", player=player)
    if rules.redeal == "token" and player in tokens_spent:
        yield problem("redeal.token_spent", player=player)
    if rules.redeal_window == "before_auction" and auction.calls:
        yield problem("redeal.auction_begun")
    elif rules.redeal_window == "until_auction_ends" and player not in auction.passed:
        if auction.closed:
            yield problem("redeal.auction_over")
    elif player in {call.player for call in auction.calls}:
        yield problem("redeal.has_called", player=player)
    elif waits and player in auction.seats:
        yield problem("redeal.not_yet", turn=auction.turn)
    if rules.redeal_blocked_by_20 and auction.highest and auction.highest.level >= rules.setting.points:
        yield problem("redeal.blocked_by_twenty", bid=auction.highest)


@collect_problems
def check_claim(
    auction: Auction,
    tokens_spent: Collection[Player],
    player: Player,
    cards: Sequence[Card] | None = None,
    *,
    turns_known: bool = True,
) -> Iterator[Problem]:
    """Every reason why `player` may not claim a redeal with `cards`; None when the table has looked at them itself."""
    yield from check_claimer(auction, tokens_spent, player, turns_known=turns_known)
    if cards is None or auction.rules.redeal == "off":
        return
    malformed = check_dealt_hand(auction.rules, cards)
    yield from malformed or value_hand(auction.rules, cards).problems


def may_declarer_claim(hand: "Hand") -> bool:
    """Return whether a redeal may still be claimed with the kitty in hand (groups, Later redeals)."""
    rules = hand.rules
    return rules.redeal == "hand_value" and rules.declarer_redeal and hand.phase in ("contract", "call")


@collect_problems
def check_declarers_claim(hand: "Hand", cards: Sequence[Card] | None) -> Iterator[Problem]:
    """Yield every reason why the declarer may not claim a redeal with `cards`, the kitty among them."""
    highest = hand.auction_won.highest
    if hand.rules.redeal_blocked_by_20 and highest and highest.level >= hand.rules.setting.points:
        yield problem("redeal.blocked_by_twenty", bid=highest)
    if cards is not None:
        malformed = check_dealt_hand(hand.rules, cards, with_kitty=True)
        yield from malformed or value_hand(hand.rules, cards, with_kitty=True).problems


def can_claim(
    auction: Auction, tokens_spent: Collection[Player], player: Player, cards: Sequence[Card] | None = None
) -> bool:
    """Return whether `player` may claim a redeal with `cards`, or with cards that the table has checked."""
    return not check_claim(auction, tokens_spent, player, cards)


@collect_problems
def check_claim_answer(auction: Auction, claimer: Player, player: Player, bid: Bid) -> Iterator[Problem]:
    """Every reason why `bid` by `player` does not answer the claim.

    Someone else who is still bidding must bid everything, and what they bid must be a bid of this auction.
    """
    highest = auction.rules.setting.points
    if player not in auction.seats:
        yield problem("bid.not_seated", player=player)
    elif player == claimer:
        yield problem("redeal.own_claim", player=player)
    elif player in auction.passed:
        yield problem("bid.after_passing", player=player)
    if bid.level != highest:
        yield problem("redeal.only_twenty_answers", bid=bid, highest=highest)
    else:
        yield from check_height(auction, bid)


# --- The moves ---


class ClaimedHand(NamedTuple):
    """The hand that a player showed to claim a redeal."""

    player: Player
    cards: tuple[Card, ...]


class ClaimRedeal(Move, tag="mighty.claim_redeal"):
    """Ask for a new deal."""

    player: Player
    cards: tuple[Card, ...] | None = None
    """The hand shown for it; None when the table has looked at it itself."""
    turns_known: bool = True
    """Whether every call so far was written down, so that it is known whose turn it is."""

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Yield every reason against the claim."""
        if self.is_declarers(hand):
            yield from check_declarers_claim(hand, self.cards)
            return
        auction = hand.auction_won
        gone_on = hand.contract_changed or hand.named or hand.dropped or not auction.closed
        if hand.phase == "call" or (hand.phase in ("drop", "contract") and gone_on):
            yield problem("redeal.too_late")
            return
        yield from check_claim(auction, hand.session.spent, self.player, self.cards, turns_known=self.turns_known)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand dealt again, or with an open claim where a bid of 20 may answer it."""
        laid_open = ClaimedHand(self.player, self.cards) if self.cards else None
        claimed = replace(hand, claimer=self.player, laid_open=laid_open)
        may_be_answered = hand.rules.redeal_blocked_by_20 and not self.is_declarers(hand)
        return claimed if may_be_answered else grant_redeal(claimed, self.player)

    def is_declarers(self, hand: "Hand") -> bool:
        """Return whether the claim is the declarer's, with the kitty in hand."""
        return self.player == hand.declarer and may_declarer_claim(hand)

    def hide_secrets(self) -> "ClaimRedeal":
        """Return the claim without the hand, which nobody is shown before it is recorded."""
        return replace(self, cards=None)

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the cards shown, the claim, and the redeal if it follows at once."""
        if self.cards is not None:
            yield message("log.mighty.claim_redeal_with", player=self.player, cards=self.cards)
        by_token = before.rules.redeal == "token"
        yield message("log.mighty.claim_redeal_by_token" if by_token else "log.mighty.claim_redeal", player=self.player)
        yield from report_redeal(before, after)


class AnswerClaim(Move, tag="mighty.answer_claim"):
    """Answer a claim with a bid of 20, so that the auction goes on (pagat, Variations: Redeal)."""

    player: Player
    bid: Bid

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why this does not answer the claim."""
        assert hand.claimer is not None
        return check_claim_answer(hand.auction, hand.claimer, self.player, self.bid)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand after the bid, without the claim."""
        return apply_call(replace(hand, claimer=None), self.player, self.bid)

    def says(self, before: "Hand", _after: "Hand") -> Iterable[Message]:
        """Yield the answer, with the claimer."""
        yield message("log.mighty.answer_claim", player=self.player, claimer=before.claimer, bid=self.bid)


class AcceptClaim(Move, tag="mighty.accept_claim"):
    """Nobody answers the claim with a bid of 20."""

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand dealt again."""
        assert hand.claimer is not None
        return grant_redeal(hand, hand.claimer)

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield that nobody answered, and the redeal."""
        yield from super().says(before, after)
        yield from report_redeal(before, after)


def report_redeal(before: "Hand", after: "Hand") -> Iterator[Message]:
    """Yield the redeal, if there was one, with its fine, the new dealer and the first bidder."""
    if after.redeals > before.redeals:
        yield from report_fines(before, after)
        yield message("log.mighty.thrown_in", dealer=after.session.begins, first=after.session.first)


def grant_redeal(hand: "Hand", claimer: Player) -> "Hand":
    """Return the hand dealt again for `claimer`, who spends a token where the house rules ask for it.

    A claimer who deals also bids first (pagat, Redeal). Otherwise the first bidder stays the same, unless
    the dealer bids first, by the house rules or because no hand was paid yet (pagat, Bidding).
    """
    hand = put_into_pot(hand, (claimer,), fine_for_redeal(hand.rules, hand.redeals))
    rules, session = hand.rules, hand.session
    assert session.begins is not None
    dealer = {
        "claimer": claimer,
        "same": session.begins,
        "next": next_player(hand.seats, session.begins),
        "previous": players_after(hand.seats, session.begins)[-2],
    }[rules.redeal_dealer]
    dealer_first = rules.redeal_dealer == "claimer" or rules.first_bidder == "dealer" or session.opening
    first = dealer if dealer_first else session.first
    token = (claimer,) if rules.redeal == "token" else ()
    again = hand.redeal(replace(session, begins=dealer, first=first, spent=(*session.spent, *token)))
    return replace(again, laid_open=hand.laid_open, spent=(*hand.spent, *token))
