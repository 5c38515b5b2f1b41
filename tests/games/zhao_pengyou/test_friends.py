"""pagat, Discarding and Choosing Partners; Variations: Calling."""

from typing import Any

from scorekeeper.cards import Rank, Suit
from scorekeeper.codec import encode
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each
from tests.games.zhao_pengyou.play import calls, cards, codes, refusals, rules

TRUMPS = zpy.Trumps(Suit.SPADES, Rank.FIVE)
OTHER = rules(call_the_other=True)


@for_each(
    # players, calls, the trump maker's hand, refusals
    (5, "HA#1", None, []),
    (5, "HA#2", None, []),
    (5, "HA#3", None, ["call.copy"]),
    (8, "HA#3 DA#1 DA#2", None, []),
    (12, "HA#4 DA#1 DA#2 DA#3 DA#4", None, []),
    (5, "HA#0", None, ["call.copy"]),
    (5, "SA#1", None, ["call.trump"]),
    (5, "H5#1", None, ["call.trump"]),
    (5, "RJ#1", None, ["call.trump"]),
    (7, "RJ#1 HA#1", None, ["cards.not_in_pack"]),
    (6, "HA#1", None, ["call.count"]),
    (6, "HA#1 HA#1", None, ["call.twice"]),
    (5, "HA#1 DA#1", None, ["call.count"]),
    (5, "HA#other", None, []),
    (5, "HA#other", "HA S3", []),
    (5, "HA#other", "S3", ["call.other_not_held"]),
    (5, "HA#other", "HA HA", ["call.other_not_held"]),
    (8, "HA#other DA#1 DA#2", None, ["call.other_packs"]),
)
def test_calls(players: int, called: str, hand: str | None, expected: list[str]) -> None:
    held = None if hand is None else cards(hand)
    assert codes(zpy.check_calls(OTHER, zpy.find_setting(OTHER, players), TRUMPS, calls(called), held)) == expected


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


@for_each(
    # Player 9 is the trump maker.
    ("HA#1", "1:HA 2:HA", (1,)),
    ("HA#2", "1:HA 2:HA", (2,)),
    ("HA#2", "1:HA+HA", (1,)),
    ("HA#1", "9:HA 2:HA", (9,)),
    ("HA#2", "9:HA 2:DA", (None,)),
    ("HA#other", "9:HA 2:HA", (2,)),
    ("HA#other", "2:HA 9:HA", (2,)),
    ("HA#1 HA#2", "3:HA 3:HA", (3, 3)),
    ("HA#1 DA#1", "3:DA 4:HA 5:DA", (4, 3)),
    ("HA#1 HA#other", "9:HA 4:HA", (9, 4)),
)
def test_friends_as_called_copies_appear(called: str, plays: str, expected: tuple[int | None, ...]) -> None:
    played = [
        zpy.Play(int(player), cards(laid.replace("+", " ")))
        for player, laid in (word.split(":") for word in plays.split())
    ]
    players = zpy.find_friends(calls(called), 9, played)
    assert players == expected
    assert set(zpy.list_team(9, players)) == {9, *expected} - {None}
    assert zpy.list_team(9, players)[0] == 9


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
