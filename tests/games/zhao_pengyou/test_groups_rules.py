"""The house rules of groups, example by example; each is named by its section in tests/games/test_sources.py."""

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
from scorekeeper.house_rules import house_rules
from tests.cases import for_each
from tests.games.zhao_pengyou.asking import explain
from tests.games.zhao_pengyou.hands import start_play
from tests.games.zhao_pengyou.play import calls, cards, codes, level, rules, seats, session
from tests.games.zhao_pengyou.random_hand import RandomHand
from tests.games.zhao_pengyou.tricks import conditions, join_words

PREDETERMINED = "predetermined"


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


# --- Levels that must be played ---

FIVES: dict[str, Any] = {"must_play": "5_10_K_A"}


def test_levels_lost_at_a_stop_are_told() -> None:
    hand, _ = play_hand("7 2 2 2 2", (1, 2), 0, **FIVES)
    assert hand.promotions
    steps = hand.promotions.players[1].steps
    assert [(zpy.say(step.why), step.amount) for step in steps] == [("won 3", 3)]
    hand, _ = play_hand("8 2 2 2 2", (1, 2), 0, **FIVES)
    assert hand.promotions
    steps = hand.promotions.players[1].steps
    assert [(zpy.say(step.why), step.amount) for step in steps] == [("won 3", 3), ("10 must be played first", -1)]


def test_a_level_is_left_once_in_a_hand() -> None:
    """Levels for a beaten throw come after those for the points, and stop as well."""
    these = rules(must_play="5_10_K_A", failed_throw="hand_lost", after_failed_throw="goes_on")
    hand = zpy.deal(these, session("5 9 2 2 2"), seats(5))
    hand = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2,), 0, "makers", throws=(zpy.FailedThrow(3, 1),)))
    assert str(zpy.advance_session(hand).levels[2]) == "10"


# --- Above the ace, and first levels ---


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


# --- Next trump maker ---


def test_the_coming_trump_maker_must_be_decided() -> None:
    assert codes(zpy.Rules(starter="coming_maker").check()) == ["rules.coming_maker_not_decided"]


# --- Exposures ---


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
    choice=["no_trumps", "any", "not_highest", "no_points", "aces"],
    trumps=["H6", "NT6", "SA", "NTA", "JK"],
    players=range(5, 13),
)
def test_enough_cards_may_be_called(choice: str, trumps: str, players: int) -> None:
    these = rules(friend_cards=choice)
    setting = zpy.find_setting(these, players)
    assert len(zpy.legal_calls(these, setting, trumps)) >= setting.calls


# --- Bands ---


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


# --- The kitty by the last trick ---


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


def test_levels_lost_to_a_single_jack_are_told() -> None:
    for points, gain in ((160, -7), (100, -7), (35, -5)):
        hand = lose_last_trick("single_jack", "J 9 6 2 2", LastWin(1), points)
        assert hand.promotions
        said = [(zpy.say(step.why), step.amount) for step in hand.promotions.players[1].steps]
        assert said[0] == ("lost the last trick to the trump rank: down to 2", -9)
        assert explain(hand) == ["A, B: lost the last trick to the trump rank: down to 2"]
        assert hand.settlement
        assert hand.settlement.gains[2].amount == gain


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
