"""The game as a `Game`: summaries, lines of the history, and sessions from hand to hand."""

from random import Random
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.messages import Message
from scorekeeper.settlement import Account
from tests.cases import for_each, require
from tests.games.zhao_pengyou.hands import deal_hand, play_cards, start_play
from tests.games.zhao_pengyou.note_taker import NoteTaker
from tests.games.zhao_pengyou.play import calls, cards, rules, seats, session
from tests.games.zhao_pengyou.random_hand import RandomHand
from tests.games.zhao_pengyou.real_hand import RealHand
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.tiers import examples

NAMES = {1: "Ann", 2: "Ben", 3: "Cem", 4: "Dee", 5: "Eli", 6: "Fay", 7: "Gus"}


def test_the_game_is_whole() -> None:
    game = zpy.GAME
    sets = ["pagat", "active_passive", "joker_laps", "shengji", "shengji_two_packs", "finding_friends"]
    sets += ["five_three_packs", "five_falling_levels"]
    assert (game.key, list(game.presets)) == ("zhao_pengyou", sets)
    assert game.seat_counts(rules()) == range(5, 13)
    assert {move for phase in game.phases.values() for move in phase.moves} == set(game.moves)
    assert all(f"now.{key}" == phase.refusal for key, phase in game.phases.items())


# --- Lines of the history ---


def list_lines(before: zpy.Hand, *moves: Any) -> list[str]:
    *others, last = moves
    before = zpy.do(before, *others)
    return [zpy.say(said, NAMES) for said in last.says(before, zpy.do(before, last))]


KITTY = {"nobody_made_trumps": "kitty_decides"}
AT_THE_JOKER = zpy.deal(rules(end="joker_lap", **KITTY), session("JK 2 2 2 2"), seats(5))
THROWN = play_cards(start_play("HQ#1 DA#1"), "HA+HQ")

TOLD: list[tuple[zpy.Hand, list[Any], list[str]]] = [
    (deal_hand(), [zpy.ExposeCards(1, cards("S2 S2"))], ["Ann shows ♠2, ♠2."]),
    (deal_hand(), [zpy.ExposeCards(1, cards("S2")), zpy.ExposeCards(2, cards("D2 D2")), zpy.TakeBack(1)],
     ["Ann takes the cards back."]),
    (deal_hand(), [zpy.ExposeCards(1, cards("S2")), zpy.EndDeal()],
     ["The deal is over.", "Ann is trump maker with ♠2."]),
    (deal_hand(), [zpy.EndDeal()], ["The deal is over.", "Nobody has made trumps; the cards are dealt again."]),
    (deal_hand(**KITTY), [zpy.EndDeal()], ["The deal is over.", "Nobody has made trumps; the kitty decides."]),
    (AT_THE_JOKER, [zpy.EndDeal()],
     ["The deal is over.", "Nobody has made trumps; the kitty decides.", "Ann is trump maker with JK."]),
    (deal_hand(**KITTY), [zpy.EndDeal(), zpy.TurnKitty(cards("H3 D2"))],
     ["The kitty is turned up: ♥3, ♦2.", "Ann is trump maker with ♦2."]),
    (deal_hand(), [zpy.EnterTrumps(3, Suit.CLUBS)], ["Cem is trump maker with ♣2."]),
    (deal_hand(), [zpy.EnterTrumps(3, Suit.CLUBS), zpy.BuryKitty(cards("H3 H4 H5 H6 H7 H8"))],
     ["The trump maker takes the kitty and discards."]),
    (deal_hand(), [zpy.EnterTrumps(3, Suit.CLUBS), zpy.BuryKitty(), zpy.CallFriends(calls("HA#1 DA#2"))],
     ["Calls: ♥A#1, ♦A#2."]),
    (deal_hand(), [zpy.EnterTrumps(3, Suit.CLUBS), zpy.CallFriends(None)],
     ["The trump maker takes the kitty and discards.", "The trump maker calls friends."]),
    (start_play(), [zpy.PlayCards(1, cards("H3 H3"))], ["Ann plays ♥3, ♥3."]),
    (play_cards(start_play(), "H3 H4 H6 HK H5"), [zpy.PlayCards(6, cards("HA"))],
     ["Fay plays ♥A.", "Fay has played ♥A#1.", "Trick 1: Fay +15."]),
    (play_cards(start_play(), "H3"), [zpy.PlayUnseen(2)], ["Ben plays nothing that counts."]),
    (THROWN, [zpy.BeatThrow(4, cards("HK"))],
     ["Dee shows ♥K against the throw.", "Ann’s throw is beaten; one card goes back.", "Ann has played ♥Q#1."]),
    (start_play(), [zpy.RecordTrick(2, 30)], ["Trick 1: Ben +30."]),
    (start_play(), [zpy.RecordTrick(2, 30), zpy.CorrectTrick(1, 3, 25)], ["Trick 1 fixed: Ben +30 → Cem +25."]),
    (play_cards(start_play(), "H3 H4 H6 HK H5 H8"), [zpy.CorrectCards(1, 6, cards("HA"))],
     ["Trick 1 fixed: Fay played ♥A, not ♥8.", "Fay has played ♥A#1.", "Trick 1: Fay +15."]),
    (start_play(), [zpy.RecordThrow(2, 3)], ["Ben’s throw is beaten; 3 cards go back."]),
    (start_play(), [zpy.RevealFriend(2, *calls("HA#1"))], ["Ben has played ♥A#1."]),
    (start_play(), [zpy.RecordResult((2,), 30, "makers")], ["Result: 30 points in the defenders’ tricks."]),
    (
        deal_hand(),
        [zpy.RecordHand(1, Suit.SPADES, (2,), 30, "makers", throws=(zpy.FailedThrow(3, 2),))],
        [
            "Ann is trump maker with ♠2.",
            "The trump maker takes the kitty and discards.",
            "The trump maker calls friends.",
            "Cem’s throw is beaten; 2 cards go back.",
            "Result: 30 points in the defenders’ tricks.",
        ],
    ),
]  # fmt: skip


@for_each(*TOLD)
def test_what_a_move_tells(hand: zpy.Hand, moves: list[Any], lines: list[str]) -> None:
    assert list_lines(hand, *moves) == lines


def test_every_move_is_told() -> None:
    assert {type(moves[-1]) for _, moves, _ in TOLD} == set(zpy.GAME.moves)


def collect_messages(hand: zpy.Hand) -> list[Message]:
    """Collect the messages of the summary, the settlement and the next session of a hand."""
    summary, settlement, after = zpy.summarize(hand), hand.settlement, zpy.advance_session(hand)
    said = [summary.result] if summary.result else []
    for standing in after.standings.values():
        said += [standing.said, *standing.marks]
    if settlement:
        said += [gain.said for gain in settlement.gains.values() if gain.said]
        for account in settlement.accounts:
            said += [account.title, *(step.why for step in account.steps)]
    return said


def check_message(said: Message) -> None:
    """Check that a message has a sentence, and every fact that the sentence needs."""
    sentence = zpy.SENTENCES[said.code]
    assert {name for _, name, _, _ in Formatter().parse(sentence.text) if name} <= set(said.facts)
    assert zpy.say(said)


@given(rulesets(), st.integers(5, 12), st.integers(0, 10_000))
@examples(25)
def test_discards_are_a_secret_before_the_result(these: zpy.Rules, players: int, seed: int) -> None:
    """Nothing that is told to the table differs when other cards are discarded; all of it has sentences."""
    random_hand = RandomHand(these, players, Random(seed))
    random_hand.play_hand()
    hand = random_hand.dealt
    for move in random_hand.moves:
        before, hand = hand, zpy.do(hand, move)
        said = tuple(move.says(before, hand))
        if isinstance(move, zpy.BuryKitty):
            assert [one.facts for one in said] == [{}]
        for one in (*said, *collect_messages(hand)):
            check_message(one)
        if hand.phase != "complete":
            facts = zpy.summarize(hand).facts
            assert (facts["kitty_points"], facts["points"]) == (None, None)


def test_columns_and_roles_have_names() -> None:
    summary = zpy.summarize(zpy.do(start_play(), zpy.RecordResult((2,), 30, "makers")))
    assert {f"column.{name}" for name in summary.facts} == {code for code in zpy.SENTENCES if code.startswith("column")}
    assert {role.code for roles in summary.roles.values() for role in roles} == {
        code for code in zpy.SENTENCES if code.startswith("role.")
    }


# --- A hand in a line ---


def summarize_line(hand: zpy.Hand) -> tuple[str | None, str | None]:
    summary = zpy.summarize(hand)
    contract = summary.contract
    return (str(contract) if contract else None), (zpy.say(summary.result) if summary.result else None)


def end_hand(points: int, *, throw: int = 0, **changes: Any) -> zpy.Hand:
    """Return a complete hand with makers 1, 2 and 3, and perhaps a beaten throw."""
    throws = (zpy.FailedThrow(throw, 0),) if throw else ()
    return zpy.do(deal_hand(**changes), zpy.RecordHand(1, Suit.SPADES, (2, 3), points, "makers", throws=throws))


@for_each(
    (deal_hand(), (None, None)),
    (start_play(), ("S2", None)),
    (end_hand(45), ("S2", "defenders 45: makers +1")),
    (end_hand(0), ("S2", "defenders 0: makers +3")),
    (end_hand(100), ("S2", "defenders 100: nobody rises")),
    (end_hand(165), ("S2", "defenders 165: defenders +2")),
    (end_hand(0, throw=1, failed_throw="hand_ends"), ("S2", "a beaten throw: defenders +1")),
    (end_hand(0, throw=4, failed_throw="hand_ends"), ("S2", "a beaten throw: makers +1")),
    (end_hand(0, throw=4, failed_throw="penalty_points"), ("S2", "a beaten throw: levels owed")),
)
def test_a_hand_in_a_line(hand: zpy.Hand, expected: tuple[str | None, str | None]) -> None:
    assert summarize_line(hand) == expected


@for_each(
    (deal_hand(), {}),
    (start_play(), {1: "maker"}),
    (zpy.do(start_play(), zpy.RevealFriend(4, *calls("HA#1"))), {1: "maker", 4: "friend"}),
    (zpy.do(start_play(), zpy.RevealFriend(4, *calls("HA#1")), zpy.RevealFriend(1, *calls("DA#1"))),
     {1: "maker", 2: "defender", 3: "defender", 4: "friend", 5: "defender", 6: "defender"}),
    (zpy.do(start_play(), zpy.RecordResult((2, 3), 0, "makers")),
     {1: "maker", 2: "friend", 3: "friend", 4: "defender", 5: "defender", 6: "defender"}),
)  # fmt: skip
def test_roles_as_far_as_they_are_known(hand: zpy.Hand, expected: dict[int, str]) -> None:
    roles = zpy.summarize(hand).roles
    assert {player: role.code.removeprefix("role.") for player, (role,) in roles.items()} == expected
    sides = {player: role.side for player, (role,) in roles.items()}
    assert sides == {player: "defenders" if role == "defender" else "makers" for player, role in expected.items()}


# --- The settlement ---


def list_accounts(hand: zpy.Hand) -> list[tuple[str, list[str]]]:
    return [(zpy.say(each.title, NAMES), list_steps(each)) for each in require(hand.settlement).accounts]


def list_steps(account: Account[int]) -> list[str]:
    return [f"{zpy.say(step.why, NAMES)}: {step.effect} {step.amount}" for step in account.steps]


def test_the_settlement_counts_judges_and_promotes() -> None:
    dealt = zpy.deal(rules(), session("2 5 2 2 2 2", owed={2: 1}), seats(6))
    hand = zpy.do(dealt, zpy.RecordHand(1, Suit.SPADES, (2,), 30, "makers", throws=(zpy.FailedThrow(5, 2),)))
    assert list_accounts(hand) == [
        (
            "The defenders’ points",
            ["30 points in the defenders’ tricks: add 30", "Eli took back 2 of the cards thrown: add -20"],
        ),
        (
            "Levels won",
            ["the defenders have 10 points: add 2", "1 fewer than a full team: as much again for each: times 2"],
        ),
        ("Ann’s level", ["won 4: add 4"]),
        ("Ben’s level", ["won 4: add 4", "1 owed for throws: add -1"]),
        *((f"{NAMES[player]}’s level", []) for player in (3, 4, 5, 6)),
    ]
    assert hand.settlement
    assert hand.settlement.amounts == {1: 4, 2: 3, 3: 0, 4: 0, 5: 0, 6: 0}
    said = [zpy.say(gain.said) for gain in hand.settlement.gains.values() if gain.said]
    assert said == ["2 → 6", "5 → 8", *["stays at 2"] * 4]


def test_a_hand_that_is_not_counted_has_no_count() -> None:
    titles = [title for title, _ in list_accounts(end_hand(0, throw=1, failed_throw="hand_ends"))]
    assert titles[0] == "Levels won"


def test_only_who_has_played_gains() -> None:
    hand = zpy.deal(rules(), session("2 2 2 2 2 2 7"), seats(6))
    hand = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2, 3), 0, "makers"))
    assert set(require(hand.settlement).gains) == set(seats(6))
    assert str(zpy.advance_session(hand).levels[7]) == "7"


# --- A past that was corrected ---


@given(rulesets(), st.integers(5, 12), st.integers(0, 10_000))
@examples(40)
def test_a_hand_stays_as_it_was_played_when_its_past_is_corrected(these: zpy.Rules, players: int, seed: int) -> None:
    """Trump maker, trumps, tricks and verdict stay; the levels they are added to change."""
    luck = Random(seed)
    note_taker = NoteTaker(RealHand(these, players, luck), luck)
    note_taker.record_hand()
    hand = note_taker.hand
    levels = " ".join(luck.choice(("2", "3", "9", "K")) for _ in range(players))
    other = session(levels, luck.randint(1, players), maker=luck.randint(1, players), owed={1: 1})
    after = zpy.rebase_hand(hand, other)
    kept = ("seats", "maker", "trumps", "making", "calls", "found", "record", "throws", "result", "redeals", "phase")
    assert [getattr(after, name) for name in kept] == [getattr(hand, name) for name in kept]
    assert after.session.begins == hand.session.begins
    assert after.promotions
    assert hand.promotions
    assert (after.promotions.count, after.promotions.verdict) == (hand.promotions.count, hand.promotions.verdict)
    for player, promoted in after.promotions.players.items():
        assert promoted.before.level == other.levels[player]
        assert promoted.before.active
    assert zpy.rebase_hand(hand, hand.session) == hand


def test_a_redeal_made_everyone_active_in_a_corrected_past_too() -> None:
    these = rules("active_passive")
    dealt = zpy.deal(these, session("2 2 2 2 2"), seats(5))
    with pytest.raises(RuleError, match=r"now\.trumps"):
        _ = dealt.trump_maker
    hand = zpy.do(dealt, zpy.EndDeal())
    other = session("3 3 3 3 3", passive=(1, 2))
    assert zpy.rebase_hand(hand, other).session.passive == frozenset()
    assert zpy.rebase_hand(zpy.deal(these, session("2 2 2 2 2"), seats(5)), other).session.passive == {1, 2}


def test_levels_count_for_exposures_where_there_was_none_yet() -> None:
    hand, other = zpy.deal(rules(), session("2 2 2 2 2"), seats(5)), session("3 4 5 6 7", starter=3)
    fresh = zpy.rebase_hand(hand, other)
    assert zpy.can(fresh, zpy.ExposeCards(1, cards("C3")))
    assert (fresh.session.begins, fresh.making.session) == (1, fresh.session)
    made = zpy.do(zpy.rebase_hand(zpy.do(hand, zpy.ExposeCards(1, cards("C2"))), other), zpy.EndDeal())
    assert (made.maker, str(made.trumps), str(made.session.levels[1])) == (1, "C2", "3")
