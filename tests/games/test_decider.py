"""Commands into events, whatever the game: here one in which a hand is a number of stones to be taken."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games.decider import Decider, Phase


@dataclass(frozen=True)
class Hand:
    stones: int

    @property
    def phase(self) -> str:
        return "taking" if self.stones > 0 else "over"


@dataclass(frozen=True)
class Take:
    stones: int
    times: int = 1


@dataclass(frozen=True)
class Count:
    """Only taken when all is over."""


@dataclass(frozen=True)
class Taken:
    stones: int


@dataclass(frozen=True)
class Gone:
    """That the last stone was taken; it only follows."""


def propose(command: Any, _hand: Hand) -> list[Taken]:
    assert command.times < 9, "what makes no sense is not proposed"
    return [Taken(command.stones) for _ in range(command.times)]


def check(event: Any, hand: Hand) -> Iterator[Problem]:
    if event.stones % 2:
        yield problem("stones.odd", stones=event.stones)
    if event.stones > hand.stones:
        yield problem("stones.too_many", stones=event.stones, left=hand.stones)


def check_asked(command: Any, _hand: Hand) -> Iterator[Problem]:
    if command.times >= 9:
        yield problem("stones.too_often", times=command.times)


def follows(_command: Any, hand: Hand) -> tuple[Gone, ...]:
    return (Gone(),) if hand.stones == 0 else ()


def evolve(hand: Hand, event: Any) -> Hand:
    return Hand(hand.stones - event.stones) if isinstance(event, Taken) else hand


PHASES = {"taking": Phase("Taking", (Take,), "now.taking"), "over": Phase("Over", (Count,), "now.over")}
STRICT: Decider[Hand, Any] = Decider(PHASES, propose, check, evolve, check_asked, follows)
PATIENT: Decider[Hand, Any] = Decider(PHASES, propose, check, evolve, check_asked, follows, survivable=(Taken,))


def odd(stones: int) -> Problem:
    return problem("stones.odd", stones=stones)


def many(stones: int, left: int) -> Problem:
    return problem("stones.too_many", stones=stones, left=left)


CASES: list[tuple[str, int, Any, list[Problem], list[Problem]]] = [
    # clause, stones, command, the refusal where nothing makes sense after one, what is told besides where it does
    ("legal", 6, Take(4), [], []),
    ("one event after another", 6, Take(2, times=3), [], []),
    ("every problem of an event", 4, Take(5), [odd(5), many(5, left=4)], []),
    ("an event meets what those before it left", 6, Take(4, times=2), [many(4, left=2)], []),
    ("what comes after a refusal", 3, Take(4, times=2), [many(4, left=3)], [many(4, left=-1)]),
    ("what makes no sense", 3, Take(5, times=9), [problem("stones.too_often", times=9)], []),
    ("no command of the phase", 6, Count(), [problem("now.taking")], []),
    ("a command of a phase before", 0, Take(2), [problem("now.over")], []),
]


@pytest.mark.parametrize(("clause", "stones", "command", "told", "besides"), CASES)
def test_every_problem_of_a_command_is_told(
    clause: str, stones: int, command: Any, told: list[Problem], besides: list[Problem]
) -> None:
    hand = Hand(stones)
    for decider, expected in ((STRICT, told), (PATIENT, [*told, *besides])):
        assert list(decider.check_command(hand, command)) == expected
        assert decider.can(hand, command) == (not expected)
        if expected:
            assert decider.attempt(hand, command) == (hand, (), tuple(expected))
            for act in (decider.decide, decider.do):
                with pytest.raises(RuleError) as refusal:
                    act(hand, command)
                assert list(refusal.value.problems) == expected
        else:
            assert decider.do(hand, command) == Hand(stones - command.stones * command.times)


def test_events_stand_in_order_with_what_follows_from_them_last() -> None:
    assert STRICT.decide(Hand(6), Take(2, times=2)) == (Taken(2), Taken(2))
    assert STRICT.decide(Hand(4), Take(2, times=2)) == (Taken(2), Taken(2), Gone())


def test_a_game_may_have_nothing_that_follows_and_nothing_to_ask_first() -> None:
    plain: Decider[Hand, Any] = Decider(PHASES, propose, check, evolve)
    assert plain.decide(Hand(4), Take(4)) == (Taken(4),)


@pytest.mark.parametrize("command", [Taken(2), "take", None])
def test_what_no_phase_takes_is_an_error_of_the_program(command: Any) -> None:
    with pytest.raises(TypeError):
        STRICT.check_command(Hand(6), command)


def test_commands_are_done_one_after_another() -> None:
    assert STRICT.do(Hand(8)) == Hand(8)
    assert STRICT.do(Hand(8), Take(2), Take(4)) == Hand(2)
    with pytest.raises(RuleError):
        STRICT.do(Hand(8), Take(2), Take(4), Take(4))
