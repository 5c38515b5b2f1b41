"""Moves of the table: refusals, limits, and the meaning of older logs."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from scorekeeper.codec import encode
from scorekeeper.errors import RuleError, problem
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, check_move, fold_action
from scorekeeper.table.state import Payment, Stakes, Stamp
from tests.cases import for_each
from tests.table.mighty_hands import barely_made_hand, mighty_table
from tests.table.tables import NAMES, hands, play, toy_table, values
from tests.toy import TOY, Draw, Shuffle

ANA, BO, CHO = 1, 2, 3
PAID = m.RecordPayments((Payment(ANA, BO, 5),))


def as_fact(ledger: Ledger, move: Any) -> Ledger:
    """The ledger after a move as an older log may have it, which nobody checks."""
    return fold_action(ledger, Action(Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00"), (move,)))


def paper_hands(hands: int) -> m.AddEarlierHands:
    """So many hands from paper."""
    return m.AddEarlierHands((m.EarlierHand({ANA: 1}, "made"),) * hands)


def payments(amount: int, times: int = 1) -> m.RecordPayments:
    """Ana pays Bo so much, so many times."""
    return m.RecordPayments((Payment(ANA, BO, amount),) * times)


# --- Refusals, with what they tell ---


@for_each(
    ([m.JoinTable(f"Player {n}") for n in range(9)], m.JoinTable("Dan"), problem("table.full", most=12)),
    ([m.LeaveTable(BO)], m.LeaveTable(BO), problem("player.left", player=BO)),
    ([m.StartHand()], m.LeaveTable(BO), problem("player.playing", player=BO)),
    ([], m.ReturnToTable(BO), problem("player.here", player=BO)),
    ([m.LeaveTable(BO)], m.SwapSeats(ANA, BO), problem("player.left", player=BO)),
    ([m.LeaveTable(ANA)], m.SwapSeats(ANA, BO), problem("player.left", player=ANA)),
    ([], m.SwapSeats(ANA, ANA), problem("seats.same")),
    ([], m.ChangeRules("plan"), problem("rules.unknown_preset", preset="plan")),
    ([m.EndSession()], m.EndSession(), problem("session.closed_already")),
    ([m.EndSession()], m.StartHand((ANA, BO)), problem("session.over_by_hand")),
    ([*hands(BO), m.LimitHands(1)], m.StartHand((ANA, BO)), problem("session.over_hand_limit")),
    ([*hands(*[BO] * 5)], m.StartHand((ANA, BO)), problem("session.over")),
    ([m.LeaveTable(player) for player in (ANA, BO, CHO)], m.StartHand(), problem("table.everybody_left")),
    ([m.StartHand()], m.StartHand((ANA, BO)), problem("hand.running")),
    ([], m.StartHand((ANA, BO), leader=CHO), problem("hand.seats")),
    ([m.LeaveTable(BO)], m.StartHand((ANA, BO)), problem("hand.seats")),
    ([], m.CorrectHand(3, (Draw(ANA),)), problem("hand.unknown", number=3)),
    ([m.StartHand()], m.CorrectHand(1, (Draw(ANA),)), problem("hand.not_over", number=1)),
    (hands(BO), m.CorrectHand(1, (Draw(ANA),), sheet=1), problem("hand.unknown", number=1)),
    (hands(BO), m.CorrectHand(1, (Draw(ANA),), dealing=m.Dealing((ANA, 7))), problem("hand.seats")),
    (hands(BO), m.CorrectHand(1, (Draw(ANA),), dealing=m.Dealing((ANA, BO), CHO)), problem("hand.seats")),
    ([], m.StartHand((ANA, BO), first=ANA), problem("hand.no_auction")),
    ([], m.SetToken(ANA, spent=True), problem("token.none")),
    (hands(BO), m.VoidHand(1, "x", sheet=0), problem("hand.unknown", number=1)),
    ([m.StartHand(), Shuffle(), Draw(BO)], m.CorrectHand(1, (Draw(ANA),)), problem("hand.redeals_kept", number=1)),
    (hands(BO), m.CorrectHand(1, ()), problem("hand.correction_unfinished")),
    ([], m.VoidHand(3, "x"), problem("hand.unknown", number=3)),
    ([m.StartHand(), m.VoidHand(1, "x")], m.VoidHand(1, "x"), problem("hand.void_already", number=1)),
    ([], m.SetStakes(100), problem("stakes.levels")),
    ([], m.ChooseMode("play", "cards"), problem("move.unknown")),
    ([], m.TakeBackPayment(Payment(ANA, BO, 5)), problem("payment.unknown")),
)
def test_a_refusal_says_what_is_against_the_move_and_nothing_else(
    before: list[Any], move: Any, against: Message
) -> None:
    assert check_move(play(toy_table(), *before), move) == (against,)


@for_each(
    ([], m.SwapSeats(ANA, CHO)),
    ([], m.SwapSeats(CHO, ANA)),
    ([], m.RenamePlayer(BO, "bo")),
    ([m.StartHand(), Shuffle(), Draw(BO)], m.CorrectHand(1, (Shuffle(), Draw(ANA)))),
)
def test_what_nothing_is_against(before: list[Any], move: Any) -> None:
    assert check_move(play(toy_table(), *before), move) == ()


@for_each((ANA, "Cho"), (CHO, "Ana"))
def test_nobody_takes_the_name_of_whoever_came_before_or_after(player: int, name: str) -> None:
    assert [each.code for each in check_move(toy_table(), m.RenamePlayer(player, name))] == ["name.taken"]


@for_each((ANA, BO, 9), (ANA, BO, BO))
def test_a_hand_is_not_dealt_to_the_others_where_one_cannot_play(seats: tuple[int, ...]) -> None:
    with pytest.raises(RuleError):
        play(toy_table(), m.StartHand(seats))


@for_each({"top": 4}, {"top": 6})
def test_a_rule_that_no_table_offers_stays_as_the_preset_has_it(
    changes: dict[str, Any], *, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "toy", replace(TOY, blocks={}))
    against = check_move(Ledger(), m.CreateTable("toy", "plain", changes, ("Ana", "Bo")))
    assert against == (problem("rules.not_offered", rule="Highest rung"),)
    assert check_move(Ledger(), m.CreateTable("toy", "plain", {"top": 5}, ("Ana", "Bo"))) == ()


# --- Limits, from both sides ---


@for_each(
    (m.LimitHands(1), m.LimitHands(0), problem("session.limit", most=1000)),
    (m.LimitHands(1000), m.LimitHands(1001), problem("session.limit", most=1000)),
    (m.Adjust({ANA: 10_000}, "x"), m.Adjust({ANA: 10_001}, "x"), problem("amount.too_large", most=10_000)),
    (m.Adjust({ANA: -10_000}, "x"), m.Adjust({ANA: -10_001}, "x"), problem("amount.too_large", most=10_000)),
    (m.Penalize(ANA, 1, False, "x"), m.Penalize(ANA, 0, False, "x"), problem("amount.penalty")),
    (paper_hands(1), paper_hands(0), problem("amount.none")),
    (paper_hands(30), paper_hands(31), problem("hands.too_many", most=30)),
    (m.SetStakes(1), m.SetStakes(0), problem("stakes.worth", most=1_000_000)),
    (m.SetStakes(100_000_000), m.SetStakes(100_000_001), problem("stakes.worth", most=1_000_000)),
    (m.SetStakes(1, 1), m.SetStakes(1, 0), problem("stakes.worth", most=1_000_000)),
    (m.SetStakes(1, 100_000_000), m.SetStakes(1, 100_000_001), problem("stakes.worth", most=1_000_000)),
    (m.SetStakes(1, 1, "matches!"), m.SetStakes(1, 1, "matches!!"), problem("stakes.unit", longest=8)),
    (payments(1), payments(0), problem("payment.wrong")),
    (payments(10**15), payments(10**15 + 1), problem("payment.wrong")),
    (payments(1, times=1), payments(1, times=0), problem("payment.none")),
    (payments(1, times=144), payments(1, times=145), problem("payment.none")),
)
def test_a_limit_is_where_it_is_said_to_be(allowed: Any, beyond: Any, against: Message) -> None:
    table = mighty_table("pagat")
    assert check_move(table, allowed) == ()
    assert check_move(table, beyond) == (against,)


def test_a_table_is_opened_for_twelve_and_no_more() -> None:
    names = tuple(f"Player {number}" for number in range(13))
    rules = TOY.presets["plain"].rules.as_dict()
    assert check_move(Ledger(), m.CreateTable("toy", "plain", rules, names[:12])) == ()
    opening = m.CreateTable("toy", "plain", rules, names)
    assert check_move(Ledger(), opening) == (problem("table.full", most=12),)
    full = as_fact(Ledger(), opening)
    assert check_move(full, m.JoinTable("Ana")) == (problem("table.full", most=12),), "as an older log may have it"


# --- What a move makes of the table ---


def test_a_table_is_opened_with_what_was_said() -> None:
    assert play(Ledger(), m.CreateTable("toy", "plain", hand_limit=3)).state.hand_limit == 3
    kept = as_fact(Ledger(), m.CreateTable("toy", "plain", TOY.presets["plain"].rules.as_dict(), kept_from=2))
    assert kept.state.kept_from == 2


def test_what_is_paid_is_rounded_to_whole_ones_without_a_name_unless_people_say_so() -> None:
    assert play(mighty_table("pagat"), m.SetStakes(50)).state.stakes == Stakes(50, 100, "")


@for_each("", "$", "₩")
def test_the_currency_stays_once_somebody_has_paid(unit: str) -> None:
    paid = mighty_table("pagat", m.SetStakes(100, 100, "€"), PAID)
    assert check_move(paid, m.SetStakes(50, 100, unit)) == (problem("stakes.paid"),)
    assert check_move(paid, m.SetStakes(50, 100, "€")) == (), "what a point is worth may change"
    assert check_move(play(paid, m.Undo()), m.SetStakes(50, 100, unit)) == ()


def test_whoever_was_drawn_to_begin_was_drawn_under_the_rules_of_then() -> None:
    drawn = play(toy_table(), m.DrawLeader(BO), m.ChangeRules("strides")).state.entries[-2]
    assert drawn.rules == TOY.presets["plain"].rules


# --- What older logs mean by a move ---


def test_what_an_older_move_does_not_say_is_as_the_program_did_it_then() -> None:
    decode = m.move_decoder("toy").decode
    opening = b'{"type":"table.create_table","game":"toy","preset":"plain"}'
    assert decode(opening) == m.CreateTable("toy", "plain", {}, (), hand_limit=None, kept_from=None)
    assert decode(b'{"type":"table.join_table","name":"Dan"}') == m.JoinTable("Dan", number=None)
    assert decode(b'{"type":"table.void_hand","number":1,"reason":"x"}') == m.VoidHand(1, "x")
    moves = encode([Draw(ANA)]).decode()
    correction = decode(f'{{"type":"table.correct_hand","number":1,"moves":{moves}}}'.encode())
    assert correction == m.CorrectHand(1, (Draw(ANA),))


def test_an_older_change_of_rules_gives_nobody_anything_once_a_hand_is_over() -> None:
    rules = TOY.presets["plain"].rules.change({"start": 2}).as_dict()
    older = m.move_decoder("toy").decode(
        msgspec.json.encode({"type": "table.change_rules", "preset": "plain", "rules": rules})
    )
    assert values(as_fact(play(toy_table(), *hands(BO)), older).state) == {ANA: 0, BO: 1, CHO: 0}
    assert values(as_fact(toy_table(), older).state) == {ANA: 2, BO: 2, CHO: 2}


# --- How a table records ---


@for_each(*[game for game in GAMES.values() if game.modes])
def test_a_part_of_a_hand_is_recorded_in_each_mode_of_the_game_and_in_no_other(game: Game) -> None:
    table = play(Ledger(), m.CreateTable(game.key, next(iter(game.presets)), {}, NAMES[:5]))
    for part, modes in game.modes.items():
        assert table.state.mode(part) == modes[0]
        for mode in (*modes[1:], modes[0]):
            table = play(table, m.ChooseMode(part, mode))
            assert table.state.mode(part) == mode
            assert check_move(table, m.ChooseMode(part, mode)) == (problem("mode.chosen"),)
        for mode in {each for others in game.modes.values() for each in others}.difference(modes) | {""}:
            assert check_move(table, m.ChooseMode(part, mode)) == (problem("move.unknown"),)
    assert check_move(table, m.ChooseMode("levels", "cards")) == (problem("move.unknown"),)


def test_an_undo_brings_the_former_mode_back() -> None:
    table = play(mighty_table("pagat"), m.ChooseMode("play", "cards"), m.ChooseMode("play", "result"), m.Undo())
    assert table.state.mode("play") == "cards"
    assert play(table, m.Undo()).state.mode("play") == "tally"


def test_a_new_sheet_is_recorded_as_the_one_before() -> None:
    played = m.ChooseMode("play", "result"), m.StartHand(), barely_made_hand(ANA, BO)
    table = play(mighty_table("pagat"), *played, m.EndSession(), m.BeginSession())
    assert table.state.mode("play") == "result"


def test_every_mode_of_every_game_has_its_words() -> None:
    modes = {mode for game in GAMES.values() for part in game.modes.values() for mode in part}
    assert m.WORDS_OF_MODES.keys() == modes
