"""The house rules of Mighty, one file for each part of the rulebook. Their defaults are the main text of S0.

Sources: S0 is pagat.com's page on Mighty, S1 an article on Mighty as played in Korea with base-10 scoring,
S3 the Korean board-game rules with 40 points each, S4 the Japanese Wikipedia.
"""

from dataclasses import dataclass

from scorekeeper.errors import Problem, problem
from scorekeeper.games.mighty.rules.auction import AuctionRules
from scorekeeper.games.mighty.rules.contradictions import CONTRADICTIONS
from scorekeeper.games.mighty.rules.exchange import ExchangeRules
from scorekeeper.games.mighty.rules.play import PlayRules
from scorekeeper.games.mighty.rules.players import PlayersRules
from scorekeeper.games.mighty.rules.score import ScoreRules
from scorekeeper.house_rules import Ruleset


@dataclass(frozen=True, slots=True)
class Rules(ScoreRules, PlayRules, ExchangeRules, AuctionRules, PlayersRules, Ruleset):
    """Every house rule of a table, as attributes: ``rules.min_bid``. Each part of the rulebook adds its own.

    A dataclass has the fields of its last base first, so the parts stand here from the end of the rulebook.
    """

    def contradictions(self) -> tuple[Problem, ...]:
        """Choices that cannot stand together."""
        return tuple(problem(code) for code, contradicted in CONTRADICTIONS.items() if contradicted(self))
