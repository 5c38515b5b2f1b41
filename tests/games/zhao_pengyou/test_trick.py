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
    # Diamonds and queens are trumps: the plays, the place of the one that wins.
    ("the highest of the suit led", "S8, SK, SA, S2", 2),
    ("of identical cards the first", "S8, SA, SA, SK", 1),
    ("the lead among identical cards", "SA, SA, SK", 0),
    ("another suit never wins", "S8, HA, CA", 0),
    ("any trump", "SA, D2, SA", 1),
    ("the highest trump", "SA, D2, DA, DK", 2),
    ("the trump rank above the ace of trumps", "DA, SQ, DK", 1),
    ("of equal cards of the trump rank the first", "S3, HQ, CQ, SQ", 1),
    ("suit and rank above rank", "S3, HQ, DQ, CQ", 2),
    ("jokers above all, red above black", "DQ, BJ, RJ, RJ", 2),
    ("a pair beats a pair", "SJ SJ, SK SK, SA SA", 2),
    ("two cards are no pair", "SJ SJ, SA SK, DA DK", 0),
    ("a pair of trumps", "SJ SJ, SA SA, D2 D2", 2),
    ("a pair of which one is trump", "SJ SJ, SA D2, HQ SQ", 0),
    ("pairs of equal strength", "D2 D2, HQ HQ, CQ CQ", 1),
    ("four are no pair in a trick of two", "SJ SJ SJ, SK SK SA, SA SA SA", 2),
    ("a higher sequence", "S9 S9 S8 S8, SK SK SJ SJ, SA SA SK SK", 2),
    ("two pairs apart are no sequence", "S9 S9 S8 S8, SA SA SJ SJ, DA DA DJ DJ", 0),
    ("a sequence of trumps", "S9 S9 S8 S8, SA SA SK SK, D3 D3 D2 D2", 2),
    ("a longer sequence of smaller sets", "S9 S9 S9 S8 S8 S8, DK DK DJ DJ D10 D10", 0),
    ("four identical cards are no sequence", "S9 S9 S8 S8, SA SA SA SA, DA DA DA DA", 0),
    ("two cards of the suit do not beat a throw", "SA SK, SA SA, S3 S2", 0),
    ("a throw is trumped by single cards", "SA SK, D2 D3, D4 D2, DA HQ", 3),
    ("of equal highest trumps the first", "SA SK, DA D3, DA DK", 1),
    ("a trumped throw needs trumps alone", "SA SK, DA S2, RJ H2", 0),
    ("a trumped throw needs the pair", "SA SK SK, DA DK DJ, D3 D3 D2", 2),
    ("the pair decides", "SA SK SK, D3 D3 RJ, D4 D4 D2", 2),
    ("the higher of two pairs decides", "SA SA SJ SJ, D9 D9 D8 D8, D10 D10 D2 D2", 2),
    ("one triple holds no two pairs", "SA SA SJ SJ, D9 D9 D9 D8, D2 D2 D3 D3", 2),
    ("four identical cards are two pairs", "SA SA SJ SJ, D9 D9 D8 D8, D10 D10 D10 D10", 2),
    ("the sequence before the triple", "SA SA SK SK S9 S9 S9, D8 D8 D7 D7 D2 D2 D2, DA DA DA D4 D4 D3 D3", 1),
    (
        "the sequence is made where the triple leaves it",
        "SA SA SK SK S9 S9 S9, D8 D8 D8 D7 D7 D6 D6, D5 D5 D4 D4 D2 D2 D2",
        1,
    ),
    ("the shorter sequence above the longer one", "SA SA SK SK S9 S9 S8 S8 S7 S7, DA DA DK DK D5 D5 D4 D4 D3 D3", 1),
    ("a throw of trumps is not beaten by trumps", "RJ BJ, DQ DQ, RJ RJ", 0),
)
def test_winner_of_a_trick(about: str, text: str, place: int) -> None:
    plays = [Play(player, cards(play)) for player, play in number_plays(text)]
    assert find_winner(conditions("DQ"), plays) == place + 1


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


@for_each(
    # Fours and diamonds are trumps: the plays, who wins where four identical cards beat two pairs.
    ("CQ CQ CJ CJ, C6 C6 C6 C6", 1),
    ("CQ CQ CJ CJ, C6 C6 C6 C6, CA CA CK CK", 1),
    ("CQ CQ CJ CJ, C6 C6 C6 C6, C7 C7 C7 C7", 2),
    ("CQ CQ CJ CJ, C6 C6 C6 C6, D8 D8 D7 D7", 2),
    ("CQ CQ CJ CJ, D8 D8 D7 D7, C6 C6 C6 C6", 1),
    ("CQ CQ CJ CJ, DA DA DK DK, D2 D2 D2 D2", 2),
    ("CQ CQ CJ CJ, S6 S6 S6 S6", 0),
    ("CQ CQ CQ CQ, CA CA CK CK", 0),
    ("CQ CQ CJ CJ C10 C10, C6 C6 C6 C6 C5 C5", 0),
    ("CQ CQ CJ CJ C10 C10 CA, D5 D5 D5 D5 D2 D3 D7", 0),
    ("CA CA CQ CJ, D2 D2 D2 D2, D3 D3 D7 D8", 2),
    ("CQ CQ CJ CJ CA, DA DA DK DK D2, D3 D3 D3 D3 D2", 2),
    ("CQ CQ CJ CJ CA CA CA, DA DA DA DA D2 D2 D2, DK DK DQ DQ D2 D2 D2", 1),
    ("CA CA CK CK C9 C9 C8 C8, DA DA DK DK D5 D5 D5 D5, DJ DJ D10 D10 D8 D8 D7 D7", 1),
)
def test_four_identical_cards_beat_two_pairs_where_chosen(text: str, place: int) -> None:
    these = conditions("D4", four_beats_tractor=True)
    assert find_winning_play(these, [cards(play) for _, play in number_plays(text)]) == place


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
