"""The first page, links, seats, and leaving."""

from scorekeeper.web.joining import home, leaving, links, tables_to_try

BLUEPRINTS = (home.blueprint, links.blueprint, leaving.blueprint, tables_to_try.blueprint)
PARTS = (links,)
