"""Everything a game says has a sentence, whose fields are among the facts that are given with it."""

import ast
import importlib
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards import JOKER, Suit
from scorekeeper.games.mighty import events as e
from scorekeeper.messages import Sentence
from scorekeeper.table.history import tell
from tests.games.mighty.play import dealt
from tests.games.rulebooks import GAMES

SHOWN = (e.RedealClaimed(1, (JOKER,)), e.KittyTaken((JOKER,)))
"""Events that are told in another way with the cards that everyone saw."""

VARIED: Mapping[str, tuple[Any, ...]] = {
    "mighty": (
        *SHOWN,
        e.CardNamed(JOKER),
        e.CardPlayed(1, JOKER, Suit.HEARTS),
        e.CardPlayed(1, JOKER, calls_joker=True),
    ),
    "zhao_pengyou": (),
}
"""Events that are told in more ways than one."""

COLUMNS: Mapping[str, Any] = {"mighty": GAMES["mighty"].GAME.summary(dealt()).facts, "zhao_pengyou": ()}
"""What the export has of each hand."""

REGISTRY = Path(importlib.import_module("scorekeeper.games").__file__ or "")
"""It speaks to the table, and knows more than one game."""

EVENTS = {key: importlib.import_module(f"{game.__name__}.events").Events.__args__ for key, game in GAMES.items()}
SENTENCES = {key: game.SENTENCES for key, game in GAMES.items()}


def families(game: str) -> re.Pattern[str]:
    """What the codes of a game look like, wherever they stand."""
    return re.compile(rf"({'|'.join({code.partition('.')[0] for code in SENTENCES[game]} - {'log', 'column'})})\.\w+")


def spoken(game: str) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Every code in a game's package and the modules both share, with the facts given where it is said (or None)."""
    codes = families(game)
    package = Path(GAMES[game].__file__).parent
    for path in (*package.rglob("*.py"), *package.parent.glob("*.py")):
        if path.name.startswith("sentences") or path == REGISTRY:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said = dict(said_in(tree))
        yield from ((str(node.value), facts) for node, facts in said.items())
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and node not in said else None
            if isinstance(text, str) and codes.fullmatch(text):
                yield text, None


def said_in(tree: ast.Module) -> Iterator[tuple[ast.Constant, frozenset[str] | None]]:
    """The codes that calls of `problem`, `message` and `RuleError` may say."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        if node.func.id not in ("problem", "message", "RuleError"):
            continue
        facts = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
        complete = all(keyword.arg for keyword in node.keywords)
        for code in ast.walk(node.args[0]):
            if isinstance(code, ast.Constant) and re.fullmatch(r"\w+\.\w+", str(code.value)):
                yield code, facts if complete else None


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


SPOKEN = {game: sorted(set(spoken(game)), key=str) for game in GAMES}


@pytest.mark.parametrize(("game", "code", "facts"), [(game, *said) for game, codes in SPOKEN.items() for said in codes])
def test_everything_said_has_a_sentence_and_its_facts(game: str, code: str, facts: frozenset[str] | None) -> None:
    assert code in SENTENCES[game]
    if facts is not None:
        assert fields(SENTENCES[game][code].text) <= facts


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_said(game: str) -> None:
    said = {code for code, _ in SPOKEN[game]}
    told = {f"log.{event.__struct_config__.tag}" for event in EVENTS[game]}
    columns = {f"column.{name}" for name in COLUMNS[game]}
    assert set(SENTENCES[game]) == said | told | columns | {tell(event).code for event in VARIED[game]}


@pytest.mark.parametrize(
    ("game", "event"),
    [(game, event) for game, events in EVENTS.items() for event in events],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_every_event_is_told_with_its_own_fields(game: str, event: Any) -> None:
    sentence = SENTENCES[game][f"log.{event.__struct_config__.tag}"]
    assert fields(sentence.text) <= set(event.__struct_fields__)


@pytest.mark.parametrize(
    "sentence",
    [sentence for sentences in SENTENCES.values() for sentence in sentences.values()],
    ids=lambda sentence: sentence.text,
)
def test_sentences_are_short(sentence: Sentence) -> None:
    assert 0 < len(sentence.text) <= 110


@pytest.mark.parametrize("event", SHOWN, ids=lambda event: type(event).__name__)
def test_cards_that_everyone_saw_are_told(event: e.Event) -> None:
    assert "cards" in fields(SENTENCES["mighty"][tell(event).code].text)


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
