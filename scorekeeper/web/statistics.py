"""Statistics of a table: everyone beside each other, one person's numbers, and the hands that make a number."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from flask import Blueprint, abort, g, render_template, request
from markupsafe import Markup, escape

from scorekeeper.games.game import Count, Player
from scorekeeper.settlement import Amount
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.table.statistics import FEW, NOTHING, Counted, Evening, Pair, Personal, Place, Tally, count
from scorekeeper.web.access import at_table
from scorekeeper.web.display import labelled
from scorekeeper.web.frames import SHEET, audience_of
from scorekeeper.web.language import gettext, ngettext
from scorekeeper.web.moments import moment_of
from scorekeeper.web.services import services
from scorekeeper.web.wording import signed

blueprint = Blueprint("statistics", __name__, url_prefix="/t/<table_id>/statistics")

MOST_COUNTED = 50
"""Kept at once, of all tables."""

BEST_PAIRS = 3


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """Everyone beside each other, of this sheet or of all sheets of the table."""
    ledger = services().books.ledger(table_id)
    counted = counted_of(table_id, ledger, all_sheets())
    return render_template(
        "evening/statistics.html",
        table_id=table_id,
        state=ledger.state,
        counted=counted,
        all_sheets=all_sheets(),
        overall=list(overall(ledger.state, counted)),
        rows=[row_of(ledger.state, player, counted) for player in players_of(ledger.state, counted)],
        columns=columns_of(ledger.state),
        pairs=[shown_pair(ledger.state, pair) for pair in counted.pairs[:BEST_PAIRS]],
        drawn=services().hub.frame(table_id, audience_of(g.visitor, SHEET)).version,
        visitor=g.visitor,
    )


@blueprint.get("/<int:player>")
@at_table()
def person(table_id: str, player: Player) -> str:
    """One person's numbers; each leads to the hands that make it."""
    ledger = services().books.ledger(table_id)
    personal = personal_of(table_id, ledger, player)
    counted = counted_of(table_id, ledger, all_sheets())
    return render_template(
        "evening/person.html",
        table_id=table_id,
        state=ledger.state,
        player=player,
        all_sheets=all_sheets(),
        figures=list(figures_of(ledger.state, personal)),
        called=list(called_of(personal)),
        partners=list(partners_of(player, counted)),
        visitor=g.visitor,
    )


@blueprint.get("/<int:player>/hands")
@at_table()
def hands(table_id: str, player: Player) -> str:
    """The hands that make one of a person's numbers."""
    ledger = services().books.ledger(table_id)
    personal, what = personal_of(table_id, ledger, player), request.args.get("what", "hands")
    tally = tally_of(ledger.state, personal, what)
    return render_template(
        "evening/hands.html",
        table_id=table_id,
        state=ledger.state,
        player=player,
        all_sheets=all_sheets(),
        label=next((figure.label for figure in figures_of(ledger.state, personal) if figure.what == what), ""),
        rows=list(hand_rows(table_id, ledger.state, player, tally)),
        visitor=g.visitor,
    )


def all_sheets() -> bool:
    """Whether all sheets of the table are asked for, not only the one that is written now."""
    return request.args.get("sheets") == "all"


# --- What is counted ---


class Key(NamedTuple):
    """Of which table, at which version, and whether of all its sheets."""

    table_id: str
    version: int
    all_sheets: bool


kept: dict[Key, Counted] = {}


def counted_of(table_id: str, ledger: Ledger, of_all: bool) -> Counted:
    """The statistics of a table at its version, counted once."""
    key = Key(table_id, ledger.version, of_all)
    if key not in kept:
        if len(kept) >= MOST_COUNTED:
            kept.clear()
        kept[key] = count(evenings_of(ledger.state, of_all))
    return kept[key]


def evenings_of(state: TableState, of_all: bool) -> list[Evening]:
    """The sheets that count, oldest first: whoever plays at this table is a person by their number."""
    people = {player: str(player) for player in state.people}
    sheets = [sheet.entries for sheet in state.sheets] if of_all else []
    return [Evening(state.game, entries, people) for entries in (*sheets, state.entries)]


def personal_of(table_id: str, ledger: Ledger, player: Player) -> Personal:
    """What is counted of somebody; there is no page of whoever is not at the table."""
    if player not in ledger.state.people:
        abort(404)
    counted = counted_of(table_id, ledger, all_sheets())
    return counted.people.get(str(player), Personal(NOTHING, {}, NOTHING, NOTHING, NOTHING, {}, {}))


def players_of(state: TableState, counted: Counted) -> list[Player]:
    """Who has played, those who gained most in a hand first."""
    played = [player for player in state.people if str(player) in counted.people]
    return sorted(played, key=lambda player: -(counted.people[str(player)].hands.mean or 0))


# --- As it is shown ---


class Figure(NamedTuple):
    """A number under its label: as shown, what stands beside it, by which word its hands are asked for.

    `few` says that it is made of so few hands that it says little.
    """

    label: Markup
    shown: str
    detail: str = ""
    what: str = ""
    few: bool = False


class Line(NamedTuple):
    """A person among the others: the main share, the parts played, what a hand gave, and the best."""

    player: Player
    done: int
    of: int
    parts: tuple[int, ...]
    mean: str
    best: str


class With(NamedTuple):
    """Somebody who is played with: how many of how many hands were won, and what they gave."""

    player: Player
    won: int
    of: int
    gain: str
    good: bool
    what: str = ""


def mean_shown(value: Fraction | None, sign: bool = True) -> str:
    """A mean with one decimal."""
    if value is None:
        return "–"
    tenths = round(value * 10)
    plus = "+" if sign and tenths > 0 else "−" if tenths < 0 else ""
    return f"{plus}{abs(tenths) // 10}.{abs(tenths) % 10}"


def main_count(state: TableState) -> Count | None:
    """The line that tells most of a player; None where the game counts nothing of its own."""
    statistics = state.game.statistics
    return next((each for each in statistics.counts if each.code == statistics.main), None)


def columns_of(state: TableState) -> list[Markup]:
    """The titles of the game's own columns: the main share, and parts played."""
    main = main_count(state)
    codes = (*((main.code,) if main else ()), *state.game.statistics.parts)
    return [labelled(code, state.game) for code in codes]


def row_of(state: TableState, player: Player, counted: Counted) -> Line:
    """A person's line."""
    personal, main = counted.people[str(player)], main_count(state)
    done, of = (deeds(personal, main.code).count, deeds(personal, main.of).count) if main else (0, 0)
    parts = tuple(deeds(personal, code).count for code in state.game.statistics.parts)
    return Line(player, done, of, parts, mean_shown(personal.hands.mean), signed(personal.best.total))


def deeds(personal: Personal, code: str) -> Tally:
    """The hands in which somebody did that."""
    return personal.deeds.get(code, NOTHING)


def overall(state: TableState, counted: Counted) -> Iterator[Figure]:
    """What all together did: the main share, the game's means, and how many hands there were."""
    for line in state.game.statistics.counts:
        each = [(deeds(personal, line.code), deeds(personal, line.of)) for personal in counted.people.values()]
        done, of = sum(tally.count for tally, _ in each), sum(base.count for _, base in each)
        if line.code == state.game.statistics.main:
            shown = gettext("%(done)s of %(all)s") % {"done": done, "all": of}
            yield Figure(labelled(line.code, state.game), shown, few=of < FEW)
        elif line.is_mean:
            total = sum(tally.total for tally, _ in each)
            mean = Fraction(total) / done if done else None
            yield Figure(labelled(line.code, state.game), mean_shown(mean, sign=False), few=done < FEW)
    yield Figure(escape(gettext("hands")), str(len(counted.hands)), few=len(counted.hands) < FEW)


def figures_of(state: TableState, personal: Personal) -> Iterator[Figure]:
    """All numbers of a person: what every game has, then the game's own."""
    few = personal.hands.count < FEW
    yield Figure(escape(gettext("hands")), str(personal.hands.count), "", "hands")
    yield Figure(escape(gettext("a hand")), mean_shown(personal.hands.mean), summed(personal.hands.total), "hands", few)
    yield Figure(escape(gettext("best hand")), signed(personal.best.total), "", "best")
    yield Figure(escape(gettext("worst hand")), signed(personal.worst.total), "", "worst")
    yield Figure(escape(gettext("longest streak of gains")), str(personal.streak.count), "", "streak")
    for line in state.game.statistics.counts:
        yield figure_of(state, personal, line)


def figure_of(state: TableState, personal: Personal, line: Count) -> Figure:
    """A line of the game's own: how often, of how often, or on average."""
    tally, label = deeds(personal, line.code), labelled(line.code, state.game)
    if line.is_mean:
        return Figure(label, mean_shown(tally.mean, sign=False), of_hands(tally.count), line.code, tally.count < FEW)
    if not line.of:
        return Figure(label, str(tally.count), share(tally.count, personal.hands.count), line.code)
    base = deeds(personal, line.of).count
    shown = gettext("%(done)s of %(all)s") % {"done": tally.count, "all": base}
    return Figure(label, shown, share(tally.count, base), line.code, base < FEW)


def share(part: int, whole: int) -> str:
    """A share in percent; nothing of nothing."""
    return f"{round(100 * part / whole)} %" if whole else ""


def of_hands(hands: int) -> str:
    """Of so many hands."""
    return ngettext("%(num)s hand", "%(num)s hands", hands)


def summed(total: Amount) -> str:
    """What all hands gave together."""
    return gettext("%(amount)s in all") % {"amount": signed(total)}


def called_of(personal: Personal) -> Iterator[With]:
    """Whom somebody had as friend of a hand of their own, the most frequent first."""
    for friend, tally in sorted(personal.called.items(), key=lambda each: -each[1].count):
        won = personal.called_won.get(friend, NOTHING).count
        what = f"with-{friend}"
        yield With(int(friend), won, tally.count, signed(tally.total), tally.total >= 0, what)


def partners_of(player: Player, counted: Counted) -> Iterator[With]:
    """With whom somebody was on the makers' side, whoever had called whom, the best first."""
    for pair in counted.pairs:
        if str(player) in pair.people:
            other = next(name for name in pair.people if name != str(player))
            total = pair.hands.total
            yield With(int(other), pair.won.count, pair.hands.count, signed(total), total >= 0)


def shown_pair(state: TableState, pair: Pair) -> tuple[tuple[str, ...], With]:
    """Two names, and how they did together."""
    names = tuple(state.name(int(person)) for person in pair.people)
    total = pair.hands.total
    return names, With(int(pair.people[0]), pair.won.count, pair.hands.count, signed(total), total >= 0)


# --- The hands behind a number ---


class HandRow(NamedTuple):
    """A hand behind a number; without an address where its sheet is an earlier one."""

    number: int
    contract: Markup
    result: Markup
    gain: Amount
    address: str


def tally_of(state: TableState, personal: Personal, what: str) -> Tally:
    """The hands of a number by its word; there is no page of any other word."""
    own = {"hands": personal.hands, "best": personal.best, "worst": personal.worst, "streak": personal.streak}
    if what in own:
        return own[what]
    if what.startswith("with-"):
        return personal.called.get(what.removeprefix("with-"), NOTHING)
    if what not in {line.code for line in state.game.statistics.counts}:
        abort(404)
    return deeds(personal, what)


def hand_rows(table_id: str, state: TableState, player: Player, tally: Tally) -> Iterator[HandRow]:
    """These hands, the latest first."""
    evenings = evenings_of(state, all_sheets())
    for place in reversed(tally.places):
        record = record_at(evenings, place)
        is_current = place.evening == len(evenings) - 1
        moment = moment_of(state, record)
        yield HandRow(
            record.number,
            moment.label if moment else Markup(""),
            moment.fact if moment else Markup(""),
            record.amounts.get(player, 0),
            f"/t/{table_id}/sheet/{record.number}" if is_current else "",
        )


def record_at(evenings: list[Evening], place: Place) -> HandRecord:
    """The hand at a place."""
    entry = evenings[place.evening].entries[place.entry]
    assert isinstance(entry, HandRecord)
    return entry
