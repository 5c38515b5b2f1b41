"""Logs, files and cookies of versions before 1.0, rewritten once in the form of today.

Version 0.1.0 wrote schema 1: events, which moves had led to. Its corrections dealt later hands anew, and whoever had
joined next stood in for somebody who had left. The rest of the program knows none of that: when a database is opened
for the first time its old tables are rewritten (`tables`), and so is an old file when it is imported (`documents`).
"""

from scorekeeper.version_0.log import is_of_version_0, rewrite_if_old, rewrite_log
from scorekeeper.version_0.tables import rewrite_tables

__all__ = ["is_of_version_0", "rewrite_if_old", "rewrite_log", "rewrite_tables"]
