"""The screen of the result: friends, points, last trick and kitty, with everyone's promotion before it is confirmed."""

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.counting import points_buried
from scorekeeper.games.zhao_pengyou.result import find_last_side
from scorekeeper.games.zhao_pengyou.throws import is_counted
from scorekeeper.messages import Message, message
from scorekeeper.table.moves import check_game_move
from scorekeeper.table.state import TableState
from scorekeeper.web.board.hand_result import delta, is_quick_repeat, repeat_warning
from scorekeeper.web.games.zhao_pengyou.bands import BandsBar, bands_of
from scorekeeper.web.games.zhao_pengyou.forms import hand_of, points_follow, read_result, read_throws, with_throws
from scorekeeper.web.games.zhao_pengyou.keys import Key
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.language import gettext, with_facts
from scorekeeper.web.page.screens import SeatCaption
from scorekeeper.web.page.template_helpers import both_wordings, isolated_name, you_or_name
from scorekeeper.web.page.wording import say, with_sign

STILL_TO_CHOOSE = ("form.missing",)
"""What is no mistake as long as nobody has confirmed."""


def result_context(state: TableState, hand: zpy.Hand, _ways: Collection[str]) -> Context:
    """What may be entered, and what was recorded already, with what that gives."""
    derived: Form = MultiDict(derived_fields(hand))
    preview: Context = {}
    with suppress(RuleError):
        preview = previewed(state, derived) if "last_trick" in derived else {}
    return {
        "derived": derived,
        "asked": partial(asked, state, hand),
        "known": hand.friends_known,
        "retold": any(isinstance(step.move, zpy.RevealFriend) for step in hand.steps),
        "friend_keys": friend_keys(hand),
        "most_friends": hand.setting.calls,
        "revokes": zpy.find_revokes(hand)[-2:],
        "shown": None,
        "told": "",
        "asks": bool(preview.get("doubts")),
        **preview,
    }


class ThrowField(NamedTuple):
    """A beaten throw of `player` as a field: how many cards went back, empty where there is none."""

    player: Player
    place: int
    taken_back: str


class AskedFields(NamedTuple):
    """What the screen asks for, after the beaten throws that are recorded and those in its form.

    `counted` says whether points decide the hand, `ended_by` whose throw was the end of it. `so_far` are the points of
    the tricks, for the field that may be left empty. `throws` are the fields of throws that are not recorded yet.
    """

    counted: bool
    ended_by: Player | None
    so_far: str
    throws: tuple[ThrowField, ...]
    counts_cards: bool


def asked(state: TableState, hand: zpy.Hand, form: Form) -> AskedFields:
    """What is asked for after what the form says of throws."""
    told: tuple[zpy.FailedThrow, ...] = ()
    with suppress(RuleError):
        told = read_throws(state, form)
    after = with_throws(hand, told)
    ended_by = after.throws[-1].player if after.ended_by_throw else None
    so_far = "…" if ended_by is not None else str(zpy.points_showing(after))
    return AskedFields(
        counted=is_counted(after.rules, after.throws),
        ended_by=ended_by,
        so_far=so_far if points_follow(after) else "",
        throws=tuple(throw_fields(hand, form, ended=after.ended_by_throw)),
        counts_cards=zpy.find_throw_penalty(hand.rules).points_a_card > 0,
    )


def throw_fields(hand: zpy.Hand, form: Form, *, ended: bool) -> Iterator[ThrowField]:
    """A field for each throw of the form, and an empty one for everyone as long as there can be another."""
    for player in () if hand.ended_by_throw else hand.seats:
        told = [value for value in form.getlist(f"taken_back_{player}") if value.strip()]
        for place, value in enumerate(told if ended else (*told, "")):
            yield ThrowField(player, place, value)


def friend_keys(hand: zpy.Hand) -> list[Key]:
    """Everyone who may be a friend; those whom the table has seen are."""
    return [Key(player) for player in hand.seats if player != hand.maker]


def derived_fields(hand: zpy.Hand) -> dict[str, str]:
    """What the form holds beforehand: all that the moves so far have shown."""
    shown = {f"friend_{player}": "yes" for player in hand.team[1:]}
    derived = zpy.derive_result(hand)
    if derived:
        kitty = derived.kitty_points if derived.last_trick == "defenders" else 0
        return shown | {
            "points": str(derived.points),
            "last_trick": derived.last_trick,
            "kitty_points": str(kitty),
        }
    side = find_last_side(hand, hand.team) if hand.friends_known or hand.ended_by_throw else None
    if hand.friends_known and hand.tricks and not side:
        side = "makers" if hand.tricks[-1].winner in hand.team else "defenders"
    if side:
        shown["last_trick"] = side
    left = points_buried(hand) if hand.ended_by_throw else zpy.points_left(hand)
    if hand.tricks and left and left <= hand.setting.most_kitty_points:
        shown["kitty_points"] = str(left)
    return shown


# --- What it would give ---


class Shown(NamedTuple):
    """The result in the head: the defenders' total, how it comes about, and what follows from it."""

    total: int
    sum: Markup
    line: Markup
    bands: BandsBar


def preview(state: TableState, form: Form) -> Context:
    """What the screen shows while the result is filled in: the total, the promotions, and what is doubtful."""
    try:
        return previewed(state, form)
    except RuleError as refusal:
        wrong = tuple(one for one in refusal.problems if one.code not in STILL_TO_CHOOSE)
        hand = hand_of(state)
        entered = form.get("points", "")
        points = entered if entered.isdecimal() else None
        return {
            "shown": None,
            "entered": points,
            "problems": wrong,
            "doubts": (),
            "told": "",
            "captions": part(state, hand, form),
        }


def part(state: TableState, hand: zpy.Hand, form: Form) -> dict[Player, SeatCaption]:
    """Who is what, as far as it is chosen."""
    friends = {player for player in hand.seats if f"friend_{player}" in form}
    return {player: side_foot(state, hand, player, friends, settled=False) for player in hand.seats}


def previewed(state: TableState, form: Form) -> Context:
    """The same of a whole result. Raises `RuleError`."""
    hand, move = hand_of(state), read_result(state, form)
    problems = check_game_move(state.game, hand, move)
    if problems:
        raise RuleError(problems=problems)
    after: zpy.Hand = move.play(hand)
    assert after.promotions is not None
    assert after.result is not None
    friends = set(after.result.friends)
    return {
        "shown": shown(after),
        "promotions": after.promotions,
        "scores": scores(after),
        "captions": {player: side_foot(state, after, player, friends, settled=True) for player in hand.seats},
        "several": several(after),
        "told": told(after),
        "problems": (),
        "doubts": tuple(doubts(state, after)),
    }


def shown(after: zpy.Hand) -> Shown:
    """How a hand ended, for the head."""
    assert after.promotions is not None
    total = after.promotions.total
    bands = bands_of(after, total, after.team)
    return Shown(total, sum_of(after), line_of(after, bands), bands)


def sum_of(after: zpy.Hand) -> Markup:
    """How the total comes about: the tricks, the kitty, throws; nothing where it is the tricks alone."""
    assert after.promotions is not None
    tricks, *more = after.promotions.count or (None,)
    if tricks is None or not any(step.amount for step in more):
        return Markup("")
    pieces = [escape(str(tricks.amount))]
    for step in more:
        if step.why.code == "points.kitty" and step.amount:
            said = gettext("kitty %(times)s × %(points)s")
            pieces.append(Markup("+ ") + with_facts(said, step.why.facts))
        elif step.amount:
            pieces.append(html("{} {} {}", "+" if step.amount > 0 else "−", abs(step.amount), gettext("throw")))
    return join_html(" ", pieces)


def line_of(after: zpy.Hand, bands: BandsBar) -> Markup:
    """Who rises for the total, and where the lines are."""
    promotions = after.promotions
    assert promotions is not None
    if not promotions.count:
        return escape(gettext("A beaten throw has ended the hand"))
    if promotions.winner == "makers":
        return with_facts(gettext("Under %(points)s: makers rise"), {"points": bands.lifts})
    if promotions.winner == "defenders":
        return with_facts(gettext("%(points)s or more: defenders rise"), {"points": bands.wins})
    facts = {"least": bands.lifts, "most": bands.wins - 5}
    return with_facts(gettext("From %(least)s to %(most)s nobody rises"), facts)


def scores(after: zpy.Hand) -> dict[Player, Markup]:
    """How far everyone would rise, in the place of the levels; who becomes active or owes, in a word."""
    assert after.promotions is not None
    return {player: risen(after.promotions.players[player]) for player in after.seats}


def risen(promoted: zpy.PlayerPromotion) -> Markup:
    """By how many levels a player rises, or what else becomes of them."""
    levels = sum(int(step.amount) for step in promoted.steps)
    if not levels and promoted.after.owed > promoted.before.owed:
        return html('<span class="bad">{}</span>', gettext("owes %(levels)s") % {"levels": promoted.after.owed})
    if not levels and promoted.after.active and not promoted.before.active:
        return html('<span class="good">{}</span>', gettext("active"))
    return delta(levels)


def side_foot(
    state: TableState, hand: zpy.Hand, player: Player, friends: Collection[Player], *, settled: bool
) -> SeatCaption:
    """What a player was, in the colour of the side."""
    if player == hand.maker:
        return SeatCaption(say(message("foot.maker"), state), "makers")
    if player in friends:
        return SeatCaption(say(message("foot.friend"), state), "makers")
    return SeatCaption(say(message("foot.defender"), state), "defenders") if settled else SeatCaption(Markup(""))


def several(after: zpy.Hand) -> list[tuple[Player, int]]:
    """Who has answered more than one call, and how many."""
    found = Counter(player for player in after.found if player is not None)
    return [(player, calls) for player, calls in found.items() if calls > 1]


def told(after: zpy.Hand) -> Markup:
    """What confirming it gives: "makers +2"."""
    assert after.promotions is not None
    side, levels = after.promotions.winner, after.promotions.verdict.levels
    if side is None:
        return escape(gettext("nobody rises"))
    name = gettext("makers") if side == "makers" else gettext("defenders")
    return html("{} {}", name, with_sign(levels))


def doubts(state: TableState, after: zpy.Hand) -> Iterator[Message]:
    """What can be and probably is not: asked once before it is confirmed, and never refused."""
    last = state.last_hand
    if last is None or not is_quick_repeat(last):
        return
    before: zpy.Hand = last.hand
    if (before.maker, before.trumps, before.result) == (after.maker, after.trumps, after.result):
        yield repeat_warning(state)


def maker_and_friends(state: TableState, after: zpy.Hand) -> Markup:
    """The makers: "You + Eun"."""
    assert after.maker is not None
    first = both_wordings(after.maker, gettext("You"), isolated_name(state, after.maker))
    return join_html(" + ", (first, *(you_or_name(state, friend) for friend in after.team[1:])))
