"""Two rule sets side by side: what differs, and what the same hand pays under each."""

from itertools import product

from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.house_rules import house_rules
from scorekeeper.web.setup.comparison import different_rules, sample_hands
from tests.cases import for_each
from tests.tiers import one_in
from tests.web.pages import Element, find_faults
from tests.web.phones import Phone


def read_comparison(page: Element) -> dict[str, tuple[str, ...]]:
    """Read what a page compares, with what stands under each set."""
    return {
        item.one("h3").text: tuple(said.text.partition(": ")[2] for said in item.all("p"))
        for part in page.of_class("compared")
        for item in part.all("li")
    }


def test_what_differs_and_what_a_hand_pays(phone: Phone) -> None:
    page = phone.page("/rules/compare?game=mighty&preset=base10&with=wikipedia_ja")
    assert find_faults(page) == []
    told = read_comparison(page)
    assert told["Score of a made contract"] == ("points − 10", "bid − lowest bid + 1")
    assert told["15 spades, 17 points"] == ("declarer +14friend +7defender −7", "declarer +6friend +3defender −3")
    assert told["15 spades, 13 points"] == ("declarer −4friend −2defender +2", "declarer −6friend −3defender +3")
    assert "26 spades, 28 points" not in told
    links = [each.attributes["href"] for each in page.of_class("row")]
    assert "/rules/compare?game=mighty&preset=korean40&with=wikipedia_ja" in links
    assert "/rules/compare?game=mighty&preset=base10&with=korean40" in links


def test_changes_of_a_set_are_compared_too_and_the_same_twice_differs_in_nothing(phone: Phone) -> None:
    told = read_comparison(phone.page("/rules/compare?game=mighty&preset=pagat&min_bid=14&with=pagat"))
    assert told["Lowest bid"] == ("14", "13")
    assert "Score of a made contract" not in told
    assert told["15 spades, 15 points"] == ("declarer +4friend +2defender −2", "declarer +8friend +4defender −4")
    assert "Nothing differs." in phone.page("/rules/compare?game=mighty&preset=pagat&with=pagat").one("main").text


@for_each(query=["game=poker", "game=mighty&preset=martian", "game=mighty&preset=pagat&with=martian"])
def test_sets_that_there_are_not_are_refused(query: str, *, app: Flask) -> None:
    phone = Phone(app)
    assert "Traceback" not in phone.page(f"/rules/compare?{query}", 422).text


@for_each(game=GAMES)
def test_every_two_sets_can_be_compared(game: str) -> None:
    presets, declared = [*GAMES[game].presets.values()], house_rules(GAMES[game].rules)
    for first, second in [*zip(presets, presets, strict=True), *one_in(5, [*product(presets, repeat=2)])]:
        rules = list(different_rules(GAMES[game], first.rules, second.rules))
        hands = list(sample_hands(GAMES[game], first.rules, second.rules))
        assert (rules == []) is (not set(first.rules.differences(second.rules)) & declared.keys())
        if first is second:
            assert all(hand.paid[0] == hand.paid[1] for hand in hands)
            assert hands, first.key
