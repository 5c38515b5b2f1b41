"""The screens of the toy game: all that a game must provide."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader
from markupsafe import Markup

from scorekeeper.messages import Message, Sentence, message
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form, integer, text
from scorekeeper.web.page.questions import Inquiry, Question, Reply
from scorekeeper.web.page.screens import (
    BoardScreens,
    Correcting,
    HelpTexts,
    LinePart,
    RecordedForm,
    RefereePages,
    Screens,
    SeatCaption,
    Turn,
    fill_form,
)
from tests.toy import Draw, Hand, Shuffle

TEMPLATES = Path(__file__).parent.parent / "templates"


def read_draw(_state: TableState, form: Form) -> Draw:
    return Draw(integer(form, "winner"))


def board_context(state: TableState, _modes: Collection[str]) -> Context:
    assert state.current is not None
    begins = state.current.hand.session.begins
    captions = {begins: SeatCaption(Markup("first"))}
    return {"screen": "draw", "turn": Turn(None, message("turn.draw")), "captions": captions}


def opening_message(hand: Hand) -> Message:
    return message("screen.opening", player=hand.session.begins)


def find_form(_hand: Hand, move: Any) -> RecordedForm | None:
    return RecordedForm("draw", fill_form(winner=move.winner)) if isinstance(move, Draw) else None


def answer_fairness(inquiry: Inquiry) -> Reply:
    deck = text(inquiry.asked, "deck") if "deck" in inquiry.asked else ""
    return Reply({"deck": deck}, {"answer": f"{deck} is fair" if deck else "Ask about a deck"})


SCREENS = Screens(
    folder="toy",
    recording=BoardScreens(
        forms={"draw": read_draw, "shuffle": lambda _state, _form: Shuffle()},
        modes={},
        board=board_context,
        question=lambda hand: (hand.phase, hand.redeals),
        opening=opening_message,
        leader="Who draws first",
        begins="First to draw",
    ),
    correcting=Correcting(
        (LinePart("shuffles", "Shuffles", (Shuffle,)), LinePart("draw", "Draw", (Draw,))),
        (),
        find_form,
        lambda new, old: type(new) is type(old),
    ),
    explaining=HelpTexts(
        sentences={
            "field.winner": Sentence("who drew the highest card"),
            "field.deck": Sentence("a deck"),
            "screen.opening": Sentence("{player} draws first."),
            "turn.draw": Sentence("Everyone draws"),
        }
    ),
    refereeing=RefereePages({"fairness": Question("Is the deck fair?", answer_fairness)}),
)


def add_toy_templates(app: Flask) -> Flask:
    """Let `app` find the templates of the tests after its own."""
    assert app.jinja_loader is not None
    app.jinja_loader = ChoiceLoader([app.jinja_loader, FileSystemLoader(TEMPLATES)])
    return app
