"""Hands with real cards, played at random: any legal play, often an illegal one first, and sometimes a revoke."""

from collections import Counter
from math import comb
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.messages import Message
from tests.cases import require
from tests.games.zhao_pengyou.naive import NaiveReferee
from tests.games.zhao_pengyou.play import codes, seats

FEW_PLAYS = 60
"""The most plays of a hand that are compared one by one with the naive referee."""


class RandomHand:
    """One hand: the cards that players hold, the moves recorded, and the revokes by player and trick."""

    def __init__(
        self, rules: zpy.Rules, players: int, luck: Random, *, cheats: bool = False, before: zpy.Session | None = None
    ) -> None:
        self.luck = luck
        self.cheats = cheats
        self.cheated: set[tuple[int, int]] = set()
        self.dealt = self.hand = zpy.deal(rules, before or zpy.start_session(rules, seats(players)), seats(players))
        self.setting = self.dealt.setting
        deck = list(self.setting.pack)
        luck.shuffle(deck)
        size = self.setting.hand_size
        self.held = {player: deck[size * (player - 1) : size * player] for player in seats(players)}
        self.kitty = deck[size * players :]
        self.moves: list[Any] = []
        self.said: list[Message] = []

    def try_move(self, move: Any) -> bool:
        """Make a move if it is allowed, and return whether it was; check that a refusal has reasons."""
        problems = zpy.check_move(self.hand, move)
        if problems:
            assert all(problem.code in zpy.SENTENCES for problem in problems)
            with pytest.raises(RuleError) as refusal:
                zpy.do(self.hand, move)
            assert refusal.value.problems == problems
            return False
        self.moves.append(move)
        before, self.hand = self.hand, zpy.do(self.hand, move)
        self.said += move.says(before, self.hand)
        return True

    def play_hand(self) -> None:
        """Play from the deal to the result."""
        self.make_trumps()
        self.bury_and_call()
        self.play()
        self.finish()

    # --- Before the play ---

    def make_trumps(self) -> None:
        """Let players who can expose cards do so for a while, and end the deal."""
        for _ in range(6):
            player = self.luck.choice(self.hand.seats)
            need = zpy.find_needs(self.hand.making).get(player)
            sets = [card for card in set(self.held[player]) if need and self.held[player].count(card) >= need.copies]
            for card in sorted(sets, key=str):
                assert need
                if card.rank in need.ranks and self.try_move(zpy.ExposeCards(player, (card,) * need.copies)):
                    break
        self.try_move(zpy.EndDeal())
        if self.hand.phase == "turn":
            assert self.try_move(zpy.TurnKitty(tuple(self.kitty)))
        if self.hand.phase == "trumps":  # dealt again: the same cards will do
            assert self.try_move(zpy.EnterTrumps(1, self.luck.choice(list(Suit))))

    def bury_and_call(self) -> None:
        maker = require(self.hand.maker)
        assert self.hand.trumps
        self.held[maker] += self.kitty
        self.luck.shuffle(self.held[maker])
        kitty = self.setting.kitty_size
        buried, self.held[maker] = self.held[maker][:kitty], self.held[maker][kitty:]
        assert self.try_move(zpy.BuryKitty(tuple(buried)))
        shown = {exposure.card for exposure in self.hand.making.exposures}
        every = zpy.legal_calls(self.hand.rules, self.setting, self.hand.trumps, self.held[maker])
        legal = [call for call in every if call.card not in shown]
        assert self.try_move(zpy.CallFriends(tuple(self.luck.sample(legal, self.setting.calls))))

    # --- The play ---

    def play(self) -> None:
        while self.hand.phase == "play":
            player = require(self.hand.turn)
            cards = self.choose_follow(player) if self.hand.table else self.choose_lead(player)
            if self.luck.random() < 0.1:
                self.propose_nonsense(player, cards)
            assert self.try_move(zpy.PlayCards(player, cards))
            for card in cards:
                self.held[player].remove(card)
            if len(self.hand.table) == 1:
                self.challenge(player)

    def choose_lead(self, player: int) -> tuple[Card, ...]:
        hand, held = self.hand, self.held[player]
        card = self.luck.choice(held)
        suit = hand.conditions.trumps.select_group(held, hand.conditions.group(card))
        for lead in (suit[: self.luck.randint(1, 4)], (card,) * held.count(card)):
            if zpy.can_lead(hand.conditions, lead, held):
                return lead
        return (card,)

    def choose_follow(self, player: int) -> tuple[Card, ...]:
        """Choose any play that follows; illegal ones tried first are refused, or played by a cheat."""
        lead, held, conditions = self.hand.lead, self.held[player], self.hand.conditions
        assert lead
        if comb(len(held), lead.size) <= FEW_PLAYS and lead.size > 1:
            self.compare_with_the_rule_text(player)
        suit = conditions.trumps.select_group(held, lead.group)
        for _ in range(8):
            mostly = suit if len(suit) >= lead.size and self.luck.random() < 0.8 else held
            play = tuple(self.luck.sample(mostly, lead.size))
            reasons = codes(zpy.check_follow(conditions, lead, held, play))
            assert zpy.can_follow(conditions, lead, held, play) == (not reasons)
            in_suit = len(conditions.trumps.select_group(play, lead.group))
            assert ("follow.suit" in reasons) == (in_suit < min(len(suit), lead.size))
            if not reasons:
                return play
            if self.cheats and self.luck.random() < 0.2:
                self.cheated.add((player, len(self.hand.tricks) + 1))
                return play
        play = zpy.suggest_follow(conditions, lead, held)
        assert zpy.can_follow(conditions, lead, held, play)
        return play

    def compare_with_the_rule_text(self, player: int) -> None:
        """Compare every play of a small hand with the naive referee."""
        lead, held, conditions = self.hand.lead, self.held[player], self.hand.conditions
        assert lead
        naive = NaiveReferee(conditions)
        legal = naive.find_legal_plays(lead.cards, lead.shapes, held)
        for play in naive.list_plays(lead.cards, held):
            assert zpy.can_follow(conditions, lead, held, play) == (play in legal)

    def propose_nonsense(self, player: int, cards: tuple[Card, ...]) -> None:
        """Check that plays are refused which nobody can make now."""
        others = [other for other in self.hand.seats if other != player]
        assert not self.try_move(zpy.PlayCards(self.luck.choice(others), cards))
        assert not self.try_move(zpy.PlayCards(player, cards * (self.setting.packs + 1)))
        assert not self.try_move(zpy.PlayCards(player, ()))
        gone = Counter(self.hand.record.played) + Counter(self.hand.buried)
        gone += Counter(card for play in self.hand.table for card in play.cards)
        for card in [card for card, copies in gone.items() if copies == self.setting.copies.get(card, 0)][:2]:
            assert not self.try_move(zpy.PlayCards(player, (card,) * len(cards)))

    def challenge(self, leader: int) -> None:
        """Let a player who beats a part of a throw show it; withdrawn cards go back to the leader."""
        hand = self.hand
        assert hand.lead
        thrown = list(hand.lead.cards)
        others = {player: held for player, held in self.held.items() if player != leader}
        for one in zpy.find_challenges(hand.conditions, hand.lead, others)[:1]:
            assert self.try_move(zpy.BeatThrow(one.player, one.shown))
            assert self.hand.throws[-1] == (leader, len(thrown) - len(one.shown))
            for card in self.hand.table[0].cards if self.hand.table else ():
                thrown.remove(card)
            self.held[leader] += thrown

    # --- The result ---

    def finish(self) -> None:
        result = zpy.derive_result(self.hand)
        if result is None:
            self.finish_by_throw()
            return
        assert all(not held for held in self.held.values())
        assert {(revoke.player, revoke.trick) for revoke in zpy.find_revokes(self.hand)} == self.cheated
        friends, points, last, kitty = result.friends, result.points, result.last_trick, result.kitty_points
        other: Side = "makers" if last == "defenders" else "defenders"
        strangers = [player for player in self.hand.seats if player not in self.hand.team]
        for code, wrong in {
            "result.not_the_tally": zpy.RecordResult(friends, points + 5, last, kitty),
            "result.last_trick": zpy.RecordResult(friends, points, other, kitty),
            "result.kitty": zpy.RecordResult(friends, points, last, kitty + 5),
            "result.no_friend": zpy.RecordResult((*friends, strangers[0]), points, last, kitty),
        }.items():
            assert {code, "points.range", "points.kitty_range"} & set(codes(zpy.check_move(self.hand, wrong)))
            assert not self.try_move(wrong)
        assert self.try_move(result)

    def finish_by_throw(self) -> None:
        """Record the result after a beaten throw ended the play and gave the cards left to the other side."""
        assert self.hand.ended_by_throw
        assert {(revoke.player, revoke.trick) for revoke in zpy.find_revokes(self.hand)} <= self.cheated
        makers = self.hand.team
        lost_by_makers = self.hand.throws[-1].player in makers
        kitty = zpy.points_of(self.hand.buried or ())
        gain = zpy.points_left(self.hand) - kitty if lost_by_makers else 0
        side: Side = "defenders" if lost_by_makers else "makers"
        points = zpy.defenders_points(self.hand.record.points, makers) + gain
        assert self.try_move(zpy.RecordResult(makers[1:], points, side, kitty))
