"""pagat, Six, seven or eight players (Chicago): two packs, their bids, and two called cards."""

from scorekeeper.games import mighty
from tests.cases import for_each
from tests.games.mighty.play import bid, call, cards, codes, deal_first_hand, do, refusals, rules
from tests.games.mighty.two_packs import contracted_hand

PRESETS = ("double_six", "double_seven", "double_eight")


# --- Bids and changes ---


@for_each(("25H", []), ("24NT", ["bid.too_low"]), ("40NT", []), ("41S", ["bid.too_high"]), preset=PRESETS)
def test_bidding_is_from_25_to_40(preset: str, asked: str, against: list[str]) -> None:
    assert refusals(deal_first_hand(preset), mighty.PlaceBid(1, bid(asked))) == against
    assert refusals(deal_first_hand(preset), mighty.EnterContract(1, bid(asked))) == against


def test_bidding_is_closed_by_40_without_trumps_or_any_40() -> None:
    assert do(deal_first_hand("double_six"), mighty.PlaceBid(1, bid("40NT"))).declarer == 1
    assert do(deal_first_hand("double_six"), mighty.PlaceBid(1, bid("40H"))).phase == "auction"
    assert do(deal_first_hand("double_six", twenty_closes="any_20"), mighty.PlaceBid(1, bid("40H"))).declarer == 1


@for_each(
    ("30H", "33S", []),
    ("30H", "32S", ["contract.raise_too_small"]),
    ("30NT", "33S", []),
    ("30NT", "32S", ["contract.raise_too_small"]),
    ("30H", "32NT", []),
    ("30H", "31NT", ["contract.raise_too_small"]),
    ("30H", "31H", []),
    ("38H", "40S", []),  # it is enough to reach the highest
    ("40H", "40S", ["contract.no_room"]),
    ("40H", "40NT", []),
    ("39H", "41H", ["bid.too_high"]),
)
def test_change_costs_three_to_a_suit_and_two_to_no_trump(contract: str, new: str, against: list[str]) -> None:
    hand = do(contracted_hand(contract), mighty.TakeKitty())
    assert refusals(hand, mighty.ChangeContract(bid(new))) == against


# --- The cards ---


def test_kitty_has_four_cards_of_which_two_may_be_alike() -> None:
    hand = contracted_hand(kitty_exposed=True)
    assert refusals(hand, mighty.TakeKitty(cards("SA SA JK JK"))) == []
    assert refusals(hand, mighty.TakeKitty(cards("SA SA SA JK"))) == ["cards.too_many"]
    assert refusals(hand, mighty.TakeKitty(cards("SA SA HK"))) == ["cards.count"]
    eight = contracted_hand(preset="double_eight", kitty_exposed=True)
    assert refusals(eight, mighty.TakeKitty(cards("D2 D2 HK HK"))) == ["cards.too_many"]
    assert refusals(eight, mighty.TakeKitty(cards("C2 D2 HK HK"))) == ["cards.not_in_pack"]


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


def test_redeal_is_blocked_by_the_highest_bid() -> None:
    hand = do(
        deal_first_hand("double_six", redeal_blocked_by_20=True), mighty.PlaceBid(1, bid("39H")), mighty.ClaimRedeal(2)
    )
    assert refusals(hand, mighty.AnswerClaim(4, bid("39NT"))) == ["redeal.only_twenty_answers"]
    assert refusals(hand, mighty.AnswerClaim(4, bid("40H"))) == []


# --- The call ---


@for_each(
    ("SA+HK", []),
    ("JK+SA", []),
    ("card", []),  # nobody wrote down which
    ("SA", ["call.two_cards"]),
    ("SA+SA", ["call.same_card"]),
    ("SA+RJ", ["cards.not_in_pack"]),
    ("BJ+BJ", ["call.same_card", "cards.not_in_pack"]),
    ("first_trick", ["call.no_first_trick"]),
    ("player:3", ["call.no_player"]),
    ("none", ["call.no_friend"]),
)
def test_calls_are_of_two_different_cards(text: str, against: list[str]) -> None:
    assert refusals(contracted_hand(), mighty.CallFriend(call(text))) == against


def test_calls_with_one_pack_are_of_one_card() -> None:
    assert codes(mighty.check_call(rules(), bid("16H"), call("SA+HK"))) == ["call.one_card"]


def test_calls_joker_friend_and_no_friend_are_choices() -> None:
    assert refusals(contracted_hand(joker_friend=False), mighty.CallFriend(call("SA+JK"))) == ["call.no_joker"]
    assert refusals(contracted_hand(no_friend=True), mighty.CallFriend(call("none"))) == []


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


@for_each(
    (False, "SA D2 D3 D4", []),  # somebody else may hold the other
    (False, "SA SA D3 D4", ["call.card_in_kitty"]),
    (False, "SA SA HK HK", ["call.card_in_kitty", "call.card_in_kitty"]),
    (True, "SA SA HK HK", []),
)
def test_calls_of_an_own_card_are_those_of_which_every_copy_was_seen(
    secret_solo: bool, kitty: str, against: list[str]
) -> None:
    hand = do(contracted_hand(kitty_exposed=True, secret_solo=secret_solo), mighty.TakeKitty(cards(kitty)))
    assert refusals(hand, mighty.CallFriend(call("SA+HK"))) == against
