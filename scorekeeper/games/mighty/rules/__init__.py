"""The house rules of Mighty, one file for each part of the rulebook. Their defaults are the main text of S0.

Sources: S0 is pagat.com's page on Mighty, S1 an article on Mighty as played in Korea with base-10 scoring,
S3 the Korean board-game rules with 40 points each, S4 the Japanese Wikipedia.
"""

from dataclasses import dataclass

from scorekeeper.errors import Problem, problem
from scorekeeper.games.mighty.rules.contradictions import CONTRADICTIONS
from scorekeeper.games.mighty.rules.score import ScoreRules


@dataclass(frozen=True, slots=True)
class Rules(ScoreRules):
    """Every house rule of a table, as attributes: ``rules.min_bid``. Each part of the rulebook adds its own."""

    def contradictions(self) -> tuple[Problem, ...]:
        """Choices that cannot stand together."""
        return tuple(problem(code) for code, contradicted in CONTRADICTIONS.items() if contradicted(self))
