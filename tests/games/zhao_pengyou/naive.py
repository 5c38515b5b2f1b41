"""A second, slow referee, written from the words of pagat: it tries every way of splitting cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from operator import gt

from scorekeeper.cards import BLACK_JOKER, JOKER_LETTERS, RED_JOKER, Card, Rank, Suit
from scorekeeper.games.zhao_pengyou.order import Conditions, Group, Trumps

RANKS = [rank for rank in Rank if rank not in JOKER_LETTERS]
Form = tuple[int, int]
"""The number of identical cards, and of neighbouring ranks that have so many."""


def build_pagat_order(trumps: Trumps) -> dict[Group, list[list[Card]]]:
    """List the cards of each group, equal ones together, the highest first.

    Trumps are the red joker, the black joker, the card of trump suit and rank, the other cards of the rank, and the
    other cards of the suit from ace to two.
    """
    falling = [rank for rank in reversed(RANKS) if rank is not trumps.rank]
    both = [Card(trumps.suit, trumps.rank)] if trumps.suit else []
    others = [Card(suit, trumps.rank) for suit in Suit if suit is not trumps.suit and trumps.rank in RANKS]
    trump_suit = [[Card(trumps.suit, rank)] for rank in falling] if trumps.suit else []
    every: dict[Group, list[list[Card]]] = {
        "trump": [equals for equals in ([RED_JOKER], [BLACK_JOKER], both, others, *trump_suit) if equals]
    }
    for suit in Suit:
        if suit is not trumps.suit:
            every[suit] = [[Card(suit, rank)] for rank in falling]
    return every


class NaiveReferee:
    """A referee of one trick that tries everything."""

    def __init__(self, conditions: Conditions) -> None:
        self.rules = conditions.rules
        self.falling = build_pagat_order(conditions.trumps)
        self.group = {card: group for group, order in self.falling.items() for equals in order for card in equals}
        self.height = {
            card: -place for order in self.falling.values() for place, equals in enumerate(order) for card in equals
        }
        self.stairs = {group: self.find_stairs(conditions, order) for group, order in self.falling.items()}

    def find_stairs(self, conditions: Conditions, order: list[list[Card]]) -> list[list[Card]]:
        """List the cards of sequences by rank; jokers and trump rank only if tractors go on above the ace."""
        there = [[card for card in equals if conditions.setting.copies.get(card, 0)] for equals in order]
        if not self.rules.tractors_above_ace:
            there = [
                [card for card in equals if card.suit and card.rank is not conditions.trumps.rank] for equals in there
            ]
        return [equals for equals in there if equals]

    def select_group(self, cards: Sequence[Card], group: Group) -> list[Card]:
        return [card for card in cards if self.group[card] == group]

    # --- Taking cards apart ---

    def find_combinations(self, cards: Counter[Card], form: Form) -> Iterator[tuple[Card, ...]]:
        """Yield every choice of different cards that make `form`, the highest first."""
        size, length = form
        if length == 1:
            yield from ((card,) for card, copies in cards.items() if copies >= size)
            return
        for group in {self.group[card] for card in cards}:
            stairs = self.stairs[group]
            for top in range(len(stairs) - length + 1):
                for chosen in product(*stairs[top : top + length]):
                    if all(cards[card] >= size for card in chosen):
                        yield chosen

    def find_partitions(self, cards: Counter[Card], forms: Sequence[Form]) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Yield every way of taking all `forms` from `cards`."""
        if not forms:
            yield ()
            return
        for chosen in self.find_combinations(cards, forms[0]):
            left = cards - Counter(chosen * forms[0][0])
            for rest in self.find_partitions(left, forms[1:]):
                yield (chosen, *rest)

    def can_take(self, cards: Sequence[Card], forms: Sequence[Form]) -> bool:
        return next(self.find_partitions(Counter(cards), forms), None) is not None

    # --- Following ---

    def find_legal_plays(
        self, lead: Sequence[Card], forms: Sequence[Form], hand: Sequence[Card]
    ) -> set[tuple[Card, ...]]:
        """Return every legal play, sorted: most cards of the suit, and the best answer to the forms asked for."""
        asked = self.list_subpatterns(forms) if self.rules.follow == "subset_pattern" else self.list_sets(forms)
        plays = self.list_plays(lead, hand)
        merits = {play: self.rate_play(play, self.group[lead[0]], asked) for play in plays}
        return {play for play, merit in merits.items() if merit == max(merits.values())}

    def list_plays(self, lead: Sequence[Card], hand: Sequence[Card]) -> set[tuple[Card, ...]]:
        """Return every choice of as many cards as were led, sorted."""
        return set(combinations(sorted(hand, key=str), len(lead)))

    def rate_play(
        self, play: Sequence[Card], group: Group, asked: Sequence[Sequence[Form]]
    ) -> tuple[int, list[tuple[int, int]]]:
        suit = self.select_group(play, group)
        best = next(forms for forms in asked if self.can_take(suit, forms))
        return len(suit), measure_forms(best)

    def list_sets(self, forms: Sequence[Form]) -> list[list[Form]]:
        """List every choice of the sets led, the best first."""
        sizes = [size for size, length in forms for _ in range(length) if size > 1]
        return sort_best_first(
            {
                tuple(some)
                for count in range(len(sizes) + 1)
                for some in combinations([(size, 1) for size in sizes], count)
            }
        )

    def list_subpatterns(self, forms: Sequence[Form]) -> list[list[Form]]:
        """List what taking cards away can leave of the pattern, read in every way, the best first."""
        return sort_best_first({tuple(sorted(sum(parts, ()))) for parts in product(*map(list_pieces, forms))})

    # --- Winning ---

    def find_winner(self, forms: Sequence[Form], plays: Sequence[Sequence[Card]]) -> int:
        """Return the index of the play that wins, each compared with the best before it in every reading of both."""
        best = 0
        for place in range(1, len(plays)):
            if self.wins_over(forms, plays, place, best):
                best = place
        return best

    def wins_over(self, forms: Sequence[Form], plays: Sequence[Sequence[Card]], now: int, best: int) -> bool:
        """Return whether a play wins over the best before it: as a trump over the suit led, or as the higher one."""
        led = self.group[plays[0][0]]
        groups = {self.group[card] for card in plays[now]}
        if groups not in ({led}, {"trump"}) or (groups == {led} and len(forms) > 1):
            return False
        ways = self.list_readings(forms, plays[now])
        if not ways:
            return False
        if groups != {self.group[card] for card in plays[best]}:
            return groups == {"trump"}
        others = self.list_readings(forms, plays[best])
        rule = self.rules.throw_winner
        if len(forms) == 1 or rule == "largest":
            return max(way[0] for way in ways) > max(way[0] for way in others)
        if rule == "highest_card":
            return max(map(self.height.__getitem__, plays[now])) > max(map(self.height.__getitem__, plays[best]))
        if rule == "largest_then_next":
            larger = sum(size * length > 1 for size, length in forms) or len(forms)
            return max(way[:larger] for way in ways) > max(way[:larger] for way in others)
        return any(all(map(gt, way, other)) for other in others for way in ways)

    def list_readings(self, forms: Sequence[Form], play: Sequence[Card]) -> set[tuple[tuple[bool, int], ...]]:
        """Return every way of taking all of `forms` from a play, four cards for two pairs where they beat them.

        Each has for every form whether there are four, and its height; equal forms come in every order.
        """
        fours = self.rules.four_beats_tractor
        reads = product(*([form, (4, 1)] if fours and form == (2, 2) else [form] for form in forms))
        return {
            tuple((form != asked, self.height[part[0]]) for form, asked, part in zip(read, forms, taken, strict=True))
            for read in reads
            for taken in self.find_partitions(Counter(play), read)
        }

    def can_beat(self, form: Form, part: Sequence[Card], hand: Sequence[Card]) -> bool:
        """Return whether a hand can show something higher than a part of a throw."""
        suit = Counter(self.select_group(hand, self.group[part[0]]))
        higher = any(
            self.height[chosen[0]] > max(map(self.height.__getitem__, part))
            for chosen in self.find_combinations(suit, form)
        )
        return higher or (
            self.rules.four_beats_tractor and form == (2, 2) and any(self.find_combinations(suit, (4, 1)))
        )


def measure_forms(forms: Sequence[Form]) -> list[tuple[int, int]]:
    """Return the number of cards and the set size of each combination, the largest first."""
    return sorted(((size * length, size) for size, length in forms), reverse=True)


def sort_best_first(every: set[tuple[Form, ...]]) -> list[list[Form]]:
    return sorted(map(list, every), key=measure_forms, reverse=True)


def list_pieces(form: Form) -> set[tuple[Form, ...]]:
    """Return every list of sets and sequences that fit side by side into one combination."""
    size, length = form
    cells = frozenset((copy, rank) for copy in range(size) for rank in range(length))
    return {tuple(sorted(some)) for some in cut_rectangles(cells)}


def cut_rectangles(cells: frozenset[tuple[int, int]]) -> Iterator[tuple[Form, ...]]:
    """Yield every way of cutting rectangles at least two high out of `cells`."""
    if not cells:
        yield ()
        return
    first = min(cells)
    yield from cut_rectangles(cells - {first})
    for height, width in product(range(2, 5), range(1, 6)):
        block = {(first[0] + up, first[1] + right) for up in range(height) for right in range(width)}
        if block <= cells:
            for rest in cut_rectangles(cells - block):
                yield ((height, width), *rest)
