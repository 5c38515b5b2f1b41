"""Numbers as people type them and as pages write them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.house_rules import house_rules
from scorekeeper.numerals import read_number, read_whole_number
from scorekeeper.web.page.wording import number, with_sign

WRITTEN = [
    ("12", 12),
    (" 12 ", 12),
    ("+5", 5),
    ("- 5", -5),
    ("−5", -5),  # as every page writes it
    ("－５", -5),  # a Japanese keyboard
    ("＋１２", 12),
    ("—3", -3),
    ("1,000", 1000),
    ("1，０００", 1000),
    ("1 000", 1000),
    ("1\u00a0000", 1000),  # as some languages write it
    ("1\u202f000", 1000),
    ("−12,345", -12345),
    ("1,000,000", 1_000_000),
    ("٣", 3),
    ("0.50", Fraction(1, 2)),
    ("0,5", Fraction(1, 2)),
    ("０．５", Fraction(1, 2)),
    ("1,000.50", Fraction(2001, 2)),
    ("1 000,50", Fraction(2001, 2)),
    ("2½", Fraction(5, 2)),
    ("−½", Fraction(-1, 2)),
    ("2 1/3", Fraction(7, 3)),
    ("999999999", 999_999_999),
]
NOT_WRITTEN = [
    "",
    " ",
    "x",
    "1x",
    "--5",
    "5-",
    "1,00,0",
    "1,0000",
    "10 00",
    "1.000",
    "1.005",
    "1e3",
    "5²",
    "①",
    "1/0",
    "+",
    "1 2",
]


@pytest.mark.parametrize(("written", "amount"), WRITTEN)
def test_a_number_is_read_as_keyboards_and_pages_write_it(written: str, amount: Fraction) -> None:
    assert read_number(written) == amount
    assert read_whole_number(written) == (amount if Fraction(amount).denominator == 1 else None)


@pytest.mark.parametrize("written", [*NOT_WRITTEN, "1234567890", "1" * 5000])
def test_what_is_no_number_is_not_guessed(written: str) -> None:
    assert read_number(written) is None


@given(st.fractions(min_value=-99_999, max_value=99_999, max_denominator=4))
def test_what_a_page_writes_is_read_as_the_same(amount: Fraction) -> None:
    for written in (number(amount), with_sign(amount), number(amount).replace("−", "-")):
        assert read_number(written) == amount


@pytest.mark.parametrize("rules", [mighty.Rules, zpy.Rules])
def test_a_house_rule_reads_its_numbers_alike(rules: type[mighty.Rules] | type[zpy.Rules]) -> None:
    """The value of every choice is read from its own text, and a number from full-width digits as well."""
    wide = str.maketrans("0123456789-", "０１２３４５６７８９－")
    for rule in house_rules(rules).values():
        for value in rule.choices:
            assert rule.parse(str(value)) == value
            if type(value) is int:
                assert rule.parse(str(value).translate(wide)) == value
