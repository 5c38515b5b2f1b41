"""The screen on which the points are counted at the end, from the piles of those who did not declare."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.settlement import Settlement
from scorekeeper.table.state import TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.games.mighty.forms import read_side
from scorekeeper.web.games.mighty.keys import Key, Side
from scorekeeper.web.games.mighty.mend import last
from scorekeeper.web.games.mighty.result import sides_of
from scorekeeper.web.services import Context


class PileKey(NamedTuple):
    """A number of points for the pile that is counted: how the hand would end with it, and why it cannot be."""

    key: Key
    zone: str


class Counted(NamedTuple):
    """What was counted so far. `pile` is whose pile the keys are for; `makers` are the points that are left for them.

    `settlement` is what the hand pays once everything is counted.
    """

    side: Side | None
    in_one: bool
    pile: Player | None
    piles: Mapping[Player, int]
    total: int | None
    makers: int
    keys: tuple[PileKey, ...]
    settlement: Settlement[Player] | None

    @property
    def lost(self) -> int:
        """The points in the piles."""
        return (self.total or 0) if self.in_one else sum(self.piles.values())


def piles_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """Who may have been the friend, and what the choices on the screen come to."""
    every = [side for side in sides_of(hand) if side.problem is None]
    return {
        "sides": every,
        "counted": lambda form: counted(hand, every, form),
        "back_run": mighty.back_run_line(hand.rules, hand.contract_bid) if hand.contract_bid else None,
    }


def counted(hand: mighty.Hand, sides: list[Side], form: Form) -> Counted:
    """The piles as a form of the screen has them, which keeps all that was chosen before."""
    chosen = form.getlist("side")[-1] if form.get("side") else sides[0].value if len(sides) == 1 else None
    side = next((each for each in sides if each.value == chosen), None)
    holders = [player for player in hand.active if side and player not in (hand.declarer, side.friend)]
    in_one = bool(form.getlist("mode")) and form.getlist("mode")[-1] == "total"
    pile = last(form, "pile", holders[0] if holders else 0)
    pile = pile if pile in holders else holders[0] if holders else 0
    piles = {player: last(form, f"pile_{player}", 0) for player in holders if form.get(f"pile_{player}")}
    total = last(form, "total", 0) if form.get("total") else None
    if form.get("points"):
        tapped = last(form, "points", 0)
        piles, total = (piles, tapped) if in_one else ({**piles, pile: tapped}, total)
    whole = total is not None if in_one else len(piles) == len(holders)
    others = 0 if in_one else sum(points for player, points in piles.items() if player != pile)
    makers = hand.rules.setting.points - ((total or 0) if in_one else sum(piles.values()))
    amounts = range(hand.rules.setting.points + 1)
    keys = tuple(pile_key(hand, side, others, points) for points in amounts) if side else ()
    settlement = settled(hand, side, makers, form) if side and whole else None
    return Counted(side, in_one, pile or None, piles, total, makers, keys, settlement)


def pile_key(hand: mighty.Hand, side: Side, others: int, points: int) -> PileKey:
    """A number of points for a pile beside the `others`."""
    makers = hand.rules.setting.points - others - points
    assert hand.contract_bid is not None
    line = mighty.back_run_line(hand.rules, hand.contract_bid)
    zone = "made" if makers >= hand.contract_bid.level else "back" if line is not None and makers <= line else "failed"
    against = [each for each in refused(hand, side, makers) if each.code in NOT_SO_MANY]
    return PileKey(Key(points, against[0] if against else None), zone)


NOT_SO_MANY = ("result.points", "result.not_the_tally")
"""The refusals of a number of points; any other is about something that is not chosen here."""


def result_of(hand: mighty.Hand, side: Side, makers: int, form: Form) -> Any:
    """The result as a move: with the call, when that was not recorded apart."""
    call, friend = read_side(MultiDict({"side": side.value}))
    holder = last(form, "joker_holder", 0) or None
    if hand.call is not None:
        return mighty.RecordResult(makers, friend, joker_holder=holder)
    assert hand.declarer is not None
    assert hand.contract_bid is not None
    return mighty.RecordHand(hand.declarer, hand.contract_bid, call, makers, friend, joker_holder=holder)


def refused(hand: mighty.Hand, side: Side, makers: int) -> tuple[Any, ...]:
    """Why the hand cannot end so."""
    return mighty.check_move(hand, result_of(hand, side, makers, MultiDict()))


def settled(hand: mighty.Hand, side: Side, makers: int, form: Form) -> Settlement[Player] | None:
    """What the hand pays, None where it cannot end so."""
    move = result_of(hand, side, makers, form)
    settlement: Settlement[Player] | None = None if mighty.check_move(hand, move) else move.play(hand).settlement
    return settlement
