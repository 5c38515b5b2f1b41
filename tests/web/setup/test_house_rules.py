"""The form of house rules: it offers what can be chosen at that table, and no more."""

from collections.abc import Mapping

from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.games import GAMES
from scorekeeper.house_rules import OTHERS, HouseRule, house_rules
from scorekeeper.web.setup.house_rules import MOST_STEPS
from tests.cases import for_each
from tests.tiers import FULL
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Phone, Table, open_table

PRESETS = [(game.key, key) for game in GAMES.values() for key in game.presets]
BY_PRESET = {"players"}
"""Who plays and with which cards is chosen with the rule set."""


def form_of(phone: Phone, game: str, preset: str) -> Element:
    """The form of house rules that begins with a rule set, as a new table's row of rules leads to it."""
    fields = phone.page(f"/new?game={game}").form("/new").sends()
    return redraw(phone, fields, f"start_from:{preset}")


def redraw(phone: Phone, fields: Mapping[str, str], does: str) -> Element:
    """The form after one of its buttons."""
    response = phone.post("/new/draft", {**fields, "do": does})
    assert response.status_code == 200
    page = parse(response.text)
    assert find_faults(page) == []
    return page.form("/new")


class Offer:
    """The choices that a form has, by the key of the house rule: as keys, as a switch, or as the steps next to it."""

    def __init__(self, form: Element) -> None:
        self.written: dict[str, set[str]] = {}
        for each in form.all("input"):
            self.add(each.attributes["name"], each.attributes.get("value", ""))
        for each in form.all("button", name="do"):
            what, _, rest = each.attributes["value"].partition(":")
            if what == "set":
                self.add(*rest.split(":"))

    def add(self, key: str, value: str) -> None:
        self.written.setdefault(key, set()).add(value)

    def of(self, rule: HouseRule) -> set[object]:
        values = {rule.parse(value) for value in self.written.get(rule.key, ())}
        return {value for value in values if value is not None}


def choices_by_steps(phone: Phone, form: Element, rule: HouseRule) -> set[object]:
    """Return the choices of a number that can be reached step by step."""
    reached, waiting = set[object](), Offer(form).of(rule)
    while waiting - reached:
        choice = min(waiting - reached, key=str)
        reached.add(choice)
        waiting |= Offer(redraw(phone, form.sends(), f"set:{rule.key}:{choice}")).of(rule)
    return reached


walked = set[tuple[object, ...]]()
"""Numbers whose choices have been reached step by step under a preset before."""


@for_each(*PRESETS)
def test_a_form_offers_what_applies_and_can_be_chosen(game: str, preset: str, *, app: Flask) -> None:
    phone = Phone(app)
    form = form_of(phone, game, preset)
    offer, rules = Offer(form), GAMES[game].presets[preset].rules
    for key, rule in house_rules(GAMES[game].rules).items():
        possible = set(rule.list_choices(rules))
        expected = possible if rule.applies(rules) and key not in BY_PRESET and len(possible) > 1 else set()
        if len(expected) > MOST_STEPS:
            assert [each.attributes["inputmode"] for each in form.all("input", name=key)] == ["numeric"]
            continue
        stepwise = len(expected) > 5 and all(isinstance(each, int) for each in expected)
        if stepwise and not FULL and (game, key, *expected) in walked:
            assert set() < offer.of(rule) < expected, key
            continue
        walked.add((game, key, *expected))
        assert (choices_by_steps(phone, form, rule) if stepwise else offer.of(rule)) == expected, key


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
    back = next(
        each.attributes["value"] for each in rule.all("button") if "rule__preset-choice" in each.attributes["class"]
    )
    again = redrawn_at(table, page.form(f"{table.path}/rules").sends(), back)
    assert again.of_class("rule--changed") == []


def test_a_conflict_stands_under_its_field_and_takes_the_edge_off_the_primary(table: Table) -> None:
    page = redrawn_at(table, change(table).sends(), "set:eliminate:true")
    field = next(each for each in page.of_class("rule") if list(each.all("input", name="eliminate")))
    assert "must begin with more than zero" in field.text
    (primary,) = page.of_class("button--main")
    assert primary.attributes["aria-disabled"] == "true"
    assert "1 conflict" in primary.text
    fields = page.form(f"{table.path}/rules").sends()
    refused = table.host.post(f"{table.path}/rules", fields)
    assert refused.status_code == 422
    assert "must begin with more than zero" in " ".join(parse(refused.text).problems)
    mended = redrawn_at(table, fields, "set:bankroll:40")
    assert mended.of_class("button--off") == []
    sent: MultiDict[str, str] = mended.form(f"{table.path}/rules").sends()
    assert table.host.post(f"{table.path}/rules", sent).status_code == 302
    assert (table.state.rules.as_dict()["eliminate"], table.state.rules.as_dict()["bankroll"]) == (True, 40)


def read_results(page: Element) -> list[str]:
    (table,) = page.of_class("result-table")
    return [row.text for row in table.all("tr")]


def test_a_typed_number_or_level_draws_what_it_gives(app: Flask) -> None:
    table = open_table(app, game="zhao_pengyou", players=5)
    fields = change(table).sends()
    assert read_results(table.host.page(f"{table.path}/rules/change"))[0] == "0 Makers up 3"
    page = redrawn_at(table, {**fields, "neutral": "0"}, "set:neutral:0")
    assert read_results(page)[3] == "80–115 Defenders up 1"
    sent = page.form(f"{table.path}/rules").sends()
    assert sent["neutral"] == "0"
    assert table.host.post(f"{table.path}/rules", sent).status_code == 302
    assert table.state.rules.as_dict()["neutral"] == 0
    table = open_table(app, game="zhao_pengyou", players=5, must_play="own")
    typed = {**change(table).sends(), "own_levels": "k, 4"}
    page = redrawn_at(table, typed, "set:must_play_by:makers")
    sent = page.form(f"{table.path}/rules").sends()
    assert sent["own_levels"] == "4 K"
    refused = table.host.post(f"{table.path}/rules", {**sent, "own_levels": "4 18"})
    assert refused.status_code == 422
    assert table.host.post(f"{table.path}/rules", sent).status_code == 302
    assert table.state.rules.as_dict()["own_levels"] == "4 K"
    assert (
        "Levels that must be played, so that nobody rises past them at once: 4, K"
        in table.host.page(f"{table.path}/rules").text
    )


@for_each(
    ("line", "95", "The defenders could never rise"),
    ("line", "42", "“The makers rise below” is 5, 10 and so on until 600, not “42”."),
    ("step", "0", "5, 10 and so on until 200, not “0”"),
    ("step", "x", "not “x”"),
    ("kitty_size", "99", "3, 4 and so on until 30, not “99”"),
    ("own_levels", "5 11", "“The set of levels” is made of 2 3 4 5 6 7 8 9 10 J Q K A, not of “5 11”."),
    ("own_levels", "", "not of “”"),
)
def test_a_text_that_is_no_choice_stays_with_the_reason_beneath(
    key: str, typed: str, reason: str, *, app: Flask
) -> None:
    table = open_table(app, game="zhao_pengyou", players=5, must_play="own", kitty="own", jokers="one_of_each_per_pack")
    for path, fields in (("/rules/draft", {"do": f"set:{key}:{typed}"}), ("/rules", {key: typed})):
        response = table.host.post(table.path + path, {**change(table).sends(), **fields})
        page = parse(response.text)
        (field,) = page.all("input", name=key)
        assert field.attributes["value"] == typed
        (alert,) = page.all("p", id=field.attributes["aria-describedby"])
        assert reason in alert.text
        assert len(page.problems) == len(set(page.problems))
        assert page.of_class("result-table") == []
    assert response.status_code == 422


def test_a_table_of_shares_is_typed_from_the_computed_lines_and_told(app: Flask) -> None:
    table = open_table(app, "double_six", ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay"))
    page = redrawn_at(table, change(table).sends(), "set:split:own")
    (field,) = page.all("textarea", name="own_shares")
    shown = field.attributes["placeholder"].split("\n")
    assert (field.text, shown[:3], len(shown)) == ("", ["1: 1 1 1", "2: 4 1 1", "3: 5 2 2"], 16)
    fields = page.form(f"{table.path}/rules").sends()
    assert table.host.post(f"{table.path}/rules", fields).status_code == 302
    assert table.state.rules.as_dict()["own_shares"] == "none", "what nobody chose is not recorded"
    (begin,) = [each.attributes["value"] for each in page.all("button") if each.text == "Begin with these lines"]
    page = redrawn_at(table, change(table).sends(), begin)
    lines = page.form(f"{table.path}/rules").sends()["own_shares"].split("\n")
    assert lines == shown
    fields = change(table).sends()
    for wrong, reason in (
        (lines[1:], "has no line for 1. Lines from 1 to 16 are needed."),
        (["1 1 1 2", *lines[1:]], "line 1: the declarer’s side has 4, but 3 defenders pay 3."),
        ([*lines, "17 17 17 17"], "has a line for 17, but no bid scores more than 16."),
        (["1 1 1", *lines[1:]], "This line is not so: “1 1 1”."),
    ):
        response = table.host.post(f"{table.path}/rules", {**fields, "own_shares": "\r\n".join(wrong)})
        (field,) = parse(response.text).all("textarea", name="own_shares")
        (alert,) = parse(response.text).all("p", id=field.attributes["aria-describedby"])
        assert response.status_code == 422
        assert reason in alert.text
        assert wrong[0].replace(":", "") in field.text.replace(":", "")  # what was typed stays
    typed = {**fields, "own_shares": "\r\n".join(["1 3 0 0", *lines[1:]])}
    assert table.host.post(f"{table.path}/rules", typed).status_code == 302
    kept = "; ".join(["1: 3 0 0", *lines[1:]])
    assert table.state.rules.as_dict()["own_shares"] == kept
    assert f"the first and the second friend: {kept}." in table.host.page(f"{table.path}/rules").text


@for_each(game=GAMES)
def test_every_house_rule_is_told_in_a_sentence(game: str) -> None:
    """Rules that are on or off are sentences themselves; of all others each choice has one, and no other has any."""
    for key, rule in house_rules(GAMES[game].rules).items():
        told = OTHERS in rule.sentences or rule.choices.keys() <= rule.sentences.keys()
        assert told or isinstance(rule.default, bool), key
        assert rule.sentences.keys() <= {*rule.choices, OTHERS}, key


def test_the_rules_in_force_are_sentences_without_what_does_not_apply(table: Table, phone: Phone) -> None:
    page = table.watcher().page(f"{table.path}/rules").text
    assert "Nobody may promise fewer than 13 points. " in page
    assert "The declarer wins or loses twice as much as a friend, and without one everything." in page
    hints = [rule.help for rule in house_rules(GAMES["mighty"].rules).values() if rule.help]
    assert len(hints) > 20
    assert not [hint for hint in hints if hint in page], "the form has them"
    assert "Chicago table" not in page
    assert "Once each in a session" not in page
    # A field that no longer applies goes.
    form = form_of(phone, "mighty", "pagat")
    assert list(form.all("input", name="redeal_limit"))
    without = redraw(phone, form.sends(), "set:redeal:off")
    assert not list(without.all("input", name="redeal_limit"))
