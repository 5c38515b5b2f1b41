"""What the tricks recorded say: the points still possible, the discards and the joker (S0, The Play)."""

import pytest

from scorekeeper.games import mighty
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.tally import buried_in, check_trick, joker_player
from tests.games.mighty.play import bid, called, cards, codes, do, tricks
from tests.games.mighty.tricks import plays


@pytest.mark.parametrize(
    ("recorded", "least", "most"),
    [
        ("", 0, 5),
        ("1:1 " * 8, 4, 5),  # twelve points are left: five in the last trick, three in the discards
        ("1:2 " * 9, 0, 2),
        ("1:2 " * 8 + "1:0", 1, 4),
    ],
)
def test_tally_a_trick_with_other_points_is_told_how_many_are_possible(recorded: str, least: int, most: int) -> None:
    hand = do(called(), *tricks(recorded))
    for points in (least - 1, most + 1):
        [wrong] = check_trick(hand, 1, points)
        assert (wrong.code, dict(wrong.facts)) == ("trick.points", {"points": points, "least": least, "most": most})
    assert codes(check_trick(hand, 1, least)) == codes(check_trick(hand, 1, most)) == []


@pytest.mark.parametrize(
    ("contract", "discards", "buried"),
    [
        ("16H", "D2 D3 D4", set()),
        ("16H", "SA D3 D4", {"mighty"}),
        ("16H", "DA D3 D4", set()),
        ("16S", "SA D3 D4", set()),
        ("16S", "DA D3 D4", {"mighty"}),
        ("16NT", "JK D3 D4", {"joker"}),
        ("16NT", "JK SA D4", {"mighty", "joker"}),
    ],
)
def test_tally_magic_cards_among_the_discards(contract: str, discards: str, buried: set[str]) -> None:
    assert buried_in(cards(discards), bid(contract)) == buried


@pytest.mark.parametrize(
    ("preset", "friend", "shown", "holder"),
    [
        ("pagat", "SA", "", None),
        ("pagat", "SA", "CK C4 CA C6 C7", None),
        ("pagat", "SA", "CK C4 JK C6 C7", 3),
        ("pagat", "SA", "CK C4 C5 C6 JK", 5),
        ("double_six", "SA+HK", "CK C4 JK C6 JK C7", 3),  # the first of two
    ],
)
def test_tally_whoever_played_the_joker_held_it(preset: str, friend: str, shown: str, holder: int | None) -> None:
    contract = "30H" if preset == "double_six" else "16H"
    hand = called(friend, contract, preset)
    assert joker_player(do(hand, *(c.PlayCard(play.player, play.card) for play in plays(shown)))) == holder


def test_tally_tricks_without_cards_do_not_say_who_held_the_joker() -> None:
    hand = do(called(), *tricks("1:2 " * 9 + "1:0"))
    result = mighty.derived_result(hand)
    assert result is not None
    assert (result.points, result.buried, result.joker_holder) == (20, frozenset(), None)
