"""pagat, Six, seven or eight players (Chicago): up to two friends, forty points, and what comes of them."""

from fractions import Fraction

from scorekeeper.games import mighty
from scorekeeper.games.game import HandRole
from tests.cases import for_each, require
from tests.games.mighty.play import bid, call, cards, deal_first_hand, do, refusals, tricks
from tests.games.mighty.two_packs import called_hand


def reveal(text: str, *, announced: bool = False) -> list[mighty.RevealFriend]:
    """Called cards that are played: "SA:3 HK:4", or only by whom: ":3"."""
    commands = []
    for word in text.split():
        card, _, player = word.partition(":")
        commands.append(mighty.RevealFriend(int(player), announced, cards(card)[0] if card else None))
    return commands


# --- The friends appear ---


@for_each(
    ("SA+HK", "", (), False),
    ("SA+HK", "SA:3", (3,), False),
    ("SA+HK", "HK:3", (3,), False),
    ("SA+HK", "SA:3 HK:4", (3, 4), True),
    ("SA+HK", "HK:4 SA:3", (4, 3), True),  # in the order they were found
    ("SA+HK", "SA:3 HK:3", (3,), True),  # one player may be both
    ("SA+HK", "SA:3 :4", (3, 4), True),  # only one card is left
    ("card", ":3", (3,), False),
    ("card", ":3 :4", (3, 4), True),
    ("card", ":3 :3", (3,), True),
    ("card", "SA:3 HK:4", (3, 4), True),
)
def test_friends_are_those_who_play_the_called_cards(
    text: str, shown: str, friends: tuple[int, ...], known: bool
) -> None:
    hand = do(called_hand(text), *reveal(shown))
    assert (hand.friends, hand.friend_known) == (friends, known)
    assert (hand.friend, hand.second_friend) == (*friends, None, None)[:2]
    roles = mighty.GAME.summarize(hand).roles
    assert {player for player in roles if [role.code for role in roles[player]] == ["role.friend"]} == set(friends)
    assert ((HandRole("role.defender", "defenders"),) in roles.values()) == known


def test_friends_in_one_pack_are_revealed_by_the_called_card_only() -> None:
    hand = do(deal_first_hand(), mighty.EnterContract(1, bid("16H")), mighty.CallFriend(call("SA")))
    assert refusals(hand, reveal("HK:3")[0]) == ["reveal.not_called"]
    assert do(hand, *reveal("SA:3")) == do(hand, *reveal(":3"))


# --- The tally and the result ---


def test_tally_has_17_tricks_of_six_cards_and_forty_points() -> None:
    hand = do(called_hand(), *tricks("1:2 3:3 4:1"))
    assert (mighty.makers_points(hand), mighty.hidden_points(hand), mighty.points_left(hand)) == (2, 4, 34)
    assert mighty.defenders_points(hand) == 0
    hand = do(hand, *reveal("HK:4 SA:3"))
    assert (mighty.makers_points(hand), mighty.defenders_points(hand)) == (6, 0)
    assert mighty.trick_range(hand) == range(7)
    full = do(hand, *tricks("1:3 " * 9 + "2:2 2:1 2:0 2:0 2:0"))
    assert len(full.tricks) == 17
    assert mighty.derive_result(full) == mighty.RecordResult(37, 4, second_friend=3)
    assert do(full, mighty.RecordResult(37, 4, second_friend=3)).phase == "complete"
    assert refusals(full, mighty.RecordTrick(1, 0)) == ["trick.all_played"]


def test_a_whole_hand_at_once() -> None:
    hand = do(deal_first_hand("double_eight"), mighty.RecordHand(2, bid("30S"), call("SA+JK"), 28, 5, second_friend=8))
    assert require(hand.settlement).amounts == {
        2: -15,
        **dict.fromkeys((5, 8), Fraction(-15, 2)),
        **dict.fromkeys((1, 3, 4, 6, 7), 6),
    }
    assert hand.friends == (5, 8)
