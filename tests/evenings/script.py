"""The language in which evenings are written down, as moves at a table.

    deal, 1 13H, 2 -, 3 14NT, 4 -, 5 -, 1 -, kitty, call SA, 3:2, 1:4, shows 4, result 16 with 4

A step is one move. Players are numbers; ``2 -`` is a pass, ``2:3`` a trick of player 2 with three points in it.
Between hands people ``join Fay``, ``swap 1 4``, pay a ``fine 4 2 each revoke`` or ``correct 7 by 2 15S SA 17 with 4``.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.cards import Card, parse_cards
from scorekeeper.games import mighty
from scorekeeper.house_rules import parse_changes
from scorekeeper.table import moves as m


def parse_move(step: str) -> Any:
    word, *rest = step.split()
    if word.isdigit():
        return mighty.Pass(int(word)) if rest == ["-"] else mighty.PlaceBid(int(word), parse_bid(rest[0]))
    if re.fullmatch(r"\d:\d", word):
        winner, points = word.split(":")
        return mighty.RecordTrick(int(winner), int(points))
    return STEPS[word](rest)


def parse_bid(text: str) -> mighty.Bid:
    return mighty.Bid.parse(text)


def parse_called_cards(words: list[str]) -> tuple[Card, ...] | None:
    return parse_cards(words) if words else None


def parse_deal(words: list[str]) -> m.StartHand:
    """Read ``deal to 1 2 4 5 6 by 3``, of which either part may be missing."""
    to, _, by = " ".join(words).partition("by ")
    seats = to.removeprefix("to").split()
    return m.StartHand(tuple(map(int, seats)) if seats else None, int(by) if by else None)


def parse_result(words: list[str]) -> dict[str, Any]:
    """Read ``16 with 4``, ``12 alone``, ``12 alone own`` (a card was called) or ``15 with 3 burying mighty joker``."""
    return {
        "points": int(words[0]),
        "friend": int(words[2]) if words[1] == "with" else None,
        "own_card_called": "own" in words,
        "buried": frozenset(words[words.index("burying") + 1 :] if "burying" in words else ()),
    }


def parse_whole_hand(words: list[str]) -> mighty.RecordHand:
    """Read ``2 15S SA 17 with 4``."""
    declarer, contract, call, *end = words
    return mighty.RecordHand(int(declarer), parse_bid(contract), mighty.Call.parse(call), **parse_result(end))


def parse_rules(words: list[str]) -> m.ChangeRules:
    """Read ``rules pagat minimum_made=1 win_order=true``."""
    preset, *changes = words
    return m.ChangeRules(preset, parse_changes(mighty.Rules, dict(change.split("=") for change in changes)))


def parse_fine(words: list[str]) -> m.Penalize:
    """Read ``fine 4 2 each revoke``, which is paid to each other player, or ``fine 4 2 late``, paid to nobody."""
    player, amount, *reason = words
    return m.Penalize(int(player), int(amount), reason[0] == "each", " ".join(reason).removeprefix("each "))


def parse_adjustment(words: list[str]) -> m.Adjust:
    """Read ``adjust 1+3 2-3 a bet``."""
    amounts = {int(word[0]): int(word[1:]) for word in words if re.fullmatch(r"\d[+-]\d+", word)}
    return m.Adjust(amounts, " ".join(words[len(amounts) :]))


STEPS: Mapping[str, Callable[[list[str]], Any]] = {
    "deal": parse_deal,
    "claim": lambda words: mighty.ClaimRedeal(int(words[0]), parse_called_cards(words[1:])),
    "declares": lambda words: mighty.EnterContract(int(words[0]), parse_bid(words[1])),
    "kitty": lambda words: mighty.TakeKitty(parse_called_cards(words)),
    "change": lambda words: mighty.ChangeContract(parse_bid(words[0])),
    "call": lambda words: mighty.CallFriend(mighty.Call.parse(words[0])),
    "shows": lambda words: mighty.RevealFriend(int(words[0])),
    "announces": lambda words: mighty.RevealFriend(int(words[0]), announced=True),
    "order": lambda _words: mighty.GiveWinOrder(),
    "result": lambda words: mighty.RecordResult(**parse_result(words)),
    "whole": parse_whole_hand,
    "void": lambda words: m.VoidHand(int(words[0]), " ".join(words[1:])),
    "correct": lambda words: m.CorrectHand(int(words[0]), (parse_whole_hand(words[2:]),)),
    "undo": lambda _words: m.Undo(),
    "redo": lambda _words: m.Redo(),
    "join": lambda words: m.JoinTable(" ".join(words)),
    "rename": lambda words: m.RenamePlayer(int(words[0]), " ".join(words[1:])),
    "leave": lambda words: m.LeaveTable(int(words[0])),
    "home": lambda words: m.PlayOn(int(words[0])),
    "back": lambda words: m.ReturnToTable(int(words[0])),
    "swap": lambda words: m.SwapSeats(int(words[0]), int(words[1])),
    "rules": parse_rules,
    "limit": lambda words: m.LimitHands(None if words == ["none"] else int(words[0])),
    "fine": parse_fine,
    "adjust": parse_adjustment,
    "end": lambda _words: m.EndSession(),
    "resume": lambda _words: m.ResumeSession(),
}
"""By a step's first word. A correction is ``correct 7 by`` and a whole hand."""
