"""Correcting a trick of the hand in progress: the play is replayed with the corrected moves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.trick_corrections import PlayStep, check_replay, check_tallied_trick
from scorekeeper.games.zhao_pengyou.combinations import Play
from scorekeeper.games.zhao_pengyou.counting import NO_TRICKS, RecordTrick
from scorekeeper.games.zhao_pengyou.friends import RevealFriend, announce_friends
from scorekeeper.games.zhao_pengyou.throws import BeatThrow
from scorekeeper.games.zhao_pengyou.trick import PlayCards
from scorekeeper.games.zhao_pengyou.unseen import PlayUnseen
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand

CARD_MOVES = (PlayCards, PlayUnseen, BeatThrow, RecordTrick)
"""The moves that need cards left in hands."""


class CorrectTrick(Move, tag="zhao_pengyou.mend_trick"):
    """Correct winner and points of trick number `trick`, whose cards were not all written down."""

    trick: int
    winner: Player
    points: int

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the trick cannot have gone so between the tricks before and after it."""
        tallied = {step.trick for step in hand.steps if tells_points(step.move)}
        by_cards = [number not in tallied for number in range(1, len(hand.tricks) + 1)]
        return check_tallied_trick(self.trick, by_cards) or check_correction(hand, self.correct_steps(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the corrected trick."""
        return replay_hand(hand, self.correct_steps(hand))

    def says(self, before: "Hand", _after: "Hand") -> Iterator[Message]:
        """Yield a line with the corrected trick and the trick as recorded before."""
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
        """Return the moves of the play with the corrected trick."""
        really = PlayStep(self.trick, RecordTrick(self.winner, self.points))
        return [really if step.trick == self.trick and tells_points(step.move) else step for step in hand.steps]


def tells_points(move: Move) -> bool:
    """Return whether a move ends a trick by its points, without all of its cards."""
    return isinstance(move, RecordTrick) or (isinstance(move, PlayUnseen) and move.rest_points is not None)


class CorrectCards(Move, tag="zhao_pengyou.mend_cards"):
    """Correct the cards that `player` played or led in trick number `trick`, which may be the one in progress.

    A throw is corrected as it was thrown; if it was beaten, the cards shown against it must still beat it. Cards that
    nobody looked at are corrected to those that they were, unless points were told of them: then by `CorrectTrick`.
    """

    trick: int
    player: Player
    cards: tuple[Card, ...]

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why the cards cannot have been played there, between the plays before and after."""
        if find_recorded_cards(hand, self.trick, self.player) is None:
            yield problem("mend.no_such_card", trick=self.trick, player=self.player)
        elif needed := self.find_follow_count(hand):
            yield problem("mend.followed", trick=self.trick, needed=needed, count=len(self.cards))
        else:
            yield from check_correction(hand, self.correct_steps(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the corrected cards, which may change the winner of the trick and the friends."""
        return replay_hand(hand, self.correct_steps(hand))

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield lines for the cards, friends whom the correction reveals or takes back, and tricks that it changes."""
        was = find_recorded_cards(before, self.trick, self.player)
        facts = {"trick": self.trick, "player": self.player, "cards": self.cards}
        yield (
            message("log.zhao_pengyou.mend_cards", **facts, was=was)
            if was
            else message("log.zhao_pengyou.mend_unseen", **facts)
        )
        yield from announce_friends(before, after)
        for call, then, player in zip(after.calls, before.found, after.found, strict=True):
            if then is not None and player is None:
                yield message("log.zhao_pengyou.not_shown", call=call)
        for number, (now, old) in enumerate(zip(after.tricks, before.tricks, strict=True), 1):
            if (now.winner, now.points) != (old.winner, old.points):
                yield message("log.zhao_pengyou.record_trick", trick=number, winner=now.winner, points=now.points)

    def correct_steps(self, hand: "Hand") -> list[PlayStep]:
        """Return the moves of the play with the corrected cards."""
        first = next(step for step in hand.steps if step.trick == self.trick and isinstance(step.move, PlayCards))
        leads = is_play_of(first, self.trick, self.player)
        in_turn = [play.player for play in find_plays(hand, self.trick)]
        steps = [each for step in hand.steps for each in self.single_out(step, in_turn)]
        return [self.correct_step(step, leads=leads) if step.trick == self.trick else step for step in steps]

    def single_out(self, step: PlayStep, in_turn: Sequence[Player]) -> list[PlayStep]:
        """Return a step as it is, but one in which the player's and others' cards went unseen as a step of each."""
        if step.trick != self.trick or not isinstance(step.move, PlayUnseen) or step.move.rest_points:
            return [step]
        players = step.move.pick_players(in_turn)
        return [step._replace(move=PlayUnseen(each)) for each in players] if self.player in players else [step]

    def correct_step(self, step: PlayStep, *, leads: bool) -> PlayStep:
        """Return a step of the trick with the corrected cards.

        If the corrected lead lacks the part of the throw that stayed, the usual part stays instead.
        """
        if is_play_of(step, self.trick, self.player):
            return step._replace(move=PlayCards(self.player, self.cards))
        if leads and isinstance(step.move, BeatThrow) and Counter(step.move.stays) - Counter(self.cards):
            return step._replace(move=replace(step.move, stays=()))
        return step

    def find_follow_count(self, hand: "Hand") -> int | None:
        """Return the number of cards with which others followed this lead, or None if the correction fits them.

        It is also None for any play but a lead, and where a throw was beaten.
        """
        trick = [step.move for step in hand.steps if step.trick == self.trick]
        if any(isinstance(move, BeatThrow) for move in trick):
            return None
        leader, *others = [move for move in trick if isinstance(move, PlayCards)]
        needed = len(others[0].cards) if others and leader.player == self.player else None
        return None if needed == len(self.cards) else needed


def is_play_of(step: PlayStep, trick: int, player: Player) -> bool:
    """Return whether a step is the play of `player` to a trick."""
    return step.trick == trick and isinstance(step.move, PlayCards | PlayUnseen) and step.move.player == player


def find_plays(hand: "Hand", trick: int) -> tuple[Play, ...]:
    """Return the plays of a trick, which may be the one in progress; none of any other."""
    played = (*(each.plays for each in hand.tricks), hand.table)
    return played[trick - 1] if 1 <= trick <= len(played) else ()


def find_recorded_cards(hand: "Hand", trick: int, player: Player) -> tuple[Card, ...] | None:
    """Return the recorded cards of `player` in a trick, none if nobody looked at them; None if nobody can tell them."""
    moves = [step.move for step in hand.steps if step.trick == trick]
    for move in moves:
        if isinstance(move, PlayCards) and move.player == player:
            return move.cards
    told = any(isinstance(move, PlayUnseen) and move.rest_points for move in moves)
    return () if not told and Play(player, ()) in find_plays(hand, trick) else None


def reset_play(hand: "Hand") -> "Hand":
    """Return the hand as it was before the first lead."""
    return replace(hand, record=NO_TRICKS, table=(), throws=(), found=(None,) * len(hand.calls), steps=())


def replay_hand(hand: "Hand", steps: Sequence[PlayStep]) -> "Hand":
    """Return the hand after `steps`, played from the first lead."""
    hand = reset_play(hand)
    for step in steps:
        hand = step.move.play(hand)
    return hand


def check_correction(hand: "Hand", steps: Sequence[PlayStep], trick: int) -> tuple[Problem, ...]:
    """Every reason why the play cannot have gone by `steps`, in which trick number `trick` was corrected."""
    return check_replay(reset_play(hand), steps, trick, check_step)


def check_step(hand: "Hand", move: Move) -> Iterable[Problem]:
    """Every reason why a move cannot have been made.

    Corrected cards may already reveal a friend whom a later move tells; that move stays valid.
    """
    if isinstance(move, RevealFriend) and hand.found[hand.calls.index(move.call)] == move.player:
        return ()
    if hand.play_over and isinstance(move, CARD_MOVES):
        return (problem("now.result"),)
    return move.check(hand)
