"""Vendored files are as published: every file is listed with its hash, and the hash matches."""

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| `([^`]+)` \|.*`(\w+\.LICENSE)` \| `([0-9a-f]{64})` \|$", re.MULTILINE)

FOLDERS = [ROOT / "static" / "vendor", ROOT / "tests" / "vendor", ROOT / "scorekeeper" / "fonts"]


@pytest.mark.parametrize("folder", FOLDERS, ids=["app", "tests", "fonts"])
def test_vendored_files_are_as_listed(folder: Path) -> None:
    readme = (folder / "README.md").read_text()
    listed = ROW.findall(readme)
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "README.md" and path.suffix != ".LICENSE"
    }
    assert {name: digest for name, _, digest in listed} == found
    licences = {path.name for path in folder.glob("*.LICENSE")}
    assert {licence for _, licence, _ in listed} <= licences
    assert {licence for licence in licences if f"`{licence}`" not in readme} == set()
