"""The rulebooks’ own worked examples: with those of the score, every row is run and every word of it used."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from scorekeeper.cards import standard_pack
from scorekeeper.games import mighty
from scorekeeper.games.mighty.following import legal_cards
from scorekeeper.games.mighty.leading import legal_leads
from scorekeeper.games.mighty.trick import find_winner
from tests.cases import for_each
from tests.games.mighty.play import SEATS, TRUMP, bid, call, cards, deal_first_hand, do, refusals, rules
from tests.games.mighty.rows import FORMS, Row
from tests.games.mighty.tricks import conditions, plays
from tests.games.rulebooks import examples

REMOVED = {
    "2-6 of each suit": {f"{suit}{rank}" for suit in "SHDC" for rank in range(2, 7)},
    "all 2s, all 4s, H3 D3": {*(f"{suit}{rank}" for suit in "SHDC" for rank in (2, 4)), "H3", "D3"},
}


def run_bid(row: Row) -> None:
    auction = mighty.Auction(rules(row.preset), SEATS, 1).add_call(1, bid(row["current"]))
    legal = set(mighty.legal_bids(auction))
    assert {bid(text) for text in row["legal"] if text != "pass"} <= legal
    assert legal.isdisjoint(bid(text) for text in row["illegal"])
    assert mighty.can_pass(auction, 2) == ("pass" in row["legal"])


def bid_range(row: Row) -> None:
    levels = [one.level for one in mighty.every_bid(rules(row.preset))]
    assert (min(levels), max(levels)) == (row["min"], row["max"])


def bid_close(row: Row) -> None:
    auction = mighty.Auction(rules(row.preset), SEATS, 1)
    for text in row["calls"]:
        assert auction.turn is not None
        auction = auction.add_call(auction.turn, bid(text))
    assert auction.closed == row["closed"]
    assert mighty.can_bid(auction, 2, bid("20NT")) == row["nt20_may_overcall"]


def contract_change(row: Row) -> None:
    these = rules(row.preset)
    for case in row.get("cases", ()):
        lowest = mighty.lowest_level(these, bid(case["contract"]), TRUMP[case["to"]], before_kitty=False)
        assert lowest == case["min"]
    raises = {
        "before": ("14H", "S", True),
        "after": ("14H", "S", False),
        "no_trump_after": ("14H", "NT", False),
        "suit_change": ("14H", "S", False),
        "no_trump_to_suit": ("14NT", "S", False),
    }
    for word in raises.keys() & row.keys():
        contract, to, before = raises[word]
        assert mighty.lowest_level(these, bid(contract), TRUMP[to], before_kitty=before) == 14 + row[word]
    if "footnote_alternative" in row:
        other = rules(row.preset, raise_suit_to_suit=row["footnote_alternative"])
        assert mighty.lowest_level(other, bid("14H"), TRUMP["S"], before_kitty=False) == 16


def contract_change_before_kitty(row: Row) -> None:
    key, _, value = row["option"].partition("=")
    these = rules(row.preset, **{key: value == "true"})
    for case in row["cases"]:
        assert mighty.lowest_level(these, bid(case["contract"]), TRUMP[case["to"]], before_kitty=True) == case["min"]


def redeal(row: Row) -> None:
    """Each card alone among small ones, and the limit. What pagat's print lacks (a ten) is base10's ½."""
    these = rules(row.preset)
    small = cards("S2 S3 S4 H2 H3 H4 D2 D3 D4")
    held = {"SA": "SA", "mighty": "SA", "joker": "JK", "AKQJ": "CK", "ten": "C10"}
    for word, value in row["values"].items():
        expected = Fraction(1, 2) if word == "ten" else value
        assert mighty.value_hand(these, (*small, *cards(held[word]))).total == expected
    half = mighty.value_hand(these, (*small, *cards("C10")))
    assert half.qualifies == {"<=0.5": True, "<0.5": False}[row["threshold"]]


def redeal_token(row: Row) -> None:
    """A player claims as often as the row says, and no more."""
    hand = deal_first_hand("korean40")
    for _ in range(row["per_player_per_game"]):
        hand = do(hand, mighty.ClaimRedeal(2))
    assert refusals(hand, mighty.ClaimRedeal(2)) == ["redeal.token_spent"]
    assert refusals(hand, mighty.ClaimRedeal(3)) == []


def next_dealer(row: Row) -> None:
    """Player 4 deals; player 1 declares with player 3 as friend, once made and once failed."""
    who = {"declarer": 1, "friend": 3}
    made, failed = (row["dealer"], row["dealer"]) if "dealer" in row else (row["made"], row["failed"])
    for points, dealer in ((20, made), (0, failed)):
        hand = mighty.deal(rules(row.preset), mighty.Session(4, 4), SEATS)
        after = mighty.advance_session(do(hand, mighty.RecordHand(1, bid("16H"), call("card"), points, 3)))
        assert after.begins == who[dealer]
        if "first_bidder" in row:
            assert after.first == who[row["first_bidder"]]


def form(row: Row) -> mighty.Rules:
    return rules(FORMS[row["players"], row.get("variant")])


def check_min_bid(these: mighty.Rules, written: str) -> None:
    """The lowest bid of the preset, then those that some groups have."""
    usual, *others = map(int, re.findall(r"\d+", written))
    assert these.min_bid == usual
    assert [these.change({"min_bid": other}).min_bid for other in others] == others


def deck(row: Row) -> None:
    these = form(row)
    setting = these.setting
    assert (len(setting.pack), setting.hand_size, setting.kitty) == (row["deck"], row["hand"], row["kitty"])
    assert (setting.table, setting.active) == (row["players"], row["players"])
    if "removed" in row:
        missing = set(standard_pack()) - set(setting.pack)
        assert {str(card) for card in missing} == REMOVED[row["removed"]]
    if "joker_call" in row:
        assert row["joker_call"] == f"C{setting.joker_caller} (S{setting.joker_caller} if clubs trump)"
    if "min_bid" in row:
        check_min_bid(these, str(row["min_bid"]))


def deal(row: Row) -> None:
    """Cards dealt before the auction, and again to those who play."""
    these = form(row)
    setting = these.setting
    again, in_hand = setting.tricks - setting.hand_size, setting.tricks + setting.discards
    reshuffled = setting.kitty + setting.drop_out * setting.hand_size
    after = {
        6: f"4 players get {again} more, declarer {setting.taken} -> {in_hand}, discards {setting.discards}",
        7: f"{reshuffled} cards: {again} each to the four, declarer {setting.taken} -> {in_hand},"
        f" discards {setting.discards}",
    }
    assert (setting.hand_size, setting.kitty) == (row["deal"], row["down"])
    assert (setting.active, reshuffled) == (5, 4 * again + setting.taken)
    assert row["after"] == after[row["players"]]
    if "min_bid" in row:
        assert these.min_bid == row["min_bid"]


def double_deck(row: Row) -> None:
    for preset in ("double_six", "double_seven", "double_eight"):
        these = rules(preset)
        levels = [one.level for one in mighty.every_bid(these)]
        assert (min(levels), max(levels)) == (row["min"], row["max"])
        for contract, to, word in (
            ("30H", "S", "change_suit"),
            ("30NT", "S", "change_suit"),
            ("30H", "NT", "change_nt"),
        ):
            assert mighty.lowest_level(these, bid(contract), TRUMP[to], before_kitty=False) == 30 + row[word]


def joker(row: Row) -> None:
    """Run a row about the tricks in which the joker has no power, or may not be played."""
    these = conditions("H", row.preset)
    every = range(1, these.tricks + 1)
    if "joker_illegal_tricks" in row:
        assert [trick for trick in every if these.is_joker_barred(trick)] == row["joker_illegal_tricks"]
        for trick in every[:-1]:
            hand = cards("JK C4 C5 C6 C7 C8 C9 C10 CJ CQ")[: these.hand_size(trick)]
            illegal = cards("JK")[0] not in legal_cards(these, trick, plays("C2"), hand)
            assert illegal == (trick in row["joker_illegal_tricks"])
    if "joker_powerless" in row:
        powerless = [trick for trick in every if find_winner(these, trick, plays("C4 JK C5")) == 3]
        called = {trick for trick in every if find_winner(these, trick, plays("C3! JK C5")) == 3} - set(powerless)
        assert [*powerless, *(["joker_call"] if called else [])] == row["joker_powerless"]


def joker_call(row: Row) -> None:
    these = conditions("H", row.preset)
    first, last = row["tricks"]
    callable_in = [trick for trick in range(1, these.tricks + 1) if these.may_call_joker(trick, *these.joker_calls)]
    assert callable_in == list(range(first, last + 1))


def first_lead(row: Row) -> None:
    these = conditions("H", row.preset)
    special = {"trump": "H4", "mighty": "SA", "joker": "JK", "joker_call": "C3"}
    hand = cards(" ".join([*special.values(), "C4 C5 C6 D4 D5 D6"]))
    illegal = [card for card in hand if card not in legal_leads(these, 1, hand)]
    assert illegal == [cards(special[word])[0] for word in row["forbidden"]]


RUNNERS: Mapping[str, Callable[[Row], None]] = {
    "bid": run_bid, "bid_range": bid_range, "bid_close": bid_close, "contract_change": contract_change,
    "contract_change_before_kitty": contract_change_before_kitty, "redeal": redeal, "redeal_token": redeal_token,
    "next_dealer": next_dealer, "deck": deck, "deal": deal, "double_deck": double_deck, "joker": joker,
    "joker_call": joker_call, "first_lead": first_lead,
}  # fmt: skip


@for_each(*examples("mighty", RUNNERS))
def test_example_of_the_rulebooks(words: dict[str, Any]) -> None:
    Row(words).run(RUNNERS)
