"""What a correction of a hand would come to, before anyone saves it."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from flask import Flask
from markupsafe import Markup

from scorekeeper.errors import Problem, RuleError
from scorekeeper.games.game import Player
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.escaping import joined
from scorekeeper.web.forms import Form
from scorekeeper.web.language import gettext, with_facts
from scorekeeper.web.moments import delta, moment_of
from scorekeeper.web.screens import screens_for
from scorekeeper.web.wording import say


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.globals.update(told_moves=told_moves)


class Change(NamedTuple):
    """A player in the preview: what the hand gave and would give, and the totals of now and then."""

    player: Player
    name: str
    before: Markup
    after: Markup
    total_before: Markup
    total_after: Markup


class Fixed(NamedTuple):
    """The preview of a correction: its rows, a sentence of what it does to later hands, or what cannot be and why."""

    rows: tuple[Change, ...] = ()
    note: Markup = Markup("")
    asked: m.CorrectHand[Any] | None = None
    problems: tuple[Problem, ...] = ()


def read_correction(state: TableState, number: int, form: Form) -> m.CorrectHand[Any]:
    """The correction that a form asks for. Raises `RuleError`."""
    screens, record = screens_for(state.game.key), state.find_hand(number)
    if screens.corrected and record is not None:
        return m.CorrectHand(number, screens.corrected(state, record, form))
    return m.CorrectHand(number, (screens.forms[screens.correction](state, form),))


def would_be(state: TableState, record: HandRecord, form: Form) -> Fixed:
    """The table as it is beside the table as it would be."""
    try:
        move = read_correction(state, record.number, form).completed(state)
    except RuleError as refusal:
        return Fixed(problems=tuple(one for one in refusal.problems if one.code != "form.missing"))
    problems = tuple(move.check(state))
    if problems:
        return Fixed(asked=move, problems=problems)
    after = move.play(state)
    mended = after.find_hand(record.number)
    assert mended is not None
    return Fixed(tuple(changes(state, record, after, mended)), note(state, record, after, mended))


def unchanged(state: TableState, record: HandRecord) -> tuple[Change, ...]:
    """The rows while nothing is changed."""
    return tuple(changes(state, record, state, record))


def changes(state: TableState, record: HandRecord, after: TableState, mended: HandRecord) -> Iterator[Change]:
    """A row for everyone whom the hand gave something, before or after."""
    for player in state.people:
        if player in record.amounts or player in mended.amounts:
            was, now = record.amounts.get(player, 0), mended.amounts.get(player, 0)
            totals = (say(each.standings[player].said, state) for each in (state, after))
            yield Change(player, state.name(player), delta(was), delta(now), *totals)


def note(state: TableState, record: HandRecord, after: TableState, mended: HandRecord) -> Markup:
    """What the hand becomes, and what later hands do."""
    was, now = moment_of(state, record), moment_of(after, mended)
    said = []
    if now and (was is None or was.fact != now.fact):
        before = was.fact if was else gettext("Void")
        said.append(with_facts(gettext("%(now)s instead of %(before)s."), {"now": now.fact, "before": before}))
    later = sum(1 for hand in state.hands if hand.number > record.number)
    if later:
        text = gettext("Later hands pay the same; every total after hand %(number)s moves.")
        said.append(with_facts(text, {"number": record.number}))
    return joined(" ", said)


def told_moves(state: TableState, record: HandRecord) -> Iterator[Message]:
    """What was recorded of a hand, line by line, as far as today's code can play it."""
    hand = record.redealt(state.game).hand
    with suppress(Exception):  # what an earlier edition of the rules' code played stays readable up to there
        for move in record.moves:
            after = move.play(hand)
            yield from move.says(hand, after)
            hand = after
