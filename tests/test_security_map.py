"""docs/security.md names existing tests only, and covers every item of the standard that it promises to cover."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")

LEVEL_1 = re.findall(
    r"\S+",
    """
1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1
3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1
6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1
10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
""",
)
LEVEL_2 = re.findall(
    r"\S+",
    """
5.1.1 5.2.3 5.4.1 5.4.2 5.4.3 7.1.1 7.1.2 7.1.3 7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2
8.2.3 8.4.1
""",
)


def list_items() -> list[str]:
    """Return the items that have a row, with ranges expanded."""
    found = []
    for cell in re.findall(r"^\| (\d+\.\d+\.\d+[^|]*) \|", TEXT, re.MULTILINE):
        first, _, last = cell.partition(" – ")
        section, number = first.rpartition(".")[::2]
        if last:
            found += [f"{section}.{each}" for each in range(int(number), int(last.rpartition(".")[2]) + 1)]
        else:
            found += cell.split(", ")
    return found


def test_every_item_of_these_levels_has_one_row() -> None:
    assert sorted(list_items()) == sorted(LEVEL_1 + LEVEL_2)


def test_every_test_that_is_named_exists() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    existing = {*re.findall(r"def (test_\w+)", code), *(path.stem for path in ROOT.glob("tests/**/test_*.py"))}
    assert set(re.findall(r"`(test_\w+)`", TEXT)) - existing == set()
