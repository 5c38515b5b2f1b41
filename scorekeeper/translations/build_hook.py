"""Steps of the build: catalogues are compiled (git keeps none), a wheel is complete, and its links lead somewhere."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

TRANSLATIONS = Path("scorekeeper", "translations")


def compile_catalogues(translations: Path) -> None:
    """Write a messages.mo beside every messages.po under `translations`; fuzzy entries stay out of it."""
    for source in sorted(translations.glob("*/LC_MESSAGES/messages.po")):
        compiled, part = source.with_suffix(".mo"), source.with_suffix(".mo.part")
        with source.open("rb") as po, part.open("wb") as mo:
            write_mo(mo, read_po(po))
        part.replace(compiled)


class CompletePackage(BuildHookInterface[Any]):
    """Hatchling calls this before it collects the files of a wheel or an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in place; a wheel (`version` "standard") also takes what stands beside the package in the tree.

        An editable install reads templates and static files from the tree: copies would go stale.
        """
        compile_catalogues(Path(self.root) / TRANSLATIONS)
        if version == "standard":
            build_data["force_include"] |= {folder: f"scorekeeper/{folder}" for folder in ("static", "templates")}


def find_home(variables: Mapping[str, str]) -> str:
    """Return the address of the source tree, from SCOREKEEPER_HOME or from the runner of GitHub; else nothing."""
    repository = variables.get("GITHUB_REPOSITORY")
    runner = f"{variables.get('GITHUB_SERVER_URL')}/{repository}" if repository else ""
    return variables.get("SCOREKEEPER_HOME", runner).rstrip("/")


def render_index_page(readme: str, home: str) -> str:
    """Return README.md for the package index, where a relative link is dead: with addresses under `home`.

    Without a home a link is its text alone, and a picture is left out with its table or line.
    """
    if home:
        readme = re.sub(r"(!\[[^]]*\]\()(?!\w+:)", rf"\g<1>{home}/raw/HEAD/", readme)
        return re.sub(r"((?<!!)\[[^]]*\]\()(?!\w+:|#)", rf"\g<1>{home}/blob/HEAD/", readme)
    readme = re.sub(r"(^\|.*\n\|[-|]+\n)?^.*!\[.*\n", "", readme, flags=re.MULTILINE)
    return re.sub(r"\[([^]]*)\]\((?!\w+:|#)[^)]*\)", r"\1", readme)


class IndexPage(MetadataHookInterface):
    """Hatchling calls this for what the package index shows."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the page, and the addresses of source, changes and documents where they are known."""
        home = find_home(os.environ)
        page = render_index_page(Path(self.root, "README.md").read_text(encoding="utf-8"), home)
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
        files = {"Changelog": "CHANGELOG.md", "Documentation": "docs/first-evening.md", "Security": "SECURITY.md"}
        paths = {"Source": "", "Issues": "/issues", **{name: f"/blob/HEAD/{file}" for name, file in files.items()}}
        metadata["urls"] = {name: home + path for name, path in paths.items()} if home else {}
