"""Streams of tables to the phones that watch them.

A watched table has a version and, for each audience, the newest frame. Publishing renders a frame once and compresses
it once; the same bytes go to every phone's connection at once. No stream has a queue: a phone that does not read costs
the others nothing, and gets the newest frame when it reads again.
"""

from scorekeeper.live.channels import END, Audience, Frame, Message, Phone, Send
from scorekeeper.live.hub import Hub, Render
from scorekeeper.live.notifications import Notifications

__all__ = ["END", "Audience", "Frame", "Hub", "Message", "Notifications", "Phone", "Render", "Send"]
