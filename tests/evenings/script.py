"""The language in which evenings are written down, as commands for a table.

    deal, 1 13H, 2 -, 3 14NT, 4 -, 5 -, 1 -, kitty, call SA, 3:2, 1:4, shows 4, result 16 with 4

A step is one command. Players are numbers; ``2 -`` is a pass, ``2:3`` a trick of player 2 with three points in it.
Between hands people ``join Fay``, ``swap 1 4``, pay a ``fine 4 2 each revoke`` or ``correct 7 by 2 15S SA 17 with 4``.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.cards import Card, parse_cards
from scorekeeper.games import mighty
from scorekeeper.games.mighty import commands as m
from scorekeeper.house_rules import parse_changes
from scorekeeper.table import commands as c


def command(step: str) -> Any:
    """The command that a step is."""
    word, *rest = step.split()
    if word.isdigit():
        return m.Pass(int(word)) if rest == ["-"] else m.PlaceBid(int(word), bid(rest[0]))
    if re.fullmatch(r"\d:\d", word):
        winner, points = word.split(":")
        return m.RecordTrick(int(winner), int(points))
    return STEPS[word](rest)


def bid(text: str) -> mighty.Bid:
    return mighty.Bid.parse(text)


def cards(words: list[str]) -> tuple[Card, ...] | None:
    return parse_cards(words) if words else None


def deal(words: list[str]) -> c.StartHand:
    """Read ``deal to 1 2 4 5 6 by 3``, of which either part may be missing."""
    to, _, by = " ".join(words).partition("by ")
    seats = to.removeprefix("to").split()
    return c.StartHand(tuple(map(int, seats)) if seats else None, int(by) if by else None)


def ended(words: list[str]) -> dict[str, Any]:
    """Read ``16 with 4``, ``12 alone`` or ``15 with 3 burying mighty joker``."""
    return {
        "points": int(words[0]),
        "friend": int(words[2]) if words[1] == "with" else None,
        "buried": frozenset(words[words.index("burying") + 1 :] if "burying" in words else ()),
    }


def whole(words: list[str]) -> m.RecordHand:
    """Read ``2 15S SA 17 with 4``."""
    declarer, contract, call, *end = words
    return m.RecordHand(int(declarer), bid(contract), mighty.Call.parse(call), **ended(end))


def rules(words: list[str]) -> c.ChangeRules:
    """Read ``rules pagat minimum_made=1 win_order=true``."""
    preset, *changes = words
    return c.ChangeRules(preset, parse_changes(mighty.Rules, dict(change.split("=") for change in changes)))


def fine(words: list[str]) -> c.Penalize:
    """Read ``fine 4 2 each revoke``, which is paid to each other player, or ``fine 4 2 late``, paid to nobody."""
    player, amount, *reason = words
    return c.Penalize(int(player), int(amount), reason[0] == "each", " ".join(reason).removeprefix("each "))


def adjust(words: list[str]) -> c.Adjust:
    """Read ``adjust 1+3 2-3 a bet``."""
    amounts = {int(word[0]): int(word[1:]) for word in words if re.fullmatch(r"\d[+-]\d+", word)}
    return c.Adjust(amounts, " ".join(words[len(amounts) :]))


STEPS: Mapping[str, Callable[[list[str]], Any]] = {
    "deal": deal,
    "claim": lambda words: m.ClaimRedeal(int(words[0]), cards(words[1:])),
    "declares": lambda words: m.EnterContract(int(words[0]), bid(words[1])),
    "kitty": lambda words: m.TakeKitty(cards(words)),
    "change": lambda words: m.ChangeContract(bid(words[0])),
    "call": lambda words: m.CallFriend(mighty.Call.parse(words[0])),
    "shows": lambda words: m.RevealFriend(int(words[0])),
    "announces": lambda words: m.RevealFriend(int(words[0]), announced=True),
    "order": lambda _words: m.GiveWinOrder(),
    "result": lambda words: m.RecordResult(**ended(words)),
    "whole": whole,
    "void": lambda words: c.VoidHand(int(words[0]), " ".join(words[1:])),
    "correct": lambda words: c.CorrectHand(int(words[0]), whole(words[2:])),
    "undo": lambda _words: c.Undo(),
    "redo": lambda _words: c.Redo(),
    "join": lambda words: c.JoinTable(" ".join(words)),
    "rename": lambda words: c.RenamePlayer(int(words[0]), " ".join(words[1:])),
    "leave": lambda words: c.LeaveTable(int(words[0])),
    "back": lambda words: c.ReturnToTable(int(words[0])),
    "swap": lambda words: c.SwapSeats(int(words[0]), int(words[1])),
    "rules": rules,
    "limit": lambda words: c.LimitHands(None if words == ["none"] else int(words[0])),
    "fine": fine,
    "adjust": adjust,
    "end": lambda _words: c.EndSession(),
    "resume": lambda _words: c.ResumeSession(),
}
"""By a step's first word. A correction is ``correct 7 by`` and a whole hand."""
