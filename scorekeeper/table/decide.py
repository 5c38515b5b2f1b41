"""Commands into events: every check of a table, and nothing stored. Refusals are `RuleError`s."""

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

import msgspec

from scorekeeper.codec import encode
from scorekeeper.errors import Problem, RuleError, collected, problem, refuse
from scorekeeper.games import find_game
from scorekeeper.games.game import Game, Player
from scorekeeper.house_rules import Ruleset, Value, house_rules
from scorekeeper.table import commands as c
from scorekeeper.table import events as e
from scorekeeper.table.evolve import redeals, situation_for
from scorekeeper.table.names import check_name, check_reason, tidy
from scorekeeper.table.state import HandRecord, TableState

MOST_PLAYERS = 12
MOST_HANDS = 1000
LARGEST_AMOUNT = 10_000


def decide(state: TableState | None, command: Any) -> tuple[Any, ...]:
    """The events `command` leads to. Raises `RuleError` with every problem; then nothing happens.

    `Undo` and `Redo` are decided by the ledger, which knows the actions.
    """
    if state is None:
        if not isinstance(command, c.CreateTable):
            raise RuleError("command.unknown")
        return create(command)
    return answer(command, state)


def create(command: c.CreateTable) -> tuple[Any, ...]:
    """The first events of a log: the table, then its players in order."""
    game = find_game(command.game)
    names = [tidy(name) for name in command.players]
    problems = [*check_rules(game, command.preset, command.changes), *check_hand_limit(command.hand_limit)]
    for index, name in enumerate(names):
        problems += check_name(name, names[:index])
    if len(names) > MOST_PLAYERS:
        problems.append(problem("table.full", most=MOST_PLAYERS))
    refuse(problems)
    joined = (e.PlayerJoined(number, name) for number, name in enumerate(names, 1))
    limit = () if command.hand_limit is None else (e.HandsLimited(command.hand_limit),)
    return (e.TableCreated(command.game, command.preset, command.changes), *joined, *limit)


@singledispatch
def answer(command: Any, state: TableState) -> tuple[Any, ...]:
    """A command of the game, for the hand in progress."""
    if not isinstance(command, state.game.commands):
        raise RuleError("command.unknown")
    if state.current is None:
        raise RuleError("hand.none")
    return state.game.decide(state.current.hand, command)


@answer.register
def _(command: c.JoinTable, state: TableState) -> tuple[Any, ...]:
    name = tidy(command.name)
    refuse(check_name(name, (person.name for person in state.people.values())))
    if len(state.people) >= MOST_PLAYERS:
        raise RuleError("table.full", most=MOST_PLAYERS)
    return (e.PlayerJoined(max(state.people, default=0) + 1, name),)


@answer.register
def _(command: c.RenamePlayer, state: TableState) -> tuple[Any, ...]:
    refuse(check_known(state, command.player))
    name = tidy(command.name)
    refuse(check_name(name, (person.name for person in state.people.values() if person.number != command.player)))
    return (e.PlayerRenamed(command.player, name),)


@answer.register
def _(command: c.LeaveTable, state: TableState) -> tuple[Any, ...]:
    refuse(check_present(state, command.player))
    if state.current and command.player in state.current.hand.seats:
        raise RuleError("player.playing", player=command.player)
    return (e.PlayerLeft(command.player),)


@answer.register
def _(command: c.ReturnToTable, state: TableState) -> tuple[Any, ...]:
    refuse(check_known(state, command.player))
    if command.player in state.seating:
        raise RuleError("player.here", player=command.player)
    return (e.PlayerReturned(command.player),)


@answer.register
def _(command: c.SwapSeats, state: TableState) -> tuple[Any, ...]:
    refuse([*check_present(state, command.one), *check_present(state, command.other), *check_between_hands(state)])
    if command.one == command.other:
        raise RuleError("seats.same")
    return (e.SeatsSwapped(command.one, command.other),)


@answer.register
def _(command: c.ChangeRules, state: TableState) -> tuple[Any, ...]:
    refuse(check_rules(state.game, command.preset, command.changes))
    return (e.RulesChanged(command.preset, command.changes),)


@answer.register
def _(command: c.LimitHands, _state: TableState) -> tuple[Any, ...]:
    refuse(check_hand_limit(command.hands))
    return (e.HandsLimited(command.hands),)


@answer.register
def _(command: c.StartHand, state: TableState) -> tuple[Any, ...]:
    if state.ending:
        raise RuleError("session.over")
    seats = command.seats if command.seats is not None else usual_seats(state)
    refuse([*check_between_hands(state), *check_seats(state, seats, command.dealer)])
    in_order = tuple(player for player in state.seating if player in seats)
    dealer = command.dealer
    if dealer is None and state.game.dealer_sits_out(state.rules):
        dealer = state.game.deal(state.rules, situation_for(state, in_order), in_order).situation.dealer
    return (e.HandStarted(in_order, dealer),)


@answer.register
def _(command: c.CorrectHand, state: TableState) -> tuple[Any, ...]:
    record = finished_hand(state, command.number)
    if not isinstance(command.command, state.game.commands):
        raise RuleError("command.unknown")
    kept, hand = redeals(state, record)
    game_events = state.game.decide(hand, command.command)
    for event in game_events:
        hand = state.game.evolve(hand, event)
    if hand.phase != "complete":
        raise RuleError("hand.correction_unfinished")
    return (e.HandCorrected(command.number, tuple(msgspec.Raw(encode(event)) for event in (*kept, *game_events))),)


@answer.register
def _(command: c.VoidHand, state: TableState) -> tuple[Any, ...]:
    record = state.find_hand(command.number)
    if record is None:
        raise RuleError("hand.unknown", number=command.number)
    if record.voided is not None:
        raise RuleError("hand.void_already", number=command.number)
    reason = tidy(command.reason)
    refuse(check_reason(reason))
    return (e.HandVoided(command.number, reason),)


@answer.register
def _(command: c.Adjust, state: TableState) -> tuple[Any, ...]:
    amounts = {player: amount for player, amount in command.amounts.items() if amount}
    reason = tidy(command.reason)
    refuse([*check_amounts(state, amounts), *check_reason(reason), *check_between_hands(state)])
    return (e.Adjusted(amounts, reason),)


@answer.register
def _(command: c.Penalize, state: TableState) -> tuple[Any, ...]:
    reason = tidy(command.reason)
    if command.amount < 1:
        raise RuleError("amount.penalty")
    others = [player for player in state.seating if player != command.player] if command.to_others else []
    amounts = {command.player: -command.amount * max(len(others), 1), **dict.fromkeys(others, command.amount)}
    refuse([*check_amounts(state, amounts), *check_reason(reason), *check_between_hands(state)])
    return (e.Adjusted(amounts, reason, penalized=command.player),)


@answer.register
def _(_command: c.EndSession, state: TableState) -> tuple[Any, ...]:
    refuse(check_between_hands(state))
    if state.closed:
        raise RuleError("session.closed_already")
    return (e.SessionEnded(),)


@answer.register
def _(_command: c.ResumeSession, state: TableState) -> tuple[Any, ...]:
    if not state.closed:
        raise RuleError("session.not_closed")
    return (e.SessionResumed(),)


def usual_seats(state: TableState) -> tuple[Player, ...]:
    """Who plays the next hand unless people say otherwise: everyone when that is right, else who played last.

    Before the first hand it is those who sat down first.
    """
    counts = state.game.seat_counts(state.rules)
    if len(state.seating) in counts:
        return state.seating
    last = state.last_hand.hand.seats if state.last_hand else ()
    stayed = [player for player in state.seating if player in last]
    waiting = [player for player in state.seating if player not in last]
    return tuple((stayed + waiting)[: counts[-1]])


def finished_hand(state: TableState, number: int) -> HandRecord:
    """The past hand of that number. Raises `RuleError` when there is none or it is still being played."""
    if state.current and state.current.number == number:
        raise RuleError("hand.not_over", number=number)
    record = state.find_hand(number)
    if record is None:
        raise RuleError("hand.unknown", number=number)
    return record


@collected
def check_rules(game: Game, preset: str, changes: dict[str, Value]) -> Iterator[Problem]:
    """Why these house rules cannot be played."""
    if preset not in game.presets:
        yield problem("rules.unknown_preset", preset=preset)
        return
    declared = house_rules(game.rules)
    for key in changes.keys() & declared.keys():
        if declared[key].block not in game.blocks:
            yield problem("rules.not_offered", rule=declared[key].label)
    try:
        rules: Ruleset = game.presets[preset].rules
        rules.changed(changes)
    except RuleError as refusal:
        yield from refusal.problems


@collected
def check_hand_limit(hands: int | None) -> Iterator[Problem]:
    """Why a session cannot end after so many hands."""
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        yield problem("session.limit", most=MOST_HANDS)


@collected
def check_known(state: TableState, player: Player) -> Iterator[Problem]:
    """Why `player` is nobody here."""
    if player not in state.people:
        yield problem("player.unknown")


@collected
def check_present(state: TableState, player: Player) -> Iterator[Problem]:
    """Why `player` is not sitting at the table."""
    yield from check_known(state, player)
    if player in state.people and player not in state.seating:
        yield problem("player.left", player=player)


@collected
def check_between_hands(state: TableState) -> Iterator[Problem]:
    """Why this must wait until the hand is over."""
    if state.current:
        yield problem("hand.running")


@collected
def check_seats(state: TableState, seats: tuple[Player, ...], dealer: Player | None) -> Iterator[Problem]:
    """Why these players cannot play a hand together."""
    if len(set(seats)) < len(seats) or not set(seats) <= set(state.seating) or dealer not in (None, *seats):
        yield problem("hand.seats")
    counts = state.game.seat_counts(state.rules)
    if len(seats) not in counts:
        code = "hand.seat_count_exact" if len(counts) == 1 else "hand.seat_count"
        yield problem(code, least=counts[0], most=counts[-1], count=len(seats))


@collected
def check_amounts(state: TableState, amounts: dict[Player, int]) -> Iterator[Problem]:
    """Why balances cannot be changed by these amounts."""
    for player in amounts:
        yield from check_known(state, player)
    if not any(amounts.values()):
        yield problem("amount.none")
    if any(abs(amount) > LARGEST_AMOUNT for amount in amounts.values()):
        yield problem("amount.too_large", most=LARGEST_AMOUNT)
