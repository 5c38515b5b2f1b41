"""Real hands recorded on the screens in every way: each tap is a key that is live, and what is asked is answered."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Game
from scorekeeper.table.moves import check_game_move
from scorekeeper.table.state import HandRecord, Person, TableState
from scorekeeper.web.games.mighty.forms import build_claim
from scorekeeper.web.games.mighty.result import possible_sides
from scorekeeper.web.games.zhao_pengyou.demotion_rows import write_won_last
from scorekeeper.web.games.zhao_pengyou.result import write_led_last
from scorekeeper.web.page.screens import screens_for
from tests.games.mighty.truth import Found, Truth, points_of
from tests.games.zhao_pengyou.real_hand import RealHand, RealTrick


def live_values(keys: Any) -> set[str]:
    """Return the values of the keys that can be chosen."""
    return {str(key.value) for key in keys if not key.problem}


def fill_in(fields: Mapping[str, object]) -> MultiDict[str, str]:
    """Return a form with these fields, of which some have several values and some none."""
    form: MultiDict[str, str] = MultiDict()
    for name, value in fields.items():
        if value is not None:
            form.setlist(name, [str(each) for each in (value if isinstance(value, tuple) else (value,))])
    return form


class Board:
    """A table with a hand just dealt, recorded in some ways through the readers and the contexts of its screens."""

    def __init__(self, game: Game, hand: Any, **ways: str) -> None:
        self.ways = ways
        people = {player: Person(player, f"P{player}") for player in hand.seats}
        record = HandRecord(rules=hand.rules, number=1, hand=hand, opening_session=hand.session, circle=hand.seats)
        self.state = TableState(
            game, "", hand.rules, hand.session, people=people, circle=hand.seats, current=record, modes=ways
        )
        self.recording = screens_for(game.key).recording

    @property
    def hand(self) -> Any:
        """The hand in progress."""
        assert self.state.current is not None
        return self.state.current.hand

    def open_screen(self, overlay: str = "") -> Any:
        """Return the context of the screen that the way of recording leads to, or of one opened over it."""
        return self.recording.board(self.state, (*self.state.modes.values(), overlay))

    def read(self, form: str, fields: Mapping[str, object]) -> Any:
        """Return the move that a form of the dock asks for."""
        return self.recording.forms[form](self.state, fill_in(fields))

    def tap(self, form: str, **fields: object) -> None:
        """Send a form of the dock, which must be recorded."""
        self.put(self.read(form, fields))

    def put(self, move: Any) -> "Board":
        """Record a move, which must be possible, and return the board."""
        problems = check_game_move(self.state.game, self.hand, move)
        assert not problems, (self.ways, move, problems)
        assert self.state.current is not None
        self.state = replace(self.state, current=replace(self.state.current, hand=move.play(self.hand)))
        return self


# --- Mighty ---


def mighty_moves(truth: Truth) -> Iterator[Any]:
    """Yield the moves of a hand of which everything is recorded, but for its result."""
    yield from (*truth.thrown_in, *truth.calls, *truth.named)
    yield from (mighty.ChangeContract(bid) for bid in (truth.early,) if bid)
    yield mighty.TakeKitty(truth.kitty if truth.rules.kitty_exposed else None)
    yield from (mighty.ChangeContract(bid) for bid in (truth.late,) if bid)
    yield mighty.CallFriend(truth.call)
    for number, plays in enumerate(truth.tricks, 1):
        yield from [mighty.GiveWinOrder()] * (number in truth.ordered)
        yield from (mighty.PlayCard(*play) for play in plays)
        yield from (mighty.RevealFriend(one.player, True, one.card) for one in list_announced(truth, number))


def list_announced(truth: Truth, number: int) -> list[Found]:
    """Return the friends who announced themselves on winning a trick."""
    return [one for one in truth.found if one.announced and one.trick == number]


def record_in_full(truth: Truth) -> mighty.Hand:
    """Return the hand with everything recorded, before its result."""
    return mighty.do(truth.start, *mighty_moves(truth))


class MightyBoard(Board):
    """Somebody who records a real hand of Mighty in one way."""

    def __init__(self, truth: Truth, full: mighty.Hand, auction: str, play: str, random: Random) -> None:
        super().__init__(mighty.GAME, truth.start, auction=auction, play=play)
        self.truth = truth
        self.full = full
        self.random = random
        self.asked: set[str] = set()

    def record(self) -> mighty.Hand:
        """Return the hand once it is paid."""
        self.record_auction()
        self.record_exchange()
        self.record_play()
        self.record_result()
        hand: mighty.Hand = self.hand
        return hand

    def record_auction(self) -> None:
        """Record the calls, or the first of them at most and then the contract."""
        truth, full = self.truth, self.truth.start
        most = len(truth.calls) if self.random.random() < 0.5 else 0
        written = len(truth.thrown_in) + self.random.randint(0, most)
        for place, move in enumerate((*truth.thrown_in, *truth.calls)):
            if self.ways["auction"] == "contract":
                early = len(truth.thrown_in) <= place < written
                self.state = replace(self.state, modes={**self.ways, "auction": "calls" if early else "contract"})
            self.check_claims(full)
            after = move.play(full)
            self.record_call(move, is_dealt_again=after.redeals > full.redeals)
            full = after
        self.state = replace(self.state, modes=self.ways)
        if self.hand.phase == "auction":
            board, entered = self.open_screen(), self.entered
            assert str(truth.declarer) in live_values(board["declarers"])
            assert str(entered.level) in live_values(board["levels"])
            assert (entered.trump.value if entered.trump else "NT") in live_values(board["trumps"])
            self.tap("enter_contract", declarer=truth.declarer, **fields_of(entered))
        if self.hand.contract_bid == full.contract_bid:  # once it is final, the contract stands
            self.check_claims(full)

    @property
    def entered(self) -> mighty.Bid:
        """The contract that is entered: the final one where nothing is recorded after it, if no bid forbids that."""
        truth = self.truth
        final = mighty.EnterContract(truth.declarer, truth.bid)
        return truth.bid if self.ways["play"] == "result" and mighty.can(self.hand, final) else truth.won

    def record_call(self, move: Any, *, is_dealt_again: bool) -> None:
        """Record a call, or a claim and its answer. Where bids are not recorded, only that everyone has passed."""
        match move:
            case mighty.ClaimRedeal():
                self.tap("claim_redeal", player=move.player, cards=move.cards)
            case mighty.AcceptClaim():
                self.tap("accept_claim")
            case mighty.AnswerClaim():
                self.tap("answer_claim", player=move.player, **fields_of(move.bid))
            case mighty.PlaceBid() if self.state.mode("auction") == "calls":
                keys = self.open_screen()
                assert str(move.bid.level) in live_values(keys["levels"])
                self.tap("place_bid", player=move.player, **fields_of(move.bid))
            case mighty.Pass() if self.state.mode("auction") == "calls":
                self.tap("pass", player=move.player)
            case mighty.Pass() if is_dealt_again:
                redeals = self.hand.redeals
                while self.hand.redeals == redeals:
                    self.tap("all_pass")

    def record_exchange(self) -> None:
        """Record who drops out, then kitty, contract and call; with the result alone, only a changed contract."""
        truth, call = self.truth, self.truth.call
        for named in truth.named:
            if self.hand.phase == "drop":
                self.tap("drop", card=named.card, holder="-" if named.holder is None else named.holder)
        if self.ways["play"] == "result":
            if self.hand.contract_bid != truth.bid:
                assert ("change&view=raise", "Contract") in self.open_screen()["also"]
                opened = self.open_screen("change")["exchange"](MultiDict({"at": "change", "view": "raise"}))
                assert truth.bid in [bid for offer in opened.offers for bid in offer.steps]
                self.tap("change_after_kitty", **fields_of(truth.bid))
            return
        shown = truth.kitty if truth.rules.kitty_exposed else None
        self.tap("exchange", call=call, before=truth.early, contract=truth.late, cards=shown)

    def record_play(self) -> None:
        truth = self.truth
        for number, plays in enumerate(truth.tricks, 1):
            if self.ways["play"] == "tally":
                assert str(points_of(plays)) in live_values(self.open_screen()["points"])
                self.tap("record_trick", winner=truth.winners[number - 1], points=points_of(plays))
            elif self.ways["play"] == "cards":
                self.record_cards(number, plays)
            if self.ways["play"] != "result":
                for one in list_announced(truth, number):
                    self.tap("reveal_friend", player=f"{one.player}!", card=one.card)

    def record_cards(self, number: int, plays: Any) -> None:
        """Record the cards of a trick, with the words of its leader."""
        if number in self.truth.ordered:
            self.tap("give_win_order")
        for play in plays:
            said = f">{play.suit}" if play.suit else ""
            self.tap("play_card", player=play.player, card=f"{play.card}{said}{'!' * play.calls_joker}")

    @property
    def side(self) -> dict[str, object]:
        """The fields of the side that was played: a key that is live."""
        friend, *more = (*self.truth.friends, None)
        sides = [side for side in possible_sides(self.hand) if side.friend == friend and not side.problem]
        kinds = [side for side in sides if side.kind in ("friend", self.truth.call.kind)]
        assert kinds, (self.ways, friend, self.truth.call, possible_sides(self.hand))
        return {
            "side": kinds[0].value,
            "alone": None if friend else kinds[0].kind,
            "second_friend": more[0] if more else None,
        }

    def record_result(self) -> None:
        """Answer what the screen asks for, and nothing else."""
        truth, board = self.truth, self.open_screen()
        assert board["screen"] == "result"
        pad, derived = board["pad"], board["derived"]
        fields: dict[str, object] = {**self.side, **derived}
        if not pad.points_follow and "points" not in derived:
            assert truth.points in {key.makers for key in pad.open_points}
            fields["points"] = truth.points
        if pad.joker_holders:
            fields["joker_holder"] = truth.joker_holder
        fields |= {f"buried_{magic}": "yes" for magic in pad.buried if magic in truth.buried}
        self.asked = {*pad.buried, *["joker_holder"] * bool(pad.joker_holders), *["points"] * ("points" not in derived)}
        self.check_results()
        self.tap("result", **fields)

    def check_results(self) -> None:
        """Check that a result is refused only where the whole record refuses it, and wrong points by known tricks."""
        truth, random = self.truth, self.random
        first, second, *_ = (*truth.friends, None, None)
        friend = random.choice((first, *(player for player in truth.active if player != truth.declarer)))
        points = min(max(truth.points + random.choice((-1, 0, 1)), 0), truth.rules.setting.points)
        ending: dict[str, Any] = {"buried": truth.buried, "joker_holder": truth.joker_holder, "second_friend": second}
        told: Any = mighty.RecordResult(points, friend, **ending)
        refused_in_full = mighty.check_move(self.full, told)
        if self.hand.call is None:
            told = mighty.RecordHand(truth.declarer, truth.bid, truth.call, points, friend, **ending)
        problems = mighty.check_move(self.hand, told)
        assert refused_in_full or not problems, (self.ways, told, problems)
        if friend == first and self.ways["play"] != "result":
            assert bool(problems) == (points != truth.points), (self.ways, told)

    def check_claims(self, full: mighty.Hand) -> None:
        """Check that a claim which the whole record allows is refused in no other way of recording."""
        for player in full.seats:
            refused = mighty.check_move(self.hand, build_claim(self.state, player))
            if not mighty.check_move(full, mighty.ClaimRedeal(player)):
                assert not refused, (self.ways, player, refused)


def fields_of(bid: mighty.Bid) -> dict[str, object]:
    """Return the fields of a bid in a form."""
    return {"level": bid.level, "trump": bid.trump.value if bid.trump else "NT"}


# --- Zhao Pengyou ---


class ZhaoPengyouBoard(Board):
    """Somebody who records a real hand of Zhao Pengyou in one way."""

    def __init__(self, real: RealHand, trumps: str, play: str) -> None:
        super().__init__(zpy.GAME, real.dealt, trumps=trumps, play=play)
        self.real = real
        self.reveals = True

    def record(self) -> zpy.Hand:
        """Return the hand once it is settled."""
        self.record_trumps()
        self.record_play()
        self.record_result()
        hand: zpy.Hand = self.hand
        return hand

    def record_trumps(self) -> None:
        real = self.real
        for _ in range(real.redeals):
            self.tap("end_deal")
        if self.ways["trumps"] == "shows":
            for move in real.making if self.hand.phase == "trumps" else ():
                self.record_exposure(move)
            if self.hand.phase == "trumps":
                self.tap("end_deal")
            if self.hand.phase == "turn":
                self.tap("turn_kitty", cards=real.hand.turned)
        elif self.hand.phase in ("trumps", "turn"):
            suit = real.suit.value if real.suit else "none"
            if real.nobody_made and self.hand.phase == "trumps":
                self.tap("end_deal")
            if self.hand.phase in ("trumps", "turn"):
                board = self.open_screen()
                assert str(real.maker) in live_values(board["makers"])
                assert suit in board["suits"]
                self.tap("enter_trumps", maker=real.maker, suit=suit)

    def record_exposure(self, move: zpy.ExposeCards | zpy.TakeBack) -> None:
        if isinstance(move, zpy.TakeBack):
            self.tap("take_back", takes=move.player)
            return
        card = move.cards[0]
        rank = card.rank if card.suit else None
        kind = card.suit.value if card.suit else card
        self.tap("expose", player=move.player, rank=rank, shown=f"{len(move.cards)}x{kind}")

    def record_play(self) -> None:
        """Record the calls and the tricks, unless only the result is recorded."""
        if self.ways["play"] != "result":
            self.tap("call_friends", calls=self.real.calls)
            for trick in self.real.tricks:
                self.record_trick(trick)

    def record_trick(self, trick: RealTrick) -> None:
        """Record a trick with its beaten throw."""
        if self.ways["play"] == "cards":
            for play in trick.plays:
                if isinstance(play.move, zpy.BeatThrow):
                    self.tap("beat_throw", player=play.move.player, shown=" ".join(map(str, play.move.cards)))
                else:
                    self.tap("play_cards", player=play.move.player, cards=play.move.cards)
            return
        if trick.throw:
            self.tap("record_throw", player=trick.throw.player, taken_back=trick.throw.taken_back)
        if trick.winner is not None:
            self.tap("record_trick", winner=trick.winner, points=trick.points)
        for player, call in trick.shown if self.reveals else ():
            place = self.hand.calls.index(call)
            if self.hand.found[place] is None:
                self.tap("reveal_friend", player=player, call=call)

    def record_result(self) -> None:
        """Fill in what the screen shows: every field that is there, and no other."""
        told, board = self.real.outcome, self.open_screen("end")
        assert board["screen"] == "result"
        fields: dict[str, object] = {f"friend_{player}": "yes" for player in told.makers[1:]}
        throws = told.throws if self.ways["play"] == "result" else ()
        for player in {throw.player for throw in throws}:
            fields[f"taken_back_{player}"] = tuple(throw.taken_back for throw in throws if throw.player == player)
        if board["asked"](fill_in(fields)).counted:
            fields |= {"points": told.points, "last_trick": told.last_trick}
            fields["kitty_points"] = told.kitty_points if told.last_trick == "defenders" else 0
        fields |= {"led_last": write_led_last(told.led_last)} if board["leads"] else {}
        fields |= {"won_last": write_won_last(told.won_last)} if board["wins"] else {}
        self.check_results(fields)
        self.tap("result", **fields)

    def check_results(self, fields: Mapping[str, object]) -> None:
        """Check that a result which may be wrong is refused only where the whole record refuses it."""
        told, full = self.real.outcome, self.real.hand
        for points, last in product((told.points - 5, told.points + 5), ("makers", "defenders")):
            if "points" in fields and points >= 0:
                wrong = self.read("result", {**fields, "points": points, "last_trick": last})
                ending: tuple[Any, ...] = (
                    told.makers[1:],
                    points,
                    last,
                    fields["kitty_points"],
                    told.led_last,
                    told.won_last,
                )
                problems = check_game_move(zpy.GAME, self.hand, wrong)
                assert not problems or zpy.check_move(full, zpy.RecordResult(*ending)), (self.ways, wrong, problems)
