"""Any file is refused in words, or opens as an evening that exports the same again."""

import json
from copy import deepcopy
from functools import cache, reduce
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bookkeeper import fold_each
from scorekeeper.errors import RuleError
from scorekeeper.export import VerificationReport, check_document, export_csv, export_document, import_document
from scorekeeper.export.verification import COMPARED
from scorekeeper.export.wording import tell
from scorekeeper.games import GAMES
from scorekeeper.games.game import EDITION
from scorekeeper.store import StoredAction, open_store
from scorekeeper.table.history import read_history
from scorekeeper.table.ledger import Ledger, complete_move
from scorekeeper.table.ledger import check_move as check_move
from scorekeeper.table.moves import StartHand
from tests.export.evenings import Evening, mighty_evening, random_evening, toy_evening
from tests.tiers import examples
from tests.toy import TOY

pytestmark = pytest.mark.exhaustive

Path = tuple[str | int, ...]


@cache
def documents() -> tuple[dict[str, Any], ...]:
    """Valid documents to spoil: of this edition, of an older one. Shared: change copies."""
    with open_store(":memory:") as store:
        evenings: list[Evening] = [toy_evening(store), mighty_evening(store), random_evening(store, "pagat", 5, 90)]
        today = [json.loads(export_document(store.events, evening.id)) for evening in evenings]
    return (*today, *({**document, "edition": 1} for document in today))


def paths(value: Any, path: Path = ()) -> list[Path]:
    """The paths of all values within a value of JSON."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(each for key, child in children for each in paths(child, (*path, key)))]


def value_at(value: Any, path: Path) -> Any:
    return reduce(lambda inner, key: inner[key], path, value)


SMALL = st.none() | st.booleans() | st.integers(-2, 40) | st.sampled_from(["16H", "SA", "", "=1", "Ana", "table.undo"])
ODD = st.integers() | st.floats() | st.text() | st.sampled_from([10**400, "\x00", "1/3", "0/0", {}, [], [[]]])


@st.composite
def spoil_document(draw: st.DrawFn) -> bytes:
    """A valid document with a few values replaced by others of its own or by anything, left out or doubled."""
    document = deepcopy(draw(st.sampled_from(documents())))
    for _ in range(draw(st.integers(1, 3))):
        every = paths(document)[1:]
        path = draw(st.sampled_from(every))
        holder, key = value_at(document, path[:-1]), path[-1]
        match draw(st.sampled_from(("replace", "replace", "copy", "leave out", "double"))):
            case "replace":
                holder[key] = draw(SMALL | ODD)
            case "copy":
                holder[key] = deepcopy(value_at(document, draw(st.sampled_from(every))))
            case "leave out":
                del holder[key]
            case _ if isinstance(holder, list):
                holder.insert(draw(st.integers(0, len(holder))), deepcopy(value_at(document, path)))
            case _:
                holder[draw(st.text(max_size=3))] = deepcopy(holder[key])
    return json.dumps(document).encode()


def check_answer(data: bytes) -> VerificationReport | list[str]:
    """Return the summary of a correct file, or the refusal."""
    try:
        return check_document(data)
    except RuleError as refusal:
        return [tell(problem) for problem in refusal.problems]


@patch.dict(GAMES, toy=TOY)
def assert_refused_or_right(data: bytes) -> None:
    verified = check_answer(data)
    if isinstance(verified, list):
        assert verified
        assert all(0 < len(sentence) < 1000 for sentence in verified)
        return
    stated = json.loads(data.removeprefix(b"\xef\xbb\xbf"))
    with open_store(":memory:") as store:
        table = import_document(store.events, data)
        written = export_document(store.events, table)
        actions = store.events.load(table)
    assert_opens(actions, verified.ledger)
    assert check_document(written).ledger == verified.ledger
    if stated.get("edition") == EDITION:
        assert {part: json.loads(written)[part] for part in COMPARED} == {part: stated[part] for part in COMPARED}


def assert_opens(actions: list[StoredAction], ledger: Ledger) -> None:
    """Assert that an imported table opens: the sheet, the history, the next hand."""
    every = list(fold_each(actions))
    assert every[-1] == ledger
    assert export_csv(ledger.state)
    assert len(list(read_history(each.last for each in every if each.last))) == len(actions)
    if ledger.state.current:
        assert ledger.state.summary(ledger.state.current).roles is not None
    else:
        assert check_move(ledger, complete_move(ledger, StartHand())) is not None


@examples(400)
@given(spoil_document())
def test_a_spoiled_document_is_refused_or_is_right(data: bytes) -> None:
    assert_refused_or_right(data)


@examples(200)
@given(st.data())
def test_spoiled_bytes_are_refused_or_are_right(data: st.DataObject) -> None:
    written = bytearray(json.dumps(data.draw(st.sampled_from(documents())), ensure_ascii=False).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(written) - 1))
        written[start : start + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    assert_refused_or_right(bytes(written))


@examples(200)
@given(
    st.binary(max_size=200)
    | st.recursive(SMALL | ODD, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)).map(
        lambda value: json.dumps(value).encode()
    )
)
def test_anything_at_all_is_refused(data: bytes) -> None:
    assert_refused_or_right(data)
