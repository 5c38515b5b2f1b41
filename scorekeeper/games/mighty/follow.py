"""How a lead is followed: the suit while it lasts, the mighty and the joker at any time (S0, The Play).

A trick to which nothing was played yet is led: `leads` answers for it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card, Suit
from scorekeeper.errors import Problem, collected, problem, refuse
from scorekeeper.games.mighty.conditions import (
    ANY_JOKERS,
    Conditions,
    Jokers,
    check_hand,
    check_held,
    check_joker_time,
    count_jokers,
)
from scorekeeper.games.mighty.leads import check_lead, lead_problems
from scorekeeper.games.mighty.trick import Play, check_players, joker_called, suit_led


@dataclass(frozen=True, slots=True)
class Duty:
    """What a trick asks of the next to play, whatever they hold: to follow `suit`, or to play a called joker.

    `mighty` is the card that need not follow, None while the mighty is an ordinary ace.
    """

    trick: int
    suit: Suit | None
    joker_called: bool
    mighty: Card | None


def duty(conditions: Conditions, trick: int, plays: Sequence[Play]) -> Duty:
    """What the trick asks of the next to play, after the plays so far."""
    mighty = None if conditions.mighty_is_plain(trick) else conditions.mighty
    return Duty(trick, suit_led(conditions, trick, plays), joker_called(conditions, trick, plays), mighty)


@collected
def check_follow(
    conditions: Conditions, trick: int, plays: Sequence[Play], play: Play, hand: Sequence[Card] | None = None
) -> Iterator[Problem]:
    """Every reason why `play` may not follow `plays`. Without the player's hand, those that are true of any.

    Where nothing was played yet, every reason why it may not be led.
    """
    if not plays:
        yield from check_lead(conditions, trick, play, hand)
        return
    yield from check_players(conditions, [made.player for made in (*plays, play)])
    yield from check_held(conditions, trick, play.card, hand, [made.card for made in plays])
    yield from check_followed(conditions, duty(conditions, trick, plays), play.card, hand or ())
    if play.suit:
        yield problem("follow.names_suit")
    if play.calls_joker:
        yield problem("follow.calls_joker")


def can_follow(
    conditions: Conditions, trick: int, plays: Sequence[Play], play: Play, hand: Sequence[Card] | None = None
) -> bool:
    """Whether `play` may follow `plays`, or be led where there are none."""
    return not check_follow(conditions, trick, plays, play, hand)


def card_problems(
    conditions: Conditions, trick: int, plays: Sequence[Play], hand: Sequence[Card]
) -> Mapping[Card, tuple[Problem, ...]]:
    """Every card of `hand` with the reasons against playing it after `plays`; none means that it may be played.

    Raises `RuleError` when it cannot be a hand, or nobody plays to the trick any more.
    """
    if not plays:
        return lead_problems(conditions, trick, hand)
    next_too = [*(made.player for made in plays), None]
    refuse((*check_players(conditions, next_too), *check_hand(conditions, trick, hand, [made.card for made in plays])))
    asked = duty(conditions, trick, plays)
    held = follower_with(asked, hand)
    return {card: tuple(against_following(conditions, asked, card, held)) for card in dict.fromkeys(hand)}


def legal_cards(conditions: Conditions, trick: int, plays: Sequence[Play], hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `hand` that may be played after `plays`, at least one. Raises as `card_problems`."""
    return tuple(card for card, problems in card_problems(conditions, trick, plays, hand).items() if not problems)


@collected
def check_followed(conditions: Conditions, asked: Duty, card: Card, hand: Sequence[Card]) -> Iterator[Problem]:
    """Every reason against following with `card` that these cards of its hand give: all of them, or those known."""
    return against_following(conditions, asked, card, follower_with(asked, hand))


class Follower(NamedTuple):
    """What matters of a hand: its jokers, whether it can follow without the mighty, or with the mighty alone."""

    jokers: Jokers
    follows: bool
    only_mighty_follows: bool


def follower_with(asked: Duty, hand: Sequence[Card]) -> Follower:
    """What a hand, or as much of it as is known, says about a card. More of it never makes a card legal again."""
    of_suit = [card for card in hand if card.suit is asked.suit] if asked.suit else []
    follows = any(card != asked.mighty for card in of_suit)
    return Follower(count_jokers(hand), follows, bool(of_suit) and not follows)


def against_following(conditions: Conditions, asked: Duty, card: Card, held: Follower) -> Iterator[Problem]:
    """Every reason against following with `card` from what is known of the hand."""
    yield from check_joker_time(conditions, asked.trick, card, held.jokers)
    if card == JOKER:
        return
    is_mighty = card == asked.mighty
    if asked.joker_called and held.jokers.total and not (is_mighty and conditions.rules.mighty_saves_joker):
        yield problem("follow.joker_called")
    if is_mighty or asked.suit is None or card.suit is asked.suit:
        return
    if held.follows:
        yield problem("follow.suit", suit=asked.suit)
    elif held.only_mighty_follows and conditions.rules.lone_mighty_must_follow:
        yield problem("follow.lone_mighty", card=asked.mighty)


def anyone_may_follow(conditions: Conditions, asked: Duty, card: Card) -> bool:
    """Whether no hand forbids following with `card`."""
    return not any(against_following(conditions, asked, card, STRICTEST))


STRICTEST = Follower(ANY_JOKERS, follows=True, only_mighty_follows=False)
"""A hand that forbids as much as any could."""
