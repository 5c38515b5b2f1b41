"""What is dealt to how many players (S2, The Players and Cards; Discarding and Choosing Partners)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Rank, standard_pack
from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games.zhao_pengyou.rules import Rules

PLAYERS = range(5, 13)
PACK_POINTS = 100
POINTS: Mapping[Rank, int] = {Rank.KING: 10, Rank.TEN: 10, Rank.FIVE: 5}
KITTY_NEAR = 6
"""The size that a kitty has, or should come near to."""

TABLE: Mapping[int, tuple[int, int, int]] = {
    # players: packs, red jokers, black jokers
    5: (2, 2, 2),
    6: (2, 2, 2),
    7: (2, 0, 0),
    8: (3, 2, 0),
    9: (3, 3, 0),
    10: (3, 0, 0),
    11: (3, 2, 2),
    12: (4, 2, 0),
}
"""S2's table; what it says of hands, kitty and teams follows from these numbers."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The cards of a table: packs and jokers, and how they are dealt."""

    players: int
    packs: int
    red_jokers: int
    black_jokers: int
    kitty: int

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return 52 * self.packs + self.red_jokers + self.black_jokers

    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt."""
        return (self.cards - self.kitty) // self.players

    @property
    def points(self) -> int:
        """All card points."""
        return PACK_POINTS * self.packs

    @property
    def most_makers(self) -> int:
        """The largest team of the trump maker."""
        return self.players // 2

    @property
    def calls(self) -> int:
        """How many cards the trump maker calls."""
        return self.most_makers - 1

    @property
    def removed(self) -> tuple[Card, ...]:
        """The jokers left in their boxes, of one red and one black for each pack."""
        red, black = self.packs - self.red_jokers, self.packs - self.black_jokers
        return (*(RED_JOKER,) * red, *(BLACK_JOKER,) * black)

    @property
    def most_kitty_points(self) -> int:
        """The points of a kitty of kings and tens."""
        return min(self.kitty * POINTS[Rank.KING], self.points)

    def copies(self, card: Card) -> int:
        """How many of `card` there are."""
        if card.suit:
            return self.packs
        return {Rank.RED_JOKER: self.red_jokers, Rank.BLACK_JOKER: self.black_jokers}.get(card.rank, 0)

    @property
    def deck(self) -> tuple[Card, ...]:
        """Every card, copies next to each other."""
        return tuple(all_cards(self).elements())


@cache
def all_cards(setting: Setting) -> Counter[Card]:
    """How many there are of each card."""
    suited = dict.fromkeys(standard_pack(0), setting.packs)
    return Counter({**suited, RED_JOKER: setting.red_jokers, BLACK_JOKER: setting.black_jokers})


@cache
def setting(rules: Rules, players: int) -> Setting:
    """The setting for `players`. Raises `RuleError` ``players.count``."""
    if players not in PLAYERS:
        raise RuleError("players.count", count=players, least=PLAYERS[0], most=PLAYERS[-1])
    packs, red, black = TABLE[players]
    if rules.packs == "three_for_seven" and players == 7:
        packs = 3
    if rules.jokers == "one_of_each_per_pack":
        red = black = packs
    elif rules.jokers == "kitty_of_six" and players == 5:
        black = 0
    return Setting(players, packs, red, black, kitty_size(52 * packs + red + black, players))


def kitty_size(cards: int, players: int) -> int:
    """The size nearest to six that leaves equal hands; of two as near, the larger."""
    return min(
        range(cards % players, 2 * players + KITTY_NEAR, players), key=lambda size: (abs(size - KITTY_NEAR), -size)
    )


def points_of(cards: Iterable[Card]) -> int:
    """The card points of `cards`."""
    return sum(POINTS.get(card.rank, 0) for card in cards)


def check_cards(setting: Setting, cards: Iterable[Card]) -> Iterator[Problem]:
    """Every card that is not in the pack, and every one that is there too often."""
    for card, count in Counter(cards).items():
        copies = setting.copies(card)
        if copies == 0:
            yield problem("cards.not_in_pack", card=card)
        elif count > copies:
            yield problem("cards.too_many", card=card, count=count, copies=copies)


def check_count(cards: Iterable[Card], needed: int) -> Iterator[Problem]:
    """Why these are too many cards or too few."""
    count = len(tuple(cards))
    if count != needed:
        yield problem("cards.count", count=count, needed=needed)


def check_hand(setting: Setting, cards: Iterable[Card]) -> Iterator[Problem]:
    """Why `cards` cannot be the hand that a player was dealt."""
    held = tuple(cards)
    yield from check_count(held, setting.hand_size)
    yield from check_cards(setting, held)
