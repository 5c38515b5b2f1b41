"""Names: everyone can see them, and tell them from all others."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Problem, problem
from scorekeeper.lookalikes import fold_lookalikes
from scorekeeper.table.names import LONGEST_NAME, check_name, check_reason, tidy_text
from tests.cases import for_each


@for_each(
    ("  Ana  Maria ", "Ana Maria"),
    ("A\u202ena", "A na"),  # reverses what follows
    ("A\u200bna", "A na"),  # no width
    ("\u3164", ""),  # the Hangul filler, a letter to Unicode
    ("\u2800\u2800", ""),  # an empty Braille cell, a symbol to Unicode
    ("\uffa0Bo\u115f", "Bo"),
    ("e\u0301", "é"),
    ("Z" + "\u0335" * 40, "Z" + "\u0335" * 3),
    ("अर्जुन", "अर्जुन"),
    ("👩\u200d👧", "👩\u200d👧"),
    ("김아름\n", "김아름"),
    ("A\u1160na", "A na"),  # a filler within a syllable
    ("A" + "\u20dd" * 5, "A" + "\u20dd" * 3),  # circles around a letter
    ("A\ud800na", "A na"),  # half of a pair
    ("A\ue000na", "A na"),  # of private use
    ("A\u0378na", "A na"),  # no character
    ("A\u2028na", "A na"),  # a line's end
    ("A\u2029na", "A na"),  # a paragraph's
)
def test_what_is_kept_of_a_name(typed: str, kept: str) -> None:
    assert tidy_text(typed) == kept


@for_each("", "...", "\u200d", "--", "\u0301")
def test_names_that_nobody_could_see(name: str) -> None:
    assert [each.code for each in check_name(name)] == ["name.empty"]


@for_each("Ana", "김아름", "陈晨", "さくら", "Ωmega", "7", "♥", "👩\u200d👧", "Ø")
def test_names_of_all_the_world(name: str) -> None:
    assert check_name(name, ("Bo", "Анна")) == ()


@for_each(
    ("ana", "Ana", "name.taken"),
    ("ANA", "ana", "name.taken"),
    ("Аna", "Ana", "name.looks_taken"),  # the first letter is Cyrillic
    ("Ana", "Аnа", "name.looks_taken"),
    ("Ａｎａ", "Ana", "name.looks_taken"),  # of full width
    ("A\u200cna", "Ana", "name.looks_taken"),
    ("𝐀𝐧𝐚", "Ana", "name.looks_taken"),
    ("Воb", "Bob", "name.looks_taken"),
)
def test_names_that_cannot_be_told_apart(name: str, taken: str, problem: str) -> None:
    assert [each.code for each in check_name(name, ("Dan", taken))] == [problem]


@for_each(("Анна", "Anna"), ("Zoë", "Zoe"), ("민준", "민주"), ("Al", "Ai"), ("小明", "小朋"))
def test_names_that_can(name: str, taken: str) -> None:
    assert check_name(name, (taken,)) == ()


@given(st.text(max_size=2 * LONGEST_NAME))
def test_a_name_is_kept_as_it_is_kept(typed: str) -> None:
    kept = tidy_text(typed)
    assert tidy_text(kept) == kept
    assert not any(unicodedata.category(char) == "Cc" for char in kept)
    assert fold_lookalikes(kept) == fold_lookalikes(kept.upper().lower()) or not kept.isascii()


def test_how_a_name_looks() -> None:
    assert fold_lookalikes("Аnа \u200dЖ") == "ana ж", "letter by letter, as nothing joins them"
    assert fold_lookalikes("Ø1") == "ø1"


@for_each((1, ()), (24, ()), (25, (problem("name.too_long", length=25, longest=24),)))
def test_how_long_a_name_may_be(length: int, problems: tuple[Problem, ...]) -> None:
    assert check_name("a" * length) == problems


def test_which_name_it_cannot_be_told_from() -> None:
    assert check_name("ANA", ("Bo", "ana")) == (problem("name.taken", name="ANA"),)
    assert check_name("Аna", ("Bo", "Ana")) == (problem("name.looks_taken", name="Ana"),)


@for_each((0, (problem("reason.empty"),)), (1, ()), (200, ()), (201, (problem("reason.too_long", longest=200),)))
def test_how_long_a_reason_may_be(length: int, problems: tuple[Problem, ...]) -> None:
    assert check_reason("a" * length) == problems
