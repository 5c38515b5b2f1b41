"""Everything a game says has a sentence, whose fields are among the facts that are given with it."""

import ast
import importlib
import inspect
import re
import string
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.games import zhao_pengyou
from scorekeeper.games.game import Move
from scorekeeper.games.sentences import SHARED
from scorekeeper.messages import Sentence, message
from tests.cases import for_each
from tests.games.rulebooks import GAMES

SEATS = {"mighty": (1, 2, 3, 4, 5), "zhao_pengyou": (1, 2, 3, 4, 5, 6)}


def columns(game: str) -> set[str]:
    """Return the codes of the export's column titles."""
    library = GAMES[game]
    rules = library.PRESETS["pagat"].rules
    hand = library.deal(rules, library.start_session(rules, SEATS[game]), SEATS[game])
    return {f"column.{name}" for name in library.GAME.summarize(hand).facts}


REGISTRY = Path(importlib.import_module("scorekeeper.games").__file__ or "")
"""It speaks to the table, and knows more than one game."""

SENTENCES = {key: game.SENTENCES for key, game in GAMES.items()}


def families(game: str) -> re.Pattern[str]:
    """Return the pattern of a game's codes."""
    return re.compile(rf"({'|'.join({code.partition('.')[0] for code in SENTENCES[game]} - {'log', 'column'})})\.\w+")


def spoken_codes(game: str) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Every code in a game's package and the modules all share, with the facts given where it is said (or None)."""
    codes = families(game)
    package = Path(GAMES[game].__file__).parent
    shared = (package.parents[1] / "cards.py", package.parents[1] / "house_rules.py")
    for path in (*package.rglob("*.py"), *package.parent.glob("*.py"), *shared):
        if path.name.startswith("sentences") or path == REGISTRY:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said = dict(codes_in(tree))
        yield from ((str(node.value), facts) for node, facts in said.items())
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and node not in said else None
            if isinstance(text, str) and codes.fullmatch(text):
                yield text, None


def codes_in(tree: ast.Module) -> Iterator[tuple[ast.Constant, frozenset[str] | None]]:
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


def codes_of_moves(game: str) -> set[str]:
    """The codes of moves that the history tells, by default, with their fields."""
    moves = GAMES[game].GAME.moves
    default = [move for move in moves if move.says is Move.says or "super().says" in inspect.getsource(move.says)]
    return {f"log.{move.__struct_config__.tag}" for move in default}


def other_history_codes(game: str) -> Iterator[str]:
    """Return the other codes of the history, and the beginnings of composed ones."""
    for path in Path(GAMES[game].__file__).parent.glob("*.py"):
        if not path.name.startswith("sentences"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and str(node.value).startswith(f"log.{game}."):
                    yield str(node.value)


SPOKEN = {game: sorted(set(spoken_codes(game)), key=str) for game in GAMES}


@for_each(*[(game, *said) for game, codes in SPOKEN.items() for said in codes])
def test_everything_said_has_a_sentence_and_its_facts(game: str, code: str, facts: frozenset[str] | None) -> None:
    assert code in SENTENCES[game]
    if facts is not None:
        for text in list_texts(SENTENCES[game][code]):
            assert fields(text) <= facts


@for_each(*GAMES)
def test_every_sentence_is_said(game: str) -> None:
    said = {code for code, _ in SPOKEN[game]}
    begins = tuple(other_history_codes(game))
    lines = {code for code in SENTENCES[game] if code.startswith(begins)} | codes_of_moves(game)
    every = said | lines | columns(game) | ({f"by.{code}" for code in lines} & SENTENCES[game].keys())
    assert {*SENTENCES[game]} - {*SHARED} == every - {*SHARED}


def test_every_sentence_that_games_share_is_said() -> None:
    assert {*SHARED} <= {code for codes in SPOKEN.values() for code, _ in codes}


@for_each(*GAMES)
def test_the_history_tells_every_move(game: str) -> None:
    """By default with its fields; whatever else is told has its sentence as well."""
    assert all(any(code.startswith(begins) for code in SENTENCES[game]) for begins in other_history_codes(game))
    for move in GAMES[game].GAME.moves:
        code = f"log.{move.__struct_config__.tag}"
        if code in codes_of_moves(game):
            assert fields(SENTENCES[game][code].text) <= set(move.__struct_fields__)


@for_each(*[sentence for sentences in SENTENCES.values() for sentence in sentences.values()])
def test_sentences_are_short(sentence: Sentence) -> None:
    assert all(0 < len(text) <= 110 for text in list_texts(sentence))


def list_texts(sentence: Sentence) -> list[str]:
    """Return the text of a sentence, and those of its cases."""
    return [sentence.text, *(text for _fact, _value, text in sentence.cases)]


@for_each(
    (
        "log.zhao_pengyou.record_throw",
        {"player": 1},
        "Ana’s throw is beaten.",
        "Ana’s throw is beaten; one card goes back.",
        "Ana’s throw is beaten; 3 cards go back.",
    ),
    (
        "trumps.others_hold",
        {"card": "S2"},
        "Others have shown every S2.",
        "Others have shown S2; only one of it is left.",
        "Others have shown S2; only 3 of it are left.",
    ),
    (
        "call.copy",
        {"call": "the fourth S2"},
        "the fourth S2 cannot appear: the card is not in the packs.",
        "the fourth S2 cannot appear: there is one copy.",
        "the fourth S2 cannot appear: there are 3 copies.",
    ),
    (
        "adjust.below_two",
        {"player": 1, "level": 2},
        "Ana is at 2. No level can be taken away.",
        "Ana is at 2. Levels that can be taken away: 1 at most.",
        "Ana is at 2. Levels that can be taken away: 3 at most.",
    ),
)
def test_sentences_that_count_say_none_and_one_in_their_own_way(
    code: str, facts: dict[str, object], none: str, one: str, many: str
) -> None:
    counted = SENTENCES["zhao_pengyou"][code].cases[0][0]
    for number, told in ((0, none), (1, one), (3, many)):
        assert zhao_pengyou.say(message(code, **facts, **{counted: number}), {1: "Ana"}) == told


def test_one_set_that_must_be_played_is_told_without_a_count() -> None:
    for code, sentence in SENTENCES["zhao_pengyou"].items():
        if code.startswith("follow.") and "{needed}" in sentence.text and code != "follow.count":
            one = sentence.choose_text({"needed": 1, "count": 0, "included": 0})
            assert "not" not in one.split()
            assert "{needed}" not in one
