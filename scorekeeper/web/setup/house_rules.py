"""House rules on screen: the form that every game's declarations generate, and rules told in plain words."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.errors import Problem
from scorekeeper.games.game import Game
from scorekeeper.house_rules import (
    OTHERS,
    HouseRule,
    Preset,
    Ruleset,
    TableOf,
    Typed,
    Value,
    house_rules,
    parse_changes,
)
from scorekeeper.messages import N_
from scorekeeper.web.page.escaping import escape, html
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.game_setup import ResultTable, Setup
from scorekeeper.web.page.language import gettext, with_facts
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.page.wording import word

MOST_SEGMENTS = 5
MOST_STEPS = 20
"""The most numbers that are chosen step by step; of more the number is typed."""
WIDEST_SEGMENTS = 34
"""The letters of all labels that fit beside each other; of longer ones each has a line of its own."""
ONLY = N_("What differs")
"""The title of the section of rules that are shown alone."""


class RuleChoice(NamedTuple):
    """A value of a house rule, as a form writes it."""

    value: str
    label: Markup
    chosen: bool


@dataclass(frozen=True, slots=True)
class RuleField:
    """A house rule in a form.

    `control` is switch, steps, number, set, table, segments or list. `typed` is what a field to type in holds, though
    it may be no choice, and `suggested` what may be typed there instead of nothing. `was` is the choice it is compared
    with, where that is another; `wrong` says why nobody can play so.
    One that few groups play is `folded` unless its preset plays it.
    """

    rule: HouseRule
    control: str
    choices: tuple[RuleChoice, ...]
    typed: str
    was: RuleChoice | None
    wrong: tuple[Problem, ...]
    folded: bool
    suggested: str = ""

    @property
    def chosen(self) -> int:
        """The place of the choice that is made."""
        return next(index for index, choice in enumerate(self.choices) if choice.chosen)


@dataclass(frozen=True, slots=True)
class RuleSection:
    """The house rules of a section of the rulebook."""

    key: str
    title: str
    fields: tuple[RuleField, ...]

    @property
    def open_fields(self) -> tuple[RuleField, ...]:
        """The rules that most groups choose."""
        return tuple(field for field in self.fields if not field.folded)

    @property
    def folded_fields(self) -> tuple[RuleField, ...]:
        """The rules under “More rules”."""
        return tuple(field for field in self.fields if field.folded)

    @property
    def unfolds(self) -> bool:
        """Whether “More rules” lies open, since something in it is changed or wrong."""
        return any(field.was or field.wrong for field in self.folded_fields)

    @property
    def changed(self) -> int:
        """The number of rules that are not what they were."""
        return sum(field.was is not None for field in self.fields)

    @property
    def wrong(self) -> bool:
        """Whether nobody can play by some rule of the section as it is."""
        return any(field.wrong for field in self.fields)


@dataclass(frozen=True, slots=True)
class RulesDraft:
    """House rules as somebody is choosing them, which may contradict each other for now.

    They start from `preset` and are compared with `base`. `group` is the section that lies open; `unread` has the
    texts that are no choice of their rule, by its key. Where `only` names any, no other rules are shown but those that
    nobody can play as they are.
    """

    game: Game
    preset: Preset[Ruleset]
    base: Ruleset
    rules: Ruleset
    group: str = ""
    unread: Mapping[str, str] = dataclasses.field(default_factory=dict)
    only: frozenset[str] = frozenset()

    @property
    def changes(self) -> dict[str, Value]:
        """Return the differences from the preset."""
        return self.rules.differences(self.preset.rules)

    @property
    def conflicts(self) -> tuple[Problem, ...]:
        """The reasons why nobody can play so."""
        return self.refused or self.rules.find_contradictions()

    @property
    def refused(self) -> tuple[Problem, ...]:
        """The reasons why texts were not read."""
        declared = house_rules(self.game.rules)
        return tuple(declared[key].refuse_value(text) for key, text in self.unread.items())

    @property
    def groups(self) -> list[RuleSection]:
        """The sections with what can be chosen in each now."""
        setup = screens_for(self.game.key).setup
        if self.only:
            return [RuleSection("only", ONLY, tuple(self.only_fields(setup)))]
        return [
            group
            for key, title, declared in rule_sections(self.game)
            if (group := RuleSection(key, title, tuple(fields_to_choose(self, setup, declared)))).fields
        ]

    def only_fields(self, setup: Setup) -> Iterator[RuleField]:
        """Yield the rules that are shown alone, and those that nobody can play as they are, all of them unfolded."""
        for _key, _title, declared in rule_sections(self.game):
            for field in fields_to_choose(self, setup, declared):
                if field.wrong or field.rule.key in self.only:
                    yield dataclasses.replace(field, folded=False)

    def draw_results(self, count: int) -> ResultTable | None:
        """Return what each result gives to so many players, where the game draws that and the rules allow it."""
        draw = screens_for(self.game.key).setup.results
        return draw(self.rules, count) if draw and not self.conflicts else None

    def open_group(self, groups: list[RuleSection]) -> str:
        """The section that lies open: the one asked for, else the first that is wrong or changed."""
        if any(group.key == self.group for group in groups):
            return self.group
        first = next((group for group in groups if group.wrong), None) or next(
            (group for group in groups if group.changed), groups[0]
        )
        return first.key


def rule_sections(game: Game) -> Iterator[tuple[str, str, list[HouseRule]]]:
    """The house rules of a game by section, each with its key and title."""
    declared: Mapping[str, HouseRule] = house_rules(game.rules)
    for block, rules in groupby(declared.values(), key=lambda rule: rule.block):
        if block in game.blocks:
            yield block, game.blocks[block], list(rules)


def read_rules(game: Game, form: Form, base: Ruleset | None = None, *, preset: str = "", does: str = "") -> RulesDraft:
    """The rules that a form holds, after what its button `does`: ``set:key:value`` sets one of them.

    Fields drawn for another preset change nothing: the tap on this one came before its own fields did.
    """
    start = game.presets.get(preset or form.get("preset", "")) or next(iter(game.presets.values()))
    written = {} if form.get("fields_of", start.key) != start.key else dict(form.items())
    kind, _, rest = does.partition(":")
    if kind == "set":
        key, _, written_value = rest.partition(":")
        written[key] = written_value
    compared = base or start.rules
    values, unread = dict[str, Value](), dict[str, str]()
    for key, rule in house_rules(game.rules).items():
        if key in written:
            value = rule.parse(written[key])
            if value is None:
                unread[key] = written[key]
            else:
                values[key] = value
    rules = dataclasses.replace(start.rules, **values)
    only = frozenset(form.get("only", "").split()) & values.keys()
    return RulesDraft(game, start, compared, rules, form.get("group", ""), unread, only)


def changes_from(game: Game, preset: str, form: Form) -> dict[str, Value]:
    """Return the changes of a form of house rules over a preset. Raises `RuleError`."""
    if form.get("fields_of", preset) != preset:
        return {}
    values = parse_changes(game.rules, form)
    rules: Ruleset = game.presets[preset].rules
    return rules.change(values).differences(rules)


def fields_to_choose(draft: RulesDraft, setup: Setup, declared: list[HouseRule]) -> Iterator[RuleField]:
    """The house rules of a section that can be chosen now. One that is wrong stands there in any case."""
    for rule in declared:
        wrong = tuple(list_problems(rule, draft))
        if rule.key in setup.by_preset or not (wrong or rule.applies(draft.rules)):
            continue
        shown = field_of(rule, draft, wrong)
        suggest = setup.suggestions.get(rule.key)
        if wrong or len(shown.choices) > 1 or isinstance(rule.choices, Typed):
            yield dataclasses.replace(shown, suggested=suggest(draft.rules)) if suggest else shown


def list_problems(rule: HouseRule, draft: RulesDraft) -> Iterator[Problem]:
    """Yield the reasons why nobody can play by a rule as it is: it was not read, or contradicts another."""
    if rule.key in draft.unread:
        yield rule.refuse_value(draft.unread[rule.key])
    yield from {refusal.code: refusal for refusal in rule.find_refusals(draft.rules)}.values()


def field_of(rule: HouseRule, draft: RulesDraft, wrong: tuple[Problem, ...]) -> RuleField:
    """Return a house rule with the choices that it has now, and its value though it may be forbidden."""
    value, was = getattr(draft.rules, rule.key), getattr(draft.base, rule.key)
    choices = tuple(list_choices(rule, draft.rules, value))
    former = None if was == value else RuleChoice(str(was).lower(), word(rule.choices[was]), chosen=False)
    folded = rule.rare and getattr(draft.preset.rules, rule.key) == rule.default
    typed = draft.unread.get(rule.key, str(value))
    return RuleField(rule, choose_control(rule, choices), choices, typed, former, wrong, folded)


def list_choices(rule: HouseRule, rules: Ruleset, value: Value) -> Iterator[RuleChoice]:
    """Yield the choices that a house rule has now, and `value`; of those that are typed, `value` alone."""
    if isinstance(rule.choices, Typed):
        yield RuleChoice(str(value), word(rule.choices[value]), chosen=True)
        return
    open_now = rule.list_choices(rules)
    for each, label in rule.choices.items():
        if each in open_now or each == value:
            yield RuleChoice(str(each).lower(), word(label), each == value)


def choose_control(rule: HouseRule, choices: tuple[RuleChoice, ...]) -> str:
    """Return the kind of control for a house rule."""
    if isinstance(rule.choices, Typed):
        return "table" if isinstance(rule.choices, TableOf) else "set"
    if isinstance(rule.default, bool):
        return "switch" if len(choices) == len(rule.choices) else "segments"
    if len(choices) > MOST_SEGMENTS and all(isinstance(value, int) for value in rule.choices):
        return "steps" if len(choices) <= MOST_STEPS else "number"
    narrow = sum(max(len(choice.label.striptags()), 2) for choice in choices) <= WIDEST_SEGMENTS
    return "segments" if narrow and len(choices) <= MOST_SEGMENTS else "list"


class RuleInWords(NamedTuple):
    """A house rule in force: `said` is its sentence, `was` what the preset says instead."""

    said: Markup
    was: Markup


class SectionInWords(NamedTuple):
    """A section in plain words: what is played, what is not, and the rulebooks that say so."""

    title: str
    played: list[RuleInWords]
    left_out: list[Markup]
    sources: list[str]


def rule_in_words(rule: HouseRule, rules: Ruleset, base: Ruleset) -> RuleInWords:
    """A house rule as it is under `rules`."""
    value, was = getattr(rules, rule.key), getattr(base, rule.key)
    return RuleInWords(sentence_of(rule, value), word(rule.choices[was]))


def sentence_of(rule: HouseRule, value: Value) -> Markup:
    """A choice as a sentence, without its stop: the game's own, else what the rule is called and its choice."""
    label, choice = word(rule.label), word(rule.choices[value])
    if sentence := rule.sentences.get(value, rule.sentences.get(OTHERS)):
        return html(escape(gettext(sentence)), choice=choice).removesuffix(gettext("."))
    if value is True:
        return label
    if value is False:
        return with_facts(gettext("Not played: %(rule)s"), {"rule": label})
    return with_facts(gettext("%(rule)s: %(choice)s"), {"rule": label, "choice": choice})


def differences_in_words(game: Game, rules: Ruleset, base: Ruleset) -> list[RuleInWords]:
    """Return the differences from a preset in plain words, without the rules that only the preset decides."""
    setup = screens_for(game.key).setup
    declared = house_rules(game.rules)
    return [
        rule_in_words(declared[key], rules, base)
        for key in rules.differences(base)
        if key not in setup.by_preset and declared[key].applies(rules)
    ]


def is_left_unsaid(rule: HouseRule, rules: Ruleset, base: Ruleset) -> bool:
    """Return whether few groups play `rule`, and neither `rules` nor `base` do."""
    return rule.rare and getattr(rules, rule.key) == getattr(base, rule.key) == rule.default


def sections_in_words(game: Game, rules: Ruleset, base: Ruleset) -> Iterator[SectionInWords]:
    """Yield all rules in force, section by section.

    Those that do not matter under them are left out, as are those that few groups play and this one does not.
    """
    setup = screens_for(game.key).setup
    for _key, title, declared in rule_sections(game):
        here = [rule for rule in declared if rule.applies(rules) and not is_left_unsaid(rule, rules, base)]
        played = [rule_in_words(rule, rules, base) for rule in here if getattr(rules, rule.key) is not False]
        left_out = [word(rule.label) for rule in here if getattr(rules, rule.key) is False]
        codes = dict.fromkeys(name for rule in here for name in setup.named_sources(rule.source))
        yield SectionInWords(title, played, left_out, list(codes))
