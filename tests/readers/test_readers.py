"""The history in other people's programs, which open it by themselves. `make readers` installs them."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.demo.evenings import open_tables
from scorekeeper.export.datasette import render_metadata
from scorekeeper.export.describe import export_document
from scorekeeper.export.history import export_history
from scorekeeper.export.history_tables import TABLES, VIEWS
from scorekeeper.export.spreadsheet import export_csv
from scorekeeper.store import open_store
from tests.export.documentation import QUERIES
from tests.export.evenings import mighty_evening
from tests.export.random_evenings import play_random_evening
from tests.loops import run

pytestmark = pytest.mark.readers

EVENINGS = 10


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history of evenings of both games by chance, and of the three tables to try."""
    file = tmp_path_factory.mktemp("history") / "history.db"
    with open_store(":memory:") as store:
        for seed in range(EVENINGS):
            play_random_evening(store, ("mighty", "zhao_pengyou")[seed % 2], seed)
        open_tables(Bookkeeper(store.events), "to try", datetime(2026, 3, 14, 20, tzinfo=UTC))
        export_history(file, store.events, store.groups, store.events.tables())
    return file


def test_pandas(file: Path) -> None:
    """Reads numbers as numbers, and answers the queries of the page as SQLite does."""
    import pandas

    with closing(sqlite3.connect(file)) as db:
        seats, payments = (pandas.read_sql_query(f"select * from {name}", db) for name in ("seats", "payments"))  # noqa: S608
        for query in QUERIES:
            answer = pandas.read_sql_query(query, db)
            assert answer.notna().all(axis=None), "a hand without a winner is no hand that was not made"
            assert list(answer.itertuples(index=False, name=None)) == db.execute(query).fetchall() != [], query
    assert seats["evening_id"].nunique() == EVENINGS + 3
    assert payments["points"].dtype.kind in "if", "numbers, not objects"
    sums = payments[payments["kind"] != "start"].groupby(["evening_id", "player_id"])["points"].sum()
    told = seats.set_index(["evening_id", "player_id"])["points"]
    assert (sums.reindex(told.index, fill_value=0) == told).all()


def test_pandas_reads_a_table() -> None:
    """Its CSV and its JSON pay the same: each column of a player adds up to its last row."""
    import pandas

    with open_store(":memory:") as store:
        evening = mighty_evening(store)
        sheet = pandas.read_csv(BytesIO(export_csv(evening.ledger.state))).set_index("Hand")
        document = json.loads(export_document(store.events, evening.id))
    hands = pandas.json_normalize(document["hands"]).set_index("number")
    for player in document["players"]:
        paid = sheet[player["name"]]
        assert paid[:-1].sum() == paid.iloc[-1] != 0
        gains = hands[f"gains.{player['number']}.amount"]
        assert gains.fillna(0).to_dict() == paid[paid.index.notna()].fillna(0).to_dict()


def test_duckdb(file: Path) -> None:
    import duckdb
    from duckdb_extensions import import_extension

    import_extension("sqlite_scanner")
    with duckdb.connect() as db:
        db.execute(f"attach '{file}' as history (type sqlite, read_only)")
        for table in TABLES:
            (rows,) = db.execute(f"select count(*) from history.{table.name}").fetchone()  # noqa: S608
            assert len(db.execute(f"select * from history.{table.name}").fetchall()) == rows  # noqa: S608
        unequal = """
            select count(*) from history.seats join (
                select evening_id, player_id, sum(points) as points
                from history.payments where kind <> 'start' group by all
            ) as paid using (evening_id, player_id) where seats.points <> paid.points
        """
        assert db.execute(unequal).fetchone() == (0,)


def test_datasette(file: Path, tmp_path: Path) -> None:
    import yaml
    from datasette.app import Datasette

    metadata = yaml.safe_load(render_metadata(file.stem))
    site = Datasette([str(file)], metadata=metadata)

    async def look() -> None:
        for each in (*TABLES, *VIEWS):
            page = await site.client.get(f"/{file.stem}/{each.name}")
            assert page.status_code == 200, each.name
            assert each.about.partition(".")[0] in page.text.replace("&#39;", "'"), "its description"
        hands = (await site.client.get(f"/{file.stem}/hands.json")).json()
        assert set(hands["facet_results"]) >= {"game", "contract", "declarer_id"}
        named = hands["facet_results"]["declarer_id"]["results"]
        assert {each["label"] for each in named} & {"Ana", "Bo", "Dan", "Eun"}, "people by their names"
        found = (await site.client.get(f"/{file.stem}/players.json?_search=Ana&_shape=array")).json()
        assert [each["name"] for each in found] == ["Ana"]

    run(look())
