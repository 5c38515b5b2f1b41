"""The house rules of the score and of a session."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.games.mighty.choices import (
    BACK_RUNS,
    DOUBLE_LABELS,
    FIRST_TRICK_SOLOS,
    FOUR,
    ONE_PACK,
    RUNS,
    SCORES_FAILED,
    SCORES_MADE,
    SPLIT_LABELS,
    WITH_FRIENDS,
    Double,
    score_rule,
    session_rule,
)
from scorekeeper.messages import N_


@dataclass(frozen=True)
class ScoreRules:
    """The house rules of the score and of a session."""

    made: Literal["2(B-M)+(P-B)", "P-10", "P-M", "P-M+1", "P-B", "B-M+1"] = score_rule(
        "2(B-M)+(P-B)",
        SCORES_MADE,
        N_("Score of a made contract"),
        source="S0, Scoring; S0, Variations: Scoring",
        help=N_("What each defender pays. Points are those of the declarer’s side, out of 20."),
        only={"P-10": ONE_PACK},
    )
    failed: Literal["B-P", "2(B-P)", "as_made"] = score_rule(
        "B-P",
        SCORES_FAILED,
        N_("Score of a failed contract"),
        source="S0, Scoring; S0, Variations: Scoring; S4, Score",
        help=N_("What each defender receives."),
    )
    minimum_made: int = score_rule(
        0,
        (0, 1),
        N_("A made contract scores at least"),
        source="S0, Variations: Scoring",
        help=N_("Before any doubling."),
        when={"made": ("2(B-M)+(P-B)", "P-M", "P-B")},
    )
    run: Literal["off", "captured", "bid_and_captured"] = score_rule(
        "captured",
        RUNS,
        N_("A run doubles"),
        source="S0, Scoring; S4, Variants",
    )
    back_run: Literal["off", "defenders_11", "defenders_10", "short_by_10"] = score_rule(
        "defenders_11",
        BACK_RUNS,
        N_("A back run doubles a failure"),
        source="S0, Scoring; S0, Variations: Scoring; S1, Back-run; S3, Back run",
        only=dict.fromkeys(("defenders_11", "defenders_10"), ONE_PACK),
    )
    no_trump_double: Double = score_rule(
        "always", DOUBLE_LABELS, N_("No-trump doubles"), source="S0, Scoring; S3, Score"
    )
    no_friend_double: Double = score_rule(
        "always",
        DOUBLE_LABELS,
        N_("Announcing no friend doubles"),
        source="S0, Scoring; S3, Score",
        help=N_("A declarer who plays alone in secret is not doubled."),
        only={"made": WITH_FRIENDS, "always": WITH_FRIENDS},
    )
    first_trick_solo: Literal["solo", "no_friend"] = score_rule(
        "solo",
        FIRST_TRICK_SOLOS,
        N_("The declarer wins the trick that was to show the friend"),
        source="S0, Scoring; S3, 1-4",
        when={"friend_by_first_trick": (True,), "no_friend_double": ("made", "always")},
    )
    buried_mighty_double: Double = score_rule(
        "off", DOUBLE_LABELS, N_("Discarding the mighty doubles"), source="S0, Variations: Scoring"
    )
    buried_joker_double: Double = score_rule(
        "off", DOUBLE_LABELS, N_("Discarding the joker doubles"), source="S0, Variations: Scoring"
    )
    bid_20_double: Double = score_rule(
        "off", DOUBLE_LABELS, N_("A contract of 20 doubles"), source="S0, Variations: Scoring"
    )

    split: Literal["two_to_one", "even", "declarer_pays", "chicago_table"] = score_rule(
        "two_to_one",
        SPLIT_LABELS,
        N_("The declarer’s side shares"),
        source="S0, Scoring; S0, Four players; S0, Six, seven or eight players (Chicago)",
        help=N_("What the defenders pay in all. A declarer without a friend receives everything."),
        only=dict.fromkeys(("even", "declarer_pays", "chicago_table"), FOUR),
    )

    bankroll: int = session_rule(
        0, (0, 20, 30, 40, 50, 60, 80, 100), N_("Everyone begins with"), source="S3, Preparation"
    )
    eliminate: bool = session_rule(
        False, None, N_("The session ends when anyone is at zero or below"), source="S3, End of the game"
    )
