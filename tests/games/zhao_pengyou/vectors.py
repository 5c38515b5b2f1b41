"""The rulebook's own worked examples, row by row: each module of tests claims kinds and runs every row of them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROWS = json.loads((Path(__file__).parents[2] / "vectors" / "zhao_pengyou.json").read_text(encoding="utf-8"))["rows"]
TALK = {"id", "kind", "quote", "note"}
"""Words of a row that are not part of the example."""


class Row(Mapping[str, Any]):
    """A row that remembers which of its words were read."""

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


def rows(kinds: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of these kinds. A kind without any fails here, when the tests are collected."""
    missing = set(kinds) - {row["kind"] for row in ROWS}
    assert not missing, f"no example is of kind {missing}"
    return [row for row in ROWS if row["kind"] in kinds]
