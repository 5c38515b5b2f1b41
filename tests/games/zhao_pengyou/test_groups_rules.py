"""The house rules of groups, example by example; each is named by its section in docs/rules.md."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError, problem
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.games.zhao_pengyou.counting import LastLead, find_led_last
from scorekeeper.games.zhao_pengyou.demotion import LastWin, find_last_win, list_last_wins, read_last_win
from scorekeeper.games.zhao_pengyou.levels import shift_level
from scorekeeper.games.zhao_pengyou.promotion import explain_levels
from scorekeeper.games.zhao_pengyou.sentences import PLAYER_FACTS, SENTENCES
from scorekeeper.house_rules import house_rules
from scorekeeper.messages import in_english
from tests.cases import for_each
from tests.games.zhao_pengyou.hands import start_play
from tests.games.zhao_pengyou.play import calls, cards, codes, level, rules, seats, session
from tests.games.zhao_pengyou.random_hand import RandomHand
from tests.games.zhao_pengyou.tricks import conditions, find_winning_play, join_words

PREDETERMINED = "predetermined"
LAPS: dict[str, Any] = {"end": "joker_lap", "making_trumps": PREDETERMINED}
SURE: dict[Side | None, int] = {"makers": 35, None: 100, "defenders": 160}
"""Points of the defenders by the side that rises two levels, with two packs; nobody rises with 100."""


def play_hand(
    levels: str, makers: tuple[int, ...], points: int, last: Side = "makers", **changes: Any
) -> tuple[zpy.Hand, zpy.Session]:
    """Return a hand of players at these levels that ended so, and the session after it."""
    these, players = rules(**changes), seats(len(levels.split()))
    before = session(levels, maker=makers[0] if changes.get("making_trumps") == PREDETERMINED else None)
    suit = None if before.level(makers[0]).rank == level("JK").rank else Suit.SPADES
    hand = zpy.deal(these, before, players)
    moves = () if hand.maker else (zpy.EnterTrumps(makers[0], suit),)
    hand = zpy.do(hand, *moves, zpy.CallFriends(None), zpy.RecordResult(makers[1:], points, last))
    return hand, zpy.advance_session(hand)


def levels_after(*asked: Any, **changes: Any) -> str:
    """Return everyone's level after such a hand."""
    _, after = play_hand(*asked, **changes)
    return " ".join(str(after.levels[player]) for player in sorted(after.levels))


# --- Levels that must be played ---

FIVES: dict[str, Any] = {"must_play": "5_10_K_A"}


@for_each(
    # makers 1 and 2; the defenders' points; two levels for 35, three for nothing
    ({}, "7 9 2 2 2", 0, "10 10 2 2 2"),
    ({}, "5 8 2 2 2", 0, "8 10 2 2 2"),
    ({"must_play_by": "makers"}, "2 2 5 5 9", 200, "2 2 5 5 10"),
    ({}, "2 2 5 5 9", 200, "2 2 8 8 10"),
    ({"must_play_by": "makers"}, "5 5 2 2 2", 0, "8 8 2 2 2"),
    ({"must_play_by": "maker"}, "5 5 2 2 2", 0, "8 5 2 2 2"),
    ({}, "K Q 2 2 2", 0, "A K 2 2 2"),
    ({}, "A A 2 2 2", 0, ">A >A 2 2 2"),
    ({"must_play": "A"}, "Q J 2 2 2", 0, "A A 2 2 2"),
    ({"must_play": "2_J", "must_play_by": "maker"}, "10 2 2 2 2", 0, "J 2 2 2 2"),
    ({"must_play": "5_10_J_Q_K_A"}, "9 J 2 2 2", 0, "10 Q 2 2 2"),
    ({**LAPS, "must_play": "A"}, "A K 2 2 2", 0, "JK A 2 2 2"),
    ({**LAPS, "must_play": "2_J"}, "A K 2 2 2", 0, "2+ 2+ 2 2 2"),
    ({"must_play": "own", "own_levels": "5 10 K A"}, "7 9 2 2 2", 0, "10 10 2 2 2"),
    ({"must_play": "own", "own_levels": "4 8"}, "2 7 2 2 2", 0, "4 8 2 2 2"),
    ({**LAPS, "must_play": "own", "own_levels": "A"}, "A K 2 2 2", 0, "JK A 2 2 2"),
    ({**LAPS, "must_play": "own", "own_levels": "K"}, "A K 2 2 2", 0, "3+ 2+ 2 2 2"),
)
def test_a_rise_stops_at_a_level_that_must_be_played(
    changes: dict[str, Any], before: str, points: int, after: str
) -> None:
    changes = {**FIVES, **changes}
    found = levels_after(before, (1, 2), points, **changes).replace("JK", "JK" if "end" in changes else ">A")
    assert found == after


def test_levels_lost_at_a_stop_are_told() -> None:
    hand, _ = play_hand("7 2 2 2 2", (1, 2), 0, **FIVES)
    assert hand.promotions
    steps = hand.promotions.players[1].steps
    assert [(zpy.say(step.why), step.amount) for step in steps] == [("won 3", 3)]
    hand, _ = play_hand("8 2 2 2 2", (1, 2), 0, **FIVES)
    assert hand.promotions
    steps = hand.promotions.players[1].steps
    assert [(zpy.say(step.why), step.amount) for step in steps] == [("won 3", 3), ("10 must be played first", -1)]


def explain(hand: zpy.Hand) -> list[str]:
    """Return why somebody has not the levels of their side, as the history says it."""
    assert hand.promotions
    names = {player: "ABCDE"[player - 1] for player in hand.seats}
    return [in_english(each, SENTENCES, PLAYER_FACTS, names) for each in explain_levels(hand.promotions)]


@for_each(
    # makers 1 and 2; the defenders' points; two levels for 35, three for nothing
    (FIVES, "8 9 2 2 2", 0, ["A, B: 10 must be played first"]),
    (FIVES, "Q 8 2 2 2", 0, ["A: K must be played first", "B: 10 must be played first"]),
    (FIVES, "7 2 2 2 2", 0, []),
    (
        {**FIVES, "must_play_by": "makers"},
        "2 2 5 5 9",
        200,
        ["C, D: only makers get past 5", "E: 10 must be played first"],
    ),
    ({**FIVES, "must_play_by": "maker"}, "5 5 2 2 2", 0, ["B: only the trump maker gets past 5"]),
    ({"ace_passes": "makers"}, "9 2 A 2 2", 160, ["C: only makers get past A"]),
    ({"ace_passes": "makers_joker"}, "9 2 A 2 2", 160, ["C: only makers get past A"]),
    ({"ace_passes": "maker"}, "9 A 2 2 2", 75, ["B: only the trump maker gets past A"]),
    (
        {**LAPS, "ace_passes": "makers_joker"},
        "9 JK 2 2 2",
        75,
        ["B: makers get past JK only with a trump maker who is there"],
    ),
    (
        {"ace_passes": "makers_with_maker"},
        "9 A 2 2 2",
        75,
        ["B: makers get past A only with a trump maker who is there"],
    ),
    ({}, "A Q 2 2 2", 0, []),
)
def test_why_a_rise_stopped_is_told(changes: dict[str, Any], before: str, points: int, told: list[str]) -> None:
    """The numbers of the steps agree with the levels, and each reason stands once, with all whom it concerns."""
    hand, _ = play_hand(before, (1, 2), points, "makers" if points < 100 else "defenders", **changes)
    assert explain(hand) == told


def test_a_level_is_left_once_in_a_hand() -> None:
    """Levels for a beaten throw come after those for the points, and stop as well."""
    these = rules(must_play="5_10_K_A", failed_throw="hand_lost", after_failed_throw="goes_on")
    hand = zpy.deal(these, session("5 9 2 2 2"), seats(5))
    hand = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 0, "makers", throws=(zpy.FailedThrow(3, 1),)))
    assert str(zpy.advance_session(hand).levels[2]) == "10"


# --- Who passes the ace ---


@for_each(
    ("winners", ">A", ">A"),
    ("makers", ">A", "A"),
    ("makers_joker", ">A", "A"),
    ("makers_with_maker", "A", "A"),
    ("maker", "A", "A"),
)
def test_who_passes_the_ace(passes: str, friend: str, defender: str) -> None:
    won = levels_after("9 A 2 2 2", (1, 2), 75, ace_passes=passes).split()
    assert won[1].replace("JK", ">A") == friend
    lost = levels_after("9 2 A 2 2", (1, 2), 120, ace_passes=passes).split()
    assert lost[2].replace("JK", ">A") == defender


@for_each(("makers_with_maker", "JK JK"), ("maker", "JK A"), ("makers", "JK JK"))
def test_a_trump_maker_at_the_ace_takes_friends_along(passes: str, after: str) -> None:
    assert levels_after("A A 2 2 2", (1, 2), 75, ace_passes=passes).startswith(after)
    assert levels_after("A Q 2 2 2", (1, 2), 0, ace_passes=passes).startswith(after)


def test_the_level_of_the_joker_is_passed_with_the_trump_maker() -> None:
    changes = {**LAPS, "ace_passes": "makers_joker"}
    assert levels_after("9 JK 2 2 2", (1, 2), 75, **changes) == "10 JK 2 2 2"
    assert levels_after("JK JK 2 2 2", (1, 2), 75, **changes) == "2+ 2+ 2 2 2"
    assert levels_after("9 A 2 2 2", (1, 2), 0, **changes) == "Q JK 2 2 2"


@for_each(
    # a trump maker below the ace stops at it, and passes it by winning there
    ("Q 9 2 2 2", (1, 2), 0, "A Q 2 2 2"),
    ("Q A 2 2 2", (1, 2), 0, "A A 2 2 2"),
    ("A A 2 2 2", (1, 2), 75, ">A A 2 2 2"),
    ("2 2 A 2 2", (1, 2), 120, "2 2 A 3 3"),
)
def test_finding_friends_plays_the_ace_as_trump_maker(
    levels: str, makers: tuple[int, ...], points: int, after: str
) -> None:
    """After `finding-friends-presets.ts` and `docs/scoring.md` of jding92/shengji-online."""
    these = rules("finding_friends")
    hand = zpy.deal(these, session(levels), seats(5))
    hand = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, makers[1:], points, "makers"))
    now = zpy.advance_session(hand)
    assert levels_of(hand).replace("JK", ">A") == after
    assert (zpy.find_ending(these, now) is not None) == (">A" in after)


# --- Above the ace, and first levels ---


@for_each(("above_ace", "JK"), ("joker_lap", "2+"), ("lap", "3+"))
def test_four_levels_from_the_queen(end: str, after: str) -> None:
    changes = {**LAPS, "end": end} if end == "joker_lap" else {"end": end}
    assert str(zpy.raise_level(rules(**changes), "Q", 4)) == after


def test_laps_without_the_joker_go_back_as_they_came() -> None:
    for skip_low in (False, True):
        these = rules(end="lap", skip_low=skip_low)
        ladder = [zpy.raise_level(these, "2", by) for by in range(40)]
        assert "JK" not in {str(one.rank) for one in ladder}
        for by, one in enumerate(ladder):
            assert zpy.lower_level(these, one, by) == level("2")
            assert shift_level(these, level("2"), one, level("2")) == one
        assert zpy.find_ending(these, session(f"{ladder[-1]} 2 2 2 2")) is None


@for_each(2, 3, 6, 7, 8)
def test_where_levels_start(start: int) -> None:
    these = rules(start_level=start)
    first = zpy.start_session(these, seats(5))
    assert {str(one) for one in first.levels.values()} == {str(start)}
    hand = zpy.do(zpy.deal(these, first, seats(5)), zpy.EnterTrumps(1, Suit.HEARTS))
    assert str(hand.trumps) == f"H{start}"
    assert str(zpy.add_player(these, first, 9).levels[9]) == str(start)
    assert str(zpy.deal(these, zpy.Session(), seats(5)).session.levels[5]) == str(start)
    assert str(zpy.adjust_standings(these, zpy.Session(), {4: 1}).levels[4]) == str(start + 1)


# --- Small teams ---


@for_each(
    ("times_missing", 6, 8, 3),
    ("one_more", 3, 3, 3),
    ("nothing", 2, 2, 3),
    ("alone_three_times", 2, 6, 2),
)
def test_small_teams(rule: str, missing_two: int, alone: int, against_one: int) -> None:
    these = rules(small_team=rule)
    eight = zpy.find_setting(these, 8)
    assert zpy.judge_total(these, eight, 55, 2).levels == missing_two
    assert zpy.judge_total(these, eight, 55, 1).levels == alone
    assert zpy.judge_total(these, eight, 55, 4).levels == 2
    assert zpy.judge_total(these, eight, 300, 1).levels == against_one
    assert zpy.judge_total(these, eight, 300, 2).levels == 3
    assert zpy.judge_total(these, eight, 180, 1).levels == 1


# --- Next trump maker ---


@for_each(
    # the order of turn is 1 to 5, the trump maker 4, the friend 1
    ("winners", (4, 1), 100, 4),
    ("next_defender", (4, 1), 100, 5),
    ("next_seat", (4, 1), 100, 5),
    ("winners", (4, 1), 35, 1),
    ("next_defender", (4, 1), 35, 1),
    ("next_seat", (4, 1), 35, 5),
    ("winners", (4, 1), 160, 5),
    ("next_defender", (3, 4), 100, 5),
    ("next_defender", (4,), 0, 4),
)
def test_the_next_trump_maker(rule: str, makers: tuple[int, ...], points: int, maker: int) -> None:
    _, after = play_hand("2 2 2 2 2", makers, points, making_trumps=PREDETERMINED, next_maker=rule)
    assert after.maker == maker


@for_each(
    # won with a friend, won alone, lost, and neither side
    ("friend", (4, 2), 35, "makers", 2),
    ("friend", (5,), 35, "makers", 5),
    ("friend", (4, 2), 160, "makers", 5),
    ("friend", (5,), 160, "makers", 1),
    ("friend", (4, 2), 100, "makers", 5),
    ("last_trick", (4, 2), 35, "makers", 4),
    ("last_trick", (4, 5), 35, "defenders", 1),
    ("coming_maker", (4, 2), 35, "makers", 2),
)
def test_who_takes_the_first_card(starter: str, makers: tuple[int, ...], points: int, last: Side, begins: int) -> None:
    changes = {"making_trumps": PREDETERMINED} if starter == "coming_maker" else {}
    _, after = play_hand("2 2 2 2 2", makers, points, last, starter=starter, **changes)
    assert after.begins == begins


def test_the_winner_of_the_last_trick_takes_the_first_card_where_tricks_are_recorded() -> None:
    hand = zpy.deal(rules(starter="last_trick"), session("2 2 2 2 2 2 2"), seats(7))
    hand = zpy.do(hand, zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(None))
    hand = zpy.do(hand, zpy.RecordTrick(5, 180), *[zpy.RecordTrick(5, 0)] * 12, zpy.RecordTrick(6, 20))
    hand = zpy.do(hand, zpy.RecordResult((2, 3), 200, "defenders"))
    assert zpy.advance_session(hand).begins == 6


def test_the_coming_trump_maker_must_be_decided() -> None:
    assert codes(zpy.Rules(starter="coming_maker").check()) == ["rules.coming_maker_not_decided"]


# --- Exposures ---


def show(shown: str, levels: str = "9 9 9 9 9 9 9 9", **changes: Any) -> zpy.Hand:
    """Return the deal after exposures like "1:C2 2:S2+S2"; eight players have three packs."""
    changes = {"jokers": "one_of_each_per_pack", **changes}
    hand = zpy.deal(rules(**changes), session(levels), seats(len(levels.split())))
    for word in shown.split():
        player, laid = word.split(":")
        hand = zpy.do(hand, zpy.ExposeCards(int(player), cards(laid.replace("+", " "))))
    return hand


def is_shown(shown: str, levels: str = "9 9 9 9 9 9 9 9", **changes: Any) -> bool:
    """Return whether the last of these exposures may be made."""
    *before, last = shown.split()
    player, laid = last.split(":")
    hand = show(" ".join(before), levels, **changes)
    return zpy.can(hand, zpy.ExposeCards(int(player), cards(laid.replace("+", " "))))


@for_each(
    ("1:H9+H9 2:BJ+BJ", False, True, True),
    ("1:H9+H9 2:S9+S9", False, False, True),
    ("1:H9+H9 2:D9+D9", False, False, False),
    ("1:H9 2:S9", False, False, False),
    ("1:H9+H9 2:S9+S9+S9", True, True, True),
    ("1:H9+H9+H9 2:RJ+RJ", False, False, False),
)
def test_as_many_of_a_higher_kind_overcall(shown: str, more: bool, jokers: bool, suits: bool) -> None:
    for rule, legal in (("more", more), ("jokers", jokers), ("jokers_suits", suits)):
        assert is_shown(shown, same_number=rule, jokers_expose="two") == legal, rule


def test_red_jokers_overcall_black_ones() -> None:
    for rule in ("jokers", "jokers_suits"):
        hand = show("1:H9+H9 2:BJ+BJ 3:RJ+RJ", same_number=rule, jokers_expose="two")
        assert hand.making.made == (3, zpy.Trumps(None, level("9").rank))
        done = zpy.do(hand, zpy.EndDeal())
        assert (done.maker, str(done.trumps)) == (3, "NT9")
        assert not is_shown("1:BJ+BJ 2:S9+S9", same_number=rule, jokers_expose="two")
        assert is_shown("1:BJ+BJ 2:S9+S9+S9", same_number=rule, jokers_expose="two")


@for_each(
    ("1:C9 2:BJ+BJ 1:C9+C9", "jokers", False),
    ("1:C9 2:BJ+BJ 1:C9+C9", "jokers_suits", False),
    ("1:C9 2:BJ+BJ 1:C9+C9", "more", True),
    ("1:C9 2:S9+S9 1:C9+C9", "jokers", True),
    ("1:C9 2:S9+S9 1:C9+C9", "jokers_suits", False),
    ("1:H9 2:C9+C9 1:H9+H9", "jokers_suits", True),
    ("1:C9 2:BJ+BJ 1:C9+C9+C9", "jokers", True),
)
def test_as_many_of_a_lower_kind_do_not_defend(shown: str, rule: str, matched: bool) -> None:
    """Jokers are higher than as many cards of a suit, so these do not match them either."""
    assert is_shown(shown, same_number=rule, jokers_expose="two") == matched


@for_each(
    # one, two, three black ones; one, two, three red ones
    ("no", [False] * 6),
    ("two", [False, True, True, False, True, True]),
    ("all", [False, False, True, False, False, True]),
    ("all_but_one_red", [False, False, True, False, True, True]),
)
def test_how_many_jokers_make_trumps(rule: str, legal: list[bool]) -> None:
    found = [
        is_shown("1:" + "+".join([joker] * count), jokers_expose=rule) for joker in ("BJ", "RJ") for count in (1, 2, 3)
    ]
    assert found == legal


def test_trumps_are_made_with_a_pair_at_least() -> None:
    assert not is_shown("1:H9", expose_at_least=2)
    assert is_shown("1:H9+H9", expose_at_least=2)
    assert zpy.find_needs(show("", expose_at_least=2).making)[1].copies == 2


def test_the_level_that_lies_there_changes_the_suit_alone() -> None:
    mixed = "6 9 6 2 2 2 2 2"
    changes = {"exposes": "own_or_standing"}
    for shown, maker, trumps in (
        ("1:C6 2:D6+D6", 1, "D6"),
        ("1:C6 2:D9+D9", 2, "D9"),
        ("1:C6 3:D6+D6", 3, "D6"),
        ("1:C6 2:D6+D6 4:S6+S6+S6", 1, "S6"),
    ):
        done = zpy.do(show(shown, mixed, **changes), zpy.EndDeal())
        assert (done.maker, str(done.trumps)) == (maker, trumps)
    assert not is_shown("1:C6 2:D6+D6", mixed)
    assert not is_shown("2:D6", mixed, **changes)


def test_the_first_to_show_is_trump_maker_and_others_change_the_suit() -> None:
    mixed = "6 9 6 2 2 2 2 2"
    done = zpy.do(show("1:C6 2:D6+D6", mixed, first_maker="first"), zpy.EndDeal())
    assert (done.maker, str(done.trumps)) == (1, "D6")
    assert not is_shown("1:C6 2:D9+D9", mixed, first_maker="first")


@for_each(
    # one's own exposure: matched once overcalled, added to, replaced
    ("1:H9 2:S9+S9 1:H9+H9", True, False, False, False),
    ("1:H9 1:H9+H9", False, True, True, False),
    ("1:H9 1:S9+S9", False, False, True, False),
    ("1:H9 2:S9+S9 1:H9+H9+H9", True, True, True, True),
)
def test_how_own_exposures_are_strengthened(shown: str, match: bool, add: bool, any_: bool, never: bool) -> None:
    for rule, legal in (("match", match), ("add", add), ("any", any_), ("never", never)):
        assert is_shown(shown, own_exposure=rule) == legal, rule


@for_each(
    # the starter, player 1, is at 9, player 3 at 5
    ("kitty_decides", "RJ C9", 1, "C9"),
    ("kitty_joker", "RJ", 1, "NT9"),
    ("kitty_joker", "H5 C9", 1, "C9"),
    ("first_card", "H5", 1, "H9"),
    ("first_card", "RJ", 1, "NT9"),
    ("any_rank", "SA H5", 3, "H5"),
    ("any_rank", "RJ S2", 2, "S2"),
    ("any_rank", "SA SK SQ DJ RJ BJ S10 C8 D8 H8", 1, "H9"),
)
def test_the_kitty_that_is_turned(rule: str, kitty: str, maker: int, trumps: str) -> None:
    hand = zpy.do(show("", "9 2 5 7 7 7 7 7", nobody_made_trumps=rule), zpy.EndDeal())
    assert hand.phase == "turn"
    done = zpy.do(hand, zpy.TurnKitty(cards(kitty)))
    assert (done.maker, str(done.trumps)) == (maker, trumps)
    assert zpy.can(hand, zpy.EnterTrumps(maker, done.trumps.suit if done.trumps else None))


@pytest.mark.exhaustive
@for_each(
    same_number=["more", "jokers", "jokers_suits"],
    jokers_expose=["no", "two", "all", "all_but_one_red"],
    own_exposure=["match", "add", "any", "never"],
    expose_at_least=[1, 2],
    making_trumps=["overcall", "predetermined"],
)
def test_whoever_needs_so_many_cards_may_show_them(
    same_number: str, jokers_expose: str, own_exposure: str, expose_at_least: int, making_trumps: str
) -> None:
    """Requirement tell the least that is legal, and there is always a way on to trumps."""
    these = rules(
        jokers="one_of_each_per_pack",
        same_number=same_number,
        jokers_expose=jokers_expose,
        own_exposure=own_exposure,
        expose_at_least=expose_at_least,
        making_trumps=making_trumps,
    )
    hand = zpy.deal(these, session("9 9 5 5 5 5 5 5"), seats(8))
    for _ in range(6):
        needs = zpy.find_needs(hand.making)
        for player in hand.seats:
            ranks = hand.making.exposable_ranks(player)
            every = [card for card in hand.setting.copies if card.suit is None or card.rank in ranks]
            legal = [
                (count, card)
                for count in range(1, 4)
                for card in every
                if zpy.can(hand, zpy.ExposeCards(player, (card,) * count))
            ]
            need, least = needs.get(player), min((count for count, _ in legal), default=None)
            if need and need.defends:  # a defence with copies that others may have shown
                assert need.copies <= (least or need.copies)
            else:
                assert (need.copies if need else None) == least
        if not needs:
            break
        moves = (
            zpy.ExposeCards(player, (card,) * need.copies)
            for player, need in needs.items()
            for card in hand.setting.copies
        )
        hand = next((zpy.do(hand, move) for move in moves if zpy.can(hand, move)), hand)
    assert zpy.do(hand, zpy.EndDeal()).phase == "kitty"


# --- Cards that may be called ---


@for_each(
    # by: no trumps, any, not the highest, no points, aces
    ("C10#1", "H6", [None, None, None, "call.points", "call.no_ace"]),
    ("CA#1", "H6", [None, None, "call.highest", None, None]),
    ("C5#1", "H6", [None, None, None, "call.points", "call.no_ace"]),
    ("CK#1", "HA", [None, None, "call.highest", None, None]),
    ("CK#1", "H6", [None, None, None, "call.points", "call.no_ace"]),
    ("HA#1", "H6", ["call.trump", None, "call.trump", "call.trump", "call.trump"]),
    ("RJ#2", "H6", ["call.trump", None, "call.trump", "call.trump", "call.trump"]),
)
def test_which_cards_may_be_called(call: str, trumps: str, refused: list[str | None]) -> None:
    found = []
    for choice in ("no_trumps", "any", "not_highest", "no_points", "aces"):
        these = rules(friend_cards=choice)
        problems = zpy.check_calls(these, zpy.find_setting(these, 5), zpy.Trumps.parse(trumps), calls(call))
        found.append(next(iter(codes(problems)), None))
    assert found == refused


@for_each(
    choice=["no_trumps", "any", "not_highest", "no_points", "aces"],
    trumps=["H6", "NT6", "SA", "NTA", "JK"],
    players=range(5, 13),
)
def test_enough_cards_may_be_called(choice: str, trumps: str, players: int) -> None:
    these = rules(friend_cards=choice)
    setting = zpy.find_setting(these, players)
    assert len(zpy.legal_calls(these, setting, trumps)) >= setting.calls


# --- Bands ---

SETS_OF_BANDS: dict[str, dict[str, Any]] = {
    "ours": {},
    "RB": {"beyond": "goes_on"},
    "IC": {"neutral": 15, "beyond": "defenders"},
    "LU": {"neutral": 0, "beyond": "defenders_four"},
    "SH": {"neutral": 0, "beyond": "goes_on"},
    "SR": {"line": 60, "neutral": 0, "zero_band": False},
    "#141": {"points_for": "all", "line": 160, "step": 10, "neutral": 10, "beyond": "goes_on"},
    "#245": {"points_for": "all", "line": 120, "step": 60, "neutral": 60},
    "ED": {"points_for": "all", "line": 160, "step": 80, "neutral": 5, "makers_bands": "halved", "beyond": "defenders"},
    "ZP7": {"points_for": "all", "line": 240, "neutral": 0, "makers_bands": "halved", "zero_band": False},
}
"""The bands of groups, by their mark."""


@for_each(
    # group, players (8 have three packs, 12 four), total; levels, below zero for the makers
    ("ours", 8, 360, 3),
    ("RB", 8, 360, 4),
    ("RB", 8, 300, 3),
    ("ours", 8, -60, -3),
    ("RB", 8, -60, -4),
    ("RB", 8, -55, -3),
    ("ours", 6, 100, 0),
    ("SH", 6, 100, 1),
    ("ours", 8, 140, 0),
    ("RB", 8, 140, 0),
    ("IC", 8, 140, 0),
    ("LU", 8, 140, 1),
    ("IC", 8, 165, 1),
    ("IC", 8, 160, 0),
    ("IC", 8, 345, 4),
    ("IC", 8, -60, -3),
    ("LU", 8, 300, 4),
    ("LU", 8, 360, 4),
    ("LU", 8, 0, -3),
    ("SR", 6, 115, -1),
    ("SR", 6, 120, 1),
    ("SR", 6, 0, -3),
    ("SR", 6, 40, -2),
    ("#141", 12, 0, -17),
    ("#141", 12, 5, -16),
    ("#141", 12, 155, -1),
    ("#141", 12, 165, 0),
    ("#141", 12, 170, 1),
    ("#141", 12, 400, 24),
    ("#245", 8, 175, 0),
    ("#245", 8, 180, 1),
    ("ED", 12, 0, -4),
    ("ED", 12, 35, -3),
    ("ED", 12, 40, -2),
    ("ED", 12, 80, -1),
    ("ED", 12, 160, 0),
    ("ED", 12, 165, 1),
    ("ED", 12, 240, 1),
    ("ED", 12, 245, 2),
    ("ZP7", 12, 0, -3),
    ("ZP7", 12, 55, -3),
    ("ZP7", 12, 60, -2),
    ("ZP7", 12, 120, -1),
    ("ZP7", 12, 240, 1),
)
def test_bands_of_groups(group: str, players: int, total: int, levels: int) -> None:
    these = rules(**SETS_OF_BANDS[group])
    setting = zpy.find_setting(these, players)
    verdict = zpy.judge_total(these, setting, total, setting.most_makers)
    assert {"makers": -1, None: 0, "defenders": 1}[verdict.side] * verdict.levels == levels


@for_each(group=SETS_OF_BANDS, players=[5, 8, 12])
def test_bands_leave_no_gap_and_do_not_overlap(group: str, players: int) -> None:
    these = rules(**SETS_OF_BANDS[group])
    setting = zpy.find_setting(these, players)
    lines = zpy.build_promotion_table(these, setting)
    assert [total for line in lines for total in range(line.least, line.most + 1, 5)] == list(
        range(0, lines[-1].most + 1, 5)
    )
    signed = [{"makers": -1, None: 0, "defenders": 1}[each.side] * each.levels for each in map(first_verdict, lines)]
    assert signed == sorted(signed)


def first_verdict(line: zpy.PromotionRange) -> zpy.Verdict:
    return next(iter(line.verdicts.values()))


def test_a_line_above_all_points_is_refused() -> None:
    assert codes(zpy.Rules(line=90).check()) == ["rules.line_above_all_points"]
    assert codes(zpy.Rules(line=90, neutral=10).check()) == []
    assert codes(zpy.Rules(line=90, points_for="all").check()) == []
    assert codes(zpy.Rules(line=385, points_for="all").check()) == ["rules.line_above_all_packs"]
    assert codes(zpy.Rules(line=380, points_for="all").check()) == []
    assert codes(zpy.Rules(line=90, levels="active_passive").check()) == []


@for_each(*house_rules(zpy.Rules)["packs"].choices)
def test_the_largest_line_is_the_one_that_the_most_packs_reach(packs: Any) -> None:
    """Fewer players with fewer packs are refused a line that they cannot reach."""
    these = zpy.Rules(packs=packs, jokers="one_of_each_per_pack", points_for="all", neutral=0)
    points = {players: zpy.find_setting(these, players).points for players in range(5, 13)}
    most = max(points.values())
    with pytest.raises(RuleError) as refused:
        these.change(line=most + 5) if most < 600 else replace(these, neutral=5).change(line=most)
    assert refused.value.problems == (
        problem("rules.line_above_all_packs", points=most, most=most - 5 * (most == 600)),
    )
    for line in set(points.values()):
        reached = [players for players in points if points[players] >= line]
        assert list(zpy.GAME.seat_counts(these.change(line=line))) == reached
    if points[5] < most:
        with pytest.raises(RuleError, match="players"):
            zpy.deal(these.change(line=most), session("2 2 2 2 2"), seats(5))


# --- Beaten throws ---


@for_each(("largest", "DQ"), ("fewest", "D9"), ("kind", "D9"), ("lowest", "D9"))
def test_the_part_of_a_beaten_throw_that_stays(part: str, stays: str) -> None:
    these = conditions("S4", 8, throw_part=part)
    lead, next_hand = zpy.read_lead(these, cards("DK DK DQ D9")), cards("DA D10 D5")
    first = zpy.find_challenges(these, lead, {2: next_hand})[0]
    assert join_words(first.part.cards) == stays
    hand = zpy.do(start_play(throw_part=part), zpy.PlayCards(1, cards("DK DK DQ D9")))
    done = zpy.do(hand, zpy.BeatThrow(2, cards("DA")))
    assert join_words(done.table[0].cards) == stays
    assert done.throws == ((1, 3),)


@for_each(
    ("largest", "DQ", True),
    ("largest", "D9", True),
    ("fewest", "DQ", False),
    ("fewest", "D9", True),
    ("kind", "DK DK", True),
    ("kind", "DQ", False),
    ("kind", "D9", True),
    ("lowest", "DK DK", False),
)
def test_who_beats_a_throw_chooses_as_far_as_the_rules_let_them(part: str, stays: str, legal: bool) -> None:
    hand = zpy.do(start_play(throw_part=part), zpy.PlayCards(1, cards("DK DK DQ D9")))
    move = zpy.BeatThrow(2, cards("DA DA"), cards(stays))
    assert codes(zpy.check_move(hand, move)) == ([] if legal else ["throw.part_not_beaten"])


# --- Throw against throw ---


@for_each(("largest", 2), ("every_part", 1), ("highest_card", 1), ("largest_then_next", 2))
def test_trumps_over_a_throw(rule: str, winner: int) -> None:
    these = conditions("H9", throw_winner=rule)
    plays = [cards("SA SA SK"), cards("H5 H5 HQ"), cards("H6 H6 H3")]
    assert find_winning_play(these, plays) == winner


@for_each(
    ("largest", "SA SA SQ SQ S3", "H7 H7 H3 H3 H8", "H7 H7 H5 H5 H8", False),
    ("largest_then_next", "SA SA SQ SQ S3", "H7 H7 H3 H3 H8", "H7 H7 H5 H5 H2", True),
    ("largest_then_next", "SA SA SQ SQ S3", "H7 H7 H3 H3 H2", "H7 H7 H3 H3 H8", False),
    ("largest_then_next", "SA SK", "HQ H3", "HQ H4", True),
    ("every_part", "SA SA SQ SQ S3", "H7 H7 H3 H3 H2", "H8 H8 H5 H5 H4", True),
    ("every_part", "SA SA SQ SQ S3", "H7 H7 H3 H3 H2", "H8 H8 H5 H5 H2", False),
    ("highest_card", "SA SA SK", "H5 H5 HQ", "H6 H6 HK", True),
    ("every_part", "SA SK", "S2 S3", "H2 H3", True),
    # a pair of sixes over the fives, and the nine of trumps over both single cards
    ("every_part", "SA SA SQ SK", "H5 H5 HA C9", "H6 H6 H9 H9", True),
    ("every_part", "SA SA SQ SK", "H5 H5 HA H9", "H6 H6 H9 H9", False),
    # the first as a pair of sixes and two nines, or as nines and two sixes
    ("every_part", "SA SA SQ SK", "H6 H6 H9 H9", "H7 H7 BJ RJ", True),
)
def test_the_second_trumps_over_a_throw(rule: str, led: str, first: str, second: str, wins: bool) -> None:
    these = conditions("H9", throw_winner=rule)
    assert (find_winning_play(these, [cards(led), cards(first), cards(second)]) == 2) == wins


@for_each("largest", "every_part", "highest_card", "largest_then_next")
def test_what_is_no_throw_wins_as_ever(rule: str) -> None:
    these = conditions("H9", throw_winner=rule)
    assert find_winning_play(these, [cards("SA SA"), cards("H5 H5"), cards("H6 H6"), cards("HA HK")]) == 2


# --- What a beaten throw costs ---


@for_each(("withdraw", 30), ("nothing", 0), ("ten", 10))
def test_three_cards_taken_back_cost(rule: str, points: int) -> None:
    these = rules(failed_throw=rule)
    hand = zpy.deal(these, session("2 2 2 2 2"), seats(5))
    total = []
    for leader in (1, 4):
        throws = (zpy.FailedThrow(leader, 3),)
        done = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 50, "makers", throws=throws))
        assert done.promotions
        total.append(done.promotions.total)
    assert total == [50 + points, 50 - points]


# --- The kitty by the last trick ---


def test_the_kitty_may_count_for_nobody() -> None:
    these = rules(kitty_multiplier=0)
    hand = zpy.deal(these, session("2 2 2 2 2"), seats(5))
    done = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 85, "defenders", 15))
    assert done.promotions
    assert (done.promotions.total, [step.why.code for step in done.promotions.count]) == (85, ["points.tricks"])


@for_each(
    # the lead of the last trick as size and length; the total of 85 points in tricks and 15 in the kitty
    ("fixed", (3, 1), 115),
    ("twice", (3, 1), 175),
    ("power", (3, 1), 205),
    ("power_less", (3, 1), 145),
    ("twice_all", (4, 1), 205),
    ("power_all", (2, 1), 145),
    ("power_length", (2, 2), 205),
    ("table", (1, 1), 115),
    ("table", (2, 1), 145),
    ("table", (3, 1), 175),
    ("table", (2, 3), 85 + 15 * 16),
    ("table", (3, 2), 85 + 15 * 18),
    ("power", (1, 1), 115),
    ("power_less", (1, 1), 100),
)
def test_the_kitty_counts_by_the_last_lead(rule: str, led: tuple[int, int], total: int) -> None:
    these = rules(kitty_by_lead=rule, jokers="one_of_each_per_pack", packs="three")
    hand = zpy.deal(these, session("2 2 2 2 2"), seats(5))
    done = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 85, "defenders", 15, led_last=LastLead(*led)))
    assert done.promotions
    assert done.promotions.total == total


def test_a_last_lead_that_no_hand_has_is_refused() -> None:
    hand = zpy.deal(rules(kitty_by_lead="power"), session("2 2 2 2 2"), seats(5))
    for led, refused in (((0, 1), True), ((21, 1), True), ((20, 1), False), ((2, 11), True)):
        found = codes(
            zpy.check_move(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 85, "defenders", 15, led_last=LastLead(*led)))
        )
        assert found == (["result.led_too_many"] if refused else [])
    huge = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 85, "defenders", 15, led_last=LastLead(20)))
    assert huge.promotions
    assert huge.promotions.total == 85 + 15 * 4096


@for_each(("power", (2, 1)), ("power_all", (3, 1)), ("fixed", (1, 1)))
def test_cards_that_were_written_down_tell_the_last_lead(rule: str, led: tuple[int, int]) -> None:
    """Three cards each are left when the last trick is led with a pair and a single card."""
    hand = zpy.deal(rules(kitty_by_lead=rule), session("2 2 2 2 2 2 2"), seats(7))
    hand = zpy.do(hand, zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(calls("HA#1 DA#1")))
    hand = zpy.do(hand, *[zpy.RecordTrick(1, points) for points in (160, *[0] * 10)])
    for player, played in enumerate(
        ("CA CA CK", "C3 C3 C4", "C5 C6 C7", "C8 C8 C9", "CQ CQ CJ", "D3 D4 D6", "D7 D8 D9"), 1
    ):
        hand = zpy.do(hand, zpy.PlayCards(player, cards(played)))
    wrong = zpy.RecordResult((), 0, "makers", 25, LastLead(5))
    assert codes(zpy.check_move(hand, wrong)) == []
    against = zpy.RecordResult((), 0, "defenders", 25, LastLead(1, 2))
    assert ("result.led_last" in codes(zpy.check_move(hand, against))) == (rule != "fixed")
    assert find_led_last(hand) == (led if rule != "fixed" else (2, 1))


# --- The last trick lost to the trump rank ---


def lose_last_trick(
    choice: str, levels: str, won: LastWin, points: int, suit: Suit | None = Suit.SPADES, **changes: Any
) -> zpy.Hand:
    """Return a hand of five in which 1 and 2 are makers and the defenders win the last trick so."""
    these = rules(demotion=choice, **changes)
    if suit is None:
        these = these.change(jokers_expose="two")
    hand = zpy.deal(these, session(levels), seats(5))
    return zpy.do(hand, zpy.RecordHand(1, suit, (2,), points, "defenders", won_last=won))


def levels_of(hand: zpy.Hand) -> str:
    """Return everyone's level after a hand."""
    return " ".join(str(each.after.level) for _, each in sorted(hand.promotions.players.items()))  # type: ignore[union-attr]


@for_each(
    (LastWin(1), 160, "2 2 8 4 4"),
    (LastWin(1), 100, "2 2 6 2 2"),
    (LastWin(1), 35, "4 4 6 2 2"),
    (LastWin(), 160, "J 9 8 4 4"),
)
def test_a_single_jack_lowers_all_makers(won: LastWin, points: int, after: str) -> None:
    """The first row is the example of the group: trump maker J, friend 9, defender 6, defenders up two."""
    hand = lose_last_trick("single_jack", "J 9 6 2 2", won, points)
    assert levels_of(hand) == after
    assert hand.promotions
    if won.size:
        said = [(zpy.say(step.why), step.amount) for step in hand.promotions.players[1].steps]
        assert said[0] == ("lost the last trick to the trump rank: down to 2", -9)
        assert explain(hand) == ["A, B: lost the last trick to the trump rank: down to 2"]
        assert hand.settlement
        assert hand.settlement.gains[2].amount == (-7 if points > 40 else -5)


def test_a_jack_falls_within_its_lap() -> None:
    these = {**LAPS, "skip_low": True}
    hand = zpy.deal(rules(demotion="single_jack", **these), session("J+ A 2 2 2", maker=1), seats(5))
    hand = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 100, "defenders", won_last=LastWin(1)))
    assert levels_of(hand) == "10+ 2 2 2 2"


@for_each(
    ("J 9 6 2 2", True, 120, "7 9 7 3 3"),
    ("J 9 6 2 2", False, 120, "9 9 7 3 3"),
    ("A 9 6 2 2", True, 120, "J 9 7 3 3"),
    ("A 9 6 2 2", False, 80, "K 9 6 2 2"),
    ("A 9 6 2 2", True, 75, ">A 10 6 2 2"),
    ("J J 6 2 2", True, 120, "7 7 7 3 3"),
    ("J J J 2 2", False, 120, "9 9 Q 3 3"),
    ("A A 6 2 2", False, 120, "K K 7 3 3"),
    ("J A 6 2 2", True, 120, "7 A 7 3 3"),
)
def test_the_last_trick_costs_levels_by_suit(levels: str, of_trumps: bool, points: int, after: str) -> None:
    hand = lose_last_trick("by_suit", levels, LastWin(1, of_trumps=of_trumps), points)
    assert levels_of(hand).replace("JK", ">A") == after


@for_each(
    ("10 9", LastWin(1), "9 9"),
    ("10 9", LastWin(2), "8 9"),
    ("10 9", LastWin(3), "7 9"),
    ("10 9", LastWin(2, 2), "6 9"),
    ("10 9", LastWin(2, 3), "4 9"),
    ("3 9", LastWin(3), "2 9"),
    ("J 9", LastWin(1, of_trumps=True), "2 8"),
    ("Q 9", LastWin(1, of_trumps=True), "6 8"),
    ("K 9", LastWin(1, of_trumps=True), "J 8"),
    ("A 9", LastWin(1, of_trumps=True), "Q 8"),
    ("J 9", LastWin(1), "9 8"),
    ("Q 2", LastWin(1), "J 2"),
    ("K 9", LastWin(1), "Q 8"),
    ("A 9", LastWin(1), "K 8"),
    points=[0, 100, 120],
)
def test_the_last_trick_costs_levels_by_cards(levels: str, won: LastWin, after: str, points: int) -> None:
    risen = "3" if points == 120 else "2"
    three_packs: dict[str, Any] = {"packs": "three", "jokers": "one_of_each_per_pack", "tractors_above_ace": True}
    bands: dict[str, Any] = {"points_for": "all", "neutral": 60, "line": 60}
    hand = lose_last_trick("rank_cards", f"{levels} 2 2 2", won, points, **three_packs, **bands)
    assert levels_of(hand) == f"{after} {risen} {risen} {risen}"


def test_the_last_trick_wins_the_hand() -> None:
    """The makers do not rise for any points of the defenders, who rise by their points alone."""
    hand = lose_last_trick("rank_cards", "10 9 2 2 2", LastWin(1), 0)
    assert hand.promotions
    assert (hand.promotions.winner, hand.promotions.verdict.levels) == ("defenders", 0)
    summary = zpy.summarize(hand)
    assert summary.result
    assert zpy.say(summary.result) == "defenders 0: they win by the last trick"
    risen = lose_last_trick("rank_cards", "10 9 2 2 2", LastWin(1), 160)
    assert risen.promotions
    assert (risen.promotions.winner, risen.promotions.verdict.levels) == ("defenders", 2)


def test_sequences_may_have_won_the_last_trick_where_the_trump_rank_is_in_them() -> None:
    these = rules(demotion="rank_cards", tractors_above_ace=True)
    found = list_last_wins(these, zpy.find_setting(these, 5), zpy.Trumps.parse("S9"))
    assert tuple(map(tuple, found[-2:])) == ((2, 2, False), (2, 3, False))


@for_each(
    ("off", 5, "SJ", ()),
    ("single_jack", 5, "S10", ()),
    ("single_jack", 5, "SJ", ((0, 1, False), (1, 1, False))),
    ("by_suit", 5, "NTA", ((0, 1, False), (1, 1, False))),
    ("by_suit", 5, "SA", ((0, 1, False), (1, 1, True), (1, 1, False))),
    ("rank_cards", 5, "SJ", ((0, 1, False), (1, 1, True), (1, 1, False))),
    ("rank_cards", 8, "S9", ((0, 1, False), (1, 1, False), (2, 1, False), (3, 1, False))),
    ("rank_cards", 5, "JK", ()),
)
def test_what_won_the_last_trick_is_asked_where_it_matters(
    choice: str, players: int, trumps: str, expected: tuple[tuple[int, int, bool], ...]
) -> None:
    these = rules(demotion=choice)
    found = list_last_wins(these, zpy.find_setting(these, players), zpy.Trumps.parse(trumps))
    assert tuple(map(tuple, found)) == expected


@for_each(
    ("off", "SJ", "SJ", (0, 1, False)),
    ("single_jack", "SJ", "SJ", (1, 1, False)),
    ("single_jack", "SJ", "HJ", (1, 1, False)),
    ("single_jack", "SJ", "HJ HJ", (0, 1, False)),
    ("single_jack", "SJ", "SQ", (0, 1, False)),
    ("single_jack", "SJ", "RJ", (0, 1, False)),
    ("single_jack", "SQ", "SQ", (0, 1, False)),
    ("by_suit", "SA", "HA HA", (1, 1, False)),
    ("by_suit", "SA", "SA", (1, 1, True)),
    ("by_suit", "SA", "RJ RJ SA", (0, 1, False)),
    ("by_suit", "SA", "SA SA RJ", (1, 1, True)),
    ("rank_cards", "S9", "S9", (1, 1, False)),
    ("rank_cards", "S9", "H9", (0, 1, False)),
    ("rank_cards", "9", "H9 H9", (2, 1, False)),
    ("rank_cards", "S9", "S9 S9 S9", (3, 1, False)),
    ("rank_cards", "S9", "H9 H9 S9 S9", (2, 2, False)),
    ("rank_cards", "S9", "SA SA H9 H9 S9 S9", (2, 3, False)),
    ("rank_cards", "S9", "H9 H9 H9 S9 S9 S9", (2, 3, False)),
    ("rank_cards", "S9", "H9 H9 S9 S9 BJ BJ", (0, 1, False)),
    ("rank_cards", "SJ", "HJ HJ", (1, 1, False)),
    ("rank_cards", "J", "HJ", (1, 1, False)),
)
def test_cards_that_were_written_down_tell_what_won_the_last_trick(
    choice: str, trumps: str, won: str, expected: tuple[int, int, bool]
) -> None:
    those: dict[str, Any] = {"packs": "three", "jokers": "one_of_each_per_pack", "tractors_above_ace": True}
    of_last_trick = conditions(trumps, players=5, demotion=choice, **those)
    assert tuple(read_last_win(of_last_trick, cards(won))) == expected


def test_the_record_says_what_won_the_last_trick() -> None:
    """Seven players have a card each when the last trick is led. The maker falls from J to 2, then rises three."""
    hand = zpy.deal(rules(demotion="single_jack"), session("J 2 2 2 2 2 2"), seats(7))
    hand = zpy.do(hand, zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(calls("HA#1 DA#1")))
    hand = zpy.do(hand, *[zpy.RecordTrick(1, points) for points in (160, *[0] * 12)])
    assert find_last_win(hand) is None
    for player, played in enumerate(("CA", "C3", "C5", "HJ", "CQ", "D3", "D7"), 1):
        hand = zpy.do(hand, zpy.PlayCards(player, cards(played)))
    assert find_last_win(hand) == LastWin(1)
    assert codes(zpy.check_move(hand, zpy.RecordResult((), 5, "defenders", 35))) == ["result.won_last"]
    done = zpy.do(hand, zpy.RecordResult((), 5, "defenders", 35, won_last=LastWin(1)))
    assert levels_of(done) == "5 2 2 2 2 2 2"


@for_each(LastWin(2), LastWin(1, of_trumps=True), LastWin(0, 2), LastWin(99, 99))
def test_cards_that_cannot_have_won_the_last_trick_are_refused(won: LastWin) -> None:
    hand = zpy.deal(rules(demotion="single_jack"), session("J 2 2 2 2"), seats(5))
    assert codes(zpy.check_move(hand, zpy.RecordHand(1, Suit.SPADES, (), 80, "defenders", won_last=won))) == [
        "result.won_last"
    ]
    assert zpy.can(hand, zpy.RecordHand(1, Suit.SPADES, (), 80, "makers", won_last=won))


# --- Packs and kitty ---


@for_each(
    # packs, kitty, players; packs, cards each, kitty
    ("half", "near_six", 5, (2, 20, 8)),
    ("half", "near_six", 6, (3, 26, 6)),
    ("half", "near_six", 7, (3, 22, 8)),
    ("half", "near_six", 8, (4, 26, 8)),
    ("half", "near_six", 12, (4, 17, 12)),
    ("three", "near_six", 5, (3, 31, 7)),
    ("three", "at_least_five", 8, (3, 19, 10)),
    ("two", "at_least_five", 6, (2, 17, 6)),
    ("two", "at_least_five", 5, (2, 20, 8)),
    ("two", "at_least_five", 7, (2, 14, 10)),
    ("two", "at_least_five", 9, (2, 11, 9)),
    ("four", "near_six", 6, (4, 35, 6)),
    ("six", "near_six", 7, (6, 45, 9)),
    ("five", "near_six", 5, (5, 53, 5)),
    ("every_two", "near_six", 8, (4, 26, 8)),
    ("every_two", "at_least_five", 6, (3, 26, 6)),
    ("every_two", "at_least_five", 10, (5, 26, 10)),
    ("every_two", "at_least_five", 12, (6, 26, 12)),
)
def test_packs_and_kitties_of_groups(packs: str, kitty: str, players: int, expected: tuple[int, int, int]) -> None:
    setting = zpy.find_setting(rules(packs=packs, kitty=kitty, jokers="one_of_each_per_pack"), players)
    assert (setting.packs, setting.hand_size, setting.kitty_size) == expected
    assert setting.points == 100 * setting.packs
    assert setting.pack_size == 54 * setting.packs


@for_each(
    # packs, kitty, players; cards each, cards taken out
    ("four", 12, 6, 34, 0),
    ("four", 13, 7, 29, 0),
    ("three", 8, 8, 19, 2),
    ("two", 9, 12, 8, 3),
    ("six", 9, 7, 45, 0),
    ("two", 30, 12, 6, 6),
    ("two", 4, 9, 11, 5),
)
def test_a_kitty_of_its_own_size(packs: str, kitty: int, players: int, each: int, out: int) -> None:
    setting = zpy.find_setting(with_own_kitty(packs, kitty), players)
    assert (setting.hand_size, setting.kitty_size, len(setting.left_out)) == (each, kitty, out)
    assert setting.hand_size * players + kitty == setting.pack_size == sum(setting.copies.values())
    assert setting.points == sum(zpy.points_of([card]) * count for card, count in setting.copies.items())


def with_own_kitty(packs: str, kitty: int) -> zpy.Rules:
    return rules(packs=packs, kitty="own", kitty_size=kitty, jokers="one_of_each_per_pack")


@for_each(
    ("3 3 3 3 3 3 3 3", None, "C2 D2"),
    ("2 2 2 2 2 2 2 2", None, "C3 D3"),
    ("9 9 9 9 9 9 9 2", None, "C3 D3"),
    ("2 2 2 2 3 3 3 3", None, "C4 D4"),
    ("9 2 9 9 9 9 9 9", 2, "C3 D3"),
    ("9 2 9 9 9 9 9 9", 1, "C2 D2"),
)
def test_low_cards_of_a_rank_that_makes_no_trumps_are_taken_out(levels: str, maker: int | None, out: str) -> None:
    """Eight players with three packs and a kitty of eight: two twos go, or threes where the maker is at 2."""
    these = with_own_kitty("three", 8)
    if maker:
        these = these.change(making_trumps=PREDETERMINED)
    hand = zpy.deal(these, session(levels, maker=maker), seats(8))
    assert hand.setting.left_out == hand.making.setting.left_out == cards(out)
    copies = hand.setting.copies
    assert {count for card, count in copies.items() if card in hand.setting.left_out} == {2}


def test_four_low_cards_of_a_pack_at_most_are_of_one_rank() -> None:
    setting = zpy.find_setting(with_own_kitty("two", 10), 11, frozenset({level("9").rank}))
    assert setting.left_out == cards("C2 D2 H2 S2 C2 D2 H2 S2 C3 D3")
    assert cards("C2")[0] not in setting.copies


@for_each(5, 8, 11)
def test_hands_with_cards_taken_out_are_played_through(players: int) -> None:
    for seed in range(3):
        random_hand = RandomHand(with_own_kitty("two", 7), players, Random(f"out{players}{seed}"))
        random_hand.play_hand()
        assert random_hand.hand.phase == "complete"


SIX_PACKS: dict[str, Any] = {"packs": "six", "jokers": "one_of_each_per_pack"}


def test_six_identical_cards() -> None:
    six = conditions("H9", players=7, **SIX_PACKS)
    lead = zpy.read_lead(six, cards(" ".join(["SA"] * 6)))
    assert (zpy.say(lead.name), lead.parts[0].shape) == ("6 identical cards", (6, 1))
    run = zpy.read_lead(six, cards(" ".join(["SA"] * 5 + ["SK"] * 5)))
    assert zpy.say(run.name) == "a sequence of 2 times 5 identical cards"
    thrown = zpy.read_lead(six, cards(" ".join(["SA"] * 6 + ["SK"] * 5)))
    assert [part.shape for part in thrown.parts] == [(6, 1), (5, 1)]
    held = cards(" ".join(["S8"] * 6 + ["S7"] * 2))
    refused = zpy.check_follow(six, lead, held, held[2:])
    assert [zpy.say(problem) for problem in refused] == ["6 identical cards of the suit led must be played."]


def test_a_set_of_six_in_sequence_is_followed() -> None:
    six = conditions("H9", players=5, follow="subset_pattern", **SIX_PACKS)
    lead = zpy.read_lead(six, cards(" ".join(["SA"] * 5 + ["SK"] * 5)))
    held = cards(" ".join(["S8"] * 5 + ["S7"] * 5 + ["S5"] * 2))
    refused = zpy.check_follow(six, lead, held, held[2:])
    assert [problem.code for problem in refused] == ["follow.sets_in_sequence"]


def test_six_cards_are_shown_and_the_sixth_is_called() -> None:
    hand = zpy.deal(rules(**SIX_PACKS), session("9 9 9 9 9 9 9"), seats(7))
    hand = zpy.do(hand, zpy.ExposeCards(1, cards("C9 C9 C9 C9 C9")), zpy.ExposeCards(2, cards(" ".join(["D9"] * 6))))
    assert codes(zpy.check_move(hand, zpy.ExposeCards(3, cards(" ".join(["S9"] * 7))))) != []
    hand = zpy.do(hand, zpy.EndDeal(), zpy.CallFriends(calls("SA#6 HA#5")))
    assert (hand.maker, str(hand.trumps)) == (2, "D9")
    assert codes(zpy.check_calls(hand.rules, hand.setting, "D9", calls("SA#7 HA#1"))) == ["call.copy"]


# --- What follows a deal without trumps ---


def test_the_third_deal_without_trumps_is_decided_by_the_kitty() -> None:
    hand = zpy.deal(rules(nobody_made_trumps="redeal_twice"), session("2 2 2 2 2"), seats(5))
    for redeals in (1, 2):
        hand = zpy.do(hand, zpy.EndDeal())
        assert (hand.redeals, hand.phase) == (redeals, "trumps")
    assert zpy.do(hand, zpy.EndDeal()).phase == "turn"


def test_where_the_first_card_decides_a_first_hand_is_dealt_again() -> None:
    these = rules(nobody_made_trumps="first_card", making_trumps="predetermined")
    first = zpy.deal(these, session("2 2 2 2 2"), seats(5))
    assert zpy.do(first, zpy.EndDeal()).redeals == 1
    later = zpy.deal(these, session("2 2 2 2 2", maker=3), seats(5))
    assert zpy.do(later, zpy.EndDeal()).phase == "turn"


def test_a_card_that_was_shown_may_not_be_called() -> None:
    hand = show("1:C9", "9 9 9 9 9 9", friend_cards="any_not_shown")
    hand = zpy.do(hand, zpy.EndDeal())
    assert codes(zpy.check_move(hand, zpy.CallFriends(calls("C9#2 RJ#1")))) == ["call.shown"]
    assert zpy.can(hand, zpy.CallFriends(calls("S9#2 RJ#1")))


# --- Sets ---


@pytest.mark.exhaustive
@for_each(
    preset=["shengji", "shengji_two_packs", "finding_friends", "five_three_packs", "five_falling_levels"],
    players=range(5, 13),
)
def test_sets_of_groups_are_played_through(preset: str, players: int) -> None:
    for seed in range(3):
        random_hand = RandomHand(rules(preset), players, Random(f"{preset}{players}{seed}"))
        random_hand.play_hand()
        assert random_hand.hand.phase == "complete"
        again = zpy.deal(rules(preset), zpy.advance_session(random_hand.hand), seats(players))
        assert again.phase in ("trumps", "kitty")
