"""The rulebook's worked examples of the play and its variations. Every row is run, and every field of it used."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Suit
from scorekeeper.games.zhao_pengyou.combinations import Lead, can_lead, check_sequence, read_lead
from scorekeeper.games.zhao_pengyou.following import can_follow
from scorekeeper.games.zhao_pengyou.order import SUIT_PLACES, Conditions
from scorekeeper.games.zhao_pengyou.throws import find_challenges, resolve_throw
from scorekeeper.games.zhao_pengyou.trick import find_powers
from tests.cases import for_each, require
from tests.games.rulebooks import Example, examples
from tests.games.zhao_pengyou.play import cards, codes
from tests.games.zhao_pengyou.tricks import conditions, find_winning_play

CARD = re.compile(r"(spade|heart|diamond|club)(10|[2-9JQKA])|\[(black|red) joker\]")
JOKERS = {"black": BLACK_JOKER, "red": RED_JOKER}
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "subset_pattern": {"follow": "subset_pattern"},
    "four_equal_beats_tractor": {"four_beats_tractor": True},
    "tractors_above_ace": {"tractors_above_ace": True},
    "throw_equal_counts": {"even_throws": True},
}
"""The house rules by the name of the variation in the examples."""


def read_quote(quote: str) -> list[Card]:
    """Read "club8-club8" or "[black joker]"."""
    return [JOKERS[joker] if joker else cards(f"{suit[0]}{rank}")[0] for suit, rank, joker in CARD.findall(quote)]


def read_cards(words: Sequence[str]) -> tuple[Card, ...]:
    return cards(" ".join(words))


def read_conditions(row: Example, **changes: Any) -> Conditions:
    """Return the conditions of a row; without trumps of its own it has diamonds and twos."""
    option = OPTIONS[row["option"]] if "option" in row else {}
    trump = f"{row['trump_suit']}{row['trump_rank']}" if "trump_suit" in row else "D2"
    return conditions(trump, **{**option, **changes})


def check_order(row: Example) -> None:
    """Check the order of the cards of a row, which calls the red joker big and the black one little."""
    trumps = read_conditions(row).trumps
    names = {"BJ": RED_JOKER, "LJ": BLACK_JOKER}
    falling = [
        [names.get(word) or cards(word)[0] for word in ([words] if isinstance(words, str) else words)]
        for words in row["order"]
    ]
    strengths = [{trumps.strength(card) for card in equals} for equals in falling]
    assert all(len(strength) == 1 for strength in strengths)
    assert sorted(strengths, key=max, reverse=True) == strengths
    assert len({max(strength) for strength in strengths}) == len(strengths)


def check_trick(row: Example) -> None:
    assert find_winning_play(read_conditions(row), [read_cards(words) for words in row["plays"]]) == row["winner_index"]


def check_bomb(row: Example) -> None:
    """Check the winner of a row, and that the lead wins without the house rule."""
    check_trick(row)
    plain = conditions(f"{row['trump_suit']}{row['trump_rank']}")
    assert find_winning_play(plain, [read_cards(words) for words in row["plays"]]) == 0


def list_legal_plays(these: Conditions, lead: Lead, hand: Sequence[Card]) -> set[tuple[Card, ...]]:
    plays = set(combinations(these.trumps.sort_highest_first(hand), lead.size))
    return {play for play in plays if can_follow(these, lead, hand, play)}


def check_following(row: Example) -> None:
    """Check the legal plays of a row, and the winning ones among all legal plays."""
    these = read_conditions(row)
    lead, hand = read_lead(these, read_cards(row["lead"])), read_cards(row["hand"])
    legal = list_legal_plays(these, lead, hand)
    assert {these.trumps.sort_highest_first(read_cards(words)) for words in row["legal"]} <= legal
    assert legal.isdisjoint(these.trumps.sort_highest_first(read_cards(words)) for words in row.get("illegal", ()))
    beats = {play for play in legal if find_winning_play(these, [lead.cards, play]) == 1}
    if "beats" in row or "wins" in row:
        assert beats == {these.trumps.sort_highest_first(read_cards(words)) for words in row.get("beats", ())}
    if "wins" in row:
        assert bool(beats) == row["wins"]


def check_sequence_lead(row: Example) -> None:
    these, led = read_conditions(row), read_quote(row.words["quote"])
    is_sequence = can_lead(these, led) and read_lead(these, led).kind == "sequence"
    assert is_sequence == (not codes(check_sequence(these, led))) == row["valid"]


def check_variant_sequence(row: Example) -> None:
    """Check a sequence of a row, which is none without the house rule."""
    check_sequence_lead(row)
    assert codes(check_sequence(conditions(f"{row['trump_suit']}{row['trump_rank']}"), read_quote(row.words["quote"])))


def check_throw(row: Example) -> None:
    """Check the challenge of a row by a player who also has lower cards and trumps."""
    these = read_conditions(row)
    lead, shown, forced = read_lead(these, read_cards(row["lead"])), read_cards(row["shown"]), read_cards(row["forced"])
    [challenge] = find_challenges(these, lead, {2: cards("S9 S9 S9 D2"), 3: (*shown, *cards("S8 S8 DA DA"))})
    assert (challenge.player, challenge.shown, challenge.part.cards) == (3, shown, forced)
    outcome = resolve_throw(these, lead, challenge.part)
    assert (require(outcome.forced).cards, outcome.points) == (forced, row["penalty"])


def check_variant_throw(row: Example) -> None:
    these, led = read_conditions(row), read_quote(row.words["quote"])
    assert can_lead(these, led) == row["valid"]
    assert read_lead(conditions(f"{row['trump_suit']}{row['trump_rank']}"), led).kind == "throw"


RUNNERS: Mapping[str, Callable[[Example], None]] = {
    "zpy_order": check_order,
    "zpy_trick": check_trick,
    "zpy_follow": check_following,
    "zpy_sequence_lead": check_sequence_lead,
    "zpy_throw": check_throw,
    "zpy_throw_trump": check_trick,
    "zpy_variant_follow": check_following,
    "zpy_variant_bomb": check_bomb,
    "zpy_variant_sequence": check_variant_sequence,
    "zpy_variant_throw": check_variant_throw,
}


@for_each(*examples("zhao_pengyou", RUNNERS))
def test_example_of_the_play(words: dict[str, Any]) -> None:
    Example(words).run(RUNNERS)


def test_every_suit_has_its_place() -> None:
    assert list(SUIT_PLACES) == [*Suit, None]


@for_each(("D5 D5 D5 DQ", 5), ("D7 D7 D3 D2", 7))
def test_fives_do_not_count_as_a_triple(play: str, height: int) -> None:
    """In the printed example of a trumped throw, three fives are a pair and a single card."""
    these = conditions("D4")
    (found,) = find_powers(these, read_lead(these, cards("SA SK SJ SJ")), cards(play))
    assert (found.trumped, found.parts) == (True, ((False, height),))
