"""The house rules of Zhao Pengyou. Their defaults are the main text of pagat, which is pagat.com's page on the game.

Those of "groups" are rules that groups wrote down, most of them for their own programs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from scorekeeper.house_rules import OTHERS, Ruleset, SetChoices, house_rule, needs
from scorekeeper.messages import N_

BLOCKS: Mapping[str, str] = {
    "setting": N_("Cards and deal"),
    "trumps": N_("Making trumps"),
    "call": N_("Friend calls"),
    "play": N_("Play"),
    "throw": N_("Throws"),
    "result": N_("Result"),
    "levels": N_("Levels"),
}
"""The sections of the house rules, in order."""

setting_rule = partial(house_rule, block="setting")
trumps_rule = partial(house_rule, block="trumps")
call_rule = partial(house_rule, block="call")
play_rule = partial(house_rule, block="play")
throw_rule = partial(house_rule, block="throw")
result_rule = partial(house_rule, block="result", pays=True)
levels_rule = partial(house_rule, block="levels")


def exposing_alone_makes_trumps(rules: "Rules") -> bool:
    """Return whether only exposing makes trumps though levels reach the joker, at which nobody can expose."""
    exposing = rules.making_trumps != "predetermined" and rules.nobody_made_trumps == "redeal"
    return rules.end == "joker_lap" and exposing


OVERCALLED = {"making_trumps": ("overcall", "predetermined")}
PLAIN = {"levels": ("plain",)}


PACK_POINTS = 100
"""The card points of a pack."""
MOST_PACKS_CHOSEN: Mapping[str, int] = {"two": 2, "three": 3, "five": 5, "six": 6, "every_two": 6}
"""The packs of the most players, by the house rule `packs`; four where it has none."""


def find_line_above_a_pack(rules: "Rules") -> bool | Mapping[str, object]:
    """Return the largest line, if the defenders could never rise since no pack has so many points."""
    return rules.points_for == "pack" and find_line_above(rules, PACK_POINTS)


def find_line_above_all_packs(rules: "Rules") -> bool | Mapping[str, object]:
    """Return the largest line, if the defenders could never rise since even the most packs lack the points."""
    return rules.points_for == "all" and find_line_above(rules, PACK_POINTS * MOST_PACKS_CHOSEN.get(rules.packs, 4))


def find_line_above(rules: "Rules", points: int) -> bool | Mapping[str, object]:
    """Return the largest line and the points that there are, if the line and its zone take more than these."""
    too_high = rules.levels == "plain" and rules.line + rules.neutral > points
    return too_high and {"points": points, "most": max(points - rules.neutral, 0)}


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    """The house rules of a table, each an attribute: ``rules.making_trumps``."""

    packs: Literal["table", "three_for_seven", "two", "three", "four", "five", "six", "half", "every_two"] = (
        setting_rule(
            "table",
            {
                "table": N_("two for 5–7 players, three for 8–11, four for 12"),
                "three_for_seven": N_("three for 7 players too"),
                "two": N_("always two"),
                "three": N_("always three"),
                "four": N_("always four"),
                "five": N_("always five"),
                "six": N_("always six"),
                "half": N_("half as many as players, four at most"),
                "every_two": N_("one for every two players"),
            },
            N_("Packs"),
            source="pagat, The Players and Cards; pagat, Variations: Number of Cards and Size of Kitty; "
            "groups, Packs and kitty",
            only={"three_for_seven": needs("rules.three_packs_without_jokers", jokers=("one_of_each_per_pack",))}
            | dict.fromkeys(
                ("two", "three", "four", "five", "six", "half", "every_two"),
                needs("rules.packs_without_jokers", jokers=("one_of_each_per_pack",)),
            ),
            sentence=N_("The packs: {choice}."),
            pays=True,
        )
    )
    jokers: Literal["table", "kitty_of_six", "one_of_each_per_pack"] = setting_rule(
        "table",
        {
            "table": N_("as the cards must come out even; 5 players use all four"),
            "kitty_of_six": N_("so that the kitty always has six cards"),
            "one_of_each_per_pack": N_("a red and a black one for each pack"),
        },
        N_("Jokers"),
        source="pagat, The Players and Cards; pagat, Variations: Number of Cards and Size of Kitty",
        help=N_("With one of each for every pack the kitty is as near to six cards as equal hands allow."),
        sentence=N_("Jokers: {choice}."),
    )
    kitty: Literal["near_six", "at_least_five", "own"] = setting_rule(
        "near_six",
        {
            "near_six": N_("as near to six cards as equal hands allow"),
            "at_least_five": N_("five cards or a few more"),
            "own": N_("its own number of cards"),
        },
        N_("The kitty has"),
        source="pagat, Variations: Number of Cards and Size of Kitty; groups, Packs and kitty",
        when={"jokers": ("one_of_each_per_pack",)},
        sentence=N_("The kitty has {choice}."),
    )
    kitty_size: int = setting_rule(
        8,
        range(3, 31),
        N_("Cards in the kitty"),
        source="groups, Packs and kitty",
        help=N_("If hands would not be equal, low cards are taken out: of a level at which nobody makes trumps."),
        when={"jokers": ("one_of_each_per_pack",), "kitty": ("own",)},
        sentence=N_("Cards in the kitty: {choice}. If hands would not be equal, low cards are taken out."),
    )
    starter: Literal["previous_trump_maker", "rotate_right", "coming_maker", "friend", "last_trick"] = setting_rule(
        "previous_trump_maker",
        {
            "previous_trump_maker": N_("the last trump maker, if still active"),
            "rotate_right": N_("the next to the right"),
            "coming_maker": N_("the trump maker, whom the last hand decides"),
            "friend": N_("the friend, or whoever made trumps alone, after a win; else the next seat"),
            "last_trick": N_("whoever won the last trick"),
        },
        N_("The first card of a deal is taken by"),
        source="pagat, The Scores, the Deal and Making Trumps; pagat, Variations: Deal; groups, Next trump maker",
        only={"coming_maker": needs("rules.coming_maker_not_decided", making_trumps=("predetermined",))},
        sentence=N_("The first card of a deal is taken by {choice}."),
    )

    making_trumps: Literal["overcall", "first_is_final", "active_ranks", "predetermined"] = trumps_rule(
        "overcall",
        {
            "overcall": N_("by showing cards of one’s own level; more identical cards overcall"),
            "first_is_final": N_("by showing cards of one’s own level; the first are final"),
            "active_ranks": N_("by showing cards of any active player’s level"),
            "predetermined": N_("the last hand decides who; anyone shows which suit"),
        },
        N_("Trumps are made"),
        source="pagat, The Scores, the Deal and Making Trumps; pagat, Variations: Making trumps; "
        "pagat, Variations: Scoring",
        sentence={
            "overcall": N_("Trumps are made by showing cards of one’s own level; more identical cards overcall."),
            "first_is_final": N_("Trumps are made by showing cards of one’s own level; the first are final."),
            "active_ranks": N_("Trumps are made by showing cards of any active player’s level."),
            "predetermined": N_("The last hand decides who is trump maker; anyone may show the suit."),
        },
    )
    same_number: Literal["more", "jokers", "jokers_suits"] = trumps_rule(
        "more",
        {
            "more": N_("more cards only"),
            "jokers": N_("more cards, or as many jokers; red over black"),
            "jokers_suits": N_("more cards, or as many jokers, or from two on a higher suit"),
        },
        N_("Cards shown are overcalled by"),
        source="pagat, The Scores, the Deal and Making Trumps; groups, Exposures",
        help=N_("Suits rise from diamonds to clubs, hearts and spades."),
        when=OVERCALLED,
        sentence=N_("Cards shown are overcalled by {choice}."),
        rare=True,
    )
    jokers_expose: Literal["no", "two", "all", "all_but_one_red"] = trumps_rule(
        "no",
        {
            "no": N_("nothing"),
            "two": N_("no-trump, from two alike on"),
            "all": N_("no-trump, all of a kind together"),
            "all_but_one_red": N_("no-trump: all black ones, or all red ones but one"),
        },
        N_("Jokers that are shown make"),
        source="pagat, The Scores, the Deal and Making Trumps; groups, Exposures",
        help=N_("Jokers and the trump rank are trumps then."),
        when=OVERCALLED,
        sentence={
            "no": N_("Trumps are not made with jokers."),
            "two": N_("Two jokers alike make jokers and the trump rank trumps, without a suit."),
            "all": N_("All jokers of a kind make them and the trump rank trumps, without a suit."),
            "all_but_one_red": N_(
                "All black jokers, or all red ones but one, make jokers and the trump rank trumps, without a suit."
            ),
        },
        rare=True,
    )
    expose_at_least: int = trumps_rule(
        1,
        {1: N_("one card"), 2: N_("a pair")},
        N_("Trumps are made with at least"),
        source="pagat, The Scores, the Deal and Making Trumps; groups, Exposures",
        when=OVERCALLED,
        sentence=N_("Trumps are made with at least {choice}."),
        rare=True,
    )
    exposes: Literal["own", "own_or_standing"] = trumps_rule(
        "own",
        {
            "own": N_("of one’s own level"),
            "own_or_standing": N_("of one’s own level, or of the level that lies there"),
        },
        N_("Anyone may show cards"),
        source="pagat, The Scores, the Deal and Making Trumps; groups, Exposures",
        help=N_("At another level than the one that lies there that changes the suit, not the trump maker."),
        when={"making_trumps": ("overcall",)},
        sentence={
            "own": N_("Everyone shows cards of their own level."),
            "own_or_standing": N_(
                "The level that lies there may be shown too; at another level that changes the suit only."
            ),
        },
        rare=True,
    )
    first_maker: Literal["last", "first"] = trumps_rule(
        "last",
        {
            "last": N_("whoever shows last"),
            "first": N_("whoever shows first; others then change the suit only"),
        },
        N_("The trump maker is"),
        source="pagat, The Scores, the Deal and Making Trumps; groups, Exposures",
        when={"making_trumps": ("overcall",)},
        sentence=N_("The trump maker is {choice}."),
        rare=True,
    )
    own_exposure: Literal["match", "add", "any", "never"] = trumps_rule(
        "match",
        {
            "match": N_("at once when it is overcalled, by as many"),
            "add": N_("while it stands, by more of the same"),
            "any": N_("while it stands, by more of the same or another suit"),
            "never": N_("never"),
        },
        N_("One’s own cards shown are strengthened"),
        source="pagat, The Scores, the Deal and Making Trumps; groups, Exposures",
        when=OVERCALLED,
        sentence=N_("One’s own cards shown are strengthened {choice}."),
        rare=True,
    )
    nobody_made_trumps: Literal["redeal", "redeal_twice", "kitty_decides", "kitty_joker", "first_card", "any_rank"] = (
        trumps_rule(
            "redeal",
            {
                "redeal": N_("the cards are dealt again"),
                "redeal_twice": N_("the cards are dealt again, the third time the kitty decides"),
                "kitty_decides": N_("the kitty is turned up and decides"),
                "kitty_joker": N_("the kitty is turned up and decides, a joker for no-trump"),
                "first_card": N_("the first card of the kitty is trumps"),
                "any_rank": N_(
                    "the kitty is turned up: the first card of anyone’s level makes that player trump maker"
                ),
            },
            N_("When nobody makes trumps"),
            source="pagat, The Scores, the Deal and Making Trumps; pagat, Variations: Scoring; groups, Exposures",
            sentence=N_("When nobody makes trumps, {choice}."),
        )
    )
    next_maker: Literal["winners", "next_defender", "next_seat"] = trumps_rule(
        "winners",
        {
            "winners": N_("the next of the winning side; the same if neither wins"),
            "next_defender": N_("the next of the winning side; the next defender if neither wins"),
            "next_seat": N_("the next seat"),
        },
        N_("The next trump maker is"),
        source="groups, Next trump maker",
        when={"making_trumps": ("predetermined",)},
        sentence={
            "winners": N_("The next trump maker is the next of the winning side, or the same if neither side wins."),
            "next_defender": N_(
                "The next trump maker is the next of the winning side, or the next defender if neither side wins."
            ),
            "next_seat": N_("The next seat is the next trump maker."),
        },
        rare=True,
    )

    call_the_other: bool = call_rule(
        False,
        None,
        N_("The trump maker may call “the other” copy"),
        source="pagat, Variations: Calling",
        help=N_("With two packs, of a card that the trump maker holds once."),
        sentence={True: N_("With two packs the trump maker may call “the other” copy of a card held once.")},
        refusals={"call.no_other": N_("At this table nobody calls “the other” copy.")},
    )
    friend_cards: Literal["no_trumps", "any", "any_not_shown", "not_highest", "no_points", "aces"] = call_rule(
        "no_trumps",
        {
            "no_trumps": N_("every card of the plain suits"),
            "any": N_("every card, trumps and jokers too"),
            "any_not_shown": N_("every card that was not shown to make trumps"),
            "not_highest": N_("plain suits, but not the highest of each"),
            "no_points": N_("plain suits, but no card with points"),
            "aces": N_("only non-trump aces"),
        },
        N_("Cards that may be called"),
        source="pagat, Discarding and Choosing Partners; groups, Cards that may be called",
        help=N_("Where aces are trumps, kings take their place."),
        sentence={
            "no_trumps": N_("Trumps may not be called."),
            "any": N_("Every card may be called, trumps and jokers too."),
            "any_not_shown": N_("Every card may be called that was not shown to make trumps."),
            "not_highest": N_("Neither trumps nor the highest card of a suit may be called."),
            "no_points": N_("Neither trumps nor cards with points may be called."),
            "aces": N_("Only non-trump aces may be called."),
        },
    )

    follow: Literal["sets_only", "subset_pattern"] = play_rule(
        "sets_only",
        {
            "sets_only": N_("sets as large as those led, while the suit has them"),
            "subset_pattern": N_("as much of the pattern led as the suit has"),
        },
        N_("Sets and sequences are followed with"),
        source="pagat, Leading a Set of Identical Cards; pagat, Leading a Sequence of Sets; pagat, Variations: Play",
        sentence={
            "sets_only": N_(
                "Sets and sequences are followed with sets as large as those led, while the suit has them."
            ),
            "subset_pattern": N_("Sets and sequences are followed with as much of the pattern led as the suit has."),
        },
    )
    tractors_above_ace: bool = play_rule(
        False,
        None,
        N_("Sequences of trumps go on above the ace"),
        source="pagat, Leading a Sequence of Sets; pagat, Variations: Play",
        help=N_("By way of the trump rank in other suits, the trump rank in trumps, black and red jokers."),
        sentence={
            True: N_(
                "Sequences of trumps go on above the ace: the trump rank of other suits, then of trumps, black joker, "
                "red joker."
            )
        },
    )
    four_beats_tractor: bool = play_rule(
        False, None, N_("Four identical cards beat a sequence of two pairs"), source="pagat, Variations: Play"
    )

    even_throws: bool = throw_rule(
        False, None, N_("A throw has the same number of cards of each rank"), source="pagat, Variations: Play"
    )
    failed_throw: Literal[
        "withdraw", "nothing", "ten", "hand_ends", "cards_to_opponents", "hand_lost", "penalty_points"
    ] = throw_rule(
        "withdraw",
        {
            "withdraw": N_("the rest is withdrawn, at 10 points a card"),
            "nothing": N_("the rest is withdrawn, for nothing"),
            "ten": N_("the rest is withdrawn, for 10 points"),
            "hand_ends": N_("the play ends and the other side wins one level"),
            "cards_to_opponents": N_("the play ends and all cards left go to the other side"),
            "hand_lost": N_("the leader’s side loses the hand; the others rise one level"),
            "penalty_points": N_("the leader owes two levels, each team mate one"),
        },
        N_("When a throw is beaten"),
        source="pagat, Leading a Group of Top Cards; pagat, Variations: Play; pagat, Variations: Scoring; "
        "groups, Beaten throws",
        sentence=N_("When a throw is beaten, {choice}."),
        pays=True,
    )
    throw_part: Literal["largest", "fewest", "kind", "lowest"] = throw_rule(
        "largest",
        {
            "largest": N_("the largest, of equal ones the highest, or as shown"),
            "fewest": N_("the one with fewest cards, of equal ones the lowest"),
            "kind": N_("the lowest of the kind that is beaten"),
            "lowest": N_("the lowest"),
        },
        N_("Of several parts of a throw that are beaten stays"),
        source="pagat, Leading a Group of Top Cards; groups, Beaten throws",
        sentence=N_("Of several parts of a throw that are beaten, this stays: {choice}."),
        rare=True,
    )
    throw_winner: Literal["largest", "largest_then_next", "every_part", "highest_card"] = throw_rule(
        "largest",
        {
            "largest": N_("the higher largest part"),
            "largest_then_next": N_("the higher largest part, if equal the next"),
            "every_part": N_("only what is higher in every part"),
            "highest_card": N_("the highest card"),
        },
        N_("Of trumps over a throw wins"),
        source="pagat, Leading a Group of Top Cards; groups, Throw against throw",
        sentence=N_("Of trumps over a throw wins {choice}."),
        rare=True,
    )
    after_failed_throw: Literal["ends", "goes_on"] = throw_rule(
        "ends",
        {
            "ends": N_("is over"),
            "goes_on": N_("goes on with the part that was beaten"),
        },
        N_("After a beaten throw the play"),
        source="pagat, Variations: Scoring",
        when={"failed_throw": ("hand_ends", "hand_lost", "penalty_points")},
        sentence=N_("After a beaten throw the play {choice}."),
        pays=True,
    )

    kitty_by_lead: Literal[
        "fixed", "twice", "power", "power_less", "twice_all", "power_all", "power_length", "table"
    ] = result_rule(
        "fixed",
        {
            "fixed": N_("always as often"),
            "twice": N_("twice for each card of the largest part"),
            "power": N_("2, doubled for each further card of the largest part"),
            "power_less": N_("once, doubled for each further card of the largest part"),
            "twice_all": N_("twice for each card led"),
            "power_all": N_("2, doubled for each further card led"),
            "power_length": N_("2, doubled for each further card of a set, and each further set in sequence"),
            "table": N_("single 2, pair 4, triple 6, n pairs 2 × 2ⁿ, n triples 2 × 3ⁿ"),
        },
        N_("Points in the kitty count, by the lead of the last trick,"),
        source="pagat, The Scoring; groups, The kitty by the last trick",
        help=N_("After a beaten throw the part that stayed is the lead."),
        sentence=N_("Points in the kitty count by the lead of the last trick: {choice}."),
        rare=True,
    )
    kitty_multiplier: int = result_rule(
        2,
        {0: N_("not at all"), 1: N_("once"), 2: N_("twice"), 3: N_("three times"), 4: N_("four times")},
        N_("Points in the kitty count for the defenders"),
        source="pagat, The Scoring; groups, The kitty by the last trick",
        help=N_("When the defenders win the last trick."),
        when={"kitty_by_lead": ("fixed",)},
        sentence={
            0: N_("Points in the kitty count for nobody."),
            OTHERS: N_("When the defenders win the last trick, points in the kitty count for them {choice}."),
        },
    )
    small_team: Literal["times_missing", "one_more", "nothing", "alone_three_times"] = result_rule(
        "times_missing",
        {
            "times_missing": N_("as much again for each missing friend"),
            "one_more": N_("one level more"),
            "nothing": N_("nothing more"),
            "alone_three_times": N_("three times as much if alone; the others then rise two at most"),
        },
        N_("A team with fewer friends wins"),
        source="pagat, The Scoring; groups, Small teams",
        sentence={
            "times_missing": N_("A team with fewer friends wins as much again for each missing one."),
            "one_more": N_("A team with fewer friends wins one level more."),
            "nothing": N_("A team with fewer friends wins nothing more."),
            "alone_three_times": N_(
                "A trump maker alone wins three times as much, and against one the others rise two levels at most."
            ),
        },
        rare=True,
    )
    points_for: Literal["pack", "all"] = result_rule(
        "pack",
        {"pack": N_("for each pack"), "all": N_("for all packs together")},
        N_("The points of the next three rules are"),
        source="pagat, The Scoring; groups, Bands",
        when=PLAIN,
        sentence=N_("The points at which levels are won are {choice}."),
        rare=True,
    )
    line: int = result_rule(
        40,
        range(5, 605, 5),
        N_("The makers rise below"),
        source="pagat, The Scoring; groups, Bands",
        help=N_("Points of the defenders, a multiple of five."),
        when=PLAIN,
        never={
            "rules.line_above_all_points": find_line_above_a_pack,
            "rules.line_above_all_packs": find_line_above_all_packs,
        },
        sentence=N_("The makers rise if the defenders have fewer points than {choice}."),
        rare=True,
    )
    step: int = result_rule(
        20,
        range(5, 205, 5),
        N_("Another level for every"),
        source="pagat, The Scoring; groups, Bands",
        help=N_("Points above or below the line, a multiple of five."),
        when=PLAIN,
        sentence=N_("Points for another level: {choice}."),
        rare=True,
    )
    neutral: int = result_rule(
        20,
        range(0, 205, 5),
        N_("Above the line nobody rises for another"),
        source="pagat, The Scoring; groups, Bands",
        help=N_("Points, a multiple of five; with 0 the defenders rise at once."),
        when=PLAIN,
        sentence=N_("Points above the line for which nobody rises: {choice}."),
        rare=True,
    )
    makers_bands: Literal["even", "halved"] = result_rule(
        "even",
        {"even": N_("of equal steps"), "halved": N_("at half and at a quarter of the line")},
        N_("The makers’ further levels are"),
        source="pagat, The Scoring; groups, Bands",
        when=PLAIN,
        sentence=N_("The makers’ further levels are {choice}."),
        rare=True,
    )
    zero_band: bool = result_rule(
        True,
        None,
        N_("Without any points of the defenders the makers rise one level more"),
        source="pagat, The Scoring; groups, Bands",
        when=PLAIN,
        rare=True,
    )
    beyond: Literal["stops", "defenders_four", "defenders", "goes_on"] = result_rule(
        "stops",
        {
            "stops": N_("at three levels, the makers as at 0 points"),
            "defenders_four": N_("for the defenders at four levels"),
            "defenders": N_("not for the defenders"),
            "goes_on": N_("for neither side"),
        },
        N_("Levels won for points stop"),
        source="pagat, The Scoring; groups, Bands",
        help=N_("Points below nothing come from throws."),
        when=PLAIN,
        sentence={
            "stops": N_("The defenders win three levels at most, and the makers no more than they do at 0 points."),
            "defenders_four": N_("The defenders win four levels at most."),
            "defenders": N_("The defenders win a level for every further step, without end."),
            "goes_on": N_("Both sides win a level for every further step, without end."),
        },
        rare=True,
    )

    levels: Literal["plain", "active_passive"] = levels_rule(
        "plain",
        {
            "plain": N_("levels only"),
            "active_passive": N_("levels, and players active or passive"),
        },
        N_("Players have"),
        source="pagat, The Scoring; pagat, Variations: Active and Passive Scores",
        help=N_("Only active players make trumps. A passive one spends the first level won on becoming active."),
        sentence={
            "plain": N_("Players have levels, and everyone may make trumps."),
            "active_passive": N_(
                "Only active players make trumps; a passive one spends the first level won on becoming active."
            ),
        },
        pays=True,
    )
    start_level: int = levels_rule(
        2,
        (2, 3, 6, 7, 8),
        N_("Everyone begins at level"),
        source="pagat, The Scores, the Deal and Making Trumps; groups, Above the ace, and first levels",
        sentence=N_("Everyone begins at level {choice}."),
        rare=True,
    )
    must_play: Literal["none", "A", "2_J", "2_J_A", "5_10_K_A", "3_5_10_J_K_A", "5_10_J_Q_K_A", "own"] = levels_rule(
        "none",
        {
            "none": N_("none"),
            "A": N_("ace"),
            "2_J": N_("2, J"),
            "2_J_A": N_("2, J, A"),
            "5_10_K_A": N_("5, 10, K, A"),
            "3_5_10_J_K_A": N_("3, 5, 10, J, K, A"),
            "5_10_J_Q_K_A": N_("5, 10, J, Q, K, A"),
            "own": N_("a set of one’s own"),
        },
        N_("Levels that must be played"),
        source="groups, Levels that must be played",
        help=N_("Nobody rises past one without having won a hand at it. With the ace the joker’s level, too."),
        sentence={
            "none": N_("Every level may be passed over."),
            OTHERS: N_("Levels that must be played, so that nobody rises past them at once: {choice}."),
        },
        pays=True,
    )
    own_levels: str = levels_rule(
        "5 10 K A",
        SetChoices(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")),
        N_("The set of levels"),
        source="groups, Levels that must be played",
        help=N_("The levels one after another, such as 5 10 K A."),
        when={"must_play": ("own",)},
        sentence=N_("Levels that must be played, so that nobody rises past them at once: {choice}."),
        pays=True,
    )
    must_play_by: Literal["winners", "makers", "maker"] = levels_rule(
        "winners",
        {
            "winners": N_("any player"),
            "makers": N_("the trump maker or a friend"),
            "maker": N_("the trump maker"),
        },
        N_("Such a level is left by winning as"),
        source="groups, Levels that must be played",
        unless={"must_play": ("none",)},
        sentence=N_("A level that must be played is left by winning as {choice}."),
        rare=True,
        pays=True,
    )
    ace_passes: Literal["winners", "makers", "makers_joker", "makers_with_maker", "maker"] = levels_rule(
        "winners",
        {
            "winners": N_("anyone who wins"),
            "makers": N_("the trump maker and friends"),
            "makers_joker": N_("the trump maker and friends, the joker’s level only if the trump maker is there"),
            "makers_with_maker": N_("the trump maker and friends, if the trump maker is at the ace"),
            "maker": N_("the trump maker alone"),
        },
        N_("The ace is passed by"),
        source="groups, Who passes the ace",
        help=N_("Anyone else who rises stops at the ace."),
        sentence=N_("The ace is passed by {choice}."),
        rare=True,
        pays=True,
    )
    demotion: Literal["off", "single_jack", "by_suit", "rank_cards"] = levels_rule(
        "off",
        {
            "off": N_("nothing"),
            "single_jack": N_("all makers fall to 2, for a single J at level J"),
            "by_suit": N_("J falls to 7 or 9, the ace to J or K"),
            "rank_cards": N_("levels by the number of cards; J, Q, K and the ace fall further"),
        },
        N_("The last trick lost to the trump rank costs"),
        source="groups, The last trick lost to the trump rank",
        help=N_("When a defender wins the last trick with cards of the trump maker’s level."),
        sentence={
            "off": N_("Nobody falls for losing the last trick."),
            "single_jack": N_(
                "If the trump maker is at J and a defender wins the last trick with a single J, all makers fall to 2 "
                "before levels are won."
            ),
            "by_suit": N_(
                "If the defenders reach their line and win the last trick with the trump rank, a trump maker at J "
                "falls to 7, by another suit to 9, and at the ace to J, by another suit to K, and friends at the same "
                "level fall with them."
            ),
            "rank_cards": N_(
                "If the defenders win the last trick with the trump rank of the trump suit, they win the hand, and the "
                "trump maker falls one level for each identical card, four for two pairs in sequence, six for more. "
                "At J, Q, K and the ace any suit counts: the trump suit lowers to 2, 6, J or Q, another to 9, J, Q or "
                "K, and friends fall one level."
            ),
        },
        rare=True,
        pays=True,
    )
    end: Literal["above_ace", "joker_lap", "lap"] = levels_rule(
        "above_ace",
        {
            "above_ace": N_("when someone rises above the ace"),
            "joker_lap": N_("never: after the ace come the joker and another lap"),
            "lap": N_("never: after the ace comes another lap"),
        },
        N_("The game ends"),
        source="pagat, The Scoring; pagat, Variations: Scoring; groups, Above the ace, and first levels",
        never={"rules.joker_level_makes_no_trumps": exposing_alone_makes_trumps},
        sentence={
            "above_ace": N_("The game ends when someone rises above the ace."),
            "joker_lap": N_("The game has no end: after the ace come the joker and another lap."),
            "lap": N_("The game has no end: after the ace comes another lap."),
        },
        pays=True,
    )
    skip_low: bool = levels_rule(
        False,
        None,
        N_("After the first lap levels begin at ten"),
        source="pagat, Variations: Scoring",
        when={"end": ("joker_lap", "lap")},
        pays=True,
    )
