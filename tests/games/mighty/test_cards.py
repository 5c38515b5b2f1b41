"""pagat, Players and cards; Other numbers of players: packs and deals in which every card is accounted for."""

from scorekeeper.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, Rank, standard_pack
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import SETTINGS
from tests.cases import for_each
from tests.games.mighty.play import EVERY_PRESET, rules


@for_each(*SETTINGS)
def test_every_card_is_dealt_and_played_or_discarded(players: str) -> None:
    setting = SETTINGS[players]
    bidding = setting.table - setting.sit_out
    assert setting.dealt * setting.hand_size + setting.kitty == len(setting.pack)
    assert setting.active * setting.tricks + setting.discards == len(setting.pack)
    dealt_again = setting.kitty + setting.drop_out * setting.hand_size
    assert (setting.active - 1) * (setting.tricks - setting.hand_size) + setting.taken == dealt_again
    assert setting.hand_size + setting.taken == setting.tricks + setting.discards
    assert (setting.dealt, setting.active) == (bidding, bidding - setting.drop_out)


DEALS = {
    # pagat, Players and cards; Other numbers of players:
    # at the table, bidding, playing; the pack, cards each, undealt; tricks, taken up, discarded; friends at most
    "three": (3, 3, 3, 33, 10, 3, 10, 3, 3, 0),
    "three_with_threes": (3, 3, 3, 33, 10, 3, 10, 3, 3, 0),  # groups, Region sets
    "four": (4, 4, 4, 43, 10, 3, 10, 3, 3, 1),
    "four_chicago": (4, 4, 4, 51, 12, 3, 12, 3, 3, 1),
    "five": (5, 5, 5, 53, 10, 3, 10, 3, 3, 1),
    "five_two_jokers": (5, 5, 5, 54, 10, 4, 10, 4, 4, 1),  # groups, Two jokers
    "six_drop": (6, 6, 5, 53, 8, 5, 10, 5, 3, 1),
    "six_sit_out": (6, 5, 5, 53, 10, 3, 10, 3, 3, 1),
    "seven_drop": (7, 7, 5, 53, 7, 4, 10, 6, 3, 1),
    # groups, Sets for other numbers:
    "six_all": (6, 6, 6, 53, 8, 5, 8, 5, 5, 1),
    "seven_sit_out": (7, 5, 5, 53, 10, 3, 10, 3, 3, 1),
    "seven_all": (7, 7, 7, 53, 7, 4, 7, 4, 4, 1),
    "double_six": (6, 6, 6, 106, 17, 4, 17, 4, 4, 2),
    "double_seven": (7, 7, 7, 102, 14, 4, 14, 4, 4, 2),
    "double_eight": (8, 8, 8, 100, 12, 4, 12, 4, 4, 2),
}


@for_each(*SETTINGS)
def test_the_deal_is_that_of_the_rulebook(players: str) -> None:
    these = SETTINGS[players]
    assert DEALS[players] == (
        *(these.table, these.dealt, these.active),
        *(len(these.pack), these.hand_size, these.kitty),
        *(these.tricks, these.taken, these.discards),
        these.partners,
    )


@for_each(*SETTINGS)
def test_the_joker_is_called_by_a_three_but_of_three_players_by_a_seven(players: str) -> None:
    assert SETTINGS[players].joker_caller is (Rank.SEVEN if players == "three" else Rank.THREE)


@for_each(*SETTINGS)
def test_the_pack_is_in_order_with_the_jokers_last(players: str) -> None:
    these = SETTINGS[players]
    assert these.pack[0] == these.pack[these.packs - 1] == Card.parse("SA")
    jokers = (BLACK_JOKER, RED_JOKER) if players == "five_two_jokers" else (JOKER,) * these.packs
    assert these.pack[-len(jokers) :] == jokers
    every = [*standard_pack(jokers=0), *dict.fromkeys(jokers)]
    assert list(dict.fromkeys(these.pack)) == [card for card in every if card in these.copies]


@for_each(*SETTINGS)
def test_the_pack_has_every_point_and_a_joker_for_each_pack(players: str) -> None:
    setting = SETTINGS[players]
    assert setting.points == 20 * setting.packs
    assert {setting.copies[joker] for joker in setting.jokers} == {setting.packs}
    points = [card for card in standard_pack() if mighty.is_point(card)]
    assert all(setting.copies[card] == setting.packs for card in points)
    assert sum(setting.copies.values()) == len(setting.pack)
    assert sorted(setting.copies.values())[-1] == setting.packs


@for_each(
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
    ("three_with_threes", "S7", 0),
    ("three_with_threes", "S8", 1),
    ("three_with_threes", "C3", 1),
    ("three_with_threes", "C2", 0),
    ("four", "H3", 0),
    ("four", "C3", 1),
    ("four", "S5", 1),
    ("four_chicago", "H2", 0),
    ("four_chicago", "D2", 1),
)
def test_the_pack_has_so_many_copies(players: str, card: str, copies: int) -> None:
    assert SETTINGS[players].copies.get(Card.parse(card), 0) == copies


@for_each(*EVERY_PRESET)
def test_a_table_has_the_seats_of_its_rules(preset: str) -> None:
    these = rules(preset)
    assert list(mighty.GAME.seat_counts(these)) == [these.setting.table]
    assert these.setting.sit_out == {"six_sit_out": 1, "seven_sit_out": 2}.get(these.players, 0)
