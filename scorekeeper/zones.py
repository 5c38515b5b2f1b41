"""Time zones by the name that a browser sends: "America/New_York"."""

import re
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+/-]{0,39}")


@lru_cache(maxsize=1000)
def find_zone(name: str | None) -> ZoneInfo | None:
    """Return the zone of that name; None for a malformed name, or one unknown on this computer."""
    if not name or not NAME.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown; not one; a folder of zones
        return None


def localize_time(at: str, zone: ZoneInfo | None) -> datetime:
    """Convert a time of the log to a zone, or to the zone of this computer when there is none."""
    return datetime.fromisoformat(at).astimezone(zone)
