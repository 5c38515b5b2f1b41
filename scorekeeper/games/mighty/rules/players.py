"""The house rule of how many play, with which cards."""

from dataclasses import dataclass

from scorekeeper.games.mighty.choices import PLAYERS, Players, players_rule
from scorekeeper.games.mighty.setting import SETTINGS, Setting
from scorekeeper.messages import N_


@dataclass(frozen=True)
class PlayersRules:
    """The house rule of how many play, with which cards."""

    players: Players = players_rule(
        "five",
        PLAYERS,
        N_("Players"),
        source="S0, Players and cards; S0, Other numbers of players",
        help=N_("With it go the pack, the deal and the declarer’s team. With two packs, 40 points stand for 20."),
    )

    @property
    def setting(self) -> Setting:
        """The cards of the table and how they are dealt."""
        return SETTINGS[self.players]
