"""A player who knows nothing of the games: chooses keys that exist, and taps."""

from collections.abc import Iterator
from random import Random
from urllib.parse import urlencode

from tests.web.form_strategies import Fields
from tests.web.pages import Element, parse
from tests.web.phones import Phone, Table

MOST_REFUSALS = 80
"""The most refused taps in a row before a screen counts as stuck."""
MOST_TAPS = 240
"""The most taps of a hand: five players with three packs play 31 cards each."""


REDRAW_PROBABILITY = 0.4
"""The probability that a form is redrawn, where possible, before something is recorded."""
NUMBERS = ("", "", "", "0", "5", "10", "40")
"""The numbers written into fields; as often as others none, where the number follows from what is recorded."""


class Stuck(AssertionError):
    """No tap leads on from this screen."""


KITTY_SIZE = 3
"""The number of cards in an exposed kitty."""

SAME_QUESTION = "/take_kitty"
"""The form that may be recorded without answering the question of the dock."""


def play_hand(table: Table, random: Random) -> int:
    """Play until one more hand is complete; return the number of taps recorded. Raises `Stuck`."""
    hands = len(table.state.hands)
    for taps in range(MOST_TAPS):
        if len(table.state.hands) > hands:
            return taps
        tap_something(table, table.host, random)
    raise Stuck(f"no hand is over after {MOST_TAPS} taps: {table.state.current}")


def tap_something(table: Table, phone: Phone, random: Random) -> None:
    """Tap something in the dock that is recorded. Raises `Stuck`."""
    before, refusals = table.version, []
    page = phone.page(table.path)
    question = page.one("div", id="table").attributes["data-question"]
    for attempt in range(MOST_REFUSALS):
        choices = list(recording_buttons(page, f"{table.path}/record/"))
        looks = list(draft_buttons(page))
        if not choices and not looks:
            raise Stuck("there is nothing to tap")
        if looks and (not choices or random.random() < REDRAW_PROBABILITY):
            page = redraw(table, phone, *random.choice(looks), random)
            continue
        has_main = "button--main" in choices[-1][1].attributes.get("class", "")
        form, button, action = choices[-1] if has_main and attempt < 3 else random.choice(choices)
        fields = fill_at_random(form, random, trusting=attempt == 0)
        if name := button.attributes.get("name"):
            fields[name] = button.attributes.get("value") or draw_offence(form, name, random)
        response = phone.post(action, fields, htmx=True)
        assert response.status_code in (200, 422), f"{action} {dict(fields)}: {response.status_code}"
        if table.version > before:
            asked = phone.page(table.path).one("div", id="table").attributes["data-question"]
            assert asked != question or action.endswith(SAME_QUESTION), f"{action} {dict(fields)}"
            return
        page = parse(response.text)  # what was chosen is kept, and may ask for more
        refusals.append(f"{action} {dict(fields)}: {page.problems}")
    raise Stuck("\n".join(refusals))


def draw_offence(form: Element, name: str, random: Random) -> str:
    """Return a card that proves an offence, as after a tap on it and on “Record it anyway”; "" where none does."""
    proven = [each.attributes["value"] for each in form.all("button", name=name) if "data-offence" in each.attributes]
    return random.choice(proven) if proven else ""


def recording_buttons(page: Element, below: str) -> Iterator[tuple[Element, Element, str]]:
    """Yield the buttons of the dock that record, the main one last: form, button and address."""
    found = []
    for dock in page.of_class("dock"):
        for form in [dock] if dock.tag == "form" else dock.all("form"):
            asked_first = {id(button) for hidden in form.all("template") for button in hidden.all("button")}
            for button in form.all("button"):
                action = button.attributes.get("formaction", form.attributes.get("action", ""))
                if action.startswith(below) and not {"form", "aria-disabled", "hx-get"} & button.attributes.keys():
                    main = "button--main" in button.attributes.get("class", "") and id(button) not in asked_first
                    found.append((main, (form, button, action)))
    yield from (each for _, each in sorted(found, key=lambda pair: pair[0]))


def draft_buttons(page: Element) -> Iterator[tuple[Element, Element]]:
    """Yield the buttons of the dock that redraw its form, with that form."""
    for dock in page.of_class("dock"):
        for button in dock.all("button"):
            if {"hx-get", "name"} <= button.attributes.keys() and "aria-disabled" not in button.attributes:
                yield dock, button


def redraw(table: Table, phone: Phone, form: Element, button: Element, random: Random) -> Element:
    """Return the table as a button shows it without recording anything."""
    said = (button.attributes["name"], button.attributes.get("value", ""))
    return phone.page(f"{table.path}/draft?{urlencode([said, *fill_at_random(form, random).items(multi=True)])}")


def fill_at_random(form: Element, random: Random, *, trusting: bool = False) -> Fields:
    """Return the fields of a form, with a key chosen for every choice and a number in every number field.

    If `trusting`, numbers that the form has filled in stay.
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
    if cards and ("cards" not in fields or random.random() < REDRAW_PROBABILITY):
        exposed = fields.get("view") == "kitty"
        fields.setlist("cards", random.sample(cards, KITTY_SIZE if exposed else 1))
    for field in form.all("input", inputmode="numeric"):
        if id(field) not in seldom and not (trusting and field.attributes.get("value")):
            fields[field.attributes["name"]] = random.choice(NUMBERS)
    return fields
