"""The rulebook's worked examples of making trumps, calls and promotion."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.cards import Rank, Suit
from scorekeeper.games.zhao_pengyou.combinations import Play
from scorekeeper.games.zhao_pengyou.counting import Outcome
from scorekeeper.games.zhao_pengyou.friends import Call, check_calls, find_friends, list_team
from scorekeeper.games.zhao_pengyou.levels import RANKS_BY_LETTERS
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.pack import find_setting
from scorekeeper.games.zhao_pengyou.promotion import (
    PlayerPromotion,
    Progress,
    Riser,
    apply_loss,
    apply_win,
    judge_total,
    settle,
)
from scorekeeper.games.zhao_pengyou.session import Session
from scorekeeper.games.zhao_pengyou.trumps import TrumpMaking, can_expose
from scorekeeper.messages import message
from scorekeeper.settlement import Step
from tests.cases import for_each
from tests.games.rulebooks import Example, examples
from tests.games.zhao_pengyou.play import cards, level, rules, session

PAGAT = rules()
ACTIVE_PASSIVE = rules("active_passive")


def seat(letter: str) -> int:
    return ord(letter) - ord("A") + 1


def number_players(by_letter: Mapping[str, Any]) -> dict[int, Any]:
    return {seat(letter): value for letter, value in by_letter.items()}


def check_trump_making(row: Example) -> None:
    """Check the exposures of a row among eight players, who use three packs; players without a level are at two."""
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


def read_call(words: str) -> Call:
    """Read "1st CA"."""
    copy, card = words.split()
    return Call(cards(card)[0], int(copy[0]))


def check_call(row: Example) -> None:
    """Check the calls of a row; without trumps of its own it has any that leave the called cards plain."""
    trump = (row["trump_suit"], row["trump_rank"]) if "trump_suit" in row else ("D", "2")
    trumps = Trumps(Suit(trump[0]), RANKS_BY_LETTERS[trump[1]])
    called = tuple(read_call(words) for words in row["called"])
    assert not check_calls(PAGAT, find_setting(PAGAT, row["players"]), trumps, called)
    if "team_size" in row:
        plays = list_appearances(row)
        assert len(list_team(0, find_friends(called, 0, plays))) == row["team_size"]
    else:
        appear = ["CA", "CA", "CK", "DA", "DA", "DA", "CK"]
        plays = [Play(player, cards(card)) for player, card in enumerate(appear, start=1)]
        assert find_friends(called, 0, plays) == (1, 3, 6)


def list_appearances(row: Example) -> list[Play]:
    """List the plays of the called cards; 0 is the trump maker."""
    if "played_by" in row:
        assert row["played_by"] == "one player both"
        return [Play(1, cards("HA")), Play(2, cards("H3")), Play(1, cards("HA"))]
    plays = [Play(seat(row["first_SA"]), cards("SA")), Play(seat(row["first_CA"]), cards("CA")), Play(2, cards("CA"))]
    assert row["team"] == ["maker", "A"]
    assert list_team(0, find_friends(tuple(read_call(words) for words in row["called"]), 0, plays)) == (0, seat("A"))
    return plays


def check_promotion(row: Example) -> None:
    before, after = number_players(row["levels_before"]), number_players(row["levels_after"])
    makers = tuple(seat(letter) for letter in row["team"])
    these = find_setting(PAGAT, row["players"])
    assert these.packs == row["packs"]
    assert these.most_makers == row.get("max_team", these.most_makers)
    assert len(makers) == row.get("team_size", len(makers))
    outcome = Outcome(makers, tuple(set(before) - set(makers)), row["defender_points"], "makers")
    dealt = Session(makers[0], {player: level(text) for player, text in before.items()})
    result = settle(PAGAT, these, dealt, outcome)
    assert {player: str(promoted.after.level) for player, promoted in result.players.items()} == after


def read_progress(words: str) -> Progress:
    activity, text = words.split()
    return Progress(level(text), active=activity == "active")


ANYONE = Riser(is_maker=True, is_of_team=True, maker_at=Rank.TWO)


def win_points(words: str, points: int) -> Progress:
    promoted = PlayerPromotion(read_progress(words), (), read_progress(words))
    return apply_win(ACTIVE_PASSIVE, ANYONE, promoted, Step(message("level.won", levels=points), "add", points)).after


def check_active_passive(row: Example) -> None:
    for case in row.get("cases", ()):
        row["cases"]
        assert win_points(case["before"], case["points"]) == read_progress(case["after"])
    if "players" in row:
        for letter, before, after in zip(row["players"], row["before"], row["after"], strict=True):
            promoted = PlayerPromotion(read_progress(before), (), read_progress(before))
            wins = letter in row["winners"]
            now = win_points(before, row["points"]) if wins else apply_loss(ACTIVE_PASSIVE, promoted).after
            assert now == read_progress(after)


RUNNERS: Mapping[str, Callable[[Example], None]] = {
    "zpy_trump_making": check_trump_making,
    "zpy_call": check_call,
    "zpy_promotion": check_promotion,
    "zpy_active_passive": check_active_passive,
}


@for_each(*examples("zhao_pengyou", RUNNERS))
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
