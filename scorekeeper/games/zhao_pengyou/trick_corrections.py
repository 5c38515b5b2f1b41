"""Mending a trick of the hand in progress: the play is gone through again with what was really so."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.trick_corrections import PlayStep, check_replay, check_tallied
from scorekeeper.games.zhao_pengyou.counting import NO_TRICKS, RecordTrick
from scorekeeper.games.zhao_pengyou.friends import RevealFriend, announce_friends
from scorekeeper.games.zhao_pengyou.throws import BeatThrow
from scorekeeper.games.zhao_pengyou.trick import PlayCards
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand

CARD_MOVES = (PlayCards, BeatThrow, RecordTrick)
"""What can only be while there are cards left."""


class CorrectTrick(Move, tag="zhao_pengyou.mend_trick"):
    """Trick number `trick`, whose cards do not tell it, was really won by `winner` with so many `points`."""

    trick: int
    winner: Player
    points: int

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why it cannot have gone so, after what came before and before what came later."""
        by_cards = [len(trick.plays) == len(hand.seats) for trick in hand.tricks]
        return check_tallied(self.trick, by_cards) or check_correction(hand, self.correct_steps(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """The hand with the trick as it really was."""
        return replay_hand(hand, self.correct_steps(hand))

    def says(self, before: "Hand", _after: "Hand") -> Iterator[Message]:
        """How it really was, and how it was told before."""
        was = before.tricks[self.trick - 1]
        yield message(
            "log.zhao_pengyou.mend_trick",
            trick=self.trick,
            winner=self.winner,
            points=self.points,
            was_winner=was.winner,
            was_points=was.points,
        )

    def correct_steps(self, hand: "Hand") -> list[PlayStep]:
        """The moves of the play with this trick as it really was."""
        really = PlayStep(self.trick, RecordTrick(self.winner, self.points))
        tallied = (self.trick, RecordTrick)
        return [really if (step.trick, type(step.move)) == tallied else step for step in hand.steps]


class CorrectCards(Move, tag="zhao_pengyou.mend_cards"):
    """In trick number `trick`, the last of which may still be going on, `player` really played or led `cards`.

    A throw is mended as it was thrown; if it was beaten, the cards that were shown must beat it still.
    """

    trick: int
    player: Player
    cards: tuple[Card, ...]

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why they cannot have been played there, after the others and before what came later."""
        if find_recorded_cards(hand, self.trick, self.player) is None:
            yield problem("mend.no_such_card", trick=self.trick, player=self.player)
        elif needed := self.find_follow_count(hand):
            yield problem("mend.followed", trick=self.trick, needed=needed, count=len(self.cards))
        else:
            yield from check_correction(hand, self.correct_steps(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """The hand with those cards in their place, which may change who won the trick and who is a friend."""
        return replay_hand(hand, self.correct_steps(hand))

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """What was really played and what was told before, whom that shows as a friend, and who has won by it."""
        was = find_recorded_cards(before, self.trick, self.player)
        yield message("log.zhao_pengyou.mend_cards", trick=self.trick, player=self.player, cards=self.cards, was=was)
        yield from announce_friends(before, after)
        for call, then, player in zip(after.calls, before.found, after.found, strict=True):
            if then is not None and player is None:
                yield message("log.zhao_pengyou.not_shown", call=call)
        for now, old in zip(after.tricks, before.tricks, strict=True):
            if (now.winner, now.points) != (old.winner, old.points):
                yield message("log.zhao_pengyou.record_trick", winner=now.winner, points=now.points)

    def correct_steps(self, hand: "Hand") -> list[PlayStep]:
        """The moves of the play with these cards in their place."""
        first = next(step for step in hand.steps if step.trick == self.trick and isinstance(step.move, PlayCards))
        leads = is_play_of(first, self.trick, self.player)
        return [self.correct_step(step, leads=leads) if step.trick == self.trick else step for step in hand.steps]

    def correct_step(self, step: PlayStep, *, leads: bool) -> PlayStep:
        """A step of the trick with these cards in it; of another lead the part that stayed may be another as well."""
        if is_play_of(step, self.trick, self.player):
            return step._replace(move=PlayCards(self.player, self.cards))
        if leads and isinstance(step.move, BeatThrow) and Counter(step.move.stays) - Counter(self.cards):
            return step._replace(move=replace(step.move, stays=()))
        return step

    def find_follow_count(self, hand: "Hand") -> int | None:
        """How many cards each of the others played to this lead, if it was another number; None for any other play."""
        trick = [step.move for step in hand.steps if step.trick == self.trick]
        if any(isinstance(move, BeatThrow) for move in trick):
            return None
        leader, *others = [move for move in trick if isinstance(move, PlayCards)]
        needed = len(others[0].cards) if others and leader.player == self.player else None
        return None if needed == len(self.cards) else needed


def is_play_of(step: PlayStep, trick: int, player: Player) -> bool:
    """Whether a step is what `player` played to a trick."""
    return step.trick == trick and isinstance(step.move, PlayCards) and step.move.player == player


def find_recorded_cards(hand: "Hand", trick: int, player: Player) -> tuple[Card, ...] | None:
    """What `player` led or followed with, as it was written down; None where nobody wrote it down."""
    told = [step.move for step in hand.steps if is_play_of(step, trick, player)]
    return told[0].cards if told and isinstance(told[0], PlayCards) else None


def reset_play(hand: "Hand") -> "Hand":
    """The hand when the first card was led."""
    return replace(hand, record=NO_TRICKS, table=(), throws=(), found=(None,) * len(hand.calls), steps=())


def replay_hand(hand: "Hand", steps: Sequence[PlayStep]) -> "Hand":
    """The hand in which the play went by `steps`."""
    hand = reset_play(hand)
    for step in steps:
        hand = step.move.play(hand)
    return hand


def check_correction(hand: "Hand", steps: Sequence[PlayStep], trick: int) -> tuple[Problem, ...]:
    """Why the play of a hand cannot have gone by `steps`, in which `trick` is new."""
    return check_replay(reset_play(hand), steps, trick, check_step)


def check_step(hand: "Hand", move: Move) -> Iterable[Problem]:
    """Why a move cannot have been made. A friend who was told may be one by the cards as well, now that they are so."""
    if isinstance(move, RevealFriend) and hand.found[hand.calls.index(move.call)] == move.player:
        return ()
    if hand.play_over and isinstance(move, CARD_MOVES):
        return (problem("now.result"),)
    return move.check(hand)
