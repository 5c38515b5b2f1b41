"""Sentences of the sources of sets of house rules, each a question about a hand with the answer of every set.

A table is a text file with a line for each sentence: what people say, the question, and "answer: sets" for each answer,
with bars between them. "NAME = sets" names several sets, and "base10*" stands for that set and those named after it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple


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
