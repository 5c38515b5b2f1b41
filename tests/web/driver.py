"""Somebody who knows nothing of the games and plays by the forms alone: chooses keys that are there, and taps."""

from collections.abc import Iterator
from random import Random
from urllib.parse import urlencode

from tests.web.asking import Fields
from tests.web.pages import Element, parse
from tests.web.phones import Phone, Table

PATIENCE = 80
"""Taps that may be refused one after the other before there is no way on."""
LONGEST = 120
"""Taps a hand may take."""


DRAWN_AGAIN = 0.4
"""How often a form is drawn otherwise, where it can be, before something is recorded."""
NUMBERS = ("", "0", "5", "10", "40")
"""What is written where a number goes; some follow from what is recorded, and nothing is right."""


class Stuck(AssertionError):
    """No tap leads on from this screen."""


KITTY = 3
"""Cards of a kitty that is exposed."""

SAME_QUESTION = "/take_kitty"
"""What may be recorded without an answer to what is asked."""


def play_hand(table: Table, random: Random) -> int:
    """Play until one more hand is complete, and say how many taps were recorded. Raises `Stuck`."""
    hands = len(table.state.hands)
    for taps in range(LONGEST):
        if len(table.state.hands) > hands:
            return taps
        tap(table, table.host, random)
    raise Stuck(f"no hand is over after {LONGEST} taps: {table.state.current}")


def tap(table: Table, phone: Phone, random: Random) -> None:
    """Tap something in the dock that is recorded."""
    before, refusals = table.version, []
    page = phone.page(table.path)
    question = page.one("div", id="table").attributes["data-question"]
    for attempt in range(PATIENCE):
        choices = list(buttons(page, f"{table.path}/record/"))
        looks = list(drafts(page))
        if not choices and not looks:
            raise Stuck("there is nothing to tap")
        if looks and (not choices or random.random() < DRAWN_AGAIN):
            page = drawn_again(table, phone, *random.choice(looks), random)
            continue
        form, button, action = choices[-1] if attempt < 3 else random.choice(choices)
        fields = filled(form, random, trusting=attempt == 0)
        if name := button.attributes.get("name"):
            fields[name] = button.attributes.get("value", "")
        response = phone.post(action, fields, htmx=True)
        assert response.status_code in (200, 422), f"{action} {dict(fields)}: {response.status_code}"
        if table.version > before:
            asked = phone.page(table.path).one("div", id="table").attributes["data-question"]
            assert asked != question or action.endswith(SAME_QUESTION), f"{action} {dict(fields)}"
            return
        page = parse(response.text)  # what was chosen is kept, and may ask for more
        refusals.append(f"{action} {dict(fields)}: {page.problems}")
    raise Stuck("\n".join(refusals))


def buttons(page: Element, below: str) -> Iterator[tuple[Element, Element, str]]:
    """The buttons of the dock that record, the main one last: its form, itself, and where it posts."""
    found = []
    for dock in page.of_class("dock"):
        for form in [dock] if dock.tag == "form" else dock.all("form"):
            for button in form.all("button"):
                action = button.attributes.get("formaction", form.attributes.get("action", ""))
                if action.startswith(below) and not {"form", "aria-disabled", "hx-get"} & button.attributes.keys():
                    main = "button--main" in button.attributes.get("class", "")
                    found.append((main, (form, button, action)))
    yield from (each for _, each in sorted(found, key=lambda pair: pair[0]))


def drafts(page: Element) -> Iterator[tuple[Element, Element]]:
    """The buttons of the dock that ask for the same form drawn otherwise, with that form."""
    for dock in page.of_class("dock"):
        for button in dock.all("button"):
            if {"hx-get", "name"} <= button.attributes.keys() and "aria-disabled" not in button.attributes:
                yield dock, button


def drawn_again(table: Table, phone: Phone, form: Element, button: Element, random: Random) -> Element:
    """The table as that button shows it; nothing is recorded."""
    said = (button.attributes["name"], button.attributes.get("value", ""))
    return phone.page(f"{table.path}/draft?{urlencode([said, *filled(form, random).items(multi=True)])}")


def filled(form: Element, random: Random, *, trusting: bool = False) -> Fields:
    """The form with a key chosen wherever there is a choice and none is made, and numbers where numbers go.

    Whoever is `trusting` leaves the numbers that the form itself has found.
    """
    fields: Fields = form.sends()
    groups: dict[str, list[str]] = {}
    runs = (run for run in form.all(role="group") if "aria-disabled" in run.attributes)
    ruled_out = {id(field) for run in runs for field in run.all("input")}
    for field in form.all("input", type="radio"):
        if "aria-disabled" not in field.attributes and id(field) not in ruled_out:
            groups.setdefault(field.attributes["name"], []).append(field.attributes.get("value", "on"))
    for name, values in groups.items():
        if name not in fields or random.random() < 0.3:
            fields[name] = random.choice(values)
    seldom = {id(field) for fold in form.all("details") for field in fold.all("input")}
    cards = [field.attributes["value"] for field in form.all("input", name="cards", type="checkbox")]
    if cards and ("cards" not in fields or random.random() < DRAWN_AGAIN):
        exposed = fields.get("view") == "kitty"
        fields.setlist("cards", random.sample(cards, KITTY if exposed else 1))
    for field in form.all("input", inputmode="numeric"):
        if id(field) not in seldom and not (trusting and field.attributes.get("value")):
            fields[field.attributes["name"]] = random.choice(NUMBERS)
    return fields
