"""Who drops out after the auction, by the cards that the declarer names (S0, Six players: first version; Seven)."""

from collections.abc import Iterator

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.packs import check_in_pack


@collected
def check_named(hand: Hand, card: Card, holder: Player | None) -> Iterator[Problem]:
    """Every reason why the declarer cannot name `card`, or why `holder` cannot hold it.

    Someone who is out already may hold it too: then it does not count, and another card must be named.
    """
    setting = hand.rules.setting
    with_holder = sum(named.holder == holder for named in hand.named)
    yield from check_in_pack(setting.copies, (card,))
    if any(named.card == card for named in hand.named):
        yield problem("drop.named_already", card=card)
    elif holder is None and with_holder >= setting.kitty:
        yield problem("drop.all_undealt", card=card, most=setting.kitty)
    elif holder is not None and with_holder >= setting.hand_size:
        yield problem("drop.whole_hand", card=card, holder=holder, most=setting.hand_size)
    if holder is not None and holder == hand.declarer:
        yield problem("drop.own_card", declarer=holder)
    elif holder is not None and holder not in hand.auction.seats:
        yield problem("drop.not_seated", player=holder)


@collected
def check_dropped(hand: Hand, player: Player) -> Iterator[Problem]:
    """Every reason why `player` cannot drop out."""
    if player not in hand.auction.seats:
        yield problem("drop.not_seated", player=player)
    elif player == hand.declarer:
        yield problem("drop.declarer", declarer=player)
    elif player in hand.dropped:
        yield problem("drop.already", player=player)
    elif hand.still_to_drop <= 0:
        yield problem("drop.enough", player=player)


@collected
def check_all_dropped(hand: Hand) -> Iterator[Problem]:
    """Why the cards of those who drop out cannot be dealt again yet."""
    if hand.still_to_drop > 0:
        yield problem("drop.missing", missing=hand.still_to_drop)
