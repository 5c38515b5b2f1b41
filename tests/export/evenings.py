"""Evenings in a store, as people would have recorded them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty import commands as m
from scorekeeper.store import Store
from scorekeeper.table import commands as c
from scorekeeper.table.ledger import Ledger
from tests.toy import Toss

ANA, BO, CHO, DAN, EUN = 1, 2, 3, 4, 5
NAMES = ("Ana", "Bo", "조", "Dan", "Eun")
DEVICE = "phone-of-ana"


class Evening:
    """One table in a store."""

    def __init__(
        self, store: Store, game: str, preset: str, *names: str, hands: int | None = None, **rules: Any
    ) -> None:
        self.store = store
        self.books = Bookkeeper(store.events)
        self.id = self.books.create(c.CreateTable(game, preset, rules, names, hands), Recorder(device=DEVICE))

    @property
    def ledger(self) -> Ledger:
        return self.books.ledger(self.id)

    def do(self, *commands: Any, player: int | None = ANA) -> "Evening":
        """Record `commands` from one phone."""
        for command in commands:
            version = self.ledger.version
            recorder = Recorder(player, DEVICE)
            self.books.record(self.id, command, version=version, recorder=recorder, key=f"{version}")
        return self


def toy_evening(store: Store) -> Evening:
    """Every kind of event that a table has, and a hand in progress at the end."""
    evening = Evening(store, "toy", "chips", "Ana", "Bo", "Cho", hands=20, chips=10)
    evening.do(c.StartHand(), Toss(BO), c.Penalize(CHO, 1, True, "late"), c.StartHand(), Toss(CHO), player=BO)
    evening.do(c.JoinTable("단"), c.SwapSeats(ANA, CHO), c.StartHand(dealer=BO), Toss(DAN), c.LimitHands(30))
    evening.do(c.Penalize(ANA, 2, False, "showed a card"), c.Adjust({ANA: 3, BO: -1}, "found chips"))
    evening.do(c.ChangeRules("chips", {"stake": 3}), c.StartHand(), Toss(ANA), c.CorrectHand(1, Toss(CHO)))
    evening.do(c.Undo(), c.Undo(), c.Redo(), c.Redo(), c.VoidHand(2, "misdeal"), c.CorrectHand(2, Toss(CHO)))
    evening.do(c.StartHand(), c.VoidHand(5, "a card too many"), c.RenamePlayer(ANA, "=Ann"), c.LeaveTable(BO))
    evening.do(c.ReturnToTable(BO), c.LeaveTable(DAN), c.EndSession(), c.ResumeSession())
    return evening.do(c.StartHand((ANA, BO, CHO)))


def whole_hand(declarer: int, bid: str, call: str, points: int, friend: int | None) -> list[Any]:
    """A hand of Mighty in one command."""
    return [c.StartHand(), m.RecordHand(declarer, mighty.Bid.parse(bid), mighty.Call.parse(call), points, friend)]


def auctioned_hand() -> list[Any]:
    """A hand of Mighty call by call and trick by trick."""
    bids = (m.PlaceBid(player, mighty.Bid.parse(bid)) for player, bid in ((BO, "13H"), (CHO, "14S")))
    passes = (m.Pass(player) for player in (DAN, EUN, ANA, BO))
    tricks = (m.RecordTrick(player, 2) for player in (ANA, BO, CHO, ANA))
    call = m.CallFriend(mighty.Call.parse("first_trick"))
    return [c.StartHand(), *bids, *passes, m.TakeKitty(), call, *tricks, m.RecordResult(15, ANA)]


def mighty_evening(store: Store, preset: str = "pagat") -> Evening:
    """A few hands: made, failed, alone, corrected, given up."""
    evening = Evening(store, "mighty", preset, *NAMES)
    evening.do(*whole_hand(BO, "16H", "SA", 18, EUN), *whole_hand(DAN, "14NT", "card", 9, ANA))
    evening.do(*whole_hand(CHO, "15S", "none", 20, None), c.CorrectHand(1, whole_hand(BO, "16H", "SA", 17, EUN)[1]))
    return evening.do(c.StartHand(), c.VoidHand(4, "misdeal"), c.Penalize(ANA, 5, True, "revoke"))


ALL_MIGHTY = {
    "friend_by_player": True,
    "win_order": True,
    "friend_may_announce": True,
    "redeal_blocked_by_20": True,
    "kitty_exposed": True,
    "change_before_kitty": True,
}
"""House rules under which every event of Mighty can happen."""


def random_evening(store: Store, preset: str, seed: int, actions: int, **rules: Any) -> Evening:
    """An evening of Mighty by people who try anything; what is refused they leave."""
    evening, random = Evening(store, "mighty", preset, *NAMES, **rules), Random(seed)
    while evening.ledger.version < actions:
        try:
            evening.do(whim(random, evening.ledger), player=random.choice((None, ANA, BO)))
        except RuleError:
            continue
    return evening


def whim(random: Random, ledger: Ledger) -> Any:
    """Something that somebody may want now, sensible or not."""
    state = ledger.state
    if random.random() < 0.15:
        return random.choice(list(around_hands(random, len(state.hands))))
    if state.current is None:
        return c.StartHand(dealer=random.choice((None, None, CHO)))
    return random.choice(list(in_a_hand(random, state.current.hand)))


def around_hands(random: Random, hands: int) -> Iterator[Any]:
    """What is done to the evening."""
    player, number = random.randint(1, 6), random.randint(1, hands + 1)
    yield from (c.Undo(), c.Undo(), c.Redo(), c.Redo(), c.EndSession(), c.ResumeSession(), c.LimitHands(None))
    yield from (c.JoinTable(f"P{player}"), c.LeaveTable(player), c.ReturnToTable(player), c.SwapSeats(player, ANA))
    yield from (c.RenamePlayer(player, f"Q{random.randint(1, 99)}"), c.VoidHand(number, "x"), c.LimitHands(100))
    yield from (c.Penalize(player, 3, bool(number % 2), "y"), c.Adjust({player: number - 3, ANA: 1}, "z"))
    yield c.ChangeRules(random.choice(("pagat", "base10")), {**ALL_MIGHTY, "minimum_made": number % 3})
    yield c.CorrectHand(number, a_result(random, player, mighty.Bid.parse("15H")))


def in_a_hand(random: Random, hand: mighty.Hand) -> Iterator[Any]:
    """What is done in a hand."""
    player, bid = random.choice(hand.seats), random.choice(mighty.every_bid(hand.rules))
    turn = hand.auction.turn or player
    yield from (m.PlaceBid(turn, bid), m.Pass(turn), m.Pass(turn), m.AcceptClaim(), m.GiveWinOrder())
    yield from (
        m.ClaimRedeal(player),
        m.TakeKitty(),
        m.TakeKitty(mighty.PRESETS["pagat"].rules.setting.pack[:3]),
        m.ChangeContract(bid),
    )
    yield from (m.EnterContract(player, bid), m.PlaceBid(player, mighty.Bid(20, None)), a_result(random, player, bid))
    yield from (m.CallFriend(a_call(random)), m.RecordTrick(player, random.randint(0, 3)))
    yield from (m.RevealFriend(player, announced=random.random() < 0.5), m.RecordResult(random.randint(0, 20), player))
    yield m.RecordResult(random.randint(0, 20))


def a_call(random: Random) -> mighty.Call:
    return mighty.Call.parse(
        random.choice(("SA", "JK", "card", "first_trick", "none", f"player:{random.randint(1, 5)}"))
    )


def a_result(random: Random, declarer: int, bid: mighty.Bid) -> m.RecordHand:
    friend = random.choice((None, ANA, BO, CHO, DAN, EUN))
    return m.RecordHand(declarer, bid, a_call(random), random.randint(0, 20), friend)
