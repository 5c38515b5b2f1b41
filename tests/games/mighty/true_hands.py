"""Whole hands as they happen at a table, with real cards from the deal on, played by chance.

The library says what may be bid, changed and called; who drops out, what is played, who is a friend and who has which
points is found here, from the cards.
"""

from collections.abc import Iterator, Sequence
from random import Random

from scorekeeper.cards import Card
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import MAGIC
from scorekeeper.games.seats import players_from
from scorekeeper.house_rules import house_rules
from tests.cases import require
from tests.games.mighty.play import seats_for
from tests.games.mighty.true_play import play_tricks
from tests.games.mighty.truth import Truth

FLIPPED = {key: rule for key, rule in house_rules(mighty.Rules).items() if rule.block not in ("players", "session")}
"""The house rules that are drawn at random."""


def random_rules(preset: str, random: Random) -> mighty.Rules:
    """A preset with some house rules flipped, as far as they can stand together."""
    these = mighty.PRESETS[preset].rules
    for key in random.sample(list(FLIPPED), random.choice([0, 4, 12])):
        try:
            these = these.change({key: random.choice(list(FLIPPED[key].choices))})
        except RuleError:
            continue
    return these


def random_truth(preset: str, random: Random) -> Truth:
    """A hand of a session of which it is not the first."""
    these = random_rules(preset, random)
    seats = seats_for(these)
    hand = mighty.deal(these, mighty.Session(random.choice(seats), random.choice(seats)), seats)
    truth = Truth(these, hand)
    while not bid_in_auction(truth, hand, random):
        hand = mighty.do(truth.start, *truth.thrown_in)
    truth.pot = hand.session.pot
    if these.setting.drop_out:
        drop_out(truth, random)
    exchange(truth, random)
    play_tricks(truth, random)
    return truth


# --- The auction ---


def deal_cards(truth: Truth, seats: Sequence[int], random: Random) -> list[Card]:
    """Deals to those who bid; what is left is the kitty."""
    pack = list(truth.rules.setting.pack)
    random.shuffle(pack)
    size = truth.rules.setting.hand_size
    truth.hands = {player: pack[place * size : (place + 1) * size] for place, player in enumerate(seats)}
    return pack[len(seats) * size :]


def bid_in_auction(truth: Truth, hand: mighty.Hand, random: Random) -> bool:
    """Play the auction of a deal, and return whether it found a declarer."""
    undealt = deal_cards(truth, hand.auction.seats, random)
    eager, poor = random.choice([0.15, 0.5, 0.8]), random.choice([0.0, 0.1])
    said: list[mighty.Move] = []
    first = hand
    while hand.phase == "auction":
        player = require(hand.auction.turn)
        bids = mighty.legal_bids(hand.auction)
        claim = mighty.ClaimRedeal(player, shown_hand(truth, player, random))
        if random.random() < poor and mighty.can(hand, claim):
            said.append(claim)
        elif random.random() < eager or not mighty.can_pass(hand.auction, player):
            said.append(mighty.PlaceBid(player, random.choice(bids[: random.choice([1, 6, len(bids)])])))
        else:
            said.append(mighty.Pass(player))
        hand = mighty.do(hand, said[-1])
        if hand.phase == "claim":
            said.append(answer_claim(hand, random))
            hand = mighty.do(hand, said[-1])
        if hand.redeals > first.redeals:
            truth.thrown_in += said
            return False
    late = [player for player in hand.auction.seats if player not in {call.player for call in hand.auction.calls}]
    for player in late:
        claim = mighty.ClaimRedeal(player, shown_hand(truth, player, random))
        if random.random() < 0.1 and mighty.can(hand, claim):
            said.append(claim)
            after_it = mighty.do(hand, claim)
            truth.thrown_in += said if after_it.phase == "auction" else [*said, mighty.AcceptClaim()]
            return False
    assert hand.declarer is not None
    assert hand.contract_bid is not None
    truth.calls, truth.declarer, truth.won, truth.kitty = said, hand.declarer, hand.contract_bid, tuple(undealt)
    return True


def shown_hand(truth: Truth, player: int, random: Random) -> tuple[Card, ...] | None:
    """The hand with which a redeal is claimed, where it is written down; where it is not good for one, it is not."""
    cards = tuple(truth.hands[player])
    return cards if mighty.value_hand(truth.rules, cards).qualifies and random.random() < 0.7 else None


def answer_claim(hand: mighty.Hand, random: Random) -> mighty.Move:
    """A claim is accepted, or answered with a bid of everything."""
    highest = hand.rules.setting.points
    answers = [mighty.AnswerClaim(player, mighty.Bid(highest, random.choice(mighty.TRUMPS))) for player in hand.active]
    legal = [one for one in answers if mighty.can(hand, one)]
    return random.choice(legal) if legal and random.random() < 0.5 else mighty.AcceptClaim()


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
        truth.named.append(mighty.NameCard(card, holder))
        if holder is not None and holder not in truth.dropped:
            truth.dropped += (holder,)
    again = [*truth.kitty, *(card for player in truth.dropped for card in truth.hands.pop(player))]
    random.shuffle(again)
    for player, cards in truth.hands.items():
        while player != truth.declarer and len(cards) < setting.tricks:
            cards.append(again.pop())
    truth.kitty = tuple(again)


def random_change(truth: Truth, random: Random, *, before_kitty: bool) -> mighty.Bid | None:
    """A change of the contract, of many that are possible."""
    possible = mighty.lowest_changes(truth.rules, truth.bid, before_kitty=before_kitty)
    legal = [bid for bid in possible.values() if bid and bid != truth.bid]
    if not legal or random.random() < 0.5:
        return None
    lowest = random.choice(legal)
    return (
        mighty.Bid(random.randint(lowest.level, truth.rules.highest_level), lowest.trump)
        if (random.random() < 0.2)
        else lowest
    )


def exchange(truth: Truth, random: Random) -> None:
    """The kitty, the contract, the discards, which often are magic cards where these are held, and the call."""
    truth.early = random_change(truth, random, before_kitty=True)
    truth.late = random_change(truth, random, before_kitty=False)
    cards = [*truth.hands[truth.declarer], *truth.kitty]
    random.shuffle(cards)
    if random.random() < 0.4:
        magic = [card for cards in MAGIC.values() for card in cards(truth.rules.setting, truth.bid.trump)]
        cards.sort(key=lambda card: card not in magic)
    count = truth.rules.setting.discards
    truth.discards, kept = tuple(cards[:count]), cards[count:]
    truth.hands = {truth.declarer: kept} | {
        player: truth.hands[player]
        for player in seats_from_declarer(truth.start.seats, truth)
        if player != truth.declarer
    }
    if all(card.suit in (None, truth.bid.trump) for card in kept):
        truth.guilty.add(truth.declarer)
    truth.call = random.choice(list(random_call(truth, random)))


def seats_from_declarer(seats: tuple[int, ...], truth: Truth) -> tuple[int, ...]:
    """Return the players in order of turn from the declarer."""
    return tuple(player for player in players_from(seats, truth.declarer) if player in truth.hands)


def random_call(truth: Truth, random: Random) -> Iterator[mighty.Call]:
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
    yield from [call for call in kinds if mighty.can_call(these, truth.bid, call)]
