"""The words of the games, each with a sentence, and what it is called in the other languages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, render_template
from markupsafe import Markup

from scorekeeper.games import GAMES
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.language import LANGUAGES, gettext, language, use_language
from scorekeeper.web.page.screens import Word, screens_for

blueprint = Blueprint("glossary", __name__, url_prefix="/words")


class GlossaryWord(NamedTuple):
    """A word in the reader's language, its sentence, and the same word in the other languages, by their tags."""

    shown: Markup
    meaning: Markup
    elsewhere: Mapping[str, str]


@blueprint.get("")
def page() -> str:
    """The words of every game."""
    screens = [(game, screens_for(key)) for key, game in GAMES.items()]
    games = [(game, each.setup, list(glossary_words(each.explaining.words))) for game, each in screens]
    return render_template("help/words/page.html", games=games)


def glossary_words(words: Sequence[Word]) -> Iterator[GlossaryWord]:
    """Yield the words of a game in the order in which a hand meets them."""
    others = [tag for tag in LANGUAGES if tag != language()]
    for word in words:
        elsewhere = {tag: translate_term(word.term, tag) for tag in others}
        yield GlossaryWord(escape(gettext(word.term)), escape(gettext(word.meaning)), elsewhere)


def translate_term(term: str, tag: str) -> str:
    """Return a term in the language of `tag`."""
    with use_language(tag):
        return gettext(term)
