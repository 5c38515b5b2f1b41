"""The documents: links lead to existing targets, and the README is short."""

import inspect
import re
from pathlib import Path

from scorekeeper.translations.build_hook import find_home, render_index_page
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


def test_the_page_of_the_index_has_no_dead_link() -> None:
    """An index knows no file of the tree: with a home its links lead there, and without one they are words."""
    readme, home = (ROOT / "README.md").read_text(encoding="utf-8"), "https://git.example.org/cards"
    told = LINK.findall(render_index_page(readme, home))
    assert len(told) == len(LINK.findall(readme)) > 10
    for address in told:
        kind, _, path = address.removeprefix(f"{home}/").partition("/HEAD/")
        assert kind == ("raw" if path.endswith(".png") else "blob"), address
        assert (ROOT / path.partition("#")[0]).exists(), address
    assert LINK.findall(bare := render_index_page(readme, "")) == []
    assert "| see a whole evening | docs/first-evening.md |" in bare
    assert "pictures/" not in bare


@for_each(
    ({}, ""),
    ({"SCOREKEEPER_HOME": "https://git.example.org/cards/"}, "https://git.example.org/cards"),
    ({"GITHUB_SERVER_URL": "https://git.example.org", "GITHUB_REPOSITORY": "a/b"}, "https://git.example.org/a/b"),
)
def test_the_home_of_the_source_is_what_the_build_is_told(variables: dict[str, str], home: str) -> None:
    assert find_home(variables) == home


def test_every_set_stands_among_all_sets() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").partition("## All sets")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+[^_\W])`", text))
    named |= {f"{korean}{key}" for korean in ("base10_", "korean40_") for key in named if key[:4] in ("six_", "seve")}
    assert {key for game in GAMES.values() for key in game.PRESETS} == named
    count = sum(len(game.PRESETS) for game in GAMES.values())
    assert f"[{count} sets of rules]" in (ROOT / "README.md").read_text(encoding="utf-8")


@for_each(game=GAMES)
def test_the_library_has_every_question(game: str) -> None:
    library = GAMES[game]
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    functions = {name for name in library.__all__ if inspect.isfunction(getattr(library, name))}
    assert [name for name in sorted(functions) if not re.search(rf"\b{name}\b", text)] == []
