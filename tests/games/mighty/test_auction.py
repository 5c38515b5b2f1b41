"""pagat, Bidding: whose turn, which bids, and who is declarer."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.auction import outranks
from tests.cases import for_each, require
from tests.games.mighty.play import PRESETS, SEATS, bid, bids, codes, deal_first_hand, do, history, rules


def auction_of(text: str, **changes: Any) -> mighty.Auction:
    """An auction that player 1 opens, each speaking in turn; whoever has passed is left out."""
    auction = mighty.Auction(rules(**changes), SEATS, 1)
    for word in text.split():
        turn = require(auction.turn)
        auction = mighty.pass_turn(auction, turn) if word == "-" else mighty.place_bid(auction, turn, bid(word))
    return auction


# --- Height ---


@for_each(
    ("", "13H", []),
    ("", "12H", ["bid.too_low"]),
    ("", "20NT", []),
    ("", "21H", ["bid.too_high"]),
    ("14D", "14NT", []),  # pagat: "to bid 14 with no-trump, or 15 or more"
    ("14D", "15C", []),
    ("14D", "14H", ["bid.too_low"]),  # "There is no priority order between the suits"
    ("14D", "14D", ["bid.too_low"]),
    ("14D", "13NT", ["bid.too_low"]),
    ("14NT", "14H", ["bid.too_low"]),
    ("14NT", "14NT", ["bid.too_low"]),
    ("14NT", "15H", []),
    ("20H", "20S", ["bid.nothing_higher"]),
    ("20H", "20NT", []),
)
def test_bidding_each_bid_is_higher_than_the_one_before(calls: str, asked: str, against: list[str]) -> None:
    auction = auction_of(calls)
    assert auction.turn is not None
    assert codes(mighty.check_bid(auction, auction.turn, bid(asked))) == against
    assert mighty.can_bid(auction, auction.turn, bid(asked)) == (not against)


def test_bidding_a_low_bid_is_told_the_lowest_with_its_trumps() -> None:
    [too_low] = mighty.check_bid(auction_of("14D"), 2, bid("13H"))
    assert too_low.facts == {"bid": bid("13H"), "lowest": bid("15H")}
    [too_low] = mighty.check_bid(auction_of("14D"), 2, bid("13NT"))
    assert too_low.facts == {"bid": bid("13NT"), "lowest": bid("14NT")}


@for_each(*PRESETS)
def test_bidding_outranking_is_a_strict_order_by_level_then_no_trump(preset: str) -> None:
    these = rules(preset)
    every = mighty.every_bid(these)
    assert len(every) == (these.setting.points - these.min_bid + 1) * 5
    for one, other in product(every, repeat=2):
        higher = (one.level, one.trump is None) > (other.level, other.trump is None)
        assert outranks(these, one, other) == higher


@for_each({}, {"no_trump_outranks": False}, {"twenty_closes": "any_20"}, {"min_bid": 11})
def test_bidding_legal_bids_are_those_without_a_reason_against_them(choices: dict[str, Any]) -> None:
    """After every first bid: the pad, the check and the lowest bid agree about every bid."""
    for opened in mighty.every_bid(rules(**choices)):
        auction = mighty.Auction(rules(**choices), SEATS, 1).add_call(1, opened)
        against = mighty.bid_problems(auction, 2)
        assert tuple(against) == mighty.every_bid(auction.rules)
        legal = tuple(one for one, problems in against.items() if not problems)
        assert mighty.legal_bids(auction) == legal
        for one in against:
            lowest = mighty.lowest_bid(auction, one.trump)
            assert (one in legal) == (not auction.closed and lowest is not None and one.level >= lowest.level)


# --- Turn ---


def test_bidding_goes_round_and_leaves_out_those_who_passed() -> None:
    auction = mighty.Auction(rules(), SEATS, 4)
    spoken = []
    for word in ["13H", "-", "14S", "-", "-", "15H", "-"]:  # 4, 5, 1, 2, 3, then 4 and 1 are left
        spoken.append(auction.turn)
        assert auction.turn is not None
        auction = auction.add_call(auction.turn, None if word == "-" else bid(word))
    assert spoken == [4, 5, 1, 2, 3, 4, 1]
    assert (auction.declarer, auction.highest, auction.turn) == (4, bid("15H"), None)


@for_each(
    ("13H", 3, ["bid.out_of_turn"]),
    ("13H", 1, ["bid.out_of_turn"]),
    ("13H - 14H - -", 2, ["bid.after_passing"]),
    ("13H - - - -", 2, ["bid.auction_over"]),
    ("20NT", 2, ["bid.auction_over"]),
    ("", 9, ["bid.not_seated"]),
)
def test_bidding_only_the_player_whose_turn_it_is_speaks(calls: str, player: int, against: list[str]) -> None:
    auction = auction_of(calls)
    assert codes(mighty.check_pass(auction, player)) == against
    assert against[0] in codes(mighty.check_bid(auction, player, bid("20NT")))
    assert not mighty.can_pass(auction, player)
    with pytest.raises(RuleError) as refusal:
        mighty.pass_turn(auction, player)
    assert codes(refusal.value.problems) == against
    with pytest.raises(RuleError) as refusal:
        mighty.place_bid(auction, player, bid("20NT"))
    assert against[0] in codes(refusal.value.problems)
    assert all(against[0] in codes(problems) for problems in mighty.bid_problems(auction, player).values())


def test_bidding_all_problems_are_told_at_once() -> None:
    auction, reasons = auction_of("14D"), ["bid.out_of_turn", "bid.too_low"]
    assert codes(mighty.check_bid(auction, 4, bid("13H"))) == reasons
    with pytest.raises(RuleError) as refusal:
        mighty.place_bid(auction, 4, bid("13H"))
    assert codes(refusal.value.problems) == reasons


def test_bidding_is_opened_by_someone_who_plays() -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.Auction(rules(), SEATS, 9)
    assert codes(refusal.value.problems) == ["bid.not_seated"]


def test_bidding_out_of_turn_tells_whose_turn_it_is() -> None:
    [out_of_turn] = mighty.check_pass(auction_of("13H"), 5)
    assert out_of_turn.facts == {"player": 5, "turn": 2}


# --- The end ---


@for_each(
    ({}, "13H - - - -", 1),
    ({}, "- - - - 13H", 5),  # the last to speak bids and everyone else has passed
    ({}, "13H 14H - - -", None),
    ({}, "13H 14H - - - -", 2),
    ({}, "20NT", 1),
    ({}, "20H", None),  # 20NT is higher still
    ({}, "20H - - - -", 1),
    ({}, "20H 20NT", 2),
    ({"twenty_closes": "any_20"}, "20H", 1),  # korean40, 1-3
    ({"twenty_closes": "any_20"}, "19NT", None),
    ({"no_trump_outranks": False}, "20H", 1),  # nothing is higher
)
def test_bidding_ends_when_nobody_can_or_will_bid_higher(
    choices: dict[str, Any], calls: str, declarer: int | None
) -> None:
    auction = auction_of(calls, **choices)
    assert auction.declarer == declarer
    assert auction.closed == (declarer is not None)
    assert bool(mighty.legal_bids(auction)) == (declarer is None)


def test_all_pass_is_a_redeal_by_the_same_dealer() -> None:
    hand = do(deal_first_hand(), *bids("- - - - -"))
    assert (hand.phase, hand.redeals, hand.session) == ("auction", 1, deal_first_hand().session)
    assert hand.auction.calls == ()
    said = history(do(deal_first_hand(), *bids("- - - -")), mighty.Pass(5))
    assert said == [("pass", {"player": 5}), ("all_passed", {"dealer": 1})]


def test_all_pass_the_last_pass_of_a_first_round_says_that_there_is_a_second() -> None:
    said = history(do(deal_first_hand(all_pass="second_round"), *bids("- - - -")), mighty.Pass(5))
    assert said == [("pass", {"player": 5}), ("second_round", {})]
    again = do(deal_first_hand(all_pass="second_round"), *bids("- - - - -"))
    assert history(again, mighty.Pass(1)) == [("pass", {"player": 1})]


@for_each(("13H", 1), ("- 14H", 2), ("- 14H - 15S", 4), ("13H 14H - - - 15S", 1), ("- - - - 13H", 5))
def test_all_pass_at_once_leaves_the_hand_to_the_highest_bidder(calls: str, declarer: int) -> None:
    """In one move, from wherever the auction is: the same hand as after each pass by itself."""
    before = do(deal_first_hand(), *bids(calls))
    after, one_by_one = do(before, mighty.AllPass()) if before.phase == "auction" else before, before
    while one_by_one.phase == "auction":
        assert one_by_one.auction.turn is not None
        one_by_one = do(one_by_one, mighty.Pass(one_by_one.auction.turn))
    assert after == one_by_one
    assert (after.phase, after.declarer) == ("contract", declarer)


def test_all_pass_at_once_is_told_in_one_line() -> None:
    before = do(deal_first_hand(), *bids("- 14H"))
    assert history(before, mighty.AllPass()) == [("all_pass", {"declarer": 2, "bid": bid("14H")})]
    assert history(deal_first_hand(), mighty.AllPass()) == [("all_passed", {"dealer": 1})]


@given(st.sampled_from(PRESETS), st.data())
def test_auctions_of_any_length_end_with_the_highest_bidder(preset: str, data: st.DataObject) -> None:
    """After any legal calls turns never go to a player who passed, and the last bid wins."""
    auction = mighty.Auction(rules(preset), SEATS, data.draw(st.sampled_from(SEATS)))
    while not auction.closed:
        turn = require(auction.turn)
        assert turn not in auction.passed
        options: list[mighty.Bid | None] = [*mighty.legal_bids(auction)[:8]]
        if mighty.can_pass(auction, turn):
            options.append(None)
        auction = auction.add_call(turn, data.draw(st.sampled_from(options)))
    assert auction.turn is None
    assert auction.all_passed == (auction.declarer is None)
    if auction.declarer is not None:
        assert auction.declarer == auction.bidder
        assert auction.highest == max(
            (one for _, one in auction.calls if one), key=lambda b: (b.level, b.trump is None)
        )
