"""Scorekeeper: referee and score sheet for Mighty and Zhao Pengyou, played with real cards."""

__version__ = "0.1.0"
