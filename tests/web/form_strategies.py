"""Hypothesis strategies for what people may fill into the forms they see, sensibly or not."""

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from tests.web.pages import Element

Fields = MultiDict[str, str]

NAMES = ("Fay", "Gil", "김아름", "<b>Hye</b>", "Ana", " Ivo  Jo ")
REASONS = ("a bet", "misdeal", "<i>", "")
NUMBERS = ("", "0", "1", "2", "5", "10", "15", "40", "60", "-1", "-3")
NONSENSE = ("", " ", "x", "-1", "99", "1e3", "٣", "9" * 40, "<b>", "none", "\x00", "{0}")
TEXTS = {"name": NAMES, "reason": REASONS}
UNKNOWN = ("player", "leader", "choose_seats", "seat_9", "amount_99", "mode", "version", "side")


class Tap(NamedTuple):
    """A form as it is sent: its address and its fields."""

    action: str
    fields: Fields


def find_forms(page: Element, *addresses: str) -> list[tuple[str, Element]]:
    """Return the forms of a page that post below one of `addresses`, once for each button with its own address."""
    found = [
        (button.attributes.get("formaction", form.attributes.get("action", "")), form)
        for form in page.all("form", method="post")
        for button in [form, *form.all("button")]
    ]
    once = {(action, id(form)): (action, form) for action, form in found}
    return [each for each in once.values() if each[0].startswith(addresses)]


@st.composite
def fill_form(draw: st.DrawFn, action: str, form: Element) -> Tap:
    """Draw a form filled in sensibly: keys that exist, numbers where numbers belong."""
    fields: Fields = form.sends()
    for name, choices in key_groups(form, "radio"):
        fields[name] = draw(st.sampled_from(choices))
    for name, choices in key_groups(form, "checkbox"):
        fields.poplist(name)
        for chosen in draw(st.lists(st.sampled_from(choices), max_size=3, unique=True)):
            fields.add(name, chosen)
    if lists := closed_lists(form):
        for name in draw(st.lists(st.sampled_from(list(lists)), max_size=2, unique=True)):
            fields[name] = draw(st.sampled_from(lists[name]))
    for field in form.all("input"):
        if field.attributes.get("type", "text") == "text":
            fields[field_name(field)] = draw(st.sampled_from(TEXTS.get(field_name(field), NUMBERS)))
    return Tap(action, fields)


@st.composite
def spoil_form(draw: st.DrawFn, tap: Tap) -> Tap:
    """Draw the same form with fields that are missing, nonsensical or of another form."""
    fields: Fields = tap.fields.copy()
    known = [name for name in fields if name != "csrf_token"]
    for name in draw(st.lists(st.sampled_from([*known, *UNKNOWN]), min_size=1, max_size=3, unique=True)):
        if draw(st.booleans()):
            fields[name] = draw(st.sampled_from(NONSENSE))
        else:
            fields.poplist(name)
    return Tap(tap.action, fields)


def key_groups(form: Element, kind: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the names of a form's keys of a kind, with the values of each."""
    found: dict[str, list[str]] = {}
    for field in form.all("input", type=kind):
        found.setdefault(field_name(field), []).append(field.attributes.get("value", "on"))
    yield from ((name, choices) for name, choices in found.items() if name)


def closed_lists(form: Element) -> dict[str, list[str]]:
    """Return the closed lists of a form, with the values of each."""
    return {
        field_name(field): [each.attributes["value"] for each in field.all("option")]
        for field in form.all("select")
        if any(True for _ in field.all("option"))
    }


def field_name(field: Element) -> str:
    """Return the name under which a field is sent."""
    return field.attributes.get("name", "")
