"""The rulebook's worked examples of making trumps, calls and promotion. Those of the play have their own module."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from scorekeeper.cards import Suit
from scorekeeper.games.zhao_pengyou.combinations import Play
from scorekeeper.games.zhao_pengyou.counting import Outcome
from scorekeeper.games.zhao_pengyou.friends import Call, check_calls, find_friends, list_team
from scorekeeper.games.zhao_pengyou.levels import RANKS_BY_LETTERS
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.pack import find_setting
from scorekeeper.games.zhao_pengyou.promotion import (
    PlayerPromotion,
    Progress,
    apply_loss,
    apply_win,
    judge_total,
    settle,
)
from scorekeeper.games.zhao_pengyou.session import Session
from scorekeeper.games.zhao_pengyou.trumps import TrumpMaking, can_expose
from scorekeeper.messages import message
from scorekeeper.settlement import Step
from tests.games.rulebooks import Example, examples
from tests.games.zhao_pengyou.play import cards, level, rules, session

PAGAT = rules()
OLDER = rules("active_passive")


def seat(letter: str) -> int:
    return ord(letter) - ord("A") + 1


def numbered(by_letter: Mapping[str, Any]) -> dict[int, Any]:
    return {seat(letter): value for letter, value in by_letter.items()}


def trump_making(row: Example) -> None:
    """Eight players, so that three packs are in use; those not named are at two."""
    levels = {seat(event["player"]): event["level"] for event in row["events"] if "level" in event}
    dealt = session(" ".join(levels.get(player, "2") for player in range(1, 9)))
    making = TrumpMaking(PAGAT, tuple(range(1, 9)), dealt)
    for event in row["events"]:
        shown = cards(" ".join(event["show"]))
        assert can_expose(making, seat(event["player"]), shown) == event["ok"]
        challenger, held = making.standing, making.challenged
        making = making.with_exposure(seat(event["player"]), shown)
        if event.get("effect") == "A withdraws":
            assert [making.challenged and making.challenged.player] == [seat("A")]
        elif event.get("effect") == "defends; C withdraws":
            assert (challenger and challenger.player, held and held.player) == (seat("C"), seat("B"))
            assert making.challenged is None
    trumps = Trumps(Suit(row["trump_suit"]), RANKS_BY_LETTERS[row["trump_rank"]])
    assert making.made == (seat(row["trump_maker"]), trumps)


def call_of(words: str) -> Call:
    """Read "1st CA"."""
    copy, card = words.split()
    return Call(cards(card)[0], int(copy[0]))


def call(row: Example) -> None:
    """Rows that name no trumps are played with any that leave the called cards plain."""
    trump = (row["trump_suit"], row["trump_rank"]) if "trump_suit" in row else ("D", "2")
    trumps = Trumps(Suit(trump[0]), RANKS_BY_LETTERS[trump[1]])
    called = tuple(call_of(words) for words in row["called"])
    assert not check_calls(PAGAT, find_setting(PAGAT, row["players"]), trumps, called)
    if "team_size" in row:
        plays = appearances(row)
        assert len(list_team(0, find_friends(called, 0, plays))) == row["team_size"]
    else:
        appear = ["CA", "CA", "CK", "DA", "DA", "DA", "CK"]
        plays = [Play(player, cards(card)) for player, card in enumerate(appear, start=1)]
        assert find_friends(called, 0, plays) == (1, 3, 6)


def appearances(row: Example) -> list[Play]:
    """Who plays the called cards; 0 is the trump maker."""
    if "played_by" in row:
        assert row["played_by"] == "one player both"
        return [Play(1, cards("HA")), Play(2, cards("H3")), Play(1, cards("HA"))]
    plays = [
        Play(seat(row["first_SA"]), cards("SA")),
        Play(seat(row["first_CA"]), cards("CA")),
        Play(2, cards("CA")),
    ]
    assert row["team"] == ["maker", "A"]
    assert list_team(0, find_friends(tuple(call_of(words) for words in row["called"]), 0, plays)) == (0, seat("A"))
    return plays


def promotion(row: Example) -> None:
    before, after = numbered(row["levels_before"]), numbered(row["levels_after"])
    makers = tuple(seat(letter) for letter in row["team"])
    these = find_setting(PAGAT, row["players"])
    assert these.packs == row["packs"]
    assert these.most_makers == row.get("max_team", these.most_makers)
    assert len(makers) == row.get("team_size", len(makers))
    outcome = Outcome(makers, tuple(set(before) - set(makers)), row["defender_points"], "makers")
    dealt = Session(makers[0], {player: level(text) for player, text in before.items()})
    result = settle(PAGAT, these, dealt, outcome)
    assert {player: str(promoted.after.level) for player, promoted in result.players.items()} == after


def standing(words: str) -> Progress:
    activity, text = words.split()
    return Progress(level(text), active=activity == "active")


def after_winning(words: str, points: int) -> Progress:
    promoted = PlayerPromotion(standing(words), (), standing(words))
    return apply_win(OLDER, promoted, Step(message("level.won", levels=points), "add", points)).after


def active_passive(row: Example) -> None:
    for case in row.get("cases", ()):
        row["cases"]
        assert after_winning(case["before"], case["points"]) == standing(case["after"])
    if "players" in row:
        for letter, before, after in zip(row["players"], row["before"], row["after"], strict=True):
            promoted = PlayerPromotion(standing(before), (), standing(before))
            wins = letter in row["winners"]
            now = after_winning(before, row["points"]) if wins else apply_loss(OLDER, promoted).after
            assert now == standing(after)


RUNNERS: Mapping[str, Callable[[Example], None]] = {
    "zpy_trump_making": trump_making,
    "zpy_call": call,
    "zpy_promotion": promotion,
    "zpy_active_passive": active_passive,
}


@pytest.mark.parametrize("words", examples("zhao_pengyou", RUNNERS), ids=lambda words: words["id"])
def test_example_of_the_rulebook(words: dict[str, Any]) -> None:
    Example(words).run(RUNNERS)


def test_two_levels_for_a_team_of_two_in_the_printed_example() -> None:
    """Two because the defenders have less than 40, and two again because one member is missing."""
    verdict = judge_total(PAGAT, find_setting(PAGAT, 6), 30, 2)
    assert [(step.why.code, step.effect, step.amount) for step in verdict.steps] == [
        ("promotion.makers", "add", 2),
        ("promotion.short_team", "times", 2),
    ]
    assert verdict.levels == 4
