"""The rows of real evenings win over replay as well: Mighty and Zhao Pengyou under other rules' code."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from scorekeeper.bookkeeper import encode_last_action, fold_each
from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES, mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.mighty import auction, counting, payment
from scorekeeper.games.zhao_pengyou import promotion, result
from scorekeeper.messages import message
from scorekeeper.settlement import Step
from scorekeeper.store import StoredAction
from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord
from tests.cases import for_each
from tests.evenings.paper_payments import PRESETS
from tests.evenings.test_evenings import play_evening
from tests.table.mighty_hands import barely_made_hand
from tests.table.sheets import history_lines, sheets
from tests.table.tables import log, reopen, same, steps, values

pytestmark = pytest.mark.exhaustive

Later = Callable[[pytest.MonkeyPatch], None]


@cache
def zhao_pengyou_evening() -> list[StoredAction]:
    """Six hands of six, the last of them under way."""
    names = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay")
    preset = next(iter(zpy.GAME.presets))
    won = zpy.RecordHand(1, Suit.HEARTS, (3, 5), 40, "makers")
    moves = [
        m.CreateTable("zhao_pengyou", preset, {}, names),
        *(m.StartHand(), won),
        *(m.StartHand(), m.JoinTable("Gil"), zpy.RecordHand(3, Suit.SPADES, (1, 6), 150, "defenders")),
        m.Adjust({2: 1}, "from paper"),
        *(m.StartHand((1, 2, 3, 4, 5, 6)), zpy.RecordHand(5, Suit.CLUBS, (2, 4), 10, "makers")),
        *(m.CorrectHand(1, (zpy.RecordHand(1, Suit.HEARTS, (3, 5), 90, "makers"),)), m.VoidHand(2, "misdeal")),
        *(m.StartHand((1, 2, 3, 4, 5, 7)), m.Undo(), m.StartHand((1, 2, 3, 4, 5, 6))),
    ]
    return log(*moves)


# --- Later programs ---


def paying_one_more(patch: pytest.MonkeyPatch) -> None:
    list_base_steps = payment.list_base_steps

    def more(*asked: Any) -> Sequence[Step]:
        return (*list_base_steps(*asked), Step(message("score.extra_points"), "add", 1))

    patch.setattr(payment, "list_base_steps", more)


def settling_more_strictly(patch: pytest.MonkeyPatch) -> None:
    settle_unchecked = payment.settle_unchecked

    def strict(rules: Any, contract: Any, outcome: Any, purses: Any) -> Any:
        if outcome.friend is None:
            raise RuleError("result.friend_missing")
        return settle_unchecked(rules, contract, outcome, purses)

    patch.setattr(counting, "settle_unchecked", strict)


def never_closing_an_auction(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(auction, "ends_auction", lambda _rules, _bid: False)


def closing_an_auction_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(auction, "ends_auction", lambda _rules, bid: bid.level >= 15)


def counting_no_tricks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(mighty.RecordTrick, "play", lambda _move, _hand: 1 / 0)


def calling_no_friends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(mighty.CallFriend, "play", lambda _move, _hand: 1 / 0)


def never_ending_a_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(mighty.RecordResult, "play", lambda _move, hand: hand)


def ending_with_the_fifth_trick(patch: pytest.MonkeyPatch) -> None:
    play = mighty.RecordTrick.play

    def end(move: mighty.RecordTrick, hand: mighty.Hand) -> mighty.Hand:
        counted = play(move, hand)
        if len(counted.tricks) < 5:
            return counted
        return mighty.RecordResult(0, (hand.friend or hand.seats[0])).play(counted)

    patch.setattr(mighty.RecordTrick, "play", end)


def dealing_otherwise(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(GAMES, "mighty", replace(mighty.GAME, advance_session=lambda hand: hand.session))


MIGHTY_LATER: list[Later] = [
    paying_one_more, settling_more_strictly, never_closing_an_auction, closing_an_auction_early, counting_no_tricks,
    calling_no_friends, never_ending_a_hand, ending_with_the_fifth_trick, dealing_otherwise,
]  # fmt: skip


def promoting_one_more(patch: pytest.MonkeyPatch) -> None:
    find_band = promotion.find_band

    def higher(*asked: Any) -> Any:
        band = find_band(*asked)
        return band._replace(levels=band.levels + 1)

    patch.setattr(promotion, "find_band", higher)


def promoting_nobody(patch: pytest.MonkeyPatch) -> None:
    def nobody(*_: Any) -> Any:
        raise RuleError("result.points")

    patch.setattr(result, "settle_hand", nobody)


def taking_no_results(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(zpy.RecordResult, "play", lambda _move, hand: hand)


def starting_otherwise(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(GAMES, "zhao_pengyou", replace(zpy.GAME, advance_session=lambda hand: hand.session))


ZHAO_PENGYOU_LATER: list[Later] = [promoting_one_more, promoting_nobody, taking_no_results, starting_otherwise]

CASES = [
    *((preset, later) for preset in ("pagat", "korean40") for later in MIGHTY_LATER),
    *(("zhao_pengyou", later) for later in ZHAO_PENGYOU_LATER),
]

evenings = for_each(*CASES)


def evening_log(name: str) -> list[StoredAction]:
    return zhao_pengyou_evening() if name == "zhao_pengyou" else play_evening(name).records


@evenings
def test_every_row_stands_and_is_told(name: str, later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    records = evening_log(name)
    before, counted = sheets(records), [line.counts for line in history_lines(records)]
    ends = [ledger.state.session for ledger in fold_each(records) if not ledger.state.current][-1]
    later(monkeypatch)
    assert sheets(records) == before
    assert [ledger.state.session for ledger in fold_each(records) if not ledger.state.current][-1] == ends
    lines = history_lines(records)
    assert [line.counts for line in lines] == counted
    assert all(line.says for line in lines)


@for_each(
    *(("pagat", each) for each in (paying_one_more, settling_more_strictly, never_closing_an_auction)),
    *(("pagat", each) for each in (calling_no_friends, never_ending_a_hand, dealing_otherwise)),
    *(("zhao_pengyou", each) for each in ZHAO_PENGYOU_LATER),
)
def test_hands_that_give_something_else_today_are_marked(
    name: str, later: Later, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(entry.recorded for entry in reopen(evening_log(name)).state.entries)
    later(monkeypatch)
    assert any(hand.recorded for hand in reopen(evening_log(name)).state.hands)


@evenings
def test_everything_about_a_marked_hand_can_be_read(
    name: str, later: Later, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a screen or an export reads it."""
    records = evening_log(name)
    later(monkeypatch)
    state = reopen(records).state
    for entry in state.entries:
        assert entry.recorded or entry.amounts == entry.computed_amounts
        if isinstance(entry, HandRecord):
            assert set(state.summary(entry).roles) <= set(entry.hand.seats)
            assert entry.settlement is None or entry.settlement.accounts
            assert m.find_redeals(state.game, entry)[1].settlement is None


@evenings
def test_the_evening_goes_on(name: str, later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    records = list(evening_log(name))
    later(monkeypatch)
    ledger, done = reopen(records), 0
    last = ledger.state.hand_number
    for move in (
        *(m.VoidHand(last, "enough"), m.ResumeSession(), m.LimitHands(None), m.VoidHand(last - 2, "no witness")),
        *(m.Adjust({1: 1}, "a bonus"), m.StartHand(), barely_made_hand(2, 3), m.Undo(), m.Undo(), m.BeginSession()),
    ):
        try:
            (ledger,) = steps(ledger, move)
        except (RuleError, ZeroDivisionError):
            continue
        done += 1
        records.append(encode_last_action(ledger))
    assert done >= 4
    assert same(reopen(records), ledger)


def test_a_void_hand_takes_back_what_was_recorded_and_not_what_it_would_give_today(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for preset in PRESETS:
        records = play_evening(preset).records
        paying_one_more(monkeypatch)
        ledger = reopen(records)
        before = values(ledger.state)
        hand = next(hand for hand in ledger.state.hands if hand.voided is None)
        assert hand.amounts != hand.computed_amounts
        (after,) = steps(ledger, m.VoidHand(hand.number, "x"))
        assert values(after.state) == {
            player: balance - hand.amounts.get(player, 0) for player, balance in before.items()
        }
        assert after.state.session.begins == ledger.state.session.begins
        assert after.state.session.spent == ledger.state.session.spent
        monkeypatch.undo()
