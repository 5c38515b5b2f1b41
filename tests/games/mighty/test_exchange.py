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


def test_history_tells_every_part() -> None:
    told = history(contracted_hand("15NT"), mighty.Exchange(call("HA"), bid("17S")))
    assert told == [
        ("take_kitty", {}),
        ("change_contract", {"bid": bid("17S")}),
        ("call_friend_by_card", {"card": cards("HA")[0]}),
    ]
