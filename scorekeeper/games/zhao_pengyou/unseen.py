"""Which cards can still be in somebody's hand: none that were played or discarded, and none that others have shown."""

from collections import Counter
from collections.abc import Iterator, Sequence

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.packs import check_counts
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.setup import POINTS
from scorekeeper.games.zhao_pengyou.trumps import shown_copies


def gone(hand: Hand) -> Counter[Card]:
    """The copies of each card that were played, lie on the table, or are written down as discards."""
    cards = Counter(hand.record.played)
    cards.update(hand.buried or ())
    for play in hand.table:
        cards.update(play.cards)
    return cards


def most_points(hand: Hand, count: int, playing: Sequence[Card] = ()) -> int:
    """The most points that `count` of the cards not gone can have, when `playing` are going now."""
    seen = gone(hand) + Counter(playing)
    copies = hand.setting.copies
    worth = [POINTS[card.rank] for card in copies if card.rank in POINTS for _ in range(copies[card] - seen[card])]
    return sum(sorted(worth, reverse=True)[:count])


@collected
def check_left(hand: Hand, player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `player` cannot have `cards` in hand still."""
    if len(cards) > hand.cards_left:
        yield problem("play.too_many", player=player, count=len(cards), left=hand.cards_left)
    yield from check_unseen(hand, player, cards)


@collected
def check_unseen(hand: Hand, player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `player` cannot have so many of each card: they are gone, or others must have them."""
    before, held, copies = gone(hand), Counter(cards), hand.setting.copies
    problems = check_counts(copies, {card: before[card] + count for card, count in held.items()})
    yield from problems
    for card, count in () if problems else held.items():
        left = copies[card] - before[card] - kept_by_others(hand, player, card)
        if count > left:
            yield problem("trumps.others_hold", card=card, left=left)


def kept_by_others(hand: Hand, player: Player, card: Card) -> int:
    """How many copies of `card` others than `player` have shown, beside those that were written down as used."""
    shown = had(hand, card)
    return sum(max(0, copies - used(hand, other, card)) for other, copies in shown.items() if other != player)


def had(hand: Hand, card: Card) -> Counter[Player]:
    """How many copies of `card` each player must have had: exposed in the deal, turned up, or played as a friend."""
    found = zip(hand.calls, hand.found, strict=True)
    revealed = Counter(player for call, player in found if player is not None and call.card == card)
    turned = Counter({hand.maker: hand.turned.count(card)} if hand.maker is not None else {})
    return Counter(shown_copies(hand.making, card)) | turned | revealed


def could_have_played(hand: Hand, player: Player, card: Card) -> bool:
    """Whether `player` has played `card`, or could have where nobody wrote it down."""
    left = hand.setting.copies.get(card, 0) - gone(hand)[card] - kept_by_others(hand, player, card)
    return left > 0 or used(hand, player, card) > 0


def used(hand: Hand, player: Player, card: Card) -> int:
    """How many copies of `card` were written down when `player` played or discarded them."""
    plays = (*(play for trick in hand.tricks for play in trick.plays), *hand.table)
    buried = hand.buried if hand.buried and player == hand.maker else ()
    return buried.count(card) + sum(play.cards.count(card) for play in plays if play.player == player)
