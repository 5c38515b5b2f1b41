"""How a game's commands become events: phase by phase, each event checked against what those before it made."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from scorekeeper.errors import Problem, problem, refuse
from scorekeeper.games.game import Player


class Phase(NamedTuple):
    """A part of a hand: its name, the commands that it takes, and the refusal of all others."""

    label: str
    commands: tuple[type[Any], ...]
    refusal: str


class Waiting(NamedTuple):
    """What a hand waits for: anyone of `players` to do one of `commands`."""

    players: tuple[Player, ...]
    commands: tuple[type[Any], ...]


class InPhase(Protocol):
    """A hand, which is in one of the phases of its game."""

    @property
    def phase(self) -> str:
        """A key of the phases."""


H = TypeVar("H", bound=InPhase)
E = TypeVar("E")


class Attempt(NamedTuple, Generic[H, E]):
    """What comes of a command: the hand after its events, or why not."""

    hand: H
    events: tuple[E, ...] = ()
    problems: tuple[Problem, ...] = ()


def nothing(_asked: Any, _hand: Any) -> tuple[()]:
    """No problems, and no events."""
    return ()


@dataclass(frozen=True, slots=True)
class Decider(Generic[H, E]):
    """A game's commands and events, and how one leads to the other.

    `propose` says which events a command means, in their order, `check` why one cannot happen to a hand, and `evolve`
    makes it happen. `check_asked` is for commands that may make no sense at all, so that they mean no events;
    `follows` gives the events that a legal command has led to besides. Once an event is refused those after it make no
    sense, unless it is of a type in `survivable`: then what is wrong with them is told as well.
    """

    phases: Mapping[str, Phase]
    propose: Callable[[Any, H], Iterable[E]]
    check: Callable[[E, H], Iterable[Problem]]
    evolve: Callable[[H, E], H]
    check_asked: Callable[[Any, H], Iterable[Problem]] = nothing
    follows: Callable[[Any, H], Iterable[E]] = nothing
    survivable: tuple[type[Any], ...] = ()

    def check_command(self, hand: H, command: Any) -> tuple[Problem, ...]:
        """Every reason why `command` cannot be done now."""
        return self.attempt(hand, command).problems

    def can(self, hand: H, command: Any) -> bool:
        """Whether `command` would be done now."""
        return not self.check_command(hand, command)

    def decide(self, hand: H, command: Any) -> tuple[E, ...]:
        """The events that `command` leads to. Raises `RuleError` with every problem of `check_command`."""
        return self.done(hand, command).events

    def do(self, hand: H, *commands: Any) -> H:
        """The hand after `commands`. Raises `RuleError` at the first that is refused."""
        for command in commands:
            hand = self.done(hand, command).hand
        return hand

    def done(self, hand: H, command: Any) -> Attempt[H, E]:
        """What comes of `command`, which must be legal."""
        attempt = self.attempt(hand, command)
        refuse(attempt.problems)
        return attempt

    def not_now(self, command: Any, phase: Phase) -> Problem:
        """The refusal of a command of another phase. Raises `TypeError` when no phase takes such a thing."""
        if not any(isinstance(command, other.commands) for other in self.phases.values()):
            raise TypeError(f"{command!r} is no command of this game")
        return problem(phase.refusal)

    def attempt(self, hand: H, command: Any) -> Attempt[H, E]:
        """`command` event by event, and then what follows from it, once it is legal."""
        phase = self.phases[hand.phase]
        if not isinstance(command, phase.commands):
            return Attempt(hand, problems=(self.not_now(command, phase),))
        problems = [*self.check_asked(command, hand)]
        events: list[E] = []
        now = hand
        for event in () if problems else self.propose(command, hand):
            wrong = tuple(self.check(event, now))
            problems += wrong
            if wrong and not isinstance(event, self.survivable):
                break
            now = self.evolve(now, event)
            events.append(event)
        if problems:
            return Attempt(hand, problems=tuple(problems))
        for event in self.follows(command, now):
            now = self.evolve(now, event)
            events.append(event)
        return Attempt(now, tuple(events))
