"""A complete catalogue has every sentence of the code, none of them fuzzy, each with its source's placeholders."""

import re
import string
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
TRANSLATIONS = ROOT / "scorekeeper" / "translations"

COMPLETE = ("ko", "ja", "zh_Hans")
STARTED: tuple[str, ...] = ()


def read_catalogue(language: str) -> Catalog:
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def list_forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the forms of a sentence: one, or the singular and the plurals."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def list_fields(text: str) -> set[str]:
    """Return the placeholders: "{bid}" of `str.format`, "%(count)s" of gettext."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name} | set(re.findall(r"%\((\w+)\)", text))


def list_translations(message: Message) -> tuple[str, ...]:
    return tuple(form for form in list_forms(message.string) if form)


def index_sentences(messages: Iterable[Message]) -> dict[tuple[str | None, tuple[str, ...]], Message]:
    """Return messages by context and source text, without the header."""
    return {(message.context, list_forms(message.id)): message for message in messages if message.id}


@pytest.fixture(scope="module")
def code_catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """A catalogue of every sentence in the code and the templates."""
    template = tmp_path_factory.mktemp("extracted") / "messages.pot"
    extract = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract"]
    options = ["--mapping=pyproject.toml", "--keywords=lazy_gettext", f"--output={template}"]  # as `make messages` does
    subprocess.run([*extract, *options, "."], cwd=ROOT, check=True)
    with template.open("rb") as file:
        return read_po(file)


def test_every_catalogue_is_known() -> None:
    assert {path.parents[1].name for path in TRANSLATIONS.glob("*/*/messages.po")} == {*COMPLETE, *STARTED}


@pytest.mark.parametrize("language", COMPLETE)
def test_no_sentence_is_missing_or_fuzzy(language: str) -> None:
    unfinished = [
        message.id
        for message in index_sentences(read_catalogue(language)).values()
        if message.fuzzy or list_translations(message) != list_forms(message.string)
    ]
    assert unfinished == []


@pytest.mark.parametrize("language", COMPLETE)
def test_catalogue_has_the_sentences_of_the_code_and_no_others(language: str, code_catalogue: Catalog) -> None:
    difference = index_sentences(read_catalogue(language)).keys() ^ index_sentences(code_catalogue).keys()
    assert not difference, "run `make messages`"


@pytest.mark.parametrize("language", [*COMPLETE, *STARTED])
def test_every_catalogue_has_a_finished_sentence_and_its_fields(language: str) -> None:
    different = [
        (message.id, form)
        for message in index_sentences(read_catalogue(language)).values()
        for form in list_translations(message)
        if list_fields(form) != list_fields(list_forms(message.id)[-1])
    ]
    assert different == []
    header = read_catalogue(language)
    assert (str(header.locale), header.plural_forms) == (language, "nplurals=1; plural=0;")
    assert list(header.check()) == []


ONE_WORD = {
    "ko": {
        r"니다(\W|$)": "-어요",
        r"‘": "“ ”",
        "클럽|다이아몬드": "클로버, 다이아",
        "이끈": "선으로 낸",
        "카드마다|트릭마다": "카드별, 트릭별",
        "덮어 공개": "덮다",
        "세트": "묶음",
        "성지": "승급",
        r"(^|님이 |[과 ]혼자인 )장( |,|[이은을의과만]|으로|$)": "주공",
    },
    "ja": {"卓": "テーブル", "：": ": ", "局": "回", "[ｱ-ﾝ]": "full-width letters", "宣言します。$": "ビッドします"},
    "zh_Hans": {
        "您": "你",
        "最后一墩": "末墩",
        "第一墩": "首墩",
        "玩家群": "各地玩法",
        "现身": "亮明身份",
        "笔都": "笔",
    },
    "en": {
        r"(?<!_)\bmighty\b": "Mighty",
        r"\bno trumps?\b|\bthat (is|are) no trump|\d without trumps": "no-trump, plain suits",
        "magic card": "Mighty or joker",
    },
}
"""For each language, words that its sentences do not use, and those that they use instead."""


@pytest.mark.parametrize("language", ONE_WORD)
def test_a_thing_has_one_word(language: str, code_catalogue: Catalog) -> None:
    catalogue = code_catalogue if language == "en" else read_catalogue(language)
    found = [
        (instead, form)
        for message in catalogue
        for form in (list_forms(message.id) if language == "en" else list_translations(message))
        for word, instead in ONE_WORD[language].items()
        if message.id and re.search(word, form)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{bid} is below {lowest}.", {"bid", "lowest"}),
        ("%(count)s hands, %(of)d", {"count", "of"}),
        ("{{literal}} and nothing", set()),
    ],
)
def test_fields_are_seen(text: str, found: set[str]) -> None:
    assert list_fields(text) == found
