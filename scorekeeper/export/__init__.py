"""Tables as files: a JSON document that can be checked and imported again, and spreadsheets."""

from scorekeeper.export.bg_stats import find_play_time, play_link
from scorekeeper.export.describe import export_document
from scorekeeper.export.document import FORMAT, LARGEST_FILE, SCHEMA, Document
from scorekeeper.export.history import history_bytes
from scorekeeper.export.spreadsheet import export_csv, roles_of
from scorekeeper.export.verification import VerificationReport, check_document, import_document
from scorekeeper.export.workbook import export_xlsx

# fmt: off
__all__ = [
    "FORMAT", "LARGEST_FILE", "SCHEMA", "Document", "VerificationReport", "check_document", "export_csv",
    "export_document", "export_xlsx", "find_play_time", "history_bytes", "import_document", "play_link", "roles_of",
]
# fmt: on
