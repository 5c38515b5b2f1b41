"""Short hands of Mighty, and evenings of five, for tests of what a table makes of them."""

from typing import Any

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty import Bid, Call, Pass, RecordHand
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from tests.table.tables import NAMES, play

ANA, BO, CHO, DAN, EUN = 1, 2, 3, 4, 5


def mighty_table(preset: str, *moves: Any, **rules: Any) -> Ledger:
    """A table of five."""
    return play(Ledger(), m.CreateTable("mighty", preset, rules, NAMES[:5]), *moves)


def barely_made_hand(declarer: Player, friend: Player | None) -> RecordHand:
    """A hand of 14 that is just made."""
    return RecordHand(declarer, Bid.parse("14H"), Call.parse("SA"), 14, friend)


def passes(first: Player) -> list[Pass]:
    return [Pass((first + turn - 1) % 5 + 1) for turn in range(5)]


def beginners(ledger: Ledger) -> tuple[Player | None, Player | None, tuple[Player, ...]]:
    """Return the dealer and the first bidder of the hand in progress, and the players whose tokens are spent."""
    assert ledger.state.current is not None
    session: mighty.Session = ledger.state.current.hand.session
    return session.begins, session.first, session.spent
