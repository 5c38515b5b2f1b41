"""A hand of Zhao Pengyou as recorded so far, and its deal."""

from functools import lru_cache

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank
from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, RuleError, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.games.seats import check_seats, next_player, players_from
from scorekeeper.games.trick_corrections import PlayStep
from scorekeeper.games.zhao_pengyou.combinations import Lead, Play, build_lead
from scorekeeper.games.zhao_pengyou.counting import Outcome, Record, Trick, count_unseen
from scorekeeper.games.zhao_pengyou.friends import Call, list_team
from scorekeeper.games.zhao_pengyou.known_cards import list_points_out
from scorekeeper.games.zhao_pengyou.order import Conditions, Trumps
from scorekeeper.games.zhao_pengyou.pack import Setting, find_seat_counts
from scorekeeper.games.zhao_pengyou.promotion import Promotions
from scorekeeper.games.zhao_pengyou.result import RecordResult, outcome_of, settle_hand
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.session import Session, activate_everyone, adapt_to_seats
from scorekeeper.games.zhao_pengyou.throws import FailedThrow, is_ended_by_throw
from scorekeeper.games.zhao_pengyou.trumps import TrumpMaking
from scorekeeper.settlement import Settlement
from scorekeeper.values import derived


class Hand(Frozen):
    """One hand, immutable. Fields hold the moves and their consequences; properties compute the rest."""

    rules: Rules
    """The house rules that the hand is played under."""
    session: Session
    """The session in which the hand was dealt."""
    seats: tuple[Player, ...]
    """The players in order of turn, anticlockwise."""
    setting: Setting
    """The cards of the table: packs, jokers, kitty."""
    making: TrumpMaking
    """The cards that were exposed to make trumps."""
    redeals: int = 0
    """The number of times that the cards were dealt again."""
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
    """The discards, or None if nobody wrote them down; they are secret before the result."""
    called: bool = False
    """Whether the friends were called, written down or not."""
    calls: tuple[Call, ...] = ()
    """The called cards; empty if nobody wrote them down."""
    found: tuple[Player | None, ...] = ()
    """The player of each called card in the order of `calls`, None for a card that has not appeared."""
    record: Record = Record()
    """The finished tricks."""
    table: tuple[Play, ...] = ()
    """The cards of the trick in progress."""
    throws: tuple[FailedThrow, ...] = ()
    """The throws that were beaten."""
    steps: tuple[PlayStep, ...] = ()
    """The moves of the play, which a correction replays."""
    result: RecordResult | None = None
    """The result of a complete hand."""
    promotions: Promotions | None = None
    """The promotions of a complete hand."""
    settlement: Settlement[Player] | None = None
    """The settlement of a complete hand."""

    @derived
    def phase(self) -> str:
        """The phase: a key of `PHASES`."""
        if self.result:
            return "complete"
        if self.called:
            return "result" if self.play_over else "play"
        if self.maker is None:
            return "turn" if self.nobody_made else "trumps"
        return "call" if self.kitty_buried else "kitty"

    @derived
    def conditions(self) -> Conditions:
        """The conditions of every trick of the hand. Trumps must be made."""
        assert self.trumps is not None
        return Conditions(self.rules, self.setting, self.trumps)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self.record.tricks

    @property
    def in_full(self) -> bool:
        """Return whether every card that counts was written down so far."""
        return self.record.in_full

    @property
    def unseen(self) -> int:
        """The number of cards played at which nobody looked."""
        return self.record.unseen + count_unseen(self.table)

    @property
    def begun(self) -> bool:
        """Return whether any play or trick was recorded."""
        return bool(self.tricks or self.table)

    @property
    def ended_by_throw(self) -> bool:
        """Return whether a beaten throw ended the play."""
        return is_ended_by_throw(self.rules, self.throws)

    @property
    def play_over(self) -> bool:
        """Return whether nothing is left to play: every card is gone, or a beaten throw ended the play."""
        return self.ended_by_throw or self.cards_gone

    @property
    def cards_gone(self) -> bool:
        """Return whether everyone has played every card."""
        return not self.table and self.cards_left <= 0

    @derived
    def cards_left(self) -> int:
        """The most cards that each player can have before the trick in progress; see `Record.cards`."""
        return self.setting.hand_size - self.record.cards

    @derived
    def turn(self) -> Player | None:
        """The player who plays next, or None outside the play.

        The trump maker leads first, then the winner of each trick.
        """
        if self.phase != "play" or self.maker is None:
            return None
        if self.table:
            return next_player(self.seats, self.table[-1].player)
        return self.tricks[-1].winner if self.tricks else self.maker

    @property
    def to_come(self) -> tuple[Player, ...]:
        """The players who are still to play to the trick in progress or the next, in order of turn."""
        return players_from(self.seats, self.turn)[: len(self.seats) - len(self.table)] if self.turn is not None else ()

    @derived
    def lead(self) -> Lead | None:
        """The lead of the trick in progress, or None before it is led."""
        return build_lead(self.conditions, self.table[0].cards) if self.table else None

    @derived
    def points_out(self) -> list[int]:
        """The points of each scoring card that is not gone, the highest first."""
        return list_points_out(self)

    @property
    def lead_may_go_back(self) -> bool:
        """Return whether a throw was led and may still be beaten, since nobody has followed."""
        lead = self.lead if len(self.table) == 1 else None
        return lead is not None and lead.kind == "throw"

    @property
    def trump_maker(self) -> Player:
        """The trump maker. Raises `RuleError` before trumps are made."""
        if self.maker is None:
            raise RuleError(f"now.{self.phase}")
        return self.maker

    @derived
    def team(self) -> tuple[Player, ...]:
        """The trump maker, then the friends that the table knows; nobody before trumps are made."""
        if self.maker is None:
            return ()
        return list_team(self.maker, self.result.friends if self.result else self.found)

    @derived
    def friends_known(self) -> bool:
        """Return whether everyone's side is known: every called copy was played, or every card of the hand was."""
        if self.result is not None:
            return True
        return bool(self.calls) and (None not in self.found or (self.in_full and self.cards_gone))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of a complete hand, None before."""
        return outcome_of(self, self.result) if self.result else None

    def with_step(self, move: Move) -> "Hand":
        """Return the hand with a move of the play noted, and with the number of the trick in progress or the next."""
        return replace(self, steps=(*self.steps, PlayStep(len(self.tricks) + 1, move)))


@lru_cache(maxsize=64)
def check_rules(rules: Rules) -> tuple[Problem, ...]:
    """Every reason why nobody can play by these house rules."""
    return rules.check()


def deal(rules: Rules, session: Session, seats: tuple[Player, ...], circle: tuple[Player, ...] = ()) -> Hand:
    """Deal a hand among `seats`, in order of turn.

    If every possible trump maker is at the level of the joker, the maker is known at once and jokers alone are trumps.
    For an absent starter the next player of `circle` takes the first card, which is everyone in order of turn. Raises
    `RuleError` if the house rules contradict each other, there are too few or too many seats, or a player has two.
    """
    seats = tuple(seats)
    refuse((*check_rules(rules), *check_seats(seats, find_seat_counts(rules))))
    return deal_unchecked(rules, session, seats, circle)


def deal_unchecked(rules: Rules, session: Session, seats: tuple[Player, ...], circle: tuple[Player, ...] = ()) -> Hand:
    """Deal a hand without checking it: it was dealt once, under the rules of its time."""
    session = adapt_to_seats(rules, seats, session, circle)
    making = TrumpMaking(rules, seats, session)
    hand = Hand(rules, session, seats, making.setting, making)
    maker = making.maker_at_joker
    return hand if maker is None else replace(hand, maker=maker, trumps=Trumps(None, Rank.JOKER))


def rebase_hand(hand: Hand, session: Session) -> Hand:
    """Return the hand in a session whose past has been corrected since.

    The starter, the trump maker and the trumps stay as they were. The levels, passive players and debts to which
    promotions are added are those of `session`; if nothing was exposed yet, they also decide about making trumps.
    """
    session = adapt_to_seats(hand.rules, hand.seats, replace(session, begins=hand.session.begins))
    if hand.redeals:
        session = activate_everyone(session)
    if hand.phase == "trumps" and not hand.making.exposures:
        return replace(deal_unchecked(hand.rules, session, hand.seats), redeals=hand.redeals)
    hand = replace(hand, session=session)
    return settle_hand(hand, hand.result) if hand.result else hand
