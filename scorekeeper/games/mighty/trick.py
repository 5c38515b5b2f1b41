"""The winner of a trick, the reason, and its points (pagat, The Play; korean40, 2-3)."""

from collections.abc import Container, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from scorekeeper.cards import JOKER, Card, Rank, Suit
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import check_type, is_point
from scorekeeper.games.mighty.conditions import Conditions, check_trick_number
from scorekeeper.games.packs import check_in_pack
from scorekeeper.messages import Message, message


class Power(IntEnum):
    """The power of a card in its trick, from the lowest to the highest; cards of equal power go by rank."""

    NONE, SUIT, TRUMP, JOKER, MIGHTY = range(5)


class Play(NamedTuple):
    """A card played, with what its player says when leading it.

    `suit` is the one that the leader of the joker names, None for any card. `calls_joker` is whether the leader
    of the joker call calls the joker.
    """

    player: Player
    card: Card
    suit: Suit | None = None
    calls_joker: bool = False


class Trick(NamedTuple):
    """A finished trick: its winner, its points, and its plays where they were written down."""

    winner: Player
    points: int
    plays: tuple[Play, ...] = ()


def number_plays(tricks: Iterable[Sequence[Play]]) -> Iterator[tuple[int, int, Play]]:
    """Yield every play with the number of its trick and its place there."""
    return ((trick, place, play) for trick, plays in enumerate(tricks, 1) for place, play in enumerate(plays))


def find_led_suit(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Suit | None:
    """Return the suit to follow, None while any card may be played.

    When the joker is led without power, and its leader may not name a suit, the next card that has one sets it.
    """
    lead = plays[0]
    if lead.card != JOKER:
        return lead.card.suit
    if conditions.leader_names_suit(trick):
        return lead.suit
    return next((play.card.suit for play in plays if play.card.suit), None)


def is_joker_called(conditions: Conditions, trick: int, plays: Sequence[Play]) -> bool:
    """Return whether the joker must be played to the trick."""
    return conditions.calls_joker(trick, plays[0].card, plays[0].calls_joker)


class Strength(NamedTuple):
    """The strength of a card in its trick."""

    power: Power
    rank: Rank


BEATS_NOTHING = Strength(Power.NONE, Rank.TWO)


def compute_strengths(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Iterator[Strength]:
    """Yield the strength of each card. Cards that beat nothing are equal."""
    led = find_led_suit(conditions, trick, plays)
    called = is_joker_called(conditions, trick, plays)
    mighty = None if conditions.is_mighty_plain(trick) else conditions.mighty
    for place, play in enumerate(plays):
        card = play.card
        if card == JOKER:
            lamed = called and conditions.rules.called_joker == "powerless"
            strong = not lamed and conditions.is_joker_strong(trick, led=not place)
            yield Strength(Power.JOKER, card.rank) if strong else BEATS_NOTHING
        elif card == mighty:
            yield Strength(Power.MIGHTY, card.rank)
        elif card.suit is conditions.trump:
            yield Strength(Power.TRUMP, card.rank)
        else:
            yield Strength(Power.SUIT, card.rank) if card.suit is led else BEATS_NOTHING


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
        case Power.JOKER:
            why = message("trick.joker")
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


def check_play_types(plays: Sequence[Any]) -> tuple[Problem, ...]:
    """Return a problem for the first of `plays` that is no play, or whose card or suit is of a wrong type."""
    card: Any
    suit: Any
    for play in plays:
        if not isinstance(play, Play):
            return check_type(Play, play)
        card, suit = play.card, play.suit
        if not isinstance(card, Card):
            return check_type(Card, card)
        if not (suit is None or isinstance(suit, Suit)):
            return check_type(Suit, suit)
    return ()


@collect_problems
def check_plays(
    conditions: Conditions, trick: int, plays: Sequence[Play], *, complete: bool = False
) -> Iterator[Problem]:
    """Yield every reason why `plays` cannot be a trick so far, or a `complete` one, legal or not."""
    yield from check_trick_number(conditions, trick)
    if wrong := check_play_types(plays):
        yield from wrong
        return
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
