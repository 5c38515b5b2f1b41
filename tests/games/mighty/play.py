"""Playing hands in tests: five seats, moves in, hands and refusals out."""

import string
from collections.abc import Iterable
from typing import Any

from scorekeeper.cards import Card, Suit, parse_cards
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.messages import Message

SEATS = (1, 2, 3, 4, 5)
PRESETS = ("pagat", "base10", "korean40", "wikipedia_ja")
"""Those of five players."""
EVERY_PRESET = tuple(mighty.PRESETS)
TRUMP = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS, "NT": None}


def rules(preset: str = "pagat", **changes: Any) -> mighty.Rules:
    return mighty.PRESETS[preset].rules.change(changes)


def bid(text: str) -> mighty.Bid:
    return mighty.Bid.parse(text)


def call(text: str) -> mighty.Call:
    return mighty.Call.parse(text)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def seats_for(these: mighty.Rules) -> tuple[int, ...]:
    """Return as many seats as the house rules are for."""
    return tuple(range(1, these.setting.table + 1))


def deal_first_hand(preset: str = "pagat", **changes: Any) -> mighty.Hand:
    """The first hand of a session: player 1 deals and speaks first."""
    these = rules(preset, **changes)
    return mighty.deal(these, mighty.start_session(these, seats_for(these)), seats_for(these))


def do(hand: mighty.Hand, *moves: Any) -> mighty.Hand:
    """The hand after `moves`, none of which is refused."""
    after: mighty.Hand = mighty.do(hand, *moves)
    return after


def read_starters(session: mighty.Session) -> tuple[int | None, int | None]:
    """Return the dealer and the first bidder of the next hand."""
    return session.begins, session.first


def history(hand: mighty.Hand, move: Move) -> list[tuple[str, dict[str, object]]]:
    """Return the history lines of a move: codes, with the facts that their sentences need."""
    said = list(move.says(hand, do(hand, move)))
    assert all(mighty.say(line) for line in said)
    return [(line.code.removeprefix("log.mighty."), needed_facts(line)) for line in said]


def needed_facts(said: Message) -> dict[str, object]:
    """The facts that the sentence of a message has."""
    fields = {name for _, name, _, _ in string.Formatter().parse(mighty.SENTENCES[said.code].text) if name}
    return {name: fact for name, fact in said.facts.items() if name in fields}


def refusals(hand: mighty.Hand, move: Any) -> list[str]:
    """The codes of every reason against `move`."""
    try:
        mighty.do(hand, move)
    except RuleError as refusal:
        return codes(refusal.problems)
    return []


def codes(said: Iterable[Message]) -> list[str]:
    """The codes of every reason, each of which is given with what its sentence tells."""
    reasons = list(said)
    for reason in reasons:
        assert missing_facts(reason) == []
    return [reason.code for reason in reasons]


def missing_facts(said: Message) -> list[str]:
    """Return the facts that a sentence needs and a message lacks."""
    text = mighty.SENTENCES[said.code].text if said.code in mighty.SENTENCES else ""
    return [name for _, name, _, _ in string.Formatter().parse(text) if name and said.facts.get(name) is None]


def bids(text: str) -> list[mighty.PlaceBid | mighty.Pass]:
    """Commands of an auction that player 1 opens: "14D - 14NT" where each speaks in turn and - is a pass."""
    commands: list[mighty.PlaceBid | mighty.Pass] = []
    turns = list(SEATS)
    for word in text.split():
        player = turns.pop(0)
        if word == "-":
            commands.append(mighty.Pass(player))
        else:
            commands.append(mighty.PlaceBid(player, bid(word)))
            turns.append(player)
        turns = turns or list(SEATS)  # a second round
    return commands


def contracted_hand(contract: str = "16H", preset: str = "pagat", **changes: Any) -> mighty.Hand:
    """A hand that player 1 declares, before the kitty."""
    return do(deal_first_hand(preset, **changes), mighty.EnterContract(1, bid(contract)))


def called_hand(text: str = "SA", contract: str = "16H", preset: str = "pagat", **changes: Any) -> mighty.Hand:
    """A hand that player 1 declares, with the friend called and nothing played."""
    return do(contracted_hand(contract, preset, **changes), mighty.CallFriend(call(text)))


def tricks(text: str) -> list[mighty.RecordTrick]:
    """Recorded tricks: "1:3 2:0" is three points for player 1, then none for player 2."""
    return [
        mighty.RecordTrick(int(winner), int(points)) for winner, points in (word.split(":") for word in text.split())
    ]
