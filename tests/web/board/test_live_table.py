"""A table for other programs: JSON by a token that opens nothing else, the same as a stream, and an overlay of it."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.export.live_table import describe_live
from tests.cases import require
from tests.web.pages import find_faults
from tests.web.phones import NAMES, Phone, Table, open_table


def read(table: Table, phone: Phone | None = None, **headers: str) -> dict[str, Any]:
    phone = phone or table.watcher()
    response = phone.client.get(f"{table.path}/live.json", headers={**phone.headers, **headers})
    assert response.status_code == 200
    told: dict[str, Any] = response.get_json()
    return told


def test_the_table_as_it_is_in_the_readers_language(table: Table) -> None:
    table.play_hand(points=17)
    korean = read(table, table.watcher("ko"))
    assert korean["game_text"] == "마이티"
    assert korean["last_hand"]["result"] != "made with 17"
    table.record("start_hand")
    table.record("enter_contract", declarer=2, level=14, trump="S")
    told = read(table)
    assert (told["format"], told["schema"], told["version"]) == ("scorekeeper.live", 1, table.version)
    assert [seat["name"] for seat in told["seats"]] == list(NAMES)
    assert [seat["roles"] for seat in told["seats"]][1] == ["declarer"]
    assert sum(seat["begins"] for seat in told["seats"]) == 1
    assert (told["hand"]["number"], told["hand"]["phase"], told["hand"]["contract"]) == (2, "contract", "14♠")
    over = require(table.state.hands[0].stamp).at
    at = datetime.fromisoformat(told["last_hand"].pop("finished_utc"))
    assert (at, at.utcoffset()) == (datetime.fromisoformat(over), timedelta(0))
    assert datetime.fromisoformat(told["last_hand"].pop("finished")) == at
    assert told["zone"] == table.state.zone
    assert told["last_hand"] == {
        "number": 1,
        "contract": "16♥",
        "result": "made with 17",
        "made": True,
        "given_up": False,
        "gains": {"1": 14, "2": 7, "3": -7, "4": -7, "5": -7},
    }
    assert [(each["name"], each["rank"], each["value"]) for each in told["standings"]] == [
        *(("Ana", 1, 14), ("Bo", 2, 7), ("Cho", 3, -7), ("Dan", 3, -7), ("Eun", 3, -7))
    ]
    assert told["over"] is False


def test_an_auction_has_its_turn_and_its_highest_bid(table: Table) -> None:
    table.record("start_hand")
    begun = read(table)["hand"]
    assert (begun["phase"], begun["highest_bid"], begun["bidder"]) == ("auction", None, None)
    (first,) = begun["turn"]
    table.record("place_bid", player=first, level=14, trump="H")
    second = read(table)["hand"]["turn"][0]
    table.record("pass", player=second)
    told = read(table)["hand"]
    assert (told["highest_bid"], told["bidder"]) == ("14♥", first)
    assert told["turn"] == [require(require(table.state.current).hand.auction.turn)] != [second]


def test_a_refusal_is_json_for_a_program_and_a_page_for_people(table: Table) -> None:
    stranger = table.stranger()
    for path in (f"{table.path}/live.json", f"/live/{table.id}?view=json"):
        refused = stranger.get(path)
        assert (refused.status_code, refused.get_json()["status"]) == (403, 403), path
        assert refused.get_json()["message"]
    asked = stranger.client.get(f"{table.path}/sheet", headers={"Accept": "application/json"})
    assert asked.get_json()["status"] == 403
    assert "<html" in stranger.get(f"{table.path}/sheet").text


def test_points_of_tricks_so_far(table: Table) -> None:
    table.choose_modes("play:tally")
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=14, trump="S")
    table.record("take_kitty")
    table.record("call_friend", call="none")
    table.record("record_trick", winner=2, points=3)
    table.record("record_trick", winner=2, points=1)
    told = read(table)["hand"]
    assert (told["tricks"], told["points"], told["phase"]) == (2, {"2": 4}, "play")


def test_a_pot_by_who_paid_and_levels_as_words(app: Flask) -> None:
    table = open_table(app, redeal_fine=5)
    assert read(table)["pot"] == {}
    table.record("start_hand")
    table.record("claim_redeal", player=1)
    assert read(table)["pot"] == {"1": 5}
    table = open_table(app, "pagat", game="zhao_pengyou")
    assert [each["said"] for each in read(table)["standings"]] == ["2"] * 5


def test_a_program_is_told_nothing_again_and_its_addresses_store_nothing(table: Table) -> None:
    guest = table.watcher()
    first = guest.get(f"{table.path}/live.json")
    asked = {**guest.headers, "If-None-Match": first.headers["ETag"]}
    assert guest.client.get(f"{table.path}/live.json", headers=asked).status_code == 304
    table.play_hand()
    again = guest.client.get(f"{table.path}/live.json", headers=asked)
    assert (again.status_code, again.get_json()["version"]) == (200, table.version)
    assert again.headers["ETag"] != first.headers["ETag"]
    assert table.program_token() == table.program_token()
    page = table.host.page(f"{table.path}/programs")
    assert find_faults(page) == []
    assert table.watcher().get(f"{table.path}/programs").status_code == 403
    assert f'href="{table.path}/programs"' in table.host.get(f"{table.path}/export").text
    assert "/programs" not in table.watcher().get(f"{table.path}/export").text


def test_a_token_reads_its_own_table_and_opens_nothing_else(table: Table, app: Flask) -> None:
    token, stranger = table.program_token(), table.stranger()
    assert stranger.get(f"{table.path}/live.json").status_code == 403
    for path in ("live.json", "overlay"):
        assert stranger.get(f"{table.path}/{path}?token={token}").status_code == 200
    assert read(table, stranger, Authorization=f"Bearer {token}")["version"] == table.version
    for path in ("", "/sheet", "/export.json", "/watch", "/links", "/programs"):
        assert stranger.get(f"{table.path}{path}?token={token}").status_code == 403, path
    assert stranger.get(f"/live/{table.id}?token={token}").status_code == 403, "the stream of the board"
    assert stranger.get(f"/live/{table.id}?view=sheet&token={token}").status_code == 403
    assert "Location" not in stranger.get(f"/l/{token}").headers
    assert table.role_of(stranger) == "stranger"
    other, token = open_table(app), table.program_token()
    assert other.stranger().get(f"{other.path}/live.json?token={token}").status_code == 403


@pytest.mark.parametrize("kind", ["program", "watch", "others"])
def test_a_host_ends_the_token(kind: str, table: Table) -> None:
    token, stranger = table.program_token(), table.stranger()
    address = f"{table.path}/live.json?token={token}"
    assert table.watcher().post(f"{table.path}/links/revoke", {"kind": kind}).status_code == 403
    assert stranger.get(address).status_code == 200
    table.host.post(f"{table.path}/links/revoke", {"kind": kind})
    assert stranger.get(address).status_code == 403
    assert table.program_token() != token


def messages(table: Table, phone: Phone, query: str) -> Any:
    with phone.client.get(f"/live/{table.id}?{query}", headers=phone.headers) as stream:
        assert stream.status_code == 200
        yield from (str(message, "utf-8") for message in stream.response if isinstance(message, bytes))


def test_the_stream_and_the_overlay_tell_the_same(table: Table) -> None:
    table.play_hand()
    query = f"view=json&token={table.program_token()}"
    frame = next(each for each in messages(table, table.stranger(), query) if "data: {" in each)
    (data,) = [line.removeprefix("data: ") for line in frame.splitlines() if line.startswith("data: {")]
    assert json.loads(data) == json.loads(describe_live(table.state, table.version))
    page = table.watcher().page(f"{table.path}/overlay")
    assert page.one("main").attributes["data-stream"] == f"/live/{table.id}?view=json"
    assert "Ana" not in page.text


def test_a_stream_by_the_token_ends_with_it_and_who_watches_goes_on(table: Table) -> None:
    guest = table.watcher()
    stream = messages(table, table.stranger(), f"view=json&token={table.program_token()}")
    assert any("data: {" in next(stream) for _ in range(5))
    table.host.post(f"{table.path}/links/revoke", {"kind": "program"})
    assert any("event: denied" in each for each in stream)
    assert guest.get(f"{table.path}/live.json").status_code == 200
