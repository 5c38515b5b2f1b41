"""The presets nearest to how a group plays, found by a few questions about the rules in which presets differ most."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.house_rules import Preset, Ruleset, Value, house_rules


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
    """A question about how people play: its English heading, and its answers by key."""

    key: str
    heading: str
    answers: Mapping[str, Answer]

    def find_answer(self, rules: Ruleset) -> str | None:
        """Return the key of the answer that these rules give; None if they give none of them."""
        return next((key for key, answer in self.answers.items() if answer.holds_under(rules)), None)

    def list_answers(self, presets: Iterable[Preset[Any]]) -> dict[str, Answer]:
        """Return the answers that any of the presets gives, in their order."""
        given = {self.find_answer(preset.rules) for preset in presets}
        return {key: answer for key, answer in self.answers.items() if key in given}


class NearPreset(NamedTuple):
    """A preset, and the keys of the questions to which it has another answer than was given."""

    preset: Preset[Any]
    differs: tuple[str, ...]


def question_about(ruleset: type[Ruleset], key: str) -> RulesQuestion:
    """Return the question for one house rule, each of whose choices is an answer."""
    rule = house_rules(ruleset)[key]
    answers = {str(value).lower(): Answer(label, {key: value}) for value, label in rule.choices.items()}
    return RulesQuestion(key, rule.label, answers)


def nearest_presets(
    presets: Iterable[Preset[Any]], questions: Iterable[RulesQuestion], given: Mapping[str, str]
) -> list[NearPreset]:
    """Return the presets, those first that differ from fewer of the `given` answers, else in their own order.

    `given` are keys of answers by the keys of their questions; a question that is not among them leaves all open.
    """
    asked = [(each, each.answers[given[each.key]]) for each in questions if given.get(each.key) in each.answers]
    near = [
        NearPreset(preset, tuple(each.key for each, answer in asked if not answer.holds_under(preset.rules)))
        for preset in presets
    ]
    return sorted(near, key=lambda each: len(each.differs))


def changes_for(near: NearPreset, questions: Sequence[RulesQuestion], given: Mapping[str, str]) -> dict[str, Value]:
    """Return the house rules that make a preset play as the `given` answers say, by key."""
    return {
        key: value
        for each in questions
        if each.key in near.differs
        for key, value in each.answers[given[each.key]].values.items()
        if getattr(near.preset.rules, key) != value
    }
