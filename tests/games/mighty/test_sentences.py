"""Everything Mighty says has a sentence, whose fields are among the facts that are given with it."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

from scorekeeper.cards import JOKER, Suit
from scorekeeper.games import mighty
from scorekeeper.games.mighty import events as e
from scorekeeper.messages import Sentence
from scorekeeper.table.history import tell
from tests.games.mighty.play import dealt

PACKAGE = Path(mighty.__file__).parent
CODE = re.compile(
    r"(bid|call|cards|contract|discard|drop|ending|follow|kitty|lead|now|offence|order|play|redeal|result|reveal|role"
    r"|rules|score|trick)\.\w+"
)


def is_code(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(CODE.fullmatch(node.value))


def sources() -> Iterator[ast.Module]:
    for path in PACKAGE.rglob("*.py"):
        if not path.name.startswith("sentences"):
            yield ast.parse(path.read_text(encoding="utf-8"))


def spoken() -> Iterator[tuple[str, frozenset[str] | None]]:
    """Every code in the package, with the facts that are given where it is said (None: elsewhere)."""
    for tree in sources():
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


SHOWN = (e.RedealClaimed(1, (JOKER,)), e.KittyTaken((JOKER,)))
"""Events that are told in another way with the cards that everyone saw."""

VARIED = (*SHOWN, e.CardNamed(JOKER), e.CardPlayed(1, JOKER, Suit.HEARTS), e.CardPlayed(1, JOKER, calls_joker=True))

SPOKEN = sorted(set(spoken()), key=str)


@pytest.mark.parametrize(("code", "facts"), SPOKEN)
def test_everything_said_has_a_sentence_and_its_facts(code: str, facts: frozenset[str] | None) -> None:
    assert code in mighty.SENTENCES
    if facts is not None:
        assert fields(mighty.SENTENCES[code].text) <= facts


def test_every_sentence_is_said() -> None:
    said = {code for code, _ in SPOKEN}
    told = {f"log.{event.__struct_config__.tag}" for event in mighty.GAME.events.__args__}
    columns = {f"column.{name}" for name in mighty.GAME.summary(dealt()).facts}
    assert set(mighty.SENTENCES) == said | told | columns | {tell(event).code for event in VARIED}


@pytest.mark.parametrize("event", mighty.GAME.events.__args__, ids=lambda event: event.__name__)
def test_every_event_is_told_with_its_own_fields(event: type[e.Event]) -> None:
    sentence = mighty.SENTENCES[f"log.{event.__struct_config__.tag}"]
    assert fields(sentence.text) <= set(event.__struct_fields__)


@pytest.mark.parametrize("sentence", mighty.SENTENCES.values(), ids=lambda sentence: sentence.text)
def test_sentences_are_short(sentence: Sentence) -> None:
    assert 0 < len(sentence.text) <= 110
    assert sentence.source == "" or sentence.source.startswith("S")


@pytest.mark.parametrize("event", SHOWN, ids=lambda event: type(event).__name__)
def test_cards_that_everyone_saw_are_told(event: e.Event) -> None:
    assert "cards" in fields(mighty.SENTENCES[tell(event).code].text)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (e.RedealClaimed(1), "redeal_claimed"),
        (e.RedealClaimed(1, (JOKER,)), "redeal_claimed_with"),
        (e.KittyTaken(), "kitty_taken"),
        (e.KittyTaken((JOKER,)), "kitty_taken_exposed"),
        (e.CardNamed(JOKER, 2), "card_named"),
        (e.CardNamed(JOKER), "card_named_undealt"),
        (e.CardPlayed(1, JOKER), "card_played"),
        (e.CardPlayed(1, JOKER, Suit.HEARTS), "card_played_naming"),
        (e.CardPlayed(1, JOKER, calls_joker=True), "card_played_calling"),
        (e.FriendRevealed(1), "friend_revealed"),
    ],
)
def test_the_history_tells_what_was_seen(event: e.Event, code: str) -> None:
    assert tell(event).code == f"log.mighty.{code}"
