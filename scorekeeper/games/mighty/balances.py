"""Additions to a payment: whole numbers, the limit of what players have, and the pot, each with a player's account.

Source: pagat, Six, seven or eight players (Chicago); groups, Paying no more than one has; Redeal fines.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from scorekeeper.messages import message
from scorekeeper.settlement import Account, Amount, Gain, Seat, Settlement, Step, to_whole_number

Steps = Mapping[Seat, tuple[Step, ...]]
"""The steps added to the payment of each player, with the rule that adds them."""


def add_to_payments(settlement: Settlement[Seat], added: Sequence[Steps[Seat]]) -> Settlement[Seat]:
    """Return the settlement with these steps after the score. Whoever has one has an account of their own."""
    due = settlement.amounts
    steps: dict[Seat, tuple[Step, ...]] = {}
    for each in added:
        for seat, more in each.items():
            steps[seat] = (*steps.get(seat, ()), *more)
    accounts = tuple(
        Account(
            message("account.payment", player=seat),
            (Step(message("score.by_the_score"), "add", due.get(seat, 0)), *more),
            seat,
        )
        for seat, more in steps.items()
        if more
    )
    changed = {account.player: Gain(to_whole_number(account.total)) for account in accounts}
    gains = {**settlement.gains, **{seat: gain for seat, gain in changed.items() if seat is not None}}
    return Settlement((*settlement.accounts, *accounts), gains)


def add_steps(due: Mapping[Seat, Amount], added: Sequence[Steps[Seat]]) -> dict[Seat, Amount]:
    """Return what is `due` to each seat once these steps are added."""
    return {seat: due[seat] + sum(step.amount for each in added for step in each.get(seat, ())) for seat in due}


def round_shares(due: Mapping[Seat, Amount], declarer: Seat, friends: Sequence[Seat]) -> dict[Seat, tuple[Step, ...]]:
    """Return the steps from exact shares to whole numbers: a friend's to the nearest, the declarer's to the rest.

    A friend's half is dropped, won or lost, so that of the two numbers as near the declarer has the larger part.
    """
    changes = {friend: round_half_down(due[friend]) - due[friend] for friend in friends}
    rest = to_whole_number(-sum(changes.values()))
    if not rest:
        return {}
    nearest = message("score.nearest_whole")
    steps = {friend: (Step(nearest, "add", change),) for friend, change in changes.items()}
    return {declarer: (Step(message("score.rest_of_shares"), "add", rest),), **steps}


def round_half_down(amount: Amount) -> int:
    """Return the nearest whole number; of two as near, the one nearer to zero."""
    half = Fraction(1, 2)
    return ceil(amount - half) if amount > 0 else floor(amount + half)


def limit_payments(
    due: Mapping[Seat, Amount], receivers: Sequence[Sequence[Seat]], have: Mapping[Seat, Amount]
) -> dict[Seat, tuple[Step, ...]]:
    """Return the steps by which nobody pays more than they `have` of what is `due`.

    What is not paid is missed by the `receivers`, evenly by those of one group; the next group misses it only once the
    one before receives nothing.
    """
    paid = {seat: max(amount, -max(have[seat], 0)) if amount < 0 else amount for seat, amount in due.items()}
    missing = to_whole_number(sum(paid.values()))
    for group in receivers:
        for seat, part in share_missing(missing, [(seat, paid[seat]) for seat in group]).items():
            paid[seat] -= part
            missing -= part
    changed = {seat: amount for seat, amount in paid.items() if amount != due[seat]}
    return {seat: (explain_limit(due[seat], amount),) for seat, amount in changed.items()}


def share_missing(missing: Amount, amounts: Sequence[tuple[Seat, Amount]]) -> dict[Seat, Amount]:
    """Return the part of `missing` that each of these seats goes without, who were to receive equal `amounts`.

    Whole points stay whole: what does not divide is missed by the first.
    """
    missing = min(missing, sum(amount for _, amount in amounts))
    if isinstance(missing, int):
        each, odd = divmod(missing, len(amounts)) if amounts else (0, 0)
        return {seat: each + (place < odd) for place, (seat, _) in enumerate(amounts)}
    return {seat: Fraction(missing, len(amounts)) for seat, _ in amounts}


def explain_limit(due: Amount, paid: Amount) -> Step:
    """Return the step from what is `due` to what is `paid`, or received, in its place."""
    code = "score.pays_only" if due < 0 else "score.receives_only"
    return Step(message(code, paid=abs(paid), due=abs(due)), "add", to_whole_number(paid - due))
