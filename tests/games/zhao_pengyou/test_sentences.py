"""Everything Zhao Pengyou says has a sentence, whose fields are among the facts that are given with it."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.messages import Sentence

PACKAGE = Path(zpy.__file__).parent
CODE = re.compile(
    r"(call|cards|ending|follow|lead|level|now|play|players|points|promotion|result|reveal|rise|rules|sequence|set|shape"
    r"|team|throw|trick|trumps)\.\w+"
)
EVENTS = zpy.Events.__args__


def is_code(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(CODE.fullmatch(node.value))


def spoken() -> Iterator[tuple[str, frozenset[str] | None]]:
    """Every code in the package, with the facts that are given where it is said (None: elsewhere)."""
    for path in PACKAGE.glob("*.py"):
        if path.name.startswith("sentences"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said: set[ast.AST] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from said_by(node, said)
        for node in ast.walk(tree):
            if node not in said and is_code(node):
                yield str(node.value), None


def said_by(node: ast.Call, said: set[ast.AST]) -> Iterator[tuple[str, frozenset[str] | None]]:
    """The codes that a call of `problem`, `message` or `RuleError` may say."""
    assert isinstance(node.func, ast.Name)
    if node.func.id not in ("problem", "message", "RuleError") or not node.args:
        return
    facts = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
    complete = all(keyword.arg for keyword in node.keywords)
    for code in ast.walk(node.args[0]):
        if is_code(code):
            said.add(code)
            yield str(code.value), facts if complete else None


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


SPOKEN = sorted(set(spoken()), key=str)


@pytest.mark.parametrize(("code", "facts"), SPOKEN)
def test_everything_said_has_a_sentence_and_its_facts(code: str, facts: frozenset[str] | None) -> None:
    assert code in zpy.SENTENCES
    if facts is not None:
        assert fields(zpy.SENTENCES[code].text) <= facts


def test_every_sentence_is_said() -> None:
    said = {code for code, _ in SPOKEN}
    assert set(zpy.SENTENCES) == said | {f"log.{event.__struct_config__.tag}" for event in EVENTS}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_is_told_with_its_own_fields(event: type) -> None:
    sentence = zpy.SENTENCES[f"log.{event.__struct_config__.tag}"]  # type: ignore[attr-defined]
    assert fields(sentence.text) <= set(event.__struct_fields__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("sentence", zpy.SENTENCES.values(), ids=lambda sentence: sentence.text)
def test_sentences_are_short(sentence: Sentence) -> None:
    assert 0 < len(sentence.text) <= 110
    assert sentence.source == "" or sentence.source.startswith("S2")
