"""The screen that counts the points at the end, from the piles of the defenders."""

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
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.mighty.forms import read_result
from scorekeeper.web.games.mighty.keys import SideKey
from scorekeeper.web.games.mighty.result import magic_cards_asked, possible_sides
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form, small_number

LARGEST_PAD = 21
"""The most keys of points drawn at once: all of one pack; of two packs those up to twenty, or those above."""


class PileKey(NamedTuple):
    """A key for the points of the pile being counted, with its zone: the result of the hand after it."""

    key: Key
    zone: str


class PileCount(NamedTuple):
    """The choices of an unsent form of this screen."""

    side: SideKey | None
    second: Player | None
    asks_second: tuple[Key, ...]
    """The keys for the second friend, while one is still to be chosen."""
    in_one: bool
    """Whether the defenders' points are counted together."""
    pile: Player | None
    """The player whose pile the keys are for."""
    piles: Mapping[Player, int]
    total: int | None
    makers: int
    """The points left for the declarer's side."""
    keys: tuple[PileKey, ...]
    high: bool
    """Whether the keys are those above twenty."""
    fields: Mapping[str, str]
    """The fields that record the result."""
    settlement: Settlement[Player] | None
    """The payments, once everything is counted."""

    @property
    def lost(self) -> int:
        """The points in the piles."""
        return (self.total or 0) if self.in_one else sum(self.piles.values())

    @property
    def friends(self) -> tuple[Player, ...]:
        """The players whose piles count for the declarer."""
        chosen = (self.side.friend if self.side else None, self.second)
        return tuple(friend for friend in chosen if friend is not None)


def piles_context(state: TableState, hand: mighty.Hand, _modes: Collection[str]) -> Context:
    """Return the possible sides, and `counted`, which reads the form."""
    every = [side for side in possible_sides(hand) if side.problem is None]
    if hand.friends:
        every = [side for side in every if side.friend in hand.friends] or every
    return {
        "sides": every,
        "counted": partial(count_piles, state, hand, every),
        "back_run": mighty.back_run_limit(hand.rules, hand.contract_bid) if hand.contract_bid else None,
        "buried": magic_cards_asked(hand.rules) if hand.discards is None else [],
    }


def count_piles(state: TableState, hand: mighty.Hand, sides: list[SideKey], form: Form) -> PileCount:
    """Read the unsent form, which keeps all its earlier choices."""
    chosen = form.getlist("side")[-1] if form.get("side") else sides[0].value if len(sides) == 1 else None
    side = next((each for each in sides if each.value == chosen), None)
    seconds = second_keys(hand, side)
    second, said = read_second(hand, seconds, form)
    holders = [player for player in hand.active if side and player not in (hand.declarer, side.friend, second)]
    in_one = bool(form.getlist("mode")) and form.getlist("mode")[-1] == "total"
    pile = last_number(form, "pile", holders[0] if holders else 0)
    pile = pile if pile in holders else holders[0] if holders else 0
    piles = {player: last_number(form, f"pile_{player}", 0) for player in holders if form.get(f"pile_{player}")}
    total = last_number(form, "total", 0) if form.get("total") else None
    if form.get("points"):
        tapped = last_number(form, "points", 0)
        piles, total = (piles, tapped) if in_one else ({**piles, pile: tapped}, total)
    whole = said and (total is not None if in_one else len(piles) == len(holders))
    others = 0 if in_one else sum(points for player, points in piles.items() if player != pile)
    makers = hand.rules.setting.points - ((total or 0) if in_one else sum(piles.values()))
    fields = result_fields(side, second, form)
    every = range(hand.rules.setting.points + 1)
    high = len(every) > LARGEST_PAD and form.getlist("high")[-1:] == ["yes"]
    amounts = (every[LARGEST_PAD:] if high else every[:LARGEST_PAD]) if side and said else ()
    keys = tuple(pile_key(state, hand, fields, others, points) for points in amounts)
    fields = {**fields, "points": str(makers)}
    settlement = settle_hand(state, hand, fields) if side and whole else None
    asks = () if said else seconds
    return PileCount(side, second, asks, in_one, pile or None, piles, total, makers, keys, high, fields, settlement)


# --- Two friends ---


def second_keys(hand: mighty.Hand, side: SideKey | None) -> tuple[Key, ...]:
    """Return keys for the second friend beside the first, and for nobody; empty where there is only one."""
    if side is None or side.friend is None or hand.rules.setting.partners < 2:
        return ()
    others = (player for player in hand.active if player not in (hand.declarer, side.friend))
    return tuple(Key(each, check_second(hand, side.friend, each)) for each in (*others, None))


def check_second(hand: mighty.Hand, friend: Player, second: Player | None) -> Problem | None:
    """Return the reason why these two cannot be the friends after what was recorded."""
    if hand.call is None:
        return None
    friends = (friend,) if second is None else (friend, second)
    return next(iter(mighty.check_friends(hand, friends)), None)


def read_second(hand: mighty.Hand, seconds: tuple[Key, ...], form: Form) -> tuple[Player | None, bool]:
    """Return the second friend, and whether that is settled: by the form, by the record or by the rules."""
    if not seconds:
        return None, True
    if hand.friend_known:
        return hand.second_friend, True
    if not form.get("second_friend"):
        return None, False
    chosen = last_number(form, "second_friend", 0)
    return (chosen if chosen in [key.value for key in seconds] else None), True


# --- What it comes to ---


def pile_key(state: TableState, hand: mighty.Hand, fields: Mapping[str, str], others: int, points: int) -> PileKey:
    """Return a key for the points of a pile beside the points of the `others`."""
    makers = hand.rules.setting.points - others - points
    bid = hand.declaration.bid
    line = mighty.back_run_limit(hand.rules, bid)
    zone = "made" if makers >= bid.level else "back" if line is not None and makers <= line else "failed"
    move = read_result(state, MultiDict({**fields, "points": str(makers)}))
    against = [each for each in check_game_move(state.game, hand, move) if each.code in NOT_SO_MANY]
    return PileKey(Key(points, against[0] if against else None), zone)


NOT_SO_MANY = ("result.points", "result.not_the_tally")
"""The refusals of a number of points; all others concern choices of other screens."""


def result_fields(side: SideKey | None, second: Player | None, form: Form) -> dict[str, str]:
    """Return the fields of a result except the points."""
    fields = {"side": side.value} if side else {}
    if second is not None:
        fields["second_friend"] = str(second)
    if holder := last_number(form, "joker_holder", 0):
        fields["joker_holder"] = str(holder)
    buried = (name for name in ("buried_mighty", "buried_joker") if form.getlist(name)[-1:] == ["yes"])
    return {**fields, **dict.fromkeys(buried, "yes")}


def settle_hand(state: TableState, hand: mighty.Hand, fields: Mapping[str, str]) -> Settlement[Player] | None:
    """Return the settlement of the hand; None where it cannot end this way."""
    move = read_result(state, MultiDict(fields))
    settlement: Settlement[Player] | None = (
        None if check_game_move(state.game, hand, move) else move.play(hand).settlement
    )
    return settlement


def last_number(form: Form, field: str, otherwise: int) -> int:
    """Return the number chosen last in a form that keeps its earlier choices; `otherwise` without one."""
    chosen = small_number(next(reversed(form.getlist(field)), None))
    return otherwise if chosen is None else chosen
