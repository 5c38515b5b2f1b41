"""The words of the games: as the screens have them, and what they are called elsewhere."""

from flask import Flask

from scorekeeper.web.page.language import LANGUAGES, gettext, use_language
from scorekeeper.web.page.screens import SCREENS
from tests.cases import for_each
from tests.web.pages import find_faults
from tests.web.phones import Phone


@for_each(tag=LANGUAGES)
def test_the_page_has_each_with_its_sentence_and_its_other_names(tag: str, *, app: Flask) -> None:
    page = Phone(app, tag).page("/words")
    assert find_faults(page) == []
    told = {(row.one("dt").text, row.of_class("glossary__native")[0].text) for row in page.one("main").all("div")}
    for screens in SCREENS.values():
        assert screens.explaining.words
        for word in screens.explaining.words:
            assert (in_language(app, tag, word.term), " · ".join(other_terms(app, tag, word.term))) in told


def in_language(app: Flask, tag: str, text: str) -> str:
    with app.test_request_context(), use_language(tag):
        return gettext(text)


def other_terms(app: Flask, tag: str, term: str) -> list[str]:
    return [in_language(app, other, term) for other in LANGUAGES if other != tag]


@for_each(
    ("Declarer", ["주공", "デクレアラー", "庄家"]),
    ("friend", ["프렌드", "フレンド", "朋友"]),
    ("trumps", ["기루다", "切り札", "主牌"]),
)
def test_terms_are_those_of_the_sources(term: str, names: list[str], *, app: Flask) -> None:
    """S3 for Korean, S4 for Japanese."""
    assert term in {word.term for screens in SCREENS.values() for word in screens.explaining.words}
    assert other_terms(app, "en", term) == names


def test_home_and_the_rules_lead_there(app: Flask) -> None:
    for path in ("/", "/rules/all?game=mighty&preset=pagat"):
        assert any(link.attributes["href"] == "/words" for link in Phone(app).page(path).all("a"))
