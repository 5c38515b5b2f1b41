"""Corrections of a hand: their form, and their result before anyone saves it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from flask import Flask
from markupsafe import Markup

from scorekeeper.errors import Problem, RuleError, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.board.hand_result import delta, result_panel_of
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.forms import Form, optional_integer
from scorekeeper.web.page.language import gettext, with_facts
from scorekeeper.web.page.wording import say


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.globals.update(move_sentences=move_sentences)


# --- What a form asks for ---


def dealing_of(state: TableState, record: HandRecord) -> m.Dealing:
    """Return the dealing of a hand before any redeal: its seats, who began it, and who bid first in an auction."""
    dealt = record.redeal(state.game).hand
    first = dealt.session.first if state.game.set_first_bidder else None
    return m.Dealing(dealt.seats, dealt.session.begins, first)


def read_dealing(state: TableState, record: HandRecord, form: Form) -> m.Dealing | None:
    """Read the dealing of a hand from a form; None where it is as recorded. Raises `RuleError`."""
    if "dealt" not in form:
        return None
    was = dealing_of(state, record)
    seats = was.seats
    if "choose_seats" in form:
        seats = m.sort_seats(record.circle, (player for player in record.circle if f"seat_{player}" in form))
    asked = (optional_integer(form, field) for field in ("leader", "first"))
    leader, first = (None if each in record.circle and each not in seats else each for each in asked)
    refuse(m.Dealing(seats, leader, first).check(state.game, record.rules, record.circle))
    leader = None if leader == usual_dealing(state, record, m.Dealing(seats)).leader else leader
    first = None if first == usual_dealing(state, record, m.Dealing(seats, leader)).first else first
    return None if (seats, leader, first) == (was.seats, None, None) else m.Dealing(seats, leader, first)


def usual_dealing(state: TableState, record: HandRecord, dealing: m.Dealing) -> m.Dealing:
    """Return the dealing with the players who begin and bid first when nobody says otherwise."""
    return dealing_of(state, dealing.redeal(state.game, record))


def dealing_context(state: TableState, record: HandRecord, draft: Form | None) -> Context:
    """Return the fields of how a hand was dealt, as it was recorded or as a draft has them."""
    was = dealing_of(state, record)
    shown = was
    with suppress(RuleError):  # a deal that cannot be is refused; the fields stay those of the hand as it was recorded
        dealing = read_dealing(state, record, draft) if draft else None
        shown = usual_dealing(state, record, dealing) if dealing else was
    choice = len(record.circle) > len(was.seats) or len(was.seats) > state.game.seat_counts(record.rules)[0]
    chosen = {player for player in record.circle if draft and f"seat_{player}" in draft}
    return {
        "people": record.circle if choice else (),
        "seats": chosen if draft and "choose_seats" in draft else set(was.seats),
        "players": shown.seats,
        "leader": shown.leader,
        "first": shown.first,
    }


class PlayerChange(NamedTuple):
    """A player in the preview: gain and total before and after the correction."""

    player: Player
    name: str
    before: Markup
    after: Markup
    total_before: Markup
    total_after: Markup


class CorrectionPreview(NamedTuple):
    """The preview of a correction: its rows and a sentence on later hands, or the problems."""

    rows: tuple[PlayerChange, ...] = ()
    note: Markup = Markup("")
    asked: m.CorrectHand[Move] | None = None
    problems: tuple[Problem, ...] = ()


def preview_move(
    table: TableState,
    record: HandRecord,
    move: m.CorrectHand[Move],
    state: TableState,
    left_out: Sequence[Message],
) -> CorrectionPreview:
    """Return what a correction changes on the `table` of its sheet, and the recorded lines that are left out of it."""
    problems = tuple(move.check(state))
    if problems:
        return CorrectionPreview(asked=move, problems=problems)
    after, corrected = m.open_hand(move.play(state), move.sheet, record.number)
    gone = list(say_left_out(table, left_out))
    if record.after is None:
        stays = [] if left_out else [escape(gettext("The recorded play stays."))]
        return CorrectionPreview(note=join_html(" ", [*stays, *gone]), asked=move)
    effects = describe_effects(table, record, after, corrected, gone)
    return CorrectionPreview(tuple(list_changes(table, record, after, corrected)), effects)


def list_changes(
    state: TableState, record: HandRecord, after: TableState, corrected: HandRecord
) -> Iterator[PlayerChange]:
    """Yield a row for each player with a gain before or after the correction."""
    for player in state.people:
        if player in record.amounts or player in corrected.amounts:
            was, now = record.amounts.get(player, 0), corrected.amounts.get(player, 0)
            totals = (say(each.standings[player].said, state) for each in (state, after))
            yield PlayerChange(player, state.name(player), delta(was), delta(now), *totals)


def describe_effects(
    state: TableState, record: HandRecord, after: TableState, corrected: HandRecord, gone: Iterable[Markup]
) -> Markup:
    """Return a sentence on the corrected hand, on what is `gone` of it, and on the hands after it."""
    was, now = result_panel_of(state, record), result_panel_of(after, corrected)
    said = []
    if now and (was is None or was.fact != now.fact):
        before = was.fact if was else gettext("Void")
        said.append(with_facts(gettext("%(now)s instead of %(before)s."), {"now": now.fact, "before": before}))
    said += gone
    later = sum(1 for hand in state.hands if hand.number > record.number)
    if later:
        text = gettext("Later hands pay the same; every total after hand %(number)s moves.")
        said.append(with_facts(text, {"number": record.number}))
    return join_html(" ", said)


def say_left_out(state: TableState, lines: Iterable[Message]) -> Iterator[Markup]:
    """Yield a sentence with the recorded lines that a correction leaves out, if there are any."""
    if said := [say(line, state) for line in lines]:
        yield with_facts(gettext("Left out: %(lines)s"), {"lines": join_html(" ", said)})


def move_sentences(state: TableState, record: HandRecord) -> Iterator[Message]:
    """Yield the record of a hand, line by line, as far as today's code can play it."""
    hand = record.redeal(state.game).hand
    with suppress(Exception):  # what an earlier edition of the rules' code played stays readable up to there
        for move in record.moves:
            after = move.play(hand)
            yield from move.says(hand, after)
            hand = after
