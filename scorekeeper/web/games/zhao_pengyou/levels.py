"""The screens between two hands: the result of the last one, and the ladder of levels with a rail for each player."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Rank
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Game, Player, Side
from scorekeeper.games.zhao_pengyou.levels import RANKS
from scorekeeper.games.zhao_pengyou.promotion import explain_levels
from scorekeeper.messages import message
from scorekeeper.table.moves import lacks_starter
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.board.hand_result import delta
from scorekeeper.web.games.zhao_pengyou.bands import BandsBar, build_bands
from scorekeeper.web.games.zhao_pengyou.result import multiple_friends, render_sum, render_verdict
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.language import gettext, join_clauses, with_facts
from scorekeeper.web.page.screens import ResultPanel, SeatCaption
from scorekeeper.web.page.template_helpers import both_wordings, isolated_name, render_side
from scorekeeper.web.page.wording import say, with_sign, word


class LevelTrack(NamedTuple):
    """A player's place on the ladder."""

    player: Player
    looks: tuple[str, ...]
    """The CSS classes of each rank."""
    at: int
    """The index of the rank on which the player stands."""
    level: str
    """The level now, as it is written."""
    before: str
    """The level before the last hand."""
    active: bool
    owed: int
    """The levels owed."""
    change: Markup
    """The changes by the last hand."""
    part: str
    """The role in the last hand."""
    side: str


def list_ranks(state: TableState) -> tuple[str, ...]:
    """Return the ranks of the ladder; those above the ace only where levels go that far."""
    session: zpy.Session = state.current.hand.session if state.current else state.session
    end = getattr(state.rules, "end", "")
    high = any(level.rank is Rank.JOKER or (level.lap and end != "lap") for level in session.levels.values())
    laps = end == "joker_lap"
    return written_ranks(state.game, state.rules, RANKS if laps or high else RANKS[:-1])


@lru_cache(maxsize=100)
def written_ranks(game: Game, rules: zpy.Rules, rungs: tuple[Rank, ...]) -> tuple[str, ...]:
    """Return the ranks as the rules write them."""
    return tuple(str(game.adapt_value(rules, zpy.Level(0, rank))) for rank in rungs)


def build_level_tracks(state: TableState) -> list[LevelTrack]:
    """Return the level track of everyone at the table, in the order of the seats."""
    session: zpy.Session = state.current.hand.session if state.current else state.session
    last = None if state.current else last_promotions(state)
    rungs = len(list_ranks(state))
    return [build_rail(state, session, last, player, rungs) for player in state.seating]


def last_promotions(state: TableState) -> zpy.Promotions | None:
    """Return the promotions of the last hand; None where it does not count."""
    last = state.last_hand
    if last is None or last.voided is not None or last.recorded:
        return None
    promotions: zpy.Promotions | None = last.hand.promotions
    return promotions


def build_rail(
    state: TableState, session: zpy.Session, last: zpy.Promotions | None, player: Player, rungs: int
) -> LevelTrack:
    """Return the level track of one player."""
    level = session.level(player)
    promoted = last.players.get(player) if last else None
    before = promoted.before.level if promoted else level
    was, at = (RANKS.index(each.rank) for each in (before, level))
    same_lap = before.lap == level.lap
    looks = [""] * rungs
    if before != level:
        looks[was] = "is-before"
        if same_lap:
            looks[was + 1 : at] = ["is-between"] * max(0, at - was - 1)
    active = session.is_active(player)
    looks[at] = "is-now" if active else "is-now is-passive"
    part, side = last_role(state, player)
    change = render_changes(promoted, active=active) if promoted else render_debt_or_passivity(session, player)
    now, then = (word(state.game.adapt_value(state.rules, each)) for each in (level, before))
    return LevelTrack(player, tuple(looks), at, now, then, active, session.owed.get(player, 0), change, part, side)


def render_debt_or_passivity(session: zpy.Session, player: Player) -> Markup:
    """Render a player's debt or passivity, where no hand has just changed it."""
    owed = session.owed.get(player, 0)
    if owed:
        return render_debt(owed)
    return Markup("") if session.is_active(player) else html('<span class="soft">{}</span>', gettext("passive"))


def render_debt(levels: int) -> Markup:
    """Render a debt: levels to be won before the next one counts."""
    return html('<span class="bad">{}</span>', gettext("owes %(levels)s") % {"levels": levels})


def render_changes(promoted: zpy.PlayerPromotion, *, active: bool) -> Markup:
    """Render the changes by the last hand: levels won, a debt paid or made, active or passive."""
    levels = sum(int(step.amount) for step in promoted.steps)
    paid = promoted.before.owed - promoted.after.owed
    said: list[Markup] = []
    if levels:
        said.append(delta(levels))
    elif active and not promoted.before.active:
        said.append(html('<span class="good">{}</span>', gettext("active")))
    elif not active and not promoted.after.owed:
        said.append(html('<span class="soft">{}</span>', gettext("passive")))
    if paid > 0:
        word_for = gettext("paid %(levels)s") if promoted.after.owed else gettext("debt paid")
        said.append(html('<span class="good">{}</span>', word_for % {"levels": paid} if "%" in word_for else word_for))
    if promoted.after.owed:
        said.append(render_debt(promoted.after.owed))
    return join_html(" ", said)


def last_role(state: TableState, player: Player) -> tuple[str, str]:
    """Return the role of a player in the last hand and the side; empty where there is none."""
    last = state.last_hand
    if last is None or last.voided is not None or player not in last.hand.seats or state.current:
        return "", ""
    hand: zpy.Hand = last.hand
    code = "maker" if player == hand.maker else "friend" if player in hand.team else ""
    return (str(say(message(f"caption.{code}"), state)), "makers") if code else ("", "defenders")


def render_role_caption(state: TableState, each: LevelTrack) -> SeatCaption:
    """Render the caption beside a name between hands, on a television."""
    return SeatCaption(escape(each.part or say(message("caption.defender"), state)), each.side)


# --- The moment after a hand ---


def between_hands_context(state: TableState, modes: Collection[str]) -> Context:
    """Return the context between two hands: the result panel, or the ladder where it was opened.

    Nothing of a hand that does not count is shown.
    """
    last = state.last_hand
    if last is None or state.ending:
        return {}
    promotions = last_promotions(state)
    everyone = build_level_tracks(state)
    captions = {each.player: render_role_caption(state, each) for each in everyone if each.side}
    ladder = {"tracks": everyone, "ranks": list_ranks(state), **({"captions": captions} if promotions else {})}
    if "levels" in modes:
        line = render_total(last.hand, promotions) if promotions else ""
        return {"screen": "levels", "at": "levels", "line": line, **ladder}
    if promotions is None:
        return ladder
    hand: zpy.Hand = last.hand
    return {
        "screen": "hand_result",
        **ladder,
        "promotions": promotions,
        "exceptions": list(explain_levels(promotions)),
        "makers_first": sorted(
            everyone, key=lambda each: hand.team.index(each.player) if each.player in hand.team else len(hand.team)
        ),
        "bands": find_bands(hand, promotions),
        "line": render_total(hand, promotions),
        "several": dict(multiple_friends(hand)),
    }


def find_bands(hand: zpy.Hand, promotions: zpy.Promotions) -> BandsBar | None:
    """Return the bands of the total; None where it did not decide the hand."""
    decided = promotions.count and not promotions.verdict.wins_alone
    return build_bands(hand, promotions.total, hand.team) if decided else None


def render_total(hand: zpy.Hand, promotions: zpy.Promotions) -> Markup:
    """Render how the defenders' points come about, or the sentence about a hand that ended without them."""
    if not promotions.count:
        return render_verdict(promotions, build_bands(hand, 0, hand.team))
    total, counted = promotions.total, render_sum(promotions)
    facts = {"total": html("{} = {}", counted, total) if counted else total}
    return with_facts(gettext("Defenders %(total)s"), facts)


def build_result_panel(state: TableState, record: HandRecord) -> ResultPanel:
    """Return the panel of a finished hand: which side rises, and who that is."""
    hand: zpy.Hand = record.hand
    promotions = hand.promotions
    assert promotions is not None
    side, levels = promotions.winner, promotions.verdict.levels
    return ResultPanel(
        label=render_winners(state, hand, side),
        fact=render_fact(side, levels),
        outcome=side or "",
        brief=f"{'✓' if side == 'makers' else '✗'}{with_sign(levels) if levels else ''}" if side else "–",
        won=None if side is None else side == "makers",
    )


def render_winners(state: TableState, hand: zpy.Hand, side: Side | None) -> Markup:
    """Render the players of the side that rises; where neither does, who the makers were."""
    if side == "defenders":
        return render_side(state, [player for player in hand.seats if player not in hand.team])
    makers = render_side(state, hand.team)
    return makers if side else with_facts(gettext("Makers: %(names)s"), {"names": makers})


def render_fact(side: str | None, levels: int) -> Markup:
    """Render which side rises, and by how many levels."""
    if side is None:
        return escape(gettext("Nobody rises"))
    if not levels:
        return escape(gettext("Defenders win"))
    text = gettext("Makers up %(levels)s") if side == "makers" else gettext("Defenders up %(levels)s")
    return escape(text % {"levels": levels})


def render_next_hand(state: TableState, hand: zpy.Hand) -> Markup:
    """Render who takes the first card of the next hand, and its trump maker if that is settled."""
    starter = hand.session.begins
    assert starter is not None
    if state.current is None and lacks_starter(state):
        return escape(gettext("Next: who won the last trick?"))
    fixed = hand.making.fixed_maker
    first = both_wordings(
        starter,
        Markup(gettext("Next: <b>you</b> take the first card")),
        with_facts(
            gettext("Next: %(name)s takes the first card"), {"name": html("<b>{}</b>", isolated_name(state, starter))}
        ),
    )
    if fixed is None:
        return first
    name = html("<b>{}</b>", isolated_name(state, fixed))
    level = hand.making.rank(fixed)
    makes = Markup(gettext("%(name)s makes trumps at %(level)s"))
    facts = {"name": name, "level": gettext("the joker") if level is Rank.JOKER else str(level)}
    return join_clauses(first, makes % facts)
