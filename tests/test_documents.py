"""The documents: links lead to existing targets, and the README is short."""

import inspect
import re
from pathlib import Path

from tests.cases import for_each
from tests.games.rulebooks import GAMES

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
LARGEST_README = 8 * 1024


def list_anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@for_each(page=PAGES)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        address, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", address):
            continue
        target = (page.parent / address).resolve() if address else page
        assert target.exists(), link
        assert not anchor or anchor in list_anchors(target), link


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= LARGEST_README


@for_each(game=GAMES)
def test_the_library_has_every_question(game: str) -> None:
    library = GAMES[game]
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    functions = {name for name in library.__all__ if inspect.isfunction(getattr(library, name))}
    assert [name for name in sorted(functions) if not re.search(rf"\b{name}\b", text)] == []
