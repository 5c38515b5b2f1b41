"""Dropping out after the auction, by the cards that the declarer names (pagat, Six players: first version; Seven)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.packs import check_in_pack
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


class NamedCard(NamedTuple):
    """A card that the declarer named, with its holder; None when nobody held it."""

    card: Card
    holder: Player | None


@collect_problems
def check_named_card(hand: "Hand", card: Card, holder: Player | None) -> Iterator[Problem]:
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


@collect_problems
def check_drop_out(hand: "Hand", player: Player) -> Iterator[Problem]:
    """Every reason why `player` cannot drop out."""
    if player not in hand.auction.seats:
        yield problem("drop.not_seated", player=player)
    elif player == hand.declarer:
        yield problem("drop.declarer", declarer=player)
    elif player in hand.dropped:
        yield problem("drop.already", player=player)
    elif hand.still_to_drop <= 0:
        yield problem("drop.enough", player=player)


@collect_problems
def check_drop_outs_complete(hand: "Hand") -> Iterator[Problem]:
    """Yield a problem while players are still to drop out."""
    if hand.still_to_drop > 0:
        yield problem("drop.missing", missing=hand.still_to_drop)


# --- The moves ---


class NameCard(Move, tag="mighty.name_card"):
    """The declarer names a card, whose holder drops out; None when nobody holds it and another must be named."""

    card: Card
    holder: Player | None = None

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the declarer cannot name the card, or why its holder cannot hold it."""
        return check_named_card(hand, self.card, self.holder)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the named card; its holder drops out unless they are out already."""
        holders = () if self.holder is None else (self.holder,)
        dropped = tuple(dict.fromkeys((*hand.dropped, *holders)))
        return replace(hand, named=(*hand.named, NamedCard(self.card, self.holder)), dropped=dropped)

    def says(self, _before: "Hand", _after: "Hand") -> Iterable[Message]:
        """Yield the named card with its holder, if it has one."""
        told = "_undealt" if self.holder is None else ""
        yield message(f"log.mighty.name_card{told}", card=self.card, holder=self.holder)


class DropOut(Move, tag="mighty.drop_out"):
    """Short cut: a player drops out, without the card that was named."""

    player: Player

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the player cannot drop out."""
        return check_drop_out(hand, self.player)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand without the player."""
        return replace(hand, dropped=(*hand.dropped, self.player))
