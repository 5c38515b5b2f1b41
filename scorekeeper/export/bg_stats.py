"""A link that passes the evening to BG Stats, an app that records board games.

Its format is at https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/. The link opens
the app itself and no web page, so that no server gets the names.
"""

import hashlib
from datetime import datetime, timedelta
from urllib.parse import quote

import msgspec

from scorekeeper.export.spreadsheet import said_standings
from scorekeeper.export.wording import Translate, english
from scorekeeper.games.game import Player, Standing
from scorekeeper.table.state import TableState
from scorekeeper.table.statistics import end_of

ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="


LATE = timedelta(hours=12)
"""A table whose first hand is over later than this was set up on another day than it was played on."""


def find_play_time(state: TableState, opened: str) -> str:
    """Return when the present session was played, in UTC: its beginning, or its first hand where that came `LATE`.

    `opened` is the time at which the table was opened; a session after the first has begun later.
    """
    stamp = state.entries[0].stamp if state.sheets and state.entries else None
    began = stamp.at if stamp else opened
    first = end_of(state.hands[0]) if state.hands else None
    return first.isoformat() if first and first - datetime.fromisoformat(began) > LATE else began


def play_link(state: TableState, table_id: str, began: datetime, translate: Translate = english) -> str:
    """Return the link for the present sheet of a table."""
    return ADDRESS + quote(msgspec.json.encode(build_play(state, table_id, began, translate)), safe="")


def build_play(state: TableState, table_id: str, began: datetime, translate: Translate) -> dict[str, object]:
    """Return the sheet in the form of BG Stats. Its id is a hash: the id of the table would open the table.

    The app remembers which of its games a `sourceGameId` is, so that is the key of the game in every language.
    """
    said = said_standings(state, translate)
    source = f"{table_id}/{len(state.sheets)}"
    return {
        "sourceName": "Scorekeeper",
        "sourcePlayId": hashlib.sha256(source.encode()).hexdigest()[:16],
        "playDate": f"{began:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": translate(state.game.name),
            "sourceGameId": state.game.key,
            **({"bggId": number} if (number := state.game.boardgamegeek) else {}),
            "highestWins": True,
            "noPoints": bool(said),
        },
        "players": [
            participant(state, player, standing, said.get(player, "")) for player, standing in state.standings.items()
        ],
    }


def participant(state: TableState, player: Player, standing: Standing, role: str) -> dict[str, object]:
    """Return a player with their rank. Levels are text, in the field for a player's role; fractions become decimals.

    The app knows a player again by name, since numbers differ at every table.
    """
    above = sum(other.value > standing.value for other in state.standings.values())
    return {
        "name": state.name(player),
        "sourcePlayerId": state.name(player),
        "startPlayer": bool(state.hands) and state.hands[0].hand.session.begins == player,
        "rank": above + 1,
        "role": role,
        "winner": above == 0,
        **({} if role else {"score": round(float(standing.value), 6)}),
    }
