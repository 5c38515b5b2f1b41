"""The pot: fines for redeals, which the next side to make its contract wins (groups, Redeal fines).

A player's part of the pot counts as theirs until somebody wins it, so that balances always sum to zero and a pot that
nobody wins goes back to those who paid it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.games.game import Player
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount, Seat, Step

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


class Fine(NamedTuple):
    """An amount that a player put into the pot."""

    player: Player
    amount: int


def fine_for_redeal(rules: Rules, redeals: int) -> int:
    """Return the fine of a claim in a hand that was dealt again `redeals` times before."""
    if not rules.has_fines:
        return 0
    return 2 ** (redeals + 1) if rules.redeal_fine == "doubling" else rules.redeal_fine


def fine_for_passing(rules: Rules) -> int:
    """Return the fine of everyone who passed when nobody bid."""
    return rules.all_pass_fine if rules.has_fines else 0


def put_into_pot(hand: "Hand", players: Iterable[Player], amount: int) -> "Hand":
    """Return the hand after each of `players` put `amount` into the pot."""
    if not amount:
        return hand
    fines = tuple(Fine(player, amount) for player in players)
    session = replace(hand.session, pot=add_fines(hand.session.pot, fines))
    return replace(hand, fined=(*hand.fined, *fines), session=session)


def add_fines(pot: Mapping[Player, Amount], fines: Iterable[Fine]) -> Mapping[Player, Amount]:
    """Return what everyone has in the pot once the `fines` are paid too."""
    filled = dict(pot)
    for player, amount in fines:
        filled[player] = filled.get(player, 0) + amount
    return filled


def report_fines(before: "Hand", after: "Hand") -> Iterable[Message]:
    """Yield who put something into the pot."""
    fines = after.fined[len(before.fined) :]
    if len(fines) > 1:
        yield message("log.mighty.all_fined", points=fines[0].amount)
    else:
        yield from (message("log.mighty.fined", player=player, points=amount) for player, amount in fines)


def share_pot(
    rules: Rules, declarer: Seat, friends: Sequence[Seat], pot: Mapping[Seat, Amount]
) -> dict[Seat, tuple[Step, ...]]:
    """Return the steps by which the makers win the pot and everyone pays what they have in it.

    A friend receives two for three of the declarer where the house rules share it; what does not divide, and all
    without a friend, is the declarer's.
    """
    whole = sum(pot.values())
    part = whole * 2 // (3 + 2 * len(friends)) if rules.redeal_pot == "three_to_two" else 0
    won = {declarer: whole - part * len(friends), **dict.fromkeys(friends, part)}
    received = {seat: (Step(message("score.wins_pot", points=whole), "add", amount),) for seat, amount in won.items()}
    paid = {seat: (Step(message("score.pays_fine"), "add", -amount),) for seat, amount in pot.items() if amount}
    return {
        seat: (*(received.get(seat, ()) if won.get(seat) else ()), *paid.get(seat, ()))
        for seat in dict.fromkeys((*received, *paid))
    }
