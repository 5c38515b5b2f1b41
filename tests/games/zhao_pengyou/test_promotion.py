"""pagat, The Scoring: every total against every team at every table, and what it makes of everyone's level."""

from itertools import product
from typing import Any

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.promotion import Progress, build_settlement, find_highest_total, list_totals
from tests.cases import for_each
from tests.games.zhao_pengyou.play import codes, level, refusals, rules, seats, session

PAGAT = rules()
ACTIVE_PASSIVE = rules("active_passive")
PLAYERS = range(5, 13)

# The printed table: the totals of each line with two, three and four packs, and the makers' levels from the
# full team to the smallest; the last totals have no end.
Totals = tuple[int, int | None]
PRINTED: list[tuple[tuple[Totals, Totals, Totals], str | None, tuple[int, ...]]] = [
    (((0, 0), (0, 0), (0, 0)), "makers", (3, 6, 9, 12, 15, 18)),
    (((5, 35), (5, 55), (5, 75)), "makers", (2, 4, 6, 8, 10, 12)),
    (((40, 75), (60, 115), (80, 155)), "makers", (1, 2, 3, 4, 5, 6)),
    (((80, 115), (120, 175), (160, 235)), None, (0,) * 6),
    (((120, 155), (180, 235), (240, 315)), "defenders", (1,) * 6),
    (((160, 195), (240, 295), (320, 395)), "defenders", (2,) * 6),
    (((200, None), (300, None), (400, None)), "defenders", (3,) * 6),
]


def find_printed(packs: int, total: int, missing: int) -> tuple[str | None, int]:
    found = []
    for totals, side, levels in PRINTED:
        least, most = totals[packs - 2]
        if least <= total and (most is None or total <= most):
            found.append((side, levels[missing]))
    assert len(found) == 1, "a gap or an overlap"
    return found[0]


@for_each(*PLAYERS)
def test_every_total_and_team_is_as_printed(players: int) -> None:
    table = zpy.find_setting(PAGAT, players)
    for total, makers in product(list_totals(PAGAT, table), range(1, table.most_makers + 1)):
        verdict = zpy.judge_total(PAGAT, table, total, makers)
        assert (verdict.side, verdict.levels) == find_printed(table.packs, total, table.most_makers - makers)


@for_each(players=PLAYERS, preset=["pagat", "active_passive"])
def test_the_table_has_no_gap_and_no_overlap(preset: str, players: int) -> None:
    these = rules(preset)
    table = zpy.find_setting(these, players)
    lines = zpy.build_promotion_table(these, table)
    covered = [total for line in lines for total in range(line.least, line.most + 1, 5)]
    assert covered == list(list_totals(these, table))
    assert lines[-1].most == find_highest_total(these, table)
    for line in lines:
        assert list(line.verdicts) == list(range(table.most_makers, 0, -1))
        for makers, verdict in line.verdicts.items():
            for total in (line.least, line.most):
                now = zpy.judge_total(these, table, total, makers)
                assert (now.side, now.levels) == (verdict.side, verdict.levels)


@for_each(*PLAYERS)
def test_the_printed_table_has_seven_lines(players: int) -> None:
    table = zpy.find_setting(PAGAT, players)
    lines = zpy.build_promotion_table(PAGAT, table)
    assert [line.least for line in lines] == [totals[table.packs - 2][0] for totals, _, _ in PRINTED]


@for_each(*PLAYERS)
def test_active_passive_has_no_middle_zone(players: int) -> None:
    """pagat, Variations: Active and Passive Scores. Written out again, from its list of four."""
    table = zpy.find_setting(ACTIVE_PASSIVE, players)
    for total, makers in product(list_totals(ACTIVE_PASSIVE, table), range(1, table.most_makers + 1)):
        missing = table.most_makers - makers
        if total >= 40 * table.packs:
            levels = 1 + (total >= 80 * table.packs) + (total >= 100 * table.packs)
            expected: tuple[str, int] = ("defenders", levels)
        else:
            expected = ("makers", 2 + 2 * missing if total == 0 else 1 + missing)
        verdict = zpy.judge_total(ACTIVE_PASSIVE, table, total, makers)
        assert (verdict.side, verdict.levels) == expected


@for_each((-10, ("makers", 3)), (1000, ("defenders", 3)))
def test_penalties_push_totals_out_of_the_table(total: int, levels: Any) -> None:
    verdict = zpy.judge_total(PAGAT, zpy.find_setting(PAGAT, 6), total, 3)
    assert (verdict.side, verdict.levels) == levels


def test_totals_and_teams_that_cannot_be_are_refused() -> None:
    table = zpy.find_setting(PAGAT, 6)
    assert refusals(zpy.judge_total, PAGAT, table, 33, 3) == ["points.multiple"]
    assert refusals(zpy.judge_total, PAGAT, table, 30, 4) == ["team.size"]
    assert refusals(zpy.judge_total, PAGAT, table, 31, 0) == ["team.size", "points.multiple"]


# --- The defenders' total ---


def outcome(points: int = 0, last: Any = "makers", kitty: int = 0, throws: Any = (), makers: Any = (1, 2, 3)) -> Any:
    others = tuple(player for player in seats(6) if player not in makers)
    return zpy.Outcome(makers, others, points, last, kitty, tuple(zpy.FailedThrow(*throw) for throw in throws))


def settle_outcome(these: zpy.Rules, ended: Any, levels: str = "2 2 2 2 2 2", **facts: Any) -> Any:
    return zpy.settle(these, zpy.find_setting(these, 6), session(levels, **facts), ended)


@for_each(
    # the kitty counts double, for the defenders, with the last trick
    (outcome(70, "makers", 20), 70, {}),
    (outcome(70, "defenders", 20), 110, {}),
    (outcome(70, "defenders", 20), 90, {"kitty_multiplier": 1}),
    (outcome(70, "defenders", 20), 150, {"kitty_multiplier": 4}),
    # ten points a card withdrawn: to the defenders if the leader was a maker, from them otherwise
    (outcome(70, throws=[(2, 3)]), 100, {}),
    (outcome(70, throws=[(5, 3)]), 40, {}),
    (outcome(10, throws=[(5, 3), (1, 1)]), -10, {}),
)
def test_total_of_the_defenders(ended: Any, total: int, changes: dict[str, Any]) -> None:
    result = settle_outcome(rules(**changes), ended)
    assert result.total == total == sum(step.amount for step in result.count)


def list_steps(steps: Any) -> list[tuple[str, Any, str, int]]:
    return [(step.why.code, step.why.facts, step.effect, step.amount) for step in steps]


def test_the_total_is_told_step_by_step() -> None:
    assert list_steps(settle_outcome(PAGAT, outcome(70, "defenders", 20, throws=[(2, 3)])).count) == [
        ("points.tricks", {"points": 70}, "add", 70),
        ("points.kitty", {"points": 20, "times": 2}, "add", 40),
        ("points.throw", {"player": 2, "cards": 3}, "add", 30),
    ]


@for_each((5, {}, 200 + 80), (6, {}, 200 + 60), (6, {"kitty_multiplier": 1}, 200), (12, {"kitty_multiplier": 4}, 580))
def test_the_table_ends_with_every_point_and_a_kitty_of_kings_and_tens(
    players: int, changes: dict[str, Any], most: int
) -> None:
    these = rules(**changes)
    totals = list_totals(these, zpy.find_setting(these, players))
    assert (totals[0], totals[-1], totals.stop) == (0, most, most + 1)
    assert zpy.build_promotion_table(these, zpy.find_setting(these, players))[-1].most == most


@for_each(
    # Six players: the defenders' total, the makers, what is said, the line that was reached.
    (0, 3, "promotion.nothing", 0, []),
    (-10, 3, "promotion.nothing", 0, []),
    (5, 3, "promotion.makers", 0, []),
    (75, 2, "promotion.makers", 40, [("promotion.short_team", {"missing": 1}, "times", 2)]),
    (120, 3, "promotion.defenders", 120, []),
    (210, 1, "promotion.defenders", 200, []),
)
def test_promotion_is_told_with_the_line_that_was_reached(
    total: int, makers: int, code: str, line: int, more: list[Any]
) -> None:
    first, *others = list_steps(zpy.judge_total(PAGAT, zpy.find_setting(PAGAT, 6), total, makers).steps)
    assert first[:3] == (code, {"total": total, "line": line}, "add")
    assert others == more


@for_each(
    (outcome(205), ["points.range"]),
    (outcome(195, kitty=10), ["points.range"]),
    (outcome(-5), ["points.range"]),
    (outcome(7), ["points.multiple"]),
    (outcome(0, kitty=65), ["points.kitty_range"]),
    (outcome(makers=(1, 2, 3, 4)), ["team.size"]),
    (outcome(makers=(1, 1, 2)), ["team.player_twice", "team.player_count"]),
    (outcome(makers=(7, 2, 3)), ["team.player_count"]),
    (outcome(throws=[(1, 0)]), ["throw.withdrawn"]),
    (outcome(throws=[(1, 17)]), ["throw.withdrawn"]),
    (outcome(throws=[(9, 1)]), ["throw.not_seated"]),
)
def test_what_no_play_can_give_is_refused(ended: Any, expected: list[str]) -> None:
    assert [code for code in refusals(settle_outcome, PAGAT, ended) if code in expected] == expected


def test_who_plays_without_a_level_is_a_newcomer() -> None:
    """Four players have one; the third defender and the trump maker have none, and begin at two."""
    ended = zpy.Outcome((9, 2), (3, 4, 5), 0, "makers")
    result = zpy.settle(PAGAT, zpy.find_setting(PAGAT, 5), session("7 2 7 7"), ended)
    assert {player: str(promoted.after.level) for player, promoted in result.players.items()} == {
        **{1: "7", 2: "5", 3: "7", 4: "7"},
        **{9: "5", 5: "2"},
    }


def test_the_sides_are_everyone() -> None:
    ended = zpy.Outcome((1, 2), (3, 4, 5), 0, "makers")
    assert codes(zpy.check_outcome(PAGAT, zpy.find_setting(PAGAT, 6), ended)) == ["team.player_count"]


@for_each(outcome(140, kitty=60), outcome(throws=[(1, 16)]))
def test_the_most_that_play_can_give_is_counted(ended: Any) -> None:
    assert refusals(settle_outcome, PAGAT, ended) == []


# --- Throws that end a hand or cost levels ---


@for_each(
    # failed_throw, after, leader, levels after, owed after; makers are 1, 2, 3, who win 3 when play goes on
    ("hand_ends", "ends", 1, "2 2 2 3 3 3", {}),
    ("hand_ends", "ends", 5, "3 3 3 2 2 2", {}),
    ("hand_lost", "ends", 3, "2 2 2 3 3 3", {}),
    ("hand_lost", "goes_on", 3, "5 5 5 3 3 3", {}),
    ("hand_ends", "goes_on", 5, "6 6 6 2 2 2", {}),
    ("penalty_points", "ends", 2, "2 2 2 2 2 2", {1: 1, 2: 2, 3: 1}),
    ("penalty_points", "goes_on", 5, "5 5 5 2 2 2", {4: 1, 5: 2, 6: 1}),
)
def test_beaten_throws_that_cost_levels(choice: str, goes: str, leader: int, levels: str, owed: dict[int, int]) -> None:
    these = rules(failed_throw=choice, after_failed_throw=goes)
    result = settle_outcome(these, outcome(throws=[(leader, 0)]))
    assert " ".join(str(promoted.after.level) for promoted in result.players.values()) == levels
    assert {player: promoted.after.owed for player, promoted in result.players.items() if promoted.after.owed} == owed
    given = [
        step for promoted in result.players.values() for step in list_steps(promoted.steps) if step[0] != "level.won"
    ]
    assert all(step == ("promotion.failed_throw", {"player": leader}, "add", 1) for step in given)


def test_each_beaten_throw_adds_to_what_is_owed_already() -> None:
    these = rules(failed_throw="penalty_points", after_failed_throw="goes_on")
    result = settle_outcome(these, outcome(throws=[(5, 0), (4, 0)]), owed={4: 1})
    assert [result.players[player].after.owed for player in (4, 5, 6)] == [1 + 1 + 2, 2 + 1, 1 + 1]


def test_cards_given_to_the_opponents_are_counted_with_the_last_trick() -> None:
    these = rules(failed_throw="cards_to_opponents")
    assert refusals(settle_outcome, these, outcome(100, "makers", throws=[(1, 0)])) == ["throw.rest_to_opponents"]
    assert settle_outcome(these, outcome(100, "defenders", 10, throws=[(1, 0)])).total == 120


def test_levels_owed_are_paid_before_rising() -> None:
    result = settle_outcome(PAGAT, outcome(0), owed={1: 2, 2: 5})
    assert [str(result.players[player].after.level) for player in (1, 2, 3)] == ["3", "2", "5"]
    assert [result.players[player].after.owed for player in (1, 2, 3)] == [0, 2, 0]


def test_becoming_active_is_the_first_level_and_debts_come_next() -> None:
    result = settle_outcome(ACTIVE_PASSIVE, outcome(0), passive=(1, 4), owed={1: 1})
    first = result.players[1]
    assert list_steps(first.steps) == [
        ("level.won", {"levels": 2}, "add", 2),
        ("level.active", {}, "add", -1),
        ("level.paid", {"levels": 1}, "add", -1),
    ]
    assert first.after == Progress(level("2"), active=True, owed=0)
    assert result.players[2].after == Progress(level("4"))
    assert result.players[5].after == Progress(level("2"), active=False)


def test_the_settlement_tells_the_count_the_verdict_and_everyones_levels() -> None:
    result = build_settlement(settle_outcome(PAGAT, outcome(150), "2 3 4 5 7 9"), seats(6))
    titles = [(account.title.code, account.title.facts, account.player) for account in result.accounts]
    assert titles == [
        ("account.points", {}, None),
        ("account.verdict", {}, None),
        *(("account.levels", {"player": player}, player) for player in seats(6)),
    ]
    assert [account.total for account in result.accounts] == [150, 1, 0, 0, 0, 1, 1, 1]
    assert [(gain.amount, gain.said.code, gain.said.facts) for gain in result.gains.values() if gain.said] == [
        (0, "gain.none", {"level": level("2")}),
        (0, "gain.none", {"level": level("3")}),
        (0, "gain.none", {"level": level("4")}),
        (1, "gain.level", {"before": level("5"), "after": level("6")}),
        (1, "gain.level", {"before": level("7"), "after": level("8")}),
        (1, "gain.level", {"before": level("9"), "after": level("10")}),
    ]


def test_a_hand_that_is_not_counted_is_settled_without_a_count() -> None:
    ended = settle_outcome(rules(failed_throw="hand_ends", after_failed_throw="ends"), outcome(throws=[(1, 0)]))
    assert ended.winner == "defenders"
    assert [account.title.code for account in build_settlement(ended, seats(6)).accounts][:2] == [
        "account.verdict",
        "account.levels",
    ]


def test_who_sits_a_hand_out_keeps_level_debts_and_standing() -> None:
    sitting_out = settle_outcome(ACTIVE_PASSIVE, outcome(0), "2 2 2 2 2 2 7", owed={7: 1}).players[7]
    assert (sitting_out.after, sitting_out.steps) == (Progress(level("7"), active=True, owed=1), ())
