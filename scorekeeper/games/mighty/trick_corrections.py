"""Mending a trick of the hand in progress: the play is gone through again with what was really so."""

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
    """The moves that made the tricks of a hand; what was told, where it was."""
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
    """Why the play cannot have gone as in `hand`, in which trick `mended` is new: by itself, or by what came later."""
    beginning = replace(hand, tricks=(), table=(), told=(), played=NOTHING_PLAYED)
    return check_replay(beginning, list_steps(hand), mended)


NOTHING_PLAYED: Mapping[Card, int] = {}


class CorrectTrick(Move, tag="mighty.mend_trick"):
    """Trick number `trick`, whose cards were not written down, was really won by `winner` with so many `points`."""

    trick: int
    winner: Player
    points: int

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why it cannot have gone so, after what came before and before what came later."""
        by_cards = [bool(trick.plays) for trick in hand.tricks]
        return check_tallied_trick(self.trick, by_cards) or check_correction(self.play(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """The hand with the trick as it really was; everything else stays as it was recorded."""
        place, mended = self.trick - 1, Trick(self.winner, self.points)
        return replace(hand, tricks=(*hand.tricks[:place], mended, *hand.tricks[place + 1 :]))

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Also who is the friend by it."""
        yield from super().says(before, after)
        yield from report_new_friends(before, after)


class CorrectCard(Move, tag="mighty.mend_card"):
    """In trick number `trick`, the last of which may still be going on, `player` really played `card`."""

    trick: int
    player: Player
    card: Card
    suit: Suit | None = None
    calls_joker: bool = False

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why that card cannot have been played there, after the others and before what came later."""
        if self.player not in [play.player for play in find_plays(hand, self.trick)]:
            yield problem("mend.no_such_card", trick=self.trick, player=self.player)
        elif self.card not in hand.rules.setting.copies:
            yield problem("cards.not_in_pack", card=self.card)
        else:
            yield from check_correction(self.play(hand), self.trick)

    def play(self, hand: "Hand") -> "Hand":
        """The hand with that card in its place, which may change who won the trick and who is the friend."""
        new = Play(self.player, self.card, self.suit, self.calls_joker)
        plays = tuple(new if play.player == self.player else play for play in find_plays(hand, self.trick))
        if self.trick > len(hand.tricks):
            return recount_played(replace(hand, table=plays))
        place, mended = self.trick - 1, build_trick(hand.conditions, self.trick, plays)
        return recount_played(replace(hand, tricks=(*hand.tricks[:place], mended, *hand.tricks[place + 1 :])))

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Also who is the friend by it."""
        yield from super().says(before, after)
        yield from report_new_friends(before, after)


def find_plays(hand: "Hand", trick: int) -> Sequence[Play]:
    """The cards of a trick, of the one that goes on too; none where nobody wrote them down."""
    every = [*(each.plays for each in hand.tricks), hand.table]
    return every[trick - 1] if 1 <= trick <= len(every) else ()


def recount_played(hand: "Hand") -> "Hand":
    """The hand with the copies of each card that were played counted anew."""
    played: dict[Card, int] = {}
    for *_, play in number_plays((*(trick.plays for trick in hand.tricks), hand.table)):
        played[play.card] = played.get(play.card, 0) + 1
    return replace(hand, played=played)
