"""Every choice of a house rule makes a difference that can be seen; `differences.txt` has questions that show it."""

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.sitting_out import list_sitting_out
from scorekeeper.house_rules import house_rules
from scorekeeper.settlement import Amount
from tests.cases import for_each
from tests.games.clauses import read_changes
from tests.games.mighty.asking import ask
from tests.games.mighty.paying import FriendCase, settle_outcome
from tests.games.mighty.play import EVERY_PRESET, bid, call, do, rules, seats_for

DECLARED = house_rules(mighty.Rules)


def sitters_of_seven(these: mighty.Rules) -> Any:
    """Return who of seven sit out after a hand of five that was made, and after one that failed."""
    out = []
    for points in (16, 15):
        hand = mighty.deal(these, mighty.Session(1, 1), seats_for(these))
        hand = do(hand, mighty.RecordHand(1, bid("16H"), call("SA"), points, 3, joker_holder=2))
        out.append(list_sitting_out(these, mighty.advance_session(hand), hand, (1, 2, 3, 4, 5, 6, 7), 2))
    return out


def amounts_with_all_friends(these: mighty.Rules) -> list[list[Amount]]:
    """Return what a declarer and each friend get for a point above the lowest bid, made and failed."""
    level, friends = these.min_bid + 1, these.setting.partners
    mode = FriendCase("HK" if friends == 1 else "HK+D9", friends)
    paid = (settle_outcome(these, bid(f"{level}H"), mode, points) for points in (level, level - 1))
    return [list(each.amounts.values())[: 1 + friends] for each in paid]


def may_keep_trumps(these: mighty.Rules) -> str:
    """Return whether a declarer who may not lead the joker may keep nothing but trumps beside it."""
    held = "JK HK HQ HJ H10 H9 H8 H7 H6 H5 H4 H3 H2"
    return ask(these.change({"joker_first_lead": "forbidden"}), f"discard H: H4 H3 H2 of {held}")


ASKED: Mapping[str, Callable[[mighty.Rules], object]] = {
    "setting": lambda these: these.setting,
    "kept trumps": may_keep_trumps,
    "suits to name": lambda these: Conditions(these, Suit.HEARTS).suits_to_name(2, these.setting.jokers[0]),
    "last joker": lambda these: ask(these, f"trick 2 NT: C4 {these.setting.jokers[-1]} C5"),
    "shares": amounts_with_all_friends,
    "sits": sitters_of_seven,
    "limit 20S": lambda these: mighty.back_run_limit(these, bid("20S")),
}
"""Questions that `asking` does not have."""


class Behaviour(NamedTuple):
    """Questions that the choices of a house rule answer differently, with other rules set as in `under`.

    `preset` is what all that is changed in; a choice that needs another number of players has its own in `OF_CHOICES`.
    """

    questions: list[str]
    preset: str
    under: Mapping[str, Any]
    of_choices: Mapping[Any, str]

    def rules(self, changes: Mapping[str, Any], choice: Any = None) -> mighty.Rules:
        """The house rules with some of them changed, for the sake of a choice."""
        return rules(self.of_choices.get(choice, self.preset), **{**self.under, **changes})

    def observe(self, these: mighty.Rules) -> list[object]:
        """Return the answers; a question that has none there is answered with None."""
        return [answer(these, question) for question in self.questions]


def answer(these: mighty.Rules, question: str) -> object:
    try:
        return ASKED[question](these) if question in ASKED else ask(these, question)
    except RuleError:
        return None


ONE_KIND_OF_JOKERS = [key for key in DECLARED["players"].choices if key != "five_two_jokers"]

BY_PLAYERS: Mapping[Any, str] = {
    **{key: key for key in DECLARED["players"].choices if key in EVERY_PRESET},
    "three_with_threes": "jeju",
}
"""The set for a choice of the players; the others are played in the main text."""

OF_CHOICES: Mapping[str, Mapping[Any, str]] = {
    "players": BY_PLAYERS,
    "min_bid": {25: "double_six"},
    "other_joker": {key: BY_PLAYERS.get(key, "pagat") for key in ONE_KIND_OF_JOKERS},
    "split": dict.fromkeys(("whole", "one_share", "own"), "double_six"),
    "own_shares": {"even": "four", "declarer_pays": "four", "chicago_table": "four_chicago"},
}
"""The sets in which single choices are tried; for a rule that does not matter there, those of the rule it needs."""

SHARES = str(list(DECLARED["own_shares"].choices)[-1])


def read_behaviours() -> Mapping[str, Behaviour]:
    """Return the behaviour of each house rule in the table."""
    behaviours = {}
    for line in Path(__file__).with_name("differences.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, questions, *under = line.split(" | ")
            words = shlex.split(" ".join(under))
            _, changes = read_changes(mighty.PRESETS, [word.replace("SHARES", SHARES) for word in words])
            named = next((word for word in words if "=" not in word), "pagat")
            behaviours[key] = Behaviour(questions.split(" & "), named, changes, OF_CHOICES.get(key, {}))
    return behaviours


BEHAVIOURS = read_behaviours()


def test_every_house_rule_has_a_behaviour() -> None:
    assert list(BEHAVIOURS) == list(DECLARED)


@for_each(*DECLARED)
def test_each_choice_of_a_house_rule_makes_a_difference(key: str) -> None:
    behaviour = BEHAVIOURS[key]
    seen = [behaviour.observe(behaviour.rules({key: choice}, choice)) for choice in DECLARED[key].choices]
    assert all(one not in seen[:index] for index, one in enumerate(seen)), seen


@for_each(*[key for key, rule in DECLARED.items() if rule.when])
def test_a_house_rule_makes_no_difference_where_it_does_not_apply(key: str) -> None:
    behaviour, rule = BEHAVIOURS[key], DECLARED[key]
    for depends, values in rule.when.items():
        for other in set(DECLARED[depends].choices) - set(values):
            left = rule.list_choices(behaviour.rules({depends: other}, other))
            kept = [behaviour.rules({depends: other, key: choice}, other) for choice in left]
            assert not any(rule.applies(these) for these in kept)
            seen = [behaviour.observe(these) for these in kept]
            assert all(one == seen[0] for one in seen), (depends, other, seen)


@for_each(*[key for key, rule in DECLARED.items() if rule.unless])
def test_a_house_rule_makes_no_difference_where_others_leave_it_nothing(key: str) -> None:
    behaviour, rule = BEHAVIOURS[key], DECLARED[key]
    kept = [
        behaviour.rules({**{depends: values[0] for depends, values in rule.unless.items()}, key: choice})
        for choice in rule.choices
    ]
    assert not any(rule.applies(these) for these in kept)
    seen = [behaviour.observe(these) for these in kept]
    assert all(one == seen[0] for one in seen)


@for_each(*EVERY_PRESET)
def test_choices_that_no_form_offers_are_refused(preset: str) -> None:
    these = rules(preset)
    for key, rule in DECLARED.items():
        for choice in rule.choices.keys() - rule.list_choices(these).keys():
            with pytest.raises(RuleError):
                these.change({key: choice})
