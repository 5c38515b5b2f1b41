"""The house rules of Korean groups, example by example; each is named by its section in docs/rules.md."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.cards import JOKER, Rank, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.conditions import Conditions
from tests.cases import for_each
from tests.games.mighty.play import bid, bids, call, called_hand, cards, deal_first_hand, do, rules, tricks
from tests.games.mighty.tricks import plays

HALF = Fraction(1, 2)


def is_called(said: str, preset: str = "pagat", **changes: Any) -> bool:
    """Return whether every call of `said` is legal, one after the other."""
    try:
        do(deal_first_hand(preset, **changes), *bids(said))
    except RuleError:
        return False
    return True


def read_refusals(said: str, **changes: Any) -> list[str]:
    """Return the codes of the reasons against the last call of `said`."""
    hand = do(deal_first_hand(**changes), *bids(said)[:-1])
    return [one.code for one in bids(said)[-1].check(hand)]


def declarer_scores(contract: str, points: int, *, friend: int | None = 2, **changes: Any) -> int:
    """Return what each defender pays, below zero for what each receives."""
    these = rules(**changes)
    defenders = tuple(player for player in range(2, these.setting.active + 1) if player != friend)
    outcome = mighty.Outcome(points, 1, friend, defenders)
    played = mighty.Contract(bid(contract), call("SA" if friend else "none"))
    amount = mighty.settle(these, played, outcome).amounts[defenders[-1]]
    assert isinstance(amount, int)
    return -amount


# --- No-trump bids ---

COUNT_ONE_MORE: dict[str, Any] = {"min_bid": 14, "no_trump_bids": "count_one_more"}


@for_each(
    ("13NT", True),
    ("12NT", False),
    ("13S", False),
    ("15S 14NT", False),
    ("15S 15NT", True),
    ("15NT 16S", False),
    ("15NT 17S", True),
    ("15NT 15NT", False),
    ("15NT 16NT", True),
    ("20S 20NT", True),
)
def test_no_trump_counts_one_more(said: str, legal: bool) -> None:
    assert is_called(said, **COUNT_ONE_MORE) == legal


@for_each(("12NT", True), ("11NT", False), ("12S", False), ("14S 14NT", True), ("14NT 15S", True))
def test_no_trump_opens_one_lower(said: str, legal: bool) -> None:
    assert is_called(said, no_trump_bids="opens_lower") == legal


def test_no_trump_is_not_bid() -> None:
    assert read_refusals("14NT", no_trump_bids="none") == ["bid.no_no_trump"]
    assert read_refusals("14S 13NT", no_trump_bids="none") == ["bid.no_no_trump"]
    hand = do(deal_first_hand(no_trump_bids="none"), *bids("20S"))
    assert hand.declarer == 1, "nothing is higher than a 20 with trumps"
    assert mighty.lowest_level(hand.rules, bid("15S"), None, before_kitty=False) is None
    with pytest.raises(RuleError, match=r"contract\.no_change"):
        do(
            deal_first_hand(no_trump_bids="none"),
            mighty.EnterContract(1, bid("15S")),
            mighty.TakeKitty(),
            mighty.ChangeContract(bid("17NT")),
        )


def test_changes_cost_what_the_rules_say_whatever_no_trump_counts() -> None:
    these = rules(**COUNT_ONE_MORE, raise_suit_to_suit=2, raise_suit_to_no_trump=1, raise_no_trump_to_suit=3)
    assert mighty.lowest_level(these, bid("15S"), bid("15H").trump, before_kitty=False) == 17
    assert mighty.lowest_level(these, bid("15S"), None, before_kitty=False) == 16
    assert mighty.lowest_level(these, bid("15NT"), bid("15H").trump, before_kitty=False) == 18


def test_the_score_counts_from_the_lowest_bid_without_trumps() -> None:
    changes: dict[str, Any] = {"no_trump_bids": "count_one_more", "min_bid": 13}
    assert declarer_scores("14NT", 16, **changes) == 12
    assert declarer_scores("14NT", 16) == 8
    assert declarer_scores("14NT", 16, **changes, score_from=13) == 8


# --- The first bidder must bid ---


def test_the_first_bidder_may_not_pass() -> None:
    assert read_refusals("-", first_bidder_must_bid=True) == ["bid.first_must_bid"]
    hand = do(deal_first_hand(first_bidder_must_bid=True), *bids("13S"), mighty.AllPass())
    assert (hand.declarer, hand.contract_bid) == (1, bid("13S"))
    assert is_called("13S - 14S -", first_bidder_must_bid=True), "everyone may pass later"


# --- Back run lines ---


@for_each(
    ("defenders_bid", "13H", 7, 12),
    ("defenders_bid", "13H", 8, 5),
    ("defenders_bid", "15H", 9, 6),
    ("defenders_11", "15H", 9, 12),
    ("defenders_lowest", "15H", 7, 16),
    ("defenders_lowest", "15H", 8, 7),
    ("short_by_5", "15H", 10, 10),
    ("short_by_5", "15H", 11, 4),
)
def test_back_run_lines(line: str, contract: str, points: int, score: int) -> None:
    assert declarer_scores(contract, points, back_run=line) == -score


@pytest.mark.parametrize(
    ("line", "number", "contract", "most"),
    [
        ("defenders_number", 12, "15H", 8),
        ("defenders_number", 20, "15H", 0),
        ("defenders_number", 21, "15H", -1),
        # a made contract is no back run, however few points of the defenders the table asks for
        ("defenders_number", 3, "15H", 14),
        ("short_by_number", 7, "15H", 8),
        ("short_by_number", 1, "15H", 14),
        ("short_by_number", 16, "15H", -1),
    ],
)
def test_a_back_run_begins_at_any_number_that_the_table_types(line: str, number: int, contract: str, most: int) -> None:
    rules: dict[str, Any] = {"back_run": line, "back_run_points": number}
    plain = [declarer_scores(contract, points, back_run="off") for points in range(21)]
    doubled = [declarer_scores(contract, points, **rules) for points in range(21)]
    assert doubled == [score * (2 if points <= most else 1) for points, score in enumerate(plain)]


# --- Bids above 20 ---


def test_a_bid_above_20_is_never_made_or_made_with_all() -> None:
    changes: dict[str, Any] = {"min_bid": 14, "highest_bid": 25}
    assert declarer_scores("22S", 20, **changes) == -2
    assert declarer_scores("22S", 20, **changes, above_twenty="made_with_all") == 28
    assert declarer_scores("22S", 19, **changes, above_twenty="made_with_all") == -3


@for_each(
    ("22S 23NT", "only_20NT", True),
    ("23NT", "only_20NT", True),
    ("20S 21S", "any_20", False),
    ("22S 23S", "any_20", False),
    ("24S", "any_20", False),
)
def test_bids_above_20_and_the_end_of_the_auction(said: str, ends: str, legal: bool) -> None:
    assert is_called(said, highest_bid=23, twenty_closes=ends) == legal


def test_only_the_highest_bid_ends_an_auction_above_20() -> None:
    these: dict[str, Any] = {"highest_bid": 23, "twenty_closes": "only_20NT"}
    assert do(deal_first_hand(**these), *bids("20NT")).declarer is None
    assert do(deal_first_hand(**these), *bids("23S")).declarer is None
    assert do(deal_first_hand(**these), *bids("23NT")).declarer == 1
    assert do(deal_first_hand(highest_bid=23, twenty_closes="any_20"), *bids("21S")).declarer == 1


def test_a_contract_of_all_points_is_made_whatever_the_highest_bid() -> None:
    assert declarer_scores("20S", 20, highest_bid=25) == declarer_scores("20S", 20) == 28


# --- Everyone passes ---

FIRST_AGAIN: dict[str, Any] = {"all_pass": "first_again", "min_bid": 14, "first_bidder": "dealer"}


def test_the_first_may_bid_one_lower_after_everyone_passed() -> None:
    passed = do(deal_first_hand(**FIRST_AGAIN), mighty.AllPass())
    assert (passed.redeals, passed.auction.turn) == (0, 1)
    assert mighty.legal_bids(passed.auction)[0] == bid("13S")
    again = do(passed, *bids("13S"))
    assert (again.declarer, again.contract_bid) == (1, bid("13S"))
    assert do(passed, mighty.Pass(1)).redeals == 1


def test_the_lower_bid_pays_at_least_one() -> None:
    changes: dict[str, Any] = {**FIRST_AGAIN, "score_from": 13, "minimum_made": 1, "run": "captured"}
    hand = do(deal_first_hand(**changes), mighty.RecordHand(1, bid("13S"), call("SA"), 13, 2))
    assert hand.settlement is not None
    assert hand.settlement.amounts == {1: 2, 2: 1, 3: -1, 4: -1, 5: -1}


def test_nobody_else_bids_lower() -> None:
    refused = mighty.EnterContract(2, bid("13S")).check(deal_first_hand(**FIRST_AGAIN))
    assert [one.code for one in refused] == ["bid.too_low"]
    assert not list(mighty.EnterContract(1, bid("13S")).check(deal_first_hand(**FIRST_AGAIN)))


def test_in_another_round_of_the_first_alone_nobody_else_who_passed_has_won() -> None:
    hand = do(deal_first_hand(**FIRST_AGAIN), mighty.Pass(1), mighty.Pass(2))
    assert not list(mighty.EnterContract(1, bid("13S")).check(hand)), "the others may pass as well"
    assert [one.code for one in mighty.EnterContract(2, bid("15S")).check(hand)] == ["bid.after_passing"]


def test_the_lowest_bid_falls_until_more_than_half_of_the_points() -> None:
    hand = deal_first_hand(all_pass="lowest_falls")
    for lowest in ("13S", "12S", "11S"):
        assert mighty.legal_bids(hand.auction)[0] == bid(lowest)
        assert hand.redeals == 0
        hand = do(hand, mighty.AllPass())
    assert hand.redeals == 1, "nobody wins with half of the points"


# --- Score base ---


@for_each(
    ("2(B-M)+(P-B)", "14S", 14, 0, 2),
    ("2(B-M)+(P-B)", "16S", 17, 5, 7),
    ("1.5(B-M)+(P-B)", "15S", 15, 1, 3),
    ("2(B-M+1)", "15S", 18, 4, 6),
    ("P-B+1", "15S", 18, 4, 4),
)
def test_score_base(made: str, contract: str, points: int, from_lowest: int, from_13: int) -> None:
    assert declarer_scores(contract, points, min_bid=14, made=made) == from_lowest
    assert declarer_scores(contract, points, min_bid=14, made=made, score_from=13) == from_13


# --- Changing trumps ---


@for_each(
    ("19S", "H", None),
    ("17S", "H", 19),
    ("19S", "NT", 20),
    ("20S", "NT", None),
    ("19S", "S", 20),
    ("20S", "S", None),
)
def test_a_strict_raise_needs_room(contract: str, to: str, lowest: int | None) -> None:
    these = rules(raise_near_twenty="strict")
    assert mighty.lowest_level(these, bid(contract), bid(f"15{to}").trump, before_kitty=False) == lowest


@for_each(("15C", "H", 15), ("15H", "D", 15), ("15D", "S", 15), ("15S", "D", 17), ("15H", "C", 17))
def test_a_change_to_a_higher_suit_is_free(contract: str, to: str, lowest: int) -> None:
    these = rules(raise_to_higher_suit="free")
    assert mighty.lowest_level(these, bid(contract), bid(f"15{to}").trump, before_kitty=False) == lowest


# --- Redeal hands ---


@for_each(
    (
        "JK HK DK S2 S3 S4 H2 H3 D2 C2",
        {"redeal_ten": 1, "redeal_mighty": 1, "redeal_limit": "at_most_one"},
        1,
        True,
    ),
    (
        "HK DK S2 S3 S4 H2 H3 D2 D4 C2",
        {"redeal_ten": 1, "redeal_mighty": 1, "redeal_limit": "at_most_one"},
        2,
        False,
    ),
    ("SA HK DK S2 S3 S4 H2 H3 D2 C2", {"redeal_mighty": -1, "redeal_limit": "at_most_one"}, 1, True),
    ("SA S2 S3 S4 H2 H3 H4 D2 D3 C2", {"redeal_mighty": "half"}, HALF, True),
    ("JK HK S2 S3 S4 H2 H3 D2 D4 C2", {"redeal_joker": "minus_half"}, HALF, True),
    ("JK HK S2 S3 S4 H2 H3 D2 D4 C2", {"redeal_joker": 0}, 1, False),
    ("S10 S2 S3 S4 H2 H3 H4 D2 D3 C2", {"redeal_ten": "half_of_majors"}, HALF, True),
    ("D10 S2 S3 S4 H2 H3 H4 D2 D3 C2", {"redeal_ten": "half_of_majors"}, 1, False),
)
def test_redeal_hands_are_valued_as_each_group_does(held: str, choices: dict[str, Any], total: Any, good: bool) -> None:
    value = mighty.value_hand(rules(**choices), cards(held))
    assert (value.total, value.qualifies) == (total, good)


@for_each(("SJ", True), ("HJ", True), ("DJ", False), ("CJ", False))
def test_redeal_jacks_seen_from_the_side(jack: str, good: bool) -> None:
    these = rules(redeal_lone_jack=True, redeal_one_eyed_jack=True)
    assert mighty.value_hand(these, cards(f"{jack} S2 S3 S4 H2 H3 H4 D2 D3 C2")).qualifies == good


# --- First lead ---


@for_each(
    ("trumps_joker_mighty", "SA", True),
    ("trumps_joker_mighty", "JK", True),
    ("trumps_joker_mighty", "C4", False),
    ("trumps_and_joker", "SA", False),
    ("free", "C4", True),
)
def test_trumps_led_to_the_first_trick(rule: str, other: str, led: bool) -> None:
    these = mighty.Conditions(rules(trump_first_lead=rule), Suit.HEARTS)
    leads = mighty.legal_leads(these, 1, cards(f"{other} HK HQ HJ H10 H9 H8 H7 H6 H5"))
    assert (cards("HK")[0] in leads) == led


def test_a_joker_led_first_may_have_its_power() -> None:
    these = mighty.Conditions(rules(joker_first_last="full", joker_first_lead="full"), Suit.HEARTS)
    assert mighty.judge_trick(these, 1, plays("JK>S SK H2 S3 S4")).winner == 1
    assert these.suits_to_name(1, JOKER) == tuple(Suit)


# --- Joker call ---


@for_each("powerless", "forbidden", "full")
def test_the_joker_is_called_in_the_first_trick(where: str) -> None:
    these = mighty.Conditions(rules(joker_call_tricks="every", joker_first_last=where), Suit.HEARTS)
    held = cards("JK C5 S2 S3 S4 D2 D3 D4 D5 D6")
    assert mighty.legal_cards(these, 1, plays("C3!"), held) == cards("JK"), "it comes out, wherever it is barred"
    assert mighty.judge_trick(these, 1, plays("C3! JK C5 C6 C7")).winner == 5


def test_a_called_joker_may_keep_its_power() -> None:
    full = mighty.Conditions(rules(called_joker="full"), Suit.HEARTS)
    assert mighty.judge_trick(full, 3, plays("C3! JK CA C6 C7")).winner == 2
    assert mighty.judge_trick(full, 3, plays("C3! JK SA C6 C7")).winner == 3, "only the mighty is higher"
    assert mighty.legal_cards(full, 3, plays("C3!"), cards("JK C5 S2 S3 S4 D2 D3 D4")) == cards("JK")


# --- Friend by the last trick ---

NINE_TRICKS = "1:2 1:2 1:2 1:2 1:1 2:3 2:3 3:2 3:2"
BY_LAST_TRICK: dict[str, Any] = {"friend_by_last_trick": True, "made": "P-10"}


def play_nine_tricks(**changes: Any) -> mighty.Hand:
    """The declarer 1 has won nine points, 2 six, 3 four; one point is left, or discarded."""
    dealt = deal_first_hand(**{**BY_LAST_TRICK, **changes})
    called = do(dealt, mighty.EnterContract(1, bid("15H")), mighty.CallFriend(call("last_trick")))
    return do(called, *tricks(NINE_TRICKS))


def test_the_friend_by_the_last_trick() -> None:
    hand = play_nine_tricks()
    assert not hand.friend_known
    assert mighty.makers_points(hand) == 9
    last = do(hand, *tricks("2:0"))
    assert (last.friend, last.friend_known) == (2, True)
    result = do(last, mighty.RecordResult(16, 2))
    assert result.settlement is not None
    assert result.settlement.amounts == {1: 12, 2: 6, 3: -6, 4: -6, 5: -6}


def test_a_declarer_who_wins_the_last_trick_is_alone() -> None:
    last = do(play_nine_tricks(no_friend_double="always", first_trick_solo="no_friend"), *tricks("1:0"))
    assert (last.friend, last.friend_known) == (None, True)
    refused = [one.code for one in mighty.RecordResult(16, 2).check(last)]
    assert refused == ["result.declarer_won_last_trick"]
    failed = do(last, mighty.RecordResult(10))
    assert failed.settlement is not None
    assert failed.settlement.amounts[1] == -20, "five short, paid to four, and not doubled"


# --- Showing the friend ---

MUST: dict[str, Any] = {"friend_may_announce": True, "friend_must_announce": True}


@for_each(
    ("the first points", "1:2 2:3", 2, []),
    ("late", "2:3 1:1 3:1", 2, []),
    ("not without points", "2:0 1:3", 2, ["reveal.without_points"]),
    ("nor before any", "", 2, ["reveal.without_points"]),
)
def test_the_friend_must_announce_with_the_first_points(
    clause: str, played: str, player: int, against: list[str]
) -> None:
    hand = do(called_hand(**MUST), *tricks(played))
    shown = mighty.RevealFriend(player, announced=True)
    assert [one.code for one in mighty.check_move(hand, shown)] == against, clause
    if not against:
        after = do(hand, shown)
        assert (after.friends, after.reveals[0].points) == ((2,), 3)
        assert mighty.makers_points(after) == mighty.makers_points(hand) + 3


# --- Region sets ---


def test_the_pack_for_three_may_keep_the_threes() -> None:
    setting = rules("jeju").setting
    assert (len(setting.pack), setting.hand_size, setting.kitty, setting.joker_caller) == (33, 10, 3, Rank.THREE)
    kept = {card.rank for card in setting.pack if card.suit}
    assert kept == {Rank.THREE, *(rank for rank in Rank if Rank.EIGHT <= rank <= Rank.ACE)}
    calls = [Conditions(rules("jeju"), trump).joker_calls for trump in (Suit.HEARTS, Suit.CLUBS)]
    assert [tuple(each) for each in calls] == [cards("C3"), cards("S3")]


# --- Later redeals ---


@for_each(
    ("", []),
    ("13H - 14S", []),
    ("13H - - - -", ["redeal.auction_over"]),
    ("-", ["redeal.has_called"]),
    ("13H 14S - - - -", ["redeal.has_called"]),
)
def test_a_redeal_is_claimed_until_the_auction_ends(said: str, against: list[str]) -> None:
    """By the first bidder, of whom it is said in the last two rows that they passed."""
    hand = do(deal_first_hand(redeal_window="until_auction_ends"), *bids(said))
    assert [one.code for one in mighty.ClaimRedeal(1).check(hand)] == against


THIRTEEN_POOR = "S2 S3 S4 S5 H2 H3 H4 D2 D3 D4 C2 C4 C10"
THIRTEEN_GOOD = "S2 S3 S4 S5 H2 H3 H4 D2 D3 D4 C2 CK CQ"


@for_each(
    (1, THIRTEEN_POOR, {}, []),
    (1, None, {}, []),
    (1, THIRTEEN_GOOD, {}, ["redeal.above_limit"]),
    (1, "S2 S3 S4 H2 H3 H4 D2 D3 D4 C2", {}, ["cards.count"]),
    (2, None, {}, ["redeal.too_late"]),
    (1, THIRTEEN_POOR, {"declarer_redeal": False}, ["redeal.too_late"]),
    (1, THIRTEEN_POOR, {"redeal_window": "until_auction_ends"}, []),
)
def test_the_declarer_claims_with_the_kitty_in_hand(
    player: int, held: str | None, choices: dict[str, Any], against: list[str]
) -> None:
    won = do(deal_first_hand(**{"declarer_redeal": True, **choices}), *bids("15H - - - -"))
    claim = mighty.ClaimRedeal(player, cards(held) if held else None)
    for hand in (do(won, mighty.TakeKitty()), do(won, mighty.TakeKitty(), mighty.ChangeContract(bid("17S")))):
        assert [one.code for one in mighty.check_move(hand, claim)] == against
        if not against:
            again = do(hand, claim)
            assert (again.redeals, again.phase, again.session.begins) == (1, "auction", 1)
    called = do(won, mighty.CallFriend(call("HK"))) if won.kitty_taken else do(won, mighty.Exchange(call("HK")))
    assert [one.code for one in mighty.check_move(called, claim)] == ["now.play"]


def test_a_bid_of_20_prevents_the_declarers_claim_too_and_answers_none() -> None:
    these: dict[str, Any] = {"declarer_redeal": True, "redeal_blocked_by_20": True}
    claim = mighty.ClaimRedeal(1, cards(THIRTEEN_POOR))
    twenty = do(deal_first_hand(**these), *bids("20NT"), mighty.TakeKitty())
    assert [one.code for one in claim.check(twenty)] == ["redeal.blocked_by_twenty"]
    less = do(deal_first_hand(**these), *bids("15H - - - -"), mighty.TakeKitty(), claim)
    assert (less.phase, less.redeals) == ("auction", 1)
