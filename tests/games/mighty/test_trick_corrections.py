"""Mending a trick of the hand in progress: what changes with it, and what contradicts it."""

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from tests.games.mighty.play import called_hand, cards, do, history, refusals, tricks

TALLY = do(called_hand(), *tricks("1:3 2:2 3:4"))


def play_cards(hand: mighty.Hand, *plays: str) -> mighty.Hand:
    """The hand after cards: "1 CK" is the king of clubs by player 1."""
    for play in plays:
        player, card = play.split()
        hand = do(hand, mighty.PlayCard(int(player), Card.parse(card)))
    return hand


CARDS = play_cards(called_hand(), "1 CK", "2 C2", "3 C5", "4 CA", "5 C9", "4 DK")


def test_a_corrected_trick_counts_as_if_it_had_been_recorded_so_at_once() -> None:
    mended = do(TALLY, mighty.CorrectTrick(2, winner=1, points=1))
    assert mended == do(called_hand(), *tricks("1:3 1:1 3:4"))
    assert (mighty.makers_points(TALLY), mighty.makers_points(mended)) == (3, 4)


def test_the_first_trick_decides_anew_who_the_friend_is() -> None:
    hand = do(called_hand("first_trick"), *tricks("2:3 4:2"))
    assert (hand.friends, do(hand, mighty.CorrectTrick(1, winner=4, points=3)).friends) == ((2,), (4,))
    told = history(hand, mighty.CorrectTrick(1, 4, 3))
    assert told == [("mend_trick", {"trick": 1, "winner": 4, "points": 3}), ("reveal_friend", {"player": 4})]


def test_a_trick_whose_cards_are_written_down_is_mended_card_by_card() -> None:
    assert refusals(CARDS, mighty.CorrectTrick(1, 1, 3)) == ["mend.has_cards"]
    mended = do(CARDS, mighty.CorrectCard(1, 3, Card.parse("CQ")))
    assert mended == play_cards(called_hand(), "1 CK", "2 C2", "3 CQ", "4 CA", "5 C9", "4 DK")
    assert mended.tricks[0].points == 3


def test_a_card_of_the_trick_that_goes_on_is_mended_as_well() -> None:
    assert do(CARDS, mighty.CorrectCard(2, 4, Card.parse("DQ"))).table[0].card == Card.parse("DQ")
    assert refusals(CARDS, mighty.CorrectCard(2, 5, Card.parse("DQ"))) == ["mend.no_such_card"]


def test_a_card_of_the_first_of_three_tricks_leaves_the_others() -> None:
    more = play_cards(CARDS, "5 D3", "1 D4", "2 D5", "3 D6", "4 H2")
    mended = do(more, mighty.CorrectCard(1, 3, Card.parse("CQ")))
    assert mended.tricks[1:] == more.tricks[1:] != ()
    assert (mended.tricks[0].points, mended.table) == (3, more.table)


def test_a_card_that_is_not_in_the_pack_was_never_played() -> None:
    (refused,) = mighty.check_move(CARDS, mighty.CorrectCard(1, 3, Card.parse("BJ")))
    assert (refused.code, dict(refused.facts)) == ("cards.not_in_pack", {"card": Card.parse("BJ")})


def test_a_mended_card_is_told_with_the_friend_it_shows() -> None:
    hand = play_cards(called_hand("SA"), "1 CK", "2 C2", "3 C5", "4 CA", "5 C9")
    told = history(hand, mighty.CorrectCard(1, 3, Card.parse("SA")))
    assert [code for code, _ in told] == ["mend_card", "reveal_friend"]
    assert told[1][1]["player"] == 3


def test_what_is_said_with_a_lead_is_noted_for_its_trick() -> None:
    hand = do(called_hand(), *tricks("1:3"), mighty.LeadAloud(cards("JK")[0], cards("HA")[0].suit))
    assert hand.said == mighty.SpokenLead(2, cards("JK")[0], cards("HA")[0].suit, False)
    assert do(hand, mighty.RecordTrick(2, 1)).said == hand.said, "what was said stays what was said in trick 2"


def test_who_says_something_with_a_lead_is_told_in_the_history() -> None:
    hand, joker, call = do(called_hand(), *tricks("2:3")), Card.parse("JK"), Card.parse("C3")
    hearts = Card.parse("HA").suit
    assert history(hand, mighty.LeadAloud(joker, hearts)) == [
        ("play_card_naming", {"player": 2, "card": joker, "suit": hearts})
    ]
    assert history(hand, mighty.LeadAloud(call, calls_joker=True)) == [
        ("play_card_calling", {"player": 2, "card": call})
    ]


def test_any_card_may_be_asked_for_with_a_lead() -> None:
    hand = do(called_hand(joker_lead_any_card=True), *tricks("2:3"))
    assert history(hand, mighty.LeadAloud(Card.parse("JK"))) == [
        ("lead_aloud", {"player": 2, "card": Card.parse("JK")})
    ]


def test_nothing_is_said_with_a_lead_while_others_follow() -> None:
    hand = play_cards(called_hand(), "1 CK")
    (refused,) = mighty.check_move(hand, mighty.LeadAloud(Card.parse("JK"), Card.parse("HA").suit))
    assert (refused.code, dict(refused.facts)) == ("trick.in_progress", {"turn": 2})


def test_nothing_is_said_with_a_lead_after_the_last_trick() -> None:
    hand = do(called_hand(), *tricks(" ".join(["1:2"] * 10)))
    (refused,) = mighty.check_move(hand, mighty.LeadAloud(Card.parse("JK"), Card.parse("HA").suit))
    assert (refused.code, dict(refused.facts)) == ("trick.all_played", {"tricks": 10})


def test_the_cards_that_would_prove_a_revoke_are_known_beforehand() -> None:
    hand = play_cards(called_hand(contract="16H"), "1 CK", "2 D2", "3 C5", "4 CA", "5 C9", "4 DK", "5 D3", "1 D4")
    would = mighty.preview_offences(hand, hand.rules.setting.copies)
    assert hand.turn == 2
    assert {str(card) for card in would} == {f"C{rank}" for rank in (*range(2, 11), *"JQKA")}
    assert do(hand, mighty.PlayCard(2, Card.parse("C2"))).offences == (would[Card.parse("C2")],)
    assert history(hand, mighty.PlayCard(2, Card.parse("C2")))[-1][0] == "offence.revoke"


def test_what_may_not_be_led() -> None:
    hearts = called_hand(contract="16H").conditions
    assert [str(one) for one in mighty.barred_leads(hearts, 1)] == ["H"]
    assert mighty.barred_leads(hearts, 2) == ()
    japanese = called_hand(contract="16H", preset="wikipedia_ja").conditions
    assert [str(one) for one in mighty.barred_leads(japanese, 1)] == ["H", "JK", "SA", "C3"]
    assert [str(one) for one in mighty.barred_leads(japanese, 10)] == ["JK"]
