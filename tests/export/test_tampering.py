"""A file in which anything is not what its log makes is refused, and the first such thing is named."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache, reduce
from typing import Any

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.export import check_document, export_document
from scorekeeper.export.wording import tell
from scorekeeper.store import Store, open_store
from tests.export.evenings import (
    BO,
    EUN,
    NAMES,
    Evening,
    auctioned_hand,
    mighty_evening,
    toy_evening,
    whole_hand,
    zhao_pengyou_evening,
)
from tests.tiers import FULL

pytestmark = pytest.mark.exhaustive

Path = tuple[str | int, ...]

COMPARED = ("hands", "adjustments", "sheets", "totals", "players", "table")


@cache
def document(game: str) -> dict[str, Any]:
    """The document of one evening. It is shared: change a copy."""
    with open_store(":memory:") as store:
        evening = toy_evening(store) if game == "toy" else mighty_evening(store)
        written: dict[str, Any] = json.loads(export_document(store.events, evening.id))
        return written


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of everything that is neither object nor list, and of every list and object without anything in it."""
    children = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    for key, child in children:
        yield from leaves(child, (*path, key))
    if not children:
        yield path


def value_at(value: Any, path: Path) -> Any:
    return reduce(lambda inner, key: inner[key], path, value)


def change_document(original: dict[str, Any], path: Path, new: Any) -> bytes:
    """The document with something else in one place."""
    copy = deepcopy(original)
    value_at(copy, path[:-1])[path[-1]] = new
    return json.dumps(copy).encode()


def other_value(value: Any) -> Any:
    """Something of the same kind, where that is possible."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "0"
        case list():
            return [1]
        case dict():
            return {"1": 1}
        case _:
            return "something"


def refusal(data: bytes) -> RuleError:
    with pytest.raises(RuleError) as refused:
        check_document(data)
    assert all(tell(problem) for problem in refused.value.problems), "every reason has its words"
    return refused.value


def whole_evening(game: str) -> list[Path]:
    every = [path for path in leaves(document(game)) if path[0] in COMPARED]
    return every if FULL else [*{kind_of(path): path for path in every}.values()]


def kind_of(path: Path) -> Path:
    """Return a path without its numbers. The sample changes one value of each kind."""
    return tuple("n" if isinstance(part, int) or part.isdecimal() else part for part in path)


@pytest.mark.parametrize("game", ["toy", "mighty"])
def test_every_value_outside_the_log_is_compared(game: str) -> None:
    original = document(game)
    for path in whole_evening(game):
        refused = refusal(change_document(original, path, other_value(value_at(original, path))))
        assert refused.code in ("import.disagrees", "import.malformed", "game.unknown"), path
        if isinstance(value_at(original, path), (int, str)) and path[-1] != "effect":
            assert refused.code != "import.malformed", path


CODES = ("import.disagrees", "import.missing_field", "import.malformed", "import.not_ours")


@pytest.mark.parametrize("game", ["toy", "mighty"])
def test_every_value_outside_the_log_is_missed(game: str) -> None:
    """But for the time zone of a table that has none: files of before do not tell it."""
    original = document(game)
    for path in [*whole_evening(game), *((part,) for part in original)]:
        if path == ("table", "zone"):
            continue
        copy = deepcopy(original)
        del value_at(copy, path[:-1])[path[-1]]
        assert refusal(json.dumps(copy).encode()).code in CODES, path


@pytest.mark.parametrize("game", ["toy", "mighty"])
def test_every_amount_is_named_with_what_is_stated_and_what_is_right(game: str) -> None:
    original = document(game)
    names = {str(player["number"]): player["name"] for player in original["players"]}
    amounts = 0
    for path in whole_evening(game):
        value = value_at(original, path)
        match path:
            case ("hands", int() as index, "gains", str() as player, "amount"):
                place = f"Hand {index + 1}, gain of {names[player]}"
            case ("hands", int() as index, "standings", str() as player, "value"):
                place = f"Hand {index + 1}, standing of {names[player]}"
            case ("hands", int() as index, "accounts", 0, "steps", int() as step, "amount"):
                place = f"Hand {index + 1}, account 1, step {step + 1}"
            case ("adjustments", int() as index, "gains", str() as player):
                place = f"Adjustment {index + 1}, gain of {names[player]}"
            case ("adjustments", int() as index, "standings", str() as player, "value"):
                place = f"Adjustment {index + 1}, standing of {names[player]}"
            case ("totals", str() as player, "value"):
                place = f"Total of {names[player]}"
            case _:
                continue
        for wrong in (value + 1, -value or 7, "1/3"):
            (problem,) = refusal(change_document(original, path, wrong)).problems
            assert tell(problem) == f"{place}: the file says {wrong}, but its log makes that {value}."
            amounts += 1
    assert amounts > (50 if FULL else 5)


LONG, CUT = "x" * 500, "x" * 59 + "…"

PLACES = [
    (("hands", 0, "begins"), 2, "Hand 1, begins: the file says 2, but its log makes that 1."),
    (("hands", 0, "contract"), "17H", "Hand 1, contract: the file says 17H, but its log makes that 16H."),
    (("hands", 0, "contract"), None, "Hand 1, contract: the file says nothing, but its log makes that 16H."),
    (("hands", 0, "facts", "points"), 18, "Hand 1, facts.points: the file says 18, but its log makes that 17."),
    (("hands", 0, "roles", "5", 0), "x", "Hand 1, roles.5.0: the file says x, but its log makes that role.friend."),
    (("hands", 0, "accounts", 0, "steps", 1, "effect"), "times",
     "Hand 1, account 1, step 2: the file says times, but its log makes that add."),
    (("hands", 3, "voided"), None, "Hand 4, voided: the file says nothing, but its log makes that misdeal."),
    (("hands", 3, "rules"), {"run": "off"}, "Hand 4, rules.run: the file says off, but its log makes that nothing."),
    (("hands",), [], "Number of entries in hands: the file says 0, but its log makes that 4."),
    (("totals",), {}, "Total of Ana: the file says nothing, but its log makes that -83."),
    (("totals", "1", "value"), 1, "Total of Ana: the file says 1, but its log makes that -83."),
    (("totals", "9"), {"value": 1, "said": {"code": "x", "facts": {}}, "marks": []},
     "Total of 9: the file says 1, but its log makes that nothing."),
    (("sheets",), [{"preset": "pagat", "rules": {}, "hands": [], "adjustments": [], "totals": {}}],
     "Number of entries in sheets: the file says 1, but its log makes that 0."),
    (("players", 1, "name"), "Bob", "Player 2, name: the file says Bob, but its log makes that Bo."),
    (("players", 1, "present"), False, "Player 2, present: the file says false, but its log makes that true."),
    (("table", "rules", "min_bid"), 14, "table.rules.min_bid: the file says 14, but its log makes that 13."),
    (("table", "seating"), [2, 1, 3, 4, 5], "table.seating.0: the file says 2, but its log makes that 1."),
    (("adjustments", 0, "reason"), LONG, f"Adjustment 1, reason: the file says {CUT}, but its log makes that revoke."),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "told"), PLACES)
def test_what_disagrees_is_named(path: Path, value: Any, told: str) -> None:
    (problem,) = refusal(change_document(document("mighty"), path, value)).problems
    assert tell(problem) == told


def test_what_disagrees_in_an_earlier_session_is_named() -> None:
    (problem,) = refusal(
        change_document(document("toy"), ("sheets", 0, "hands", 1, "gains", "3", "amount"), 2)
    ).problems
    assert tell(problem) == "Session 1: Hand 2, gain of Cho: the file says 2, but its log makes that 1."


def test_the_first_disagreement_is_the_earliest_hand() -> None:
    copy = deepcopy(document("mighty"))
    copy["totals"]["1"]["value"] = copy["hands"][2]["gains"]["1"]["amount"] = 999
    copy["hands"][1]["gains"]["2"]["amount"] = 999
    (problem,) = refusal(json.dumps(copy).encode()).problems
    assert tell(problem).startswith("Hand 2, gain of Bo: the file says 999")


def test_a_result_changed_in_the_log_contradicts_its_row() -> None:
    copy = deepcopy(document("mighty"))
    result = next(move for action in copy["log"] for move in action["moves"] if move.get("points") == 9)
    result["points"] = 14
    (problem, *_) = refusal(json.dumps(copy).encode()).problems
    assert tell(problem).startswith("Entry 5 of the log, rows.0.")


def test_every_value_of_the_log_counts(store: Store) -> None:
    """The author of an entry and the points of a trick stand nowhere else in the document."""
    evening = Evening(store, "mighty", "pagat", *NAMES).do(*whole_hand(BO, "16H", "SA", 18, EUN), *auctioned_hand())
    original = json.loads(export_document(store.events, evening.id))
    for path in leaves(original):
        if path[0] != "log" or path[2] not in ("moves", "rows"):
            continue
        if path[2] == "moves" and "trick" in value_at(original, path[:4])["type"]:
            continue
        refusal(change_document(original, path, other_value(value_at(original, path))))


def test_a_refusal_is_told_in_the_words_of_the_game_of_the_file(store: Store) -> None:
    """Though another game has a sentence of the same code, about other facts."""
    document = json.loads(export_document(store.events, zhao_pengyou_evening(store).id))
    refused = refusal(change_document(document, ("log", 2, "moves", 0, "friends"), [3, 7]))
    assert tell(refused.problems[-1]) == "Entry 3 of the log is against the rules: 7 does not play this hand."


REASONS = [
    ("bid", "13C", "Entry 6 of the log is against the rules: 13♣ is too low. The lowest bid now is 14♣."),
    ("player", 5, "Entry 6 of the log is against the rules: It is 조’s turn."),
    ("player", 6, "Entry 6 of the log is against the rules: 6 does not play this hand."),
    ("bid", "S14", "Entry 6 of the log is against the rules: “S14” is not a bid. "
     "Write a number and a suit, like 16H, or 16NT."),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value", "told"), REASONS)
def test_an_entry_against_the_rules_is_told_as_at_the_table(field: str, value: object, told: str, store: Store) -> None:
    evening = Evening(store, "mighty", "pagat", *NAMES).do(*whole_hand(BO, "16H", "SA", 18, EUN), *auctioned_hand())
    original = json.loads(export_document(store.events, evening.id))
    assert original["log"][5]["version"] == 6
    assert tell(refusal(change_document(original, ("log", 5, "moves", 0, field), value)).problems[0]) == told
