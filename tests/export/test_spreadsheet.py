"""The spreadsheet: columns that add up, text that no program runs, in the reader's language."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import NoneType

import msgspec
import pytest
from babel import support
from openpyxl import Workbook, load_workbook

import scorekeeper
from scorekeeper.export import export_csv, export_xlsx
from scorekeeper.export.spreadsheet import escape_formula, time_cells
from scorekeeper.export.wording import english
from scorekeeper.games import GAMES
from scorekeeper.house_rules import house_rules
from scorekeeper.messages import Sentence
from scorekeeper.store import Store
from scorekeeper.table import moves as t
from scorekeeper.table.standings_over_time import track_standings
from scorekeeper.table.state import Adjustment, Stamp
from tests.cases import for_each
from tests.export.evenings import (
    ANA,
    BO,
    CHO,
    NAMES,
    Evening,
    mighty_evening,
    random_evening,
    toy_evening,
    zhao_pengyou_evening,
)
from tests.export.test_round_trip import Third, thirds
from tests.toy import TOY, Draw

TRANSLATIONS = Path(scorekeeper.__file__).parent / "translations"


def table(evening: Evening) -> list[list[str]]:
    """The rows of a spreadsheet, its head first."""
    written = export_csv(evening.ledger.state)
    assert written.startswith(b"\xef\xbb\xbf"), "Excel reads Korean only after this mark"
    return list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""), strict=True))


def test_a_row_a_hand_and_a_column_a_player(store: Store) -> None:
    head, *rows = table(mighty_evening(store))
    assert head == [
        *("Hand", "Entry", "Begins", "Contract", "Declarer", "Friend", "Defender"),
        *("Redeals", "Bid", "Trumps", "Friend call", "Points", "Mighty or joker discarded"),
        *("Recorded at", "Recorded at (UTC)", "Time zone", "Result", "Reason"),
        *("Ana", "Bo", "조", "Dan", "Eun"),
    ]
    assert [row[:2] for row in rows] == [
        ["1", "hand"],
        ["2", "hand"],
        ["3", "hand"],
        ["4", "void hand"],
        ["", "penalty"],
        ["", "standing"],
    ]
    assert rows[0][2:13] == [*("Ana", "16♥", "Bo", "Eun", "Ana, 조, Dan"), *("0", "16", "H", "SA", "17", "")]
    assert rows[0][16:18] == ["made with 17", ""]
    assert rows[0][18:] == ["-7", "14", "-7", "-7", "7"]
    assert rows[3][17:] == ["misdeal", "", "", "", "", ""]
    assert rows[4][16:] == ["", "revoke", "-20", "5", "5", "5", "5"]


@for_each("mighty", "zhao_pengyou")
def test_the_columns_do_not_depend_on_what_was_recorded(game: str, *, store: Store) -> None:
    empty = table(Evening(store, game, "pagat", *NAMES))[0]
    played = table({"mighty": mighty_evening, "zhao_pengyou": zhao_pengyou_evening}[game](store))[0]
    assert played[: played.index("Reason")] == empty[: empty.index("Reason")]
    assert {"Defender", "Defending"} & {*empty}


def test_a_line_has_its_time_by_the_clock_of_the_table_and_in_utc(store: Store) -> None:
    """At one in the morning of this day it is one again an hour later in London."""
    state = mighty_evening(store).ledger.state
    stamp = Stamp(1, "2026-10-25T01:10:00.000+00:00")
    cells = time_cells(msgspec.structs.replace(state, zone="Europe/London"), Adjustment(rules=state.rules, stamp=stamp))
    assert list(cells.values()) == ["2026-10-25 01:10:00", "2026-10-25 01:10:00Z", "Europe/London"]
    assert all(row[13:16] != ["", "", ""] for row in table(mighty_evening(store))[1:-1])


def test_every_column_adds_up_to_its_sum(store: Store) -> None:
    """The levels themselves follow below the sum."""
    evenings = [toy_evening(store), mighty_evening(store, "base10"), zhao_pengyou_evening(store)]
    for evening in (*evenings, random_evening(store, "korean40", 3, 150)):
        head, *rows = table(evening)
        players = len(evening.ledger.state.people)
        for column in range(len(head) - players, len(head)):
            sums = [row[1] in ("standing", "gained in all") for row in rows].index(True)
            *amounts, standing = (int(row[column] or 0) for row in rows[: sums + 1])
            assert sum(amounts) == standing


def test_the_standing_of_levels_is_the_levels(store: Store) -> None:
    evening = zhao_pengyou_evening(store)
    *_, gained, standing = table(evening)
    stands = evening.ledger.state.standings.values()
    assert gained[1] == "gained in all"
    assert gained[-len(stands) :] == [str(each.value) for each in stands]
    assert standing[1] == "standing"
    assert standing[-len(stands) :] == [str(each.said.facts["level"]) for each in stands]
    assert gained[-len(stands) :] != standing[-len(stands) :]


@for_each(toy_evening, mighty_evening, zhao_pengyou_evening)
def test_a_workbook_has_the_same_cells(make: Callable[[Store], Evening], *, store: Store) -> None:
    """Numbers are numbers in it, and text needs no apostrophe."""
    evening = make(store)
    sheet = workbook(evening)["Score sheet"]
    assert [["" if cell is None else str(escape_formula(cell)) for cell in row] for row in sheet.values] == table(
        evening
    )
    assert all(type(cell) in (int, NoneType) or kind == "standing" for _, kind, *_, cell in list(sheet.values)[1:])


def workbook(evening: Evening, translate: Callable[[str], str] = english) -> Workbook:
    return load_workbook(io.BytesIO(export_xlsx(evening.ledger.state, translate)))


@for_each(toy_evening, mighty_evening, zhao_pengyou_evening)
def test_a_workbook_has_the_standings_after_every_line(make: Callable[[Store], Evening], *, store: Store) -> None:
    state = (evening := make(store)).ledger.state
    head, *lines = workbook(evening)["Standings"].values
    course = track_standings((*state.entries, *state.pending))
    assert head == ("Hand", *(person.name for person in state.people.values()))
    assert [line[0] for line in lines[: len(course.standings)]] == [0, *course.numbers]
    for line, everyone in zip(lines, course.standings, strict=False):
        assert dict(zip(state.people, line[1:], strict=True)) == {
            player: everyone[player].value if player in everyone else None for player in state.people
        }


def test_levels_are_named_below_their_numbers(store: Store) -> None:
    state = (evening := zhao_pengyou_evening(store)).ledger.state
    *_, last = workbook(evening)["Standings"].values
    assert last == ("standing", *(str(each.said.facts["level"]) for each in state.standings.values()))
    *_, last = workbook(mighty_evening(store))["Standings"].values
    assert last[0] is None, "points need no words"


def test_a_workbook_draws_the_evening_from_its_cells(store: Store) -> None:
    """A line for each player, which follows when somebody changes a cell."""
    (chart,) = workbook(mighty_evening(store))["Standings"]._charts
    assert [line.val.numRef.f for line in chart.series] == [f"Standings!${column}$2:${column}$7" for column in "BCDEF"]
    assert [line.cat.numRef.f for line in chart.series] == ["Standings!$A$2:$A$7"] * 5
    assert [line.tx.strRef.f for line in chart.series] == [f"Standings!${column}$1" for column in "BCDEF"]
    assert workbook(Evening(store, "toy", "plain", "Ana", "Bo"))["Standings"]._charts == [], "nothing to draw yet"


def test_a_workbook_has_the_rules_that_matter_and_what_the_set_has(store: Store) -> None:
    evening = Evening(store, "mighty", "pagat", "Ana", "Bo", "Cho", "Dan", "Eun", min_bid=14)
    head, *lines = workbook(evening)["House rules"].values
    assert head == ("Section", "House rule", "Choice", "International (pagat.com)")
    told = {label: (choice, usual) for _, label, choice, usual in lines}
    assert told["Lowest bid"] == ("14", "13")
    assert told["Highest bid"] == ("20", None)
    rules = evening.ledger.state.rules
    assert list(told) == [each.label for each in house_rules(type(rules)).values() if each.applies(rules)]


@for_each(language=["en", "ko", "ja", "zh_Hans"], make=[mighty_evening, zhao_pengyou_evening])
def test_sheets_are_named_in_every_language(language: str, make: Callable[[Store], Evening], *, store: Store) -> None:
    """The library refuses names that are too long for Excel, or twice the same."""
    words = support.Translations.load(TRANSLATIONS, [language])
    book = workbook(make(store), words.gettext)
    assert book.sheetnames == [words.gettext(name) for name in ("Score sheet", "Standings", "House rules")]
    assert not [cell for row in book[book.sheetnames[2]].values for cell in row if cell and "{" in str(cell)]


def test_a_workbook_has_no_formulas(store: Store) -> None:
    name = '=HYPERLINK("x","Ana")'
    evening = Evening(store, "toy", "plain", name, "@Bo").do(t.Adjust({ANA: 1}, "=1+1"))
    cells = [cell for sheet in workbook(evening) for row in sheet.rows for cell in row]
    assert {name, "@Bo", "=1+1"} <= {cell.value for cell in cells}
    assert {cell.data_type for cell in cells} == {"s", "n"}, "text and numbers"


def test_what_players_began_with_has_a_row(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo", start=2)
    assert [[cell for cell in row[1:] if cell] for row in table(evening)[1:]] == [
        ["start", "2", "2"],
        ["standing", "2", "2"],
    ]
    evening.do(t.StartHand(), t.JoinTable("Cho"), t.JoinTable("Dan"), Draw(BO), t.ChangeRules("plain", {"start": 1}))
    rows = [[row[1], *row[-4:]] for row in table(evening)[1:]]
    assert rows == [
        ["start", "2", "2", "", ""],
        ["hand", "", "1", "", ""],
        ["start", "-1", "-1", "1", "1"],
        ["standing", "1", "2", "1", "1"],
    ]


def test_who_joins_during_a_hand_is_not_left_out(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo", start=2).do(t.StartHand(), t.JoinTable("Cho"))
    assert [row[-1] for row in table(evening)] == ["Cho", "2", "2"]


def test_only_the_present_session_is_told(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo", start=1).do(t.StartHand(), Draw(BO), t.BeginSession())
    assert [row[1:2] + row[-2:] for row in table(evening)[1:]] == [["start", "1", "1"], ["standing", "1", "1"]]


def test_a_game_has_its_own_word_for_who_begins(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {**TOY.sentences, "sheet.begins": Sentence("first at the ladder")}
    monkeypatch.setitem(GAMES, "toy", replace(TOY, sentences=words))
    assert table(Evening(store, "toy", "plain", "Ana"))[0][2] == "First at the ladder"


def test_players_in_facts_have_their_names(store: Store) -> None:
    head, hand, _ = table(Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(BO)))
    assert dict(zip(head, hand, strict=True))["winner"] == "Bo"


def test_lines_end_as_the_standard_has_them(store: Store) -> None:
    evening = Evening(store, "toy", "plain", 'Ana "A", B', "Bo").do(t.Adjust({ANA: 1}, "a, b"))
    written = export_csv(evening.ledger.state).decode("utf-8-sig")
    assert written.endswith("\r\n")
    assert written.count("\n") == written.count("\r\n") == 3
    assert '"Ana ""A"", B"' in written
    assert '"a, b"' in written


def test_fractions_are_numbers_to_a_spreadsheet(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "thirds", thirds())
    evening = Evening(store, "thirds", "plain", "Ana", "Bo", "Cho", "Dan").do(t.StartHand(), Third(CHO))
    assert table(evening)[1][-4:] == ["-0.333333", "-0.333333", "1", "-0.333333"]
    assert evening.ledger.state.standings[ANA].value == Fraction(-1, 3)


@for_each(
    "=1+1",
    "+82 10",
    "-2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "\u00a0=1",
    "\u200d=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
    "﹦1",
    "⁼1",
    '=HYPERLINK("http://example.com")',
    "=cmd|' /C calc'!A0",
)
def test_text_like_a_formula_is_made_harmless(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@for_each(
    ("x;=1+1", "x;'=1+1"),
    (";=1", ";'=1"),
    ("x; ＝1", "x; '＝1"),
    ("x\n=1", "x\n'=1"),
    ("x\t;@A1", "x\t;'@A1"),
    ("=1;=2;-3", "'=1;'=2;'-3"),
    ("\t;=1", "'\t;'=1"),
)
def test_text_like_a_formula_after_a_semicolon_is_made_harmless(text: str, written: str) -> None:
    """Excel splits lines there in most of Europe, and knows no quotes in the middle of what is a cell to it."""
    assert escape_formula(text) == written


@for_each("Ana", "조민수", "1=1", "A-1", "a, -1", "a; b", "x;", "'=1", "", "−3", "♠A", -7, 0, None, -0.5)
def test_everything_else_stays_as_it_is(cell: str | int | None) -> None:
    assert escape_formula(cell) == cell


def test_names_and_reasons_like_formulas(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "=1+1", "@Bo", "＋Cho").do(
        t.StartHand(), Draw(BO), t.Adjust({BO: -1}, "-1")
    )
    head, hand, adjustment, standing = table(evening)
    assert head[-3:] == ["'=1+1", "'@Bo", "'＋Cho"]
    assert (hand[2], hand[4]) == ("'=1+1", "'@Bo"), "who began and the winner"
    assert adjustment[-4] == "'-1"
    assert (adjustment[-2], standing[-3:]) == ("-1", ["0", "0", "0"]), "numbers stay numbers"


def test_in_another_language(store: Store) -> None:
    def shout(text: str) -> str:
        return text.upper().replace("{WINNER}", "{winner}")

    evening = Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(BO))
    head, hand, *_ = export_csv(evening.ledger.state, shout).decode("utf-8-sig").splitlines()
    times = "RECORDED AT,RECORDED AT (UTC),TIME ZONE"
    assert head == f"HAND,ENTRY,BEGINS,CONTRACT,WINNER,OTHER,strides,winner,{times},RESULT,REASON,Ana,Bo"
    assert hand.startswith("1,HAND,Ana,,Bo,Ana,1,Bo,")
    assert hand.endswith(",Bo WON.,,,1")
