"""Time zones by name, as browsers tell them: "America/New_York"."""

import re
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+/-]{0,39}")


@lru_cache(maxsize=1000)
def find_zone(name: str | None) -> ZoneInfo | None:
    """The zone of that name; None for a name that is none, or is unknown on this computer."""
    if not name or not NAME.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown; not one; a folder of zones
        return None


def localize_time(at: str, zone: ZoneInfo | None) -> datetime:
    """A time of the log in a zone; without one in that of this computer, which often stands at the table."""
    return datetime.fromisoformat(at).astimezone(zone)
