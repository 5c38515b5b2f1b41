"""Evenings in a store, as people would have recorded them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.cards import Card, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty as m
from scorekeeper.games import zhao_pengyou as z
from scorekeeper.store import Store
from scorekeeper.table import moves as t
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import Payment
from tests.toy import Draw, Shuffle

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
        self.id = self.books.create(t.CreateTable(game, preset, rules, names, hands), Recorder(device=DEVICE))

    @property
    def ledger(self) -> Ledger:
        return self.books.ledger(self.id)

    def do(self, *moves: Any, player: int | None = ANA) -> "Evening":
        """Record `moves` from one phone."""
        for move in moves:
            version = self.ledger.version
            recorder = Recorder(player, DEVICE)
            self.books.record(self.id, move, version=version, recorder=recorder, key=f"{version}")
        return self


def toy_evening(store: Store) -> Evening:
    """Every kind of move that a table has, two sessions, and a hand in progress at the end."""
    evening = Evening(store, "toy", "plain", "Ana", "Bo", "Cho", hands=20, top=10, start=1)
    evening.do(t.StartHand(), Draw(BO), t.Penalize(CHO, 1, False, "late"), player=BO)
    evening.do(t.StartHand(), Shuffle(), t.JoinTable("단"), Draw(CHO), t.SwapSeats(ANA, CHO))
    evening.do(t.StartHand(leader=BO), Draw(DAN), t.LimitHands(30), t.Penalize(ANA, 1, False, "showed a card"))
    evening.do(t.Adjust({ANA: 3, BO: -1}, "found on the ladder"), t.CorrectHand(1, (Draw(CHO),)))
    evening.do(t.Undo(), t.Undo(), t.Redo(), t.Redo(), t.VoidHand(2, "misdeal"), t.CorrectHand(2, (Draw(CHO),)))
    earlier = t.AddEarlierHands((t.EarlierHand({BO: 2, ANA: -2}, "hand 1"), t.EarlierHand({CHO: 1}, "hand 2")))
    evening.do(t.StartHand(), t.VoidHand(4, "a card too many"), earlier, t.BeginSession(), t.StartHand(), Draw(ANA))
    evening.do(t.ChangeRules("strides", {"start": 2}), t.StartHand(), Draw(CHO), t.CorrectHand(1, (Draw(BO),)))
    evening.do(t.VoidHand(2, "misdeal"), t.RenamePlayer(ANA, "=Ann"), t.Penalize(BO, 1, False, "late again"))
    evening.do(t.LeaveTable(BO), t.ReturnToTable(BO), t.LeaveTable(DAN), t.EndSession(), t.ResumeSession())
    return evening.do(t.DrawSeats((CHO, ANA, BO)), t.DrawLeader(BO), t.StartHand((ANA, BO, CHO)))


def corrected_evening(store: Store) -> Evening:
    """Two sheets with corrections on both, of how hands were dealt, of a hand in progress, and of a token."""
    evening = Evening(store, "mighty", "korean40", "Ana", "Bo", "Cho", "Dan", "Eun", "Min")
    evening.do(t.StartHand((ANA, BO, CHO, DAN, EUN), first=CHO), *whole_hand(ANA, "14H", "SA", 15, BO)[1:])
    evening.do(t.StartHand(), m.ClaimRedeal(BO), *whole_hand(BO, "15S", "SA", 15, CHO)[1:])
    evening.do(t.BeginSession(), t.SetToken(DAN, spent=True), t.StartHand(), m.EnterContract(BO, m.Bid.parse("14H")))
    really = tuple(whole_hand(BO, "16H", "SA", 15, 6)[1:])
    evening.do(t.CorrectHand(1, really, sheet=1, dealing=t.Dealing((BO, CHO, DAN, EUN, 6), CHO, DAN)))
    claimed = (m.ClaimRedeal(CHO), *whole_hand(BO, "15S", "SA", 15, CHO)[1:])
    evening.do(t.CorrectHand(2, claimed, sheet=1, whole=True), t.VoidHand(1, "misdeal", sheet=1))
    return evening.do(t.CorrectHand(1, (m.EnterContract(CHO, m.Bid.parse("15D")),)))


def whole_hand(declarer: int, bid: str, call: str, points: int, friend: int | None) -> list[Any]:
    """A hand of Mighty in one move."""
    return [t.StartHand(), m.RecordHand(declarer, m.Bid.parse(bid), m.Call.parse(call), points, friend)]


def auctioned_hand() -> list[Any]:
    """A hand of Mighty call by call and trick by trick."""
    bids = (m.PlaceBid(player, m.Bid.parse(bid)) for player, bid in ((BO, "13H"), (CHO, "14S")))
    passes = (m.Pass(player) for player in (DAN, EUN, ANA, BO))
    tricks = (m.RecordTrick(player, 2) for player in (ANA, BO, CHO, ANA))
    call = m.CallFriend(m.Call.parse("first_trick"))
    return [t.StartHand(), *bids, *passes, m.TakeKitty(), call, *tricks, m.RecordResult(15, ANA)]


def mighty_evening(store: Store, preset: str = "pagat") -> Evening:
    """A few hands: made, failed, alone, corrected, given up."""
    evening = Evening(store, "mighty", preset, *NAMES)
    evening.do(*whole_hand(BO, "16H", "SA", 18, EUN), *whole_hand(DAN, "14NT", "card", 9, ANA))
    _, corrected = whole_hand(BO, "16H", "SA", 17, EUN)
    evening.do(*whole_hand(CHO, "15S", "none", 20, None), t.CorrectHand(1, (corrected,)))
    return evening.do(t.StartHand(), t.VoidHand(4, "misdeal"), t.Penalize(ANA, 5, True, "revoke"))


def zhao_pengyou_evening(store: Store) -> Evening:
    """Hands of six: won, lost, corrected, given up; somebody joins during one, and levels are changed by hand."""
    evening = Evening(store, "zhao_pengyou", next(iter(z.GAME.presets)), *NAMES, "Fay")
    evening.do(t.StartHand(), z.RecordHand(1, Suit.HEARTS, (3, 5), 40, "makers"))
    evening.do(t.StartHand(), t.JoinTable("Gil"), z.RecordHand(3, Suit.SPADES, (1, 6), 150, "defenders"))
    evening.do(t.Adjust({BO: 1}, "from paper"), t.StartHand((1, 2, 3, 4, 5, 6)))
    evening.do(z.RecordHand(5, Suit.CLUBS, (2, 4), 10, "makers"))
    evening.do(t.CorrectHand(1, (z.RecordHand(1, Suit.HEARTS, (3, 5), 90, "makers"),)), t.VoidHand(2, "misdeal"))
    return evening.do(t.StartHand((1, 2, 3, 4, 5, 7)))


def hand_of_pairs(store: Store) -> Evening:
    """A hand of Zhao Pengyou whose cards are written down from the second trick on, and two plays of it are mended."""
    evening = Evening(store, "zhao_pengyou", "pagat", *NAMES)
    evening.do(t.StartHand(), z.EnterTrumps(ANA, Suit.SPADES), z.CallFriends((z.Call.parse("HA#1"),)))
    evening.do(z.RecordTrick(BO, 20), z.CorrectTrick(1, BO, 25), z.RevealFriend(CHO, z.Call.parse("HA#1")))
    evening.do(z.PlayCards(BO, (Card.parse("DK"),) * 2), z.PlayCards(CHO, (Card.parse("D3"),) * 2))
    evening.do(z.CorrectCards(2, CHO, (Card.parse("D3"), Card.parse("D4"))), t.Undo(), t.Redo())
    return evening.do(z.PlayUnseen(DAN, until=ANA), z.PlayUnseen(ANA, 0))


def hand_by_cards(store: Store) -> Evening:
    """A hand of Mighty with cards from the second trick on, up to the middle of it, while some have paid already."""
    contract = (m.EnterContract(BO, m.Bid.parse("16H")), m.Exchange(m.Call.parse("SA")))
    call = Card.parse("C3")
    first = (m.RecordTrick(BO, 1), m.CorrectTrick(1, BO, 2), m.LeadAloud(call, None, True))
    cards = (
        m.PlayCard(BO, call, None, True),
        m.PlayCard(CHO, Card.parse("C4")),
        m.CorrectCard(2, CHO, Card.parse("C5")),
    )
    paid = Payment(BO, CHO, 50)
    money = (t.SetStakes(50, 100, "€"), t.RecordPayments((paid,)), t.TakeBackPayment(paid))
    hand = (t.ChooseMode("play", "cards"), t.StartHand(), m.AllPass(), *contract, *first, *cards)
    people = (t.PlayOn(CHO), t.PlayOn(CHO), t.SeatLatecomer("Fay", adds=-3, reason="Begins with"), t.LeaveTable(6))
    return Evening(store, "mighty", "pagat", *NAMES).do(*people, *hand, *money)


ALL_MIGHTY = {
    "friend_by_player": True,
    "win_order": True,
    "friend_may_announce": True,
    "redeal_blocked_by_20": True,
    "kitty_exposed": True,
    "change_before_kitty": True,
}
"""House rules under which every move of Mighty can be made."""


def random_evening(store: Store, preset: str, seed: int, actions: int, **rules: Any) -> Evening:
    """An evening of Mighty by people who try anything; what is refused they leave."""
    evening, random = Evening(store, "mighty", preset, *NAMES, **rules), Random(seed)
    while evening.ledger.version < actions:
        try:
            evening.do(arbitrary_move(random, evening.ledger), player=random.choice((None, ANA, BO)))
        except RuleError:
            continue
    return evening


def arbitrary_move(random: Random, ledger: Ledger) -> Any:
    """Something that somebody may want now, sensible or not."""
    state = ledger.state
    if random.random() < 0.15:
        return random.choice(list(move_around_hands(random, len(state.hands))))
    if state.current is None:
        return t.StartHand(leader=random.choice((None, None, CHO)))
    return random.choice(list(move_in_hand(random, state.current.hand)))


def move_around_hands(random: Random, hands: int) -> Iterator[Any]:
    """Draw the actions around the hands of an evening."""
    player, number = random.randint(1, 6), random.randint(1, hands + 1)
    yield from (t.Undo(), t.Undo(), t.Redo(), t.Redo(), t.EndSession(), t.ResumeSession(), t.LimitHands(None))
    yield from (t.JoinTable(f"P{player}"), t.LeaveTable(player), t.ReturnToTable(player), t.SwapSeats(player, ANA))
    yield from (t.MoveSeat(player, ANA), t.MoveSeat(ANA, t.LAST_CHAIR))
    yield from (t.RenamePlayer(player, f"Q{random.randint(1, 99)}"), t.VoidHand(number, "x"), t.LimitHands(100))
    yield from (t.Penalize(player, 3, bool(number % 2), "y"), t.Adjust({player: number - 3, ANA: 1}, "z"))
    yield t.ChangeRules(random.choice(("pagat", "base10")), {**ALL_MIGHTY, "minimum_made": number % 3})
    yield t.CorrectHand(number, (arbitrary_result(random, player, m.Bid.parse("15H")),))


def move_in_hand(random: Random, hand: m.Hand) -> Iterator[Any]:
    """Draw the actions of a hand."""
    player, bid = random.choice(hand.seats), random.choice(m.every_bid(hand.rules))
    turn = hand.auction.turn or player
    yield from (m.PlaceBid(turn, bid), m.Pass(turn), m.Pass(turn), m.AcceptClaim(), m.GiveWinOrder())
    yield from (m.ClaimRedeal(player), m.AnswerClaim(player, m.Bid(20, None)), m.ChangeContract(bid), m.TakeKitty())
    yield from (
        m.EnterContract(player, bid),
        m.PlaceBid(player, m.Bid(20, None)),
        arbitrary_result(random, player, bid),
    )
    yield m.TakeKitty(m.PRESETS["pagat"].rules.setting.pack[:3])
    yield from (m.CallFriend(arbitrary_call(random)), m.RecordTrick(player, random.randint(0, 3)))
    yield m.RevealFriend(player, announced=random.random() < 0.5)
    yield from (m.RecordResult(random.randint(0, 20), player), m.RecordResult(random.randint(0, 20)))


def arbitrary_call(random: Random) -> m.Call:
    return m.Call.parse(random.choice(("SA", "JK", "card", "first_trick", "none", f"player:{random.randint(1, 5)}")))


def arbitrary_result(random: Random, declarer: int, bid: m.Bid) -> m.RecordHand:
    friend = random.choice((None, ANA, BO, CHO, DAN, EUN))
    return m.RecordHand(declarer, bid, arbitrary_call(random), random.randint(0, 20), friend)
