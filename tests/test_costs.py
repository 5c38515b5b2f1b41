"""The budget of what the tests cost, and the sample that a sweep leaves, the same each time."""

from pathlib import Path

import pytest

from tests import costs, tiers


@pytest.fixture
def costly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A run in which twelve modules made requests, and its budget."""
    counts = {("requests", f"tests/test_{number}.py"): number for number in range(1, 13)} | {("tests", "tests/a.py"): 3}
    monkeypatch.setattr(costs, "COSTS", counts)
    monkeypatch.setattr(costs, "BUDGET", tmp_path / "budget.toml")


@pytest.mark.usefixtures("costly")
def test_above_the_budget_the_ten_dearest_modules_are_named() -> None:
    costs.BUDGET.write_text('[test]\ntests = 3\nrequests = 77\n"page loads" = 0\n')
    (excess,) = costs.list_excesses("test")
    head, *modules = excess.splitlines()
    assert head.startswith("78 requests are above the budget of 77")
    assert [each.split() for each in modules] == [[str(times), f"tests/test_{times}.py"] for times in range(12, 2, -1)]


@pytest.mark.usefixtures("costly")
def test_within_the_budget_nothing_is_said() -> None:
    costs.BUDGET.write_text("[test]\ntests = 3\nrequests = 78\n")
    assert list(costs.list_excesses("test")) == []


def test_every_kind_of_cost_has_a_budget() -> None:
    counted = {"tests", "requests", "axe runs", "servers", *costs.COUNTED}
    taps = {"calls of three taps", "calls of three taps in two languages"}
    assert costs.read_budget("test").keys() == {*counted, *taps, "percent of a plain loop that three boards take"}
    assert costs.read_budget("quick").keys() < costs.read_budget("test").keys()


@pytest.mark.parametrize(
    ("full", "turn", "sample"),
    [(True, ("en", "ko", "ja"), tuple(range(7))), (False, ("ja",), (0, 3, 6))],
    ids=["make full", "make test"],
)
def test_a_sample_is_the_same_each_time(
    monkeypatch: pytest.MonkeyPatch, full: bool, turn: tuple[str, ...], sample: tuple[int, ...]
) -> None:
    monkeypatch.setattr(tiers, "FULL", full)
    assert tiers.in_turn("a screen", ["en", "ko", "ja"]) == turn
    assert tiers.one_in(3, range(7)) == sample
    assert tiers.examples(100).max_examples == (100 if full else 25)


def test_every_value_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "FULL", False)
    turns = {tiers.in_turn(f"screen {number}", ["en", "ko", "ja", "zh"])[0] for number in range(20)}
    assert turns == {"en", "ko", "ja", "zh"}
