"""The addresses of hands: those of the present sheet, and those of earlier ones, of which the first is number 1."""


def sheet_address(table_id: str, sheet: int | None = None) -> str:
    """The address that the hands of a sheet are under."""
    return f"/t/{table_id}/sheet" if sheet is None else f"/t/{table_id}/sheets/{sheet}"


def hand_address(table_id: str, number: int, sheet: int | None = None) -> str:
    """The address of a hand."""
    return f"{sheet_address(table_id, sheet)}/{number}"


def reasons_address(table_id: str, sheet: int | None = None) -> str:
    """The address that the explanations of the hands of a sheet are under."""
    return f"/t/{table_id}/why" if sheet is None else f"{sheet_address(table_id, sheet)}/why"
