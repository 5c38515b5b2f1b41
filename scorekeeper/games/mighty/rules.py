"""The house rules of Mighty, section by section. Their defaults are the main text of pagat.

Sources: pagat is pagat.com's page on Mighty, base10 an article on Mighty as played in Korea with base-10 scoring,
korean40 the Korean board-game rules with 40 points each, wikipedia_ja the Japanese Wikipedia, groups the house rules
that Korean groups, most of them at schools, wrote down for their own programs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games.mighty.cards import SETTINGS, Setting
from scorekeeper.house_rules import NO_TABLE, OTHERS, Ruleset, TableOf, house_rule, needs, read_table
from scorekeeper.messages import N_

BLOCKS: Mapping[str, str] = {
    "players": N_("Players and cards"),
    "auction": N_("Auction"),
    "redeal": N_("Redeal"),
    "kitty": N_("Kitty and contract change"),
    "friend": N_("Friend"),
    "play": N_("Play"),
    "score": N_("Score"),
    "session": N_("Session"),
}
"""The sections of the house rules, in order."""

players_rule = partial(house_rule, block="players")
auction_rule = partial(house_rule, block="auction")
redeal_rule = partial(house_rule, block="redeal")
kitty_rule = partial(house_rule, block="kitty")
friend_rule = partial(house_rule, block="friend")
play_rule = partial(house_rule, block="play")
score_rule = partial(house_rule, block="score", pays=True)
session_rule = partial(house_rule, block="session")

# --- Under which other choices a rule matters ---

CLAIMABLE = {"redeal": ("hand_value", "token")}
VALUED = {"redeal": ("hand_value",)}
FINED = {**CLAIMABLE, "redeal_fine": (1, 2, 5, "doubling")}
VALUED_WHOLE = {"redeal": ("hand_value",), "redeal_pointless_only": (False,)}
COUNTED = {**VALUED_WHOLE, "redeal_limit": ("at_most_half", "below_half", "at_most_one")}
LONE_JACK = {**VALUED, "redeal_lone_jack": (True,)}
BEFORE_KITTY = {"change_before_kitty": (True,)}
BY_CARD = {"friend_by_card": (True,)}
CALLS_OF_A_FRIEND = ("friend_by_card", "friend_by_first_trick", "friend_by_last_trick", "friend_by_player")
NO_FRIENDS = dict.fromkeys(CALLS_OF_A_FRIEND, (False,))
NOT_FROM_LOWEST = {"made": ("P-10", "P-B", "P-B+1"), "failed": ("B-P", "2(B-P)")}
STAKES = (20, 30, 40, 50, 60, 80, 100)
JOKER_AT_THE_ENDS = {"joker_first_last": ("powerless", "powerless_first", "full")}


# --- With which players a choice can be made ---


def list_player_choices(where: Callable[[Setting], bool]) -> tuple[str, ...]:
    """Return the choices of the house rule `players` whose setting satisfies `where`."""
    return tuple(key for key, setting in SETTINGS.items() if where(setting))


def has_fractions(setting: Setting) -> bool:
    """Return whether what the defenders pay, shared two to one with friends, need not be whole numbers."""
    return any((setting.active - 1 - friends) % (2 + friends) for friends in range(1, setting.partners + 1))


ONE_PACK = list_player_choices(lambda setting: setting.packs == 1)
TWO_PACKS = list_player_choices(lambda setting: setting.packs == 2)
WITH_FRIENDS = list_player_choices(lambda setting: setting.partners > 0)
UP_TO_ONE_FRIEND = list_player_choices(lambda setting: setting.partners <= 1)
SIT_OUT = list_player_choices(lambda setting: setting.sit_out > 0)
TWO_KINDS_OF_JOKERS = list_player_choices(lambda setting: len(setting.jokers) > 1)
ONE_JOKER = list_player_choices(lambda setting: setting.packs * len(setting.jokers) == 1)
MORE_THAN_FIVE = list_player_choices(lambda setting: setting.active > 5)

TWO_JOKERS = {"players": TWO_KINDS_OF_JOKERS}

FRIENDS = needs("rules.always_alone", players=WITH_FRIENDS)
ONE_FRIEND = (FRIENDS, needs("rules.two_friends_by_card", players=UP_TO_ONE_FRIEND))
FRIENDS_DEAL = needs("rules.no_friend_deals", players=WITH_FRIENDS)
FRIENDS_DOUBLE = needs("rules.always_alone_doubled", players=WITH_FRIENDS)
TWENTY_POINTS = needs("rules.more_than_twenty", players=ONE_PACK)
ONE_PACK_BACK_RUN = needs("rules.back_run_of_one_pack", players=ONE_PACK)
FOUR_SPLIT = needs("rules.split_of_four", players=("four", "four_chicago"))
UNEVEN_SPLIT = needs("rules.split_without_fractions", players=list_player_choices(has_fractions))

# --- What contradicts itself whoever plays ---


def first_bidder_sits_out(rules: "Rules") -> bool:
    """Return whether the dealer, who gets no cards, would bid first."""
    return rules.setting.sit_out > 0 and rules.first_bidder == "dealer"


def may_call_friend(rules: "Rules") -> bool:
    """Return whether there is any way to call a friend."""
    return any(getattr(rules, call) for call in CALLS_OF_A_FRIEND)


def no_friend_bids_first(rules: "Rules") -> bool:
    """Return whether the last friend would bid first where nobody is called."""
    return rules.first_bidder == "previous_friend" and not may_call_friend(rules)


def values_hands(rules: "Rules") -> bool:
    """Return whether the value of a hand can make it good for a redeal, and not its kind alone."""
    return rules.redeal_limit != "none" and not rules.redeal_pointless_only


def has_no_redealable_hand(rules: "Rules") -> bool:
    """Return whether hands may claim a redeal, but neither by their value nor by their kind."""
    kinds = rules.redeal_pointless_only, rules.redeal_all_points, rules.redeal_lone_ten, rules.redeal_lone_jack
    return rules.redeal == "hand_value" and not values_hands(rules) and not any(kinds)


def redealer_sits_out(rules: "Rules") -> bool:
    """Return whether a claim would change who deals, and so who has cards."""
    return rules.setting.sit_out > 0 and rules.redeal != "off" and rules.redeal_dealer != "same"


def is_change_dearer_before_kitty(rules: "Rules") -> bool:
    """Return whether a change before the kitty costs more than the same change after it, when the cards are known."""
    to_suit, to_no_trump = rules.raise_before_kitty_to_suit, rules.raise_before_kitty_to_no_trump
    prices = (
        (to_suit, rules.raise_suit_to_suit),
        (to_suit, rules.raise_no_trump_to_suit),
        (to_no_trump, rules.raise_suit_to_no_trump),
    )
    return rules.change_before_kitty and any(after != "forbidden" and before > after for before, after in prices)


def joker_call_not_in_pack(rules: "Rules") -> bool:
    """Return whether the card that calls the joker under clubs was taken out of the pack."""
    return Card(Suit(rules.joker_call_under_clubs), rules.setting.joker_caller) not in rules.setting.copies


def doubles_anything(rules: "Rules") -> bool:
    """Return whether any rule doubles a score."""
    doubles = (
        rules.run,
        rules.back_run,
        rules.no_trump_double,
        rules.no_friend_double,
        rules.buried_mighty_double,
        rules.buried_joker_double,
        rules.bid_20_double,
    )
    return any(choice != "off" for choice in doubles)


def pays_for_points(rules: "Rules") -> bool:
    """Return whether the score before doubling depends on anything but the contract."""
    return rules.made != "B-M+1" or rules.failed != "as_made"


def chicago_table_mispays(rules: "Rules") -> bool:
    """Return whether the Chicago table would pay something else than the contract."""
    return rules.split == "chicago_table" and (pays_for_points(rules) or doubles_anything(rules))


# --- The table of shares that a group typed ---


def shares_are_for_points(rules: "Rules") -> bool:
    """Return whether a typed table would not have a line for each score, since the points taken change it too."""
    return bool(rules.typed_shares) and pays_for_points(rules)


def find_missing_shares(rules: "Rules") -> bool | Mapping[str, object]:
    """Return the lowest score of a contract for which a typed table has no line, with the highest."""
    highest = rules.highest_contract_score
    missing = (score for score in range(1, highest + 1) if score not in rules.typed_shares)
    line = next(missing, None) if rules.typed_shares else None
    return line is not None and {"line": line, "highest": highest}


def find_needless_shares(rules: "Rules") -> bool | Mapping[str, object]:
    """Return the first line of a typed table for a score that no contract has."""
    highest = rules.highest_contract_score
    line = next((score for score in rules.typed_shares if score > highest), None)
    return line is not None and {"line": line, "highest": highest}


def find_wrong_shares(rules: "Rules") -> bool | Mapping[str, object]:
    """Return the first line of a typed table that shares more or less than the defenders pay."""
    defenders = rules.setting.active - 1 - rules.setting.partners
    for line, shares in rules.typed_shares.items():
        if sum(shares) != line * defenders:
            return {"line": line, "sum": sum(shares), "defenders": defenders, "needed": line * defenders}
    return False


EXAMPLE_OF_SHARES = "; ".join(f"{score}: {score + 1} {score} {score - 1}" for score in range(1, 17))
"""A table of six players, in which each maker has one point more than the next."""

# --- The house rules ---

Double = Literal["off", "made", "always"]
Raise = int | Literal["forbidden"]

DOUBLES: Mapping[Double, str] = {"off": N_("no"), "made": N_("only when made"), "always": N_("made or failed")}
RAISES: Mapping[Raise, str] = {0: N_("none"), 1: "1", 2: "2", 3: "3"}
RAISES_OR_FORBIDDEN: Mapping[Raise, str] = {**RAISES, "forbidden": N_("not allowed")}
FIRST_LEADS: Mapping[str, str] = {"allowed": N_("is allowed"), "forbidden": N_("may not be played")}


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    """Every house rule of a table, as attributes: ``rules.min_bid``."""

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

    kitty_exposed: bool = kitty_rule(
        False,
        None,
        N_("The kitty is shown to all"),
        source="pagat, Variations: Exchanging and Calling; wikipedia_ja, Bidding",
    )
    change_before_kitty: bool = kitty_rule(
        False,
        None,
        N_("The contract may change before the kitty is seen"),
        source="pagat, Variations: Exchanging and Calling; base10, Special card changes",
        never={"rules.dearer_before_kitty": is_change_dearer_before_kitty},
    )
    raise_before_kitty_to_suit: int = kitty_rule(
        1,
        RAISES,
        N_("Raise before the kitty, to a suit"),
        source="pagat, Variations: Exchanging and Calling; base10, Special card changes",
        when=BEFORE_KITTY,
        sentence={
            OTHERS: N_("Before the kitty, another suit costs {choice} more."),
            0: N_("Before the kitty, another suit costs nothing more."),
        },
    )
    raise_before_kitty_to_no_trump: int = kitty_rule(
        0,
        RAISES,
        N_("Raise before the kitty, to no-trump"),
        source="pagat, Variations: Exchanging and Calling; base10, Special card changes",
        when=BEFORE_KITTY,
        sentence={
            OTHERS: N_("Before the kitty, no-trump costs {choice} more."),
            0: N_("Before the kitty, no-trump costs nothing more."),
        },
    )
    raise_suit_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to another"),
        source="pagat, Exchanging cards and calling a partner",
        help=N_("From 18 or 19 it is enough to reach 20."),
        sentence={
            OTHERS: N_("After the kitty, another suit costs {choice} more, or up to the highest bid."),
            0: N_("After the kitty, another suit costs nothing more."),
            "forbidden": N_("After the kitty nobody may change to another suit."),
        },
    )
    raise_suit_to_no_trump: Raise = kitty_rule(
        1,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to no-trump"),
        source="pagat, Exchanging cards and calling a partner; base10, Switching to No-Trump",
        help=N_("20 with trumps may become 20 without."),
        sentence={
            OTHERS: N_("After the kitty, no-trump costs {choice} more, or up to the highest bid."),
            0: N_("After the kitty, no-trump costs nothing more."),
            "forbidden": N_("After the kitty nobody may change to no-trump."),
        },
    )
    raise_no_trump_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from no-trump to a suit"),
        source="pagat, Exchanging cards and calling a partner; wikipedia_ja, Bidding",
        help=N_("From 18 or 19 it is enough to reach 20."),
        sentence={
            OTHERS: N_("After the kitty, a suit in place of no-trump costs {choice} more, or up to the highest bid."),
            0: N_("After the kitty, a suit in place of no-trump costs nothing more."),
            "forbidden": N_("After the kitty no-trump stays no-trump."),
        },
    )
    raise_same_trump: bool = kitty_rule(
        True,
        None,
        N_("The contract may be raised without changing trumps"),
        source="pagat, Exchanging cards and calling a partner",
    )
    raise_near_twenty: Literal["reach", "strict"] = kitty_rule(
        "reach",
        {"reach": N_("is enough up to the highest bid"), "strict": N_("must have room")},
        N_("A raise near 20"),
        source="pagat, Exchanging cards and calling a partner; groups, Changing trumps",
        help=N_("Without room for the whole raise, trumps then stay."),
        sentence={
            "reach": N_("Near 20 a raise up to the highest bid is enough."),
            "strict": N_("Trumps change only where there is room for the whole raise."),
        },
        rare=True,
    )
    raise_to_higher_suit: Literal["as_suit", "free"] = kitty_rule(
        "as_suit",
        {"as_suit": N_("as much as to any suit"), "free": N_("nothing")},
        N_("A change to a higher suit costs"),
        source="groups, Changing trumps",
        help=N_("Spades are higher than diamonds, then hearts, then clubs."),
        when={"raise_suit_to_suit": (1, 2, 3)},
        sentence={
            "as_suit": N_("A change to a higher suit costs as much as to any other."),
            "free": N_(
                "After the kitty, a change to a higher suit costs nothing: spades, then diamonds, hearts, clubs."
            ),
        },
        rare=True,
    )

    friend_by_card: bool = friend_rule(
        True,
        None,
        N_("Friend by a card"),
        source="pagat, Exchanging cards and calling a partner",
        help=N_("Whoever holds the card that the declarer names."),
        sentence={True: N_("The declarer may call a card; whoever holds it is the friend.")},
        only={True: FRIENDS},
    )
    friend_by_first_trick: bool = friend_rule(
        True,
        None,
        N_("Friend by the first trick"),
        source="pagat, Exchanging cards and calling a partner; base10, First Help Friend",
        help=N_("Whoever wins the first trick."),
        sentence={True: N_("The declarer may call the winner of the first trick.")},
        only={True: ONE_FRIEND},
    )
    friend_by_last_trick: bool = friend_rule(
        False,
        None,
        N_("Friend by the last trick"),
        source="groups, Friend by the last trick",
        help=N_("Whoever wins the last trick; nobody is known before."),
        sentence={True: N_("The declarer may call the winner of the last trick.")},
        refusals={"call.no_last_trick": N_("At this table the last trick does not make a friend.")},
        only={True: ONE_FRIEND},
        rare=True,
    )
    friend_by_player: bool = friend_rule(
        False,
        None,
        N_("Friend by name"),
        source="pagat, Variations: Exchanging and Calling",
        help=N_("The player whom the declarer names."),
        sentence={True: N_("The declarer may call a player by name.")},
        only={True: ONE_FRIEND},
    )
    no_friend: bool = friend_rule(
        True,
        None,
        N_("The declarer may announce no friend"),
        source="pagat, Exchanging cards and calling a partner",
        never={"rules.no_call_left": lambda rules: not (may_call_friend(rules) or rules.no_friend)},
    )
    secret_solo: bool = friend_rule(
        True,
        None,
        N_("The declarer may call a card of their own"),
        source="pagat, Exchanging cards and calling a partner; korean40, 1-4",
        help=N_("One in hand or discarded: the declarer then plays alone in secret."),
        sentence={True: N_("The declarer may call an own card and then plays alone in secret.")},
        when=BY_CARD,
    )
    joker_friend: bool = friend_rule(
        True, None, N_("The joker may be called"), source="pagat, Exchanging cards and calling a partner", when=BY_CARD
    )
    suit_request: bool = friend_rule(
        True,
        None,
        N_("At 20 no-trump the declarer may ask for a suit"),
        source="pagat, Exchanging cards and calling a partner",
        help=N_("The friend is asked to lead it after winning a trick."),
        sentence={True: N_("At 20 no-trump the declarer may ask the friend to lead a suit.")},
        unless=NO_FRIENDS,
    )
    win_order: bool = friend_rule(
        False,
        None,
        N_("The declarer may once order the friend to win a trick"),
        source="pagat, Variations: Play",
        help=N_("With a contract of 17 or more. The friend need not obey."),
        sentence={
            True: N_(
                "From a contract of 17 the declarer may once order the friend to win a trick, with two packs from 34 "
                "and twice; the friend need not obey."
            )
        },
        unless=NO_FRIENDS,
    )
    friend_may_announce: bool = friend_rule(
        False,
        None,
        N_("The friend may announce themselves on winning points"),
        source="pagat, Variations: Play",
        when=BY_CARD,
    )

    friend_must_announce: bool = friend_rule(
        False,
        None,
        N_("The friend must announce themselves with the first points they win"),
        source="groups, Showing the friend",
        help=N_("The points then go to the declarer’s side at once."),
        when={**BY_CARD, "friend_may_announce": (True,)},
        rare=True,
    )

    trump_first_lead: Literal["only_trumps", "trumps_and_joker", "trumps_joker_mighty", "nothing_else", "free"] = (
        play_rule(
            "only_trumps",
            {
                "only_trumps": N_("with nothing but trumps"),
                "trumps_and_joker": N_("with nothing but trumps and the joker"),
                "trumps_joker_mighty": N_("with nothing but trumps, the joker and the Mighty"),
                "nothing_else": N_("when nothing else may be led"),
                "free": N_("with any hand"),
            },
            N_("The declarer may lead a trump to the first trick"),
            source="pagat, The Play; korean40, 2-2; wikipedia_ja, Play; groups, First lead",
            help=N_("Always, when no other card may be led."),
            sentence={
                OTHERS: N_(
                    "The declarer leads a trump to the first trick only {choice}, or when nothing else may be led."
                ),
                "nothing_else": N_("The declarer leads a trump to the first trick only when nothing else may be led."),
                "free": N_("The declarer may lead a trump to the first trick."),
            },
        )
    )
    mighty_first_trick: Literal["full", "plain"] = play_rule(
        "full",
        {"full": N_("the highest card"), "plain": N_("an ordinary ace")},
        N_("In the first trick the Mighty is"),
        source="pagat, Variations: Play",
        sentence=N_("In the first trick the Mighty is {choice}."),
    )
    mighty_first_lead: Literal["allowed", "forbidden"] = play_rule(
        "allowed",
        FIRST_LEADS,
        N_("The Mighty led to the first trick"),
        source="pagat, The Play; wikipedia_ja, Play",
        when={"mighty_first_trick": ("full",)},
        sentence={
            "allowed": N_("The first trick may be led with the Mighty."),
            "forbidden": N_("The first trick may not be led with the Mighty."),
        },
    )
    joker_first_last: Literal["powerless", "powerless_first", "forbidden", "full"] = play_rule(
        "powerless",
        {
            "powerless": N_("has no power"),
            "powerless_first": N_("has no power in the first; in the last it has"),
            "forbidden": N_("may not be played"),
            "full": N_("has its power"),
        },
        N_("The joker in the first and last trick"),
        source="pagat, The Play; base10, Playing; korean40, 2-3; wikipedia_ja, Exceptions in play",
        help=N_("Where it may not be played, it goes before the last trick."),
        sentence={
            OTHERS: N_("In the first and the last trick the joker {choice}."),
            "forbidden": N_("The joker may not be played to the first or the last trick, so it goes before the last."),
        },
    )
    joker_first_lead: Literal["powerless", "forbidden", "full"] = play_rule(
        "powerless",
        {"powerless": N_("has no power"), "forbidden": N_("may not be played"), "full": N_("has its power")},
        N_("The joker led to the first trick"),
        source="pagat, The Play; pagat, Variations: Play; base10, Opening lead; groups, First lead",
        only={"full": needs("rules.joker_stronger_led", joker_first_last=("full",))},
        help=N_("If not allowed, the declarer may not keep only trumps and the joker."),
        when=JOKER_AT_THE_ENDS,
        sentence={
            "powerless": N_("Led to the first trick the joker has no power."),
            "full": N_("Led to the first trick the joker has its power too."),
            "forbidden": N_(
                "The joker may not be led to the first trick, so the declarer may not keep only trumps and the joker."
            ),
        },
    )
    joker_led_powerless: Literal["second_card", "leader"] = play_rule(
        "second_card",
        {"second_card": N_("the next card played"), "leader": N_("the leader")},
        N_("When the joker is led without power, the suit is set by"),
        source="pagat, The Play; pagat, Variations: Play; korean40, 2-2",
        help=N_("If it is the leader, the joker still wins when nobody follows and nobody plays a trump."),
        when=JOKER_AT_THE_ENDS,
        unless={"joker_first_last": ("powerless_first", "full"), "joker_first_lead": ("forbidden", "full")},
        sentence={
            "second_card": N_("When the joker is led without power, the next card sets the suit."),
            "leader": N_(
                "When the joker is led without power, the leader sets the suit; the joker wins if nobody follows or "
                "plays a trump."
            ),
        },
    )
    joker_lead_any_card: bool = play_rule(
        False,
        None,
        N_("Who leads the joker may ask for any card"),
        source="pagat, Variations: Play",
        help=N_("Instead of a suit, where the joker has its power."),
        unless=TWO_JOKERS,
        sentence={True: N_("Who leads the joker with its power may ask for any card instead of a suit.")},
    )
    other_joker: Literal["above_suit", "below_suit"] = play_rule(
        "above_suit",
        {"above_suit": N_("beats the suit led"), "below_suit": N_("does not beat the suit led")},
        N_("Without trumps, the joker of the other colour"),
        source="groups, Two jokers",
        help=N_("The joker of the colour led is above it. With trumps, theirs is above them and the other below."),
        when=TWO_JOKERS,
        sentence={
            "above_suit": N_(
                "The joker of the trumps’ colour beats trumps, the other one only the suit led. Without trumps, both "
                "beat it, that of the colour led the other."
            ),
            "below_suit": N_(
                "The joker of the trumps’ colour beats trumps, the other one only the suit led. Without trumps, only "
                "that of the colour led beats it."
            ),
        },
    )
    joker_call_under_clubs: Literal["S", "H", "D", "C"] = play_rule(
        "S",
        {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")},
        N_("When clubs are trumps, the joker call is of"),
        source="pagat, Players and cards; wikipedia_ja, Cards",
        help=N_("Else it is the three of clubs; the seven where the pack has no threes."),
        unless=TWO_JOKERS,
        never={"rules.joker_call_not_in_pack": joker_call_not_in_pack},
        sentence=N_(
            "The three of clubs calls the joker (the seven where the pack has no threes); if clubs are trumps, that of "
            "{choice}."
        ),
    )
    joker_call_first_lead: Literal["allowed", "forbidden"] = play_rule(
        "allowed",
        FIRST_LEADS,
        N_("The joker call led to the first trick"),
        source="pagat, The Play; wikipedia_ja, Play",
        sentence={
            "allowed": N_("The first trick may be led with the card that calls the joker."),
            "forbidden": N_("The first trick may not be led with the card that calls the joker."),
        },
    )
    joker_call_tricks: Literal["2_to_last", "2_to_last_but_one", "every"] = play_rule(
        "2_to_last",
        {
            "2_to_last": N_("every trick but the first"),
            "2_to_last_but_one": N_("every trick but the first and last"),
            "every": N_("every trick"),
        },
        N_("The joker may be called in"),
        source="pagat, The Play; korean40, Special cards; groups, Joker call",
        help=N_("In the first trick also where the joker may otherwise not be played to it."),
        sentence=N_("The joker may be called in {choice}."),
    )
    called_joker: Literal["powerless", "full"] = play_rule(
        "powerless",
        {"powerless": N_("has no power"), "full": N_("keeps its power")},
        N_("A called joker"),
        source="pagat, The Play; groups, Joker call",
        sentence={
            "powerless": N_("A called joker has no power."),
            "full": N_("A called joker must be played, and keeps its power."),
        },
        rare=True,
    )
    joker_call_optional: bool = play_rule(
        True,
        None,
        N_("Who leads the joker call may leave the joker alone"),
        source="pagat, The Play; wikipedia_ja, Cards",
    )
    mighty_saves_joker: bool = play_rule(
        True,
        None,
        N_("The Mighty may be played instead of a called joker"),
        source="pagat, The Play; base10, Playing; wikipedia_ja, Exceptions in play",
    )
    lone_mighty_must_follow: bool = play_rule(
        True,
        None,
        N_("The Mighty must follow suit when it is the only card of its suit"),
        source="pagat, The Play; korean40, Special cards; wikipedia_ja, Exceptions in play",
        help=N_("The joker may be played instead."),
        sentence={
            True: N_("The Mighty must follow suit when it is the only card of its suit, unless the joker is played.")
        },
    )

    made: Literal["2(B-M)+(P-B)", "P-10", "P-M", "P-M+1", "P-B", "B-M+1", "1.5(B-M)+(P-B)", "2(B-M+1)", "P-B+1"] = (
        score_rule(
            "2(B-M)+(P-B)",
            {
                "2(B-M)+(P-B)": N_("2 × (bid − lowest bid) + (points − bid)"),
                "P-10": N_("points − 10"),
                "P-M": N_("points − lowest bid"),
                "P-M+1": N_("points − lowest bid + 1"),
                "P-B": N_("points − bid"),
                "B-M+1": N_("bid − lowest bid + 1"),
                "1.5(B-M)+(P-B)": N_("1½ × (bid − lowest bid) + (points − bid), rounded down"),
                "2(B-M+1)": N_("2 × (bid − lowest bid + 1)"),
                "P-B+1": N_("points − bid + 1"),
            },
            N_("Score of a made contract"),
            source="pagat, Scoring; pagat, Variations: Scoring; groups, Score base",
            help=N_("What each defender pays. Points are those of the declarer’s side, out of 20."),
            only={"P-10": needs("rules.ten_of_forty", players=ONE_PACK)},
            sentence=N_("If made, each defender pays {choice}."),
        )
    )
    failed: Literal["B-P", "2(B-P)", "as_made"] = score_rule(
        "B-P",
        {
            "B-P": N_("bid − points"),
            "2(B-P)": N_("2 × (bid − points)"),
            "as_made": N_("bid − lowest bid + 1"),
        },
        N_("Score of a failed contract"),
        source="pagat, Scoring; pagat, Variations: Scoring; wikipedia_ja, Score",
        help=N_("What each defender receives."),
        sentence=N_("If failed, each defender receives {choice}."),
    )
    score_from: int | Literal["lowest"] = score_rule(
        "lowest",
        {"lowest": N_("the lowest bid of the table"), 13: "13"},
        N_("“Lowest bid” in the score is"),
        source="groups, Score base",
        help=N_("Where bids begin at 14, some groups still count from 13."),
        unless=NOT_FROM_LOWEST,
        only={13: TWENTY_POINTS},
        sentence={"lowest": N_("The score counts from the lowest bid."), OTHERS: N_("The score counts from {choice}.")},
        rare=True,
    )
    minimum_made: int = score_rule(
        0,
        (0, 1),
        N_("A made contract scores at least"),
        source="pagat, Variations: Scoring",
        help=N_("Before any doubling."),
        when={"made": ("2(B-M)+(P-B)", "P-M", "P-B", "1.5(B-M)+(P-B)")},
        sentence=N_("If made, each defender pays at least {choice}, before any doubling."),
    )
    run: Literal["off", "captured", "bid_and_captured"] = score_rule(
        "captured",
        {
            "off": N_("no"),
            "captured": N_("all 20 points"),
            "bid_and_captured": N_("all 20 points, when 20 was bid"),
        },
        N_("A run doubles"),
        source="pagat, Scoring; wikipedia_ja, Variants",
        sentence={
            "captured": N_("Taking every point doubles: a run."),
            "bid_and_captured": N_("Taking every point doubles when all of them were bid: a run."),
            "off": N_("A run does not double."),
        },
    )
    back_run: Literal[
        "off",
        "defenders_11",
        "defenders_10",
        "short_by_10",
        "defenders_bid",
        "defenders_lowest",
        "short_by_5",
        "defenders_number",
        "short_by_number",
    ] = score_rule(
        "defenders_11",
        {
            "off": N_("no"),
            "defenders_11": N_("11 points for the defenders"),
            "defenders_10": N_("10 points for the defenders"),
            "short_by_10": N_("10 points short of the bid"),
            "defenders_bid": N_("as many points for the defenders as were bid"),
            "defenders_lowest": N_("as many points for the defenders as the lowest bid"),
            "short_by_5": N_("5 points short of the bid"),
            "defenders_number": N_("a number of points for the defenders"),
            "short_by_number": N_("a number of points short of the bid"),
        },
        N_("A back run doubles a failure"),
        source=(
            "pagat, Scoring; pagat, Variations: Scoring; base10, Back-run; korean40, Back run; groups, Back run lines"
        ),
        only=dict.fromkeys(("defenders_11", "defenders_10"), ONE_PACK_BACK_RUN),
        sentence={OTHERS: N_("A failure doubles at {choice}: a back run."), "off": N_("A back run does not double.")},
    )
    back_run_points: int = score_rule(
        8,
        range(1, 41),
        N_("Points for a back run"),
        source="groups, Back run lines",
        when={"back_run": ("defenders_number", "short_by_number")},
        sentence=N_("Points for a back run: {choice}."),
        rare=True,
    )
    no_trump_double: Double = score_rule(
        "always",
        DOUBLES,
        N_("No-trump doubles"),
        source="pagat, Scoring; korean40, Score",
        sentence={OTHERS: N_("No-trump doubles, {choice}."), "off": N_("No-trump does not double.")},
    )
    no_friend_double: Double = score_rule(
        "always",
        DOUBLES,
        N_("Announcing no friend doubles"),
        source="pagat, Scoring; korean40, Score",
        help=N_("A declarer who plays alone in secret is not doubled."),
        only={"made": FRIENDS_DOUBLE, "always": FRIENDS_DOUBLE},
        sentence={
            OTHERS: N_("Announcing no friend doubles, {choice}; calling an own card does not."),
            "off": N_("Announcing no friend does not double."),
        },
    )
    first_trick_solo: Literal["solo", "no_friend"] = score_rule(
        "solo",
        {
            "solo": N_("alone, not doubled"),
            "no_friend": N_("as if no friend was announced"),
        },
        N_("The declarer wins the trick that was to show the friend"),
        source="pagat, Scoring; korean40, 1-4",
        when={"friend_by_first_trick": (True,), "no_friend_double": ("made", "always")},
        sentence=N_("A declarer who wins the trick that was to show the friend plays {choice}."),
    )
    buried_mighty_double: Double = score_rule(
        "off",
        DOUBLES,
        N_("Discarding the Mighty doubles"),
        source="pagat, Variations: Scoring",
        sentence={
            OTHERS: N_("Discarding the Mighty doubles, {choice}."),
            "off": N_("Discarding the Mighty does not double."),
        },
    )
    buried_joker_double: Double = score_rule(
        "off",
        DOUBLES,
        N_("Discarding the joker doubles"),
        source="pagat, Variations: Scoring",
        sentence={
            OTHERS: N_("Discarding the joker doubles, {choice}."),
            "off": N_("Discarding the joker does not double."),
        },
    )
    bid_20_double: Double = score_rule(
        "off",
        DOUBLES,
        N_("A contract of 20 doubles"),
        source="pagat, Variations: Scoring",
        sentence={OTHERS: N_("A contract of 20 doubles, {choice}."), "off": N_("A contract of 20 does not double.")},
    )

    split: Literal["two_to_one", "whole", "one_share", "even", "declarer_pays", "chicago_table", "own"] = score_rule(
        "two_to_one",
        {
            "two_to_one": N_("twice as much for the declarer as for a friend"),
            "whole": N_("nearly two to one, in whole numbers"),
            "one_share": N_("one defender’s share for a friend, the rest for the declarer"),
            "even": N_("evenly"),
            "declarer_pays": N_("evenly if made; if failed the declarer pays alone"),
            "chicago_table": N_("in whole numbers, by the Chicago table"),
            "own": N_("in whole numbers, by a table of one’s own"),
        },
        N_("The declarer’s side shares"),
        source=(
            "pagat, Scoring; pagat, Four players; pagat, Six, seven or eight players (Chicago); "
            "groups, Sets for other numbers"
        ),
        help=N_("What the defenders pay in all. A declarer without a friend receives everything."),
        only={
            **dict.fromkeys(("even", "declarer_pays", "chicago_table"), FOUR_SPLIT),
            "whole": UNEVEN_SPLIT,
            "one_share": needs("rules.split_of_more_than_five", players=MORE_THAN_FIVE),
            "own": needs("rules.split_of_two_packs", players=TWO_PACKS),
        },
        never={
            "rules.table_from_thirteen": lambda rules: rules.split == "chicago_table" and rules.min_bid != 13,
            "rules.table_of_contracts": chicago_table_mispays,
        },
        sentence={
            "two_to_one": N_("The declarer wins or loses twice as much as a friend, and without one everything."),
            "whole": N_(
                "A friend wins or loses half as much as the declarer, to the nearest whole number (the lower of two as "
                "near), and the declarer the rest."
            ),
            "one_share": N_("A friend wins or loses as much as a defender, and the declarer the rest."),
            "even": N_("The declarer and the friend share evenly."),
            "declarer_pays": N_("A made contract is shared evenly; for a failed one the declarer pays alone."),
            "chicago_table": N_("The declarer’s side shares in whole numbers, by the Chicago table."),
            "own": N_(
                "The declarer and two friends share by a table of the group’s own; with one friend the declarer has "
                "nearly twice as much, in whole numbers."
            ),
        },
    )

    own_shares: str = score_rule(
        NO_TABLE,
        TableOf(N_("the nearest whole numbers"), EXAMPLE_OF_SHARES),
        N_("Table of the shares"),
        source="pagat, Six, seven or eight players (Chicago)",
        help=N_("With two friends. In each line the points of a defender, the declarer, the first and second friend."),
        when={"split": ("own",)},
        never={
            "rules.shares_of_contracts": shares_are_for_points,
            "rules.shares_missing": find_missing_shares,
            "rules.shares_needless": find_needless_shares,
            "rules.shares_sum": find_wrong_shares,
        },
        sentence={
            NO_TABLE: N_("The table has nearly two to one, in whole numbers."),
            OTHERS: N_(
                "In each line of the table the points of a defender, then those of the declarer, the first and the "
                "second friend: {choice}."
            ),
        },
    )

    sitting_out: Literal["stays", "in_turn", "dealer", "by_result"] = session_rule(
        "stays",
        {
            "stays": N_("whoever did before"),
            "in_turn": N_("the next in turn"),
            "dealer": N_("the dealer"),
            "by_result": N_("the friend if made, the declarer if failed"),
        },
        N_("With more people than play, out sits"),
        source="groups, Sitting out",
        help=N_("If several do, those who follow in turn as well. People may always choose others."),
        sentence={
            OTHERS: N_("With more people than play, this is who sits out next: {choice}."),
            "stays": N_("With more people than play, whoever sat out before stays out, unless people choose others."),
        },
        rare=True,
    )
    bankroll: int = session_rule(
        0,
        (0, *STAKES),
        N_("Everyone begins with"),
        source="korean40, Preparation",
        sentence=N_("Everyone begins with {choice} points."),
        pays=True,
    )
    eliminate: bool = session_rule(
        False,
        None,
        N_("The session ends when anyone is at zero or below"),
        source="korean40, End of the game",
        never={"rules.eliminated_at_start": lambda rules: rules.eliminate and rules.bankroll == 0},
    )
    pay_at_most: Literal["everything", "balance"] = session_rule(
        "everything",
        {"everything": N_("all that they owe"), "balance": N_("no more than they have")},
        N_("A player pays"),
        source="groups, Paying no more than one has",
        help=N_("The declarer receives that much less if made, the defenders if failed."),
        when={"bankroll": STAKES},
        sentence=N_("A player pays {choice}."),
        rare=True,
        pays=True,
    )

    def __hash__(self) -> int:
        """Hash only the rules in which tables differ most, since hashing all sixty would slow every look-up."""
        return hash((self.players, self.min_bid, self.redeal, self.split, self.next_dealer, self.bankroll))

    @property
    def highest_level(self) -> int:
        """The most points that anyone may promise."""
        return max(self.highest_bid, self.setting.points)

    @property
    def lowest_no_trump(self) -> int:
        """The level at which no-trump bids begin (groups, No-trump bids)."""
        return self.min_bid - (self.no_trump_bids in ("opens_lower", "count_one_more"))

    @property
    def highest_contract_score(self) -> int:
        """The most that a contract scores before doubling where the contract alone is paid."""
        return self.highest_level - self.lowest_no_trump + 1

    @property
    def typed_shares(self) -> Mapping[int, tuple[int, ...]]:
        """The declarer's and each friend's share by the score before doubling, if a table is typed and applies."""
        return read_table(self.own_shares) if self.split == "own" and self.players in TWO_PACKS else {}

    @property
    def has_fines(self) -> bool:
        """Whether redeals cost something."""
        return self.redeal_fine != 0 and self.redeal != "off"

    @property
    def limits_payments(self) -> bool:
        """Whether nobody pays more than they have."""
        return self.pay_at_most == "balance" and self.bankroll > 0

    @property
    def setting(self) -> Setting:
        """The cards of the table and how they are dealt. Raises `RuleError` when `players` is no choice."""
        try:
            return SETTINGS[self.players]
        except KeyError:
            raise RuleError("rules.not_a_choice", rule=N_("Players"), value=self.players) from None


@cache
def check_rules(rules: Rules) -> tuple[Problem, ...]:
    """Return every problem of `rules`, cached because every deal asks for them."""
    return rules.check()
