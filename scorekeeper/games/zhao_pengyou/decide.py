"""Commands into events. What a command proposes is checked event by event, so that every problem is told at once."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any

from scorekeeper.cards import Rank
from scorekeeper.errors import Problem, problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou import commands as c
from scorekeeper.games.zhao_pengyou import events as e
from scorekeeper.games.zhao_pengyou.checks import check
from scorekeeper.games.zhao_pengyou.evolve import evolve
from scorekeeper.games.zhao_pengyou.friends import Played, found
from scorekeeper.games.zhao_pengyou.hand import PHASES, Hand
from scorekeeper.games.zhao_pengyou.leads import Lead
from scorekeeper.games.zhao_pengyou.setup import check_cards
from scorekeeper.games.zhao_pengyou.situation import after
from scorekeeper.games.zhao_pengyou.throws import beaten, beaten_parts
from scorekeeper.games.zhao_pengyou.trick import trick_points, winner
from scorekeeper.games.zhao_pengyou.trumps import trumps_of_kitty


def decide(hand: Hand, command: Any) -> tuple[e.Event, ...]:
    """The events `command` leads to. Raises `RuleError` with every problem of `check_command`."""
    events: list[e.Event] = []
    refuse(tried(hand, command, events))
    return tuple(events)


def do(hand: Hand, *commands: Any) -> Hand:
    """The hand after `commands`. Raises `RuleError` at the first that is refused."""
    for command in commands:
        for event in decide(hand, command):
            hand = evolve(hand, event)
    return hand


def can(hand: Hand, command: Any) -> bool:
    """Whether `command` would be done now."""
    return not check_command(hand, command)


def check_command(hand: Hand, command: Any) -> tuple[Problem, ...]:
    """Every reason why `command` cannot be done now."""
    return tried(hand, command, [])


def tried(hand: Hand, command: Any, events: list[e.Event]) -> tuple[Problem, ...]:
    """The problems of `command`; its events are added to `events`. What follows from a play waits until it is legal."""
    phase = PHASES[hand.phase]
    if not isinstance(command, phase.commands):
        return (problem(phase.refusal),)
    problems: list[Problem] = list(check_asked(command, hand))
    for event in () if problems else propose(command, hand):
        wrong = tuple(check(event, hand))
        problems += wrong
        if wrong and not isinstance(event, e.FriendsCalled):
            break  # what comes after would make no sense
        hand = evolve(hand, event)
        events.append(event)
    for event in () if problems else follows(command, hand):
        hand = evolve(hand, event)
        events.append(event)
    return tuple(problems)


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
    maker = maker_by_kitty(hand)
    if hand.situation.levels[maker].rank is Rank.JOKER:
        return (e.DealEnded(), e.TrumpsMade(maker, None))
    return (e.DealEnded(),)


@propose.register
def _(command: c.TurnKitty, hand: Hand) -> tuple[e.Event, ...]:
    maker = maker_by_kitty(hand)
    trumps = trumps_of_kitty(hand.situation.levels[maker].rank, command.cards)
    return (e.KittyTurned(command.cards), e.TrumpsMade(maker, trumps.suit))


def maker_by_kitty(hand: Hand) -> Player:
    """The trump maker when nobody has made trumps: whom the last hand decided, or the starter, who must be active."""
    if hand.making.fixed_maker is not None:
        return hand.making.fixed_maker
    starter = hand.situation.starter
    return next(player for player in (starter, *after(hand.seats, starter)) if hand.situation.is_active(player))


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
    return (e.ThrowBeaten(command.player, command.cards),)


@propose.register
def _(command: c.RevealFriend, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.FriendRevealed(command.player, command.call),)


@propose.register
def _(command: c.RecordResult, _hand: Hand) -> tuple[e.Event, ...]:
    return (e.ResultRecorded(command.friends, command.points, command.last_trick, command.kitty),)


@propose.register
def _(command: c.RecordHand, hand: Hand) -> tuple[e.Event, ...]:
    return (
        *trumps_and_kitty(command, hand),
        e.FriendsCalled(command.calls),
        e.ResultRecorded(command.friends, command.points, command.last_trick, command.kitty),
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
    wrong = tuple(check_cards(hand.setting, [*command.cards, *hand.table[0].cards]))
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
    if hand.in_full and hand.maker is not None:
        now = found(hand.calls, hand.maker, standing_plays(hand, hand.lead))
        for call, before, player in zip(hand.calls, hand.found, now, strict=True):
            if before is None and player is not None:
                yield e.FriendRevealed(player, call)
    if len(hand.table) == len(hand.seats):
        yield e.TrickRecorded(winner(hand.conditions, hand.table), trick_points(hand.table))


def standing_plays(hand: Hand, lead: Lead | None) -> Sequence[Played]:
    """Every play but a throw that nobody has followed yet: it may still be taken back."""
    plays = tuple(hand.plays)
    return plays[:-1] if lead and lead.kind == "throw" and len(hand.table) == 1 else plays
