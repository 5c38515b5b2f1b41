"""The source tree that this program runs from, unless it is installed."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def find_source_tree(package: Path = PACKAGE) -> Path | None:
    """Return the root of the source tree that `package` lies in, or None when it is installed.

    A wheel carries the templates inside the package (`translations/build_hook.py`); a source tree has them beside it.
    """
    return None if (package / "templates").is_dir() else package.parent


def find_instance_folder() -> Path | None:
    """Return where a source tree keeps what an installed program has in the user's folders, or None when installed."""
    tree = find_source_tree()
    return tree and tree / "instance"
