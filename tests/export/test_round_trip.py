"""What is exported says what the table is, and becomes the same table again."""

import json
from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest

from scorekeeper import __version__
from scorekeeper.bookkeeper import Bookkeeper, read
from scorekeeper.export import SCHEMA, check, export_document, import_document
from scorekeeper.games import GAMES, mighty
from scorekeeper.games.mighty.events import CardNamed, Events, PlayerDroppedOut
from scorekeeper.settlement import Settlement
from scorekeeper.store import Store, open_store
from scorekeeper.table import commands as c
from scorekeeper.table import events as e
from scorekeeper.table.ledger import Ledger, fold
from tests.export.evenings import (
    ALL_MIGHTY,
    ANA,
    BO,
    CHO,
    DEVICE,
    Evening,
    mighty_evening,
    random_evening,
    toy_evening,
)
from tests.toy import Hand, Toss, ToyGame

EVENINGS: list[Callable[[Store], Evening]] = [toy_evening, mighty_evening]


def exported(evening: Evening) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(export_document(evening.store.events, evening.id))
    return document


def without_devices(evening: Evening) -> Ledger:
    """An evening as if nobody knew on which devices it was recorded."""
    records = evening.store.events.load(evening.id)
    return fold(read([msgspec.structs.replace(record, device=None) for record in records]))


def assert_comes_back(evening: Evening) -> None:
    """Import of an export equals the original, in another store as well."""
    written, original = export_document(evening.store.events, evening.id), without_devices(evening)
    assert check(written).ledger == original
    with open_store(":memory:") as other:
        table = import_document(other.events, written)
        again = json.loads(export_document(other.events, table))
        assert again | {"exported": ""} == json.loads(written) | {"exported": ""}
        assert Bookkeeper(other.events).ledger(table) == original, "what can be undone and redone as well"


@pytest.mark.parametrize("made", EVENINGS)
def test_import_of_an_export_equals_the_original(made: Callable[[Store], Evening], store: Store) -> None:
    assert_comes_back(made(store))


@pytest.mark.parametrize("preset", mighty.GAME.presets)
def test_evenings_of_any_kind_come_back(preset: str, store: Store) -> None:
    for seed in range(3):
        assert_comes_back(random_evening(store, preset, seed, 150))


OF_SIX_OR_SEVEN = {CardNamed, PlayerDroppedOut}
"""Events of Mighty for numbers of players that no table can choose yet."""


def test_every_kind_of_event_comes_back(store: Store) -> None:
    evenings = [
        toy_evening(store),
        *(random_evening(store, "pagat", seed, 250, **ALL_MIGHTY) for seed in range(4)),
    ]
    seen = {type(event) for evening in evenings for _, _, event in evening.books.log(evening.id)}
    every = {*get_args(e.TableEvent), *get_args(Events)} - OF_SIX_OR_SEVEN
    assert seen >= every, "the evenings have every event"
    for evening in evenings:
        assert_comes_back(evening)


def test_an_empty_table_comes_back(store: Store) -> None:
    assert_comes_back(Evening(store, "mighty", "korean40"))


def test_a_table_goes_on_where_its_export_ended(store: Store) -> None:
    evening = toy_evening(store)
    table = import_document(store.events, export_document(store.events, evening.id))
    evening.do(Toss(BO))
    evening.id = table
    assert evening.do(Toss(BO)).ledger.state.last_hand is not None
    assert table in {info.table_id for info in store.events.tables()}


def test_the_document_says_what_the_score_sheet_says(store: Store) -> None:
    evening = mighty_evening(store)
    document, state = exported(evening), evening.ledger.state
    assert [document[name] for name in ("format", "schema", "program")] == ["scorekeeper", SCHEMA, __version__]
    assert datetime.fromisoformat(document["exported"]).utcoffset() is not None
    assert document["table"]["rules"] == state.rules.as_dict()
    assert [player["name"] for player in document["players"]] == [person.name for person in state.people.values()]
    assert document["totals"] == {str(player): balance for player, balance in state.balances.items()}
    first, second, alone, void = document["hands"]
    assert (first["contract"], first["facts"]["points"], first["corrections"]) == ("16H", 17, 1)
    assert first["roles"]["2"] == "role.declarer"
    assert first["amounts"] == {"2": 14, "5": 7, "1": -7, "3": -7, "4": -7}
    assert [step["amount"] for step in first["steps"]] == [6, 1]
    assert second["result"]["code"] == "result.failed"
    assert alone["amounts"]["3"] == -4 * alone["amounts"]["1"]
    assert (void["voided"], void["amounts"], void["steps"]) == ("misdeal", {}, [])
    (penalty,) = document["adjustments"]
    assert (penalty["after_hand"], penalty["penalized"], penalty["reason"]) == (4, ANA, "revoke")
    assert penalty["balances"] == document["totals"]


def test_the_log_is_the_whole_log_without_devices(store: Store) -> None:
    evening = toy_evening(store)
    records = store.events.load(evening.id)
    log = exported(evening)["log"]
    assert [event for action in log for event in action["events"]] == [json.loads(record.event) for record in records]
    assert [(action["version"], action["at"], action["player"]) for action in log] == [
        (record.version, record.at, record.player) for record in records if record.version == record.action
    ]
    assert DEVICE.encode() not in export_document(store.events, evening.id)


def test_rules_of_earlier_hands_are_told_where_they_differ(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo").do(c.StartHand(), Toss(ANA))
    evening.do(c.ChangeRules("plain", {"stake": 3}), c.StartHand(), Toss(ANA))
    assert [hand["rules"] for hand in exported(evening)["hands"]] == [{"stake": 1}, {}]


class ThirdsGame(ToyGame):
    """The toy game with a stake that two losers share."""

    key = "thirds"

    def settlement(self, hand: Hand) -> Settlement[int] | None:
        settled = super().settlement(hand)
        if settled is None:
            return None
        losers = len(settled.shares) - 1
        shares = {seat: Fraction(-1, losers) if share < 0 else 1 for seat, share in settled.shares.items()}
        return Settlement(settled.steps, shares)


def test_fractions_are_text(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "thirds", ThirdsGame())
    evening = Evening(store, "thirds", "plain", "Ana", "Bo", "Cho", "Dan").do(c.StartHand(), Toss(CHO))
    assert exported(evening)["hands"][0]["amounts"] == {"1": "-1/3", "2": "-1/3", "3": 1, "4": "-1/3"}
    assert_comes_back(evening)


def test_a_file_saved_by_an_editor_is_the_same_file(store: Store) -> None:
    evening = toy_evening(store)
    written = export_document(store.events, evening.id)
    spread = b"\xef\xbb\xbf" + msgspec.json.format(written, indent=4)
    assert check(spread).document.hands == check(written).document.hands
    assert check(spread).records == check(written).records, "its layout is not kept"
