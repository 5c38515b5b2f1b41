"""Bids and calls as values: text in, text out, the same through JSON."""

from typing import Any, Union

import pytest
from hypothesis import given

from scorekeeper.cards import Card, Suit
from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from tests.cases import for_each
from tests.games.mighty.any_moves import BIDS, CALLS, moves

MOVES: Any = Union[mighty.GAME.moves]  # noqa: UP007


@for_each(
    ("16H", mighty.Bid(16, Suit.HEARTS)),
    ("16♥", mighty.Bid(16, Suit.HEARTS)),
    (" 20 nt ", mighty.Bid(20, None)),
    ("13Nt", mighty.Bid(13, None)),
    ("9c", mighty.Bid(9, Suit.CLUBS)),
)
def test_bids_are_read_as_people_write_them(text: str, read: mighty.Bid) -> None:
    assert mighty.Bid.parse(text) == read


@for_each("", "16", "H16", "NT", "116H", "16X", "16 H H", "-3H", "１６H", "sixteen hearts")
def test_what_is_no_bid_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.Bid.parse(text)
    assert refusal.value.code == "bid.malformed"
    assert refusal.value.problems[0].facts == {"text": text}


@for_each(*BIDS)
def test_bids_write_what_they_read(bid: mighty.Bid) -> None:
    assert mighty.Bid.parse(str(bid)) == mighty.Bid.parse(bid.symbol) == bid
    assert {mighty.Bid.parse(str(bid))} == {bid}


@for_each(*CALLS)
def test_calls_write_what_they_read(call: mighty.Call) -> None:
    assert mighty.Call.parse(str(call)) == call


@for_each(
    "", "S", "SA>", "SA>X", "SA+", "+SA", "SA+HK+D2", "player", "player:", "player:x", "card:SA", "nobody", "first"
)
def test_what_is_no_call_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.Call.parse(text)
    assert (refusal.value.code, dict(refusal.value.problems[0].facts)) == ("call.malformed", {"text": text})


@given(moves())
def test_every_move_survives_json(command: Move) -> None:
    assert decoder(MOVES).decode(encode(command)) == command


def test_json_holds_the_text_people_write() -> None:
    command = mighty.RecordHand(
        1, mighty.Bid.parse("16♥"), mighty.Call.parse("SA"), 17, 2, frozenset({"mighty", "joker"})
    )
    assert encode(command) == (
        b'{"type":"mighty.record_hand","declarer":1,"bid":"16H","call":"SA","points":17,"friend":2,'
        b'"buried":["joker","mighty"],"joker_holder":null,"second_friend":null,"out":[],"own_card_called":false,"revoked":null}'
    )


def test_a_bid_in_json_is_checked_while_it_is_read() -> None:
    with pytest.raises(RuleError, match=r"bid\.malformed"):
        decoder(MOVES).decode(b'{"type":"mighty.place_bid","player":1,"bid":"99"}')


def test_what_json_leaves_out_did_not_happen() -> None:
    command = decoder(MOVES).decode(b'{"type":"mighty.play_card","player":1,"card":"C3"}')
    assert command == mighty.PlayCard(1, Card.parse("C3"), None, False)
    found = decoder(MOVES).decode(b'{"type":"mighty.reveal_friend","player":2}')
    assert found == mighty.RevealFriend(2, False, None)
