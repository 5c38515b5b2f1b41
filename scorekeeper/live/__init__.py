"""Who watches which table, and the newest screen of each.

A watched table is a version and, for each audience, the newest frame. Publishing renders a frame once and packs it
once; the same bytes are handed to each phone's connection on the spot. No stream has a queue, so a phone that does not
read costs the others nothing and goes straight to the newest frame when it reads again.
"""

from scorekeeper.live.channels import END, Audience, Frame, Message, Phone, Send
from scorekeeper.live.hub import Hub, Render
from scorekeeper.live.notifications import Notifications

__all__ = ["END", "Audience", "Frame", "Hub", "Message", "Notifications", "Phone", "Render", "Send"]
