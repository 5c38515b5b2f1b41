"""Logs of schema 1: their events are converted to moves, and their presets are those of that time."""

from typing import Any, Union

import pytest
from msgspec.json import encode

from scorekeeper.codec import decoder
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.version_0.mighty import DIFFERENCES, MOVES, PAGAT, rules_of, translate_events
from tests.games.mighty.play import PRESETS, bid, call, cards, deal_first_hand, rules

DECODE = decoder(Union[mighty.GAME.moves]).decode  # noqa: UP007
ANSWERED = rules(redeal_blocked_by_20=True)

EVENTS: list[tuple[dict[str, Any], Move]] = [
    ({"type": "mighty.bid_placed", "player": 1, "bid": "13H"}, mighty.PlaceBid(1, bid("13H"))),
    ({"type": "mighty.passed", "player": 2}, mighty.Pass(2)),
    ({"type": "mighty.redeal_claimed", "player": 3, "cards": ["S2", "JK"]}, mighty.ClaimRedeal(3, cards("S2 JK"))),
    ({"type": "mighty.redeal_claimed", "player": 3, "cards": None}, mighty.ClaimRedeal(3)),
    (
        {"type": "mighty.claim_blocked", "claimer": 3, "player": 4, "bid": "20NT"},
        mighty.AnswerClaim(4, bid("20NT")),
    ),
    ({"type": "mighty.contract_entered", "declarer": 2, "bid": "16S"}, mighty.EnterContract(2, bid("16S"))),
    ({"type": "mighty.card_named", "card": "SA", "holder": None}, mighty.NameCard(cards("SA")[0])),
    ({"type": "mighty.player_dropped_out", "player": 6}, mighty.DropOut(6)),
    ({"type": "mighty.kitty_taken", "cards": ["C2", "C3", "C4"]}, mighty.TakeKitty(cards("C2 C3 C4"))),
    ({"type": "mighty.contract_changed", "bid": "18D"}, mighty.ChangeContract(bid("18D"))),
    ({"type": "mighty.friend_called", "call": "SA+HK"}, mighty.CallFriend(call("SA+HK"))),
    (
        {"type": "mighty.card_played", "player": 1, "card": "JK", "suit": "H", "calls_joker": False},
        mighty.PlayCard(1, cards("JK")[0], cards("H2")[0].suit),
    ),
    ({"type": "mighty.trick_recorded", "winner": 5, "points": 3}, mighty.RecordTrick(5, 3)),
    (
        {"type": "mighty.friend_revealed", "player": 4, "announced": True, "card": "SA"},
        mighty.RevealFriend(4, announced=True, card=cards("SA")[0]),
    ),
    ({"type": "mighty.win_order_given"}, mighty.GiveWinOrder()),
    (
        {
            "type": "mighty.result_recorded",
            "points": 17,
            "friend": 4,
            "buried": ["mighty"],
            "joker_holder": 2,
            "second_friend": None,
        },
        mighty.RecordResult(17, 4, frozenset({"mighty"}), 2),
    ),
]


def convert_moves(these: mighty.Rules, *events: dict[str, Any]) -> list[Move]:
    """Return today's moves of a log of events."""
    return [DECODE(encode(move)) for move in translate_events(these, events)]


@pytest.mark.parametrize(("event", "move"), EVENTS, ids=lambda each: each["type"] if isinstance(each, dict) else "")
def test_every_event_is_a_move(event: dict[str, Any], move: Move) -> None:
    assert convert_moves(rules(), event) == [move]


def test_no_event_is_left_out() -> None:
    assert {event["type"] for event, _ in EVENTS} == set(MOVES)


@pytest.mark.parametrize(
    ("these", "reason", "moved"),
    [
        (rules(), "claim", []),  # it followed from the claim
        (rules(), "all_passed", []),  # it followed from the last pass
        (ANSWERED, "all_passed", []),
        (ANSWERED, "claim", [mighty.AcceptClaim()]),  # somebody said so
    ],
)
def test_thrown_in_cards_are_a_move_only_where_somebody_might_have_answered(
    these: mighty.Rules, reason: str, moved: list[Move]
) -> None:
    thrown_in = {"type": "mighty.hand_thrown_in", "reason": reason, "dealer": 3, "first": 3, "token": None}
    assert convert_moves(these, thrown_in) == moved


def test_a_stretch_of_a_hand_is_played_by_its_moves() -> None:
    events = [
        {"type": "mighty.redeal_claimed", "player": 3, "cards": None},
        {"type": "mighty.claim_blocked", "claimer": 3, "player": 4, "bid": "20H"},
        {"type": "mighty.passed", "player": 5},
    ]
    hand = deal_first_hand(redeal_blocked_by_20=True)
    for move in convert_moves(hand.rules, *events):
        hand = move.play(hand)
    assert (hand.phase, hand.auction.highest, hand.auction.turn) == ("auction", bid("20H"), 1)
    events = [
        {"type": "mighty.redeal_claimed", "player": 3, "cards": None},
        {"type": "mighty.hand_thrown_in", "reason": "claim", "dealer": 3, "first": 3, "token": None},
    ]
    for these in (rules(), ANSWERED):
        hand = mighty.deal(these, mighty.Session(1), (1, 2, 3, 4, 5))
        for move in convert_moves(these, *events):
            hand = move.play(hand)
        assert (hand.redeals, hand.session.begins) == (1, 3)


# --- The presets of then ---


def test_presets_of_then_differ_from_todays_only_where_these_have_changed_since() -> None:
    """S1 was read again for base10, pagat for when a redeal is claimed; what changes later is named here as well."""
    changed = {preset: mighty.Rules.read(rules_of(preset, {})).differences(rules(preset)) for preset in PRESETS}
    assert {preset: differs for preset, differs in changed.items() if differs} == {
        "pagat": {"redeal_window": "first_turn"},
        "wikipedia_ja": {"redeal_window": "first_turn"},
        "base10": {"secret_solo": True, "joker_first_last": "powerless", "joker_led_powerless": "leader"},
    }


def test_presets_of_then_are_whole_and_changes_stand_over_them() -> None:
    assert set(DIFFERENCES) == set(PRESETS)
    assert DIFFERENCES["pagat"] == {}
    assert set().union(*DIFFERENCES.values()) <= set(PAGAT)
    values = rules_of("korean40", {"bankroll": 60, "min_bid": 14})
    assert list(values) == list(rules().as_dict())
    assert (values["bankroll"], values["min_bid"], values["redeal"], values["run"]) == (60, 14, "token", "captured")


def test_presets_of_then_give_a_rule_that_is_new_since_its_default() -> None:
    new = set(rules().as_dict()) - set(PAGAT)
    assert all(rules_of("base10", {})[key] == mighty.Rules().as_dict()[key] for key in new)
