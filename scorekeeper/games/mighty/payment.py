"""The payment of a hand, step by step, and its shares (pagat, Scoring and Variations: Scoring; Four players)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, NamedTuple

from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.mighty.auction import Bid, check_level, lowest_level_of
from scorekeeper.games.mighty.balances import Steps, add_steps, add_to_payments, limit_payments, round_shares
from scorekeeper.games.mighty.cards import MAGIC, Buried
from scorekeeper.games.mighty.friend import Call, check_call
from scorekeeper.games.mighty.pot import share_pot
from scorekeeper.games.mighty.rules import Double, Rules
from scorekeeper.house_rules import write_table
from scorekeeper.messages import message
from scorekeeper.settlement import Account, Amount, Gain, Seat, Settlement, Step, step, to_whole_number, total


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract: the bid after every change, and the friend call."""

    bid: Bid
    call: Call


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Seat]):
    """The outcome of the play. Seats may have any names."""

    points: int
    """The points of the declarer's side, discards included."""
    declarer: Seat
    """The declarer."""
    friend: Seat | None
    """The friend; None for a declarer who was alone, announced or not."""
    defenders: tuple[Seat, ...]
    """The defenders."""
    buried: Collection[Buried] = frozenset()
    """The magic cards that the declarer discarded."""
    second_friend: Seat | None = None
    """The second friend, with two packs."""

    @property
    def friends(self) -> tuple[Seat, ...]:
        """Everyone on the declarer's side but the declarer."""
        return tuple(friend for friend in (self.friend, self.second_friend) if friend is not None)

    @property
    def makers(self) -> tuple[Seat, ...]:
        """The declarer's side."""
        return (self.declarer, *self.friends)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everyone, the declarer first."""
        return (*self.makers, *self.defenders)


def is_made(rules: Rules, bid: Bid, points: int) -> bool:
    """Return whether the declarer's side has taken what it promised.

    A bid for more points than there are is made with all of them, or never (groups, Bids above 20).
    """
    if bid.level > rules.setting.points:
        return rules.above_twenty == "made_with_all" and points == rules.setting.points
    return points >= bid.level


# --- The score before doubling: the terms of each formula, of the bid B, the lowest bid M and the points P ---

Term = tuple[str, Callable[[int, int, int], int]]


BID_IN_FULL: Term = ("score.bid_over_lowest_plus_one", lambda b, m, _p: b - m + 1)


EXTRA_POINTS: Term = ("score.extra_points", lambda b, _m, p: p - b)


MADE: Mapping[str, tuple[Term, ...]] = {
    "2(B-M)+(P-B)": (("score.bid_over_lowest_twice", lambda b, m, _p: 2 * (b - m)), EXTRA_POINTS),
    "P-10": (("score.points_over_ten", lambda _b, _m, p: p - 10),),
    "P-M": (("score.points_over_lowest", lambda _b, m, p: p - m),),
    "P-M+1": (("score.points_over_lowest_plus_one", lambda _b, m, p: p - m + 1),),
    "P-B": (EXTRA_POINTS,),
    "B-M+1": (BID_IN_FULL,),
    "1.5(B-M)+(P-B)": (("score.bid_over_lowest_and_half", lambda b, m, _p: 3 * (b - m) // 2), EXTRA_POINTS),
    "2(B-M+1)": (("score.bid_over_lowest_plus_one_twice", lambda b, m, _p: 2 * (b - m + 1)),),
    "P-B+1": (("score.extra_points_plus_one", lambda b, _m, p: p - b + 1),),
}


FAILED: Mapping[str, tuple[Term, ...]] = {
    "B-P": (("score.points_short", lambda b, _m, p: b - p),),
    "2(B-P)": (("score.points_short_twice", lambda b, _m, p: 2 * (b - p)),),
    "as_made": (BID_IN_FULL,),
}


def lowest_in_score(rules: Rules, bid: Bid) -> int:
    """Return the lowest bid from which the score of `bid` counts (groups, Score base).

    Where no-trump bids begin lower, it is theirs.
    """
    return lowest_level_of(rules, bid.trump) if rules.score_from == "lowest" else int(rules.score_from)


def list_base_steps(rules: Rules, bid: Bid, points: int) -> Iterator[Step]:
    """Yield the steps of the score before doubling."""
    made, lowest = is_made(rules, bid, points), lowest_in_score(rules, bid)
    facts = {"bid": bid.level, "lowest": lowest, "points": points}
    base = 0
    for code, term in MADE[rules.made] if made else FAILED[rules.failed]:
        amount = term(bid.level, lowest, points)
        base += amount
        yield step(code, "add", amount, **facts)
    least = rules.minimum_made if made else 0
    if base < least:
        yield step("score.at_least" if made else "score.failed_at_least", "add", least - base, least=least)


# --- Doubling: each rule that doubles, and when it does ---


def does_double_apply(rules: Rules, choice: Double, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether a double that is set to `choice` applies to this result."""
    return choice == "always" or (choice == "made" and is_made(rules, contract.bid, outcome.points))


def is_run(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether the declarer's side took every point, and had bid it where the house rules ask for that."""
    every = rules.setting.points
    promised = rules.run == "captured" or (rules.run == "bid_and_captured" and contract.bid.level >= every)
    return promised and outcome.points == every and is_made(rules, contract.bid, outcome.points)


def back_run_limit(rules: Rules, bid: Bid) -> int | None:
    """Return the most points of the declarer's side that are a back run; None when the rules have none."""
    every = rules.setting.points
    match rules.back_run:
        case "off":
            return None
        case "defenders_11":
            return every - 11
        case "defenders_10":
            return every - 10
        case "defenders_lowest":
            return every - rules.min_bid
    match rules.back_run:
        case "defenders_bid":
            return every - bid.level
        case "short_by_10":
            return bid.level - 10
        case "short_by_5":
            return bid.level - 5
        case "short_by_number":
            return bid.level - rules.back_run_points
        case "defenders_number":
            return min(every - rules.back_run_points, bid.level - 1)


def is_back_run(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether the declarer's side failed by enough for a back run."""
    line = back_run_limit(rules, contract.bid)
    return line is not None and outcome.points <= line


def is_no_trump(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether playing without trumps doubles this result."""
    return contract.bid.trump is None and does_double_apply(rules, rules.no_trump_double, contract, outcome)


def is_no_friend(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether playing openly alone doubles this result; a secret solo never does (pagat, Scoring)."""
    taken_as_announced = (
        contract.call.kind == "first_trick" and outcome.friend is None and rules.first_trick_solo == "no_friend"
    )
    announced = contract.call.kind == "none" or taken_as_announced
    return announced and does_double_apply(rules, rules.no_friend_double, contract, outcome)


def is_mighty_buried(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether the mighty among the discards doubles this result."""
    return "mighty" in outcome.buried and does_double_apply(rules, rules.buried_mighty_double, contract, outcome)


def is_joker_buried(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether the joker among the discards doubles this result."""
    return "joker" in outcome.buried and does_double_apply(rules, rules.buried_joker_double, contract, outcome)


def is_bid_of_20(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> bool:
    """Return whether having promised everything doubles this result."""
    return contract.bid.level >= rules.setting.points and does_double_apply(
        rules, rules.bid_20_double, contract, outcome
    )


DOUBLES: Mapping[str, Callable[[Rules, Contract, Outcome[Any]], bool]] = {
    "score.run": is_run,
    "score.back_run": is_back_run,
    "score.no_trump": is_no_trump,
    "score.no_friend": is_no_friend,
    "score.buried_mighty": is_mighty_buried,
    "score.buried_joker": is_joker_buried,
    "score.bid_of_20": is_bid_of_20,
}
"""The doubles in the order of their steps. Each multiplies by two: two make ×4, three ×8."""


def list_double_steps(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> Iterator[Step]:
    """Yield a step for each rule that doubles this result."""
    for code, applies in DOUBLES.items():
        if applies(rules, contract, outcome):
            yield step(code, "times", 2, bid=contract.bid.level, points=outcome.points)


# --- How what the defenders pay is shared on the declarer's side ---


class Shares(NamedTuple):
    """The units that the declarer and each friend receive when each defender pays one; both pay them when failed."""

    declarer: Amount
    friend: Amount


class Sides(NamedTuple):
    """The facts that a split depends on: the bid, whether it was made, and the number of players on each side."""

    level: int
    made: bool
    friends: int
    defenders: int


CHICAGO_TABLE: Mapping[int, tuple[int, int]] = {
    13: (1, 1),
    14: (3, 1),
    15: (4, 2),
    16: (5, 3),
    17: (7, 3),
    18: (8, 4),
    19: (9, 5),
    20: (11, 5),
}
"""By contract: what the declarer and the friend receive while each of two defenders pays one unit over 12."""


def divide(units: int, parts: int) -> Amount:
    """Divide exactly: return a whole number or a fraction."""
    return Fraction(units, parts) if units % parts else units // parts


def split_two_to_one(sides: Sides) -> Shares:
    """Split so that the declarer receives twice a friend's part, and everything when alone."""
    part = divide(sides.defenders, 2 + sides.friends)
    return Shares(2 * part, part)


def split_one_share(sides: Sides) -> Shares:
    """Split so that a friend receives as much as a defender pays, and the declarer the rest."""
    return Shares(sides.defenders - sides.friends, 1)


def split_evenly(sides: Sides) -> Shares:
    """Split evenly among the declarer's side."""
    part = divide(sides.defenders, 1 + sides.friends)
    return Shares(part, part)


def split_declarer_pays(sides: Sides) -> Shares:
    """Split evenly when made; when failed, the declarer pays for all."""
    return split_evenly(sides) if sides.made else Shares(sides.defenders, 0)


def split_by_chicago_table(sides: Sides) -> Shares:
    """Split by `CHICAGO_TABLE`. A declarer alone receives the score from each defender."""
    if not sides.friends or sides.level not in CHICAGO_TABLE:  # a contract that it does not have is refused before
        return Shares(sides.defenders, 0)
    declarer, friend = CHICAGO_TABLE[sides.level]
    score = sides.level - 12
    return Shares(Fraction(declarer, score), Fraction(friend, score))


SPLITS: Mapping[str, Callable[[Sides], Shares]] = {
    "two_to_one": split_two_to_one,
    "whole": split_two_to_one,
    "own": split_two_to_one,
    "one_share": split_one_share,
    "even": split_evenly,
    "declarer_pays": split_declarer_pays,
    "chicago_table": split_by_chicago_table,
}
"""By the house rule `split`. Shares in whole numbers are rounded once the score is known."""


# --- The payment ---


def compute_shares(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> dict[Seat, Amount]:
    """Return the multiple of the score that each seat receives by the house rule `split`; below zero for a payment.

    Each defender pays the score once for a made contract and receives it for a failed one.
    """
    made = is_made(rules, contract.bid, outcome.points)
    parts = SPLITS[rules.split](Sides(contract.bid.level, made, len(outcome.friends), len(outcome.defenders)))
    received: dict[Seat, Amount] = {
        outcome.declarer: parts.declarer,
        **dict.fromkeys(outcome.friends, parts.friend),
        **dict.fromkeys(outcome.defenders, -1),
    }
    return received if made else {seat: -amount for seat, amount in received.items()}


def share_by_table(
    rules: Rules, contract: Contract, outcome: Outcome[Seat], amounts: Mapping[Seat, Amount]
) -> Steps[Seat]:
    """Return the steps from exact shares to those of the typed table, or without a line there to whole numbers."""
    score = int(total(tuple(list_base_steps(rules, contract.bid, outcome.points))))
    line = rules.typed_shares.get(score) if outcome.second_friend is not None else None
    if line is None:
        return round_shares(amounts, outcome.declarer, outcome.friends)
    times, by_table = Fraction(-amounts[outcome.defenders[0]], score), message("score.typed_share")  # doubled or lost
    more = {seat: share * times - amounts[seat] for seat, share in zip(outcome.makers, line, strict=True)}
    return {seat: (Step(by_table, "add", to_whole_number(amount)),) for seat, amount in more.items() if amount}


def compute_table_of_shares(rules: Rules) -> str:
    """Return the table of the nearest whole numbers with two friends, as a group would type it to get the same."""
    exact = split_two_to_one(Sides(0, made=True, friends=2, defenders=rules.setting.active - 3))
    lines: dict[int, Sequence[int]] = {}
    for score in range(1, rules.highest_contract_score + 1):
        due = {0: score * exact.declarer, 1: score * exact.friend, 2: score * exact.friend}
        lines[score] = [int(share) for share in add_steps(due, [round_shares(due, 0, (1, 2))]).values()]
    return write_table(lines)


class Purses(NamedTuple, Generic[Seat]):
    """Everyone's balance, and the part of it that lies in the pot."""

    balances: Mapping[Seat, Amount]
    pot: Mapping[Seat, Amount]


def settle(
    rules: Rules, contract: Contract, outcome: Outcome[Seat], purses: Purses[Seat] | None = None
) -> Settlement[Seat]:
    """Settle a hand, with the steps of the payment. Raises `RuleError` with every problem of `check_outcome`.

    `purses` are what everyone has: without them nothing limits a payment and there is no pot.
    """
    refuse(check_outcome(rules, contract, outcome))
    return settle_unchecked(rules, contract, outcome, purses)


@lru_cache(maxsize=1024)
def make_gain(amount: Amount) -> Gain:
    """Return a gain. Equal gains are one object, to save memory."""
    return Gain(amount if isinstance(amount, int) else to_whole_number(amount))


TITLE = message("account.score")
"""The title of the account of a payment."""


def settle_unchecked(
    rules: Rules, contract: Contract, outcome: Outcome[Seat], purses: Purses[Seat] | None = None
) -> Settlement[Seat]:
    """Settle a hand without checking the outcome."""
    steps = (*list_base_steps(rules, contract.bid, outcome.points), *list_double_steps(rules, contract, outcome))
    score = total(steps)
    gains = {seat: make_gain(score * share) for seat, share in compute_shares(rules, contract, outcome).items()}
    settlement = Settlement((Account(TITLE, steps),), gains)
    added = list_additions(rules, contract, outcome, settlement.amounts, purses)
    return add_to_payments(settlement, added) if added else settlement


def list_additions(
    rules: Rules,
    contract: Contract,
    outcome: Outcome[Seat],
    amounts: Mapping[Seat, Amount],
    purses: Purses[Seat] | None,
) -> list[Steps[Seat]]:
    """Return what is added to the `amounts` by the score: whole numbers, the limit of what everyone has, the pot."""
    made = is_made(rules, contract.bid, outcome.points)
    added: list[Steps[Seat]] = []
    if rules.split in ("whole", "own"):
        added.append(share_by_table(rules, contract, outcome, amounts))
    if purses is None:
        return added
    if rules.limits_payments:
        receivers = ((outcome.declarer,), outcome.friends) if made else (outcome.defenders,)
        have = {seat: purses.balances.get(seat, rules.bankroll) - purses.pot.get(seat, 0) for seat in outcome.seats}
        added.append(limit_payments(add_steps(amounts, added), receivers, have))
    if purses.pot and made:
        added.append(share_pot(rules, outcome.declarer, outcome.friends, purses.pot))
    return added


def payment_table(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> tuple[Settlement[Seat], ...]:
    """Return the settlement of `outcome` with every number of points, from 0 to all points of the pack, as the index.

    Raises as `settle`.
    """
    refuse(check_outcome(rules, contract, replace(outcome, points=0)))
    every = range(rules.setting.points + 1)
    return tuple(settle_unchecked(rules, contract, replace(outcome, points=points)) for points in every)


@collect_problems
def check_outcome(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> Iterator[Problem]:
    """Every reason why nobody can have played for this contract, or why a hand with it cannot have ended so."""
    yield from check_level(rules, contract.bid)
    yield from check_call(rules, contract.bid, contract.call)
    yield from check_points(rules, outcome.points)
    yield from check_sides(rules, outcome)
    yield from check_called_friends(rules, contract, outcome)
    yield from check_named_friend(contract.call, outcome)


@collect_problems
def check_points(rules: Rules, points: int) -> Iterator[Problem]:
    """Yield a problem when no side can have so many points."""
    if not 0 <= points <= rules.setting.points:
        yield problem("result.points", points=points, most=rules.setting.points)


@collect_problems
def check_sides(rules: Rules, outcome: Outcome[Seat]) -> Iterator[Problem]:
    """Yield every reason why these cannot be the players of a hand.

    `check_called_friends` checks the friends against the declarer and each other.
    """
    apart = (*dict.fromkeys(outcome.makers), *outcome.defenders)
    if len(set(apart)) < len(apart):
        yield problem("result.player_twice")
    if len(outcome.seats) != rules.setting.active:
        yield problem("result.player_count", count=len(outcome.seats), players=rules.setting.active)


@collect_problems
def check_called_friends(rules: Rules, contract: Contract, outcome: Outcome[Seat]) -> Iterator[Problem]:
    """Yield every reason why the call cannot have led to these friends, or to none."""
    call, friends, second = contract.call, outcome.friends, outcome.second_friend
    if not friends and (call.kind == "player" or (call.kind == "card" and not rules.secret_solo)):
        yield problem("result.friend_missing")
    if outcome.declarer in friends:
        yield problem("result.friend_is_declarer", declarer=outcome.declarer)
    if call.kind == "none" and friends:
        yield problem("result.friend_uncalled", friend=friends[0])
    if second is not None and rules.setting.partners < 2:
        yield problem("result.one_friend_only", friend=second)
    elif second is not None and outcome.friend is None:
        yield problem("result.second_without_first", friend=second)
    elif second is not None and second == outcome.friend:
        yield problem("result.friend_twice", friend=second)
    buried = [MAGIC[name](rules.setting, contract.bid.trump) for name in outcome.buried]
    one_pack = rules.setting.packs == 1
    if friends and one_pack and any(cards == (call.card,) for cards in buried):  # which of two jokers nobody knows
        yield problem("result.called_card_discarded", card=call.card, friend=friends[0])


@collect_problems
def check_named_friend(call: Call, outcome: Outcome[Seat]) -> Iterator[Problem]:
    """Yield a problem when the friend is not the player whom the declarer named."""
    if call.player is not None and outcome.friend not in (None, call.player):
        yield problem("result.other_friend", friend=call.player)
