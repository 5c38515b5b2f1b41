"""The house rules of Mighty in version 0.1.0, and its events as moves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.games.mighty.rules import Rules
from scorekeeper.house_rules import Value

PAGAT: Mapping[str, Value] = {
    "players": "five",
    "min_bid": 13,
    "no_trump_outranks": True,
    "twenty_closes": "only_20NT",
    "first_bidder": "previous_declarer",
    "next_dealer": "friend",
    "all_pass": "redeal",
    "redeal": "hand_value",
    "redeal_limit": "at_most_half",
    "redeal_mighty": 0,
    "redeal_all_points": False,
    "redeal_lone_jack": False,
    "redeal_pointless_only": False,
    "redeal_window": "first_turn",
    "redeal_dealer": "claimer",
    "redeal_blocked_by_20": False,
    "kitty_exposed": False,
    "change_before_kitty": False,
    "raise_before_kitty_to_suit": 1,
    "raise_before_kitty_to_no_trump": 0,
    "raise_suit_to_suit": 2,
    "raise_suit_to_no_trump": 1,
    "raise_no_trump_to_suit": 2,
    "raise_same_trump": True,
    "friend_by_card": True,
    "friend_by_first_trick": True,
    "friend_by_player": False,
    "no_friend": True,
    "secret_solo": True,
    "joker_friend": True,
    "suit_request": True,
    "win_order": False,
    "friend_may_announce": False,
    "trump_first_lead": "only_trumps",
    "mighty_first_trick": "full",
    "mighty_first_lead": "allowed",
    "joker_first_last": "powerless",
    "joker_first_lead": "powerless",
    "joker_led_powerless": "second_card",
    "joker_lead_any_card": False,
    "joker_call_under_clubs": "S",
    "joker_call_first_lead": "allowed",
    "joker_call_tricks": "2_to_last",
    "joker_call_optional": True,
    "mighty_saves_joker": True,
    "lone_mighty_must_follow": True,
    "made": "2(B-M)+(P-B)",
    "failed": "B-P",
    "minimum_made": 0,
    "run": "captured",
    "back_run": "defenders_11",
    "no_trump_double": "always",
    "no_friend_double": "always",
    "first_trick_solo": "solo",
    "buried_mighty_double": "off",
    "buried_joker_double": "off",
    "bid_20_double": "off",
    "split": "two_to_one",
    "bankroll": 0,
    "eliminate": False,
}
"""Every house rule of the preset in version 0.1.0. It never changes."""

DIFFERENCES: Mapping[str, Mapping[str, Value]] = {
    "pagat": {},
    "base10": {
        "redeal_limit": "below_half",
        "change_before_kitty": True,
        "raise_before_kitty_to_no_trump": 1,
        "raise_same_trump": False,
        "suit_request": False,
        "joker_first_lead": "forbidden",
        "joker_led_powerless": "leader",
        "made": "P-10",
        "back_run": "short_by_10",
        "no_friend_double": "off",
    },
    "korean40": {
        "twenty_closes": "any_20",
        "first_bidder": "dealer",
        "next_dealer": "by_result",
        "redeal": "token",
        "redeal_dealer": "same",
        "raise_suit_to_suit": "forbidden",
        "raise_suit_to_no_trump": "forbidden",
        "raise_no_trump_to_suit": "forbidden",
        "raise_same_trump": False,
        "secret_solo": False,
        "suit_request": False,
        "trump_first_lead": "trumps_and_joker",
        "joker_led_powerless": "leader",
        "joker_call_tricks": "2_to_last_but_one",
        "made": "P-10",
        "back_run": "defenders_10",
        "no_trump_double": "made",
        "no_friend_double": "made",
        "first_trick_solo": "no_friend",
        "bankroll": 40,
        "eliminate": True,
    },
    "wikipedia_ja": {
        "all_pass": "second_round",
        "redeal": "off",
        "kitty_exposed": True,
        "raise_before_kitty_to_suit": 0,
        "raise_suit_to_suit": 0,
        "raise_suit_to_no_trump": 0,
        "raise_no_trump_to_suit": 1,
        "raise_same_trump": False,
        "friend_by_first_trick": False,
        "suit_request": False,
        "trump_first_lead": "nothing_else",
        "mighty_first_lead": "forbidden",
        "joker_first_last": "forbidden",
        "joker_first_lead": "forbidden",
        "joker_call_first_lead": "forbidden",
        "joker_call_optional": False,
        "made": "B-M+1",
        "failed": "as_made",
        "run": "off",
        "back_run": "off",
        "no_trump_double": "off",
        "no_friend_double": "off",
    },
}
"""The rules of each preset of version 0.1.0 that differ from `PAGAT`."""

MOVES: Mapping[str, str] = {
    "mighty.bid_placed": "mighty.place_bid",
    "mighty.passed": "mighty.pass",
    "mighty.redeal_claimed": "mighty.claim_redeal",
    "mighty.claim_blocked": "mighty.answer_claim",
    "mighty.contract_entered": "mighty.enter_contract",
    "mighty.card_named": "mighty.name_card",
    "mighty.player_dropped_out": "mighty.drop_out",
    "mighty.kitty_taken": "mighty.take_kitty",
    "mighty.contract_changed": "mighty.change_contract",
    "mighty.friend_called": "mighty.call_friend",
    "mighty.card_played": "mighty.play_card",
    "mighty.trick_recorded": "mighty.record_trick",
    "mighty.friend_revealed": "mighty.reveal_friend",
    "mighty.win_order_given": "mighty.give_win_order",
    "mighty.result_recorded": "mighty.record_result",
}
"""The move for each event. Their fields have the same names; `claimer` is left out, since the hand knows it."""


def rules_of(preset: str, changes: Mapping[str, Value]) -> dict[str, Value]:
    """Return the rules by key of a preset of version 0.1.0 with `changes`; newer house rules have their defaults."""
    return {**Rules().as_dict(), **PAGAT, **DIFFERENCES[preset], **changes}


def translate_events(rules: Rules, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the moves of a stretch of a hand under `rules`, as JSON."""
    return list(moves_behind(rules, events))


def moves_behind(rules: Rules, events: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the moves as JSON. A redeal follows from the last pass or claim, unless the claim could be answered."""
    for event in events:
        if event["type"] != "mighty.hand_thrown_in":
            fields = {key: value for key, value in event.items() if key != "claimer"}
            yield {**fields, "type": MOVES[event["type"]]}
        elif event["reason"] == "claim" and rules.redeal_blocked_by_20:
            yield {"type": "mighty.accept_claim"}
