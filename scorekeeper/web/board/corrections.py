"""Corrections of a hand: their form, and their result before anyone saves it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from flask import Flask, request
from markupsafe import Markup

from scorekeeper.errors import Problem, RuleError, refuse
from scorekeeper.games.game import Player
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord, TableState, open_sheet
from scorekeeper.web.board.hand_result import delta, result_panel_of
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.forms import Form, optional_integer
from scorekeeper.web.page.language import gettext, ngettext, with_facts
from scorekeeper.web.page.screens import HandStart, screens_for
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


def read_hand_start(state: TableState, record: HandRecord, form: Form | None) -> tuple[m.Dealing | None, HandStart]:
    """Read the corrected dealing and the start of a hand from a form. Raises `RuleError`."""
    dealing = read_dealing(state, record, form) if form else None
    dealt = dealing.redeal(state.game, record) if dealing else record.redeal(state.game)
    kept, _ = m.find_redeals(state.game, record)
    moves = screens_for(state.game.key).correcting.redeals(kept, form) if form else kept
    hand = dealt.hand
    with suppress(Exception):  # what was recorded under another edition of the rules' code may be impossible today
        for move in moves:
            hand = move.play(hand)
    return dealing, HandStart(dealt, moves, hand, record.moves[len(kept) :])


def dealing_tab(was: m.Dealing, dealing: m.Dealing | None) -> tuple[str, Markup, str]:
    """The field of how a hand was dealt: its name in the template, how many played, and its words."""
    count = len((dealing or was).seats)
    return "players", escape(ngettext("%(num)s player", "%(num)s players", count)), gettext("who played")


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
    asked: m.CorrectHand[Any] | None = None
    problems: tuple[Problem, ...] = ()


def read_correction(state: TableState, number: int, form: Form, sheet: int | None = None) -> m.CorrectHand[Any]:
    """The correction that a form asks for, of a hand of the present sheet or an earlier one. Raises `RuleError`."""
    table = open_sheet(state, sheet)
    record = table.find_hand(number) if table else None
    if table is None or record is None:
        raise RuleError("hand.unknown", number=number)
    screens = screens_for(state.game.key)
    dealing, start = read_hand_start(table, record, form)
    moves = (
        screens.correcting.read(table, record, start, form)
        if screens.correcting.read
        else (screens.recording.forms[screens.correcting.form](table, form),)
    )
    kept, _ = m.find_redeals(state.game, record)
    return m.CorrectHand(number, (*start.moves, *moves), sheet=sheet, dealing=dealing, whole=start.moves != kept)


def correction_context(state: TableState, record: HandRecord, draft: Form | None) -> Context:
    """Return the content of a correction's form: how the hand was dealt, and the fields of its game."""
    was = dealing_of(state, record)
    try:
        dealing, start = read_hand_start(state, record, draft)
    except RuleError:  # a deal that cannot be is refused; the fields stay those of the hand as it was recorded
        dealing, start = None, read_hand_start(state, record, None)[1]
    shown = dealing_of(state, start.dealt)
    fields = screens_for(state.game.key).correcting.fields(state, record, start, draft)
    tabs = [*fields["tabs"], dealing_tab(was, dealing)] if "tabs" in fields else []
    names = [name for name, *_ in tabs]
    wrong = "points" if "points" in names else next(iter(names), "")  # what is wrong most often
    seats = {player for player in record.circle if draft and f"seat_{player}" in draft}
    choice = len(record.circle) > len(was.seats) or len(was.seats) > state.game.seat_counts(record.rules)[0]
    return {
        "correction": fields,
        "tabs": tabs,
        "opened": (draft.get("field") if draft else request.args.get("field")) or wrong,
        "dealing": {
            "people": record.circle if choice else (),
            "seats": seats if draft and "choose_seats" in draft else set(was.seats),
            "players": shown.seats,
            "leader": shown.leader,
            "first": shown.first,
        },
    }


def preview_correction(state: TableState, record: HandRecord, form: Form) -> CorrectionPreview:
    """Return the preview of the correction in a form: its rows and effects, or what is wrong with it."""
    try:
        move = read_correction(state, record.number, form).complete(state)
    except RuleError as refusal:
        return CorrectionPreview(problems=tuple(one for one in refusal.problems if one.code != "form.missing"))
    return preview_move(state, record, move)


def preview_move(
    table: TableState,
    record: HandRecord,
    move: m.CorrectHand[Any],
    state: TableState | None = None,
    left_out: Iterable[Message] | None = None,
) -> CorrectionPreview:
    """Return what a correction changes on the table of its sheet; `state` is the table itself where that is another.

    `left_out` are the recorded lines that give way, where they are known; else they are found by what is said no more.
    """
    state = table if state is None else state
    problems = tuple(move.check(state))
    if problems:
        return CorrectionPreview(asked=move, problems=problems)
    after = open_sheet(move.play(state), move.sheet)
    assert after is not None
    corrected = after.find_hand(record.number)
    assert corrected is not None
    left = list(find_left_out(table, record, corrected) if left_out is None else left_out)
    lost = left_out is None and list(describe_lost_tricks(record, corrected))
    gone = [*(lost or ()), *say_left_out(table, left)]
    if record.after is None:
        stays = [] if left_out is not None and left else [escape(gettext("The recorded play stays."))]
        return CorrectionPreview(note=join_html(" ", [*stays, *gone]), asked=move)
    effects = describe_effects(table, record, after, corrected, gone)
    return CorrectionPreview(tuple(list_changes(table, record, after, corrected)), effects)


def list_without_change(state: TableState, record: HandRecord) -> tuple[PlayerChange, ...]:
    """Return the rows while nothing is changed; none for a hand that is not over."""
    return tuple(list_changes(state, record, state, record)) if record.after is not None else ()


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


def describe_lost_tricks(record: HandRecord, corrected: HandRecord) -> Iterator[Markup]:
    """Yield a sentence on the recorded tricks that a correction leaves out, if there are any."""
    lost = len(getattr(record.hand, "tricks", ())) - len(getattr(corrected.hand, "tricks", ()))
    if lost > 0:
        text = ngettext(
            "%(num)s recorded trick does not fit and is left out.",
            "%(num)s recorded tricks do not fit and are left out.",
            lost,
        )
        yield escape(text)


def say_left_out(state: TableState, lines: Iterable[Message]) -> Iterator[Markup]:
    """Yield a sentence with the recorded lines that a correction leaves out, if there are any."""
    if said := [say(line, state) for line in lines]:
        yield with_facts(gettext("Left out: %(lines)s"), {"lines": join_html(" ", said)})


def find_left_out(state: TableState, record: HandRecord, corrected: HandRecord) -> Iterator[Message]:
    """Yield the recorded lines that a correction leaves out: no trick and no result.

    A line is not left out where another of its kind takes its place.
    """
    now = list(move_sentences(state, corrected))
    lines = [line for hand, after, line in played_lines(state, record) if is_said_before_play(hand, after)]
    new = Counter(line.code for line in now if line not in lines)
    for line in lines:
        if line not in now:
            new[line.code] -= 1
            yield from [line] if new[line.code] < 0 else []


def is_said_before_play(hand: Any, after: Any) -> bool:
    """Return whether a move between two states of a hand neither played a card or a trick nor ended it."""
    played = (len(getattr(each, part, ())) for part in ("tricks", "table") for each in (hand, after))
    before, now, laid, lying = played
    return (before, laid) == (now, lying) and after.settlement is None


def move_sentences(state: TableState, record: HandRecord) -> Iterator[Message]:
    """Yield the record of a hand, line by line, as far as today's code can play it."""
    return (line for _, _, line in played_lines(state, record))


def played_lines(state: TableState, record: HandRecord) -> Iterator[tuple[Any, Any, Message]]:
    """Yield each line of a hand with the hand before and after its move, as far as today's code can play it."""
    hand = record.redeal(state.game).hand
    with suppress(Exception):  # what an earlier edition of the rules' code played stays readable up to there
        for move in record.moves:
            after = move.play(hand)
            yield from ((hand, after, line) for line in move.says(hand, after))
            hand = after
