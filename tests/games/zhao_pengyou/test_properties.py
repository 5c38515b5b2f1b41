"""Random whole hands with real cards: every point is somewhere, a refusal changes nothing, the log makes the hand."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cards import Card, Suit
from scorekeeper.codec import decoder, encode
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.promotion import Side
from scorekeeper.house_rules import house_rules
from tests.games.zhao_pengyou.play import codes, seats

DECLARED = house_rules(zpy.Rules)
DECODE = decoder(zpy.Events).decode


@st.composite
def rulesets(draw: st.DrawFn) -> zpy.Rules:
    """A preset with a few rules changed; where the changes contradict each other, the preset alone."""
    preset = zpy.PRESETS[draw(st.sampled_from(list(zpy.PRESETS)))].rules
    keys = draw(st.lists(st.sampled_from(list(DECLARED)), max_size=5, unique=True))
    try:
        return preset.changed({key: draw(st.sampled_from(list(DECLARED[key].choices))) for key in keys})
    except RuleError:
        return preset


class Evening:
    """One hand with real cards: who holds what, and the log of what was recorded."""

    def __init__(self, rules: zpy.Rules, players: int, luck: Random) -> None:
        self.luck = luck
        self.dealt = self.hand = zpy.deal(rules, zpy.opening(seats(players)), seats(players))
        self.setting = zpy.setting(rules, players)
        deck = list(self.setting.deck)
        luck.shuffle(deck)
        size = self.setting.hand_size
        self.held = {player: deck[size * (player - 1) : size * player] for player in seats(players)}
        self.kitty = deck[size * players :]
        self.log: list[Any] = []

    def ask(self, command: Any) -> bool:
        """Whether it was done; a refusal says why and changes nothing."""
        problems = zpy.check_command(self.hand, command)
        if problems:
            assert all(problem.code in zpy.SENTENCES for problem in problems)
            with pytest.raises(RuleError) as refusal:
                zpy.decide(self.hand, command)
            assert refusal.value.problems == problems
            return False
        for event in zpy.decide(self.hand, command):
            self.hand = zpy.evolve(self.hand, event)
            self.log.append(event)
        return True

    def make_trumps(self) -> None:
        """Whoever can exposes, and so on for a while; then the deal is over."""
        for _ in range(6):
            player = self.luck.choice(self.hand.seats)
            need = zpy.needs(self.hand.making).get(player)
            sets = [card for card in set(self.held[player]) if need and self.held[player].count(card) >= need.copies]
            for card in sorted(sets, key=str):
                assert need
                if card.rank in need.ranks and self.ask(zpy.ExposeCards(player, (card,) * need.copies)):
                    break
        self.ask(zpy.EndDeal())
        if self.hand.phase == "turn":
            assert self.ask(zpy.TurnKitty(tuple(self.kitty)))
        if self.hand.phase == "trumps":  # dealt again: the same cards will do
            assert self.ask(zpy.EnterTrumps(1, self.luck.choice(list(Suit))))

    def bury_and_call(self) -> None:
        maker = self.hand.maker
        assert maker
        assert self.hand.trumps
        self.held[maker] += self.kitty
        self.luck.shuffle(self.held[maker])
        kitty = self.setting.kitty
        buried, self.held[maker] = self.held[maker][:kitty], self.held[maker][kitty:]
        assert self.ask(zpy.BuryKitty(tuple(buried)))
        legal = zpy.legal_calls(self.hand.rules, self.setting, self.hand.trumps, self.held[maker])
        assert self.ask(zpy.CallFriends(tuple(self.luck.sample(legal, self.setting.calls))))

    def play(self) -> None:
        while self.hand.phase == "play":
            player = self.hand.turn
            assert player
            cards = self.choose(player)
            assert self.ask(zpy.PlayCards(player, cards))
            for card in cards:
                self.held[player].remove(card)
            if len(self.hand.table) == 1:
                self.challenge(player)

    def choose(self, player: int) -> tuple[Card, ...]:
        """A legal play: any lead of one suit, a follow that the hand allows."""
        hand, held = self.hand, self.held[player]
        if hand.lead:
            chosen = zpy.some_follow(hand.conditions, hand.lead, held)
            assert zpy.can_follow(hand.conditions, hand.lead, held, chosen)
            return chosen
        card = self.luck.choice(held)
        suit = hand.conditions.trumps.of_group(held, hand.conditions.group(card))
        for lead in (suit[: self.luck.randint(1, 4)], (card,) * held.count(card)):
            if zpy.can_lead(hand.conditions, lead, held):
                return lead
        return (card,)

    def challenge(self, leader: int) -> None:
        """Whoever beats a part of a throw shows it; what is withdrawn goes back."""
        hand = self.hand
        assert hand.lead
        thrown = list(hand.lead.cards)
        others = {player: held for player, held in self.held.items() if player != leader}
        for one in zpy.challenges(hand.conditions, hand.lead, others)[:1]:
            assert self.ask(zpy.BeatThrow(one.player, one.shown))
            assert self.hand.throws[-1] == (leader, len(thrown) - len(one.shown))
            for card in self.hand.table[0].cards if self.hand.table else ():
                thrown.remove(card)
            self.held[leader] += thrown

    def finish(self) -> None:
        result = zpy.derived_result(self.hand)
        makers = self.hand.team
        if result is None:  # a beaten throw was the end
            assert self.hand.throws
            assert self.hand.rules.throw_ends_play
            lost_by_makers = self.hand.throws[-1].player in makers
            points = sum(trick.points for trick in self.hand.tricks if trick.winner not in makers)
            kitty = zpy.points_of(self.hand.buried or ())
            gain = zpy.points_left(self.hand) - kitty if lost_by_makers else 0
            side: Side = "defenders" if lost_by_makers else "makers"
            assert self.ask(zpy.RecordResult(makers[1:], points + gain, side, kitty))
        else:
            assert all(not held for held in self.held.values())
            assert not zpy.revokes(self.hand)
            friends, points, last, kitty = result.friends, result.points, result.last_trick, result.kitty
            other: Side = "makers" if last == "defenders" else "defenders"
            for code, wrong in {
                "result.not_the_tally": zpy.RecordResult(friends, points + 5, last, kitty),
                "result.last_trick": zpy.RecordResult(friends, points, other, kitty),
                "result.kitty": zpy.RecordResult(friends, points, last, kitty + 5),
            }.items():
                allowed = {code, "points.range", "points.kitty_range"}
                assert allowed & set(codes(zpy.check_command(self.hand, wrong)))
                assert not self.ask(wrong)
            assert self.ask(zpy.RecordResult(result.friends, result.points, result.last_trick, result.kitty))


@given(rulesets(), st.integers(5, 12), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_a_whole_hand_accounts_for_every_point(rules: zpy.Rules, players: int, seed: int) -> None:
    evening = Evening(rules, players, Random(seed))
    evening.make_trumps()
    evening.bury_and_call()
    evening.play()
    evening.finish()
    hand = evening.hand
    assert hand.phase == "complete"
    in_tricks = sum(trick.points for trick in hand.tricks)
    in_hands = sum(zpy.points_of(held) for held in evening.held.values())
    assert in_tricks + in_hands + zpy.points_of(hand.buried or ()) == evening.setting.points

    again = evening.dealt
    for event in evening.log:
        again = zpy.evolve(again, DECODE(encode(event)))
    assert again == hand

    outcome, result = hand.outcome, hand.settlement
    assert outcome
    assert result
    assert set(result.rises) == set(hand.seats)
    for player, rise in result.rises.items():
        raised = sum(int(step.amount) for step in rise.steps)
        assert raised >= 0
        assert rise.after.level == zpy.raised(rules, rise.before.level, raised)
        assert not rise.steps or outcome.side(player) == result.winner or outcome.throws
    following = zpy.following(rules, hand.situation, hand.seats, outcome, result)
    assert following.is_active(following.starter) or rules.starter == "rotate_right"
    next_hand = zpy.deal(rules, following, hand.seats)
    assert next_hand.phase in ("trumps", "kitty")
