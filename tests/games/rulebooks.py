"""The games of the library, and the worked examples of their rulebooks."""

import json
from collections.abc import Callable, Container, Iterator, Mapping
from pathlib import Path
from typing import Any

from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy

GAMES: Mapping[str, Any] = {"mighty": mighty, "zhao_pengyou": zpy}
EXAMPLES = Path(__file__).parents[1] / "vectors"
TALK = {"id", "kind", "quote", "note", "optional"}
"""Words of an example that are not part of it."""


def examples(game: str, kinds: Container[str] | None = None) -> list[dict[str, Any]]:
    """The worked examples of a game's rulebook, those of some kinds or all."""
    rows: list[dict[str, Any]] = json.loads((EXAMPLES / f"{game}.json").read_text(encoding="utf-8"))["rows"]
    return [row for row in rows if kinds is None or row["kind"] in kinds]


class Example(Mapping[str, Any]):
    """A worked example that remembers which of its words were read."""

    def __init__(self, words: dict[str, Any]) -> None:
        self.words = words
        self.unread = set(words) - TALK

    def __getitem__(self, word: str) -> Any:
        self.unread.discard(word)
        return self.words[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def run(self, runners: Mapping[str, Callable[[Any], None]]) -> None:
        """Run it by its kind, and see that no part of it was left out."""
        runners[self.words["kind"]](self)
        assert not self.unread, "part of the example was not checked"
