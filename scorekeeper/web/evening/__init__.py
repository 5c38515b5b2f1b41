"""Score sheet, history, chart, statistics, settling up, exports and imports, and the picture of the result."""

from scorekeeper.web.evening import chart, export, history, importing, picture, settling, sheet_pages, statistics

BLUEPRINTS = (
    sheet_pages.blueprint,
    history.blueprint,
    chart.blueprint,
    statistics.blueprint,
    settling.blueprint,
    export.blueprint,
    importing.blueprint,
    picture.blueprint,
)
PARTS = ()
