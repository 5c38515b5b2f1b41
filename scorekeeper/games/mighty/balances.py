"""Payments that are limited to what players have (groups, Paying no more than one has)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorekeeper.messages import message
from scorekeeper.settlement import Account, Amount, Gain, Seat, Settlement, Step, to_whole_number


def limit_payments(
    settlement: Settlement[Seat], receivers: Sequence[Sequence[Seat]], balances: Mapping[Seat, Amount]
) -> Settlement[Seat]:
    """Return the settlement in which nobody pays more than their balance.

    What is not paid is missed by the `receivers`, evenly by those of one group; the next group misses it only once the
    one before receives nothing. Everyone whose amount changes has an account of their own.
    """
    due = settlement.amounts
    paid = {seat: max(amount, -max(balances[seat], 0)) if amount < 0 else amount for seat, amount in due.items()}
    missing = to_whole_number(sum(paid.values()))
    if not missing:
        return settlement
    for group in receivers:
        for seat, part in share_missing(missing, [(seat, paid[seat]) for seat in group]).items():
            paid[seat] -= part
            missing -= part
    changed = {seat: amount for seat, amount in paid.items() if amount != due[seat]}
    accounts = tuple(explain_limit(seat, due[seat], amount) for seat, amount in changed.items())
    gains = {seat: Gain(to_whole_number(amount)) for seat, amount in paid.items()}
    return Settlement((*settlement.accounts, *accounts), gains)


def share_missing(missing: Amount, amounts: Sequence[tuple[Seat, Amount]]) -> dict[Seat, Amount]:
    """Return the part of `missing` that each of these seats goes without, who were to receive equal `amounts`.

    Whole points stay whole: what does not divide is missed by the first.
    """
    missing = min(missing, sum(amount for _, amount in amounts))
    if isinstance(missing, int):
        each, odd = divmod(missing, len(amounts)) if amounts else (0, 0)
        return {seat: each + (place < odd) for place, (seat, _) in enumerate(amounts)}
    return {seat: Fraction(missing, len(amounts)) for seat, _ in amounts}


def explain_limit(seat: Seat, due: Amount, paid: Amount) -> Account[Seat]:
    """Return the account of a player who pays or receives `paid` in place of `due`."""
    pays = due < 0
    code = "score.pays_only" if pays else "score.receives_only"
    steps = (
        Step(message("score.owes" if pays else "score.is_due"), "add", due),
        Step(message(code, paid=abs(paid), due=abs(due)), "add", to_whole_number(paid - due)),
    )
    return Account(message("account.balance", player=seat), steps, seat)
