"""The first page, links, seats, televisions, leaving, and tables to try."""

from scorekeeper.web.joining import home, hosting, leaving, links, tables_to_try, televisions

BLUEPRINTS = (
    home.blueprint,
    links.blueprint,
    televisions.blueprint,
    leaving.blueprint,
    hosting.blueprint,
    tables_to_try.blueprint,
)
PARTS = (links,)
