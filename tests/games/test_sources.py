"""What the games say names a section of the rulebook, as the index of it does."""

from pathlib import Path

import pytest

from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy

INDEX = Path(__file__).parents[2] / "docs" / "rules.md"
SECTIONS = {line[4:] for line in INDEX.read_text(encoding="utf-8").splitlines() if line.startswith("### ")}
SOURCES = {section.partition(",")[0] for section in SECTIONS}

GAMES = {"mighty": mighty, "zhao_pengyou": zpy}
# Both games have some codes and names in common, with other sources behind them.
SENTENCES = {
    f"{key}: {code}": sentence.source for key, game in GAMES.items() for code, sentence in game.SENTENCES.items()
}
PRESETS = {f"{key}: {name}": preset.source for key, game in GAMES.items() for name, preset in game.PRESETS.items()}


@pytest.mark.parametrize("code", [code for code, source in SENTENCES.items() if source])
def test_sentences_name_sections_of_the_rulebook(code: str) -> None:
    assert set(SENTENCES[code].split("; ")) <= SECTIONS


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_name_a_source_or_sections_of_it(preset: str) -> None:
    assert set(PRESETS[preset].split("; ")) <= SECTIONS | SOURCES
