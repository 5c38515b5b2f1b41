"""Moves as the log names them, with their values: "enter_contract 1 16H", "claim_redeal 3 cards=S2+S3"."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem
from scorekeeper.games.game import Game, Move


def parse_move(game: Game, phrase: str) -> Move:
    """Return the move of a phrase: its name, then values in the order of its fields or with the name of their field.

    A value of several parts has "+" between them, "-" is none at all.
    """
    name, *words = phrase.split()
    move = next(each for each in game.moves if each.__struct_config__.tag == f"{game.key}.{name}")
    hints = get_type_hints(move)
    values: dict[str, Any] = {}
    for field, word in zip(move.__struct_fields__, words, strict=False):
        if "=" not in word:
            values[field] = read_value(hints[field], word)
    for field, _, word in (word.partition("=") for word in words if "=" in word):
        values[field] = read_value(hints[field], word)
    return move(**values)


def read_value(kind: Any, word: str) -> Any:
    """Return the value of a field of this type that a word writes."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if word == "-" else read_value(inner[0], word)
    if origin in (tuple, frozenset):
        return origin(read_value(inner[0], part) for part in word.split("+") if part != "-")
    if origin is Literal:
        return word
    readers: dict[Any, Callable[[str], Any]] = {int: int, bool: lambda word: word == "yes", Suit: Suit}
    return readers[kind](word) if kind in readers else kind.parse(word)


def find_problems(game: Game, hand: Any, text: str, read_word: Callable[[Any, str], Move]) -> Iterable[Problem]:
    """Return what is against the last of some moves."""
    before, _, last = text.rpartition("; ")
    hand = make_moves(game, hand, before, read_word)
    return game.check(hand, read_move(game, hand, last, read_word))


def make_moves(game: Game, hand: Any, text: str, read_word: Callable[[Any, str], Move]) -> Any:
    """Return the hand after moves with ";" between them. Raises `RuleError`.

    What has no name of a move is calls, cards or the like, each of whose turn it is: "13H - 14S; claim_redeal 4".
    """
    for phrase in text.split("; ") if text else []:
        for part in [phrase] if is_named(game, phrase) else phrase.split():
            hand = game.do(hand, read_move(game, hand, part, read_word))
    return hand


def describe_facts(library: ModuleType, hand: Any, names: str) -> str:
    """Answer what attributes of a hand are, or answers of the library about it: "phase,auction.turn,makers_points"."""
    found = []
    for first, *rest in (name.split(".") for name in names.split(",")):
        value = getattr(hand, first) if hasattr(hand, first) else getattr(library, first)(hand)
        found.append(describe(reduce(getattr, rest, value)))
    return ", ".join(found)


def describe(value: Any) -> str:
    """Return a value as a table writes it."""
    if isinstance(value, Mapping):
        return " ".join(f"{describe(key)}:{describe(each)}" for key, each in value.items()) or "none"
    if isinstance(value, (tuple, list)):
        return " ".join(map(describe, value)) or "none"
    if isinstance(value, range):
        return f"{value.start} to {value.stop - 1}" if value else "none"
    if isinstance(value, (set, frozenset)):
        return " ".join(sorted(map(describe, value))) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def is_named(game: Game, phrase: str) -> bool:
    return f"{game.key}.{phrase.partition(' ')[0]}" in {move.__struct_config__.tag for move in game.moves}


def read_move(game: Game, hand: Any, phrase: str, read_word: Callable[[Any, str], Move]) -> Move:
    return parse_move(game, phrase) if is_named(game, phrase) else read_word(hand, phrase)
