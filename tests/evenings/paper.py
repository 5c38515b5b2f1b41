"""An evening computed from its script as on paper; this module imports nothing of the program.

Only what changes balances, seats and turns is read. After each line the whole sheet is computed again.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.evenings.paper_payments import PRESETS, PaperHand, Rules, find_next_turns, pay_hand


@dataclass
class Entry:
    """A line of the score sheet: a hand with its steps, or amounts given by hand.

    `dealer` and `first` stay as they were when the hand was dealt, whatever is corrected before it.
    """

    steps: list[str] = field(default_factory=list)
    rules: Rules = field(default_factory=dict)
    seats: list[int] = field(default_factory=list)
    circle: list[int] = field(default_factory=list)
    dealt_by: int | None = None
    void: bool = False
    amounts: dict[int, int] = field(default_factory=dict)
    dealer: int = 0
    first: int = 0
    score: str = ""


@dataclass
class PaperTable:
    """The circle of seats (players who left keep their places), the house rules and the score sheet."""

    rules: Rules
    circle: list[int]
    starts: dict[int, int]
    entries: list[Entry] = field(default_factory=list)
    most_hands: int | None = None
    closed: bool = False
    away: set[int] = field(default_factory=set)

    @property
    def seating(self) -> list[int]:
        return [player for player in self.circle if player not in self.away]

    @property
    def hands(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.steps]

    def add_up(self) -> dict[int, int]:
        return {
            player: start + sum(entry.amounts.get(player, 0) for entry in self.entries)
            for player, start in self.starts.items()
        }

    def find_ending(self) -> str:
        """Return why the session is over, or "" while it is not."""
        paid = [hand for hand in self.hands if hand.score]
        if self.rules["eliminate"] and paid and min(self.add_up().values()) <= 0:
            return "eliminated"
        if self.most_hands and len(paid) >= self.most_hands:
            return "hand_limit"
        return "by_hand" if self.closed else ""


def open_table(preset: str, players: int) -> PaperTable:
    rules = PRESETS[preset]
    everyone = range(1, players + 1)
    return PaperTable(rules, list(everyone), dict.fromkeys(everyone, rules["bankroll"]))


def select_counting_steps(script: str) -> list[str]:
    """Return the steps of a line that are not undone."""
    done: list[str] = []
    undone: list[str] = []
    for step in script.split(", "):
        if step == "undo":
            undone.append(done.pop())
        elif step == "redo":
            done.append(undone.pop())
        else:
            done.append(step)
            undone = []
    return done


def apply_line(table: PaperTable, script: str) -> None:
    for step in select_counting_steps(script):
        word, _, rest = step.partition(" ")
        if word == "deal":
            deal(table, rest)
        elif word in ARRANGING:
            ARRANGING[word](table, rest)
        else:
            table.hands[-1].steps.append(step)
    recompute(table)


def deal(table: PaperTable, rest: str) -> None:
    to, by = re.search(r"to ([\d ]+\d)", rest), re.search(r"by (\d)", rest)
    chosen = {int(player) for player in to[1].split()} if to else set(table.seating)
    seats = [player for player in table.seating if player in chosen]
    table.entries.append(Entry(["deal"], table.rules, seats, [*table.circle], int(by[1]) if by else None))
    recompute(table)


def arrange_rules(table: PaperTable, rest: str) -> None:
    preset, *changes = rest.split()
    given = dict(change.split("=") for change in changes)
    table.rules = PRESETS[preset] | {key: int(value) if value.isdigit() else value for key, value in given.items()}


def join(table: PaperTable, _name: str) -> None:
    newcomer = max(table.starts) + 1
    table.starts[newcomer] = table.rules["bankroll"]
    table.circle.append(newcomer)


def swap(table: PaperTable, rest: str) -> None:
    one, other = (table.circle.index(int(player)) for player in rest.split())
    table.circle[one], table.circle[other] = table.circle[other], table.circle[one]


def come_back(table: PaperTable, rest: str) -> None:
    """Seat a returning player last."""
    table.away.remove(int(rest))
    table.circle.remove(int(rest))
    table.circle.append(int(rest))


def record_fine(table: PaperTable, rest: str) -> None:
    player, amount, *reason = rest.split()
    others = [each for each in table.seating if each != int(player)] if reason[0] == "each" else []
    paid = {int(player): -int(amount) * max(1, len(others))} | dict.fromkeys(others, int(amount))
    table.entries.append(Entry(amounts=paid))


def adjust(table: PaperTable, rest: str) -> None:
    given = [word for word in rest.split() if re.fullmatch(r"\d[+-]\d+", word)]
    table.entries.append(Entry(amounts={int(word[0]): int(word[1:]) for word in given}))


def correct_hand(table: PaperTable, rest: str) -> None:
    number, _, whole = rest.partition(" by ")
    hand = table.hands[int(number) - 1]
    claims = [index for index, step in enumerate(hand.steps) if step.startswith("claim")]
    hand.steps = [*hand.steps[: claims[-1] + 1 if claims else 1], f"whole {whole}"]
    hand.void = False


def void_hand(table: PaperTable, rest: str) -> None:
    table.hands[int(rest.split()[0]) - 1].void = True


ARRANGING: dict[str, Callable[[PaperTable, str], object]] = {
    "rules": arrange_rules,
    "join": join,
    "rename": lambda _table, _rest: None,
    "leave": lambda table, rest: table.away.add(int(rest)),
    "back": come_back,
    "swap": swap,
    "fine": record_fine,
    "adjust": adjust,
    "correct": correct_hand,
    "void": void_hand,
    "limit": lambda table, rest: setattr(table, "most_hands", int(rest) if rest.isdigit() else None),
    "end": lambda table, _rest: setattr(table, "closed", True),
    "resume": lambda table, _rest: setattr(table, "closed", False),
}


def recompute(table: PaperTable) -> None:
    """Go through all hands from the first: dealer, first speaker and payments."""
    dealer = first = 0
    for hand in table.hands:
        if not hand.dealer:
            begun = any(not earlier.void for earlier in table.hands[: table.hands.index(hand)])
            dealer = hand.dealt_by or dealer or hand.seats[0]
            if hand.rules["first_bidder"] == "dealer" or not first or (hand.dealt_by and not begun):
                first = dealer
            hand.dealer, hand.first = (find_seated(who, hand) for who in (dealer, first))
        played, dealer, first = read_steps(hand, hand.dealer, hand.first)
        hand.score, hand.amounts = "", {}
        if played.points >= 0 and played.call and not hand.void:
            hand.score, hand.amounts = pay_hand(hand.rules, played, hand.seats)
            dealer, first = find_next_turns(hand.rules, played, dealer, hand.seats)


def find_seated(who: int, hand: Entry) -> int:
    """Return the first seated player from `who` on round the table."""
    place = hand.circle.index(who)
    return next(player for player in [*hand.circle[place:], *hand.circle] if player in hand.seats)


def read_steps(hand: Entry, dealer: int, first: int) -> tuple[PaperHand, int, int]:
    """Return the played hand, and its dealer and first speaker after redeals."""
    played = PaperHand(points=-1)
    for step in hand.steps:
        word, *rest = step.split()
        if word == "claim":
            if hand.rules["redeal_dealer"] == "claimer":
                dealer = first = int(rest[0])
            played = PaperHand(points=-1)
        elif word == "declares":
            played.declarer, played.bid = int(rest[0]), rest[1]
        elif word == "change":
            played.bid = rest[0]
        elif word == "call":
            played.call = rest[0]
        elif word == "result":
            read_result(played, rest)
        elif word == "whole":
            played.declarer, played.bid, played.call = int(rest[0]), rest[1], rest[2]
            read_result(played, rest[3:])
        elif word.isdigit() and rest != ["-"]:
            played.declarer, played.bid = int(word), rest[0]
    return played, dealer, first


def read_result(played: PaperHand, words: Sequence[str]) -> None:
    """Read a result: "16 with 4", "12 alone", "15 with 3 burying mighty"."""
    played.points = int(words[0])
    played.friend = int(words[2]) if words[1] == "with" else None
    played.buried = tuple(words[words.index("burying") + 1 :]) if "burying" in words else ()
