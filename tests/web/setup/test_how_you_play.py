"""“How do you play?”: a few questions on the page of a new table find the nearest rule set, changed by what differs."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.house_rules import Preset, house_rules
from scorekeeper.nearest_presets import RulesQuestion, changes_for, nearest_presets
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.setup.house_rules import read_rules
from scorekeeper.web.setup.new_table import Draft, find_nearest
from tests.tiers import one_in
from tests.web.pages import Element
from tests.web.phones import NAMES, Phone
from tests.web.setup.test_setting_up import fill_in, preset_of, send_form, tap

QUESTIONS = [(game, question) for game in GAMES for question in screens_for(game).setup.questions]


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=[f"{game}-{each.key}" for game, each in QUESTIONS])
def test_every_rule_set_has_one_answer_to_every_question(game: str, question: RulesQuestion) -> None:
    for preset in GAMES[game].presets.values():
        given = [key for key, answer in question.answers.items() if answer.holds_under(preset.rules)]
        assert given == [question.find_answer(preset.rules)], preset.key


SETS = [(game, key) for game in GAMES for key in GAMES[game].presets]


@pytest.mark.parametrize(("game", "key"), one_in(6, SETS))
def test_the_answers_of_a_rule_set_lead_to_it(app: Flask, game: str, key: str) -> None:
    """People who answer as a set plays are led to it, or to a tie that it is in, after each answer.

    In the end it is alone and just as they play, or what it ties with is the same wherever a rule matters.
    """
    preset = GAMES[game].presets[key]
    with app.test_request_context():
        draft = Draft(GAMES[game], read_rules(GAMES[game], Form()), count=GAMES[game].seat_counts(preset.rules)[0])
        for question in draft.questions:
            found = answer_as(draft, question, preset)
            draft = replace(draft, answers=found)
            assert preset in list_nearest(draft)
        if not draft.questions:
            assert draft.presets == [preset]
            return
        while (nearest := find_nearest(draft)) and nearest.next:
            assert nearest.next.key not in draft.answers
            draft = replace(draft, answers=answer_as(draft, nearest.next, preset))
            assert preset in list_nearest(draft)
        assert nearest
        assert {each.differs for each in nearest.tied} == {()}
        assert nearest.unasked == []
        for other in nearest.tied:
            assert find_effective(preset, other.preset) == {}


def answer_as(draft: Draft, question: RulesQuestion, preset: Preset[Any]) -> dict[str, str]:
    """Return the answers of a draft and one more: as a set plays."""
    answer = question.find_answer(preset.rules)
    assert answer
    return {**draft.answers, question.key: answer}


def list_nearest(draft: Draft) -> list[Preset[Any]]:
    found = find_nearest(draft)
    return [each.preset for each in found.tied] if found else []


def find_effective(preset: Preset[Any], other: Preset[Any]) -> dict[str, Any]:
    """Return the differences between two sets of which the rule matters in both."""
    declared = house_rules(type(preset.rules))
    different = preset.rules.differences(other.rules)
    return {
        key: value
        for key, value in different.items()
        if all(declared[key].applies(each.rules) for each in (preset, other))
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize(("game", "key"), one_in(6, SETS))
def test_rules_that_no_payment_question_asks_about_change_no_payment(game: str, key: str) -> None:
    rules, sample = GAMES[game].presets[key].rules, screens_for(game).setup.sample_hands
    assert sample
    players = GAMES[game].seat_counts(rules)[0]
    others = [
        replace(rules, **{rule.key: choice})
        for rule in house_rules(type(rules)).values()
        if not rule.pays
        for choice in list(rule.list_choices(rules))[:8]
        if not replace(rules, **{rule.key: choice}).check()
    ]
    for hand in sample([rules, *others], [players] * (1 + len(others))):
        was, *changed = hand.paid
        alike = [paid for paid in changed if was and paid and paid.keys() == was.keys()]
        assert [paid for paid in alike if paid != was] == [], hand.said


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_set_is_changed_into_the_answers_of_another(game: str) -> None:
    presets: list[Preset[Any]] = list(GAMES[game].presets.values())
    questions = screens_for(game).setup.questions
    for wanted in presets:
        given = {each.key: each.find_answer(wanted.rules) or "" for each in questions}
        for near in nearest_presets(presets, questions, given):
            rules = replace(near.preset.rules, **changes_for(near, questions, given))
            assert {each.key: each.find_answer(rules) for each in questions} == given


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


def test_nothing_is_near_before_something_is_answered(phone: Phone) -> None:
    page = questions_page(phone)
    assert near_sets(page) == {}
    assert "Answer what you know" in page.one("main").text


def test_the_nearest_come_first_and_say_what_differs(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), made="b-m+1", friend="card", all_pass="redeal")
    near = near_sets(page)
    assert next(iter(near)) == "wikipedia_ja"
    assert near["wikipedia_ja"] == ["When everyone passes: second round"]
    assert near["dongsin"] == ["Score of a made contract: points − 10"]
    assert len(near) == 6


def test_a_set_that_fits_is_chosen_as_it_is(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), made="b-m+1", all_pass="second_round")
    page = tap(phone, page, "near:wikipedia_ja")
    table = send_form(phone, page)
    assert (table.state.preset, table.state.rules.differences(GAMES["mighty"].presets["wikipedia_ja"].rules)) == (
        "wikipedia_ja",
        {},
    )


def test_a_set_that_differs_is_opened_with_what_differs_alone(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), made="b-m+1", min_bid="14", all_pass="redeal")
    page = tap(phone, page, "near:wikipedia_ja")
    shown = [each.attributes["id"].removeprefix("rule-") for each in page.all("b") if "id" in each.attributes]
    assert shown == ["min_bid", "all_pass"]
    page = tap(phone, page, "set:min_bid:12")
    assert [each.text for each in page.of_class("tag--changed")] == ["changed", "changed"]
    rules = send_form(phone, tap(phone, page, "use")).state.rules.as_dict()
    assert (rules["min_bid"], rules["all_pass"], rules["made"]) == (12, "redeal", "B-M+1")


def test_all_rules_are_shown_again(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), made="b-m+1", min_bid="14")
    alone = tap(phone, page, "near:wikipedia_ja")
    whole = tap(phone, alone, "all_rules")
    assert len(list(whole.of_class("rule"))) > 30
    assert send_form(phone, tap(phone, whole, "use")).state.rules.as_dict()["min_bid"] == 14


def test_answers_stay_while_somebody_looks_elsewhere(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), made="b-m+1", min_bid="14")
    page = tap(phone, tap(phone, page, "near:wikipedia_ja"), "view:presets")
    assert near_sets(tap(phone, page, "view:questions"))["wikipedia_ja"] == ["Lowest bid: 13"]


def test_the_number_of_players_is_asked_where_nobody_is_named(phone: Phone) -> None:
    page = tap(phone, tap(phone, phone.page("/new?game=mighty"), "view:presets"), "view:questions")
    page = answer(phone, tap(phone, page, "check", count="4"), min_bid="13")
    assert list(near_sets(page)) == ["four_chicago", "busan", "four", "base10_four", "korean40_four"]
    assert preset_of(tap(phone, page, "near:four_chicago")) == "four_chicago"


def test_the_questions_of_another_game_are_others(phone: Phone) -> None:
    page = answer(phone, questions_page(phone, game="zhao_pengyou"), end="joker_lap")
    assert next(iter(near_sets(page))) == "joker_laps"
    assert near_sets(page)["pagat"] == ["The game ends: when someone rises above the ace"]


def last_asked(page: Element) -> str:
    """Return the house rule that the last question of the page is about."""
    headings = [each.attributes.get("id", "") for each in page.all("h2")]
    return [each for each in headings if each.startswith("about-answer_")][-1].removeprefix("about-answer_")


def test_sets_that_fit_alike_are_a_tie_with_a_question_that_tells_them_apart(phone: Phone) -> None:
    """With 13 alone several sets fit: none is said to be just as people play, and no key names the first."""
    page = answer(phone, questions_page(phone), min_bid="13")
    tied = next(each for each in page.of_class("panel-heading") if each.text.endswith("fit alike"))
    assert int(tied.text.split()[0]) == len(
        [key for key, lines in near_sets(page).items() if "13" not in "".join(lines)]
    )
    assert "as you play" not in page.one("main").text.lower()
    assert "This tells them apart:" in page.one("main").text
    keys = page.of_class("dock")[0].all("button")
    assert [(each.text, each.attributes.get("value")) for each in keys] == [("Back", "view:presets"), (tied.text, None)]
    asked = last_asked(page)
    given = GAMES["mighty"].presets["korean40"].rules.as_dict()[asked]
    fewer = answer(phone, page, min_bid="13", **{asked: str(given).lower()})
    assert "korean40" in near_sets(fewer)
    assert f"about-answer_{asked}" in {each.attributes.get("id") for each in fewer.all("h2")}


def test_a_question_that_nobody_can_answer_gives_way_to_another(phone: Phone) -> None:
    page = answer(phone, questions_page(phone), min_bid="13")
    first = last_asked(page)
    assert last_asked(answer(phone, page, **{first: "-"})) != first


def test_a_set_is_just_as_people_play_once_every_rule_on_payments_was_answered(phone: Phone) -> None:
    rules = GAMES["mighty"].presets["wikipedia_ja"].rules.as_dict()
    page = answer(phone, questions_page(phone), min_bid="13", made="b-m+1", all_pass="second_round", friend="card")
    open_rules = []
    while "This changes what is paid:" in page.one("main").text:
        open_rules.append(near_sets(page)["wikipedia_ja"])
        key = last_asked(page)
        page = answer(phone, page, **{key: str(rules[key]).lower()})
    assert open_rules[0] == [f"As you play, as far as you said: {len(open_rules)} rules on payments are open."]
    assert open_rules[-1] == ["As you play, as far as you said: 1 rule on payments is open."]
    assert near_sets(page)["wikipedia_ja"] == ["Just as you play."]


def test_another_answer_than_of_any_set_opens_its_rule(phone: Phone) -> None:
    page = answer(phone, questions_page(phone, game="zhao_pengyou"), end="above_ace", levels="plain", line="other")
    assert "something else" in page.one("main").text
    page = tap(phone, page, "near:pagat")
    shown = [each.attributes["id"].removeprefix("rule-") for each in page.all("b") if "id" in each.attributes]
    assert shown == ["line"]


MISSING = [(game, key) for game, key in SETS if GAMES[game].presets[key].missing]


@pytest.mark.parametrize(("game", "key"), MISSING)
def test_a_set_says_which_rules_of_its_source_it_does_not_have(phone: Phone, game: str, key: str) -> None:
    said = f"This set does not have: {'; '.join(GAMES[game].presets[key].missing)}."
    for page in (
        f"/new?game={game}&preset={key}&view=rules",
        f"/rules?game={game}&preset={key}",
        f"/rules/all?game={game}&preset={key}",
    ):
        assert said in phone.page(page).one("main").text
    assert "does not have" not in phone.page(f"/rules/all?game={game}&preset=pagat").one("main").text
