"""Bids and calls as values: text in, text out, the same through JSON."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import Card, Suit
from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty import events as e
from tests.games.mighty.asking import (
    BIDS,
    CALLS,
    PACK,
    bids,
    buried,
    calls,
    commands,
    friends,
    one_of,
    picked,
    players,
    points,
)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("16H", mighty.Bid(16, Suit.HEARTS)),
        ("16♥", mighty.Bid(16, Suit.HEARTS)),
        (" 20 nt ", mighty.Bid(20, None)),
        ("13Nt", mighty.Bid(13, None)),
        ("9c", mighty.Bid(9, Suit.CLUBS)),
    ],
)
def test_bids_are_read_as_people_write_them(text: str, read: mighty.Bid) -> None:
    assert mighty.Bid.parse(text) == read


@pytest.mark.parametrize("text", ["", "16", "H16", "NT", "116H", "16X", "16 H H", "-3H", "１６H", "sixteen hearts"])
def test_what_is_no_bid_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.Bid.parse(text)
    assert refusal.value.code == "bid.malformed"
    assert refusal.value.problems[0].facts == {"text": text}


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_bids_write_what_they_read(bid: mighty.Bid) -> None:
    assert mighty.Bid.parse(str(bid)) == mighty.Bid.parse(bid.symbol) == bid
    assert {mighty.Bid.parse(str(bid))} == {bid}


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_calls_write_what_they_read(call: mighty.Call) -> None:
    assert mighty.Call.parse(str(call)) == call


@pytest.mark.parametrize(
    "text",
    ["", "S", "SA>", "SA>X", "SA+", "+SA", "SA+HK+D2", "player", "player:", "player:x", "card:SA", "nobody", "first"],
)
def test_what_is_no_call_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.Call.parse(text)
    assert (refusal.value.code, dict(refusal.value.problems[0].facts)) == ("call.malformed", {"text": text})


@given(commands())
def test_every_command_survives_json(command: c.Command) -> None:
    assert decoder(mighty.GAME.commands).decode(encode(command)) == command


EVENTS = st.one_of(
    st.builds(e.BidPlaced, players, bids),
    st.builds(e.RedealClaimed, players, picked),
    st.builds(e.ClaimBlocked, players, players, bids),
    st.builds(e.HandThrownIn, st.sampled_from(["claim", "all_passed"]), players, players, friends),
    st.builds(e.CardNamed, one_of(PACK), friends),
    st.builds(e.KittyTaken, picked),
    st.builds(e.FriendCalled, calls),
    st.builds(e.FriendRevealed, players, st.booleans(), st.none() | one_of(PACK)),
    st.builds(e.ResultRecorded, points, friends, buried, friends, friends),
)


@given(EVENTS)
def test_every_event_survives_json(event: e.Event) -> None:
    assert decoder(mighty.GAME.events).decode(encode(event)) == event


def test_json_holds_the_text_people_write() -> None:
    command = c.RecordHand(1, mighty.Bid.parse("16♥"), mighty.Call.parse("SA"), 17, 2, frozenset({"mighty", "joker"}))
    assert encode(command) == (
        b'{"type":"mighty.record_hand","declarer":1,"bid":"16H","call":"SA","points":17,"friend":2,'
        b'"buried":["joker","mighty"],"joker_holder":null,"second_friend":null,"out":[]}'
    )


def test_a_bid_in_json_is_checked_while_it_is_read() -> None:
    with pytest.raises(RuleError, match=r"bid\.malformed"):
        decoder(mighty.GAME.commands).decode(b'{"type":"mighty.place_bid","player":1,"bid":"99"}')


def test_what_json_leaves_out_did_not_happen() -> None:
    command = decoder(mighty.GAME.commands).decode(b'{"type":"mighty.play_card","player":1,"card":"C3"}')
    assert command == c.PlayCard(1, Card.parse("C3"), None, False)
    event = decoder(mighty.GAME.events).decode(b'{"type":"mighty.card_played","player":1,"card":"C3"}')
    assert event == e.CardPlayed(1, Card.parse("C3"), None, False)
    shown = decoder(mighty.GAME.events).decode(b'{"type":"mighty.friend_revealed","player":2}')
    assert shown == e.FriendRevealed(2, False, None)
