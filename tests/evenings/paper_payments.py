"""Payments of a hand computed from the rulebooks alone; this module imports nothing of the program.

Each preset is a row of the table of house rules, as far as payments and turns are concerned. B is the bid, M the lowest
bid, P the points of the declarer's side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Rules = dict[str, Any]

PAGAT: Rules = {
    "min_bid": 13,
    "first_bidder": "previous_declarer",
    "next_dealer": "friend",
    "redeal_dealer": "claimer",
    "made": "2(B-M)+(P-B)",
    "failed": "B-P",
    "run": "captured",
    "back_run": "defenders_11",
    "no_trump_double": "always",
    "no_friend_double": "always",
    "first_trick_solo": "solo",
    "bankroll": 0,
    "eliminate": False,
}
BASE10 = PAGAT | {"made": "P-10", "back_run": "short_by_10", "no_friend_double": "off"}
KOREAN40 = PAGAT | {
    "first_bidder": "dealer",
    "next_dealer": "by_result",
    "redeal_dealer": "same",
    "made": "P-10",
    "back_run": "defenders_10",
    "no_trump_double": "made",
    "no_friend_double": "made",
    "first_trick_solo": "no_friend",
    "bankroll": 40,
    "eliminate": True,
}
WIKIPEDIA_JA = PAGAT | {
    "made": "B-M+1",
    "failed": "as_made",
    "run": "off",
    "back_run": "off",
    "no_trump_double": "off",
    "no_friend_double": "off",
}
PRESETS = {"pagat": PAGAT, "base10": BASE10, "korean40": KOREAN40, "wikipedia_ja": WIKIPEDIA_JA}


# --- What one hand pays ---
@dataclass
class PaperHand:
    """A hand as its script says it, after its last redeal."""

    declarer: int = 0
    bid: str = ""
    call: str = ""
    points: int = 0
    friend: int | None = None
    buried: tuple[str, ...] = ()

    @property
    def level(self) -> int:
        return int(self.bid[:2])


def score_before_doubling(rules: Rules, b: int, p: int) -> int:
    m = rules["min_bid"]
    if p >= b:
        formulas: dict[str, int] = {
            "2(B-M)+(P-B)": 2 * (b - m) + (p - b),
            "P-10": p - 10,
            "P-M": p - m,
            "P-M+1": p - m + 1,
            "P-B": p - b,
            "B-M+1": b - m + 1,
        }
        return max(formulas[rules["made"]], int(rules.get("minimum_made", 0)))
    lost: dict[str, int] = {"B-P": b - p, "2(B-P)": 2 * (b - p), "as_made": b - m + 1}
    return lost[rules["failed"]]


def list_doubles(rules: Rules, hand: PaperHand) -> Iterator[str]:
    """Yield the name of each rule that doubles."""
    b, p = hand.level, hand.points

    def on(key: str) -> bool:
        return rules.get(key) == "always" or (rules.get(key) == "made" and p >= b)

    if p == 20 and (rules["run"] == "captured" or (rules["run"] == "bid_and_captured" and b == 20)):
        yield "run"
    if {"off": False, "defenders_11": p <= 9, "defenders_10": p <= 10, "short_by_10": b - p >= 10}[rules["back_run"]]:
        yield "back run"
    if hand.bid.endswith("NT") and on("no_trump_double"):
        yield "no trump"
    as_announced = hand.call == "first_trick" and hand.friend is None and rules["first_trick_solo"] == "no_friend"
    if (hand.call == "none" or as_announced) and on("no_friend_double"):
        yield "no friend"
    for card in hand.buried:
        if on(f"buried_{card}_double"):
            yield f"buried {card}"
    if b == 20 and on("bid_20_double"):
        yield "bid of 20"


def pay_hand(rules: Rules, hand: PaperHand, seats: Sequence[int]) -> tuple[str, dict[int, int]]:
    """Return the score in words, and the amount of each player."""
    start, twice = score_before_doubling(rules, hand.level, hand.points), list(list_doubles(rules, hand))
    score = start * 2 ** len(twice)
    words = " ".join([str(start), *(f"×2 {why}" for why in twice), *([f"= {score}"] if twice else [])])
    sign = 1 if hand.points >= hand.level else -1
    amounts = dict.fromkeys(seats, -sign * score)
    amounts[hand.declarer] = sign * score * (4 if hand.friend is None else 2)
    if hand.friend is not None:
        amounts[hand.friend] = sign * score
    return words, amounts


def find_next_turns(rules: Rules, played: PaperHand, dealer: int, seats: list[int]) -> tuple[int, int]:
    """Return the dealer and the first speaker of the next hand."""
    partner = played.friend or played.declarer
    by_result = played.declarer if played.points >= played.level else partner
    next_in_turn = seats[(seats.index(dealer) + 1) % 5]
    after = {"friend": partner, "by_result": by_result, "rotate": next_in_turn}[rules["next_dealer"]]
    first = {"previous_declarer": played.declarer, "previous_friend": partner, "dealer": after}
    return after, first[rules["first_bidder"]]
