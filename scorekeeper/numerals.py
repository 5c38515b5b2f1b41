"""Numbers as people type them and as pages write them: the one rule by which every field reads them."""

import re
import unicodedata
from fractions import Fraction

LONGEST_NUMERAL = 24
"""The longest text that is read as a number, in characters."""
MOST_DIGITS = 9
MINUSES = str.maketrans(dict.fromkeys("−－–—﹣‐‑➖", "-") | dict.fromkeys("＋﹢", "+") | {"、": ","})
"""Signs that keyboards write for a minus, the wide plus, and the comma of Chinese and Japanese."""
WIDTHS = ("<wide>", "<narrow>", "<small>", "<noBreak>")
VULGAR = re.compile("([¼½¾⅐-⅞])$")
NUMERAL = re.compile(
    r"(?P<sign>[+-]?) ?"
    r"(?:(?P<plain>[0-9]+|[0-9]{1,3}(?: [0-9]{3})+)(?:[.,](?P<part>[0-9]{1,2}))?"
    r"|(?P<grouped>[0-9]{1,3}(?:,[0-9]{3})+)(?:\.(?P<rest>[0-9]{1,2}))?)?"
    r"(?: ?(?P<over>[0-9]{1,2})[/⁄](?P<under>[1-9][0-9]?))?"
)
"""A sign, digits alone or in groups of three, then hundredths or a fraction; written in ASCII, with single spaces."""


def normalize_text(text: str) -> str:
    """Return the text with wide letters, digits and signs as ASCII and single spaces: "＋１　０００" is "+1 000"."""
    return " ".join("".join(map(find_plain_letter, text)).translate(MINUSES).split())


def find_plain_letter(letter: str) -> str:
    """Return the letter of which this one is a wider or narrower form, the digit of its value, or the letter itself.

    A raised digit stays what it is: "5²" is no 52.
    """
    if unicodedata.decomposition(letter).startswith(WIDTHS):
        letter = unicodedata.normalize("NFKC", letter)
    return str(unicodedata.decimal(letter, letter))


def spell_fraction(found: re.Match[str]) -> str:
    """Return the digits of a fraction that is one character: " 1⁄2"."""
    return f" {unicodedata.normalize('NFKC', found[0])}"


def read_number(text: str) -> Fraction | None:
    """Return the number that `text` writes, or None if it writes none: "1,000", "1 000", "−５", "0.50", "2½"."""
    if len(text) > LONGEST_NUMERAL:
        return None
    written = NUMERAL.fullmatch(normalize_text(VULGAR.sub(spell_fraction, text.strip())))
    if written is None:
        return None
    whole = re.sub("[ ,]", "", written["plain"] or written["grouped"] or "")
    if len(whole) > MOST_DIGITS or not (whole or written["under"]):
        return None
    hundredths = (written["part"] or written["rest"] or "0").ljust(2, "0")
    amount = Fraction(int(whole or 0)) + Fraction(int(hundredths), 100)
    if written["under"]:
        amount += Fraction(int(written["over"]), int(written["under"]))
    return -amount if written["sign"] == "-" else amount


def read_whole_number(text: str) -> int | None:
    """Return the whole number that `text` writes, or None."""
    if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit():  # as programs and most people write it
        return int(text)
    number = read_number(text)
    return int(number) if number is not None and number.denominator == 1 else None
