"""Another number of players: by which rules as many as are here can play on, and what those change."""

from scorekeeper.games.game import Game
from scorekeeper.messages import Message
from scorekeeper.table.moves import offer_rules
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.screens import screens_for


def ways_to_play(state: TableState) -> Context:
    """Return how many are here, and the rules by which as many can play, with what each says, the usual ones first.

    With the rules in force they play on where their number `fits`: `now` says by what, or some sit out.
    """
    count, counts = len(state.seating), state.game.seat_counts(state.rules)
    offers = () if count in counts else offer_rules(state, count)
    return {
        "count": count,
        "fits": count >= counts[0],
        "ways": [(each, describe_number(state.game, each.rules, count)) for each in offers],
        "now": describe_number(state.game, state.rules, count) if count in counts else (),
        "sits_out": max(0, count - counts[-1]),
    }


def describe_number(game: Game, rules: object, count: int) -> tuple[Message, ...]:
    """Return what so many players need to know to play on under these rules."""
    setup = screens_for(game.key).setup
    if setup.number_facts:
        return setup.number_facts(rules, count)
    told = [setup.pack(rules, count).fact] if setup.pack else []
    return (*told, setup.digest(rules, count)) if setup.digest else tuple(told)
