"""Messages as plain text, for files and the terminal. Screens have their own wording, with icons."""

from collections.abc import Callable

from scorekeeper.export.sentences import SENTENCES
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.messages import Message, Sentence
from scorekeeper.table.sentences import PLAYER_FACTS
from scorekeeper.table.sentences import SENTENCES as TABLE_SENTENCES
from scorekeeper.table.state import TableState

Translate = Callable[[str], str]
"""Returns an English sentence in the reader's language."""


def english(text: str) -> str:
    """Return the sentence unchanged."""
    return text


def find_sentence(code: str, game: Game | None = None) -> Sentence:
    """Return the English sentence of a code, that of `game` first; without a game, of any. Raises `KeyError`."""
    games = (game,) if game else GAMES.values()
    for sentences in (*(each.sentences for each in games), TABLE_SENTENCES, SENTENCES):
        if code in sentences:
            return sentences[code]
    raise KeyError(code)


def player_facts(game: Game) -> frozenset[str]:
    """Return the names of facts that are player numbers at a table of `game`."""
    return game.player_facts | PLAYER_FACTS


def game_of(said: Message) -> Game | None:
    """Return the game that a message names, whose sentences it needs where no table has a game."""
    return GAMES.get(str(said.facts.get("game")))


def tell(
    said: Message, state: TableState | None = None, translate: Translate = english, game: Game | None = None
) -> str:
    """Return a message as text in one language. Players are called by their names at the table of `state`."""
    game = game or (state.game if state else game_of(said))
    spoken = find_sentence(said.code, game)
    facts = {name: format_fact(name, value, state, translate, game) for name, value in said.facts.items()}
    return translate(spoken.choose_text(said.facts)).format_map(facts)


def format_fact(
    name: str, value: object, state: TableState | None, translate: Translate, game: Game | None = None
) -> str:
    """Return one fact of a message as text."""
    if isinstance(value, Message):
        return tell(value, state, translate, game)
    if isinstance(value, tuple | list):
        return translate(", ").join(format_fact(name, item, state, translate, game) for item in value)
    if state and isinstance(value, int) and value in state.people and name in player_facts(state.game):
        return state.name(value)
    return format_value(game.adapt_value(state.rules, value) if game and state else value)


def format_value(value: object) -> str:
    """Return a value as people read it: a bid as "16♥", a fraction as "1/3"."""
    return str(getattr(value, "symbol", value))
