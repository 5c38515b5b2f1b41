"""Pieces of boards that are drawn once."""

from flask import Flask, render_template_string

from scorekeeper.web import environment
from scorekeeper.web.language import speaking

PIECE = '{% call same_for_all("test", mark) %}{{ _("Menu") }} {{ mark }} {{ drawn.append(mark) or "" }}{% endcall %}'


def draw(drawn: list[str], mark: str, language: str = "en") -> str:
    with speaking(language):
        return render_template_string(PIECE, mark=mark, drawn=drawn).strip()


def test_a_piece_is_drawn_once_for_each_mark_and_language(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context():
        assert [draw(drawn, mark) for mark in ("1", "2", "1", "2")] == ["Menu 1", "Menu 2"] * 2
        assert drawn == ["1", "2"]
        assert [draw(drawn, "1", "ko"), draw(drawn, "1", "ko")] == ["메뉴 1"] * 2
        assert drawn == ["1", "2", "1"]


def test_marks_that_somebody_makes_up_fill_no_memory(app: Flask) -> None:
    drawn: list[str] = []
    with app.test_request_context():
        for number in range(environment.MOST_PIECES + 1):
            assert draw(drawn, f"<{number}>") == f"Menu &lt;{number}&gt;"
    assert len(environment.pieces) <= environment.MOST_PIECES
