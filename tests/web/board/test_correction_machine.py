"""Random corrections of random hands, on the boards of both games, beside a table where all was recorded right at once.

A hand is a value: to whom it was dealt, what was played and how it ended. A correction changes any of it, on any sheet,
or gives the hand up. The table must then stand as one at which just that was recorded, hand by hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from msgspec.structs import replace

from scorekeeper.cards import Rank, Suit
from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, fold_action
from scorekeeper.table.state import HandRecord, Stamp, TableState, open_sheet
from scorekeeper.web.board.corrections import dealing_of
from scorekeeper.web.board.reopening import RecordedLine, ReopenedHand, Reopening, read_reopening
from scorekeeper.web.board.table import read_move
from tests.table.tables import NAMES, play
from tests.tiers import build_test_case

MOST_HANDS = 4
MOST_LINES = 30

five = st.permutations(range(1, 7)).map(lambda people: tuple(sorted(people[:5])))
"""Whom a hand is dealt among."""


class Facts(NamedTuple):
    """The facts of a hand: its deal, who claimed redeals, the hand in one move, and why it was given up."""

    dealing: m.Dealing
    claims: tuple[int, ...]
    whole: Any
    voided: str | None = None


def apply_unchecked(ledger: Ledger, *moves: Any) -> Ledger:
    """The ledger after moves that nobody checks."""
    for move in moves:
        stamp = Stamp(ledger.version + 1, "2026-01-01T20:00:00.000+00:00")
        ledger = fold_action(ledger, Action(stamp, (move,)))
    return ledger


class Corrections(RuleBasedStateMachine):
    """A table of six people, five of whom play, with what should have been recorded beside it."""

    opening: ClassVar[m.CreateTable]

    def __init__(self) -> None:
        super().__init__()
        self.ledger = play(Ledger(), self.opening)
        self.sheets: list[list[Facts]] = [[]]
        self.before: list[list[Facts]] = [[]]

    # --- What a game brings ---

    def claimers(self, _hand: Any) -> list[tuple[int, ...]]:
        """Return the players who may claim redeals before the hand is played."""
        return [()]

    def hands(self, dealt: Any) -> st.SearchStrategy[Any]:
        """A hand in one move, such as its rules let happen after it was dealt."""
        raise NotImplementedError

    def ways(self, dealt: Any, whole: Any) -> st.SearchStrategy[tuple[Any, ...]]:
        """The moves that record a hand."""
        raise NotImplementedError

    def answer(self, whole: Any, hand: Any, move: Any) -> Any:
        """Return what should have been recorded instead of a move in a hand; None where it should be left out."""
        raise NotImplementedError

    def finish(self, whole: Any, hand: Any) -> Any:
        """Return the next move towards the end of a hand, where nothing recorded is left."""
        raise NotImplementedError

    # --- What people do ---

    @property
    def state(self) -> TableState:
        return self.ledger.state

    @precondition(lambda self: len(self.sheets[-1]) < MOST_HANDS and not self.state.ending)
    @rule(data=st.data())
    def play_a_hand(self, data: st.DataObject) -> None:
        self.ledger = play(self.ledger, m.StartHand(data.draw(five)))
        dealing = dealing_of(self.state, self.running)
        claims = data.draw(st.sampled_from(self.claimers(self.running.hand)))
        self.ledger = play(self.ledger, *map(mighty.ClaimRedeal, claims))
        whole = data.draw(self.hands(self.running.hand))
        self.ledger = play(self.ledger, *data.draw(self.ways(self.running.hand, whole)))
        assert self.state.current is None
        *earlier, last = self.sheets
        self.set_sheets([*earlier, [*last, Facts(dealing, claims, whole)]])

    @precondition(lambda self: self.sheets[-1] and len(self.sheets) < 3)
    @rule()
    def begin_a_sheet(self) -> None:
        self.ledger = play(self.ledger, m.BeginSession())
        self.set_sheets([*self.sheets, []])

    @precondition(lambda self: any(self.sheets))
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Another result or another deal as well, line by line on the boards that recorded it."""
        sheet, place = data.draw(st.sampled_from(list(self.places())))
        was, found = self.sheets[sheet][place], self.find_record(sheet, place)
        dealing, claims = was.dealing, was.claims
        if data.draw(st.booleans()):
            seats = data.draw(five)
            first = st.sampled_from(seats) if self.state.game.set_first_bidder else st.none()
            dealing = m.Dealing(seats, data.draw(st.sampled_from(seats)), data.draw(first))
        dealt = dealing.redeal(self.state.game, found).hand
        if claims:
            claims = data.draw(st.sampled_from([each for each in self.claimers(dealt) if each]))
        for claimer in claims:
            dealt = mighty.ClaimRedeal(claimer).play(dealt)
        right = Facts(dealing, claims, data.draw(self.hands(dealt)))
        note(f"sheet {sheet + 1}, hand {place + 1}: {right}")
        for number in range(MOST_LINES):
            hand = ReopenedHand(self.state, place + 1, self.number(sheet))
            opened = self.open_wrong_line(hand, right)
            if number == 0 and dealing != was.dealing:
                opened = hand.deal_anew(hand.open_at(0, instead=False), dealing)
            if opened is None:
                break
            before = self.ledger
            self.ledger = play(before, hand.correction(self.go_on(hand, right, opened)))
            assert play(self.ledger, m.Undo()).state == before.state
        else:
            raise AssertionError("The hand is never right.")
        self.sheets = self.replace_entry(sheet, place, right)
        self.before = self.sheets  # an undo takes back the last line alone, as each was tried above
        self.check_table()

    def answer_line(self, right: Facts, hand: Any, move: Any) -> Any:
        """Return what should have been recorded instead of a move in a hand; None where it should be left out."""
        if isinstance(move, mighty.ClaimRedeal):
            return mighty.ClaimRedeal(right.claims[hand.redeals])
        return self.answer(right.whole, hand, move)

    def open_wrong_line(self, hand: ReopenedHand, right: Facts) -> Reopening | None:
        """Return the first line that should have been another, opened; or the result of a hand that was given up."""
        wrong = self.find_wrong(hand.lines, right)
        if wrong is not None:
            return hand.open_at(wrong)
        return hand.open_part("") if hand.record.voided is not None else None

    def find_wrong(self, lines: Iterable[RecordedLine], right: Facts) -> int | None:
        """Return the place of the first line that should have been another."""
        return next((each.place for each in lines if self.answer_line(right, each.hand, each.move) != each.move), None)

    def go_on(self, hand: ReopenedHand, right: Facts, opened: Reopening) -> Reopening:
        """Record what should have been recorded, through the forms of the boards, until nothing is asked any more."""
        for _ in range(MOST_LINES):
            reopening = read_reopening(self.state, opened.write())
            assert reopening == opened, "an address loses nothing"
            if not opened.waits:
                return opened
            played = hand.play(opened)
            asked = None if opened.asked is None else hand.moves[opened.asked]
            now = played.hand
            said = self.finish(right.whole, now) if asked is None else self.answer_line(right, now, asked)
            if said is None:
                opened = hand.leave_out(opened)
                continue
            form = hand.correcting.find_form(now, said)
            assert form is not None
            state = hand.table_at(opened._replace(modes=tuple(form.modes.items())), played)
            move = read_move(state, form.name, form.fields)
            if m.check_game_move(self.state.game, played.hand, move):
                lines = [line for line in hand.lines if line.place in opened.moves]
                wrong = self.find_wrong(lines, right)  # such as the contract of a hand that is dealt anew
                assert wrong is not None
                opened = hand.go_to(opened, hand.open_at(wrong))
                continue
            opened = hand.record_instead(opened, move)
        raise AssertionError("The boards ask without an end.")

    @precondition(lambda self: any(hand.voided is None for hands in self.sheets for hand in hands))
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        every = [(sheet, place) for sheet, place in self.places() if self.sheets[sheet][place].voided is None]
        sheet, place = data.draw(st.sampled_from(every))
        self.ledger = play(self.ledger, m.VoidHand(place + 1, "misdeal", sheet=self.number(sheet)))
        self.set_sheets(self.replace_entry(sheet, place, self.sheets[sheet][place]._replace(voided="misdeal")))

    @precondition(lambda self: self.ledger.last and isinstance(self.ledger.last.moves[0], m.VoidHand | m.CorrectHand))
    @precondition(lambda self: self.before is not self.sheets)
    @rule()
    def undo_and_redo(self) -> None:
        after, now = self.ledger, self.sheets
        self.ledger, self.sheets = play(after, m.Undo()), self.before
        self.check_table()
        self.ledger, self.sheets = play(self.ledger, m.Redo()), now
        assert self.state == after.state

    # --- Where things are ---

    @property
    def running(self) -> HandRecord:
        assert self.state.current is not None
        return self.state.current

    def places(self) -> Iterable[tuple[int, int]]:
        return ((sheet, place) for sheet, hands in enumerate(self.sheets) for place in range(len(hands)))

    def number(self, sheet: int) -> int | None:
        return None if sheet == len(self.sheets) - 1 else sheet + 1

    def find_record(self, sheet: int, place: int) -> HandRecord:
        found = m.find_hand(self.state, self.number(sheet), place + 1)
        assert found is not None
        return found

    def replace_entry(self, sheet: int, place: int, facts: Facts) -> list[list[Facts]]:
        sheets = [list(hands) for hands in self.sheets]
        sheets[sheet][place] = facts
        return sheets

    # --- What must hold ---

    def set_sheets(self, sheets: list[list[Facts]]) -> None:
        self.before, self.sheets = self.sheets, sheets
        self.check_table()

    def check_table(self) -> None:
        right = apply_unchecked(Ledger(), self.opening.complete(None))
        for number, hands in enumerate(self.sheets):
            right = apply_unchecked(right, *([m.BeginSession()] if number else []))
            for place, facts in enumerate(hands, 1):
                seats, leader, first = facts.dealing.seats, facts.dealing.leader, facts.dealing.first
                right = apply_unchecked(
                    right, m.StartHand(seats, leader, first=first), *map(mighty.ClaimRedeal, facts.claims)
                )
                right = apply_unchecked(right, facts.whole)
                if facts.voided is not None:
                    right = apply_unchecked(right, m.VoidHand(place, facts.voided))
        assert list(sheet_contents(self.state)) == list(sheet_contents(right.state))


def sheet_contents(state: TableState) -> Iterator[Any]:
    """Return the facts and gains of every hand of every sheet, and the standings after it."""
    for sheet in (*range(1, len(state.sheets) + 1), None):
        table = open_sheet(state, sheet)
        assert table is not None
        for hand in table.hands:
            summary, session = table.summary(hand), hand.hand.session
            yield sheet, hand.number, hand.voided, hand.hand.seats, session.begins
            if hand.voided is None:
                promised = getattr(
                    summary.contract, "suit", summary.contract
                )  # trumps keep the rank they were played at
                yield promised, summary.result, dict(summary.roles), dict(hand.amounts)
            yield dict(hand.after.standings)


# --- Mighty ---


class MightyCorrections(Corrections):
    """Everyone has a token for a redeal."""

    opening = m.CreateTable("mighty", "korean40", {"eliminate": False}, NAMES[:6])

    def claimers(self, hand: mighty.Hand) -> list[tuple[int, ...]]:
        return [(), *((seat,) for seat in hand.seats if seat not in hand.session.spent)]

    def hands(self, dealt: mighty.Hand) -> st.SearchStrategy[Any]:
        players, suits = st.permutations(list(dealt.seats)), st.sampled_from(list(Suit))
        bids = st.builds(mighty.Bid, st.integers(13, 20), st.none() | suits)
        return st.builds(self.hand, players, bids, st.integers(0, 20), st.booleans())

    @staticmethod
    def hand(players: list[int], bid: mighty.Bid, points: int, alone: bool) -> mighty.RecordHand:
        call = mighty.Call("none" if alone else "card")
        return mighty.RecordHand(players[0], bid, call, points, None if alone else players[1])

    def ways(self, dealt: mighty.Hand, whole: mighty.RecordHand) -> st.SearchStrategy[tuple[Any, ...]]:
        tricks = st.lists(st.builds(mighty.RecordTrick, st.sampled_from(dealt.seats), st.just(0)), max_size=3)
        told = (mighty.RevealFriend(whole.friend),) if whole.friend else ()
        begun = (mighty.EnterContract(whole.declarer, whole.bid), mighty.CallFriend(whole.call))
        return st.one_of(
            st.just((whole,)),
            tricks.map(lambda played: (*begun, *played, *told, whole.result)),
            tricks.map(lambda played: (*begun, *played, whole.result)),
        )

    def answer(self, whole: mighty.RecordHand, hand: mighty.Hand, move: Any) -> Any:
        """Tricks stay as they are where they fit; a friend who was shown is the true one."""
        match move:
            case mighty.EnterContract():
                return mighty.EnterContract(whole.declarer, whole.bid)
            case mighty.CallFriend() | mighty.Exchange():
                return move if move.call == whole.call else mighty.Exchange(whole.call)
            case mighty.RevealFriend():
                return mighty.RevealFriend(whole.friend) if whole.friend else None
            case mighty.RecordHand():
                return whole
            case mighty.RecordResult():
                return whole.result
        return move if not hand_refuses(hand, move) else None

    def finish(self, whole: mighty.RecordHand, hand: mighty.Hand) -> Any:
        if hand.declarer is None:
            return mighty.EnterContract(whole.declarer, whole.bid)
        return whole if hand.call is None else whole.result


def hand_refuses(hand: Any, move: Any) -> bool:
    """Return whether a hand cannot have gone on so."""
    return bool(tuple(move.check(hand)))


# --- Zhao Pengyou ---


class ZhaoPengyouCorrections(Corrections):
    """Calls that are written down or not, and throws that were beaten, of one player or more."""

    opening = m.CreateTable("zhao_pengyou", "pagat", {}, NAMES[:6])

    def hands(self, dealt: zpy.Hand) -> st.SearchStrategy[Any]:
        makers = [seat for seat in dealt.seats if dealt.making.rank(seat) is not Rank.JOKER]
        return st.builds(
            self.hand,
            st.just(dealt),
            st.sampled_from(makers),
            st.sampled_from(list(Suit)),
            st.lists(st.sampled_from(dealt.seats), max_size=dealt.setting.calls, unique=True),
            st.integers(0, 30),
            st.sampled_from(["makers", "defenders"]),
            st.integers(0, 4),
            st.none() | st.permutations([1, 2]),
            st.lists(st.builds(zpy.FailedThrow, st.sampled_from(dealt.seats), st.integers(1, 4)), max_size=3),
        )

    @staticmethod
    def hand(
        dealt: zpy.Hand,
        maker: int,
        suit: Suit,
        friends: list[int],
        fives: int,
        last: Any,
        kitty: int,
        copies: list[int] | None,
        throws: list[zpy.FailedThrow],
    ) -> zpy.RecordHand:
        others = [each for each in Suit if each is not suit]
        rank = "K" if dealt.making.rank(maker) is not Rank.KING else "Q"
        called = [zpy.Call.parse(f"{other}{rank}#{copies[0]}") for other in others] if copies else []
        return zpy.RecordHand(
            maker,
            suit,
            tuple(friend for friend in friends if friend != maker),
            fives * 5,
            last,
            kitty * 5 if last == "defenders" else 0,  # else nobody asks what lay there
            tuple(called[: dealt.setting.calls]) or None,
            tuple(throws),
        )

    def ways(self, dealt: zpy.Hand, whole: zpy.RecordHand) -> st.SearchStrategy[tuple[Any, ...]]:
        tricks = st.lists(st.builds(zpy.RecordTrick, st.sampled_from(dealt.seats), st.just(0)), max_size=3)
        told = (zpy.RevealFriend(whole.friends[0], whole.calls[0]),) if whole.friends and whole.calls else ()
        begun = (zpy.EnterTrumps(whole.maker, whole.suit), zpy.CallFriends(whole.calls))
        begun += tuple(zpy.RecordThrow(*throw) for throw in whole.throws)  # type: ignore[assignment]
        result = zpy.RecordResult(whole.friends, whole.points, whole.last_trick, whole.kitty_points)
        return st.one_of(
            st.just((whole,)),
            tricks.map(lambda played: (*begun, *played, *told, result)),
            tricks.map(lambda played: (*begun, *played, result)),
        )

    def answer(self, whole: zpy.RecordHand, hand: zpy.Hand, move: Any) -> Any:
        """Throws and friends who were shown are told with the result alone, unless they are the true ones."""
        match move:
            case zpy.EnterTrumps():
                return zpy.EnterTrumps(whole.maker, whole.suit)
            case zpy.CallFriends():
                return zpy.CallFriends(whole.calls)
            case zpy.RevealFriend():
                return move if whole.calls and move == shown_friend(whole) else None
            case zpy.RecordThrow(player, cards):
                return move if hand.throws.count((player, cards)) < whole.throws.count((player, cards)) else None
            case zpy.RecordHand() | zpy.RecordResult():
                return self.finish(whole, hand)
        return move if not hand_refuses(hand, move) else None

    def finish(self, whole: zpy.RecordHand, hand: zpy.Hand) -> Any:
        if hand.maker is None:
            return zpy.EnterTrumps(whole.maker, whole.suit)
        if whole.calls and not hand.called:
            return zpy.CallFriends(whole.calls)
        missing = Counter(whole.throws) - Counter(hand.throws)
        if hand.called and not missing:
            return zpy.RecordResult(whole.friends, whole.points, whole.last_trick, whole.kitty_points)
        return replace(whole, calls=None, throws=tuple(sorted(missing.elements())))


def shown_friend(whole: zpy.RecordHand) -> zpy.RevealFriend | None:
    """Return the friend whom `ways` shows."""
    return zpy.RevealFriend(whole.friends[0], whole.calls[0]) if whole.friends and whole.calls else None


TestMighty = build_test_case(MightyCorrections, many=15, steps=12)
TestZhaoPengyou = build_test_case(ZhaoPengyouCorrections, many=15, steps=12)
