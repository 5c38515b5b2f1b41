"""pagat, Exchanging cards and calling a partner: which calls are legal, and what may be asked of the friend."""

from typing import Any

from scorekeeper.cards import JOKER
from scorekeeper.games import mighty
from tests.cases import for_each
from tests.games.mighty.play import (
    PRESETS,
    bid,
    call,
    cards,
    codes,
    contracted_hand,
    deal_first_hand,
    do,
    refusals,
    rules,
    tricks,
)

ONE_OF_EACH = {
    "card": "H2",
    "first_trick": "first_trick",
    "last_trick": "last_trick",
    "player": "player:3",
    "none": "none",
}


@for_each(
    ("pagat", {"card", "first_trick", "none"}),
    ("base10", {"card", "first_trick", "none"}),
    ("korean40", {"card", "first_trick", "none"}),
    ("wikipedia_ja", {"card", "none"}),
)
def test_calls_of_each_preset(preset: str, kinds: set[str]) -> None:
    legal = mighty.legal_calls(rules(preset), bid("16H"), others=(2, 3, 4, 5))
    assert {one.kind for one in legal} == kinds
    assert len([one for one in legal if one.kind == "card"]) == 53


@for_each(
    ("friend_by_card", "card", "call.no_card"),
    ("friend_by_first_trick", "first_trick", "call.no_first_trick"),
    ("friend_by_last_trick", "last_trick", "call.no_last_trick"),
    ("friend_by_player", "player", "call.no_player"),
    ("no_friend", "none", "call.no_friend"),
)
def test_calls_each_kind_has_its_house_rule(key: str, kind: str, code: str) -> None:
    every: dict[str, Any] = dict.fromkeys(
        ("friend_by_card", "friend_by_first_trick", "friend_by_last_trick", "friend_by_player", "no_friend"), True
    )
    for allowed in (True, False):
        hand = contracted_hand(**{**every, key: allowed})
        for each, text in ONE_OF_EACH.items():
            against = [] if allowed or each != kind else [code]
            assert refusals(hand, mighty.CallFriend(call(text))) == against


@for_each(preset=PRESETS, contract=["16H", "20NT"])
def test_calls_listed_are_those_without_a_reason_against_them(preset: str, contract: str) -> None:
    these = rules(preset)
    legal = mighty.legal_calls(these, bid(contract), others=(2, 3))
    assert all(mighty.can_call(these, bid(contract), one) for one in legal)
    assert len(set(legal)) == len(legal)


def test_calls_listed_name_each_of_the_others() -> None:
    legal = mighty.legal_calls(rules(friend_by_player=True), bid("16H"), others=(2, 4))
    assert [one for one in legal if one.kind == "player"] == [call("player:2"), call("player:4")]


def test_calls_joker_friend() -> None:
    assert refusals(contracted_hand(joker_friend=False), mighty.CallFriend(call("JK"))) == ["call.no_joker"]
    assert refusals(contracted_hand(), mighty.CallFriend(call("RJ"))) == ["cards.not_in_pack"]
    assert refusals(contracted_hand(), mighty.CallFriend(call("JK"))) == []
    assert mighty.Call("card", card=JOKER) not in mighty.legal_calls(rules(joker_friend=False), bid("16H"))


KING, ACE = cards("HK SA")


@for_each(
    (mighty.Call("none", card=ACE), ["call.stray_card"]),
    (mighty.Call("first_trick", card=ACE), ["call.stray_card"]),
    (mighty.Call("player", card=ACE, player=3), ["call.stray_card"]),
    (mighty.Call("card", card=ACE, player=3), ["call.stray_player"]),
    (mighty.Call("none", player=3), ["call.stray_player"]),
    (mighty.Call("player"), ["call.nobody"]),
    (mighty.Call("card", second=ACE), ["call.second_without_first", "call.one_card"]),
)
def test_calls_say_one_thing(said: mighty.Call, against: list[str]) -> None:
    """An accepted call is equal to itself after it was stored."""
    assert refusals(contracted_hand(friend_by_player=True), mighty.CallFriend(said)) == against


def test_calls_of_two_cards_have_a_first() -> None:
    these = rules("double_six")
    assert codes(mighty.check_call(these, bid("30H"), mighty.Call("card", second=KING))) == [
        "call.second_without_first"
    ]


@for_each(
    ("pagat", "20NT", "SA>H", []),
    ("pagat", "20NT", "first_trick>H", []),
    ("pagat", "20NT", "none>H", ["call.suit_without_friend"]),
    ("pagat", "19NT", "SA>H", ["call.no_suit_request"]),
    ("pagat", "20H", "SA>H", ["call.no_suit_request"]),
    ("base10", "20NT", "SA>H", ["call.no_suit_request"]),
)
def test_calls_a_suit_is_asked_for_at_20_no_trump(preset: str, contract: str, text: str, against: list[str]) -> None:
    assert codes(mighty.check_call(rules(preset), bid(contract), call(text))) == against
    assert mighty.may_ask_suit(rules(preset), bid(contract)) == (preset == "pagat" and contract == "20NT")


# --- The declarer's own cards ---

HELD = "SA CA C4 C5 HK HQ D3 D4 D5 S2"


@for_each(
    ("base10", {}, "SA", HELD, "", ["call.own_card"]),  # base10: it "is held by another player"
    ("base10", {}, "SA", HELD.replace("SA", "S3"), "SA S4 S5", ["call.own_discard"]),
    ("base10", {}, "JK", HELD, "JK S4 S5", ["call.own_discard"]),
    ("base10", {}, "HA", HELD, "S3 S4 S5", []),
    ("base10", {}, "card", HELD, "", []),
    ("base10", {}, "first_trick", HELD, "", []),
    ("base10", {}, "SA", None, "", []),
    ("korean40", {}, "SA", HELD, "", ["call.own_card"]),
    ("pagat", {}, "SA", HELD, "", []),  # a secret solo
    ("wikipedia_ja", {}, "SA", HELD, "", []),
    ("base10", {}, "SA", "SA SA", "", ["cards.too_many"]),
    ("double_six", {"secret_solo": False}, "SA+HK", "SA CA", "", []),  # another has the other copy
    ("double_six", {"secret_solo": False}, "SA+HK", "SA CA", "SA", ["call.own_discard"]),
    ("double_six", {"secret_solo": False}, "SA+HK", "SA SA HK HK", "", ["call.own_card", "call.own_card"]),
)
def test_calls_an_own_card_where_the_hand_is_known(
    preset: str, changes: dict[str, Any], text: str, hand: str | None, discards: str, against: list[str]
) -> None:
    these, held = rules(preset, **changes), None if hand is None else cards(hand)
    contract = mighty.Bid(these.min_bid, JOKER.suit)
    assert codes(mighty.check_call(these, contract, call(text), (), held, cards(discards))) == against
    assert mighty.can_call(these, contract, call(text), (), held, cards(discards)) == (not against)


def test_calls_listed_for_a_hand_leave_out_its_own_cards() -> None:
    legal = mighty.legal_calls(rules("base10"), bid("16H"), (), (), cards(HELD), cards("JK S4 S5"))
    own = {*cards(HELD), *cards("JK S4 S5")}
    assert {one.card for one in legal if one.card} == {*rules().setting.pack} - own


# --- What the history tells of it ---


@for_each(
    ("pagat", "16H", "SA", "Friend call: ♠A."),
    ("pagat", "16H", "JK", "Friend call: JK."),
    ("pagat", "16H", "first_trick", "Friend call: first_trick."),
    ("pagat", "16H", "player:3", "Friend call: Cho."),
    ("pagat", "20NT", "player:3>H", "Friend call: Cho. The friend is asked to lead ♥."),
    ("pagat", "20NT", "SA>D", "Friend call: ♠A. The friend is asked to lead ♦."),
    ("double_six", "30H", "SA+HK", "Friend call: ♠A and ♥K."),
    ("double_six", "40NT", "SA+HK>C", "Friend call: ♠A and ♥K. The friend is asked to lead ♣."),
)
def test_call_names_every_card_and_player(preset: str, level: str, text: str, told: str) -> None:
    hand = do(
        contracted_hand(level, preset=preset, friend_by_player=preset == "pagat", suit_request=True), mighty.TakeKitty()
    )
    said = list(mighty.CallFriend(call(text)).says(hand, do(hand, mighty.CallFriend(call(text)))))
    assert " ".join(mighty.say(line, {3: "Cho"}) for line in said) == told


# --- The suit asked for (pagat, Exchanging cards and calling a partner) ---


def hand_with_suit_request(text: str = "CA>H") -> mighty.Hand:
    return do(contracted_hand("20NT"), mighty.CallFriend(call(text)))


def play_cards(hand: mighty.Hand, text: str) -> mighty.Hand:
    for word in text.split():
        assert hand.turn is not None
        hand = do(hand, mighty.PlayCard(hand.turn, cards(word)[0]))
    return hand


@for_each(
    ("CA", "", None),
    ("CA>H", "", "H"),
    ("CA>H", "H5 HA H2 H3 H4", "H"),  # the declarer led it, and whoever won is not known as the friend
    ("CA>H", "C5 CA C2 C3 C4", "H"),
    ("CA>H", "C5 CA C2 C3 C4 H2", None),
    ("CA>H", "C5 CA C2 C3 C4 D2", "H"),
    ("CA>H", "C5 CA C2 C3 C4 D2 D3 D4 D5 DA", "H"),
    ("CA>H", "D5 DA D2 D3 D4 H2 H3 H4 H5 HA C5 CA", None),  # led before anyone knew
    ("first_trick>H", "C5 CA C2 C3 C4", "H"),
    ("first_trick>H", "C5 CA C2 C3 C4 H2", None),
    ("first_trick>H", "CA C5 C2 C3 C4", None),  # nobody is the friend
)
def test_suit_asked_for_stands_until_the_friend_has_led_it(call_text: str, play: str, due: str | None) -> None:
    suit = mighty.find_requested_suit(play_cards(hand_with_suit_request(call_text), play))
    assert (suit and suit.value) == due


def test_suit_asked_for_is_taken_to_be_led_where_no_card_is_written_down() -> None:
    hand = do(hand_with_suit_request(), *tricks("1:3 2:2"))
    assert (
        mighty.find_requested_suit(hand)
        == mighty.find_requested_suit(do(hand, mighty.RevealFriend(2)))
        == call("CA>H").suit
    )
    assert mighty.find_requested_suit(do(hand, mighty.RevealFriend(2), *tricks("1:2"))) is None
    assert mighty.find_requested_suit(do(hand, mighty.RevealFriend(3), *tricks("1:2"))) is not None
    assert mighty.find_requested_suit(do(hand, mighty.RecordResult(20, 2))) is None
    assert mighty.find_requested_suit(deal_first_hand()) is None
