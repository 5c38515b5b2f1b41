"""Stored values read back equal, values are the text that people write, and malformed input is refused."""

import subprocess
import sys
from fractions import Fraction

import msgspec
import pytest

from scorekeeper.cards import JOKER, Card, standard_pack
from scorekeeper.codec import Frozen, decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.settlement import Amount
from tests.cases import for_each


class ShowKitty(Frozen, tag="mighty.show_kitty"):
    cards: tuple[Card, ...]


class Undo(Frozen, tag="table.undo"):
    back_to: int


class Session(Frozen):
    """A session like those of games: players are keys, and amounts may be fractions."""

    balances: dict[int, Amount]
    passive: frozenset[int] = frozenset()


MOVES = decoder(ShowKitty | Undo)


@for_each(
    (ShowKitty((Card.parse("SA"), JOKER)), b'{"type":"mighty.show_kitty","cards":["SA","JK"]}'),
    (Undo(3), b'{"type":"table.undo","back_to":3}'),
)
def test_moves_are_objects_with_a_tag(move: object, written: bytes) -> None:
    assert encode(move) == written
    assert MOVES.decode(written) == move


def test_values_read_back_equal_and_are_laid_out_alike() -> None:
    move = ShowKitty(standard_pack())
    assert MOVES.decode(encode(move)) == move
    assert encode([Fraction(-1, 3), Fraction(4, 2)]) == b'["-1/3","2"]'
    assert decoder(tuple[Fraction, ...]).decode(b'["-1/3","2"]') == (Fraction(-1, 3), 2)
    assert encode([msgspec.Raw(b'{ "b": 1, "a": 2 }')]) == b'[{"a":2,"b":1}]'
    assert encode({"b": 1, "a": 2}) == encode({"a": 2, "b": 1})


@for_each(
    written=[
        b"not JSON",
        b'{"type":"table.undo"}',  # a field is missing
        b'{"type":"table.undo","back_to":"3"}',  # text where a number stands
        b'{"type":"table.burnt","back_to":3}',  # no such move
        b'{"type":"mighty.show_kitty","cards":[{"suit":"S","rank":14}]}',  # a card as an object, not as its text
        b'{"type":"mighty.show_kitty","cards":[5]}',
    ]
)
def test_what_is_malformed_is_refused(written: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        MOVES.decode(written)


def test_what_has_no_text_form_is_neither_written_nor_read() -> None:
    with pytest.raises(NotImplementedError, match="object has no text form"):
        encode(object())
    with pytest.raises((RuleError, msgspec.ValidationError), match="S1"):
        MOVES.decode(b'{"type":"mighty.show_kitty","cards":["S1"]}')


@for_each(
    (Session({2: 7, 1: -3}), b'{"balances":{"1":-3,"2":7},"passive":[]}'),
    (Session({1: Fraction(-1, 3)}, frozenset({3, 1})), b'{"balances":{"1":"-1/3"},"passive":[1,3]}'),
)
def test_sessions_have_players_as_keys_and_exact_amounts(session: Session, written: bytes) -> None:
    assert encode(session) == written
    read = decoder(Session).decode(written)
    assert read == session
    assert {type(amount) for amount in read.balances.values()} <= {int, Fraction}


@for_each(amount=[b"1.5", b"true", b'"half"', b'"1/0"', b'"1.5"', b'"1e99999999"', b'"1/"', b'" 1"', b"null", b"[1]"])
def test_what_is_no_amount_is_refused(amount: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        decoder(Session).decode(b'{"balances":{"1":%s}}' % amount)


TOGETHER = """
import threading
from scorekeeper.codec import Frozen, decoder

def kind():
    reader.start()
    reader.join(0.2)  # decodes at once, or waits until this decoder is made
    return int

class Inner(Frozen):
    number: "kind()"

class Outer(Frozen):
    inner: Inner

reader = threading.Thread(target=lambda: print(decoder(Outer).decode(b'{"inner": {"number": 1}}').inner.number))
decoder(Outer)
reader.join()
"""


def test_threads_that_make_the_same_decoder_do_not_kill_the_program() -> None:
    """The first taps after a start run in such threads, at two tables of the same game."""
    made = subprocess.run([sys.executable, "-c", TOGETHER], capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout) == (0, "1\n"), made.stderr
