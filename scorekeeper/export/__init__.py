"""Tables as files: a JSON document that can be checked and imported again, and spreadsheets."""

from scorekeeper.export.bg_stats import play_link
from scorekeeper.export.describe import export_document
from scorekeeper.export.document import FORMAT, LARGEST_FILE, SCHEMA, Document
from scorekeeper.export.spreadsheet import export_csv, export_xlsx, roles_of
from scorekeeper.export.verification import Verified, check_document, import_document

# fmt: off
__all__ = [
    "FORMAT", "LARGEST_FILE", "SCHEMA", "Document", "Verified", "check_document", "export_csv", "export_document",
    "export_xlsx", "import_document", "play_link", "roles_of",
]
# fmt: on
