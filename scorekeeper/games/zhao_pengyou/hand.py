"""A hand of Zhao Pengyou as far as it has been recorded, and how it is dealt."""

from functools import lru_cache

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank
from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.games.seats import check_seats, next_after
from scorekeeper.games.trick_corrections import PlayStep
from scorekeeper.games.zhao_pengyou.combinations import Lead, Play, build_lead
from scorekeeper.games.zhao_pengyou.counting import Outcome, Record, Trick
from scorekeeper.games.zhao_pengyou.friends import Call, list_team
from scorekeeper.games.zhao_pengyou.known_cards import list_points_out
from scorekeeper.games.zhao_pengyou.order import Conditions, Trumps
from scorekeeper.games.zhao_pengyou.pack import PLAYERS, Setting, find_setting
from scorekeeper.games.zhao_pengyou.promotion import Promotions
from scorekeeper.games.zhao_pengyou.result import RecordResult, outcome_of, settle_hand
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.session import Session, activate_everyone, adapt_to_seats
from scorekeeper.games.zhao_pengyou.throws import FailedThrow, is_ended_by_throw
from scorekeeper.games.zhao_pengyou.trumps import TrumpMaking
from scorekeeper.settlement import Settlement
from scorekeeper.values import derived


class Hand(Frozen):
    """One hand: immutable. The fields hold what moves said and what followed from it; properties work out the rest."""

    rules: Rules
    """The house rules that the hand is played under."""
    session: Session
    """The session as the hand was dealt in it."""
    seats: tuple[Player, ...]
    """The players in order of turn, anticlockwise."""
    setting: Setting
    """The cards of the table: packs, jokers, kitty."""
    making: TrumpMaking
    """The cards that were exposed to make trumps."""
    redeals: int = 0
    """How many times the cards were dealt again."""
    nobody_made: bool = False
    """Whether the deal ended without trumps, so that the kitty decides."""
    turned: tuple[Card, ...] = ()
    """The cards of the kitty that were turned up, where the kitty decides."""
    maker: Player | None = None
    """The trump maker, once trumps are made."""
    trumps: Trumps | None = None
    """The trump suit and rank, once trumps are made."""
    kitty_buried: bool = False
    """Whether the trump maker has discarded."""
    buried: tuple[Card, ...] | None = None
    """The discards, where they were written down: a secret before the result."""
    called: bool = False
    """Whether the friends were called, written down or not."""
    calls: tuple[Call, ...] = ()
    """The called cards; empty where nobody wrote them down."""
    found: tuple[Player | None, ...] = ()
    """For each of `calls`, who has played the card."""
    record: Record = Record()
    """The finished tricks."""
    table: tuple[Play, ...] = ()
    """The cards of the trick in progress."""
    throws: tuple[FailedThrow, ...] = ()
    """The throws that were beaten."""
    steps: tuple[PlayStep, ...] = ()
    """The moves of the play, so that one of them can be corrected and the play gone through again."""
    result: RecordResult | None = None
    """The result of a complete hand."""
    promotions: Promotions | None = None
    """The promotions of a complete hand."""
    settlement: Settlement[Player] | None = None
    """The settlement of a complete hand."""

    @derived
    def phase(self) -> str:
        """Where the hand is: a key of `PHASES`."""
        if self.result:
            return "complete"
        if self.called:
            return "result" if self.play_over else "play"
        if self.maker is None:
            return "turn" if self.nobody_made else "trumps"
        return "call" if self.kitty_buried else "kitty"

    @derived
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
        return is_ended_by_throw(self.rules, self.throws)

    @property
    def play_over(self) -> bool:
        """Whether nothing is left to play: every card is gone, or a beaten throw was the end."""
        return self.ended_by_throw or self.cards_gone

    @property
    def cards_gone(self) -> bool:
        """Whether everyone has played every card."""
        return not self.table and self.cards_left <= 0

    @derived
    def cards_left(self) -> int:
        """How many cards each player has before the trick in progress, at most: see `Record.cards`."""
        return self.setting.hand_size - self.record.cards

    @derived
    def turn(self) -> Player | None:
        """Who plays next; the trump maker leads first, then whoever won. None before the play and after it."""
        if self.phase != "play" or self.maker is None:
            return None
        if self.table:
            return next_after(self.seats, self.table[-1].player)
        return self.tricks[-1].winner if self.tricks else self.maker

    @derived
    def lead(self) -> Lead | None:
        """What was led to the trick in progress."""
        return build_lead(self.conditions, self.table[0].cards) if self.table else None

    @derived
    def points_out(self) -> list[int]:
        """What each of the cards not gone is worth that is worth anything, the highest first."""
        return list_points_out(self)

    @property
    def lead_may_go_back(self) -> bool:
        """Whether a throw was led that may still be beaten, since nobody has followed."""
        lead = self.lead if len(self.table) == 1 else None
        return lead is not None and lead.kind == "throw"

    @derived
    def team(self) -> tuple[Player, ...]:
        """The trump maker, then the friends that the table knows; nobody before trumps are made."""
        if self.maker is None:
            return ()
        return list_team(self.maker, self.result.friends if self.result else self.found)

    @derived
    def friends_known(self) -> bool:
        """Whether everyone's side is known: every called copy was played, or every card and some were not."""
        if self.result is not None:
            return True
        return bool(self.calls) and (None not in self.found or (self.in_full and self.cards_gone))

    @property
    def outcome(self) -> Outcome | None:
        """How a complete hand ended, None before."""
        return outcome_of(self, self.result) if self.result else None

    def with_step(self, move: Move) -> "Hand":
        """The hand in which a move of the play is noted, with the number of the trick that goes on or comes next."""
        return replace(self, steps=(*self.steps, PlayStep(len(self.tricks) + 1, move)))


@lru_cache(maxsize=64)
def check_rules(rules: Rules) -> tuple[Problem, ...]:
    """Why nobody can play by these house rules; those that are chosen at a table were checked before."""
    return rules.check()


def deal(rules: Rules, session: Session, seats: tuple[Player, ...], circle: tuple[Player, ...] = ()) -> Hand:
    """A new hand among `seats`. Where only a player at the joker can be maker, nothing is exposed: jokers are trumps.

    For a starter who does not sit, the next in the `circle` of everyone at the table takes the first card. Raises
    `RuleError` when the house rules contradict each other, there are too few or too many seats, or somebody has two.
    """
    seats = tuple(seats)
    refuse((*check_rules(rules), *check_seats(seats, PLAYERS)))
    return deal_unchecked(rules, session, seats, circle)


def deal_unchecked(rules: Rules, session: Session, seats: tuple[Player, ...], circle: tuple[Player, ...] = ()) -> Hand:
    """A new hand that was dealt, whatever today's rules have against it."""
    session = adapt_to_seats(rules, seats, session, circle)
    making = TrumpMaking(rules, seats, session)
    hand = Hand(rules, session, seats, find_setting(rules, len(seats)), making)
    maker = making.maker_at_joker
    return hand if maker is None else replace(hand, maker=maker, trumps=Trumps(None, Rank.JOKER))


def rebase_hand(hand: Hand, session: Session) -> Hand:
    """The hand as it was played, in a session whose past has been corrected since.

    Who took the first card, who made trumps and at which level stays as it was; the levels, passive players and debts
    that promotions are added to are those of `session`. Where nothing was exposed yet, they count for that as well.
    """
    session = adapt_to_seats(hand.rules, hand.seats, replace(session, begins=hand.session.begins))
    if hand.redeals:
        session = activate_everyone(session)
    if hand.phase == "trumps" and not hand.making.exposures:
        return replace(deal_unchecked(hand.rules, session, hand.seats), redeals=hand.redeals)
    hand = replace(hand, session=session)
    return settle_hand(hand, hand.result) if hand.result else hand
