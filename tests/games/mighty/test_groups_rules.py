"""The house rules of Korean groups, example by example; each is named by its section in tests/games/test_sources.py."""

from typing import Any

import pytest

from scorekeeper.cards import JOKER, Rank, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.conditions import Conditions
from tests.cases import for_each
from tests.games.mighty.play import bid, bids, call, called_hand, cards, deal_first_hand, do, rules, tricks
from tests.games.mighty.tricks import plays


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


# --- The first bidder must bid ---


def test_the_first_bidder_may_not_pass() -> None:
    assert read_refusals("-", first_bidder_must_bid=True) == ["bid.first_must_bid"]
    hand = do(deal_first_hand(first_bidder_must_bid=True), *bids("13S"), mighty.AllPass())
    assert (hand.declarer, hand.contract_bid) == (1, bid("13S"))


# --- Back run lines ---


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


# --- Everyone passes ---

FIRST_AGAIN: dict[str, Any] = {"all_pass": "first_again", "min_bid": 14, "first_bidder": "dealer"}


def test_the_first_may_bid_one_lower_after_everyone_passed() -> None:
    passed = do(deal_first_hand(**FIRST_AGAIN), mighty.AllPass())
    assert (passed.redeals, passed.auction.turn) == (0, 1)
    assert mighty.legal_bids(passed.auction)[0] == bid("13S")
    again = do(passed, *bids("13S"))
    assert (again.declarer, again.contract_bid) == (1, bid("13S"))
    assert do(passed, mighty.Pass(1)).redeals == 1


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


# --- First lead ---


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
