"""The screen of a session that is over: the ranking, the highlights, and the choices for going on."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.games.game import Player
from scorekeeper.settlement import Amount
from scorekeeper.table import moves as m
from scorekeeper.table.state import Ending, HandRecord, TableState
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.template_helpers import (
    eliminated_players,
    place_of,
    player_count_text,
    standing_text,
    tied_names,
)
from scorekeeper.web.page.wording import number, plain_text, set_apart, with_sign

IN_A_CELL = 9
"""The most letters of names beside a number in a third of the narrowest phone."""


class RankingLine(NamedTuple):
    """A line of the ranking: `gain` is what the last hand gave, as a number and as shown."""

    place: int
    player: Player
    eliminated: bool
    gain: object
    shown: str
    stands: Markup


def ending_context(state: TableState) -> Context:
    """Return the context of the screen of a session that is over."""
    assert state.ending is not None
    again = m.BeginSession().play(state) if state.hands else state
    seats = m.usual_seats(again)
    possible = len(seats) in state.game.seat_counts(state.rules)
    return {
        "ranks": rank_players(state, state.ending),
        "highlights": list(highlights(state)) if any(hand.counts for hand in state.hands) else [],
        "lasted": session_duration(state),
        "results": "\n".join(result_lines(state, state.ending)),
        "rematch": m.deal_next_hand(again, seats).hand.session.begins if possible else None,
    }


def rank_players(state: TableState, ending: Ending) -> list[RankingLine]:
    """Return the lines of the ranking, first to last."""
    last = state.last_hand
    return [build_ranking_line(state, ending, last, player) for equals in ending.ranking for player in equals]


def build_ranking_line(state: TableState, ending: Ending, last: HandRecord | None, player: Player) -> RankingLine:
    """The line of one player; whoever is eliminated is marked."""
    gain = last.amounts.get(player, 0) if last else 0
    out = player in eliminated_players(state)
    shown = with_sign(gain) if gain else ""
    return RankingLine(place_of(ending, player), player, out, gain, shown, standing_text(state, player))


def highlights(state: TableState) -> Iterator[tuple[str, Markup]]:
    """Yield the highlights of the evening: the largest gain, who won most hands, and how many hands there were."""
    counted = [hand for hand in state.hands if hand.counts]
    gains = [(player, amount) for hand in counted for player, amount in hand.amounts.items() if amount > 0]
    won = Counter(player for hand in counted for player in state.summary(hand).winners)
    if gains:
        yield gettext("Biggest hand"), largest_with_names(state, gains, with_sign)
    if won:
        yield gettext("Most hands won"), largest_with_names(state, won.items(), number)
    yield gettext("Hands"), escape(number(len(counted)))


def largest_with_names(
    state: TableState, had: Collection[tuple[Player, Amount]], shown: Callable[[Amount], str]
) -> Markup:
    """The largest of the numbers that players had, and everyone who had it."""
    largest = max(amount for _, amount in had)
    players = dict.fromkeys(player for player, amount in had if amount == largest)
    return html("{} {}", shown(largest), tied_names(list(map(state.name, players)), player_count_text, IN_A_CELL))


def session_duration(state: TableState) -> str:
    """Return the duration of the session in words, from its first entry to its last; empty under a minute."""
    stamps = [entry.stamp for entry in state.entries if entry.stamp]
    if not stamps:
        return ""
    minutes = int((datetime.fromisoformat(stamps[-1].at) - datetime.fromisoformat(stamps[0].at)).total_seconds()) // 60
    hours, rest = divmod(minutes, 60)
    told = gettext("%(hours)s h %(minutes)s min") if hours else gettext("%(minutes)s min")
    return told % {"hours": hours, "minutes": rest} if minutes else ""


def result_lines(state: TableState, ending: Ending) -> list[str]:
    """The ranking as text, to be sent to friends."""
    return [
        f"{place_of(ending, player)}. {set_apart(state.name(player))} {plain_text(standing_text(state, player))}"
        for equals in ending.ranking
        for player in equals
    ]
