"""Durations of Zhao Pengyou’s referee for a lead, a follow and a trick in the worst known cases, beside a bare call."""

from collections import Counter
from collections.abc import Iterator
from functools import partial, reduce
from pathlib import Path
from random import Random

from scorekeeper.cards import Card, Rank, Suit, parse_cards
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.combinations import Lead, Play, read_lead
from scorekeeper.games.zhao_pengyou.following import check_follow, suggest_follow
from scorekeeper.games.zhao_pengyou.order import Conditions, Trumps
from scorekeeper.games.zhao_pengyou.pack import find_setting
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.throws import find_challenges
from scorekeeper.games.zhao_pengyou.trick import find_winner
from tests.games.zhao_pengyou.random_hand import RandomHand
from tools.bench.calls import Call, measure_calls, measure_microseconds
from tools.bench.report import Row
from tools.bench.sizes import Sizes

MOST = 1000
"""Most microseconds of one question."""
MOST_HAND = 5000
"""Most microseconds of a whole hand."""

PATTERN = Rules(follow="subset_pattern", tractors_above_ace=True, four_beats_tractor=True)
HEARTS = Trumps(Suit.HEARTS, Rank.ACE)

MANY_PAIRS = parse_cards("HQ HQ HJ HJ H10 H10 H8 H8 H7 H7 H6 H6 H4 H4 H3 H3 H2 H2 SA SA")
"""A lead of trumps only: sequences of three pairs, and sets."""
OTHER_PAIRS = parse_cards("RJ RJ BJ BJ HA HA DA DA CA CA HK HK HQ HQ H9 H9 H8 H8 H5 H5")
"""A hand that follows it with as many pairs, in sequences of other lengths."""

THROWN = parse_cards("CK CK CQ CQ CJ CJ C9 C9 C8 C8 C6 C6 C5 C5 C3 C3 C2")
OVER_THROWN = parse_cards("HA HA SA SA HK HK HJ HJ H10 H10 H9 H9 H8 H8 H4 H4 H2")
"""Trumps that nearly fit, so that every way of sorting them is tried."""


def build_conditions(players: int) -> Conditions:
    """Return conditions with the house rules that need the longest search."""
    return Conditions(PATTERN, find_setting(PATTERN, players), HEARTS)


def scenario(_folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Measure the worst known hands, then random ones."""
    cases = [(what, call, MOST) for what, call in (*worst_case_calls(), *random_deal_calls(sizes.openings))]
    return measure_calls("Zhao Pengyou", (*cases, *replay_calls()))


def worst_case_calls() -> Iterator[tuple[str, Call]]:
    """Yield calls with many pairs in every hand."""
    five, twelve = build_conditions(5), build_conditions(12)
    lead = read_lead(five, MANY_PAIRS)
    play = suggest_follow(five, lead, OTHER_PAIRS)
    trick = build_crowded_trick(twelve)
    yield "a lead of ten pairs", lambda: read_lead(five, MANY_PAIRS)
    yield "a follow with ten pairs to ten pairs", lambda: check_follow(five, lead, OTHER_PAIRS, play)
    yield "a throw of ten pairs against ten pairs", lambda: find_challenges(five, lead, {2: OTHER_PAIRS})
    yield "a trick of 12 players, a throw of eight pairs trumped three times", lambda: find_winner(twelve, trick)


def build_crowded_trick(these: Conditions) -> list[Play]:
    """Return a throw of 17 cards to which three players follow with trumps only."""
    left = Counter(these.setting.pack) - Counter((*THROWN, *OVER_THROWN, *OVER_THROWN))
    rest = sorted(left.elements(), key=lambda card: (not these.trumps.is_trump(card), str(card)))
    hands: list[tuple[Card, ...]] = [THROWN, OVER_THROWN, OVER_THROWN]
    size = these.setting.hand_size
    hands += [tuple(rest[place * size : (place + 1) * size]) for place in range(these.setting.players - len(hands))]
    return [Play(player, hand) for player, hand in enumerate(hands, start=1)]


def random_deal_calls(count: int) -> Iterator[tuple[str, Call]]:
    """Yield calls for random deals of five: the slowest follow to each player's largest lead of a suit."""
    these, random = build_conditions(5), Random(1)
    cards = list(these.setting.pack)
    found: list[tuple[float, Lead, tuple[Card, ...], tuple[Card, ...]]] = []
    for _ in range(count):
        random.shuffle(cards)
        size = these.setting.hand_size
        leader, hand = these.trumps.sort_highest_first(cards[:size]), tuple(cards[size : 2 * size])
        group = Counter(map(these.group, leader)).most_common(1)[0][0]
        lead = read_lead(these, these.trumps.select_group(leader, group))
        play = suggest_follow(these, lead, hand)
        took = measure_microseconds(lambda: check_follow(these, lead, hand, play), 1)  # noqa: B023  # called at once
        found.append((took, lead, hand, play))
    _, slow, held, played = max(found, key=lambda deal: deal[0])
    yield f"the slowest follow of {count} random deals", lambda: check_follow(these, slow, held, played)


def replay_calls() -> Iterator[tuple[str, Call, float]]:
    """Yield calls that replay a hand card by card, unchecked as from a log and checked as from a file."""
    for players in (5, 12):
        random_hand = RandomHand(zpy.PRESETS["pagat"].rules, players, Random(1))
        random_hand.play_hand()
        fold = partial(reduce, lambda hand, move: move.play(hand), random_hand.moves, random_hand.dealt)
        yield f"fold a hand of {players} players", fold, MOST_HAND
        yield f"replay a hand of {players} players", partial(zpy.do, random_hand.dealt, *random_hand.moves), MOST_HAND
