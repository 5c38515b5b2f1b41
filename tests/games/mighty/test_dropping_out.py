"""pagat, Six players: first version; Seven players: who drops out after the auction, and what follows."""

from typing import Any

from scorekeeper.games import mighty
from tests.cases import for_each, require
from tests.games.mighty.play import (
    bid,
    call,
    cards,
    deal_first_hand,
    do,
    history,
    read_starters,
    refusals,
    seats_for,
    tricks,
)


def parse_named_cards(text: str) -> list[mighty.NameCard]:
    """Cards that the declarer names: "HK:3 SA:-" is one that player 3 holds, then one that nobody does."""
    commands = []
    for word in text.split():
        card, _, holder = word.partition(":")
        commands.append(mighty.NameCard(cards(card)[0], None if holder == "-" else int(holder)))
    return commands


def contracted_hand_of(preset: str = "six_drop", **changes: Any) -> mighty.Hand:
    """A hand that player 1 declares, before anyone has dropped out."""
    return do(deal_first_hand(preset, **changes), mighty.EnterContract(1, bid("16H")))


def hand_after_drop_outs(preset: str = "six_drop", **changes: Any) -> mighty.Hand:
    """Return a hand after the drop-outs: player 6, and of seven also player 7."""
    return do(
        contracted_hand_of(preset, **changes), *parse_named_cards("SA:6" if preset == "six_drop" else "SA:6 SK:7")
    )


# --- Naming cards ---


def test_dropping_is_told_with_the_name_of_who_held_the_card() -> None:
    held, undealt = parse_named_cards("HK:3 HK:-")
    assert history(contracted_hand_of(), held) == [("name_card", {"card": cards("HK")[0], "holder": 3})]
    assert history(contracted_hand_of(), undealt) == [("name_card_undealt", {"card": cards("HK")[0]})]


# --- Short cuts ---


@for_each(
    ("six_drop", "", (6,), []),
    ("six_drop", "", (1,), ["drop.declarer"]),
    ("six_drop", "", (9,), ["drop.not_seated"]),
    ("six_drop", "", (), ["drop.missing"]),
    ("six_drop", "", (5, 6), ["drop.enough"]),
    ("six_drop", "SA:6", (), []),
    ("six_drop", "SA:6", (6,), []),
    ("six_drop", "SA:6", (5,), ["drop.enough"]),
    ("seven_drop", "", (6, 7), []),
    ("seven_drop", "", (7,), ["drop.missing"]),
    ("seven_drop", "", (7, 7), ["drop.already"]),
    ("seven_drop", "SA:7", (), ["drop.missing"]),
    ("seven_drop", "SA:7", (6,), []),
    ("seven_drop", "SA:7", (6, 7), []),
    ("seven_drop", "SA:7", (5, 6), ["drop.enough"]),
    ("pagat", "", (5,), ["drop.enough"]),
)
def test_whole_hand_says_who_is_out(preset: str, before: str, players: tuple[int, ...], against: list[str]) -> None:
    whole = mighty.RecordHand(1, bid("16H"), call("SA"), 17, 2, out=players)
    hand = deal_first_hand(preset) if preset == "pagat" else do(contracted_hand_of(preset), *parse_named_cards(before))
    assert refusals(hand, whole) == against
    if not against:
        complete = do(hand, whole)
        assert set(require(complete.settlement).amounts) == set(complete.active) == {1, 2, 3, 4, 5}


# --- The play is that of five ---


@for_each("six_drop", "seven_drop")
def test_whoever_is_out_neither_wins_nor_loses(preset: str) -> None:
    hand = do(
        hand_after_drop_outs(preset),
        mighty.CallFriend(call("HK")),
        *tricks("1:5 2:3"),
        mighty.RevealFriend(2),
        mighty.RecordResult(17, 2),
    )
    assert require(hand.settlement).amounts == {1: 10, 2: 5, 3: -5, 4: -5, 5: -5}
    assert set(mighty.GAME.summarize(hand).roles) == {1, 2, 3, 4, 5}


def test_play_has_ten_tricks_of_five_cards_and_three_discards() -> None:
    hand = do(hand_after_drop_outs("seven_drop"), mighty.CallFriend(call("none")), *tricks("1:2 " * 9))
    assert mighty.trick_range(hand) == range(3)  # two points are left: in the last trick or the discards
    hand = do(hand, mighty.RecordTrick(1, 0))
    assert mighty.derive_result(hand) == mighty.RecordResult(20, None)
    assert refusals(hand, mighty.RecordTrick(1, 0)) == ["trick.all_played"]
    first = do(hand_after_drop_outs("seven_drop"), mighty.CallFriend(call("none")))
    assert mighty.trick_range(first) == range(6)


# --- The next hand is everyone's ---


@for_each(
    ("six_drop", {"next_dealer": "rotate"}, 5, (6, 1)),
    ("six_drop", {"next_dealer": "rotate"}, 6, (1, 1)),
    ("six_drop", {"next_dealer": "rotate", "first_bidder": "dealer"}, 5, (6, 6)),
    ("six_drop", {}, 5, (2, 1)),
    ("seven_drop", {"next_dealer": "rotate"}, 5, (6, 1)),
    ("seven_drop", {"next_dealer": "rotate"}, 7, (1, 1)),
)
def test_next_dealer_goes_round_all_at_the_table(
    preset: str, changes: dict[str, Any], dealer: int, opened: tuple[int, int]
) -> None:
    these = mighty.PRESETS[preset].rules.change(changes)
    hand = mighty.deal(these, mighty.Session(dealer, dealer), seats_for(these))
    out = (6,) if preset == "six_drop" else (6, 7)
    following = mighty.advance_session(do(hand, mighty.RecordHand(1, bid("16H"), call("SA"), 16, 2, out=out)))
    assert read_starters(following) == opened
    again = mighty.deal(these, following, hand.seats)
    assert (again.active, again.auction.turn) == (hand.seats, opened[1])


def test_dropping_replays_in_another_deal() -> None:
    moves = (
        mighty.EnterContract(1, bid("16H")),
        *parse_named_cards("SA:- HK:4 SK:4 D2:5"),
        mighty.CallFriend(call("none")),
    )
    hand = do(deal_first_hand("seven_drop"), *moves)
    other = mighty.deal(hand.rules, mighty.Session(4, 4), hand.seats)
    for move in moves:
        other = move.play(other)
    assert (other.active, other.out, other.declarer) == (hand.active, (4, 5), 1)
