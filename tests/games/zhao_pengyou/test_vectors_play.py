"""The rulebook's worked examples of the play, of its variations too: every row is run, every word of it used."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Suit
from scorekeeper.games.zhao_pengyou.combinations import Lead, can_lead, check_sequence, read_lead
from scorekeeper.games.zhao_pengyou.following import can_follow
from scorekeeper.games.zhao_pengyou.order import SUIT_PLACES, Conditions
from scorekeeper.games.zhao_pengyou.throws import find_challenges, resolve_throw
from scorekeeper.games.zhao_pengyou.trick import find_power
from tests.games.rulebooks import Example, examples
from tests.games.zhao_pengyou.play import cards, codes
from tests.games.zhao_pengyou.tricks import conditions, winning_play

CARD = re.compile(r"(spade|heart|diamond|club)(10|[2-9JQKA])|\[(black|red) joker\]")
JOKERS = {"black": BLACK_JOKER, "red": RED_JOKER}
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "subset_pattern": {"follow": "subset_pattern"},
    "four_equal_beats_tractor": {"four_beats_tractor": True},
    "tractors_above_ace": {"tractors_above_ace": True},
    "throw_equal_counts": {"even_throws": True},
}
"""The house rule that each variation of the examples is."""


def quoted(quote: str) -> list[Card]:
    """Read "club8-club8" or "[black joker]"."""
    return [JOKERS[joker] if joker else cards(f"{suit[0]}{rank}")[0] for suit, rank, joker in CARD.findall(quote)]


def played(words: Sequence[str]) -> tuple[Card, ...]:
    return cards(" ".join(words))


def conditions_of(row: Example, **changes: Any) -> Conditions:
    """The trumps of the row; one that names none is played with diamonds and twos."""
    option = OPTIONS[row["option"]] if "option" in row else {}
    trump = f"{row['trump_suit']}{row['trump_rank']}" if "trump_suit" in row else "D2"
    return conditions(trump, **{**option, **changes})


def order(row: Example) -> None:
    """The row calls the red joker big and the black one little."""
    trumps = conditions_of(row).trumps
    names = {"BJ": RED_JOKER, "LJ": BLACK_JOKER}
    falling = [
        [names.get(word) or cards(word)[0] for word in ([words] if isinstance(words, str) else words)]
        for words in row["order"]
    ]
    strengths = [{trumps.strength(card) for card in equals} for equals in falling]
    assert all(len(strength) == 1 for strength in strengths)
    assert sorted(strengths, key=max, reverse=True) == strengths
    assert len({max(strength) for strength in strengths}) == len(strengths)


def trick(row: Example) -> None:
    assert winning_play(conditions_of(row), [played(words) for words in row["plays"]]) == row["winner_index"]


def bomb(row: Example) -> None:
    """Without the house rule the lead wins."""
    trick(row)
    plain = conditions(f"{row['trump_suit']}{row['trump_rank']}")
    assert winning_play(plain, [played(words) for words in row["plays"]]) == 0


def legal_plays(these: Conditions, lead: Lead, hand: Sequence[Card]) -> set[tuple[Card, ...]]:
    plays = set(combinations(these.trumps.sort_highest_first(hand), lead.size))
    return {play for play in plays if can_follow(these, lead, hand, play)}


def follow(row: Example) -> None:
    """What wins is looked for among all plays that are legal, not only those the row names."""
    these = conditions_of(row)
    lead, hand = read_lead(these, played(row["lead"])), played(row["hand"])
    legal = legal_plays(these, lead, hand)
    assert {these.trumps.sort_highest_first(played(words)) for words in row["legal"]} <= legal
    assert legal.isdisjoint(these.trumps.sort_highest_first(played(words)) for words in row.get("illegal", ()))
    beats = {play for play in legal if winning_play(these, [lead.cards, play]) == 1}
    if "beats" in row or "wins" in row:
        assert beats == {these.trumps.sort_highest_first(played(words)) for words in row.get("beats", ())}
    if "wins" in row:
        assert bool(beats) == row["wins"]


def sequence(row: Example) -> None:
    these, led = conditions_of(row), quoted(row.words["quote"])
    is_sequence = can_lead(these, led) and read_lead(these, led).kind == "sequence"
    assert is_sequence == (not codes(check_sequence(these, led))) == row["valid"]


def variant_sequence(row: Example) -> None:
    """Without the house rule these are none."""
    sequence(row)
    assert codes(check_sequence(conditions(f"{row['trump_suit']}{row['trump_rank']}"), quoted(row.words["quote"])))


def throw(row: Example) -> None:
    """Another player has what is shown, among lower cards and trumps."""
    these = conditions_of(row)
    lead, shown, forced = read_lead(these, played(row["lead"])), played(row["shown"]), played(row["forced"])
    [challenge] = find_challenges(these, lead, {2: cards("S9 S9 S9 D2"), 3: (*shown, *cards("S8 S8 DA DA"))})
    assert (challenge.player, challenge.shown, challenge.part.cards) == (3, shown, forced)
    outcome = resolve_throw(these, lead, challenge.part)
    assert outcome.forced is not None
    assert (outcome.forced.cards, outcome.points) == (forced, row["penalty"])


def variant_throw(row: Example) -> None:
    these, led = conditions_of(row), quoted(row.words["quote"])
    assert can_lead(these, led) == row["valid"]
    assert read_lead(conditions(f"{row['trump_suit']}{row['trump_rank']}"), led).kind == "throw"


RUNNERS: Mapping[str, Callable[[Example], None]] = {
    "zpy_order": order,
    "zpy_trick": trick,
    "zpy_follow": follow,
    "zpy_sequence_lead": sequence,
    "zpy_throw": throw,
    "zpy_throw_trump": trick,
    "zpy_variant_follow": follow,
    "zpy_variant_bomb": bomb,
    "zpy_variant_sequence": variant_sequence,
    "zpy_variant_throw": variant_throw,
}


@pytest.mark.parametrize("words", examples("zhao_pengyou", RUNNERS), ids=lambda words: words["id"])
def test_example_of_the_play(words: dict[str, Any]) -> None:
    Example(words).run(RUNNERS)


def test_every_suit_has_its_place() -> None:
    assert list(SUIT_PLACES) == [*Suit, None]


@pytest.mark.parametrize(
    ("play", "height"),
    [("D5 D5 D5 DQ", 5), ("D7 D7 D3 D2", 7)],
)
def test_fives_do_not_count_as_a_triple(play: str, height: int) -> None:
    """In the printed example of a trumped throw, three fives are a pair and a single card."""
    these = conditions("D4")
    found = find_power(these, read_lead(these, cards("SA SK SJ SJ")), cards(play))
    assert found is not None
    assert (found.trumped, found.strength) == (True, height)
