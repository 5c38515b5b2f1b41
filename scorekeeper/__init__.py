"""Scorekeeper: referee and score sheet for card games played with real cards."""

__version__ = "1.0.0"
