"""A tiny third game is registered, so that nothing here is about the program's own games only; and the command line."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands.main import main
from scorekeeper.games import GAMES
from scorekeeper.store import Store, open_store
from tests.export.evenings import Evening, mighty_evening
from tests.toy import TOY

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as store:
        yield store


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "evening.db"
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(path))
    return path


@pytest.fixture
def run(database: Path) -> Run:
    return lambda *arguments, **more: CliRunner().invoke(main, [str(each) for each in arguments], **more)


@pytest.fixture
def evening(database: Path, _games: None) -> Evening:
    """A recorded evening; its store is closed again, as it is beside a server that stopped."""
    with open_store(database) as store:
        evening = mighty_evening(store)
        evening.ledger  # noqa: B018  (known before the store is closed)
    return evening
