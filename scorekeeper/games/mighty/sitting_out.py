"""The players who sit out of the next hand where more are at the table than play (groups, Sitting out)."""

from typing import TYPE_CHECKING

from scorekeeper.games.game import Player
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.session import Session, find_partner
from scorekeeper.games.seats import find_stand_in, next_player, players_from

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


def list_sitting_out(
    rules: Rules, session: Session, last: "Hand", seating: tuple[Player, ...], count: int
) -> tuple[Player, ...]:
    """Return the `count` players who sit out after the hand `last`; nobody where the table decides that itself."""
    if rules.sitting_out == "stays" or last.result is None or count >= len(seating):
        return ()
    return players_from(seating, find_first_to_sit_out(rules, session, last, seating))[:count]


def find_first_to_sit_out(rules: Rules, session: Session, last: "Hand", seating: tuple[Player, ...]) -> Player:
    """Return the player who sits out, with those who follow in turn where several do.

    Where dealers rotate, the dealer who sits out is the next in turn, since a stand-in deals for each.
    """
    if rules.sitting_out == "by_result":
        return find_stand_in(seating, find_partner(last) if last.is_made else last.declaration.declarer)
    if rules.sitting_out == "dealer" and rules.next_dealer != "rotate":
        return find_stand_in(seating, session.begins)
    out = [player for player in seating if player not in last.seats]
    ends = [player for player in out if next_player(seating, player) not in out]
    return next_player(seating, ends[0]) if ends else seating[0]
