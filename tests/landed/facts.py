"""What the program says of a table of Mighty, as plain JSON values: the facts of `expected.json`.

Two things that version 0.1.0 said are not said any more: with how much a person began, and how somebody stood, on older
lines of the score sheet, who had not sat down yet.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from scorekeeper.codec import encode
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import Message
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import dealt, usual_seats
from scorekeeper.table.state import Adjustment, HandRecord, SheetRow, Stamp, TableState, score_sheet
from tests.table.tables import values

Facts = dict[str, Any]
Rulesets = Sequence[Mapping[str, Any]]
"""Every set of house rules that occurs: a fact holds the place of one."""


def known(then: Facts, now: Facts) -> Facts:
    """The facts of version 0.1.0 without what is not said any more. What is left out was of no interest."""
    starts = {str(player): start for player, _, _, start in then["people"]}
    facts = {**then, "people": [person[:3] for person in then["people"]]}
    for name, balances in then.items():
        if name.endswith(".balances"):
            came_later = balances.keys() - (now.get(name) or balances).keys()
            assert all(balances[player] == starts[player] for player in came_later)
            facts[name] = {player: balance for player, balance in balances.items() if player not in came_later}
    return facts


def facts_of(ledger: Ledger, rulesets: Rulesets) -> Facts:
    """Everything that is said of a table now."""
    state = ledger.state
    assert ledger.latest is not None
    facts: Facts = {
        "preset": state.preset,
        "rules": place_of(state.rules, rulesets),
        "people": [[person.number, person.name, person.present] for person in state.people.values()],
        "seating": state.seating,
        "balances": values(state),
        "hand_limit": state.hand_limit,
        "closed": state.closed,
        "ending": [*told(state.ending.why), state.ending.ranking] if state.ending else None,
        "tokens_spent": state.session.spent,
        "next": next_hand(state),
        "counts": ledger.latest.action.stamp.version,
        "can_undo": ledger.can_undo,
        "undone": len(ledger.undone),
    }
    if state.current:
        facts |= {f"current.{name}": value for name, value in running(state.current, rulesets).items()}
    facts |= sheet(state, rulesets)
    return {name: value for name, value in msgspec.json.decode(encode(facts)).items() if value is not None}


def place_of(rules: Ruleset, rulesets: Rulesets) -> int:
    """Where these rules stand in the list. A house rule that is new since has no part in it."""
    return next(place for place, known in enumerate(rulesets) if known.items() <= rules.as_dict().items())


def told(said: Message) -> list[Any]:
    """A message as its code and its facts."""
    return [said.code, dict(said.facts)]


def recorded(stamp: Stamp | None) -> list[Any]:
    """When and by whom."""
    assert stamp is not None
    return [stamp.version, stamp.at, stamp.player, stamp.device]


def next_hand(state: TableState) -> Facts | None:
    """Who plays the next hand, and who begins it, if nobody says otherwise; whoever is not there as it was then."""
    seats = usual_seats(state)
    if state.current or len(seats) not in state.game.seat_counts(state.rules):
        return None
    session = dealt(replace(state, circle=tuple(sorted(state.people))), seats).hand.session
    return {"seats": seats, "dealer": session.begins, "first": session.first}


def sheet(state: TableState, rulesets: Rulesets) -> Facts:
    """Every line of the score sheet."""
    facts: Facts = {}
    adjustments = after = 0
    for row in score_sheet(state.entries):
        if row.hand:
            after, name = row.hand.number, f"hand.{row.hand.number}"
            facts[name] = over(state, row.hand, row, rulesets)
        else:
            adjustments, name = adjustments + 1, f"adjustment.{adjustments + 1}"
            facts[name] = by_hand(row, after)
        facts[f"{name}.balances"] = {player: standing.value for player, standing in row.standings.items()}
    return facts


def by_hand(row: SheetRow, after: int) -> Facts:
    """A change of balances by hand, which stands after so many hands."""
    entry = row.entry
    assert isinstance(entry, Adjustment)
    return {
        "after_hand": after,
        "amounts": row.amounts,
        "reason": entry.reason,
        "penalized": entry.penalized,
        "recorded": recorded(entry.stamp),
    }


def as_dealt(record: HandRecord) -> Facts:
    """What is said alike of a hand in progress and of one that is over."""
    hand, opened = record.hand, record.opened
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


def over(state: TableState, record: HandRecord, row: SheetRow, rulesets: Rulesets) -> Facts:
    """A hand that is over."""
    hand, summary = record.hand, state.summary(record)
    steps = record.settlement.accounts[0].steps if record.settlement else ()
    return {
        **as_dealt(record),
        "rules": place_of(hand.rules, rulesets),
        "calls": len(hand.auction.calls),
        "contract": summary.contract,
        "points": hand.result.points if hand.result else None,
        "result": told(summary.result) if summary.result else None,
        "steps": [[step.why.code, step.effect, step.amount] for step in steps],
        "amounts": row.amounts,
        "voided": record.voided,
        "corrections": len(record.earlier),
        "recorded": recorded(record.stamp),
    }


def running(record: HandRecord, rulesets: Rulesets) -> Facts:
    """The hand in progress."""
    hand = record.hand
    return {
        **as_dealt(record),
        "number": record.number,
        "rules": place_of(hand.rules, rulesets),
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
