"""pagat, Six, seven or eight players (Chicago): two packs, their bids, and two called cards."""

from scorekeeper.games import mighty
from tests.cases import for_each
from tests.games.mighty.play import bid, call, cards, codes, deal_first_hand, refusals, rules
from tests.games.mighty.two_packs import contracted_hand

PRESETS = ("double_six", "double_seven", "double_eight")


# --- The cards ---


@for_each(
    ("double_six", "JK JK SA SA HA HK S3 S3 S4 S4 S5 S5 S6 S6 S7 S7 S8", 0),
    ("double_seven", "JK SA SA HA S3 S3 S4 S4 S5 S5 S6 S6 S7 S7", 0),
    ("double_eight", "JK SA SA HA S3 S3 S4 S4 S5 S5 S6 S6", 0),
)
def test_redeal_values_every_card_of_the_hand(preset: str, held: str, total: int) -> None:
    assert mighty.value_hand(rules(preset), cards(held)).total == total
    assert refusals(deal_first_hand(preset), mighty.ClaimRedeal(1, cards(held))) == []
    assert refusals(deal_first_hand(preset), mighty.ClaimRedeal(1, cards(held)[:10])) == ["cards.count"]


def test_redeal_of_nothing_but_point_cards() -> None:
    points = cards("SK SK SQ SQ SJ SJ HA HA HK HK HQ HQ HJ HJ DA DA DK")
    assert codes(mighty.value_hand(rules("double_six", redeal_all_points=True), points).reasons) == [
        "redeal.all_points"
    ]


# --- The call ---


def test_calls_with_one_pack_are_of_one_card() -> None:
    assert codes(mighty.check_call(rules(), bid("16H"), call("SA+HK"))) == ["call.one_card"]


@for_each(("double_six", 53), ("double_seven", 51), ("double_eight", 51))
def test_calls_listed_are_every_pair(preset: str, different: int) -> None:
    legal = mighty.legal_calls(rules(preset), bid("30H"))
    assert len(set(legal)) == len(legal) == different * (different - 1) // 2
    assert all(one.card != one.second for one in legal)
    assert {card for one in legal for card in one.cards} == set(rules(preset).setting.pack)


def test_calls_a_suit_is_asked_for_at_40_no_trump() -> None:
    assert refusals(contracted_hand("40NT"), mighty.CallFriend(call("SA+HK>D"))) == []
    for contract in ("20NT", "39NT", "40H"):
        assert codes(mighty.check_call(rules("double_six"), bid(contract), call("SA+HK>D"))) == ["call.no_suit_request"]
