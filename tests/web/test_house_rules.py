"""The form of house rules: what it offers can be chosen at that table, and whatever can be chosen is offered."""

from collections.abc import Mapping, Set

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.house_rules import HouseRule, house_rules
from tests.web.pages import Element
from tests.web.phones import Phone

DECLARED = house_rules(mighty.Rules)
PRESETS = mighty.GAME.presets

ELSEWHERE: Mapping[str, Set[object]] = {
    "players": set(DECLARED["players"].choices),
    "min_bid": {25},
    "next_dealer": {"sit_out_by_result"},
    "split": set(DECLARED["split"].choices),
}
"""What nobody chooses for five players with one pack. Of `split` one choice is left: there is nothing to ask."""


def offered(form: Element, rule: HouseRule) -> Set[object]:
    """The choices of a house rule that a form has, in a list or as keys."""
    keys = (key.attributes["value"] for key in form.all("input", name=rule.key))
    lists = (option.attributes["value"] for each in form.all("select", name=rule.key) for option in each.all("option"))
    return {rule.parse(value) for value in (*keys, *lists)}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_form_offers_what_can_be_chosen(phone: Phone, preset: str) -> None:
    form = phone.page(f"/new?preset={preset}").form("/new")
    for key, rule in DECLARED.items():
        assert offered(form, rule) == set(rule.choices) - ELSEWHERE.get(key, set()), key


@pytest.mark.parametrize("key", [key for key in ELSEWHERE if key != "players"])
def test_what_is_not_offered_is_refused(key: str) -> None:
    rules = PRESETS["pagat"].rules
    for choice in ELSEWHERE[key] - {rules.as_dict()[key]}:
        with pytest.raises(RuleError):
            rules.changed({key: choice})
