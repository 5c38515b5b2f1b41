"""The score sheet is kept as it was drawn, row by row: it always is what it would be if all of it were drawn anew."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.bookkeeper import Recorder
from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.live import Audience
from scorekeeper.table import moves as m
from scorekeeper.web.board import score_sheet
from scorekeeper.web.board.frames import SHEET
from scorekeeper.web.http.services import Services

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun")


def mighty_hand(declarer: int, points: int, bid: str = "14H") -> mighty.RecordHand:
    friend = declarer % 5 + 1
    return mighty.RecordHand(declarer, mighty.Bid.parse(bid), mighty.Call.parse("card"), points, friend)


def zpy_hand(maker: int, points: int) -> zpy.RecordHand:
    friends = ((maker + 1) % 5 + 1,)
    return zpy.RecordHand(maker, Suit.HEARTS, friends, points, "makers")


MIGHTY: tuple[Any, ...] = (
    *(m.StartHand(), mighty.EnterContract(1, mighty.Bid.parse("14H")), mighty_hand(1, 16)),
    *(m.StartHand(), m.RenamePlayer(2, "Bora"), mighty_hand(2, 9, "14S"), m.Penalize(3, 4, True, "late")),
    *(m.StartHand(), m.JoinTable("Fee"), mighty_hand(3, 20), m.VoidHand(2, "misdeal"), m.Undo(), m.Redo()),
    *(m.CorrectHand(1, (mighty_hand(1, 20),)), m.Adjust({1: 5}, "from <paper>"), m.Undo(), m.LeaveTable(6)),
    *(m.StartHand(), m.VoidHand(4, "cards fell"), m.LimitHands(3), m.LimitHands(None), m.EndSession()),
    *(m.ResumeSession(), m.BeginSession(), m.StartHand(), mighty_hand(4, 15), m.RenamePlayer(4, "Daniel")),
)
ZHAO_PENGYOU: tuple[Any, ...] = (
    *(m.StartHand(), zpy_hand(1, 40), m.StartHand(), m.RenamePlayer(2, "Bora"), zpy_hand(2, 90)),
    *(m.Adjust({3: 1}, "owed"), m.StartHand(), zpy_hand(3, 10), m.VoidHand(2, "misdeal"), m.Undo(), m.Redo()),
    *(m.CorrectHand(1, (zpy_hand(1, 0),)), m.EndSession(), m.ResumeSession(), m.BeginSession()),
    *(m.StartHand(), zpy_hand(4, 30), m.RenamePlayer(1, "Anna")),
)
EVENINGS = {
    "mighty": (m.CreateTable("mighty", "pagat", {}, NAMES), MIGHTY),
    "zhao_pengyou": (m.CreateTable("zhao_pengyou", "pagat", {}, NAMES), ZHAO_PENGYOU),
}


@pytest.fixture(params=EVENINGS)
def versions(app: Flask, request: pytest.FixtureRequest) -> tuple[Services, str, Iterator[Any]]:
    """A table before each of its moves, and after the last."""
    services: Services = app.extensions["scorekeeper"]
    opening, moves = EVENINGS[request.param]
    table = services.books.create(opening, Recorder())

    def play() -> Iterator[Any]:
        yield opening
        for move in moves:
            version = services.books.ledger(table).version
            services.books.record(table, move, version=version, recorder=Recorder(), key=f"k{version}")
            yield move

    return services, table, play()


def clear_caches() -> None:
    for kept in (score_sheet.fragments, score_sheet.rows, score_sheet.row_contexts):
        kept.clear()


def render_sheet(services: Services, table: str, language: str) -> str:
    return services.hub.frame(table, Audience(SHEET, language)).html


def sheet_text(html: str) -> str:
    """Return the content of a sheet without its version."""
    head, _, rest = html.partition('data-version="')
    return head + rest.partition('"')[2]


def test_a_sheet_that_is_kept_is_the_sheet_drawn_anew(versions: tuple[Services, str, Any]) -> None:
    services, table, moves = versions
    for move in moves:
        for language in ("en", "ko"):
            kept = render_sheet(services, table, language)
            seen = dict(score_sheet.fragments), dict(score_sheet.rows), dict(score_sheet.row_contexts)
            clear_caches()
            assert sheet_text(kept) == sheet_text(render_sheet(services, table, language)), move
            score_sheet.fragments.update(seen[0])
            score_sheet.rows.update(seen[1])
            score_sheet.row_contexts.update(seen[2])


def test_moves_inside_a_hand_tell_a_sheet_nothing_new(versions: tuple[Services, str, Any]) -> None:
    """It stays at the version that changed it, and is the same to the byte."""
    services, table, moves = versions
    before = services.books.ledger(table), services.hub.frame(table, Audience(SHEET, "en"))
    for _ in moves:
        now = services.books.ledger(table), services.hub.frame(table, Audience(SHEET, "en"))
        (was, is_now), (old, new) = (before[0].state, now[0].state), (before[1], now[1])
        same = (was.entries, was.people, was.session, was.ending) == (
            *(is_now.entries, is_now.people, is_now.session, is_now.ending),
        )
        if same and was.sheets == is_now.sheets:
            assert new == old
        else:
            assert new.version == now[0].version
        before = now


def test_a_new_hand_draws_one_row(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    services: Services = app.extensions["scorekeeper"]
    table = services.books.create(EVENINGS["mighty"][0], Recorder())
    lines = list[object]()
    row_of = score_sheet.build_row

    def count_row(entry: Any, *rest: Any) -> score_sheet.CachedRow:
        lines.append(entry)
        return row_of(entry, *rest)

    monkeypatch.setattr(score_sheet, "build_row", count_row)
    for number in range(1, 6):
        for move in (m.StartHand(), mighty_hand(number, 16)):
            version = services.books.ledger(table).version
            services.books.record(table, move, version=version, recorder=Recorder(), key=f"k{version}")
            render_sheet(services, table, "en")
        assert len(lines) == number
    render_sheet(services, table, "ko")
    assert len(lines) == 10, "another language is another row"


def test_what_is_kept_is_bounded(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_sheet, "MOST_ROWS", 5)
    monkeypatch.setattr(score_sheet, "MOST_SHEETS", 2)
    services: Services = app.extensions["scorekeeper"]
    clear_caches()
    for _ in range(4):
        table = services.books.create(EVENINGS["mighty"][0], Recorder())
        for number in range(1, 4):
            for move in (m.StartHand(), mighty_hand(number, 16)):
                version = services.books.ledger(table).version
                services.books.record(table, move, version=version, recorder=Recorder(), key=f"k{version}")
        render_sheet(services, table, "en")
        assert len(score_sheet.rows) <= 5
        assert len(score_sheet.fragments) <= 2


def test_a_phone_keeps_its_table_in_memory(app: Flask) -> None:
    """However many others are in use."""
    services: Services = app.extensions["scorekeeper"]
    table = services.books.create(EVENINGS["mighty"][0], Recorder())
    assert services.books.watchers(table) == 0
    stream = services.hub.stream_blocking(table, Audience(SHEET, "en"), lambda: True)
    next(stream)
    assert services.books.watchers(table) == 1
    stream.close()
    assert services.books.watchers(table) == 0
