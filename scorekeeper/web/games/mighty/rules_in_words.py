"""House rules of Mighty as sentences, for the page that people read at the table."""

from scorekeeper.messages import N_
from scorekeeper.web.setup import InWords

IN_WORDS: InWords = {
    "players": {
        "": N_("Played by {choice}."),
    },
    "min_bid": {
        "": N_("Nobody may promise fewer than {choice} points."),
    },
    "twenty_closes": {
        "": N_("A bid of {choice} ends the auction at once."),
    },
    "first_bidder": {
        "": N_("Bidding begins with {choice}."),
    },
    "next_dealer": {
        "": N_("The next hand is dealt by {choice}."),
    },
    "all_pass": {
        "": N_("When everyone passes, {choice}."),
        "last_must_bid": N_("The last to speak must bid, so that not everyone passes."),
    },
    "redeal": {
        "": N_("A player may claim a redeal {choice}."),
        "off": N_("There are no redeals."),
    },
    "redeal_limit": {
        "": N_("A hand is poor when it counts {choice}."),
        "none": N_("What a hand counts makes it no redeal."),
    },
    "redeal_mighty": {
        "": N_("In that count the ace of spades is {choice}."),
    },
    "redeal_window": {
        "": N_("A redeal is claimed {choice}."),
    },
    "redeal_dealer": {
        "": N_("After a claim the cards are dealt by {choice}."),
    },
    "raise_before_kitty_to_suit": {
        "": N_("Before the kitty, another suit costs {choice} more."),
        0: N_("Before the kitty, another suit costs nothing more."),
    },
    "raise_before_kitty_to_no_trump": {
        "": N_("Before the kitty, no-trump costs {choice} more."),
        0: N_("Before the kitty, no-trump costs nothing more."),
    },
    "raise_suit_to_suit": {
        "": N_("After the kitty, another suit costs {choice} more."),
        0: N_("After the kitty, another suit costs nothing more."),
        "forbidden": N_("After the kitty nobody may change to another suit."),
    },
    "raise_suit_to_no_trump": {
        "": N_("After the kitty, no-trump costs {choice} more."),
        0: N_("After the kitty, no-trump costs nothing more."),
        "forbidden": N_("After the kitty nobody may change to no-trump."),
    },
    "raise_no_trump_to_suit": {
        "": N_("After the kitty, a suit in place of no-trump costs {choice} more."),
        0: N_("After the kitty, a suit in place of no-trump costs nothing more."),
        "forbidden": N_("After the kitty no-trump stays no-trump."),
    },
    "trump_first_lead": {
        "": N_("The declarer leads a trump to the first trick only {choice}."),
    },
    "mighty_first_trick": {
        "": N_("In the first trick the Mighty is {choice}."),
    },
    "mighty_first_lead": {
        "allowed": N_("The first trick may be led with the Mighty."),
        "forbidden": N_("The first trick may not be led with the Mighty."),
    },
    "joker_first_last": {
        "": N_("In the first and the last trick the joker {choice}."),
    },
    "joker_first_lead": {
        "": N_("Led to the first trick the joker {choice}."),
    },
    "joker_led_powerless": {
        "": N_("When the joker is led without power, {choice} sets the suit."),
    },
    "joker_call_under_clubs": {
        "": N_("When clubs are trumps, the card that calls the joker is of {choice}."),
    },
    "joker_call_first_lead": {
        "allowed": N_("The first trick may be led with the card that calls the joker."),
        "forbidden": N_("The first trick may not be led with the card that calls the joker."),
    },
    "joker_call_tricks": {
        "": N_("The joker may be called in {choice}."),
    },
    "made": {
        "": N_("A made contract is worth {choice}."),
    },
    "failed": {
        "": N_("A failed contract costs {choice}."),
    },
    "minimum_made": {
        "": N_("A made contract is worth at least {choice}."),
    },
    "run": {
        "captured": N_("Taking every point doubles: a run."),
        "bid_and_captured": N_("Taking every point doubles when all of them were bid: a run."),
        "off": N_("A run does not double."),
    },
    "back_run": {
        "": N_("A failure doubles at {choice}: a back run."),
        "off": N_("A back run does not double."),
    },
    "no_trump_double": {
        "": N_("No-trump doubles, {choice}."),
        "off": N_("No-trump does not double."),
    },
    "no_friend_double": {
        "": N_("Announcing no friend doubles, {choice}."),
        "off": N_("Announcing no friend does not double."),
    },
    "first_trick_solo": {
        "": N_("A declarer who wins the trick that was to show the friend plays {choice}."),
    },
    "buried_mighty_double": {
        "": N_("Discarding the Mighty doubles, {choice}."),
        "off": N_("Discarding the Mighty does not double."),
    },
    "buried_joker_double": {
        "": N_("Discarding the joker doubles, {choice}."),
        "off": N_("Discarding the joker does not double."),
    },
    "bid_20_double": {
        "": N_("A contract of 20 doubles, {choice}."),
        "off": N_("A contract of 20 does not double."),
    },
    "split": {
        "two_to_one": N_("The declarer wins or loses twice as much as a friend."),
        "even": N_("The declarer and the friend share evenly."),
        "declarer_pays": N_("A made contract is shared evenly; for a failed one the declarer pays alone."),
        "chicago_table": N_("The declarer’s side shares in whole numbers, by the Chicago table."),
    },
    "bankroll": {
        "": N_("Everyone begins with {choice} points."),
    },
}
"""By rule: a sentence for a choice, or with an empty key one for all others, in which ``{choice}`` stands."""
