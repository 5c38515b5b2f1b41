"""Offences proven by cards: one row for each, honest players, and cheats who show their cards later."""

from collections.abc import Sequence
from random import Random

from hypothesis import assume, example, given
from hypothesis import strategies as st

from scorekeeper.cards import JOKER, Card
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.offences import Offence, find_offences
from scorekeeper.games.mighty.trick import Play
from tests.cases import for_each, require
from tests.games.mighty.naive import Naive
from tests.games.mighty.play import cards
from tests.games.mighty.tricks import (
    any_conditions,
    choose_legal,
    conditions,
    deal_whole_hands,
    parse_tricks,
    play_whole_hand,
)
from tests.tiers import examples

DECLARER = 1
NO_JOKER_AT_ENDS = {"joker_first_last": "forbidden"}


def codes_of(found: Sequence[Offence]) -> list[str]:
    return [
        f"{one.code.removeprefix('offence.')} {one.player} {one.trick or '-'} {one.card} {one.proven} {one.proof}"
        for one in found
    ]


WHOLE_HAND = (
    "C4 C5 C6 C7 C8 / C9 C10 CJ CQ CK / D4 D5 D6 D7 D8 / D9 D10 DJ DQ DK / S4 S5 S6 S7 S8 / "
    "S9 S10 SJ SQ SK / H4 H5 H6 H7 H8 / H9 H10 HJ HQ HK / C2 C3 CA DA D2 / JK D3 HA S2 S3"
)
"""Every card but the ace of spades and two small trumps."""


def test_a_joker_kept_for_the_last_trick() -> None:
    """wikipedia_ja, Exceptions in play: it is played before. Player 1 had it and another card in the ninth trick."""
    found = find_offences(conditions(**NO_JOKER_AT_ENDS), DECLARER, parse_tricks(WHOLE_HAND))
    assert codes_of(found) == ["joker_kept 1 9 C2 10 JK"]
    assert find_offences(conditions(), DECLARER, parse_tricks(WHOLE_HAND)) == ()


@for_each(1, 2)
def test_with_two_packs_the_first_of_two_jokers_kept_too_long(player: int) -> None:
    """wikipedia_ja, Exceptions in play: with two jokers one is led or followed with in the last trick but two."""
    these = conditions("NT", players="double_six", **NO_JOKER_AT_ENDS)
    clubs = [*cards("CA CK CQ CJ C10 C9 C8 C7 C6 C5 C4 C2 CA CK CQ"), JOKER, JOKER]
    others = cards("CJ C10 C9 C8 C7 C6 C5 C4 C2 C3 C3 D4 D5 D6 D7 D8 D9")
    led, followed = (clubs, others) if player == 1 else (others, clubs)
    tricks = [[Play(1, one), Play(2, two)] for one, two in zip(led, followed, strict=True)]
    found = [offence for offence in find_offences(these, 9, tricks) if offence.player == player]
    assert codes_of(found) == [f"joker_kept {player} 15 CQ 17 JK"]


# --- Cards that were called (pagat, Variations: Exchanging and Calling; korean40, 1-4) ---


@for_each(
    ("SA", 10, None, ["called_card_discarded 1 - SA 10 SA"]),  # the last trick has shown every other card
    ("SA", 9, None, []),
    ("SA", 0, "SA H2 H3", ["called_card_discarded 1 - SA 0 SA"]),
    ("SA", 10, "SA H2 H3", ["called_card_discarded 1 - SA 10 SA"]),
    ("C4", 1, None, ["called_own_card 1 - C4 1 C4"]),
    ("C5", 10, None, []),  # player 2 is the friend
    ("SA+CK", 10, None, ["called_card_discarded 1 - SA 10 SA"]),
    ("C5+C4", 1, None, ["called_own_card 1 - C4 1 C4"]),
)
def test_a_card_of_their_own_is_called(called: str, played: int, discards: str | None, expected: list[str]) -> None:
    shown = None if discards is None else cards(discards)
    tricks, wanted = parse_tricks(WHOLE_HAND)[:played], cards(called.replace("+", " "))
    assert codes_of(find_offences(conditions(secret_solo=False), DECLARER, tricks, wanted, shown)) == expected
    assert find_offences(conditions(), DECLARER, tricks, wanted, shown) == ()


@for_each(1, 3, 5)
def test_a_card_is_the_declarers_own_only_when_the_declarer_plays_it(declarer: int) -> None:
    found = find_offences(conditions(secret_solo=False), declarer, parse_tricks(WHOLE_HAND)[:1], cards("C6"))
    assert codes_of(found) == (["called_own_card 3 - C6 1 C6"] if declarer == 3 else [])


def test_a_card_of_their_own_that_is_played_twice_is_both_offences() -> None:
    tricks = [[Play(DECLARER, card)] for card in cards("C4 C4")]
    found = find_offences(conditions(secret_solo=False), DECLARER, tricks, cards("C4"))
    assert codes_of(found) == ["played_too_often 1 2 C4 2 C4", "called_own_card 1 - C4 2 C4"]


def test_with_two_packs_one_copy_may_be_the_declarers() -> None:
    these = conditions(players="double_six", secret_solo=False)
    one = (Play(1, cards("C4")[0]), Play(2, cards("C5")[0]))
    again = (Play(1, cards("C4")[0]),)
    assert find_offences(these, DECLARER, (one,), cards("C4")) == ()
    assert codes_of(find_offences(these, DECLARER, (one, again), cards("C4"))) == ["called_own_card 1 - C4 2 C4"]
    assert codes_of(find_offences(these, DECLARER, (one,), cards("C4"), cards("C4 H2 H3 H4"))) == [
        "called_card_discarded 1 - C4 1 C4"
    ]


def test_a_card_that_was_discarded_is_played() -> None:
    found = find_offences(conditions(), DECLARER, parse_tricks("C4 C5 C6 C7 C8"), (), cards("C5 H2 H3"))
    assert codes_of(found) == ["played_too_often 2 1 C5 1 C5"]


def test_a_card_that_the_pack_does_not_have_is_played() -> None:
    found = find_offences(conditions(players="four_chicago"), DECLARER, parse_tricks("C4 H2"))
    assert codes_of(found) == ["played_too_often 2 1 H2 1 H2"]


def test_with_two_packs_a_card_is_played_twice_but_not_more() -> None:
    these = conditions(players="double_six")
    tricks = [[Play(player, cards("C4")[0]) for player in (1, 2)], [Play(3, cards("C4")[0])]]
    assert find_offences(these, DECLARER, tricks[:1]) == ()
    assert codes_of(find_offences(these, DECLARER, tricks)) == ["played_too_often 3 2 C4 2 C4"]


def test_only_trumps_and_the_joker_were_kept() -> None:
    """pagat, Variations: Play. It takes the declarer's last card to prove it."""
    these = conditions(joker_first_lead="forbidden")
    own = cards("H2 H3 H4 H5 H6 H7 H8 H9 H10 JK")
    tricks = [[Play(DECLARER, card)] for card in own]
    assert find_offences(these, DECLARER, tricks[:9]) == ()
    assert codes_of(find_offences(these, DECLARER, tricks)) == ["trumps_and_joker_kept 1 - JK 10 JK"]


def test_the_joker_that_was_kept_with_trumps_is_told() -> None:
    """groups, Two jokers: the black one or the red."""
    these = conditions(players="five_two_jokers", joker_first_lead="forbidden")
    for joker in ("BJ", "RJ"):
        tricks = [[Play(DECLARER, card)] for card in cards(f"H2 H3 H4 H5 H6 H7 H8 H9 H10 {joker}")]
        assert codes_of(find_offences(these, DECLARER, tricks)) == [f"trumps_and_joker_kept 1 - {joker} 10 {joker}"]


def test_only_the_declarer_may_not_keep_only_trumps_and_the_joker() -> None:
    these = conditions(joker_first_lead="forbidden")
    trumps, others = cards("H2 H3 H4 H5 H6 H7 H8 H9 H10 JK"), cards("C4 C5 C6 C7 C8 C9 D4 D5 D6 D7")
    for place, holder in enumerate((2, 3, 4)):
        hands = [others, others, others]
        hands[place] = trumps
        tricks = [list(map(Play, (2, 3, 4), trick)) for trick in zip(*hands, strict=True)]
        kept = [one for one in find_offences(these, 3, tricks) if one.code == "offence.trumps_and_joker_kept"]
        assert codes_of(kept) == (["trumps_and_joker_kept 3 - JK 10 JK"] if holder == 3 else [])


def test_tricks_without_cards_keep_their_numbers() -> None:
    shown = parse_tricks("C4 C5 D6 / D4 D5 C9")
    assert codes_of(find_offences(conditions(), DECLARER, ((), shown[0], (), shown[1]))) == ["revoke 3 2 D6 4 C9"]


# --- Whole hands ---


@examples(50)
@given(any_conditions(), st.integers(0, 2**32))
def test_honest_players_never_commit_an_offence(these: Conditions, seed: int) -> None:
    random = Random(seed)
    hands, discards = deal_whole_hands(these, random)
    tricks = list(play_whole_hand(these, hands, random))
    friends_card = hands[2][0]
    called = (friends_card,) if friends_card not in (*hands[1], *discards) else ()
    for count in range(len(tricks) + 1):
        assert find_offences(these, DECLARER, tricks[:count], called) == ()
    assert find_offences(these, DECLARER, tricks, called, discards) == ()


@examples(120)
@given(any_conditions(), st.integers(0, 2**32))
def test_one_illegal_play_is_found_and_nothing_else(these: Conditions, seed: int) -> None:
    """The first illegal card that a second referee sees is played; all that it proves is told of that play alone."""
    random, naive = Random(seed), Naive(these.rules, these.trump)
    hands, _ = deal_whole_hands(these, random)
    by_rules = choose_legal(these)
    cheated: list[tuple[int, set[Card]]] = []

    def choose(trick: int, made: Sequence[Play], held: Sequence[Card]) -> Sequence[Card]:
        may = naive.list_follows(trick, made, held) if made else naive.list_leads(trick, held)
        wrong = sorted(set(held) - may, key=str)
        if wrong and not cheated and random.random() < 0.3:
            cheated.append((trick, set(held)))
            return wrong[:1]
        return by_rules(trick, made, held)

    tricks = list(play_whole_hand(these, hands, random, choose))
    assume(cheated)
    [(trick, held)] = cheated
    found = require(find_offences(these, DECLARER, tricks))
    for offence in found:
        assert offence.trick == trick
        assert {offence.card, offence.proof} <= held
        assert offence.proven >= trick
        assert offence not in find_offences(these, DECLARER, tricks[: offence.proven - 1])


@examples(40)
@given(any_conditions(), st.integers(0, 2**32))
@example(conditions(players="five_two_jokers", **NO_JOKER_AT_ENDS), 1716680297)
def test_whatever_is_played_offences_only_grow(these: Conditions, seed: int) -> None:
    random = Random(seed)
    hands, _ = deal_whole_hands(these, random)
    tricks = list(play_whole_hand(these, hands, random, lambda _trick, _made, held: held))
    told_before: set[Offence] = set()
    for count in range(len(tricks) + 1):
        now = find_offences(these, DECLARER, tricks[:count])
        assert told_before <= set(now)
        assert len(set(now)) == len(now)
        told_before = set(now)
    if these.rules.joker_first_last == "forbidden":
        barred = [offence for offence in told_before if offence.code == "offence.joker_played"]
        assert {offence.trick for offence in barred} <= {1}
        assert len(barred) == sum(play.card in these.rules.setting.jokers for play in tricks[0])
