"""A table as what its log makes of it: immutable, and cheap to keep one of for every recorded action."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, Self, TypeVar

from msgspec import field
from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.games.game import Amounts, Game, Player, Standing, Summary, rank_players
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount, Settlement

S = TypeVar("S")


class Stamp(Frozen):
    """When an action was recorded (UTC, ISO 8601), by whose seat and which device."""

    version: int
    at: str
    player: Player | None = None
    device: str | None = None


class Person(Frozen):
    """A player: their name, and whether they are at the table now."""

    number: Player
    name: str
    present: bool = True


class Stakes(Frozen):
    """The worth of a point. Money is counted in hundredths of `unit`, as people call it: "₩", "chips".

    What anybody pays or gets is rounded to whole coins of `coin` hundredths.
    """

    worth: int = 100
    coin: int = 100
    unit: str = ""


class Payment(Frozen):
    """A payment of one player to another, in hundredths."""

    giver: Player
    receiver: Player
    amount: int


class Row(Frozen, Generic[S]):
    """A line of the score sheet as an action wrote it: the place of its entry, the session after it, what it gave.

    It is stored with the action and wins over what the rules' code makes of the action later. `refused` are the codes
    of what today's checks had against a hand that was taken from an older file all the same. `sheet` is the number of
    an earlier sheet, the first being 1, where the entry stands there.
    """

    entry: int
    session: S
    gains: dict[Player, Amount]
    refused: tuple[str, ...] = ()
    sheet: int | None = None


# --- The entries of a score sheet ---


class Entry(Frozen, kw_only=True):
    """Anything that changes the session. `after` is the session after it, `stamp` when it came to be as it is.

    `rules` are those of the table at the time. `recorded` is the row that was written then, where today's code makes
    something else of it.
    """

    rules: Any
    after: Any = None
    stamp: Stamp | None = None
    recorded: Row[Any] | None = None

    @property
    def amounts(self) -> Amounts:
        """The gain of each player, in points or levels, as it was recorded."""
        return self.recorded.gains if self.recorded else self.computed_amounts

    @property
    def computed_amounts(self) -> Amounts:
        """The gains by today's code."""
        return {}

    @property
    def counts(self) -> bool:
        """Whether it is a hand that was not given up."""
        return False

    def add_to(self, game: Game, before: Any) -> Self:
        """The same, added to the session `before`."""
        return replace(self, after=self.session_after(game, before))

    def reapply(self, game: Game, was: Any, before: Any) -> Self:
        """The same once more, where the session before it `was` another than `before`.

        What was recorded otherwise than today's code has it stays so: only how everyone stands is moved along.
        """
        if self.recorded is None:
            return self.add_to(game, before)
        return replace(self, after=shift_standings(game, self.rules, self.after, was, before))

    def session_after(self, _game: Game, before: Any) -> Any:
        """The session that follows from it after `before`."""
        return before


def shift_standings(game: Game, rules: Any, session: Any, was: Any, before: Any) -> Any:
    """A later session in which everyone stands as much higher or lower as in `before` than they stood in what `was`."""
    now, then = before.standings, was.standings
    moved = {player: now[player].value - then[player].value for player in then if player in now}
    amounts = {player: amount for player, amount in moved.items() if amount}
    return game.adjust_standings(rules, session, amounts, None) if amounts else session


class SheetBegan(Entry, kw_only=True):
    """A new sheet was begun: whoever is at the table has what the rules give."""

    players: tuple[Player, ...]

    def session_after(self, game: Game, _before: Any) -> Any:
        """Nobody has played yet."""
        session = game.create_session(self.rules)
        for player in self.players:
            session = game.add_player(self.rules, session, player)
        return session


class PlayerJoined(Entry, kw_only=True):
    """Somebody sat down for the first time."""

    player: Player

    def session_after(self, game: Game, before: Any) -> Any:
        """With one more player."""
        return game.add_player(self.rules, before, self.player)


class LeaderDrawn(Entry, kw_only=True):
    """Who begins the next hand was drawn by lot."""

    player: Player

    def session_after(self, game: Game, before: Any) -> Any:
        """With that player to begin."""
        return game.set_starter(before, self.player)


class TokenSet(Entry, kw_only=True):
    """People said whether the redeal token of a player is spent."""

    player: Player
    spent: bool

    def session_after(self, game: Game, before: Any) -> Any:
        """With the token spent, or not."""
        return game.set_token(before, self.player, self.spent)


class RulesRestaked(Entry, kw_only=True):
    """The rules changed from `former`, and all got what the new ones give."""

    former: Any

    def session_after(self, game: Game, before: Any) -> Any:
        """With what the new rules give."""
        return game.restake(before, self.former, self.rules)


class Adjustment(Entry, kw_only=True):
    """A change of points or levels by hand; `penalized` is who pays, where it is a penalty."""

    changes: Amounts = field(default_factory=dict)
    reason: str = ""
    penalized: Player | None = None

    @property
    def computed_amounts(self) -> Amounts:
        """The changes that people gave."""
        return self.changes

    def session_after(self, game: Game, before: Any) -> Any:
        """With the changes."""
        return game.adjust_standings(self.rules, before, self.changes, self.penalized)


class HandRecord(Entry, kw_only=True):
    """A hand at this table: the game's own hand, the session it was dealt in, its moves and what became of it.

    `circle` is everyone in order of turn when it was dealt, `leader` who began it and `first` who bid first because
    people said so. `previous_versions` keeps every version that a correction replaced, newest first.
    """

    number: int
    hand: Any
    opening_session: Any
    circle: tuple[Player, ...]
    leader: Player | None = None
    first: Player | None = None
    moves: tuple[Any, ...] = ()
    voided: str | None = None
    previous_versions: tuple["HandRecord", ...] = ()

    @property
    def settlement(self) -> Settlement[Player] | None:
        """The gains and their steps by today's code; None when void or unfinished."""
        settled: Settlement[Player] | None = self.hand.settlement
        return settled if self.voided is None else None

    @property
    def computed_amounts(self) -> Amounts:
        """The gains of the settlement."""
        return self.settlement.amounts if self.settlement else {}

    @property
    def counts(self) -> bool:
        """Whether it was not given up."""
        return self.voided is None

    def play(self, move: Any) -> "HandRecord":
        """The record after one more move."""
        return replace(self, hand=move.play(self.hand), moves=(*self.moves, move))

    def end(self, game: Game) -> "HandRecord":
        """The record with the session that it hands on; a void hand hands on the one it was in."""
        return replace(self, after=self.hand.session if self.voided is not None else game.advance_session(self.hand))

    def add_to(self, game: Game, before: Any) -> "HandRecord":
        """The hand as it was played, added to the session `before`."""
        resumed = replace(self, hand=game.rebase_hand(self.hand, before))
        return resumed if self.after is None else resumed.end(game)

    def redeal(self, game: Game, seats: tuple[Player, ...] = ()) -> "HandRecord":
        """The hand as it was before its first move; among other `seats` where they are given."""
        hand = deal_hand(game, self.rules, self.opening_session, seats or self.hand.seats, self.circle, self.first)
        return replace(self, hand=hand, moves=())


def deal_hand(
    game: Game, rules: Any, opened: Any, seats: tuple[Player, ...], circle: tuple[Player, ...], first: Player | None
) -> Any:
    """A new hand of the game; `first` bids first in it where people have decided that."""
    hand = game.deal(rules, opened, seats, circle)
    return hand if first is None or game.set_first_bidder is None else game.set_first_bidder(hand, first)


class Unplayable(Entry, kw_only=True):
    """An entry that today's code cannot make at all: the row alone is left of it.

    `number` is that of the hand which it was, None for anything else.
    """

    number: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it is a hand that gave something; one that was given up gave nothing."""
        return bool(self.number and self.amounts)


# --- The table ---


class Ending(NamedTuple):
    """Why a session is over, and everyone from first to last; equals stand in one group."""

    why: Message
    ranking: tuple[tuple[Player, ...], ...]


class Sheet(Frozen):
    """The score sheet of a session that is over because another began: its rules, entries and last standings."""

    preset: str
    rules: Ruleset
    entries: tuple[Entry, ...]
    session: Any


class TableState(Frozen):
    """Everything a screen, an export or a check may ask of a table."""

    game: Game
    preset: str
    rules: Ruleset
    session: Any
    people: Mapping[Player, Person] = field(default_factory=dict)

    circle: tuple[Player, ...] = ()
    """Everyone who ever sat down, in order of turn. Players who leave keep their place."""

    empty_chairs: tuple[Player, ...] = ()
    """The players who left and whose chair nobody has taken, the latest last."""

    entries: tuple[Entry, ...] = ()
    current: HandRecord | None = None

    pending: tuple[Entry, ...] = ()
    """Entries made while a hand is in progress, such as penalties. They follow that hand on the sheet."""

    sheets: tuple[Sheet, ...] = ()
    """The sheets of earlier sessions, oldest first."""

    hand_limit: int | None = None
    closed: bool = False
    ending: Ending | None = None

    stakes: Stakes = Stakes()
    """The worth of a point on all sheets, not only on the present one."""

    paid: tuple[Payment, ...] = ()
    """Payments for all sheets: a new sheet cancels no debt."""

    kept_from: int | None = None
    """The edition of the rules' code that wrote the imported file, where its moves were not refereed; else None."""

    zone: str | None = None
    """The name of the time zone in which the table was opened; None where the browser sent none."""

    stamp: Stamp | None = None

    @property
    def seating(self) -> tuple[Player, ...]:
        """Who is at the table, in order of turn."""
        return tuple(player for player in self.circle if self.people[player].present)

    @property
    def standings(self) -> Mapping[Player, Standing]:
        """How everyone stands."""
        standings: Mapping[Player, Standing] = self.session.standings
        return standings

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The hands that are over, in order, void ones among them."""
        return tuple(entry for entry in self.entries if isinstance(entry, HandRecord))

    @property
    def last_hand(self) -> HandRecord | None:
        """The hand that was finished last."""
        return next((entry for entry in reversed(self.entries) if isinstance(entry, HandRecord)), None)

    @property
    def hand_number(self) -> int:
        """The number of the hand in progress, or of the next one."""
        if self.current:
            return self.current.number
        hands = (entry for entry in reversed(self.entries) if isinstance(entry, HandRecord | Unplayable))
        return next((hand.number + 1 for hand in hands if hand.number), 1)

    def find_hand(self, number: int) -> HandRecord | None:
        """The hand of that number on this sheet, in progress or over."""
        if self.current and self.current.number == number:
            return self.current
        hands = (entry for entry in reversed(self.entries) if isinstance(entry, HandRecord))
        return next((hand for hand in hands if hand.number == number), None)

    def summary(self, record: HandRecord) -> Summary:
        """The game's line about a hand."""
        return self.game.summarize(record.hand)

    def name(self, player: Player) -> str:
        """Return the name of a player; the number of one whose joining was taken back."""
        return self.people[player].name if player in self.people else f"#{player}"


def with_entry(state: TableState, entry: Entry) -> TableState:
    """The state with one more entry; while a hand is on, what happens beside it comes after it."""
    done = replace(entry.add_to(state.game, state.session), stamp=state.stamp)
    if state.current:
        return replace(state, session=done.after, pending=(*state.pending, done))
    return replace(state, session=done.after, entries=(*state.entries, done))


def with_finished_hand(state: TableState, record: HandRecord) -> TableState:
    """The state with the hand in progress over, as `record`, and what happened meanwhile after it."""
    over = reapply_pending(replace(state, current=None, session=record.after))
    return replace(over, pending=(), entries=(*state.entries, record, *over.pending))


def reapply_pending(state: TableState) -> TableState:
    """The state with what happened beside the hand in progress added to a session that is new."""
    session, pending = state.session, list[Entry]()
    for entry in state.pending:
        pending.append(entry.add_to(state.game, session))
        session = pending[-1].after
    return replace(state, session=session, pending=tuple(pending))


def open_sheet(state: TableState, sheet: int | None) -> TableState | None:
    """The table with an earlier sheet in the place of the present one, for None as it is; None if there is no such.

    The first sheet is number 1. An earlier sheet has no hand in progress.
    """
    if sheet is None:
        return state
    if not 1 <= sheet <= len(state.sheets):
        return None
    past = state.sheets[sheet - 1]
    table = replace(state, preset=past.preset, rules=past.rules, entries=past.entries, session=past.session)
    return replace(table, sheets=state.sheets[: sheet - 1], current=None, pending=(), closed=False, hand_limit=None)


def with_sheet(state: TableState, sheet: int | None, table: TableState) -> TableState:
    """The table in which a sheet is as in `table`, which `open_sheet` gave and a move has changed."""
    if sheet is None:
        return table
    done = Sheet(table.preset, table.rules, table.entries, table.session)
    return replace(state, sheets=(*state.sheets[: sheet - 1], done, *state.sheets[sheet:]))


def with_replaced_hand(state: TableState, changed: HandRecord) -> TableState:
    """The state with one hand of the sheet replaced by `changed`, and everything after it in the new past.

    Hands that were played stay the hands that were played.
    """
    game = state.game
    place = next(at for at, entry in enumerate(state.entries) if getattr(entry, "number", None) == changed.number)
    entries, old = list(state.entries[:place]), state.entries[place:]
    was = session = session_before(state, place)
    for before, entry in zip(old, (changed, *old[1:]), strict=True):
        entries.append(entry.reapply(game, was, session))
        was, session = before.after, entries[-1].after
    current = state.current and state.current.reapply(game, was, session)
    return reapply_pending(replace(state, entries=tuple(entries), session=session, current=current))


def session_before(state: TableState, place: int) -> Any:
    """The session to which the entry at that place of the sheet was added."""
    return state.entries[place - 1].after if place else state.game.create_session(state.rules)


def with_ending(state: TableState) -> TableState:
    """The state with its ending: by hand, by the number of hands, or by the game's own rule."""
    counted = (entry for entry in state.entries if entry.counts)
    begun = next(counted, None) is not None
    why = state.game.find_ending(state.rules, state.session) if begun else None
    if why is None and begun and state.hand_limit is not None and len(state.entries) >= state.hand_limit:
        hands = 1 + sum(1 for _ in counted)
        why = message("ending.hand_limit", hands=hands) if hands >= state.hand_limit else None
    if why is None and state.closed:
        why = message("ending.by_hand")
    if why is None:
        return replace(state, ending=None) if state.ending else state
    return replace(state, ending=Ending(why, rank_players(state.standings)))


# --- The score sheet ---


class SheetRow(Frozen):
    """One line of the score sheet: an entry, what it gave each player, and how all stood after it."""

    entry: HandRecord | Adjustment | Unplayable

    @property
    def amounts(self) -> Amounts:
        """The gain of each player."""
        return self.entry.amounts

    @property
    def standings(self) -> Mapping[Player, Standing]:
        """How all stood after it."""
        standings: Mapping[Player, Standing] = self.entry.after.standings
        return standings

    @property
    def hand(self) -> HandRecord | None:
        """The hand of this line, None for anything else."""
        return self.entry if isinstance(self.entry, HandRecord) else None


def score_sheet(entries: tuple[Entry, ...]) -> Iterator[SheetRow]:
    """The lines of a score sheet, first to last. Who joined and what the rules gave is not shown."""
    for entry in entries:
        hidden = isinstance(entry, Unplayable) and not (entry.number or entry.amounts)
        if isinstance(entry, HandRecord | Adjustment | Unplayable) and not hidden:
            yield SheetRow(entry)
