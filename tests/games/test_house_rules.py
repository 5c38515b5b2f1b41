"""Every house rule of every game is declared in full, and every preset stands on its own."""

from typing import Any

from scorekeeper.house_rules import HouseRule, house_rules
from tests.cases import for_each
from tests.games.rulebooks import GAMES

DECLARED = {game: house_rules(library.Rules) for game, library in GAMES.items()}


@for_each(*[(game, key) for game, rules in DECLARED.items() for key in rules])
def test_each_house_rule_is_declared_in_full(game: str, key: str) -> None:
    rule: HouseRule = DECLARED[game][key]
    assert rule.label
    assert rule.source
    assert rule.block in GAMES[game].BLOCKS
    assert len(rule.choices) >= 2
    assert all(rule.choices.values())
    for depends, values in (*rule.when.items(), *rule.unless.items()):
        assert set(values) < set(DECLARED[game][depends].choices)
    for choice, every in rule.only.items():
        assert choice in rule.choices
        for needed in every:
            assert needed.refusal in GAMES[game].SENTENCES
            assert all(set(values) < set(DECLARED[game][key].choices) for key, values in needed.choices.items())
    assert set(rule.never) <= set(GAMES[game].SENTENCES)


@for_each(*GAMES)
def test_blocks_are_in_order_and_all_used(game: str) -> None:
    assert list(dict.fromkeys(rule.block for rule in DECLARED[game].values())) == list(GAMES[game].BLOCKS)


@for_each(*[(game, key) for game, library in GAMES.items() for key in library.PRESETS])
def test_presets_contradict_nothing_and_say_where_they_come_from(game: str, key: str) -> None:
    preset: Any = GAMES[game].PRESETS[key]
    assert preset.key == key
    assert not list(preset.rules.check())
    assert preset.label
    assert preset.about
    assert preset.source
