"""S0, Players and cards; Other numbers of players: packs and deals in which every card is accounted for."""

import pytest

from scorekeeper.cards import JOKER, Card, standard_pack
from scorekeeper.games import mighty
from scorekeeper.games.mighty.setting import SETTINGS
from tests.games.mighty.play import EVERY_PRESET, rules


@pytest.mark.parametrize("players", SETTINGS)
def test_every_card_is_dealt_and_played_or_discarded(players: str) -> None:
    setting = SETTINGS[players]
    bidding = setting.table - setting.sit_out
    assert setting.dealt * setting.hand_size + setting.kitty == len(setting.pack)
    assert setting.active * setting.tricks + setting.discards == len(setting.pack)
    dealt_again = setting.kitty + setting.drop_out * setting.hand_size
    assert (setting.active - 1) * (setting.tricks - setting.hand_size) + setting.taken == dealt_again
    assert setting.hand_size + setting.taken == setting.tricks + setting.discards
    assert (setting.dealt, setting.active) == (bidding, bidding - setting.drop_out)


@pytest.mark.parametrize("players", SETTINGS)
def test_the_pack_has_every_point_and_a_joker_for_each_pack(players: str) -> None:
    setting = SETTINGS[players]
    assert setting.points == 20 * setting.packs
    assert setting.copies[JOKER] == setting.packs
    points = [card for card in standard_pack() if mighty.is_point(card)]
    assert all(setting.copies[card] == setting.packs for card in points)
    assert sum(setting.copies.values()) == len(setting.pack)
    assert sorted(setting.copies.values())[-1] == setting.packs


@pytest.mark.parametrize(
    ("players", "card", "copies"),
    [
        ("double_six", "C2", 2),
        ("double_seven", "C2", 0),
        ("double_seven", "H2", 0),
        ("double_seven", "S2", 2),
        ("double_eight", "H2", 0),
        ("double_eight", "S2", 1),
        ("double_eight", "D2", 1),
        ("double_eight", "D3", 2),
        ("three", "S7", 1),
        ("three", "S6", 0),
        ("four", "H3", 0),
        ("four", "C3", 1),
        ("four", "S5", 1),
        ("four_chicago", "H2", 0),
        ("four_chicago", "D2", 1),
    ],
)
def test_the_pack_has_so_many_copies(players: str, card: str, copies: int) -> None:
    assert SETTINGS[players].copies.get(Card.parse(card), 0) == copies


@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_a_table_has_the_seats_of_its_rules(preset: str) -> None:
    these = rules(preset)
    assert list(mighty.GAME.seat_counts(these)) == [these.setting.table]
    assert mighty.GAME.dealer_sits_out(these) == (preset == "six_sit_out")
