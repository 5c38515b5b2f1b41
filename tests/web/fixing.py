"""A phone that corrects a hand on the boards that recorded it."""

from typing import Any

from scorekeeper.table.state import HandRecord, open_sheet
from tests.cases import require
from tests.web.pages import Element, parse
from tests.web.phones import Phone, Table


class Fix:
    """A phone that corrects a hand on its boards."""

    def __init__(
        self,
        table: Table,
        kind: type | str = "",
        nth: int = 0,
        number: int = 1,
        *,
        sheet: int | None = None,
        by: Phone | None = None,
        **query: str,
    ) -> None:
        """Open the `nth` recorded move of a kind, or a part of the hand; by default its last line."""
        self.table, self.phone, self.problems = table, by or table.host, list[str]()
        self.number, self.sheet = number, sheet
        hand = f"sheet/{number}" if sheet is None else f"sheets/{sheet}/{number}"
        line = kind if isinstance(kind, str) else str(find_place(self.hand, kind, nth))
        at = f"{table.path}/{hand}/fix{'/' if line else ''}{line}"
        response = self.phone.client.get(at, query_string=query)
        assert response.status_code == 302, at
        self.at = response.headers["Location"]

    @property
    def hand(self) -> HandRecord:
        return require(require(open_sheet(self.table.state, self.sheet)).find_hand(self.number))

    @property
    def page(self) -> Element:
        return self.phone.page(self.at)

    @property
    def text(self) -> str:
        return self.page.one("div", id="table").text

    @property
    def shown_problems(self) -> list[str]:
        return self.page.problems

    def filled_in(self, form: str) -> dict[str, str]:
        return self.page.form(f"{self.at}/record/{form}").sends().to_dict()

    def follow(self, path: str, fields: Any = None) -> "Fix":
        """Send a form of the page, and stand where it leads."""
        response = self.phone.post(f"{self.at}/{path}", fields)
        self.problems = parse(response.text).problems if response.status_code != 303 else []
        if response.status_code == 303:
            self.at = response.headers["Location"]
        return self

    def record(self, form: str, **chosen: Any) -> "Fix":
        """Fill in the form of the board and send it; a tuple has every value of a field."""
        forms = (each for each in self.page.all("form") if "/record/" in each.attributes.get("action", ""))
        fields = next(each for each in forms if each.attributes.get("id") != "mode").sends()
        for name, value in chosen.items():
            fields.setlist(name, [str(each) for each in (value if isinstance(value, tuple) else (value,))])
        return self.follow(f"record/{form}", fields)

    def save(self) -> HandRecord:
        """Save the correction; return the hand."""
        before = self.table.version
        response = self.phone.submit(self.at, f"{self.at}/save")
        assert response.status_code == 303, parse(response.text).problems
        assert self.table.version == before + 1
        return self.hand


def find_place(record: HandRecord, kind: type, nth: int) -> int:
    """Return the place of the `nth` recorded move of a kind."""
    return [place for place, move in enumerate(record.moves) if isinstance(move, kind)][nth]


def correct_hand(
    table: Table,
    number: int = 1,
    kind: type | str = "",
    form: str = "result",
    /,
    by: Phone | None = None,
    **chosen: Any,
) -> HandRecord:
    """Record a line of a hand again, by default its result, and save it; return the hand."""
    return Fix(table, kind, number=number, by=by).record(form, **chosen).save()
