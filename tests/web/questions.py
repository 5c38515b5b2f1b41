"""Random questions to the referee, whose pages must answer as the library does."""

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any
from urllib.parse import urlencode

from scorekeeper.cards import SYMBOLS, Card
from scorekeeper.errors import Problem
from scorekeeper.games.game import Game
from tests.web.pages import Element, parse
from tests.web.phones import Phone

NAMES = {suit.value: name for suit, name in zip(SYMBOLS, ("spades", "hearts", "diamonds", "clubs"), strict=True)}
JOKERS = {"JK": "joker", "BJ": "black joker", "RJ": "red joker"}
SECTION = re.compile(r'<section class="answer.*?</section>', re.DOTALL)
QUESTIONS = 200
"""The number of questions to each page."""

NONSENSE = ("xx", "S1", "0", "SA;DROP", "☃", "%00", "-", "SA,", "1e3", "JKJK", "🂡", "<b>")
"""Texts that are no card."""


class Answer:
    """The answer on a page: status, verdict and text."""

    def __init__(self, status: int, html: str) -> None:
        found = SECTION.search(html)
        self.status = status
        self.section: Element = next(parse(found[0]).all("section")) if found else Element("", {})
        looks = self.section.attributes.get("class", "").replace("answer--", "").split()
        self.look = looks[-1] if len(looks) > 1 else ""
        self.text = self.section.text

    @property
    def fact(self) -> str:
        """The large text, and the words beside it."""
        return " ".join(each.text for each in self.section.of_class("answer__fact"))

    @property
    def why(self) -> str:
        """The rules that are named."""
        return " ".join(each.text for each in self.section.of_class("answer__why"))


def ask(phone: Phone, path: str, public: Any = (), secret: Any = None) -> Answer:
    """Ask at an address, or with a hand in the body as a script does."""
    if secret is not None:
        response = phone.post(path, {**dict(public), **secret}, htmx=True)
    else:
        response = phone.get(f"{path}?{urlencode(public)}")
    return Answer(response.status_code, response.text)


def say_all(game: Game, messages: Iterable[Problem]) -> str:
    """Return the library's messages, with cards in the words of the page."""
    return " ".join(page_wording(game.say(one)) for one in messages)


def page_wording(text: str) -> str:
    """Return a text of the library as the page has it: suits and jokers by name, bids, fractions and a true minus."""
    text = re.sub(r"\b(\d+)([♠♥♦♣])", r"\1 \2", text)
    text = re.sub(r"([♠♥♦♣])(10|[2-9AKQJ])", r"\2\1", text)  # cards as they are printed
    for suit, symbol in SYMBOLS.items():
        text = text.replace(symbol, NAMES[suit.value])
    text = re.sub(r"\b(\d+)/2", lambda halves: f"{int(halves[1]) // 2 or ''}½", text)
    text = re.sub(r"(?<= )-(?=[\d½])", "−", text)
    text = re.sub(r"\b(\d+)(NT)\b", r"\1 \2", text)
    return re.sub(r"\b(JK|BJ|RJ)\b", lambda joker: JOKERS[joker[0]], " ".join(text.split()))


def face(card: Card) -> str:
    """Return a card as it lies on the table: its rank, then its suit."""
    return f"{card.rank}{NAMES[card.suit.value]}" if card.suit else JOKERS[str(card.rank)]


def draw_cards(chance: Random, pack: Sequence[Card], least: int, most: int) -> list[Card]:
    return chance.sample(pack, min(chance.randint(least, most), len(pack)))


def cards_value(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def spoil_cards(chance: Random, text: str) -> str:
    """Return cards with something among them that is no card."""
    words = text.split()
    words.insert(chance.randint(0, len(words)), chance.choice(NONSENSE))
    return " ".join(words)


def ask_at_random(page: str) -> Callable[[Callable[[Phone, Random], None]], Callable[[Phone], None]]:
    """Return a decorator that runs a test of one question of a page two hundred times."""

    def decorate(test: Callable[[Phone, Random], None]) -> Callable[[Phone], None]:
        def ask_repeatedly(phone: Phone) -> None:
            for number in range(QUESTIONS):
                try:
                    test(phone, Random(f"{page} {number}"))
                except AssertionError as error:
                    error.add_note(f"question {number} of the page {page}")
                    raise

        ask_repeatedly.__name__, ask_repeatedly.__doc__ = test.__name__, test.__doc__
        return ask_repeatedly

    return decorate
