"""Logs, files and cookies of versions before 1.0, rewritten once in the form of today.

Version 0.1.0 wrote schema 1: events that moves had led to. Its corrections dealt later hands anew, and the player who
had joined next stood in for a player who had left. No other part of the program knows this: old tables are rewritten
when their database is opened for the first time (`tables`), old files when they are imported (`documents`).
"""

from scorekeeper.version_0.log import is_of_version_0, rewrite_if_old, rewrite_log
from scorekeeper.version_0.tables import rewrite_tables

__all__ = ["is_of_version_0", "rewrite_if_old", "rewrite_log", "rewrite_tables"]
