"""Messages as plain text, for files and the terminal. Screens have their own wording, with icons."""

from collections.abc import Callable
from fractions import Fraction

from scorekeeper.export.sentences import SENTENCES
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.messages import PLAYER_FACTS, Message, Sentence
from scorekeeper.table.sentences import SENTENCES as TABLE_SENTENCES
from scorekeeper.table.state import TableState

Translate = Callable[[str], str]
"""An English sentence in the reader's language."""


def english(text: str) -> str:
    """The sentence as it is."""
    return text


def sentence(code: str, game: Game | None = None) -> Sentence:
    """The English sentence of a code; without a game, of whichever game has it. Raises `KeyError`."""
    games = (game,) if game else GAMES.values()
    for sentences in (TABLE_SENTENCES, SENTENCES, *(each.sentences for each in games)):
        if code in sentences:
            return sentences[code]
    raise KeyError(code)


def tell(said: Message, state: TableState | None = None, translate: Translate = english) -> str:
    """A message in one language; players by the names they have at `state`'s table."""
    spoken = sentence(said.code, state.game if state else None)
    facts = {name: fact(name, value, state, translate) for name, value in said.facts.items()}
    return translate(spoken.text).format_map(facts)


def fact(name: str, value: object, state: TableState | None, translate: Translate) -> str:
    """One fact of a message as text."""
    if isinstance(value, Message):
        return tell(value, state, translate)
    if name in PLAYER_FACTS and isinstance(value, int) and state and value in state.people:
        return state.name(value)
    if isinstance(value, (tuple, list)):
        return ", ".join(fact("", item, state, translate) for item in value)
    return as_text(value)


def as_text(value: object) -> str:
    """A value as people read it: a bid as "16♥", a fraction as "1/3"."""
    if isinstance(value, Fraction):
        return str(value)
    return str(getattr(value, "symbol", value))
