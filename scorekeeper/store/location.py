"""Where the database is."""

import os
from collections.abc import Mapping

from platformdirs import user_data_path


def default_database(environ: Mapping[str, str] = os.environ) -> str:
    r"""What to open: ``SCOREKEEPER_DATABASE`` (a path or URL), else scorekeeper.db in the user's data folder.

    That folder is ``~/.local/share/scorekeeper`` (or under ``XDG_DATA_HOME``) on Linux,
    ``~/Library/Application Support/scorekeeper`` on macOS and ``%LOCALAPPDATA%\scorekeeper`` on Windows.
    """
    return environ.get("SCOREKEEPER_DATABASE") or str(user_data_path("scorekeeper", appauthor=False) / "scorekeeper.db")
