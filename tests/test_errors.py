"""A refusal carries every reason as a code with its facts."""

import pytest

from scorekeeper.errors import RuleError, problem, refuse

LOW = problem("bid.too_low", bid=13, lowest=14)
TURN = problem("bid.out_of_turn", player=2)


def test_a_refusal_has_one_reason_or_all_and_their_facts_stay() -> None:
    refusal = RuleError("bid.too_low", bid=13, lowest=14)
    assert (refusal.code, refusal.problems) == ("bid.too_low", (LOW,))
    assert str(refusal) == "bid.too_low(bid=13, lowest=14)"
    refusal = RuleError(problems=[LOW, TURN])
    assert (refusal.code, refusal.problems) == ("bid.too_low", (LOW, TURN))
    assert str(refusal) == "bid.too_low(bid=13, lowest=14); bid.out_of_turn(player=2)"
    with pytest.raises(TypeError):
        LOW.facts["bid"] = 20  # type: ignore[index]


def test_problems_refuse_at_once_and_none_do_not() -> None:
    refuse(iter(()))
    with pytest.raises(RuleError) as refusal:
        refuse(iter((LOW, TURN)))
    assert refusal.value.problems == (LOW, TURN)
