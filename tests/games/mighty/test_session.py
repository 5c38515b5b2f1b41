"""From hand to hand: dealer, first bidder, bankroll, elimination, and the line on the score sheet."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES, find_game, mighty
from scorekeeper.games.game import Game, HandRole, Side, rank_players
from scorekeeper.messages import message
from tests.cases import for_each
from tests.games.mighty.play import (
    SEATS,
    bid,
    call,
    called_hand,
    codes,
    contracted_hand,
    deal_first_hand,
    do,
    read_starters,
    rules,
    tricks,
)


def finish_hand(result: str, preset: str = "pagat", **changes: Any) -> mighty.Hand:
    """Player 4 dealt, player 1 declared 16 hearts; "made" or "failed", with player 3 as friend or "alone"."""
    points = 16 if "made" in result else 15
    friend = None if "alone" in result else 3
    friend_call = "none" if "alone" in result else "SA"
    holder = 2 if changes.get("next_dealer") == "joker_holder" else None
    hand = mighty.deal(rules(preset, **changes), mighty.Session(4, 5), SEATS)
    return do(hand, mighty.RecordHand(1, bid("16H"), call(friend_call), points, friend, joker_holder=holder))


def test_first_hand_is_opened_by_its_dealer() -> None:
    session = mighty.start_session(rules("korean40"), (4, 2, 5))
    assert session == mighty.Session(begins=4, first=None, balances={4: 40, 2: 40, 5: 40}, opening=True)
    assert read_starters(mighty.deal(rules("korean40"), session, (4, 2, 5, 6, 7)).session) == (4, 4)


def test_without_anyone_there_is_no_first_hand() -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.start_session(rules(), ())
    assert codes(refusal.value.problems) == ["players.nobody"]


def test_a_hand_that_was_given_up_is_dealt_again_as_it_was() -> None:
    hand = do(mighty.deal(rules(), mighty.Session(4, 5, (2,)), SEATS), mighty.PlaceBid(5, bid("13H")))
    assert mighty.advance_session(hand) == mighty.Session(4, 5, (2,))


@for_each(
    ((1, 2, 3, 4, 5), (), (2, 2), (4, 4)),
    ((1, 2, 3, 5, 6), (1, 2, 3, 4, 5, 6), (2, 2), (4, 5)),  # the next seat deals for who does not sit
    ((6, 5, 3, 2, 1), (6, 5, 4, 3, 2, 1), (4, 3), (4, 3)),  # by seats, not by who joined next
    ((6, 5, 3, 2, 1), (6, 5, 3, 2, 1, 9), (9, 6), (5, 5)),
    ((6, 5, 3, 2, 1), (), (4, 6), (9, 6)),  # of whom nobody knows where they sat
    ((6, 5, 3, 2, 1), (), (None, 6), (None, 6)),
    ((6, 5, 3, 2, 1), (), (3, 3), (None, 3)),  # nothing was paid yet: the dealer bids first
)
def test_deal_someone_who_does_not_sit_is_replaced(
    seats: tuple[int, ...], circle: tuple[int, ...], dealer: tuple[int | None, int], first: tuple[int | None, int]
) -> None:
    hand = mighty.deal(rules(), mighty.Session(dealer[0], first[0], (7,)), seats, circle)
    assert hand.session == mighty.Session(dealer[1], first[1], (7,))
    assert hand.auction.turn == first[1]


@for_each(("pagat", 2), ("korean40", 4))
def test_deal_the_dealer_bids_first_where_the_house_says_so(preset: str, turn: int) -> None:
    """korean40, 1-3. Whatever the hand before it said, which somebody may have overruled since."""
    assert mighty.deal(rules(preset), mighty.Session(4, 2), SEATS).auction.turn == turn


# --- Bankroll and the end ---


def test_bankroll_is_what_everyone_begins_with() -> None:
    for these, balance in ((rules(), 0), (rules("korean40"), 40), (rules("korean40", bankroll=60), 60)):
        joined = mighty.add_player(these, mighty.create_session(these), 3)
        assert joined == mighty.Session(balances={3: balance})


@for_each(
    ("pagat", {1: -30, 2: 30}, None, None),
    ("korean40", {1: 40, 2: 40}, None, None),
    ("korean40", {1: 1, 2: 79}, None, None),
    ("korean40", {1: 0, 2: 80}, ((2,), (1,)), (1, 0)),
    ("korean40", {1: -5, 2: 95, 3: 0, 4: 95}, ((2, 4), (3,), (1,)), (1, -5)),
    ("korean40", {1: 0, 2: 95, 3: -5, 4: 95}, ((2, 4), (1,), (3,)), (3, -5)),
)
def test_elimination_ends_the_session_at_zero(
    preset: str, balances: dict[int, int], ranking: Any, last: tuple[int, int] | None
) -> None:
    session = mighty.Session(balances=balances)
    ending = mighty.find_ending(rules(preset), session)
    if last is None:
        assert ending is None
    else:
        assert ending is not None
        assert rank_players(session.standings) == ranking
        assert ending == message("ending.eliminated", player=last[0], balance=last[1])


# --- The session as a value ---


def test_session_survives_json() -> None:
    begun = mighty.create_session(rules())
    fraction = mighty.Session(3, None, (1, 2), {1: Fraction(-15, 2), 2: 40, 10: 0}, opening=False)
    for session in (begun, mighty.start_session(rules("korean40"), SEATS), fraction):
        read = decoder(mighty.Session).decode(encode(session))
        assert read == session
        assert list(read.standings) == list(session.standings)


def test_session_standings_tell_points_and_spent_tokens() -> None:
    standings = mighty.Session(spent=(2,), balances={1: 45, 2: 35}).standings
    assert [
        (one.value, mighty.say(one.said), [mighty.say(mark) for mark in one.marks]) for one in standings.values()
    ] == [(45, "45", []), (35, "35", ["redeal used"])]


def test_session_all_stand_in_the_order_in_which_they_joined() -> None:
    these = rules("korean40")
    session = mighty.create_session(these)
    for player in range(1, 12):
        session = mighty.add_player(these, session, player)
    read = decoder(mighty.Session).decode(encode(session))
    assert list(read.standings) == list(session.standings) == list(range(1, 12))
    assert session.begins is None


def test_session_other_rules_give_everyone_what_they_begin_with_beside_what_was_won() -> None:
    session = mighty.Session(balances={1: 12, 2: -12})
    assert mighty.shift_balances(session, rules(), rules("korean40")).balances == {1: 52, 2: 28}
    assert mighty.shift_balances(session, rules("korean40"), rules("korean40", bankroll=60)).balances == {1: 32, 2: 8}
    assert mighty.shift_balances(session, rules(), rules("base10")) == session


def test_session_until_a_hand_was_paid_who_is_named_also_bids_first() -> None:
    opening, later = mighty.start_session(rules(), SEATS), mighty.advance_session(finish_hand("made"))
    assert read_starters(mighty.set_starter(opening, 4)) == (4, 4)
    assert read_starters(mighty.set_starter(later, 4)) == (4, 1)
    given_up = do(
        mighty.deal(rules(redeal_window="first_turn"), mighty.set_starter(opening, 4), SEATS), mighty.ClaimRedeal(2)
    ).session
    assert read_starters(given_up) == (2, 2)
    assert read_starters(mighty.set_starter(given_up, 5)) == (5, 5)


def test_session_amounts_are_added_by_hand_also_to_who_never_joined() -> None:
    these = rules("korean40")
    session = mighty.adjust_standings(these, mighty.start_session(these, SEATS), {1: -10, 9: 10}, 1)
    assert session.balances == {1: 30, 2: 40, 3: 40, 4: 40, 5: 40, 9: 50}
    assert list(mighty.GAME.check_adjustment(these, session, {1: Fraction(1, 3)}, None)) == []


def test_session_after_a_hand_has_what_it_paid() -> None:
    these = rules("korean40")
    hand = mighty.deal(these, mighty.start_session(these, SEATS), SEATS)
    hand = do(hand, mighty.ClaimRedeal(3), mighty.RecordHand(1, bid("15H"), call("SA"), 15, 4))
    assert mighty.advance_session(hand) == mighty.Session(
        begins=1, first=1, spent=(3,), balances={1: 50, 2: 35, 3: 35, 4: 45, 5: 35}, opening=False
    )
    assert list(mighty.advance_session(hand).standings) == list(SEATS)


def test_session_a_hand_that_was_played_stays_so_when_its_past_is_corrected() -> None:
    these = rules("korean40")
    before = mighty.Session(2, 2, (1, 4), dict.fromkeys(SEATS, 40), opening=False)
    hand = do(mighty.deal(these, before, SEATS), mighty.ClaimRedeal(3), mighty.PlaceBid(2, bid("13H")))
    corrected = mighty.Session(5, 5, (4,), {1: 60, 2: 20, 3: 40, 4: 40, 5: 40}, opening=False)
    resumed = mighty.rebase_hand(hand, corrected)
    assert (*read_starters(resumed.session), resumed.session.spent) == (2, 2, (4, 3))
    assert resumed.session.balances == corrected.balances
    assert (resumed.auction, resumed.redeals) == (hand.auction, 1)
    assert mighty.rebase_hand(hand, before) == hand
    record = mighty.RecordHand(2, bid("15H"), call("SA"), 15, 4)
    assert mighty.advance_session(do(resumed, record)) == mighty.advance_session(
        mighty.rebase_hand(do(hand, record), corrected)
    )


def test_deal_is_by_rules_that_do_not_contradict_themselves() -> None:
    """Also when they were made by hand."""
    for these, code in (
        (mighty.Rules(eliminate=True), "rules.eliminated_at_start"),
        (mighty.Rules(min_bid=25), "rules.lowest_bid_of_other_pack"),
        (mighty.Rules(min_bid=99), "rules.not_a_choice"),
        (mighty.Rules(players="nine"), "rules.not_a_choice"),  # type: ignore[arg-type]
    ):
        with pytest.raises(RuleError) as refusal:
            mighty.deal(these, mighty.Session(1), SEATS)
        assert refusal.value.code == code


# --- The line on the score sheet ---


@for_each(
    (deal_first_hand(), None, None, {}),
    (contracted_hand("16H"), "16H", None, {1: "declarer"}),
    (called_hand("SA"), "16H", None, {1: "declarer"}),
    (do(called_hand("SA"), mighty.RevealFriend(3)), "16H", None,
     {1: "declarer", 2: "defender", 3: "friend", 4: "defender", 5: "defender"}),
    (do(called_hand("first_trick"), *tricks("1:2")), "16H", None,
     {1: "declarer", 2: "defender", 3: "defender", 4: "defender", 5: "defender"}),
    (finish_hand("made"), "16H", message("result.made", points=16, bid=bid("16H"), over=0),
     {1: "declarer", 2: "defender", 3: "friend", 4: "defender", 5: "defender"}),
    (finish_hand("failed alone"), "16H", message("result.failed", points=15, bid=bid("16H"), short=1),
     {1: "declarer", 2: "defender", 3: "defender", 4: "defender", 5: "defender"}),
)  # fmt: skip
def test_summary_tells_contract_result_and_roles(
    hand: mighty.Hand, contract: str | None, result: Any, roles: dict[int, str]
) -> None:
    summary = mighty.GAME.summarize(hand)
    assert summary.contract == (bid(contract) if contract else None)
    assert summary.result == result
    sides: dict[str, Side] = {"declarer": "makers", "friend": "makers", "defender": "defenders"}
    assert summary.roles == {player: (HandRole(f"role.{role}", sides[role]),) for player, role in roles.items()}


def test_summary_has_the_same_columns_before_and_after() -> None:
    before, after = mighty.GAME.summarize(deal_first_hand()).facts, mighty.GAME.summarize(finish_hand("made")).facts
    assert list(before) == list(after)
    assert after == {"redeals": 0, "bid": 16, "trump": "H", "call": "SA", "points": 16, "buried": ""}
    assert {value for key, value in before.items() if key != "redeals"} == {None}


def test_summary_columns_of_a_hand_without_trumps_and_with_magic_cards_discarded() -> None:
    buried = frozenset({"mighty", "joker"})
    record = mighty.RecordHand(1, bid("17NT"), call("HK"), 15, 2, buried)  # type: ignore[arg-type]
    facts = mighty.GAME.summarize(do(deal_first_hand(), mighty.ClaimRedeal(1), record)).facts
    assert facts == {"redeals": 1, "bid": 17, "trump": "NT", "call": "HK", "points": 15, "buried": "joker mighty"}


# --- The registry ---


def test_mighty_is_a_game() -> None:
    game: Game = mighty.GAME
    assert find_game("mighty") is GAMES["mighty"] is game
    assert list(game.seat_counts(rules())) == [5]


def test_a_game_nobody_knows_is_refused() -> None:
    with pytest.raises(RuleError) as refusal:
        find_game("bridge")
    assert (refusal.value.code, dict(refusal.value.problems[0].facts)) == ("game.unknown", {"key": "bridge"})
