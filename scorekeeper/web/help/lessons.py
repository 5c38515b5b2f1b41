"""A first game guided hand by hand: a hand that the rules play, with what is to be known of each part of it."""

from typing import NamedTuple

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.lesson import FirstGame
from scorekeeper.table.disputes import with_only_hand
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
    record = deal_hand(game, guide)
    people = {player: Person(player, NAMES[player - 1]) for player in record.circle}
    table = TableState(
        game, guide.preset, record.rules, record.opening_session, people=people, circle=record.circle, current=record
    )
    told = list[Markup]()
    for lesson in guide.lessons[:lessons]:
        told.clear()
        for move in lesson.moves:
            before, record = record.hand, record.play(move)
            table = with_only_hand(table, record)
            told += [say(said, table) for said in move.says(before, record.hand)]
    return LessonPart(table, told)


def deal_hand(game: Game, guide: FirstGame) -> HandRecord:
    """Return the hand before its first move."""
    rules, seats = game.presets[guide.preset].rules, tuple(range(1, guide.players + 1))
    session = game.create_session(rules)
    for player in seats:
        session = game.add_player(rules, session, player)
    hand = game.deal(rules, session, seats, seats)
    return HandRecord(rules=rules, number=1, hand=hand, opening_session=session, circle=seats)
