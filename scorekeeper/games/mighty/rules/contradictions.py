"""Choices of house rules that cannot stand together, each by the name of its refusal."""

from collections.abc import Callable, Mapping

from scorekeeper.cards import Card, Suit
from scorekeeper.games.mighty.rules.score import ScoreRules

CONTRADICTIONS: Mapping[str, Callable[[ScoreRules], bool]] = {
    "rules.no_call_left": lambda rules: (
        not (rules.friend_by_card or rules.friend_by_first_trick or rules.friend_by_player or rules.no_friend)
    ),
    "rules.pointless_and_all_points": lambda rules: (
        rules.redeal == "hand_value" and rules.redeal_pointless_only and rules.redeal_all_points
    ),
    "rules.pointless_and_lone_jack": lambda rules: (
        rules.redeal == "hand_value" and rules.redeal_pointless_only and rules.redeal_lone_jack
    ),
    "rules.joker_call_not_in_pack": lambda rules: (
        Card(Suit(rules.joker_call_under_clubs), rules.setting.joker_caller) not in rules.setting.copies
    ),
    "rules.eliminated_at_start": lambda rules: rules.eliminate and rules.bankroll == 0,
}
"""By code, in the order of the house rules: whether the rules contradict themselves so."""
