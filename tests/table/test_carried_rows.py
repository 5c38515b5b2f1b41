"""Rows that follow from others are not stored, and come back as they were, whatever later programs pay."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bookkeeper import encode_last_action, fold_each
from scorekeeper.cards import Suit
from scorekeeper.codec import encode
from scorekeeper.games import GAMES, mighty, zhao_pengyou
from scorekeeper.games.zhao_pengyou.levels import Level, shift_level
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.table import moves as m
from scorekeeper.table.carried_rows import carry_session, expand_rows, shorten_rows
from scorekeeper.table.ledger import Ledger, row_content
from scorekeeper.table.state import Row
from tests import toy
from tests.cases import for_each, require
from tests.table.many_hands import PEOPLE, SIZES, evening_moves
from tests.table.tables import hands, log, play, reopen, same, steps, toy_opening
from tests.table.test_rows import ANA, BO, CHO, EVENING, Later, later_programs
from tests.toy import TOY, Draw

JsonRows = list[dict[str, Any]]


def correct_first_hand(ledger: Ledger) -> Ledger:
    """Return the ledger after the first hand was corrected to another result."""
    (first,) = ledger.state.hands[0].moves
    match first:
        case Draw(winner):
            changes = {"winner": 1 + winner % 3}
        case mighty.RecordHand(bid=bid):
            changes = {"points": bid.level + 2}
        case zhao_pengyou.RecordHand(points=points):
            changes = {"points": 0 if points else 80}
    return play(ledger, m.CorrectHand(1, (msgspec.structs.replace(first, **changes),)))


# --- What is stored ---


@for_each(*SIZES)
def test_a_correction_stores_as_much_after_a_long_evening_as_after_a_short_one(game: str, players: int) -> None:
    sizes = []
    for count in (10, 60):
        evening = play(Ledger(keeps=10), *evening_moves(game, players, count))
        corrected = correct_first_hand(evening)
        assert corrected.last
        assert len(corrected.last.rows or ()) >= count
        for after in (corrected, play(evening, m.VoidHand(1, "misdeal"))):
            stored = encode_last_action(after)
            assert len(msgspec.json.decode(stored.rows or b"[]")) <= 3
            sizes.append(stored.size)
    short, short_void, long, long_void = sizes
    assert long <= short + 40, "numbers of more digits"
    assert long_void <= short_void + 40


@for_each({}, {"skip_low": True})
def test_a_correction_of_levels_that_go_round_stores_as_little(rules: dict[str, Any]) -> None:
    ledger = play(Ledger(keeps=10), m.CreateTable("zhao_pengyou", "joker_laps", rules, PEOPLE[:5]))
    for number in range(40):
        ledger = play(ledger, m.StartHand())
        hand = require(ledger.state.current).hand
        maker, suit = hand.session.maker or 1, hand.trumps.suit if hand.trumps else Suit.HEARTS
        points = (0, 30, 160, 60)[number % 4]
        ledger = play(ledger, zhao_pengyou.RecordHand(maker, suit, (maker % 5 + 1,), points, "makers"))
    assert max(level.lap for level in ledger.state.session.levels.values()) > 0
    corrected = play(ledger, m.VoidHand(1, "misdeal"))
    assert corrected.last
    assert len(corrected.last.rows or ()) == 40
    assert len(msgspec.json.decode(encode_last_action(corrected).rows or b"[]")) <= 3


def test_rows_of_an_evening_come_back_as_they_were() -> None:
    """On the present sheet and on earlier ones, with penalties, newcomers, undo and redo between them."""
    moves = [*EVENING, m.VoidHand(6, "enough"), m.BeginSession(), *hands(BO, CHO, ANA), m.CorrectHand(1, (Draw(CHO),))]
    moves += [m.CorrectHand(3, (Draw(CHO),), sheet=1), m.VoidHand(3, "x", sheet=1), m.Undo(), m.Redo()]
    ledgers = list(steps(Ledger(), *moves))
    short = [encode_last_action(ledger) for ledger in ledgers]
    assert [msgspec.json.decode(action.carried) for action in short if action.carried] == [
        *([None], [None], [None], [1], [1])
    ]
    assert sum(action.size for action in short) < sum(encode_last_action(each, whole=True).size for each in ledgers)
    for ledger, read in zip(ledgers, fold_each(short), strict=True):
        assert same(read, ledger)
        assert (require(read.last).rows, read.state.entries) == (require(ledger.last).rows, ledger.state.entries)


@later_programs
def test_what_follows_stands_as_if_it_were_stored(later: Later, *, monkeypatch: pytest.MonkeyPatch) -> None:
    """Later programs that pay, deal or judge otherwise read the same rows."""
    moves = [*EVENING, m.VoidHand(6, "enough"), *hands(BO, CHO), m.CorrectHand(5, (Draw(ANA),))]
    ledgers = list(steps(Ledger(), *moves))
    short, whole = ([encode_last_action(ledger, whole=whole) for ledger in ledgers] for whole in (False, True))
    assert any(action.carried for action in short)
    later(monkeypatch)
    for one, other in zip(fold_each(short), fold_each(whole), strict=True):
        assert same(one, other)
    assert reopen(short).state == reopen(whole).state


PLACES = st.lists(st.integers(0, 9), min_size=1, max_size=8)
ROWS = st.lists(
    st.builds(
        lambda place, rungs, gains, refused: Row(
            place, toy.Session(2, dict(enumerate(rungs, 1))), gains, ("toy.not_seated",) if refused else ()
        ),
        st.integers(0, 9),
        st.lists(st.integers(0, 3), min_size=3, max_size=3),
        st.dictionaries(st.integers(1, 3), st.integers(-1, 1), max_size=1),
        st.booleans(),
    ),
    max_size=8,
)
"""Rows as a file may have them, of a sheet of seven entries."""


@given(ROWS, st.booleans())
def test_whatever_rows_an_action_has_come_back(rows: list[Row[Any]], in_order: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "toy", TOY)
        state = play(Ledger(), toy_opening(), *hands(BO, CHO, BO, ANA)).state
    given_rows = tuple(
        {row.entry: row for row in sorted(rows, key=lambda each: each.entry)}.values() if in_order else rows
    )
    stored, carried = shorten_rows(state, given_rows)
    assert (expand_rows(state, stored, carried) if carried else stored) == given_rows


@given(st.integers(0, 6), st.lists(st.integers(-2, 2), min_size=3, max_size=3), st.integers(0, 6))
def test_what_one_entry_changes_is_carried_on_to_the_end(place: int, by: list[int], other: int) -> None:
    """Another entry that changes besides is stored too, and is carried on from there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "toy", TOY)
        state = play(Ledger(), toy_opening(), *hands(BO, CHO, BO, ANA)).state
    places, moved, rows = {place, place + other}, [0, 0, 0], list[Row[Any]]()
    for at, entry in enumerate(state.entries):
        if at in places:
            moved = [sum(pair) for pair in zip(moved, by, strict=True)]
        session, gains = row_content(entry)
        rungs = {player: rung + moved[player - 1] for player, rung in session.rungs.items()}
        if any(moved[player - 1] for player in rungs):
            rows.append(Row(at, msgspec.structs.replace(session, rungs=rungs), gains))
    stored, carried = shorten_rows(state, tuple(rows))
    assert len(stored) <= 2 + 3, "newcomers stand on the first rung, whatever those before them were given"
    assert (expand_rows(state, stored, carried) if carried else stored) == tuple(rows)


# --- How rows follow: this is the stored form, and never changes ---


def make_points(*balances: Any, begins: int = 1, spent: tuple[int, ...] = ()) -> mighty.Session:
    return mighty.Session(begins, begins, spent, dict(enumerate(balances, 1)), False)


def make_levels(*levels: str, passive: set[int] | None = None, **owed: int) -> zhao_pengyou.Session:
    found = {int(name[1:]): levels for name, levels in owed.items()}
    texts: Any = dict(enumerate(levels, 1))
    return zhao_pengyou.Session(1, texts, frozenset(passive or ()), None, found)


def make_rungs(*rungs: int) -> toy.Session:
    return toy.Session(1, dict(enumerate(rungs, 1)))


@for_each(
    ("points are shifted", "mighty", make_points(5, 5), make_points(7, 4), make_points(9, 1), make_points(11, 0)),
    ("thirds become whole", "mighty", make_points(Fraction(1, 3)), make_points(Fraction(2, 3)),
     make_points(Fraction(2, 3)), make_points(1)),
    ("who begins stays as played", "mighty", make_points(5), make_points(7, begins=2), make_points(5, begins=3),
     make_points(7, begins=3)),
    ("who begins is carried on where nothing was played", "mighty", make_points(5, begins=1), make_points(5, begins=2),
     make_points(5, begins=1), make_points(5, begins=2)),
    ("a spent token is carried on", "mighty", make_points(5), make_points(5, spent=(1,)), make_points(8),
     make_points(8, spent=(1,))),
    ("a token that the entry spent stays", "mighty", make_points(5), make_points(5, spent=(1,)),
     make_points(5, spent=(2,)), make_points(5, spent=(2,))),
    ("a newcomer has what the rules gave", "mighty", make_points(5), make_points(7), make_points(5, 100),
     make_points(7, 100)),
    ("levels are shifted", "zhao_pengyou", make_levels("2", "3"), make_levels("4", "2"), make_levels("5", "3"),
     make_levels("7", "2")),
    ("no level is below two", "zhao_pengyou", make_levels("5"), make_levels("2"), make_levels("4"), make_levels("2")),
    ("levels go round", "zhao_pengyou", make_levels("K"), make_levels("A"), make_levels("JK"), make_levels("2+")),
    ("levels owed are carried on", "zhao_pengyou", make_levels("2", "2"), make_levels("2", "2", p2=3),
     make_levels("4", "2", p1=1), make_levels("4", "2", p1=1, p2=3)),
    ("levels owed no more are gone", "zhao_pengyou", make_levels("2", p1=2, p2=1), make_levels("2", p2=1),
     make_levels("2", p1=2, p2=3), make_levels("2", p2=3)),
    ("passive players are as played", "zhao_pengyou", make_levels("2"), make_levels("2", passive={1}),
     make_levels("2", passive={2}), make_levels("2", passive={2})),
    ("rungs are shifted", "toy", make_rungs(1, 2), make_rungs(1, 3), make_rungs(2, 2), make_rungs(2, 3)),
)  # fmt: skip
def test_how_a_session_follows(about: str, game: str, was: Any, now: Any, after: Any, follows: Any) -> None:
    carried = carry_session(GAMES[game], GAMES[game].rules(), was, now, after)
    assert carried == follows
    assert encode(carried) == encode(follows), "a whole number is one"


SHIFTED = [
    (False, "2", "4", "5", "7"),
    (False, "A", "JK", "JK", "2+"),
    (False, "2", "JK", "K", "Q+"),
    (False, "5+", "3+", "2+", "A"),
    (False, "5", "2", "3", "2"),
    (True, "A", "JK", "JK", "10+"),
    (True, "10+", "JK+", "J+", "10++"),
    (True, "10+", "JK", "10+", "JK"),
    (True, "K", "JK", "JK+", "J++"),
    (True, "5+", "J+", "K+", "A+"),
]
"""Whether later laps begin at ten, the level before, as it was and is now, and the one after, as it was and follows."""


@for_each(*SHIFTED)
def test_how_a_level_follows(skip_low: bool, was: str, now: str, after: str, follows: str) -> None:
    rules = Rules(end="joker_lap", making_trumps="predetermined", skip_low=skip_low)
    assert shift_level(rules, *map(Level.of, (was, now, after))) == Level.of(follows)


def test_an_action_as_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Written by hand, as every later program has to read it."""
    records = log(toy_opening(top=9), *hands(BO, CHO, BO), m.CorrectHand(1, (Draw(ANA),)))
    row = '{"entry":3,"gains":{"1":1},"refused":[],"session":{"begins":2,"rungs":{"1":1,"2":0,"3":0}},"sheet":null}'
    assert records[-1].rows is not None
    assert msgspec.json.decode(records[-1].rows) == [msgspec.json.decode(row)]
    assert records[-1].carried == b"[null]"
    by_hand = msgspec.structs.replace(records[-1], rows=f"[{row}]".encode())
    monkeypatch.setattr(m.CorrectHand, "play", lambda _move, _state: 1 / 0)
    entries = reopen([*records[:-1], by_hand]).state.entries
    assert [entry.after.rungs for entry in entries[3:]] == [{1: 1, 2: 0, 3: 0}, {1: 1, 2: 0, 3: 1}, {1: 1, 2: 1, 3: 1}]
