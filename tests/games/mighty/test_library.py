"""The example that the package and the README show is true."""

import doctest

from scorekeeper.games import mighty


def test_the_example_of_the_package() -> None:
    failed, run = doctest.testmod(mighty, optionflags=doctest.FAIL_FAST)
    assert (failed, run > 5) == (0, True)


def test_everything_offered_is_there() -> None:
    assert len(set(mighty.__all__)) == len(mighty.__all__)
    assert all(hasattr(mighty, name) for name in mighty.__all__)
