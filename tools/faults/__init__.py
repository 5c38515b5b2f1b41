"""That nothing recorded is ever lost, whatever happens to the server or its database: ``python -m tools.faults``."""
