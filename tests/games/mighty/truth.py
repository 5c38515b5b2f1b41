"""A complete hand as it was really played: the calls, every card, and their consequences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.cards import JOKER, Card
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import MAGIC, Buried
from scorekeeper.games.mighty.payment import Purses
from scorekeeper.games.mighty.trick import Play
from scorekeeper.settlement import Amount, Settlement
from tests.games.mighty.tricks import Hands

NO_BID = mighty.Bid(0, None)


@dataclass(frozen=True)
class Found:
    """`player` became a friend by `card` in a trick: on winning it, if it was `announced`."""

    player: int
    card: Card
    trick: int
    announced: bool = False


@dataclass
class Truth:
    """A hand as it was. `thrown_in` are the calls of the deals before, `calls` those of the auction that counted."""

    rules: mighty.Rules
    start: mighty.Hand
    thrown_in: list[mighty.Move] = field(default_factory=list)
    calls: list[mighty.Move] = field(default_factory=list)
    pot: Mapping[int, Amount] = field(default_factory=dict)
    """The fines for the redeals, which are in the pot."""
    declarer: int = 0
    won: mighty.Bid = NO_BID
    named: list[mighty.NameCard] = field(default_factory=list)
    dropped: tuple[int, ...] = ()
    kitty: tuple[Card, ...] = ()
    early: mighty.Bid | None = None
    late: mighty.Bid | None = None
    call: mighty.Call = field(default_factory=lambda: mighty.Call("none"))
    hands: Hands = field(default_factory=dict)
    discards: tuple[Card, ...] = ()
    tricks: list[tuple[Play, ...]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    ordered: set[int] = field(default_factory=set)
    found: list[Found] = field(default_factory=list)
    guilty: set[int] = field(default_factory=set)

    @property
    def bid(self) -> mighty.Bid:
        """The contract as it was played."""
        return self.late or self.early or self.won

    @property
    def active(self) -> tuple[int, ...]:
        """The players, the declarer first."""
        return tuple(self.hands)

    @property
    def friends(self) -> tuple[int, ...]:
        """The friends, in the order in which they were found."""
        if self.call.kind == "player":
            return (self.call.player or 0,)
        if self.call.kind == "first_trick":
            return tuple(player for player in self.winners[:1] if player != self.declarer)
        return tuple(dict.fromkeys(one.player for one in self.found))

    @property
    def points(self) -> int:
        """The points of the declarer's side: all that the defenders have not won."""
        makers = (self.declarer, *self.friends)
        lost = sum(points_of(plays) for plays, who in zip(self.tricks, self.winners, strict=True) if who not in makers)
        return self.rules.setting.points - lost

    @property
    def buried(self) -> frozenset[Buried]:
        """The magic cards among the discards."""
        magic = {name: cards(self.rules.setting, self.bid.trump) for name, cards in MAGIC.items()}
        return frozenset(name for name, cards in magic.items() if any(card in self.discards for card in cards))

    @property
    def joker_holder(self) -> int | None:
        """The holder of the joker after the exchange, or the first of them to play one; None with two kinds."""
        if JOKER not in self.rules.setting.jokers:
            return None
        players = [play.player for plays in self.tricks for play in plays if play.card == JOKER]
        return self.declarer if JOKER in self.discards else players[0]

    @property
    def settlement(self) -> Settlement[int]:
        first, second, *_ = (*self.friends, None, None)
        defenders = tuple(player for player in self.active if player not in (self.declarer, *self.friends))
        outcome = mighty.Outcome(self.points, self.declarer, first, defenders, self.buried, second)
        return mighty.settle(self.rules, mighty.Contract(self.bid, self.call), outcome, Purses({}, self.pot))


def points_of(plays: Sequence[Play]) -> int:
    """Tens and higher."""
    return sum(play.card.suit is not None and play.card.rank >= 10 for play in plays)
