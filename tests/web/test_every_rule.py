"""Every choice of every house rule that a form offers leads through a hand, driven by the forms alone."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES
from scorekeeper.house_rules import house_rules
from tests.tiers import FULL, in_turn, one_in
from tests.web.driver import play_hand
from tests.web.phones import Table, open_table

pytestmark = pytest.mark.exhaustive

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Fay", "Gil", "Hye", "Ian", "Jo", "Kit", "Lea")
SHORTEST_MODES = ("auction:contract", "trumps:maker", "play:result")
"""The modes of recording that ask least, for the games that have them."""


MOST_OF_A_NUMBER = 15
"""The most choices of a number that are tried; of more, these are spread over the range."""

MOST_TOGETHER = 12
"""The most choices that the sample makes for one hand, so that few can be at fault where it fails."""

Choice = tuple[str, str, str, Any]
"""A game, the first preset in which a rule matters and a value of it is possible, the rule and the value."""


def rule_choices() -> Iterator[Choice]:
    """Yield each choice of each rule once: over the first preset in which it matters and is possible."""
    for game in GAMES.values():
        for rule in house_rules(game.rules).values():
            for value in list(rule.choices)[:: 1 + len(rule.choices) // MOST_OF_A_NUMBER]:
                for preset in game.presets.values():
                    if matters(preset.rules, {rule.key: value}):
                        yield game.key, preset.key, rule.key, value
                        break


def matters(rules: Any, changed: dict[str, Any]) -> bool:
    """Return whether these choices are possible together, and each of them matters."""
    try:
        house = rules.change(changed)
    except RuleError:
        return False
    declared = house_rules(type(rules))
    return all(declared[key].applies(house) for key in changed)


def list_houses() -> Iterator[Any]:
    """Yield a game, a preset and changed rules, in which each choice is made once.

    `make full` makes one choice for a hand, the sample as many as matter together.
    """
    left = list(rule_choices())
    while left:
        game, preset, *_ = left[0]
        rules, house, later = GAMES[game].presets[preset].rules, dict[str, Any](), list[Choice]()
        for choice in left:
            changed = {**house, choice[2]: choice[3]}
            fits = choice[0] == game and choice[2] not in house and len(house) < (1 if FULL else MOST_TOGETHER)
            if fits and matters(rules, changed):
                house = changed
            else:
                later.append(choice)
        left = later
        yield pytest.param(game, preset, house, id=f"{preset}-{next(iter(house.items()))}+{len(house) - 1}")


def open_quick_table(app: Flask, game: str, preset: str, **rules: Any) -> Table:
    counts = GAMES[game].seat_counts(GAMES[game].presets[preset].rules.change(rules))
    table = open_table(app, preset, NAMES[: counts[0]], game=game, **rules)
    table.choose_modes(*SHORTEST_MODES)
    return table


@pytest.mark.parametrize(("game", "preset", "house"), tuple(list_houses()))
def test_a_hand_under_every_choice(app: Flask, game: str, preset: str, house: dict[str, Any]) -> None:
    table = open_quick_table(app, game, preset, **house)
    assert {key: table.state.rules.as_dict()[key] for key in house} == house
    play_hand(table, Random(f"{preset}{house}"))


WAYS = (
    ("auction:calls", "trumps:shows", "play:tally"),
    ("auction:calls", "trumps:shows", "play:cards"),
    ("auction:contract", "trumps:maker", "play:tally"),
)


PRESETS = [(game.key, key) for game in GAMES.values() for key in game.presets]


@pytest.mark.parametrize(
    ("game", "preset", "ways"),
    [(*preset, ways) for preset in one_in(4, PRESETS) for ways in in_turn("".join(preset), WAYS)],
    ids=lambda value: value if isinstance(value, str) else "+".join(value),
)
def test_a_hand_of_every_preset_in_every_way(app: Flask, game: str, preset: str, ways: tuple[str, ...]) -> None:
    table = open_quick_table(app, game, preset)
    table.choose_modes(*ways)
    play_hand(table, Random(f"{preset}{ways}"))
