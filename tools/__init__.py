"""Programs for whoever works on Scorekeeper: benchmarks, fault injection, mutation testing, and what tests drive."""
