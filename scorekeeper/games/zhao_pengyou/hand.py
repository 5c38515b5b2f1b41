"""A hand of Zhao Pengyou as far as it has been recorded, and which commands each of its phases takes."""

from collections.abc import Mapping

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank
from scorekeeper.codec import Frozen
from scorekeeper.errors import refuse
from scorekeeper.games.decider import Phase, Waiting
from scorekeeper.games.game import Player
from scorekeeper.games.seats import check_seats, next_after
from scorekeeper.games.zhao_pengyou import commands as c
from scorekeeper.games.zhao_pengyou.calls import Call
from scorekeeper.games.zhao_pengyou.conditions import Conditions
from scorekeeper.games.zhao_pengyou.events import ResultRecorded
from scorekeeper.games.zhao_pengyou.friends import team
from scorekeeper.games.zhao_pengyou.leads import Lead, as_led
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.outcome import Outcome, Withdrawn, ended_by_throw
from scorekeeper.games.zhao_pengyou.record import NO_TRICKS, Record, Trick
from scorekeeper.games.zhao_pengyou.rise import Promotions, settle
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import PLAYERS, Setting, setting
from scorekeeper.games.zhao_pengyou.situation import Situation, among
from scorekeeper.games.zhao_pengyou.trick import Play
from scorekeeper.games.zhao_pengyou.trumps import TrumpMaking
from scorekeeper.messages import N_

PHASES: Mapping[str, Phase] = {
    "trumps": Phase(
        N_("Deal and trumps"),
        (c.ExposeCards, c.TakeBack, c.EndDeal, c.EnterTrumps, c.RecordHand),
        "now.trumps",
    ),
    "turn": Phase(
        N_("Turning the kitty"),
        (c.TurnKitty, c.EnterTrumps, c.RecordHand),
        "now.turn",
    ),
    "kitty": Phase(
        N_("Kitty"),
        (c.BuryKitty, c.CallFriends, c.RecordHand),
        "now.kitty",
    ),
    "call": Phase(
        N_("Friend calls"),
        (c.CallFriends, c.RecordHand),
        "now.call",
    ),
    "play": Phase(
        N_("Play"),
        (c.PlayCards, c.BeatThrow, c.RecordTrick, c.RecordThrow, c.RevealFriend, c.RecordResult),
        "now.play",
    ),
    "result": Phase(
        N_("Result"),
        (c.RevealFriend, c.RecordResult),
        "now.result",
    ),
    "complete": Phase(
        N_("Finished"),
        (),
        "now.complete",
    ),
}
"""By key, in the order a hand goes through them.

"turn" only occurs where the kitty decides, "result" where the record shows that nothing is left to play.
"""


class Hand(Frozen):
    """One hand: immutable, and everything that can be derived is. Every event makes another, which a struct does fast.

    `seats` are in order of turn, anticlockwise; `setting` has the cards of the table. `buried` are the discards, where
    they were written down; `found` who has played each of `calls`, and `calls` is empty when nobody wrote them down.
    `record` has the finished tricks, `table` the one in progress; `throws` are the throws that were beaten.
    """

    rules: Rules
    situation: Situation
    seats: tuple[Player, ...]
    setting: Setting
    making: TrumpMaking
    redeals: int = 0
    nobody_made: bool = False
    turned: tuple[Card, ...] = ()
    maker: Player | None = None
    trumps: Trumps | None = None
    kitty_buried: bool = False
    buried: tuple[Card, ...] | None = None
    called: bool = False
    calls: tuple[Call, ...] = ()
    found: tuple[Player | None, ...] = ()
    record: Record = NO_TRICKS
    table: tuple[Play, ...] = ()
    throws: tuple[Withdrawn, ...] = ()
    result: ResultRecorded | None = None

    @property
    def phase(self) -> str:
        """Where the hand is: a key of `PHASES`."""
        if self.result:
            return "complete"
        if self.called:
            return "result" if self.play_over else "play"
        if self.maker is None:
            return "turn" if self.nobody_made else "trumps"
        return "call" if self.kitty_buried else "kitty"

    @property
    def conditions(self) -> Conditions:
        """What every question about a trick is asked under. Trumps must be made."""
        assert self.trumps is not None
        return Conditions(self.rules, self.setting, self.trumps)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self.record.tricks

    @property
    def in_full(self) -> bool:
        """Whether every card so far was written down."""
        return self.record.in_full

    @property
    def begun(self) -> bool:
        """Whether anything was recorded of any trick."""
        return bool(self.tricks or self.table)

    @property
    def ended_by_throw(self) -> bool:
        """Whether a beaten throw was the end of the play."""
        return ended_by_throw(self.rules, self.throws)

    @property
    def play_over(self) -> bool:
        """Whether nothing is left to play: every card is gone, or a beaten throw was the end."""
        return self.ended_by_throw or self.cards_gone

    @property
    def cards_gone(self) -> bool:
        """Whether everyone has played every card."""
        return not self.table and self.cards_left <= 0

    @property
    def cards_left(self) -> int:
        """How many cards each player has before the trick in progress, at most: see `Record.cards`."""
        return self.setting.hand_size - self.record.cards

    @property
    def turn(self) -> Player | None:
        """Who plays next; the trump maker leads first, then whoever won. None before the play and after it."""
        if self.phase != "play" or self.maker is None:
            return None
        if self.table:
            return next_after(self.seats, self.table[-1].player)
        return self.tricks[-1].winner if self.tricks else self.maker

    @property
    def lead(self) -> Lead | None:
        """What was led to the trick in progress."""
        return as_led(self.conditions, self.table[0].cards) if self.table else None

    @property
    def lead_may_go_back(self) -> bool:
        """Whether a throw was led that may still be beaten, since nobody has followed."""
        lead = self.lead if len(self.table) == 1 else None
        return lead is not None and lead.kind == "throw"

    @property
    def team(self) -> tuple[Player, ...]:
        """The trump maker, then the friends that the table knows; nobody before trumps are made."""
        if self.maker is None:
            return ()
        return team(self.maker, self.result.friends if self.result else self.found)

    @property
    def friends_known(self) -> bool:
        """Whether everyone's side is known: every called copy was played, or every card and some were not."""
        if self.result is not None:
            return True
        return bool(self.calls) and (None not in self.found or (self.in_full and self.cards_gone))

    @property
    def outcome(self) -> Outcome | None:
        """How a complete hand ended, None before."""
        return outcome_of(self, self.result) if self.result else None

    @property
    def settlement(self) -> Promotions | None:
        """What a complete hand makes of everyone's level, None before."""
        return preview(self, self.result) if self.result else None


def deal(rules: Rules, situation: Situation, seats: tuple[Player, ...]) -> Hand:
    """A new hand among `seats`. Where only a player at the joker can be maker, nothing is exposed: jokers are trumps.

    Raises `RuleError` when there are too few or too many seats, or somebody has two.
    """
    refuse(check_seats(seats, PLAYERS))
    situation = among(rules, seats, situation)
    making = TrumpMaking(rules, seats, situation)
    hand = Hand(rules, situation, seats, setting(rules, len(seats)), making)
    maker = making.maker_at_joker
    return hand if maker is None else replace(hand, maker=maker, trumps=Trumps(None, Rank.JOKER))


def waiting(hand: Hand) -> Waiting:
    """Who is expected to act, and the commands that are possible; everyone where anyone may."""
    commands = PHASES[hand.phase].commands
    match hand.phase:
        case "kitty" | "call":
            assert hand.maker is not None
            return Waiting((hand.maker,), commands)
        case "play":
            assert hand.turn is not None
            return Waiting((hand.turn,), commands)
        case "complete":
            return Waiting((), ())
        case _:
            return Waiting(hand.seats, commands)


def outcome_of(hand: Hand, result: ResultRecorded) -> Outcome:
    """`result` with everyone's side. The hand must have a trump maker."""
    assert hand.maker is not None
    makers = (hand.maker, *result.friends)
    defenders = tuple(player for player in hand.seats if player not in makers)
    return Outcome(makers, defenders, result.points, result.last_trick, result.kitty_points, hand.throws)


def preview(hand: Hand, result: ResultRecorded) -> Promotions:
    """What the hand makes of everyone's level if it ends with `result`. Raises `RuleError` if it cannot."""
    return settle(hand.rules, hand.setting, hand.situation, outcome_of(hand, result))
