"""Requests that no page would send, to tables of both games in every phase, by phones of every role."""
