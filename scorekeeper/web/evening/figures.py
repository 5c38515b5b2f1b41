"""The figures of statistics as they are shown: everyone beside each other, one person's numbers, and pairs.

Each has a word under which the hands that make it are asked for.
"""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.games.game import Game, StatLine
from scorekeeper.table.statistics import FEW, NOTHING, EveningStatistics, Pair, PersonalStatistics, Tally
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.language import gettext, ngettext
from scorekeeper.web.page.template_helpers import label_text
from scorekeeper.web.page.wording import with_sign

DURATION = "duration"
"""The word for the hands of which it is known how long they took."""


class Figure(NamedTuple):
    """A number under its label: as shown, what stands beside it, by which word its hands are asked for.

    `few` says that it is made of so few hands that it says little.
    """

    label: Markup
    shown: str
    detail: str = ""
    what: str = ""
    few: bool = False


class FigureCell(NamedTuple):
    """A number in a table of many: as shown, and by which word its hands are asked for, none where there are none."""

    shown: str
    what: str


class Teammate(NamedTuple):
    """A player's hands together with another: won, of how many, the gain, and the word for the list of them."""

    person: str
    won: int
    of: int
    gain: str
    good: bool
    what: str


# --- All together ---


def overall_figures(game: Game, counted: EveningStatistics) -> Iterator[Figure]:
    """Return the figures of all together: the main share, the game's means, how many hands and how long one takes."""
    for line in game.statistics.lines:
        done, base = counted.tally_of(line.code), counted.tally_of(line.of)
        if line.code == game.statistics.main:
            yield Figure(label_text(line.code, game), format_fraction(done, base), "", line.code, base.count < FEW)
        elif line.is_mean:
            shown = format_mean(done.mean, sign=False)
            yield Figure(label_text(line.code, game), shown, "", line.code, done.count < FEW)
    yield Figure(escape(gettext("hands")), str(len(counted.hands)), "", "hands", len(counted.hands) < FEW)
    if (usual := counted.usual_duration) is not None:
        label = escape(gettext("a hand takes"))
        yield Figure(label, format_minutes(usual), "", DURATION, len(counted.durations) < FEW)


def main_count(game: Game) -> StatLine | None:
    """The line that tells most of a player; None where the game counts nothing of its own."""
    return next((each for each in game.statistics.lines if each.code == game.statistics.main), None)


def columns_of(game: Game) -> list[Markup]:
    """The titles of the game's own columns: the main share, and parts played."""
    main = main_count(game)
    codes = (*((main.code,) if main else ()), *game.statistics.parts)
    return [label_text(code, game) for code in codes]


def cells_of(game: Game, personal: PersonalStatistics) -> Iterator[FigureCell]:
    """A person's numbers beside those of the others: the main share, the parts played, what a hand gave, the best."""
    if main := main_count(game):
        yield share_cell(main, personal)
    for code in game.statistics.parts:
        times = tally_of(personal, code).count
        yield FigureCell(str(times), code if times else "")
    yield FigureCell(format_mean(personal.hands.mean), "hands")
    yield FigureCell(with_sign(personal.best.each), "best")


def share_cell(main: StatLine, personal: PersonalStatistics) -> FigureCell:
    """The main share of a person, in short."""
    done, base = tally_of(personal, main.code).count, tally_of(personal, main.of).count
    return FigureCell(f"{done}/{base}", main.of if base else "")


# --- One person ---


def headline_figures(personal: PersonalStatistics) -> Iterator[Figure]:
    """The numbers of a person that every game has and that are looked for first."""
    few = personal.hands.count < FEW
    yield Figure(escape(gettext("hands")), str(personal.hands.count), "", "hands")
    yield Figure(escape(gettext("a hand")), format_mean(personal.hands.mean), "", "hands", few)
    yield Figure(escape(gettext("best hand")), with_sign(personal.best.each), "", "best")
    yield Figure(escape(gettext("worst hand")), with_sign(personal.worst.each), "", "worst")


def detail_figures(game: Game, personal: PersonalStatistics) -> Iterator[Figure]:
    """The other numbers of a person: the game's own, and the longest streak."""
    for line in game.statistics.lines:
        yield figure_of(game, personal, line)
    yield Figure(escape(gettext("longest winning streak")), str(personal.streak.count), "", "streak")


def figure_of(game: Game, personal: PersonalStatistics, line: StatLine) -> Figure:
    """A line of the game's own: how often, of how often, or on average."""
    tally, label = tally_of(personal, line.code), label_text(line.code, game)
    if line.is_mean:
        return Figure(
            label, format_mean(tally.mean, sign=False), hand_count_text(tally.count), line.code, tally.count < FEW
        )
    if not line.of:
        return Figure(label, str(tally.count), percentage(tally.count, personal.hands.count), line.code)
    base = tally_of(personal, line.of)
    return Figure(label, format_fraction(tally, base), percentage(tally.count, base.count), line.code, base.count < FEW)


def tally_of(personal: PersonalStatistics, code: str) -> Tally:
    """Return the hands of a player under a code of the game's statistics."""
    return personal.deeds.get(code, NOTHING)


def called_friends(personal: PersonalStatistics) -> Iterator[Teammate]:
    """Yield the friends of a player's own hands, the most frequent first."""
    for friend, tally in sorted(personal.called.items(), key=lambda each: -each[1].count):
        won = personal.called_won.get(friend, NOTHING).count
        yield Teammate(friend, won, tally.count, with_sign(tally.total), tally.total >= 0, f"with-{friend}")


# --- Two together ---


def maker_partners(person: str, counted: EveningStatistics) -> Iterator[Teammate]:
    """Yield the players with whom somebody was on the makers' side, the best pair first."""
    for pair in counted.pairs:
        if person in pair.people:
            other = next(name for name in pair.people if name != person)
            yield pair_line(other, pair)


def pair_line(person: str, pair: Pair) -> Teammate:
    """Return the line of a pair in the list of one of the two."""
    total = pair.hands.total
    return Teammate(
        person, pair.won.count, pair.hands.count, with_sign(total), total >= 0, f"pair-{'-'.join(pair.people)}"
    )


# --- Numbers ---


def format_mean(value: Fraction | None, sign: bool = True) -> str:
    """A mean with one decimal."""
    if value is None:
        return "–"
    tenths = round(value * 10)
    plus = "+" if sign and tenths > 0 else "−" if tenths < 0 else ""
    return f"{plus}{abs(tenths) // 10}.{abs(tenths) % 10}"


def format_minutes(took: timedelta) -> str:
    """A duration in whole minutes."""
    minutes = round(took / timedelta(minutes=1))
    return gettext("%(minutes)s min") % {"minutes": minutes or "<1"}


def format_fraction(tally: Tally, base: Tally) -> str:
    """Return two numbers as "3 of 7"."""
    return gettext("%(done)s of %(all)s") % {"done": tally.count, "all": base.count}


def percentage(part: int, whole: int) -> str:
    """A share in percent; nothing of nothing."""
    return f"{round(100 * part / whole)} %" if whole else ""


def hand_count_text(hands: int) -> str:
    """Return a number of hands in words."""
    return ngettext("%(num)s hand", "%(num)s hands", hands)
