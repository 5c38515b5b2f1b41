"""pagat, Discarding and Choosing Partners; Variations: Calling."""

from typing import Any

from scorekeeper.cards import Rank, Suit
from scorekeeper.codec import encode
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each
from tests.games.zhao_pengyou.play import calls, cards, codes, refusals, rules

TRUMPS = zpy.Trumps(Suit.SPADES, Rank.FIVE)
OTHER = rules(call_the_other=True)


def test_the_other_is_not_called_by_default() -> None:
    these = rules()
    found = codes(zpy.check_calls(these, zpy.find_setting(these, 5), TRUMPS, calls("HA#other")))
    assert found == ["call.no_other"]


def test_trumps_are_given_as_text_to_calls() -> None:
    these, table, text = rules(), zpy.find_setting(rules(), 5), "S5"
    given: Any = text
    assert zpy.legal_calls(these, table, given) == zpy.legal_calls(these, table, TRUMPS)
    assert codes(zpy.check_calls(these, table, given, calls("SA#1"))) == ["call.trump"]
    bad: Any = "S"
    assert refusals(zpy.check_calls, these, table, bad, calls("SA#1")) == ["trumps.malformed"]


@for_each(("HA", 1), (cards("HA")[0], "1"), (cards("HA")[0], 1.5), (None, "other"))
def test_a_call_is_of_a_card_and_a_copy(card: Any, copy: Any) -> None:
    assert refusals(zpy.Call, card, copy) == ["call.malformed"]


def test_every_plain_copy_may_be_called() -> None:
    """Three suits without a rank, each card of two packs; with "the other", only of those held once."""
    these = rules()
    assert len(zpy.legal_calls(these, zpy.find_setting(these, 5), TRUMPS)) == 3 * 12 * 2
    with_other = zpy.legal_calls(OTHER, zpy.find_setting(OTHER, 5), TRUMPS, cards("HA DK DK S2"))
    assert [str(call) for call in with_other if call.copy == "other"] == ["HA#other"]


def test_the_other_copy_is_that_of_anyone_but_the_trump_maker() -> None:
    for player in (1, 3):
        assert zpy.find_friends(calls("HA#other"), 2, [zpy.Play(2, cards("HA")), zpy.Play(player, cards("HA"))]) == (
            player,
        )


@for_each("SA#1", "H10#3", "CK#other")
def test_calls_are_read_and_written(text: str) -> None:
    call = zpy.Call.parse(text)
    assert str(call) == text
    assert zpy.Call.parse(call.symbol) == call
    assert encode(call).decode() == f'"{text}"'


@for_each("", "SA", "SA#", "SA#x", "#1", "XX#1", "SA#-1", "SA#²", "SA#1#1", "SA#" + "9" * 5000)
def test_what_is_no_call_is_refused(text: str) -> None:
    assert refusals(zpy.Call.parse, text) == ["call.malformed"]
