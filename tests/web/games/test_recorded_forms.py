"""The inverse of every form: the board of a recorded move, filled in from it, records that move."""

import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES, mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.table.state import HandRecord, TableState, open_sheet
from scorekeeper.web.board.reopening import ReopenedHand
from scorekeeper.web.board.table import read_move
from tests.tiers import FULL
from tests.web.pages import Element, parse
from tests.web.phones import NAMES, Phone, Table, open_table

LANDED = Path(__file__).parents[2] / "landed"
EVENINGS = (
    *sorted((LANDED / "version_1").glob("mighty*.json")),
    *sorted((LANDED / "version_1").glob("zhao*.json")),
    *sorted(LANDED.glob("*-special.json")),
)
"""Evenings of both games, which have nearly every kind of move."""

MANY = 25 if FULL else 2
"""The most moves of a kind that are tried."""

WITHOUT_A_BOARD = {mighty.CorrectTrick, mighty.CorrectCard, zpy.CorrectTrick, zpy.CorrectCards, zpy.BuryKitty}
"""Corrections of tricks are told as the tricks they made; only programs record which cards were buried."""

SHOWN: list[tuple[str, dict[str, Any]]] = [
    ("start_hand", {}),
    ("expose", {"player": 1, "shown": "1xH"}),
    ("expose", {"player": 2, "shown": "2xS"}),
    ("take_back", {"takes": 1}),
    ("end_deal", {}),
    ("call_friends", {"calls": ["CA#1", "DA#2"]}),
    ("record_throw", {"player": 2, "taken_back": 2}),
    ("record_trick", {"winner": 2, "points": 40}),
    ("reveal_friend", {"player": 3, "call": "CA#1"}),
    ("result", {"friend_3": "yes", "points": 60, "last_trick": "makers", "kitty_points": 0}),
]
"""A hand of six in which cards are shown and taken back, a throw is beaten, and a friend is shown."""

UNSEEN: list[tuple[str, dict[str, Any]]] = [
    ("start_hand", {}),
    ("enter_trumps", {"maker": 1, "suit": "S"}),
    ("call_friends", {"calls": ["CA#1", "DA#2"]}),
    ("play_cards", {"player": 1, "cards": ["HA"]}),
    ("play_unseen", {"player": 2}),
    ("play_unseen", {"player": 3, "until": 5}),
    ("play_unseen", {"player": 5, "rest_points": 0}),
    ("play_cards", {"player": 1, "cards": ["HA", "HQ"]}),
    ("play_unseen", {"player": 2, "rest_points": 10}),
]
"""A hand of six with two tricks of which only the lead was looked at: a card, and a throw that nobody beat."""

DROPPED: list[tuple[str, dict[str, Any]]] = [
    ("start_hand", {}),
    ("enter_contract", {"declarer": 2, "level": 15, "trump": "H"}),
    ("drop", {"card": "SA", "holder": "-"}),
    ("drop", {"card": "SK", "holder": 5}),
    ("drop", {"holder": 6}),
]
"""A hand of seven in which one player drops out by a card and one is told to."""


def list_submissions(page: Element) -> Iterator[tuple[str, MultiDict[str, str]]]:
    """Yield every form of a board by its name, as it is filled in, and with each of its buttons."""
    for form in page.all("form"):
        action = form.attributes.get("action", "")
        if "/record/" not in action or form.attributes.get("id") == "mode":
            continue
        yield action.partition("/record/")[2].partition("?")[0], form.sends()
        for button in form.all("button"):
            fields = form.sends()
            if name := button.attributes.get("name"):
                fields.setlist(name, [*(fields.getlist(name) if name == "call" else []), button.attributes["value"]])
            name = button.attributes.get("formaction", action).partition("/record/")[2].partition("?")[0]
            yield name, fields


def is_same(read: Any, move: Any) -> bool:
    """Return whether a move that was read is the recorded one; a call is read with the kitty, cards in any order."""
    if isinstance(move, mighty.CallFriend):
        return bool(read == mighty.Exchange(move.call))
    if type(read) is type(move) and getattr(move, "cards", None):
        return bool(read == replace(move, cards=read.cards)) and Counter(read.cards) == Counter(move.cards)
    return bool(read == move)


def read_submissions(state: TableState, page: Element) -> Iterator[Any]:
    """Yield the moves that the forms of a board ask for."""
    for name, fields in list_submissions(page):
        try:
            yield read_move(state, name, fields)
        except RuleError:
            continue


def list_hands(app: Flask) -> Iterator[tuple[Table, int | None, HandRecord]]:
    """Yield the hands of the evenings, each with its table and its sheet."""
    phone = Phone(app)
    tables = []
    for file in EVENINGS:
        response = phone.post("/import", {"file": [(io.BytesIO(file.read_bytes()), file.name)]})
        assert response.status_code == 303, file
        tables.append(Table(phone, response.location.split("/")[2]))
    for game, preset, names, taps in (
        ("zhao_pengyou", "pagat", (*NAMES, "Fay"), SHOWN),
        ("zhao_pengyou", "pagat", (*NAMES, "Fay"), UNSEEN),
        ("mighty", "seven_drop", (*NAMES, "Fay", "Gil"), DROPPED),
    ):
        tables.append(open_table(app, preset, names, game=game, host=phone))
        for form, fields in taps:
            tables[-1].record(form, fields)
    for table in tables:
        for sheet in (*range(1, len(table.state.sheets) + 1), None):
            there = open_sheet(table.state, sheet)
            assert there is not None
            current = [there.current] if sheet is None and there.current else []
            yield from ((table, sheet, record) for record in (*there.hands, *current))


@pytest.mark.exhaustive
def test_the_board_of_a_recorded_move_records_it(app: Flask) -> None:
    seen: Counter[type] = Counter()
    wrong = []
    for table, sheet, record in list_hands(app):
        hand = ReopenedHand(table.state, record.number, sheet)
        for line in hand.lines:
            if seen[type(line.move)] >= MANY or type(line.move) in WITHOUT_A_BOARD:
                continue
            if hand.game.check(line.hand, line.move):
                continue  # what was kept as it was played is recorded no more
            seen[type(line.move)] += 1
            opened = hand.open_at(line.place)
            page = parse(table.host.get(f"{table.path}/fix/{opened.write()}").text)
            state = hand.table_at(opened, hand.play(opened))
            with app.test_request_context():
                if not any(is_same(read, line.move) for read in read_submissions(state, page)):
                    wrong.append(line.move)
    assert not wrong
    every = {kind for game in GAMES.values() for kind in game.moves if "toy" not in game.key}
    assert every - WITHOUT_A_BOARD - set(seen) == set()


@pytest.mark.exhaustive
def test_the_moves_as_boards_record_them_come_to_the_same_hand(app: Flask) -> None:
    """Its standings are those it was dealt in, which later corrections move."""
    changed = Counter[str]()
    for table, sheet, record in list_hands(app):
        hand = ReopenedHand(table.state, record.number, sheet)
        assert len(hand.lines) == len(hand.moves)
        assert not WITHOUT_A_BOARD.intersection(map(type, hand.moves)) - {zpy.BuryKitty}
        changed[hand.game.key] += hand.moves != record.moves
        was, now = (replace(record.redeal(hand.game), after=None) for _ in range(2))
        for move in record.moves:
            was = was.play(move)
        for move in hand.moves:
            now = now.play(move)
        outcome = [(one.hand.settlement, one.hand.seats, getattr(one.hand, "tricks", ())) for one in (was, now)]
        assert outcome[0] == outcome[1]
    assert set(changed) == {"mighty", "zhao_pengyou"}
