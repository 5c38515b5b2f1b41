"""Two rule sets side by side: the house rules in which they differ, and what the same hands pay under each."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, render_template, request
from markupsafe import Markup

from scorekeeper.errors import RuleError
from scorekeeper.games import find_game
from scorekeeper.games.game import Game
from scorekeeper.house_rules import HouseRule, Preset, Ruleset, house_rules
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.game_setup import SampleHand, presets_for
from scorekeeper.web.page.language import language
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.page.wording import word
from scorekeeper.web.setup.rule_sets import RuleSet, read_set

blueprint = Blueprint("comparison", __name__, url_prefix="/rules")

SECOND = "with"
"""The field that names the preset on the right."""


class ComparedRule(NamedTuple):
    """A house rule in which two sets differ: its label, and the choice of each, or None where it does not matter."""

    label: str
    choices: tuple[Markup | None, ...]


@blueprint.get("/compare")
def page() -> str:
    """Render a set beside a preset of the same game. Raises `RuleError` for what the game does not know or allow."""
    first = read_first_set(request.args)
    game = first.game
    second = RuleSet(game, find_second(first, request.args), {})
    sets = (first, second)
    return render_template(
        "setup/rules/compare.html",
        game=game,
        sets=sets,
        presets=list(game.presets.values()),
        rules=list(different_rules(game, first.rules, second.rules)),
        hands=list(sample_hands(game, first.rules, second.rules)),
        first_address=lambda preset: compared_address(RuleSet(game, preset, {}), second),
        second_address=lambda preset: compared_address(first, RuleSet(game, preset, {})),
        back=first.address() if first.changes or first.name else f"/new?game={game.key}",
    )


def read_first_set(form: Form) -> RuleSet:
    """Return the set on the left: that of the address, else the preset that this reader knows best."""
    if form.get("preset"):
        return read_set(form)
    game = find_game(form.get("game", ""))
    return RuleSet(game, presets_for(game, screens_for(game.key).setup, 0, language())[0], {})


def find_second(first: RuleSet, form: Form) -> Preset[Ruleset]:
    """Return the preset on the right: the one that is asked for, else the first other one for as many players."""
    key = form.get(SECOND, "")
    if key and key not in first.game.presets:
        raise RuleError("rules.unknown_preset", preset=key)
    count = first.game.seat_counts(first.rules)[0]
    known = presets_for(first.game, screens_for(first.game.key).setup, count, language())
    others = [each for each in known if first.changes or each != first.preset]
    return first.game.presets[key] if key else next(iter(others), first.preset)


def compared_address(first: RuleSet, second: RuleSet) -> str:
    """Return the address of a comparison; the set on the right is a preset as it is."""
    return first.address("/compare", **{SECOND: second.preset.key})


def different_rules(game: Game, *compared: Ruleset) -> Iterator[ComparedRule]:
    """Yield the house rules in which rule sets differ, in order of declaration."""
    for key, rule in house_rules(game.rules).items():
        choices = tuple(choice_in_words(rule, rules) for rules in compared)
        if any(each is not None for each in choices) and len({getattr(rules, key) for rules in compared}) > 1:
            yield ComparedRule(rule.label, choices)


def choice_in_words(rule: HouseRule, rules: Ruleset) -> Markup | None:
    """Return a set's choice; None where it does not matter under its other rules."""
    return word(rule.choices[getattr(rules, rule.key)]) if rule.applies(rules) else None


def sample_hands(game: Game, *compared: Ruleset) -> Iterator[SampleHand]:
    """Yield the hands by which a game is compared, without those that can be played under none of the sets."""
    sample = screens_for(game.key).setup.sample_hands
    counts = [set(game.seat_counts(rules)) for rules in compared]
    common = set.intersection(*counts)
    players = [min(common or each) for each in counts]
    for hand in sample(compared, players) if sample else ():
        if any(paid is not None for paid in hand.paid):
            yield hand
