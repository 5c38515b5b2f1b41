"""What the app costs, each figure beside a bare reference measured in the same run: ``python -m tools.bench``."""
