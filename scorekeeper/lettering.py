"""The font files that can draw a text: those of the program, and for all other letters those of the system.

A font tells its letters in its table ``cmap`` (OpenType, cmap). Formats 4 and 12 are read, which are those of all fonts
that phones and computers come with. A letter that no font has is in no picture: a crossed box says less than nothing.
"""

import os
import struct
import sys
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple
from unicodedata import category

OWN = Path(__file__).parent / "fonts"

SYSTEM: dict[str, tuple[str, ...]] = {
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": (r"%WINDIR%\Fonts", r"%LOCALAPPDATA%\Microsoft\Windows\Fonts"),
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
}
"""Where systems keep their fonts, by `sys.platform`."""

ENDINGS = frozenset({".ttf", ".otf", ".ttc", ".otc"})

MOST_FILES = 5_000
"""How many font files of the system are looked at, at most."""

USELESS = ("lastresort", "adobeblank", "notdef")
"""Fonts that have a box, or nothing, for every letter."""

USUAL = "CJK"
"""Part of the names of the fonts that every picture names itself."""

SPACES = frozenset(map(ord, " \t\n\r\u3000"))

UNUSUAL = (
    *("bold", "black", "light", "thin", "medium", "italic", "oblique", "serif", "mono", "condensed", "ui", "looped"),
)
"""Words in the names of fonts that others of the same letters are preferred to."""


class Lettering(NamedTuple):
    """The font files that draw a text, and the letters that each font family draws.

    `usual` are the letters of the fonts that the image itself names; `others` are those of every other font, in the
    order in which they are asked.
    """

    files: list[Path]
    usual: frozenset[str]
    others: dict[str, frozenset[str]]

    def family_of(self, letter: str, before: str | None) -> str | None:
        """Return the family that draws a letter, empty for the usual one, None where no font has it.

        A mark or a space is drawn by the family of what stands `before` it, where that has it.
        """
        if before and letter in self.others[before] and (letter.isspace() or category(letter) in MARKS):
            return before
        if letter in self.usual or letter.isspace():
            return ""
        return next((family for family, letters in self.others.items() if letter in letters), None)


MARKS = frozenset({"Mn", "Me", "Mc", "Cf"})
"""Letters that only change the one before: accents, vowels of many scripts, joiners."""


def choose_fonts(text: str) -> Lettering:
    """Choose the fonts that draw a text: the usual ones, and as few others as cover all letters that any font has."""
    wanted = frozenset(map(ord, text))
    own = sorted(path for path in OWN.iterdir() if path.suffix in ENDINGS)
    usual = {path: read_letters(path, wanted) for path in own if USUAL in path.name}
    missing = set(wanted).difference(*usual.values()) - SPACES
    chosen = dict[Path, set[int]]()
    for paths in ([path for path in own if path not in usual], list_system_fonts()):
        found = {path: letters for path in paths if (letters := read_letters(path, missing))} if missing else {}
        while missing and (best := max(found, key=lambda path: len(found[path] & missing), default=None)):
            if not found[best] & missing:
                break
            chosen[best] = read_letters(best, wanted)
            missing -= found[best]
    others = {read_family_name(path): frozenset(map(chr, letters)) for path, letters in chosen.items()}
    return Lettering([*usual, *chosen], frozenset(map(chr, set[int]().union(*usual.values()))), others)


def list_system_fonts() -> list[Path]:
    """Return the font files of the system, those of a regular style first."""
    folders = [Path(os.path.expandvars(folder)).expanduser() for folder in SYSTEM.get(sys.platform, SYSTEM["linux"])]
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    few = (path for path, _ in zip(files, range(MOST_FILES), strict=False))
    usable = (path for path in few if not any(word in path.name.lower() for word in USELESS))
    return sorted(usable, key=lambda path: (sum(word in path.name.lower() for word in UNUSUAL), path.name))


# --- What a font file has ---


class Segments(NamedTuple):
    """A table of letters: ascending stretches from `first` to `last`, and of each what it has beside nothing."""

    first: Sequence[int]
    last: Sequence[int]
    has: "tuple[Sequence[int], Sequence[int], bytes] | None" = None

    def has_letter(self, letter: int) -> bool:
        """Return whether the font has a letter."""
        at = bisect_left(self.last, letter)
        if at == len(self.last) or letter < self.first[at]:
            return False
        return self.has is None or self.find_glyph(*self.has, at, letter) != 0

    def find_glyph(self, deltas: Sequence[int], offsets: Sequence[int], rest: bytes, at: int, letter: int) -> int:
        """Return the glyph number of a letter in segment `at`, 0 for none."""
        if not offsets[at]:
            return (letter + deltas[at]) & 0xFFFF
        place = offsets[at] - 2 * (len(offsets) - at) + 2 * (letter - self.first[at])
        glyph: int = struct.unpack_from(">H", rest, place)[0]
        return glyph and (glyph + deltas[at]) & 0xFFFF


def read_letters(path: Path, wanted: Collection[int]) -> set[int]:
    """Return those of the letters that a font file has; none when it cannot be read."""
    with suppress(OSError, struct.error, IndexError), path.open("rb") as file:
        tables = list(read_letter_tables(read_table(file, b"cmap")))
        return {letter for letter in wanted if any(table.has_letter(letter) for table in tables)}
    return set()


def read_family_name(path: Path) -> str:
    """Return the English family name of a font file (OpenType, name, 1)."""
    with suppress(OSError, struct.error), path.open("rb") as file:
        names = read_table(file, b"name")
        count, texts = struct.unpack_from(">2xHH", names)
        for at in range(count):
            platform, _, language, which, length, offset = struct.unpack_from(">6H", names, 6 + 12 * at)
            if (platform, language, which) == (3, 0x409, 1):
                return names[texts + offset :][:length].decode("utf-16-be", "replace")
    return path.stem


def read_table(file: BinaryIO, wanted: bytes) -> bytes:
    """Read a table of a font, or of the first font of a collection; empty where there is none."""
    tag, first = struct.unpack(">4s8xI", file.read(16))
    file.seek(first if tag == b"ttcf" else 0)
    (tables,) = struct.unpack(">4xH6x", file.read(12))
    for _ in range(tables):
        name, offset, length = struct.unpack(">4s4xII", file.read(16))
        if name == wanted:
            file.seek(offset)
            return file.read(length)
    return b""


def read_letter_tables(cmap: bytes) -> Iterator[Segments]:
    """Yield the tables of Unicode letters in a ``cmap``."""
    (count,) = struct.unpack_from(">2xH", cmap) if cmap else (0,)
    for at in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", cmap, 4 + 8 * at)
        if platform == 0 or (platform, encoding) in ((3, 1), (3, 10)):
            (form,) = struct.unpack_from(">H", cmap, offset)
            if form in READERS:
                yield READERS[form](cmap[offset:])


def read_short(table: bytes) -> Segments:
    """Read format 4: segments of two-byte letters."""
    count = struct.unpack_from(">H", table, 6)[0] // 2
    last, first, deltas, offsets = (
        struct.unpack_from(f">{count}H", table, 14 + 2 * count * at + 2 * (at > 0)) for at in range(4)
    )
    return Segments(first, last, (deltas, offsets, table[16 + 8 * count :]))


def read_long(table: bytes) -> Segments:
    """Read format 12: groups of letters of any size."""
    (count,) = struct.unpack_from(">12xI", table)
    numbers = struct.unpack_from(f">{3 * count}I", table, 16)
    return Segments(numbers[0::3], numbers[1::3])


READERS = {4: read_short, 12: read_long}
"""By the format of a table."""
