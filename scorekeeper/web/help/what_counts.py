"""Help on the spot: the rules in force for what happens now at a table, in sentences, with an example from tonight."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, g, render_template

from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.setup.house_rules import SectionInWords, rule_sections, sections_in_words

blueprint = Blueprint("topics", __name__, url_prefix="/t/<table_id>/help")


class Topic(NamedTuple):
    """A part of the rules as it is in force; `example` is a hand that was paid by it, `now` whether it matters now."""

    section: SectionInWords
    example: HandRecord | None
    now: bool


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Render every section of the rules, those that matter now first."""
    state = services().books.ledger(table_id).state
    return render_template(
        "help/what_counts/page.html",
        table_id=table_id,
        state=state,
        game=state.game,
        topics=sorted(topics(state), key=lambda topic: not topic.now),
        visitor=g.visitor,
    )


@blueprint.get("/now")
@at_table()
def now(table_id: str) -> str:
    """The parts that matter now, as a "?" on the board shows them."""
    state = services().books.ledger(table_id).state
    chosen = [topic for topic in topics(state) if topic.now]
    return render_template(
        "help/what_counts/current_topics.html", table_id=table_id, state=state, topics=chosen, visitor=g.visitor
    )


def topics(state: TableState) -> Iterator[Topic]:
    """The parts of the rules that are in force: during a hand those it was dealt under."""
    screens = screens_for(state.game.key)
    phase = state.current.hand.phase if state.current else "complete"
    now, base = screens.explaining.help.get(phase, ()), state.game.presets[state.preset].rules
    rules = state.current.hand.rules if state.current else state.rules
    for (block, _title, _rules), told in zip(
        rule_sections(state.game), sections_in_words(state.game, rules, base), strict=True
    ):
        yield Topic(told, last_paid(state) if block == screens.explaining.paying else None, block in now)


def last_paid(state: TableState) -> HandRecord | None:
    """The hand that was settled last under the rules of today."""
    hands = (hand for hand in reversed(state.hands) if hand.settlement and not hand.recorded)
    return next(hands, None)
