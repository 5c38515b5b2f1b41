"""What a beaten throw costs, by the house rule `failed_throw`: a row of numbers for each of its choices."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

FailedThrow = Literal["withdraw", "hand_ends", "cards_to_opponents", "hand_lost", "penalty_points"]


class ThrowPenalty(NamedTuple):
    """`said` is the code that tells it at the table.

    `ends_play` says whether the throw is the last of the hand, None where the house rule `after_failed_throw`
    does. The leader's side gives `points_a_card` for each card taken back, every card that was not played where
    `rest_to_opponents`, and `levels_to_opponents`; it owes levels to come, the leader more than each team mate.
    """

    said: str
    ends_play: bool | None = None
    points_a_card: int = 0
    rest_to_opponents: bool = False
    levels_to_opponents: int = 0
    owed_by_leader: int = 0
    owed_by_mates: int = 0

    def points(self, taken_back: int) -> int:
        """What the leader's side gives to the other for so many cards."""
        return self.points_a_card * taken_back


THROW_PENALTIES: Mapping[FailedThrow, ThrowPenalty] = {
    "withdraw": ThrowPenalty("throw.withdraw", ends_play=False, points_a_card=10),
    "hand_ends": ThrowPenalty("throw.hand_ends", levels_to_opponents=1),
    "cards_to_opponents": ThrowPenalty("throw.cards_to_opponents", ends_play=True, rest_to_opponents=True),
    "hand_lost": ThrowPenalty("throw.hand_lost", levels_to_opponents=1),
    "penalty_points": ThrowPenalty("throw.penalty_points", owed_by_leader=2, owed_by_mates=1),
}
"""S2, Leading a Group of Top Cards; Variations: Play; Variations: Scoring."""
