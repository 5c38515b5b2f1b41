"""Evenings and the command line, as the tests of exports have them."""

from tests.export.conftest import _games, database, evening, run, store  # noqa: F401
