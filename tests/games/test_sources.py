"""Sources of sentences name a section of the rulebook, as the index does."""

from pathlib import Path

from scorekeeper.house_rules import HOUSE, house_rules
from tests.cases import for_each
from tests.games.rulebooks import GAMES

INDEX = Path(__file__).parents[2] / "docs" / "rules.md"
SECTIONS = {line[4:] for line in INDEX.read_text(encoding="utf-8").splitlines() if line.startswith("### ")}
SOURCES = {section.partition(",")[0] for section in SECTIONS}

SAID = {
    f"{game}: {key}": said.source
    for game, library in GAMES.items()
    for kind in (library.SENTENCES, house_rules(library.Rules), library.PRESETS)
    for key, said in kind.items()
    if said.source
}
"""Where every sentence, house rule and preset comes from."""


@for_each(*SAID)
def test_sources_are_sections_of_the_index(said: str) -> None:
    assert set(SAID[said].split("; ")) <= SECTIONS | SOURCES | {HOUSE}
