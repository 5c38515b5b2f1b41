"""A second referee, slow and written straight from the words of pagat: it tries every way of taking cards apart."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorekeeper.cards import BLACK_JOKER, JOKER_LETTERS, RED_JOKER, Card, Rank, Suit
from scorekeeper.games.zhao_pengyou.order import Conditions, Group, Trumps

RANKS = [rank for rank in Rank if rank not in JOKER_LETTERS]
Form = tuple[int, int]
"""So many identical cards, in so many neighbouring ranks."""


def told_by_s2(trumps: Trumps) -> dict[Group, list[list[Card]]]:
    """Red joker, black joker, the card of both, the other cards of the rank, the other cards of the suit ace to two."""
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


class Naive:
    """The rules of one trick, by trying everything."""

    def __init__(self, conditions: Conditions) -> None:
        self.rules = conditions.rules
        self.falling = told_by_s2(conditions.trumps)
        self.group = {card: group for group, order in self.falling.items() for equals in order for card in equals}
        self.height = {
            card: -place for order in self.falling.values() for place, equals in enumerate(order) for card in equals
        }
        self.stairs = {group: self.in_sequences(conditions, order) for group, order in self.falling.items()}

    def in_sequences(self, conditions: Conditions, order: list[list[Card]]) -> list[list[Card]]:
        """Jokers and the trump rank cannot be included, unless tractors continue above the ace."""
        there = [[card for card in equals if conditions.setting.copies.get(card, 0)] for equals in order]
        if not self.rules.tractors_above_ace:
            there = [
                [card for card in equals if card.suit and card.rank is not conditions.trumps.rank] for equals in there
            ]
        return [equals for equals in there if equals]

    def of(self, cards: Sequence[Card], group: Group) -> list[Card]:
        return [card for card in cards if self.group[card] == group]

    # --- Taking cards apart ---

    def ways(self, cards: Counter[Card], form: Form) -> Iterator[tuple[Card, ...]]:
        """Every choice of different cards that make `form`, the highest first."""
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

    def taking(self, cards: Counter[Card], forms: Sequence[Form]) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Every way of taking all `forms` from `cards`."""
        if not forms:
            yield ()
            return
        for chosen in self.ways(cards, forms[0]):
            left = cards - Counter(chosen * forms[0][0])
            for rest in self.taking(left, forms[1:]):
                yield (chosen, *rest)

    def can_take(self, cards: Sequence[Card], forms: Sequence[Form]) -> bool:
        return next(self.taking(Counter(cards), forms), None) is not None

    # --- Following ---

    def legal(self, lead: Sequence[Card], forms: Sequence[Form], hand: Sequence[Card]) -> set[tuple[Card, ...]]:
        """Every play, sorted, with as many cards of the suit as can be, and the best that can be of what is asked."""
        asked = self.subsets(forms) if self.rules.follow == "subset_pattern" else self.sets(forms)
        plays = self.every_play(lead, hand)
        merits = {play: self.merit(play, self.group[lead[0]], asked) for play in plays}
        return {play for play, merit in merits.items() if merit == max(merits.values())}

    def every_play(self, lead: Sequence[Card], hand: Sequence[Card]) -> set[tuple[Card, ...]]:
        """As many cards as were led, sorted."""
        return set(combinations(sorted(hand, key=str), len(lead)))

    def merit(
        self, play: Sequence[Card], group: Group, asked: Sequence[Sequence[Form]]
    ) -> tuple[int, list[tuple[int, int]]]:
        suit = self.of(play, group)
        best = next(forms for forms in asked if self.can_take(suit, forms))
        return len(suit), value(best)

    def sets(self, forms: Sequence[Form]) -> list[list[Form]]:
        """Any number of the sets led, the best first."""
        sizes = [size for size, length in forms for _ in range(length) if size > 1]
        return best_first(
            {
                tuple(some)
                for count in range(len(sizes) + 1)
                for some in combinations([(size, 1) for size in sizes], count)
            }
        )

    def subsets(self, forms: Sequence[Form]) -> list[list[Form]]:
        """Everything that is left of the pattern when cards are taken away, read in every way, the best first."""
        return best_first({tuple(sorted(sum(parts, ()))) for parts in product(*map(pieces, forms))})

    # --- Winning ---

    def winner(self, forms: Sequence[Form], plays: Sequence[Sequence[Card]]) -> int:
        """The highest, of equals the first."""
        merits = [self.lead_merit(forms, plays[0]), *(self.winning_merit(forms, plays[0], play) for play in plays[1:])]
        return merits.index(max(merits))

    def lead_merit(self, forms: Sequence[Form], lead: Sequence[Card]) -> tuple[int, int, int]:
        return 1, 0, max(self.height[taken[0][0]] for taken in self.taking(Counter(lead), forms))

    def winning_merit(self, forms: Sequence[Form], lead: Sequence[Card], play: Sequence[Card]) -> tuple[int, int, int]:
        """Trumped, four cards over two pairs, the height of what stands for the largest; zero when it cannot win."""
        led = self.group[lead[0]]
        groups = {self.group[card] for card in play}
        nothing = (0, 0, 0)
        if groups not in ({led}, {"trump"}) or (groups == {led} and len(forms) > 1):
            return nothing
        found = [nothing]
        for read in product(
            *(((form,), (form, (4, 1)))[self.rules.four_beats_tractor and form == (2, 2)] for form in forms)
        ):
            for taken in self.taking(Counter(play), read):
                four = int(read[0] != forms[0])
                found.append((1 + (groups != {led}), four, self.height[taken[0][0]]))
        return max(found)

    def beats(self, form: Form, part: Sequence[Card], hand: Sequence[Card]) -> bool:
        """Whether a hand can show something higher than a part of a throw."""
        suit = Counter(self.of(hand, self.group[part[0]]))
        higher = any(
            self.height[chosen[0]] > max(map(self.height.__getitem__, part)) for chosen in self.ways(suit, form)
        )
        return higher or (self.rules.four_beats_tractor and form == (2, 2) and any(self.ways(suit, (4, 1))))


def value(forms: Sequence[Form]) -> list[tuple[int, int]]:
    """The number of cards of each combination and the size of its sets, the largest first."""
    return sorted(((size * length, size) for size, length in forms), reverse=True)


def best_first(every: set[tuple[Form, ...]]) -> list[list[Form]]:
    return sorted(map(list, every), key=value, reverse=True)


def pieces(form: Form) -> set[tuple[Form, ...]]:
    """Every list of sets and sequences that can be laid side by side within one combination."""
    size, length = form
    cells = frozenset((copy, rank) for copy in range(size) for rank in range(length))
    return {tuple(sorted(some)) for some in cut(cells)}


def cut(cells: frozenset[tuple[int, int]]) -> Iterator[tuple[Form, ...]]:
    """Every way of cutting rectangles at least two high out of `cells`."""
    if not cells:
        yield ()
        return
    first = min(cells)
    yield from cut(cells - {first})
    for height, width in product(range(2, 5), range(1, 6)):
        block = {(first[0] + up, first[1] + right) for up in range(height) for right in range(width)}
        if block <= cells:
            for rest in cut(cells - block):
                yield ((height, width), *rest)
