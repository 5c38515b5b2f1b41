"""docs/rules.md is the index of the rulebook: every section of the sources, every house rule, and no other names."""

import ast
import importlib
import importlib.util
import re
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from pathlib import Path
from typing import NamedTuple

import pytest

from scorekeeper.house_rules import HOUSE, HouseRule, house_rules
from tests.cases import for_each
from tests.games.rulebooks import GAMES

ROOT = Path(__file__).parents[1]
LINES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines()

DECLARED: Mapping[str, Mapping[str, HouseRule]] = {key: house_rules(game.Rules) for key, game in GAMES.items()}

AT_THE_TABLE = "—"

SECTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mighty": {
        "pagat": (
            *("Players and cards", "Deal", "Bidding", "Redeal", "Exchanging cards and calling a partner"),
            *("The Play", "Scoring", "Other numbers of players", "Three players", "Four players"),
            *("Four players (Chicago)", "Six players: first version", "Six players: second version"),
            *("Seven players", "Six, seven or eight players (Chicago)", "Variations: Bidding", "Variations: Redeal"),
            *("Variations: Exchanging and Calling", "Variations: Play", "Variations: Scoring"),
        ),
        "base10": (
            *("Bidding", "Misdeal", "Special card changes", "Switching to No-Trump", "First Help Friend"),
            *("No Friend", "Opening lead", "Playing", "Scoring", "Back-run"),
        ),
        "korean40": (
            *("Preparation", "1-1", "1-2", "1-3", "1-4", "2-1", "2-2", "2-3", "Special cards", "Score", "Back run"),
            "End of the game",
        ),
        "wikipedia_ja": ("Cards", "Rules", "Bidding", "Play", "Exceptions in play", "Score", "Later hands", "Variants"),
        "groups": (
            *("No-trump bids", "The first bidder must bid", "Back run lines", "Bids above 20", "Everyone passes"),
            *("Score base", "Changing trumps", "Redeal hands", "First lead", "Joker call", "Two jokers"),
            *("Friend by the last trick", "Showing the friend", "Later redeals", "Sets for other numbers"),
            *("Sitting out", "Redeal fines", "Paying no more than one has", "School sets", "Region sets"),
        ),
    },
    "zhao_pengyou": {
        "groups": (
            *("Levels that must be played", "The kitty by the last trick", "Packs and kitty", "Sets", "Exposures"),
            *("Bands", "Throw against throw", "Beaten throws", "Above the ace, and first levels"),
            *("Cards that may be called", "Who passes the ace", "Next trump maker", "Small teams"),
            "The last trick lost to the trump rank",
        ),
        "pagat": (
            *("The Players and Cards", "The Scores, the Deal and Making Trumps", "Discarding and Choosing Partners"),
            *("The Play", "Single Card Lead", "Leading a Set of Identical Cards", "Leading a Sequence of Sets"),
            *("Leading a Group of Top Cards", "The Scoring", "Variations", "Variations: Deal"),
            *("Variations: Number of Cards and Size of Kitty", "Variations: Active and Passive Scores"),
            *("Variations: Making trumps", "Variations: Calling", "Variations: Play", "Variations: Scoring"),
        ),
    },
}
"""The titles of the sections of each game's sources; sections without a title have one of our own."""

TITLES = {
    game: [f"{source}, {section}" for source, sections in sources.items() for section in sections]
    for game, sources in SECTIONS.items()
}
GAME_OF_TITLE = {"Mighty": "mighty", "Zhao Pengyou": "zhao_pengyou"}
"""The game of each heading of the index."""


class Statement(NamedTuple):
    """One statement of a source."""

    game: str
    section: str
    rule: str
    carried: str
    decided: str

    @property
    def names(self) -> list[str]:
        """The names of code and tests in backticks."""
        decided = [name for name in list_backticked(self.decided) if "." in name]
        return [*list_backticked(self.carried), *decided]


def list_backticked(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def read_statements() -> Iterator[Statement]:
    game = section = ""
    for line in LINES:
        if line.startswith("## "):
            game = GAME_OF_TITLE[line.removeprefix("## ")]
        if line.startswith("#"):
            section = line.removeprefix("### ") if line.startswith("### ") else ""
        elif section and line.startswith("| ") and not line.startswith("| Rule |"):
            cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
            assert len(cells) == 3, line
            yield Statement(game, section, *cells)


ROWS = tuple(read_statements())
NAMES = sorted({name for row in ROWS for name in row.names})


# --- Every name leads somewhere ---
@cache
def list_tests(path: str) -> frozenset[str]:
    """Return the names of the functions of a module, or the clauses of a table."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".txt"):
        return frozenset(line for line in text.splitlines() if line and not line.startswith((" ", "#")))
    return frozenset(node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))


def is_known(name: str) -> bool:
    """Return whether `name` is a test, a clause, a house rule, one of its choices, or a name in a game's package."""
    if "::" in name:
        path, test = name.split("::")
        return (ROOT / path).is_file() and test in list_tests(path)
    game, _, within = name.partition(".")
    if within.startswith("Rules.") and is_choice(game, within.removeprefix("Rules.")):
        return True
    return any(
        has_attribute(module, rest) for module, rest in split_module(f"scorekeeper.games.{game}", within.split("."))
    )


def is_choice(game: str, within: str) -> bool:
    key, _, value = within.partition("=")
    rule = DECLARED[game].get(key)
    return rule is not None and (not value or rule.parse(value) is not None)


def split_module(package: str, parts: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each way to split a dotted name into a module of the package and the names asked of it."""
    yield package, parts
    if importlib.util.find_spec(f"{package}.{parts[0]}"):
        yield f"{package}.{parts[0]}", parts[1:]


def has_attribute(module: str, parts: list[str]) -> bool:
    try:
        reduce(getattr, parts, importlib.import_module(module))
    except AttributeError:
        return False
    return True


def test_every_rule_is_carried_by_something_that_exists() -> None:
    assert [name for name in NAMES if not is_known(name)] == []
    assert all(row.rule for row in ROWS)
    assert [row for row in ROWS if not list_backticked(row.carried) and row.carried != AT_THE_TABLE] == []
    assert [cited for cited in cited_sections() if cited[1] not in (*TITLES[cited[0]], HOUSE)] == []


@for_each(
    name=[
        *("mighty.no_such_thing", "mighty.Rules.no_such_rule", "mighty.Rules.run=sometimes"),
        *("mighty.auction.no_such_thing", "tests/games/mighty/test_auction.py::test_no_such_thing"),
        "tests/games/mighty/no_such_file.py::test_example",
    ]
)
def test_what_does_not_exist_is_seen(name: str) -> None:
    assert not is_known(name)


# --- Nothing is missing ---
@pytest.mark.parametrize("game", GAMES)
def test_every_section_and_every_house_rule_has_its_rows(game: str) -> None:
    assert {row.section for row in ROWS if row.game == game} == set(TITLES[game])
    named = {name.split("=")[0] for name in NAMES}
    assert [
        key for key, rule in DECLARED[game].items() if rule.source != HOUSE and f"{game}.Rules.{key}" not in named
    ] == []


# --- What the code says of its sources ---
def cited_sections() -> Iterator[tuple[str, str, str]]:
    """Return each section that a house rule or a sentence cites: its game, its title, and what cites it."""
    for game, declared in DECLARED.items():
        for key, rule in declared.items():
            yield from ((game, section, key) for section in rule.source.split("; "))
        for code, sentence in GAMES[game].SENTENCES.items():
            yield from ((game, section, code) for section in sentence.source.split("; ") if section)
