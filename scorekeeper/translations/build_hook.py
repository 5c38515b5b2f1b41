"""Steps of the build: catalogues are compiled (git keeps none), and a wheel is made complete."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

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
