"""“How do you play?”: a few questions on the page of a new table find the nearest rule set, changed by what differs."""

from dataclasses import replace
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.house_rules import Preset
from scorekeeper.nearest_presets import RulesQuestion, changes_for, nearest_presets
from scorekeeper.web.page.screens import screens_for
from tests.cases import for_each
from tests.web.pages import Element
from tests.web.phones import NAMES, Phone
from tests.web.setup.test_setting_up import fill_in, preset_of, send_form, tap

QUESTIONS = [(game, question) for game in GAMES for question in screens_for(game).setup.questions]


@for_each(*QUESTIONS)
def test_every_rule_set_has_one_answer_to_every_question(game: str, question: RulesQuestion) -> None:
    for preset in GAMES[game].presets.values():
        given = [key for key, answer in question.answers.items() if answer.holds_under(preset.rules)]
        assert given == [question.find_answer(preset.rules)], preset.key


@for_each(game=GAMES)
def test_the_answers_of_a_rule_set_lead_to_it_or_change_another(game: str) -> None:
    presets: list[Preset[Any]] = list(GAMES[game].presets.values())
    questions = screens_for(game).setup.questions
    for wanted in presets:
        given = {each.key: each.find_answer(wanted.rules) or "" for each in questions}
        for near in nearest_presets(presets, questions, given):
            rules = replace(near.preset.rules, **changes_for(near, questions, given))
            assert {each.key: each.find_answer(rules) for each in questions} == given
    # The nearest is a set that plays just so: with all answers of a set, nothing differs from it.
    for preset in presets:
        given = {each.key: each.find_answer(preset.rules) or "" for each in questions}
        nearest = nearest_presets(presets, questions, given)
        assert nearest[0].differs == ()
        assert preset in [each.preset for each in nearest if not each.differs]


def answer(phone: Phone, page: Element, **answers: str) -> Element:
    return tap(phone, page, "check", **{f"answer_{key}": value for key, value in answers.items()})


def near_sets(page: Element) -> dict[str, list[str]]:
    """The rule sets offered in the list, each with the lines of what differs."""
    return {
        row.attributes["value"].removeprefix("near:"): [line.text for line in row.of_class("row__detail")]
        for row in page.of_class("row")
        if row.attributes.get("value", "").startswith("near:")
    }


def questions_page(phone: Phone, names: tuple[str, ...] = NAMES, game: str = "mighty") -> Element:
    return tap(phone, tap(phone, fill_in(phone, names, game), "view:presets"), "view:questions")


def test_the_nearest_come_first_and_say_what_differs(phone: Phone) -> None:
    page = questions_page(phone)
    assert near_sets(page) == {}
    assert "Answer what you know" in page.one("main").text
    page = answer(phone, questions_page(phone), made="b-m+1", friend="card", all_pass="redeal")
    near = near_sets(page)
    assert next(iter(near)) == "wikipedia_ja"
    assert near["wikipedia_ja"] == ["When everyone passes: second round"]
    assert near["dongsin"] == ["Score of a made contract: points − 10"]
    assert len(near) == 6


def test_a_set_that_fits_is_chosen_and_of_one_that_differs_only_that_is_opened(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), made="b-m+1", all_pass="second_round")
    page = tap(phone, page, "near:wikipedia_ja")
    table = send_form(phone, page)
    found = (table.state.preset, table.state.rules.differences(GAMES["mighty"].presets["wikipedia_ja"].rules))
    assert found == ("wikipedia_ja", {})
    page = answer(phone, questions_page(phone), made="b-m+1", min_bid="14", all_pass="redeal")
    page = tap(phone, page, "near:wikipedia_ja")
    shown = [each.attributes["id"].removeprefix("rule-") for each in page.all("b") if "id" in each.attributes]
    assert shown == ["min_bid", "all_pass"]
    page = tap(phone, page, "set:min_bid:12")
    assert [each.text for each in page.of_class("tag--changed")] == ["changed", "changed"]
    rules = send_form(phone, tap(phone, page, "use")).state.rules.as_dict()
    assert (rules["min_bid"], rules["all_pass"], rules["made"]) == (12, "redeal", "B-M+1")


def test_all_rules_are_shown_again_and_answers_stay(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), made="b-m+1", min_bid="14")
    alone = tap(phone, page, "near:wikipedia_ja")
    whole = tap(phone, alone, "all_rules")
    assert len(list(whole.of_class("rule"))) > 30
    assert send_form(phone, tap(phone, whole, "use")).state.rules.as_dict()["min_bid"] == 14
    page = tap(phone, tap(phone, page, "near:wikipedia_ja"), "view:presets")
    assert near_sets(tap(phone, page, "view:questions"))["wikipedia_ja"] == ["Lowest bid: 13"]


def test_another_number_or_game_asks_other_questions(phone: Phone) -> None:
    page = tap(phone, tap(phone, phone.page("/new?game=mighty"), "view:presets"), "view:questions")
    page = answer(phone, tap(phone, page, "check", count="4"), min_bid="13")
    assert list(near_sets(page)) == ["four_chicago", "busan", "four", "base10_four", "korean40_four"]
    assert preset_of(tap(phone, page, "near:four_chicago")) == "four_chicago"
    page = answer(phone, questions_page(phone, game="zhao_pengyou"), end="joker_lap")
    assert next(iter(near_sets(page))) == "joker_laps"
    assert near_sets(page)["pagat"] == ["The game ends: when someone rises above the ace"]
