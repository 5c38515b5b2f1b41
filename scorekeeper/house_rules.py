"""House rules: declared once as the fields of a game's `Rules`, read everywhere.

    @dataclass(frozen=True, slots=True)
    class Rules(Ruleset):
        min_bid: int = house_rule(13, range(11, 15), N_("Lowest bid"), block="auction", source="pagat, Bidding")

The key is the field's name. Forms, validation, the rules page, exports and tests read the declarations
with `house_rules()`; the referee reads the values as plain, typed attributes.
"""

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

import msgspec

from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.messages import N_, Sentence, Sentences
from scorekeeper.numerals import normalize_text, read_whole_number

Value = bool | int | str
"""What a house rule can be set to."""

HOUSE = "house"
"""The `source` of a rule that no rulebook states. It is off in every preset."""

FEW = 10
"""The most numbers that a rule offers as choices; of more it says where they begin and end."""

NO_TABLE = "none"
"""The choice of a house rule that is a typed table where there is none."""

DIGITS = re.compile("[0-9]{1,3}")
"""A number in a table."""

OTHERS = ""
"""In the sentences of a house rule, the key of the sentence for all choices that have none of their own."""


class Typed(Mapping[Value, str], ABC):
    """Choices of a house rule that people type. Each is a text that `read` returns."""

    @abstractmethod
    def read(self, text: str) -> str | None:
        """Return the choice that people write in any way, or None if they write none."""

    @abstractmethod
    def refuse(self, text: str, rule: str) -> Problem:
        """Return the problem of a text that `read` does not read; `rule` is the label of the house rule."""


class SetChoices(Typed):
    """Every set of some of `parts`, each written in their order: "5 10 K"."""

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = tuple(parts)
        some = (combinations(self.parts, size) for size in range(1, len(self.parts) + 1))
        self.labels: Mapping[Value, str] = {" ".join(chosen): ", ".join(chosen) for chosen in chain.from_iterable(some)}

    def __getitem__(self, value: Value) -> str:
        return self.labels[value]

    def __iter__(self) -> Iterator[Value]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def read(self, text: str) -> str | None:
        """Return the set that people write with spaces or commas in any order, or None if a word is no part."""
        words = normalize_text(text).upper().replace(",", " ").split()
        chosen = " ".join(part for part in self.parts if part in words)
        return chosen if words and set(words) <= set(self.parts) else None

    def refuse(self, text: str, rule: str) -> Problem:
        """Return the problem that names the parts of a set."""
        return problem("rules.not_a_set", rule=rule, value=text, parts=" ".join(self.parts))


class TableOf(Typed):
    """Every table of whole numbers, a line for each first number: "1: 1 1 1; 2: 4 1 1".

    No table is a choice too, labelled `none`. There are too many to go through: going through the choices gives that
    and the `example`.
    """

    def __init__(self, none: str, example: str) -> None:
        self.labels: Mapping[Value, str] = {NO_TABLE: none, example: example}
        self.columns = len(read_line(split_lines(example)[0]))

    def __getitem__(self, value: Value) -> str:
        if value in self.labels:
            return self.labels[value]
        if isinstance(value, str) and self.read(value) == value:
            return value
        raise KeyError(value)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def read(self, text: str) -> str | None:
        """Return the table that people write line by line, in any order, with spaces or signs between the numbers."""
        lines = split_lines(text)
        if any(self.find_unread(lines)):
            return None
        return write_table({line[0]: line[1:] for line in map(read_line, lines)}) or NO_TABLE

    def find_unread(self, lines: Sequence[str]) -> Iterator[str]:
        """Yield the lines that have other than whole numbers, too many or few of them, or no new first number."""
        firsts = {0}
        for line in lines:
            numbers = read_line(line)
            if len(numbers) != self.columns or numbers[0] in firsts:
                yield line
            firsts |= {*numbers[:1]}

    def refuse(self, text: str, rule: str) -> Problem:
        """Return the problem of the first line that is not read."""
        wrong = next(self.find_unread(split_lines(text)), text)
        return problem("rules.not_a_table", rule=rule, value=wrong, columns=self.columns)


def split_lines(text: str) -> list[str]:
    """Return the lines of a table as people write it, without empty ones; none of `NO_TABLE`."""
    return [line for part in re.split(r"[\n;；]", text) if (line := normalize_text(part)) not in ("", NO_TABLE)]


def read_line(line: str) -> tuple[int, ...]:
    """Return the whole numbers of a line of a table, or none at all if there is anything else."""
    words = [word for word in re.split(r"[\s:,|=+/]+", line) if word]
    return tuple(map(int, words)) if all(DIGITS.fullmatch(word) for word in words) else ()


def write_table(lines: Mapping[int, Sequence[int]]) -> str:
    """Return a table as a text, its lines by their first numbers: "1: 1 1 1; 2: 4 1 1"."""
    return "; ".join(f"{first}: {' '.join(map(str, rest))}" for first, rest in sorted(lines.items()))


@lru_cache(maxsize=20)
def read_table(text: str) -> Mapping[int, tuple[int, ...]]:
    """Return the lines of a table by their first numbers, from the text of a choice. Cached: every payment asks."""
    return {line[0]: line[1:] for line in map(read_line, split_lines(text))}


YES_NO: Mapping[Value, str] = {True: N_("yes"), False: N_("no")}


class Requirement(NamedTuple):
    """Choices of other house rules, one per key, without which something is refused with the code `refusal`."""

    refusal: str
    choices: Mapping[str, tuple[Value, ...]]


def needs(refusal: str, **choices: tuple[Value, ...]) -> Requirement:
    """Declare the needs of a choice: ``needs("rules.split_of_four", players=("four", "four_chicago"))``."""
    return Requirement(refusal, choices)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """The declaration of one house rule. All texts are English, marked for translation."""

    key: str
    """The name of the field of the game's `Rules`."""
    default: Value
    """The choice of the rulebook's main text."""
    choices: Mapping[Value, str]
    """The label of each allowed value."""
    label: str
    """The name of the rule in forms."""
    block: str
    """The key of the section of the form that has the rule."""
    help: str
    """A further sentence; empty where the label says all."""
    sentences: Mapping[Value, str]
    """The rule in force as a sentence, by choice or under `OTHERS`; ``{choice}`` stands for the label of the choice.

    A rule that is on or off needs none: its label is the sentence.
    """
    source: str
    """The sections of the rulebooks that state the rule, with semicolons between them."""
    when: Mapping[str, tuple[Value, ...]]
    """The choices of other house rules, all of which must hold for this one to matter: ``{"redeal": ("token",)}``."""
    unless: Mapping[str, tuple[Value, ...]]
    """The choices of other house rules under which, when all of them hold, this one does not matter."""
    only: Mapping[Value, tuple[Requirement, ...]]
    """What single choices of this rule need; without it nobody can choose them."""
    never: Mapping[str, Callable[[Any], bool | Mapping[str, object]]]
    """Contradictions with other rules: by the code of the refusal, a function that finds it in a `Ruleset`.

    It returns whether there is one, or the facts of the refusal.
    """
    refusals: Mapping[str, str]
    """The sentences of the refusals that this rule alone makes, by their codes; its source is theirs."""
    rare: bool
    """Whether few groups play it: forms fold it away, and rules in force tell it only where it is played."""
    pays: bool
    """Whether it can change what a hand pays, or the levels that it gives."""

    def parse(self, text: str) -> Value | None:
        """Return the choice that `text` writes ("14", "true", "friend"), or None when there is none."""
        if isinstance(self.choices, Typed):
            return self.choices.read(text)
        number = read_whole_number(text)
        wanted = normalize_text(text).lower() if number is None else str(number)
        return next((value for value in self.choices if str(value).lower() == wanted), None)

    def allows(self, value: object) -> bool:
        """Return whether `value` is a choice. True is not 1."""
        if isinstance(self.choices, Typed):
            return isinstance(value, str) and value in self.choices
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def refuse_value(self, value: object) -> Problem:
        """Return the problem of a value or text that is no choice. Of those that are typed it tells what there is."""
        code, facts = "rules.not_a_choice", dict[str, object]()
        if isinstance(self.choices, Typed):
            return self.choices.refuse(str(value), self.label)
        if len(self.choices) > FEW and all(type(choice) is int for choice in self.choices):
            first, second, *_, last = self.choices
            code, facts = "rules.not_a_number", {"first": first, "second": second, "last": last}
        return problem(code, rule=self.label, value=value, **facts)

    def applies(self, rules: "Ruleset") -> bool:
        """Return whether this rule matters under `rules`, after its `when` and its `unless`."""
        return has_choices(self.when, rules) and not (self.unless and has_choices(self.unless, rules))

    def list_choices(self, rules: "Ruleset") -> Mapping[Value, str]:
        """Return the choices that `only` allows under `rules`."""
        return {value: label for value, label in self.choices.items() if not any(self.find_unmet_needs(value, rules))}

    def find_unmet_needs(self, value: Value, rules: "Ruleset") -> Iterator[str]:
        """Yield the refusals of choice `value` under `rules`, by `only`."""
        return (need.refusal for need in self.only.get(value, ()) if not has_choices(need.choices, rules))

    def find_refusals(self, rules: "Ruleset") -> Iterator[Problem]:
        """Yield every reason against the choice that `rules` has for this rule."""
        yield from map(problem, self.find_unmet_needs(getattr(rules, self.key), rules))
        for code, contradicted in self.never.items():
            if found := contradicted(rules):
                yield problem(code, **({} if isinstance(found, bool) else found))


def has_choices(needed: Mapping[str, tuple[Value, ...]], rules: "Ruleset") -> bool:
    """Return whether every rule of `needed` has one of the choices given there."""
    return all(getattr(rules, key) in values for key, values in needed.items())


def house_rule(
    default: Value,
    choices: Mapping[Any, str] | Sequence[Any] | None,
    label: str,
    *,
    block: str,
    source: str,
    help: str = "",
    sentence: str | Mapping[Any, str] = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
    unless: Mapping[str, tuple[Any, ...]] | None = None,
    only: Mapping[Any, Requirement | tuple[Requirement, ...]] | None = None,
    never: Mapping[str, Callable[[Any], bool | Mapping[str, object]]] | None = None,
    refusals: Mapping[str, str] | None = None,
    rare: bool = False,
    pays: bool = False,
) -> Any:
    """Declare a house rule as a dataclass field.

    `choices` None means yes or no; a sequence labels itself. One `sentence` stands for all choices.
    """
    if choices is None:
        labelled = YES_NO
    elif isinstance(choices, Mapping):
        labelled = choices
    else:
        labelled = {value: str(value) for value in choices}
    if default not in labelled:
        raise ValueError(f"default {default!r} is not one of {list(labelled)}")
    one_for_all: Mapping[Value, str] = {OTHERS: sentence} if sentence and isinstance(sentence, str) else {}
    sentences = sentence if isinstance(sentence, Mapping) else one_for_all
    needed = {choice: (one,) if isinstance(one, Requirement) else one for choice, one in (only or {}).items()}
    texts = label, block, help, sentences, source
    dependence = when or {}, unless or {}, needed, never or {}, refusals or {}
    declared = HouseRule("", default, labelled, *texts, *dependence, rare, pays)
    return dataclasses.field(default=default, metadata={"house_rule": declared})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The values of every house rule of one game. A game's `Rules` inherits this and declares its fields."""

    def as_dict(self) -> dict[str, Value]:
        """Return every value by key, in order of declaration."""
        return {key: getattr(self, key) for key in house_rules(type(self))}

    @classmethod
    def read(cls, stored: Mapping[str, Value]) -> Self:
        """Return the rules that a log stores by key. A missing key has its default; an unknown key is ignored."""
        values = {key: value for key, value in stored.items() if key in house_rules(cls)}
        packed = msgspec.json.encode(values)
        if len(packed) > LARGEST_IN_MEMORY:
            return cls(**values)
        return cast(Self, read_cached(cls, packed))  # type: ignore[arg-type]  # as in `house_rules`

    def change(self, changes: Mapping[str, object] | None = None, /, **by_key: object) -> Self:
        """Return these rules with changes: ``rules.change(min_bid=14)``, or a mapping of them.

        Raises `RuleError` naming every unknown key, wrong value or contradiction.
        """
        asked = {**(changes or {}), **by_key}
        refuse(check_changes(type(self), asked))
        rules = dataclasses.replace(self, **asked)
        refuse(rules.find_contradictions())
        return rules

    def check(self) -> tuple[Problem, ...]:
        """Return a problem for every value that is not a choice, or else for all choices that contradict each other."""
        return check_changes(type(self), self.as_dict()) or self.find_contradictions()

    def find_contradictions(self) -> tuple[Problem, ...]:
        """Return the contradictions between choices, each refusal once."""
        found = (refusal for rule in house_rules(type(self)).values() for refusal in rule.find_refusals(self))
        return tuple({refusal.code: refusal for refusal in found}.values())

    def differences(self, other: "Ruleset") -> dict[str, Value]:
        """Return the values of these rules that differ from `other`'s, by key."""
        theirs = other.as_dict()
        return {key: value for key, value in self.as_dict().items() if value != theirs[key]}


R = TypeVar("R", bound=Ruleset)
Rules_co = TypeVar("Rules_co", bound=Ruleset, covariant=True)

MOST_IN_MEMORY = 1_000
"""How many sets of house rules tables share. Most tables play by few sets, and a set is half the memory of a new table.
"""


LARGEST_IN_MEMORY = 8_000
"""The largest set that is cached, in bytes of JSON. A game has 2,000; a larger set from a file is not cached."""


def share_values(values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return equal values in one mapping that all callers share."""
    packed = msgspec.json.encode(values)
    return decode_values(packed) if len(packed) <= LARGEST_IN_MEMORY else values


@lru_cache(MOST_IN_MEMORY)
def decode_values(packed: bytes) -> dict[str, Value]:
    """Return values of house rules from JSON, cached by their JSON because True == 1 as a Python key."""
    values: dict[str, Value] = msgspec.json.decode(packed)
    return values


@lru_cache(MOST_IN_MEMORY)
def read_cached(ruleset: type[R], packed: bytes) -> R:
    """Return the ruleset of JSON values, cached."""
    return ruleset(**decode_values(packed))


@dataclass(frozen=True, slots=True)
class Preset(Generic[Rules_co]):
    """A documented set of a game's house rules under a name.

    `label` is for people, `source` the rulebook that states it. Sets that are known at one `place` are found under it;
    those of one `family` play alike with other numbers of players. `missing` are rules of the source that cannot be
    chosen here, each as the end of "This set does not have: …".
    """

    key: str
    label: str
    rules: Rules_co
    source: str
    about: str = ""
    place: str = ""
    family: str = ""
    missing: tuple[str, ...] = ()


def house_rules(ruleset: type[Ruleset]) -> Mapping[str, HouseRule]:
    """Return the declarations of a game's `Rules` by key, in order of declaration."""
    return _collect_declarations(ruleset)  # type: ignore[arg-type]  # mypy takes its instances' __hash__ for its own


@cache
def _collect_declarations(ruleset: type[Ruleset]) -> Mapping[str, HouseRule]:
    return {
        field.name: dataclasses.replace(field.metadata["house_rule"], key=field.name)
        for field in dataclasses.fields(ruleset)
    }


def refusal_sentences(ruleset: type[Ruleset]) -> Sentences:
    """Return the sentences of all refusals that are declared with a rule."""
    rules = house_rules(ruleset).values()
    return {code: Sentence(text, rule.source) for rule in rules for code, text in rule.refusals.items()}


@collect_problems
def check_changes(ruleset: type[Ruleset], changes: Mapping[str, object]) -> Iterator[Problem]:
    """Yield a problem for every change whose key is not a house rule or whose value is not a choice."""
    declared = house_rules(ruleset)
    for key, value in changes.items():
        if key not in declared:
            yield problem("rules.unknown", key=key)
        elif not declared[key].allows(value):
            yield declared[key].refuse_value(value)


def parse_changes(ruleset: type[Ruleset], written: Mapping[str, str]) -> dict[str, Value]:
    """Return the values of a form, given as text by key; undeclared keys are left out.

    Raises `RuleError` naming every text that is not among its rule's choices.
    """
    values: dict[str, Value] = {}
    problems = []
    for key, rule in house_rules(ruleset).items():
        if key not in written:
            continue
        value = rule.parse(written[key])
        if value is None:
            problems.append(rule.refuse_value(written[key]))
        else:
            values[key] = value
    refuse(problems)
    return values
