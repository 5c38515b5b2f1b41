"""Clauses of the rules as tables of questions and answers, each under the house rules that it is about.

A table is a text file. A clause is a line of its own; below it stand house rules, indented, and questions with their
answers, with a bar between them:

    No-trump opens one lower
      no_trump_bids=opens_lower
        say 12NT | yes
        say 11NT | no
      no_trump_bids
        say 13S 13NT | yes: opens_lower | no: same count_one_more

House rules are changes of the main text, or of a set that is named before them. A rule without a choice is tried with
those that stand behind each answer. What ends in "…" is the beginning of the questions that stand further in below it.
Behind "#" stands why.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.house_rules import Ruleset, house_rules


class Case(NamedTuple):
    """A question about some house rules, with its answer."""

    under: str
    rules: Ruleset
    question: str
    answer: str


def read_clauses(folder: Path, sets: Mapping[str, Any]) -> dict[str, list[Case]]:
    """Return the cases of each clause in the tables of a folder."""
    clauses: dict[str, list[Case]] = {}
    for table in sorted(folder.glob("*.txt")):
        clause, under, beginning, margin = "", "", "", 0
        for text in table.read_text(encoding="utf-8").splitlines():
            line = re.sub(r"(^| +)# .*", "", text).rstrip()
            if not line:
                continue
            if line[0] != " ":
                clause, under, beginning = line, "", ""
                assert clause not in clauses, f"{table.name}: twice {clause}"
                clauses[clause] = []
                continue
            further_in = len(line) - len(line.lstrip()) > margin
            beginning = beginning if further_in else ""
            if line.endswith("…"):
                beginning, margin = line.strip(" …"), len(line) - len(line.lstrip())
            elif " | " in line:
                clauses[clause] += read_cases(sets, under, f"{beginning} {line.strip()}".strip())
            else:
                under = line.strip()
    return clauses


def read_cases(sets: Mapping[str, Any], under: str, line: str) -> Iterator[Case]:
    """Yield a case for a question, or one for each choice behind its answers where a house rule has none yet."""
    question, *answers = line.split(" | ")
    words = shlex.split(under)
    open_rules = [word for word in words if "=" not in word and word not in sets]
    for cell in answers:
        if not open_rules:
            yield Case(under, read_rules(sets, words), question, cell)
            continue
        [key] = open_rules
        answer, _, choices = cell.rpartition(": ")
        for choice in choices.split():
            chosen = [f"{key}={choice}" if word == key else word for word in words]
            yield Case(shlex.join(chosen), read_rules(sets, chosen), question, answer)


def read_rules(sets: Mapping[str, Any], words: Iterable[str]) -> Ruleset:
    """Return the main text, or a set, with changes like "min_bid=14"."""
    rules, changes = read_changes(sets, words)
    return rules.change(changes)


def read_changes(sets: Mapping[str, Any], words: Iterable[str]) -> tuple[Ruleset, Mapping[str, Any]]:
    """Return the main text, or a set, and the changes of it."""
    preset, changes = "pagat", {}
    for word in words:
        key, is_change, choice = word.partition("=")
        if is_change:
            changes[key] = choice
        else:
            preset = key
    rules: Ruleset = sets[preset].rules
    declared = house_rules(type(rules))
    parsed = {key: declared[key].parse(choice) for key, choice in changes.items()}
    assert None not in parsed.values(), f"no such choice: {changes}"
    return rules, parsed


def find_wrong_answers(ask: Callable[[Any, str], str], cases: Iterable[Case]) -> list[str]:
    """Return the questions that are answered otherwise, each with its house rules and what is answered."""
    return [
        f"[{case.under}] {case.question}: {found}, not {case.answer}"
        for case in cases
        if (found := ask(case.rules, case.question)) != case.answer
    ]
