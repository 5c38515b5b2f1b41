"""The lines of a recorded hand as links to the boards that recorded them: its parts, and what the open part holds."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Card
from scorekeeper.games.game import Move
from scorekeeper.web.board.reopening import RecordedLine, ReopenedHand
from scorekeeper.web.page.escaping import escape, join_html
from scorekeeper.web.page.language import gettext, with_facts
from scorekeeper.web.page.wording import say, word

DEAL = "deal"
"""The end of the address that opens how the hand was dealt."""


class LineLink(NamedTuple):
    """A link to a line of a hand, or to several of them; `at` is the end of its address."""

    at: str
    label: Markup
    is_open: bool


class HandLines(NamedTuple):
    """The parts of a hand, and the lines of the open one, the last in front."""

    parts: tuple[LineLink, ...]
    lines: tuple[LineLink, ...]


def list_hand_lines(hand: ReopenedHand, opened: str) -> HandLines:
    """Return the links of a hand of which a line is open: its place, `DEAL`, or the key of a part as a whole."""
    parts, found = [LineLink(DEAL, escape(gettext("Deal")), opened == DEAL)], list[RecordedLine]()
    for part in hand.correcting.parts:
        lines = hand.list_part(part)
        is_open = opened in [part.key, *(str(line.place) for line in lines)]
        found = lines if is_open else found
        if lines or hand.ends_with(part):
            parts.append(LineLink(part.key, word(part.label), is_open))
    shown: list[LineLink] = []
    for _, trick in groupby(found, key=lambda line: trick_of(hand, line)):
        played = list(trick)
        is_open = opened in [str(line.place) for line in played]
        shown += [link_lines(hand, lines, opened) for lines in ([[each] for each in played] if is_open else [played])]
    return HandLines(tuple(parts), tuple(reversed(shown)) if len(shown) > 1 else ())


def trick_of(hand: ReopenedHand, line: RecordedLine) -> tuple[int, int]:
    """Return a key that lines share which were played to one trick."""
    return (len(line.hand.tricks), 0) if isinstance(line.move, hand.correcting.play) else (0, line.place)


def link_lines(hand: ReopenedHand, lines: Sequence[RecordedLine], opened: str) -> LineLink:
    """Return the link to a line, or to the first of those that were played to one trick."""
    label = join_html(" ", (say(each, hand.table) for each in lines[0].says))
    if len(lines) > 1:
        label = with_facts(gettext("Trick %(number)s"), {"number": len(lines[0].hand.tricks) + 1})
    return LineLink(str(lines[0].place), label, opened in [str(line.place) for line in lines])


def cards_of(move: Move) -> tuple[Card, ...]:
    """Return the cards that a move plays."""
    return getattr(move, "cards", None) or tuple(filter(None, [getattr(move, "card", None)]))


def list_later_cards(hand: ReopenedHand, place: int) -> dict[Card, int]:
    """Return the cards that were played after a place of a hand, each with the number of its trick."""
    played = [line for line in hand.lines[place + 1 :] if isinstance(line.move, hand.correcting.play)]
    return {card: len(line.hand.tricks) + 1 for line in played for card in cards_of(line.move)}
