"""Conclusions from recorded tricks: the points still possible, the discards and the joker (pagat, The Play)."""

from scorekeeper.errors import problem
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import Buried
from scorekeeper.games.mighty.counting import check_trick, find_buried, find_joker_holder_by_cards
from tests.cases import for_each
from tests.games.mighty.play import (
    bid,
    call,
    called_hand,
    cards,
    codes,
    deal_first_hand,
    do,
    history,
    refusals,
    rules,
    tricks,
)
from tests.games.mighty.tricks import plays

TEN_TRICKS = "1:2 2:2 3:2 4:2 5:2 1:2 2:2 3:2 4:1 5:0"
"""Player 1 and 2 take 4 each, 3 takes 4, 4 takes 3, 5 takes 2; three points are in the discards."""


@for_each(
    ("", 0, 5),
    ("1:5 1:5 1:5", 0, 5),
    ("1:5 1:5 1:5 1:4", 0, 1),
    ("1:5 1:5 1:5 1:5", 0, 0),
    ("1:0 1:0 1:0 1:0 1:0", 0, 5),
    ("1:0 1:0 1:0 1:0 1:0 1:0", 2, 5),  # 17 of 20 are in the tricks, and five are in one at most
    ("1:0 1:0 1:0 1:0 1:0 1:0 1:2", 5, 5),
    ("1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:2 1:0", 1, 4),
)
def test_tally_a_trick_has_no_more_points_than_are_out_and_no_fewer_than_must_be(
    played: str, least: int, most: int
) -> None:
    hand = do(called_hand(), *tricks(played))
    assert mighty.trick_range(hand) == range(least, most + 1)
    for points in range(-1, 7):
        against = [] if least <= points <= most else ["trick.points"]
        assert refusals(hand, mighty.RecordTrick(2, points)) == against


@for_each(
    ("1:5 " * 4, "", "CA: play.no_points_left", 0, 0),
    ("1:5 " * 4, "C4", "CA: play.no_points_left", 0, 0),
    ("1:5 1:5 1:5 1:4", "CA C4", "CK: play.no_points_left", 1, 1),
    ("1:5 1:5 1:5 1:4", "C4 C5", "CK:", 0, 1),
    ("1:0 " * 6, "C4 C5 C6", "C7: play.only_points_left", 2, 2),  # 20 points in 17 cards and three discards
    ("1:0 " * 6, "C4 C5", "C7:", 2, 3),
    ("1:0 " * 6, "C4 C5 C6", "C10:", 2, 2),
    ("1:0 " * 6, "CA", "JK:", 2, 5),
    ("1:2 " * 9, "CA C4", "CK:", 1, 2),
    ("1:2 " * 9, "CA CK C4", "CQ: play.no_points_left", 2, 2),
)
def test_tally_a_card_has_no_more_points_than_are_out_and_no_fewer_than_must_be(
    recorded: str, shown: str, against: str, least: int, most: int
) -> None:
    hand = do(
        called_hand("none"), *tricks(recorded), *(mighty.PlayCard(play.player, play.card) for play in plays(shown))
    )
    card, _, code = against.partition(":")
    assert refusals(hand, mighty.PlayCard(hand.turn or 1, cards(card)[0])) == code.split()
    assert mighty.trick_range(hand) == range(least, most + 1)


@for_each(
    ("", "", "", 0, 20),
    ("", "", "mighty", 1, 20),
    ("", "", "joker", 0, 20),
    ("1:3 2:1", "", "mighty", 4, 19),
    ("2:0 1:0 2:0 1:0 2:0 1:0 2:2 2:5 1:5", "", "", 8, 13),  # five in the last trick, three discarded
    ("2:0 1:0 2:0 1:0 2:0 1:0 2:4 2:5 1:5", "", "", 6, 11),
    ("2:0 1:0 2:0 1:0 2:0 1:0 2:4 2:5 1:5", "CA C4", "", 7, 11),  # of five others three may be played
    ("1:2 " * 9 + "1:0", "", "", 20, 20),
    ("1:2 " * 9, "", "mighty", 19, 20),
)
def test_tally_the_discards_have_what_is_not_played(
    recorded: str, shown: str, buried: str, least: int, most: int
) -> None:
    """pagat, Exchanging cards and calling a partner: scoring cards among the discards are the declarer's."""
    hand = do(
        called_hand("none"), *tricks(recorded), *(mighty.PlayCard(play.player, play.card) for play in plays(shown))
    )
    magic: frozenset[Buried] = frozenset(buried.split())  # type: ignore[arg-type]
    assert mighty.result_range(hand, (), magic) == range(least, most + 1)
    for points in range(21):
        against = [] if least <= points <= most else ["result.not_the_tally"]
        assert refusals(hand, mighty.RecordResult(points, buried=magic)) == against


@for_each(
    ("SA", 2, mighty.RecordResult(11, 2)),  # 8 in tricks, 3 in the discards
    ("SA", None, mighty.RecordResult(7, None)),
    ("none", None, mighty.RecordResult(7, None)),
    ("player:4", None, mighty.RecordResult(10, 4)),
)
def test_tally_of_ten_tricks_makes_the_result(friend: str, revealed: int | None, result: mighty.RecordResult) -> None:
    hand = called_hand(friend, friend_by_player=True)
    if revealed is not None:
        hand = do(hand, mighty.RevealFriend(revealed))
    assert mighty.derive_result(do(hand, *tricks(TEN_TRICKS[:-4]))) is None
    hand = do(hand, *tricks(TEN_TRICKS))
    assert mighty.derive_result(hand) == result
    assert do(hand, mighty.RecordResult(result.points, result.friend)).phase == "complete"
    assert refusals(hand, mighty.RecordResult(result.points - 1, result.friend)) == ["result.not_the_tally"]
    [wrong] = mighty.check_move(hand, mighty.RecordResult(result.points + 1, result.friend))
    assert wrong == problem("result.not_the_tally", points=result.points + 1, least=result.points, most=result.points)


@for_each(*range(11))
def test_tally_may_be_left_at_any_trick_for_a_result(played: int) -> None:
    """From what the makers have to all but what the defenders have."""
    hand = do(called_hand("none"), *tricks(TEN_TRICKS)[:played])
    possible = mighty.result_range(hand, ())
    makers = sum(trick.points for trick in hand.tricks if trick.winner == 1)
    assert possible[0] == (7 if played == 10 else makers)
    for points in range(21):
        facts = {"points": points, "least": possible[0], "most": possible[-1]}
        against = () if points in possible else (problem("result.not_the_tally", **facts),)
        assert mighty.check_move(hand, mighty.RecordResult(points)) == against


@for_each(
    ("", 0, 5),
    ("1:1 " * 8, 4, 5),  # twelve points are left: five in the last trick, three in the discards
    ("1:2 " * 9, 0, 2),
    ("1:2 " * 8 + "1:0", 1, 4),
)
def test_tally_a_trick_with_other_points_is_told_how_many_are_possible(recorded: str, least: int, most: int) -> None:
    hand = do(called_hand(), *tricks(recorded))
    for points in (least - 1, most + 1):
        [wrong] = check_trick(hand, 1, points)
        assert (wrong.code, dict(wrong.facts)) == ("trick.points", {"points": points, "least": least, "most": most})
    assert codes(check_trick(hand, 1, least)) == codes(check_trick(hand, 1, most)) == []


@for_each(
    ("16H", "D2 D3 D4", set()),
    ("16H", "SA D3 D4", {"mighty"}),
    ("16H", "DA D3 D4", set()),
    ("16S", "SA D3 D4", set()),
    ("16S", "DA D3 D4", {"mighty"}),
    ("16NT", "JK D3 D4", {"joker"}),
    ("16NT", "JK SA D4", {"mighty", "joker"}),
)
def test_tally_magic_cards_among_the_discards(contract: str, discards: str, buried: set[str]) -> None:
    assert find_buried(rules(), cards(discards), bid(contract)) == buried


@for_each(
    ("pagat", "SA", "", None),
    ("pagat", "SA", "CK C4 CA C6 C7", None),
    ("pagat", "SA", "CK C4 JK C6 C7", 3),
    ("pagat", "SA", "CK C4 C5 C6 JK", 5),
    ("double_six", "SA+HK", "CK C4 JK C6 JK C7", 3),  # the first of two
)
def test_tally_whoever_played_the_joker_held_it(preset: str, friend: str, shown: str, holder: int | None) -> None:
    contract = "30H" if preset == "double_six" else "16H"
    hand = called_hand(friend, contract, preset)
    assert (
        find_joker_holder_by_cards(do(hand, *(mighty.PlayCard(play.player, play.card) for play in plays(shown))))
        == holder
    )


# --- An own card that was called where nobody may (inferred: no source says what it costs) ---


@for_each("base10", "korean40")
def test_an_own_card_called_where_it_may_not_be_is_a_secret_solo(preset: str) -> None:
    """Also when no card was written down: the table knows, and says so."""
    hand = called_hand("SA", "16H", preset)
    assert refusals(hand, mighty.RecordResult(16)) == ["result.friend_missing"]
    result = mighty.RecordResult(16, own_card_called=True)
    ended, allowed = do(hand, result), do(called_hand("SA", "16H", preset, secret_solo=True), mighty.RecordResult(16))
    assert ended.settlement == allowed.settlement == mighty.preview(hand, result)
    [offence] = ended.offences
    assert (offence.code, offence.player, offence.card) == ("offence.own_card_called", 1, cards("SA")[0])
    assert mighty.say(offence.message, {1: "Ann"}) == "Ann called a card of their own."
    assert allowed.offences == ()
    whole = mighty.RecordHand(1, bid("16H"), call("SA"), 16, own_card_called=True)
    assert do(deal_first_hand(preset), whole) == do(
        deal_first_hand(preset), mighty.EnterContract(1, bid("16H")), *list(whole.expand(hand))[-2:]
    )
    assert [code for code, _ in history(hand, result)] == ["record_result", "own_card_called"]


def test_an_own_card_that_was_called_is_no_offence_where_it_may_be_or_when_the_cards_tell_it_already() -> None:
    assert do(called_hand("SA"), mighty.RecordResult(16, own_card_called=True)).offences == ()
    shown = do(called_hand("SA", "16H", "base10"), mighty.PlayCard(1, cards("SA")[0]))
    shown = do(shown, mighty.RecordResult(16, own_card_called=True))
    assert [offence.code for offence in shown.offences] == ["offence.called_own_card"]
