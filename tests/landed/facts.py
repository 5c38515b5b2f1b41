"""The facts of a table of Mighty as plain JSON values, in the form of `expected.json`.

Version 0.1.0 recorded two facts that are gone: the balance with which a person began, and the standings of people on
lines of the score sheet before they sat down.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from scorekeeper.codec import encode
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import Message
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import deal_next_hand, usual_seats
from scorekeeper.table.state import Adjustment, HandRecord, SheetRow, Stamp, TableState, score_sheet
from tests.table.tables import values

Facts = dict[str, Any]
Rulesets = Sequence[Mapping[str, Any]]
"""Every set of house rules that occurs; facts hold an index into this list."""


def drop_obsolete(then: Facts, now: Facts) -> Facts:
    """Return the facts of version 0.1.0 without those that are gone."""
    starts = {str(player): start for player, _, _, start in then["people"]}
    facts = {**then, "people": [person[:3] for person in then["people"]]}
    for name, balances in then.items():
        if name.endswith(".balances"):
            came_later = balances.keys() - (now.get(name) or balances).keys()
            assert all(balances[player] == starts[player] for player in came_later)
            facts[name] = {player: balance for player, balance in balances.items() if player not in came_later}
    return facts


def facts_of(ledger: Ledger, rulesets: Rulesets) -> Facts:
    state = ledger.state
    assert ledger.latest is not None
    facts: Facts = {
        "preset": state.preset,
        "rules": find_place(state.rules, rulesets),
        "people": [[person.number, person.name, person.present] for person in state.people.values()],
        "seating": state.seating,
        "balances": values(state),
        "hand_limit": state.hand_limit,
        "closed": state.closed,
        "ending": [*split_message(state.ending.why), state.ending.ranking] if state.ending else None,
        "tokens_spent": state.session.spent,
        "next": describe_next_hand(state),
        "counts": ledger.latest.action.stamp.version,
        "can_undo": ledger.can_undo,
        "undone": len(ledger.undone),
    }
    if state.current:
        facts |= {f"current.{name}": value for name, value in describe_current_hand(state.current, rulesets).items()}
    facts |= describe_sheet(state, rulesets)
    return {name: value for name, value in msgspec.json.decode(encode(facts)).items() if value is not None}


def find_place(rules: Ruleset, rulesets: Rulesets) -> int:
    """Return the index of house rules in `rulesets`. Rules added since are ignored."""
    return next(place for place, known in enumerate(rulesets) if known.items() <= rules.as_dict().items())


def split_message(said: Message) -> list[Any]:
    return [said.code, dict(said.facts)]


def describe_stamp(stamp: Stamp | None) -> list[Any]:
    """Return version, time, player and device of an action."""
    assert stamp is not None
    return [stamp.version, stamp.at, stamp.player, stamp.device]


def describe_next_hand(state: TableState) -> Facts | None:
    """Return the seats of the next hand and who begins it, unless somebody decides otherwise.

    The order is that of the people's numbers, as it was then.
    """
    seats = usual_seats(state)
    if state.current or len(seats) not in state.game.seat_counts(state.rules):
        return None
    session = deal_next_hand(replace(state, circle=tuple(sorted(state.people))), seats).hand.session
    return {"seats": seats, "dealer": session.begins, "first": session.first}


def describe_sheet(state: TableState, rulesets: Rulesets) -> Facts:
    facts: Facts = {}
    adjustments = after = 0
    for row in score_sheet(state.entries):
        if row.hand:
            after, name = row.hand.number, f"hand.{row.hand.number}"
            facts[name] = describe_finished_hand(state, row.hand, row, rulesets)
        else:
            adjustments, name = adjustments + 1, f"adjustment.{adjustments + 1}"
            facts[name] = describe_adjustment(row, after)
        facts[f"{name}.balances"] = {player: standing.value for player, standing in row.standings.items()}
    return facts


def describe_adjustment(row: SheetRow, after: int) -> Facts:
    """Return a change of balances by hand, and the number of hands before it."""
    entry = row.entry
    assert isinstance(entry, Adjustment)
    return {
        "after_hand": after,
        "amounts": row.amounts,
        "reason": entry.reason,
        "penalized": entry.penalized,
        "recorded": describe_stamp(entry.stamp),
    }


def describe_deal(record: HandRecord) -> Facts:
    """Return the facts common to a hand in progress and a finished one."""
    hand, opened = record.hand, record.opening_session
    before = opened if opened.begins else opened.__class__(hand.seats[0], hand.seats[0])
    return {
        "phase": hand.phase,
        "dealer": hand.session.begins,
        "first": hand.session.first,
        "dealt": [before.begins, before.first or before.begins],
        "seats": hand.seats,
        "redeals": hand.redeals,
        "tokens_spent": hand.session.spent,
        "declarer": hand.declarer,
        "call": hand.call,
        "friends": hand.friends,
    }


def describe_finished_hand(state: TableState, record: HandRecord, row: SheetRow, rulesets: Rulesets) -> Facts:
    hand, summary = record.hand, state.summary(record)
    steps = record.settlement.accounts[0].steps if record.settlement else ()
    return {
        **describe_deal(record),
        "rules": find_place(hand.rules, rulesets),
        "calls": len(hand.auction.calls),
        "contract": summary.contract,
        "points": hand.result.points if hand.result else None,
        "result": split_message(summary.result) if summary.result else None,
        "steps": [[step.why.code, step.effect, step.amount] for step in steps],
        "amounts": row.amounts,
        "voided": record.voided,
        "corrections": len(record.previous_versions),
        "recorded": describe_stamp(record.stamp),
    }


def describe_current_hand(record: HandRecord, rulesets: Rulesets) -> Facts:
    hand = record.hand
    return {
        **describe_deal(record),
        "number": record.number,
        "rules": find_place(hand.rules, rulesets),
        "claimer": hand.claimer,
        "calls": hand.auction.calls,
        "turn": hand.auction.turn if hand.phase == "auction" else hand.turn,
        "contract": hand.contract_bid,
        "kitty": hand.kitty,
        "tricks": [[trick.winner, trick.points] for trick in hand.tricks],
        "table": [[play.player, play.card] for play in hand.table],
        "played": sum(hand.played.values()),
        "win_orders": hand.win_orders,
    }
