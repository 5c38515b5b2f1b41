"""An exported file describes its table, and becomes the same table again."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from scorekeeper import __version__
from scorekeeper.bookkeeper import Bookkeeper, encode_last_action, fold_each, fold_log
from scorekeeper.codec import encode
from scorekeeper.export import SCHEMA, check_document, export_document, import_document
from scorekeeper.games import GAMES, mighty
from scorekeeper.games.game import EDITION, Amounts, Game, Phase
from scorekeeper.settlement import Amount, Gain, Settlement
from scorekeeper.store import Store, open_store
from scorekeeper.table import moves as t
from scorekeeper.table.ledger import Ledger
from tests.export.evenings import (
    ALL_MIGHTY,
    ANA,
    BO,
    CHO,
    DEVICE,
    Evening,
    corrected_evening,
    hand_by_cards,
    hand_of_pairs,
    mighty_evening,
    random_evening,
    toy_evening,
    zhao_pengyou_evening,
)
from tests.table.tables import same
from tests.tiers import FULL
from tests.toy import TOY, Draw, Hand, Session, Shuffle, move_winner_up

pytestmark = pytest.mark.exhaustive

EVENINGS: list[Callable[[Store], Evening]] = [toy_evening, mighty_evening, zhao_pengyou_evening, hand_of_pairs]


def export_table(evening: Evening) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(export_document(evening.store.events, evening.id))
    return document


def without_devices(evening: Evening) -> Ledger:
    """An evening as if nobody knew on which devices it was recorded."""
    actions = evening.store.events.load(evening.id)
    return fold_log(msgspec.structs.replace(action, device=None) for action in actions)


def assert_comes_back(evening: Evening) -> None:
    """Import of an export equals the original, in another store as well."""
    written, original = export_document(evening.store.events, evening.id), without_devices(evening)
    verified = check_document(written)
    assert verified.ledger == original
    assert fold_log(verified.log) == original, "what will be stored can be opened"
    with open_store(":memory:") as other:
        table = import_document(other.events, written)
        again = json.loads(export_document(other.events, table))
        assert again | {"exported": ""} == json.loads(written) | {"exported": ""}
        assert same(Bookkeeper(other.events).ledger(table), original), "what can be undone and redone as well"


@pytest.mark.parametrize("made", EVENINGS)
def test_import_of_an_export_equals_the_original(made: Callable[[Store], Evening], store: Store) -> None:
    assert_comes_back(made(store))


@pytest.mark.parametrize("preset", mighty.GAME.presets)
def test_evenings_of_any_kind_come_back(preset: str, store: Store) -> None:
    for seed, taps in ((1, 150), (2, 150), (3, 150)) if FULL else ((1, 60),):
        assert_comes_back(random_evening(store, preset, seed, taps))


def test_corrections_of_every_sheet_come_back(store: Store) -> None:
    assert_comes_back(corrected_evening(store))


OF_SIX_OR_SEVEN = {mighty.NameCard, mighty.DropOut}
"""Moves of Mighty for numbers of players that no table can choose yet."""


def test_every_kind_of_move_comes_back(store: Store) -> None:
    evenings = [
        toy_evening(store),
        hand_by_cards(store),
        *(random_evening(store, "pagat", seed, 250, **ALL_MIGHTY) for seed in range(4)),
        corrected_evening(store),
    ]
    made = {
        type(move) for evening in evenings for action in evening.books.read_log(evening.id) for move in action.moves
    }
    every = {*t.TABLE_MOVES, t.CorrectHand, Draw, Shuffle, *mighty.GAME.moves} - OF_SIX_OR_SEVEN
    assert every - made == set(), "the evenings have every move"
    for evening in evenings:
        assert_comes_back(evening)


def test_an_empty_table_comes_back(store: Store) -> None:
    assert_comes_back(Evening(store, "mighty", "korean40"))


def test_a_table_goes_on_where_its_export_ended(store: Store) -> None:
    evening = toy_evening(store)
    table = import_document(store.events, export_document(store.events, evening.id))
    evening.do(Draw(BO))
    evening.id = table
    assert evening.do(Draw(BO)).ledger.state.last_hand is not None
    assert table in {info.table_id for info in store.events.tables()}


def test_the_document_says_what_the_score_sheet_says(store: Store) -> None:
    evening = mighty_evening(store)
    document, state = export_table(evening), evening.ledger.state
    assert [document[name] for name in ("format", "schema", "program")] == ["scorekeeper", SCHEMA, __version__]
    assert datetime.fromisoformat(document["exported"]).utcoffset() is not None
    assert document["table"]["rules"] == state.rules.as_dict()
    assert [player["name"] for player in document["players"]] == [person.name for person in state.people.values()]
    assert {player: total["value"] for player, total in document["totals"].items()} == {
        str(player): standing.value for player, standing in state.standings.items()
    }
    assert (document["edition"], document["sheets"]) == (EDITION, [])
    first, second, alone, void = document["hands"]
    assert (first["contract"], first["facts"]["points"], first["corrections"]) == ("16H", 17, 1)
    assert (first["begins"], first["roles"]["2"]) == (ANA, ["role.declarer"])
    assert gains(first) == {"2": 14, "5": 7, "1": -7, "3": -7, "4": -7}
    (account,) = first["accounts"]
    assert [step["amount"] for step in account["steps"]] == [6, 1]
    assert second["result"]["code"] == "result.failed"
    assert gains(alone)["3"] == -4 * gains(alone)["1"]
    assert (void["voided"], void["gains"], void["accounts"]) == ("misdeal", {}, [])
    assert [(hand["today"], hand["refused"]) for hand in document["hands"]] == [(None, [])] * 4
    (penalty,) = document["adjustments"]
    assert (penalty["after_hand"], penalty["penalized"], penalty["reason"]) == (4, ANA, "revoke")
    assert penalty["standings"] == document["totals"]


def gains(hand: dict[str, Any]) -> dict[str, Any]:
    return {player: gain["amount"] for player, gain in hand["gains"].items()}


def test_levels_are_told_in_words(store: Store) -> None:
    """Nothing in a document is about points only."""
    document = export_table(toy_evening(store))
    (first,) = (hand for hand in document["hands"] if hand["number"] == 1)
    assert first["gains"] == {"2": {"amount": 1, "said": {"code": "toy.up", "facts": {"rungs": 1}}}}
    assert first["accounts"][0] == {
        "title": {"code": "toy.climb", "facts": {}},
        "player": BO,
        "steps": [{"why": {"code": "toy.climbs", "facts": {"winner": BO}}, "effect": "add", "amount": 1}],
    }
    assert first["standings"]["2"]["said"] == {"code": "toy.rung", "facts": {"rung": 2}}
    assert document["adjustments"][0]["gains"] == {"2": -1}


def test_sheets_of_earlier_sessions_are_kept(store: Store) -> None:
    evening = toy_evening(store)
    (sheet,) = export_table(evening)["sheets"]
    assert (sheet["preset"], sheet["rules"]["top"]) == ("plain", 10)
    assert [hand["number"] for hand in sheet["hands"]] == [1, 2, 3, 4]
    assert [(each["after_hand"], each["reason"]) for each in sheet["adjustments"]] == [
        *((1, "late"), (3, "showed a card"), (3, "found on the ladder")),
        *((4, "hand 1"), (4, "hand 2")),
    ]
    assert {player: total["value"] for player, total in sheet["totals"].items()} == {
        str(player): standing.value for player, standing in evening.ledger.state.sheets[0].session.standings.items()
    }


def test_the_log_is_the_whole_log_without_devices(store: Store) -> None:
    evening = toy_evening(store)
    actions = store.events.load(evening.id)
    log = export_table(evening)["log"]
    assert [action["moves"] for action in log] == [[json.loads(move) for move in action.moves] for action in actions]
    assert any(action.carried for action in actions), "the store has fewer rows than were written"
    written = [ledger.last.rows for ledger in fold_each(actions) if ledger.last]
    assert [action["rows"] for action in log] == [json.loads(encode(rows)) for rows in written]
    assert [(action["version"], action["at"], action["player"]) for action in log] == [
        (action.version, action.at, action.player) for action in actions
    ]
    assert DEVICE.encode() not in export_document(store.events, evening.id)


@pytest.mark.parametrize("made", [toy_evening, corrected_evening])
def test_a_document_has_all_rows_whatever_the_store_has(made: Callable[[Store], Evening], store: Store) -> None:
    """Also of a database that stored all of them, as version 1.0 did."""
    evening = made(store)
    actions = store.events.load(evening.id)
    whole = [encode_last_action(ledger, whole=True) for ledger in fold_each(actions)]
    assert not any(action.carried for action in whole)
    assert sum(action.size for action in actions) < sum(action.size for action in whole)
    store.events.restore("whole", evening.ledger.state.game.key, whole)
    one, other = (json.loads(export_document(store.events, table)) for table in (evening.id, "whole"))
    assert one | {"exported": ""} == other | {"exported": ""}
    imported = import_document(store.events, json.dumps(other).encode())
    assert [(each.rows, each.carried) for each in store.events.load(imported)] == [
        (each.rows, each.carried) for each in actions
    ]


def test_rules_of_earlier_hands_are_told_where_they_differ(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(ANA))
    evening.do(t.ChangeRules("plain", {"strides": 2}), t.StartHand(), Draw(ANA))
    assert [hand["rules"] for hand in export_table(evening)["hands"]] == [{"strides": 1}, {}]


class Third(Draw, tag="thirds.draw"):
    """One climbs a rung; those who did not draw share the way down."""

    def play(self, hand: Hand) -> Hand:
        drawn = move_winner_up(msgspec.structs.replace(hand, winner=self.winner))
        assert drawn.settlement
        losers = {seat: Gain(Fraction(-1, len(hand.seats) - 1)) for seat in hand.seats if seat != self.winner}
        settled = Settlement(drawn.settlement.accounts, {**losers, self.winner: Gain(1)})
        return msgspec.structs.replace(drawn, settlement=settled)


class ThirdsSession(Session):
    """Rungs may be broken."""

    rungs: dict[int, Amount] = msgspec.field(default_factory=dict)  # type: ignore[assignment]


def thirds() -> Game:
    """The toy game in which the losers share what the winner climbs."""

    def adjust(_rules: Any, session: Any, amounts: Amounts, _penalized: int | None) -> Any:
        rungs = {player: rung + amounts.get(player, 0) for player, rung in session.rungs.items()}
        return msgspec.structs.replace(session, rungs=rungs)

    return replace(
        TOY,
        key="thirds",
        session=ThirdsSession,
        phases={**TOY.phases, "draw": Phase("Draw", (Third,), "now.draw")},
        create_session=lambda _rules: ThirdsSession(),
        adjust_standings=adjust,
        advance_session=lambda hand: adjust(hand.rules, hand.session, hand.settlement.amounts, None),
    )


def test_fractions_are_text(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "thirds", thirds())
    evening = Evening(store, "thirds", "plain", "Ana", "Bo", "Cho", "Dan").do(t.StartHand(), Third(CHO))
    document = export_table(evening)
    assert gains(document["hands"][0]) == {"1": "-1/3", "2": "-1/3", "3": 1, "4": "-1/3"}
    assert document["totals"]["1"]["value"] == "-1/3"
    assert_comes_back(evening)


def test_a_file_saved_by_an_editor_is_the_same_file(store: Store) -> None:
    evening = toy_evening(store)
    written = export_document(store.events, evening.id)
    spread = b"\xef\xbb\xbf" + msgspec.json.format(written, indent=4)
    assert check_document(spread).document.hands == check_document(written).document.hands
    assert check_document(spread).log == check_document(written).log, "its layout is not kept"
