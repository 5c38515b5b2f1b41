"""Moves by chance, likely ones and impossible ones, as people might enter them who saw only half of the hand."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Rank, Suit, standard_pack
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.games.zhao_pengyou.counting import trick_range
from scorekeeper.games.zhao_pengyou.friends import Copy

EVERY_CARD = (*standard_pack(0), RED_JOKER, BLACK_JOKER)
SIDES: tuple[Side, ...] = ("makers", "defenders")
COPIES: tuple[Copy, ...] = (1, 1, 1, 2, 2, 3, "other")
SUITS: tuple[Suit | None, ...] = (*Suit, None)
NOBODY = 99


class Guesses:
    """Moves about one hand after the other, all from the same luck."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.about: Mapping[type[Any], Callable[[zpy.Hand], Any]] = {
            zpy.ExposeCards: self.exposure,
            zpy.TakeBack: lambda hand: zpy.TakeBack(self.player(hand)),
            zpy.EndDeal: lambda _hand: zpy.EndDeal(),
            zpy.TurnKitty: lambda hand: zpy.TurnKitty(self.dealt(hand, hand.setting.kitty_size)),
            zpy.EnterTrumps: lambda hand: zpy.EnterTrumps(self.player(hand), self.suit()),
            zpy.BuryKitty: lambda hand: zpy.BuryKitty(self.sometimes(self.dealt(hand, hand.setting.kitty_size))),
            zpy.CallFriends: lambda hand: zpy.CallFriends(self.sometimes(self.calls(hand))),
            zpy.PlayCards: lambda hand: zpy.PlayCards(hand.turn or NOBODY, self.lead_or_follow(hand)),
            zpy.BeatThrow: lambda hand: zpy.BeatThrow(self.player(hand), self.same(2)),
            zpy.RecordTrick: lambda hand: zpy.RecordTrick(self.player(hand), self.trick_points(hand)),
            zpy.CorrectTrick: lambda hand: zpy.CorrectTrick(
                self.trick(hand), self.player(hand), self.trick_points(hand)
            ),
            zpy.CorrectCards: self.mended_cards,
            zpy.RecordThrow: lambda hand: zpy.RecordThrow(self.player(hand), self.luck.randint(0, 4)),
            zpy.RevealFriend: lambda hand: zpy.RevealFriend(self.player(hand), self.luck.choice(self.calls(hand))),
            zpy.RecordResult: lambda hand: zpy.RecordResult(*self.result(hand)),
            zpy.RecordHand: lambda hand: zpy.RecordHand(self.player(hand), self.suit(), *self.result(hand)),
        }

    def move(self, hand: zpy.Hand) -> Any:
        """One of those that the phase takes; the last word of a hand less often."""
        moves = zpy.find_expected_moves(hand).moves
        chosen = self.luck.choice(moves)
        if chosen in (zpy.RecordHand, zpy.RecordResult) and self.luck.random() < 0.9:
            chosen = moves[0]
        return self.about[chosen](hand)

    def sometimes(self, told: Any) -> Any:
        """What is told, unless nobody does."""
        return told if self.luck.random() < 0.7 else None

    def player(self, hand: zpy.Hand) -> int:
        """Mostly whose turn it is."""
        likely = [hand.turn] * 6 if hand.turn else []
        return self.luck.choice([*likely, *hand.seats, NOBODY])

    def suit(self) -> Suit | None:
        return self.luck.choice(SUITS)

    def same(self, most: int) -> tuple[Card, ...]:
        """So many identical cards, at most."""
        return (self.luck.choice(EVERY_CARD),) * self.luck.randint(1, most)

    def dealt(self, hand: zpy.Hand, count: int) -> tuple[Card, ...]:
        return tuple(self.luck.sample(hand.setting.pack, count))

    def exposure(self, hand: zpy.Hand) -> zpy.ExposeCards:
        """Mostly of the player's own level."""
        player = self.luck.choice(hand.seats)
        rank, suit = hand.session.levels[player].rank, self.suit()
        if suit is None or rank is Rank.JOKER:
            return zpy.ExposeCards(self.player(hand), self.same(3))
        return zpy.ExposeCards(player, (Card(suit, rank),) * self.luck.randint(1, 3))

    def calls(self, hand: zpy.Hand) -> tuple[zpy.Call, ...]:
        """Those that were made, or any."""
        if hand.calls:
            return hand.calls
        copies = self.luck.choice(COPIES)
        cards = self.luck.sample([card for card in EVERY_CARD if card.rank in (Rank.ACE, Rank.KING)], 8)
        return tuple(zpy.Call(card, copies) for card in cards[: hand.setting.calls])

    def lead_or_follow(self, hand: zpy.Hand) -> tuple[Card, ...]:
        if hand.table:
            return self.dealt(hand, len(hand.table[0].cards))
        return self.same(2) if self.luck.random() < 0.8 else self.dealt(hand, 2)

    def trick_points(self, hand: zpy.Hand) -> int:
        """Too many sometimes, and often the fewest and the most that can be."""
        possible = trick_range(hand)
        few = (0, 5, 10, 20, 30)
        return self.luck.choice([-5, *few, *few, possible[0] - 5, possible[0], possible[-1], possible[-1] + 5])

    def trick(self, hand: zpy.Hand) -> int:
        """The number of a trick, mostly of one that was recorded."""
        return self.luck.randint(0, len(hand.tricks) + 2)

    def mended_cards(self, hand: zpy.Hand) -> zpy.CorrectCards:
        """Other cards in the place of some that were told, mostly as many."""
        told = [step for step in hand.steps if isinstance(step.move, zpy.PlayCards)]
        if not told or self.luck.random() < 0.2:
            return zpy.CorrectCards(self.trick(hand), self.player(hand), self.same(2))
        trick, move = self.luck.choice(told)
        assert isinstance(move, zpy.PlayCards)
        return zpy.CorrectCards(trick, move.player, (*move.cards[1:], self.luck.choice(EVERY_CARD)))

    def result(self, hand: zpy.Hand) -> tuple[tuple[int, ...], int, Side, int]:
        friends = tuple(self.luck.sample(hand.seats, self.luck.randint(0, hand.setting.calls)))
        points, kitty = (5 * self.luck.randint(0, most) for most in (hand.setting.points // 5, 8))
        return friends, points, self.luck.choice(SIDES), kitty
