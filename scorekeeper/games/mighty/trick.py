"""The winner of a trick, the reason, and its points (pagat, The Play; korean40, 2-3)."""

from collections.abc import Container, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import COLOURS, Colour, is_point
from scorekeeper.games.mighty.conditions import Conditions, check_trick_number
from scorekeeper.games.packs import check_in_pack
from scorekeeper.messages import Message, message


class Power(IntEnum):
    """The power of a card in its trick, from the lowest to the highest; cards of equal power go by rank.

    The lower joker is that of the other colour than trumps, where there are two kinds.
    """

    NONE, SUIT, LOWER_JOKER, TRUMP, JOKER, MIGHTY = range(6)


Led = Suit | Colour | None
"""The suit to follow, or the colour, either suit of which follows; None while any card may be played."""


def is_of(card: Card, led: Led) -> bool:
    """Return whether `card` follows what was led."""
    return card.suit is not None and (card.suit in led.suits if isinstance(led, Colour) else card.suit is led)


def asked_for(card: Card, suit: Suit | None) -> Led:
    """Return what the leader of the joker `card` asks for with these words: without any, its colour if it has one."""
    return suit or COLOURS.get(card)


class Play(NamedTuple):
    """A card played, with what its player says when leading it.

    `suit` is the one that the leader of the joker names, None for any card, or any of the colour of one of two jokers.
    `calls_joker` is whether the leader of the joker call calls the joker.
    """

    player: Player
    card: Card
    suit: Suit | None = None
    calls_joker: bool = False

    @property
    def asked(self) -> Led:
        """The suit or the colour for which the leader of a joker asks; None for any card."""
        return asked_for(self.card, self.suit)


class Trick(NamedTuple):
    """A finished trick: its winner, its points, and its plays where they were written down."""

    winner: Player
    points: int
    plays: tuple[Play, ...] = ()


def number_plays(tricks: Iterable[Sequence[Play]]) -> Iterator[tuple[int, int, Play]]:
    """Yield every play with the number of its trick and its place there."""
    return ((trick, place, play) for trick, plays in enumerate(tricks, 1) for place, play in enumerate(plays))


def find_led_suit(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Led:
    """Return the suit to follow, or the colour; None while any card may be played.

    When the joker is led without power, and its leader may not name a suit, the next card that has one sets it.
    """
    lead = plays[0]
    if lead.card.suit:
        return lead.card.suit
    if conditions.leader_names_suit(trick):
        return asked_for(lead.card, lead.suit)
    return next((play.card.suit for play in plays if play.card.suit), None)


def find_called_joker(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Card | None:
    """Return the joker that must be played to the trick."""
    return conditions.find_called_joker(trick, plays[0].card, plays[0].calls_joker)


class Strength(NamedTuple):
    """The strength of a card in its trick."""

    power: Power
    rank: Rank


BEATS_NOTHING = Strength(Power.NONE, Rank.TWO)


def compute_strengths(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Iterator[Strength]:
    """Yield the strength of each card. Cards that beat nothing are equal."""
    led = find_led_suit(conditions, trick, plays)
    called = find_called_joker(conditions, trick, plays)
    mighty = None if conditions.is_mighty_plain(trick) else conditions.mighty
    for place, play in enumerate(plays):
        card = play.card
        if card.suit is None:
            lamed = card == called and conditions.rules.called_joker == "powerless"
            strong = not lamed and conditions.is_joker_strong(trick, led=not place)
            power = find_joker_power(conditions, card, led) if strong else Power.NONE
            yield Strength(power, card.rank) if power else BEATS_NOTHING
        elif card == mighty:
            yield Strength(Power.MIGHTY, card.rank)
        elif card.suit is conditions.trump:
            yield Strength(Power.TRUMP, card.rank)
        else:
            yield Strength(Power.SUIT, card.rank) if is_of(card, led) else BEATS_NOTHING


def find_joker_power(conditions: Conditions, joker: Card, led: Led) -> Power:
    """Return the power of a joker that has any: of two, that of the trumps' colour is above trumps.

    Without trumps the colour led takes their place, and the other joker may be below the suit led (groups, Two jokers).
    """
    colour = COLOURS.get(joker)
    if colour is None or colour is COLOURS.get(conditions.trump or led):
        return Power.JOKER
    below = conditions.trump is None and conditions.rules.other_joker == "below_suit"
    return Power.NONE if below else Power.LOWER_JOKER


def find_winning_place(conditions: Conditions, trick: int, plays: Sequence[Play]) -> int:
    """Return the index of the winning play so far; of equal cards, the first.

    A joker led without power wins when every other card is powerless against the suit its leader named.
    """
    standing = list(compute_strengths(conditions, trick, plays))
    return standing.index(max(standing))


def find_winner(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Player:
    """Return the winner of the trick, or of the plays so far."""
    return plays[find_winning_place(conditions, trick, plays)].player


class Winner(NamedTuple):
    """The winner of a trick, and the rule by which their card is the highest."""

    player: Player
    why: Message


def explain_winner(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Winner:
    """Return the winner of the plays so far and the reason. Raises `RuleError` with every problem of `check_plays`."""
    refuse(check_plays(conditions, trick, plays))
    standing = list(compute_strengths(conditions, trick, plays))
    highest = max(standing)
    play, led = plays[standing.index(highest)], find_led_suit(conditions, trick, plays)
    match highest.power:
        case Power.MIGHTY:
            why = message("trick.mighty", card=play.card)
        case Power.JOKER if play.card in COLOURS:
            why = message("trick.joker_of_colour", card=play.card)
        case Power.JOKER:
            why = message("trick.joker")
        case Power.LOWER_JOKER:
            why = message("trick.lower_joker", card=play.card)
        case Power.TRUMP:
            why = message("trick.highest_trump", card=play.card)
        case Power.SUIT:
            why = message("trick.highest_of_suit", card=play.card, suit=led)
        case Power.NONE if led is None:
            why = message("trick.joker_alone")
        case Power.NONE:
            why = message("trick.nobody_followed", suit=led)
    return Winner(play.player, why)


def trick_points(plays: Sequence[Play]) -> int:
    """Return the number of point cards among the plays."""
    return sum(is_point(play.card) for play in plays)


def count_points_won(players: Container[Player], tricks: Sequence[Trick]) -> int:
    """The points in the tricks that `players` have won."""
    return sum(trick.points for trick in tricks if trick.winner in players)


def judge_trick(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Trick:
    """Return the trick of the plays so far, with its winner and points.

    Legality of the plays is not checked. Raises `RuleError` with every problem of `check_plays`.
    """
    refuse(check_plays(conditions, trick, plays))
    return build_trick(conditions, trick, plays)


def build_trick(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Trick:
    """Return the trick of checked plays, with its winner and points."""
    return Trick(find_winner(conditions, trick, plays), trick_points(plays), tuple(plays))


@collect_problems
def check_plays(
    conditions: Conditions, trick: int, plays: Sequence[Play], *, complete: bool = False
) -> Iterator[Problem]:
    """Yield every reason why `plays` cannot be a trick so far, or a `complete` one, legal or not."""
    yield from check_trick_number(conditions, trick)
    yield from check_players(conditions, [play.player for play in plays], complete=complete)
    if not plays and not complete:
        yield problem("trick.nothing_led")
    yield from check_in_pack(conditions.rules.setting.copies, [play.card for play in plays])


@collect_problems
def check_players(
    conditions: Conditions, players: Sequence[Player | None], *, complete: bool = False
) -> Iterator[Problem]:
    """Yield a problem for too many or too few players of a trick, and for each who played twice.

    None is someone who is not named.
    """
    active = conditions.rules.setting.active
    if len(players) > active or (complete and len(players) < active):
        yield problem("trick.count", count=len(players), needed=active)
    twice = (player for player in dict.fromkeys(players) if players.count(player) > 1)
    yield from (problem("trick.player_twice", player=player) for player in twice)
