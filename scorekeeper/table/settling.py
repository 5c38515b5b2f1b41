"""Settling up: the worth of points in money or chips, and the fewest payments that clear the table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.game import Amounts, Player
from scorekeeper.settlement import Amount, plan_handovers, to_whole_number
from scorekeeper.table.state import Payment, Stakes, TableState

MOST_EXACT = 12
"""The most people for whom the fewest payments are found, among all 4,096 groups of them."""

Money = Mapping[Player, int]
"""Hundredths by player: the amount that each is to receive, or to pay where it is below zero."""


class Settling(NamedTuple):
    """The settlement of a table in money.

    `points` are everyone's gains and sum to zero; `shared` is what nobody won (below zero: what nobody lost), split
    among all. `money` is the worth of the points, `left` the part that is not paid yet, and `payments` clear it.
    """

    points: Amounts
    shared: Amount
    money: Money
    left: Money
    payments: tuple[Payment, ...]


def settle_up(state: TableState) -> Settling:
    """Return the settlement of a table over all its sheets."""
    sheets = (*(sheet.entries for sheet in state.sheets), state.entries)
    won = sum_gains(entry.amounts for entries in sheets for entry in entries)
    points = balance_points(won)
    coins = convert_to_money(points, state.stakes)
    left = subtract_payments(coins, state.paid)
    return Settling(points, -sum(won.values()), coins, left, fewest_payments(left))


# --- Points ---


def sum_gains(lines: Iterable[Amounts]) -> dict[Player, Amount]:
    """Return everyone's total gain by player, without the stakes that they began with."""
    won: Counter[Player] = Counter()
    for amounts in lines:
        for player, amount in amounts.items():
            won[player] += amount  # type: ignore[assignment]  # a fraction where it must be
    return {player: to_whole_number(won[player]) for player in sorted(won)}


def balance_points(won: Amounts) -> dict[Player, Amount]:
    """Return gains that sum to zero: points that nobody won or lost are split among all."""
    share = Fraction(sum(won.values()), len(won)) if won else Fraction(0)
    return {player: to_whole_number(amount - share) for player, amount in won.items()}


# --- Money ---


def convert_to_money(points: Amounts, stakes: Stakes) -> dict[Player, int]:
    """Return points that sum to zero as whole coins that sum to zero.

    Everyone's coins are rounded down. The coins left over go to those who lost most by rounding.
    """
    exact = {player: Fraction(amount) * stakes.worth / stakes.coin for player, amount in points.items()}
    coins = {player: share.numerator // share.denominator for player, share in exact.items()}
    by_loss = sorted(coins, key=lambda player: coins[player] - exact[player])
    for player in by_loss[: -sum(coins.values())]:
        coins[player] += 1
    return {player: count * stakes.coin for player, count in coins.items()}


def subtract_payments(due: Money, paid: Iterable[Payment]) -> dict[Player, int]:
    """Return the amount that everyone is still to receive (or to pay, below zero); an overpayment is to be returned."""
    left = Counter(due)
    for payment in paid:
        left[payment.giver] += payment.amount
        left[payment.receiver] -= payment.amount
    return dict(left)


def format_hundredths(amount: int, unit: str = "") -> str:
    """Return hundredths as people write them: ``3100 ₩``, ``0.50 €``."""
    coins, cents = divmod(abs(amount), 100)
    sign = "−" if amount < 0 else ""
    return f"{sign}{coins}{f'.{cents:02}' if cents else ''} {unit}".rstrip()


# --- The fewest payments ---


def fewest_payments(left: Money) -> tuple[Payment, ...]:
    """Return the fewest payments after which nobody owes anything.

    A group of people whose amounts sum to zero needs one payment less than it has people, so that the most such groups
    make the fewest payments.
    """
    owing = tuple((player, amount) for player, amount in left.items() if amount)
    found = (payment for group in groups_of(owing) for payment in plan_handovers(dict(group)))
    order = [player for player, _ in owing]
    payments = (Payment(each.giver, each.receiver, int(each.amount)) for each in found)
    return tuple(sorted(payments, key=lambda each: (order.index(each.giver), order.index(each.receiver))))


Owing = tuple[tuple[Player, int], ...]


@lru_cache(maxsize=200)
def groups_of(owing: Owing) -> tuple[Owing, ...]:
    """Return the most groups whose amounts sum to zero. More than `MOST_EXACT` people are one group."""
    if len(owing) > MOST_EXACT:
        return (owing,)
    return tuple(
        tuple(each for place, each in enumerate(owing) if group >> place & 1) for group in find_even_groups(owing)
    )


def find_even_groups(owing: Owing) -> Iterator[int]:
    """Yield the most groups whose amounts sum to zero, each as a bit set of indexes into `owing`.

    Dynamic programming over all subsets: `best` is the largest number of zero sums in an order of removing the people
    one by one. The best order of a subset extends the best order of a subset with one person less.
    """
    sums, best, last = [0], [0], [0]
    for people in range(1, 1 << len(owing)):
        lowest = people & -people
        sums.append(sums[people - lowest] + owing[lowest.bit_length() - 1][1])
        gone = max(
            (1 << place for place in range(len(owing)) if people >> place & 1), key=lambda one: best[people - one]
        )
        last.append(gone)
        best.append(best[people - gone] + (sums[people] == 0))
    rest = even = len(sums) - 1
    while rest:
        rest -= last[rest]
        if sums[rest] == 0:
            yield even - rest
            even = rest
