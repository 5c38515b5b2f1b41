"""Following with cards that nobody looked at: no points, no called card, and nothing that wins the trick."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.zhao_pengyou.combinations import Play
from scorekeeper.games.zhao_pengyou.counting import check_table, check_trick, trick_points
from scorekeeper.games.zhao_pengyou.friends import announce_friends, with_friends_found
from scorekeeper.games.zhao_pengyou.known_cards import count_gone, count_held_by_others
from scorekeeper.games.zhao_pengyou.pack import POINTS
from scorekeeper.games.zhao_pengyou.trick import announce_trick, find_strongest, finish_full_trick
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


class PlayUnseen(Move, tag="zhao_pengyou.play_unseen"):
    """Follow with as many cards as were led, at which nobody looked: none was called, and none wins the trick.

    `player` alone follows so, without points, unless another field says who else does.
    """

    player: Player
    rest_points: int | None = None
    """A number if everyone still to play follows so and ends the trick: the card points of all their cards together."""
    until: Player | None = None
    """The player who plays next, if everyone from `player` to that one follows so."""

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why the cards cannot have gone unseen; only a card that counts may be left in the hand."""
        if self.player not in hand.seats:
            yield problem("play.not_seated", player=self.player)
        elif self.player != hand.turn:
            yield problem("play.out_of_turn", player=self.player, turn=hand.turn)
        elif hand.lead is None:
            yield problem("unseen.lead")
        elif self.until is not None and (self.rest_points is not None or self.until not in hand.to_come[1:]):
            yield problem("play.out_of_turn", player=self.until, turn=hand.turn)
        else:
            players = self.pick_players(hand.to_come)
            uncounted = next(filter(None, (check_uncounted(hand, each, self.rest_points or 0) for each in players)), ())
            if self.rest_points is not None:
                yield from (*uncounted, *check_trick(hand, trick_points(hand.table) + self.rest_points))
            else:
                yield from uncounted or check_table(hand, (), hand.lead.size * len(players))

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand after the unseen cards; a full trick goes to its winner."""
        players = self.pick_players(hand.to_come)
        hand = hand.with_step(self)
        for player in players:
            hand = with_friends_found(replace(hand, table=(*hand.table, Play(player, ()))))
        return finish_full_trick(hand, self.rest_points or 0)

    def pick_players(self, in_turn: Sequence[Player]) -> Sequence[Player]:
        """Return the players whose cards go unseen, of those in order of turn, perhaps still without `until`."""
        first = in_turn.index(self.player)
        if self.until is None and self.rest_points is None:
            return in_turn[first : first + 1]
        return in_turn[first : in_turn.index(self.until) if self.until in in_turn else None]

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield a line for the players, friends whom the lead reveals, and the winner of the trick."""
        *others, last = self.pick_players(before.to_come)
        if self.rest_points is not None:
            yield message("log.zhao_pengyou.rest_unseen", points=self.rest_points)
        elif others:
            yield message("log.zhao_pengyou.some_unseen", first=self.player, last=last)
        else:
            yield message("log.zhao_pengyou.play_unseen", player=self.player)
        yield from announce_friends(before, after)
        yield from announce_trick(before, after)


@collect_problems
def check_uncounted(hand: "Hand", player: Player, points: int = 0) -> Iterator[Problem]:
    """Every reason why `player` cannot follow with cards that do not count but for their `points`."""
    lead, left = hand.lead, 0
    assert lead is not None
    for card, copies in hand.setting.copies.items():
        if (points or card.rank not in POINTS) and not counts(hand, card):
            left += copies - count_gone(hand, card) - count_held_by_others(hand, player, card)
        if left >= lead.size:
            return
    yield problem("unseen.counts", player=player, needed=lead.size, left=max(0, left))


def counts(hand: "Hand", card: Card) -> bool:
    """Return whether the next player cannot play `card` unseen, whatever its points: it was called, or wins alone."""
    if any(call.card == card and friend is None for call, friend in zip(hand.calls, hand.found, strict=True)):
        return True
    lead = hand.lead
    if lead is None or lead.size > 1:
        return False
    plays = [*(play.cards for play in hand.table), (card,)]
    return find_strongest(hand.conditions, lead, plays) == len(hand.table)
