"""Every choice of a house rule makes a difference that can be seen."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from scorekeeper.cards import Card
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.following import legal_cards
from scorekeeper.games.mighty.kitty import can_discard
from scorekeeper.games.mighty.leading import legal_leads
from scorekeeper.games.mighty.sitting_out import list_sitting_out
from scorekeeper.games.mighty.trick import find_winner
from scorekeeper.house_rules import house_rules
from scorekeeper.settlement import Amount
from tests.cases import for_each
from tests.games.mighty.paying import FriendCase, settle_outcome
from tests.games.mighty.play import (
    EVERY_PRESET,
    bid,
    bids,
    call,
    cards,
    do,
    read_starters,
    rules,
    seats_for,
    tricks,
)
from tests.games.mighty.tricks import plays

DECLARED = house_rules(mighty.Rules)


def hand_after(these: mighty.Rules, *commands: Any, session: mighty.Session | None = None) -> mighty.Hand | None:
    """The first hand after `commands`, None when one of them is refused."""
    hand = mighty.deal(these, session or mighty.Session(1, 1), seats_for(these))
    try:
        return do(hand, *commands)
    except RuleError:
        return None


def can_follow_moves(*commands: Any) -> Callable[[mighty.Rules], bool]:
    """Return whether the moves are legal one after the other."""
    return lambda these: hand_after(these, *commands) is not None


def contract(text: str) -> mighty.EnterContract:
    return mighty.EnterContract(1, bid(text))


def lowest_change(text: str, to: str, *, before: bool = False) -> Callable[[mighty.Rules], int | None]:
    """The lowest level at which a contract may change to other trumps."""
    return lambda these: mighty.lowest_level(these, bid(text), bid(f"15{to}").trump, before_kitty=before)


def next_session(points: int = 16) -> Callable[[mighty.Rules], tuple[int | None, int | None]]:
    """Return dealer and first bidder after a hand that 1 declared with 3, 4 dealt, and in which 2 held the joker."""

    def observe(these: mighty.Rules) -> tuple[int | None, int | None]:
        record = mighty.RecordHand(1, bid("16H"), call("SA"), points, 3, joker_holder=2)
        hand = hand_after(these, record, session=mighty.Session(4, 4))
        assert hand is not None
        return read_starters(mighty.advance_session(hand))

    return observe


def chances_after_passes(these: mighty.Rules) -> Any:
    """Return the redeals after everyone has passed, the lowest bid then, and whether the second in turn may bid."""
    hand = hand_after(these, *bids("- - - - -"))
    if hand is None:
        return None
    return hand.redeals, mighty.lowest_bid(hand.auction, None), can_follow_moves(*bids("- - - - - - 14H"))(these)


def declarer_amount_recorded(contract_bid: str, points: int) -> Callable[[mighty.Rules], Any]:
    """Return the declarer's amount of a hand recorded by its result, None where it cannot be."""

    def observe(these: mighty.Rules) -> Any:
        hand = hand_after(these, mighty.RecordHand(1, bid(contract_bid), call("SA"), points, 2))
        return hand and hand.settlement and hand.settlement.amounts[1]

    return observe


def fines_of_claims(these: mighty.Rules) -> Any:
    """Return what lies in the pot after a claim, and after another in the same hand."""
    hands = (hand_after(these, *[mighty.ClaimRedeal(1)] * count) for count in (1, 2))
    return [hand and hand.session.pot for hand in hands]


def fines_of_passing(these: mighty.Rules) -> Any:
    """Return what lies in the pot after everyone has passed, as often as the rules have it."""
    for rounds in range(1, 5):
        hand = hand_after(these, *bids("- - - - - " * (rounds - 1) + ("- - - - -")))
        if hand is None or hand.redeals:
            return hand and hand.session.pot
    return None


def sitters_of_seven(these: mighty.Rules) -> Any:
    """Return who of seven sit out after a hand of five that was made, and after one that failed."""
    out = []
    for points in (16, 15):
        hand = hand_after(these, mighty.RecordHand(1, bid("16H"), call("SA"), points, 3, joker_holder=2))
        assert hand is not None
        out.append(list_sitting_out(these, mighty.advance_session(hand), hand, (1, 2, 3, 4, 5, 6, 7), 2))
    return out


def amounts_with_a_pot(these: mighty.Rules) -> Any:
    """Return what is paid for a made contract after a claim."""
    hand = hand_after(these, mighty.ClaimRedeal(1), mighty.RecordHand(1, bid("16H"), call("SA"), 16, 2))
    return hand and hand.settlement and hand.settlement.amounts


def redealable_hands(*hands: str) -> Callable[[mighty.Rules], list[bool]]:
    """Return which of the hands allow a redeal."""
    return lambda these: [hand_after(these, mighty.ClaimRedeal(1, cards(held))) is not None for held in hands]


def starters_after_redeal(these: mighty.Rules) -> object:
    hand = hand_after(these, *bids("- -"), mighty.ClaimRedeal(3), session=mighty.Session(2, 1, opening=False))
    return hand and hand.session


def declarer_amounts(*results: tuple[str, str, int | None, int, str]) -> Callable[[mighty.Rules], list[Any]]:
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


def amounts_with_all_friends(these: mighty.Rules) -> list[list[Amount]]:
    """Return what a declarer and each friend get for a point above the lowest bid, made and failed."""
    level, friends = these.min_bid + 1, these.setting.partners
    mode = FriendCase("HK" if friends == 1 else "HK+D9", friends)
    paid = (settle_outcome(these, bid(f"{level}H"), mode, points) for points in (level, level - 1))
    return [list(each.amounts.values())[: 1 + friends] for each in paid]


def declarer_amounts_made_and_failed(
    contract_bid: str, friend_call: str = "SA", buried: str = ""
) -> Callable[[mighty.Rules], Any]:
    level = bid(contract_bid).level
    alone = friend_call in ("none", "first_trick")
    return declarer_amounts(
        *((contract_bid, friend_call, None if alone else 2, level - short, buried) for short in (0, 1))
    )


def conditions_under(these: mighty.Rules, trump: str = "H") -> Conditions:
    """The tricks of a hand."""
    return Conditions(these, bid(f"16{trump}").trump)


def trick_winner(text: str, trick: int, trump: str = "H") -> Callable[[mighty.Rules], int]:
    """Return the winner of a trick."""
    return lambda these: find_winner(conditions_under(these, trump), trick, plays(text))


def legal_follows(text: str, held: str) -> Callable[[mighty.Rules], tuple[Card, ...]]:
    """Return the cards that may be played to the eighth trick."""
    return lambda these: legal_cards(conditions_under(these), 8, plays(text), cards(held))


def legal_first_leads(held: str) -> Callable[[mighty.Rules], tuple[Card, ...]]:
    """Return the cards that the declarer may lead to the first trick."""
    return lambda these: legal_leads(conditions_under(these), 1, cards(held))


def legal_trump_leads(these: mighty.Rules) -> Any:
    """Return the legal leads of trumps and the joker, and whether they may be kept where the joker may not be led."""
    held = "JK HK HQ HJ H10 H9 H8 H7 H6 H5"
    barred = conditions_under(these.change({"joker_first_lead": "forbidden"}))
    others = [legal_first_leads(f"{first} HK HQ HJ H10 H9 H8 H7 H6 H5")(these) for first in ("SA", "C4")]
    return legal_first_leads(held)(these), others, can_discard(barred, cards(f"{held} H4 H3 H2"), cards("H4 H3 H2"))


TRUMPLESS = ("12NT", "13NT", "14NT 15H")
"""Calls with no-trump bids that some tables allow."""

NINE_CARDS = "C4 C5 C6 C7 C8 D4 D5 D6 D7"
WORTHLESS = "S2 S3 S4 H2 H3 H4 D2 D3 D4 C2"
ONE_TEN = "S2 S3 S4 H2 H3 H4 D2 D3 D4 C10"
ONE_MAJOR_TEN = "S2 S3 S4 H2 H3 H10 D2 D3 D4 C2"
ONE_QUEEN = "S2 S3 S4 H2 H3 H4 D2 D3 D4 CQ"
QUEEN_AND_JOKER = "S2 S3 S4 H2 H3 H4 D2 D3 JK CQ"
TEN_QUEEN_AND_JOKER = "S2 S3 S4 H2 H3 H4 D2 D10 JK CQ"
MIGHTY = "SA S3 S4 H2 H3 H4 D2 D3 D4 C2"
MIGHTY_AND_TEN = "SA S3 S4 H2 H3 H4 D2 D3 D4 C10"
JACK_AND_JOKER = "S2 S3 S4 H2 H3 H4 D2 D3 JK CJ"
ONE_JACK = "S2 S3 S4 H2 H3 H4 D2 D3 D4 CJ"
MIGHTY_AND_KING = "SA S3 S4 H2 H3 H4 D2 D3 D4 CK"
ALL_POINTS = "SA SK SQ SJ S10 HA HK HQ HJ H10"


def is_session_over(these: mighty.Rules) -> bool:
    """Return whether the session is over when a player has no points left."""
    return mighty.find_ending(these, mighty.Session(balances={1: 0, 2: 80})) is not None


class Behaviour(NamedTuple):
    """An observable effect of a house rule, different for each of its choices, with other rules set as in `under`.

    `preset` is what all that is changed in; a choice that needs another number of players has its own in `presets`.
    """

    observe: Callable[[mighty.Rules], Any]
    under: Mapping[str, Any] = {}
    preset: str = "pagat"
    presets: Mapping[Any, str] = {}

    def rules(self, changes: Mapping[str, Any], choice: Any = None) -> mighty.Rules:
        """The house rules with some of them changed, for the sake of a choice."""
        return rules(self.presets.get(choice, self.preset), **{**self.under, **changes})


ONE_KIND_OF_JOKERS = [key for key in DECLARED["players"].choices if key != "five_two_jokers"]

BY_PLAYERS: Mapping[Any, str] = {
    **{key: key for key in DECLARED["players"].choices if key in EVERY_PRESET},
    "three_with_threes": "jeju",
}
"""The set for a choice of the players; the others are played in the main text."""

BEHAVIOURS: Mapping[str, Behaviour] = {
    "players": Behaviour(
        lambda these: these.setting,
        presets=BY_PLAYERS,
    ),
    "min_bid": Behaviour(lambda these: mighty.every_bid(these)[0], presets={25: "double_six"}),
    "no_trump_bids": Behaviour(lambda these: [can_follow_moves(*bids(said))(these) for said in TRUMPLESS]),
    "no_trump_outranks": Behaviour(can_follow_moves(*bids("14H 14NT"))),
    "highest_bid": Behaviour(lambda these: mighty.every_bid(these)[-1]),
    "above_twenty": Behaviour(declarer_amount_recorded("22H", 20), {"highest_bid": 23}),
    "twenty_closes": Behaviour(can_follow_moves(*bids("20H 20NT"))),
    "first_bidder_must_bid": Behaviour(can_follow_moves(*bids("-"))),
    "first_bidder": Behaviour(lambda these: next_session()(these)[1], {"next_dealer": "rotate"}),
    "next_dealer": Behaviour(
        lambda these: (next_session(16)(these)[0], next_session(15)(these)[0]), preset="six_sit_out"
    ),
    "all_pass": Behaviour(chances_after_passes),
    "redeal": Behaviour(redealable_hands(WORTHLESS, ALL_POINTS)),
    "redeal_limit": Behaviour(
        redealable_hands(WORTHLESS, ONE_TEN, JACK_AND_JOKER, ONE_QUEEN), {"redeal_lone_jack": True}
    ),
    "redeal_ten": Behaviour(redealable_hands(ONE_TEN, ONE_MAJOR_TEN), {"redeal_lone_jack": True}),
    "redeal_joker": Behaviour(redealable_hands(QUEEN_AND_JOKER, TEN_QUEEN_AND_JOKER), {"redeal_lone_jack": True}),
    "redeal_mighty": Behaviour(redealable_hands(MIGHTY, MIGHTY_AND_TEN, MIGHTY_AND_KING), {"redeal_lone_jack": True}),
    "redeal_all_points": Behaviour(redealable_hands(ALL_POINTS)),
    "redeal_lone_ten": Behaviour(redealable_hands(ONE_TEN), {"redeal_limit": "below_half"}),
    "redeal_lone_jack": Behaviour(redealable_hands(ONE_JACK)),
    "redeal_one_eyed_jack": Behaviour(redealable_hands(ONE_JACK), {"redeal_lone_jack": True}),
    "redeal_pointless_only": Behaviour(redealable_hands(ONE_TEN)),
    "redeal_window": Behaviour(
        lambda these: [
            hand_after(these, *bids(said), mighty.ClaimRedeal(3)) is not None
            for said in ("", "13H", "13H -", "13H 14S 15S 16S -")
        ]
    ),
    "declarer_redeal": Behaviour(can_follow_moves(contract("16H"), mighty.TakeKitty(), mighty.ClaimRedeal(1))),
    "redeal_dealer": Behaviour(starters_after_redeal),
    "redeal_fine": Behaviour(fines_of_claims),
    "all_pass_fine": Behaviour(fines_of_passing, {"redeal_fine": 5}),
    "redeal_pot": Behaviour(amounts_with_a_pot, {"redeal_fine": 5}),
    "redeal_blocked_by_20": Behaviour(can_follow_moves(*bids("20H"), mighty.ClaimRedeal(2))),
    "kitty_exposed": Behaviour(can_follow_moves(contract("16H"), mighty.TakeKitty(cards("SA HK D2")))),
    "change_before_kitty": Behaviour(can_follow_moves(contract("14H"), mighty.ChangeContract(bid("17S")))),
    "raise_before_kitty_to_suit": Behaviour(
        lowest_change("14H", "S", before=True),
        {"change_before_kitty": True, "raise_suit_to_suit": 3, "raise_no_trump_to_suit": 3},
    ),
    "raise_before_kitty_to_no_trump": Behaviour(
        lowest_change("14H", "NT", before=True), {"change_before_kitty": True, "raise_suit_to_no_trump": 3}
    ),
    "raise_suit_to_suit": Behaviour(lowest_change("14H", "S")),
    "raise_suit_to_no_trump": Behaviour(lowest_change("14H", "NT")),
    "raise_no_trump_to_suit": Behaviour(lowest_change("14NT", "S")),
    "raise_same_trump": Behaviour(lowest_change("14H", "H")),
    "raise_near_twenty": Behaviour(lowest_change("19H", "S")),
    "raise_to_higher_suit": Behaviour(lowest_change("14H", "S")),
    "friend_by_card": Behaviour(can_follow_moves(contract("16H"), mighty.CallFriend(call("SA")))),
    "friend_by_first_trick": Behaviour(can_follow_moves(contract("16H"), mighty.CallFriend(call("first_trick")))),
    "friend_by_last_trick": Behaviour(can_follow_moves(contract("16H"), mighty.CallFriend(call("last_trick")))),
    "friend_by_player": Behaviour(can_follow_moves(contract("16H"), mighty.CallFriend(call("player:2")))),
    "no_friend": Behaviour(can_follow_moves(contract("16H"), mighty.CallFriend(call("none")))),
    "secret_solo": Behaviour(can_follow_moves(mighty.RecordHand(1, bid("16H"), call("SA"), 16))),
    "joker_friend": Behaviour(can_follow_moves(contract("16H"), mighty.CallFriend(call("JK")))),
    "suit_request": Behaviour(can_follow_moves(contract("20NT"), mighty.CallFriend(call("SA>H")))),
    "win_order": Behaviour(can_follow_moves(contract("17H"), mighty.CallFriend(call("SA")), mighty.GiveWinOrder())),
    "friend_may_announce": Behaviour(
        can_follow_moves(
            contract("17H"), mighty.CallFriend(call("SA")), *tricks("2:3"), mighty.RevealFriend(2, announced=True)
        )
    ),
    "friend_must_announce": Behaviour(
        can_follow_moves(
            contract("17H"), mighty.CallFriend(call("SA")), *tricks("2:3 1:1"), mighty.RevealFriend(2, announced=True)
        ),
        {"friend_may_announce": True},
    ),
    "trump_first_lead": Behaviour(legal_trump_leads),
    "mighty_first_trick": Behaviour(trick_winner("C4 SA C5", trick=1)),
    "mighty_first_lead": Behaviour(legal_first_leads("SA C4 C5 C6 C7 C8 D4 D5 D6 D7")),
    "joker_first_last": Behaviour(
        lambda these: (
            *(trick_winner("C4 JK C5", trick)(these) for trick in (1, 10)),
            legal_first_leads(f"JK {NINE_CARDS}")(these),
        )
    ),
    "joker_first_lead": Behaviour(
        lambda these: (
            legal_first_leads(f"JK {NINE_CARDS}")(these),
            conditions_under(these).is_joker_strong(1, led=True),
        ),
        {"joker_first_last": "full"},
    ),
    "joker_led_powerless": Behaviour(trick_winner("JK>D C4 D5", trick=10)),
    "joker_lead_any_card": Behaviour(lambda these: conditions_under(these).suits_to_name(2, these.setting.jokers[0])),
    "other_joker": Behaviour(
        lambda these: trick_winner(f"C4 {these.setting.jokers[-1]} C5", trick=2, trump="NT")(these),
        preset="gyeonggi",
        presets={key: BY_PLAYERS.get(key, "pagat") for key in ONE_KIND_OF_JOKERS},
    ),
    "joker_call_under_clubs": Behaviour(lambda these: list(conditions_under(these, "C").joker_calls)),
    "joker_call_first_lead": Behaviour(legal_first_leads(f"C3 {NINE_CARDS}")),
    "joker_call_tricks": Behaviour(
        lambda these: [conditions_under(these).may_call_joker(trick, cards("C3")[0]) for trick in (1, 10)]
    ),
    "called_joker": Behaviour(trick_winner("C3! JK CA", trick=2)),
    "joker_call_optional": Behaviour(trick_winner("C3 JK C5", trick=2)),
    "mighty_saves_joker": Behaviour(legal_follows("C3!", "SA JK C5")),
    "lone_mighty_must_follow": Behaviour(legal_follows("S4", "SA C4 C5")),
    "made": Behaviour(declarer_amounts(("15H", "SA", 2, 18, ""), ("14H", "SA", 2, 19, ""))),
    "failed": Behaviour(declarer_amounts_made_and_failed("16H")),
    "score_from": Behaviour(declarer_amounts(("15H", "SA", 2, 18, "")), {"min_bid": 14}),
    "minimum_made": Behaviour(declarer_amounts_made_and_failed("13H")),
    "run": Behaviour(declarer_amounts(("16H", "SA", 2, 20, ""), ("20H", "SA", 2, 20, ""))),
    "back_run": Behaviour(declarer_amounts(*(("16H", "SA", 2, points, "") for points in (12, 11, 10, 9, 8, 7, 6, 4)))),
    "back_run_points": Behaviour(
        lambda these: mighty.back_run_limit(these, bid("20S")), {"back_run": "short_by_number"}
    ),
    "no_trump_double": Behaviour(declarer_amounts_made_and_failed("16NT")),
    "no_friend_double": Behaviour(declarer_amounts_made_and_failed("16H", "none")),
    "first_trick_solo": Behaviour(declarer_amounts_made_and_failed("16H", "first_trick")),
    "buried_mighty_double": Behaviour(declarer_amounts_made_and_failed("16H", "HA", buried="mighty")),
    "buried_joker_double": Behaviour(declarer_amounts_made_and_failed("16H", "HA", buried="joker")),
    "bid_20_double": Behaviour(declarer_amounts_made_and_failed("20H"), {"run": "off"}),
    "split": Behaviour(
        amounts_with_all_friends,
        {"own_shares": list(DECLARED["own_shares"].choices)[-1]},
        preset="four_chicago",
        presets=dict.fromkeys(("whole", "one_share", "own"), "double_six"),
    ),
    "own_shares": Behaviour(
        amounts_with_all_friends,
        {"split": "own"},
        preset="double_six",
        presets={"even": "four", "declarer_pays": "four", "chicago_table": "four_chicago"},
    ),
    "sitting_out": Behaviour(sitters_of_seven),
    "bankroll": Behaviour(lambda these: mighty.start_session(these, (1,)).balances[1]),
    "eliminate": Behaviour(is_session_over, {"bankroll": 40}),
    "pay_at_most": Behaviour(declarer_amount_recorded("20NT", 20), {"bankroll": 40}),
}


def test_every_house_rule_has_a_behaviour() -> None:
    assert list(BEHAVIOURS) == list(DECLARED)


@for_each(*DECLARED)
def test_each_choice_of_a_house_rule_makes_a_difference(key: str) -> None:
    behaviour = BEHAVIOURS[key]
    seen = [behaviour.observe(behaviour.rules({key: choice}, choice)) for choice in DECLARED[key].choices]
    assert all(one not in seen[:index] for index, one in enumerate(seen)), seen


@for_each(*[key for key, rule in DECLARED.items() if rule.when])
def test_a_house_rule_makes_no_difference_where_it_does_not_apply(key: str) -> None:
    behaviour, rule = BEHAVIOURS[key], DECLARED[key]
    for depends, values in rule.when.items():
        for other in set(DECLARED[depends].choices) - set(values):
            left = rule.list_choices(behaviour.rules({depends: other}, other))
            kept = [behaviour.rules({depends: other, key: choice}, other) for choice in left]
            assert not any(rule.applies(these) for these in kept)
            seen = [behaviour.observe(these) for these in kept]
            assert all(one == seen[0] for one in seen), (depends, other, seen)


@for_each(*[key for key, rule in DECLARED.items() if rule.unless])
def test_a_house_rule_makes_no_difference_where_others_leave_it_nothing(key: str) -> None:
    behaviour, rule = BEHAVIOURS[key], DECLARED[key]
    kept = [
        behaviour.rules({**{depends: values[0] for depends, values in rule.unless.items()}, key: choice})
        for choice in rule.choices
    ]
    assert not any(rule.applies(these) for these in kept)
    seen = [behaviour.observe(these) for these in kept]
    assert all(one == seen[0] for one in seen)


@for_each(*EVERY_PRESET)
def test_choices_that_no_form_offers_are_refused(preset: str) -> None:
    these = rules(preset)
    for key, rule in DECLARED.items():
        for choice in rule.choices.keys() - rule.list_choices(these).keys():
            with pytest.raises(RuleError):
                these.change({key: choice})
