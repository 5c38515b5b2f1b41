"""The packs for each number of players (pagat, The Players and Cards; Discarding and Choosing Partners)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, SUITED_RANKS, Card, Rank, Suit, standard_pack
from scorekeeper.errors import Problem, RuleError, collect_problems
from scorekeeper.games.packs import check_count, check_in_pack
from scorekeeper.games.zhao_pengyou.rules import PACK_POINTS, Rules

PLAYERS = range(5, 13)
POINTS: Mapping[Rank, int] = {Rank.KING: 10, Rank.TEN: 10, Rank.FIVE: 5}
POINT_STEP = 5
"""The card points of any cards are a multiple of it."""
USUAL_KITTY_SIZE = 6
"""The size of a kitty where equal hands allow it; otherwise the nearest possible size is taken."""

CARDS_BY_PLAYERS: Mapping[int, tuple[int, int, int]] = {
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
"""pagat's table. The sizes of hands, kitty and teams are computed from these numbers."""


@dataclass(frozen=True)
class Setting:
    """The cards of a table: packs and jokers, and how they are dealt."""

    players: int
    packs: int
    red_jokers: int
    black_jokers: int
    kitty_size: int
    left_out: tuple[Card, ...] = ()
    """The low cards that were taken out so that hands are equal."""

    @property
    def pack_size(self) -> int:
        """The number of cards that are played with, jokers included."""
        return 52 * self.packs + self.red_jokers + self.black_jokers - len(self.left_out)

    @cached_property
    def hand_size(self) -> int:
        """The number of cards that each player is dealt."""
        return (self.pack_size - self.kitty_size) // self.players

    @property
    def points(self) -> int:
        """The card points in all packs."""
        return PACK_POINTS * self.packs

    @property
    def most_makers(self) -> int:
        """The size of the largest possible team, the trump maker included."""
        return self.players // 2

    @property
    def calls(self) -> int:
        """The number of cards that the trump maker calls."""
        return self.most_makers - 1

    @property
    def most_kitty_points(self) -> int:
        """The most card points that a kitty can have: all kings and tens."""
        return min(self.kitty_size * POINTS[Rank.KING], self.points)

    @cached_property
    def copies(self) -> Mapping[Card, int]:
        """The number of copies of each card."""
        jokers = {RED_JOKER: self.red_jokers, BLACK_JOKER: self.black_jokers}
        every = {**dict.fromkeys(standard_pack(0), self.packs), **jokers}
        left = {card: count - self.left_out.count(card) for card, count in every.items()}
        return {card: count for card, count in left.items() if count}

    @property
    def pack(self) -> tuple[Card, ...]:
        """Every card of all packs; copies of a card are neighbours."""
        return tuple(card for card, count in self.copies.items() for _ in range(count))


@cache
def find_setting(rules: Rules, players: int, levels: frozenset[Rank] = frozenset()) -> Setting:
    """Return the setting for a number of players. Raises `RuleError` ``players.count``.

    `levels` are the ranks of everyone who may make trumps, without any the first level. They matter only where cards
    are taken out, which are none of these ranks.
    """
    if players not in PLAYERS:
        raise RuleError("players.count", count=players, least=PLAYERS[0], most=PLAYERS[-1])
    packs, red, black = CARDS_BY_PLAYERS[players]
    packs = count_packs(rules, players, packs)
    if rules.jokers == "one_of_each_per_pack":
        red = black = packs
    elif rules.jokers == "kitty_of_six" and players == 5:
        black = 0
    pack_size = 52 * packs + red + black
    kitty = rules.kitty if rules.jokers == "one_of_each_per_pack" else "near_six"
    if kitty == "own":
        made_at = levels or frozenset({Rank(rules.start_level)})
        left_out = choose_left_out(packs, (pack_size - rules.kitty_size) % players, made_at)
        return Setting(players, packs, red, black, rules.kitty_size, left_out)
    if kitty == "at_least_five":
        return Setting(players, packs, red, black, choose_kitty_of_five(pack_size, players))
    return Setting(players, packs, red, black, choose_kitty_size(pack_size, players))


def find_seat_counts(rules: Rules) -> range:
    """Return the numbers of players whose packs have the points that the defenders need to rise."""
    if rules.levels != "plain" or rules.points_for == "pack":
        return PLAYERS
    needed = rules.line + rules.neutral
    packs = {players: count_packs(rules, players, CARDS_BY_PLAYERS[players][0]) for players in PLAYERS}
    fewest = next((players for players in PLAYERS if packs[players] * PACK_POINTS >= needed), PLAYERS[0])
    return range(fewest, PLAYERS.stop)


def choose_left_out(packs: int, count: int, levels: frozenset[Rank]) -> tuple[Card, ...]:
    """Return so many low cards that are taken out: of the lowest rank first, clubs, diamonds, hearts, spades in turn.

    No card is of a rank in `levels`, as it makes trumps. Of a rank at most four for each pack can go, all that it has.
    """
    low = (rank for rank in SUITED_RANKS if rank not in levels)
    every = (Card(suit, rank) for rank in low for _ in range(packs) for suit in SUITS_UPWARDS)
    return tuple(islice(every, count))


SUITS_UPWARDS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

MOST_PACKS = 6
"""The most packs that anyone plays with here."""
MOST_OF_HALF = 4
"""The most packs under the choice "half" of the house rule `packs`."""


def count_packs(rules: Rules, players: int, usual: int) -> int:
    """Count the packs for so many players, who play with `usual` by the table."""
    if rules.packs == "three_for_seven" and players == 7:
        return 3
    every_two = players // 2
    asked = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "every_two": every_two}
    return min(every_two, MOST_OF_HALF) if rules.packs == "half" else asked.get(rules.packs, usual)


def choose_kitty_of_five(pack_size: int, players: int) -> int:
    """Return the smallest kitty size from five up that leaves equal hands; without a rest one card a player."""
    rest = pack_size % players or players
    return rest if rest >= LEAST_OF_FIVE else rest + players


LEAST_OF_FIVE = 5


def choose_kitty_size(pack_size: int, players: int) -> int:
    """Return the kitty size nearest to six that leaves equal hands; of two equally near sizes, the larger."""
    return min(
        range(pack_size % players, 2 * players + USUAL_KITTY_SIZE, players),
        key=lambda size: (abs(size - USUAL_KITTY_SIZE), -size),
    )


def points_of(cards: Iterable[Card]) -> int:
    """Return the card points of `cards`."""
    return sum(POINTS.get(card.rank, 0) for card in cards)


@collect_problems
def check_hand(setting: Setting, cards: Collection[Card]) -> Iterator[Problem]:
    """Every reason why `cards` cannot be the hand that a player was dealt."""
    yield from check_count(cards, setting.hand_size)
    yield from check_in_pack(setting.copies, cards)
