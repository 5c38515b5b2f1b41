"""Every sentence in every language, with facts of all lengths: complete, escaped and grammatical."""

import re
from collections.abc import Iterator

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

NEVER_ONE = {
    "of one it is said otherwise, or nothing": (
        "{count} players have {balance} each: the session is over.",
        "{player}’s throw is beaten; {taken_back} cards go back.",
        "{hands} hands have been played or are on, so the number cannot be lower. End the session instead.",
    ),
    "points of hands that are compared, none of which is one": (
        *("{bid}, {points} points", "{bid} without a friend, {points} points", "Defenders with {points} points"),
    ),
    "as many as a hand, a trick, a pack or a table has": (
        *("A hand has {most} cards at most, not {count}.", "A trick has {needed} cards, not {count}."),
        *("There must be {needed} cards, not {count}.", "{hand} cards each, in rounds of any size."),
        *("{pack} cards, {hand} each, {kitty} down", "{pack} cards with one joker, {out} of them taken out"),
        "Two packs, a joker with each: {pack} cards, {out} of them taken out",
        "Two packs, a joker with each: {pack} cards, nothing taken out",
        "{holder} was dealt only {most} cards, so somebody else holds {card}.",
        "%(cards)s cards dealt again: %(each)s each, %(declarer)s to the declarer",
        "Everyone sees the %(count)s cards before they are taken",
        *("Bury %(kitty)s cards, then call %(num)s friend", "%(count)s cards count"),
        *("All {tricks} tricks are recorded.", "{packs} packs of 52, shuffled together"),
        *(
            "{count} players, bids from {bid}. Next dealer: {choice}",
            "A hand takes %(needed)s players; %(here)s are here.",
        ),
        "These house rules are for {needed} players, not {count}.",
        "{count} players, {packs} packs, {calls} friends",
        *("{count} players, {packs} packs, 1 friend", "{call} cannot appear: there are {copies} copies."),
    ),
    "more than there may be": (
        "{count} players cannot play to a trick: {players} are at the table.",
        "{count} players cannot be the trump maker’s team: from 1 to {most} can.",
    ),
    "at least two, or it has another name": (
        *("a sequence of {length} pairs", "a sequence of {length} triples", "a throw of {count} combinations"),
        *("tractor of %(length)s pairs", "tractor of %(length)s triples", "tractor of %(length)s fours"),
        "a sequence of {length} times four identical cards",
        *("{size} identical cards", "a sequence of {length} times {size} identical cards"),
        "{size} identical cards of the suit led: {needed}× must be played, not {included}×.",
        "{size} identical cards of the suit led must be played.",
        "A sequence of {length} times {size} of the suit led must be played.",
        "A sequence of {length} times four of the suit led must be played.",
        "A sequence of {length} triples of the suit led must be played.",
        "A sequence of {length} pairs of the suit led must be played.",
        "Sequences of {length} pairs of the suit led: {needed} must be played, not {included}.",
        "Sequences of {length} triples of the suit led: {needed} must be played, not {included}.",
        "Sequences of {length} times four of the suit led: {needed} must be played, not {included}.",
        "Sequences of {length} times {size} of the suit led: {needed} must be played, not {included}.",
        *("throw of %(count)s parts", "It would be overcalled by {copies} identical cards."),
    ),
    "names of players and of a suit": (
        *("{player} changed seats: {text}", "{one} and {other} swapped seats"),
        *("%(suit)s pairs first", "%(suit)s triples first", "%(suit)s fours first"),
    ),
    "all points, a bid, or what makes a contract": (
        "Result: {points} of {total} points.",
        "run: all {points} points",
        "There are {most} points, so the declarer’s side cannot have {points}.",
        *(
            *("{points} points − bid {bid}", "{points} points − bid {bid} + 1", "{points} points − 10"),
            "{points} points − lowest bid {lowest}",
        ),
        *("{points} points − lowest bid {lowest} + 1", "%(points)s of %(total)s points"),
        *("Nobody may promise fewer than {choice} points.", "Everyone begins with {choice} points."),
    ),
    "points of which one has a sentence of its own": ("{actor} recorded hand {number}: {points} points",),
    "points in steps of five": (
        *("The kitty cannot have {points} points: {most} at most.", "{points} points in the defenders’ tricks"),
        "The tricks cannot have {points} points: from 0 to {most} are possible.",
        "Cards taken back: {cards}. The leader’s side gives {points} points to the other.",
        *("last trick: {times} × {points} points in the kitty", "the defenders have {total} points"),
        *("the defenders have {total} points, at least {line}", "Result: {points} points in the defenders’ tricks."),
        "{actor} recorded hand {number}: {points} points in the defenders’ tricks.",
        *("%(num)s card goes back: %(points)s points to the other side", "Cards taken back, %(points)s points each"),
        "The defenders could never rise: a pack has {points} points, so the line is {most} at most.",
        "The defenders could never rise: all packs have {points} points, so the line is {most} at most.",
    ),
    "a limit of the program": (
        *("A name has at most {longest} letters; this one has {length}.", "A reason has at most {longest} letters."),
        *("A currency has at most {longest} letters.", "A table has at most {most} players."),
        *("At most {most} hands at a time.", "This phone has {most} groups already. Leave one of them first."),
    ),
}

PARTICLES = "이에요|예요|이라고|라고|이고|이나|이|가|을|를|은|는|과|와|으로|로"
PARTICLE = re.compile(rf"(?:\{{(\w+)\}}|%\((\w+)\)[sd])[”’]?({PARTICLES})[는도]?(?![가-힣])")
AFTER_VOWEL = {"가", "를", "는", "와", "로", "예요"}
ENDS_IN_VOWEL = {"card", "suit", "contract"}
"""Facts that end in a suit, a joker or NT."""

UNDECIDED = re.compile(r"이\(가\)|을\(를\)|은\(는\)|과\(와\)|\(으\)로|님[가를는와로](?![가-힣])")
"""Particle forms for paper, such as 이(가), and particles that are wrong after 님."""

NAMES = re.compile("Mighty|Rick Heli")


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
    assert wrong == {text for texts in NEVER_ONE.values() for text in texts}


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
