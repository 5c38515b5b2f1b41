"""Mutation testing of the games and tables: ``python -m tools.mutants``."""
