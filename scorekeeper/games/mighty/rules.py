"""The house rules of Mighty, section by section. Their defaults are the main text of pagat.

Sources: pagat is pagat.com's page on Mighty, base10 an article on Mighty as played in Korea with base-10 scoring,
korean40 the Korean board-game rules with 40 points each, wikipedia_ja the Japanese Wikipedia, groups the house rules
that Korean groups, most of them at schools, wrote down for their own programs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

from scorekeeper.errors import Problem
from scorekeeper.games.mighty.cards import Setting
from scorekeeper.games.mighty.rules_of_auction import (
    ONE_PACK,
    TWENTY_POINTS,
    TWO_PACKS,
    WITH_FRIENDS,
    list_player_choices,
)
from scorekeeper.games.mighty.rules_of_play import PlayRules
from scorekeeper.house_rules import NO_TABLE, OTHERS, TableOf, house_rule, needs, read_table
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

score_rule = partial(house_rule, block="score", pays=True)
session_rule = partial(house_rule, block="session")

NOT_FROM_LOWEST = {"made": ("P-10", "P-B", "P-B+1"), "failed": ("B-P", "2(B-P)")}
STAKES = (20, 30, 40, 50, 60, 80, 100)


# --- With which players a choice can be made ---


def has_fractions(setting: Setting) -> bool:
    """Return whether what the defenders pay, shared two to one with friends, need not be whole numbers."""
    return any((setting.active - 1 - friends) % (2 + friends) for friends in range(1, setting.partners + 1))


MORE_THAN_FIVE = list_player_choices(lambda setting: setting.active > 5)
FRIENDS_DOUBLE = needs("rules.always_alone_doubled", players=WITH_FRIENDS)
ONE_PACK_BACK_RUN = needs("rules.back_run_of_one_pack", players=ONE_PACK)
FOUR_SPLIT = needs("rules.split_of_four", players=("four", "four_chicago"))
UNEVEN_SPLIT = needs("rules.split_without_fractions", players=list_player_choices(has_fractions))

# --- What contradicts itself whoever plays ---


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
DOUBLES: Mapping[Double, str] = {"off": N_("no"), "made": N_("only when made"), "always": N_("made or failed")}


@dataclass(frozen=True, slots=True)
class Rules(PlayRules):
    """Every house rule of a table, as attributes: ``rules.min_bid``."""

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


@cache
def check_rules(rules: Rules) -> tuple[Problem, ...]:
    """Return every problem of `rules`, cached because every deal asks for them."""
    return rules.check()
