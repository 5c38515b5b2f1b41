"""The history: one SQLite file for people, whose sums are the program's own, written again after every correction."""

import json
import os
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlite_utils import Database

from scorekeeper.bookkeeper import Bookkeeper, Recorder, fold_recent_steps
from scorekeeper.cards import Card
from scorekeeper.demo.evenings import PLAYING, play_evening, read_script
from scorekeeper.export import history
from scorekeeper.export.history import ExportSummary, HistoryRefused, export_history, history_bytes
from scorekeeper.export.history_rows import HistoryEvening, Rows, digest, evening_rows
from scorekeeper.export.history_tables import APPLICATION, FORM, TABLES, VIEWS
from scorekeeper.games import GAMES
from scorekeeper.games import zhao_pengyou as z
from scorekeeper.store import Kind, Store
from scorekeeper.table import moves as t
from scorekeeper.table.evenings import Evening as Night
from scorekeeper.table.evenings import tally_all_time, total_gains
from scorekeeper.table.state import TableState
from scorekeeper.zones import find_zone, localize_time
from tests.cases import require
from tests.export.documentation import QUERIES
from tests.export.evenings import (
    ANA,
    BO,
    DEVICE,
    NAMES,
    Evening,
    auctioned_hand,
    corrected_evening,
    hand_of_pairs,
    mighty_evening,
    toy_evening,
    whole_hand,
    zhao_pengyou_evening,
)
from tests.export.random_evenings import play_random_evening
from tests.export.test_round_trip import Third, thirds
from tests.toy import Draw

Row = dict[str, Any]
KINDS: tuple[Kind, ...] = ("host", "watch", "join")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "history.db"


def export(store: Store, file: Path) -> ExportSummary:
    """Export all tables, the oldest first."""
    infos = sorted(store.events.tables(limit=10_000), key=lambda info: info.created)
    return export_history(file, store.events, store.groups, infos)


def read(file: Path, sql: str, *values: Any) -> list[Row]:
    with closing(sqlite3.connect(file)) as db:
        db.row_factory = sqlite3.Row
        return [dict(row) for row in db.execute(sql, values)]


def contents(file: Path) -> dict[str, list[Row]]:
    names = [(table.name, ", ".join(table.key)) for table in TABLES] + [(view.name, "1, 2, 3") for view in VIEWS]
    return {name: read(file, f"select * from {name} order by {order}") for name, order in names}  # noqa: S608


def state_of(store: Store, table_id: str) -> TableState:
    return fold_recent_steps(store.events.load(table_id), 0).state


# --- The sums ---


@pytest.mark.exhaustive
def test_sums_are_the_programs_own(store: Store, file: Path) -> None:
    """Over a hundred random evenings of each game."""
    ids = [play_random_evening(store, game, seed) for game in ("mighty", "zhao_pengyou") for seed in range(100)]
    assert export(store, file).new == len(ids)
    states = {table_id: state_of(store, table_id) for table_id in ids}
    assert sum(bool(state.sheets) for state in states.values()) > 20
    compare_evenings(file, states)
    compare_all_time(file, states)
    assert read(file, "pragma foreign_key_check") == []


def compare_evenings(file: Path, states: dict[str, TableState]) -> None:
    """Compare every player of every evening, and the running totals."""
    seats: dict[str, dict[int, Row]] = defaultdict(dict)
    for row in read(file, "select * from seats"):
        seats[row["evening_id"]][row["number"]] = row
    lasts = {
        (row["evening_id"], row["player_id"]): (row["total"], row["points"])
        for row in read(
            file,
            """select evening_id, player_id, sum(points) as points,
            (select total from payments last where last.evening_id = payments.evening_id
                and last.player_id = payments.player_id and last.session = payments.session
                order by line desc limit 1) as total
            from payments join evenings on evenings.id = evening_id and session = sessions group by 1, 2""",
        )
    }
    for table_id, state in states.items():
        told, gains = seats[digest("evening", table_id)], total_gains(state)
        night = Night(table_id, "", state, {player: player for player in state.people})
        for player, standing in state.standings.items():
            row = told[player]
            assert row["points"] == gains[player]
            assert row["standing"] == standing.value
            assert row["hands"] == night.hands[player]
            assert row["won"] == (player in night.winners)
            total, points = lasts.get((row["evening_id"], row["player_id"]), (0, 0))
            assert total == standing.value
            assert points == standing.value or not state.game.pays, "levels have an end"


def compare_all_time(file: Path, states: dict[str, TableState]) -> None:
    """Compare the view with the all-time table of the program."""
    for game in {state.game.key: state.game for state in states.values()}.values():
        nights = [
            Night(table_id, "", state, {player: state.name(player) for player in state.people})
            for table_id, state in states.items()
            if state.game is game
        ]
        told = read(file, "select * from standings where game = ? order by points desc, name", game.name)
        mine = sorted(tally_all_time(nights), key=lambda row: (-row.total, row.person))
        assert [(row["name"], row["evenings"], row["hands"], row["won"], row["points"]) for row in told] == [
            tuple(row) for row in mine
        ]


def test_fractions_are_decimals(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "thirds", thirds())
    Evening(store, "thirds", "plain", "Ana", "Bo", "Cho", "Dan").do(t.StartHand(), Third(3))
    export(store, file)
    assert [row["points"] for row in read(file, "select points from seats order by number")] == [
        *(-0.333333, -0.333333, 1, -0.333333)
    ]


# --- The second export ---


def test_a_second_export_is_as_a_first_one(store: Store, file: Path, tmp_path: Path) -> None:
    """After corrections, names, new hands and new evenings."""
    first, second = mighty_evening(store), zhao_pengyou_evening(store)
    assert export(store, file) == (2, 0, 0)
    before = contents(file)
    assert export(store, file) == (0, 0, 2)
    assert contents(file) == before
    first.do(t.CorrectHand(2, (whole_hand(4, "14NT", "card", 14, ANA)[1],)), t.RenamePlayer(BO, "Bob"))
    second.do(t.VoidHand(3, "a card too many"))
    corrected_evening(store)
    assert export(store, file) == (1, 2, 0)
    fresh = tmp_path / "fresh.db"
    export(store, fresh)
    assert contents(file) == contents(fresh) != before
    assert read(file, "select made, corrections from hands where contract = '14NT'") == [{"made": 1, "corrections": 1}]
    assert "Bo" not in {
        row["name"]
        for row in read(
            file, "select name from seats join evenings on evening_id = id where game = 'Mighty' and rules like 'Int%'"
        )
    }


def test_an_evening_that_is_gone_stays_in_the_file(store: Store, file: Path) -> None:
    evening = mighty_evening(store)
    export(store, file)
    store.events.delete(evening.id)
    zhao_pengyou_evening(store)
    assert export(store, file) == (1, 0, 0)
    assert len(read(file, "select * from evenings")) == 2


def test_a_group_keeps_people_apart_and_under_one_name(store: Store, file: Path) -> None:
    nights = [Evening(store, "mighty", "pagat", *NAMES).do(*whole_hand(BO, "16H", "SA", 17, 5)) for _ in range(3)]
    for night in nights[:2]:
        names = {person.number: person.name for person in night.ledger.state.people.values()}
        store.groups.create("the id of the group", "Friday", night=night.id, names=names)
        store.groups.add_night("the id of the group", night.id, names)
    export(store, file)
    sums = "select group_name, name, evenings, points from standings where name in ('Bo', 'Bob') order by evenings"
    assert [tuple(row.values()) for row in read(file, sums)] == [("", "Bo", 1, 14), ("Friday", "Bo", 2, 28)]
    store.groups.rename_person("the id of the group", BO, "Bob")
    assert export(store, file) == (0, 2, 1)
    assert [tuple(row.values()) for row in read(file, sums)] == [("", "Bo", 1, 14), ("Friday", "Bob", 2, 28)]
    store.groups.drop_night("the id of the group", nights[0].id)
    store.groups.drop_night("the id of the group", nights[1].id)
    export(store, file)
    assert [tuple(row.values()) for row in read(file, sums)] == [("", "Bo", 3, 42)]
    assert len(read(file, "select * from players")) == len(NAMES), "who is nowhere any more is gone"


def test_only_equal_names_of_tables_without_a_group_are_one_person(store: Store, file: Path) -> None:
    """One who is spelled otherwise is another person, as in a group where nobody has said more."""
    for name in ("Ee", "EE", "Ｅｅ"):
        Evening(store, "mighty", "pagat", name, *NAMES[1:]).do(*whole_hand(BO, "16H", "SA", 17, 5))
    export(store, file)
    sums = "select name, evenings from standings where name not in (select name from standings where evenings = 3)"
    assert sorted(tuple(row.values()) for row in read(file, sums)) == [("EE", 2), ("Ｅｅ", 1)]


def test_without_groups_nothing_tells_of_them(store: Store) -> None:
    evening = mighty_evening(store)
    store.groups.create("g", "Friday", night=evening.id, names={1: "Ana", 2: "A name of the group"})
    told = history_bytes(store.events, None, store.events.tables([evening.id]))
    assert b"Friday" not in told
    assert b"A name of the group" not in told
    assert b"Friday" in history_bytes(store.events, store.groups, store.events.tables([evening.id]))


# --- The rows ---


def test_nothing_secret_is_in_it(store: Store, file: Path) -> None:
    evening = toy_evening(store)
    tokens = [store.grants.issue(evening.id, kind) for kind in KINDS]
    store.groups.create("the id of the group", "Friday", token="a phone", night=evening.id, names={1: "Ana"})
    export(store, file)
    told = file.read_bytes()
    keys = (store.settings.secret_key(), store.settings.secret_key().hex().encode())
    secrets = [DEVICE.encode(), evening.id.encode(), b"the id of the group", b"a phone", *keys]
    assert not [secret for secret in (*secrets, *(token.encode() for token in tokens)) if secret in told]


def test_times_are_those_of_the_table(store: Store, file: Path) -> None:
    books = Evening(store, "toy", "plain", "Ana", "Bo").books
    seoul = books.create(t.CreateTable("toy", "plain", {}, ("Ana", "Bo"), zone="Asia/Seoul"), Recorder())
    export(store, file)
    (info,) = store.events.tables([seoul])
    (row,) = read(file, "select date, opened_at, zone from evenings where zone is not null")
    when = localize_time(info.created, find_zone("Asia/Seoul"))
    assert row == {"date": f"{when:%Y-%m-%d}", "opened_at": f"{when:%Y-%m-%d %H:%M:%S}", "zone": "Asia/Seoul"}


def test_a_hand_has_its_contract_people_and_multipliers(store: Store, file: Path) -> None:
    evening = Evening(store, "mighty", "pagat", *NAMES, min_bid=14)
    evening.do(*whole_hand(BO, "16H", "none", 20, None))
    export(store, file)
    (hand,) = read(file, "select hands.*, players.name from hands join players on players.id = declarer_id")
    assert (hand["name"], hand["contract"], hand["bid"], hand["trump"]) == ("Bo", "16♥", 16, "H")
    assert (hand["friend_id"], hand["friends"], hand["friend_call"], hand["made"]) == (None, "", "none", 1)
    assert (hand["rules"], hand["house_rules"]) == ("International (pagat.com)", "Lowest bid: 14")
    assert hand["multipliers"].startswith("×2 ")
    settled = require(evening.ledger.state.hands[0].settlement)
    factors = [step.amount for step in settled.accounts[0].steps if step.effect == "times"]
    assert hand["multiplier"] == 2 ** len(factors) > 1
    assert json.loads(hand["details"])["points"] == hand["points"] == 20
    parts = read(file, "select name, role, won from payments join players on id = player_id order by name")
    assert {row["name"]: (row["role"], row["won"]) for row in parts} == {
        "Bo": ("declarer", 1),
        **dict.fromkeys(("Ana", "조", "Dan", "Eun"), ("defender", 0)),
    }


def test_hands_that_were_given_up_pay_nothing(store: Store, file: Path) -> None:
    mighty_evening(store)
    export(store, file)
    assert read(file, "select number, given_up from hands where given_up is not null") == [
        {"number": 4, "given_up": "misdeal"}
    ]
    kinds = read(file, "select kind, count(*) as rows, count(distinct line) as lines from payments group by kind")
    assert [tuple(row.values()) for row in kinds] == [("hand", 15, 3), ("penalty", 5, 1)]
    assert {row["reason"] for row in read(file, "select reason from payments where kind = 'penalty'")} == {"revoke"}


def test_bids_and_tricks_are_there_where_they_were_recorded(store: Store, file: Path) -> None:
    Evening(store, "mighty", "pagat", *NAMES).do(*whole_hand(BO, "16H", "SA", 18, 5), *auctioned_hand())
    export(store, file)
    called = read(file, "select name, call from bids join players on id = player_id order by number")
    assert [tuple(row.values()) for row in called[:3]] == [("Bo", "13♥"), ("조", "14♠"), ("Dan", "pass")]
    tricks = read(file, "select tricks.*, name from tricks join players on id = winner_id order by number")
    assert [(row["name"], row["points"], row["plays"]) for row in tricks] == [
        *(("Ana", 2, None), ("Bo", 2, None), ("조", 2, None), ("Ana", 2, None))
    ]


def test_tricks_have_their_cards(store: Store, file: Path) -> None:
    ledgers = play_evening(PLAYING, datetime(2026, 3, 14, 20, tzinfo=UTC))
    store.events.create_planned(Bookkeeper(store.events).plan_played(read_script(PLAYING).opening, ledgers))
    state = ledgers[-1].state
    export(store, file)
    rows = read(file, "select tricks.* from tricks join hands on hands.id = hand_id where hands.number = 1 order by 2")
    tricks = state.hands[0].hand.tricks
    assert [(row["number"], row["points"]) for row in rows] == list(enumerate((trick.points for trick in tricks), 1))
    told = ", ".join(f"{state.name(play.player)}: {play.card}" for play in tricks[0].plays)
    assert rows[0]["plays"] == told
    assert rows[1]["leader_id"] == rows[0]["winner_id"]


def test_exposures_and_plays_of_several_cards(store: Store) -> None:
    hand = require(hand_of_pairs(store).ledger.state.current)
    assert [(trick.winner, trick.points) for trick in z.GAME.list_tricks(hand.hand)] == [(BO, 25), (BO, 20)]
    shown = [z.ExposeCards(BO, (Card.parse("D2"),) * 2)]
    dealt = require(Evening(store, "zhao_pengyou", "pagat", *NAMES).do(t.StartHand(), *shown).ledger.state.current)
    assert list(z.GAME.list_calls(dealt.hand)) == [(BO, "D2 D2")]


def test_cards_that_nobody_looked_at_are_null(store: Store, file: Path) -> None:
    hand_of_pairs(store).do(z.RecordResult((3,), 45, "makers"))
    export(store, file)
    rows = read(file, "select cards, won from plays where trick = 2 order by number")
    assert [tuple(row.values()) for row in rows] == [("DK DK", 1), ("D3 D4", 0), (None, 0), (None, 0), (None, 0)]
    (trick,) = read(file, "select plays from tricks where number = 2")
    assert trick["plays"] == "Bo: DK DK, 조: D3 D4, Dan: –, Eun: –, Ana: –"


def test_promotions_say_from_where_to_where(store: Store, file: Path) -> None:
    evening = zhao_pengyou_evening(store)
    export(store, file)
    rows = read(
        file,
        "select name, levels, level_before, level_after from promotions join players on id = player_id "
        "order by line, name",
    )
    assert [tuple(row.values()) for row in rows] == [
        *(("Bo", 1, "2", "3"), ("Bo", 2, "3", "5"), ("Dan", 2, "2", "4"), ("Eun", 2, "2", "4"))
    ]
    assert evening.ledger.state.standings[BO].said.facts["level"]


def test_the_first_hand_promotes_too(store: Store, file: Path) -> None:
    play_random_evening(store, "zhao_pengyou", 1)
    export(store, file)
    (sums,) = read(
        file,
        "select sum(levels) as levels, (select sum(points) from payments where kind <> 'start') as all_of_it "
        "from promotions",
    )
    assert sums["levels"] == sums["all_of_it"]


def test_names_are_found(store: Store, file: Path) -> None:
    mighty_evening(store)
    export(store, file)
    found = "select name from players where rowid in (select rowid from players_fts where players_fts match ?)"
    assert [row["name"] for row in read(file, found, "조")] == ["조"]
    assert [row["name"] for row in read(file, found, "da*")] == ["Dan"]


def test_every_column_is_declared_and_every_view_too(store: Store, file: Path) -> None:
    mighty_evening(store)
    export(store, file)
    for each in (*TABLES, *VIEWS):
        told = read(file, f"pragma table_info({each.name})")
        assert [row["name"] for row in told] == [column.name for column in each.columns]


# --- Forms and queries ---


def write_form_1(file: Path, newer: list[tuple[str, str]]) -> None:
    """Take from a file what form 1 had not."""
    with closing(sqlite3.connect(file)) as db:
        for table in ("plays", "friends", "winners"):
            db.execute(f"drop table {table}")
        for table, column in newer:
            db.execute(f"alter table {table} drop column {column}")
        db.execute("update evenings set fingerprint = 'of form 1'")
        db.execute("pragma user_version = 1")
        db.commit()


def test_a_file_of_form_1_gets_what_is_new(store: Store, file: Path) -> None:
    mighty_evening(store)
    export(store, file)
    whole = contents(file)
    newer = [(table.name, column.name) for table in TABLES for column in table.columns if column.since == 2]
    write_form_1(file, [(table, column) for table, column in newer if table not in ("plays", "friends", "winners")])
    assert export(store, file).changed == 1
    assert contents(file) == whole
    assert read(file, "pragma user_version") == [{"user_version": FORM}]


def test_times_in_utc_are_in_order_when_the_clocks_are_changed(store: Store, file: Path) -> None:
    """At one in the morning of this day it is one again an hour later in London."""
    evening = Evening(store, "mighty", "pagat", *NAMES).do(*whole_hand(BO, "16H", "SA", 17, 5))
    state = replace(evening.ledger.state, zone="Europe/London")
    opened, changed = "2026-10-25T00:40:00.000+00:00", "2026-10-25T01:10:00.000+00:00"
    (row,) = evening_rows(HistoryEvening(evening.id, opened, changed, state))["evenings"]
    assert (row["opened_at"], row["changed_at"]) == ("2026-10-25 01:40:00", "2026-10-25 01:10:00")
    assert (row["opened_at_utc"], row["changed_at_utc"]) == ("2026-10-25 00:40:00Z", "2026-10-25 01:10:00Z")
    (told,) = read(file, "select datetime(?) as at", row["opened_at_utc"])
    assert told["at"] == "2026-10-25 00:40:00"


def test_plays_friends_and_winners_are_rows_with_keys(store: Store, file: Path) -> None:
    ledgers = play_evening(PLAYING, datetime(2026, 3, 14, 20, tzinfo=UTC))
    store.events.create_planned(Bookkeeper(store.events).plan_played(read_script(PLAYING).opening, ledgers))
    state = ledgers[-1].state
    export(store, file)
    names = "select name from {} join players on players.id = player_id order by 1"
    winners = {name for row in read(file, "select winners from evenings") for name in row["winners"].split(", ")}
    assert {row["name"] for row in read(file, names.format("winners"))} == winners
    friends = [state.name(player) for record in state.hands for player in record.hand.friends]
    assert [row["name"] for row in read(file, names.format("friends"))] == sorted(friends) != []
    played = [(play, trick.winner) for record in state.hands for trick in record.hand.tricks for play in trick.plays]
    rows = read(
        file, "select name, cards, plays.won from plays join players on id = player_id order by hand_id, 2, 3, 1"
    )
    assert sorted((row["name"], row["cards"], row["won"]) for row in rows) == sorted(
        (state.name(play.player), str(play.card), int(play.player == winner)) for play, winner in played
    )
    won = Counter(str(play.card) for play, winner in played if play.player == winner)
    assert {row["cards"]: row["won"] for row in read(file, QUERIES[-1]) if row["won"]} == won


def test_the_queries_of_the_page_answer(store: Store, file: Path) -> None:
    Evening(store, "mighty", "pagat", *NAMES).do(
        *whole_hand(BO, "16H", "SA", 17, 5), *whole_hand(BO, "16H", "SA", 15, 5), *whole_hand(ANA, "16S", "HA", 18, BO)
    )
    export(store, file)
    friend, contract, pair, _ = ([tuple(row.values()) for row in read(file, query)] for query in QUERIES)
    assert friend == [("Bo", 1, 1, 1.0), ("Eun", 2, 1, 0.5)]
    assert contract == [("16♠", 1, 1, 1.0), ("16♥", 2, 1, 0.5)]
    assert pair == [("Ana", "Bo", 1, 1), ("Bo", "Eun", 2, 1)]
    assert max(len(query.splitlines()) for query in QUERIES) <= 10
    assert [len(query.splitlines()) <= 10 for query in QUERIES] == [True] * 4


# --- What cannot be written ---


def refuse(store: Store, file: Path) -> str:
    """Return the sentence of a refused export, which has changed nothing."""
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(HistoryRefused) as refusal:
        export(store, file)
    assert (file.read_bytes() if file.is_file() else None) == before
    return str(refusal.value)


def test_a_file_that_another_program_writes_to(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "SECONDS_TO_WAIT", 0.01)
    mighty_evening(store)
    export(store, file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")
        assert refuse(store, file) == f"{file} is in use: close the program that writes to it"


def test_a_file_of_a_newer_program(store: Store, file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"pragma application_id = {APPLICATION}")
        db.execute(f"pragma user_version = {FORM + 1}")
    assert refuse(store, file) == f"a newer Scorekeeper wrote {file}: update this one, or name a new file"


def test_a_database_of_somebody_else(store: Store, file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("create table recipes (name)")
    assert refuse(store, file) == f"{file} is somebody else's database: name a new file"


def test_the_database_of_the_program_itself(store: Store) -> None:
    assert "somebody else's database" in refuse(store, Path(store.url))


def test_no_database(store: Store, file: Path) -> None:
    file.write_bytes(b"Remember the milk. " * 1000)
    assert refuse(store, file) == f"{file} is no history of Scorekeeper: name a new file"


def test_a_folder_that_is_not_there(store: Store, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "history.db"):
        assert refuse(store, path) == f"{path} cannot be opened or made"


def test_a_file_that_cannot_be_written(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mighty_evening(store)
    export(store, file)
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    assert refuse(store, file) == f"{file} cannot be written"


def test_whoever_interrupts_an_export_leaves_the_file_as_it_was(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = mighty_evening(store)

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(history, "EVENINGS_AT_ONCE", 1)
    infos = store.events.tables(limit=10)
    with pytest.raises(KeyboardInterrupt):
        export_history(file, store.events, store.groups, infos, interrupt)
    assert not file.exists(), "a new one is not left half"
    export(store, file)
    before = contents(file)
    evening.do(t.VoidHand(1, "misdeal"))
    with pytest.raises(KeyboardInterrupt):
        export_history(file, store.events, store.groups, store.events.tables(limit=10), interrupt)
    assert contents(file) == before


def test_only_so_many_evenings_are_in_memory(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):
        Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(BO))
    written: list[int] = []
    replace_rows = history.replace_rows
    monkeypatch.setattr(history, "EVENINGS_AT_ONCE", 2)

    def note(db: Database, rows: list[Rows]) -> None:
        written.append(len(rows))
        replace_rows(db, rows)

    monkeypatch.setattr(history, "replace_rows", note)
    assert export(store, file).new == 5
    assert written == [2, 2, 1]


def test_a_damaged_evening_is_there_up_to_the_damage(store: Store, file: Path) -> None:
    evening = mighty_evening(store)
    sql = "update events set event = ? where table_id = ? and version = (select max(version) from events)"
    store.database.write(lambda db: db.execute(sql, ["{}", evening.id]))
    export(store, file)
    assert read(file, "select damaged from evenings") == [{"damaged": 1}]
    assert len(read(file, "select * from hands")) == 4
