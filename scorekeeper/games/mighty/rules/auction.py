"""The house rules of the auction and of claiming a redeal."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.games.mighty.choices import (
    AFTER_ALL_PASSED,
    CLAIMABLE,
    CLOSING_BIDS,
    DEALERS,
    FIRST_BIDDERS,
    LIMITS,
    ONE_PACK,
    REDEALERS,
    REDEALS,
    SIT_OUT,
    TWO_PACKS,
    VALUED,
    VALUED_WHOLE,
    WINDOWS,
    WITH_FRIENDS,
    auction_rule,
    redeal_rule,
)
from scorekeeper.messages import N_


@dataclass(frozen=True)
class AuctionRules:
    """The house rules of the auction and of claiming a redeal."""

    min_bid: int = auction_rule(
        13,
        (*range(11, 15), 25),
        N_("Lowest bid"),
        source="S0, Bidding; S0, Other numbers of players",
        help=N_("The fewest points anyone may promise."),
        only={25: TWO_PACKS, **dict.fromkeys(range(11, 15), ONE_PACK)},
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
        only={"previous_friend": WITH_FRIENDS},
    )
    next_dealer: Literal["friend", "by_result", "rotate", "joker_holder", "sit_out_by_result"] = auction_rule(
        "friend",
        DEALERS,
        N_("Next dealer"),
        source="S0, Deal; S0, Three players; S0, Six players: second version; S3, 1-1",
        help=N_("When there was no friend, the declarer deals in the friend’s place."),
        only={
            "friend": WITH_FRIENDS,
            "by_result": WITH_FRIENDS,
            "joker_holder": ONE_PACK,
            "sit_out_by_result": SIT_OUT,
        },
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
        False,
        None,
        N_("A hand of nothing but point cards is a redeal too"),
        source="S0, Variations: Redeal",
        when=VALUED,
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
