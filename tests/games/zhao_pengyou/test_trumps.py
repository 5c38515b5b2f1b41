"""pagat, The Scores, the Deal and Making Trumps: exposures, the trump maker, and no trump maker."""

from typing import Any

from scorekeeper.cards import Rank, Suit
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each
from tests.games.zhao_pengyou.play import cards, codes, rules, seats, session

LEVELS = "4 3 6 4 2 2 2 2"
EIGHT = seats(8)


def deal_exposures(
    shown: str = "", levels: str = LEVELS, these: zpy.Rules | None = None, **facts: Any
) -> zpy.TrumpMaking:
    """Return the deal after exposures like "1:C4 2:S3+S3"; "-" is the overcalled player taking the cards back."""
    now = zpy.TrumpMaking(these or rules(), seats(len(levels.split())), session(levels, **facts))
    for word in shown.split():
        if word == "-":
            now = now.with_withdrawal()
            continue
        player, laid = word.split(":")
        assert codes(zpy.check_exposure(now, int(player), cards(laid.replace("+", " ")))) == []
        now = now.with_exposure(int(player), cards(laid.replace("+", " ")))
    return now


@for_each(
    # Shown before, player, cards; how many are needed.
    ("1:C4", 2, "S3", 2),
    ("1:C4 2:S3+S3", 1, "C4", 2),
    ("1:C4 2:S3+S3", 3, "H6", 3),
)
def test_how_many_are_needed_is_told(before: str, player: int, laid: str, needed: int) -> None:
    [problem] = zpy.check_exposure(deal_exposures(before), player, cards(laid))
    assert (problem.code, problem.facts) == ("trumps.too_few", {"count": 1, "needed": needed})


@for_each(
    # shown before, copies each player needs (None: nothing helps), who defends
    ("", (1, 1, 1, 1), None),
    ("1:C4", (None, 2, 2, 2), None),
    ("1:C4 2:S3+S3", (2, None, 3, 3), 1),
    ("1:C4 2:S3+S3 -", (3, None, 3, 3), None),
    ("1:C4 2:S3+S3 3:H6+H6+H6", (None, 3, None, None), 2),
    ("1:C4 2:S3+S3 1:C4+C4", (None, 3, 3, 3), None),
    ("1:C4 2:S3+S3 1:C4+C4+C4", (None, 3, None, None), 2),
)
def test_what_would_overcall_now(before: str, copies: tuple[int | None, ...], defends: int | None) -> None:
    needs = zpy.find_needs(deal_exposures(before))
    assert tuple(needs[player].copies if player in needs else None for player in (1, 2, 3, 4)) == copies
    assert [player for player, need in needs.items() if need.defends] == ([defends] if defends else [])


def describe_trumps(now: zpy.TrumpMaking) -> tuple[int, str, str]:
    assert now.made
    return now.made.maker, str(now.made.trumps.suit), str(now.made.trumps.rank)


# --- Variations: Making trumps ---


def test_first_is_final() -> None:
    now = deal_exposures("1:C4", these=rules(making_trumps="first_is_final"))
    assert codes(zpy.check_exposure(now, 2, cards("S3 S3"))) == ["trumps.final"]
    assert not zpy.find_needs(now)


def test_only_active_players_make_trumps() -> None:
    now = deal_exposures("", these=rules("active_passive"), passive=(1, 2))
    assert codes(zpy.check_exposure(now, 1, cards("C4"))) == ["trumps.passive"]
    assert set(zpy.find_needs(now)) == {3, 4, 5, 6, 7, 8}


@for_each(
    # passive, exposed, trump maker: who exposed, or the next active player at that level
    ((), "1:C4", 1),
    ((), "2:C4", 4),
    ((), "5:C4", 1),
    ((1,), "5:C4", 4),
    ((1,), "1:C4", 4),
    ((2,), "2:C6", 3),
)
def test_any_rank_of_an_active_player(passive: tuple[int, ...], shown: str, maker: int) -> None:
    these = rules("active_passive", making_trumps="active_ranks")
    assert describe_trumps(deal_exposures(shown, these=these, passive=passive))[0] == maker


def test_ranks_of_passive_players_alone_make_no_trumps() -> None:
    now = deal_exposures("", these=rules("active_passive", making_trumps="active_ranks"), passive=(3,))
    assert codes(zpy.check_exposure(now, 1, cards("C6"))) == ["trumps.other_level"]


def test_the_last_hand_decides_who_and_anyone_shows_which_suit() -> None:
    these = rules("joker_laps")
    now = deal_exposures("5:C6 1:D6+D6", these=these, maker=3)
    assert describe_trumps(now) == (3, "D", "6")
    assert codes(zpy.check_exposure(now, 2, cards("S3 S3 S3"))) == ["trumps.other_level"]
    assert describe_trumps(deal_exposures("1:C4", these=these)) == (1, "C", "4")  # the first hand


def test_nothing_is_exposed_at_the_level_of_the_joker() -> None:
    hand = zpy.deal(rules("joker_laps"), session("JK 3 6 4 2", maker=1), seats(5))
    assert (hand.phase, hand.maker, hand.trumps) == ("kitty", 1, zpy.Trumps(None, Rank.JOKER))
    now = deal_exposures("", "JK 3 6 4 2", rules(end="joker_lap", nobody_made_trumps="kitty_decides"))
    assert codes(zpy.check_exposure(now, 1, cards("S2"))) == ["trumps.joker_level"]


# --- Nobody made trumps ---


@for_each(
    ("S3 H9 D4 C4 SK HA", "D"),  # the first of the rank
    ("S3 H9 D5 CK SK H7", "C"),  # the first of the highest
    ("RJ H9 BJ D5 D3 S7", "H"),  # jokers do not count
    ("RJ BJ", None),
)
def test_the_kitty_decides(kitty: str, suit: str | None) -> None:
    expected = zpy.Trumps(Suit(suit) if suit else None, Rank.FOUR)
    assert zpy.find_trumps_of_kitty(Rank.FOUR, cards(kitty)) == expected


def test_a_new_deal_by_the_same_starter() -> None:
    hand = zpy.deal(rules("active_passive"), session(LEVELS, starter=3, passive=(1, 2)), EIGHT)
    again = zpy.do(hand, zpy.EndDeal())
    exposes = zpy.ExposeCards(1, cards("C4"))
    assert (codes(zpy.check_move(hand, exposes)), codes(zpy.check_move(again, exposes))) == (["trumps.passive"], [])
    assert (again.phase, again.redeals, again.session.begins, again.session.passive) == ("trumps", 1, 3, frozenset())


@for_each(
    # session, trump maker, suit
    ({"maker": 4}, 4, "D"),
    ({}, 1, "D"),  # the first hand: the starter
)
def test_the_kitty_is_turned_where_nobody_made_trumps(facts: dict[str, Any], maker: int, suit: str) -> None:
    hand = zpy.do(zpy.deal(rules("joker_laps"), session(LEVELS, **facts), EIGHT), zpy.EndDeal())
    assert hand.phase == "turn"
    assert codes(zpy.check_move(hand, zpy.TurnKitty(cards("S3")))) == ["cards.count"]
    hand = zpy.do(hand, zpy.TurnKitty(cards("S3 H9 D4 C4 SK HA")))
    assert hand.turned == cards("S3 H9 D4 C4 SK HA")
    assert (hand.maker, str(hand.trumps.suit if hand.trumps else None), hand.phase) == (maker, suit, "kitty")


@for_each(
    # cards turned where the trump rank is four and the kitty has six; refusals
    ("S3 H9 D4", []),  # as far as the first of the rank
    ("S3 H9 D4 C5 C6 C7", []),
    ("S3 H9", ["cards.count"]),
    ("", ["cards.count"]),
    ("S3 H9 D4 C5 C6 C7 C8", ["cards.count"]),
    ("S3 S3 S3 S3 D4", ["cards.too_many"]),
)
def test_the_kitty_is_turned_as_far_as_the_trump_rank(turned: str, expected: list[str]) -> None:
    hand = zpy.do(zpy.deal(rules("joker_laps"), session(LEVELS, maker=4), EIGHT), zpy.EndDeal())
    assert codes(zpy.check_move(hand, zpy.TurnKitty(cards(turned)))) == expected
    if not expected:
        assert str(zpy.do(hand, zpy.TurnKitty(cards(turned))).trumps) == str(zpy.Trumps(Suit.DIAMONDS, Rank.FOUR))
