"""The screen of the result: friends, points, last trick and kitty, with the promotions before they are confirmed."""

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
from scorekeeper.games.zhao_pengyou.counting import counts_every_card, find_led_last, points_buried
from scorekeeper.games.zhao_pengyou.demotion import find_last_win
from scorekeeper.games.zhao_pengyou.result import find_last_side, suggest_kitty
from scorekeeper.games.zhao_pengyou.throws import is_counted
from scorekeeper.messages import message
from scorekeeper.numerals import read_whole_number
from scorekeeper.table.state import TableState
from scorekeeper.web.board.hand_result import delta, play_checked, warn_of_repeat
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.result_preview import ResultPreview, preview_or_refusal
from scorekeeper.web.games.zhao_pengyou.bands import BandsBar, build_bands
from scorekeeper.web.games.zhao_pengyou.demotion_rows import win_choices, write_won_last
from scorekeeper.web.games.zhao_pengyou.forms import (
    add_throws,
    hand_of,
    points_follow,
    read_friends,
    read_result,
    read_throws,
)
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.forms import Form, small_number
from scorekeeper.web.page.language import gettext, ngettext, with_facts
from scorekeeper.web.page.screens import SeatCaption
from scorekeeper.web.page.wording import say, with_sign


def result_context(state: TableState, hand: zpy.Hand, _modes: Collection[str]) -> Context:
    """Return the choices, the values that follow from what was recorded, and the promotions they lead to."""
    derived: Form = MultiDict(derived_fields(hand))
    followed: Context = {}
    with suppress(RuleError):
        followed = preview_whole_result(state, derived) if "last_trick" in derived else {}
    return {
        "derived": derived,
        "asked": partial(asked_fields, state, hand),
        "known": hand.friends_known,
        "reveals_recorded": any(isinstance(step.move, zpy.RevealFriend) for step in hand.steps),
        "friend_keys": friend_keys(hand),
        "most_friends": hand.setting.calls,
        "revokes": zpy.find_revokes(hand)[-2:],
        "leads": lead_choices(hand),
        "wins": win_choices(hand.rules, hand.setting, hand.trumps),
        "preview": ResultPreview(),
        **followed,
    }


class ThrowField(NamedTuple):
    """A failed throw of `player` as a form field."""

    player: Player
    place: int
    taken_back: str
    """The number of cards taken back; "" for no throw."""


class AskedFields(NamedTuple):
    """The fields of the screen, after the throws recorded and those in its form."""

    counted: bool
    """Whether points decide the hand."""
    ended_by: Player | None
    """The player whose throw ended the hand; None without one."""
    so_far: str
    """The points of the tricks, shown in the field that may be left empty."""
    kitty: str
    """The points of the kitty, shown in the field that may be left empty; "" where nothing tells them."""
    throws: tuple[ThrowField, ...]
    """The fields for throws not recorded yet."""
    counts_cards: bool
    """Whether the number of cards taken back matters."""


def asked_fields(state: TableState, hand: zpy.Hand, form: Form) -> AskedFields:
    """Return the fields to show after the throws in the form."""
    told: tuple[zpy.FailedThrow, ...] = ()
    with suppress(RuleError):
        told = read_throws(state, form)
    after = add_throws(hand, told)
    ended_by = after.throws[-1].player if after.ended_by_throw else None
    so_far = "…" if ended_by is not None else str(zpy.points_showing(after))
    return AskedFields(
        counted=is_counted(after.rules, after.throws),
        ended_by=ended_by,
        so_far=so_far if points_follow(after) else "",
        kitty=suggested_kitty(state, after, form),
        throws=tuple(throw_fields(hand, form, ended=after.ended_by_throw)),
        counts_cards=zpy.find_throw_penalty(hand.rules).points_a_card > 0,
    )


def throw_fields(hand: zpy.Hand, form: Form, *, ended: bool) -> Iterator[ThrowField]:
    """Yield a field for each throw in the form, and an empty one for each player while another throw is possible."""
    for player in () if hand.ended_by_throw else hand.seats:
        told = [value for value in form.getlist(f"taken_back_{player}") if value.strip()]
        for place, value in enumerate(told if ended else (*told, "")):
            yield ThrowField(player, place, value)


MOST_LENGTH = 6
"""The longest sequence that may be chosen as the last lead: a hand hardly ever ends with more."""


def write_led_last(led: tuple[int, int]) -> str:
    """Return the lead of the last trick as a form writes it."""
    return f"{led[0]}x{led[1]}"


def lead_choices(hand: zpy.Hand) -> list[tuple[str, str]]:
    """Return the leads of the last trick as the choices of a closed list; none where they do not matter."""
    if hand.rules.kitty_by_lead == "fixed":
        return []
    if counts_every_card(hand.rules):
        cards = range(1, hand.setting.hand_size + 1)
        return [(f"{count}x1", ngettext("%(num)s card", "%(num)s cards", count)) for count in cards]
    sizes = range(1, hand.setting.packs + 1)
    shapes = [zpy.Shape(size) for size in sizes]
    shapes += [zpy.Shape(size, length) for size in sizes[1:] for length in range(2, MOST_LENGTH + 1)]
    told = [lead for lead in (find_led_last(hand), hand.result.led_last if hand.result else None) if lead]
    shapes += [shape for lead in told if (shape := zpy.Shape(*lead)) not in shapes]
    return [(write_led_last(shape), say(shape.name).striptags()) for shape in shapes]


def friend_keys(hand: zpy.Hand) -> list[Key]:
    """Return keys for everyone who may be a friend."""
    return [Key(player) for player in hand.seats if player != hand.maker]


def derived_fields(hand: zpy.Hand) -> dict[str, str]:
    """Return the fields filled in beforehand, as they follow from the moves so far."""
    shown = {f"friend_{player}": "yes" for player in hand.team[1:]}
    derived = zpy.derive_result(hand)
    if derived:
        kitty = derived.kitty_points if derived.last_trick == "defenders" else 0
        return shown | {
            "points": str(derived.points),
            "last_trick": derived.last_trick,
            "kitty_points": str(kitty),
            "led_last": write_led_last(derived.led_last),
            "won_last": write_won_last(derived.won_last),
        }
    if won := find_last_win(hand):
        shown["won_last"] = write_won_last(won)
    if led := find_led_last(hand):
        shown["led_last"] = write_led_last(led)
    side = find_last_side(hand, hand.team) if hand.friends_known or hand.ended_by_throw else None
    if hand.friends_known and hand.tricks and not side:
        side = "makers" if hand.tricks[-1].winner in hand.team else "defenders"
    if side:
        shown["last_trick"] = side
    buried = points_buried(hand) if hand.play_over else None
    if buried is not None and buried <= hand.setting.most_kitty_points:
        shown["kitty_points"] = str(buried)
    return shown


def suggested_kitty(state: TableState, hand: zpy.Hand, form: Form) -> str:
    """Return the points in the kitty that count while the field is empty, marked as a guess: "15?".

    Discards that were written down are not shown before the play is over.
    """
    if hand.buried is not None and not hand.play_over:
        return "…"
    points = small_number(form.get("points"))
    guess = suggest_kitty(hand, (*hand.team[:1], *read_friends(state, form)), points)
    return f"{guess}?" if guess else ""


# --- What it would give ---


class TotalHeadline(NamedTuple):
    """The result in the head of the screen: the defenders' total, its parts, and the promotion."""

    total: int
    sum: Markup
    line: Markup
    bands: BandsBar


def preview_result(state: TableState, form: Form) -> Context:
    """Return what the screen shows while the result is filled in: total, promotions, warnings or refusals."""
    number = read_whole_number(form.get("points", ""))
    return {
        "entered": None if number is None or number < 0 else str(number),
        "captions": render_chosen_roles(state, hand_of(state), form),
        **preview_or_refusal(preview_whole_result, state, form),
    }


def render_chosen_roles(state: TableState, hand: zpy.Hand, form: Form) -> dict[Player, SeatCaption]:
    """Render the roles chosen so far."""
    friends = {player for player in hand.seats if f"friend_{player}" in form}
    return {player: render_role_caption(state, hand, player, friends, settled=False) for player in hand.seats}


def preview_whole_result(state: TableState, form: Form) -> Context:
    """Return the preview of a complete result. Raises `RuleError`."""
    result = read_result(state, form)
    after: zpy.Hand = play_checked(state, result)
    promotions, friends = after.promotions, set(result.friends)
    assert promotions is not None
    return {
        "preview": ResultPreview(
            build_headline(after, promotions),
            render_gain(promotions),
            tuple(warn_of_repeat(state, after, "maker", "trumps", "result")),
        ),
        "promotions": promotions,
        "scores": {player: render_promotion(promotions.players[player]) for player in after.seats},
        "captions": {
            player: render_role_caption(state, after, player, friends, settled=True) for player in after.seats
        },
        "several": multiple_friends(after),
    }


def build_headline(after: zpy.Hand, promotions: zpy.Promotions) -> TotalHeadline:
    """Return the headline of a finished hand."""
    total = promotions.total
    bands = build_bands(after, total, after.team)
    return TotalHeadline(total, render_sum(promotions), render_verdict(promotions, bands), bands)


def render_sum(promotions: zpy.Promotions) -> Markup:
    """Render the parts of the total: tricks, kitty, throws; empty where it is the tricks alone."""
    tricks, *more = promotions.count or (None,)
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


def render_verdict(promotions: zpy.Promotions, bands: BandsBar) -> Markup:
    """Render which side rises for the total, and the limit that it reached."""
    if not promotions.count:
        return escape(gettext("A beaten throw has ended the hand"))
    if promotions.verdict.wins_alone:
        return escape(gettext("Defenders win by the last trick"))
    if promotions.winner == "makers":
        return with_facts(gettext("Under %(points)s: makers rise"), {"points": bands.makers_line})
    if promotions.winner == "defenders":
        return with_facts(gettext("%(points)s or more: defenders rise"), {"points": bands.defenders_line})
    facts = {"least": bands.makers_line, "most": bands.defenders_line - 5}
    return with_facts(gettext("From %(least)s to %(most)s nobody rises"), facts)


def render_promotion(promoted: zpy.PlayerPromotion) -> Markup:
    """Render the levels by which a player rises, else the debt or the activation."""
    levels = sum(int(step.amount) for step in promoted.steps)
    if not levels and promoted.after.owed > promoted.before.owed:
        return html('<span class="bad">{}</span>', gettext("owes %(levels)s") % {"levels": promoted.after.owed})
    if not levels and promoted.after.active and not promoted.before.active:
        return html('<span class="good">{}</span>', gettext("active"))
    return delta(levels)


def render_role_caption(
    state: TableState, hand: zpy.Hand, player: Player, friends: Collection[Player], *, settled: bool
) -> SeatCaption:
    """Render the role of a player, in the colour of the side."""
    if player == hand.maker:
        return SeatCaption(say(message("caption.maker"), state), "makers")
    if player in friends:
        return SeatCaption(say(message("caption.friend"), state), "makers")
    return SeatCaption(say(message("caption.defender"), state), "defenders") if settled else SeatCaption(Markup(""))


def multiple_friends(after: zpy.Hand) -> list[tuple[Player, int]]:
    """Return the players who have played several called cards, each with the number."""
    found = Counter(player for player in after.found if player is not None)
    return [(player, calls) for player, calls in found.items() if calls > 1]


def render_gain(promotions: zpy.Promotions) -> Markup:
    """Render the promotion of the winning side: "makers +2"."""
    side, levels = promotions.winner, promotions.verdict.levels
    if side is None:
        return escape(gettext("nobody rises"))
    if not levels:
        return escape(gettext("defenders win"))
    name = gettext("makers") if side == "makers" else gettext("defenders")
    return html("{} {}", name, with_sign(levels))
