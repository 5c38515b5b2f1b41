"""Every sentence in every language, with facts of all lengths: complete, escaped and grammatical."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from markupsafe import Markup

from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.language import with_facts
from scorekeeper.web.page.wording import JOKER_NAMES, SUIT_NAMES
from tests.cases import for_each
from tests.test_translations import COMPLETE, list_fields, list_forms, list_translations, read_catalogue
from tests.web.page.test_screens import find_untranslated

pytestmark = pytest.mark.exhaustive

LONG = "Bartholomew Longname"
FACTS = {
    "nothing": "",
    "a letter": "B",
    "a syllable": "보",
    "a long name": LONG,
    "a list of eleven": ", ".join([LONG] * 11),
    "none": "0",
    "one": "1",
    "two": "2",
    "twenty-one": "21",
    "a thousand": "1000",
    "what HTML would read": "<i>&amp;</i>",
}

COUNTED = (
    *("cards", "combinations", "copies", "fours", "friends", "groups", "hands", "letters", "levels", "packs", "pairs"),
    *("parts", "phones", "players", "points", "seats", "times", "tricks", "triples"),
)
ONE = re.compile(rf"(?<!to )(?<!\d)1 (?:[a-z’]+ )?({'|'.join(COUNTED)})\b")
"""Matches “1 cards”, but not “from 0 to 1 points”."""

NEVER_ONE = Path(__file__).with_name("never_one.txt")

PARTICLES = "이에요|예요|이라고|라고|이고|이나|이|가|을|를|은|는|과|와|으로|로"
PARTICLE = re.compile(rf"(?:\{{(\w+)\}}|%\((\w+)\)[sd])[”’]?({PARTICLES})[는도]?(?![가-힣])")
AFTER_VOWEL = {"가", "를", "는", "와", "로", "예요"}
ENDS_IN_VOWEL = {"card", "suit", "contract"}
"""Facts that end in a suit, a joker or NT."""

UNDECIDED = re.compile(r"이\(가\)|을\(를\)|은\(는\)|과\(와\)|\(으\)로|님[가를는와로](?![가-힣])")
"""Particle forms for paper, such as 이(가), and particles that are wrong after 님."""

NAMES = re.compile("Mighty|Rick Heli|UTC|Safari|Chrome|Cookies?|scorekeeper host")


def fill_in(message: Message, text: str, fact: str) -> Markup:
    """Return a sentence filled in as on screens."""
    facts = dict.fromkeys(list_fields(text), fact)
    if "python-brace-format" in message.flags:
        return Markup(str(escape(text)).format_map({name: escape(value) for name, value in facts.items()}))
    return with_facts(text, facts) if facts else Markup(text)


def list_sentences(language: str) -> Iterator[tuple[Message, str]]:
    """Yield the messages of a language with their texts; English is the source of every catalogue."""
    for message in read_catalogue("ko" if language == "en" else language):
        if message.id:
            yield from (
                (message, text) for text in (list_forms(message.id) if language == "en" else list_translations(message))
            )


@for_each(fact=FACTS, language=["en", *COMPLETE])
def test_every_sentence_is_whole(language: str, fact: str) -> None:
    """Every fact appears, escaped, and no placeholder remains."""
    told = str(escape(FACTS[fact]))
    for message, text in list_sentences(language):
        shown = str(fill_in(message, text, FACTS[fact]))
        assert shown.count(told) >= len(list_fields(text)), text
        assert not re.search(r"[{}]|%\(", shown), text
        assert "<i>" not in shown, text


@for_each(language=COMPLETE)
def test_no_sentence_has_words_of_another_language(language: str) -> None:
    foreign = {
        text: found
        for message, text in list_sentences(language)
        if (found := find_untranslated(NAMES.sub("", Markup(fill_in(message, text, "7")).striptags())))
    }
    assert foreign == {}


def test_one_is_no_plural() -> None:
    """Each counted thing may occur once, apart from those that cannot."""
    wrong = {
        text
        for message, text in list_sentences("en")
        if not (isinstance(message.id, tuple) and text == message.id[1]) and ONE.search(fill_in(message, text, "1"))
    }
    assert wrong == {line.strip() for line in NEVER_ONE.read_text(encoding="utf-8").splitlines() if line[:1] == " "}


def test_korean_particles_suit_the_facts_before_them() -> None:
    """Particles have one form after a vowel and one after a consonant; only some facts decide which."""
    wrong = [
        text
        for _, text in list_sentences("ko")
        for fact, other, particle in PARTICLE.findall(text)
        if (fact or other) not in ENDS_IN_VOWEL or particle not in AFTER_VOWEL
    ]
    assert wrong == []
    assert [text for _, text in list_sentences("ko") if UNDECIDED.search(text)] == []


def test_suits_and_jokers_end_in_a_vowel_in_korean() -> None:
    korean = read_catalogue("ko")
    for name in (*SUIT_NAMES.values(), *JOKER_NAMES.values()):
        assert (ord(str(korean[name].string)[-1]) - ord("가")) % 28 == 0, name
