"""Differences between two JSON documents: the path of each, and the values there."""

from collections.abc import Iterator, Mapping

import msgspec

from scorekeeper.export.document import LARGEST
from scorekeeper.messages import Message, message

Path = tuple[str | int, ...]
"""The keys and indexes that lead to a value; "count" after a list stands for its length."""

ABSENT = object()
"""Stands for a value that is not there."""

LONGEST_SHOWN = 60
"""Letters of a value in a sentence; a value may be as long as the file."""


def find_differences(path: Path, one: object, other: object) -> Iterator[tuple[Path, object, object]]:
    """Yield path, value and other value of each place where `one` and `other` differ.

    Objects are compared by key, lists by index. 1, true and 1.0 are three different values, as in JSON.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*other, *(key for key in one if key not in other)]:
            yield from find_differences((*path, key), one.get(key, ABSENT), other.get(key, ABSENT))
    elif isinstance(one, list) and isinstance(other, list):
        for index, (left, right) in enumerate(zip(one, other, strict=False)):
            yield from find_differences((*path, index), left, right)
        if len(one) != len(other):
            yield (*path, "count"), len(one), len(other)
    elif type(one) is not type(other) or one != other:
        yield path, one, other


def describe_path(path: Path, names: Mapping[int, str]) -> Message:
    """Return a path in words: ("hands", 6, "gains", "2", "amount") is player 2's gain in hand 7."""
    match path:
        case (str() as part, "count"):
            return message("place.count", field=part)
        case ("sheets", int() as index, *rest):
            return message("place.sheet", number=index + 1, where=describe_path(tuple(rest), names))
        case ("log", int() as entry, *rest):
            return message("place.log", entry=entry, field=join_path(rest))
        case ("hands" | "adjustments" as part, int() as index, "gains" | "standings" as kind, str() as player, *_):
            return message(f"place.{part[:-1]}_{kind[:-1]}", number=index + 1, name=name_of(player, names))
        case ("hands", int() as index, "accounts", int() as account, "steps", int() as step, *_):
            return message("place.step", number=index + 1, account=account + 1, step=step + 1)
        case ("hands" | "adjustments" as part, int() as index, *rest):
            return message(f"place.{part[:-1]}", number=index + 1, field=join_path(rest))
        case ("totals", str() as player, *_):
            return message("place.total", name=name_of(player, names))
        case ("players", int() as index, *rest):
            return message("place.player", number=index + 1, field=join_path(rest))
        case _:
            return message("place.other", field=join_path(path))


def name_of(player: str, names: Mapping[int, str]) -> str:
    """Return a player's name, or the number where nobody has it."""
    return names.get(int(player), player)


def join_path(path: Path | list[str | int]) -> str:
    """Return the rest of a path with dots between its parts."""
    return shorten(".".join(str(key) for key in path))


def show_value(value: object) -> object:
    """Return a value of JSON for a sentence: numbers and words unchanged, the rest as JSON, cut to `LONGEST_SHOWN`."""
    match value:
        case {"amount": inner} | {"value": inner}:
            return show_value(inner)
        case None:
            return message("place.nothing")
        case int() if type(value) is int and abs(value) <= LARGEST:
            return value
        case str():
            return shorten(value)
    return message("place.nothing") if value is ABSENT else shorten(msgspec.json.encode(value).decode())


def shorten(text: str) -> str:
    """Return `text` cut to `LONGEST_SHOWN` letters."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
