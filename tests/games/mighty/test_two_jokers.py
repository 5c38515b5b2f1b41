"""groups, Two jokers: a black and a red joker, each with the suits of its colour."""

from typing import Any

from scorekeeper.cards import BLACK_JOKER, RED_JOKER
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import SETTINGS, Colour
from scorekeeper.games.mighty.following import legal_cards
from scorekeeper.games.mighty.leading import check_lead, legal_leads
from scorekeeper.games.mighty.offences import find_offences
from scorekeeper.games.mighty.trick import find_called_joker, find_led_suit, find_winning_place
from tests.cases import for_each
from tests.games.mighty.play import bid, call, cards, codes, deal_first_hand, do, history, rules
from tests.games.mighty.tricks import conditions, parse_tricks, play, plays

TWO: dict[str, Any] = {"preset": "gyeonggi", "players": "five_two_jokers"}
BELOW = {"other_joker": "below_suit"}
LEADERS_SUIT = {"joker_led_powerless": "leader"}
STRONG_AT_THE_ENDS = {"joker_first_last": "full"}


def find_winner(trump: str, trick: int, text: str, **changes: Any) -> int:
    """Return the place of the winner, from 1."""
    return find_winning_place(conditions(trump, **TWO, **changes), trick, plays(text)) + 1


def test_all_54_cards_are_dealt_and_four_discarded() -> None:
    setting = SETTINGS["five_two_jokers"]
    assert (len(setting.pack), setting.hand_size, setting.kitty, setting.discards, setting.tricks) == (54, 10, 4, 4, 10)
    assert setting.pack[-2:] == (BLACK_JOKER, RED_JOKER)


def test_without_trumps_the_other_joker_may_be_below_the_suit_led() -> None:
    assert find_winner("NT", 2, "C4 RJ C2", **BELOW) == 1
    assert find_winner("NT", 2, "C4 BJ RJ CA", **BELOW) == 2
    assert find_winner("S", 2, "C4 RJ CA", **BELOW) == 2, "with trumps it is above it in any house"


@for_each(1, 10)
def test_both_are_powerless_in_the_first_and_the_last_trick(trick: int) -> None:
    assert find_winner("S", trick, "C4 BJ RJ C2") == 1
    assert find_winner("S", trick, "C4 BJ RJ C2", **STRONG_AT_THE_ENDS) == 2


def test_led_without_power_the_next_card_with_a_suit_sets_it() -> None:
    these, made = conditions("S", **TWO), plays("RJ BJ D5 DA CA")
    assert find_led_suit(these, 10, made[:2]) is None
    assert find_winning_place(these, 10, made) + 1 == 4
    assert codes(check_lead(these, 10, play("RJ>H"))) == ["lead.suit_not_named"]


def test_led_without_power_it_wins_when_nobody_follows_its_colour() -> None:
    assert find_winner("S", 10, "RJ C4 CA", **LEADERS_SUIT) == 1
    assert find_winner("S", 10, "RJ C4 DK HK", **LEADERS_SUIT) == 3, "of equal cards, the first"
    assert find_winner("S", 10, "RJ>H D5 H2", **LEADERS_SUIT) == 3


# --- Which is called ---


@for_each(
    ("S", {"C3": "BJ", "H3": "RJ"}),
    ("D", {"C3": "BJ", "H3": "RJ"}),
    ("NT", {"C3": "BJ", "H3": "RJ"}),
    ("C", {"S3": "BJ", "H3": "RJ"}),
    ("H", {"C3": "BJ", "D3": "RJ"}),
)
def test_each_is_called_by_a_card_of_its_colour(trump: str, calls: dict[str, str]) -> None:
    these = conditions(trump, **TWO)
    assert {str(caller): str(joker) for caller, joker in these.joker_calls.items()} == calls
    for caller, joker in these.joker_calls.items():
        assert find_called_joker(these, 1, plays(f"{caller}!")) is joker, "in the first trick too"
    other = {"S3", "H3", "D3", "C3"} - calls.keys()
    assert {code for card in other for code in codes(check_lead(these, 2, play(f"{card}!")))} == {"lead.no_joker_call"}


def test_only_the_called_joker_comes() -> None:
    these = conditions("S", **TWO)
    assert legal_cards(these, 8, plays("C3!"), cards("BJ RJ C5")) == cards("BJ")
    assert legal_cards(these, 8, plays("H3!"), cards("BJ RJ C5")) == cards("RJ")
    assert legal_cards(these, 8, plays("H3!"), cards("BJ H4 C5")) == cards("BJ H4")
    assert legal_cards(these, 8, plays("H3!"), cards("RJ DA C5")) == cards("RJ DA"), "the mighty saves it"


def test_a_called_joker_has_no_power_and_the_other_keeps_its_own() -> None:
    assert find_winner("S", 2, "C3! BJ C5") == 3
    assert find_winner("S", 2, "C3! BJ RJ C5") == 3
    assert find_winner("S", 2, "H3! BJ RJ H5") == 2


# --- For which it asks when it is led ---


def test_it_asks_for_a_suit_of_its_colour_or_for_its_colour() -> None:
    these = conditions("S", **TWO)
    assert [codes(check_lead(these, 2, play(said))) for said in ("RJ>H", "RJ>D", "RJ", "BJ>S", "BJ>C", "BJ")] == [
        []
    ] * 6
    assert codes(check_lead(these, 2, play("RJ>C"))) == ["lead.suit_of_other_colour"]
    assert codes(check_lead(these, 2, play("BJ>D"))) == ["lead.suit_of_other_colour"]
    assert find_led_suit(these, 2, plays("RJ")) is Colour.RED


def test_either_suit_follows_a_colour() -> None:
    these = conditions("S", **TWO)
    assert legal_cards(these, 8, plays("RJ"), cards("H5 D2 C9")) == cards("H5 D2")
    assert legal_cards(these, 8, plays("RJ>H"), cards("H5 D2 C9")) == cards("H5")
    assert legal_cards(these, 8, plays("RJ"), cards("BJ D2 C9")) == cards("BJ D2"), "a joker may be played to any lead"
    assert legal_cards(these, 8, plays("RJ"), cards("S4 C2 C9")) == cards("S4 C2 C9")
    assert legal_cards(these, 8, plays("BJ"), cards("S4 H2 C9")) == cards("S4 C9"), "trumps are of the colour"


def test_not_following_a_colour_is_a_revoke() -> None:
    these = conditions("S", **TWO)
    [revoke] = find_offences(these, 1, parse_tricks("C5 C6 C7 C8 C9 / RJ C4 H5 H6 H7 / C10 D8 CJ CQ CK"))
    assert (revoke.code, revoke.player, revoke.proof) == ("offence.revoke", 2, cards("D8")[0])


def test_keeping_the_called_joker_is_an_offence_and_keeping_the_other_is_not() -> None:
    these = conditions("S", **TWO)
    made = "C5 C6 C7 C8 C9 / H3! H4 H5 H6 H7 / H8 {} H9 H10 HJ"
    assert find_offences(these, 1, parse_tricks(made.format("BJ"))) == ()
    [kept] = find_offences(these, 1, parse_tricks(made.format("RJ")))
    assert kept.code == "offence.called_joker_kept"


def test_trumps_are_led_first_with_nothing_but_them_both_jokers_and_the_mighty() -> None:
    these, hand = conditions("S", **TWO), cards("SK SQ SJ S10 S9 S8 S7 BJ RJ DA")
    assert legal_leads(these, 1, hand) == hand
    with_another = (*hand[:9], *cards("C2"))
    assert legal_leads(these, 1, with_another) == cards("BJ RJ C2")


# --- The rest of the set ---


def test_no_trump_counts_one_more_and_changes_cost_so() -> None:
    these = rules("gyeonggi")
    assert str(mighty.every_bid(these)[0]) == "13NT"
    changes = mighty.lowest_changes(these, bid("15S"), before_kitty=False)
    assert {str(new) for new in changes.values() if new} == {"17H", "17D", "17C", "16NT"}


@for_each("BJ", "RJ")
def test_either_joker_may_be_called_as_the_friend(joker: str) -> None:
    these = rules("gyeonggi")
    assert mighty.can_call(these, bid("15S"), call(joker))
    assert codes(mighty.check_call(these.change({"joker_friend": False}), bid("15S"), call(joker))) == ["call.no_joker"]
    assert codes(mighty.check_call(these, bid("15S"), call("JK"))) == ["cards.not_in_pack"]


def test_a_hand_card_by_card_names_colours_and_calls_each_joker() -> None:
    hand = do(deal_first_hand("gyeonggi"), mighty.EnterContract(1, bid("15S")), mighty.TakeKitty())
    hand = do(hand, mighty.CallFriend(call("RJ")))
    hand = do(hand, *(mighty.PlayCard(made.player, made.card) for made in plays("C4 C5 CA C6 C7")))
    said = mighty.PlayCard(3, RED_JOKER)
    assert history(hand, said)[0] == ("play_card_naming", {"player": 3, "card": RED_JOKER, "suit": Colour.RED})
    hand = do(hand, said)
    assert hand.friends == (3,)
    hand = do(hand, *(mighty.PlayCard(made.player, made.card) for made in plays("H4 D5", 4)))
    assert mighty.say(mighty.explain_winner(hand.conditions, 2, hand.table).why) == (
        "The RJ wins: no higher joker, trump or Mighty was played."
    )


def test_a_lead_that_is_only_said_names_the_colour() -> None:
    hand = do(deal_first_hand("gyeonggi"), mighty.EnterContract(1, bid("15S")), mighty.TakeKitty())
    hand = do(hand, mighty.CallFriend(call("none")), mighty.RecordTrick(1, 2))
    told = history(hand, mighty.LeadAloud(BLACK_JOKER))
    assert told == [("play_card_naming", {"player": 1, "card": BLACK_JOKER, "suit": Colour.BLACK})]


def test_who_discards_a_joker_is_doubled_whichever_it_is() -> None:
    these = rules("gyeonggi", buried_joker_double="always")
    outcome = mighty.Outcome(15, 1, 2, (3, 4, 5), frozenset({"joker"}))
    assert mighty.settle(these, mighty.Contract(bid("15S"), call("RJ")), outcome).amounts[3] == -10
