"""Small helpers that templates share: rows, labels, and lists in the reader's language."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.games.game import Amounts, Game, Player, Role, Standing, Summary
from scorekeeper.house_rules import HouseRule, Ruleset
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Account, Gain
from scorekeeper.table.ledger import Ledger, said
from scorekeeper.table.state import Adjustment, Ending, Entry, HandRecord, SheetRow, TableState, score_sheet
from scorekeeper.web.environment import same_for_all
from scorekeeper.web.language import gettext
from scorekeeper.web.rules import blocks
from scorekeeper.web.screens import Foot
from scorekeeper.web.wording import number, say, sentence, signed, word


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.filters.update(told=told, source=source, labelled=labelled)
    app.jinja_env.globals.update(
        new_key=lambda: secrets.token_urlsafe(16),
        rule_blocks=blocks,
        choices_of=choices_of,
        step_rows=step_rows,
        gained=gained,
        sheet_rows=sheet_rows,
        seat_rows=seat_rows,
        gain_rows=gain_rows,
        hand_title=hand_title,
        standing=standing,
        standings_of=standings_of,
        winners=winners,
        winning_side=winning_side,
        ranked=ranked,
        message=message,
        same_for_all=same_for_all,
    )


def told(ledger: Ledger) -> Markup:
    """What the last action did, in a line: what it came to."""
    return say(said(ledger)[-1], ledger.state)


def source(refusal: Message, state: TableState) -> str:
    """The rule behind a refusal."""
    return sentence(refusal.code, state.game).source


def labelled(code: str, game: Game) -> Markup:
    """The label of a code without facts, such as a role."""
    return say(message(code), game=game)


def choices_of(rule: HouseRule, rules: Ruleset) -> list[tuple[str, Markup]]:
    """What a house rule can be set to under `rules`, as a form writes it, with the labels."""
    return [(str(value).lower(), word(label)) for value, label in rule.choices_under(rules).items()]


def step_rows(state: TableState, account: Account[Player]) -> Iterator[tuple[Markup, str, str]]:
    """The steps of an account: the rule in words and what it adds, or by how much it multiplies."""
    for step in account.steps:
        yield say(step.why, state), "", f"×{number(step.amount)}" if step.effect == "times" else signed(step.amount)


def gained(state: TableState, gain: Gain) -> Markup:
    """What a hand gave somebody: in the game's words where it has some, else as a number that shows which way."""
    return say(gain.said, state) if gain.said else escape(signed(gain.amount))


def sheet_rows(state: TableState, entries: tuple[Entry, ...]) -> Iterator[Mapping[str, Any]]:
    """A score sheet's lines as its table shows them."""
    for row in score_sheet(entries):
        yield hand_row(state, row.hand, row.amounts) if row.hand else other_row(state, row)


def hand_row(state: TableState, record: HandRecord, amounts: Amounts) -> Mapping[str, Any]:
    """A hand as a line."""
    summary = state.summary(record)
    return {
        "number": record.number,
        "void": record.voided is not None,
        "corrected": bool(record.earlier),
        "differs": record.recorded is not None,
        "contract": promised(summary) or (gettext("void") if record.voided is not None else ""),
        "cells": [
            {
                "shown": signed(amounts[player]) if player in amounts else "",
                "role": role_word(state, summary.roles.get(player, ())),
            }
            for player in state.people
        ],
    }


def hand_title(record: HandRecord, summary: Summary) -> Markup:
    """The number of a hand, and what was promised if anything was."""
    number = escape(gettext("Hand %(number)s") % {"number": record.number})
    return Markup("{} · {}").format(number, promised(summary)) if summary.contract is not None else number


def promised(summary: Summary) -> Markup:
    """The contract of a hand; nothing of a hand in which nobody promised anything."""
    return word(summary.contract) if summary.contract is not None else Markup("")


def role_word(state: TableState, roles: tuple[Role, ...]) -> str:
    """The part of a player that a line of the score sheet marks: that of the makers' side."""
    return next((str(labelled(role.code, state.game)) for role in roles if role.side == "makers"), "")


def other_row(state: TableState, row: SheetRow) -> Mapping[str, Any]:
    """A penalty or another change by hand as a line."""
    reason = row.entry.reason if isinstance(row.entry, Adjustment) else gettext("recorded by an older edition")
    return {
        "number": None,
        "void": False,
        "corrected": False,
        "differs": row.entry.recorded is not None,
        "contract": reason,
        "cells": [
            {"shown": signed(row.amounts[player]) if row.amounts.get(player) else "", "role": ""}
            for player in state.people
        ],
    }


def standing(state: TableState, player: Player) -> Markup:
    """How a player stands; nothing of one who was not there yet."""
    standings = state.standings
    return say(standings[player].said, state) if player in standings else Markup("")


def standings_of(state: TableState, session: Any) -> list[Markup]:
    """How everyone stood in a session, in the order of the score sheet."""
    standings: Mapping[Player, Standing] = session.standings
    return [say(standings[player].said, state) if player in standings else Markup("") for player in state.people]


class Seat(NamedTuple):
    """A seat as every screen shows it: `look` are its classes, `foot` stands under the score, `marks` at the name."""

    number: Player
    name: str
    score: Markup
    foot: Markup
    look: str
    turn: bool
    marks: tuple[Markup, ...] = ()


def seat_rows(state: TableState, board: Mapping[str, Any]) -> list[Seat]:
    """The seats in the table's order, which is the same on every phone."""
    turn = board["turn"].player if "turn" in board else None
    marks = marks_of(state)
    return [
        seat_row(state, board.get("feet", {}), player, marks.get(player, ()), turn=player == turn)
        for player in state.seating
    ]


def marks_of(state: TableState) -> Mapping[Player, tuple[Markup, ...]]:
    """What is to be known of how everyone stands; during a hand, of the session that it is played in."""
    session = state.current.hand.session if state.current else state.session
    return {player: tuple(say(mark, state) for mark in each.marks) for player, each in session.standings.items()}


def seat_row(
    state: TableState, feet: Mapping[Player, Foot], player: Player, marks: tuple[Markup, ...], *, turn: bool
) -> Seat:
    """One of them. Marks stand at the name, and in words where the hand has nothing to say of a player."""
    foot = feet.get(player, Foot(Markup(" · ").join(marks)))
    look = (f" seat--{foot.side}" if foot.side else "") + (" seat--turn" if turn else "")
    return Seat(player, state.name(player), standing(state, player), foot.words, look, turn, marks)


def role_tags(state: TableState, roles: Iterable[Role]) -> list[Markup]:
    """What a player is in a hand, in the colour of the side."""
    return [tag(labelled(role.code, state.game), role.side or "plain") for role in roles]


def tag(text: Markup, kind: str) -> Markup:
    """A small label; its kind gives it its colour."""
    return Markup(f'<span class="tag tag--{kind}">{escape(text)}</span>')


def ranked(state: TableState) -> list[Player]:
    """Everyone from first to last, once the session is over."""
    return [player for equals in state.ending.ranking for player in equals] if state.ending else []


def place(ending: Ending, player: Player) -> int:
    """Which place a player has: one more than how many are before them."""
    better = takewhile(lambda equals: player not in equals, ending.ranking)
    return 1 + sum(len(equals) for equals in better)


def winning_side(state: TableState, record: HandRecord) -> str:
    """The side that a hand gave something, none where it gave nobody anything."""
    roles = state.summary(record).roles
    won = (role.side for player, amount in record.amounts.items() if amount > 0 for role in roles.get(player, ()))
    return next((side for side in won if side), "")


def winners(state: TableState) -> str:
    """The names of those who rank first."""
    return ", ".join(state.name(player) for player in state.ending.ranking[0]) if state.ending else ""


def gain_rows(state: TableState, record: HandRecord) -> Iterator[tuple[str, Any, Markup, list[Markup], Markup]]:
    """Who gained and who lost, the makers first, with the part each played in the hand and how each stands after it."""
    roles, settled = state.summary(record).roles, record.settlement
    gains = settled.gains if settled and not record.recorded else {}
    for player, amount in record.amounts.items():
        shown = gained(state, gains[player]) if player in gains else escape(signed(amount))
        after = record.after.standings.get(player) if record.after else None
        now = say(after.said, state) if after else Markup("")
        yield state.name(player), amount, shown, role_tags(state, roles.get(player, ())), now
