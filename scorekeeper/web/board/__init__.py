"""The table on phones and on a television: its page, recording, frames, the stream, results and corrections."""

from scorekeeper.web.board import (
    corrections,
    hand_result,
    host_away,
    live_table,
    reopened,
    score_sheet,
    side_panel,
    stream,
    sum_checks,
    table,
)

BLUEPRINTS = (table.blueprint, stream.blueprint, side_panel.blueprint, live_table.blueprint, reopened.blueprint)
PARTS = (hand_result, host_away, score_sheet, corrections, sum_checks)
