"""Durations of Mighty’s referee for a payment, a trick, legal cards and a whole hand, beside a bare call."""

from collections.abc import Iterator
from functools import partial, reduce
from pathlib import Path
from random import Random

from scorekeeper.cards import Card, Suit, parse_cards
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.following import legal_cards
from scorekeeper.games.mighty.leading import legal_leads
from scorekeeper.games.mighty.offences import find_offences
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.trick import Play, judge_trick
from tests.games.mighty.whole_hands import commands, hand_before_play, honest_tricks
from tools.bench.calls import Call, measure_calls
from tools.bench.report import Row
from tools.bench.sizes import Sizes

MOST = 50
"""Most microseconds of one question."""
MOST_TABLE = 1000
"""Most microseconds of the payment table."""
MOST_HAND = 5000
"""Most microseconds of a whole hand."""

RULES = mighty.PRESETS["pagat"].rules

CALLED = (Play(1, Card.parse("C3"), None, True), Play(2, Card.parse("C4")))
LARGEST_HAND = parse_cards("JK JK SA HA HA HK HK HQ HJ H10 H9 DA DK CA CA CK")
"""A hand of sixteen cards, as in the second trick of six players with two packs."""
TRUMPS = parse_cards("JK JK HA HA HK HK HQ HQ HJ HJ H10 H10 H9 H9 H8 H8 H7")


def scenario(_folder: Path, _sizes: Sizes) -> Iterator[Row]:
    """Measure the questions that screens ask at every tap, and the check of a whole hand."""
    return measure_calls("Mighty", (*payment_calls(), *question_calls(), *offence_calls(), *replay_calls()))


def payment_calls() -> Iterator[tuple[str, Call, float]]:
    """Yield calls that settle a result with two doublings."""
    contract = mighty.Contract(mighty.Bid.parse("16NT"), mighty.Call.parse("SA"))
    outcome = mighty.Outcome(points=20, declarer=1, friend=2, defenders=(3, 4, 5))
    yield "a payment with its explanation", lambda: mighty.settle(RULES, contract, outcome).amounts, MOST
    yield "the payment table of 21 rows", lambda: mighty.payment_table(RULES, contract, outcome), MOST_TABLE


def question_calls() -> Iterator[tuple[str, Call, float]]:
    """Yield calls with two packs, where hands and tricks are largest."""
    these = Conditions(Rules(players="double_six", joker_first_lead="forbidden"), Suit.HEARTS)
    cards = parse_cards("C9 SA JK JK H2 HA")
    trick = [Play(player, card) for player, card in enumerate(cards, 1)]
    yield "judge a trick of six", lambda: judge_trick(these, 2, trick), MOST
    yield "legal cards of 16, the joker called", lambda: legal_cards(these, 2, CALLED, LARGEST_HAND), MOST
    yield "legal leads of 17 to the first trick", lambda: legal_leads(these, 1, TRUMPS), MOST


def offence_calls() -> Iterator[tuple[str, Call, float]]:
    """Yield calls that check hands of random cards, which have more offences than any real game."""
    for players in ("five", "double_six"):
        these = Conditions(Rules(players=players), Suit.HEARTS)
        tricks = deal_random_tricks(these)
        yield f"offences of {len(tricks)} tricks", partial(find_offences, these, 1, tricks), MOST_HAND


def replay_calls() -> Iterator[tuple[str, Call, float]]:
    """Yield calls that replay a hand card by card, unchecked as from a log and checked as from a file."""
    for preset in ("pagat", "double_six"):
        random = Random(1)
        start = hand_before_play(preset, random)
        told = [command for trick in honest_tricks(start, random) for command in commands(trick)]
        yield f"fold a hand of {len(told)} cards", partial(reduce, apply_move, told, start), MOST_HAND
        yield f"replay a hand of {len(told)} cards", partial(mighty.do, start, *told), MOST_HAND


def apply_move(hand: mighty.Hand, move: Move) -> mighty.Hand:
    """Return the hand after `move`, without checking it."""
    played: mighty.Hand = move.play(hand)
    return played


def deal_random_tricks(these: Conditions) -> list[list[Play]]:
    """Return a shuffled pack as tricks."""
    setting = these.rules.setting
    pack = list(setting.pack)
    Random(1).shuffle(pack)
    return [
        [Play(player, pack.pop(), Suit.CLUBS) for player in range(1, setting.active + 1)] for _ in range(setting.tricks)
    ]
