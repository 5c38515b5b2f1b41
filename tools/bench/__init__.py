"""Benchmarks of the app, each figure beside a bare reference measured in the same run: ``python -m tools.bench``."""
