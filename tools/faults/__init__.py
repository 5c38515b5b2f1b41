"""Fault injection, ``python -m tools.faults``: no recorded action may be lost, whatever happens to the server."""
