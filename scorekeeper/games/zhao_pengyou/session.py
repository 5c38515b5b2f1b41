"""The session between hands: levels, active players, levels owed, the next starter, and the end of the game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import field
from msgspec.structs import force_setattr, replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Amounts, Player, Side, Standing
from scorekeeper.games.seats import check_seats, find_stand_in, next_player, players_after, players_from
from scorekeeper.games.zhao_pengyou.levels import (
    ABOVE_ACE,
    FIRST_LEVEL,
    Level,
    count_levels_below,
    first_level,
    lower_level,
    raise_level,
    shift_level,
)
from scorekeeper.games.zhao_pengyou.pack import PLAYERS
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.messages import Message, message
from scorekeeper.values import derived

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.counting import Outcome
    from scorekeeper.games.zhao_pengyou.hand import Hand


NO_PLAYERS: frozenset[Player] = frozenset()
"""One empty set for all hands, to save memory: Python creates another each time."""


class Session(Frozen):
    """The session that one hand hands on to the next."""

    begins: Player | None = None
    """The player who takes the first card."""
    levels: Mapping[Player, Level] = field(default_factory=dict)
    """The players' levels, each anything that `Level.of` accepts. Players without one begin when they play."""
    passive: frozenset[Player] = frozenset()
    """The players who may not make trumps."""
    maker: Player | None = None
    """The trump maker, where the last hand decides."""
    owed: Mapping[Player, int] = field(default_factory=dict)
    """The levels that players must win before they rise again."""

    def __post_init__(self) -> None:
        levels: object = self.levels
        if isinstance(levels, Mapping) and any(type(level) is not Level for level in levels.values()):
            force_setattr(self, "levels", {player: Level.of(level) for player, level in levels.items()})

    def level(self, player: Player) -> Level:
        """Return the level of `player`; two for players without one."""
        return self.levels.get(player, FIRST_LEVEL)

    def is_active(self, player: Player) -> bool:
        """Return whether `player` may make trumps."""
        return player not in self.passive

    @derived
    def standings(self) -> Mapping[Player, Standing]:
        """Everyone's level, with marks for passive players and levels owed."""
        return {
            player: Standing(level.height, message("standing.level", level=level), tuple(self.list_marks(player)))
            for player, level in sorted(self.levels.items())
        }

    def list_marks(self, player: Player) -> Iterator[Message]:
        """Yield the marks beside a player's level."""
        if player in self.passive:
            yield message("standing.passive")
        if levels := self.owed.get(player):
            yield message("standing.owes", levels=levels)


def find_level(rules: Rules, session: Session, player: Player) -> Level:
    """Return the level of `player`; everyone begins at the first."""
    return session.levels.get(player, first_level(rules))


def create_session(_rules: Rules) -> Session:
    """Return a session without players."""
    return Session()


def add_player(rules: Rules, session: Session, player: Player) -> Session:
    """Return the session with one more player, who begins at the first level."""
    return replace(session, levels={**session.levels, player: find_level(rules, session, player)})


def start_session(rules: Rules, seats: Sequence[Player]) -> Session:
    """Return the session of a first hand: the first of `seats` takes the first card, and nobody has risen.

    Raises `RuleError` if there are too few or too many seats, or a player has two.
    """
    refuse(check_seats(tuple(seats), PLAYERS))
    session = create_session(rules)
    for player in seats:
        session = add_player(rules, session, player)
    return replace(session, begins=seats[0])


def adapt_to_seats(
    rules: Rules, seats: tuple[Player, ...], session: Session, circle: tuple[Player, ...] = ()
) -> Session:
    """Return the session for a hand among `seats`, in order of turn.

    Newcomers begin at the first level. For an absent starter the next player of `circle` begins, which is everyone in
    order of turn. If the trump maker decided by the last hand is absent, trumps are made as in the first hand.
    """
    return replace(
        session,
        begins=find_stand_in(seats, session.begins, circle),
        levels={**dict.fromkeys(seats, first_level(rules)), **session.levels},
        passive=find_passive(rules, seats, session.passive),
        maker=session.maker if session.maker in seats else None,
    )


def find_passive(rules: Rules, seats: tuple[Player, ...], passive: frozenset[Player]) -> frozenset[Player]:
    """Return the passive players of a hand among `seats`; nobody is passive under the house rule `levels` = "plain".

    If all of `seats` are passive, nobody could make trumps, so all become active as after a deal without trumps.
    """
    if rules.levels == "plain":
        return NO_PLAYERS
    return passive - frozenset(seats) if passive.issuperset(seats) else passive


def activate_everyone(session: Session) -> Session:
    """Return the session for a new deal after nobody made trumps: everyone is active."""
    return replace(session, passive=frozenset())


# --- After a hand ---


def advance_session(hand: "Hand") -> Session:
    """Return the session after `hand`; an unfinished hand changes nothing."""
    outcome, promotions = hand.outcome, hand.promotions
    if outcome is None or promotions is None:
        return hand.session
    now = {player: promoted.after for player, promoted in promotions.players.items()}
    passive = frozenset(player for player, progress in now.items() if not progress.active) or NO_PLAYERS
    decided = hand.rules.making_trumps == "predetermined"
    maker = find_next_maker(hand.rules, hand.seats, outcome, promotions.winner) if decided else None
    return Session(
        begins=find_next_starter(hand, outcome, maker, passive),
        levels={player: progress.level for player, progress in now.items()},
        passive=passive,
        maker=maker,
        owed={player: progress.owed for player, progress in now.items() if progress.owed},
    )


def find_next_starter(hand: "Hand", outcome: "Outcome", coming: Player | None, passive: frozenset[Player]) -> Player:
    """Return the player who takes the next first card, by the house rule `starter`.

    It is the last trump maker or the next active player, or else the next in turn. `coming` is the trump maker whom the
    hand decided.
    """
    seats, rule = hand.seats, hand.rules.starter
    if rule == "rotate_right" and hand.session.begins is not None:
        return next_player(seats, hand.session.begins)
    first = outcome.makers[0]
    if rule == "coming_maker" and coming is not None:
        first = coming
    elif rule == "friend":
        first = find_friend_to_begin(hand, outcome)
    elif rule == "last_trick":
        first = find_last_winner(hand, outcome)
    return next((player for player in players_from(seats, first) if player not in passive), first)


def find_friend_to_begin(hand: "Hand", outcome: "Outcome") -> Player:
    """Return the friend, of several the next in turn, or a trump maker who won alone; the next seat without a win."""
    maker, *after = players_from(hand.seats, outcome.makers[0])
    if hand.promotions is None or hand.promotions.winner != "makers":
        return after[0]
    return next((player for player in after if player in outcome.makers), maker)


def asks_starter(hand: "Hand") -> bool:
    """Return whether a person must say who takes the next first card: nobody recorded who won the last trick."""
    outcome = hand.outcome
    if hand.rules.starter != "last_trick" or outcome is None or has_last_trick(hand):
        return False
    side = outcome.makers if outcome.last_trick == "makers" else outcome.defenders
    return hand.ended_by_throw or len(side) > 1


def has_last_trick(hand: "Hand") -> bool:
    """Return whether the last trick was recorded; a beaten throw that ended the play left none to anyone."""
    return hand.cards_gone and not hand.ended_by_throw and bool(hand.tricks)


def find_last_winner(hand: "Hand", outcome: "Outcome") -> Player:
    """Return the player who won the last trick.

    Of unrecorded tricks it is the first of the side that won it, until a person says so (see `asks_starter`): the
    trump maker, or the next defender.
    """
    if has_last_trick(hand):
        return hand.tricks[-1].winner
    maker = outcome.makers[0]
    if outcome.last_trick == "makers":
        return maker
    return next(player for player in players_after(hand.seats, maker) if player in outcome.defenders)


def find_next_maker(rules: Rules, seats: tuple[Player, ...], outcome: "Outcome", winner: Side | None) -> Player:
    """Return the trump maker decided by the last hand: the next friend after a win, the next defender after a loss.

    pagat does not cover a hand without a winning side, or a maker who won without friends: the maker stays the same
    unless the house rule `next_maker` says otherwise.
    """
    maker = outcome.makers[0]
    if rules.next_maker == "next_seat":
        return next_player(seats, maker)
    if winner is None and rules.next_maker == "winners":
        return maker
    others = outcome.makers[1:] if winner == "makers" else outcome.defenders
    return next((player for player in players_after(seats, maker) if player in others), maker)


def find_ending(rules: Rules, session: Session) -> Message | None:
    """Return the reason why the game is over, or None while nobody is above the ace.

    The first group of the ranking has won. Players in later laps, from earlier house rules, are above the ace as well.
    """
    if rules.end != "above_ace" or all(level < ABOVE_ACE for level in session.levels.values()):
        return None
    return message("ending.above_ace")


# --- Levels changed by hand ---


@collect_problems
def check_adjustment(
    rules: Rules, session: Session, amounts: Amounts, penalized: Player | None = None
) -> Iterator[Problem]:
    """Every reason why players cannot rise and fall by `amounts`, or `penalized` cannot owe so many levels."""
    for player, amount in amounts.items():
        if amount != int(amount):
            yield problem("adjust.not_whole", amount=amount)
        elif penalized is None and -amount > (least := count_levels_below(rules, find_level(rules, session, player))):
            yield problem("adjust.below_two", player=player, level=find_level(rules, session, player), most=least)
    if penalized is not None:
        yield from check_penalty(rules, amounts, penalized)


@collect_problems
def check_penalty(rules: Rules, amounts: Amounts, player: Player) -> Iterator[Problem]:
    """Every reason why `player` cannot owe these levels.

    Levels are owed only under the house rule `failed_throw` = "penalty_points", and nobody else gets any.
    """
    if rules.failed_throw != "penalty_points":
        yield problem("adjust.nothing_owed")
    if any(amount for other, amount in amounts.items() if other != player):
        yield problem("adjust.pays_others")
    if amounts.get(player, 0) >= 0:
        yield problem("adjust.no_penalty", player=player)


def shift_amount(rules: Rules, was: Any, now: Any, after: object) -> object:
    """Return a level, or levels owed, `after` with the difference of `now` and `was` (see `Game.shift_amount`)."""
    return shift_level(rules, was, now, after) if isinstance(after, Level) else after + now - was


def adjust_standings(rules: Rules, session: Session, amounts: Amounts, penalized: Player | None = None) -> Session:
    """Return the session after players rise and fall by `amounts`, or after `penalized` owes so many more levels.

    Nobody falls below two, nor rises higher than `raise_level` allows.
    """
    if penalized is not None:
        owed = session.owed.get(penalized, 0) - int(amounts.get(penalized, 0))
        return replace(session, owed={**session.owed, penalized: owed})
    changed = {
        player: (raise_level if amount > 0 else lower_level)(
            rules, find_level(rules, session, player), abs(int(amount))
        )
        for player, amount in amounts.items()
    }
    return replace(session, levels={**session.levels, **changed})
