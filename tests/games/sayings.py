"""Sentences of the sources of sets of house rules, each a question about a hand with the answer of every set.

A table is a text file with a line for each sentence: what people say, the question, and "answer: sets" for each answer,
with bars between them. "NAME = sets" names several sets, and "base10*" stands for that set and those named after it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.errors import RuleError
from scorekeeper.house_rules import Ruleset, house_rules


class Saying(NamedTuple):
    """A sentence of a source about one set."""

    source: str
    sentence: str
    question: str
    answer: str


def read_sayings(folder: Path, sets: Mapping[str, object]) -> dict[str, list[Saying]]:
    """Return the sentences of all tables of a folder by set."""
    said: dict[str, list[Saying]] = {key: [] for key in sets}
    for table in sorted(folder.glob("*.txt")):
        for key, saying in read_table(table, list(sets)):
            said[key].append(saying)
    return said


def read_table(table: Path, known: list[str]) -> Iterator[tuple[str, Saying]]:
    """Yield each sentence of a table for each set of which it is said."""
    names: dict[str, str] = {}
    heading, *lines = table.read_text(encoding="utf-8").splitlines()
    for line in lines:
        sentence, *cells = line.split(" | ")
        if not cells:
            name, _, sets = line.partition(" = ")
            names[name] = " ".join(names.get(word, word) for word in sets.split())
            continue
        question, *answers = cells
        for cell in answers:
            answer, _, sets = cell.rpartition(": ")
            for word in " ".join(names.get(word, word) for word in sets.split()).split():
                keys = [key for key in known if key == word or (word[-1] == "*" and key.startswith(word[:-1]))]
                assert keys, f"{table.name}: no set {word}"
                yield from ((key, Saying(heading.lstrip("# "), sentence, question, answer)) for key in keys)


def find_wrong(ask: Callable[[Any, str], str], rules: Ruleset, sayings: Iterable[Saying]) -> list[tuple[str, ...]]:
    """Return the sentences that these rules answer otherwise, each with what they answer."""
    return [(*said, found) for said in sayings if (found := ask(rules, said.question)) != said.answer]


def list_unheard(ask: Callable[[Any, str], str], rules: Ruleset, sayings: Collection[Saying]) -> list[str]:
    """Return the rules that a set has otherwise than the main text, without a sentence that tells which."""
    declared, main = house_rules(type(rules)), type(rules)()

    def answers(key: str, said: Saying) -> bool:
        try:
            return ask(replace(rules, **{key: declared[key].default}), said.question) == said.answer
        except (RuleError, AssertionError, StopIteration, TypeError):  # rules that contradict themselves
            return False

    different = [key for key in rules.differences(main) if declared[key].applies(rules)]
    return [key for key in different if all(answers(key, said) for said in sayings)]
