"""Commands into events: what each command means, and what follows from it."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any

from scorekeeper.cards import Rank
from scorekeeper.errors import Problem, problem
from scorekeeper.games.decider import Decider
from scorekeeper.games.zhao_pengyou import commands as c
from scorekeeper.games.zhao_pengyou import events as e
from scorekeeper.games.zhao_pengyou.challenge import check_challenge
from scorekeeper.games.zhao_pengyou.checks import check
from scorekeeper.games.zhao_pengyou.evolve import evolve
from scorekeeper.games.zhao_pengyou.friendship import shown
from scorekeeper.games.zhao_pengyou.hand import PHASES, Hand
from scorekeeper.games.zhao_pengyou.throws import beaten, beaten_parts
from scorekeeper.games.zhao_pengyou.trick import strongest, trick_points
from scorekeeper.games.zhao_pengyou.trumps import trumps_of_kitty

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
def check_asked(_command: Any, _hand: Hand) -> Iterable[Problem]:
    """Why the command makes no sense at all now."""
    return ()


@check_asked.register
def _(command: c.BeatThrow, hand: Hand) -> Iterable[Problem]:
    return check_challenge(hand, command.player, command.cards)


@check_asked.register
def _(command: c.RecordHand, hand: Hand) -> Iterable[Problem]:
    if hand.maker is not None and hand.trumps and (command.maker, command.suit) != (hand.maker, hand.trumps.suit):
        yield problem("trumps.made_already", player=hand.maker)


# --- What follows from what was played ---


def follows(command: Any, hand: Hand) -> Iterator[e.Event]:
    """Friends that the cards show, and the trick once everyone has played."""
    if not isinstance(command, c.PlayCards | c.BeatThrow):
        return
    yield from revealed(hand)
    lead = hand.lead if len(hand.table) == len(hand.seats) else None
    if lead is not None:
        winning = strongest(hand.conditions, lead, [play.cards for play in hand.table])
        yield e.TrickRecorded(hand.table[winning].player, trick_points(hand.table))


def revealed(hand: Hand) -> Iterator[e.FriendRevealed]:
    """Friends that the cards just played show."""
    for call, before, player in zip(hand.calls, hand.found, shown(hand), strict=True):
        if before is None and player is not None:
            yield e.FriendRevealed(player, call)


DECIDER = Decider(PHASES, propose, check, evolve, check_asked, follows, survivable=(e.FriendsCalled,))
check_command, can, decide, do = DECIDER.check_command, DECIDER.can, DECIDER.decide, DECIDER.do
