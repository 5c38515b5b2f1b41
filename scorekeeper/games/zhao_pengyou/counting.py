"""Card points: those known during a hand, and the defenders' total at its end (pagat, The Scoring)."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Move, Player, Side
from scorekeeper.games.zhao_pengyou.combinations import Play, build_lead
from scorekeeper.games.zhao_pengyou.demotion import WON_OTHERWISE, LastWin
from scorekeeper.games.zhao_pengyou.known_cards import most_points
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP, Setting, points_of
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.throws import FailedThrow, check_withdrawn, find_throw_penalty
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Step

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


# --- The record of tricks. Its sums grow with each trick, so that no move adds up all of them again ---


class Trick(NamedTuple):
    """A finished trick: its winner, its card points, and those of its plays that were written down."""

    winner: Player
    points: int
    plays: tuple[Play, ...] = ()


class Record(Frozen):
    """The finished tricks of a hand."""

    tricks: tuple[Trick, ...] = ()
    in_full: bool = True
    """Whether every card that counts was written down so far."""
    unseen: int = 0
    """The number of cards at which nobody looked, since they do not count."""
    cards: int = 0
    """The number of cards that each player has played; a trick without written cards counts one, the least possible."""
    played: Mapping[Card, int] = {}
    """The number of copies of each card that were written down."""
    points: Mapping[Player, int] = {}
    """The card points that each player has won."""

    def with_trick(self, trick: Trick) -> "Record":
        """Return the record with one more trick. If plays of the trick are missing, also call `with_gap`."""
        won = self.points.get(trick.winner, 0) + trick.points
        return Record(
            tricks=(*self.tricks, trick),
            in_full=self.in_full,
            unseen=self.unseen + count_unseen(trick.plays),
            cards=self.cards + (len(trick.plays[0].cards) if trick.plays else 1),
            played=add_copies(self.played, trick.plays),
            points={**self.points, trick.winner: won},
        )

    def with_gap(self) -> "Record":
        """Return the record after plays that nobody wrote down."""
        return replace(self, in_full=False)


NO_TRICKS = Record()


def add_copies(played: Mapping[Card, int], plays: tuple[Play, ...]) -> Mapping[Card, int]:
    """Return the copies of each card in `played`, with those in `plays` added."""
    counts = {**played}
    for play in plays:
        for card in play.cards:
            counts[card] = counts.get(card, 0) + 1
    return counts


def count_unseen(plays: Sequence[Play]) -> int:
    """Count the cards of a trick at which nobody looked."""
    return sum(len(plays[0].cards) for play in plays if not play.cards)


def with_trick(hand: "Hand", winner: Player, points: int) -> "Hand":
    """Return the hand after the trick in progress, or the next; missing cards leave a gap in the record."""
    record = hand.record.with_trick(Trick(winner, points, hand.table))
    written_down = len(hand.table) == len(hand.seats)
    return replace(hand, record=record if written_down else record.with_gap(), table=())


class RecordTrick(Move, tag="zhao_pengyou.record_trick"):
    """Record winner and card points of the trick in progress, or else of the next or a later one.

    Tricks before it may have been left out; the winner leads to the next.
    """

    winner: Player
    points: int

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why this player cannot have won the trick, or the trick cannot have so many points."""
        if self.winner not in hand.seats:
            yield problem("trick.not_seated", winner=self.winner)
        yield from check_trick(hand, self.points)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the trick in the winner's pile."""
        return with_trick(hand.with_step(self), self.winner, self.points)

    def says(self, _before: "Hand", after: "Hand") -> Iterator[Message]:
        """Its line, with the number of the trick."""
        number = len(after.tricks)
        yield message("log.zhao_pengyou.record_trick", trick=number, winner=self.winner, points=self.points)


# --- Points won so far, and points left ---


def trick_points(plays: Iterable[Play]) -> int:
    """Return the card points in a trick."""
    return sum(points_of(play.cards) for play in plays)


def defenders_points(won: Mapping[Player, int], makers: Container[Player]) -> int:
    """Return the points won by players who are, or may be, defenders: everyone not in `makers`.

    `makers` are the trump maker and the friends known now. The points of a friend stop counting once a called card
    reveals the friend.
    """
    return sum(points for player, points in won.items() if player not in makers)


def points_showing(hand: "Hand") -> int:
    """Return the points won by everyone who is not known to be a maker."""
    return defenders_points(hand.record.points, hand.team)


def points_left(hand: "Hand") -> int:
    """Return the points in no recorded trick: those in hands and in the kitty."""
    return hand.setting.points - sum(hand.record.points.values())


def points_buried(hand: "Hand") -> int | None:
    """Return the points in the kitty, or None while only the trump maker knows them.

    Once every card is played, the kitty has the points that no trick has.
    """
    if hand.buried is not None:
        return points_of(hand.buried)
    return points_left(hand) if hand.cards_gone else None


def points_playable(hand: "Hand") -> int:
    """Return the points that tricks can still win: those left, without discards that were written down."""
    return points_left(hand) - (points_buried(hand) or 0)


def count_cards_out(hand: "Hand") -> int:
    """Return the most cards that can be in hands, and in the kitty if its cards are not known."""
    kitty = hand.setting.kitty_size if hand.buried is None else 0
    return len(hand.seats) * hand.cards_left - count_on_table(hand) + kitty


def count_on_table(hand: "Hand") -> int:
    """Count the cards on the table."""
    return sum(len(hand.table[0].cards) for _ in hand.table)


def trick_range(hand: "Hand") -> range:
    """Return the possible points of the trick in progress, or of the next: the rest must fit into the cards left.

    Cards and points of tricks that were left out count as left, so the range is never too narrow.
    """
    least_size, most_size = (len(hand.table[0].cards),) * 2 if hand.table else (1, hand.cards_left)
    least_to_come, most_to_come = (len(hand.seats) * size - count_on_table(hand) for size in (least_size, most_size))
    playable, lying = points_playable(hand), trick_points(hand.table)
    least = max(lying, playable - most_points(hand, count_cards_out(hand) - least_to_come))
    return range(least, min(playable, lying + most_points(hand, most_to_come)) + 1, POINT_STEP)


@collect_problems
def check_trick(hand: "Hand", points: int) -> Iterator[Problem]:
    """Every reason why the trick in progress, or the next, cannot have so many points."""
    yield from check_multiple(points)
    possible = trick_range(hand)
    if not possible[0] <= points <= possible[-1]:
        yield problem("trick.points", points=points, least=possible[0], most=possible[-1])


@collect_problems
def check_table(hand: "Hand", cards: Sequence[Card], unseen: int = 0) -> Iterator[Problem]:
    """Every reason why the points recorded leave too few for `cards`, or more than the cards left can have.

    `unseen` is the number of cards without points that are played instead.

    The check is needless where every card was written down, since the points then are those of the cards.
    """
    points, playable = points_of(cards) + trick_points(hand.table), points_playable(hand)
    # The points that are not on the table must fit into the cards that are still out then.
    out = count_cards_out(hand) - len(cards) - unseen
    possible = range(max(0, playable - most_points(hand, out)), playable + 1, POINT_STEP)
    if points not in possible:
        yield problem("play.points", points=points, least=possible[0], most=possible[-1])


# --- The total at the end of a hand ---


class LastLead(NamedTuple):
    """The lead of the last trick, by its largest part; where every card of it counts, their number and 1."""

    size: int = 1
    """The number of identical cards."""
    length: int = 1
    """The number of sets in sequence."""


LED_SINGLE = LastLead()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a hand, as far as scoring needs it."""

    makers: tuple[Player, ...]
    """The trump maker, then the friends."""
    defenders: tuple[Player, ...]
    points: int
    """The card points in the defenders' tricks."""
    last_trick: Side
    """The side that won the last trick."""
    kitty_points: int = 0
    """The card points of the discards, counted once; they matter if the defenders won the last trick."""
    throws: tuple[FailedThrow, ...] = ()
    """The throws that were beaten."""
    led_last: LastLead = LED_SINGLE
    """The lead of the last trick; it matters by the house rule `kitty_by_lead`."""
    won_last: LastWin = WON_OTHERWISE
    """The cards of the trump rank that won the last trick; they matter by the house rule `demotion`."""

    @property
    def is_lost_to_rank(self) -> bool:
        """Whether the makers have lost the last trick to the trump rank."""
        return self.last_trick == "defenders" and self.won_last.size > 0

    def side(self, player: Player) -> Side:
        """Return the side of `player`."""
        return "makers" if player in self.makers else "defenders"

    def side_against(self, player: Player) -> Side:
        """Return the side that `player` is not on."""
        return opposite_side(self.side(player))


def opposite_side(side: Side) -> Side:
    """Return the side opposite to `side`."""
    return "defenders" if side == "makers" else "makers"


MOST_TIMES = 4096
"""The most times that the kitty counts, however many cards are led."""


def find_kitty_multiplier(rules: Rules, led_last: LastLead) -> int:
    """Return how often points in the kitty count, by the house rules `kitty_by_lead` and `kitty_multiplier`."""
    size, length = led_last
    cards = min(size * length, MOST_TIMES)
    match rules.kitty_by_lead:
        case "twice" | "twice_all":
            times = 2 * cards
        case "power" | "power_all":
            times = 2 ** min(cards, 12)
        case "power_less":
            times = 2 ** min(cards - 1, 12)
        case "power_length":
            times = 2 ** min(size + length - 1, 12)
        case "table":
            times = 2 * size ** min(length, 12)
        case _:
            return rules.kitty_multiplier
    return min(times, MOST_TIMES)


def counts_every_card(rules: Rules) -> bool:
    """Return whether every card of the last lead counts, not its largest part alone."""
    return rules.kitty_by_lead in ("twice_all", "power_all")


def find_led_last(hand: "Hand") -> LastLead | None:
    """Return the lead of the last trick once all cards were played and that trick was written down; None otherwise."""
    if not hand.cards_gone or not hand.tricks or not hand.tricks[-1].plays:
        return None
    led = hand.tricks[-1].plays[0].cards
    if counts_every_card(hand.rules):
        return LastLead(len(led))
    return LastLead(*build_lead(hand.conditions, led).parts[0].shape)


def count_points(rules: Rules, outcome: Outcome) -> tuple[Step, ...]:
    """Return the steps of the defenders' total: tricks, the kitty for the last trick, penalties for throws."""
    steps = [Step(message("points.tricks", points=outcome.points), "add", outcome.points)]
    times = find_kitty_multiplier(rules, outcome.led_last)
    if outcome.last_trick == "defenders" and times:
        won = outcome.kitty_points * times
        why = message("points.kitty", points=outcome.kitty_points, times=times)
        steps.append(Step(why, "add", won))
    penalty = find_throw_penalty(rules)
    for player, taken_back in outcome.throws:
        if points := penalty.points(taken_back):
            gained = points if outcome.side(player) == "makers" else -points
            why = message("points.throw", player=player, cards=taken_back)
            in_all = message("points.throw_in_all", player=player)
            steps.append(Step(in_all if penalty.points_in_all else why, "add", gained))
    return tuple(steps)


@collect_problems
def check_outcome(rules: Rules, setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Every reason why a hand cannot have this outcome."""
    yield from check_sides(setting, outcome)
    yield from check_points(setting, outcome.points, outcome.kitty_points)
    yield from check_throws(rules, setting, outcome)


@collect_problems
def check_sides(setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Every reason why the players of `outcome` cannot be the two sides."""
    players = (*outcome.makers, *outcome.defenders)
    if len(set(players)) < len(players):
        yield problem("team.player_twice")
    if len(players) != setting.players:
        yield problem("team.player_count", count=len(players), players=setting.players)
    yield from check_team_size(setting, len(outcome.makers))


@collect_problems
def check_points(setting: Setting, points: int, kitty_points: int) -> Iterator[Problem]:
    """Every reason why the defenders' tricks and the kitty cannot have so many points."""
    for number in (points, kitty_points):
        yield from check_multiple(number)
    if not 0 <= kitty_points <= setting.most_kitty_points:
        yield problem("points.kitty_range", points=kitty_points, most=setting.most_kitty_points)
    elif not 0 <= points <= setting.points - kitty_points:
        yield problem("points.range", points=points, most=setting.points - kitty_points)


@collect_problems
def check_throws(rules: Rules, setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Every reason why the throws of `outcome` cannot have been beaten."""
    for player, taken_back in outcome.throws:
        if player not in (*outcome.makers, *outcome.defenders):
            yield problem("throw.not_seated", player=player)
        yield from check_withdrawn(rules, setting.hand_size, taken_back)
    if outcome.throws and find_throw_penalty(rules).rest_to_opponents:
        loser = outcome.side(outcome.throws[-1].player)
        if outcome.last_trick == loser:
            yield problem("throw.rest_to_opponents")


@collect_problems
def check_team_size(setting: Setting, makers: int) -> Iterator[Problem]:
    """Every reason why the team cannot have so many players, the trump maker included."""
    if not 1 <= makers <= setting.most_makers:
        yield problem("team.size", count=makers, most=setting.most_makers)


@collect_problems
def check_multiple(points: int) -> Iterator[Problem]:
    """Every reason why no cards have so many points."""
    if points % POINT_STEP:
        yield problem("points.multiple", points=points, smallest=POINT_STEP)
