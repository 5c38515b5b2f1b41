"""Whole hands as they happen at a table, with real cards from the deal to the payment, played by chance.

The library says what may be bid, changed and called; who drops out, what is played, who is a friend and who has which
points is found here, from the cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from scorekeeper.cards import JOKER, Card
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Situation
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.friend import win_orders
from scorekeeper.games.mighty.pack import MAGIC, Buried
from scorekeeper.games.mighty.trick import Play
from scorekeeper.games.seats import turns_from
from scorekeeper.house_rules import house_rules
from scorekeeper.settlement import Settlement
from tests.games.mighty.naive import Naive
from tests.games.mighty.play import seats_for
from tests.games.mighty.tricks import Hands

FLIPPED = {key: rule for key, rule in house_rules(mighty.Rules).items() if rule.block not in ("players", "session")}
"""The house rules that are drawn at random."""


NO_BID = mighty.Bid(0, None)


@dataclass(frozen=True)
class Found:
    """`player` became a friend by `card` in a trick: on winning it, if it was `announced`."""

    player: int
    card: Card
    trick: int
    announced: bool = False


@dataclass
class Truth:
    """A hand as it was. `thrown_in` are the calls of the deals before, `calls` those of the auction that counted."""

    rules: mighty.Rules
    start: mighty.Hand
    thrown_in: list[c.Command] = field(default_factory=list)
    calls: list[c.Command] = field(default_factory=list)
    declarer: int = 0
    won: mighty.Bid = NO_BID
    named: list[c.NameCard] = field(default_factory=list)
    dropped: tuple[int, ...] = ()
    kitty: tuple[Card, ...] = ()
    early: mighty.Bid | None = None
    late: mighty.Bid | None = None
    call: mighty.Call = field(default_factory=lambda: mighty.Call("none"))
    hands: Hands = field(default_factory=dict)
    discards: tuple[Card, ...] = ()
    tricks: list[tuple[Play, ...]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    ordered: set[int] = field(default_factory=set)
    found: list[Found] = field(default_factory=list)
    guilty: set[int] = field(default_factory=set)

    @property
    def bid(self) -> mighty.Bid:
        """The contract as it was played."""
        return self.late or self.early or self.won

    @property
    def active(self) -> tuple[int, ...]:
        """Those who played, the declarer first."""
        return tuple(self.hands)

    @property
    def friends(self) -> tuple[int, ...]:
        """In the order in which they were found."""
        if self.call.kind == "player":
            return (self.call.player or 0,)
        if self.call.kind == "first_trick":
            return tuple(player for player in self.winners[:1] if player != self.declarer)
        return tuple(dict.fromkeys(one.player for one in self.found))

    @property
    def points(self) -> int:
        """Those of the declarer's side: all that the defenders have not won."""
        makers = (self.declarer, *self.friends)
        lost = sum(points_of(plays) for plays, who in zip(self.tricks, self.winners, strict=True) if who not in makers)
        return self.rules.setting.points - lost

    @property
    def buried(self) -> frozenset[Buried]:
        """The magic cards among the discards."""
        return frozenset(name for name, card in MAGIC.items() if card(self.bid.trump) in self.discards)

    @property
    def joker_holder(self) -> int:
        """Who had the joker after the exchange, or the first of them to play one."""
        players = [play.player for plays in self.tricks for play in plays if play.card == JOKER]
        return self.declarer if JOKER in self.discards else players[0]

    @property
    def settlement(self) -> Settlement[int]:
        """What it pays."""
        first, second, *_ = (*self.friends, None, None)
        defenders = tuple(player for player in self.active if player not in (self.declarer, *self.friends))
        outcome = mighty.Outcome(self.points, self.declarer, first, defenders, self.buried, second)
        return mighty.settle(self.rules, mighty.Contract(self.bid, self.call), outcome)


def points_of(plays: Sequence[Play]) -> int:
    """Tens and higher."""
    return sum(play.card.suit is not None and play.card.rank >= 10 for play in plays)


def house(preset: str, random: Random) -> mighty.Rules:
    """A preset with some house rules flipped, as far as they can stand together."""
    these = mighty.PRESETS[preset].rules
    for key in random.sample(list(FLIPPED), random.choice([0, 4, 12])):
        try:
            these = these.changed({key: random.choice(list(FLIPPED[key].choices))})
        except RuleError:
            continue
    return these


def true_hand(preset: str, random: Random) -> Truth:
    """A hand of a session of which it is not the first."""
    these = house(preset, random)
    seats = seats_for(these)
    hand = mighty.deal(these, Situation(random.choice(seats), random.choice(seats)), seats)
    truth = Truth(these, hand)
    while not bid_for(truth, hand, random):
        hand = mighty.do(truth.start, *truth.thrown_in)
    if these.setting.drop_out:
        drop_out(truth, random)
    exchange(truth, random)
    play(truth, random)
    return truth


# --- The auction ---


def deal_cards(truth: Truth, seats: Sequence[int], random: Random) -> list[Card]:
    """Deals to those who bid; what is left is the kitty."""
    pack = list(truth.rules.setting.pack)
    random.shuffle(pack)
    size = truth.rules.setting.hand_size
    truth.hands = {player: pack[place * size : (place + 1) * size] for place, player in enumerate(seats)}
    return pack[len(seats) * size :]


def bid_for(truth: Truth, hand: mighty.Hand, random: Random) -> bool:
    """Whether the auction of this deal found a declarer; else its calls are among those of deals thrown in."""
    undealt = deal_cards(truth, hand.auction.seats, random)
    eager, poor = random.choice([0.15, 0.5, 0.8]), random.choice([0.0, 0.1])
    said: list[c.Command] = []
    first = hand
    while hand.phase == "auction":
        player = hand.auction.turn
        assert player is not None
        bids = mighty.legal_bids(hand.auction)
        claim = c.ClaimRedeal(player, shown(truth, player, random))
        if random.random() < poor and mighty.can(hand, claim):
            said.append(claim)
        elif random.random() < eager or not mighty.can_pass(hand.auction, player):
            said.append(c.PlaceBid(player, random.choice(bids[: random.choice([1, 6, len(bids)])])))
        else:
            said.append(c.Pass(player))
        hand = mighty.do(hand, said[-1])
        if hand.phase == "claim":
            said.append(answer(hand, random))
            hand = mighty.do(hand, said[-1])
        if hand.redeals > first.redeals:
            truth.thrown_in += said
            return False
    late = [player for player in hand.auction.seats if player not in {call.player for call in hand.auction.calls}]
    for player in late:
        claim = c.ClaimRedeal(player, shown(truth, player, random))
        if random.random() < 0.1 and mighty.can(hand, claim):
            said.append(claim)
            after_it = mighty.do(hand, claim)
            truth.thrown_in += said if after_it.phase == "auction" else [*said, c.AcceptClaim()]
            return False
    assert hand.declarer is not None
    assert hand.contract_bid is not None
    truth.calls, truth.declarer, truth.won, truth.kitty = said, hand.declarer, hand.contract_bid, tuple(undealt)
    return True


def shown(truth: Truth, player: int, random: Random) -> tuple[Card, ...] | None:
    """The hand with which a redeal is claimed, where it is written down; where it is not good for one, it is not."""
    cards = tuple(truth.hands[player])
    return cards if mighty.value_hand(truth.rules, cards).qualifies and random.random() < 0.7 else None


def answer(hand: mighty.Hand, random: Random) -> c.Command:
    """A claim is accepted, or answered with a bid of everything."""
    highest = hand.rules.setting.points
    answers = [c.PlaceBid(player, mighty.Bid(highest, random.choice(mighty.TRUMPS))) for player in hand.active]
    legal = [one for one in answers if mighty.can(hand, one)]
    return random.choice(legal) if legal and random.random() < 0.5 else c.AcceptClaim()


# --- Up to the friend call ---


def drop_out(truth: Truth, random: Random) -> None:
    """The declarer names cards until enough of their holders are out; all their cards are dealt again."""
    setting = truth.rules.setting
    own = truth.hands[truth.declarer]
    nameable = [card for card in setting.pack if card not in own]
    random.shuffle(nameable)
    while len(truth.dropped) < setting.drop_out:
        card = nameable.pop()
        holder = next((player for player, cards in truth.hands.items() if card in cards), None)
        truth.named.append(c.NameCard(card, holder))
        if holder is not None and holder not in truth.dropped:
            truth.dropped += (holder,)
    again = [*truth.kitty, *(card for player in truth.dropped for card in truth.hands.pop(player))]
    random.shuffle(again)
    for player, cards in truth.hands.items():
        while player != truth.declarer and len(cards) < setting.tricks:
            cards.append(again.pop())
    truth.kitty = tuple(again)


def changed(truth: Truth, random: Random, *, before_kitty: bool) -> mighty.Bid | None:
    """A change of the contract, of many that are possible."""
    possible = mighty.lowest_changes(truth.rules, truth.bid, before_kitty=before_kitty)
    legal = [bid for bid in possible.values() if bid and bid != truth.bid]
    if not legal or random.random() < 0.5:
        return None
    lowest = random.choice(legal)
    return (
        mighty.Bid(random.randint(lowest.level, truth.rules.setting.points), lowest.trump)
        if (random.random() < 0.2)
        else lowest
    )


def exchange(truth: Truth, random: Random) -> None:
    """The kitty, the contract, the discards, which often are magic cards where these are held, and the call."""
    truth.early = changed(truth, random, before_kitty=True)
    truth.late = changed(truth, random, before_kitty=False)
    cards = [*truth.hands[truth.declarer], *truth.kitty]
    random.shuffle(cards)
    if random.random() < 0.4:
        magic = [card(truth.bid.trump) for card in MAGIC.values()]
        cards.sort(key=lambda card: card not in magic)
    count = truth.rules.setting.discards
    truth.discards, kept = tuple(cards[:count]), cards[count:]
    truth.hands = {truth.declarer: kept} | {
        player: truth.hands[player] for player in after_in(truth.start.seats, truth) if player != truth.declarer
    }
    if all(card == JOKER or card.suit is truth.bid.trump for card in kept):
        truth.guilty.add(truth.declarer)
    truth.call = random.choice(list(calls(truth, random)))


def after_in(seats: tuple[int, ...], truth: Truth) -> tuple[int, ...]:
    """Those who play, in order of turn from the declarer."""
    return tuple(player for player in turns_from(seats, truth.declarer) if player in truth.hands)


def calls(truth: Truth, random: Random) -> Iterator[mighty.Call]:
    """A call of each kind, as far as it is allowed; an own card as often as another's."""
    these, own = truth.rules, [*truth.hands[truth.declarer], *truth.discards]
    copies = these.setting.copies
    secret = [card for card in dict.fromkeys(own) if own.count(card) == copies[card]]
    partly = [card for card in dict.fromkeys(own) if own.count(card) < copies[card]]
    points = [card for card in copies if card.suit and card.rank >= 10]
    for cards in (secret, partly or list(copies), points, list(copies)):
        if not cards:
            continue
        first, second = random.choice(cards), random.choice(list(copies))
        suit = random.choice([None, *mighty.TRUMPS]) if mighty.may_ask_suit(these, truth.bid) else None
        call = mighty.Call("card", first, suit=suit, second=second if these.setting.partners > 1 else None)
        hidden = these.secret_solo or not {first, call.second} & {*secret}
        if hidden and mighty.can_call(these, truth.bid, call, truth.kitty if these.kitty_exposed else ()):
            yield call
    others = tuple(player for player in truth.hands if player != truth.declarer)
    kinds = (mighty.Call("first_trick"), mighty.Call("player", player=random.choice(others)), mighty.Call("none"))
    legal = [call for call in kinds if mighty.can_call(these, truth.bid, call)]
    yield from legal


# --- The play ---


def play(truth: Truth, random: Random) -> None:
    """Every trick, with offences here and there, announcements and orders."""
    referee, conditions = Naive(truth.rules, truth.bid.trump), Conditions(truth.rules, truth.bid.trump)
    hands = {player: list(cards) for player, cards in truth.hands.items()}
    sloppy = random.choice([0, 0, 0.05, 0.3])
    leader = truth.declarer
    for number in range(1, truth.rules.setting.tricks + 1):
        order(truth, number, random)
        made: list[Play] = []
        for player in turns_from(truth.active, leader):
            held = hands[player]
            legal = referee.follows(number, made, held) if made else referee.leads(number, held)
            wrong = {card for card in held if card not in legal and not forbidden(referee, number, made, card)}
            card = random.choice([*sorted(wrong if wrong and random.random() < sloppy else legal, key=str)])
            if card in wrong:
                truth.guilty.add(player)
            held.remove(card)
            made.append(with_words(conditions, number, made, player, card, random))
            find(truth, made[-1], number)
        truth.tricks.append(tuple(made))
        leader = made[referee.winner(number, made)].player
        truth.winners.append(leader)
        announce(truth, leader, hands[leader], number, random)


def forbidden(referee: Naive, number: int, made: Sequence[Play], card: Card) -> bool:
    """Whether everyone sees at once that nobody may play it, so that it is taken back."""
    if number > 1:
        return False
    return (
        card not in referee.leads(1, [card, *fillers(referee, card)])
        if not made
        else (card == JOKER and referee.rules.joker_first_last == "forbidden")
    )


def fillers(referee: Naive, card: Card) -> list[Card]:
    """Trumps, with which nothing else is held."""
    return [one for one in referee.trumps if one != card]


def with_words(
    conditions: Conditions, number: int, made: Sequence[Play], player: int, card: Card, random: Random
) -> Play:
    """The card with what its leader says."""
    names = conditions.suits_to_name(number) if card == JOKER and not made else ()
    calls_it = not made and conditions.may_call_joker(number, card) and random.random() < 0.5
    return Play(player, card, random.choice(names) if names else None, calls_it)


def find(truth: Truth, made: Play, number: int) -> None:
    """The first copy of a called card that is not the declarer's shows a friend."""
    known = {one.card for one in truth.found}
    if made.card in truth.call.cards and made.player != truth.declarer and made.card not in known:
        truth.found.append(Found(made.player, made.card, number))


def announce(truth: Truth, winner: int, held: Sequence[Card], number: int, random: Random) -> None:
    """Who has a called card may say so on winning points."""
    known = {one.card for one in truth.found}
    have = [card for card in truth.call.cards if card in held and card not in known]
    may = truth.rules.friend_may_announce and winner != truth.declarer and points_of(truth.tricks[-1])
    if have and may and random.random() < 0.4:
        truth.found.append(Found(winner, random.choice(have), number, announced=True))


def order(truth: Truth, number: int, random: Random) -> None:
    """The declarer tells the friend to win a trick, unless everyone knows that there is none."""
    alone = truth.call.kind == "none" or (truth.call.kind == "first_trick" and number > 1 and not truth.friends)
    gone = [play.card for plays in truth.tricks for play in plays if play.player == truth.declarer]
    gone += truth.kitty if truth.rules.kitty_exposed else ()
    alone |= bool(truth.call.cards) and {*truth.call.cards} <= {*gone} and not truth.found
    allowed = mighty.may_order_win(truth.rules, truth.bid) and len(truth.ordered) < win_orders(truth.rules)
    if allowed and not alone and random.random() < 0.2:
        truth.ordered.add(number)
