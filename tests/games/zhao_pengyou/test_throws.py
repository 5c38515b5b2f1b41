"""Throws against known hands: challenges, the cards shown, the lead that stays, and the penalty."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.zhao_pengyou.combinations import read_lead
from scorekeeper.games.zhao_pengyou.throws import find_challenges, is_unbeaten, resolve_throw
from tests.cases import for_each
from tests.games.zhao_pengyou.naive import NaiveReferee
from tests.games.zhao_pengyou.play import cards, refusals
from tests.games.zhao_pengyou.tricks import add_strays, any_conditions, conditions, dense_cards, groups, join_words
from tests.tiers import examples


def test_four_identical_cards_beat_two_pairs_of_a_throw_where_they_beat_them_in_a_lead() -> None:
    these = conditions("D4", four_beats_tractor=True)
    lead, hand = read_lead(these, cards("S8 S8 S7 S7 SA")), cards("S5 S5 S5 S5 S6 S6 S6 S6 SJ SJ SJ SJ")
    assert [join_words(challenge.shown) for challenge in find_challenges(these, lead, {2: hand})] == ["S5 S5 S5 S5"]
    assert is_unbeaten(these, read_lead(these, cards("S9 S9 S8 S8 S7 S7 SA")), {2: hand})


def test_challenges_come_in_order_of_the_players() -> None:
    these = conditions("D4")
    lead = read_lead(these, cards("SQ SJ SJ"))
    hands = {4: cards("SA"), 5: cards("S2 D2"), 1: cards("SK SK")}
    assert [(one.player, join_words(one.part.cards)) for one in find_challenges(these, lead, hands)] == [
        (4, "SQ"),
        (1, "SJ SJ"),
        (1, "SQ"),
    ]


@for_each("SJ", "SJ SJ", "SJ SJ S10 S10")
def test_only_throws_are_challenged(led: str) -> None:
    these = conditions("D4")
    assert is_unbeaten(these, read_lead(these, cards(led)), {2: cards("SA SA SA SA SK SK SK SK")})


@examples(150)
@given(st.data())
def test_random_throws_against_random_hands(data: st.DataObject) -> None:
    these = data.draw(any_conditions())
    group = data.draw(groups(these))
    lead = read_lead(these, data.draw(dense_cards(these, group, 8)))
    hand = add_strays(data.draw(dense_cards(these, group, 10)))
    naive, found = NaiveReferee(these), {one.part: one for one in find_challenges(these, lead, {2: hand})}
    for part in lead.parts:
        beats = lead.kind == "throw" and naive.can_beat(part.shape, part.cards, hand)
        assert (part in found) == beats
        if beats:
            assert naive.can_beat(part.shape, part.cards, found[part].shown)
            assert len(found[part].shown) == part.shape.card_count


@for_each(
    ("SA SA SA", ["cards.too_many"]),
    ("JK", ["cards.not_in_pack"]),
    ("SA " * 21, ["cards.too_many", "play.hand_too_large"]),
)
def test_nobody_shows_cards_that_no_hand_can_have(hand: str, reasons: list[str]) -> None:
    """Five players have two packs, and 20 cards each."""
    these = conditions("D4", 5)
    assert (
        refusals(find_challenges, these, read_lead(these, cards("SK SQ")), {2: cards("HA"), 3: cards(hand)}) == reasons
    )


@for_each(
    # The house rules; the lead that stays, the points that change sides, the sentence, whether the play is over.
    ({"failed_throw": "withdraw"}, "SK", 30, "throw.withdraw"),
    ({"failed_throw": "hand_ends"}, None, 0, "throw.hand_ends"),
    ({"failed_throw": "cards_to_opponents"}, None, 0, "throw.cards_to_opponents"),
    ({"failed_throw": "hand_lost"}, None, 0, "throw.hand_lost"),
    ({"failed_throw": "penalty_points"}, None, 0, "throw.penalty_points"),
    ({"failed_throw": "hand_ends", "after_failed_throw": "goes_on"}, "SK", 0, "throw.hand_ends"),
    ({"failed_throw": "hand_lost", "after_failed_throw": "goes_on"}, "SK", 0, "throw.hand_lost"),
    ({"failed_throw": "penalty_points", "after_failed_throw": "goes_on"}, "SK", 0, "throw.penalty_points"),
)
def test_penalty_under_each_choice(changes: dict[str, Any], forced: str | None, points: int, said: str) -> None:
    these = conditions("D4", **changes)
    lead = read_lead(these, cards("SA SK SJ SJ"))
    [challenge] = find_challenges(these, lead, {2: cards("SA")})
    outcome = resolve_throw(these, lead, challenge.part)
    assert (outcome.forced and join_words(outcome.forced.cards), outcome.points) == (forced, points)
    assert sorted(join_words(outcome.withdrawn).split()) == ["SA", "SJ", "SJ"]
    assert outcome.penalty.code == said


@for_each(
    # Two cards are taken back: how many points, the levels that the leader and each team mate owe.
    ("withdraw", 20, 0, 0),
    ("hand_lost", 0, 0, 0),
    ("penalty_points", 0, 2, 1),
)
def test_penalties_in_numbers(choice: str, points: int, owed: int, owed_by_mates: int) -> None:
    these = conditions("D4", failed_throw=choice)
    lead = read_lead(these, cards("SA SK SJ SJ"))
    facts = {"cards": 2, "points": points, "owed": owed, "owed_by_mates": owed_by_mates}
    assert resolve_throw(these, lead, lead.parts[0]).penalty.facts == facts


def test_a_part_of_an_equal_lead_stays_as_well() -> None:
    """A lead may be asked for again between challenge and penalty."""
    these = conditions("D4")
    led, again = (read_lead(these, cards("SA SK SJ SJ")) for _ in range(2))
    for part, withdrawn in zip(led.parts, ("SA SK", "SJ SJ SK", "SJ SJ SA"), strict=True):
        assert join_words(resolve_throw(these, again, part).withdrawn) == withdrawn
        assert resolve_throw(these, again, part) == resolve_throw(these, led, part)
