"""The hands behind a number of a group: of all its nights of one game, of all together or of somebody."""

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.games.game import Game
from scorekeeper.table.evenings import Evening, sheets_of
from scorekeeper.table.statistics import PlayedSheet, count_statistics
from scorekeeper.web.evening.hand_lists import SheetSource, hand_rows, select_hands, select_hands_of_person
from scorekeeper.web.groups.group_pages import group_by_game, heavy_if_many_nights, in_group, person_of
from scorekeeper.web.page.dates import write_date
from scorekeeper.web.page.group_nights import GroupHistory, load_group_history

blueprint = Blueprint("group_hands", __name__)


@blueprint.get("/g/<group_id>/<game_key>/hands")
@in_group()
@heavy_if_many_nights
def of_all(group_id: str, game_key: str) -> str:
    """The hands of a number of all together."""
    return hands_page(load_group_history(group_id), game_key)


@blueprint.get("/g/<group_id>/people/<int:person>/<game_key>/hands")
@in_group()
@heavy_if_many_nights
def of_person(group_id: str, person: int, game_key: str) -> str:
    """The hands of a number of somebody."""
    return hands_page(load_group_history(group_id), game_key, person)


def hands_page(met: GroupHistory, game_key: str, person: int | None = None) -> str:
    """A list of hands, each with its night, which it leads to."""
    game, evenings = find_played_game(met, game_key)
    sources = [source_of(met.group.id, evening, sheet) for evening, sheet in sheets_of(evenings)]
    counted, what = count_statistics([source.sheet for source in sources]), request.args.get("what", "hands")
    if person is None:
        asked = select_hands(game, counted, what)
    else:
        personal = counted.people.get(str(person_of(met.group, person).number)) or abort(404)
        asked = select_hands_of_person(game, personal, str(person), what)
    names = {str(each.number): each.name for each in met.group.people}
    return render_template(
        "groups/hands.html",
        group=met.group,
        person=person,
        name=" + ".join(names[each] for each in asked.people),
        label=asked.label,
        rows=list(hand_rows(sources, counted, asked, what)),
    )


def find_played_game(met: GroupHistory, game_key: str) -> tuple[Game, list[Evening[int]]]:
    """A game with the evenings on which it was played; there is no page of any other."""
    return next(((game, evenings) for game, evenings in group_by_game(met) if game.key == game_key), None) or abort(404)


def source_of(group_id: str, evening: Evening[int], sheet: PlayedSheet) -> SheetSource:
    """A score sheet of a night. Phones of the group that were not at its table see the night."""
    address = url_for("group_nights.page", group_id=group_id, table_id=evening.table_id)
    return SheetSource(sheet, evening.state, address, write_date(evening.at))
