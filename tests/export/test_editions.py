"""A file of an older edition is kept as it was written and marked, where its figures agree; else it is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from scorekeeper.bookkeeper import Bookkeeper, fold_log
from scorekeeper.errors import RuleError, problem
from scorekeeper.export import check_document, export_csv, export_document, import_document
from scorekeeper.export.document import GainPart
from scorekeeper.export.replay import NEVER_RECORDED
from scorekeeper.export.verification import COMPARED
from scorekeeper.export.wording import tell
from scorekeeper.games import GAMES
from scorekeeper.games.game import EDITION
from scorekeeper.house_rules import house_rules
from scorekeeper.store import Store
from scorekeeper.table import moves as t
from tests.cases import for_each
from tests.export.evenings import (
    ANA,
    BO,
    CHO,
    Evening,
    mighty_evening,
    random_evening,
    toy_evening,
    zhao_pengyou_evening,
)
from tests.export.test_bad_input import correction, entry
from tests.table.tables import same
from tests.toy import TOY, Draw, Hand, move_winner_up

Json = dict[str, Any]


def export_table(evening: Evening) -> Json:
    document: Json = json.loads(export_document(evening.store.events, evening.id))
    return document


def make_older(document: Json) -> bytes:
    """A document as if the edition before this one had written it."""
    return json.dumps({**document, "edition": EDITION - 1}).encode()


def refusals(data: bytes) -> list[str]:
    """Every reason against a file, in English."""
    with pytest.raises(RuleError) as refused:
        check_document(data)
    return [tell(each) for each in refused.value.problems]


@pytest.fixture
def evening(store: Store) -> Evening:
    """Three hands of the toy game, and a rung by hand."""
    evening = Evening(store, "toy", "plain", "Ana", "Bo", "Cho").do(t.StartHand(), Draw(BO), t.StartHand(), Draw(CHO))
    return evening.do(t.Adjust({ANA: 1}, "found"), t.StartHand(), Draw(BO))


# --- What stays as it was ---


@for_each(
    *(toy_evening, mighty_evening, zhao_pengyou_evening),
    lambda store: random_evening(store, "base10", 1, 120),
)
def test_an_older_file_is_kept_and_says_so_ever_after(made: Callable[[Store], Evening], *, store: Store) -> None:
    original = made(store)
    document = export_table(original)
    table = import_document(store.events, make_older(document))
    kept = Bookkeeper(store.events).ledger(table)
    assert kept.state.kept_from == EDITION - 1
    state = msgspec.structs.replace(kept.state, kept_from=None, sheets=())
    assert state == msgspec.structs.replace(without_devices(original), sheets=())
    again = json.loads(export_document(store.events, table))
    assert again["edition"] == EDITION - 1
    assert again["log"][0]["moves"][0]["kept_from"] == EDITION - 1
    assert [again[part] for part in COMPARED] == [document[part] for part in COMPARED]
    once_more = import_document(store.events, export_document(store.events, table))
    assert same(Bookkeeper(store.events).ledger(once_more), kept), "it is treated the same"


def without_devices(evening: Evening) -> Any:
    actions = evening.store.events.load(evening.id)
    return fold_log(msgspec.structs.replace(action, device=None) for action in actions).state


def test_a_kept_table_goes_on_and_is_kept_again(store: Store, evening: Evening) -> None:
    evening.id = import_document(store.events, make_older(export_table(evening)))
    evening.do(t.CorrectHand(1, (Draw(CHO),)), t.StartHand(), Draw(ANA), t.Undo())
    written = export_table(evening)
    assert written["edition"] == EDITION - 1, "the oldest that recorded anything"
    again = json.loads(
        export_document(store.events, import_document(store.events, export_document(store.events, evening.id)))
    )
    assert again | {"exported": ""} == written | {"exported": ""}


# --- What today's checks would refuse ---

BELOW, LOW = "toy.below_the_ladder", "Nobody stands below the ladder."


class StricterDraw(Draw, tag="toy.draw"):
    """A draw as a later edition has it, in which Bo may not win."""

    def check(self, hand: Hand) -> Any:
        yield from super().check(hand)
        if self.winner == BO:
            yield problem(BELOW)


def stricter_toy() -> Any:
    """The toy game of that edition."""
    return toy_with(StricterDraw)


def toy_with(draw: type[Draw]) -> Any:
    """The toy game with another draw."""
    moves = (draw, TOY.moves[1])
    return replace(TOY, phases={**TOY.phases, "draw": TOY.phases["draw"]._replace(moves=moves)})


@pytest.fixture(autouse=True)
def _forget_types() -> Any:
    """Decoders of moves are cached by the key of the game."""
    yield
    for cached in (t.move_type, t.move_decoder, t.rows_decoder):
        cached.cache_clear()


def play_by(monkeypatch: pytest.MonkeyPatch, game: Any) -> None:
    """From now on the toy game is `game`."""
    monkeypatch.setitem(GAMES, "toy", game)
    for cached in (t.move_type, t.move_decoder, t.rows_decoder):
        cached.cache_clear()


def test_what_today_would_refuse_is_kept_and_marked(
    store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = export_table(evening)
    play_by(monkeypatch, stricter_toy())
    assert refusals(json.dumps(document).encode()) == [f"Entry 3 of the log is against the rules: {LOW}"]
    table = import_document(store.events, make_older(document))
    again = json.loads(export_document(store.events, table))
    assert [hand["refused"] for hand in again["hands"]] == [[BELOW], [], [BELOW]]
    assert [(hand["gains"], hand["today"]) for hand in again["hands"]] == [
        (hand["gains"], None) for hand in document["hands"]
    ]
    assert [row["refused"] for action in again["log"] for row in action["rows"] if row["refused"]] == [[BELOW]] * 2
    assert same(check_document(make_older(again)).ledger, Bookkeeper(store.events).ledger(table))


def test_what_is_against_a_correction_or_a_change_by_hand_is_marked(
    store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.do(t.CorrectHand(2, (Draw(BO),)), t.CorrectHand(1, (Draw(CHO),)), t.Undo(), t.Redo())
    document = export_table(evening)
    play_by(monkeypatch, replace(stricter_toy(), check_adjustment=lambda *_: [problem(BELOW)]))
    kept = check_document(make_older(document))
    assert [hand.refused for hand in kept.document.hands] == [(), (BELOW,), (BELOW,)]
    assert [each.refused for each in kept.document.adjustments] == [(BELOW,)]
    assert fold_log(kept.log) == kept.ledger


def test_a_correction_that_changes_no_figure_is_marked_too(
    store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = export_table(evening.do(t.CorrectHand(3, (Draw(BO),))))
    play_by(monkeypatch, stricter_toy())
    assert [hand.refused for hand in check_document(make_older(document)).document.hands] == [(BELOW,), (), (BELOW,)]


def test_what_was_refused_and_taken_back_is_not_marked(
    store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = export_table(evening.do(t.Undo(), Draw(CHO)))
    play_by(monkeypatch, stricter_toy())
    kept = check_document(make_older(document))
    assert [hand.refused for hand in kept.document.hands] == [(BELOW,), (), ()]
    assert fold_log(kept.log) == kept.ledger


def settle_higher(hand: Hand) -> Hand:
    """The hand as a later edition counts it: one rung more."""
    climbs = move_winner_up(msgspec.structs.replace(hand, rules=replace(hand.rules, strides=hand.rules.strides + 1)))
    return msgspec.structs.replace(climbs, rules=hand.rules)


class HigherDraw(Draw, tag="toy.draw"):
    """A draw of that edition."""

    def play(self, hand: Hand) -> Hand:
        return settle_higher(msgspec.structs.replace(hand, winner=self.winner))


def higher_toy(draw: type[Draw]) -> Any:
    """The toy game of that edition."""
    return replace(toy_with(draw), rebase_hand=lambda hand, session: settle_higher(TOY.rebase_hand(hand, session)))


def test_what_today_would_count_otherwise_stays_as_it_was_paid(
    store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = export_table(evening)
    play_by(monkeypatch, higher_toy(HigherDraw))
    kept = check_document(make_older(document))
    first, *_ = kept.document.hands
    assert (first.gains[BO].amount, first.gains[BO].said, first.today) == (1, None, {BO: 2})
    assert {player: total.value for player, total in kept.document.totals.items()} == {ANA: 1, BO: 2, CHO: 1}
    assert fold_log(kept.log) == kept.ledger
    assert export_csv(kept.ledger.state).decode().splitlines()[-1].endswith("standing,,,,,,,,,,,,1,2,1")


class HigherAndStricterDraw(HigherDraw, StricterDraw, tag="toy.draw"):
    """Both at once."""


def test_marks_stay_when_the_past_is_corrected(store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    document = export_table(evening.do(t.CorrectHand(2, (Draw(ANA),))))
    play_by(monkeypatch, higher_toy(HigherAndStricterDraw))
    kept = check_document(make_older(document))
    assert [(hand.refused, hand.today) for hand in kept.document.hands] == [
        *(((BELOW,), {BO: 2}), ((), {ANA: 2}), ((BELOW,), {BO: 2}))
    ]
    assert fold_log(kept.log) == kept.ledger


class UnplayableDraw(Draw, tag="toy.draw"):
    """A draw that a later edition cannot play any more."""

    def play(self, hand: Hand) -> Hand:
        raise ValueError(hand)


def test_what_cannot_be_played_any_more_is_left_with_its_row(
    store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = export_table(evening)
    play_by(monkeypatch, toy_with(UnplayableDraw))
    kept = check_document(make_older(document))
    assert [(hand.gains, hand.result, hand.today) for hand in kept.document.hands] == [
        ({player: GainPart(amount=1, said=None)}, None, {}) for player in (BO, CHO, BO)
    ]
    assert fold_log(kept.log) == kept.ledger


# --- What is refused all the same ---

ROW = "Entry 3 of the log, rows.0.session.{}: the file says {}, but its log makes that {}."


@for_each(
    ("a gain", lambda d: d["hands"][0]["gains"]["2"].update(amount=3),
     "Hand 1, gain of Bo: the file says 3, but its log makes that 1."),
    ("a standing", lambda d: d["hands"][1]["standings"]["2"].update(value=3),
     "Hand 2, standing of Bo: the file says 3, but its log makes that 1."),
    ("a total", lambda d: d["totals"]["3"].update(value=3),
     "Total of Cho: the file says 3, but its log makes that 1."),
    ("an adjustment", lambda d: d["adjustments"][0]["gains"].update({"1": 3}),
     "Adjustment 1, gain of Ana: the file says 3, but its log makes that 1."),
    ("a name", lambda d: d["players"][0].update(name="Anna"),
     "Player 1, name: the file says Anna, but its log makes that Ana."),
    ("the seats", lambda d: d["table"].update(seating=[2, 1, 3]),
     "table.seating.0: the file says 2, but its log makes that 1."),
    ("who played", lambda d: d["hands"][0].update(seats=[1, 2]),
     "Hand 1, seats.count: the file says 2, but its log makes that 3."),
    ("a hand too many", lambda d: d["hands"].append(d["hands"][0]),
     "Number of entries in hands: the file says 4, but its log makes that 3."),
    ("a gain in a row", lambda d: d["log"][2]["rows"][0]["gains"].update({"2": 3}), ROW.format(2, 1, 3)),
    ("a standing in a row", lambda d: d["log"][2]["rows"][0]["session"]["rungs"].update({"1": 3}), ROW.format(1, 3, 0)),
    ("a row that is gone", lambda d: d["log"][2]["rows"].clear(),
     "Entry 4 of the log is against the rules: A hand is being played."),
    ("a row twice", lambda d: d["log"][2]["rows"].append(d["log"][2]["rows"][0]),
     "Entry 3 of the log does not follow from those before it."),
    ("a row far away", lambda d: d["log"][2]["rows"][0].update(entry=77),
     "Entry 3 of the log does not follow from those before it."),
    ("a row of the log and the hand, but no total", lambda d: [
        d["log"][2]["rows"][0]["gains"].update({"2": 3}),
        d["log"][2]["rows"][0]["session"]["rungs"].update({"2": 3}),
        d["hands"][0]["gains"]["2"].update(amount=3),
        d["hands"][0]["standings"]["2"].update(value=3)],
     "Entry 5 of the log, rows.0.session.2: the file says 1, but its log makes that 3."),
)  # fmt: skip
def test_figures_that_disagree_are_refused(
    about: str, spoil: Callable[[Json], Any], told: str, *, evening: Evening
) -> None:
    document = export_table(evening)
    spoil(document)
    (refused,) = refusals(make_older(document))
    assert refused.startswith(told)


def test_figures_of_an_earlier_session_that_disagree_are_refused(store: Store) -> None:
    document = export_table(toy_evening(store))
    document["sheets"][0]["hands"][1]["gains"]["3"]["amount"] = 2
    assert refusals(make_older(document)) == [
        "Session 1: Hand 2, gain of Cho: the file says 2, but its log makes that 1."
    ]


FREE = 9
"""The version after the evening."""

NOBODY = "Entry {} of the log is against the rules: There is no such player at this table."

STRANGERS: list[tuple[str, Any]] = [
    ("a change by hand", t.Adjust({99: 1}, "x")),
    ("a penalty", t.Penalize(99, 1, False, "x")),
    ("somebody left", t.LeaveTable(99)),
    ("two change places", t.SwapSeats(ANA, 99)),
    ("seats are drawn", t.DrawSeats((ANA, 99))),
    ("who is drawn to begin", t.DrawLeader(99)),
    ("who is dealt to", t.StartHand((ANA, 99))),
    ("who begins", t.StartHand((ANA, BO), leader=99)),
    ("who wins", Draw(99)),
    ("who won", correction(Draw(99))),
]


@pytest.mark.parametrize(
    "written", [make_older, lambda document: json.dumps(document).encode()], ids=["older", "present"]
)
@pytest.mark.parametrize(("about", "move"), STRANGERS, ids=[row[0] for row in STRANGERS])
def test_player_99_is_nobody(about: str, move: Any, written: Callable[[Json], bytes], evening: Evening) -> None:
    evening.do(*[t.StartHand()] if isinstance(move, Draw) else [])
    document = export_table(evening)
    number = len(document["log"]) + 1
    document["log"].append(entry(number, move))
    refused = refusals(written(document))
    assert all(each.startswith(f"Entry {number} of the log is against the rules: ") for each in refused)
    assert written is not make_older or refused == [NOBODY.format(number)]


def test_a_hand_is_played_by_those_who_sit_at_it(evening: Evening) -> None:
    document = export_table(evening.do(t.StartHand((ANA, BO))))
    document["log"].append(entry(FREE + 1, Draw(CHO)))
    assert refusals(make_older(document)) == [NOBODY.format(FREE + 1)]


def test_a_call_is_for_somebody_at_the_table(store: Store) -> None:
    """Players are found wherever they are: this one stands in the text of a call."""
    document = export_table(mighty_evening(store))
    document["log"][4]["moves"][0]["call"] = "player:99"
    assert refusals(make_older(document)) == [NOBODY.format(5)]


@for_each("gains", "rungs", "begins")
def test_rows_are_about_somebody_at_the_table(part: str, *, evening: Evening) -> None:
    document = export_table(evening)
    row = document["log"][2]["rows"][0]
    if part == "begins":
        row["session"]["begins"] = 99
    else:
        (row if part == "gains" else row["session"])[part]["99"] = 1
    assert refusals(make_older(document)) == [NOBODY.format(3)]


def test_everybody_at_the_table_stands_somewhere(evening: Evening) -> None:
    document = export_table(evening)
    del document["log"][0]["rows"][2]["session"]["rungs"]["3"]
    assert refusals(make_older(document)) == [NOBODY.format(1)]


IMPOSSIBLE = "Entry {} of the log does not follow from those before it."
AGAINST = "Entry {} of the log is against the rules: {}"


@for_each(
    ("a move of nothing", [entry(FREE + 1, t.EndSession())],
     "Entries of the log are missing or out of order; entry 9 should come next."),
    ("an unknown move", [entry(FREE, {"type": "toy.jump"})], f"Entry {FREE} of the log cannot be read."),
    ("no time", [entry(FREE, t.EndSession(), at="late")],
     f"Entry {FREE} of the log has no valid time."),
    ("another table", [entry(FREE, t.CreateTable("toy", "plain"))],
     AGAINST.format(FREE, "That cannot be recorded here.")),
    ("two moves of a table at once", [entry(FREE, t.EndSession(), t.ResumeSession())], IMPOSSIBLE.format(FREE)),
    ("a draw without a hand", [entry(FREE, Draw(1))],
     AGAINST.format(FREE, "No hand is being played. Start the next one first.")),
    ("a hand that cannot be dealt", [entry(FREE, t.StartHand((1,)))],
     AGAINST.format(FREE, "1 cannot play: from 2 to 4 players can.")),
    ("nothing to record again", [entry(FREE, t.Redo())], AGAINST.format(FREE, "There is nothing to redo.")),
    ("everything taken back", [entry(FREE + each, t.Undo()) for each in range(9)],
     AGAINST.format(FREE + 7, "There is nothing to undo.")),
    ("rules of no preset", [entry(FREE, t.ChangeRules("chess"))],
     AGAINST.format(FREE, "There are no rules called chess.")),
    ("a choice that there is not", [entry(FREE, t.ChangeRules("plain", {"top": 99}))],
     AGAINST.format(FREE, "99 is not a choice of “Highest rung”.")),
    ("a correction of a hand that was not played", [entry(FREE, correction(number=7))],
     AGAINST.format(FREE, "There is no hand 7.")),
    ("more people than a table has", [entry(FREE + each, t.JoinTable(f"P{each}")) for each in range(20)],
     AGAINST.format(FREE + 9, "A table has at most 12 players.")),
    ("more than can be told", [entry(FREE, t.Adjust({1: 10**30}, "x"))],
     AGAINST.format(FREE, "Amounts go from −10000 to 10000.")),
)  # fmt: skip
def test_what_no_edition_let_anybody_do(about: str, more: list[Any], told: str, *, evening: Evening) -> None:
    document = export_table(evening)
    assert refusals(make_older({**document, "log": [*document["log"], *more]})) == [told]


@for_each(*GAMES)
def test_no_edition_let_a_value_pass_that_is_no_choice(game: str) -> None:
    """Each rule refuses a text that is no choice with a code that files never pass with."""
    codes = {rule.refuse_value("none").code for rule in house_rules(GAMES[game].rules).values()}
    assert "rules.not_a_choice" in codes
    assert codes <= NEVER_RECORDED


def test_a_move_that_raises_with_nothing_recorded_for_it(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    document = export_table(evening)
    document["log"][2]["rows"].clear()
    play_by(monkeypatch, toy_with(UnplayableDraw))
    assert refusals(make_older(document)) == [IMPOSSIBLE.format(3)]


@for_each(mighty_evening, zhao_pengyou_evening)
def test_a_file_that_is_older_than_a_house_rule_opens(play: Callable[[Store], Evening], *, store: Store) -> None:
    """The rule has its default, and nothing else is different."""
    evening = play(store)
    document = export_table(evening)
    (opening,) = document["log"][0]["moves"]
    defaults = GAMES[opening["game"]].rules().as_dict()
    newest = next(key for key in reversed(defaults) if opening["rules"][key] == defaults[key])
    moves = (move for action in document["log"] for move in action["moves"])
    for told in (*moves, document["table"], *document["sheets"]):
        told.get("rules", {}).pop(newest, None)
    opened, now = check_document(json.dumps(document).encode()).ledger.state, evening.ledger.state
    assert (opened.rules, opened.standings, opened.people) == (now.rules, now.standings, now.people)
