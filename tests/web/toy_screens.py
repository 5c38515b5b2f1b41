"""The screens of the tiny second game: as much as a game must bring, and nothing of them is known elsewhere."""

from pathlib import Path

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.forms import Form, integer, text
from scorekeeper.web.games import Screens
from scorekeeper.web.services import Context
from tests.toy import Toss

TEMPLATES = Path(__file__).parent.parent / "templates"


def read_toss(_state: TableState, form: Form) -> Toss:
    return Toss(integer(form, "winner"))


def board(state: TableState) -> Context:
    assert state.current is not None
    return {"tags": {state.current.hand.situation.dealer: [("role.dealer", "plain")]}, "active": None}


def shown_first(_state: TableState, record: HandRecord, draft: Form | None) -> Context:
    winner = draft.get("winner", "") if draft else str(record.hand.winner)
    return {"seats": record.hand.seats, "winner": winner}


def fairness(_state: TableState, form: Form) -> Context:
    return {"answer": f"{text(form, 'coin')} is fair" if form else "Ask about a coin"}


SCREENS = Screens(
    folder="toy",
    forms={"toss": read_toss},
    board=board,
    correction="toss",
    correction_fields=shown_first,
    referee={"fairness": fairness},
)


def with_toy_templates(app: Flask) -> Flask:
    """`app`, which finds the templates of the tests after its own."""
    assert app.jinja_loader is not None
    app.jinja_loader = ChoiceLoader([app.jinja_loader, FileSystemLoader(TEMPLATES)])
    return app
