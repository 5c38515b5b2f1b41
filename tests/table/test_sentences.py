"""Everything a table says has a sentence, whose fields are among the facts given with it, and nothing else has."""

import ast
from collections.abc import Iterator
from pathlib import Path

import scorekeeper
from scorekeeper.table import moves as m
from scorekeeper.table.sentences import SENTENCES
from tests.games.test_sentences import codes_in, fields

PROGRAM = Path(scorekeeper.__file__).parent
TABLE = PROGRAM / "table"


def find_spoken_codes(*modules: Path) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Every code that modules say, with the facts given there, or None where those are not written out."""
    for module in modules:
        for code, facts in codes_in(ast.parse(module.read_text(encoding="utf-8"))):
            yield str(code.value), facts


def by_tag() -> dict[str, type[m.TableMove]]:
    """The moves of a table by the codes of their lines in the history."""
    return {f"log.{move.__struct_config__.tag}": move for move in (*m.TABLE_MOVES, m.CorrectHand)}


def test_everything_a_table_says_has_a_sentence() -> None:
    assert {code for code, _ in find_spoken_codes(*TABLE.glob("*.py"))} <= SENTENCES.keys()
    assert by_tag().keys() <= SENTENCES.keys()


def test_every_sentence_is_said_somewhere() -> None:
    said = {code for code, _ in find_spoken_codes(*PROGRAM.rglob("*.py"))} | by_tag().keys()
    assert {code.removeprefix("by.") for code in SENTENCES} <= said


def test_the_facts_of_every_sentence_are_given_with_it() -> None:
    for code, facts in find_spoken_codes(*TABLE.glob("*.py")):
        if facts is not None:
            assert fields(SENTENCES[code].text) <= facts, code
