"""Every house rule is declared in full, has its preset's value, and makes a difference that can be seen."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from scorekeeper.cards import Card
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Situation
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.discard import can_discard
from scorekeeper.games.mighty.follow import legal_cards
from scorekeeper.games.mighty.leads import legal_leads
from scorekeeper.games.mighty.rules.contradictions import CONTRADICTIONS
from scorekeeper.games.mighty.trick import winner
from scorekeeper.house_rules import house_rules
from tests.games.mighty.play import (
    EVERY_PRESET,
    PRESETS,
    bid,
    bids,
    call,
    cards,
    codes,
    rules,
    seats_for,
    tricks,
)
from tests.games.mighty.tricks import plays

DECLARED = house_rules(mighty.Rules)

# The table of the rulebook's choices: what differs from the first column stands in the others.
TABLE: Mapping[str, tuple[Any, Any, Any, Any]] = {
    # key: (pagat, base10, korean40, wikipedia_ja); ... where the preset leaves the choice without meaning
    "players": ("five", "five", "five", "five"),
    "min_bid": (13, 13, 13, 13),
    "no_trump_outranks": (True, True, True, True),
    "twenty_closes": ("only_20NT", "only_20NT", "any_20", "only_20NT"),
    "first_bidder": ("previous_declarer", "previous_declarer", "dealer", "previous_declarer"),
    "next_dealer": ("friend", "friend", "by_result", "friend"),
    "all_pass": ("redeal", "redeal", "redeal", "second_round"),
    "redeal": ("hand_value", "hand_value", "token", "off"),
    "redeal_limit": ("at_most_half", "below_half", ..., ...),
    "redeal_mighty": (0, 0, ..., ...),
    "redeal_all_points": (False, False, ..., ...),
    "redeal_lone_jack": (False, False, ..., ...),
    "redeal_pointless_only": (False, False, ..., ...),
    "redeal_window": ("first_turn", "first_turn", "first_turn", ...),
    "redeal_dealer": ("claimer", "claimer", "same", ...),
    "redeal_blocked_by_20": (False, False, False, ...),
    "kitty_exposed": (False, False, False, True),
    "change_before_kitty": (False, True, False, False),
    "raise_before_kitty_to_suit": (..., 1, ..., ...),
    "raise_before_kitty_to_no_trump": (..., 1, ..., ...),
    "raise_suit_to_suit": (2, 2, "forbidden", 0),
    "raise_suit_to_no_trump": (1, 1, "forbidden", 0),
    "raise_no_trump_to_suit": (2, 2, "forbidden", 1),
    "raise_same_trump": (True, False, False, False),
    "friend_by_card": (True, True, True, True),
    "friend_by_first_trick": (True, True, True, False),
    "friend_by_player": (False, False, False, False),
    "no_friend": (True, True, True, True),
    "secret_solo": (True, True, False, True),
    "joker_friend": (True, True, True, True),
    "suit_request": (True, False, False, False),
    "win_order": (False, False, False, False),
    "friend_may_announce": (False, False, False, False),
    "trump_first_lead": ("only_trumps", "only_trumps", "trumps_and_joker", "nothing_else"),
    "mighty_first_trick": ("full", "full", "full", "full"),
    "mighty_first_lead": ("allowed", "allowed", "allowed", "forbidden"),
    "joker_first_last": ("powerless", "powerless", "powerless", "forbidden"),
    "joker_first_lead": ("powerless", "forbidden", "powerless", ...),
    "joker_led_powerless": ("second_card", "leader", "leader", ...),
    "joker_lead_any_card": (False, False, False, False),
    "joker_call_under_clubs": ("S", "S", "S", "S"),
    "joker_call_first_lead": ("allowed", "allowed", "allowed", "forbidden"),
    "joker_call_tricks": ("2_to_last", "2_to_last", "2_to_last_but_one", "2_to_last"),
    "joker_call_optional": (True, True, True, False),
    "mighty_saves_joker": (True, True, True, True),
    "lone_mighty_must_follow": (True, True, True, True),
    "made": ("2(B-M)+(P-B)", "P-10", "P-10", "B-M+1"),
    "failed": ("B-P", "B-P", "B-P", "as_made"),
    "minimum_made": (0, ..., ..., ...),
    "run": ("captured", "captured", "captured", "off"),
    "back_run": ("defenders_11", "short_by_10", "defenders_10", "off"),
    "no_trump_double": ("always", "always", "made", "off"),
    "no_friend_double": ("always", "off", "made", "off"),
    "first_trick_solo": ("solo", ..., "no_friend", ...),
    "buried_mighty_double": ("off", "off", "off", "off"),
    "buried_joker_double": ("off", "off", "off", "off"),
    "bid_20_double": ("off", "off", "off", "off"),
    "split": ("two_to_one", "two_to_one", "two_to_one", "two_to_one"),
    "bankroll": (0, 0, 40, 0),
    "eliminate": (False, False, True, False),
}


DOUBLE = {
    "min_bid": 25,
    "raise_suit_to_suit": 3,
    "raise_suit_to_no_trump": 2,
    "raise_no_trump_to_suit": 3,
    "friend_by_first_trick": False,
    "no_friend": False,
    "friend_may_announce": True,
    "made": "B-M+1",
    "failed": "as_made",
    "run": "off",
    "back_run": "off",
    "no_trump_double": "off",
    "no_friend_double": "off",
}

# What S0's other numbers of players change in its main text.
OTHERS: Mapping[str, Mapping[str, Any]] = {
    "three": {
        "min_bid": 11,
        "next_dealer": "joker_holder",
        "friend_by_card": False,
        "friend_by_first_trick": False,
        "suit_request": False,
        "no_friend_double": "off",
    },
    "four": {"min_bid": 14, "split": "even"},
    "four_chicago": {
        "made": "B-M+1",
        "failed": "as_made",
        "run": "off",
        "back_run": "off",
        "no_trump_double": "off",
        "no_friend_double": "off",
        "split": "chicago_table",
    },
    "six_drop": {"min_bid": 14},
    "six_sit_out": {"next_dealer": "rotate", "redeal_dealer": "same"},
    "seven_drop": {"min_bid": 14},
    "double_six": DOUBLE,
    "double_seven": DOUBLE,
    "double_eight": DOUBLE,
}


def test_presets_of_other_numbers_of_players_change_the_main_text_so() -> None:
    main = rules()
    for preset, changes in OTHERS.items():
        assert rules(preset).differences(main) == {"players": preset, **changes}
    assert set(OTHERS) | {"five"} == set(DECLARED["players"].choices)
    assert set(EVERY_PRESET) == set(PRESETS) | set(OTHERS)


@pytest.mark.parametrize("key", DECLARED)
def test_presets_have_the_values_of_the_table(key: str) -> None:
    for preset, value in zip(PRESETS, TABLE[key], strict=True):
        these = rules(preset)
        if value is ...:
            assert not DECLARED[key].applies(these)
        else:
            assert getattr(these, key) == value


def test_the_table_names_every_house_rule() -> None:
    assert list(TABLE) == list(DECLARED)


@pytest.mark.parametrize("key", DECLARED)
def test_each_house_rule_is_declared_in_full(key: str) -> None:
    rule = DECLARED[key]
    assert rule.label
    assert rule.source.startswith(("S0", "S1", "S3", "S4"))
    assert rule.block in mighty.BLOCKS
    assert len(rule.choices) >= 2
    assert all(rule.choices.values())
    for depends, values in rule.when.items():
        assert set(values) < set(DECLARED[depends].choices)


def test_blocks_are_in_order_and_all_used() -> None:
    assert list(dict.fromkeys(rule.block for rule in DECLARED.values())) == list(mighty.BLOCKS)


# --- Every house rule makes a difference ---


def after(these: mighty.Rules, *commands: Any, situation: Situation | None = None) -> mighty.Hand | None:
    """The first hand after `commands`, None when one of them is refused."""
    hand = mighty.GAME.deal(these, situation or Situation(1, 1), seats_for(these))
    try:
        for command in commands:
            for event in mighty.GAME.decide(hand, command):
                hand = mighty.GAME.evolve(hand, event)
    except RuleError:
        return None
    return hand


def possible(*commands: Any) -> Callable[[mighty.Rules], bool]:
    """Whether a hand may go so."""
    return lambda these: after(these, *commands) is not None


def contract(text: str) -> c.EnterContract:
    return c.EnterContract(1, bid(text))


def lowest(text: str, to: str, *, before: bool = False) -> Callable[[mighty.Rules], int | None]:
    """The lowest level at which a contract may change to other trumps."""
    return lambda these: mighty.lowest_level(these, bid(text), bid(f"15{to}").trump, before_kitty=before)


def next_situation(points: int = 16) -> Callable[[mighty.Rules], tuple[int, int]]:
    """Who deals and who bids first after a hand that 1 declared with 3, that 4 dealt and in which 2 held the joker."""

    def observe(these: mighty.Rules) -> tuple[int, int]:
        record = c.RecordHand(1, bid("16H"), call("SA"), points, 3, joker_holder=2)
        hand = after(these, record, situation=Situation(4, 4))
        assert hand is not None
        return mighty.following(hand).dealer, mighty.following(hand).first

    return observe


def claims(*hands: str) -> Callable[[mighty.Rules], list[bool]]:
    """Which hands are good for a redeal."""
    return lambda these: [after(these, c.ClaimRedeal(3, cards(held))) is not None for held in hands]


def redealt(these: mighty.Rules) -> object:
    hand = after(these, c.ClaimRedeal(4), situation=Situation(2, 2))
    return hand and hand.situation


def pays(*results: tuple[str, str, int | None, int, str]) -> Callable[[mighty.Rules], list[Any]]:
    """The declarer's amounts: of a bid, a call, a friend, points, and what was discarded."""

    def observe(these: mighty.Rules) -> list[Any]:
        amounts = []
        for contract_bid, friend_call, friend, points, buried in results:
            defenders = tuple(player for player in range(2, these.setting.active + 1) if player != friend)
            outcome = mighty.Outcome(points, 1, friend, defenders, frozenset(buried.split()))  # type: ignore[arg-type]
            played = mighty.Contract(bid(contract_bid), call(friend_call))
            legal = mighty.can_call(these, played.bid, played.call)
            amounts.append(mighty.settle(these, played, outcome).amounts[1] if legal else None)
        return amounts

    return observe


def pays_made_and_failed(contract_bid: str, friend_call: str = "SA", buried: str = "") -> Callable[[mighty.Rules], Any]:
    level = bid(contract_bid).level
    alone = friend_call in ("none", "first_trick")
    return pays(*((contract_bid, friend_call, None if alone else 2, level - short, buried) for short in (0, 1)))


def playing(these: mighty.Rules, trump: str = "H") -> Conditions:
    """The tricks of a hand."""
    return Conditions(these, bid(f"16{trump}").trump)


def wins(text: str, trick: int) -> Callable[[mighty.Rules], int]:
    """Who wins a trick."""
    return lambda these: winner(playing(these), trick, plays(text))


def follows(text: str, held: str) -> Callable[[mighty.Rules], tuple[Card, ...]]:
    """What may be played to the eighth trick."""
    return lambda these: legal_cards(playing(these), 8, plays(text), cards(held))


def begins(held: str) -> Callable[[mighty.Rules], tuple[Card, ...]]:
    """What the declarer may lead to the first trick."""
    return lambda these: legal_leads(playing(these), 1, cards(held))


def begins_with_trumps(these: mighty.Rules) -> Any:
    """What may be led of trumps and the joker, and whether they may be kept at all where the joker may not be led."""
    held = "JK HK HQ HJ H10 H9 H8 H7 H6 H5"
    barred = playing(these.changed({"joker_first_lead": "forbidden"}))
    return begins(held)(these), can_discard(barred, cards(f"{held} H4 H3 H2"), cards("H4 H3 H2"))


NINE_CARDS = "C4 C5 C6 C7 C8 D4 D5 D6 D7"
WORTHLESS = "S2 S3 S4 H2 H3 H4 D2 D3 D4 C2"
ONE_TEN = "S2 S3 S4 H2 H3 H4 D2 D3 D4 C10"
ONE_JACK = "S2 S3 S4 H2 H3 H4 D2 D3 D4 CJ"
MIGHTY_AND_KING = "SA S3 S4 H2 H3 H4 D2 D3 D4 CK"
ALL_POINTS = "SA SK SQ SJ S10 HA HK HQ HJ H10"


class Behaviour(NamedTuple):
    """What can be seen of a house rule: different for each of its choices, with the other rules set `under`.

    `preset` is what all that is changed in; a choice that needs another number of players has its own in `presets`.
    """

    observe: Callable[[mighty.Rules], Any]
    under: Mapping[str, Any] = {}
    preset: str = "pagat"
    presets: Mapping[Any, str] = {}

    def rules(self, changes: Mapping[str, Any], choice: Any = None) -> mighty.Rules:
        """The house rules with some of them changed, for the sake of a choice."""
        return rules(self.presets.get(choice, self.preset), **{**self.under, **changes})


BEHAVIOURS: Mapping[str, Behaviour] = {
    "players": Behaviour(lambda these: these.setting, presets={preset: preset for preset in OTHERS}),
    "min_bid": Behaviour(lambda these: mighty.every_bid(these)[0], presets={25: "double_six"}),
    "no_trump_outranks": Behaviour(possible(*bids("14H 14NT"))),
    "twenty_closes": Behaviour(possible(*bids("20H 20NT"))),
    "first_bidder": Behaviour(lambda these: next_situation()(these)[1], {"next_dealer": "rotate"}),
    "next_dealer": Behaviour(
        lambda these: (next_situation(16)(these)[0], next_situation(15)(these)[0]), preset="six_sit_out"
    ),
    "all_pass": Behaviour(lambda these: (hand := after(these, *bids("- - - - -"))) and hand.redeals),
    "redeal": Behaviour(claims(WORTHLESS, ALL_POINTS)),
    "redeal_limit": Behaviour(claims(ONE_TEN)),
    "redeal_mighty": Behaviour(claims(MIGHTY_AND_KING)),
    "redeal_all_points": Behaviour(claims(ALL_POINTS)),
    "redeal_lone_jack": Behaviour(claims(ONE_JACK)),
    "redeal_pointless_only": Behaviour(claims(ONE_TEN)),
    "redeal_window": Behaviour(possible(*bids("13H"), c.ClaimRedeal(3))),
    "redeal_dealer": Behaviour(redealt),
    "redeal_blocked_by_20": Behaviour(possible(*bids("20H"), c.ClaimRedeal(3))),
    "kitty_exposed": Behaviour(possible(contract("16H"), c.TakeKitty(cards("SA HK D2")))),
    "change_before_kitty": Behaviour(possible(contract("14H"), c.ChangeContract(bid("17S")))),
    "raise_before_kitty_to_suit": Behaviour(lowest("14H", "S", before=True), {"change_before_kitty": True}),
    "raise_before_kitty_to_no_trump": Behaviour(lowest("14H", "NT", before=True), {"change_before_kitty": True}),
    "raise_suit_to_suit": Behaviour(lowest("14H", "S")),
    "raise_suit_to_no_trump": Behaviour(lowest("14H", "NT")),
    "raise_no_trump_to_suit": Behaviour(lowest("14NT", "S")),
    "raise_same_trump": Behaviour(lowest("14H", "H")),
    "friend_by_card": Behaviour(possible(contract("16H"), c.CallFriend(call("SA")))),
    "friend_by_first_trick": Behaviour(possible(contract("16H"), c.CallFriend(call("first_trick")))),
    "friend_by_player": Behaviour(possible(contract("16H"), c.CallFriend(call("player:2")))),
    "no_friend": Behaviour(possible(contract("16H"), c.CallFriend(call("none")))),
    "secret_solo": Behaviour(possible(c.RecordHand(1, bid("16H"), call("SA"), 16))),
    "joker_friend": Behaviour(possible(contract("16H"), c.CallFriend(call("JK")))),
    "suit_request": Behaviour(possible(contract("20NT"), c.CallFriend(call("SA>H")))),
    "win_order": Behaviour(possible(contract("17H"), c.CallFriend(call("SA")), c.GiveWinOrder())),
    "friend_may_announce": Behaviour(
        possible(contract("17H"), c.CallFriend(call("SA")), *tricks("2:3"), c.RevealFriend(2, announced=True))
    ),
    "trump_first_lead": Behaviour(begins_with_trumps),
    "mighty_first_trick": Behaviour(wins("C4 SA C5", trick=1)),
    "mighty_first_lead": Behaviour(begins("SA C4 C5 C6 C7 C8 D4 D5 D6 D7")),
    "joker_first_last": Behaviour(lambda these: (wins("C4 JK C5", 10)(these), begins(f"JK {NINE_CARDS}")(these))),
    "joker_first_lead": Behaviour(begins(f"JK {NINE_CARDS}")),
    "joker_led_powerless": Behaviour(wins("JK>D C4 D5", trick=10)),
    "joker_lead_any_card": Behaviour(lambda these: playing(these).names(2)),
    "joker_call_under_clubs": Behaviour(lambda these: playing(these, "C").joker_call),
    "joker_call_first_lead": Behaviour(begins(f"C3 {NINE_CARDS}")),
    "joker_call_tricks": Behaviour(lambda these: playing(these).may_call_joker(10, cards("C3")[0])),
    "joker_call_optional": Behaviour(wins("C3 JK C5", trick=2)),
    "mighty_saves_joker": Behaviour(follows("C3!", "SA JK C5")),
    "lone_mighty_must_follow": Behaviour(follows("S4", "SA C4 C5")),
    "made": Behaviour(pays(("15H", "SA", 2, 18, ""), ("14H", "SA", 2, 19, ""))),
    "failed": Behaviour(pays_made_and_failed("16H")),
    "minimum_made": Behaviour(pays_made_and_failed("13H")),
    "run": Behaviour(pays(("16H", "SA", 2, 20, ""), ("20H", "SA", 2, 20, ""))),
    "back_run": Behaviour(pays(("16H", "SA", 2, 10, ""), ("16H", "SA", 2, 9, ""), ("16H", "SA", 2, 6, ""))),
    "no_trump_double": Behaviour(pays_made_and_failed("16NT")),
    "no_friend_double": Behaviour(pays_made_and_failed("16H", "none")),
    "first_trick_solo": Behaviour(pays_made_and_failed("16H", "first_trick")),
    "buried_mighty_double": Behaviour(pays_made_and_failed("16H", "HA", buried="mighty")),
    "buried_joker_double": Behaviour(pays_made_and_failed("16H", "HA", buried="joker")),
    "bid_20_double": Behaviour(pays_made_and_failed("20H"), {"run": "off"}),
    "split": Behaviour(pays(("14H", "SA", 2, 14, ""), ("14H", "SA", 2, 13, "")), preset="four_chicago"),
    "bankroll": Behaviour(lambda these: mighty.GAME.starting_balance(these)),
    "eliminate": Behaviour(lambda these: mighty.ending(these, {1: 0, 2: 80}) is None, {"bankroll": 40}),
}


def test_every_house_rule_has_a_behaviour() -> None:
    assert list(BEHAVIOURS) == list(DECLARED)


@pytest.mark.parametrize("key", DECLARED)
def test_each_choice_of_a_house_rule_makes_a_difference(key: str) -> None:
    behaviour = BEHAVIOURS[key]
    seen = [behaviour.observe(behaviour.rules({key: choice}, choice)) for choice in DECLARED[key].choices]
    assert all(one not in seen[:index] for index, one in enumerate(seen)), seen


@pytest.mark.parametrize("key", [key for key, rule in DECLARED.items() if rule.when])
def test_a_house_rule_makes_no_difference_where_it_does_not_apply(key: str) -> None:
    behaviour, rule = BEHAVIOURS[key], DECLARED[key]
    for depends, values in rule.when.items():
        for other in set(DECLARED[depends].choices) - set(values):
            under = {depends: other}
            if key.startswith("redeal_") and depends == "redeal_pointless_only":
                under |= {"redeal_all_points": False, "redeal_lone_jack": False}  # else they contradict it
            kept = [behaviour.rules({**under, key: choice}) for choice in rule.choices]
            assert not any(rule.applies(these) for these in kept)
            seen = [behaviour.observe(these) for these in kept]
            assert all(one == seen[0] for one in seen), (depends, other, seen)


# --- Choices that contradict each other ---

CALLS_OF_A_FRIEND = ("friend_by_card", "friend_by_first_trick", "friend_by_player")


def test_every_contradiction_is_refused_somewhere() -> None:
    [rows] = [mark.args[1] for mark in test_contradictions_are_all_named.pytestmark]
    assert {code for _, _, against in rows for code in against} >= set(CONTRADICTIONS)


@pytest.mark.parametrize(
    ("preset", "changes", "against"),
    [
        ("pagat", {"min_bid": 25}, ["rules.lowest_bid_of_other_pack"]),
        *(("double_six", {"min_bid": least}, ["rules.lowest_bid_of_other_pack"]) for least in range(11, 15)),
        *((preset, {"min_bid": 11}, []) for preset in ("pagat", "three", "four", "six_drop", "six_sit_out")),
        ("three", {"min_bid": 12}, []),
        ("six_sit_out", {"first_bidder": "dealer"}, ["rules.first_bidder_sits_out"]),
        ("six_sit_out", {"next_dealer": "sit_out_by_result"}, []),
        ("six_drop", {"first_bidder": "dealer"}, []),
        ("six_drop", {"next_dealer": "sit_out_by_result"}, ["rules.nobody_sits_out"]),
        ("korean40", {"next_dealer": "sit_out_by_result"}, ["rules.nobody_sits_out"]),
        ("double_eight", {"next_dealer": "joker_holder"}, ["rules.two_jokers"]),
        *(
            ("six_sit_out", {"redeal_dealer": dealer}, ["rules.redealer_sits_out"])
            for dealer in ("claimer", "next", "previous")
        ),
        ("six_sit_out", {"redeal_dealer": "next", "redeal": "off"}, []),
        ("six_drop", {"redeal_dealer": "next"}, []),
        *(("three", {key: True}, ["rules.always_alone"]) for key in CALLS_OF_A_FRIEND),
        ("three", {"no_friend": False}, ["rules.no_call_left"]),
        ("three", {"no_friend_double": "made"}, ["rules.always_alone_doubled"]),
        ("three", {"no_friend_double": "always"}, ["rules.always_alone_doubled"]),
        ("double_six", {"friend_by_first_trick": True}, ["rules.two_friends_by_card"]),
        ("double_six", {"friend_by_player": True}, ["rules.two_friends_by_card"]),
        ("double_six", {"no_friend": True, "friend_by_card": False}, []),
        ("pagat", dict.fromkeys(CALLS_OF_A_FRIEND, False), []),
        ("double_seven", {"made": "P-10"}, ["rules.ten_of_forty"]),
        ("double_seven", {"back_run": "defenders_11"}, ["rules.back_run_of_one_pack"]),
        ("double_seven", {"back_run": "defenders_10"}, ["rules.back_run_of_one_pack"]),
        ("double_seven", {"back_run": "short_by_10", "run": "captured"}, []),
        *(
            (preset, {"split": split}, ["rules.split_of_four"])
            for preset in ("pagat", "three", "six_drop", "double_six")
            for split in ("even", "declarer_pays")
        ),
        ("korean40", {"split": "chicago_table"}, ["rules.split_of_four", "rules.table_of_contracts"]),
        ("four", {"split": "declarer_pays"}, []),
        ("four", {"split": "chicago_table"}, ["rules.table_from_thirteen", "rules.table_of_contracts"]),
        ("four_chicago", {"players": "four"}, []),
        *(("four_chicago", {"min_bid": least}, ["rules.table_from_thirteen"]) for least in (11, 12, 14)),
        ("four_chicago", {"min_bid": 14, "split": "two_to_one"}, []),
        *(
            ("four_chicago", {key: choice}, ["rules.table_of_contracts"])
            for key, choice in {
                "made": "P-M",
                "failed": "B-P",
                "run": "captured",
                "back_run": "short_by_10",
                "no_trump_double": "made",
                "no_friend_double": "always",
                "buried_mighty_double": "made",
                "buried_joker_double": "made",
                "bid_20_double": "made",
            }.items()
        ),
        (
            "pagat",
            {"players": "three"},
            ["rules.always_alone", "rules.always_alone_doubled"],
        ),
        (
            "pagat",
            {"players": "double_six"},
            ["rules.lowest_bid_of_other_pack", "rules.two_friends_by_card", "rules.back_run_of_one_pack"],
        ),
        (
            "wikipedia_ja",
            {"friend_by_card": False, "no_friend": False},
            ["rules.no_call_left"],
        ),
        ("wikipedia_ja", {"friend_by_card": False}, []),
        ("pagat", {"redeal_pointless_only": True, "redeal_all_points": True}, ["rules.pointless_and_all_points"]),
        ("pagat", {"redeal_pointless_only": True, "redeal_lone_jack": True}, ["rules.pointless_and_lone_jack"]),
        ("korean40", {"redeal_pointless_only": True, "redeal_lone_jack": True}, []),  # no hand is valued there
        ("pagat", {"eliminate": True}, ["rules.eliminated_at_start"]),
        ("korean40", {"bankroll": 0}, ["rules.eliminated_at_start"]),
        ("four", {"joker_call_under_clubs": "H"}, ["rules.joker_call_not_in_pack"]),
        ("three", {"joker_call_under_clubs": "H"}, []),
        ("korean40", {"min_bid": 15}, ["rules.not_a_choice"]),
        ("korean40", {"min_bid": True}, ["rules.not_a_choice"]),
        ("korean40", {"mini_bid": 13}, ["rules.unknown"]),
        (
            "pagat",
            {"eliminate": True, "redeal_pointless_only": True, "redeal_all_points": True, "redeal_lone_jack": True},
            ["rules.pointless_and_all_points", "rules.pointless_and_lone_jack", "rules.eliminated_at_start"],
        ),
    ],
)
def test_contradictions_are_all_named(preset: str, changes: dict[str, Any], against: list[str]) -> None:
    if not against:
        assert not mighty.PRESETS[preset].rules.changed(changes).differences(rules(preset, **changes))
        return
    with pytest.raises(RuleError) as refusal:
        mighty.PRESETS[preset].rules.changed(changes)
    assert codes(refusal.value.problems) == against


@pytest.mark.parametrize("preset", mighty.PRESETS.values(), ids=lambda preset: preset.key)
def test_presets_contradict_nothing_and_say_where_they_come_from(preset: Any) -> None:
    assert not list(preset.rules.check())
    assert preset.label
    assert preset.about
    assert preset.source.startswith("S")
