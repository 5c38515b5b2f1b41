"""The screens of the tiny third game: as much as a game must bring, and nothing of them is known elsewhere."""

from collections.abc import Collection
from pathlib import Path

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader
from markupsafe import Markup

from scorekeeper.messages import Message, Sentence, message
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form, integer, text
from scorekeeper.web.page.questions import Inquiry, Question, Reply
from scorekeeper.web.page.screens import (
    Correcting,
    Explaining,
    HandStart,
    Recording,
    Refereeing,
    Screens,
    SeatCaption,
    Turn,
)
from tests.toy import Draw, Hand, Shuffle

TEMPLATES = Path(__file__).parent.parent / "templates"


def read_draw(_state: TableState, form: Form) -> Draw:
    return Draw(integer(form, "winner"))


def board(state: TableState, _ways: Collection[str]) -> Context:
    assert state.current is not None
    begins = state.current.hand.session.begins
    feet = {begins: SeatCaption(Markup("first"))}
    return {"screen": "draw", "turn": Turn(None, message("turn.draw")), "captions": feet}


def opening(hand: Hand) -> Message:
    return message("screen.opening", player=hand.session.begins)


def shown_first(_state: TableState, record: HandRecord, _begun: HandStart, draft: Form | None) -> Context:
    winner = draft.get("winner", "") if draft else str(record.hand.winner)
    return {"seats": record.hand.seats, "winner": winner}


def fairness(inquiry: Inquiry) -> Reply:
    deck = text(inquiry.asked, "deck") if "deck" in inquiry.asked else ""
    return Reply({"deck": deck}, {"answer": f"{deck} is fair" if deck else "Ask about a deck"})


SCREENS = Screens(
    folder="toy",
    recording=Recording(
        forms={"draw": read_draw, "shuffle": lambda _state, _form: Shuffle()},
        modes={},
        board=board,
        question=lambda hand: (hand.phase, hand.redeals),
        opening=opening,
        leader="Who draws first",
        begins="First to draw",
    ),
    correcting=Correcting("draw", shown_first),
    explaining=Explaining(
        sentences={
            "field.winner": Sentence("who drew the highest card"),
            "field.deck": Sentence("a deck"),
            "screen.opening": Sentence("{player} draws first."),
            "turn.draw": Sentence("Everyone draws"),
        }
    ),
    refereeing=Refereeing({"fairness": Question("Is the deck fair?", fairness)}),
)


def with_toy_templates(app: Flask) -> Flask:
    """`app`, which finds the templates of the tests after its own."""
    assert app.jinja_loader is not None
    app.jinja_loader = ChoiceLoader([app.jinja_loader, FileSystemLoader(TEMPLATES)])
    return app
