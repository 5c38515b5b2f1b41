"""The protocol that every game offers to the table, the store, the screens and the exports. They know no other.

A game is a `Game`: a value of pure functions over its own `Session` (what one hand hands on to the next), its own
`Hand` (one hand in progress or finished) and its own moves. The same protocol serves a game that pays, one that
promotes, and one that only counts.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol

from msgspec.structs import asdict, replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, problem, refuse
from scorekeeper.games.kinds import check_fields, check_kind
from scorekeeper.house_rules import Preset, Ruleset
from scorekeeper.messages import N_, Message, Sentences, in_english, message
from scorekeeper.settlement import Amount, Settlement

EDITION = 2
"""The edition of the rules' code. It grows when a hand may be judged, paid or refused otherwise than before."""

Player = Annotated[int, "player"]
"""A person at a table, numbered in the order they joined; the number stays theirs for the whole evening.

A field that is declared so can be told from other numbers: whoever reads a file asks whether that person is there.
"""

Amounts = Mapping[Player, Amount]
"""Points, or levels, by player."""

Side = Literal["makers", "defenders"]
"""Whoever promised something, with their friends; or everyone else."""


class Standing(NamedTuple):
    """How a player stands: `value` orders the ranking and draws the chart, `said` is shown, `marks` stand beside it."""

    value: Amount
    said: Message
    marks: tuple[Message, ...] = ()


class HandRole(NamedTuple):
    """A player's part in a hand: the code of a sentence, and the side it belongs to, if it belongs to one."""

    code: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A hand in a line of the score sheet.

    `contract` is what was promised ("16♥") or None before there is one; `result` says how it ended or is None while it
    lasts; `roles` are in the order in which they are told. `facts` are plain values for the export (bid, points, …), by
    column name; the game's sentences may give such a column a title, by its name after ``column.``. `winner` is the
    side that won, whatever it was paid for that; None while the hand lasts, and where neither side has won.
    """

    contract: object | None
    result: Message | None
    roles: Mapping[Player, tuple[HandRole, ...]]
    facts: Mapping[str, str | int | None] = field(default_factory=dict)
    winner: Side | None = None

    @property
    def winners(self) -> tuple[Player, ...]:
        """Everyone on the side that won."""
        return self.players_on(self.winner) if self.winner else ()

    @property
    def players_on_sides(self) -> frozenset[Player]:
        """Everyone known to be on either side."""
        return frozenset((*self.players_on("makers"), *self.players_on("defenders")))

    def players_on(self, side: Side) -> tuple[Player, ...]:
        """Everyone known to be on a side, in the order in which they are told."""
        return tuple(player for player, held in self.roles.items() if any(role.side == side for role in held))


class StatEvent(NamedTuple):
    """Something that a player did in a hand: the code of a sentence, and how much of it, where that is averaged."""

    code: str
    amount: Amount = 0


class StatLine(NamedTuple):
    """A line of the statistics: how often a deed was done, out of how many of another, or what it came to on average.

    `of` is the code of that other, empty where there is none.
    """

    code: str
    of: str = ""
    is_mean: bool = False


@dataclass(frozen=True, slots=True)
class Statistics:
    """A game's statistics: its lines in their order, and everyone's deeds in a complete hand.

    `main` is the line that tells most of a player, `parts` those of what a player was in a hand.
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
        """Who begins the next hand."""

    @property
    def standings(self) -> Mapping[Player, Standing]:
        """How everyone stands, in the order in which they joined."""


class Hand(Protocol):
    """One hand in progress or finished. Immutable; a game's own hands carry much more.

    `session` is the one it is played in: as dealt, or as a redeal changed it. `settlement` is None until the hand is
    complete; it is computed by the move that completes it and kept.
    """

    rules: Any
    session: Any
    seats: tuple[Player, ...]
    redeals: int
    settlement: Settlement[Player] | None

    @property
    def phase(self) -> str:
        """The phase of the hand: a key of the game's phases; "complete" once it is settled."""


class Move(Frozen):
    """An action or a word of a person. It holds all that later corrections must not change, and nothing that follows.

    A move is at home in the section of the rulebook that it belongs to, with a tag that names it in the log for ever:
    ``class Draw(Move, tag="climb.draw")``. It is checked and played on what it changes: a game's moves on a
    hand, the table's on a table.
    """

    def check(self, _state: Any) -> Iterable[Problem]:
        """Every reason why it cannot be; none means that it can."""
        return ()

    def play(self, state: Any) -> Any:
        """Return the state after the move. It is a fact: nothing is checked."""
        raise NotImplementedError

    def says(self, _before: Any, _after: Any) -> Iterable[Message]:
        """Its lines in the history: by default one, its tag after ``log.`` as code and its fields as facts."""
        yield message(f"log.{self.__struct_config__.tag}", **asdict(self))


class CompositeMove(Move):
    """A short cut: one move that is what its parts are, one after the other.

    All problems of all parts are told at once, but for those after a refused part of a type in `fatal`, without which
    the others make no sense.
    """

    fatal: ClassVar[tuple[type[Move], ...]] = ()

    def expand(self, state: Any) -> Iterable[Move]:
        """The moves that it stands for, from `state` on."""
        raise NotImplementedError

    def check(self, state: Any) -> Iterable[Problem]:
        """Every problem of every part."""
        now = state
        for part in self.expand(state):
            problems = tuple(part.check(now))
            yield from problems
            if problems and isinstance(part, self.fatal):
                return
            now = part.play(now)

    def play(self, state: Any) -> Any:
        """Every part, one after the other."""
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
    """A part of a hand: its name, the moves that it takes, and the code of the refusal of all others."""

    label: str
    moves: tuple[type[Move], ...]
    refusal: str


COMPLETE = Phase(N_("Finished"), (), "now.complete")
"""The last phase of every hand, whose key is "complete"."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)  # of each there is one
class Game:
    """A game as the rest of the program sees it: a value of pure functions.

    `session` is the type of its session, `hand` that of its hands. `pays` says that it counts points, which can be paid
    in money or chips; levels cannot. `player_facts` are the names of facts that are player numbers in its sentences.
    """

    key: str
    name: str
    rules: type[Ruleset]
    presets: Mapping[str, Preset[Any]]
    blocks: Mapping[str, str]
    phases: Mapping[str, Phase]
    session: type[Any]
    pays: bool = False
    sentences: Sentences
    player_facts: frozenset[str]
    hand: type[Any] = object

    set_first_bidder: Callable[[Any, Player], Any] | None = None
    """(hand, player): a hand just dealt in which people decide who bids first; None in a game without an auction."""

    has_tokens: Callable[[Any], bool] = lambda _rules: False
    """(rules): whether a redeal is bought with a token that everybody has once."""

    set_token: Callable[[Any, Player, bool], Any] = lambda session, _player, _spent: session
    """(session, player, spent): the session when people say whether a player's token is spent."""

    seat_counts: Callable[[Any], range]
    """(rules): how many a hand may be dealt among."""

    create_session: Callable[[Any], Any]
    """(rules): the session before anyone has sat down."""

    add_player: Callable[[Any, Any, Player], Any]
    """(rules, session, player): the session with one more player in it."""

    restake: Callable[[Any, Any, Any], Any] = lambda session, _before, _after: session
    """(session, rules before, rules after): the session when the rules change under way and all get what they give."""

    set_starter: Callable[[Any, Player], Any] = lambda session, player: replace(session, begins=player)
    """(session, player): the session when people decide who begins the next hand."""

    check_adjustment: Callable[[Any, Any, Amounts, Player | None], Iterable[Problem]] = lambda *_: ()
    """(rules, session, amounts, penalized): why these cannot be added by hand; `penalized` is who pays a penalty."""

    adjust_standings: Callable[[Any, Any, Amounts, Player | None], Any]
    """(rules, session, amounts, penalized): the session after adding them."""

    deal: Callable[..., Any]
    """(rules, session, seats, circle): a new hand among `seats`, in order of turn. It is a fact: nothing is checked.

    For somebody who is to begin and does not sit, the next in turn of the `circle` does, which is everyone in order of
    seats, also those who are not there; without it, the first seat.
    """

    rebase_hand: Callable[[Any, Any], Any] = lambda hand, session: replace(
        hand, session=replace(session, begins=hand.session.begins)
    )
    """(hand, session): a hand that was played, in a session whose past has been corrected since.

    What it took over from earlier hands stays as it was played; only what it is added to changes.
    """

    advance_session: Callable[[Any], Any]
    """(hand): the session after a complete hand."""

    summarize: Callable[[Any], Summary]
    """(hand): the hand in a line."""

    adapt_value: Callable[[Any, object], object] = lambda _rules, value: value
    """(rules, value): a value of a message in the form that people at a table with these rules know it in."""

    find_ending: Callable[[Any, Any], Message | None] = lambda *_: None
    """(rules, session): why the session is over after a hand that left it so, None while it goes on."""

    statistics: Statistics = Statistics()
    """What is counted over many hands, beside what all games have: gains, streaks and who plays with whom."""

    @property
    def moves(self) -> tuple[type[Move], ...]:
        """The types of all its moves."""
        return tuple(dict.fromkeys(move for phase in self.phases.values() for move in phase.moves))

    def check(self, hand: Any, move: Any) -> tuple[Problem, ...]:
        """Every reason why `move` cannot be made now: also that it, or what it says, is of a wrong kind."""
        if wrong := check_kind(self.hand, hand):
            return wrong
        phase = self.phases[hand.phase]
        if isinstance(move, phase.moves):
            return check_fields(move) or tuple(move.check(hand))
        if not isinstance(move, self.moves):
            return (problem("input.wrong_kind", value=repr(move), kind="move"),)
        return (problem(phase.refusal),)

    def can(self, hand: Any, move: Any) -> bool:
        """Whether `move` can be made now."""
        return not self.check(hand, move)

    def do(self, hand: Any, *moves: Any) -> Any:
        """The hand after `moves`. Raises `RuleError` with every problem of the first that cannot be made."""
        for move in moves:
            refuse(self.check(hand, move))
            hand = move.play(hand)
        return hand

    def say(self, said: Message, names: Mapping[Player, str] | None = None) -> str:
        """A refusal, a step or anything else this game says, as an English sentence; players by their `names`."""
        return in_english(said, self.sentences, self.player_facts, names or {})


def rank_players(standings: Mapping[Player, Standing]) -> tuple[tuple[Player, ...], ...]:
    """Everyone from first to last; equals stand in one group, in the order in which they joined."""
    values = sorted({standing.value for standing in standings.values()}, reverse=True)
    return tuple(tuple(player for player in standings if standings[player].value == value) for value in values)
