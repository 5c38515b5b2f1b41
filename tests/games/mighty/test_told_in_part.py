"""Partly recorded hands: a move that contradicts no record is accepted."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from tests.cases import for_each
from tests.games.mighty import two_packs
from tests.games.mighty.play import bid, call, cards, deal_first_hand, do, refusals
from tests.games.mighty.whole_hands import parse_plays

SA, HK = cards("SA HK")


# --- The contract (pagat, Exchanging cards and calling a partner) ---


@for_each(
    ("base10", {}, (), "15H", None),  # no raise without changing trumps
    ("base10", {}, (), "17H", ["15S", "", "17H"]),  # but by way of another suit
    ("base10", {}, (), "16H", None),
    ("base10", {}, ("15D",), "17H", ["", "17H"]),
    ("base10", {}, ("15D",), "18C", ["", "18C"]),
    ("base10", {}, ("15D", ""), "17H", ["17H"]),
    ("base10", {}, ("",), "17H", None),
    ("base10", {}, ("15D", ""), "15D", []),
    ("base10", {}, (), "15D", ["15D", ""]),
    ("pagat", {"change_before_kitty": True, "raise_same_trump": False}, (), "16H", ["14NT", "", "16H"]),
    ("pagat", {"raise_same_trump": False}, (), "16H", None),
)
def test_a_whole_hand_was_changed_on_both_sides_of_the_kitty_if_need_be(
    preset: str, changes: dict[str, Any], before: Sequence[str], contract: str, made: list[str] | None
) -> None:
    """`before` is the contract before the kitty, `made` the one played; "" is the taking of the kitty."""
    hand = do(deal_first_hand(preset, **changes), mighty.EnterContract(1, bid("14H")))
    hand = do(hand, *(mighty.ChangeContract(bid(word)) if word else mighty.TakeKitty() for word in before))
    command = mighty.RecordHand(1, bid(contract), call("SA"), 20, 4)
    if made is None:
        [refused] = mighty.check_move(hand, command)
        assert (refused.code.split(".")[0], refused.facts["new"]) == ("contract", bid(contract))
        return
    moves = [mighty.ChangeContract(bid(word)) if word else mighty.TakeKitty() for word in made]
    assert list(command.expand(hand))[:-2] == moves
    assert do(hand, command).contract_bid == bid(contract)


# --- The friends (pagat, The Play; Six, seven or eight players) ---


@for_each(
    ("the first was found in a trick without cards", [mighty.RecordTrick(2, 3), *parse_plays("HK", 2)], (2,),
     [(3, 2), (2, 3), (2, None)], [(2, 9)]),
    ("or another had the first copy there", [mighty.RecordTrick(2, 3), *parse_plays("HK", 2)], (2,),
     [(3, 4), (3, None)], [(None, None)]),
    ("not once both copies were seen", [mighty.RecordTrick(2, 3), *parse_plays("HK HK", 2)], (2,),
     [(3, 4), (2, 4), (4, 3)], [(5, 4), (5, None)]),
    ("nor once the table was told", [mighty.RecordTrick(2, 3), mighty.RevealFriend(2, card=HK)], (2,), [(2, 3), (3, 2)],
     [(3, 4), (3, None)]),
    ("both were told of, in whatever order",
     [mighty.RecordTrick(2, 3), mighty.RevealFriend(2, card=HK), mighty.RevealFriend(3, card=SA)], (2, 3),
     [(2, 3), (3, 2)], [(2, None), (2, 4)]),
    ("every card was written down", [*parse_plays("C4 HK C5 C6 C7 C8"), *parse_plays("SA", 6)], (2, 6), [(2, 6)],
     [(6, 2), (2, 3), (2, None)]),
    ("one was told of before its trick was written down", [mighty.RevealFriend(3, card=SA)], (3,), [(3, 2), (2, 3)],
     []),
    ("one is still open", [*parse_plays("C4 HK C5")], (2,), [(2, 6), (2, None)], [(6, 2), (6, None), (None, None)]),
)  # fmt: skip
def test_with_two_packs_friends_may_have_been_found_unseen(
    clause: str,
    before: Sequence[Move],
    found: tuple[int, ...],
    possible: Sequence[tuple[int | None, int | None]],
    impossible: Sequence[tuple[int | None, int | None]],
) -> None:
    hand = do(two_packs.called_hand("SA+HK", "30NT", friend_may_announce=False), *before)
    assert hand.friends == found
    assert all(refusals(hand, mighty.RecordResult(33, one, second_friend=two)) == [] for one, two in possible)
    assert all(refusals(hand, mighty.RecordResult(33, one, second_friend=two)) for one, two in impossible)
