"""Small helpers that templates share: rows, labels, and lists in the reader's language."""

import secrets
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.cards import Suit
from scorekeeper.games.game import Ending, Game, Player, Summary
from scorekeeper.house_rules import HouseRule, Ruleset
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Settlement
from scorekeeper.table.history import tell_action
from scorekeeper.table.ledger import Action
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.table.views import score_sheet
from scorekeeper.web.environment import same_for_all
from scorekeeper.web.language import gettext
from scorekeeper.web.rules import blocks
from scorekeeper.web.wording import number, say, sentence, signed, word


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.filters.update(told=told, source=source, labelled=labelled, trump=trump, value_rows=value_rows)
    app.jinja_env.globals.update(
        new_key=lambda: secrets.token_urlsafe(12),
        rule_blocks=blocks,
        choices_of=choices_of,
        step_rows=step_rows,
        sheet_rows=sheet_rows,
        seat_tags=seat_tags,
        payment_rows=payment_rows,
        winners=winners,
        makers_of=makers_of,
        ranked=ranked,
        balances_of=balances_of,
        message=message,
        same_for_all=same_for_all,
    )


def told(action: Action, state: TableState) -> Markup:
    """What an action did, in a line: what it came to, or that the table was opened."""
    said = tell_action(action)
    return say(said[0] if action.stamp.version == 1 else said[-1], state)


def source(said: Message, state: TableState) -> str:
    """The rule behind a refusal."""
    return sentence(said.code, state.game).source


def labelled(code: str, game: Game) -> Markup:
    """The label of a code without facts, such as a role."""
    return say(message(code), game=game)


def choices_of(rule: HouseRule, rules: Ruleset) -> list[tuple[str, Markup]]:
    """What a house rule can be set to under `rules`, as a form writes it, with the labels."""
    return [(str(value).lower(), word(label)) for value, label in rule.choices_under(rules).items()]


def step_rows(state: TableState, settlement: Settlement[Player]) -> Iterator[tuple[Markup, str, str]]:
    """The steps of a payment: the rule in words and what it adds, or by how much it multiplies."""
    for step in settlement.steps:
        yield say(step.why, state), "", f"×{number(step.amount)}" if step.effect == "times" else signed(step.amount)


def sheet_rows(state: TableState) -> Iterator[Mapping[str, Any]]:
    """The score sheet's lines as its table shows them."""
    for row in score_sheet(state):
        yield hand_row(state, row.hand, row.amounts) if row.hand else adjustment_row(state, row.amounts, row.entry)


def hand_row(state: TableState, record: HandRecord, amounts: Mapping[Player, Any]) -> Mapping[str, Any]:
    """A hand as a line."""
    summary = state.summary(record)
    return {
        "number": record.number,
        "void": record.voided is not None,
        "corrected": bool(record.earlier),
        "contract": word(summary.contract) if summary.contract is not None else gettext("void"),
        "cells": [
            {
                "shown": signed(amounts[player]) if player in amounts else "",
                "role": role_word(state, summary.roles.get(player)),
            }
            for player in state.people
        ],
    }


def role_word(state: TableState, role: str | None) -> str:
    """The part of a player that a line of the score sheet marks: everyone's but the defenders'."""
    return "" if role is None or role in ROLE_KINDS else str(labelled(role, state.game))


def adjustment_row(state: TableState, amounts: Mapping[Player, Any], entry: Any) -> Mapping[str, Any]:
    """A penalty or another change of balances as a line."""
    return {
        "number": None,
        "void": False,
        "corrected": False,
        "contract": entry.reason,
        "cells": [
            {"shown": signed(amounts[player]) if amounts.get(player) else "", "role": ""} for player in state.people
        ],
    }


def seat_tags(state: TableState, board: Mapping[str, Any], player: Player) -> list[Markup]:
    """What stands beside a name: the part played in this hand, or in the last one and what it paid; the final rank."""
    if state.current:
        return [tag(labelled(code, state.game), kind) for code, kind in board["tags"].get(player, ())]
    if state.ending:
        return [tag(escape(gettext("No. %(place)s") % {"place": place(state.ending, player)}), "plain")]
    last = state.entries[-1] if state.entries else None
    if not isinstance(last, HandRecord) or last.voided is not None:
        return []
    role, amount = state.summary(last).roles.get(player), last.amounts.get(player)
    part = [tag(labelled(role, state.game), ROLE_KINDS.get(role, "makers"))] if role else []
    return [*part, tag(escape(signed(amount)), "good" if amount > 0 else "bad")] if amount else part


ROLE_KINDS = {"role.defender": "defenders"}
"""Which side a part in a hand is on, when it is not the makers'."""


def tag(text: Markup, kind: str) -> Markup:
    """A small label; its kind gives it its colour."""
    return Markup(f'<span class="tag tag--{kind}">{escape(text)}</span>')


def balances_of(state: TableState) -> list[str]:
    """The balance of each player, in the order of the score sheet."""
    return [number(state.balances[player]) for player in state.people]


def ranked(state: TableState) -> list[Player]:
    """Everyone from first to last, once the session is over."""
    return [player for equals in state.ending.ranking for player in equals] if state.ending else []


def place(ending: Ending, player: Player) -> int:
    """Which place a player has: one more than how many are before them."""
    better = takewhile(lambda equals: player not in equals, ending.ranking)
    return 1 + sum(len(equals) for equals in better)


def makers_of(summary: Summary) -> list[tuple[Player, str]]:
    """The players of the makers' side with their parts, the parts in order of their names."""
    makers = [(player, role) for player, role in summary.roles.items() if role not in ROLE_KINDS]
    return sorted(makers, key=lambda each: each[1])


def winners(state: TableState) -> str:
    """The names of those who rank first."""
    return ", ".join(state.name(player) for player in state.ending.ranking[0]) if state.ending else ""


def trump(letter: str) -> Markup:
    """A trump suit by its letter, or no-trump."""
    return escape(gettext("NT")) if letter == "NT" else word(Suit(letter))


def payment_rows(state: TableState, record: HandRecord) -> Iterator[tuple[str, Any, str, list[Markup]]]:
    """Who receives and who pays, with the part each played in the hand."""
    roles = state.summary(record).roles
    for player, amount in record.amounts.items():
        role = (
            [tag(labelled(roles[player], state.game), ROLE_KINDS.get(roles[player], "makers"))]
            if player in roles
            else []
        )
        yield state.name(player), amount, signed(amount), role


def value_rows(value: Any) -> Iterator[tuple[Markup, str, str]]:
    """A hand's value card by card."""
    for card, amount in value.lines:
        yield word(card), "", signed(amount)
