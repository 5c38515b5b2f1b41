"""Tables to try: two evenings that were played, and a hand that plays itself."""

from scorekeeper.demo.evenings import HOURS_TO_TRY, open_tables
from scorekeeper.demo.playing import play_next_move, play_watched_tables, plays_itself

__all__ = ["HOURS_TO_TRY", "open_tables", "play_next_move", "play_watched_tables", "plays_itself"]
