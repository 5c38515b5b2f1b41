"""The form of house rules: what it offers can be chosen at that table, and whatever can be chosen opens one."""

from collections.abc import Iterator, Mapping

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.games import GAMES, mighty
from scorekeeper.house_rules import HouseRule, house_rules
from tests.web.pages import Element, faults, parse
from tests.web.phones import Phone, Table, open_table

DECLARED = house_rules(mighty.Rules)
PRESETS = [(game.key, key) for game in GAMES.values() for key in game.presets]
BY_PRESET = {"players"}
"""Who plays and with which cards is chosen with the rule set."""


def form_of(phone: Phone, game: str, preset: str) -> Element:
    """The form of house rules that begins with a rule set, as a new table's row of rules leads to it."""
    fields = phone.page(f"/new?game={game}").form("/new").sends()
    return redrawn(phone, fields, f"start_from:{preset}")


def redrawn(phone: Phone, fields: Mapping[str, str], does: str) -> Element:
    """The form after one of its buttons."""
    response = phone.post("/new/draft", {**fields, "do": does})
    assert response.status_code == 200
    page = parse(response.text)
    assert faults(page) == []
    return page.form("/new")


def shown(form: Element, rule: HouseRule) -> set[object]:
    """The choices of a house rule that a form has: as keys, as a switch, or by its steps."""
    inputs = list(form.all("input", name=rule.key))
    if any(each.attributes.get("role") == "switch" for each in inputs):
        return {True, False}
    values = {each.attributes["value"] for each in inputs if "type" in each.attributes}
    steps = {each.attributes["value"] for each in form.all("button", name="do")}
    prefix = f"set:{rule.key}:"
    values |= {each.removeprefix(prefix) for each in steps if each.startswith(prefix)}
    return {rule.parse(value) for value in values} - {None}


def offered(phone: Phone, form: Element, rule: HouseRule) -> set[object]:
    """All choices that can be reached: of a number in steps, one after the other."""
    reached: set[object] = set()
    waiting = shown(form, rule)
    while waiting - reached:
        choice = min(waiting - reached, key=str)
        reached.add(choice)
        waiting |= shown(redrawn(phone, form.sends(), f"set:{rule.key}:{str(choice).lower()}"), rule)
    return reached


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_form_offers_what_applies_and_can_be_chosen(phone: Phone, game: str, preset: str) -> None:
    form = form_of(phone, game, preset)
    rules = GAMES[game].presets[preset].rules
    for key, rule in house_rules(GAMES[game].rules).items():
        possible = set(rule.choices_under(rules))
        expected = possible if rule.applies(rules) and key not in BY_PRESET and len(possible) > 1 else set()
        assert (offered(phone, form, rule) if expected else shown(form, rule)) == expected, key


def choices(game: str) -> Iterator[tuple[str, str]]:
    """Every choice of every house rule that some rule set's form offers, as it is written."""
    for key, rule in house_rules(GAMES[game].rules).items():
        if key not in BY_PRESET:
            yield from ((key, str(value).lower()) for value in rule.choices)


NEEDED: Mapping[tuple[str, str], dict[str, str]] = {
    ("eliminate", "true"): {"bankroll": "40"},
    ("joker_call_under_clubs", "D"): {},
}
"""What else must be chosen so that a choice stands, as the conflict under its field says."""

WITH: Mapping[str, dict[str, str]] = {
    "min_bid:25": {"preset": "double_six"},
    "next_dealer:sit_out_by_result": {"preset": "six_sit_out"},
    "split:even": {"preset": "four"},
    "split:declarer_pays": {"preset": "four"},
    "split:chicago_table": {"preset": "four_chicago"},
}
"""The rule set with which a choice is there at all, where it is not the usual one."""


def opened(phone: Phone, game: str, key: str, value: str) -> Table | None:
    """A table opened by the form alone, with one choice made; None where no rule set has that choice."""
    name = f"{key}:{value}".lower()
    wanted = next((each["preset"] for code, each in WITH.items() if code.lower() == name), None)
    for preset in [wanted] if wanted else GAMES[game].presets:
        form = form_of(phone, game, preset)
        rule = house_rules(GAMES[game].rules)[key]
        if rule.parse(value) not in offered(phone, form, rule):
            continue
        form = settled(phone, redrawn(phone, form.sends(), f"set:{key}:{value}"), game, (key, value))
        if form is None:
            continue
        rules = GAMES[game].presets[preset].rules
        names = {f"name_{seat}": f"P{seat}" for seat in range(1, GAMES[game].seat_counts(rules)[0] + 1)}
        used = redrawn(phone, {**form.sends(), **names}, "use")
        response = phone.post("/new", used.sends())
        assert response.status_code == 302, parse(response.text).problems
        return Table(phone, response.location.split("/")[2])
    return None


def settled(phone: Phone, form: Element, game: str, choice: tuple[str, str]) -> Element | None:
    """The form with its conflicts mended one after the other by other choices; None where that leads nowhere."""
    for _ in range(4):
        if not form.of_class("act--off"):
            return form
        for key, rule in house_rules(GAMES[game].rules).items():
            if key == choice[0] or not shown(form, rule):
                continue
            for value in shown(form, rule):
                other = redrawn(phone, form.sends(), f"set:{key}:{str(value).lower()}")
                if len(other.of_class("why")) < len(form.of_class("why")):
                    form = other
                    break
            else:
                continue
            break
        else:
            return None
    return None


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_opens_a_table_on_which_a_hand_begins(phone: Phone, game: str) -> None:
    """By forms alone: a choice is made, whatever it contradicts is mended, the table opens and a hand is dealt."""
    never = set()
    for key, value in choices(game):
        table = opened(phone, game, key, value)
        if table is None:
            never.add((key, value))
            continue
        assert str(getattr(table.state.rules, key)).lower() == value.lower(), key
        table.record("start_hand")
        assert phone.get(table.path).status_code == 200
        for page in ("/rules", "/pack", "/rules/change"):
            assert faults(phone.page(table.path + page)) == []
    assert never == set()


def change(table: Table) -> Element:
    return table.host.page(f"{table.path}/rules/change").form(f"{table.path}/rules")


def redrawn_at(table: Table, fields: Mapping[str, str], does: str) -> Element:
    response = table.host.post(f"{table.path}/rules/draft", {**fields, "do": does})
    assert response.status_code == 200
    return parse(response.text)



def test_a_change_says_what_it_was_and_goes_back(app: Flask) -> None:
    table = open_table(app, back_run="defenders_10")
    page = redrawn_at(table, change(table).sends(), "set:back_run:off")
    (rule,) = page.of_class("rule--changed")
    assert "changed" in rule.text
    assert "was: 10 points for the defenders" in rule.text
    back = next(each.attributes["value"] for each in rule.all("button") if "rule__was" in each.attributes["class"])
    again = redrawn_at(table, page.form(f"{table.path}/rules").sends(), back)
    assert again.of_class("rule--changed") == []


def test_a_conflict_stands_under_its_field_and_takes_the_edge_off_the_primary(app: Flask) -> None:
    table = open_table(app)
    page = redrawn_at(table, change(table).sends(), "set:eliminate:true")
    field = next(each for each in page.of_class("rule") if list(each.all("input", name="eliminate")))
    assert "must begin with more than zero" in field.text
    (primary,) = page.of_class("act--main")
    assert primary.attributes["aria-disabled"] == "true"
    assert "1 conflict" in primary.text
    fields = page.form(f"{table.path}/rules").sends()
    refused = table.host.post(f"{table.path}/rules", fields)
    assert refused.status_code == 422
    assert "must begin with more than zero" in " ".join(parse(refused.text).problems)
    mended = redrawn_at(table, fields, "set:bankroll:40")
    assert mended.of_class("act--off") == []
    sent: MultiDict[str, str] = mended.form(f"{table.path}/rules").sends()
    assert table.host.post(f"{table.path}/rules", sent).status_code == 302
    assert (table.state.rules.as_dict()["eliminate"], table.state.rules.as_dict()["bankroll"]) == (True, 40)


def test_a_field_that_no_longer_applies_goes(phone: Phone) -> None:
    form = form_of(phone, "mighty", "pagat")
    assert list(form.all("input", name="redeal_limit"))
    without = redrawn(phone, form.sends(), "set:redeal:off")
    assert not list(without.all("input", name="redeal_limit"))
