"""The house rules of five-player Mighty. Their defaults are the main text of S0.

Sources: S0 is pagat.com's page on Mighty, S1 an article on Mighty as played in Korea with base-10 scoring,
S3 the Korean board-game rules with 40 points each, S4 the Japanese Wikipedia.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorekeeper.errors import Problem, problem
from scorekeeper.games.mighty.choices import (
    AFTER_ALL_PASSED,
    BACK_RUNS,
    BEFORE_KITTY,
    BY_CARD,
    CLAIMABLE,
    CLOSING_BIDS,
    DEALERS,
    DOUBLES,
    FIRST_BIDDERS,
    FIRST_TRICK_SOLOS,
    LIMITS,
    RAISES,
    RAISES_OR_FORBIDDEN,
    REDEALERS,
    REDEALS,
    RUNS,
    SCORES_FAILED,
    SCORES_MADE,
    VALUED,
    VALUED_WHOLE,
    WINDOWS,
    Double,
    Raise,
    auction_rule,
    friend_rule,
    kitty_rule,
    redeal_rule,
    score_rule,
    session_rule,
)
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import N_


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    """Every house rule of a table, as attributes: ``rules.min_bid``."""

    min_bid: int = auction_rule(
        13, range(11, 15), N_("Lowest bid"), source="S0, Bidding", help=N_("The fewest points anyone may promise.")
    )
    no_trump_outranks: bool = auction_rule(
        True,
        None,
        N_("No-trump beats a suit"),
        source="S0, Bidding",
        help=N_("14 without trumps is higher than 14 with trumps. If not, only a higher number is."),
    )
    twenty_closes: Literal["only_20NT", "any_20"] = auction_rule(
        "only_20NT",
        CLOSING_BIDS,
        N_("The auction ends at once at"),
        source="S0, Bidding; S3, 1-3",
        help=N_("Whether a 20 with trumps may still be overcalled by 20 without."),
    )
    first_bidder: Literal["previous_declarer", "previous_friend", "dealer"] = auction_rule(
        "previous_declarer",
        FIRST_BIDDERS,
        N_("First to bid"),
        source="S0, Bidding; S3, 1-3",
        help=N_("In the first hand it is the dealer. When there was no friend, it is the last declarer."),
    )
    next_dealer: Literal["friend", "by_result", "rotate", "joker_holder"] = auction_rule(
        "friend",
        DEALERS,
        N_("Next dealer"),
        source="S0, Deal; S3, 1-1",
        help=N_("When there was no friend, the declarer deals in the friend’s place."),
    )
    all_pass: Literal["redeal", "second_round", "last_must_bid"] = auction_rule(
        "redeal",
        AFTER_ALL_PASSED,
        N_("When everyone passes"),
        source="S0, Redeal; S0, Variations: Bidding",
    )

    redeal: Literal["hand_value", "token", "off"] = redeal_rule(
        "hand_value",
        REDEALS,
        N_("A player may claim a redeal"),
        source="S0, Redeal; S3, 1-2",
    )
    redeal_limit: Literal["at_most_half", "below_half"] = redeal_rule(
        "at_most_half",
        LIMITS,
        N_("A hand is poor at"),
        source="S0, Redeal; S1, Misdeal",
        help=N_("Ace, king, queen and jack count 1, a ten ½, the joker −1."),
        when=VALUED_WHOLE,
    )
    redeal_mighty: int = redeal_rule(
        0,
        {0: "0", -1: "−1"},
        N_("The ace of spades counts"),
        source="S0, Redeal; S0, Variations: Redeal",
        help=N_("It is the mighty as long as trumps are not known."),
        when=VALUED_WHOLE,
    )
    redeal_all_points: bool = redeal_rule(
        False, None, N_("Ten point cards are a redeal too"), source="S0, Variations: Redeal", when=VALUED
    )
    redeal_lone_jack: bool = redeal_rule(
        False, None, N_("A jack as the only point card is a redeal too"), source="S0, Variations: Redeal", when=VALUED
    )
    redeal_pointless_only: bool = redeal_rule(
        False, None, N_("Only a hand without any point card is a redeal"), source="S0, Variations: Redeal", when=VALUED
    )
    redeal_window: Literal["first_turn", "before_auction"] = redeal_rule(
        "first_turn",
        WINDOWS,
        N_("A redeal is claimed"),
        source="S0, Redeal; S0, Variations: Redeal",
        when=CLAIMABLE,
    )
    redeal_dealer: Literal["claimer", "same", "next", "previous"] = redeal_rule(
        "claimer",
        REDEALERS,
        N_("After a claim the cards are dealt by"),
        source="S0, Redeal; S0, Variations: Redeal",
        when=CLAIMABLE,
    )
    redeal_blocked_by_20: bool = redeal_rule(
        False,
        None,
        N_("A bid of 20 prevents a redeal"),
        source="S0, Variations: Redeal",
        help=N_("Nobody may claim after it, and anyone else may answer a claim with it."),
        when=CLAIMABLE,
    )

    kitty_exposed: bool = kitty_rule(
        False, None, N_("The kitty is shown to all"), source="S0, Variations: Exchanging and Calling; S4, Bidding"
    )
    change_before_kitty: bool = kitty_rule(
        False,
        None,
        N_("The contract may change before the kitty is seen"),
        source="S0, Variations: Exchanging and Calling; S1, Special card changes",
    )
    raise_before_kitty_to_suit: int = kitty_rule(
        1,
        RAISES,
        N_("Raise before the kitty, to a suit"),
        source="S0, Variations: Exchanging and Calling; S1, Special card changes",
        when=BEFORE_KITTY,
    )
    raise_before_kitty_to_no_trump: int = kitty_rule(
        0,
        RAISES,
        N_("Raise before the kitty, to no-trump"),
        source="S0, Variations: Exchanging and Calling; S1, Special card changes",
        when=BEFORE_KITTY,
    )
    raise_suit_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to another"),
        source="S0, Exchanging cards and calling a partner",
        help=N_("From 18 or 19 it is enough to reach 20."),
    )
    raise_suit_to_no_trump: Raise = kitty_rule(
        1,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to no-trump"),
        source="S0, Exchanging cards and calling a partner; S1, Switching to No-Trump",
        help=N_("20 with trumps may become 20 without."),
    )
    raise_no_trump_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from no-trump to a suit"),
        source="S0, Exchanging cards and calling a partner; S4, Bidding",
        help=N_("From 18 or 19 it is enough to reach 20."),
    )
    raise_same_trump: bool = kitty_rule(
        True,
        None,
        N_("The contract may be raised without changing trumps"),
        source="S0, Exchanging cards and calling a partner",
    )

    friend_by_card: bool = friend_rule(
        True,
        None,
        N_("Friend by a card"),
        source="S0, Exchanging cards and calling a partner",
        help=N_("Whoever holds the card that the declarer names."),
    )
    friend_by_first_trick: bool = friend_rule(
        True,
        None,
        N_("Friend by the first trick"),
        source="S0, Exchanging cards and calling a partner; S1, First Help Friend",
        help=N_("Whoever wins the first trick."),
    )
    friend_by_player: bool = friend_rule(
        False,
        None,
        N_("Friend by name"),
        source="S0, Variations: Exchanging and Calling",
        help=N_("The player whom the declarer names."),
    )
    no_friend: bool = friend_rule(
        True, None, N_("The declarer may announce no friend"), source="S0, Exchanging cards and calling a partner"
    )
    secret_solo: bool = friend_rule(
        True,
        None,
        N_("The declarer may call a card of their own"),
        source="S0, Exchanging cards and calling a partner; S3, 1-4",
        help=N_("One in hand or discarded: the declarer then plays alone in secret."),
        when=BY_CARD,
    )
    joker_friend: bool = friend_rule(
        True, None, N_("The joker may be called"), source="S0, Exchanging cards and calling a partner", when=BY_CARD
    )
    suit_request: bool = friend_rule(
        True,
        None,
        N_("At 20 without trumps the declarer may ask for a suit"),
        source="S0, Exchanging cards and calling a partner",
        help=N_("The friend is asked to lead it after winning a trick."),
    )
    win_order: bool = friend_rule(
        False,
        None,
        N_("The declarer may once order the friend to win a trick"),
        source="S0, Variations: Play",
        help=N_("With a contract of 17 or more. The friend need not obey."),
    )
    friend_may_announce: bool = friend_rule(
        False,
        None,
        N_("The friend may announce themselves on winning points"),
        source="S0, Variations: Play",
        when=BY_CARD,
    )

    made: Literal["2(B-M)+(P-B)", "P-10", "P-M", "P-M+1", "P-B", "B-M+1"] = score_rule(
        "2(B-M)+(P-B)",
        SCORES_MADE,
        N_("Score of a made contract"),
        source="S0, Scoring; S0, Variations: Scoring",
        help=N_("What each defender pays. Points are those of the declarer’s side, out of 20."),
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
    )
    no_trump_double: Double = score_rule("always", DOUBLES, N_("No-trump doubles"), source="S0, Scoring; S3, Score")
    no_friend_double: Double = score_rule(
        "always",
        DOUBLES,
        N_("Announcing no friend doubles"),
        source="S0, Scoring; S3, Score",
        help=N_("A declarer who plays alone in secret is not doubled."),
    )
    first_trick_solo: Literal["solo", "no_friend"] = score_rule(
        "solo",
        FIRST_TRICK_SOLOS,
        N_("The declarer wins the trick that was to show the friend"),
        source="S0, Scoring; S3, 1-4",
        when={"friend_by_first_trick": (True,), "no_friend_double": ("made", "always")},
    )
    buried_mighty_double: Double = score_rule(
        "off", DOUBLES, N_("Discarding the mighty doubles"), source="S0, Variations: Scoring"
    )
    buried_joker_double: Double = score_rule(
        "off", DOUBLES, N_("Discarding the joker doubles"), source="S0, Variations: Scoring"
    )
    bid_20_double: Double = score_rule("off", DOUBLES, N_("A contract of 20 doubles"), source="S0, Variations: Scoring")

    bankroll: int = session_rule(
        0, (0, 20, 30, 40, 50, 60, 80, 100), N_("Everyone begins with"), source="S3, Preparation"
    )
    eliminate: bool = session_rule(
        False, None, N_("The session ends when anyone is at zero or below"), source="S3, End of the game"
    )

    def check(self) -> Iterator[Problem]:
        """Choices that cannot stand together."""
        if not (self.friend_by_card or self.friend_by_first_trick or self.friend_by_player or self.no_friend):
            yield problem("rules.no_call_left")
        if self.redeal == "hand_value" and self.redeal_pointless_only:
            if self.redeal_all_points:
                yield problem("rules.pointless_and_all_points")
            if self.redeal_lone_jack:
                yield problem("rules.pointless_and_lone_jack")
        if self.eliminate and self.bankroll == 0:
            yield problem("rules.eliminated_at_start")
