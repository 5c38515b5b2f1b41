"""The link for BG Stats, read back as the app reads it."""

import json
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import unquote

import pytest

from scorekeeper.export import find_play_time, play_link
from scorekeeper.games import GAMES
from scorekeeper.store import Store
from scorekeeper.table import moves as t
from tests.cases import require
from tests.export.evenings import ANA, BO, CHO, Evening, mighty_evening, random_evening, zhao_pengyou_evening
from tests.export.test_round_trip import Third, thirds
from tests.toy import Draw

BEGAN = datetime(2026, 3, 14, 19, 5, 59)


def decode_link(evening: Evening) -> dict[str, Any]:
    """Return the data handed to the app."""
    address, _, data = play_link(evening.ledger.state, "a table", BEGAN).partition("?data=")
    assert address == "bgstats://app.bgstatsapp.com/createPlay.html"
    assert data.replace("%", "").replace("_", "").replace("-", "").replace(".", "").isalnum(), "one parameter"
    play: dict[str, Any] = json.loads(unquote(data))
    return play


def test_points_with_ranks_and_who_began(store: Store) -> None:
    evening = mighty_evening(store)
    play = decode_link(evening)
    assert (play["sourceName"], play["playDate"]) == ("Scorekeeper", "2026-03-14 19:05:59")
    assert play["game"] == {
        "name": "Mighty",
        "sourceGameId": "mighty",
        "bggId": 172998,
        "highestWins": True,
        "noPoints": False,
    }
    standings = evening.ledger.state.standings
    assert [each["score"] for each in play["players"]] == [standing.value for standing in standings.values()]
    assert [each["name"] for each in play["players"]] == ["Ana", "Bo", "조", "Dan", "Eun"]
    assert sum(each["startPlayer"] for each in play["players"]) == 1
    best = max(standing.value for standing in standings.values())
    assert all(each["winner"] == (each["rank"] == 1) == (each["score"] == best) for each in play["players"])


def test_levels_are_words_and_no_points(store: Store) -> None:
    evening = zhao_pengyou_evening(store)
    play, standings = decode_link(evening), evening.ledger.state.standings
    assert play["game"]["noPoints"] is True
    assert all("score" not in each for each in play["players"])
    assert [each["role"] for each in play["players"]] == [str(each.said.facts["level"]) for each in standings.values()]


def test_players_who_stand_alike_share_a_rank(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo", "Cho", "Dan").do(t.Adjust({ANA: 2, BO: 2, CHO: 1}, "paper"))
    assert [(each["rank"], each["winner"]) for each in decode_link(evening)["players"]] == [
        (1, True),
        (1, True),
        (3, False),
        (4, False),
    ]


def test_fractions_are_decimals(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "thirds", thirds())
    evening = Evening(store, "thirds", "plain", "Ana", "Bo", "Cho", "Dan").do(t.StartHand(), Third(CHO))
    assert [each["score"] for each in decode_link(evening)["players"]] == [-0.333333, -0.333333, 1, -0.333333]


def test_a_new_sheet_is_another_play_and_neither_names_the_table(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(BO))
    first = decode_link(evening)
    again = decode_link(evening)
    second = decode_link(evening.do(t.BeginSession()))
    assert first["sourcePlayId"] == again["sourcePlayId"] != second["sourcePlayId"]
    assert "a table" not in json.dumps(first)


def test_a_long_evening_makes_no_longer_link(store: Store) -> None:
    assert len(play_link(random_evening(store, "korean40", 3, 150).ledger.state, "a table", BEGAN)) < 4000


OPENED = "2026-03-13T20:00:00.000+00:00"


def test_a_play_is_dated_by_the_beginning_of_its_session(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(BO))
    ended = require(evening.ledger.state.hands[0].stamp)
    began = (datetime.fromisoformat(ended.at) - timedelta(minutes=20)).isoformat()
    assert find_play_time(evening.ledger.state, began) == began
    again = evening.do(t.BeginSession()).ledger.state
    stamp = require(again.entries[0].stamp)
    assert find_play_time(again, OPENED) == stamp.at, "a second session is another play, on its own day"


def test_a_table_that_was_set_up_days_before_is_dated_by_its_first_hand(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo")
    assert find_play_time(evening.ledger.state, OPENED) == OPENED
    evening.do(t.StartHand(), Draw(BO))
    ended = require(evening.ledger.state.hands[0].stamp)
    evening.do(t.CorrectHand(1, (Draw(ANA),)))
    played = datetime.fromisoformat(find_play_time(evening.ledger.state, OPENED))
    assert played == datetime.fromisoformat(ended.at), "its first end, not its correction"


def test_the_game_has_one_id_in_every_language(store: Store) -> None:
    state = Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(BO)).ledger.state
    link = play_link(state, "a table", BEGAN, lambda text: {"Climb": "등산"}.get(text, text))
    game = json.loads(unquote(link.partition("?data=")[2]))["game"]
    assert (game["name"], game["sourceGameId"]) == ("등산", "toy")
