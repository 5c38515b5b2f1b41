"""Somebody who writes down what really happened in a hand, as deep as they please and as often as they look up."""

from random import Random
from typing import Any

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from tests.games.zhao_pengyou.play import codes
from tests.games.zhao_pengyou.truth import Deed, RealTrick, Truth


class Scribe:
    """Everything that is written down is true; so nothing of it may be refused."""

    def __init__(self, truth: Truth, luck: Random) -> None:
        self.truth = truth
        self.luck = luck
        self.hand = truth.dealt
        self.said: list[Any] = []
        self.calls_told = False
        self.throws: list[zpy.FailedThrow] = []
        self.reveals: list[tuple[int, zpy.Call]] = []
        self.noticed: set[int] = set()
        self.habits = {key: luck.choice([0.0, 0.3, 1.0]) for key in ("cards", "count", "reveal", "early", "half")}

    def likely(self, habit: str) -> bool:
        return self.luck.random() < self.habits[habit]

    def maybe(self, chance: float = 0.5) -> bool:
        return self.luck.random() < chance

    def say(self, move: Any) -> None:
        self.said.append(move)
        assert codes(zpy.check_move(self.hand, move)) == [], (self.said, self.hand.phase)
        self.hand = zpy.do(self.hand, move)

    def whole(self) -> None:
        """From the deal to the result."""
        self.make_trumps()
        if self.hand.phase == "kitty" and not self.at_once(0.1) and self.maybe():
            self.say(zpy.BuryKitty(self.luck.choice([None, self.truth.buried])))
        if self.hand.phase in ("kitty", "call") and not self.at_once(0.1):
            self.calls_told = self.maybe(0.8)
            self.say(zpy.CallFriends(self.truth.calls if self.calls_told else None))
        if self.hand.phase == "play":
            self.play()
        if self.throws or (self.hand.phase != "complete" and self.maybe(0.1)):
            self.say(zpy.RecordHand(self.truth.maker, self.truth.suit, *self.result(), throws=tuple(self.throws)))
        elif self.hand.phase != "complete":
            self.say(zpy.RecordResult(*self.result()))

    def result(self) -> tuple[tuple[int, ...], int, Side, int]:
        """The discards need not be looked at where they count for nobody."""
        told = self.truth.outcome
        friends = self.luck.sample(told.makers[1:], len(told.makers) - 1)
        looked = told.last_trick == "defenders" or self.maybe()
        return tuple(friends), told.points, told.last_trick, told.kitty_points if looked else 0

    def at_once(self, chance: float) -> bool:
        """The whole hand in one line."""
        if not self.maybe(chance):
            return False
        calls, throws = self.truth.calls if self.maybe() else None, self.truth.outcome.throws
        self.say(zpy.RecordHand(self.truth.maker, self.truth.suit, *self.result(), calls=calls, throws=throws))
        return True

    # --- Trumps ---

    def make_trumps(self) -> None:
        """A new deal counts where it makes passive players active."""
        truth = self.truth
        for _ in range(truth.redeals):
            if self.hand.session.passive or self.maybe():
                self.say(zpy.EndDeal())
        if self.hand.phase != "trumps":
            return
        everything = self.write_exposures()
        if self.at_once(0.1):
            return
        if everything and self.maybe(0.7):
            self.say(zpy.EndDeal())
        if self.hand.phase == "turn" and not self.at_once(0.1) and self.maybe():
            self.say(zpy.TurnKitty(truth.hand.turned))
        if self.hand.phase in ("trumps", "turn"):
            self.say(zpy.EnterTrumps(truth.maker, truth.suit))

    def write_exposures(self) -> bool:
        """All of them, the first few, or some; who leaves one out may find the next against the rules, and leaves it.

        Answers whether these are all.
        """
        making = self.truth.making
        few = self.luck.randint(0, len(making))
        every, some = range(len(making)), sorted(self.luck.sample(range(len(making)), few))
        chosen = self.luck.choice([list(every), list(every[:few]), some])
        for count, place in enumerate(chosen):
            if place == count or zpy.can(self.hand, making[place]):
                self.say(making[place])
        return chosen == list(every)

    # --- The play ---

    def play(self) -> None:
        """Trick by trick, until nobody looks any more. After a trick that was left out the next can be counted."""
        missed = False
        for trick in self.truth.tricks:
            if self.maybe(0.03):
                break
            if self.likely("early"):
                self.notice(trick)
                self.tell(0.5)
            if self.hand.phase == "play" and self.likely("cards") and not missed:
                missed = not self.write_cards(trick)
            elif self.hand.phase == "play" and trick.winner is not None and self.likely("count"):
                self.say(zpy.RecordTrick(trick.winner, trick.points))
                missed = False
            else:
                missed = True
            if self.hand.table:
                break
            self.notice(trick)
            self.tell(0.5)
        for trick in self.truth.tricks:
            self.notice(trick)
        if self.maybe(0.8):  # else the throws come with the result
            self.tell(1.0)

    def notice(self, trick: RealTrick) -> None:
        """What can be told of a trick beside its cards."""
        number = self.truth.tricks.index(trick)
        if number not in self.noticed:
            self.noticed.add(number)
            self.throws += [trick.throw] if trick.throw else []
            self.reveals += trick.shown if self.calls_told else ()

    def tell(self, chance: float) -> None:
        """Some of what was noticed; friends need not be told of at all. A throw that ends the play is told last."""
        for throw in [throw for throw in self.throws if self.maybe(chance)]:
            self.throws.remove(throw)
            self.say(zpy.RecordThrow(*throw))
        for player, call in [reveal for reveal in self.reveals if self.maybe(chance) and self.likely("reveal")]:
            self.reveals.remove((player, call))
            known = self.hand.found[self.hand.calls.index(call)]
            assert known in (None, player)
            if known is None:
                self.say(zpy.RevealFriend(player, call))

    def write_cards(self, trick: RealTrick) -> bool:
        """Card by card; of a throw that was beaten perhaps what stayed of it alone. Whether the trick is recorded."""
        deeds, told = trick.deeds, trick.throw not in self.throws and self.is_noticed(trick)
        if trick.throw and trick.led and (told or self.maybe(0.3)):
            self.notice(trick)
            deeds = (Deed(zpy.PlayCards(trick.leader, trick.led)), *deeds[2:])
        elif trick.throw:
            self.notice(trick)
            self.throws.remove(trick.throw)
        half = self.luck.randint(2, len(deeds)) if self.likely("half") else len(deeds)
        for deed in deeds[:half]:
            self.say(deed.move)
            if not isinstance(deed.move, zpy.PlayCards) or len(self.hand.table) > 1:
                self.tell(0.1)
        if half < len(deeds) and trick.winner is not None and self.maybe(0.8):
            self.say(zpy.RecordTrick(trick.winner, trick.points))
        return not self.hand.table

    def is_noticed(self, trick: RealTrick) -> bool:
        return self.truth.tricks.index(trick) in self.noticed
