"""Standings after each line of a sheet, and the leader at each time."""

from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.standings_over_time import find_leads, track_standings
from scorekeeper.table.state import TableState
from tests.cases import for_each
from tests.table.many_hands import SIZES, evening_moves
from tests.table.tables import hands, play, toy_table, values


def courses(state: TableState) -> list[dict[int, object]]:
    return [
        {player: each.value for player, each in after.items()} for after in track_standings(state.entries).standings
    ]


@for_each(*SIZES, count=[0, 1, 7, 200])
def test_every_line_adds_what_it_gave(game: str, players: int, count: int) -> None:
    state = play(Ledger(), *evening_moves(game, players, count)).state
    course = track_standings(state.entries)
    assert (len(course.lines), len(course.standings)) == (count, count + 1)
    assert course.numbers == tuple(range(1, count + 1))
    assert courses(state)[-1] == values(state)
    if game == "mighty":
        now = dict(courses(state)[0])
        for entry, after in zip(state.hands, courses(state)[1:], strict=True):
            now = {player: now[player] + entry.amounts.get(player, 0) for player in now}  # type: ignore[operator]
            assert now == after


def test_what_the_sheet_hides_moves_the_next_line() -> None:
    """Somebody joined after the first hand; a void hand and a change by hand are lines as well."""
    state = play(
        toy_table(top=10),
        *hands(1),
        m.JoinTable("Min"),
        *hands(4),
        m.Adjust({2: 3}, "late"),
        *hands(1),
        m.VoidHand(3, "misdeal"),
    ).state
    assert courses(state) == [
        {1: 0, 2: 0, 3: 0},
        {1: 1, 2: 0, 3: 0},
        {1: 1, 2: 0, 3: 0, 4: 1},
        {1: 1, 2: 3, 3: 0, 4: 1},
        {1: 1, 2: 3, 3: 0, 4: 1},
    ]
    assert track_standings(state.entries).numbers == (1, 2, None, 3)


def test_who_led_when() -> None:
    """Nobody before the first hand; alone, together, and alone again."""
    course = track_standings(play(toy_table(top=10), *hands(1, 2, 2, 3, 1)).state.entries)
    assert find_leads(course) == (((1,), 1, 1), ((1, 2), 2, 2), ((2,), 3, 4), ((1, 2), 5, 5))


def test_nobody_leads_where_all_stand_alike() -> None:
    assert find_leads(track_standings(play(toy_table(top=10), *hands(1, 2, 3)).state.entries))[-1].last == 2
    assert find_leads(track_standings(())) == ()
