"""The words of the games: as the screens have them, and what they are called elsewhere."""

import pytest
from flask import Flask

from scorekeeper.web.glossary import WRITTEN
from scorekeeper.web.language import LANGUAGES, gettext, speaking
from scorekeeper.web.screens import SCREENS
from tests.web.pages import faults
from tests.web.phones import Phone


@pytest.mark.parametrize("tag", sorted(set(LANGUAGES) & set(WRITTEN)))
@pytest.mark.parametrize("game", SCREENS)
def test_a_word_is_the_one_that_the_screens_use(app: Flask, game: str, tag: str) -> None:
    with app.test_request_context(), speaking(tag):
        for word in SCREENS[game].words:
            assert gettext(word.term) == {"en": word.term, **word.native}[tag]


@pytest.mark.parametrize("game", SCREENS)
def test_every_word_is_told_in_every_language(game: str) -> None:
    assert SCREENS[game].words
    for word in SCREENS[game].words:
        assert set(word.native) == set(WRITTEN) - {"en"}
        assert all(word.native.values())


@pytest.mark.parametrize("tag", ["en", "ko"])
def test_the_page_has_each_with_its_sentence_and_its_other_names(app: Flask, tag: str) -> None:
    page = Phone(app, tag).page("/words")
    assert faults(page) == []
    told = {(row.one("dt").text, row.of_class("words__native")[0].text) for row in page.one("main").all("div")}
    for screens in SCREENS.values():
        for word in screens.words:
            called = {"en": word.term, **word.native}
            others = " · ".join(said for other, said in called.items() if other != tag)
            assert (called[tag], others) in told


def test_home_and_the_rules_lead_there(app: Flask) -> None:
    for path in ("/", "/rules/all?game=mighty&preset=pagat"):
        assert any(link.attributes["href"] == "/words" for link in Phone(app).page(path).all("a"))
