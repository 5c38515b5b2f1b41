"""The result of a hand on every screen: the panel, the formula, everyone's gain, and the handovers of chips."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from flask import Flask
from markupsafe import Markup

from scorekeeper.errors import RuleError, refuse
from scorekeeper.games.game import Move, Player, Standing
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Account, Amount, Step, plan_handovers
from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.page.escaping import NOTHING, escape, html, join_html
from scorekeeper.web.page.forms import BLANK, Form, optional_integer
from scorekeeper.web.page.screens import ResultPanel, screens_for
from scorekeeper.web.page.template_helpers import gain_text, hand_title, role_tags, winning_side
from scorekeeper.web.page.wording import number, say, with_sign


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.globals.update(
        result_panel_of=result_panel_of,
        formula=formula,
        gain_rows=gain_rows,
        has_handovers=has_handovers,
        opening_line=opening_line,
    )


# --- The panel ---


def result_panel_of(state: TableState, record: HandRecord) -> ResultPanel | None:
    """Return the result panel of a hand; None where it did not end, or only its payment is known."""
    summary = state.summary(record)
    if record.voided is not None or summary.result is None:
        return None
    own = screens_for(state.game.key).explaining.result_panel
    if own:
        return own(state, record)
    return ResultPanel(hand_title(record, summary), say(summary.result, state), winning_side(state, record))


DEAL_FIELDS = frozenset({"choose_seats", "leader", "first"})
"""The fields in which a phone chooses who plays the next hand and who begins it."""


def read_deal(state: TableState, form: Form) -> m.StartHand:
    """Read the deal of the next hand; its seats stay open where the form does not ask for them."""
    seats = tuple(player for player in state.seating if f"seat_{player}" in form) if "choose_seats" in form else None
    return m.StartHand(seats, optional_integer(form, "leader"), first=optional_integer(form, "first"))


def opening_line(state: TableState, hand: object, draft: Form = BLANK) -> Markup:
    """Return the sentence on who begins a hand and how, in both wordings where the game has them.

    Where a `draft` chooses who plays or begins, the hand is as that deals it; or the line says why it cannot be.
    """
    if not DEAL_FIELDS.isdisjoint(draft):
        with suppress(RuleError):
            move = read_deal(state, draft).complete(state)
            if problems := tuple(move.check(state)):
                return join_html(" ", (say(each, state) for each in problems))
            state = move.play(state)
            hand = state.current.hand if state.current else hand
    screens = screens_for(state.game.key)
    line = screens.explaining.next_line
    return line(state, hand) if line else say(screens.recording.opening(hand), state)


# --- The formula ---


class FormulaTerm(NamedTuple):
    """A piece of a formula: what stands small above it, what it says, and its kind: term, sign or total."""

    text: Markup
    label: Markup = NOTHING
    kind: str = "term"


def formula(state: TableState, account: Account[Player]) -> tuple[FormulaTerm, ...]:
    """An account as one line of terms, in the short words of its game; empty where a step has none there.

    The sum comes first, then its value, then the multipliers: 2 × (15 − 13) + (17 − 15) = 6 × 2 = 12.
    """
    short = screens_for(state.game.key).explaining.sentences
    if not account.steps or any(f"term.{step.why.code}" not in short for step in account.steps):
        return ()
    added = [step for step in account.steps if step.effect == "add"]
    times = account.steps[len(added) :]
    terms = list(sum_terms(state, added))
    subtotal = escape(number(Account(account.title, tuple(added)).total))
    if times and (len(terms) > 1 or terms[0].text != subtotal):
        terms.append(FormulaTerm(html("= {}", subtotal), kind="sign"))
    for step in times:
        terms.append(FormulaTerm(escape(f"× {number(step.amount)}"), step_label(state, step)))
    if len(terms) > 1 or terms[0].text != escape(number(account.total)):
        terms.append(FormulaTerm(html("= {}", number(account.total)), kind="total"))
    return tuple(terms)


def sum_terms(state: TableState, steps: list[Step]) -> Iterator[FormulaTerm]:
    """Return a sum with the signs between its parts; a first difference needs no brackets."""
    for place, step in enumerate(steps):
        code = f"formula.{step.why.code}"
        amount = -step.amount if place and step.amount < 0 else step.amount
        known = code in screens_for(state.game.key).explaining.sentences
        text = say(Message(code, step.why.facts), state) if known else escape(number(amount))
        if place:
            yield FormulaTerm(Markup("−" if step.amount < 0 and "(" not in text else "+"), kind="sign")
        elif text.startswith("("):
            text = Markup(text[1:-1])
        yield FormulaTerm(text, step_label(state, step))


def step_label(state: TableState, step: Step) -> Markup:
    """Return the small words above a step."""
    return say(Message(f"term.{step.why.code}", step.why.facts), state)


# --- Who gets what ---


class PlayerResult(NamedTuple):
    """A player's result of a hand: the gain, the part played, and the standing after it.

    `words` tells that the gain is shown in words, which take more room than a number.
    """

    player: Player
    name: str
    amount: Amount
    shown: Markup
    tags: tuple[Markup, ...]
    now: Markup
    words: bool = False


def gain_rows(
    state: TableState,
    record: HandRecord,
    standings: Mapping[Player, Standing] | None = None,
    was: HandRecord | None = None,
) -> tuple[PlayerResult, ...]:
    """Return the results of the players in a hand, the makers first; then of those who were in it as it `was`.

    The standings beside them are `standings`, or those after the hand.
    """
    roles, settled = state.summary(record).roles, record.settlement
    gains = settled.gains if settled and not record.recorded else {}
    marks = screens_for(state.game.key).explaining.marks
    standings = standings or (record.after.standings if record.after else {})
    rows, amounts = [], record.amounts
    for player in dict.fromkeys((*amounts, *(was.amounts if was else ()))):
        amount = amounts.get(player, 0)
        shown = gain_text(state, gains[player]) if player in gains else escape(with_sign(amount))
        after = standings.get(player)
        now = say(after.said, state) if after else NOTHING
        held = [role for role in roles.get(player, ()) if role.side != "defenders"]
        tags = (*role_tags(state, held), *(marks(state, player, after.value) if after else ()))
        words = player in gains and gains[player].said is not None
        rows.append(PlayerResult(player, state.name(player), amount, shown, tags, now, words))
    return tuple(rows)


class ChipRow(NamedTuple):
    """A handover of chips from one player to another."""

    giver: Player
    receiver: Player
    amount: Amount


def has_handovers(state: TableState, record: HandRecord) -> bool:
    """Return whether chips change hands after a hand: only where points are paid and the gains sum to zero."""
    amounts = record.amounts.values()
    return state.game.pays and any(amounts) and not sum(amounts)


def handovers_of(state: TableState, record: HandRecord) -> list[ChipRow]:
    """The chips that change hands after a hand."""
    if not has_handovers(state, record):
        return []
    return [ChipRow(each.giver, each.receiver, each.amount) for each in plan_handovers(record.amounts)]


# --- While a result is entered ---


def deltas(amounts: Mapping[Player, Amount]) -> dict[Player, Markup]:
    """Return everyone's gain, in the colour of a gain or a loss, to stand in the place of the scores."""
    return {player: delta(amount) for player, amount in amounts.items()}


def delta(amount: Amount) -> Markup:
    """A gain or a loss in its colour."""
    look = "good" if amount > 0 else "bad" if amount < 0 else "even"
    return html('<span class="{}">{}</span>', look, with_sign(amount))


TWICE_WITHIN = timedelta(seconds=10)
"""A hand that ends so soon after another with the same result was probably recorded twice."""


def warn_of_repeat(state: TableState, after: object, *facts: str) -> Iterator[Message]:
    """Yield the warning that a hand with the same `facts` was recorded a moment ago already, and counts."""
    last = state.last_hand
    if last is None or last.voided is not None or last.stamp is None:
        return
    quick = datetime.now(UTC) - datetime.fromisoformat(last.stamp.at) < TWICE_WITHIN
    if quick and all(getattr(last.hand, fact) == getattr(after, fact) for fact in facts):
        yield message("doubt.same_again", number=last.number)


def play_checked(state: TableState, move: Move) -> Any:
    """Return the hand in progress after a move. Raises `RuleError` where it is refused."""
    assert state.current is not None
    refuse(m.check_game_move(state.game, state.current.hand, move))
    return move.play(state.current.hand)
