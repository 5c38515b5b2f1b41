"""What is stored reads back as it was, values as the text people write, and what is malformed is refused."""

from fractions import Fraction

import msgspec
import pytest

from scorekeeper.cards import JOKER, Card, standard_pack
from scorekeeper.codec import decoder, encode, tagged
from scorekeeper.errors import RuleError


class KittyShown(msgspec.Struct, frozen=True, tag=tagged("mighty")):
    cards: tuple[Card, ...]


class Undone(msgspec.Struct, frozen=True, tag=tagged("table")):
    back_to: int


EVENTS = decoder(KittyShown | Undone)


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (KittyShown((Card.parse("SA"), JOKER)), b'{"type":"mighty.kitty_shown","cards":["SA","JK"]}'),
        (Undone(3), b'{"type":"table.undone","back_to":3}'),
    ],
)
def test_events_are_objects_with_a_tag(event: object, written: bytes) -> None:
    assert encode(event) == written
    assert EVENTS.decode(written) == event


def test_every_card_reads_back() -> None:
    event = KittyShown(standard_pack())
    assert EVENTS.decode(encode(event)) == event


def test_fractions_stay_exact() -> None:
    assert encode([Fraction(-1, 3), Fraction(4, 2)]) == b'["-1/3","2"]'
    assert decoder(tuple[Fraction, ...]).decode(b'["-1/3","2"]') == (Fraction(-1, 3), 2)


def test_what_is_json_already_is_laid_out_like_the_rest() -> None:
    assert encode([msgspec.Raw(b'{ "b": 1, "a": 2 }')]) == b'[{"a":2,"b":1}]'


def test_equal_values_have_equal_bytes() -> None:
    assert encode({"b": 1, "a": 2}) == encode({"a": 2, "b": 1})


@pytest.mark.parametrize(
    "written",
    [
        b"not JSON",
        b'{"type":"table.undone"}',  # a field is missing
        b'{"type":"table.undone","back_to":"3"}',  # text where a number stands
        b'{"type":"table.burnt","back_to":3}',  # no such event
        b'{"type":"mighty.kitty_shown","cards":[{"suit":"S","rank":14}]}',  # a card past its reading
        b'{"type":"mighty.kitty_shown","cards":[5]}',
    ],
)
def test_what_is_malformed_is_refused(written: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        EVENTS.decode(written)


def test_a_card_that_is_none_is_refused_with_its_text() -> None:
    with pytest.raises((RuleError, msgspec.ValidationError), match="S1"):
        EVENTS.decode(b'{"type":"mighty.kitty_shown","cards":["S1"]}')


def test_a_value_without_a_text_form_is_not_written() -> None:
    with pytest.raises(NotImplementedError, match="object has no text form"):
        encode(object())


@pytest.mark.parametrize(
    ("name", "tag"), [("HandStarted", "table.hand_started"), ("Undone", "table.undone"), ("ABid", "table.a_bid")]
)
def test_tags_are_the_name_in_small_letters(name: str, tag: str) -> None:
    assert tagged("table")(name) == tag
