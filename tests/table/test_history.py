"""The history: every action in its words, and whether it counts."""

from typing import Any

from msgspec.structs import replace

from scorekeeper.games.mighty import GAME, ClaimRedeal, Pass
from scorekeeper.messages import Message, in_english
from scorekeeper.table import moves as m
from scorekeeper.table.history import HistoryLine, read_history
from scorekeeper.table.ledger import Ledger, describe_last_action
from scorekeeper.table.sentences import PLAYER_FACTS, SENTENCES
from scorekeeper.table.state import Payment
from tests.cases import for_each
from tests.table.mighty_hands import BO as MAKER
from tests.table.mighty_hands import barely_made_hand, mighty_table, passes
from tests.table.tables import NAMES, hands, play, steps, toy_opening, toy_table
from tests.toy import TOY, Draw, Shuffle

ANA, BO, CHO = 1, 2, 3
STAKED = m.SetStakes(50, 100, "€")
PAID = Payment(CHO, ANA, 5)


def lines(*moves: Any) -> list[HistoryLine]:
    """The history of an evening of the toy game."""
    return list(read_history(ledger.last for ledger in steps(Ledger(), toy_opening(), *moves) if ledger.last))


def english(said: Message) -> str:
    """A line as an English sentence."""
    names = dict(enumerate(NAMES, 1))
    return in_english(said, {**TOY.sentences, **SENTENCES}, PLAYER_FACTS | TOY.player_facts, names)


def english_history(*moves: Any) -> list[str]:
    """The history as English sentences, without the opening."""
    return [english(message) for line in lines(*moves)[1:] for message in line.says]


SAYINGS: list[tuple[list[Any], Any, str]] = [
    ([], m.JoinTable("Dan"), "Dan joined"),
    ([], m.RenamePlayer(BO, "Boris"), "Renamed: Boris"),
    ([], m.LeaveTable(BO), "Bo left"),
    ([m.LeaveTable(BO)], m.ReturnToTable(BO), "Bo is back"),
    ([], m.MoveSeat(CHO, ANA), "Cho changed seats: Cho, Ana, Bo"),
    ([], m.SwapSeats(ANA, BO), "Ana and Bo swapped seats"),
    ([], m.ChangeRules("strides"), "House rules changed"),
    ([], m.LimitHands(3), "Number of hands set"),
    (hands(BO), m.StartHand(), "Hand 2 dealt"),
    ([m.StartHand()], Shuffle(), "the cards are shuffled again"),
    ([m.StartHand()], Draw(CHO), "Cho drew the highest card"),
    (hands(BO), m.CorrectHand(1, (Draw(ANA),)), "Hand 1 fixed"),
    (hands(BO), m.VoidHand(1, "a misdeal"), "Hand 1 void: a misdeal"),
    ([m.StartHand()], m.VoidHand(1, "a misdeal"), "Hand 1 void: a misdeal"),
    ([], m.Adjust({BO: 1}, "a bonus"), "Standings changed: a bonus"),
    (hands(BO), m.Penalize(BO, 1, False, "late"), "Penalty for Bo: late"),
    ([], m.EndSession(), "Session ended"),
    ([m.EndSession()], m.ResumeSession(), "Session resumed"),
    (hands(BO), m.BeginSession(), "New sheet begun"),
    (hands(BO), m.Undo(), "Undid: Bo drew the highest card"),
    ([*hands(BO), m.Undo()], m.Redo(), "Redid: Bo drew the highest card"),
    ([*hands(BO), m.Undo()], m.Undo(), "Undid: Hand 1 dealt"),
    ([*hands(BO), m.Undo(), m.Undo()], m.Redo(), "Redid: Hand 1 dealt"),
    ([m.JoinTable("Dan")], m.Undo(), "Undid: Dan joined"),
    ([], m.DrawSeats((CHO, ANA, BO)), "Seats drawn by lot: Cho, Ana, Bo"),
    ([], m.DrawLeader(CHO), "Cho begins, drawn by lot"),
    ([], m.AddEarlierHands((m.EarlierHand({BO: 1}, "x"), m.EarlierHand({ANA: 1}, "y"))), "Hands added from paper: 2"),
]


@for_each(*SAYINGS)
def test_every_move_is_told(before: list[Any], move: Any, sentence: str) -> None:
    assert english_history(*before, move)[-1] == sentence
    ledger = play(toy_table(), *before, move)
    assert [english(message) for message in describe_last_action(ledger)] == [sentence]


@for_each(
    ([], m.SetStakes(50, 100, "€"), ["A point is worth 0.50 €"]),
    ([STAKED], m.RecordPayments((PAID,)), ["Cho paid Ana 0.05 €"]),
    ([STAKED], m.RecordPayments((PAID, Payment(BO, ANA, 200))), ["Cho paid Ana 0.05 €", "Bo paid Ana 2 €"]),
    ([STAKED, m.RecordPayments((PAID,))], m.TakeBackPayment(PAID), ["Cho has not paid Ana 0.05 € after all"]),
)
def test_what_is_paid_is_told(before: list[Any], move: Any, sentences: list[str]) -> None:
    assert [english(message) for message in describe_last_action(mighty_table("pagat", *before, move))] == sentences


@for_each(("play", "cards", "card by card"), ("play", "result", "the result only"))
def test_how_a_table_records_from_then_on_is_told(part: str, mode: str, said: str) -> None:
    table = mighty_table("pagat", m.ChooseMode(part, mode))
    assert [english(each) for each in describe_last_action(table)] == [f"Now recorded: {said}"]


def test_the_opening_is_told_with_everybody_who_sits_down() -> None:
    (opening,) = lines()
    assert list(map(english, opening.says)) == ["Table opened", "Ana joined", "Bo joined", "Cho joined"]


def test_there_is_a_sentence_for_every_move_of_the_table() -> None:
    tags = {f"log.{move.__struct_config__.tag}" for move in (*m.TABLE_MOVES, m.CorrectHand)}
    others = {
        *("log.token_back", "log.hand_corrected", "log.corrected_on_sheet", "log.voided_on_sheet"),
        *("log.went_home", "log.came_back", "log.latecomer_plays"),
    }
    assert tags | others == {code for code in SENTENCES if code.startswith("log.")}
    assert tags >= {describe_last_action(play(toy_table(), *before, move))[0].code for before, move, _ in SAYINGS[:7]}


def test_lines_that_do_not_count_are_marked() -> None:
    """Bo's hand was taken back; Cho's, Ana's and what was redone count."""
    evening = lines(*hands(BO), m.Undo(), Draw(CHO), *hands(ANA), m.Undo(), m.Undo(), m.Redo(), m.Redo())
    counts = {line.stamp.version: line.counts for line in evening}
    assert [version for version, counts_now in counts.items() if not counts_now] == [3]


def test_a_line_belongs_to_its_hand_its_player_and_its_sheet() -> None:
    moves = [m.StartHand(), Shuffle(), Draw(BO), m.Undo(), m.Redo(), m.BeginSession(), m.StartHand(), Draw(CHO)]
    evening = lines(*moves, m.VoidHand(1, "a misdeal"), m.Undo(), m.Undo())
    assert [(line.hand, line.sheet) for line in evening] == [
        *((None, 0), (1, 0), (1, 0), (1, 0), (1, 0), (1, 0), (None, 1)),
        *((1, 1), (1, 1), (1, 1), (1, 1), (1, 1)),
    ]
    assert [line.player for line in lines(m.LeaveTable(BO), m.StartHand(), m.LimitHands(3))] == [None, BO, None, None]


def test_phones_are_numbered_as_they_come() -> None:
    """One without a name has no number."""
    recorded = [ledger.last for ledger in steps(Ledger(), toy_opening(), *hands(BO), *hands(CHO)) if ledger.last]
    devices = ["Bo’s phone", None, "another", "Bo’s phone", "a third"]
    evening = read_history(
        replace(action, stamp=replace(action.stamp, device=device))
        for action, device in zip(recorded, devices, strict=True)
    )
    assert [line.phone for line in evening] == [1, None, 2, 1, 3]


def test_a_correction_has_the_hand_as_it_was_and_as_it_was_then() -> None:
    evening = lines(*hands(BO), m.CorrectHand(1, (Draw(ANA),)), m.CorrectHand(1, (Draw(CHO),)), m.Undo())
    versions = [tuple(hand.hand.winner for hand in line.versions) if line.versions else None for line in evening]
    assert versions == [None, None, None, (BO, ANA), (ANA, CHO), None]


# --- Actions of several moves, which older logs have ---


def last_line(*moves: Any) -> HistoryLine:
    """The last line of an evening in which Bo has won a hand and another is on, after an action of several moves."""
    evening = [ledger.last for ledger in steps(Ledger(), toy_opening(), *hands(BO), m.StartHand()) if ledger.last]
    at_once = replace(evening[-1], stamp=replace(evening[-1].stamp, version=5), moves=moves, rows=None)
    return list(read_history([*evening, at_once]))[-1]


def test_of_several_moves_at_once_each_is_told() -> None:
    line = last_line(m.JoinTable("Dan"), m.RenamePlayer(BO, "Boris"), m.LimitHands(3))
    assert list(map(english, line.says)) == ["Dan joined", "Renamed: Boris", "Number of hands set"]


def test_of_several_moves_at_once_the_last_says_whose_line_it_is() -> None:
    assert last_line(m.JoinTable("Dan"), m.RenamePlayer(BO, "Boris")).player == BO
    assert last_line(m.RenamePlayer(BO, "Boris"), m.JoinTable("Dan")).player is None


def test_of_several_moves_at_once_the_last_says_which_hand_it_is_about() -> None:
    line = last_line(m.JoinTable("Dan"), m.CorrectHand(1, (Draw(ANA),)))
    assert line.hand == 1
    assert line.versions
    assert [version.hand.winner for version in line.versions] == [BO, ANA]
    assert last_line(m.CorrectHand(1, (Draw(ANA),)), m.JoinTable("Dan")).hand == 2


def test_what_was_undone_is_gone_once_something_else_is_recorded() -> None:
    """Only actions that were undone since can be redone."""
    evening = lines(*hands(BO), m.Undo(), m.JoinTable("Dan"), m.Undo(), m.Redo())
    assert [line.counts for line in evening] == [True, True, False, True, True, True, True]


def test_what_was_taken_back_and_overwritten_is_told_still() -> None:
    assert english_history(*hands(BO), m.Undo(), m.Undo(), m.JoinTable("Dan")) == [
        *("Hand 1 dealt", "Bo drew the highest card"),
        *("Undid: Bo drew the highest card", "Undid: Hand 1 dealt"),
        "Dan joined",
    ]
    assert [line.counts for line in lines(*hands(BO), m.Undo(), m.Undo(), m.JoinTable("Dan"))] == [
        *(True, False, False, True, True, True)
    ]


def test_a_line_has_the_stamp_of_its_action() -> None:
    assert [line.stamp.version for line in lines(*hands(BO))] == [1, 2, 3]


def test_what_follows_from_a_move_of_the_game_is_told_with_it() -> None:
    """Between the hand before and the hand after: when the last of five passes, the cards are thrown in."""
    ledger = mighty_table("pagat", m.StartHand(), *passes(ANA))
    codes = [message.code for message in describe_last_action(ledger)]
    assert codes[0] == "log.mighty.pass"
    assert len(codes) == 2
    assert set(codes) <= set(GAME.sentences)
    finished = mighty_table("korean40", m.StartHand(), ClaimRedeal(ANA), Pass(ANA), barely_made_hand(MAKER, CHO))
    assert {message.code for message in describe_last_action(finished)} <= set(GAME.sentences)
