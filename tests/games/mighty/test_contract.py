"""pagat, Bidding; Exchanging cards: the contract as entered, changed and raised, before and after the kitty."""

from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from tests.cases import for_each
from tests.games.mighty.play import (
    PRESETS,
    bid,
    bids,
    call,
    codes,
    deal_first_hand,
    do,
    refusals,
    rules,
)


@for_each(raised_by=[0, 1, 2, 3, "forbidden"], level=range(13, 21))
def test_change_near_20_it_is_enough_to_reach_20(raised_by: Any, level: int) -> None:
    these = rules(raise_suit_to_suit=raised_by)
    lowest = mighty.lowest_level(these, mighty.Bid(level, Suit.HEARTS), Suit.CLUBS, before_kitty=False)
    if raised_by == "forbidden" or (level == 20 and raised_by):
        assert lowest is None
    else:
        assert lowest == min(20, level + raised_by)


@for_each(before_kitty=[True, False], preset=PRESETS)
def test_change_table_and_check_agree_about_every_pair_of_contracts(preset: str, before_kitty: bool) -> None:
    these = rules(preset)
    for contract in mighty.every_bid(these):
        lowest = mighty.lowest_changes(these, contract, before_kitty=before_kitty)
        assert tuple(lowest) == mighty.TRUMPS
        for new in mighty.every_bid(these):
            floor = lowest[new.trump]
            allowed = new != contract and floor is not None and new.level >= floor.level
            assert mighty.can_change(these, contract, new, before_kitty=before_kitty) == allowed


def test_change_a_small_raise_is_told_the_lowest() -> None:
    [too_small] = mighty.check_change(rules(), bid("15H"), bid("16S"), before_kitty=False)
    assert too_small.facts == {"bid": bid("15H"), "new": bid("16S"), "lowest": bid("17S")}


def test_change_forbidden_after_the_kitty_may_be_allowed_before_it() -> None:
    these = rules(change_before_kitty=True, raise_suit_to_suit="forbidden")
    assert codes(mighty.check_change(these, bid("15H"), bid("16S"), before_kitty=True)) == []
    assert codes(mighty.check_change(these, bid("15H"), bid("20S"), before_kitty=False)) == ["contract.no_change"]


# --- Entering the contract without the auction ---


FREE = {"raise_suit_to_suit": 0, "raise_no_trump_to_suit": 0}
BEFORE_THE_KITTY = {"change_before_kitty": True, "raise_before_kitty_to_suit": 0}


@for_each(
    (FREE, "15H", 1, "15S", "15H"),
    (FREE, "15NT", 1, "15S", "15NT"),
    (FREE, "15H", 2, "15S", "15NT"),  # by way of no-trump
    (FREE, "15NT", 2, "15S", None),
    (FREE, "15H", 2, "14S", None),
    (BEFORE_THE_KITTY, "15H", 1, "15S", "15H"),
    (FREE, "15H", 2, "16S", "16S"),  # needs no change
)
def test_a_whole_hand_has_the_contract_as_it_was_changed(
    choices: dict[str, Any], calls: str, declarer: int, contract: str, won: str | None
) -> None:
    hand, command = (
        do(deal_first_hand(**choices), *bids(calls)),
        mighty.RecordHand(declarer, bid(contract), call("SA"), 16, 5),
    )
    assert ("contract.below_auction" in refusals(hand, command)) == (won is None)
    if won:
        assert next(iter(command.expand(hand))) == mighty.EnterContract(declarer, bid(won))
        assert do(hand, command).contract_bid == bid(contract)
        against = [] if won == contract else ["contract.below_auction"]
        assert refusals(hand, mighty.EnterContract(declarer, bid(contract))) == against
