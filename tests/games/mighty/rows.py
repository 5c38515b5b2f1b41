"""Worked examples of Mighty's rulebooks, and the presets that they are about."""

from tests.games.rulebooks import Example

NAMES = {
    "pagat_standard": "pagat",
    "base10_offline": "base10",
    "korean_40": "korean40",
    "japanese_wikipedia": "wikipedia_ja",
}

FORMS = {
    (3, None): "three", (4, None): "four", (4, "chicago"): "four_chicago", (6, None): "six_drop",
    (7, None): "seven_drop", (6, "double"): "double_six", (7, "double"): "double_seven", (8, "double"): "double_eight",
}  # fmt: skip
"""The preset for so many players, of the version that a row names."""


class Row(Example):
    """An example that names a preset, which is that of its source."""

    @property
    def preset(self) -> str:
        """The preset's key."""
        preset = str(self.words["id"]).partition("-")[0]
        if "preset" in self:
            assert NAMES[self["preset"]] == preset
        return preset
