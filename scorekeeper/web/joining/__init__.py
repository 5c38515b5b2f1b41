"""The first page, links, seats, and leaving."""

from scorekeeper.web.joining import home, leaving, links

BLUEPRINTS = (home.blueprint, links.blueprint, leaving.blueprint)
PARTS = (links,)
