"""The winner of a trick after every kind of lead, and its points."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.errors import RuleError, problem
from scorekeeper.games.zhao_pengyou.combinations import Play, read_lead
from scorekeeper.games.zhao_pengyou.counting import defenders_points, trick_points
from scorekeeper.games.zhao_pengyou.trick import check_plays, find_winner
from tests.cases import for_each
from tests.games.zhao_pengyou.naive import NaiveReferee, build_pagat_order
from tests.games.zhao_pengyou.play import cards, codes, refusals
from tests.games.zhao_pengyou.tricks import (
    ALL_KINDS,
    THROW_WINNERS,
    any_conditions,
    conditions,
    dense_cards,
    find_winning_play,
    groups,
)
from tests.tiers import examples


def number_plays(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.split(", "), start=1))


@for_each(
    # plays of another number of cards cannot win: plays, place of the winner, (player, count, needed)
    ("SJ SJ, SA, SK SK", 2, (2, 1, 2)),
    ("SA SK, D2 D3 D5", 0, (2, 3, 2)),
)
def test_fewer_or_more_cards_cannot_win(text: str, place: int, told: tuple[int, int, int]) -> None:
    """Such plays are refused when the winner is asked for."""
    plays = [Play(player, cards(play)) for player, play in number_plays(text)]
    assert find_winning_play(conditions("DQ"), [play.cards for play in plays]) == place
    with pytest.raises(RuleError) as refusal:
        find_winner(conditions("DQ"), plays)
    facts = dict(zip(("player", "count", "needed"), told, strict=True))
    assert refusal.value.problems == (problem("trick.count", **facts),)


def test_the_first_play_must_be_a_lead() -> None:
    plays = [Play(1, cards("SA HA")), Play(2, cards("S2 S3"))]
    assert refusals(find_winner, conditions("D4"), plays) == ["lead.several_suits"]
    assert refusals(find_winner, conditions("D4"), []) == ["lead.nothing"]


@examples(200)
@given(st.data())
def test_winner_of_random_tricks(data: st.DataObject) -> None:
    """Plays of the suit led, of trumps, of anything, many of the shape that was led."""
    these = data.draw(any_conditions())
    lead = read_lead(these, data.draw(dense_cards(these, data.draw(groups(these)), 8)))
    plays = [lead.cards]
    for _ in range(data.draw(st.integers(1, 4))):
        drawn = data.draw(dense_cards(these, data.draw(st.sampled_from([lead.group, "trump", "trump"])), 12))
        plays.append(tuple(sorted(drawn, key=lambda card: -drawn.count(card))[: lead.size]))
    whole = [play for play in plays if len(play) == lead.size]
    assert find_winning_play(these, whole) == NaiveReferee(these).find_winner(lead.shapes, whole)


@examples(100)
@given(st.data())
def test_winner_of_random_trumped_throws(data: st.DataObject) -> None:
    """A throw of spades with sequences, and trumps that nearly fit."""
    these = data.draw(any_conditions())
    led = ["SA SA SK SK SJ SJ SJ", "SA SA SK SK S9 S9 S8 S8", "SA SA SQ SQ", "SA SA SA SQ SQ"]
    if these.trumps.group(cards("SA")[0]) == "trump" or these.trumps.group(cards("SK")[0]) == "trump":
        led = ["H9 H9 H8 H8 H6 H6 H6", "H9 H9 H7 H7"]
    lead = read_lead(these, cards(data.draw(st.sampled_from(led))))
    plays = [lead.cards]
    for _ in range(3):
        drawn = data.draw(dense_cards(these, "trump", 4))
        many = [card for card in drawn for _ in range(data.draw(st.integers(2, 4)))]
        kept = [card for place, card in enumerate(many) if many[:place].count(card) < 4]
        plays.append(tuple(kept[: lead.size]))
    whole = [play for play in plays if len(play) == lead.size]
    assert find_winning_play(these, whole) == NaiveReferee(these).find_winner(lead.shapes, whole)


def test_points_of_a_trick() -> None:
    assert trick_points([Play(1, cards("SK S10")), Play(2, cards("S5 H2")), Play(3, cards("RJ DA"))]) == 25
    assert trick_points([]) == 0


def test_points_of_a_friend_leave_the_defenders() -> None:
    """Until the called card is played, what someone won counts as the defenders' (pagat, The Play)."""
    won = {1: 20, 2: 35, 3: 5, 4: 0}
    assert defenders_points(won, {1}) == 40
    assert defenders_points(won, {1, 2}) == 5
    assert defenders_points({}, {1}) == 0


SINGLE_CARDS = [(player, f"S{rank}") for player, rank in enumerate(range(2, 11), start=1)]
"""Of nine players."""


@for_each(
    # Eight players have three packs and no black jokers.
    ([], ["lead.nothing"]),
    ([(1, "SA HK"), (2, "SK SQ")], ["lead.several_suits"]),
    (SINGLE_CARDS[:8], []),
    (SINGLE_CARDS, ["trick.players"]),
    ([(1, "SA"), (2, "SK"), (3, "S3")], []),
    ([(1, "SA"), (2, "SK"), (1, "S3")], ["trick.player_twice"]),
    ([(1, "SA"), (2, "SK"), (1, "S3"), (1, "S4")], ["trick.player_twice"]),
    ([(1, "SA SA"), (2, "SK"), (3, "S3 S4 S5")], ["trick.count", "trick.count"]),
    ([(1, "SA SA"), (2, "SA SA")], ["cards.too_many"]),
    ([(1, "SA"), (2, "BJ")], ["cards.not_in_pack"]),
)
def test_plays_that_cannot_be_a_trick(plays: list[tuple[int, str]], reasons: list[str]) -> None:
    assert codes(check_plays(conditions("D4", 8), [Play(who, cards(play)) for who, play in plays])) == reasons


@examples(300)
@given(st.data())
def test_trumps_over_a_throw_in_every_reading(data: st.DataObject) -> None:
    """Trumps that fit the throw, of few ranks, have many readings; an exhaustive matching of parts tells who wins."""
    these = data.draw(any_conditions(throw_winner=data.draw(st.sampled_from((*THROW_WINNERS, *("every_part",) * 4)))))
    led = data.draw(st.sampled_from(["D8 D8 DJ DQ", "D8 D8 D6 D6 DQ", "D7 D7 D8 D8 DJ DJ", "D7 D7 D7 DJ DJ DQ"]))
    suit = next(suit for suit in "SC" if suit != str(these.trumps.suit))
    lead = read_lead(these, cards(led.replace("D", suit)))
    assume(lead.group != "trump")
    trumps = [card for equals in build_pagat_order(these.trumps)["trump"] for card in equals]
    place = data.draw(st.integers(0, len(trumps) - 1))
    few = st.sampled_from(trumps[place : place + 6])
    plays = [lead.cards]
    for _ in range(3):
        drawn = tuple(card for size, length in lead.shapes for card in (data.draw(few),) * size * length)
        assume(max(map(drawn.count, drawn)) <= ALL_KINDS.packs)
        plays.append(drawn)
    assert find_winning_play(these, plays) == NaiveReferee(these).find_winner(lead.shapes, plays)
