"""Settling up: points into money that sums to zero, the fewest payments, and who has paid."""

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bookkeeper import fold_log
from scorekeeper.codec import encode
from scorekeeper.errors import RuleError
from scorekeeper.export import export_document, import_document
from scorekeeper.settlement import Amount
from scorekeeper.store import open_store
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.settling import (
    balance_points,
    convert_to_money,
    fewest_payments,
    format_hundredths,
    groups_of,
    settle_up,
    subtract_payments,
)
from scorekeeper.table.state import Payment, Stakes
from tests.cases import for_each
from tests.table.many_hands import SIZES, evening_moves
from tests.table.tables import log, play

amounts = st.integers(-500, 500) | st.fractions(-500, 500, max_denominator=12)
won = st.dictionaries(st.integers(1, 12), amounts, max_size=12)
stakes = st.builds(Stakes, st.integers(1, m.MOST_WORTH), st.integers(1, m.MOST_WORTH))


# --- Money ---


@given(won)
def test_what_went_to_nobody_is_shared_by_all(won: dict[int, Amount]) -> None:
    points = balance_points(won)
    assert sum(points.values()) == 0
    assert len({won[player] - points[player] for player in won}) <= 1
    assert all(type(each) is int or each.denominator > 1 for each in points.values())


@given(won, stakes)
def test_money_sums_to_zero_for_every_rate_and_rounding(won: dict[int, Amount], stakes: Stakes) -> None:
    """Nobody is further from their exact share than one coin, and who has more never gets less."""
    points = balance_points(won)
    coins = convert_to_money(points, stakes)
    assert sum(coins.values()) == 0
    assert coins.keys() == points.keys()
    for player, amount in coins.items():
        assert amount % stakes.coin == 0
        assert abs(amount - Fraction(points[player]) * stakes.worth) < stakes.coin
    for one, other in permutations(points, 2):
        assert points[one] <= points[other] or coins[one] >= coins[other]


def test_coins_that_are_left_over_go_to_whoever_lost_most() -> None:
    """5, 3 and −8 at 0.10, in whole coins: exactly 0.5, 0.3 and −0.8."""
    assert convert_to_money({1: 5, 2: 3, 3: -8}, Stakes(10, 100)) == {1: 100, 2: 0, 3: -100}
    thirds = {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(-2, 3)}
    assert convert_to_money(thirds, Stakes(300, 100)) == {1: 100, 2: 100, 3: -200}
    assert convert_to_money(thirds, Stakes(100, 100)) == {1: 1 * 100, 2: 0, 3: -100}


@for_each(
    (0, "€", "0 €"),
    (1, "€", "0.01 €"),
    (-1, "€", "−0.01 €"),
    (310_000, "₩", "3100 ₩"),
    (50, "€", "0.50 €"),
    (1205, "", "12.05"),
    (-100, "chips", "−1 chips"),
)
def test_money_as_people_write_it(amount: int, unit: str, expected: str) -> None:
    assert format_hundredths(amount, unit) == expected


def test_money_without_a_unit_is_a_number() -> None:
    assert format_hundredths(1205) == "12.05"


# --- The fewest payments ---


def by_brute_force(left: dict[int, int]) -> int:
    """The fewest payments, by trying every payment of one who owes to one who is owed, all of what either has."""
    owing = [amount for amount in left.values() if amount]
    if not owing:
        return 0
    first, rest = owing[0], owing[1:]
    tries = []
    for place, other in enumerate(rest):
        if first * other < 0:
            more = [*rest[:place], first + other, *rest[place + 1 :]]
            tries.append(1 + by_brute_force(dict(enumerate(more))))
    return min(tries)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_the_fewest_payments_are_those_found_by_trying_all(firsts: list[int]) -> None:
    left = dict(enumerate([*firsts, -sum(firsts)], 1))
    assert len(fewest_payments(left)) == by_brute_force(left)


@given(st.lists(st.integers(-60, 60), min_size=1, max_size=15))
def test_payments_clear_the_table(firsts: list[int]) -> None:
    """Also of more people than there are exact groups of."""
    left = dict(enumerate([*firsts, -sum(firsts)], 1))
    payments = fewest_payments(left)
    assert all(each.amount > 0 and each.giver != each.receiver for each in payments)
    assert set(subtract_payments(left, payments).values()) <= {0}
    assert len(payments) < len(left)


def test_a_table_of_thirteen_who_owe_is_paid_as_one_group() -> None:
    """Of more than twelve the best groups are not looked for: the payments still clear the table."""
    pairs = tuple((player, (player + 1) // 2 * (1 if player % 2 else -1)) for player in range(1, 13))
    assert len(groups_of(pairs)) == 6
    thirteen = (*pairs[:-1], (12, -4), (13, -2))
    assert groups_of(thirteen) == (thirteen,)


def test_twelve_people_in_six_pairs() -> None:
    left = {player: (player + 1) // 2 * (1 if player % 2 else -1) for player in range(1, 13)}
    assert len(fewest_payments(left)) == 6


# --- At a table ---


@for_each(*[players for game, players in SIZES if game == "mighty"])
def test_an_evening_is_settled_as_its_hands_say(players: int) -> None:
    """A second reckoning: plain loops over what every hand gave."""
    ledger = play(
        Ledger(), *evening_moves("mighty", players, 7), m.Penalize(2, 10, False, "late"), m.SetStakes(50, 100, "€")
    )
    again = play(ledger, m.BeginSession(), *evening_moves("mighty", players, 2)[1:])
    paid: Counter[int] = Counter()
    for sheet in (again.state.sheets[0].entries, again.state.entries):
        for entry in sheet:
            for player, amount in entry.amounts.items():
                paid[player] += int(amount)
    settling = settle_up(again.state)
    assert settling.shared == 10
    for player, amount in settling.points.items():
        assert amount == paid[player] + Fraction(10, len(settling.points))
    assert sum(settling.money.values()) == 0
    assert set(subtract_payments(settling.left, settling.payments).values()) == {0}


def test_who_has_paid_owes_nothing_until_it_is_taken_back() -> None:
    ledger = play(Ledger(), *evening_moves("mighty", 5, 7), m.SetStakes(10_000, 100, "₩"))
    due = settle_up(ledger.state).payments
    some = play(ledger, m.RecordPayments(due[:1]))
    assert settle_up(some.state).payments == due[1:]
    everybody = play(some, m.RecordPayments(due[1:]))
    assert settle_up(everybody.state).payments == ()
    assert settle_up(everybody.state).money == settle_up(ledger.state).money
    assert settle_up(play(everybody, m.TakeBackPayment(due[0])).state).payments == due[:1]
    assert play(everybody, m.Undo()).state == some.state
    assert play(everybody, m.Undo(), m.Redo()).state == everybody.state


def test_after_another_hand_only_what_is_new_is_owed() -> None:
    moves = evening_moves("mighty", 5, 4)
    ledger = play(Ledger(), *moves[:-2])
    later = play(play(ledger, m.RecordPayments(settle_up(ledger.state).payments)), *moves[-2:])
    last = later.state.hands[-1].amounts
    left = settle_up(later.state).left
    assert {player: left[player] for player in last} == {player: amount * 100 for player, amount in last.items()}
    assert settle_up(play(later, m.VoidHand(4, "misdeal")).state).payments == ()


@for_each(
    ("a point worth nothing", m.SetStakes(0), "stakes.worth"),
    ("a coin of nothing", m.SetStakes(1, 0), "stakes.worth"),
    ("a long unit", m.SetStakes(1, 1, "x" * 9), "stakes.unit"),
    ("another currency when some have paid", m.SetStakes(100, 100, "€"), "stakes.paid"),
    ("nobody has paid", m.RecordPayments(()), "payment.none"),
    ("a stranger has paid", m.RecordPayments((Payment(1, 9, 5),)), "player.unknown"),
    ("somebody paid themselves", m.RecordPayments((Payment(1, 1, 5),)), "payment.wrong"),
    ("somebody paid nothing", m.RecordPayments((Payment(1, 2, 0),)), "payment.wrong"),
    ("what nobody paid is taken back", m.TakeBackPayment(Payment(1, 2, 6)), "payment.unknown"),
)
def test_what_is_refused(about: str, move: m.TableMove, code: str) -> None:
    ledger = play(Ledger(), *evening_moves("mighty", 5, 1), m.RecordPayments((Payment(1, 2, 5),)))
    with pytest.raises(RuleError) as refusal:
        play(ledger, move)
    assert code in [each.code for each in refusal.value.problems]


def test_levels_are_not_paid_for() -> None:
    ledger = play(Ledger(), *evening_moves("zhao_pengyou", 5, 1))
    for move in (m.SetStakes(100), m.RecordPayments((Payment(1, 2, 5),))):
        with pytest.raises(RuleError, match=r"stakes\.levels"):
            play(ledger, move)


STAKED = m.SetStakes(50, 100, "€")
PAID = Payment(1, 2, 5)


@for_each(STAKED, m.RecordPayments((PAID,)), m.TakeBackPayment(PAID))
def test_the_log_keeps_it(move: m.TableMove) -> None:
    assert m.move_decoder("mighty").decode(encode(move)) == move
    assert msgspec.json.decode(encode(move))["type"].startswith("table.")


def test_a_file_carries_it_and_says_what_everyone_won(tmp_path: Path) -> None:
    """A second reckoning, over the file alone."""
    ledger = play(Ledger(), *evening_moves("mighty", 5, 7), m.Adjust({1: 4, 3: -4}, "paper"), STAKED)
    payments = settle_up(ledger.state).payments
    ticked = (m.RecordPayments(payments), m.TakeBackPayment(payments[0]))
    with open_store(str(tmp_path / "a.db")) as store, open_store(str(tmp_path / "b.db")) as other:
        moves = [*evening_moves("mighty", 5, 7), m.Adjust({1: 4, 3: -4}, "paper"), STAKED, *ticked]
        store.events.restore("0123456789ab", "mighty", log(*moves))
        written = export_document(store.events, "0123456789ab")
        state = fold_log(other.events.load(import_document(other.events, written))).state
    assert (state.stakes, state.paid) == (Stakes(50, 100, "€"), payments[1:])
    won: Counter[int] = Counter()
    document = json.loads(written)
    for line in (*document["hands"], *document["adjustments"]):
        for player, gain in line["gains"].items():
            won[int(player)] += gain["amount"] if isinstance(gain, dict) else gain
    assert dict(won) == settle_up(state).points
    assert settle_up(state).payments == payments[:1]
