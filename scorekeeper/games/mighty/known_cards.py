"""What the table knows of the cards: whose they are, and which can still be in somebody's hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import is_point
from scorekeeper.games.mighty.trick import Play, Trick, count_points_won, number_plays, trick_points
from scorekeeper.values import derived

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


class FriendReport(NamedTuple):
    """The table was told that `player` is a friend by `card`, or by which, None, nobody knows.

    That was in `trick`, before the card at `place` in it. Who has not `announced` it has played the card.
    """

    player: Player
    trick: int
    place: int
    card: Card | None
    announced: bool


@dataclass(frozen=True, slots=True)
class KnownCards:
    """What shows whose a card was: the cards written down, the `kitty` where it was exposed, and what was `told`.

    `copies` is how many of each card there are. `table` are the cards of the trick in progress, `discards` those of the
    declarer once every other card was written down.
    """

    copies: Mapping[Card, int]
    declarer: Player
    tricks: Sequence[Trick]
    table: Sequence[Play]
    kitty: Sequence[Card]
    discards: Sequence[Card] | None
    told: Sequence[FriendReport]

    @property
    def plays(self) -> Iterator[tuple[int, int, Play]]:
        """Every play that was written down, with the number of its trick and its place there."""
        return number_plays((*(trick.plays for trick in self.tricks), self.table))

    @derived
    def players_of_cards(self) -> Mapping[Card, tuple[Player, ...]]:
        """Who played each copy of the cards that were written down."""
        players: dict[Card, tuple[Player, ...]] = {}
        for *_, play in self.plays:
            players[play.card] = (*players.get(play.card, ()), play.player)
        return players

    def players_of(self, card: Card) -> tuple[Player, ...]:
        """Who played each copy of `card` that was written down."""
        return self.players_of_cards.get(card, ())

    def count_own(self, card: Card) -> int:
        """How many copies of `card` are certainly the declarer's."""
        kept = self.players_of(card).count(self.declarer) + (self.discards or ()).count(card)
        return max(kept, self.kitty.count(card))

    def is_own(self, card: Card) -> bool:
        """Whether nobody but the declarer can have `card`."""
        return self.count_own(card) >= self.copies.get(card, 1)

    def count_others(self, card: Card) -> int:
        """How many copies of `card` have been played by others than the declarer."""
        unwritten = sum(self.is_unwritten(told) for told in self.told if told.card == card)
        return sum(player != self.declarer for player in self.players_of(card)) + unwritten

    def count_gone(self, card: Card) -> int:
        """How many copies of `card` have been played, also where only the table was told of it."""
        return self.players_of(card).count(self.declarer) + self.count_others(card)

    def is_gone(self, card: Card) -> bool:
        """Whether every copy of `card` has been played."""
        return self.count_gone(card) >= self.copies.get(card, 1)

    def add_play(self, play: Play) -> "KnownCards":
        """What is seen once `play` is made as well."""
        return replace(self, table=(*self.table, play))

    def may_have(self, player: Player, card: Card) -> bool:
        """Whether `player`, who is not the declarer, can have had `card`: a copy is not known to be somebody else's."""
        elsewhere = sum(one not in (player, self.declarer) for one in self.players_of(card))
        return self.count_own(card) + elsewhere < self.copies.get(card, 0)

    def is_unwritten(self, told: FriendReport) -> bool:
        """Whether the card by which `told` came has been played in a trick whose cards nobody wrote down.

        In the trick that went on it may still be written down after it was told of.
        """
        until = (play for trick, _, play in self.plays if trick <= told.trick)
        written = any((play.player, play.card) == (told.player, told.card) for play in until)
        return not told.announced and not written and any(not trick.plays for trick in self.tricks[: told.trick])

    def may_be_true(self, told: FriendReport) -> bool:
        """Whether what was told may be true. The cards decide, not what was said of them."""
        return told.card is None or self.may_have(told.player, told.card)


# --- What is still to come ---


def points_left(hand: "Hand") -> int:
    """The points that are in no whole trick yet: in hands, on the table, and among the discards."""
    return hand.rules.setting.points - count_points_won(hand.active, hand.tricks)


def points_hidden(hand: "Hand") -> int:
    """The points that no trick has shown yet, not even the one on the table."""
    return points_left(hand) - trick_points(hand.table)


def cards_to_play(hand: "Hand") -> int:
    """How many cards will still be played."""
    setting = hand.rules.setting
    return setting.active * (setting.tricks - len(hand.tricks)) - len(hand.table)


@collected
def check_card_left(hand: "Hand", player: Player, card: Card) -> Iterator[Problem]:
    """Why `player` cannot have `card`, or its points cannot be, whatever else they hold."""
    copies = hand.rules.setting.copies.get(card, 0)
    if not copies or not cards_to_play(hand):
        return
    told = sum(one.card == card for one in hand.told)
    if hand.played.get(card, 0) + hand.kitty.count(card) + told >= copies:
        yield from check_not_elsewhere(hand, player, card)
    hidden, others = points_hidden(hand), cards_to_play(hand) - 1 + hand.rules.setting.discards
    if is_point(card) and hidden == 0:
        yield problem("play.no_points_left", card=card)
    elif not is_point(card) and hidden > others:
        yield problem("play.only_points_left", card=card)


@collected
def check_not_elsewhere(hand: "Hand", player: Player, card: Card) -> Iterator[Problem]:
    """Why every copy of `card` is somewhere else."""
    copies, known = hand.rules.setting.copies[card], hand.known.add_play(Play(player, card))
    on_table = sum(play.card == card for play in hand.table)
    if on_table < copies < known.count_gone(card):  # all on the table: the trick itself tells
        yield problem("play.gone", card=card)
    elif player != hand.declarer and known.count_others(card) + known.kitty.count(card) > copies:
        yield problem("play.in_kitty", card=card, declarer=hand.declarer)
