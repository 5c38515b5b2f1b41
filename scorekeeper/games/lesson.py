"""A first game for people who have never played: a hand, move by move, with a sentence or two for each part."""

from typing import Any, NamedTuple


class Lesson(NamedTuple):
    """A part of the hand: its title, what is to be known of it, and the moves that are made in it."""

    title: str
    text: str
    moves: tuple[Any, ...] = ()


class FirstGame(NamedTuple):
    """A hand under a preset among so many players, in lessons."""

    preset: str
    players: int
    lessons: tuple[Lesson, ...]
