"""The form for a new table: names first, then one row of rules.

It is drawn anew after each tap with all that was chosen so far, by script or without; nothing is kept until it is sent.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from flask import Blueprint, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.bookkeeper import Recorder
from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.game import Game
from scorekeeper.house_rules import Preset, Ruleset
from scorekeeper.lookalikes import fold_lookalikes
from scorekeeper.nearest_presets import (
    OTHER,
    UNKNOWN,
    Answer,
    NearPreset,
    RulesQuestion,
    changes_for,
    find_dividing_question,
    further_questions,
    list_tied,
    list_unasked_payments,
    nearest_presets,
)
from scorekeeper.store import Group, StatementBatch, plan_codes, plan_host
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.names import check_name, split_names, tidy_text
from scorekeeper.web.http.security import EXPENSIVE, limiter
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import become_host, device
from scorekeeper.web.page.dates import reader_zone_name
from scorekeeper.web.page.forms import Form, optional_integer, small_number
from scorekeeper.web.page.game_setup import Setup, most_players, presets_for
from scorekeeper.web.page.group_access import own_groups
from scorekeeper.web.page.group_nights import plan_group_night
from scorekeeper.web.page.known_tables import known_names
from scorekeeper.web.page.language import language
from scorekeeper.web.page.opening import check_may_open
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.setup.house_rules import RulesDraft, read_rules
from scorekeeper.web.setup.rule_sets import RuleSet, keep_set, name_problems, read_kept_set, sets_for

blueprint = Blueprint("new", __name__)

MOST_CHIPS = 12
VIEWS = ("names", "presets", "questions", "rules")
MOST_NEAR = 6
"""The rule sets shown as near to how people play."""
LOT_MOVES: Mapping[str, Callable[[], m.TableMove]] = {"draw_seats": m.DrawSeats, "draw_leader": m.DrawLeader}
"""What is drawn by lot as soon as the table is there, by the name of its field."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A new table as far as it is filled in.

    `typed` is a name being written, `held` the seat that was tapped to be moved. The rules follow the number of players
    unless somebody chose them. `view` is the part of the form that is shown; `refused` says what is wrong, by field.
    `group` is the one of which the table will be a night. `count` is how many will play, where no names say so, and
    `answers` are those given to the questions on how people play, by question.
    """

    game: Game
    rules: RulesDraft
    names: tuple[str, ...] = ()
    typed: str = ""
    held: int | None = None
    follows: bool = True
    hands: str = ""
    lots: frozenset[str] = frozenset()
    view: str = "names"
    set_name: str | None = None
    group: Group | None = None
    count: int = 0
    answers: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict)

    @property
    def presets(self) -> list[Preset[Ruleset]]:
        """The rule sets for so many players, those of the reader's language first."""
        return presets_for(self.game, self.setup, self.players, language())

    @property
    def players(self) -> int:
        """The number of players as far as it is known, else 0."""
        return len(self.names) or self.count

    @property
    def setup(self) -> Setup:
        """The part of the game in setting up a table."""
        return screens_for(self.game.key).setup

    @property
    def questions(self) -> list[RulesQuestion]:
        """The first questions to which the rule sets for so many players have different answers."""
        return [each for each in self.setup.questions if len(each.list_answers(self.presets)) > 1]

    @property
    def further_questions(self) -> list[RulesQuestion]:
        """The questions about one further house rule each."""
        return further_questions(self.game.rules, self.questions)

    @property
    def asked_further(self) -> list[RulesQuestion]:
        """The further questions that were answered, in the order of their answers."""
        further = {each.key: each for each in self.further_questions}
        return [further[key] for key in self.answers if key in further]


@dataclass(frozen=True, slots=True)
class Finding:
    """The rule sets nearest to the answers of a draft, with all `questions` that there are.

    Those that are `tied` fit the answers alike; `others` fit less well. `next` is asked then: a question that tells the
    tied ones apart, or of one alone on what it pays. `unasked` are the rules on its payments that nobody answered.
    """

    questions: list[RulesQuestion]
    tied: list[NearPreset]
    others: list[NearPreset]
    unasked: list[RulesQuestion]
    next: RulesQuestion | None
    choices: Mapping[str, Answer]

    @property
    def alone(self) -> NearPreset | None:
        """The nearest rule set; None where several are as near."""
        return self.tied[0] if len(self.tied) == 1 else None


def find_nearest(draft: Draft) -> Finding | None:
    """Return the rule sets nearest to the answers of a draft, None before there are any."""
    fixed, further, presets = draft.setup.by_preset, draft.further_questions, draft.presets
    questions = [*draft.questions, *further]
    near = nearest_presets(presets, questions, draft.answers, fixed) if draft.answers else []
    if not near:
        return None
    tied = list_tied(near)
    others = near[len(tied) : max(MOST_NEAR, len(tied))]
    asked, unasked = find_dividing_question(tied, further, draft.answers), list[RulesQuestion]()
    if len(tied) == 1:
        unasked = list_unasked_payments(tied[0], questions, draft.answers, fixed)
        open_further = {each.key for each in further} - draft.answers.keys()
        asked = next((each for each in unasked if each.key in open_further), None)
    return Finding(questions, tied, others, unasked, asked, asked.offer_answers(presets, fixed) if asked else {})


@blueprint.get("/new")
def new() -> str:
    """The empty form, or one with the rules of a link. The device has its name from here on.

    Who sends the form again, because its answer was lost, is then the host of the table that it opened.
    """
    check_may_open()
    device()
    return render_draft(read_draft(request.args))


@blueprint.post("/new/draft")
def redraw() -> Response:
    """The form after a tap in it."""
    before = read_draft(request.form)
    draft = apply_button(before, request.form.get("do", ""))
    answer = make_response(render_draft(draft))
    if request.form.get("do") == "keep" and not draft.refused:
        keep_set(answer, named_set(draft))
    return answer


@blueprint.post("/new")
@limiter.limit(EXPENSIVE)
def create() -> tuple[str, int] | Response:
    """Open the table; whoever opens it is its host, and is led to its links."""
    check_may_open()
    form = request.form
    draft = with_typed(read_draft(form))
    if not draft.refused:
        try:
            move = read_table(draft, form)
            table_id = open_table(move, draft, form.get("key"))
        except RuleError as refusal:
            draft = with_refusals(draft, refusal.problems)
        else:
            become_host(table_id)  # sent again, perhaps by another phone that has the form
            return redirect(url_for("links.page", table_id=table_id, new=1))
    return render_draft(draft), 422


def read_table(draft: Draft, form: Form) -> m.CreateTable:
    """The table that the form asks for. Raises `RuleError`."""
    game, asked = find_game(form.get("game", "")), form.get("preset", "")
    if draft.rules.refused:
        raise RuleError(problems=draft.rules.refused)
    if asked and asked not in game.presets:
        raise RuleError("rules.unknown_preset", preset=asked)
    hands = optional_integer(form, "hands")
    rules, zone = draft.rules, reader_zone_name()
    return m.CreateTable(game.key, rules.preset.key, rules.changes, draft.names, hands, zone=zone)


def open_table(move: m.CreateTable, draft: Draft, key: str | None) -> str:
    """Open a table with this phone as its host, a night of the group of the draft. Raises `RuleError`.

    What is to be drawn is drawn on the record. Where too few are there, it waits for the table.
    """
    recorder, holder = Recorder(device=session.get("device")), device()

    def plan(table_id: str, ledger: Ledger) -> Sequence[StatementBatch]:
        night = plan_group_night(draft.group.id if draft.group else None, table_id, ledger.state)
        return [plan_host(table_id, holder), *night, plan_codes(table_id, services().invitations.codes(table_id))]

    lots = [LOT_MOVES[name]() for name in LOT_MOVES if name in draft.lots]
    return services().books.create(move, recorder, key=key, then=lots, extra_writes=plan)


def read_draft(form: Form) -> Draft:
    """Read the draft of a form. An unknown game or preset gives way to the first."""
    game = GAMES.get(form.get("game", ""), next(iter(GAMES.values())))
    written = (form.get(f"name_{seat}", "") for seat in range(1, m.MOST_PLAYERS + 1))
    names = tuple(tidy_text(name) for name in written if name.strip())
    held, view = form.get("held", ""), form.get("view", "names")
    follows = form.get("follows") == "yes" or form.get("preset", "") not in game.presets
    draft = Draft(
        game,
        read_rules(game, form),
        names,
        form.get("another", ""),
        int(held) if held in map(str, range(1, m.MOST_PLAYERS + 1)) else None,
        follows,
        form.get("hands", ""),
        frozenset(name for name in LOT_MOVES if form.get(name) == "yes"),
        view if view in VIEWS else "names",
        group=next((each for each in own_groups() if each.id == form.get("group")), None),
        count=small_number(form.get("count", "")) or 0,
        answers=read_answers(game, form),
    )
    return with_usual_rules(with_checked_names(draft))


def read_answers(game: Game, form: Form) -> dict[str, str]:
    """Return the answers of a form on how people play, by question; one that is no answer is left out."""
    first = screens_for(game.key).setup.questions
    questions = (*first, *further_questions(game.rules, first))
    asked = {f"answer_{each.key}": each for each in questions}
    given = [(asked[field], form.get(field, "")) for field in form if field in asked]
    return {
        each.key: answer
        for each, answer in given
        if answer in each.answers or (each.rule and answer in (UNKNOWN, OTHER))
    }


def with_usual_rules(draft: Draft) -> Draft:
    """Return the draft with the usual rules for its number of players, unless somebody chose others that fit."""
    offered = draft.presets
    if not draft.follows or draft.rules.preset == offered[0]:
        return draft
    return dataclasses.replace(draft, rules=read_rules(draft.game, Form(), preset=offered[0].key))


def with_fitting_rules(draft: Draft) -> Draft:
    """Return the draft after its number of players changed: rules that are for fewer give way.

    Chosen rules give way to those of their family for the new number.
    """
    if not draft.follows and (same_family := find_same_family(draft)):
        return dataclasses.replace(draft, rules=carry_changes(draft.rules, same_family))
    most = draft.game.seat_counts(draft.rules.rules)[-1]
    known = most_players(draft.game)[-1]
    gives_way = most < min(len(draft.names), known)
    return with_usual_rules(dataclasses.replace(draft, follows=draft.follows or gives_way))


def with_usual_sitting_out(draft: Draft) -> Draft:
    """Return the draft with the usual rules on who sits out if more are seated than play, without them if not.

    What else was chosen about it stays.
    """
    usual, changes = draft.game.rules_when_some_sit_out, draft.rules.changes
    chosen = {key: value for key, value in changes.items() if usual.get(key) != value}
    if len(draft.names) > draft.game.seat_counts(draft.rules.rules)[-1]:
        chosen = {**usual, **chosen}
    if chosen == changes:
        return draft
    fields = Form({key: str(value) for key, value in chosen.items()})
    return dataclasses.replace(draft, rules=read_rules(draft.game, fields, preset=draft.rules.preset.key))


def find_same_family(draft: Draft) -> Preset[Ruleset] | None:
    """Return the rule set for this number of players in the family of the chosen one, unless that is for it."""
    chosen, count = draft.rules.preset, len(draft.names)
    if not chosen.family or count in draft.game.seat_counts(chosen.rules):
        return None
    return next((each for each in draft.presets if each.family == chosen.family), None)


def carry_changes(rules: RulesDraft, same_family: Preset[Ruleset]) -> RulesDraft:
    """Return the rule set `same_family` with what was changed in another of its family, as far as it stands in it."""
    kept: Ruleset = same_family.rules
    for key, value in rules.changes.items():
        with suppress(RuleError):
            kept = kept.change({key: value})
    written = {key: str(value) for key, value in kept.differences(same_family.rules).items()}
    return read_rules(rules.game, Form({"preset": same_family.key, **written}))


def with_checked_names(draft: Draft) -> Draft:
    """Return the draft with what is wrong about the seated names."""
    wrong = {f"name_{seat}": check_name(name, draft.names[: seat - 1]) for seat, name in enumerate(draft.names, 1)}
    return dataclasses.replace(draft, refused={key: problems for key, problems in wrong.items() if problems})


def with_typed(draft: Draft) -> Draft:
    """Return the draft with the name that is being written seated, or with why it cannot be.

    A list of names is asked about first: a comma may belong to a name.
    """
    if len(names := split_names(draft.typed)) > 1:
        several = problem("form.several_names", count=len(names), names=", ".join(names))
        return dataclasses.replace(draft, refused={**draft.refused, "another": (several,)})
    return with_name_seated(draft, draft.typed) if draft.typed.strip() else draft


def with_name_seated(draft: Draft, name: str) -> Draft:
    """Return the draft with one more name, or with why it cannot be."""
    full = len(draft.names) >= m.MOST_PLAYERS
    problems = (problem("table.full", most=m.MOST_PLAYERS),) if full else check_name(tidy_text(name), draft.names)
    if problems:
        return dataclasses.replace(draft, refused={**draft.refused, "another": problems})
    more = dataclasses.replace(draft, names=(*draft.names, tidy_text(name)), typed="")
    return with_usual_sitting_out(with_fitting_rules(with_checked_names(more)))


AT_FIELD: Mapping[str, str] = {"form.not_a_number": "hands", "session.limit": "hands"}
"""The field at which a refusal of the whole table stands."""


def with_refusals(draft: Draft, problems: tuple[Problem, ...]) -> Draft:
    """Return the draft with why the table was not opened: house rules that contradict each other lie open."""
    conflicts = {each.code for each in draft.rules.conflicts}
    told = dict(draft.refused)
    for each in problems:
        if each.code not in conflicts:
            field = AT_FIELD.get(each.code, "form")
            told[field] = (*told.get(field, ()), each)
    view = "rules" if any(each.code in conflicts for each in problems) else draft.view
    return dataclasses.replace(draft, view=view, refused=told)


# --- What the buttons do ---


def apply_button(draft: Draft, does: str) -> Draft:
    """Return the draft after a button of the form: ``add:Bo``, ``place:3:1``, ``view:rules`` and so on."""
    what, _, rest = does.partition(":")
    act = BUTTONS.get(what)
    return act(draft, rest) if act else draft


def add_name(draft: Draft, name: str) -> Draft:
    """Seat a name that was tapped, or the one that was written."""
    return with_name_seated(draft, name) if name else with_typed(draft)


def add_list(draft: Draft, _rest: str) -> Draft:
    """Seat each name of the list that was written, until one cannot be; that one and those behind it stay written."""
    left = list(split_names(draft.typed))
    while left:
        draft = with_name_seated(dataclasses.replace(draft, typed=", ".join(left)), left[0])
        if draft.refused.get("another"):
            return draft
        left.pop(0)
    return draft


def remove_name(draft: Draft, seat: str) -> Draft:
    """Take a name off its seat."""
    names = tuple(name for place, name in enumerate(draft.names, 1) if str(place) != seat)
    fewer = dataclasses.replace(draft, names=names, held=None)
    return with_usual_sitting_out(with_fitting_rules(with_checked_names(fewer)))


def hold_name(draft: Draft, seat: str) -> Draft:
    """Take a name up to move it, or lay it down again."""
    wanted = small_number(seat) or 0
    held = wanted if wanted != draft.held and 0 < wanted <= len(draft.names) else None
    return dataclasses.replace(draft, held=held)


def move_name(draft: Draft, way: str) -> Draft:
    """Move a name to another seat; those between make room."""
    start, end = map(small_number, way.partition(":")[::2])
    if start is None or end is None or not 0 < start <= len(draft.names):
        return draft
    target = min(max(end, 1), len(draft.names))
    names = [name for seat, name in enumerate(draft.names, 1) if seat != start]
    names.insert(target - 1, draft.names[start - 1])
    held = target if draft.held else None
    return with_checked_names(dataclasses.replace(draft, names=tuple(names), held=held))


def choose_game(draft: Draft, key: str) -> Draft:
    """Play another game, under the rules that go with it."""
    game = GAMES.get(key, draft.game)
    rules = read_rules(game, Form())
    usual = with_usual_rules(dataclasses.replace(draft, game=game, rules=rules, follows=True, answers={}))
    return with_usual_sitting_out(usual)


def choose_preset(draft: Draft, key: str) -> Draft:
    """Play by another rule set, as it is."""
    rules = read_rules(draft.game, Form(), preset=key)
    return with_usual_sitting_out(dataclasses.replace(draft, rules=rules, follows=False, view="names"))


def choose_near(draft: Draft, key: str) -> Draft:
    """Play by a rule set that is near to the answers, changed by those that it differs from: they are shown alone."""
    found = find_nearest(draft)
    near = next((each for each in (*found.tied, *found.others) if each.preset.key == key), None) if found else None
    if not (found and near and near.differs):
        return choose_preset(draft, key)
    as_it_is = {rule: getattr(near.preset.rules, rule) for rule in near.differs if draft.answers[rule] == OTHER}
    shown = {**as_it_is, **changes_for(near, found.questions, draft.answers)}
    fields = {rule: str(value).lower() for rule, value in shown.items()}
    rules = read_rules(draft.game, Form({**fields, "only": " ".join(shown)}), preset=key)
    return dataclasses.replace(draft, rules=rules, follows=False, view="rules")


def show_all_rules(draft: Draft, _rest: str) -> Draft:
    """Show all house rules again, not only those that differ."""
    return dataclasses.replace(draft, rules=dataclasses.replace(draft.rules, only=frozenset()))


def start_from(draft: Draft, key: str) -> Draft:
    """Change another rule set instead."""
    return dataclasses.replace(choose_preset(draft, key), view="rules")


def choose_kept(draft: Draft, name: str) -> Draft:
    """Play by a rule set that this device keeps."""
    chosen = next((each for each in sets_of(draft, 0) if each.name == name), None)
    if chosen is None:
        return draft
    rules = read_rules(draft.game, Form(chosen.fields))
    return dataclasses.replace(draft, rules=rules, follows=False, view="names")


def sets_of(draft: Draft, count: int) -> list[RuleSet]:
    """The sets that so many can play: those of the group, then those of this device."""
    kept = [found for each in draft.group.rules if (found := read_kept_set(each.fields))] if draft.group else []
    fitting = [each for each in kept if not count or count in each.game.seat_counts(each.rules)]
    return [each for each in fitting if each.game == draft.game] + sets_for(draft.game, count)


def set_rule(draft: Draft, choice: str) -> Draft:
    """Set one house rule."""
    form = Form(request.form)
    return dataclasses.replace(draft, rules=read_rules(draft.game, form, does=f"set:{choice}"), follows=False)


def use_rules(draft: Draft, _rest: str) -> Draft:
    """Go on with the house rules that were chosen, unless they contradict each other."""
    return dataclasses.replace(draft, follows=False, view="rules" if draft.rules.conflicts else "names")


def show_view(draft: Draft, view: str) -> Draft:
    """Show another part of the form."""
    return dataclasses.replace(draft, view=view if view in VIEWS else "names", held=None)


def keep_rules(draft: Draft, _rest: str) -> Draft:
    """Ask for a name for these rules, and keep them under it."""
    name = request.form.get("set_name")
    if draft.rules.conflicts:
        return draft
    problems = name_problems(name or "")
    wrong = {"set_name": problems} if problems else {}
    return dataclasses.replace(draft, set_name=name or "", refused={**draft.refused, **wrong})


def named_set(draft: Draft) -> RuleSet:
    """The rules of the draft under the name that was given them."""
    return RuleSet(draft.game, draft.rules.preset, draft.rules.changes, tidy_text(draft.set_name or ""))


BUTTONS: Mapping[str, Callable[[Draft, str], Draft]] = {
    "add": add_name,
    "remove": remove_name,
    "hold": hold_name,
    "add_list": add_list,
    "place": move_name,
    "game": choose_game,
    "preset": choose_preset,
    "start_from": start_from,
    "near": choose_near,
    "all_rules": show_all_rules,
    "kept": choose_kept,
    "set": set_rule,
    "use": use_rules,
    "view": show_view,
    "keep": keep_rules,
}
"""What each button does, by the first word of what it sends."""


def render_draft(draft: Draft) -> str:
    """Render the form."""
    seated_names = {fold_lookalikes(name) for name in draft.names}
    people = [person.name for person in draft.group.people] if draft.group else known_names()
    lately = [name for name in people if fold_lookalikes(name) not in seated_names]
    setup, rules = draft.setup, draft.rules
    return render_template(
        "setup/new.html",
        games=GAMES,
        draft=draft,
        rules=rules,
        groups=rules.groups if draft.view == "rules" else (),
        results=rules.draw_results(len(draft.names)) if draft.view == "rules" else None,
        setup=setup,
        digest=setup.digest(rules.rules, draft.players) if setup.digest else None,
        lately=lately if draft.group else lately[:MOST_CHIPS],
        kept=sets_of(draft, draft.players) if draft.view == "presets" else (),
        found=find_nearest(draft) if draft.view == "questions" else None,
        counts=most_players(draft.game),
        key=request.form.get("key"),
        full=len(draft.names) >= m.MOST_PLAYERS,
    )
