"""A house rule is declared once: values, forms and refusals follow from its declaration."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.house_rules import (
    LARGEST_IN_MEMORY,
    Ruleset,
    SetChoices,
    TableOf,
    Value,
    decode_values,
    house_rule,
    house_rules,
    needs,
    parse_changes,
    refusal_sentences,
    share_values,
)
from scorekeeper.messages import Sentence
from tests.cases import for_each


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    lowest: int = house_rule(
        *(13, range(11, 15), "Lowest bid"), block="auction", source="S1", refusals={"bid.low": "{bid} is too low."}
    )
    highest: int = house_rule(
        *(20, (13, 20), "Highest bid"),
        block="auction",
        source="S1",
        only={13: needs("rules.low", lowest=(11, 12))},
        never={"rules.shown_high": lambda rules: rules.highest == 20 and rules.lowest == 14 and not rules.shown},
    )
    redeal: str = house_rule("never", {"never": "Never", "value": "By value"}, "Redeal", block="redeal", source="S2")
    below: int = house_rule(4, (2, 4), "Below", block="redeal", source="S2", when={"redeal": ("value",)})
    share: str = house_rule(
        "even",
        {"even": "Evenly", "table": "By the table"},
        "Share",
        block="score",
        source="S3",
        only={"table": (needs("rules.high", lowest=(13, 14)), needs("rules.plain", redeal=("never",)))},
    )
    shown: bool = house_rule(
        *(True, None, "Hand is shown"),
        block="redeal",
        source="S2",
        help="To everyone.",
        unless={"redeal": ("never",), "lowest": (11, 12)},
    )


def test_declarations_stand_in_order_under_their_keys() -> None:
    declared = house_rules(Rules)
    assert list(declared) == ["lowest", "highest", "redeal", "below", "share", "shown"]
    assert [rule.key for rule in declared.values()] == list(declared)
    shown = declared["shown"]
    found = (shown.default, shown.label, shown.block, shown.help, shown.source)
    assert found == (True, "Hand is shown", "redeal", "To everyone.", "S2")


@for_each(
    ("lowest", {11: "11", 12: "12", 13: "13", 14: "14"}),
    ("redeal", {"never": "Never", "value": "By value"}),
    ("shown", {True: "yes", False: "no"}),
)
def test_choices_have_labels(key: str, labels: dict[Value, str]) -> None:
    assert house_rules(Rules)[key].choices == labels


@for_each(
    ({}, ["even", "table"]),
    ({"lowest": 12}, ["even"]),
    ({"redeal": "value"}, ["even"]),
    ({"lowest": 14}, ["even", "table"]),
)
def test_single_choices_may_need_others(changes: Mapping[str, object], choices: list[str]) -> None:
    assert list(house_rules(Rules)["share"].list_choices(Rules().change(changes))) == choices


def test_rules_begin_with_their_defaults_which_must_be_choices() -> None:
    found = Rules().as_dict()
    assert found == {"lowest": 13, "highest": 20, "redeal": "never", "below": 4, "share": "even", "shown": True}
    with pytest.raises(ValueError, match="21"):
        house_rule(21, range(11, 21), "Lowest bid", block="auction", source="S1")


def test_changes_by_key_or_not_make_new_rules_and_differences_name_them() -> None:
    changed = Rules().change({"lowest": 12, "shown": False})
    assert (changed.lowest, changed.shown, Rules().lowest) == (12, False, 13)
    assert changed.differences(Rules()) == {"lowest": 12, "shown": False}
    assert Rules().differences(Rules()) == {}
    assert Rules().change(lowest=12, shown=False) == Rules().change({"lowest": 12, "shown": False})
    assert Rules().change({"lowest": 12}, lowest=11) == Rules().change(lowest=11), "what is said by key wins"
    with pytest.raises(RuleError, match=r"rules\.unknown"):
        Rules().change(lowset=12)


def test_rules_of_a_log_are_read_as_they_are_and_those_made_by_hand_are_checked() -> None:
    """Unknown rules are ignored, and new rules have their defaults."""
    stored: dict[str, Value] = {"lowest": 13, "highest": 13, "share": "table", "jokers": 2}
    assert Rules.read(stored) == Rules(lowest=13, highest=13, share="table")
    assert Rules.read(Rules(below=2).as_dict()) == Rules(below=2)
    assert Rules().check() == ()
    assert Rules(highest=13).check() == (problem("rules.low"),)
    assert Rules(lowest=9, highest=13).check() == (problem("rules.not_a_choice", rule="Lowest bid", value=9),)


def test_a_refusal_is_told_once() -> None:
    @dataclass(frozen=True, slots=True)
    class Twice(Ruleset):
        one: bool = house_rule(
            *(True, None, "One"),
            block="a",
            source="S1",
            only={True: needs("rules.both", other=(False,))},
            never={"rules.both": lambda rules: rules.other},
        )
        other: bool = house_rule(True, None, "Other", block="a", source="S1", never={"rules.both": lambda _: True})

    assert Twice().find_contradictions() == (problem("rules.both"),)


@for_each(
    ({"lowset": 14}, [problem("rules.unknown", key="lowset")]),
    ({"lowest": 15}, [problem("rules.not_a_choice", rule="Lowest bid", value=15)]),
    ({"lowest": "14"}, [problem("rules.not_a_choice", rule="Lowest bid", value="14")]),
    ({"shown": 1}, [problem("rules.not_a_choice", rule="Hand is shown", value=1)]),  # 1 == True is not enough
    (
        {"redeal": "always", "below": 3},  # every problem at once
        [
            problem("rules.not_a_choice", rule="Redeal", value="always"),
            problem("rules.not_a_choice", rule="Below", value=3),
        ],
    ),
    # Each is a choice, together they contradict each other.
    ({"highest": 13}, [problem("rules.low")]),
    ({"lowest": 14, "shown": False}, [problem("rules.shown_high")]),
    ({"share": "table", "redeal": "value", "lowest": 12}, [problem("rules.high"), problem("rules.plain")]),
    ({"highest": 13, "share": "table", "redeal": "value"}, [problem("rules.low"), problem("rules.plain")]),
)
def test_changes_are_refused_with_their_reasons(changes: Mapping[str, object], problems: list[Problem]) -> None:
    with pytest.raises(RuleError) as refusal:
        Rules().change(changes)
    assert list(refusal.value.problems) == problems


@for_each(
    ("lowest", "14", 14),
    ("lowest", " 14 ", 14),
    ("lowest", "15", None),
    ("lowest", "fourteen", None),
    ("redeal", "Value", "value"),
    ("redeal", "By value", None),
    ("shown", "true", True),
    ("shown", "False", False),
    ("shown", "1", None),
)
def test_text_of_a_form_is_read_as_a_choice(key: str, text: str, value: Value | None) -> None:
    read = house_rules(Rules)[key].parse(text)
    assert (read, type(read)) == (value, type(value))


def test_a_form_may_name_some_rules_and_is_refused_with_every_wrong_choice() -> None:
    assert parse_changes(Rules, {"below": "2", "shown": "false", "csrf_token": "x"}) == {"below": 2, "shown": False}
    with pytest.raises(RuleError) as refusal:
        parse_changes(Rules, {"lowest": "9", "highest": "20", "shown": "perhaps"})
    assert refusal.value.problems == (
        problem("rules.not_a_choice", rule="Lowest bid", value="9"),
        problem("rules.not_a_choice", rule="Hand is shown", value="perhaps"),
    )


@for_each(("never", False), ("value", True))
def test_a_rule_applies_only_where_it_matters(redeal: str, applies: bool) -> None:
    rules = Rules().change({"redeal": redeal})
    assert house_rules(Rules)["below"].applies(rules) is applies
    assert house_rules(Rules)["lowest"].applies(rules)


@for_each(({}, True), ({"lowest": 11}, False), ({"redeal": "value"}, True), ({"lowest": 11, "redeal": "value"}, True))
def test_a_rule_does_not_apply_where_others_leave_it_nothing(changes: dict[str, Value], applies: bool) -> None:
    assert house_rules(Rules)["shown"].applies(Rules().change(changes)) is applies


def test_alike_rules_are_one_object_and_large_ones_fill_no_memory() -> None:
    stored = Rules().as_dict() | {"unknown": "x" * LARGEST_IN_MEMORY}
    assert Rules.read(stored) is Rules.read(Rules().as_dict()) == Rules()
    assert share_values({"one": True}) is share_values({"one": True})
    assert [type(share_values({"one": value})["one"]) for value in (True, 1)] == [bool, int]
    before = decode_values.cache_info().currsize
    assert share_values(stored) is stored
    assert decode_values.cache_info().currsize == before


@for_each(
    ("5 10 K A", "5 10 K A"),
    ("a,k, 10  5", "5 10 K A"),
    ("K", "K"),
    ("k K", "K"),
    ("", None),
    (" , ", None),
    ("1", None),
    ("5 11", None),
    ("JK", None),
)
def test_a_set_is_read_in_any_order(text: str, value: str | None) -> None:
    assert SetChoices(("5", "10", "K", "A")).read(text) == value


@for_each(
    ("1: 1 1 1; 2: 4 1 1", "1: 1 1 1; 2: 4 1 1"),
    ("2 4 1 1\r\n\r\n1: 1, 1, 1\n", "1: 1 1 1; 2: 4 1 1"),
    ("１：１　１　１；2\t4\t1 | 1", "1: 1 1 1; 2: 4 1 1"),
    ("01 = 3 + 0 + 0", "1: 3 0 0"),
    ("", "none"),
    (" ;\n", "none"),
    ("none", "none"),
    ("1: 1 1", None),
    ("1: 1 1 1 1", None),
    ("1: 2 2 -1", None),
    ("1: 1½ 1 1", None),
    ("1: 1 1 1; 1: 3 0 0", None),
    ("0: 0 0 0", None),
    ("points: 1 1 1", None),
    ("1: 1000 1 1", None),
)
def test_a_table_is_read_line_by_line(text: str, value: str | None) -> None:
    tables = TableOf("no table", "1: 1 1 1")
    assert tables.read(text) == value
    assert value is None or value in tables
    assert (text in tables) == (text == value)


def test_a_table_is_its_own_label_and_a_wrong_line_is_named() -> None:
    tables = TableOf("no table", "1: 1 1 1")
    assert dict(tables) == {"none": "no table", "1: 1 1 1": "1: 1 1 1"}
    assert (len(tables), tables["2: 4 1 1"]) == (2, "2: 4 1 1")
    assert [tables.refuse(text, "Table").facts["value"] for text in ("1: 1 1 1\n2: x", "1 1 1 1;1 3 0 0")] == [
        "2: x",
        "1 3 0 0",
    ]


def test_every_set_is_a_choice_with_its_label() -> None:
    sets = SetChoices(("5", "10", "K"))
    assert list(sets) == ["5", "10", "K", "5 10", "5 K", "10 K", "5 10 K"]
    assert (len(sets), sets["5 10"]) == (7, "5, 10")


def test_a_refusal_that_one_rule_makes_has_the_source_of_that_rule() -> None:
    assert refusal_sentences(Rules) == {"bid.low": Sentence("{bid} is too low.", "S1")}
