"""Questions to the referee: at a table, then with its rules and what lies there, and for people without one.

Nothing asked here reaches the log, the store or another phone. What is public of a question is its address; a hand
that is checked comes in the body of one request, and is told to nobody but who sent it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, g, redirect, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.game import Game
from scorekeeper.house_rules import Preset
from scorekeeper.messages import Message
from scorekeeper.table.state import TableState
from scorekeeper.web.board.frames import table_context
from scorekeeper.web.http.invitations import public_url
from scorekeeper.web.http.services import Context, services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.escaping import join_html
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.game_setup import most_players, presets_for
from scorekeeper.web.page.language import gettext, join_list, language, ngettext
from scorekeeper.web.page.questions import TABLE_FIELDS, TAPS, Inquiry, Question, Reply
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.page.wording import sentence, word
from scorekeeper.web.setup.house_rules import changes_from
from scorekeeper.web.setup.rule_sets import RuleSet, kept_sets

blueprint = Blueprint("referee", __name__, url_prefix="/t/<table_id>/referee")
public_blueprint = Blueprint("questions", __name__, url_prefix="/referee")

Answer = str | tuple[str, int] | Response


@dataclass(frozen=True, slots=True)
class Desk:
    """The referee's desk: a game under some rules with so many players, at a table or without one.

    `back` is the page of all questions here. `fields` is what stands in every address without a table.
    """

    chosen: RuleSet
    players: int
    here: str
    state: TableState | None = None
    table_id: str = ""

    @property
    def game(self) -> Game:
        """The game that is asked about."""
        return self.chosen.game

    @property
    def rules(self) -> object:
        """The rules that are asked about: at a table those of the hand in progress."""
        return self.state.current.hand.rules if self.state and self.state.current else self.chosen.rules

    @property
    def questions(self) -> Mapping[str, Question]:
        """Return the questions of this game."""
        return screens_for(self.game.key).refereeing.questions

    @property
    def fields(self) -> dict[str, str]:
        """The rules as fields of an address that knows no table."""
        rules = {key: value for key, value in self.chosen.fields.items() if key not in ("game", "name", "by")}
        return {**rules, "count": str(self.players)}

    def address(self, key: str = "", public: Mapping[str, str] | None = None) -> str:
        """Return the address of a question from here, with its public part."""
        fields = {**({} if self.state else self.fields), **(public or {})}
        path = f"{self.here}/{key}" if key else self.here
        return f"{path}?{urlencode(fields)}" if fields else path

    @property
    def summary(self) -> Markup:
        """The rules and the number of players, in a line."""
        changed = ngettext("%(num)s changed", "%(num)s changed", len(self.chosen.changes))
        players = ngettext("%(num)s player", "%(num)s players", self.players)
        said = [word(self.chosen.preset.label), *([changed] if self.chosen.changes else []), players]
        return join_html(", ", said)

    @property
    def rules_address(self) -> str:
        """Return the address at which these rules are told, or others are chosen."""
        return f"/t/{self.table_id}/rules" if self.state else self.address()

    def address_for_all(self, key: str, public: Mapping[str, str]) -> str:
        """Return the address of the same question with the same answer for everybody, without a table."""
        asked = {name: value for name, value in public.items() if value and name not in TABLE_FIELDS}
        return f"{public_url()}/referee/{self.game.key}/{key}?{urlencode({**self.fields, **asked})}"


# --- At a table ---


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Render the list of questions that may be asked at a table."""
    state = services().books.ledger(table_id).state
    return render_template(
        "help/referee/page.html", desks=[desk_at(table_id)], state=state, table_id=table_id, visitor=g.visitor
    )


@blueprint.get("/<key>", endpoint="asked")
@at_table()
def question_at_table(table_id: str, key: str) -> Answer:
    """Answer a question at its address. One of this phone's own seat has a page of its own."""
    pages = screens_for(services().books.ledger(table_id).state.game.key).refereeing.pages
    if key in pages:
        return answer_address(pages[key].secret, lambda asked: render_seat_question(table_id, key, asked))
    return answer_question_at_address(desk_at(table_id), key)


@blueprint.post("/<key>", endpoint="asked_in_secret")
@at_table()
def secret_question_at_table(table_id: str, key: str) -> Answer:
    """Answer a question with a hand in the body, which is in no address and no log."""
    if key in screens_for(services().books.ledger(table_id).state.game.key).refereeing.pages:
        return render_seat_question(table_id, key, request.form)
    return answer_question(desk_at(table_id), key, request.form)


def desk_at(table_id: str) -> Desk:
    """The referee of a table."""
    state = services().books.ledger(table_id).state
    preset = state.game.presets[state.preset]
    rules = state.current.hand.rules if state.current else state.rules
    seats = state.current.hand.seats if state.current else state.seating
    counts = state.game.seat_counts(rules)
    players = min(max(len(seats), counts[0]), counts[-1])
    chosen = RuleSet(state.game, preset, rules.differences(preset.rules))
    return Desk(chosen, players, f"/t/{table_id}/referee", state, table_id)


def render_seat_question(table_id: str, key: str, form: Form) -> str:
    """Render a question about one phone's seat; only the part that changes when a script asks."""
    ledger = services().books.ledger(table_id)
    screens = screens_for(ledger.state.game.key)
    problems: tuple[Problem, ...] = ()
    try:
        tool = screens.refereeing.pages[key].ask(ledger.state, g.visitor.player, form)
    except RuleError as refusal:
        tool = screens.refereeing.pages[key].ask(ledger.state, g.visitor.player, MultiDict())
        problems = refusal.problems
    return render_template(
        f"{screens.folder}/{key}.html",
        table_id=table_id,
        ledger=ledger,
        visitor=g.visitor,
        tool=tool,
        problems=problems,
        layout="help/referee/answer.html" if "HX-Request" in request.headers else "help/referee/phone_question.html",
        **table_context(ledger.state),
    )


# --- Without a table ---


@public_blueprint.get("")
def every_game() -> str:
    """The questions of every game, under the rules that this reader knows best."""
    desks = [desk_for(game, MultiDict()) for game in GAMES.values()]
    return render_template("help/referee/page.html", desks=desks, state=None)


@public_blueprint.get("/<game_key>")
def of_game(game_key: str) -> str:
    """The questions of a game, under rules and with a number of players that are chosen here."""
    game = game_or_404(game_key)
    desk = desk_for(game, request.args)
    counts = most_players(game)
    presets = presets_for(game, screens_for(game_key).setup, desk.players, language())
    own = [each for each in kept_sets() if each.game == game]
    return render_template(
        "help/referee/page.html", desks=[desk], state=None, counts=counts, presets=presets, kept=own, choosing=True
    )


@public_blueprint.get("/<game_key>/<key>", endpoint="asked_alone")
def public_question(game_key: str, key: str) -> Answer:
    """Answer a question without a table, by what its address holds."""
    return answer_question_at_address(desk_for(game_or_404(game_key), request.args), key)


@public_blueprint.post("/<game_key>/<key>", endpoint="asked_alone_in_secret")
def secret_public_question(game_key: str, key: str) -> Answer:
    """Answer a question without a table, with a hand in the body."""
    return answer_question(desk_for(game_or_404(game_key), request.form), key, request.form)


def game_or_404(key: str) -> Game:
    """The game of an address."""
    return find_game(key) if key in GAMES else abort(404)


def desk_for(game: Game, form: Form) -> Desk:
    """The referee for the rules and the number of players in an address; what is not there is as usual.

    Another number of players than the rules are for gives way to theirs, and a preset that is for others to one for
    so many, when both were chosen apart. Raises `RuleError` for what is no number, no preset and no house rule.
    """
    count = Inquiry(game, None, 0, form).number("count", range(1, 100)) or 0
    setup = screens_for(game.key).setup
    usual: Preset[Any] = presets_for(game, setup, count, language())[0]
    key = form.get("preset", "") or usual.key
    if key not in game.presets:
        raise RuleError("rules.unknown_preset", preset=key)
    chosen = RuleSet(game, game.presets[key], changes_from(game, key, form))
    counts = game.seat_counts(chosen.rules)
    if count and count not in counts and form.get("by") == "count":
        chosen = RuleSet(game, usual, {})
        counts = game.seat_counts(chosen.rules)
    return Desk(chosen, min(max(count or counts[0], counts[0]), counts[-1]), f"/referee/{game.key}")


# --- The answer ---


def answer_question_at_address(desk: Desk, key: str) -> Answer:
    """Answer a question by what its address holds of it."""
    question = desk.questions.get(key) or abort(404)
    return answer_address(question.secret, lambda asked: answer_question(desk, key, asked))


def answer_address(secret: Collection[str], answer: Callable[[Form], Answer]) -> Answer:
    """Answer what an address asks. One that holds a hand, which no page here leads to, leads to the one without."""
    asked = drop_secrets(request.args, secret)
    if asked == request.args or "HX-Request" in request.headers:
        return answer(asked)
    fields = urlencode(list(asked.items(multi=True)))
    return redirect(f"{request.path}?{fields}" if fields else request.path, 303)


def drop_secrets(form: Form, secret: Collection[str]) -> Form:
    """Return the fields of an address without secret cards, and without taps on a pile of them."""
    kept = MultiDict((name, value) for name, value in form.items(multi=True) if name not in secret)
    if secret and form.get("pad", "") in ("", *secret):
        kept.poplist("add")
    return kept


def answer_question(desk: Desk, key: str, form: Form) -> Answer:
    """Answer a question with its page; only the part that changes when a script asks.

    What cannot be read or cannot be is refused, beside the question as it is before anything is asked.
    """
    question = desk.questions.get(key) or abort(404)
    try:
        found = ask(desk, question, form)
    except RuleError as refusal:
        return render_answer(desk, key, ask(desk, question, MultiDict()), refusal.problems), 422
    tapped = any(name in form for name in TAPS)
    if tapped and request.method == "GET" and "HX-Request" not in request.headers:
        return redirect(desk.address(key, found.public), 303)
    return render_answer(desk, key, found)


def ask(desk: Desk, question: Question, form: Form) -> Reply:
    """Render the answer to a question."""
    return question.ask(Inquiry(desk.game, desk.rules, desk.players, form, desk.state))


def render_answer(desk: Desk, key: str, found: Reply, problems: tuple[Problem, ...] = ()) -> str:
    """Render the page of an answer, or its form alone for a script."""
    partly = "HX-Request" in request.headers
    return render_template(
        f"{screens_for(desk.game.key).folder}/referee/{key}.html",
        layout="help/referee/question_form.html" if partly else "help/referee/question_page.html",
        key=key,
        question=desk.questions[key],
        asked=found,
        it=found.facts,
        problems=problems,
        address=desk.address(key, found.public),
        shared=desk.address_for_all(key, found.public),
        **desk_context(desk),
    )


def desk_context(desk: Desk) -> Context:
    """Return the context of every page of the referee."""
    visitor = g.visitor if desk.state else None
    return {"desk": desk, "state": desk.state, "game": desk.game, "table_id": desk.table_id, "visitor": visitor}


def cited_sources(why: Iterable[Message], game: Game) -> list[str]:
    """Return the sources of the rules behind an answer: the rulebooks by name, each with its section."""
    setup = screens_for(game.key).setup
    cited = [sentence(one.code, game).cite(one.facts) for one in why]
    parts = [part.strip() for each in cited for part in each.split(";") if part.strip()]
    found = []
    for part in dict.fromkeys(parts):
        _code, _, section = part.partition(",")
        named = join_list(gettext(name) for name in setup.named_sources(part))
        found.append(f"{named}: {section.strip()}" if section else named)
    return found


blueprint.add_app_template_filter(cited_sources, "cited_sources")
