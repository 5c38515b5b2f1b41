"""What one hand hands on to the next: everyone's level, who is active, who takes the first card, who owes levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scorekeeper.errors import refuse
from scorekeeper.games.game import Player
from scorekeeper.games.seats import check_seats, seated
from scorekeeper.games.zhao_pengyou.levels import FIRST, Level
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import PLAYERS


@dataclass(frozen=True, slots=True)
class Situation:
    """Before a hand: `starter` takes the first card, and `maker` is the trump maker where the last hand decides that.

    `passive` are those who may not make trumps, `owed` the levels that players must win before they rise again.
    """

    starter: Player
    levels: Mapping[Player, Level]
    passive: frozenset[Player] = frozenset()
    maker: Player | None = None
    owed: Mapping[Player, int] = field(default_factory=lambda: MappingProxyType({}))

    def is_active(self, player: Player) -> bool:
        """Whether `player` may make trumps."""
        return player not in self.passive


def opening(seats: Sequence[Player]) -> Situation:
    """The first hand: everyone is at two, and the first of `seats`, who drew the highest card, takes the first.

    Raises `RuleError` when there are too few or too many seats, or somebody has two.
    """
    refuse(check_seats(tuple(seats), PLAYERS))
    return Situation(seats[0], dict.fromkeys(seats, FIRST))


def among(rules: Rules, seats: tuple[Player, ...], situation: Situation) -> Situation:
    """The situation among `seats`. Newcomers begin at two, and a starter who left gives way to the next to have joined.

    A trump maker decided by the last hand who is not there decides nothing: trumps are made as in the first hand.
    """
    return replace(
        situation,
        starter=seated(seats, situation.starter),
        levels={**dict.fromkeys(seats, FIRST), **situation.levels},
        passive=passive_among(rules, seats, situation.passive),
        maker=situation.maker if situation.maker in seats else None,
    )


def passive_among(rules: Rules, seats: tuple[Player, ...], passive: frozenset[Player]) -> frozenset[Player]:
    """Who is passive where `seats` play: nobody where the house rules have no such thing.

    When every active player has left, nobody there could make trumps: as after a deal without trumps, all are active.
    """
    if rules.levels == "plain":
        return frozenset()
    return passive - frozenset(seats) if passive.issuperset(seats) else passive
