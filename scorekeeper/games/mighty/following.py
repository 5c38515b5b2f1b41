"""Following a lead: with its suit if possible, with the mighty and the joker at any time (pagat, The Play).

The first card of a trick is a lead, see `leading`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.games.mighty.cards import COLOURS
from scorekeeper.games.mighty.conditions import (
    Conditions,
    Jokers,
    check_hand,
    check_held,
    check_joker_time,
    count_jokers,
)
from scorekeeper.games.mighty.friend import report_new_friends
from scorekeeper.games.mighty.known_cards import check_card_left
from scorekeeper.games.mighty.leading import check_lead, lead_problems, tell_play
from scorekeeper.games.mighty.trick import (
    Led,
    Play,
    build_trick,
    check_players,
    find_called_joker,
    find_led_suit,
    is_of,
)
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


@dataclass(frozen=True, slots=True)
class Duty:
    """The duty of the next player in a trick, whatever they hold: to follow `suit`, or to play a `called` joker.

    `mighty` is the card that need not follow, None while the mighty is an ordinary ace.
    """

    trick: int
    suit: Led
    called: Card | None
    mighty: Card | None


def find_duty(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Duty:
    """Return the duty of the next player after the plays so far."""
    mighty = None if conditions.is_mighty_plain(trick) else conditions.mighty
    return Duty(trick, find_led_suit(conditions, trick, plays), find_called_joker(conditions, trick, plays), mighty)


@collect_problems
def check_follow(
    conditions: Conditions, trick: int, plays: Sequence[Play], play: Play, hand: Sequence[Card] | None = None
) -> Iterator[Problem]:
    """Every reason why `play` may not follow `plays`. Without the player's hand, those that are true of any.

    Where nothing was played yet, every reason why it may not be led.
    """
    if not plays:
        yield from check_lead(conditions, trick, play, hand)
        return
    yield from check_players(conditions, [made.player for made in (*plays, play)])
    yield from check_held(conditions, trick, play.card, hand, [made.card for made in plays])
    yield from check_follow_card(conditions, find_duty(conditions, trick, plays), play.card, hand or ())
    if play.suit:
        yield problem("follow.names_suit")
    if play.calls_joker:
        yield problem("follow.calls_joker")


def can_follow(
    conditions: Conditions, trick: int, plays: Sequence[Play], play: Play, hand: Sequence[Card] | None = None
) -> bool:
    """Return whether `play` may follow `plays`, or be led where there are none."""
    return not check_follow(conditions, trick, plays, play, hand)


def card_problems(
    conditions: Conditions, trick: int, plays: Sequence[Play], hand: Sequence[Card]
) -> Mapping[Card, tuple[Problem, ...]]:
    """Every card of `hand` with the reasons against playing it after `plays`; none means that it may be played.

    Raises `RuleError` when it cannot be a hand, or nobody plays to the trick any more.
    """
    if not plays:
        return lead_problems(conditions, trick, hand)
    next_too = [*(made.player for made in plays), None]
    refuse((*check_players(conditions, next_too), *check_hand(conditions, trick, hand, [made.card for made in plays])))
    asked = find_duty(conditions, trick, plays)
    held = summarize_follower(asked, hand)
    return {card: tuple(explain_illegal_follow(conditions, asked, card, held)) for card in dict.fromkeys(hand)}


def legal_cards(conditions: Conditions, trick: int, plays: Sequence[Play], hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `hand` that may be played after `plays`, at least one. Raises as `card_problems`."""
    return tuple(card for card, problems in card_problems(conditions, trick, plays, hand).items() if not problems)


@collect_problems
def check_follow_card(conditions: Conditions, asked: Duty, card: Card, hand: Sequence[Card]) -> Iterator[Problem]:
    """Every reason against following with `card` that these cards of its hand give: all of them, or those known."""
    return explain_illegal_follow(conditions, asked, card, summarize_follower(asked, hand))


class FollowerCards(NamedTuple):
    """The facts of a hand that decide about a follow.

    They are its jokers, whether it has one that was called, and whether it can follow, or only by the mighty.
    """

    jokers: Jokers
    has_called: bool
    follows: bool
    only_mighty_follows: bool


def summarize_follower(asked: Duty, hand: Sequence[Card]) -> FollowerCards:
    """Summarize a hand, or its known cards. Further cards never make an illegal follow legal."""
    of_suit = [card for card in hand if is_of(card, asked.suit)] if asked.suit else []
    follows = any(card != asked.mighty for card in of_suit)
    has_called = asked.called is not None and asked.called in hand
    return FollowerCards(count_jokers(hand), has_called, follows, bool(of_suit) and not follows)


def explain_illegal_follow(conditions: Conditions, asked: Duty, card: Card, held: FollowerCards) -> Iterator[Problem]:
    """Every reason against following with `card` from what is known of the hand."""
    if card == asked.called:
        return
    yield from check_joker_time(conditions, asked.trick, card, held.jokers)
    is_mighty = card == asked.mighty
    if asked.called and held.has_called and not (is_mighty and conditions.rules.mighty_saves_joker):
        yield refuse_without_called(asked.called)
    if is_mighty or asked.suit is None or card.suit is None or is_of(card, asked.suit):
        return
    if held.follows:
        yield problem("follow.suit", suit=asked.suit)
    elif held.only_mighty_follows and conditions.rules.lone_mighty_must_follow:
        yield problem("follow.lone_mighty", card=asked.mighty)


def refuse_without_called(called: Card) -> Problem:
    """Return the reason against any card but the joker that was called."""
    return problem("follow.card_called", card=called) if called in COLOURS else problem("follow.joker_called")


def is_always_legal_follow(conditions: Conditions, asked: Duty, card: Card) -> bool:
    """Return whether every hand allows following with `card`."""
    return not any(explain_illegal_follow(conditions, asked, card, STRICTEST_FOLLOWER))


STRICTEST_FOLLOWER = FollowerCards(Jokers(), has_called=True, follows=True, only_mighty_follows=False)
"""A hand that forbids as much as any hand can."""


# --- The move ---


class PlayCard(Move, tag="mighty.play_card"):
    """Play a card to the trick.

    `suit` is the one that the leader of the joker names, None for any card, or any of the colour of one of two jokers;
    `calls_joker` is whether the leader of the joker call calls the joker. Who wins the trick and who is revealed by the
    card follow from the cards.
    """

    player: Player
    card: Card
    suit: Suit | None = None
    calls_joker: bool = False

    @property
    def as_play(self) -> Play:
        """The card as a play of its trick."""
        return Play(self.player, self.card, self.suit, self.calls_joker)

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Yield every reason that holds whatever the player has; `Hand.offences` has what later cards prove."""
        if self.player not in hand.active:
            yield problem("play.not_seated", player=self.player)
        elif hand.turn is not None and self.player != hand.turn:
            yield problem("play.out_of_turn", turn=hand.turn)
        yield from check_follow(hand.conditions, len(hand.tricks) + 1, hand.table, self.as_play)
        yield from check_card_left(hand, self.player, self.card)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the card; the last card of a trick completes it."""
        table, tricks = (*hand.table, self.as_play), hand.tricks
        if len(table) == hand.rules.setting.active:
            tricks, table = (*tricks, build_trick(hand.conditions, len(tricks) + 1, table)), ()
        played = {**hand.played, self.card: hand.played.get(self.card, 0) + 1}
        return replace(hand, tricks=tricks, table=table, played=played)

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the card and the words with it, the revealed friend, the winner of the trick, and proven offences."""
        trick = len(before.tricks) + 1
        names = () if before.table else before.conditions.suits_to_name(trick, self.card)
        yield tell_play(self.as_play, names, "play_card")
        yield from report_new_friends(before, after)
        if len(after.tricks) > len(before.tricks):
            won = after.tricks[-1]
            yield message("log.mighty.record_trick", trick=len(after.tricks), winner=won.winner, points=won.points)
        if proven := after.offences:
            known = before.offences
            yield from (offence.message for offence in proven if offence not in known)
