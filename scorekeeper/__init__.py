"""Scorekeeper: referee and score sheet for card games played with real cards."""

__version__ = "0.2.0"
