"""Corrections of a trick of the hand in progress: the recorded play is replayed with the corrected trick."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.mighty.counting import RecordTrick
from scorekeeper.games.mighty.following import PlayCard
from scorekeeper.games.mighty.friend import RevealFriend, report_new_friends
from scorekeeper.games.mighty.trick import Play, Trick, build_trick, number_plays
from scorekeeper.games.trick_corrections import PlayStep, check_replay, check_tallied_trick
from scorekeeper.messages import Message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


def list_steps(hand: "Hand") -> Iterator[PlayStep]:
    """Yield the moves that made the tricks of a hand, with the reports at their places."""
    tricks: list[tuple[Trick | None, tuple[Play, ...]]] = [(trick, trick.plays) for trick in hand.tricks]
    for number, (trick, plays) in enumerate([*tricks, (None, hand.table)], 1):
        told = [one for one in hand.told if one.trick == number]
        steps: list[Move] = [PlayCard(*play) for play in plays]
        if trick and not plays:
            steps = [RecordTrick(trick.winner, trick.points)]
        for place in range(len(steps) + 1):
            here = (RevealFriend(one.player, one.announced, one.card) for one in told if one.place == place)
            yield from (PlayStep(number, step) for step in here)
            yield from (PlayStep(number, step) for step in steps[place : place + 1])


def check_correction(hand: "Hand", mended: int) -> tuple[Problem, ...]:
    """Return the reason why the play of `hand`, in which trick `mended` is new, cannot have gone so."""
    beginning = replace(hand, tricks=(), table=(), told=(), played=NOTHING_PLAYED)
    return check_replay(beginning, list_steps(hand), mended)


NOTHING_PLAYED: Mapping[Card, int] = {}


class CorrectTrick(Move, tag="mighty.mend_trick"):
    """Trick number `trick`, whose cards are not recorded, was really won by `winner` with `points`."""

    trick: int
    winner: Player
    points: int

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Return every reason why the trick cannot have gone so between the tricks before and after it."""
        by_cards = [bool(trick.plays) for trick in hand.tricks]
        return check_tallied_trick(self.trick, by_cards) or check_correction(self.play(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the corrected trick."""
        place, mended = self.trick - 1, Trick(self.winner, self.points)
        return replace(hand, tricks=(*hand.tricks[:place], mended, *hand.tricks[place + 1 :]))

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the correction, and the friends that it revealed."""
        yield from super().says(before, after)
        yield from report_new_friends(before, after)


class CorrectCard(Move, tag="mighty.mend_card"):
    """The card of `player` in trick number `trick`, which may still be going on, was really `card`."""

    trick: int
    player: Player
    card: Card
    suit: Suit | None = None
    calls_joker: bool = False

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Yield every reason why the card cannot have been played there, by itself or by later tricks."""
        if self.player not in [play.player for play in find_plays(hand, self.trick)]:
            yield problem("mend.no_such_card", trick=self.trick, player=self.player)
        elif self.card not in hand.rules.setting.copies:
            yield problem("cards.not_in_pack", card=self.card)
        else:
            yield from check_correction(self.play(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the corrected card, which may change the winner of the trick and the friend."""
        new = Play(self.player, self.card, self.suit, self.calls_joker)
        plays = tuple(new if play.player == self.player else play for play in find_plays(hand, self.trick))
        if self.trick > len(hand.tricks):
            return recount_played(replace(hand, table=plays))
        place, mended = self.trick - 1, build_trick(hand.conditions, self.trick, plays)
        return recount_played(replace(hand, tricks=(*hand.tricks[:place], mended, *hand.tricks[place + 1 :])))

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the correction, and the friends that it revealed."""
        yield from super().says(before, after)
        yield from report_new_friends(before, after)


def find_plays(hand: "Hand", trick: int) -> Sequence[Play]:
    """Return the plays of a trick, also of the one that goes on; empty where they are not recorded."""
    every = [*(each.plays for each in hand.tricks), hand.table]
    return every[trick - 1] if 1 <= trick <= len(every) else ()


def recount_played(hand: "Hand") -> "Hand":
    """Return the hand with `played` counted again from its plays."""
    played: dict[Card, int] = {}
    for *_, play in number_plays((*(trick.plays for trick in hand.tricks), hand.table)):
        played[play.card] = played.get(play.card, 0) + 1
    return replace(hand, played=played)
