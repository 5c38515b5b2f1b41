"""Between two hands: what became of everyone, and the ladder of levels, a rail for each player."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Rank
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Game, Player
from scorekeeper.games.zhao_pengyou.levels import RANKS
from scorekeeper.messages import message
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.board.hand_result import delta
from scorekeeper.web.games.zhao_pengyou.bands import bands_of
from scorekeeper.web.games.zhao_pengyou.result import line_of, maker_and_friends, several, sum_of
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.language import gettext, join_clauses, with_facts
from scorekeeper.web.page.screens import ResultPanel, SeatCaption
from scorekeeper.web.page.template_helpers import both_wordings, isolated_name
from scorekeeper.web.page.wording import say, with_sign


class Rail(NamedTuple):
    """A player's place on the ladder: a look for each rank, which of them the level is, and what the last hand changed.

    `level` is how the level is written now, `before` how it was before that hand.
    """

    player: Player
    looks: tuple[str, ...]
    at: int
    level: str
    before: str
    active: bool
    owed: int
    change: Markup
    part: str
    side: str


def ranks_of(state: TableState) -> tuple[str, ...]:
    """The rungs of the ladder: what is above the ace too where levels go so far."""
    session: zpy.Session = state.current.hand.session if state.current else state.session
    high = any(level.rank is Rank.JOKER or level.lap for level in session.levels.values())
    laps = getattr(state.rules, "end", "") == "joker_lap"
    return written_ranks(state.game, state.rules, RANKS if laps or high else RANKS[:-1])


@lru_cache(maxsize=100)
def written_ranks(game: Game, rules: zpy.Rules, rungs: tuple[Rank, ...]) -> tuple[str, ...]:
    """Return how the ranks are written under these rules."""
    return tuple(str(game.adapt_value(rules, zpy.Level(0, rank))) for rank in rungs)


def rails(state: TableState) -> list[Rail]:
    """Everyone at the table, in the order of the seats."""
    session: zpy.Session = state.current.hand.session if state.current else state.session
    last = None if state.current else last_promotions(state)
    rungs = len(ranks_of(state))
    return [rail(state, session, last, player, rungs) for player in state.seating]


def last_promotions(state: TableState) -> zpy.Promotions | None:
    """What the last hand made of everyone; None where it does not count."""
    last = state.last_hand
    if last is None or last.voided is not None or last.recorded:
        return None
    promotions: zpy.Promotions | None = last.hand.promotions
    return promotions


def rail(state: TableState, session: zpy.Session, last: zpy.Promotions | None, player: Player, rungs: int) -> Rail:
    """One of them."""
    level = session.level(player)
    promoted = last.players.get(player) if last else None
    before = promoted.before.level if promoted else level
    was, at = (RANKS.index(each.rank) for each in (before, level))
    same_lap = before.lap == level.lap
    looks = [""] * rungs
    if before != level:
        looks[was] = "was"
        if same_lap:
            looks[was + 1 : at] = ["go"] * max(0, at - was - 1)
    active = session.is_active(player)
    looks[at] = "at" if active else "at off"
    part, side = part_of(state, player)
    change = changed(promoted, active=active) if promoted else marks_of(session, player)
    now, then = (str(state.game.adapt_value(state.rules, each)) for each in (level, before))
    return Rail(player, tuple(looks), at, now, then, active, session.owed.get(player, 0), change, part, side)


def marks_of(session: zpy.Session, player: Player) -> Markup:
    """What else is to be known of a player, where no hand has just changed it."""
    owed = session.owed.get(player, 0)
    if owed:
        return owes(owed)
    return Markup("") if session.is_active(player) else html('<span class="soft">{}</span>', gettext("passive"))


def owes(levels: int) -> Markup:
    """So many levels must be won before the next counts."""
    return html('<span class="bad">{}</span>', gettext("owes %(levels)s") % {"levels": levels})


def changed(promoted: zpy.PlayerPromotion, *, active: bool) -> Markup:
    """What the last hand changed: the levels won, a debt that was paid or made, active or passive."""
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
        said.append(owes(promoted.after.owed))
    return join_html(" ", said)


def part_of(state: TableState, player: Player) -> tuple[str, str]:
    """What a player was in the last hand."""
    last = state.last_hand
    if last is None or last.voided is not None or player not in last.hand.seats or state.current:
        return "", ""
    hand: zpy.Hand = last.hand
    code = "maker" if player == hand.maker else "friend" if player in hand.team else ""
    return (str(say(message(f"foot.{code}"), state)), "makers") if code else ("", "defenders")


def foot_of(state: TableState, each: Rail) -> SeatCaption:
    """What stands beside a name between hands, on a television."""
    return SeatCaption(escape(each.part or say(message("foot.defender"), state)), each.side)


# --- The moment after a hand ---


def between(state: TableState, ways: Collection[str]) -> Context:
    """The moment of this game, or its ladder where that was opened; nothing of a hand that does not count."""
    last = state.last_hand
    if last is None or state.ending:
        return {}
    promotions = last_promotions(state)
    everyone = rails(state)
    feet = {each.player: foot_of(state, each) for each in everyone if each.side}
    ladder = {"rails": everyone, "ranks": ranks_of(state), **({"captions": feet} if promotions else {})}
    if "levels" in ways:
        line = told_of(last.hand) if promotions else ""
        return {"screen": "levels", "at": "levels", "line": line, **ladder}
    if promotions is None:
        return ladder
    hand: zpy.Hand = last.hand
    return {
        "screen": "moment",
        **ladder,
        "promotions": promotions,
        "makers_first": sorted(everyone, key=lambda each: place_in(hand.team, each.player)),
        "bands": bands_of(hand, promotions.total, hand.team) if promotions.count else None,
        "line": told_of(hand),
        "several": dict(several(hand)),
    }


def place_in(team: Sequence[Player], player: Player) -> int:
    """Where a player stands in a team, after it for all others."""
    return team.index(player) if player in team else len(team)


def told_of(hand: zpy.Hand) -> Markup:
    """How the defenders' points come about, or what ended the hand without them."""
    assert hand.promotions is not None
    if not hand.promotions.count:
        return line_of(hand, bands_of(hand, 0, hand.team))
    total, counted = hand.promotions.total, sum_of(hand)
    facts = {"total": html("{} = {}", counted, total) if counted else total}
    return with_facts(gettext("Defenders %(total)s"), facts)


def moment(state: TableState, record: HandRecord) -> ResultPanel:
    """What became of a hand: who played with whom, and which side rises."""
    hand: zpy.Hand = record.hand
    promotions = hand.promotions
    assert promotions is not None
    side, levels = promotions.winner, promotions.verdict.levels
    return ResultPanel(
        label=maker_and_friends(state, hand),
        fact=fact(side, levels),
        outcome=side or "",
        brief=f"{'✓' if side == 'makers' else '✗'}{with_sign(levels)}" if side else "0",
        won=None if side is None else side == "makers",
    )


def fact(side: str | None, levels: int) -> Markup:
    """Which side rises, and how far."""
    if side is None:
        return escape(gettext("Nobody rises"))
    text = gettext("Makers up %(levels)s") if side == "makers" else gettext("Defenders up %(levels)s")
    return escape(text % {"levels": levels})


def next_line(state: TableState, hand: zpy.Hand) -> Markup:
    """Who takes the first card of the next hand, and who is trump maker where the last hand has decided."""
    starter = hand.session.begins
    assert starter is not None
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
