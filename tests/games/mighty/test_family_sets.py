"""Two Korean ways to play with other numbers of players: one family each."""

from scorekeeper.games import mighty


def test_a_family_has_one_set_for_each_number_but_three_for_six_and_for_seven() -> None:
    counts: dict[str, list[int]] = {}
    for preset in mighty.PRESETS.values():
        if preset.family:
            counts.setdefault(preset.family, []).append(preset.rules.setting.table)
    assert {family: sorted(each) for family, each in counts.items()} == {
        "pagat": [3, 4, 5, 6, 6, 6, 7, 7, 7],
        "base10": [3, 4, 5, 6, 6, 6, 7, 7, 7],
        "korean40": [3, 4, 5, 6, 6, 6, 7, 7, 7],
    }
