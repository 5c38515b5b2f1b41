"""The whole exchange at once: the kitty, the contract as it is played, and the call of a friend (pagat, Exchanging)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import CompositeMove, Move
from scorekeeper.games.mighty.auction import Bid
from scorekeeper.games.mighty.contract import ChangeContract
from scorekeeper.games.mighty.friend import Call, CallFriend
from scorekeeper.games.mighty.kitty import TakeKitty

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


class Exchange(CompositeMove, tag="mighty.exchange"):
    """Short cut: the declarer takes the kitty, changes the contract and calls a friend, all at once.

    `before` is what the contract became before the kitty was taken, `bid` what it became after it; None where it stayed
    as it was. `cards` are those of the kitty where it is exposed. Without a `call` the friend is told with the result.
    Parts that were recorded already are left out.
    """

    call: Call | None
    bid: Bid | None = None
    before: Bid | None = None
    cards: tuple[Card, ...] | None = None

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Return every problem of every part, or that the kitty was taken already."""
        if hand.kitty_taken and (self.before is not None or self.cards is not None):
            return (problem("kitty.taken_already"),)
        return super().check(hand)

    def expand(self, hand: "Hand") -> Iterator[Move]:
        """Yield the moves from the state of the hand on."""
        if not hand.kitty_taken:
            if self.before is not None:
                yield ChangeContract(self.before)
            yield TakeKitty(self.cards)
        if self.bid is not None:
            yield ChangeContract(self.bid)
        if self.call is not None:
            yield CallFriend(self.call)
