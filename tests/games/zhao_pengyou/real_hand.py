"""A hand with real cards from the deal to the last trick, and the promotions that follow from them."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.games.zhao_pengyou.combinations import build_lead
from scorekeeper.games.zhao_pengyou.counting import LastLead, find_led_last
from scorekeeper.games.zhao_pengyou.demotion import WON_OTHERWISE, find_last_win
from scorekeeper.games.zhao_pengyou.trumps import is_plain
from tests.cases import require
from tests.games.zhao_pengyou.play import seats, session
from tests.games.zhao_pengyou.random_hand import RandomHand

LEVELS = ("2", "2", "2", "3", "5", "10", "K", "A")
LATER_LEVELS = (*LEVELS, "JK", "10+")


def random_session(rules: zpy.Rules, players: int, luck: Random) -> zpy.Session:
    """Return a session as it may be after some hands: levels, passive players, debts, perhaps a decided trump maker."""
    levels = LATER_LEVELS if rules.end == "joker_lap" else LEVELS
    alike = luck.choice([levels, ("2",)])
    some = [player for player in seats(players) if luck.random() < 0.4]
    return session(
        " ".join(luck.choice(alike) for _ in range(players)),
        luck.randint(1, players),
        some if rules.levels == "active_passive" else (),
        maker=luck.choice([None, luck.randint(1, players)]),
        owed={player: luck.randint(1, 3) for player in seats(players) if luck.random() < 0.2},
    )


class RealPlay(NamedTuple):
    """A play, or cards that beat the throw led, with the called copies that it revealed."""

    move: zpy.PlayCards | zpy.BeatThrow
    shown: tuple[tuple[int, zpy.Call], ...] = ()


class RealTrick(NamedTuple):
    """A trick as it was played. `led` is the lead that stayed, empty if a beaten throw ended the play."""

    leader: int
    led: tuple[Card, ...]
    plays: tuple[RealPlay, ...]
    throw: zpy.FailedThrow | None
    winner: int | None
    points: int

    @property
    def shown(self) -> tuple[tuple[int, zpy.Call], ...]:
        return tuple(shown for play in self.plays for shown in play.shown)


class RealHand(RandomHand):
    """A later hand of an evening, with everything that may happen while trumps are made."""

    def __init__(self, rules: zpy.Rules, players: int, luck: Random) -> None:
        super().__init__(rules, players, luck, before=random_session(rules, players, luck))
        self.redeals = 0
        self.making: list[zpy.ExposeCards | zpy.TakeBack] = []
        self.nobody_made = False
        self.buried: tuple[Card, ...] = ()
        self.calls: tuple[zpy.Call, ...] = ()
        self.tricks: list[RealTrick] = []
        self.daring = luck.choice([0.0, 0.1, 0.6])
        self.make_trumps()
        self.bury_and_call()
        self.play()

    def try_move(self, move: Any) -> bool:
        """Make a move that is legal by construction, without testing refusals."""
        self.hand = zpy.do(self.hand, move)
        return True

    # --- Before the play ---

    def make_trumps(self) -> None:
        """Expose cards until nobody goes on, and deal again while nobody has made trumps."""
        while self.hand.phase == "trumps":
            self.expose_cards()
            made = self.hand.making.made
            self.try_move(zpy.EndDeal())
            self.nobody_made = made is None
            if self.hand.phase == "trumps":
                self.deal_again()
        if self.hand.phase == "turn":
            self.try_move(zpy.TurnKitty(self.choose_turned_cards()))

    def deal_again(self) -> None:
        self.redeals += 1
        deck = [*self.kitty, *(card for held in self.held.values() for card in held)]
        self.luck.shuffle(deck)
        size = self.setting.hand_size
        self.held = {player: deck[size * (player - 1) : size * player] for player in self.hand.seats}
        self.kitty = deck[size * len(self.hand.seats) :]

    def choose_turned_cards(self) -> tuple[Card, ...]:
        """Return the whole kitty, or its cards up to one of the trump rank."""
        rank = self.hand.session.levels[self.hand.making.maker_by_kitty].rank
        ranks = [card.rank for card in self.kitty]
        return tuple(self.kitty[: ranks.index(rank) + 1] if rank in ranks and self.luck.random() < 0.5 else self.kitty)

    def expose_cards(self) -> None:
        """Let players expose any sufficient number of cards, and overcalled players sometimes give up."""
        eagerness = self.luck.choice([0.0, 0.3, 0.9, 0.9])
        for _ in range(10):
            challenged = self.hand.making.challenged
            if challenged and self.luck.random() < 0.3:
                self.do_exposure(zpy.TakeBack(challenged.player))
            elif self.luck.random() < eagerness:
                possible = list(self.list_exposures())
                if possible:
                    self.do_exposure(self.luck.choice(possible))

    def do_exposure(self, move: zpy.ExposeCards | zpy.TakeBack) -> None:
        self.try_move(move)
        self.making.append(move)

    def list_exposures(self) -> Iterator[zpy.ExposeCards]:
        for player, need in zpy.find_needs(self.hand.making).items():
            for card, held in Counter(self.held[player]).items():
                least = need.copies if need.defends in (None, card) else need.copies + 1
                if card.rank in need.ranks:
                    moves = (zpy.ExposeCards(player, (card,) * copies) for copies in range(least, held + 1))
                    yield from (move for move in moves if is_plain(self.hand.rules) or zpy.can(self.hand, move))

    def bury_and_call(self) -> None:
        """Discard any cards and call any; called cards may be the trump maker's own, or buried."""
        maker, trumps = self.hand.maker, self.hand.trumps
        assert maker
        assert trumps
        self.held[maker] += self.kitty
        self.luck.shuffle(self.held[maker])
        kitty = self.setting.kitty_size
        self.buried, self.held[maker] = tuple(self.held[maker][:kitty]), self.held[maker][kitty:]
        self.try_move(zpy.BuryKitty(self.buried))
        shown = {exposure.card for exposure in self.hand.making.exposures}
        every = zpy.legal_calls(self.hand.rules, self.setting, trumps, self.held[maker])
        legal = [call for call in every if call.card not in shown]
        mine = [call for call in legal if call.card in (*self.held[maker], *self.buried)]
        likely = self.luck.choice([legal, mine, [call for call in legal if call.card.rank >= Rank.KING]])
        self.calls = tuple(self.luck.sample(likely if len(likely) >= self.setting.calls else legal, self.setting.calls))
        self.try_move(zpy.CallFriends(self.calls))

    # --- The play ---

    def play(self) -> None:
        while self.hand.phase == "play":
            leader, number = self.hand.turn, len(self.hand.tricks)
            assert leader
            self.plays: list[RealPlay] = []
            self.throw: zpy.FailedThrow | None = None
            self.play_cards(leader, self.choose_lead(leader))
            self.challenge(leader)
            led = self.hand.table[0].cards if self.hand.table else ()
            while self.hand.table:
                assert self.hand.turn
                self.play_cards(self.hand.turn, self.choose_follow(self.hand.turn))
            finished = self.hand.tricks[number:]
            winner, points = (finished[0].winner, finished[0].points) if finished else (None, 0)
            self.tricks.append(RealTrick(leader, led, tuple(self.plays), self.throw, winner, points))

    def play_cards(self, player: int, cards: tuple[Card, ...]) -> None:
        self.record_play(zpy.PlayCards(player, cards))
        for card in cards:
            self.held[player].remove(card)

    def record_play(self, move: zpy.PlayCards | zpy.BeatThrow) -> None:
        before = self.hand.found
        self.try_move(move)
        found = zip(self.calls, before, self.hand.found, strict=True)
        shown = tuple((now, call) for call, then, now in found if then is None and now is not None)
        self.plays.append(RealPlay(move, shown))

    def choose_lead(self, player: int) -> tuple[Card, ...]:
        """Choose a throw as often as this table dares, else the highest set or sequence of a suit."""
        if self.luck.random() < self.daring:
            return super().choose_lead(player)
        conditions, held = self.hand.conditions, self.held[player]
        group = conditions.group(self.luck.choice(held))
        return build_lead(conditions, self.suit_without_singles(held, group)).parts[0].cards

    def suit_without_singles(self, held: list[Card], group: Any) -> tuple[Card, ...]:
        suit = self.hand.conditions.trumps.select_group(held, group)
        return tuple(card for card in suit if suit.count(card) > 1) or suit[:1]

    def choose_follow(self, player: int) -> tuple[Card, ...]:
        """Choose a legal follow, trumps if the suit is gone, and now and then a revoke."""
        lead, held, conditions = self.hand.lead, self.held[player], self.hand.conditions
        assert lead
        trumps = conditions.trumps.select_group(held, "trump")
        if (
            not conditions.trumps.select_group(held, lead.group)
            and len(trumps) >= lead.size
            and self.luck.random() < 0.7
        ):
            return tuple(self.luck.sample(trumps, lead.size))
        if self.luck.random() < 0.1:
            return tuple(self.luck.sample(held, lead.size))
        return zpy.suggest_follow(conditions, lead, held)

    def challenge(self, leader: int) -> None:
        """Let a player who beats a part of a throw show it; withdrawn cards go back to the leader."""
        hand = self.hand
        assert hand.lead
        others = {player: held for player, held in self.held.items() if player != leader}
        for one in zpy.find_challenges(hand.conditions, hand.lead, others)[:1]:
            thrown = Counter(hand.lead.cards)
            self.record_play(zpy.BeatThrow(one.player, one.shown))
            left = self.hand.table[0].cards if self.hand.table else ()
            self.held[leader] += (thrown - Counter(left)).elements()
            self.throw = zpy.FailedThrow(leader, thrown.total() - len(one.shown))

    # --- The result ---

    @property
    def maker(self) -> int:
        assert self.hand.maker
        return self.hand.maker

    @property
    def suit(self) -> Suit | None:
        return require(self.hand.trumps).suit

    @property
    def friends(self) -> tuple[int, ...]:
        """Everyone but the trump maker who played a called copy."""
        shown = (player for trick in self.tricks for player, _ in trick.shown)
        return tuple(dict.fromkeys(player for player in shown if player != self.maker))

    @property
    def outcome(self) -> zpy.Outcome:
        """The outcome, counted from everyone's tricks."""
        makers = (self.maker, *self.friends)
        defenders = tuple(player for player in self.hand.seats if player not in makers)
        last = self.tricks[-1]
        points = sum(trick.points for trick in self.tricks if trick.winner in defenders)
        if last.winner is not None:
            side: Side = "defenders" if last.winner in defenders else "makers"
        else:
            side = "makers" if last.leader in defenders else "defenders"
            if zpy.find_throw_penalty(self.hand.rules).rest_to_opponents and side == "defenders":
                points += sum(zpy.points_of(held) for held in self.held.values())
        throws = tuple(trick.throw for trick in self.tricks if trick.throw)
        led = find_led_last(self.hand) or LastLead()
        won = find_last_win(self.hand) if side == "defenders" else None
        return zpy.Outcome(
            makers, defenders, points, side, zpy.points_of(self.buried), throws, led, won or WON_OTHERWISE
        )

    @property
    def promotions(self) -> zpy.Promotions:
        return zpy.settle(self.hand.rules, self.setting, self.hand.session, self.outcome)
