"""Statistics of a table: everyone beside each other, one person's numbers, and the hands that make a number."""

from flask import Blueprint, abort, g, render_template, request

from scorekeeper.games.game import Player
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import TableState
from scorekeeper.table.statistics import (
    NOTHING,
    EveningStatistics,
    Pair,
    PersonalStatistics,
    PlayedSheet,
    count_statistics,
)
from scorekeeper.values import RecentValues
from scorekeeper.web.board.frames import SHEET, audience_of
from scorekeeper.web.evening.figures import (
    Teammate,
    called_friends,
    cells_of,
    columns_of,
    detail_figures,
    headline_figures,
    maker_partners,
    overall_figures,
    pair_line,
)
from scorekeeper.web.evening.hand_lists import (
    HandSelection,
    SheetSource,
    hand_rows,
    select_hands,
    select_hands_of_person,
)
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.large_tables import LARGE_FOR_NUMBERS, heavy_if_large

blueprint = Blueprint("statistics", __name__, url_prefix="/t/<table_id>/statistics")

MOST_COUNTED = 50
"""The most counts in the cache, of all tables."""

BEST_PAIRS = 3
"""The number of pairs in the list; pairs equal to the last one are added."""


@blueprint.get("")
@at_table()
@heavy_if_large(LARGE_FOR_NUMBERS)
def page(table_id: str) -> str:
    """Render the statistics of all players, of this sheet or of all sheets of the table."""
    ledger = services().books.ledger(table_id)
    state, counted = ledger.state, counted_of(table_id, ledger, all_sheets())
    return render_template(
        "evening/statistics.html",
        table_id=table_id,
        state=state,
        counted=counted,
        all_sheets=all_sheets(),
        overall=list(overall_figures(state.game, counted)),
        rows=[
            (player, list(cells_of(state.game, counted.people[str(player)]))) for player in players_of(state, counted)
        ],
        columns=columns_of(state.game),
        pairs=[(names_of_people(state, pair.people), pair_line("", pair)) for pair in best_pairs(counted)],
        sheet_version=services().hub.frame(table_id, audience_of(g.visitor, SHEET)).version,
        visitor=g.visitor,
    )


@blueprint.get("/<int:player>")
@at_table()
@heavy_if_large(LARGE_FOR_NUMBERS)
def person(table_id: str, player: Player) -> str:
    """Render a player's numbers; each leads to the hands behind it."""
    ledger = services().books.ledger(table_id)
    state, personal = ledger.state, personal_of(table_id, ledger, player)
    counted = counted_of(table_id, ledger, all_sheets())
    return render_template(
        "evening/person.html",
        table_id=table_id,
        state=state,
        player=player,
        all_sheets=all_sheets(),
        total=personal.hands.total,
        heads_of=list(headline_figures(personal)),
        figures=list(detail_figures(state.game, personal)),
        called=[with_name(state, each) for each in called_friends(personal)],
        partners=[with_name(state, each) for each in maker_partners(str(player), counted)],
        visitor=g.visitor,
    )


@blueprint.get("/hands")
@at_table()
@heavy_if_large()
def hands(table_id: str) -> str:
    """Render the hands behind a number of all players together."""
    ledger = services().books.ledger(table_id)
    what = request.args.get("what", "hands")
    counted = counted_of(table_id, ledger, all_sheets())
    asked = select_hands(ledger.state.game, counted, what)
    return hands_page(table_id, ledger, asked, what, " + ".join(names_of_people(ledger.state, asked.people)))


@blueprint.get("/<int:player>/hands")
@at_table()
@heavy_if_large()
def hands_of(table_id: str, player: Player) -> str:
    """Render the hands behind a number of one player."""
    ledger = services().books.ledger(table_id)
    what = request.args.get("what", "hands")
    asked = select_hands_of_person(ledger.state.game, personal_of(table_id, ledger, player), str(player), what)
    return hands_page(table_id, ledger, asked, what, ledger.state.name(player), player)


def hands_page(
    table_id: str, ledger: Ledger, asked: HandSelection, what: str, name: str, player: Player | None = None
) -> str:
    """Render a list of hands under a name, with a way back to the statistics."""
    counted = counted_of(table_id, ledger, all_sheets())
    return render_template(
        "evening/hands.html",
        table_id=table_id,
        state=ledger.state,
        player=player,
        name=name,
        label=asked.label,
        all_sheets=all_sheets(),
        rows=list(hand_rows(sources_of(table_id, ledger.state, all_sheets()), counted, asked, what)),
        visitor=g.visitor,
    )


def all_sheets() -> bool:
    """Return whether all sheets of the table are asked for, not only the present one."""
    return request.args.get("sheets") == "all"


# --- What is counted ---


counts = RecentValues[tuple[str, int, bool], EveningStatistics](MOST_COUNTED)


def counted_of(table_id: str, ledger: Ledger, of_all: bool) -> EveningStatistics:
    """The statistics of a table at its version, counted once."""
    key = table_id, ledger.version, of_all
    return counts.get(key) or counts.keep(
        key, count_statistics([source.sheet for source in sources_of(table_id, ledger.state, of_all)])
    )


def sources_of(table_id: str, state: TableState, of_all: bool) -> list[SheetSource]:
    """The sheets that count, oldest first: whoever plays at this table is a person by their number."""
    people = {player: str(player) for player in state.people}
    sheets = [sheet.entries for sheet in state.sheets] if of_all else []
    earlier = [
        SheetSource(PlayedSheet(state.game, entries, people), state, f"/t/{table_id}/sheets/{sheet}/{{number}}")
        for sheet, entries in enumerate(sheets, 1)
    ]
    return [
        *earlier,
        SheetSource(PlayedSheet(state.game, state.entries, people), state, f"/t/{table_id}/sheet/{{number}}"),
    ]


def personal_of(table_id: str, ledger: Ledger, player: Player) -> PersonalStatistics:
    """Return the counts of one person; abort for somebody who is not at the table."""
    if player not in ledger.state.people:
        abort(404)
    counted = counted_of(table_id, ledger, all_sheets())
    return counted.people.get(str(player), PersonalStatistics(NOTHING, {}, NOTHING, NOTHING, NOTHING, {}, {}))


def players_of(state: TableState, counted: EveningStatistics) -> list[Player]:
    """Return the players of any hand, by mean gain, the highest first."""
    played = [player for player in state.people if str(player) in counted.people]
    return sorted(played, key=lambda player: -(counted.people[str(player)].hands.mean or 0))


def best_pairs(counted: EveningStatistics) -> list[Pair]:
    """The pairs that gained most, those that are equal to the last of them too."""
    least = counted.pairs[:BEST_PAIRS][-1].hands.total if counted.pairs else 0
    return [pair for pair in counted.pairs if pair.hands.total >= least]


def names_of_people(state: TableState, people: tuple[str, ...]) -> list[str]:
    """Return the names of the people of this table."""
    return [state.name(int(person)) for person in people]


def with_name(state: TableState, each: Teammate) -> tuple[str, Teammate]:
    """Return the name of a teammate beside the line."""
    return state.name(int(each.person)), each
