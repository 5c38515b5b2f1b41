"""The protocol of a game: all that the table, the store, the screens and the exports know of one.

A game is a `Game`: a value of pure functions over its own `Session` (what one hand hands on to the next), its own
`Hand` (one hand in progress or finished) and its own moves. The same protocol serves a game that pays, one that
promotes, and one that only counts.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypeVar

from msgspec.structs import asdict, replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, problem, refuse
from scorekeeper.house_rules import Preset, Ruleset
from scorekeeper.messages import N_, Message, Sentences, in_english, message
from scorekeeper.settlement import Amount, Settlement, to_whole_number
from scorekeeper.values import derived

EDITION = 3
"""The edition of the rules' code. It grows when a hand may be judged, paid or refused otherwise than before."""

Player = Annotated[int, "player"]
"""A person at a table, numbered in the order they joined; the number stays theirs for the whole evening.

The annotation tells such a field from other numbers: the import of a file checks that the person exists.
"""

Amounts = Mapping[Player, Amount]
"""Points, or levels, by player."""

Side = Literal["makers", "defenders"]
"""The player who promised something with their friends, or everyone else."""


class Standing(NamedTuple):
    """A player's standing: `value` orders the ranking and draws the chart, `said` is shown, `marks` stand beside it."""

    value: Amount
    said: Message
    marks: tuple[Message, ...] = ()


class HandRole(NamedTuple):
    """A player's part in a hand: the code of a sentence, and the side it belongs to, if it belongs to one."""

    code: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A hand as one line of the score sheet."""

    contract: object | None
    """The contract ("16♥"), None before there is one."""
    result: Message | None
    """The result in words, None while the hand lasts."""
    roles: Mapping[Player, tuple[HandRole, ...]]
    """The known roles by player, in the order in which they are shown."""
    facts: Mapping[str, str | int | None] = field(default_factory=dict)
    """Plain values for the export (bid, points, …), by column. ``column.`` and the name is the code of a title."""
    winner: Side | None = None
    """The side that won, whatever it was paid; None while the hand lasts, and where neither side has won."""

    @property
    def winners(self) -> tuple[Player, ...]:
        """Everyone on the side that won."""
        return self.players_on(self.winner) if self.winner else ()

    @property
    def players_on_sides(self) -> frozenset[Player]:
        """Everyone known to be on either side."""
        return frozenset((*self.players_on("makers"), *self.players_on("defenders")))

    def players_on(self, side: Side) -> tuple[Player, ...]:
        """Return everyone known to be on `side`, in the order of `roles`."""
        return tuple(player for player, held in self.roles.items() if any(role.side == side for role in held))


class AuctionLine(NamedTuple):
    """A call of a player before the play, in order: a bid or an exposure as people write it, None for a pass."""

    player: Player
    call: str | None


class TrickLine(NamedTuple):
    """A finished trick: its winner, its points, and the cards of each player in order, where they were written down.

    Of a player at whose cards nobody looked they are "".
    """

    winner: Player
    points: int
    plays: tuple[tuple[Player, str], ...] = ()


class StatEvent(NamedTuple):
    """An event of a player in a hand, for the statistics: the code of a sentence, and an amount to average."""

    code: str
    amount: Amount = 0


class StatLine(NamedTuple):
    """A line of the statistics: how often an event happened, out of how many of another, or its mean amount.

    `of` is the code of that other event, empty where there is none.
    """

    code: str
    of: str = ""
    is_mean: bool = False


@dataclass(frozen=True, slots=True)
class Statistics:
    """A game's statistics: its lines in their order, and the events of every player in a complete hand.

    `main` is the most telling line about a player, `parts` are the lines about roles in a hand.
    """

    lines: tuple[StatLine, ...] = ()
    main: str = ""
    parts: tuple[str, ...] = ()
    list_events: Callable[[Any], Iterable[tuple[Player, StatEvent]]] = lambda _hand: ()


class Session(Protocol):
    """The session that one hand hands on to the next: a frozen struct of the game's own, which JSON can hold.

    `begins` is who deals the next hand or takes its first card, None while nobody has been asked to.
    """

    @property
    def begins(self) -> Player | None:
        """The player who begins the next hand; None while nobody has been chosen."""

    @property
    def standings(self) -> Mapping[Player, Standing]:
        """Every player's standing, in the order in which they joined."""


class Hand(Protocol):
    """One hand in progress or finished. Immutable; a game's own hands carry much more.

    `session` is the one it is played in: as dealt, or as a redeal changed it. `settlement` is None until the hand is
    complete; it is computed by the move that completes it and kept.
    """

    @property
    def rules(self) -> Ruleset:
        """The house rules that it is played under."""

    @property
    def session(self) -> Session:
        """The session that it is played in."""

    @property
    def seats(self) -> tuple[Player, ...]:
        """Everyone whom it was dealt among, in order of turn."""

    @property
    def redeals(self) -> int:
        """The number of times that the cards were dealt again."""

    @property
    def settlement(self) -> Settlement[Player] | None:
        """The settlement of a complete hand; None before."""

    @property
    def phase(self) -> str:
        """The phase of the hand: a key of the game's phases; "complete" once it is settled."""


PlayedHand = TypeVar("PlayedHand", bound=Hand)


class Move(Frozen):
    """An action or a word of a person. It holds all that later corrections must not change, and nothing that follows.

    A move is at home in the section of the rulebook that it belongs to, with a tag that names it in the log for ever:
    ``class Draw(Move, tag="climb.draw")``. It is checked and played on what it changes: a game's moves on a
    hand, the table's on a table.
    """

    def check(self, _state: Any) -> Iterable[Problem]:
        """Return every reason against the move; none means that it can be made."""
        return ()

    def play(self, state: Any) -> Any:
        """Return the state after the move. It is a fact: nothing is checked."""
        raise NotImplementedError

    def says(self, _before: Any, _after: Any) -> Iterable[Message]:
        """Yield the lines of the history: by default one, the code ``log.`` with the tag, and the fields as facts."""
        yield message(f"log.{self.__struct_config__.tag}", **asdict(self))

    def hide_secrets(self) -> Self:
        """Return the move without cards that only its player has seen while it is not recorded."""
        return self


class CompositeMove(Move):
    """A short cut: one move that stands for several, played one after the other.

    All problems of all parts are told at once, but for those after a refused part of a type in `fatal`, without which
    the others make no sense.
    """

    fatal: ClassVar[tuple[type[Move], ...]] = ()

    def expand(self, state: Any) -> Iterable[Move]:
        """Yield the moves that it stands for, from `state` on."""
        raise NotImplementedError

    def check(self, state: Any) -> Iterable[Problem]:
        """Yield every problem of every part."""
        now = state
        for part in self.expand(state):
            problems = tuple(part.check(now))
            yield from problems
            if problems and isinstance(part, self.fatal):
                return
            now = part.play(now)

    def play(self, state: Any) -> Any:
        """Return the state after all parts, played one after the other."""
        now = state
        for part in self.expand(state):
            now = part.play(now)
        return now

    def says(self, before: Any, _after: Any) -> Iterable[Message]:
        """Yield the lines of each of its parts."""
        now = before
        for part in self.expand(before):
            after = part.play(now)
            yield from part.says(now, after)
            now = after


class Phase(NamedTuple):
    """A phase of a hand: its label, the moves that it allows, and the code with which it refuses all others."""

    label: str
    moves: tuple[type[Move], ...]
    refusal: str


COMPLETE = Phase(N_("Finished"), (), "now.complete")
"""The last phase of every hand, whose key is "complete"."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)  # of each there is one
class Game:
    """A game as a value of pure functions. The string beside a function names its arguments and its result."""

    key: str
    """The key of the game, which tables and files name it by."""
    name: str
    """The English name."""
    rules: type[Ruleset]
    """The type of its house rules."""
    presets: Mapping[str, Preset[Any]]
    """Its presets by key, in the order in which they are offered."""
    blocks: Mapping[str, str]
    """The titles of the sections of its house rules, by key."""
    phases: Mapping[str, Phase]
    """The phases of its hands by key, in their order."""
    modes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The ways to record a part of a hand, by the part; the first of each is usual."""
    session: type[Any]
    """The type of its session."""
    boardgamegeek: int | None = None
    """The number of the game at boardgamegeek.com, by which other programs know it; None where it is not known."""
    pays: bool = False
    """Whether it counts points, which can be paid in money or chips; levels cannot."""
    sentences: Sentences
    """The English sentence of each of its codes."""
    player_facts: frozenset[str]
    """The names of facts that are player numbers in its sentences."""
    consequences: frozenset[str] = frozenset()
    """The codes of messages that follow from another of the same move, which then stands for the move in one line.

    Where a move has no other message, its last one does.
    """
    hand: type[Any] = object
    """The type of its hands."""

    set_first_bidder: Callable[[Any, Player], Any] | None = None
    """(hand, player): a hand just dealt, with `player` as first bidder; None in a game without an auction."""

    has_tokens: Callable[[Any], bool] = lambda _rules: False
    """(rules): whether a redeal costs a token, of which every player has one."""

    set_token: Callable[[Any, Player, bool], Any] = lambda session, _player, _spent: session
    """(session, player, spent): the session with the token of `player` spent or not, as people decided."""

    seat_counts: Callable[[Any], range]
    """(rules): the numbers of players that a hand may be dealt among."""

    create_session: Callable[[Any], Any]
    """(rules): a session without players."""

    add_player: Callable[[Any, Any, Player], Any]
    """(rules, session, player): the session with one more player."""

    shift_balances: Callable[[Any, Any, Any], Any] = lambda session, _before, _after: session
    """(session, rules before, rules after): the session after a change of rules, with starting values adjusted."""

    set_starter: Callable[[Any, Player], Any] = lambda session, player: replace(session, begins=player)
    """(session, player): the session in which `player` begins the next hand, as people decided."""

    asks_starter: Callable[[Any], bool] = lambda _hand: False
    """(hand): whether people must say who begins after this hand, since the rules ask for what was not recorded."""

    check_adjustment: Callable[[Any, Any, Amounts, Player | None], Iterable[Problem]] = lambda *_: ()
    """(rules, session, amounts, penalized): the reasons against an adjustment by hand; `penalized` pays a penalty."""

    adjust_standings: Callable[[Any, Any, Amounts, Player | None], Any]
    """(rules, session, amounts, penalized): the session after the adjustment."""

    shift_amount: Callable[[Any, Any, Any, Any], Any] = lambda _rules, was, now, after: (
        to_whole_number(after + (now - was)) if isinstance(after, int | Fraction) else after
    )
    """(rules, was, now, after): `after` with the difference of `now` and `was`: amounts by player in a session.

    Logs rely on it (see `scorekeeper.table.carried_rows`): once released it must never change.
    """

    deal: Callable[..., Any]
    """(rules, session, seats, circle): a new hand among `seats`, in order of turn. Nothing is checked.

    When the starter does not sit, the next in turn of the `circle` begins, which is everyone in order of seats, absent
    players included; without a circle, the first seat begins.
    """

    rebase_hand: Callable[[Any, Any], Any] = lambda hand, session: replace(
        hand, session=replace(session, begins=hand.session.begins)
    )
    """(hand, session): a played hand in a session whose past has been corrected since.

    What the hand took over from earlier hands stays as it was played; only the standings before it change.
    """

    advance_session: Callable[[Any], Any]
    """(hand): the session after a complete hand."""

    summarize: Callable[[Any], Summary]
    """(hand): the hand as a line of the score sheet."""

    list_expected: Callable[[Any], tuple[Player, ...]] = lambda _hand: ()
    """(hand): everyone who may act now; nobody once the hand is complete, and in a game that does not say it."""

    list_calls: Callable[[Any], Iterable[AuctionLine]] = lambda _hand: ()
    """(hand): the calls before the play, for the history; none where only their end was recorded."""

    list_tricks: Callable[[Any], Iterable[TrickLine]] = lambda _hand: ()
    """(hand): the finished tricks, for the history; none where only the result was recorded."""

    adapt_value: Callable[[Any, object], object] = lambda _rules, value: value
    """(rules, value): a value of a message as people at a table with these rules know it."""

    find_ending: Callable[[Any, Any], Message | None] = lambda *_: None
    """(rules, session): the reason why the session is over, None while it goes on."""

    list_sitting_out: Callable[[Any, Any, Any, tuple[Player, ...], int], tuple[Player, ...]] = lambda *_: ()
    """(rules, session, last hand, seating, count): the players who sit out next; nobody where people decide it."""

    rules_when_some_sit_out: Mapping[str, Any] = field(default_factory=dict)
    """House rules, by key, that a new table begins with where more people are at it than its rule set lets play."""

    find_pot: Callable[[Any], Amounts] = lambda _session: {}
    """(session): what lies in a pot, by the players who put it there; it counts as theirs until somebody wins it."""

    statistics: Statistics = Statistics()
    """The statistics of its own, beside those of all games: gains, streaks and partners."""

    @derived
    def moves(self) -> tuple[type[Move], ...]:
        """The types of all moves of the game."""
        return tuple(dict.fromkeys(move for phase in self.phases.values() for move in phase.moves))

    def check(self, hand: Hand, move: Move) -> tuple[Problem, ...]:
        """Return every reason why `move` cannot be made now."""
        phase = self.phases[hand.phase]
        if isinstance(move, phase.moves):
            return tuple(move.check(hand))
        return (problem(phase.refusal),)

    def do(self, hand: PlayedHand, *moves: Move) -> PlayedHand:
        """Return the hand after `moves`. Raises `RuleError` with every problem of the first that cannot be made."""
        for move in moves:
            refuse(self.check(hand, move))
            hand = move.play(hand)
        return hand

    def say(self, said: Message, names: Mapping[Player, str] | None = None) -> str:
        """Return a message of this game as an English sentence, with players by their `names`."""
        return in_english(said, self.sentences, self.player_facts, names or {})


def rank_players(standings: Mapping[Player, Standing]) -> tuple[tuple[Player, ...], ...]:
    """Return the players from first to last, equals as one group in the order in which they joined."""
    values = sorted({standing.value for standing in standings.values()}, reverse=True)
    return tuple(tuple(player for player in standings if standings[player].value == value) for value in values)
