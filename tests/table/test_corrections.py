"""Corrections of everything that can be recorded: any sheet, the hand in progress, how a hand was dealt."""

from typing import Any

from msgspec.structs import replace

from scorekeeper.errors import problem
from scorekeeper.games import mighty
from scorekeeper.games.mighty import Bid, CallFriend, ClaimRedeal, EnterContract, Pass, RecordTrick
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.evenings import total_gains
from scorekeeper.table.history import read_history
from scorekeeper.table.ledger import Ledger, check_move, describe_last_action
from scorekeeper.table.state import HandRecord, TableState, TokenSet, open_sheet
from tests.cases import for_each, require
from tests.table.mighty_hands import ANA, BO, CHO, DAN, EUN, barely_made_hand, beginners, mighty_table
from tests.table.tables import NAMES, hands, log, play, reopen, same, toy_opening, toy_table, values
from tests.toy import Draw, Shuffle

MIN = 6


def six_at_five(preset: str, *moves: Any, **rules: Any) -> Ledger:
    """Six at a table of five, of whom Min waits."""
    return play(Ledger(), m.CreateTable("mighty", preset, rules, NAMES[:6]), *moves)


def hand_gains(state: TableState) -> list[dict[int, Any]]:
    """Return the gains of every hand of the present sheet."""
    return [dict(hand.amounts) for hand in state.hands]


# --- Earlier sheets ---

TWO_SHEETS = (*hands(BO, CHO), m.BeginSession(), *hands(ANA))


@for_each(
    (m.CorrectHand(1, (Draw(ANA),), sheet=1), {ANA: 1, BO: 0, CHO: 1}),
    (m.CorrectHand(2, (Draw(BO),), sheet=1), {ANA: 0, BO: 2, CHO: 0}),
    (m.VoidHand(2, "a misdeal", sheet=1), {ANA: 0, BO: 1, CHO: 0}),
)
def test_a_hand_of_an_earlier_sheet_is_corrected_there(change: Any, stood: dict[int, int]) -> None:
    before = play(toy_table(), *TWO_SHEETS)
    after = play(before, change)
    (sheet,) = after.state.sheets
    assert {player: each.value for player, each in sheet.session.standings.items()} == stood
    assert after.state.entries is before.state.entries, "the present sheet stays as it is"
    corrected = require(m.find_hand(after.state, 1, change.number))
    assert corrected.previous_versions == (m.find_hand(before.state, 1, change.number),)


def test_both_sheets_may_have_a_hand_of_that_number() -> None:
    after = play(toy_table(), *TWO_SHEETS, m.CorrectHand(1, (Draw(CHO),)), m.VoidHand(1, "x", sheet=1))
    assert values(after.state) == {ANA: 0, BO: 0, CHO: 1}
    assert {player: each.value for player, each in after.state.sheets[0].session.standings.items()} == {
        **{ANA: 0, BO: 0, CHO: 1}
    }


def test_what_all_have_won_over_all_sheets_follows() -> None:
    evening = (m.StartHand(), barely_made_hand(BO, CHO), m.BeginSession(), m.StartHand(), barely_made_hand(DAN, ANA))
    change = m.CorrectHand(1, (barely_made_hand(DAN, EUN),), sheet=1)
    before, after = mighty_table("pagat", *evening), mighty_table("pagat", *evening, change)
    assert total_gains(before.state) == {ANA: 0, BO: 2, CHO: 0, DAN: 2, EUN: -4}
    assert total_gains(after.state) == {ANA: 0, BO: -4, CHO: -4, DAN: 8, EUN: 0}
    assert total_gains(after.state)[DAN] == sum(
        row.amounts[DAN] for row in (*after.state.hands, *hands_of(after.state, 1))
    )


def hands_of(state: TableState, sheet: int) -> tuple[HandRecord, ...]:
    return require(open_sheet(state, sheet)).hands


def test_the_log_holds_the_rows_of_the_earlier_sheet() -> None:
    moves = (*TWO_SHEETS, m.CorrectHand(1, (Draw(ANA),), sheet=1), m.Undo(), m.Redo())
    ledger = reopen(log(toy_opening(), *moves))
    assert same(ledger, play(toy_table(), *moves))
    correction = next(step.action for step in ledger.steps())
    assert {(row.sheet, *row.gains.items()) for row in correction.rows or ()} == {(1, (ANA, 1)), (1, (CHO, 1))}


def test_what_the_earlier_sheet_was_paid_wins_over_todays_code() -> None:
    """A row of an earlier sheet is kept beside what today's code makes of the hand."""
    *before, last = log(toy_opening(), *TWO_SHEETS, m.CorrectHand(1, (Draw(ANA),), sheet=1))
    paid = require(last.rows).replace(b'"gains":{"1":1}', b'"gains":{"1":2}').replace(b'"1":1', b'"1":2')
    ledger = reopen([*before, replace(last, rows=paid)])
    record = require(m.find_hand(ledger.state, 1, 1))
    assert record.amounts == {ANA: 2}
    assert record.computed_amounts == {ANA: 1}
    assert ledger.state.sheets[0].session.standings[ANA].value == 2


def test_the_history_tells_on_which_sheet() -> None:
    ledger = play(toy_table(), *TWO_SHEETS, m.CorrectHand(2, (Draw(ANA),), sheet=1))
    assert describe_last_action(ledger)[0].code == "log.corrected_on_sheet"
    assert dict(describe_last_action(ledger)[0].facts) == {"sheet": 1, "number": 2}
    line = list(read_history([step.action for step in reversed(list(ledger.steps()))]))[-1]
    assert (line.hand, line.sheet) == (2, 0)
    assert line.versions is not None
    was, now = line.versions
    assert (was.amounts, now.amounts) == ({CHO: 1}, {ANA: 1})


# --- To whom it was dealt ---


def test_who_sat_out_is_corrected() -> None:
    """Six at a table of five: Min played, and Eun did not."""
    before = six_at_five("pagat", m.StartHand((ANA, BO, CHO, DAN, EUN)), barely_made_hand(BO, EUN))
    really = m.CorrectHand(1, (barely_made_hand(BO, MIN),), dealing=m.Dealing((ANA, BO, CHO, DAN, MIN)))
    after = play(before, really)
    assert hand_gains(after.state) == [{BO: 4, MIN: 2, ANA: -2, CHO: -2, DAN: -2}]
    assert after.state.hands[0].hand.seats == (ANA, BO, CHO, DAN, MIN)
    assert values(after.state)[EUN] == 0


def test_who_dealt_is_corrected_with_who_sat_out_by_it() -> None:
    """When the dealer sits out, another dealer means five other players."""
    preset = next(key for key, each in mighty.PRESETS.items() if each.rules.setting.sit_out)
    before = six_at_five(preset, m.StartHand(leader=ANA), barely_made_hand(BO, CHO))
    assert ANA not in before.state.hands[0].hand.active
    dealing = m.Dealing(before.state.seating, leader=EUN)
    after = play(before, m.CorrectHand(1, (barely_made_hand(BO, ANA),), dealing=dealing))
    assert EUN not in after.state.hands[0].hand.active
    assert ANA in after.state.hands[0].amounts


def test_a_correction_of_the_result_keeps_how_it_was_dealt() -> None:
    dealing = m.Dealing((ANA, BO, CHO, DAN, MIN), leader=DAN, first=CHO)
    evening = (m.StartHand((ANA, BO, CHO, DAN, EUN)), barely_made_hand(BO, EUN))
    first = six_at_five("pagat", *evening, m.CorrectHand(1, (barely_made_hand(BO, MIN),), dealing=dealing))
    hand = play(first, m.CorrectHand(1, (barely_made_hand(CHO, MIN),))).state.hands[0].hand
    assert (hand.seats, hand.session.begins, hand.session.first) == ((ANA, BO, CHO, DAN, MIN), DAN, CHO)


def test_whom_people_let_bid_first_does_not_where_they_did_not_play() -> None:
    evening = (m.StartHand((ANA, BO, CHO, DAN, EUN), first=EUN), barely_made_hand(BO, CHO))
    after = six_at_five(
        "pagat", *evening, m.CorrectHand(1, (barely_made_hand(BO, MIN),), dealing=m.Dealing((1, 2, 3, 4, MIN)))
    )
    assert after.state.hands[0].hand.session.first == ANA


def test_later_hands_stay_as_they_were_dealt() -> None:
    evening = (
        m.StartHand((ANA, BO, CHO, DAN, EUN)),
        barely_made_hand(BO, EUN),
        m.StartHand(),
        barely_made_hand(CHO, ANA),
    )
    before = six_at_five("pagat", *evening)
    after = play(before, m.CorrectHand(1, (barely_made_hand(BO, MIN),), dealing=m.Dealing((ANA, BO, CHO, DAN, MIN))))
    assert after.state.hands[1].hand.seats == before.state.hands[1].hand.seats
    assert hand_gains(after.state)[1] == hand_gains(before.state)[1]


# --- Who bids first ---


def test_who_bids_first_is_overruled_for_a_hand() -> None:
    ledger = mighty_table("pagat", m.StartHand(leader=BO, first=DAN))
    assert beginners(ledger)[:2] == (BO, DAN)
    assert require(ledger.state.current).hand.auction.turn == DAN
    again = play(ledger, barely_made_hand(CHO, ANA), m.StartHand())
    assert beginners(again)[1] == CHO, "the declarer bids first again"


def test_whom_people_let_bid_first_may_not_sit_out() -> None:
    preset = next(key for key, each in mighty.PRESETS.items() if each.rules.setting.sit_out)
    ledger = six_at_five(preset, m.StartHand(leader=ANA, first=ANA))
    assert require(ledger.state.current).hand.auction.turn == BO


# --- The hand in progress ---

BIDS = EnterContract(BO, Bid.parse("14H"))
CALLS = CallFriend(mighty.Call.parse("SA"))
PLAYED = (RecordTrick(BO, 3), RecordTrick(CHO, 2))


def test_the_contract_is_corrected_while_the_tricks_stay() -> None:
    before = mighty_table("pagat", m.StartHand(), BIDS, CALLS, *PLAYED)
    after = play(before, m.CorrectHand(1, (EnterContract(BO, Bid.parse("15S")), CALLS, *PLAYED)))
    hand = require(after.state.current).hand
    assert str(hand.contract_bid) == "15S"
    assert [(trick.winner, trick.points) for trick in hand.tricks] == [(BO, 3), (CHO, 2)]
    assert hand_gains(play(after, mighty.RecordResult(15, CHO)).state)[0][BO] > 0
    assert play(after, m.Undo()).state.current == before.state.current


def test_what_was_recorded_later_and_contradicts_is_named() -> None:
    evening = (m.StartHand(), BIDS, CALLS, *PLAYED, mighty.RevealFriend(CHO))
    before = mighty_table("pagat", *evening)
    moves = (EnterContract(CHO, Bid.parse("14H")), *evening[2:])
    (against,) = check_move(before, m.CorrectHand(1, moves).complete(before.state))
    assert against.code == "hand.contradicts"
    assert dict(against.facts) == {
        "told": mighty.RevealFriend(CHO).says(None, None).__iter__().__next__(),
        "why": problem("reveal.declarer", declarer=CHO),
    }


def test_a_trick_that_contradicts_is_named_by_its_own_number() -> None:
    """Five points instead of three in the first: the fifth would make them more than twenty."""
    tricks = tuple(RecordTrick(BO, points) for points in (3, 5, 5, 5, 2))
    before = mighty_table("pagat", m.StartHand(), BIDS, CALLS, *tricks)
    moves = (BIDS, CALLS, RecordTrick(BO, 5), *tricks[1:])
    (against,) = check_move(before, m.CorrectHand(1, moves).complete(before.state))
    told = against.facts["told"]
    assert isinstance(told, Message)
    assert told.facts["trick"] == 5


def test_a_correction_does_not_end_the_hand_in_progress() -> None:
    before = mighty_table("pagat", m.StartHand(), BIDS)
    (against,) = check_move(before, m.CorrectHand(1, (barely_made_hand(BO, CHO),)))
    assert against == problem("hand.not_over", number=1)


# --- Tokens ---

REDEALT = (m.StartHand(), Pass(ANA), ClaimRedeal(BO))


def test_a_token_spent_for_the_wrong_player_is_corrected_with_its_hand() -> None:
    before = mighty_table("korean40", *REDEALT, barely_made_hand(BO, CHO), m.StartHand())
    assert beginners(before)[2] == (BO,)
    really = (Pass(ANA), ClaimRedeal(CHO), barely_made_hand(BO, CHO))
    after = play(before, m.CorrectHand(1, really, whole=True))
    assert beginners(after)[2] == (CHO,)
    assert after.state.hands[0].moves == really


def test_moves_are_refused_up_to_the_redeal_as_well() -> None:
    before = mighty_table("korean40", *REDEALT, barely_made_hand(BO, CHO))
    refused = check_move(
        before, m.CorrectHand(1, (ClaimRedeal(CHO), Pass(ANA), Pass(ANA), barely_made_hand(BO, CHO)), whole=True)
    )
    assert [each.code for each in refused] == ["bid.after_passing"]


def test_a_token_is_set_by_hand() -> None:
    ledger = mighty_table("korean40", m.SetToken(CHO, spent=True))
    assert ledger.state.session.spent == (CHO,)
    assert isinstance(ledger.state.entries[-1], TokenSet)
    assert check_move(ledger, m.SetToken(CHO, spent=True)) == (problem("token.spent_already", player=CHO),)
    assert check_move(ledger, m.SetToken(BO, spent=False)) == (problem("token.not_spent", player=BO),)
    assert check_move(play(ledger, m.StartHand()), m.SetToken(BO, spent=True)) == (problem("hand.running"),)
    assert play(ledger, m.SetToken(CHO, spent=False)).state.session.spent == ()
    refused = check_move(play(ledger, m.StartHand()), ClaimRedeal(CHO))
    assert refused == (problem("redeal.token_spent", player=CHO),)


def test_a_redeal_is_kept_where_only_the_rest_is_corrected() -> None:
    ledger = play(toy_table(), m.StartHand(), Shuffle(), Draw(BO), m.CorrectHand(1, (Draw(CHO),)))
    assert ledger.state.hands[0].moves == (Shuffle(), Draw(CHO))
