"""Files on their way to become tables: one at a time, elsewhere, with progress, given up at any moment."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.export import export_document, import_document, importing
from scorekeeper.export.importing import Import, Imports, import_in_own_process
from scorekeeper.export.replay import Progress
from scorekeeper.store import Store, open_store
from tests.export.evenings import mighty_evening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_store(path) as store:
        yield store


@pytest.fixture
def file(store: Store) -> bytes:
    """An evening of Mighty: another process knows no game of the tests."""
    return export_document(store.events, mighty_evening(store).id)


def wait_until_over(one: Import) -> Import:
    assert one.over.wait(60)
    return one


class HeldImport:
    """A way that waits until it is let go, and says whose turn it is."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.turn = threading.Semaphore(0)
        self.go = threading.Event()

    def __call__(self, one: Import, tell: Progress) -> str:
        self.begun.append(one.owner)
        self.turn.release()
        assert self.go.wait(60)
        tell(1, 2)
        return one.key


def test_a_file_is_checked_and_kept_by_another_process(store: Store, path: Path, file: bytes) -> None:
    with closing(Imports(import_in_own_process(str(path)))) as imports:
        first, again = (wait_until_over(imports.begin(file, "a secret", "phone")) for _ in range(2))
    assert first.problems == again.problems == ()
    assert first.table == again.table, "the same file again is the same table"
    assert first.table in {info.table_id for info in store.events.tables()}
    assert (first.entry + 1, first.data) == (first.entries, b"")


def test_what_is_wrong_with_a_file_comes_back_with_its_facts(store: Store, path: Path, file: bytes) -> None:
    spoiled = file.replace(b'"16H"', b'"12H"')
    assert spoiled != file
    with pytest.raises(RuleError) as here:
        import_document(store.events, spoiled)
    before = len(store.events.tables())
    with closing(Imports(import_in_own_process(str(path)))) as imports:
        one = wait_until_over(imports.begin(spoiled, "a secret", "phone"))
    assert (one.table, one.problems) == (None, here.value.problems)
    assert len(store.events.tables()) == before


def test_what_is_given_up_is_not_kept(store: Store, path: Path, file: bytes) -> None:
    before = len(store.events.tables())
    process = import_in_own_process(str(path))

    def given_up_under_way(one: Import, tell: Progress) -> str:
        def hear(entry: int, entries: int) -> None:
            one.given_up = True
            tell(entry, entries)

        return process(one, hear)

    with closing(Imports(given_up_under_way)) as imports:
        one = wait_until_over(imports.begin(file, "a secret", "phone"))
    assert (one.table, one.problems, one.given_up) == (None, (), True)
    assert len(store.events.tables()) == before


def test_a_process_that_dies_is_told_and_the_next_file_has_its_turn(path: Path, store: Store, file: bytes) -> None:
    ways = iter([import_in_own_process("nonsense://nowhere"), import_in_own_process(str(path))])
    with closing(Imports(lambda one, tell: next(ways)(one, tell))) as imports:
        dies, lives = (wait_until_over(imports.begin(file, "a secret", "phone")) for _ in range(2))
    assert [problem.code for problem in dies.problems] == ["import.broke_off"]
    assert lives.table in {info.table_id for info in store.events.tables()}


def test_one_at_a_time_and_only_so_many_wait() -> None:
    held = HeldImport()
    with closing(Imports(held)) as imports:
        several = [imports.begin(b"x", str(number), f"phone {number}") for number in range(4)]
        assert held.turn.acquire(timeout=60)
        assert held.begun == ["phone 0"]
        assert [imports.count_ahead(one) for one in several] == [0, 1, 2, 3]
        for _ in range(importing.WAITING_AT_MOST - 3):
            imports.begin(b"x", "one more", "phone")
        with pytest.raises(RuleError) as busy:
            imports.begin(b"x", "too many", "phone")
        assert busy.value.code == "import.busy"
        imports.give_up(several[1])
        held.go.set()
        assert [wait_until_over(one).table for one in several] == ["0", None, "2", "3"]
        assert imports.count_ahead(several[3]) == 0


def test_an_import_is_its_own_phones_business() -> None:
    with closing(Imports(lambda one, _tell: one.key)) as imports:
        one = wait_until_over(imports.begin(b"x", "table", "phone"))
        assert imports.find(one.id, "phone") is one
        assert imports.find(one.id, "another") is None
        assert imports.find("nothing", "phone") is None


def test_those_that_are_over_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "REMEMBERED", 3)
    with closing(Imports(lambda one, _tell: one.key)) as imports:
        several = [wait_until_over(imports.begin(b"x", "table", "phone")) for _ in range(5)]
        assert [imports.find(one.id, "phone") is not None for one in several] == [False, False, True, True, True]
