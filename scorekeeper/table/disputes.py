"""Disputes at a table, with all facts that are needed to judge them without the table.

A dispute is a hand up to some move and a question about it: a refused move, a trick, or the payment. The answer is not
stored; it is computed from the rules, under the table's rules and under others.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Generic, Literal, NamedTuple, TypeVar, Union

import msgspec
from msgspec.structs import replace

from scorekeeper.codec import Frozen, decoder
from scorekeeper.errors import Problem
from scorekeeper.games import find_game
from scorekeeper.games.game import Game, Hand, Move, Player, Session
from scorekeeper.house_rules import Preset, Ruleset, Value
from scorekeeper.table.moves import CorrectHand, TableMove, find_hand
from scorekeeper.table.state import HandRecord, Person, TableState, deal_hand

About = Literal["refusal", "trick", "payment"]

S = TypeVar("S", bound=Session)
M = TypeVar("M", bound=Move)


class Dispute(Frozen, Generic[S, M]):
    """A hand of `game`: how it was dealt under `rules` (every key), its moves, and what the question is `about`.

    `names` are the names of its people. `asked` is the move that was refused after these moves, `trick` the number of
    the trick in question. `first` bid first where people decided that; else None.
    """

    game: str
    preset: str
    rules: dict[str, Value]
    names: dict[Player, str]
    number: int
    seats: tuple[Player, ...]
    circle: tuple[Player, ...]
    opened: S
    moves: tuple[M, ...]
    about: About
    asked: M | None = None
    trick: int | None = None
    first: Player | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the table."""
        rules: Ruleset = find_game(self.game).rules.read(self.rules)
        return rules

    @property
    def public(self) -> "Dispute[S, M]":
        """The dispute without cards that nobody but the player has seen. All moves before it were recorded."""
        return replace(self, asked=self.asked.hide_secrets()) if self.asked else self

    def refusals(self, hand: Hand) -> tuple[Problem, ...]:
        """Return every reason for which `hand` refuses the move in question; none where the question is another."""
        return find_game(self.game).check(hand, self.asked) if self.asked else ()


AnyDispute = Dispute[Session, Move]
"""A dispute about a hand of any game."""


class PresetOutcome(NamedTuple):
    """The same hand under another preset: the table with the hand, or the problems why it cannot be played there."""

    preset: Preset[Ruleset]
    state: TableState | None
    problems: tuple[Problem, ...] = ()


def dispute_about_hand(
    state: TableState, record: HandRecord, about: About, *, moves: int | None = None, trick: int | None = None
) -> AnyDispute:
    """Return the dispute about a hand, up to the first `moves` moves where given."""
    people = (*record.circle, *record.hand.seats)
    return Dispute(
        game=state.game.key,
        preset=state.preset,
        rules={key: getattr(record.rules, key) for key in type(record.rules).__dataclass_fields__},
        names={player: state.name(player) for player in people},
        number=record.number,
        seats=record.hand.seats,
        circle=record.circle,
        opened=record.opening_session,
        moves=record.moves if moves is None else record.moves[:moves],
        about=about,
        trick=trick,
        first=record.first,
    )


def dispute_about_refusal(state: TableState, move: Move) -> AnyDispute | None:
    """Return the dispute about a move that the game's rules refuse now, or in a correction; None for any other move."""
    if isinstance(move, CorrectHand):
        return dispute_about_correction(state, move.complete(state))
    record = state.current
    if record is None or isinstance(move, TableMove) or not isinstance(move, state.game.moves):
        return None
    if not state.game.check(record.hand, move):
        return None
    return replace(dispute_about_hand(state, record, "refusal"), asked=move)


def dispute_about_correction(state: TableState, correction: CorrectHand[Move]) -> AnyDispute | None:
    """Return the dispute about the first move of a correction that the rules refuse; None where they refuse none."""
    record = find_hand(state, correction.sheet, correction.number)
    if record is None:
        return None
    corrected = record = correction.redeal(state.game, record)
    for count, move in enumerate(correction.moves):
        if state.game.check(corrected.hand, move):
            return replace(dispute_about_hand(state, record, "refusal"), moves=correction.moves[:count], asked=move)
        corrected = corrected.play(move)
    return None


# --- Looking at it ---


def replay_dispute(dispute: AnyDispute, rules: Ruleset | None = None) -> TableState:
    """Return a table at which only this hand was played, under its own rules or others. Moves are not checked.

    Raises whatever today's code raises at a hand that it cannot play.
    """
    record = deal_disputed_hand(dispute, rules)
    for move in dispute.moves:
        record = record.play(move)
    return build_table(dispute, record)


def play_under_other_presets(dispute: AnyDispute) -> Iterator[PresetOutcome]:
    """Yield the outcome of the hand under every other preset that has a deal for so many players."""
    game, own = find_game(dispute.game), dispute.ruleset
    for preset in game.presets.values():
        if len(dispute.seats) in game.seat_counts(preset.rules) and preset.rules != own:
            yield play_under_preset(dispute, game, preset)


def play_under_preset(dispute: AnyDispute, game: Game, preset: Preset[Ruleset]) -> PresetOutcome:
    """Return the outcome of the hand under a preset: play its moves up to the first that is refused there."""
    try:
        record = deal_disputed_hand(dispute, preset.rules)
        for move in dispute.moves:
            if problems := game.check(record.hand, move):
                return PresetOutcome(preset, None, problems)
            record = record.play(move)
    except Exception:  # other rules may not understand this session or move
        return PresetOutcome(preset, None)
    return PresetOutcome(preset, build_table(dispute, record))


def deal_disputed_hand(dispute: AnyDispute, rules: Ruleset | None) -> HandRecord:
    """Return the hand before its first move."""
    game, own = find_game(dispute.game), dispute.ruleset
    opened = dispute.opened if rules is None else game.shift_balances(dispute.opened, own, rules)
    hand = deal_hand(game, rules or own, opened, dispute.seats, dispute.circle, dispute.first)
    return HandRecord(
        rules=rules or own, number=dispute.number, hand=hand, opening_session=opened, circle=dispute.circle
    )


def build_table(dispute: AnyDispute, record: HandRecord) -> TableState:
    """Return a table with that hand in progress, or finished."""
    game = find_game(dispute.game)
    people: Mapping[Player, Person] = {player: Person(player, name) for player, name in dispute.names.items()}
    table = TableState(game, dispute.preset, record.rules, record.opening_session, people=people, circle=dispute.circle)
    return with_only_hand(table, record)


def with_only_hand(table: TableState, record: HandRecord) -> TableState:
    """Return a table with that hand alone, in progress or finished."""
    if record.hand.settlement is None:
        return replace(table, current=record)
    over = record.end(table.game)
    return replace(table, session=over.after, entries=(over,), current=None)


def hand_of(table: TableState) -> HandRecord:
    """Return the hand of a table that `replay_dispute` made."""
    record = table.current or table.last_hand
    assert record is not None
    return record


@cache
def dispute_decoder(game_key: str) -> msgspec.json.Decoder[AnyDispute]:
    """Return the decoder of disputes about that game."""
    game = find_game(game_key)
    return decoder(Dispute[game.session, Union[game.moves]])  # type: ignore[name-defined]  # noqa: UP007
