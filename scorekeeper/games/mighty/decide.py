"""Commands into events: what each command means."""

from functools import singledispatch
from typing import Any

from scorekeeper.games.decider import Decider
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty import events as e
from scorekeeper.games.mighty.checks import check
from scorekeeper.games.mighty.contract import changes_between, winning_bid
from scorekeeper.games.mighty.evolve import evolve
from scorekeeper.games.mighty.hand import PHASES, Hand
from scorekeeper.games.mighty.redeal import thrown_in_for


@singledispatch
def propose(command: Any, _hand: Hand) -> tuple[e.Event, ...]:
    """What `command` leads to if the rules let it."""
    raise TypeError(f"{type(command).__name__} is no command of Mighty")


@propose.register
def _(command: c.PlaceBid, hand: Hand) -> tuple[e.Event, ...]:
    if hand.claimer is not None:
        return (e.ClaimBlocked(hand.claimer, command.player, command.bid),)
    return (e.BidPlaced(command.player, command.bid),)


@propose.register
def _(command: c.Pass, hand: Hand) -> tuple[e.Event, ...]:
    passed = e.Passed(command.player)
    if hand.auction.called(command.player, None).all_passed:
        return (passed, e.HandThrownIn("all_passed", hand.situation.dealer, hand.situation.first))
    return (passed,)


@propose.register
def _(command: c.EnterContract, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.ContractEntered(command.declarer, command.bid), *map(e.PlayerDroppedOut, command.out))


@propose.register
def _(command: c.ClaimRedeal, hand: Hand) -> tuple[e.Event, ...]:
    claimed = e.RedealClaimed(command.player, command.cards)
    if hand.rules.redeal_blocked_by_20:
        return (claimed,)
    return (claimed, thrown_in_for(hand.rules, hand.situation, hand.seats, command.player))


@propose.register
def _(_command: c.AcceptClaim, hand: Hand) -> tuple[e.Event, ...]:
    assert hand.claimer is not None
    return (thrown_in_for(hand.rules, hand.situation, hand.seats, hand.claimer),)


@propose.register
def _(command: c.NameCard, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.CardNamed(command.card, command.holder),)


@propose.register
def _(command: c.DropOut, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.PlayerDroppedOut(command.player),)


@propose.register
def _(command: c.TakeKitty, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.KittyTaken(command.cards),)


@propose.register
def _(command: c.ChangeContract, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.ContractChanged(command.bid),)


@propose.register
def _(command: c.CallFriend, hand: Hand) -> tuple[e.Event, ...]:
    called = e.FriendCalled(command.call)
    return (called,) if hand.kitty_taken else (e.KittyTaken(), called)


@propose.register
def _(command: c.PlayCard, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.CardPlayed(command.player, command.card, command.suit, command.calls_joker),)


@propose.register
def _(command: c.RecordTrick, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.TrickRecorded(command.winner, command.points),)


@propose.register
def _(command: c.RevealFriend, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.FriendRevealed(command.player, command.announced, command.card),)


@propose.register
def _(_command: c.GiveWinOrder, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.WinOrderGiven(),)


@propose.register
def _(command: c.RecordResult, _hand: Hand) -> tuple[e.Event, ...]:
    return (result_of(command),)


@propose.register
def _(command: c.RecordHand, hand: Hand) -> tuple[e.Event, ...]:
    return (
        *contract_of(command, hand),
        e.FriendCalled(command.call),
        result_of(command),
    )


def result_of(command: c.RecordResult | c.RecordHand) -> e.ResultRecorded:
    """The result that a command gives."""
    return e.ResultRecorded(command.points, command.friend, command.buried, command.joker_holder, command.second_friend)


def contract_of(command: c.RecordHand, hand: Hand) -> tuple[e.Event, ...]:
    """The events up to the friend call, from wherever the hand is: the contract, who drops out, and the kitty."""
    dropped = tuple(e.PlayerDroppedOut(player) for player in command.out if player not in hand.dropped)
    kitty = () if hand.kitty_taken else (e.KittyTaken(),)
    entered: tuple[e.Event, ...] = ()
    won = hand.contract_bid
    if hand.declarer != command.declarer or won is None:
        won = winning_bid(hand.rules, hand.auction, command.declarer, command.bid)
        entered = (e.ContractEntered(command.declarer, won),)
    still_before = not hand.kitty_taken and not hand.contract_changed
    changes = changes_between(hand.rules, won, command.bid, before_kitty=still_before) or (None, command.bid)
    before, later = (tuple(e.ContractChanged(bid) for bid in (change,) if bid) for change in changes)
    return (*entered, *dropped, *before, *kitty, *later)


DECIDER = Decider(PHASES, propose, check, evolve, survivable=(e.Event,))
check_command, can, decide, do = DECIDER.check_command, DECIDER.can, DECIDER.decide, DECIDER.do
