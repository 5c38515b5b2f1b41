"""Programs for people who work on Scorekeeper: benchmarks, fault injection, mutation testing, installers."""
