"""Folding events into the state of a table. Events are facts: nothing here refuses."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import singledispatch
from typing import Any

import msgspec

from scorekeeper.games import find_game
from scorekeeper.games.game import Ending, Game, Player, Situation, ranked
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import message
from scorekeeper.settlement import whole
from scorekeeper.table import events as e
from scorekeeper.table.state import Adjustment, Entry, HandRecord, Person, Stamp, TableState


def evolve(state: TableState | None, event: Any, stamp: Stamp) -> TableState:
    """The state after `event`. An event that is not the table's own is the game's, for the hand in progress."""
    if state is None:
        return created(event)
    return fold(event, state, stamp)


def created(event: e.TableCreated) -> TableState:
    """The empty table that a log begins with."""
    rules = ruled(find_game(event.game), event)
    return TableState(event.game, event.preset, event.changes, rules)


def ruled(game: Game, event: e.TableCreated | e.RulesChanged) -> Ruleset:
    """The house rules that an event names. What contradicts itself today may have been played before."""
    return replace(game.presets[event.preset].rules, **event.changes)


@singledispatch
def fold(event: Any, state: TableState, stamp: Stamp) -> TableState:
    """A game's own event: the hand in progress goes on, and is paid when it is complete."""
    assert state.current is not None
    played = played_on(state, state.current, (event,))
    if played.settlement is None:
        return replace(state, current=played)
    return concluded(state, replace(played, stamp=stamp))


@fold.register
def _(event: e.PlayerJoined, state: TableState, _stamp: Stamp) -> TableState:
    start = state.game.starting_balance(state.rules)
    joined = replace(
        state,
        people={**state.people, event.player: Person(event.player, event.name, start)},
        seating=(*state.seating, event.player),
        balances={**state.balances, event.player: start},
    )
    return judged(joined)


@fold.register
def _(event: e.PlayerRenamed, state: TableState, _stamp: Stamp) -> TableState:
    return with_person(state, event.player, lambda person: replace(person, name=event.name))


@fold.register
def _(event: e.PlayerLeft, state: TableState, _stamp: Stamp) -> TableState:
    left = with_person(state, event.player, lambda person: replace(person, present=False))
    return replace(left, seating=tuple(player for player in state.seating if player != event.player))


@fold.register
def _(event: e.PlayerReturned, state: TableState, _stamp: Stamp) -> TableState:
    returned = with_person(state, event.player, lambda person: replace(person, present=True))
    return replace(returned, seating=(*state.seating, event.player))


@fold.register
def _(event: e.SeatsSwapped, state: TableState, _stamp: Stamp) -> TableState:
    places = {event.one: event.other, event.other: event.one}
    return replace(state, seating=tuple(places.get(player, player) for player in state.seating))


@fold.register
def _(event: e.RulesChanged, state: TableState, _stamp: Stamp) -> TableState:
    rules = ruled(state.game, event)
    changed = replace(state, preset=event.preset, changes=event.changes, rules=rules)
    if state.entries or state.current:
        return judged(changed)
    start = state.game.starting_balance(rules)
    people = {number: replace(person, start=start) for number, person in state.people.items()}
    return replace(changed, people=people, balances=dict.fromkeys(people, start))


@fold.register
def _(event: e.HandsLimited, state: TableState, _stamp: Stamp) -> TableState:
    return judged(replace(state, hand_limit=event.hands))


@fold.register
def _(event: e.HandStarted, state: TableState, _stamp: Stamp) -> TableState:
    opened = situation_for(state, event.seats, event.dealer)
    hand = state.game.deal(state.rules, opened, event.seats)
    return replace(state, current=HandRecord(state.hand_number, hand, opened, dealer=event.dealer))


@fold.register
def _(event: e.HandCorrected, state: TableState, stamp: Stamp) -> TableState:
    decode = e.event_decoder(state.game_key).decode
    game_events = tuple(decode(raw) for raw in event.events)

    def correct(record: HandRecord) -> HandRecord:
        return replace(record, events=game_events, voided=None, stamp=stamp, earlier=(record, *record.earlier))

    return with_hand(state, event.number, correct)


@fold.register
def _(event: e.HandVoided, state: TableState, stamp: Stamp) -> TableState:
    if state.current and state.current.number == event.number:
        return concluded(state, replace(state.current, voided=event.reason, stamp=stamp))
    return with_hand(
        state,
        event.number,
        lambda record: replace(record, voided=event.reason, stamp=stamp, earlier=(record, *record.earlier)),
    )


@fold.register
def _(event: e.Adjusted, state: TableState, stamp: Stamp) -> TableState:
    return concluded(state, Adjustment(event.amounts, event.reason, event.penalized, stamp))


@fold.register
def _(_event: e.SessionEnded, state: TableState, _stamp: Stamp) -> TableState:
    return judged(replace(state, closed=True))


@fold.register
def _(_event: e.SessionResumed, state: TableState, _stamp: Stamp) -> TableState:
    return judged(replace(state, closed=False))


def with_person(state: TableState, player: Player, change: Callable[[Person], Person]) -> TableState:
    """The state with one person changed."""
    return replace(state, people={**state.people, player: change(state.people[player])})


def situation_for(state: TableState, seats: tuple[Player, ...], dealer: Player | None = None) -> Situation:
    """Who deals and speaks first when `seats` play; `dealer` overrules who deals.

    Whoever speaks first after a paid hand still does then; until one is paid, it is the opening of the session.
    """
    before = state.situation
    if before and dealer is None:
        return before
    if before and any(hand.voided is None for hand in state.hands):
        return msgspec.structs.replace(before, dealer=dealer)
    begin = seats.index(dealer) if dealer in seats else 0
    opening = state.game.opening((*seats[begin:], *seats[:begin]))
    return msgspec.structs.replace(opening, tokens_spent=before.tokens_spent if before else ())


def played_on(state: TableState, record: HandRecord, game_events: Iterable[Any]) -> HandRecord:
    """The record after more of the game's events, with its payment once there is one."""
    hand = record.hand
    for event in game_events:
        hand = state.game.evolve(hand, event)
        record = replace(record, events=(*record.events, event))
    return replace(record, hand=hand, settlement=state.game.settlement(hand))


def concluded(state: TableState, entry: Entry) -> TableState:
    """The state with one more entry on the score sheet, and the session judged."""
    return judged(entered(state, entry))


def entered(state: TableState, entry: Entry) -> TableState:
    """The state with one more entry on the score sheet, and its amounts added."""
    balances = dict(state.balances)
    for player, amount in entry.amounts.items():
        balances[player] = whole(balances[player] + amount)
    after = replace(state, entries=(*state.entries, entry), balances=balances)
    if isinstance(entry, HandRecord):
        hand = entry.hand
        situation = state.game.following(hand) if entry.voided is None else hand.situation
        after = replace(after, current=None, situation=situation)
    return after


def judged(state: TableState) -> TableState:
    """The state with its ending: by hand, by the number of hands, or by the game's own rule."""
    hands = [record for record in state.hands if record.voided is None]
    ending = state.game.ending(state.rules, state.balances) if hands else None
    if ending is None and state.hand_limit is not None and len(hands) >= state.hand_limit:
        ending = Ending(message("ending.hand_limit", hands=len(hands)), ranked(state.balances))
    if ending is None and state.closed:
        ending = Ending(message("ending.by_hand"), ranked(state.balances))
    return replace(state, ending=ending)


def with_hand(state: TableState, number: int, change: Callable[[HandRecord], HandRecord]) -> TableState:
    """The state with one past hand changed and everything after it recomputed."""
    entries = [
        change(entry) if isinstance(entry, HandRecord) and entry.number == number else entry for entry in state.entries
    ]
    start = {number: person.start for number, person in state.people.items()}
    again = replace(state, entries=(), balances=start, situation=None, current=None)
    for entry in entries:
        again = entered(again, replayed(again, entry) if isinstance(entry, HandRecord) else entry)
    return judged(replace(again, current=replayed(again, state.current) if state.current else None))


def replayed(state: TableState, record: HandRecord) -> HandRecord:
    """The record dealt again in the state's situation, with the same rules, seats and events."""
    opened = situation_for(state, record.hand.seats, record.dealer)
    hand = state.game.deal(record.hand.rules, opened, record.hand.seats)
    return played_on(state, replace(record, hand=hand, opened=opened, events=()), record.events)


def redeals(state: TableState, record: HandRecord) -> tuple[tuple[Any, ...], Any]:
    """The first events of a hand, up to the last redeal, and the hand after them.

    A correction keeps them: the token that was spent and the dealer that changed are no part of the mistake.
    """
    hand = kept_hand = state.game.deal(record.hand.rules, record.opened, record.hand.seats)
    kept = 0
    for count, event in enumerate(record.events, 1):
        after = state.game.evolve(hand, event)
        if after.redeals > hand.redeals:
            kept, kept_hand = count, after
        hand = after
    return record.events[:kept], kept_hand
