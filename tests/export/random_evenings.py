"""Evenings of both games by chance, made in memory and stored at once: hands, corrections, penalties, new sessions."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from scorekeeper.bookkeeper import Bookkeeper, Recorder, apply_move
from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty as m
from scorekeeper.games import zhao_pengyou as z
from scorekeeper.store import Store
from scorekeeper.table import moves as t
from scorekeeper.table.ledger import Ledger

PEOPLE = ("Ana", "Bo", "조민수", "Dan", "Eun", "Fay", "Gil")
MIGHTY_SETS = ("pagat", "base10", "korean40", "wikipedia_ja")
HANDS = 8


def play_random_evening(store: Store, game: str, seed: int) -> str:
    """Record an evening and return the id of its table."""
    random = Random(f"{game}{seed}")
    names = random.sample(PEOPLE, 5 if game == "mighty" else random.choice((5, 6, 7)))
    preset = random.choice(MIGHTY_SETS) if game == "mighty" else next(iter(z.GAME.presets))
    opening = t.CreateTable(game, preset, {}, tuple(names))
    ledgers = [apply_move(Ledger(), opening, Recorder())]
    for _ in range(HANDS):
        for move in random_moves(random, game, ledgers[-1]):
            with suppress(RuleError):
                ledgers.append(apply_move(ledgers[-1], move, Recorder()))
    table = Bookkeeper(store.events).plan_played(opening, ledgers)
    store.events.create_planned(table)
    return table.id


def random_moves(random: Random, game: str, ledger: Ledger) -> Iterator[Any]:
    """Yield a hand and something that people do around it; what is against the rules is left out."""
    players = list(ledger.state.people)
    yield t.StartHand()
    yield random_hand(random, game, players)
    one, other = random.sample(players, 2)
    number = random.randint(1, max(1, len(ledger.state.hands)))
    around = (
        t.Penalize(one, random.randint(1, 5), random.random() < 0.5, "revoke"),
        t.Adjust({one: 2, other: -2}, "from paper"),
        t.CorrectHand(number, (random_hand(random, game, players),)),
        t.VoidHand(number, "misdeal"),
        t.BeginSession(),
        t.SwapSeats(one, other),
        t.Undo(),
    )
    if random.random() < 0.6:
        yield random.choice(around)


def random_hand(random: Random, game: str, players: list[int]) -> Any:
    declarer, *others = random.sample(players, len(players))
    if game == "mighty":
        friend = random.choice((None, others[0]))
        bid = m.Bid(random.randint(14, 20), random.choice((*Suit, None)))
        call = m.Call.parse("none" if friend is None else "card")
        return m.RecordHand(declarer, bid, call, random.randint(0, 20), friend)
    setting = z.find_setting(z.Rules(), len(players))
    friends = tuple(others[: random.randint(0, setting.most_makers - 1)])
    points = random.randrange(0, 100 * setting.packs + 1, 5)
    return z.RecordHand(declarer, random.choice(list(Suit)), friends, points, random.choice(("makers", "defenders")))
