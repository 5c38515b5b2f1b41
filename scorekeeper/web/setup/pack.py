"""The pack and the deal, drawn: what to take out, the table from above, the rounds of cards."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from flask import render_template, request

from scorekeeper.games.game import Game, Player
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import Message
from scorekeeper.table.moves import deal_next_hand, usual_seats
from scorekeeper.table.state import TableState
from scorekeeper.web.page.round_table import places_around
from scorekeeper.web.page.screens import screens_for

ROOM_OF_A_NAME = 14
"""How wide a name may be around the drawn table, in narrow letters; less where many sit, and at its sides."""

WIDTH_OF_A_LETTER = 10


class SeatPlace(NamedTuple):
    """A seat around the drawn table: where its name stands, and how it is aligned there."""

    x: int
    y: int
    anchor: str
    name: str
    part: Message | None
    own: bool


def pack_page(
    game: Game,
    rules: Ruleset,
    *,
    count: int = 0,
    state: TableState | None = None,
    table_id: str = "",
    visitor: Any = None,
    back: str = "",
) -> str:
    """The page for a table, or for a rule set that so many want to play."""
    setup, counts = screens_for(game.key).setup, game.seat_counts(rules)
    seats, begins, opening, possible = pack_seats(state, counts, count)
    shown = setup.pack(rules, len(seats)) if setup.pack else None
    own = visitor.player if visitor and possible else None
    return render_template(
        "setup/rules/pack.html",
        game=game,
        state=state,
        table_id=table_id,
        visitor=visitor,
        pack=shown,
        setup=setup,
        opening=opening,
        players=len(seats),
        counts=counts,
        args=request.args,
        places=list(seat_places(seats, begins, own, state if possible else None, shown, clockwise=setup.clockwise)),
        back=back or (f"/t/{table_id}" if table_id else "/"),
    )


class PackSeats(NamedTuple):
    """The seats round the drawn table and who begins; `possible` where they are people who can play."""

    seats: tuple[Player, ...]
    begins: Player
    opening: object
    possible: bool


def pack_seats(state: TableState | None, counts: range, count: int) -> PackSeats:
    """Return the seats of the hand in progress or of the next; else the first `count` numbers, if so many can play."""
    seats = usual_seats(state) if state else ()
    if state and state.current:
        hand = state.current.hand
        return PackSeats(hand.seats, hand.session.begins, None, possible=True)
    if state and len(seats) in counts:
        hand = deal_next_hand(state, seats).hand
        return PackSeats(seats, hand.session.begins, screens_for(state.game.key).recording.opening(hand), possible=True)
    players = len(state.seating) if state and len(state.seating) in counts else count if count in counts else counts[0]
    return PackSeats(tuple(range(1, players + 1)), 1, None, possible=False)


def seat_places(
    seats: tuple[Player, ...],
    begins: Player | None,
    own: Player | None,
    state: TableState | None,
    pack: Any,
    *,
    clockwise: bool,
) -> Iterator[SeatPlace]:
    """Yield the seats around the table from above; the reader sits at the bottom, else whoever begins."""
    bottom = own if own in seats else begins if begins in seats else seats[0]
    first = seats.index(begins) if begins in seats else 0
    start, count = seats.index(bottom), len(seats)
    room = ROOM_OF_A_NAME if count <= 6 else 8
    for turn, (x, y) in enumerate(places_around(count, clockwise=clockwise)):
        player = seats[(start + turn) % count]
        anchor = "middle" if abs(x) < 0.3 else "start" if x > 0 else "end"
        beside = room if anchor == "middle" else min(room, round((183 - abs(x) * 104) / WIDTH_OF_A_LETTER))
        name = fit_name(state.name(player), beside) if state else str(player)
        part = pack.parts.get((start + turn - first) % count) if pack else None
        height = 106 + y * 86 if y > 0 else 106 + y * 74 - (12 if part and y < -0.3 else 0)
        yield SeatPlace(round(183 + x * 104), round(height), anchor, name, part, player == own)


def fit_name(name: str, room: int) -> str:
    """Return a name cut to so many narrow letters; wide ones count twice."""
    width, kept = 0, ""
    for letter in name:
        width += 2 if east_asian_width(letter) in "WF" else 1
        if width > room:
            return kept + "…"
        kept += letter
    return name
