"""A link for the dispute: a page that shows what happened, the rule behind it, and what other rules would say.

Its address holds all of that, signed, so that it needs no table and no rights, and nobody can make one up. A ruling on
a hand that was shown to nobody is asked for by a form instead.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.house_rules import Preset, Ruleset, house_rules
from scorekeeper.messages import Message
from scorekeeper.table.disputes import (
    AnyDispute,
    dispute_about_hand,
    hand_of,
    play_under_other_presets,
    replay_dispute,
)
from scorekeeper.table.state import HandRecord, TableState, open_sheet
from scorekeeper.web.board.corrections import move_sentences
from scorekeeper.web.board.hand_result import gain_rows
from scorekeeper.web.board.ruling_links import public_ruling_address, read_dispute, ruling_address
from scorekeeper.web.http.invitations import public_url
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import FinishedTrick, screens_for
from scorekeeper.web.page.template_helpers import isolated_name
from scorekeeper.web.page.wording import say, sentence
from scorekeeper.web.setup.house_rules import sentence_of

blueprint = Blueprint("disputes", __name__)


class OtherRuling(NamedTuple):
    """The ruling of another preset: its answer, and whether that is the same as here."""

    preset: Preset[Ruleset]
    said: Markup
    same: bool


@blueprint.get("/t/<table_id>/why/<int:number>")
@blueprint.get("/t/<table_id>/sheets/<int:sheet>/why/<int:number>")
@at_table()
def payment(table_id: str, number: int, sheet: int | None = None) -> Response:
    """Lead to the ruling on what a hand paid."""
    state = open_sheet(services().books.ledger(table_id).state, sheet) or abort(404)
    record = state.find_hand(number)
    if record is None or record.settlement is None or record.recorded:
        abort(404)
    return redirect(ruling_address(dispute_about_hand(state, record, "payment")))


@blueprint.get("/t/<table_id>/why/<int:number>/<int:trick>")
@blueprint.get("/t/<table_id>/sheets/<int:sheet>/why/<int:number>/<int:trick>")
@at_table()
def trick(table_id: str, number: int, trick: int, sheet: int | None = None) -> Response:
    """Lead to the ruling on a trick, which holds no later move."""
    state = open_sheet(services().books.ledger(table_id).state, sheet) or abort(404)
    record = state.find_hand(number)
    moves = moves_to(state, record, trick) if record and not record.recorded else None
    if record is None or moves is None:
        abort(404)
    return redirect(ruling_address(dispute_about_hand(state, record, "trick", moves=moves, trick=trick)))


@blueprint.get("/why/<signed>")
def page(signed: str) -> str:
    """Render a ruling. An address with a hand that was shown to nobody, which no page leads to, is no page."""
    dispute = read_dispute(signed)
    return render_ruling(dispute) if dispute and dispute == dispute.public else abort(404)


@blueprint.post("/why")
def page_in_secret() -> str:
    """Render a ruling on a hand that was shown to nobody: it came in the body, and is in no address of the page."""
    return render_ruling(read_dispute(request.form.get("signed", "")) or abort(404))


def render_ruling(dispute: AnyDispute) -> str:
    """Render a ruling: what happened, the rule, and the rulings of other presets. Aborts where it has no answer."""
    try:
        table = replay_dispute(dispute)
    except Exception:  # a hand that today's code cannot play any more
        abort(404)
    if dispute.about == "payment" and hand_of(table).settlement is None:
        abort(404)
    game = table.game
    why, source = find_reasons(dispute, table)
    own, address = ruling_text(dispute, table), public_ruling_address(dispute)
    return render_template(
        "help/rulings/page.html",
        dispute=dispute,
        state=table,
        game=game,
        screens=screens_for(game.key),
        record=hand_of(table),
        trick=trick_of(dispute, table),
        preset=game.presets[dispute.preset],
        changes=table.rules.differences(game.presets[dispute.preset].rules),
        answer=own,
        why=why,
        source=source,
        behind=list(dict.fromkeys(rules_behind(source, table))),
        others=list(other_rulings(dispute, own)),
        told=list(move_sentences(table, hand_of(table))),
        secret=dispute != dispute.public,
        back=previous_path(),
        address=public_url() + address if address else "",
    )


def previous_path() -> str:
    """Return the path of the page of this site that led here; that of Home where another site did, or none."""
    came = urlsplit(request.referrer or "")
    if came.netloc != request.host or came.path == request.path:
        return "/"
    return "/" + came.path.lstrip("/\\")


# --- The address ---


def moves_to(state: TableState, record: HandRecord, trick: int) -> int | None:
    """Return the number of moves after which a hand's trick of that number was complete; None where it has none."""
    tricks, played = screens_for(state.game.key).explaining.tricks, record.redeal(state.game)
    wanted = tricks(record.hand)[trick - 1 : trick] if trick > 0 else ()
    for count, move in enumerate(record.moves, 1):
        played = played.play(move)
        if wanted and tricks(played.hand)[trick - 1 : trick] == wanted:
            return count
    return None


# --- What it says ---


def trick_of(dispute: AnyDispute, table: TableState) -> FinishedTrick | None:
    """The trick that is asked about."""
    if dispute.about != "trick" or dispute.trick is None:
        return None
    tricks = screens_for(table.game.key).explaining.tricks(hand_of(table).hand)
    return tricks[dispute.trick - 1] if 0 < dispute.trick <= len(tricks) else None


def ruling_text(dispute: AnyDispute, table: TableState) -> Markup:
    """Return the ruling by the rules of a table, in a line."""
    record = hand_of(table)
    if dispute.about == "refusal":
        problems = dispute.refusals(record.hand)
        return join_html(" ", (say(each, table) for each in problems)) or escape(gettext("Allowed"))
    if dispute.about == "trick":
        told = trick_of(dispute, table)
        return isolated_name(table, told.winner) if told else Markup("–")
    shown = (html("<bdi>{}</bdi> {}", row.name, row.shown) for row in gain_rows(table, record))
    return join_html(", ", shown) or Markup("–")


def find_reasons(dispute: AnyDispute, table: TableState) -> tuple[list[Markup], tuple[Message, ...]]:
    """The rule in a sentence for each reason, and the messages that have its source."""
    record, told = hand_of(table), trick_of(dispute, table)
    found: tuple[Message, ...] = ()
    if dispute.about == "refusal":
        found = dispute.refusals(record.hand)
    elif told:
        found = (told.why,) if told.why else ()
    elif record.settlement:
        found = tuple(step.why for account in record.settlement.accounts for step in account.steps)
    once = tuple(each for place, each in enumerate(found) if each not in found[:place])
    return [say(each, table) for each in once], once


def rules_behind(why: Iterable[Message], table: TableState) -> Iterator[Markup]:
    """The house rules in force that stand in the same section of a rulebook as these reasons."""
    cited = [sentence(each.code, table.game).cite(each.facts) for each in why]
    sections = {part.strip() for each in cited for part in each.split(";")} - {""}
    setup = screens_for(table.game.key).setup
    for key, rule in house_rules(table.game.rules).items():
        parts = {part.strip() for part in rule.source.split(";")}
        if parts & sections and rule.applies(table.rules) and key not in setup.by_preset:
            yield sentence_of(rule, getattr(table.rules, key))


def other_rulings(dispute: AnyDispute, own: Markup) -> Iterator[OtherRuling]:
    """Yield the rulings of all other presets for as many players."""
    for preset, table, problems in play_under_other_presets(dispute):
        if table is not None:
            said = ruling_text(dispute, table)
            yield OtherRuling(preset, said, said == own)
        else:
            yield OtherRuling(preset, unreachable_text(GAMES[dispute.game], problems, dispute), same=False)


def unreachable_text(game: Game, problems: Iterable[Message], dispute: AnyDispute) -> Markup:
    """Return why a hand could not have come to this under other rules."""
    first = next(iter(problems), None)
    start = escape(gettext("Can’t happen under these rules."))
    return html("{} {}", start, say(first, replay_dispute(dispute), game)) if first else start
