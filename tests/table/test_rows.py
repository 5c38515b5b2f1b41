"""Rows in the log win over a replay: an evening keeps its gains even if later programs pay its moves otherwise."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from scorekeeper.bookkeeper import encode_last_action, fold_each
from scorekeeper.codec import encode
from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES
from scorekeeper.games.game import Amounts
from scorekeeper.settlement import Gain, Settlement
from scorekeeper.store import StoredAction
from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord, Row, TableState, Unplayable
from tests import toy
from tests.cases import for_each, require
from tests.table.sheets import history_lines, sheets
from tests.table.tables import hands, log, play, reopen, same, steps, toy_opening, toy_table, values
from tests.toy import TOY, Draw, Hand, Shuffle

ANA, BO, CHO, DAN = 1, 2, 3, 4

EVENING: list[Any] = [
    toy_opening(top=10, start=2), *hands(BO), *(m.StartHand(), Shuffle(), Draw(ANA)), m.Adjust({CHO: 2}, "from paper"),
    *(m.StartHand(), m.JoinTable("Dan"), Shuffle(), m.ChangeRules("strides", {"start": 1}), Shuffle(), Draw(BO)),
    m.Penalize(ANA, 1, False, "late"),
    *(m.CorrectHand(2, (Draw(CHO),)), m.RenamePlayer(BO, "Boris"), m.Undo(), m.Redo()),
    *(m.StartHand(), m.VoidHand(4, "misdeal")), *hands(DAN), m.VoidHand(1, "wrong pack"), *(m.StartHand(), Shuffle()),
]  # fmt: skip
"""Five hands, of which two are void and one is corrected, and a sixth that is being played."""


def evening_log() -> list[StoredAction]:
    """Its log, as it was recorded."""
    return log(*EVENING)


# --- Later programs: each has other rules' code ---


def paying_one_more(patch: pytest.MonkeyPatch) -> None:
    move_up = toy.move_winner_up

    def generous(hand: Hand) -> Hand:
        settled = move_up(hand)
        assert settled.settlement is not None
        gains = {player: Gain(gain.amount + 1, gain.said) for player, gain in settled.settlement.gains.items()}
        return msgspec.structs.replace(settled, settlement=Settlement(settled.settlement.accounts, gains))

    patch.setattr(toy, "move_winner_up", generous)


def settling_more_strictly(patch: pytest.MonkeyPatch) -> None:
    move_up = toy.move_winner_up

    def strict(hand: Hand) -> Hand:
        if hand.winner == BO:
            raise RuleError("toy.not_seated", player=BO)
        return move_up(hand)

    patch.setattr(toy, "move_winner_up", strict)


def never_settling(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Draw, "play", lambda _move, _hand: 1 / 0)


def stumbling_in_mid_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Shuffle, "play", lambda _move, _hand: 1 / 0)


def ending_earlier(patch: pytest.MonkeyPatch) -> None:
    """The first shuffle gives the hand to whoever began it."""

    def end(_move: Shuffle, hand: Hand) -> Hand:
        return toy.move_winner_up(msgspec.structs.replace(hand, winner=hand.session.begins))

    patch.setattr(Shuffle, "play", end)


def ending_later(patch: pytest.MonkeyPatch) -> None:
    """Drawing the highest card is not enough any more."""
    patch.setattr(Draw, "play", lambda _move, hand: hand)


def refusing_the_deal(patch: pytest.MonkeyPatch) -> None:
    def deal(*_: Any) -> Hand:
        raise RuleError("players.nobody")

    patch.setitem(GAMES, "toy", replace(TOY, deal=deal))


def handing_on_otherwise(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(GAMES, "toy", replace(TOY, advance_session=lambda hand: hand.session))


def giving_newcomers_more(patch: pytest.MonkeyPatch) -> None:
    def join(rules: toy.Rules, session: toy.Session, player: int) -> toy.Session:
        return toy.add_player(replace(rules, start=rules.start + 1), session, player)

    patch.setitem(GAMES, "toy", replace(TOY, add_player=join))


def refusing_newcomers(patch: pytest.MonkeyPatch) -> None:
    """Not those with whom a table is opened: there would be no table."""

    def join(rules: toy.Rules, session: toy.Session, player: int) -> toy.Session:
        if player == DAN:
            raise ValueError(player)
        return toy.add_player(rules, session, player)

    patch.setitem(GAMES, "toy", replace(TOY, add_player=join))


def restaking_otherwise(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(GAMES, "toy", replace(TOY, shift_balances=lambda session, _before, _after: session))


def refusing_adjustments(patch: pytest.MonkeyPatch) -> None:
    """Points by hand are not for this game any more: what it gives for moving along is another matter."""

    def adjust(rules: toy.Rules, session: toy.Session, amounts: Amounts, penalized: int | None) -> toy.Session:
        if penalized or CHO in amounts:
            raise RuleError("toy.below_the_ladder")
        return toy.adjust_standings(rules, session, amounts, penalized)

    patch.setitem(GAMES, "toy", replace(TOY, adjust_standings=adjust))


Later = Callable[[pytest.MonkeyPatch], None]

LATER: list[Later] = [
    paying_one_more, settling_more_strictly, never_settling, stumbling_in_mid_hand, ending_earlier, ending_later,
    refusing_the_deal, handing_on_otherwise, giving_newcomers_more, refusing_newcomers, restaking_otherwise,
    refusing_adjustments,
]  # fmt: skip

later_programs = for_each(*LATER)


# --- What holds in all of them ---


@later_programs
def test_every_row_stands_as_it_was_recorded(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    records = evening_log()
    before, between_hands = sheets(records), [each.state for each in fold_each(records) if not each.state.current]
    later(monkeypatch)
    assert sheets(records) == before
    states = {each.version: each.state for each in fold_each(records)}
    for state in between_hands:
        assert states[require(state.stamp).version].session == state.session


@later_programs
def test_what_is_something_else_today_is_marked(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is not, is not."""
    records = evening_log()
    assert [entry.recorded for entry in reopen(records).state.entries] == [None] * 12
    later(monkeypatch)
    entries = reopen(records).state.entries
    assert any(entry.recorded for entry in entries)
    for place, entry in enumerate(entries):
        assert entry.recorded or entry.computed_amounts == entry.amounts
        assert entry.recorded is None or entry.recorded.entry == place


def test_a_marked_hand_has_what_was_given_beside_what_it_gives_today(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(), *hands(BO))
    paying_one_more(monkeypatch)
    (hand,) = reopen(records).state.hands
    assert (hand.amounts, hand.computed_amounts, hand.settlement and hand.settlement.amounts) == (
        {BO: 1},
        {BO: 2},
        {BO: 2},
    )
    assert hand.recorded == Row(3, toy.Session(BO, {ANA: 0, BO: 1, CHO: 0}), {BO: 1})


@later_programs
def test_who_recorded_a_line_and_under_which_rules_stays(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing but the line is left of it."""
    shuffled = (m.StartHand(), Shuffle(), Draw(ANA))
    beside = (m.JoinTable("Dan"), m.Adjust({CHO: 2}, "from paper"), m.Penalize(ANA, 1, False, "late"))
    records = log(toy_opening(start=2), *hands(BO), *shuffled, *beside, *hands(DAN), m.StartHand(), Shuffle())
    before = reopen(records).state
    later(monkeypatch)
    after = reopen(records).state
    assert after.stamp == before.stamp
    recorded = [(entry.stamp, entry.rules) for entry in before.entries]
    assert [(entry.stamp, entry.rules) for entry in after.entries] == recorded


def test_what_would_write_a_second_line_today_has_the_one_that_it_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(), m.JoinTable("Dan"), *hands(DAN))
    before, join = sheets(records), m.JoinTable.play

    def welcome(move: m.JoinTable, state: TableState) -> TableState:
        return m.Adjust({DAN: 1}, "welcome").play(join(move, state)) if move.number == DAN else join(move, state)

    monkeypatch.setattr(m.JoinTable, "play", welcome)
    assert sheets(records) == before


@pytest.mark.parametrize(
    ("moves", "number"),
    [
        ((m.StartHand((ANA, BO, CHO)), Draw(BO)), 1),
        ((m.StartHand((ANA, BO, CHO)), m.VoidHand(1, "misdeal")), 1),
        ((m.LimitHands(9), m.Adjust({BO: 1}, "x")), None),
    ],
)
def test_a_line_that_several_moves_wrote_is_a_hand_where_the_last_ended_one(
    moves: tuple[Any, ...], number: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, *recorded = log(toy_opening(), *moves)
    at_once = msgspec.structs.replace(recorded[-1], version=2, moves=tuple(map(encode, moves)))
    refusing_the_deal(monkeypatch)
    monkeypatch.setattr(m.Adjust, "play", lambda _move, _state: 1 / 0)
    *_, lost = reopen([opened, at_once]).state.entries
    assert isinstance(lost, Unplayable)
    assert lost.number == number


def test_a_hand_that_cannot_even_be_dealt_today_keeps_its_number_and_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(), *hands(BO, CHO), m.CorrectHand(2, (Draw(BO),)), m.Adjust({ANA: 1}, "x"))
    refusing_the_deal(monkeypatch)
    state = reopen(records).state
    lost = [entry for entry in state.entries if isinstance(entry, Unplayable)]
    assert [(entry.number, entry.amounts) for entry in lost] == [(1, {BO: 1}), (2, {BO: 1})]
    assert (values(state), state.hand_number) == ({ANA: 1, BO: 2, CHO: 0}, 3)


@later_programs
def test_the_history_tells_every_action(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    records = evening_log()
    before = [line.counts for line in history_lines(records)]
    later(monkeypatch)
    lines = history_lines(records)
    assert [line.counts for line in lines] == before
    assert all(line.says for line in lines)


@later_programs
def test_undo_and_redo_go_through_the_whole_evening(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    records = evening_log()
    later(monkeypatch)
    ledger = now = reopen(records)
    standing = [step.state for step in ledger.steps()]
    for state in standing[1:]:
        now = play(now, m.Undo())
        assert now.state == state
    for state in standing[-2::-1]:
        now = play(now, m.Redo())
        assert now.state == state
    assert not now.undone


ON: list[Any] = [
    m.VoidHand(6, "enough"), m.JoinTable("Eve"), m.Adjust({BO: 1}, "a bonus"), m.VoidHand(3, "no witness"),
    m.CorrectHand(5, (Draw(BO),)), m.CorrectHand(1, (Draw(ANA),)), *hands(CHO, BO),
    *(m.StartHand(), Shuffle(), Draw(CHO)), *(m.Undo(), m.Undo(), m.Redo()), m.BeginSession(), *hands(BO),
]  # fmt: skip
"""What people go on with."""


@later_programs
def test_people_go_on_with_whatever_todays_rules_let_happen(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what they record is stored as what it is then."""
    records = evening_log()
    later(monkeypatch)
    ledger, done = reopen(records), 0
    for move in ON:
        try:
            (ledger,) = steps(ledger, move)
        except (RuleError, ValueError, ZeroDivisionError):
            continue  # what today's rules' code does not have, it does not have
        done += 1
        records.append(encode_last_action(ledger))
        assert same(reopen(records), ledger)
    assert done >= 6


# --- The past is corrected, and hands that are marked are among what follows ---


def test_what_a_marked_hand_gave_is_added_to_the_corrected_past(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(start=2), *hands(BO, CHO), m.Penalize(ANA, 1, False, "x"), *hands(ANA))
    paying_one_more(monkeypatch)
    ledger = play(reopen(records), m.VoidHand(1, "wrong pack"))
    assert values(ledger.state) == {ANA: 2, BO: 2, CHO: 3}
    assert [entry.amounts for entry in ledger.state.entries[3:]] == [{}, {CHO: 1}, {ANA: -1}, {ANA: 1}]
    assert [bool(hand.recorded) for hand in ledger.state.hands] == [False, True, True]
    assert ledger.state.session.begins == ANA, "who begins stays as it was recorded"


def test_a_marked_hand_that_is_corrected_is_what_todays_rules_make_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(), *hands(BO, CHO))
    paying_one_more(monkeypatch)
    ledger = play(reopen(records), m.CorrectHand(1, (Draw(BO),)))
    first, second = ledger.state.hands
    assert (first.recorded, first.amounts, values(ledger.state)) == (None, {BO: 2}, {ANA: 0, BO: 2, CHO: 1})
    assert (second.amounts, second.computed_amounts) == ({CHO: 1}, {CHO: 2})
    assert first.previous_versions[0].amounts == {BO: 1}, "the version before is kept as it was recorded"


@for_each(settling_more_strictly, stumbling_in_mid_hand, ending_earlier)
def test_a_hand_that_cannot_be_played_today_can_be_corrected(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(), m.StartHand(), Shuffle(), Draw(BO), *hands(CHO))
    later(monkeypatch)
    marked = reopen(records).state.hands[0]
    assert marked.recorded
    assert marked.moves == (Shuffle(), Draw(BO)), "its moves are kept, also those that cannot be played"
    ledger = play(reopen(records), m.CorrectHand(1, (Draw(ANA),)))
    assert values(ledger.state) == {ANA: 1, BO: 0, CHO: 1}
    assert ledger.state.hands[0].recorded is None


def test_what_a_newcomer_began_with_stays_after_a_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(), *hands(BO), m.JoinTable("Dan"), *hands(DAN))
    giving_newcomers_more(monkeypatch)
    ledger = play(reopen(records), m.CorrectHand(1, (Draw(CHO),)))
    assert values(ledger.state) == {ANA: 0, BO: 0, CHO: 1, DAN: 1}


def test_a_hand_in_progress_is_added_to_what_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    records = log(toy_opening(), *hands(BO), m.StartHand(), m.JoinTable("Dan"), m.CorrectHand(1, (Draw(CHO),)))
    paying_one_more(monkeypatch)
    ledger = reopen(records)
    assert values(ledger.state) == {ANA: 0, BO: 0, CHO: 1, DAN: 0}
    assert values(play(ledger, Draw(ANA)).state) == {ANA: 2, BO: 0, CHO: 1, DAN: 0}


def test_a_penalty_that_is_something_else_today_is_not_made_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hit something that no standing shows; what is moved along is how everyone stands."""

    def adjust(_rules: Any, session: toy.Session, amounts: Amounts, penalized: int | None) -> toy.Session:
        return session if penalized else toy.adjust_standings(_rules, session, amounts, None)

    monkeypatch.setitem(GAMES, "toy", replace(TOY, adjust_standings=adjust))
    records = log(toy_opening(start=2), *hands(BO), m.Penalize(ANA, 1, False, "late"))
    monkeypatch.setitem(GAMES, "toy", TOY)
    ledger = reopen(records)
    assert values(ledger.state) == {ANA: 2, BO: 3, CHO: 2}
    assert values(play(ledger, m.CorrectHand(1, (Draw(CHO),))).state) == {ANA: 2, BO: 2, CHO: 3}


# --- Rows and what is in them ---


def test_a_plain_move_writes_no_row() -> None:
    ledger = play(toy_table(), m.StartHand(), Shuffle())
    assert all(step.action.rows == () for step in list(ledger.steps())[:-1])


def test_a_correction_writes_the_rows_that_it_changes() -> None:
    ledger = play(toy_table(), *hands(BO, CHO, ANA), m.CorrectHand(2, (Draw(BO),)))
    assert ledger.last is not None
    assert ledger.last.rows is not None
    assert [(row.entry, row.gains) for row in ledger.last.rows] == [(4, {BO: 1}), (5, {ANA: 1})]
    assert require(play(ledger, m.CorrectHand(2, (Draw(BO),))).last).rows == ()


def test_a_row_that_was_refused_marks_its_hand_also_where_it_agrees() -> None:
    """A file of an older program is taken with what today's checks have against it."""
    records = log(toy_opening(), *hands(BO))
    row = Row(3, toy.Session(BO, {ANA: 0, BO: 1, CHO: 0}), {BO: 1}, ("toy.not_seated",))
    (hand,) = reopen([*records[:-1], msgspec.structs.replace(records[-1], rows=encode((row,)))]).state.hands
    assert hand.recorded == row
    assert hand.amounts == hand.computed_amounts


def test_a_log_without_rows_has_those_of_today() -> None:
    records = evening_log()
    older = [msgspec.structs.replace(each, rows=None) for each in records]
    assert same(reopen(older), reopen(records))
    assert not any(isinstance(entry, HandRecord) and entry.recorded for entry in reopen(older).state.entries)
