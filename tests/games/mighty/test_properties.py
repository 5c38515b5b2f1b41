"""Properties of hands: a refusal changes nothing, and the moves alone make the same hand again."""

from typing import Any, Union

import pytest
from hypothesis import event as seen
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.house_rules import house_rules
from tests.games.mighty.any_moves import BIDS, moves, pick_one
from tests.games.mighty.play import EVERY_PRESET, do, seats_for
from tests.tiers import build_test_case

DECLARED = house_rules(mighty.Rules)
DECODE = decoder(Union[mighty.GAME.moves]).decode  # noqa: UP007


@st.composite
def rulesets(draw: st.DrawFn) -> mighty.Rules:
    """A preset with a few rules changed; where the changes contradict each other, the preset alone."""
    preset = mighty.PRESETS[draw(st.sampled_from(EVERY_PRESET))].rules
    keys = draw(st.lists(st.sampled_from(list(DECLARED)), max_size=6, unique=True))
    try:
        return preset.change({key: draw(st.sampled_from(list(DECLARED[key].choices))) for key in keys})
    except RuleError:
        return preset


class Table(RuleBasedStateMachine):
    """One hand with arbitrary moves of any player, and usual moves that take it to its end."""

    @initialize(these=rulesets(), first=st.integers(1, 8), answered=st.booleans())
    def deal(self, these: mighty.Rules, first: int, answered: bool) -> None:
        these = these.change({"redeal_blocked_by_20": answered})
        self.seats = seats_for(these)
        self.dealt = self.hand = mighty.deal(these, mighty.start_session(these, (first,)), self.seats)
        self.log: list[Move] = []

    def ask(self, command: Any) -> None:
        before = self.hand
        problems = mighty.check_move(before, command)
        if problems:
            with pytest.raises(RuleError) as refusal:
                mighty.do(before, command)
            assert refusal.value.problems == problems
            assert all(problem.code in mighty.SENTENCES for problem in problems)
            return
        self.hand = mighty.do(before, command)
        self.log.append(command)
        assert self.hand != before
        assert all(mighty.say(line) for line in command.says(before, self.hand))

    @rule(command=moves())
    def anything(self, command: Move) -> None:
        self.ask(command)

    @rule(data=st.data())
    def something_that_this_phase_takes(self, data: st.DataObject) -> None:
        kinds = mighty.PHASES[self.hand.phase].moves
        if kinds:
            self.ask(data.draw(moves(kinds)))

    @rule(data=st.data())
    def speak(self, data: st.DataObject) -> None:
        turn = self.hand.auction.turn
        if self.hand.phase == "auction" and turn is not None:
            asked = data.draw(st.sampled_from([None, *mighty.legal_bids(self.hand.auction)[:6]]))
            self.ask(mighty.Pass(turn) if asked is None else mighty.PlaceBid(turn, asked))

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """The usual next step, so that play and results are reached."""
        hand, setting = self.hand, self.hand.rules.setting
        if hand.phase == "auction":
            declarer = data.draw(st.sampled_from(hand.auction.seats))
            self.ask(mighty.EnterContract(declarer, data.draw(pick_one(mighty.every_bid(hand.rules)))))
        elif hand.phase == "drop":
            holder = data.draw(st.none() | st.sampled_from(hand.auction.seats))
            self.ask(mighty.NameCard(data.draw(pick_one(setting.pack)), holder))
        elif hand.phase in ("contract", "call") and hand.contract_bid and hand.declarer is not None:
            others = tuple(player for player in hand.active if player != hand.declarer)
            legal = mighty.legal_calls(hand.rules, hand.contract_bid, others, hand.kitty)
            self.ask(mighty.CallFriend(data.draw(pick_one(legal))))
        elif hand.phase == "play" and (possible := mighty.trick_range(hand)):
            winner = data.draw(st.sampled_from(hand.active))
            self.ask(mighty.RecordTrick(winner, data.draw(st.sampled_from(possible))))

    @rule(data=st.data())
    def reveal(self, data: st.DataObject) -> None:
        hand = self.hand
        if hand.call and hand.call.kind == "card" and hand.phase == "play":
            player = data.draw(st.sampled_from(hand.active))
            card = data.draw(st.sampled_from([None, *hand.call.cards]))
            self.ask(mighty.RevealFriend(player, announced=False, card=card))

    @rule(data=st.data())
    def finish(self, data: st.DataObject) -> None:
        """A result that the tally so far may lead to."""
        hand = self.hand
        if hand.phase == "play":
            others = [player for player in hand.active if player != hand.declarer]
            drawn = data.draw(st.lists(st.sampled_from(others), max_size=2, unique=True))
            friends = hand.friends if hand.friend_known else tuple(drawn[: hand.rules.setting.partners])
            possible = mighty.result_range(hand, friends)
            first, second, *_ = (*friends, None, None)
            points = data.draw(st.sampled_from(possible))
            self.ask(mighty.RecordResult(points, first, joker_holder=hand.declarer, second_friend=second))

    @invariant()
    def the_log_makes_the_same_hand(self) -> None:
        again = self.dealt
        for move in self.log:
            again = DECODE(encode(move)).play(again)
        assert again == self.hand

    @invariant()
    def the_hand_makes_sense(self) -> None:
        hand = self.hand
        assert hand.phase in mighty.PHASES
        assert (hand.declarer is None) == (hand.contract_bid is None)
        assert hand.declarer is None or hand.declarer not in hand.friends
        assert len(set(hand.friends)) == len(hand.friends) <= hand.rules.setting.partners
        assert sorted((*hand.active, *hand.out)) == list(self.seats) == list(hand.seats)
        assert sum(
            points(hand)
            for points in (mighty.makers_points, mighty.hidden_points, mighty.defenders_points, mighty.points_left)
        ) == (hand.rules.setting.points)
        assert mighty.points_left(hand) >= 0
        if hand.contract_bid:
            assert hand.contract_bid in mighty.every_bid(hand.rules)
        seen(hand.phase)
        settlement = hand.settlement
        assert (settlement is None) == (hand.phase != "complete")
        if settlement:
            assert sum(settlement.amounts.values()) == 0
            assert set(settlement.amounts) == set(hand.active)
            assert len(hand.active) == hand.rules.setting.active
        after = mighty.advance_session(hand)
        assert {after.begins, after.first} <= set(self.seats)
        expected = mighty.find_expected_moves(hand)
        assert set(expected.players) <= set(hand.active)
        assert bool(expected.players) == (hand.phase != "complete")
        assert all(command in mighty.PHASES[hand.phase].moves for command in expected.moves)
        mighty.GAME.summarize(hand)


TestTable = build_test_case(Table, many=150, steps=30)


@given(rulesets(), st.integers(1, 8), pick_one(BIDS), st.integers(0, 40), st.data())
def test_a_whole_hand_is_its_parts_one_after_another(
    these: mighty.Rules, declarer: int, contract: mighty.Bid, points: int, data: st.DataObject
) -> None:
    """`RecordHand` is done exactly when its parts are, and leads to the same hand."""
    friends = st.none() | st.integers(1, 8)
    friend, second = data.draw(friends), data.draw(friends)
    texts = ("SA", "SA+HK", "card", "first_trick", "last_trick", "none")
    friend_call = mighty.Call.parse(data.draw(st.sampled_from(texts)))
    out = tuple(data.draw(st.lists(st.integers(1, 8), max_size=2)))
    hand = mighty.deal(these, mighty.start_session(these, seats_for(these)), seats_for(these))
    parts = (
        mighty.EnterContract(declarer, contract, out),
        mighty.CallFriend(friend_call),
        mighty.RecordResult(points, friend, joker_holder=declarer, second_friend=second),
    )
    whole = mighty.RecordHand(
        declarer, contract, friend_call, points, friend, joker_holder=declarer, second_friend=second, out=out
    )

    def play_or_none(*made: Move) -> mighty.Hand | None:
        try:
            return do(hand, *made)
        except RuleError:
            return None

    assert play_or_none(*parts) == play_or_none(whole)
