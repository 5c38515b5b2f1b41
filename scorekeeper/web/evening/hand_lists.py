"""The hands behind a number of statistics, of one table or of many nights."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import abort
from markupsafe import Markup

from scorekeeper.games.game import Game, Player
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.table.statistics import (
    NOTHING,
    EveningStatistics,
    HandPlace,
    Pair,
    PersonalStatistics,
    PlayedSheet,
    Tally,
)
from scorekeeper.web.board.hand_result import delta, result_panel_of
from scorekeeper.web.evening.figures import DURATION, format_minutes, tally_of
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.template_helpers import label_text


class SheetSource(NamedTuple):
    """A score sheet that was counted: its table, the address of a hand by its {number}, and the night, if told."""

    sheet: PlayedSheet
    state: TableState
    address: str = ""
    night: Markup = Markup("")


class HandRow(NamedTuple):
    """A hand behind a number: what it was, what it came to, its part of the number, and its page."""

    title: Markup
    detail: Markup
    shown: Markup
    address: str


class HandSelection(NamedTuple):
    """The hands behind a number: its name, the hands, and the players whose gains they tell."""

    label: Markup
    tally: Tally
    people: tuple[str, ...] = ()


def select_hands(game: Game, counted: EveningStatistics, what: str) -> HandSelection:
    """Return the hands behind a number of all together, by its word; abort for any other word."""
    if what == "hands":
        return HandSelection(escape(gettext("hands")), Tally(counted.hands))
    if what == DURATION:
        return HandSelection(escape(gettext("a hand takes")), Tally(tuple(counted.durations)))
    if what.startswith("pair-"):
        pair = find_pair(counted, what)
        return HandSelection(Markup(""), pair.hands, pair.people) if pair else abort(404)
    return HandSelection(label_of(game, what), counted.tally_of(what))


def select_hands_of_person(game: Game, personal: PersonalStatistics, person: str, what: str) -> HandSelection:
    """Return the hands behind a number of one person, by its word; abort for any other word."""
    own = {
        "hands": (gettext("hands"), personal.hands),
        "best": (gettext("best hand"), personal.best),
        "worst": (gettext("worst hand"), personal.worst),
        "streak": (gettext("longest winning streak"), personal.streak),
    }
    if what in own:
        label, tally = own[what]
        return HandSelection(escape(label), tally, (person,))
    if what.startswith("with-"):
        return HandSelection(Markup(""), personal.called.get(what.removeprefix("with-"), NOTHING), (person,))
    return HandSelection(label_of(game, what), tally_of(personal, what), (person,))


def find_pair(counted: EveningStatistics, what: str) -> Pair | None:
    """The two of a word, if they were ever on one side."""
    return next((each for each in counted.pairs if what == f"pair-{'-'.join(each.people)}"), None)


def label_of(game: Game, code: str) -> Markup:
    """Return the label of a game's line; abort for any other code."""
    if code not in {line.code for line in game.statistics.lines}:
        abort(404)
    return label_text(code, game)


def hand_rows(
    sources: Sequence[SheetSource], counted: EveningStatistics, asked: HandSelection, what: str
) -> Iterator[HandRow]:
    """The hands of a number, the latest first, each once: what it gave, or how long it took."""
    for place in sorted(set(asked.tally.places), reverse=True):
        source = sources[place.evening]
        record = record_at(source, place)
        moment = result_panel_of(source.state, record)
        known = [source.night, moment.label if moment and moment.fact else ""]
        took = counted.durations.get(place) if what == DURATION else None
        yield HandRow(
            moment.fact if moment and moment.fact else escape(gettext("Hand %(number)s") % {"number": record.number}),
            join_html(" · ", (each for each in known if each)),
            escape(format_minutes(took)) if took else gain_html(source, record, asked.people),
            source.address.format(number=record.number),
        )


def gain_html(source: SheetSource, record: HandRecord, people: tuple[str, ...]) -> Markup:
    """Return the gain of these people by a hand; of nobody, that of the side that promised something."""
    amounts = record.amounts
    if people:
        return delta(sum(amounts.get(player, 0) for player in players_among(source, people)))
    makers = source.state.summary(record).players_on("makers")
    if not makers:
        return Markup("")
    return html("<bdi>{}</bdi> {}", source.state.name(makers[0]), delta(amounts.get(makers[0], 0)))


def players_among(source: SheetSource, people: tuple[str, ...]) -> list[Player]:
    """Return the players of a table who are these people."""
    return [player for player, person in source.sheet.people.items() if person in people]


def record_at(source: SheetSource, place: HandPlace) -> HandRecord:
    """The hand at a place."""
    entry = source.sheet.entries[place.entry]
    assert isinstance(entry, HandRecord)
    return entry
