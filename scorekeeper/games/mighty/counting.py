"""Counting the play, with or without the cards: points of each player and the result (pagat, Scoring)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace as replace_rule
from itertools import chain, combinations
from typing import TYPE_CHECKING

from msgspec.structs import force_setattr, replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import CompositeMove, Move, Player
from scorekeeper.games.mighty.auction import Bid
from scorekeeper.games.mighty.cards import MAGIC, Buried, is_point
from scorekeeper.games.mighty.contract import ChangeContract, EnterContract, find_changes, find_winning_bid
from scorekeeper.games.mighty.dropping_out import DropOut
from scorekeeper.games.mighty.friend import Call, CallFriend, check_friends, may_be_friends, report_new_friends
from scorekeeper.games.mighty.kitty import TakeKitty
from scorekeeper.games.mighty.known_cards import cards_to_play, points_hidden
from scorekeeper.games.mighty.payment import (
    Outcome,
    Purses,
    check_called_friends,
    check_points,
    settle,
    settle_unchecked,
)
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.trick import Trick, count_points_won, trick_points
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Settlement

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


def makers_of(hand: "Hand", friends: Collection[Player]) -> frozenset[Player]:
    """The declarer's side with `friends`."""
    return frozenset(player for player in (hand.declarer, *friends) if player is not None)


def makers_points(hand: "Hand") -> int:
    """The points that stand with the declarer's side so far; a friend's own only once they are known."""
    return count_points_won(makers_of(hand, hand.friends), hand.tricks)


def hidden_points(hand: "Hand") -> int:
    """The most points that friends who are not known yet can have won: those of nobody's side so far."""
    if hand.call is None or hand.friend_known:
        return 0
    hidden = hand.cards_open if hand.call.kind == "card" else 1
    others = [player for player in hand.active if player not in makers_of(hand, hand.friends)]
    together = chain.from_iterable(combinations(others, size) for size in range(hidden + 1))
    return max(
        (count_points_won(some, hand.tricks) for some in together if may_be_friends(hand, (*hand.friends, *some))),
        default=0,
    )


def defenders_points(hand: "Hand") -> int:
    """The points that stand with the defenders for certain, whoever the hidden friends are."""
    others = frozenset(hand.active) - makers_of(hand, hand.friends)
    return count_points_won(others, hand.tricks) - hidden_points(hand)


def trick_range(hand: "Hand") -> range:
    """Return the range of points that the current or next trick can have.

    The discards hold at most as many points as they are cards. The range is empty after the last trick.
    """
    setting, hidden, shown = hand.rules.setting, points_hidden(hand), trick_points(hand.table)
    if len(hand.tricks) == setting.tricks:
        return range(0)
    open_cards = setting.active - len(hand.table)
    later = cards_to_play(hand) - open_cards
    return range(shown + max(0, hidden - setting.discards - later), shown + min(open_cards, hidden) + 1)


def result_range(hand: "Hand", friends: Collection[Player], buried: Collection[Buried] = ()) -> range:
    """Return the range of points that the declarer's side with `friends` can have in the end, after the tricks so far.

    What the defenders have is lost; all else may still be won. The discards are the declarer's: they hold the points
    for which no cards are left to be played, and the mighty if it is `buried`.
    """
    makers = makers_of(hand, friends)
    most = hand.rules.setting.points - count_points_won(frozenset(hand.active) - makers, hand.tricks)
    discarded = max(0, points_hidden(hand) - cards_to_play(hand), int("mighty" in buried))
    return range(count_points_won(makers, hand.tricks) + discarded, most + 1)


# --- A trick ---


@collect_problems
def check_trick(hand: "Hand", winner: Player, points: int) -> Iterator[Problem]:
    """Every reason why the next trick cannot have gone so."""
    possible = trick_range(hand)
    if hand.table:
        yield problem("trick.in_progress", turn=hand.turn)
    if winner not in hand.active:
        yield problem("trick.not_seated", winner=winner)
    if not possible:
        yield problem("trick.all_played", tricks=len(hand.tricks))
    elif points not in possible:
        yield problem("trick.points", points=points, least=possible[0], most=possible[-1])


class RecordTrick(Move, tag="mighty.record_trick"):
    """The winner of the next trick and its points, without its cards."""

    winner: Player
    points: int

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the trick cannot have gone so."""
        return check_trick(hand, self.winner, self.points)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the trick, whose cards are unknown."""
        return replace(hand, tricks=(*hand.tricks, Trick(self.winner, self.points)))

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the trick, and the friends that it revealed."""
        number = len(after.tricks)
        yield message("log.mighty.record_trick", trick=number, winner=self.winner, points=self.points)
        yield from report_new_friends(before, after)


# --- The result ---


NOTHING_BURIED: frozenset[Buried] = frozenset()
"""Shared by all hands to save memory: JSON would make a new set for nearly every hand."""


class RecordResult(Move, tag="mighty.record_result"):
    """The result: all points of the declarer's side, the friends, and the magic cards among the discards.

    `Hand.offences` has the offences that the result tells.
    """

    points: int
    """The points of the declarer's side, discards included."""
    friend: Player | None = None
    """The first friend, None when the declarer was alone."""
    buried: frozenset[Buried] = NOTHING_BURIED
    """The magic cards among the discards."""
    joker_holder: Player | None = None
    """The player who was dealt the joker or took it from the kitty; needed where that player deals next."""
    second_friend: Player | None = None
    """The friend found second, with two packs."""
    own_card_called: bool = False
    """Whether the declarer called an own card where the house rules forbid it. It is paid as a secret solo."""
    revoked: Player | None = None
    """The player who revoked, where the cards were not recorded. It costs nothing unless the table penalizes it."""

    def __post_init__(self) -> None:
        if self.buried == NOTHING_BURIED:
            force_setattr(self, "buried", NOTHING_BURIED)

    @property
    def friends(self) -> tuple[Player, ...]:
        """Everyone on the declarer's side but the declarer."""
        return tuple(friend for friend in (self.friend, self.second_friend) if friend is not None)

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the hand cannot have ended so."""
        yield from check_points(hand.rules, self.points)
        yield from check_called_friends(rules_for(hand, self), hand.contract, outcome_of(hand, self))
        yield from check_own_card(hand, self)
        yield from check_friends(hand, self.friends)
        yield from check_tally(hand, self)
        yield from check_discards(hand, self.buried)
        yield from check_joker_holder(hand, self)
        if self.revoked is not None and self.revoked not in hand.active:
            yield problem("result.revoker", player=self.revoked)

    def play(self, hand: "Hand") -> "Hand":
        """Return the complete hand with its settlement."""
        rules, outcome = rules_for(hand, self), outcome_of(hand, self)
        settlement = settle_unchecked(rules, hand.contract, outcome, purses_of(hand))
        return replace(hand, result=self, settlement=settlement)

    def says(self, _before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the points, and the offences that the result tells."""
        code = "log.mighty.record_result_one" if self.points == 1 else "log.mighty.record_result"
        yield message(code, points=self.points, total=after.rules.setting.points)
        if self.own_card_called:
            yield message("log.mighty.own_card_called")
        if self.revoked is not None:
            yield message("log.mighty.revoked", player=self.revoked)


def outcome_of(hand: "Hand", result: RecordResult) -> Outcome[Player]:
    """`result` with everyone's side. The hand must have a declarer."""
    declarer = hand.declaration.declarer
    makers = (declarer, *result.friends)
    defenders = tuple(player for player in hand.active if player not in makers)
    return Outcome(result.points, declarer, result.friend, defenders, result.buried, result.second_friend)


def rules_for(hand: "Hand", result: RecordResult) -> Rules:
    """Return the house rules by which `result` is checked and paid.

    A declarer who was alone by the cards or by a call of an own card is paid as a secret solo, even where the house
    rules forbid one: `Hand.offences` has the offence.
    """
    alone = result.own_card_called or (not result.friends and hand.friend_known)
    return replace_rule(hand.rules, secret_solo=True) if alone else hand.rules


def preview(hand: "Hand", result: RecordResult) -> Settlement[Player]:
    """Settle the hand as if it ended with `result`. Raises `RuleError` if it cannot, or no friend is called yet."""
    return settle(rules_for(hand, result), hand.contract, outcome_of(hand, result), purses_of(hand))


def purses_of(hand: "Hand") -> Purses[Player]:
    """Return what everyone has while the hand is played."""
    return Purses(hand.session.balances, hand.session.pot)


@collect_problems
def check_own_card(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Yield every reason why the declarer cannot have called an own card, if `result` says so."""
    if not result.own_card_called:
        return
    if hand.call is None or hand.call.kind != "card":
        yield problem("result.no_card_called")
    if result.friends:
        yield problem("result.own_card_and_friend", friend=result.friends[0])


def derive_result(hand: "Hand") -> RecordResult | None:
    """Return the result, once all tricks are recorded, None before. Without a reveal there is no friend.

    Where every card was recorded, the result has the discards and the holder of the joker as well.
    """
    if len(hand.tricks) < hand.rules.setting.tricks or hand.contract_bid is None:
        return None
    buried = find_buried(hand.rules, hand.discards or (), hand.contract_bid)
    points, holder = result_range(hand, hand.friends)[-1], find_joker_holder_by_cards(hand)
    return RecordResult(points, hand.friend, buried, holder, hand.second_friend)


def find_buried(rules: Rules, discards: Collection[Card], bid: Bid) -> frozenset[Buried]:
    """The magic cards among the discards."""
    magic = {name: cards(rules.setting, bid.trump) for name, cards in MAGIC.items()}
    return frozenset(name for name, cards in magic.items() if not set(discards).isdisjoint(cards))


@collect_problems
def check_tally(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Yield a problem when the points contradict the recorded tricks."""
    possible = result_range(hand, result.friends, result.buried)
    if possible and result.points not in possible and not check_points(hand.rules, result.points):
        yield problem("result.not_the_tally", points=result.points, least=possible[0], most=possible[-1])


@collect_problems
def check_discards(hand: "Hand", buried: Collection[Buried]) -> Iterator[Problem]:
    """Yield every reason why the declarer cannot have discarded just these magic cards."""
    bid = hand.declaration.bid
    if hand.discards is not None and buried != find_buried(hand.rules, hand.discards, bid):
        yield problem("result.other_discards", cards=hand.discards)
    elif hand.discards is None:
        for name in (name for name in MAGIC if name in buried):
            cards = MAGIC[name](hand.rules.setting, bid.trump)
            if all(hand.known.is_gone(card) or (is_point(card) and points_hidden(hand) == 0) for card in cards):
                yield problem("result.not_discarded", card=cards[0])


# --- The joker ---


def find_joker_holder_by_cards(hand: "Hand") -> Player | None:
    """Return the holder of the joker after the exchange, as the cards show: the first who played one; None before.

    Where there are two kinds of jokers, nobody holds "the" joker.
    """
    joker, *others = hand.rules.setting.jokers
    if others:
        return None
    players = hand.known.players_of(joker)
    if players:
        return players[0]
    return hand.declarer if hand.known.count_own(joker) else None


def find_joker_holder(hand: "Hand", result: RecordResult) -> Player | None:
    """Return the holder of the joker by the cards, or else by `result`; a declarer who discarded it held it."""
    by_cards = find_joker_holder_by_cards(hand)
    if by_cards is not None:
        return by_cards
    return hand.declarer if "joker" in result.buried else result.joker_holder


@collect_problems
def check_joker_holder(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Yield the reason why `result` cannot have this holder of the joker, or must name one."""
    told, by_cards = result.joker_holder, find_joker_holder_by_cards(hand)
    if told is not None and told not in hand.active:
        yield problem("result.joker_holder")
    elif told is not None and by_cards not in (None, told) and hand.rules.setting.packs == 1:
        yield problem("result.other_joker_holder", holder=by_cards)
    elif find_joker_holder(hand, result) is None and hand.rules.next_dealer == "joker_holder":
        yield problem("result.joker_holder")


# --- The whole hand ---


class RecordHand(CompositeMove, tag="mighty.record_hand"):
    """Short cut: a whole hand at once: the contract as it was played, who was `out`, the call and the result."""

    declarer: Player
    bid: Bid
    call: Call
    points: int
    friend: Player | None = None
    buried: frozenset[Buried] = NOTHING_BURIED
    joker_holder: Player | None = None
    second_friend: Player | None = None
    out: tuple[Player, ...] = ()
    own_card_called: bool = False
    revoked: Player | None = None

    def __post_init__(self) -> None:
        if self.buried == NOTHING_BURIED:
            force_setattr(self, "buried", NOTHING_BURIED)

    def expand(self, hand: "Hand") -> Iterator[Move]:
        """The moves from wherever the hand is: the contract, who drops out, the kitty, the call and the result."""
        won = hand.contract_bid
        if hand.declarer != self.declarer or won is None:
            won = find_winning_bid(hand.rules, hand.auction, self.declarer, self.bid)
            yield EnterContract(self.declarer, won)
        yield from (DropOut(player) for player in self.out if player not in hand.dropped)
        still_before = not hand.kitty_taken and not hand.contract_changed
        before, later = find_changes(hand.rules, won, self.bid, before_kitty=still_before) or (None, self.bid)
        if before:
            yield ChangeContract(before)
        if not hand.kitty_taken:
            yield TakeKitty()
        if later:
            yield ChangeContract(later)
        yield CallFriend(self.call)
        yield self.result

    @property
    def result(self) -> RecordResult:
        """The result as a move of its own."""
        return RecordResult(
            self.points,
            self.friend,
            self.buried,
            self.joker_holder,
            self.second_friend,
            self.own_card_called,
            self.revoked,
        )
