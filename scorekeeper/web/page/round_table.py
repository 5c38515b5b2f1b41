"""Places round a table, for drawings of it."""

from collections.abc import Iterator
from math import cos, pi, sin

ROOM_OF_A_NAME = 14
"""How wide a name may be around the drawn table, in narrow letters; less where many sit, and at its sides."""

WIDTH_OF_A_LETTER = 10


def places_around(count: int, *, clockwise: bool) -> Iterator[tuple[float, float]]:
    """The places around a table, first to last, from the bottom on: how far right and how far down of its middle."""
    for turn in range(count):
        angle = 2 * pi * turn / count * (-1 if clockwise else 1)
        yield sin(angle), cos(angle)


def round_table(count: int, clockwise: bool) -> list[tuple[int, int]]:
    """Return the places for the small drawing of a new table."""
    return [(round(56 + x * 44), round(40 + y * 29)) for x, y in places_around(count, clockwise=clockwise)]
