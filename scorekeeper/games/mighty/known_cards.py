"""The cards as the table knows them: their owners, and those that can still be in a hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import is_point
from scorekeeper.games.mighty.trick import Play, Trick, count_points_won, number_plays, trick_points
from scorekeeper.values import derived

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


class FriendReport(NamedTuple):
    """A report that `player` is a friend by `card`, which is None where nobody recorded the card.

    It came in `trick`, before the card at `place`. A friend who has not `announced` it has played the card.
    """

    player: Player
    trick: int
    place: int
    card: Card | None
    announced: bool


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The evidence of whose a card was: recorded plays, the `kitty` where it was exposed, and the reports `told`.

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
        """Every recorded play, with the number of its trick and its place there."""
        return number_plays((*(trick.plays for trick in self.tricks), self.table))

    @derived
    def players_of_cards(self) -> Mapping[Card, tuple[Player, ...]]:
        """The players of each copy of every recorded card."""
        players: dict[Card, tuple[Player, ...]] = {}
        for *_, play in self.plays:
            players[play.card] = (*players.get(play.card, ()), play.player)
        return players

    def players_of(self, card: Card) -> tuple[Player, ...]:
        """Return the players of each recorded copy of `card`."""
        return self.players_of_cards.get(card, ())

    def count_own(self, card: Card) -> int:
        """Count the copies of `card` that are certainly the declarer's."""
        kept = self.players_of(card).count(self.declarer) + (self.discards or ()).count(card)
        return max(kept, self.kitty.count(card))

    def is_own(self, card: Card) -> bool:
        """Return whether nobody but the declarer can have `card`."""
        return self.count_own(card) >= self.copies.get(card, 1)

    def count_others(self, card: Card) -> int:
        """Count the copies of `card` played by others than the declarer."""
        unwritten = sum(self.is_unwritten(told) for told in self.told if told.card == card)
        return sum(player != self.declarer for player in self.players_of(card)) + unwritten

    def count_gone(self, card: Card) -> int:
        """Count the copies of `card` that have been played, those known by a report alone included."""
        return self.players_of(card).count(self.declarer) + self.count_others(card)

    def is_gone(self, card: Card) -> bool:
        """Return whether every copy of `card` has been played."""
        return self.count_gone(card) >= self.copies.get(card, 1)

    def add_play(self, play: Play) -> "KnownCards":
        """Return the known cards after one more play."""
        return replace(self, table=(*self.table, play))

    def may_have(self, player: Player, card: Card) -> bool:
        """Return whether `player`, not the declarer, can have had `card`: a copy is not known to be another's."""
        elsewhere = sum(one not in (player, self.declarer) for one in self.players_of(card))
        return self.count_own(card) + elsewhere < self.copies.get(card, 0)

    def is_unwritten(self, told: FriendReport) -> bool:
        """Return whether the card of a report was played in a trick without recorded cards.

        In the trick of the report the card may still be recorded later.
        """
        until = (play for trick, _, play in self.plays if trick <= told.trick)
        written = any((play.player, play.card) == (told.player, told.card) for play in until)
        return not told.announced and not written and any(not trick.plays for trick in self.tricks[: told.trick])

    def may_be_true(self, told: FriendReport) -> bool:
        """Return whether a report may be true, by the recorded cards."""
        return told.card is None or self.may_have(told.player, told.card)


# --- What is still to come ---


def points_left(hand: "Hand") -> int:
    """The points that are in no whole trick yet: in hands, on the table, and among the discards."""
    return hand.rules.setting.points - count_points_won(hand.active, hand.tricks)


def points_hidden(hand: "Hand") -> int:
    """The points that no trick has shown yet, not even the one on the table."""
    return points_left(hand) - trick_points(hand.table)


def cards_to_play(hand: "Hand") -> int:
    """Return the number of cards still to be played."""
    setting = hand.rules.setting
    return setting.active * (setting.tricks - len(hand.tricks)) - len(hand.table)


@collect_problems
def check_card_left(hand: "Hand", player: Player, card: Card) -> Iterator[Problem]:
    """Yield every reason why `player` cannot have `card`: it is elsewhere, or its points contradict those left."""
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


@collect_problems
def check_not_elsewhere(hand: "Hand", player: Player, card: Card) -> Iterator[Problem]:
    """Yield a problem when every copy of `card` is known to be elsewhere."""
    copies, known = hand.rules.setting.copies[card], hand.known.add_play(Play(player, card))
    on_table = sum(play.card == card for play in hand.table)
    if on_table < copies < known.count_gone(card):  # all on the table: the trick itself tells
        yield problem("play.gone", card=card)
    elif player != hand.declarer and known.count_others(card) + known.kitty.count(card) > copies:
        yield problem("play.in_kitty", card=card, declarer=hand.declarer)
