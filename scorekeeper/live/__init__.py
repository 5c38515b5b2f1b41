"""Who watches which table, and the newest screen of each.

A watched table is a version and, for each audience, the newest frame and a wake-up call. Publishing renders a frame
once and wakes the streams; each sends what is newest by then. No stream has a queue, so a phone that does not read
costs the others nothing and goes straight to the newest frame when it reads again.
"""

from scorekeeper.live.channels import Audience, Frame
from scorekeeper.live.hub import Hub, Render

__all__ = ["Audience", "Frame", "Hub", "Render"]
