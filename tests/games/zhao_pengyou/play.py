"""Values for tests from short texts: rules, seats, cards, calls, levels, sessions; and codes of refusals."""

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games.zhao_pengyou.friends import Call
from scorekeeper.games.zhao_pengyou.levels import Level
from scorekeeper.games.zhao_pengyou.presets import PRESETS
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.session import Session


def rules(preset: str = "pagat", **changes: Any) -> Rules:
    return PRESETS[preset].rules.change(changes)


def seats(count: int) -> tuple[int, ...]:
    return tuple(range(1, count + 1))


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def calls(text: str) -> tuple[Call, ...]:
    return tuple(Call.parse(word) for word in text.split())


def level(text: str) -> Level:
    return Level.parse(text)


def session(levels: str, starter: int | None = 1, passive: Iterable[int] = (), **facts: Any) -> Session:
    """Return a session in which player 1 has the first of `levels`, and so on."""
    by_player = {player: level(word) for player, word in enumerate(levels.split(), start=1)}
    return Session(begins=starter, levels=by_player, passive=frozenset(passive), **facts)


def codes(problems: Iterable[Problem]) -> list[str]:
    """Return the code of each problem, and check that every fact is known."""
    found = tuple(problems)
    assert all(None not in problem.facts.values() for problem in found)
    return [problem.code for problem in found]


def refusals(action: Any, *args: Any, **facts: Any) -> list[str]:
    """Call `action` and return the codes of its refusal, none if it does not refuse."""
    try:
        action(*args, **facts)
    except RuleError as refusal:
        return codes(refusal.problems)
    return []


def facts_of(problems: Iterable[Problem]) -> Mapping[str, Any]:
    return next(iter(problems)).facts
