"""Programs for people who work on Scorekeeper: benchmarks, fault injection, installers."""
