"""The referee's pages, rulings to share, what counts here, first lessons, and the words of both games."""

from scorekeeper.web.help import glossary, lessons, referee, rulings, what_counts

BLUEPRINTS = (
    referee.blueprint,
    referee.public_blueprint,
    rulings.blueprint,
    glossary.blueprint,
    lessons.blueprint,
    what_counts.blueprint,
)
PARTS = ()
