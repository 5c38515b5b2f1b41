"""Messages: a code and its facts, independent of the language in which they are shown.

Rules and tables speak in `Message`s: a code and its facts. The English sentence of each code stands in
one `Sentences` table beside the rules that use it; screens translate that sentence and fill in the facts.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec


def N_(text: str) -> str:
    """Mark `text` for translation where it is declared; it is translated where it is shown."""
    return text


NO_FACTS: Mapping[str, object] = MappingProxyType({})


class Message(msgspec.Struct, frozen=True, gc=False):  # no fact of a message can come to hold it
    """A code such as ``bid.too_low`` and the facts its sentence needs, as values (a `Bid`, a seat, a number)."""

    code: str
    facts: Mapping[str, object] = msgspec.field(default_factory=lambda: NO_FACTS)

    def __reduce__(self) -> tuple[Callable[..., "Message"], tuple[str, dict[str, object]]]:
        """Pickle as code and plain facts, since a mapping proxy cannot be pickled."""
        return rebuild_message, (self.code, dict(self.facts))


def message(code: str, **facts: object) -> Message:
    """Return a `Message` with its facts as keyword arguments."""
    return Message(code, MappingProxyType(facts))


def rebuild_message(code: str, facts: dict[str, object]) -> Message:
    """Return a `Message` that another process has pickled."""
    return Message(code, MappingProxyType(facts))


class Sentence(NamedTuple):
    """The English sentence of a code, `str.format` fields named as its facts, and the rule behind it.

    `source` names where the rule stands, as a house rule does ("pagat, Bidding"), or the fact that does; empty when no
    rulebook is behind the sentence (a name that is too long).
    """

    text: str
    source: str = ""
    cases: tuple[tuple[str, int, str], ...] = ()
    """The sentences where a fact has a value of which it is said otherwise, such as one of many: fact, value, text."""

    def cite(self, facts: Mapping[str, object]) -> str:
        """Return the source of the rule behind the sentence with these facts."""
        return self.source.format_map(facts)

    def choose_text(self, facts: Mapping[str, object]) -> str:
        """Return the sentence for these facts."""
        for fact, value, text in self.cases:
            if facts.get(fact) == value:
                return text
        return self.text


Sentences = Mapping[str, Sentence]


def in_english(
    said: Message,
    sentences: Sentences,
    player_facts: frozenset[str] = frozenset(),
    names: Mapping[int, str] | None = None,
) -> str:
    """Return `said` as an English sentence of the table `sentences`; players by their `names`. Raises `KeyError`."""
    facts = {
        name: fact_in_english(name, value, sentences, player_facts, names or {}) for name, value in said.facts.items()
    }
    return sentences[said.code].choose_text(said.facts).format_map(facts)


def fact_in_english(
    name: str, value: object, sentences: Sentences, player_facts: frozenset[str], names: Mapping[int, str]
) -> str:
    """Return one fact of a message as text: players by name, cards and bids by their symbols."""
    if isinstance(value, Message):
        return in_english(value, sentences, player_facts, names)
    if name in player_facts and isinstance(value, int):
        return names.get(value, str(value))
    if isinstance(value, tuple | list):
        return ", ".join(fact_in_english(name, item, sentences, player_facts, names) for item in value)
    return str(getattr(value, "symbol", value))
