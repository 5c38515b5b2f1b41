"""The starter and the trump maker of the next deal."""

from fractions import Fraction
from typing import Any

from scorekeeper.cards import Rank, Suit
from scorekeeper.codec import decoder, encode
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.session import activate_everyone
from tests.cases import for_each, require
from tests.games.zhao_pengyou.play import codes, level, refusals, rules, seats, session

SEATS = seats(6)


def play_and_advance(these: zpy.Rules, makers: tuple[int, ...], points: int, **facts: Any) -> zpy.Session:
    hand = zpy.deal(these, session("2 2 2 2 2 2", **facts), SEATS)
    maker, *friends = makers
    return zpy.advance_session(zpy.do(hand, zpy.RecordHand(maker, Suit.SPADES, tuple(friends), points, "makers")))


@for_each(
    # preset, changes, makers, points, starter
    ("pagat", {}, (4, 1, 2), 0, 4),
    ("pagat", {}, (4, 1, 2), 150, 4),  # there is nobody passive
    ("active_passive", {}, (4, 1, 2), 0, 4),
    ("active_passive", {}, (4, 5, 2), 150, 6),  # 4 and 5 have become passive
    ("pagat", {"starter": "rotate_right"}, (4, 1, 2), 0, 2),
    ("active_passive", {"starter": "rotate_right"}, (4, 1, 2), 150, 2),
)
def test_next_starter(preset: str, changes: dict[str, Any], makers: tuple[int, ...], points: int, starter: int) -> None:
    assert play_and_advance(rules(preset, **changes), makers, points).begins == starter


@for_each(
    # makers, points, next trump maker: of the friends the nearest to the right, of the defenders too
    ((4, 1, 2), 0, 1),
    ((4, 2, 6), 0, 6),
    ((4, 2, 6), 150, 5),
    ((4, 5, 6), 150, 1),
    ((4,), 0, 4),  # no friend
    ((4, 1, 2), 100, 4),  # neither side has won
)
def test_next_trump_maker_where_the_last_hand_decides(makers: tuple[int, ...], points: int, expected: int) -> None:
    assert play_and_advance(rules("joker_laps"), makers, points).maker == expected
    assert play_and_advance(rules(), makers, points).maker is None


def test_everyone_is_active_when_nobody_made_trumps() -> None:
    before = session("2 7 2 2 2 2", starter=3, passive=(2, 4))
    after = activate_everyone(before)
    assert (after.begins, after.levels, after.passive) == (3, before.levels, frozenset())


def test_debts_and_levels_are_handed_on() -> None:
    after = play_and_advance(rules(), (4, 1, 2), 0, owed={4: 4, 5: 1, 1: 1})
    assert after.owed == {4: 1, 5: 1}
    assert [str(after.levels[player]) for player in SEATS] == ["4", "5", "2", "2", "2", "2"]


def test_the_first_hand() -> None:
    first = zpy.start_session(rules(), (3, 1, 2, 4, 5))
    assert first.begins == 3
    assert set(first.levels.values()) == {level("2")}


@for_each(0, 4, 13)
def test_no_session_begins_with_too_few_or_too_many(players: int) -> None:
    assert refusals(zpy.start_session, rules(), seats(players)) == ["players.count"]


def test_an_unfinished_hand_hands_on_what_it_began_with() -> None:
    hand = zpy.deal(rules(), session("2 7 2 2 2 2", starter=3), SEATS)
    assert (
        zpy.advance_session(hand) == zpy.advance_session(zpy.do(hand, zpy.EnterTrumps(4, Suit.SPADES))) == hand.session
    )


def test_who_comes_begins_at_two_and_who_left_gives_way() -> None:
    before = session("3 4 5 6 7 8", starter=2, maker=2)
    hand = zpy.deal(rules("joker_laps"), before, (1, 3, 4, 5, 7))
    assert hand.making.fixed_maker is None
    assert str(hand.session.levels[7]) == "2"
    assert str(hand.session.levels[2]) == "4"


@for_each(
    # seats, everyone in order of turn, absent starter; the player who takes the first card instead
    ((1, 3, 4, 5, 7), (), 2, 1),  # nobody knows where the starter would sit
    ((1, 3, 4, 5, 7), (1, 2, 3, 4, 5, 7), 2, 3),
    ((1, 3, 4, 5, 7), (1, 3, 4, 2, 5, 7), 2, 5),  # the next seat, not whoever joined next
    ((1, 3, 4, 5, 7), (1, 3, 4, 5, 2, 6, 7), 2, 7),  # the one after is not there either
    ((1, 3, 4, 5, 7), (1, 3, 4, 5, 7, 2), 2, 1),
    ((1, 2, 3, 4, 5), (), 6, 1),
    ((3, 1, 2, 4, 5), (), None, 3),
    ((1, 3, 4, 5, 7), (1, 2, 3, 4, 5, 7), 4, 4),
    preset=[{}, {"starter": "rotate_right"}],
)
def test_the_next_seat_begins_for_an_absent_starter(
    preset: dict[str, Any], players: tuple[int, ...], circle: tuple[int, ...], starter: int | None, expected: int
) -> None:
    hand = zpy.deal(rules(**preset), session("2 2 2 2 2 2 2", starter=starter), players, circle)
    assert hand.session.begins == expected
    after = zpy.advance_session(zpy.do(hand, zpy.RecordHand(expected, Suit.SPADES, (), 0, "makers")))
    turn = (*players, players[0])
    assert after.begins == (turn[turn.index(expected) + 1] if preset else expected)


# --- Standings, and what JSON holds ---


def test_standings_are_levels_with_marks_beside_them() -> None:
    now = session("2 A JK 2+ 10", passive=(2,), owed={2: 3, 5: 1, 4: 0})
    shown = {
        player: (standing.value, zpy.say(standing.said), [zpy.say(mark) for mark in standing.marks])
        for player, standing in now.standings.items()
    }
    assert shown == {
        1: (0, "2", []),
        2: (12, "A", ["passive", "owes 3"]),
        3: (13, "JK", []),
        4: (14, "2+", []),
        5: (8, "10", ["owes 1"]),
    }
    assert zpy.rank_players(now.standings) == ((4,), (3,), (2,), (5,), (1,))


@for_each(
    zpy.Session(),
    session("2 A JK 2+ 10 3 4 5 6 7 8", starter=11, passive=(2, 10), maker=3, owed={2: 3, 10: 1}),
    zpy.start_session(rules(), (3, 1, 12, 4, 5)),
)
def test_json_holds_a_session(now: zpy.Session) -> None:
    stored = encode(now)
    again = decoder(zpy.Session).decode(stored)
    assert (again, encode(again)) == (now, stored)
    assert list(again.standings) == sorted(now.levels)


def test_newcomers_begin_at_two_and_nobody_loses_a_level_by_joining() -> None:
    first = zpy.add_player(rules(), zpy.create_session(rules()), 4)
    assert (first.begins, first.levels) == (None, {4: level("2")})
    risen = zpy.adjust_standings(rules(), first, {4: 3})
    assert zpy.add_player(rules(), zpy.add_player(rules(), risen, 4), 5).levels == {4: level("5"), 5: level("2")}
    assert zpy.GAME.set_starter(risen, 5).begins == 5
    assert zpy.deal(rules(), risen, SEATS).session.begins == 1


def test_whoever_never_joined_plays_as_a_newcomer() -> None:
    """Nobody has a level, and a deal without a session has everything that a hand needs."""
    hand = zpy.do(zpy.deal(rules(), zpy.Session(), SEATS), zpy.RecordHand(2, Suit.SPADES, (3, 4), 50, "makers"))
    after = zpy.advance_session(hand)
    assert [str(after.level(player)) for player in (*SEATS, 9)] == ["2", "3", "3", "3", "2", "2", "2"]
    making = zpy.TrumpMaking(rules(), SEATS, zpy.Session())
    assert zpy.find_needs(making)[6].copies == 1
    assert making.maker_by_kitty == 1


# --- Levels changed by hand ---

LAPS: dict[str, Any] = {"end": "joker_lap", "nobody_made_trumps": "kitty_decides"}
OWED = {"failed_throw": "penalty_points"}


@for_each(
    # house rules, levels more or less; everyone's level then, or refusals; at first they have 2 5 A 10 JK
    ({}, {1: 2, 2: -1}, "4 4 A 10 JK"),
    ({}, {2: -3}, "2 2 A 10 JK"),
    ({}, {3: 4, 5: 2}, "2 5 JK 10 JK"),  # nothing is higher than above the ace
    (LAPS, {3: 4, 5: 2}, "2 5 4+ 10 3+"),
    ({**LAPS, "skip_low": True}, {5: 2}, "2 5 A 10 J+"),
    ({}, {5: -1}, "2 5 A 10 A"),
    ({}, {1: Fraction(4, 2)}, "4 5 A 10 JK"),
    ({}, {}, "2 5 A 10 JK"),
    ({}, {6: 1}, "2 5 A 10 JK 3"),  # never joined
    ({}, {1: -1}, ["adjust.below_two"]),
    ({}, {2: -4, 6: -1}, ["adjust.below_two", "adjust.below_two"]),
    (LAPS, {5: -14}, ["adjust.below_two"]),
    ({}, {1: Fraction(1, 2), 2: -4}, ["adjust.not_whole", "adjust.below_two"]),
)
def test_levels_changed_by_hand(changes: dict[str, Any], amounts: dict[int, Any], expected: list[str] | str) -> None:
    before, these = session("2 5 A 10 JK", passive=(2,), owed={1: 1}), rules(**changes)
    problems = zpy.check_adjustment(these, before, amounts)
    if isinstance(expected, list):
        assert codes(problems) == expected
        return
    after = zpy.adjust_standings(these, before, amounts)
    assert (codes(problems), " ".join(map(str, after.levels.values()))) == ([], expected)
    assert (after.passive, after.owed, after.begins) == (before.passive, before.owed, before.begins)


def test_how_far_a_level_can_fall_is_told() -> None:
    [problem] = zpy.check_adjustment(rules(), session("2 5 A"), {2: -4})
    assert problem.facts == {"player": 2, "level": level("5"), "most": 3}
    assert zpy.say(problem, {2: "Ben"}) == "Ben is at 5. Levels that can be taken away: 3 at most."


@for_each(
    # house rules, a penalty of player 2; refusals
    (OWED, {2: -2}, []),
    (OWED, {2: -2, 3: 0}, []),
    ({}, {2: -2}, ["adjust.nothing_owed"]),
    (OWED, {2: -2, 3: 1}, ["adjust.pays_others"]),
    (OWED, {2: 1}, ["adjust.no_penalty"]),
    (OWED, {}, ["adjust.no_penalty"]),
    (OWED, {2: Fraction(-1, 2)}, ["adjust.not_whole"]),
    ({}, {2: -1, 1: 1}, ["adjust.nothing_owed", "adjust.pays_others"]),
)
def test_a_penalty_is_levels_owed(changes: dict[str, Any], amounts: dict[int, Any], expected: list[str]) -> None:
    before, these = session("2 2 2 2 2", owed={2: 1, 4: 1}), rules(**changes)
    assert codes(zpy.check_adjustment(these, before, amounts, 2)) == expected
    if not expected:
        after = zpy.adjust_standings(these, before, amounts, 2)
        assert (after.owed, after.levels) == ({2: 3, 4: 1}, before.levels)


# --- Active players ---


@for_each(
    # preset, seats, passive before, passive in the deal
    ("active_passive", SEATS, (2, 4), {2, 4}),
    ("active_passive", SEATS, (), set()),
    ("active_passive", (1, 2, 4, 5, 7), (1, 2, 4, 5), {1, 2, 4, 5}),  # who comes is active
    # the winners have left: everyone there is active, and who sits out stays as they are
    ("active_passive", (1, 2, 4, 5, 6), (1, 2, 4, 5, 6), set()),
    ("active_passive", (1, 2, 4, 5, 6), (1, 2, 3, 4, 5, 6), {3}),
    # the house rules know nobody passive any more
    ("pagat", SEATS, (2, 4), set()),
    ("pagat", (1, 2, 4, 5, 6), (3,), set()),
)
def test_who_is_passive_in_a_deal(
    preset: str, players: tuple[int, ...], before: tuple[int, ...], expected: set[int]
) -> None:
    hand = zpy.deal(rules(preset), session("2 2 2 2 2 2", passive=before), players)
    assert hand.session.passive == expected


def test_the_kitty_decides_after_all_active_players_have_left() -> None:
    these = rules("active_passive", nobody_made_trumps="kitty_decides")
    first = zpy.do(
        zpy.deal(these, zpy.start_session(these, seats(8)), seats(8)),
        zpy.RecordHand(1, Suit.SPADES, (2, 3), 20, "makers"),
    )
    assert zpy.advance_session(first).passive == {4, 5, 6, 7, 8}
    hand = zpy.deal(these, zpy.advance_session(first), (4, 5, 6, 7, 8))
    assert zpy.do(hand, zpy.EndDeal()).phase == "turn"
    assert zpy.can(hand, zpy.EnterTrumps(6, Suit.SPADES))


def test_levels_are_won_in_full_once_nobody_is_passive() -> None:
    hand = zpy.deal(rules(), session("2 2 2 2 2 2", passive=(4, 5, 6)), SEATS)
    hand = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (2, 3), 120, "makers"))
    players = require(hand.promotions).players
    assert {str(players[player].after.level) for player in (4, 5, 6)} == {"3"}
    assert [step.why.code for step in players[4].steps] == ["level.won"]


# --- The end, and the joker ---


@for_each(
    # levels; whether the game is over where it ends above the ace
    ("A A K 2 2 2", False),
    ("JK A K 2 2 2", True),
    ("2 2 2 2 2 JK", True),
    # laps from before the house rules changed
    ("2+ A K 2 2 2", True),
    ("2 K+ 2 2 2 2", True),
    ("JK+ 2 2 2 2 2", True),
)
def test_a_game_ends_above_the_ace_however_far(levels: str, over: bool) -> None:
    now = session(levels)
    ending = zpy.find_ending(rules(), now)
    assert (ending is not None) == over
    assert not ending or ending.code == "ending.above_ace"
    assert zpy.find_ending(rules("joker_laps"), now) is None


@for_each(
    # levels, last hand's trump maker, starter; trump maker when the cards are dealt, None where they are exposed
    ("JK JK JK JK JK", None, 3, 3),
    ("JK JK+ JK JK JK++", None, 1, 1),
    ("JK JK JK JK JK", 4, 3, 4),
    ("JK JK JK JK JK", 9, 3, 3),  # the trump maker has left
    ("2 JK JK JK JK", 9, 3, None),
    ("2 JK JK JK JK", 3, 3, 3),
    ("JK JK JK 2+ JK", None, 3, None),
    ("JK 2 2 2 2", 2, 1, None),
    nobody_made_trumps=["redeal", "kitty_decides"],
)
def test_jokers_are_trumps_where_nobody_could_expose(
    nobody_made_trumps: str, levels: str, decided: int | None, starter: int, maker: int | None
) -> None:
    these = rules("joker_laps", nobody_made_trumps=nobody_made_trumps)
    hand = zpy.deal(these, session(levels, starter=starter, maker=decided), seats(5))
    assert hand.maker == maker
    assert hand.trumps == (zpy.Trumps(None, Rank.JOKER) if maker else None)
    assert hand.phase == ("kitty" if maker else "trumps")
    assert bool(zpy.find_needs(hand.making)) == (maker is None)
