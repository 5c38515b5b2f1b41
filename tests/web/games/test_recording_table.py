"""docs/recording.md is true: every question of both games in every way of recording it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace as change_field
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from flask import Flask
from msgspec.structs import replace

from scorekeeper.cards import Card, Suit
from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.counting import LastLead
from scorekeeper.games.zhao_pengyou.demotion import list_last_wins
from scorekeeper.table.moves import check_game_move
from scorekeeper.web.page.screens import screens_for
from tests.games.mighty.play import bid, deal_first_hand
from tests.games.mighty.true_hands import random_truth
from tests.games.mighty.truth import Truth
from tests.games.rulebooks import GAMES
from tests.games.zhao_pengyou.real_hand import RealHand
from tests.web.games.ways import Board, MightyBoard, ZhaoPengyouBoard, fill_in, record_in_full

PAGE = Path(__file__).parents[3] / "docs" / "recording.md"

DOUBLES = {"buried_mighty_double": "always", "buried_joker_double": "always", "next_dealer": "joker_holder"}
"""The house rules by which Mighty asks for more."""
BY_LAST_TRICK = {"kitty_by_lead": "power", "demotion": "rank_cards"}
"""The house rules by which Zhao Pengyou asks for more."""


class Question(NamedTuple):
    """A question: the field that asks it, and the move that contradicts the truth, if that can be said in a move."""

    field: str
    wrong: Callable[[Any], Any] = lambda _board: None
    rule: str = ""
    """The house rule under which it is asked, where others do not ask it."""


def cell(question: Question, board: Board, asked: Iterable[str]) -> str:
    """Return the cell of the table for a question and the way in which a board was recorded."""
    wrong = question.wrong(board)
    if wrong is not None and check_game_move(board.state.game, board.hand, wrong):
        return "recorded"
    return "–" if question.field not in asked else f"asked, `{question.rule}`" if question.rule else "asked"


# --- Mighty, before the play ---


def deal_mighty(way: str, *calls: Any, **rules: Any) -> Board:
    """Return a board on which these calls were made, recorded or not."""
    board = Board(mighty.GAME, deal_first_hand(**rules), auction=way)
    for call in calls if way == "calls" else ():
        board.put(call)
    return board


def claim(board: Board, player: int) -> Any:
    return board.read("claim_redeal", {"player": player})


AUCTION: Mapping[str, tuple[Callable[[str], Board], Question]] = {
    "whose turn it is to bid": (deal_mighty, Question("turn", lambda board: claim(board, 3))),
    "who has bid or passed": (
        lambda way: deal_mighty(way, mighty.Pass(1)),
        Question("passed", lambda board: claim(board, 1)),
    ),
    "the highest bid so far": (
        lambda way: deal_mighty(way, mighty.PlaceBid(1, bid("20S")), redeal_blocked_by_20=True),
        Question("bid", lambda board: claim(board, 2)),
    ),
    "how often everyone has passed": (
        lambda way: deal_mighty(way, all_pass="lowest_falls"),
        Question(
            "rounds",
            lambda board: (
                mighty.PlaceBid(1, bid("12S"))
                if board.ways["auction"] == "calls"
                else mighty.EnterContract(1, bid("12S"))
            ),
        ),
    ),
    "the declarer and the contract": (
        lambda way: deal_mighty(way, mighty.PlaceBid(1, bid("14H")), mighty.AllPass()),
        Question("declarer", lambda _board: mighty.EnterContract(2, bid("16S"))),
    ),
    "who claims a redeal": (deal_mighty, Question("claimants")),
}


def test_before_the_play_of_mighty(app: Flask) -> None:
    with app.test_request_context():
        found = {
            name: [cell(question, board, asked_before_play(board)) for board in map(make, mighty.GAME.modes["auction"])]
            for name, (make, question) in AUCTION.items()
        }
    assert found == table("Mighty", 0)


def asked_before_play(board: Board) -> Iterator[str]:
    """Yield what the first screen of a hand asks for beside the next call."""
    if board.hand.phase == "auction":
        yield from ["declarer"] if board.open_screen()["declarers"] else []
        yield from ["claimants"] if board.open_screen()["claimants"] else []


# --- Mighty, in the play ---


@cache
def find_truth() -> Truth:
    """Return a hand as most are: a friend by a card, and points in every corner."""
    for seed in count():
        truth = random_truth("pagat", Random(seed))
        plain = truth.rules == mighty.PRESETS["pagat"].rules and not truth.guilty and not truth.thrown_in
        if plain and truth.call.kind == "card" and truth.friends and 8 < truth.points < 18:
            these = truth.rules.change(DOUBLES)
            dealt = mighty.deal(these, truth.start.session, truth.start.seats)
            return change_field(truth, rules=these, start=dealt)
    raise AssertionError


def say_result(board: MightyBoard, friend: int | None = None, points: int | None = None, **changes: Any) -> Any:
    """Return the result as it was, but for some facts; with another friend it has the points of that side."""
    truth = board.truth
    if friend is not None and points is None and board.ways["play"] != "result":
        points = mighty.result_range(board.hand, (friend,))[-1]
    told = mighty.RecordResult(
        truth.points if points is None else points,
        friend or truth.friends[0],
        changes.get("buried", truth.buried),
        changes.get("joker_holder", truth.joker_holder),
    )
    if board.hand.call:
        return told
    return mighty.RecordHand(
        truth.declarer, truth.bid, truth.call, told.points, told.friend, told.buried, told.joker_holder
    )


def find_defender(board: MightyBoard) -> int:
    """Return somebody who was not the friend."""
    return next(player for player in board.truth.active[1:] if player not in board.truth.friends)


MIGHTY_PLAY: Mapping[str, Question] = {
    "how the friend was called": Question("call"),
    "who was the friend": Question("side", lambda board: say_result(board, find_defender(board))),
    "the winner and the points of each trick": Question("tricks", lambda board: say_result(board, points=1)),
    "the points of the declarer’s side": Question(
        "points", lambda board: say_result(board, points=board.truth.points + 1)
    ),
    "who held the joker": Question(
        "joker_holder",
        lambda board: say_result(
            board, joker_holder=next(each for each in board.truth.active if each != board.truth.joker_holder)
        ),
        "next_dealer` = `joker_holder",
    ),
    "whether the mighty was discarded": Question(
        "mighty", lambda board: say_result(board, buried=board.truth.buried ^ {"mighty"}), "buried_mighty_double"
    ),
    "whether the joker was discarded": Question(
        "joker", lambda board: say_result(board, buried=board.truth.buried ^ {"joker"}), "buried_joker_double"
    ),
}


def test_in_the_play_of_mighty(app: Flask) -> None:
    truth = find_truth()
    found: dict[str, list[str]] = {name: [] for name in MIGHTY_PLAY}
    with app.test_request_context():
        for way in columns("Mighty"):
            board = MightyBoard(truth, record_in_full(truth), "contract", way, Random(0))
            board.record_auction()
            asked = ["call"] if board.open_screen()["screen"] == "contract" else []
            board.record_exchange()
            board.record_play()
            screen = board.open_screen()
            pad, known = screen["pad"], screen["derived"]
            asked += [*pad.buried, *["side"] * (not pad.known), *["joker_holder"] * bool(pad.joker_holders)]
            asked += ["points"] * (not pad.points_follow and "points" not in known)
            for name, question in MIGHTY_PLAY.items():
                found[name].append(cell(question, board, asked))
    assert found == table("Mighty", 1)


def test_mighty_asks_for_no_more_than_the_rules_need(app: Flask) -> None:
    board = Board(mighty.GAME, deal_first_hand(), auction="contract", play="result")
    board.put(mighty.EnterContract(1, bid("16H")))
    with app.test_request_context():
        pad = board.open_screen()["pad"]
    assert (pad.buried, pad.joker_holders, pad.second) == ([], (), [])


# --- Zhao Pengyou ---


@cache
def find_real_hand() -> RealHand:
    """Return a hand whose last trick the defenders win, with points in the kitty, a friend and nothing beaten."""
    rules = zpy.PRESETS["pagat"].rules.change(BY_LAST_TRICK)
    for seed in count():
        real = RealHand(rules, 5, Random(seed))
        told = real.outcome
        plain = told.last_trick == "defenders" and not told.throws and not real.redeals and real.making
        if plain and told.kitty_points >= 5 and told.makers[1:] and 20 <= told.points < 180:
            return real
    raise AssertionError


def show_first(way: str) -> Board:
    """Return a board on which player 1 has shown the first card, which is final."""
    rules = zpy.PRESETS["pagat"].rules.change(making_trumps="first_is_final")
    seats = tuple(range(1, 6))
    board = Board(zpy.GAME, zpy.deal(rules, zpy.start_session(rules, seats), seats), trumps=way)
    if way == "shows":
        board.put(zpy.ExposeCards(1, (Card.parse("H2"),)))
    return board


def say_ending(board: ZhaoPengyouBoard, **changes: Any) -> Any:
    """Return the result as it was, but for some facts."""
    told = board.real.outcome
    right = zpy.RecordResult(
        told.makers[1:], told.points, told.last_trick, told.kitty_points, told.led_last, told.won_last
    )
    wrong = replace(right, **changes)
    if board.hand.called:
        return wrong
    more: dict[str, Any] = {"led_last": wrong.led_last, "won_last": wrong.won_last}
    ending = (wrong.friends, wrong.points, wrong.last_trick, wrong.kitty_points)
    return zpy.RecordHand(board.real.maker, board.real.suit, *ending, **more)


def other_win(board: ZhaoPengyouBoard) -> Any:
    """Return the result with other cards that won the last trick."""
    trumps, won = board.hand.trumps, board.real.outcome.won_last
    possible = list_last_wins(board.hand.rules, board.hand.setting, trumps)
    return say_ending(board, won_last=next(each for each in possible if each != won))


TRUMPS: Mapping[str, tuple[Callable[[str], Board], Question]] = {
    "who has shown which cards": (show_first, Question("shown", lambda _board: zpy.EnterTrumps(2, Suit.SPADES))),
    "who made trumps, and the suit": (
        lambda way: show_first(way) if way == "maker" else show_first(way).put(zpy.EndDeal()),
        Question("makers", lambda _board: zpy.EnterTrumps(2, Suit.SPADES)),
    ),
    "that nobody made trumps": (show_first, Question("nobody")),
}

ZPY_PLAY: Mapping[str, Question] = {
    "which cards were called": Question("calls"),
    "who was a friend": Question(
        "friends",
        lambda board: say_ending(
            board, friends=(next(each for each in board.hand.seats if each not in board.real.outcome.makers),)
        ),
    ),
    "the winner and the points of each trick": Question("tricks", lambda board: say_ending(board, points=0)),
    "the points of the defenders": Question(
        "counted",
        lambda board: say_ending(
            board, points=board.real.outcome.points + 5, kitty_points=board.real.outcome.kitty_points - 5
        ),
    ),
    "which side won the last trick": Question("counted", lambda board: say_ending(board, last_trick="makers")),
    "the points in the kitty": Question(
        "counted", lambda board: say_ending(board, kitty_points=board.real.outcome.kitty_points - 5)
    ),
    "whose throw was beaten": Question("throws"),
    "how the last trick was led": Question(
        "leads",
        lambda board: say_ending(board, led_last=LastLead(board.real.outcome.led_last.size + 1)),
        "kitty_by_lead",
    ),
    "which cards won the last trick": Question("wins", other_win, "demotion"),
}


def test_making_trumps_of_zhao_pengyou(app: Flask) -> None:
    with app.test_request_context():
        found = {
            name: [cell(question, board, asked_in_deal(board)) for board in map(make, zpy.GAME.modes["trumps"])]
            for name, (make, question) in TRUMPS.items()
        }
    assert found == table("Zhao Pengyou", 0)


def asked_in_deal(board: Board) -> Iterator[str]:
    """Yield what the first screen of a hand asks for beside the cards shown."""
    yield from ["makers"] if "makers" in board.open_screen() else []
    yield from ["nobody"] if zpy.can(board.hand, zpy.EndDeal()) else []


def test_in_the_play_of_zhao_pengyou(app: Flask) -> None:
    real = find_real_hand()
    found: dict[str, list[str]] = {name: [] for name in ZPY_PLAY}
    with app.test_request_context():
        for way in columns("Zhao Pengyou"):
            board = ZhaoPengyouBoard(real, "maker", way)
            board.reveals = False
            board.record_trumps()
            asked = ["calls"] if board.open_screen()["screen"] == "call_friends" else []
            board.record_play()
            screen = board.open_screen("end")
            fields = screen["asked"](fill_in({}))
            asked += [name for name in ("leads", "wins") if screen[name]]
            asked += [name for name in ("counted", "throws") if getattr(fields, name)]
            asked += ["friends"] * (not screen["known"])
            for name, question in ZPY_PLAY.items():
                found[name].append(cell(question, board, asked))
    assert found == table("Zhao Pengyou", 1)


def test_zhao_pengyou_asks_for_no_more_than_the_rules_need(app: Flask) -> None:
    dealt = show_first("maker").hand
    board = Board(zpy.GAME, dealt, trumps="maker", play="result").put(zpy.EnterTrumps(1, Suit.HEARTS))
    with app.test_request_context():
        screen = board.open_screen()
    assert (screen["leads"], screen["wins"]) == ([], [])


# --- The table ---


def sections() -> dict[str, list[list[list[str]]]]:
    """Return the tables of the page by game, as rows of cells."""
    found: dict[str, list[list[list[str]]]] = {}
    for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, *lines = part.splitlines()
        rows = [[each.strip() for each in line.strip("|").split("|")] for line in lines if line.startswith("|")]
        starts = [place for place, row in enumerate(rows) if row[0] == "question"]
        found[title] = [rows[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    return found


def table(game: str, part: int) -> dict[str, list[str]]:
    """Return a table of the page: the cells of each question."""
    return {name: cells for name, *cells in sections()[game][part][2:]}


def columns(game: str) -> list[str]:
    """Return the ways of recording the play in the order of the table."""
    key = game.lower().replace(" ", "_")
    codes = {mode.label: mode.code for mode in screens_for(key).recording.modes["play"]}
    return [codes[label] for label in sections()[game][1][0][1:]]


@pytest.mark.parametrize("game", GAMES)
def test_the_table_has_every_way_of_recording(game: str) -> None:
    modes = screens_for(game).recording.modes
    said = [part[0][1:] for part in sections()[GAMES[game].GAME.name]]
    assert [sorted(each) for each in said] == [sorted(mode.label for mode in ways) for ways in modes.values()]
