"""Commands into events: what each command means, and what follows from it."""

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from scorekeeper.cards import Rank
from scorekeeper.errors import Problem, problem
from scorekeeper.games.decider import Decider
from scorekeeper.games.zhao_pengyou import commands as c
from scorekeeper.games.zhao_pengyou import events as e
from scorekeeper.games.zhao_pengyou.checks import check
from scorekeeper.games.zhao_pengyou.evolve import evolve
from scorekeeper.games.zhao_pengyou.friends import found
from scorekeeper.games.zhao_pengyou.hand import PHASES, Hand
from scorekeeper.games.zhao_pengyou.throws import beaten, beaten_parts
from scorekeeper.games.zhao_pengyou.trick import trick_points, winner
from scorekeeper.games.zhao_pengyou.trumps import trumps_of_kitty
from scorekeeper.games.zhao_pengyou.unseen import check_left

# --- What a command asks for ---


@singledispatch
def propose(command: Any, _hand: Hand) -> tuple[e.Event, ...]:
    """What `command` leads to if the rules let it."""
    raise TypeError(f"{type(command).__name__} is no command of Zhao Pengyou")


@propose.register
def _(command: c.ExposeCards, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.CardsExposed(command.player, command.cards),)


@propose.register
def _(command: c.TakeBack, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.CardsTakenBack(command.player),)


@propose.register
def _(_command: c.EndDeal, hand: Hand) -> tuple[e.Event, ...]:
    made = hand.making.made
    if made:
        return (e.TrumpsMade(made.maker, made.trumps.suit),)
    if hand.rules.nobody_made_trumps == "redeal":
        return (e.HandThrownIn(),)
    maker = hand.making.maker_by_kitty
    if hand.situation.levels[maker].rank is Rank.JOKER:
        return (e.DealEnded(), e.TrumpsMade(maker, None))
    return (e.DealEnded(),)


@propose.register
def _(command: c.TurnKitty, hand: Hand) -> tuple[e.Event, ...]:
    maker = hand.making.maker_by_kitty
    trumps = trumps_of_kitty(hand.situation.levels[maker].rank, command.cards)
    return (e.KittyTurned(command.cards), e.TrumpsMade(maker, trumps.suit))


@propose.register
def _(command: c.EnterTrumps, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.TrumpsMade(command.maker, command.suit),)


@propose.register
def _(command: c.BuryKitty, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.KittyBuried(command.cards),)


@propose.register
def _(command: c.CallFriends, hand: Hand) -> tuple[e.Event, ...]:
    called = e.FriendsCalled(command.calls)
    return (called,) if hand.kitty_buried else (e.KittyBuried(), called)


@propose.register
def _(command: c.PlayCards, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.CardsPlayed(command.player, command.cards),)


@propose.register
def _(command: c.BeatThrow, hand: Hand) -> tuple[e.Event, ...]:
    lead = hand.lead
    assert lead is not None
    part = beaten_parts(hand.conditions, lead, command.cards)[0][0]
    outcome = beaten(hand.conditions, lead, part)
    left = outcome.forced.cards if outcome.forced else ()
    return (e.ThrowBeaten(hand.table[0].player, len(outcome.withdrawn), left),)


@propose.register
def _(command: c.RecordTrick, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.TrickRecorded(command.winner, command.points),)


@propose.register
def _(command: c.RecordThrow, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.ThrowBeaten(command.player, command.taken_back),)


@propose.register
def _(command: c.RevealFriend, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.FriendRevealed(command.player, command.call),)


@propose.register
def _(command: c.RecordResult, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.ResultRecorded(command.friends, command.points, command.last_trick, command.kitty_points),)


@propose.register
def _(command: c.RecordHand, hand: Hand) -> tuple[e.Event, ...]:
    return (
        *trumps_and_kitty(command, hand),
        e.FriendsCalled(command.calls),
        e.ResultRecorded(command.friends, command.points, command.last_trick, command.kitty_points),
    )


def trumps_and_kitty(command: c.RecordHand, hand: Hand) -> Iterator[e.Event]:
    """The events up to the calls, from wherever the hand is."""
    if hand.maker is None:
        yield e.TrumpsMade(command.maker, command.suit)
    if not hand.kitty_buried:
        yield e.KittyBuried()


# --- What must be so before a command can propose anything ---


@singledispatch
def check_asked(_command: Any, _hand: Hand) -> Iterator[Problem]:
    """Why the command makes no sense at all now."""
    return iter(())


@check_asked.register
def _(command: c.BeatThrow, hand: Hand) -> Iterator[Problem]:
    lead = hand.lead
    if command.player not in hand.seats:
        yield problem("throw.not_seated", player=command.player)
    if lead is None or lead.kind != "throw":
        yield problem("throw.none_led")
        return
    if len(hand.table) > 1:
        yield problem("throw.too_late")
    if command.player == hand.table[0].player:
        yield problem("throw.own", player=command.player)
    wrong = tuple(check_left(hand, command.player, command.cards))
    yield from wrong
    if not wrong and not beaten_parts(hand.conditions, lead, command.cards):
        yield problem("throw.not_beaten", cards=command.cards)


@check_asked.register
def _(command: c.RecordHand, hand: Hand) -> Iterator[Problem]:
    if hand.maker is not None and hand.trumps and (command.maker, command.suit) != (hand.maker, hand.trumps.suit):
        yield problem("trumps.made_already", player=hand.maker)


# --- What follows from what was played ---


def follows(command: Any, hand: Hand) -> Iterator[e.Event]:
    """Friends that the cards show, and the trick once everyone has played."""
    if not isinstance(command, c.PlayCards | c.BeatThrow):
        return
    yield from revealed(hand)
    if len(hand.table) == len(hand.seats):
        yield e.TrickRecorded(winner(hand.conditions, hand.table), trick_points(hand.table))


def revealed(hand: Hand) -> Iterator[e.FriendRevealed]:
    """Friends that the cards on the table show."""
    if not shows_a_called_card(hand) or throw_may_go_back(hand):
        return
    assert hand.maker is not None
    now = found(hand.calls, hand.maker, hand.table, hand.found, hand.record.played)
    for call, before, player in zip(hand.calls, hand.found, now, strict=True):
        if before is None and player is not None:
            yield e.FriendRevealed(player, call)


def throw_may_go_back(hand: Hand) -> bool:
    """Whether the lead may still be beaten, since nobody has followed."""
    return len(hand.table) == 1 and hand.lead is not None and hand.lead.kind == "throw"


def shows_a_called_card(hand: Hand) -> bool:
    """Whether every card was written down, and one on the table was called and nobody has been found by it."""
    if not hand.in_full or None not in hand.found:
        return False
    missing = [call.card for call, player in zip(hand.calls, hand.found, strict=True) if player is None]
    return any(card in missing for play in hand.table for card in play.cards)


DECIDER = Decider(PHASES, propose, check, evolve, check_asked, follows, survivable=(e.FriendsCalled,))
check_command, can, decide, do = DECIDER.check_command, DECIDER.can, DECIDER.decide, DECIDER.do
