"""The first page, links, seats, televisions, leaving, and tables to try."""

from scorekeeper.web.joining import home, leaving, links, tables_to_try, televisions

BLUEPRINTS = (
    home.blueprint,
    links.blueprint,
    televisions.blueprint,
    leaving.blueprint,
    tables_to_try.blueprint,
)
PARTS = (links,)
