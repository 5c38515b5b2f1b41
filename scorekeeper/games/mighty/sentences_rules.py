"""Why house rules cannot stand together: the sentence of each contradiction."""

from scorekeeper.messages import N_, Sentence, Sentences

THREE = "S0, Three players"
FOUR = "S0, Four players"
CHICAGO_FOUR = "S0, Four players (Chicago)"
SIX = "S0, Six players: second version"
TWO_PACKS = "S0, Six, seven or eight players (Chicago)"
EXCHANGE_VARIATIONS = "S0, Variations: Exchanging and Calling"
REDEAL_VARIATIONS = "S0, Variations: Redeal"

RULES: Sentences = {
    "rules.lowest_bid_of_other_pack": Sentence(
        N_("With two packs the lowest bid is 25; with one it is less."), TWO_PACKS
    ),
    "rules.first_bidder_sits_out": Sentence(N_("The dealer sits out and cannot bid first."), SIX),
    "rules.no_friend_bids_first": Sentence(
        N_("Where no friend is called, the last friend cannot bid first."), "S0, Variations: Bidding"
    ),
    "rules.no_friend_deals": Sentence(N_("Three play without friends, so a friend cannot deal next."), THREE),
    "rules.nobody_sits_out": Sentence(N_("Nobody sits out here, so the result cannot say who does."), SIX),
    "rules.two_jokers": Sentence(N_("There are two jokers, so they do not say who deals next."), TWO_PACKS),
    "rules.pointless_and_all_points": Sentence(
        N_("A redeal cannot be only for hands without point cards and also for hands of nothing else."),
        REDEAL_VARIATIONS,
    ),
    "rules.pointless_and_lone_jack": Sentence(
        N_("A redeal cannot be only for hands without point cards and also for hands with a lone jack."),
        REDEAL_VARIATIONS,
    ),
    "rules.redealer_sits_out": Sentence(
        N_("Whoever deals sits out, so after a claim the same dealer must deal again."), SIX
    ),
    "rules.dearer_before_kitty": Sentence(
        N_("A change of the contract before the kitty cannot cost more than the same change after it."),
        EXCHANGE_VARIATIONS,
    ),
    "rules.no_call_left": Sentence(N_("Allow at least one way to call a friend, or to play without one.")),
    "rules.always_alone": Sentence(N_("Three play without friends: allow no friend to be called."), THREE),
    "rules.two_friends_by_card": Sentence(N_("With two packs both friends are called by cards."), TWO_PACKS),
    "rules.joker_call_not_in_pack": Sentence(
        N_("The joker call cannot be of a suit whose card was removed from the pack."), "S0, Other numbers of players"
    ),
    "rules.ten_of_forty": Sentence(N_("With 40 points a score cannot count those above ten."), TWO_PACKS),
    "rules.back_run_of_one_pack": Sentence(
        N_("With 40 points, 10 or 11 points for the defenders are no back run."), TWO_PACKS
    ),
    "rules.always_alone_doubled": Sentence(N_("Three play without friends, which doubles nothing."), THREE),
    "rules.split_of_four": Sentence(N_("Only four players share in another way than two to one."), FOUR),
    "rules.table_from_thirteen": Sentence(
        N_("The Chicago table begins at 13: the lowest bid must be 13."), CHICAGO_FOUR
    ),
    "rules.table_of_contracts": Sentence(
        N_("The Chicago table pays the bid above 12, made or failed, and nothing doubles it."), CHICAGO_FOUR
    ),
    "rules.eliminated_at_start": Sentence(
        N_("When the session ends at zero, everyone must begin with more than zero."), "S3, End of the game"
    ),
}
"""By the code of the contradiction."""
