"""Every choice of every house rule that a form offers leads through a hand, driven by the forms alone."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES
from scorekeeper.house_rules import house_rules
from tests.web.driver import play_hand
from tests.web.phones import Table, open_table

pytestmark = pytest.mark.exhaustive

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Fay", "Gil", "Hye", "Ian", "Jo", "Kit", "Lea")
SHORTEST_MODES = ("auction:contract", "trumps:maker", "play:result")
"""The modes of recording that ask least, for the games that have them."""


MOST_OF_A_NUMBER = 15
"""The most choices of a number that are tried; of more, these are spread over the range."""


def rule_choices() -> Iterator[Any]:
    """Yield each choice of each rule once: over the first preset in which it matters and is possible."""
    for game in GAMES.values():
        for rule in house_rules(game.rules).values():
            for value in list(rule.choices)[:: 1 + len(rule.choices) // MOST_OF_A_NUMBER]:
                for preset in game.presets.values():
                    try:
                        rules = preset.rules.change({rule.key: value})
                    except RuleError:
                        continue
                    if rule.applies(rules):
                        yield pytest.param(game.key, preset.key, rule.key, value, id=f"{preset.key}-{rule.key}-{value}")
                        break


def open_quick_table(app: Flask, game: str, preset: str, **rules: Any) -> Table:
    counts = GAMES[game].seat_counts(GAMES[game].presets[preset].rules.change(rules))
    table = open_table(app, preset, NAMES[: counts[0]], game=game, **rules)
    table.choose_modes(*SHORTEST_MODES)
    return table


@pytest.mark.parametrize(("game", "preset", "key", "value"), tuple(rule_choices()))
def test_a_hand_under_every_choice(app: Flask, game: str, preset: str, key: str, value: Any) -> None:
    table = open_quick_table(app, game, preset, **{key: value})
    assert table.state.rules.as_dict()[key] == value
    play_hand(table, Random(f"{preset}{key}{value}"))


WAYS = (
    ("auction:calls", "trumps:shows", "play:tally"),
    ("auction:calls", "trumps:shows", "play:cards"),
    ("auction:contract", "trumps:maker", "play:tally"),
)


@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: "+".join(ways))
@pytest.mark.parametrize(("game", "preset"), [(game.key, key) for game in GAMES.values() for key in game.presets])
def test_a_hand_of_every_preset_in_every_way(app: Flask, game: str, preset: str, ways: tuple[str, ...]) -> None:
    table = open_quick_table(app, game, preset)
    table.choose_modes(*ways)
    play_hand(table, Random(f"{preset}{ways}"))
