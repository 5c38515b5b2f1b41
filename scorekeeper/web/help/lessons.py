"""A first game guided hand by hand: a hand that the rules play, with what is to be known of each part of it."""

from typing import NamedTuple

from flask import Blueprint, abort, render_template
from markupsafe import Markup
from msgspec.structs import replace

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game, Move
from scorekeeper.games.lesson import FirstGame
from scorekeeper.table.state import HandRecord, Person, TableState
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.page.wording import say

blueprint = Blueprint("lessons", __name__, url_prefix="/first")

NAMES = "ABCDEFGHIJKL"
"""Who plays it: letters are the same in every language."""


class LessonPart(NamedTuple):
    """A part of the hand as it was played: the table after it, and what was recorded in it."""

    table: TableState
    sentences: list[Markup]


@blueprint.get("/<game_key>")
def first(game_key: str) -> str:
    """The first lesson."""
    return page(game_key, 1)


@blueprint.get("/<game_key>/<int:number>")
def page(game_key: str, number: int) -> str:
    """A lesson, with the hand as far as it is played in it."""
    game = GAMES.get(game_key) or abort(404)
    guide = screens_for(game_key).explaining.first_game or abort(404)
    if not 0 < number <= len(guide.lessons):
        abort(404)
    shown = play_lessons(game, guide, number)
    record = shown.table.current or shown.table.last_hand
    return render_template(
        "help/lessons/page.html",
        game=game,
        state=shown.table,
        record=record,
        tricks=screens_for(game_key).explaining.tricks(record.hand) if record else (),
        lesson=guide.lessons[number - 1],
        number=number,
        count=len(guide.lessons),
        sentences=shown.sentences,
        preset=game.presets[guide.preset],
    )


def play_lessons(game: Game, guide: FirstGame, lessons: int) -> LessonPart:
    """Return the hand after so many lessons, with what the last of them recorded."""
    table = open_table(game, guide)
    told = list[Markup]()
    for lesson in guide.lessons[:lessons]:
        told.clear()
        for move in lesson.moves:
            before, table = hand_in(table), play_move(table, move)
            told += [say(said, table) for said in move.says(before, hand_in(table))]
    return LessonPart(table, told)


def open_table(game: Game, guide: FirstGame) -> TableState:
    """Return the table once the hand has been dealt."""
    rules, seats = game.presets[guide.preset].rules, tuple(range(1, guide.players + 1))
    session = game.create_session(rules)
    for player in seats:
        session = game.add_player(rules, session, player)
    people = {player: Person(player, NAMES[player - 1]) for player in seats}
    hand = game.deal(rules, session, seats, seats)
    record = HandRecord(rules=rules, number=1, hand=hand, opening_session=session, circle=seats)
    return TableState(game, guide.preset, rules, session, people=people, circle=seats, current=record)


def play_move(table: TableState, move: Move) -> TableState:
    """Return the table after a move of the hand."""
    assert table.current is not None
    record = table.current.play(move)
    if record.settlement is None:
        return replace(table, current=record)
    over = record.end(table.game)
    return replace(table, session=over.after, entries=(over,), current=None)


def hand_in(table: TableState) -> object:
    """Return the hand of the table: the one in progress, or the last."""
    record = table.current or table.last_hand
    assert record is not None
    return record.hand
