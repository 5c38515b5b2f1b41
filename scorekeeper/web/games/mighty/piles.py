"""The screen on which the points are counted at the end, from the piles of those who did not declare."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.settlement import Settlement
from scorekeeper.table.moves import check_game_move
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.forms import read_result
from scorekeeper.web.games.mighty.keys import Key, Side
from scorekeeper.web.games.mighty.mend import last
from scorekeeper.web.games.mighty.result import buried_asked, sides_of
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form

LARGEST_PAD = 21
"""Keys of points that are drawn at once: all of one pack; of two packs those up to twenty, or those above."""


class PileKey(NamedTuple):
    """A number of points for the pile that is counted: how the hand would end with it, and why it cannot be."""

    key: Key
    zone: str


class CountedPiles(NamedTuple):
    """What was counted so far. `pile` is whose pile the keys are for; `makers` are the points that are left for them.

    `asks_second` are the keys of the second friend, while that is still to be said; `high` is whether the keys are
    those above twenty. `fields` is what a result sends of all this, and `settlement` what it pays once all is counted.
    """

    side: Side | None
    second: Player | None
    asks_second: tuple[Key, ...]
    in_one: bool
    pile: Player | None
    piles: Mapping[Player, int]
    total: int | None
    makers: int
    keys: tuple[PileKey, ...]
    high: bool
    fields: Mapping[str, str]
    settlement: Settlement[Player] | None

    @property
    def lost(self) -> int:
        """The points in the piles."""
        return (self.total or 0) if self.in_one else sum(self.piles.values())

    @property
    def friends(self) -> tuple[Player, ...]:
        """Those whose piles count for the declarer."""
        chosen = (self.side.friend if self.side else None, self.second)
        return tuple(friend for friend in chosen if friend is not None)


def piles_context(state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """Who may have been the friend, and what the choices on the screen come to."""
    every = [side for side in sides_of(hand) if side.problem is None]
    if hand.friends:
        every = [side for side in every if side.friend in hand.friends] or every
    return {
        "sides": every,
        "counted": partial(counted, state, hand, every),
        "back_run": mighty.back_run_limit(hand.rules, hand.contract_bid) if hand.contract_bid else None,
        "buried": buried_asked(hand.rules) if hand.discards is None else [],
    }


def counted(state: TableState, hand: mighty.Hand, sides: list[Side], form: Form) -> CountedPiles:
    """The piles as a form of the screen has them, which keeps all that was chosen before."""
    chosen = form.getlist("side")[-1] if form.get("side") else sides[0].value if len(sides) == 1 else None
    side = next((each for each in sides if each.value == chosen), None)
    seconds = second_keys(hand, side)
    second, said = second_of(hand, seconds, form)
    holders = [player for player in hand.active if side and player not in (hand.declarer, side.friend, second)]
    in_one = bool(form.getlist("mode")) and form.getlist("mode")[-1] == "total"
    pile = last(form, "pile", holders[0] if holders else 0)
    pile = pile if pile in holders else holders[0] if holders else 0
    piles = {player: last(form, f"pile_{player}", 0) for player in holders if form.get(f"pile_{player}")}
    total = last(form, "total", 0) if form.get("total") else None
    if form.get("points"):
        tapped = last(form, "points", 0)
        piles, total = (piles, tapped) if in_one else ({**piles, pile: tapped}, total)
    whole = said and (total is not None if in_one else len(piles) == len(holders))
    others = 0 if in_one else sum(points for player, points in piles.items() if player != pile)
    makers = hand.rules.setting.points - ((total or 0) if in_one else sum(piles.values()))
    fields = fields_of(side, second, form)
    every = range(hand.rules.setting.points + 1)
    high = len(every) > LARGEST_PAD and form.getlist("high")[-1:] == ["yes"]
    amounts = (every[LARGEST_PAD:] if high else every[:LARGEST_PAD]) if side and said else ()
    keys = tuple(pile_key(state, hand, fields, others, points) for points in amounts)
    fields = {**fields, "points": str(makers)}
    settlement = settled(state, hand, fields) if side and whole else None
    asks = () if said else seconds
    return CountedPiles(side, second, asks, in_one, pile or None, piles, total, makers, keys, high, fields, settlement)


# --- Two friends ---


def second_keys(hand: mighty.Hand, side: Side | None) -> tuple[Key, ...]:
    """Who may have been the second friend beside the first, and nobody; empty where there is only one."""
    if side is None or side.friend is None or hand.rules.setting.partners < 2:
        return ()
    others = (player for player in hand.active if player not in (hand.declarer, side.friend))
    return tuple(Key(each, against_second(hand, side.friend, each)) for each in (*others, None))


def against_second(hand: mighty.Hand, friend: Player, second: Player | None) -> Problem | None:
    """Why the two cannot have been the friends after what the table has seen."""
    if hand.call is None:
        return None
    friends = (friend,) if second is None else (friend, second)
    return next(iter(mighty.check_friends(hand, friends)), None)


def second_of(hand: mighty.Hand, seconds: tuple[Key, ...], form: Form) -> tuple[Player | None, bool]:
    """The second friend, and whether that was said: by the form, by the table, or by there being one friend only."""
    if not seconds:
        return None, True
    if hand.friend_known:
        return hand.second_friend, True
    if not form.get("second_friend"):
        return None, False
    chosen = last(form, "second_friend", 0)
    return (chosen if chosen in [key.value for key in seconds] else None), True


# --- What it comes to ---


def pile_key(state: TableState, hand: mighty.Hand, fields: Mapping[str, str], others: int, points: int) -> PileKey:
    """A number of points for a pile beside the `others`."""
    makers = hand.rules.setting.points - others - points
    assert hand.contract_bid is not None
    line = mighty.back_run_limit(hand.rules, hand.contract_bid)
    zone = "made" if makers >= hand.contract_bid.level else "back" if line is not None and makers <= line else "failed"
    move = read_result(state, MultiDict({**fields, "points": str(makers)}))
    against = [each for each in check_game_move(state.game, hand, move) if each.code in NOT_SO_MANY]
    return PileKey(Key(points, against[0] if against else None), zone)


NOT_SO_MANY = ("result.points", "result.not_the_tally")
"""The refusals of a number of points; any other is about something that is not chosen here."""


def fields_of(side: Side | None, second: Player | None, form: Form) -> dict[str, str]:
    """What a result sends besides the points."""
    fields = {"side": side.value} if side else {}
    if second is not None:
        fields["second_friend"] = str(second)
    if holder := last(form, "joker_holder", 0):
        fields["joker_holder"] = str(holder)
    buried = (name for name in ("buried_mighty", "buried_joker") if form.getlist(name)[-1:] == ["yes"])
    return {**fields, **dict.fromkeys(buried, "yes")}


def settled(state: TableState, hand: mighty.Hand, fields: Mapping[str, str]) -> Settlement[Player] | None:
    """What the hand pays, None where it cannot end so."""
    move = read_result(state, MultiDict(fields))
    settlement: Settlement[Player] | None = (
        None if check_game_move(state.game, hand, move) else move.play(hand).settlement
    )
    return settlement
