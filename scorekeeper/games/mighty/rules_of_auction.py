"""The house rules of Mighty for players, auction and redeal. `rules.py` names the sources."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Literal

from scorekeeper.errors import RuleError
from scorekeeper.games.mighty.cards import SETTINGS, Setting
from scorekeeper.house_rules import OTHERS, Ruleset, house_rule, needs
from scorekeeper.messages import N_

players_rule = partial(house_rule, block="players")
auction_rule = partial(house_rule, block="auction")
redeal_rule = partial(house_rule, block="redeal")

# --- Under which other choices a rule matters ---

CLAIMABLE = {"redeal": ("hand_value", "token")}
VALUED = {"redeal": ("hand_value",)}
FINED = {**CLAIMABLE, "redeal_fine": (1, 2, 5, "doubling")}
VALUED_WHOLE = {"redeal": ("hand_value",), "redeal_pointless_only": (False,)}
COUNTED = {**VALUED_WHOLE, "redeal_limit": ("at_most_half", "below_half", "at_most_one")}
LONE_JACK = {**VALUED, "redeal_lone_jack": (True,)}
CALLS_OF_A_FRIEND = ("friend_by_card", "friend_by_first_trick", "friend_by_last_trick", "friend_by_player")
read_calls_of_a_friend = attrgetter(*CALLS_OF_A_FRIEND)


# --- With which players a choice can be made ---


def list_player_choices(where: Callable[[Setting], bool]) -> tuple[str, ...]:
    """Return the choices of the house rule `players` whose setting satisfies `where`."""
    return tuple(key for key, setting in SETTINGS.items() if where(setting))


ONE_PACK = list_player_choices(lambda setting: setting.packs == 1)
TWO_PACKS = list_player_choices(lambda setting: setting.packs == 2)
WITH_FRIENDS = list_player_choices(lambda setting: setting.partners > 0)
SIT_OUT = list_player_choices(lambda setting: setting.sit_out > 0)
ONE_JOKER = list_player_choices(lambda setting: setting.packs * len(setting.jokers) == 1)

FRIENDS_DEAL = needs("rules.no_friend_deals", players=WITH_FRIENDS)
TWENTY_POINTS = needs("rules.more_than_twenty", players=ONE_PACK)

# --- What contradicts itself whoever plays ---


def first_bidder_sits_out(rules: "AuctionRules") -> bool:
    """Return whether the dealer, who gets no cards, would bid first."""
    return rules.setting.sit_out > 0 and rules.first_bidder == "dealer"


def may_call_friend(rules: Ruleset) -> bool:
    """Return whether there is any way to call a friend."""
    return any(read_calls_of_a_friend(rules))


def no_friend_bids_first(rules: "AuctionRules") -> bool:
    """Return whether the last friend would bid first where nobody is called."""
    return rules.first_bidder == "previous_friend" and not may_call_friend(rules)


def values_hands(rules: "AuctionRules") -> bool:
    """Return whether the value of a hand can make it good for a redeal, and not its kind alone."""
    return rules.redeal_limit != "none" and not rules.redeal_pointless_only


def has_no_redealable_hand(rules: "AuctionRules") -> bool:
    """Return whether hands may claim a redeal, but neither by their value nor by their kind."""
    kinds = rules.redeal_pointless_only, rules.redeal_all_points, rules.redeal_lone_ten, rules.redeal_lone_jack
    return rules.redeal == "hand_value" and not values_hands(rules) and not any(kinds)


def redealer_sits_out(rules: "AuctionRules") -> bool:
    """Return whether a claim would change who deals, and so who has cards."""
    return rules.setting.sit_out > 0 and rules.redeal != "off" and rules.redeal_dealer != "same"


# --- The house rules ---


@dataclass(frozen=True, slots=True)
class AuctionRules(Ruleset):
    """The house rules of players, auction and redeal, which `Rules` completes."""

    players: Literal[
        "three",
        "three_with_threes",
        "four",
        "four_chicago",
        "five",
        "five_two_jokers",
        "six_drop",
        "six_sit_out",
        "six_all",
        "seven_drop",
        "seven_sit_out",
        "seven_all",
        "double_six",
        "double_seven",
        "double_eight",
    ] = players_rule(
        "five",
        {
            "three": N_("three, each for themselves against the declarer"),
            "three_with_threes": N_("three, whose pack keeps the threes and not the sevens"),
            "four": N_("four, 43 cards"),
            "four_chicago": N_("four, 51 cards (Chicago)"),
            "five": N_("five"),
            "five_two_jokers": N_("five with two jokers, 54 cards"),
            "six_drop": N_("six, of whom one drops out after the auction"),
            "six_sit_out": N_("six, of whom the dealer sits out"),
            "six_all": N_("six, who all play"),
            "seven_drop": N_("seven, of whom two drop out after the auction"),
            "seven_sit_out": N_("seven, of whom the dealer and the one before in turn sit out"),
            "seven_all": N_("seven, who all play"),
            "double_six": N_("six with two packs (Chicago)"),
            "double_seven": N_("seven with two packs (Chicago)"),
            "double_eight": N_("eight with two packs (Chicago)"),
        },
        N_("Players"),
        source=(
            "pagat, Players and cards; pagat, Other numbers of players; groups, Two jokers; "
            "groups, Sets for other numbers"
        ),
        help=N_("With it go the pack, the deal and the declarer’s team. With two packs, 40 points stand for 20."),
        sentence={
            OTHERS: N_("Played by {choice}."),
            "five_two_jokers": N_(
                "Played by five with a black and a red joker. The three of clubs calls the black one (of spades, if "
                "clubs are trumps), the three of hearts the red one (of diamonds, if hearts are trumps). A joker that "
                "is led asks for a suit of its colour or for its colour."
            ),
        },
        pays=True,
    )

    min_bid: int = auction_rule(
        13,
        (*range(11, 15), 25),
        N_("Lowest bid"),
        source="pagat, Bidding; pagat, Other numbers of players",
        help=N_("The fewest points anyone may promise."),
        only={
            25: needs("rules.lowest_bid_of_other_pack", players=TWO_PACKS),
            **dict.fromkeys(range(11, 15), needs("rules.lowest_bid_of_other_pack", players=ONE_PACK)),
        },
        sentence=N_("Nobody may promise fewer than {choice} points."),
        pays=True,
    )
    no_trump_bids: Literal["as_suits", "opens_lower", "count_one_more", "none"] = auction_rule(
        "as_suits",
        {
            "as_suits": N_("as many points as a suit"),
            "opens_lower": N_("one point less than a suit"),
            "count_one_more": N_("one point less, and they count one more"),
            "none": N_("never"),
        },
        N_("No-trump bids begin at"),
        source="groups, No-trump bids",
        help=N_("Where they count one more, 14 no-trump is as high as 15 in a suit."),
        refusals={"bid.no_no_trump": N_("Nobody may bid no-trump at this table.")},
        sentence={
            "as_suits": N_("No-trump bids begin where bids in a suit do."),
            "opens_lower": N_("No-trump bids begin one point lower than bids in a suit."),
            "count_one_more": N_("No-trump counts as one point more: 14 no-trump is as high as 15 in a suit."),
            "none": N_("Nobody may bid no-trump or change to it."),
        },
        rare=True,
        pays=True,
    )
    no_trump_outranks: bool = auction_rule(
        True,
        None,
        N_("No-trump beats a suit"),
        source="pagat, Bidding",
        help=N_("14 no-trump is higher than 14 in a suit. If off, only a higher number is."),
        sentence={True: N_("No-trump beats a suit with as many points.")},
        unless={"no_trump_bids": ("count_one_more", "none")},
    )
    highest_bid: int = auction_rule(
        20,
        (20, 23, 25),
        N_("Highest bid"),
        source="groups, Bids above 20",
        help=N_("A bid above 20 (two packs: above 40) is a way to block the leader."),
        only=dict.fromkeys((23, 25), TWENTY_POINTS),
        sentence=N_("Bids go up to {choice}."),
        rare=True,
    )
    above_twenty: Literal["never_made", "made_with_all"] = auction_rule(
        "never_made",
        {"never_made": N_("is never made"), "made_with_all": N_("is made with all 20 points")},
        N_("A contract above 20"),
        source="groups, Bids above 20",
        when={"highest_bid": (23, 25)},
        sentence=N_("A contract above 20 {choice}."),
        rare=True,
        pays=True,
    )
    twenty_closes: Literal["only_20NT", "any_20"] = auction_rule(
        "only_20NT",
        {"only_20NT": N_("20 no-trump"), "any_20": N_("any 20")},
        N_("The auction ends at once at"),
        source="pagat, Bidding; korean40, 1-3",
        help=N_("Whether 20 no-trump may still be bid over 20 in a suit."),
        sentence=N_("A bid of {choice} ends the auction at once."),
        unless={"no_trump_bids": ("none",), "highest_bid": (20,)},
    )
    first_bidder_must_bid: bool = auction_rule(
        False,
        None,
        N_("The first to bid may not pass"),
        source="groups, The first bidder must bid",
        help=N_("So no deal is passed out."),
        refusals={"bid.first_must_bid": N_("{player} bids first and may not pass.")},
        rare=True,
    )
    first_bidder: Literal["previous_declarer", "previous_friend", "dealer"] = auction_rule(
        "previous_declarer",
        {
            "previous_declarer": N_("the last declarer"),
            "previous_friend": N_("the last friend"),
            "dealer": N_("the dealer"),
        },
        N_("First to bid"),
        source="pagat, Bidding; korean40, 1-3",
        help=N_("In the first hand it is the dealer. When there was no friend, it is the last declarer."),
        only={"previous_friend": needs("rules.no_friend_bids_first", players=WITH_FRIENDS)},
        never={
            "rules.first_bidder_sits_out": first_bidder_sits_out,
            "rules.no_friend_bids_first": no_friend_bids_first,
        },
        sentence={
            "previous_declarer": N_("The last declarer bids first; in the first hand, the dealer."),
            "previous_friend": N_(
                "The last friend bids first, or else the last declarer; in the first hand, the dealer."
            ),
            "dealer": N_("The dealer bids first."),
        },
    )
    next_dealer: Literal["friend", "by_result", "rotate", "joker_holder", "sit_out_by_result"] = auction_rule(
        "friend",
        {
            "friend": N_("the friend"),
            "by_result": N_("the declarer if made, the friend if failed"),
            "rotate": N_("the next in turn"),
            "joker_holder": N_("whoever held the joker"),
            "sit_out_by_result": N_("the friend if made, the declarer if failed, who then sits out"),
        },
        N_("Next dealer"),
        source="pagat, Deal; pagat, Three players; pagat, Six players: second version; korean40, 1-1",
        help=N_("When there was no friend, the declarer deals in the friend’s place."),
        only={
            "friend": FRIENDS_DEAL,
            "by_result": FRIENDS_DEAL,
            "joker_holder": needs("rules.two_jokers", players=ONE_JOKER),
            "sit_out_by_result": needs("rules.nobody_sits_out", players=SIT_OUT),
        },
        sentence={
            "friend": N_("The friend deals next; without one, the declarer."),
            "by_result": N_("The declarer deals next if made, the friend if failed; without one, the declarer."),
            "rotate": N_("The next in turn deals."),
            "joker_holder": N_("Whoever held the joker deals next."),
            "sit_out_by_result": N_(
                "The friend deals next if made, the declarer if failed or without one; the dealer sits out."
            ),
        },
    )
    all_pass: Literal["redeal", "second_round", "last_must_bid", "first_again", "lowest_falls"] = auction_rule(
        "redeal",
        {
            "redeal": N_("the same dealer deals again"),
            "second_round": N_("a second round of bids, then the same dealer deals again"),
            "last_must_bid": N_("cannot happen: the last to speak must bid"),
            "first_again": N_("the first may bid one point lower, else the same dealer deals again"),
            "lowest_falls": N_("all bid again, from one point lower each time"),
        },
        N_("When everyone passes"),
        source="pagat, Redeal; pagat, Variations: Bidding; groups, Everyone passes",
        unless={"first_bidder_must_bid": (True,)},
        sentence={
            OTHERS: N_("When everyone passes, {choice}."),
            "last_must_bid": N_("The last to speak must bid, so that not everyone passes."),
        },
    )

    redeal: Literal["hand_value", "token", "off"] = redeal_rule(
        "hand_value",
        {
            "hand_value": N_("with a poor hand"),
            "token": N_("with any hand, once each in a session"),
            "off": N_("never"),
        },
        N_("A player may claim a redeal"),
        source="pagat, Redeal; korean40, 1-2",
        sentence={OTHERS: N_("A player may claim a redeal {choice}."), "off": N_("There are no redeals.")},
    )
    redeal_limit: Literal["at_most_half", "below_half", "at_most_one", "none"] = redeal_rule(
        "at_most_half",
        {
            "at_most_half": N_("½ or less"),
            "below_half": N_("less than ½"),
            "at_most_one": N_("1 or less"),
            "none": N_("no value: only the hands named below"),
        },
        N_("A hand is poor at"),
        source="pagat, Redeal; pagat, Variations: Redeal; base10, Misdeal; groups, Redeal hands",
        help=N_("Ace, king, queen and jack count 1, a ten ½, the joker −1."),
        when=VALUED_WHOLE,
        never={"rules.no_hand_is_a_redeal": has_no_redealable_hand},
        sentence={
            OTHERS: N_("A hand of {choice} is poor: A, K, Q and J count 1, a ten ½, the joker −1."),
            "none": N_("The value of a hand does not matter."),
        },
    )
    redeal_ten: Literal["half", "half_of_majors"] | int = redeal_rule(
        "half",
        {"half": "½", "half_of_majors": N_("½ in spades and hearts, else 1"), 1: "1"},
        N_("A ten counts"),
        source="pagat, Redeal; groups, Redeal hands",
        when=COUNTED,
        sentence=N_("But a ten counts {choice}."),
        rare=True,
    )
    redeal_joker: Literal["minus_half"] | int = redeal_rule(
        -1,
        {0: "0", "minus_half": "−½", -1: "−1"},
        N_("The joker counts"),
        source="pagat, Redeal; groups, Redeal hands",
        when=COUNTED,
        sentence=N_("But the joker counts {choice}."),
        rare=True,
    )
    redeal_mighty: Literal["half"] | int = redeal_rule(
        0,
        {1: "1", "half": "½", 0: "0", -1: "−1"},
        N_("The ace of spades counts"),
        source="pagat, Redeal; pagat, Variations: Redeal; groups, Redeal hands",
        help=N_("It is the Mighty as long as trumps are not known."),
        when=COUNTED,
        sentence=N_("In that count the ace of spades is {choice}."),
    )
    redeal_all_points: bool = redeal_rule(
        False,
        None,
        N_("A hand of nothing but point cards is a redeal too"),
        source="pagat, Variations: Redeal",
        when=VALUED,
    )
    redeal_lone_ten: bool = redeal_rule(
        False,
        None,
        N_("A ten as the only point card is a redeal too"),
        source="groups, Redeal hands",
        when=VALUED,
        rare=True,
    )
    redeal_lone_jack: bool = redeal_rule(
        False,
        None,
        N_("A jack as the only point card is a redeal too"),
        source="pagat, Variations: Redeal",
        when=VALUED,
    )
    redeal_one_eyed_jack: bool = redeal_rule(
        False,
        None,
        N_("That jack must be of spades or hearts"),
        source="groups, Redeal hands",
        when=LONE_JACK,
        rare=True,
    )
    redeal_pointless_only: bool = redeal_rule(
        False,
        None,
        N_("A hand without any point card is a redeal, instead of a poor one"),
        source="pagat, Variations: Redeal",
        when=VALUED,
    )
    redeal_window: Literal["own_turn", "first_turn", "before_auction", "until_auction_ends"] = redeal_rule(
        "own_turn",
        {
            "own_turn": N_("at one’s first turn to bid"),
            "first_turn": N_("before one’s own first call"),
            "before_auction": N_("before anyone has called"),
            "until_auction_ends": N_("until the auction ends, unless one has passed"),
        },
        N_("A redeal is claimed"),
        source="pagat, Redeal; pagat, Variations: Redeal; base10, Misdeal; korean40, 1-2; groups, Later redeals",
        when=CLAIMABLE,
        sentence=N_("A redeal is claimed {choice}."),
    )
    declarer_redeal: bool = redeal_rule(
        False,
        None,
        N_("The declarer may claim a redeal with the kitty in hand"),
        source="groups, Later redeals",
        help=N_("All cards count, before any is discarded."),
        when=VALUED,
        rare=True,
    )
    redeal_dealer: Literal["claimer", "same", "next", "previous"] = redeal_rule(
        "claimer",
        {
            "claimer": N_("the claimer, who also bids first"),
            "same": N_("the same dealer"),
            "next": N_("the next in turn"),
            "previous": N_("the one before in turn"),
        },
        N_("After a claim the cards are dealt by"),
        source="pagat, Redeal; pagat, Variations: Redeal",
        when=CLAIMABLE,
        never={"rules.redealer_sits_out": redealer_sits_out},
        sentence=N_("After a claim the cards are dealt by {choice}."),
    )
    redeal_fine: int | Literal["doubling"] = redeal_rule(
        0,
        {0: "0", 1: "1", 2: "2", 5: "5", "doubling": N_("2, then 4, 8 and so on in one hand")},
        N_("A redeal costs the claimer"),
        source="groups, Redeal fines",
        help=N_("It goes into a pot for the next side that makes its contract."),
        when=CLAIMABLE,
        sentence={
            OTHERS: N_("Who claims a redeal puts into the pot: {choice}."),
            0: N_("A redeal costs nothing."),
        },
        rare=True,
        pays=True,
    )
    all_pass_fine: int = redeal_rule(
        0,
        (0, 1),
        N_("When everyone passes, it costs each of them"),
        source="groups, Redeal fines",
        when={**FINED, "all_pass": ("redeal", "second_round", "first_again", "lowest_falls")},
        unless={"first_bidder_must_bid": (True,)},
        sentence={
            1: N_("When everyone passes and the cards are dealt again, each of them puts 1 into the pot."),
            0: N_("When everyone passes, it costs nothing."),
        },
        rare=True,
        pays=True,
    )
    redeal_pot: Literal["declarer", "three_to_two"] = redeal_rule(
        "declarer",
        {"declarer": N_("the declarer"), "three_to_two": N_("the declarer and the friend, three to two")},
        N_("The pot goes to"),
        source="groups, Redeal fines",
        help=N_("Once a contract is made. A pot that nobody wins goes back to those who paid it."),
        when=FINED,
        sentence=N_("Of the next contract that is made, the pot goes to {choice}."),
        rare=True,
        pays=True,
    )
    redeal_blocked_by_20: bool = redeal_rule(
        False,
        None,
        N_("A bid of 20 prevents a redeal"),
        source="pagat, Variations: Redeal",
        help=N_("Nobody may claim after it, and anyone else may answer a claim with it."),
        sentence={True: N_("After a bid of 20 nobody may claim a redeal, and a bid of 20 answers a claim.")},
        when=CLAIMABLE,
    )

    @property
    def setting(self) -> Setting:
        """The cards of the table and how they are dealt. Raises `RuleError` when `players` is no choice."""
        try:
            return SETTINGS[self.players]
        except KeyError:
            raise RuleError("rules.not_a_choice", rule=N_("Players"), value=self.players) from None
