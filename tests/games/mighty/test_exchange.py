"""pagat, Exchanging cards and calling a partner: kitty, contract and friend as one move is what its parts are."""

from scorekeeper.games import mighty
from tests.games.mighty.play import bid, call, cards, contracted_hand, do, history, refusals


def test_exchange_is_taking_the_kitty_changing_the_contract_and_calling() -> None:
    at_once = do(contracted_hand("15NT"), mighty.Exchange(call("HA"), bid("17S")))
    step_by_step = do(
        contracted_hand("15NT"), mighty.TakeKitty(), mighty.ChangeContract(bid("17S")), mighty.CallFriend(call("HA"))
    )
    assert at_once == step_by_step


def test_exchange_leaves_out_what_was_recorded_already() -> None:
    with_kitty = do(contracted_hand(), mighty.TakeKitty())
    assert do(with_kitty, mighty.Exchange(call("SA"))) == do(with_kitty, mighty.CallFriend(call("SA")))
    changed = do(with_kitty, mighty.ChangeContract(bid("18S")))
    assert do(changed, mighty.Exchange(call("DA"))).contract_bid == bid("18S")
    assert refusals(changed, mighty.Exchange(call("DA"), bid("20H"))) == ["contract.changed_already"]


def test_exchange_pays_the_price_before_the_kitty_and_the_one_after_it() -> None:
    before = contracted_hand("14H", "base10")
    assert do(before, mighty.Exchange(call("SA"), before=bid("15D"))).contract_bid == bid("15D")
    assert do(before, mighty.Exchange(call("SA"), bid("17C"), before=bid("15D"))).contract_bid == bid("17C")
    assert refusals(before, mighty.Exchange(call("SA"), bid("15D"))) == ["contract.raise_too_small"]
    assert refusals(contracted_hand("14H"), mighty.Exchange(call("SA"), before=bid("15D"))) == [
        "contract.not_before_kitty"
    ]


def test_exchange_keeps_the_kitty_that_everyone_saw() -> None:
    seen = cards("HK C10 D4")
    hand = do(contracted_hand(preset="wikipedia_ja"), mighty.Exchange(call("SA"), cards=seen))
    assert (hand.kitty_taken, hand.kitty, hand.phase) == (True, seen, "play")


def test_call_is_held_against_the_contract_as_changed() -> None:
    with_suit = mighty.Exchange(call("SA>H"), bid("20NT"))
    assert do(contracted_hand("17H"), with_suit).contract_bid == bid("20NT")
    assert refusals(contracted_hand("17H"), mighty.Exchange(call("SA>H"))) == ["call.no_suit_request"]


def test_nobody_takes_the_kitty_before_enough_have_dropped_out() -> None:
    hand = contracted_hand("15D", "six_drop")
    assert refusals(hand, mighty.Exchange(call("SA"))) == ["now.drop"]
    assert do(hand, mighty.DropOut(3), mighty.Exchange(call("SA"))).phase == "play"


def test_history_tells_every_part() -> None:
    told = history(contracted_hand("15NT"), mighty.Exchange(call("HA"), bid("17S")))
    assert told == [
        ("take_kitty", {}),
        ("change_contract", {"bid": bid("17S")}),
        ("call_friend_by_card", {"card": cards("HA")[0]}),
    ]
