"""A person who records parts of a real hand, at a random and changing depth."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scorekeeper.cards import Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.games.zhao_pengyou.trick_corrections import reset_play
from tests.games.zhao_pengyou.play import codes
from tests.games.zhao_pengyou.real_hand import RealHand, RealPlay, RealTrick


def may_go_unseen(hand: zpy.Hand, follows: Sequence[tuple[Card, ...]]) -> bool:
    """Return whether none of the next plays has a called card that is awaited, or wins the trick."""
    awaited = {call.card for call, friend in zip(hand.calls, hand.found, strict=True) if friend is None}
    plays = [*hand.table, *(zpy.Play(-place, cards) for place, cards in enumerate(follows, 1))]
    wins = zpy.find_winner(hand.conditions, plays) < 0
    return not wins and awaited.isdisjoint(card for cards in follows for card in cards)


def passes(hand: zpy.Hand, follows: Sequence[tuple[Card, ...]]) -> bool:
    """Return whether the next plays have no points, no called card and do not win."""
    return not any(map(zpy.points_of, follows)) and may_go_unseen(hand, follows)


def list_what_counts(played: RealHand) -> list[zpy.Move]:
    """List the moves of a play of which nobody looks at what does not count.

    Players who follow each other so are one move, as is the rest of a trick that none of them wins, by its points.
    """
    hand, told = reset_play(played.hand), list[zpy.Move]()
    for trick in played.tricks:
        moves = [play.move for play in trick.plays]
        while moves:
            follows, player = [move.cards for move in moves], moves[0].player
            now: zpy.Move = moves[0]
            points = sum(map(zpy.points_of, follows))
            beats = isinstance(now, zpy.BeatThrow)
            if hand.table and not beats and points and len(follows) > 2 and may_go_unseen(hand, follows):
                now, moves = zpy.PlayUnseen(player, points), []
            elif not hand.table or beats or not passes(hand, follows[:1]):
                moves = moves[1:]
            elif passes(hand, follows):
                now, moves = zpy.PlayUnseen(player, 0), []
            else:
                passed = max(count for count in range(1, len(follows)) if passes(hand, follows[:count]))
                now, moves = zpy.PlayUnseen(player, until=moves[passed].player), moves[passed:]
            told.append(now)
            hand = zpy.do(hand, now)
    return told


class NoteTaker:
    """Records a real hand in part. Every record is true, so none may be refused."""

    def __init__(self, real_hand: RealHand, luck: Random) -> None:
        self.real_hand = real_hand
        self.luck = luck
        self.hand = real_hand.dealt
        self.said: list[Any] = []
        self.calls_told = False
        self.throws: list[zpy.FailedThrow] = []
        self.reveals: list[tuple[int, zpy.Call]] = []
        self.noticed: set[int] = set()
        habits = ("cards", "count", "reveal", "early", "half", "unseen")
        self.habits = {key: luck.choice([0.0, 0.3, 1.0]) for key in habits}

    def follows_habit(self, habit: str) -> bool:
        return self.luck.random() < self.habits[habit]

    def flip_coin(self, chance: float = 0.5) -> bool:
        return self.luck.random() < chance

    def record_move(self, move: Any) -> None:
        self.said.append(move)
        assert codes(zpy.check_move(self.hand, move)) == [], (self.said, self.hand.phase)
        self.hand = zpy.do(self.hand, move)

    def record_hand(self) -> None:
        self.record_trumps()
        if self.hand.phase == "kitty" and not self.record_at_once(0.1) and self.flip_coin():
            self.record_move(zpy.BuryKitty(self.luck.choice([None, self.real_hand.buried])))
        if self.hand.phase in ("kitty", "call") and not self.record_at_once(0.1):
            self.calls_told = self.flip_coin(0.8)
            self.record_move(zpy.CallFriends(self.real_hand.calls if self.calls_told else None))
        if self.hand.phase == "play":
            self.record_play()
        if self.throws or (self.hand.phase != "complete" and self.flip_coin(0.1)):
            self.record_move(
                zpy.RecordHand(
                    self.real_hand.maker,
                    self.real_hand.suit,
                    *self.make_result(),
                    throws=tuple(self.throws),
                    led_last=self.real_hand.outcome.led_last,
                    won_last=self.real_hand.outcome.won_last,
                )
            )
        elif self.hand.phase != "complete":
            told = self.real_hand.outcome
            self.record_move(zpy.RecordResult(*self.make_result(), led_last=told.led_last, won_last=told.won_last))

    def make_result(self) -> tuple[tuple[int, ...], int, Side, int]:
        """Return the fields of the result; discards need not be looked at where they do not count."""
        told = self.real_hand.outcome
        friends = self.luck.sample(told.makers[1:], len(told.makers) - 1)
        looked = told.last_trick == "defenders" or self.flip_coin()
        return tuple(friends), told.points, told.last_trick, told.kitty_points if looked else 0

    def record_at_once(self, chance: float) -> bool:
        """Record the whole hand at once by chance, and return whether that was done."""
        if not self.flip_coin(chance):
            return False
        calls, outcome = self.real_hand.calls if self.flip_coin() else None, self.real_hand.outcome
        more: dict[str, Any] = {"calls": calls, "throws": outcome.throws}
        more |= {"led_last": outcome.led_last, "won_last": outcome.won_last}
        self.record_move(zpy.RecordHand(self.real_hand.maker, self.real_hand.suit, *self.make_result(), **more))
        return True

    # --- Trumps ---

    def record_trumps(self) -> None:
        """Record exposures and trumps; new deals always if they make passive players active, else by chance."""
        real_hand = self.real_hand
        for _ in range(real_hand.redeals):
            if self.hand.session.passive or self.flip_coin():
                self.record_move(zpy.EndDeal())
        if self.hand.phase != "trumps":
            return
        everything = self.record_exposures()
        if self.record_at_once(0.1):
            return
        if everything and self.flip_coin(0.7):
            self.record_move(zpy.EndDeal())
        if self.hand.phase == "turn" and not self.record_at_once(0.1) and self.flip_coin():
            self.record_move(zpy.TurnKitty(real_hand.hand.turned))
        if self.hand.phase in ("trumps", "turn"):
            self.record_move(zpy.EnterTrumps(real_hand.maker, real_hand.suit))

    def record_exposures(self) -> bool:
        """Record all exposures, the first few, or some, and return whether these are all.

        After one was left out the next may be against the rules, and is then left out as well.
        """
        making = self.real_hand.making
        few = self.luck.randint(0, len(making))
        every, some = range(len(making)), sorted(self.luck.sample(range(len(making)), few))
        chosen = self.luck.choice([list(every), list(every[:few]), some])
        for count, place in enumerate(chosen):
            if place == count or zpy.can(self.hand, making[place]):
                self.record_move(making[place])
        return chosen == list(every)

    # --- The play ---

    def record_play(self) -> None:
        """Record trick by trick until nobody looks any more. After a trick left out the next can only be counted."""
        missed = False
        for trick in self.real_hand.tricks:
            if self.flip_coin(0.03):
                break
            if self.follows_habit("early"):
                self.notice_trick(trick)
                self.tell_noticed(0.5)
            if self.hand.phase == "play" and self.follows_habit("cards") and not missed:
                missed = not self.record_cards(trick)
            elif self.hand.phase == "play" and trick.winner is not None and self.follows_habit("count"):
                self.record_move(zpy.RecordTrick(trick.winner, trick.points))
                missed = False
            else:
                missed = True
            if self.hand.table:
                break
            self.notice_trick(trick)
            self.tell_noticed(0.5)
        for trick in self.real_hand.tricks:
            self.notice_trick(trick)
        if self.flip_coin(0.8):  # else the throws come with the result
            self.tell_noticed(1.0)

    def notice_trick(self, trick: RealTrick) -> None:
        """Remember the beaten throw and the friends of a trick, to be told later."""
        number = self.real_hand.tricks.index(trick)
        if number not in self.noticed:
            self.noticed.add(number)
            self.throws += [trick.throw] if trick.throw else []
            self.reveals += trick.shown if self.calls_told else ()

    def tell_noticed(self, chance: float) -> None:
        """Record some of the throws and friends noticed. Friends need not be told at all."""
        for throw in [throw for throw in self.throws if self.flip_coin(chance)]:
            self.throws.remove(throw)
            self.record_move(zpy.RecordThrow(*throw))
        for player, call in [
            reveal for reveal in self.reveals if self.flip_coin(chance) and self.follows_habit("reveal")
        ]:
            self.reveals.remove((player, call))
            known = self.hand.found[self.hand.calls.index(call)]
            assert known in (None, player)
            if known is None:
                self.record_move(zpy.RevealFriend(player, call))

    def record_cards(self, trick: RealTrick) -> bool:
        """Record a trick card by card, and return whether it is complete.

        Of a beaten throw perhaps only the part that stayed is recorded.
        """
        plays, told = trick.plays, trick.throw not in self.throws and self.is_noticed(trick)
        if trick.throw and trick.led and (told or self.flip_coin(0.3)):
            self.notice_trick(trick)
            plays = (RealPlay(zpy.PlayCards(trick.leader, trick.led)), *plays[2:])
        elif trick.throw:
            self.notice_trick(trick)
            self.throws.remove(trick.throw)
        half = self.luck.randint(2, len(plays)) if self.follows_habit("half") else len(plays)
        to_come = plays[:half]
        while to_come:
            looks_away = self.hand.table and self.follows_habit("unseen")
            if looks_away and (unseen := self.choose_unseen(to_come)):
                self.record_move(unseen)
                to_come = to_come[len(unseen.pick_players([play.move.player for play in to_come])) :]
                continue
            (play, *_), to_come = to_come, to_come[1:]
            self.record_move(play.move)
            if not isinstance(play.move, zpy.PlayCards) or len(self.hand.table) > 1:
                self.tell_noticed(0.1)
        if half < len(plays) and trick.winner is not None and self.flip_coin(0.8):
            self.record_move(zpy.RecordTrick(trick.winner, trick.points))
        return not self.hand.table

    def choose_unseen(self, plays: Sequence[RealPlay]) -> zpy.PlayUnseen | None:
        """Return the move of the first of the plays, or of all that end the trick, if their cards do not count."""
        cards, player = [play.move.cards for play in plays], plays[0].move.player
        if isinstance(plays[0].move, zpy.BeatThrow):
            return None
        whole = len(self.hand.table) + len(plays) == len(self.hand.seats)
        if whole and self.flip_coin() and may_go_unseen(self.hand, cards):
            return zpy.PlayUnseen(player, sum(map(zpy.points_of, cards)))
        passed = [count for count in range(1, len(plays)) if passes(self.hand, cards[:count])]
        if passed and self.flip_coin():
            return zpy.PlayUnseen(player, until=plays[self.luck.choice(passed)].move.player)
        return zpy.PlayUnseen(player) if passes(self.hand, cards[:1]) else None

    def is_noticed(self, trick: RealTrick) -> bool:
        return self.real_hand.tricks.index(trick) in self.noticed
