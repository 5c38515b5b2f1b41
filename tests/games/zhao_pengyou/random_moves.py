"""Random moves, likely and impossible ones, like those of people who saw only half of the hand."""

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


class RandomMoves:
    """Random moves for any hand, all from one random generator."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.about: Mapping[type[Any], Callable[[zpy.Hand], Any]] = {
            zpy.ExposeCards: self.choose_exposure,
            zpy.TakeBack: lambda hand: zpy.TakeBack(self.choose_player(hand)),
            zpy.EndDeal: lambda _hand: zpy.EndDeal(),
            zpy.TurnKitty: lambda hand: zpy.TurnKitty(self.draw_cards(hand, hand.setting.kitty_size)),
            zpy.EnterTrumps: lambda hand: zpy.EnterTrumps(self.choose_player(hand), self.choose_suit()),
            zpy.BuryKitty: lambda hand: zpy.BuryKitty(
                self.drop_sometimes(self.draw_cards(hand, hand.setting.kitty_size))
            ),
            zpy.CallFriends: lambda hand: zpy.CallFriends(self.drop_sometimes(self.choose_calls(hand))),
            zpy.PlayCards: lambda hand: zpy.PlayCards(hand.turn or NOBODY, self.choose_play(hand)),
            zpy.PlayUnseen: lambda hand: zpy.PlayUnseen(
                hand.turn or NOBODY, *self.luck.choice(((), (0,), (5,), (20,), (None, self.choose_player(hand))))
            ),
            zpy.BeatThrow: lambda hand: zpy.BeatThrow(self.choose_player(hand), self.choose_identical(2)),
            zpy.RecordTrick: lambda hand: zpy.RecordTrick(self.choose_player(hand), self.choose_points(hand)),
            zpy.CorrectTrick: lambda hand: zpy.CorrectTrick(
                self.choose_trick(hand), self.choose_player(hand), self.choose_points(hand)
            ),
            zpy.CorrectCards: self.choose_correction,
            zpy.RecordThrow: lambda hand: zpy.RecordThrow(self.choose_player(hand), self.luck.randint(0, 4)),
            zpy.RevealFriend: lambda hand: zpy.RevealFriend(
                self.choose_player(hand), self.luck.choice(self.choose_calls(hand))
            ),
            zpy.RecordResult: lambda hand: zpy.RecordResult(*self.choose_result(hand)),
            zpy.RecordHand: lambda hand: zpy.RecordHand(
                self.choose_player(hand), self.choose_suit(), *self.choose_result(hand)
            ),
        }

    def choose_move(self, hand: zpy.Hand) -> Any:
        """Choose a move that the phase takes; moves that complete the hand less often."""
        moves = zpy.find_expected_moves(hand).moves
        chosen = self.luck.choice(moves)
        if chosen in (zpy.RecordHand, zpy.RecordResult) and self.luck.random() < 0.9:
            chosen = moves[0]
        return self.about[chosen](hand)

    def drop_sometimes(self, told: Any) -> Any:
        """Return `told`, or None for something that nobody wrote down."""
        return told if self.luck.random() < 0.7 else None

    def choose_player(self, hand: zpy.Hand) -> int:
        """Choose a player, mostly the one whose turn it is."""
        likely = [hand.turn] * 6 if hand.turn else []
        return self.luck.choice([*likely, *hand.seats, NOBODY])

    def choose_suit(self) -> Suit | None:
        return self.luck.choice(SUITS)

    def choose_identical(self, most: int) -> tuple[Card, ...]:
        return (self.luck.choice(EVERY_CARD),) * self.luck.randint(1, most)

    def draw_cards(self, hand: zpy.Hand, count: int) -> tuple[Card, ...]:
        return tuple(self.luck.sample(hand.setting.pack, count))

    def choose_exposure(self, hand: zpy.Hand) -> zpy.ExposeCards:
        """Choose an exposure, mostly of the player's own level."""
        player = self.luck.choice(hand.seats)
        rank, suit = hand.session.levels[player].rank, self.choose_suit()
        if suit is None or rank is Rank.JOKER:
            return zpy.ExposeCards(self.choose_player(hand), self.choose_identical(3))
        return zpy.ExposeCards(player, (Card(suit, rank),) * self.luck.randint(1, 3))

    def choose_calls(self, hand: zpy.Hand) -> tuple[zpy.Call, ...]:
        """Return the calls made, or choose any."""
        if hand.calls:
            return hand.calls
        copies = self.luck.choice(COPIES)
        cards = self.luck.sample([card for card in EVERY_CARD if card.rank in (Rank.ACE, Rank.KING)], 8)
        return tuple(zpy.Call(card, copies) for card in cards[: hand.setting.calls])

    def choose_play(self, hand: zpy.Hand) -> tuple[Card, ...]:
        if hand.table:
            return self.draw_cards(hand, len(hand.table[0].cards))
        return self.choose_identical(2) if self.luck.random() < 0.8 else self.draw_cards(hand, 2)

    def choose_points(self, hand: zpy.Hand) -> int:
        """Choose points of a trick: often the least and the most possible, sometimes too few or too many."""
        possible = trick_range(hand)
        few = (0, 5, 10, 20, 30)
        return self.luck.choice([-5, *few, *few, possible[0] - 5, possible[0], possible[-1], possible[-1] + 5])

    def choose_trick(self, hand: zpy.Hand) -> int:
        """Choose the number of a trick, mostly of a recorded one."""
        return self.luck.randint(0, len(hand.tricks) + 2)

    def choose_correction(self, hand: zpy.Hand) -> zpy.CorrectCards:
        """Choose other cards for a recorded play, mostly as many."""
        told = [step for step in hand.steps if isinstance(step.move, zpy.PlayCards)]
        if not told or self.luck.random() < 0.2:
            return zpy.CorrectCards(self.choose_trick(hand), self.choose_player(hand), self.choose_identical(2))
        trick, move = self.luck.choice(told)
        assert isinstance(move, zpy.PlayCards)
        return zpy.CorrectCards(trick, move.player, (*move.cards[1:], self.luck.choice(EVERY_CARD)))

    def choose_result(self, hand: zpy.Hand) -> tuple[tuple[int, ...], int, Side, int]:
        friends = tuple(self.luck.sample(hand.seats, self.luck.randint(0, hand.setting.calls)))
        points, kitty = (5 * self.luck.randint(0, most) for most in (hand.setting.points // 5, 8))
        return friends, points, self.luck.choice(SIDES), kitty
