"""Whole evenings as golden files: one line a hand, with dealer, first bidder, payments and the standings after it.

The numbers are checked twice: against the rulebooks, computed on paper (`paper`, `paper_payments`) by code that knows
nothing of the program; and against the program, which plays every move through a store.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.bookkeeper import Bookkeeper, Recorder, fold_log
from scorekeeper.games import mighty
from scorekeeper.settlement import Settlement
from scorekeeper.store import StoredAction, open_store
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import HandRecord, score_sheet
from tests.cases import require
from tests.evenings import paper
from tests.evenings.paper_payments import PRESETS
from tests.evenings.script import parse_move
from tests.table.tables import same, values

HERE = Path(__file__).parent
Line = dict[str, Any]


@cache
def load_golden(preset: str) -> dict[str, Any]:
    evening: dict[str, Any] = json.loads((HERE / f"{preset}.json").read_text())
    return evening


def format_column(amounts: Mapping[int, Any], people: list[int], form: str = "") -> str:
    """Format a row of the score sheet by player number; a dot marks players without a part in it."""
    return " ".join(
        format(amounts[player], form if amounts[player] else "") if player in amounts else "." for player in people
    )


@dataclass
class PlayedEvening:
    """An evening as the program played it: the ledger after every move and after every line, and the log."""

    ledgers: list[Ledger] = field(default_factory=list)
    after_line: list[Ledger] = field(default_factory=list)
    records: list[StoredAction] = field(default_factory=list)


@cache
def play_evening(preset: str) -> PlayedEvening:
    """Play an evening move by move through a store."""
    evening, result = load_golden(preset), PlayedEvening()
    with open_store(":memory:") as store:
        books = Bookkeeper(store.events)
        table = books.create(m.CreateTable("mighty", preset, {}, tuple(evening["players"])), Recorder())
        ledger = books.ledger(table)
        result.ledgers.append(ledger)
        for line in evening["evening"]:
            for step in join_steps(line).split(", "):
                key = f"step-{len(result.ledgers)}"
                ledger = books.record(table, parse_move(step), version=ledger.version, recorder=Recorder(), key=key)
                result.ledgers.append(ledger)
            result.after_line.append(ledger)
        result.records = store.events.load(table)
    return result


def join_steps(line: Line) -> str:
    script: str = line.get("play") or line["table"]
    return script


def pair_lines(preset: str) -> Iterator[tuple[Line, Ledger]]:
    return zip(load_golden(preset)["evening"], play_evening(preset).after_line, strict=True)


# --- The numbers ---
@pytest.mark.parametrize("preset", PRESETS)
def test_every_number_follows_from_the_rulebooks(preset: str) -> None:
    evening = load_golden(preset)
    table = paper.open_table(preset, len(evening["players"]))
    for line in evening["evening"]:
        paper.apply_line(table, join_steps(line))
        people = sorted(table.starts)
        expected: Line = {**line, "stands": format_column(table.add_up(), people)}
        if "hand" in line:
            hand = table.hands[-1]
            expected |= {"hand": len(table.hands), "dealer": hand.dealer, "first": hand.first, "score": hand.score}
            expected |= {"pays": format_column(hand.amounts, people, "+")}
        assert line == with_ending(expected, table.find_ending())


@pytest.mark.parametrize("preset", PRESETS)
def test_the_program_plays_every_line_and_the_ending_as_they_are_written(preset: str) -> None:
    for line, ledger in pair_lines(preset):
        state = ledger.state
        expected: Line = {**line, "stands": format_column(values(state), list(state.people))}
        if "hand" in line:
            expected |= describe_hand(state.hands[-1], list(state.people))
        assert line == with_ending(expected, state.ending.why.code.removeprefix("ending.") if state.ending else "")
    ending = require(play_evening(preset).after_line[-1].state.ending)
    assert load_golden(preset)["ends"] == [list(group) for group in ending.ranking]


def with_ending(line: Line, why: str) -> Line:
    """Return the line with why the session is over after it, or without."""
    return {**{key: value for key, value in line.items() if key != "over"}, **({"over": why} if why else {})}


def describe_hand(record: HandRecord, people: list[int]) -> Line:
    as_dealt = record.redeal(mighty.GAME).hand.session
    return {
        "hand": record.number,
        "dealer": as_dealt.begins,
        "first": as_dealt.first,
        "score": describe_score(record.settlement) if record.settlement else "",
        "pays": format_column(record.amounts, people, "+"),
    }


def describe_score(settlement: Settlement[int]) -> str:
    """Format the steps of a payment: "4 ×2 no trump = 8"."""
    (account,) = settlement.accounts
    start = sum(int(step.amount) for step in account.steps if step.effect == "add")
    why = [step.why.code.removeprefix("score.").replace("_", " ") for step in account.steps if step.effect == "times"]
    return " ".join([str(start), *(f"×2 {rule}" for rule in why), *([f"= {account.total}"] if why else [])])


@pytest.mark.parametrize("preset", PRESETS)
def test_program_and_paper_agree_on_every_hand_after_every_line(preset: str) -> None:
    """Earlier hands included: those corrected or voided later, and the dealers after them."""
    table = paper.open_table(preset, len(load_golden(preset)["players"]))
    for line, ledger in pair_lines(preset):
        paper.apply_line(table, join_steps(line))
        people = sorted(table.starts)
        on_paper = [(hand.dealer, hand.first, format_column(hand.amounts, people, "+")) for hand in table.hands]
        told = [describe_hand(hand, people) for hand in ledger.state.hands]
        assert [(hand["dealer"], hand["first"], hand["pays"]) for hand in told] == on_paper


# --- The log ---
@pytest.mark.parametrize("preset", PRESETS)
def test_the_log_replayed_action_by_action_is_every_ledger_on_the_way(preset: str) -> None:
    """Folding each action onto the ledger before, or after each line the whole log, gives the ledger of that time."""
    records = play_evening(preset).records
    ledger = Ledger()
    for shown, action in zip(play_evening(preset).ledgers, records, strict=True):
        ledger = fold_log([action], ledger)
        assert ledger.version == shown.version
        assert ledger.state == shown.state
    for shown in play_evening(preset).after_line:
        assert same(fold_log(records[: shown.version]), shown)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand_pays_what_the_next_ones_are_added_to(preset: str) -> None:
    for ledger in play_evening(preset).after_line:
        rows = list(score_sheet(ledger.state.entries))
        assert all(sum(row.amounts.values()) == 0 for row in rows if row.hand)
        standing = ledger.state.standings
        assert not rows or rows[-1].standings.items() <= standing.items(), "who joined since is on no line yet"


# --- What the evenings are made of ---
@pytest.mark.parametrize("preset", PRESETS)
def test_a_golden_file_is_one_line_a_hand(preset: str) -> None:
    evening = load_golden(preset)
    written = ",\n".join(f"    {json.dumps(line, ensure_ascii=False)}" for line in evening["evening"])
    players = json.dumps(evening["players"], ensure_ascii=False)
    assert (HERE / f"{preset}.json").read_text() == (
        f'{{\n  "preset": "{preset}",\n  "players": {players},\n  "evening": [\n{written}\n  ],\n'
        f'  "ends": {json.dumps(evening["ends"])}\n}}\n'
    )


CONTENTS = {
    "a bid in a suit": r"\d 1\d[SHDC]\b",
    "a bid without trumps": r"\d 1\dNT",
    "a pass": r"\d -",
    "an auction cut short": "declares",
    "a contract changed after the kitty": "kitty.*, change",
    "a called card": "call [SHDC]",
    "the joker called": "call JK",
    "no friend": "call none",
    "a friend by name": "call player",
    "a hand counted trick by trick": r"(\d:\d.*){10}",
    "a friend shown": "shows",
    "a result alone": "whole",
    "a void hand in progress": r"deal.*void \d",
    "a past hand given up": r"^void \d",
    "a correction": "correct",
    "undo and redo": "undo.*redo",
    "something else after undo": "undo, (?!redo)",
    "a penalty": "fine",
    "a change by hand": "adjust",
    "a new name": "rename",
    "someone who leaves": "leave",
    "someone who joins": "join",
    "someone who comes back": "back",
    "other seats": "swap",
    "other rules": "rules",
    "another dealer": "by",
    "five of six": "deal to",
}
"""Patterns that occur in the scripts of every evening."""

PARTICULAR = {
    "pagat": {
        "a claim with the hand shown": "claim . S",
        "everyone passes": r"(\d -, ){5}",
        "the first trick, won by the declarer": "first_trick.*alone",
        "a card of one's own": "call [SHDC]\\S*, result \\d+ alone",
        "a suit asked for": "call HK>H",
    },
    "base10": {
        "a claim": "claim",
        "a contract changed before the kitty": "change .*kitty",
        "and once more after it": "change .*kitty, change",
        "the first trick, won by the declarer": "first_trick.*alone",
        "a card of one's own, which is not allowed": "call [SHDC]\\S*, result \\d+ alone own",
    },
    "korean40": {
        "a claim with a token": "claim",
        "a 20 that ends the auction": r"\d 20[SHDC], kitty",
        "the first trick, won by the declarer": "first_trick.*alone",
    },
    "wikipedia_ja": {
        "an exposed kitty": "kitty [SHDC]",
        "everyone passes twice": r"(\d -, ){10}",
        "a second chance": r"deal, (\d -, ){5,9}\d 1",
        "a called card that was in the kitty": "call [SHDC]\\S*, result \\d+ alone",
    },
}


@pytest.mark.parametrize("preset", PRESETS)
def test_an_evening_has_everything_and_every_double_its_rules_know(preset: str) -> None:
    scripts = [join_steps(line) for line in load_golden(preset)["evening"]]
    missing = [
        what
        for what, written in (CONTENTS | PARTICULAR[preset]).items()
        if not any(re.search(written, script) for script in scripts)
    ]
    assert missing == []
    assert sum("hand" in line for line in load_golden(preset)["evening"]) >= 20
    scores = " ".join(line.get("score", "") for line in load_golden(preset)["evening"])
    assert DOUBLES[preset] <= {why for why in DOUBLES["pagat"] if f"×2 {why}" in scores}
    assert re.search(r"×2 [a-z ]+×2", scores) or not DOUBLES[preset], "two doubles make ×4"


DOUBLES = {
    "pagat": {"run", "back run", "no trump", "no friend"},
    "base10": {"run", "back run", "no trump"},
    "korean40": {"run", "back run", "no trump", "no friend"},
    "wikipedia_ja": set[str](),
}
