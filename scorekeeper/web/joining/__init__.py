"""The first page, links, seats, televisions, leaving, and tables to try."""

from scorekeeper.web.joining import home, home_screen, hosting, leaving, links, tables_to_try, televisions

BLUEPRINTS = (
    home.blueprint,
    home_screen.blueprint,
    links.blueprint,
    televisions.blueprint,
    leaving.blueprint,
    hosting.blueprint,
    tables_to_try.blueprint,
)
PARTS = (links, home_screen)
