"""The presets nearest to how a group plays, found by questions about the rules in which presets differ.

A few questions come first. Presets that fit the answers alike are told apart by further ones, about one house rule
each; and only once every rule that can change a payment was answered does a group play just as a preset.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.house_rules import FEW, HouseRule, Preset, Ruleset, Value, house_rules
from scorekeeper.messages import N_

UNKNOWN, OTHER = "-", "other"
"""The answers of people who do not know how they play, and of those who play as no preset does."""
SOMETHING_ELSE = N_("something else")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: its English label, and the house rules that it settles."""

    label: str
    values: Mapping[str, Value]

    def holds_under(self, rules: Ruleset) -> bool:
        """Return whether these rules play so."""
        return all(getattr(rules, key) == value for key, value in self.values.items())


@dataclass(frozen=True, slots=True)
class RulesQuestion:
    """A question about how people play: its English heading, its answers by key, and the house rule if it is one."""

    key: str
    heading: str
    answers: Mapping[str, Answer]
    rule: HouseRule | None = None

    @property
    def settles(self) -> frozenset[str]:
        """The house rules that its answers settle."""
        return frozenset(key for answer in self.answers.values() for key in answer.values)

    def find_answer(self, rules: Ruleset) -> str | None:
        """Return the key of the answer that these rules give; None if they give none of them."""
        return next((key for key, answer in self.answers.items() if answer.holds_under(rules)), None)

    def matters(self, rules: Ruleset) -> bool:
        """Return whether an answer says anything about these rules."""
        return self.rule is None or self.rule.applies(rules)

    def fits(self, given: str, rules: Ruleset) -> bool:
        """Return whether these rules play as the answer `given`, or leave it without meaning."""
        return not self.matters(rules) or (given != OTHER and self.answers[given].holds_under(rules))

    def list_answers(self, presets: Iterable[Preset[Ruleset]]) -> dict[str, Answer]:
        """Return the answers that any of the presets gives, in their order."""
        given = {self.find_answer(preset.rules) for preset in presets}
        return {key: answer for key, answer in self.answers.items() if key in given}

    def offer_answers(self, presets: Sequence[Preset[Ruleset]], fixed: Collection[str] = ()) -> dict[str, Answer]:
        """Return what people may answer to a further question: every choice, or of many those of presets and another.

        Of a `fixed` rule, which only a preset decides, it is the choices of presets.
        """
        given = self.list_answers(presets)
        if self.rule is None or self.key in fixed:
            return given
        if len(self.answers) > FEW:
            return {**given, OTHER: Answer(SOMETHING_ELSE, {})}
        possible = self.rule.list_choices(presets[0].rules)
        return {key: each for key, each in self.answers.items() if key in given or each.values[self.key] in possible}


class NearPreset(NamedTuple):
    """A preset, and the keys of the questions to which it has another answer than was given."""

    preset: Preset[Ruleset]
    differs: tuple[str, ...]


def question_about(ruleset: type[Ruleset], key: str) -> RulesQuestion:
    """Return the question for one house rule, each of whose choices is an answer."""
    rule = house_rules(ruleset)[key]
    answers = {str(value).lower(): Answer(label, {key: value}) for value, label in rule.choices.items()}
    return RulesQuestion(key, rule.label, answers, rule)


def further_questions(ruleset: type[Ruleset], first: Iterable[RulesQuestion]) -> list[RulesQuestion]:
    """Return a question for every house rule that the `first` questions do not settle."""
    settled = frozenset[str]().union(*(each.settles for each in first))
    return [question_about(ruleset, key) for key in house_rules(ruleset) if key not in settled]


def list_given(questions: Iterable[RulesQuestion], given: Mapping[str, str]) -> list[tuple[RulesQuestion, str]]:
    """Return the questions with an answer that says how people play."""
    answered = ((each, given.get(each.key, UNKNOWN)) for each in questions)
    return [(each, answer) for each, answer in answered if answer == OTHER or answer in each.answers]


def nearest_presets(
    presets: Iterable[Preset[Ruleset]],
    questions: Iterable[RulesQuestion],
    given: Mapping[str, str],
    fixed: Collection[str] = (),
) -> list[NearPreset]:
    """Return the presets, those first that differ from fewer of the `given` answers, else in their own order.

    `given` are keys of answers by the keys of their questions; a question that is not among them leaves all open. A
    preset that has another choice of a `fixed` rule is left out, since it cannot be changed into the answers.
    """
    asked = list_given(questions, given)
    near = (
        NearPreset(preset, tuple(each.key for each, answer in asked if not each.fits(answer, preset.rules)))
        for preset in presets
    )
    return sorted((each for each in near if not set(each.differs) & set(fixed)), key=lambda each: len(each.differs))


def list_tied(near: Sequence[NearPreset]) -> list[NearPreset]:
    """Return the first of the nearest presets, and all that differ from as few answers."""
    return [each for each in near if len(each.differs) == len(near[0].differs)]


def find_dividing_question(
    tied: Sequence[NearPreset], questions: Iterable[RulesQuestion], given: Mapping[str, str]
) -> RulesQuestion | None:
    """Return the open question of which the most frequent answer leaves the fewest of the tied presets."""

    def count_left(question: RulesQuestion) -> int:
        answers = question.list_answers(each.preset for each in tied if question.matters(each.preset.rules))
        left = [sum(question.fits(answer, each.preset.rules) for each in tied) for answer in answers]
        return max(left) if len(left) > 1 else len(tied)

    return min(
        (each for each in questions if each.key not in given and count_left(each) < len(tied)),
        key=count_left,
        default=None,
    )


def list_unasked_payments(
    near: NearPreset, questions: Iterable[RulesQuestion], given: Mapping[str, str], fixed: Collection[str] = ()
) -> list[RulesQuestion]:
    """Return the questions on what a hand pays under a preset that nobody has answered."""
    known = {each.key for each, _ in list_given(questions, given)} | set(fixed)
    return [
        each
        for each in questions
        if each.rule and each.rule.pays and each.key not in known and each.rule.applies(near.preset.rules)
        if len(each.rule.list_choices(near.preset.rules)) > 1
    ]


def changes_for(near: NearPreset, questions: Sequence[RulesQuestion], given: Mapping[str, str]) -> dict[str, Value]:
    """Return the house rules that make a preset play as the `given` answers say, by key."""
    return {
        key: value
        for each, answer in list_given(questions, given)
        if each.key in near.differs and answer != OTHER
        for key, value in each.answers[answer].values.items()
        if getattr(near.preset.rules, key) != value
    }
