"""A throw at the table: what beats it is shown, or it is only told that something did."""

from collections.abc import Iterator, Sequence

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.outcome import check_withdrawn
from scorekeeper.games.zhao_pengyou.throws import beaten_parts
from scorekeeper.games.zhao_pengyou.unseen import check_left


@collected
def check_challenge(hand: Hand, player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `player` cannot show `cards` against the throw that was led."""
    lead = hand.lead
    if player not in hand.seats:
        yield problem("throw.not_seated", player=player)
    if lead is None or lead.kind != "throw":
        yield problem("throw.none_led")
        return
    if len(hand.table) > 1:
        yield problem("throw.too_late")
    if player == hand.table[0].player:
        yield problem("throw.own", player=player)
    wrong = check_left(hand, player, cards)
    yield from wrong
    if not wrong and not beaten_parts(hand.conditions, lead, cards):
        yield problem("throw.not_beaten", cards=cards)


@collected
def check_told(hand: Hand, player: Player, taken_back: int) -> Iterator[Problem]:
    """Why it cannot be told that a throw of `player` was beaten.

    It may have been led in any trick, recorded or not. A throw that lies on the table is beaten by cards.
    """
    if player not in hand.seats:
        yield problem("throw.not_seated", player=player)
    elif hand.lead_may_go_back and player == hand.table[0].player:
        yield problem("throw.on_the_table")
    yield from check_withdrawn(hand.rules, hand.setting.hand_size, taken_back)
