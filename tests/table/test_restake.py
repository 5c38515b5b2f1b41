"""Starting amounts that change under way: everybody keeps the gains and losses since."""

from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, fold_action
from scorekeeper.table.state import Stamp
from tests.cases import for_each, require
from tests.table.mighty_hands import BO as MAKER
from tests.table.mighty_hands import barely_made_hand, mighty_table
from tests.table.tables import hands, log, play, reopen, toy_opening, toy_table, values
from tests.toy import TOY, Draw

ANA, BO, CHO, DAN = 1, 2, 3, 4


def begin_at(rung: int) -> m.ChangeRules:
    return m.ChangeRules("plain", {"start": rung})


def test_before_the_first_hand_everyone_has_what_the_new_rules_give() -> None:
    assert values(play(toy_table(), begin_at(2)).state) == {ANA: 2, BO: 2, CHO: 2}


def test_under_way_everyone_is_moved_by_the_difference() -> None:
    ledger = play(toy_table(), *hands(BO), begin_at(2))
    assert values(ledger.state) == {ANA: 2, BO: 3, CHO: 2}
    assert values(play(ledger, begin_at(1), m.JoinTable("Dan")).state) == {ANA: 1, BO: 2, CHO: 1, DAN: 1}


def test_rules_that_give_the_same_change_nothing() -> None:
    ledger = play(toy_table(), *hands(BO))
    assert values(play(ledger, m.ChangeRules("strides")).state) == values(ledger.state)


def test_during_a_hand_it_comes_after_the_hand() -> None:
    """The change is reckoned from the sheet before the hand, and shown on the sheet after it."""
    ledger = play(toy_table(), *hands(BO), m.StartHand(), begin_at(2))
    assert values(ledger.state) == {ANA: 2, BO: 3, CHO: 2}
    assert require(ledger.state.current).hand.session.rungs == {ANA: 0, BO: 1, CHO: 0}
    over = play(ledger, m.JoinTable("Dan"), Draw(CHO))
    assert values(over.state) == {ANA: 2, BO: 3, CHO: 3, DAN: 2}
    assert [type(entry).__name__ for entry in over.state.entries[-3:]] == [
        "HandRecord",
        "RulesRestaked",
        "PlayerJoined",
    ]
    assert over.state.pending == ()
    assert play(over, m.Undo()).state.pending != ()


def test_during_a_hand_it_is_added_again_when_the_past_is_corrected() -> None:
    ledger = play(toy_table(), *hands(BO), m.StartHand(), begin_at(2), m.CorrectHand(1, (Draw(CHO),)))
    assert values(ledger.state) == {ANA: 2, BO: 2, CHO: 3}
    assert values(play(ledger, Draw(CHO)).state) == {ANA: 2, BO: 2, CHO: 4}


def test_also_when_the_hand_is_given_up() -> None:
    ledger = play(toy_table(), *hands(BO), m.StartHand(), begin_at(2), m.VoidHand(2, "x"))
    assert values(ledger.state) == {ANA: 2, BO: 3, CHO: 2}


def test_it_is_undone_with_the_rules() -> None:
    before = play(toy_table(), *hands(BO), m.StartHand())
    assert play(before, begin_at(2), m.Undo()).state == before.state
    changed = play(before, begin_at(2))
    assert play(changed, m.Undo(), m.Redo()).state == changed.state


def test_a_correction_before_it_reaches_what_comes_after() -> None:
    ledger = play(toy_table(), *hands(BO), begin_at(2), *hands(CHO), m.VoidHand(1, "x"))
    assert values(ledger.state) == {ANA: 2, BO: 2, CHO: 3}


@for_each(True, False)
def test_in_an_older_log_it_was_so_only_before_anything_was_paid(restake: bool) -> None:
    rules = TOY.presets["plain"].rules.change(start=2).as_dict()

    def older(ledger: Ledger) -> Ledger:
        stamp = Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00")
        return fold_action(ledger, Action(stamp, (m.ChangeRules("plain", rules, restake=restake),)))

    assert values(older(toy_table()).state) == {ANA: 2, BO: 2, CHO: 2}
    for begun in ([m.StartHand()], hands(BO), [m.Adjust({BO: 1}, "x")]):
        ledger = play(toy_table(), *begun)
        more = 2 if restake else 0
        assert values(older(ledger).state) == {player: rung + more for player, rung in values(ledger.state).items()}
        assert older(ledger).state.rules.as_dict()["start"] == 2


def test_the_bankroll_of_mighty_is_such_a_rule() -> None:
    ledger = mighty_table("korean40", m.StartHand(), barely_made_hand(MAKER, 3))
    before = values(ledger.state)
    ledger = play(ledger, m.StartHand(), m.ChangeRules("korean40", {"bankroll": 0, "eliminate": False}))
    assert values(ledger.state) == {player: balance - 40 for player, balance in before.items()}
    assert sum(values(play(ledger, barely_made_hand(MAKER, 3)).state).values()) == 0


def test_the_log_of_changed_stakes_reads_back() -> None:
    moves = [toy_opening(), begin_at(1), *hands(BO), m.StartHand(), begin_at(2), m.JoinTable("Dan"), Draw(CHO)]
    ledger = reopen(log(*moves))
    assert values(ledger.state) == {ANA: 2, BO: 3, CHO: 3, DAN: 2}
    assert not any(entry.recorded for entry in ledger.state.entries)
