"""The conditions under which tricks are played: house rules, trumps, and what they make of the mighty and joker."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.mighty.cards import COLOURS, JOKERS_BY_COLOUR, Colour, mighty_card, other_suit
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.packs import check_count, check_in_pack


@dataclass(frozen=True)
class Conditions:
    """The conditions of every question about a lead, a follow or a trick. Tricks are numbered from 1.

    Raises `RuleError` when these are no rules or no suit.
    """

    rules: Rules
    trump: Suit | None

    @cached_property
    def mighty(self) -> Card:
        """The ace of spades, or of diamonds when spades are trumps."""
        return mighty_card(self.trump)

    @cached_property
    def jokers(self) -> tuple[Card, ...]:
        """The jokers of a pack."""
        return self.rules.setting.jokers

    @cached_property
    def joker_calls(self) -> Mapping[Card, Card]:
        """The cards that may call a joker, each with the joker: of clubs, or of the house's suit under clubs.

        Each of two jokers is called by a card of its own colour (groups, Two jokers).
        """
        rank, [joker, *others] = self.rules.setting.joker_caller, self.jokers
        if others:
            suits = {Colour.BLACK: Suit.CLUBS, Colour.RED: Suit.HEARTS}
            return {
                Card(other_suit(suit) if suit is self.trump else suit, rank): JOKERS_BY_COLOUR[colour]
                for colour, suit in suits.items()
            }
        under_clubs = Suit(self.rules.joker_call_under_clubs)
        return {Card(under_clubs if self.trump is Suit.CLUBS else Suit.CLUBS, rank): joker}

    @cached_property
    def tricks(self) -> int:
        """The number of tricks."""
        return self.rules.setting.tricks

    def hand_size(self, trick: int) -> int:
        """Return the number of cards that each player holds when a trick begins."""
        return self.tricks - trick + 1

    def is_first_or_last(self, trick: int) -> bool:
        """Return whether it is the first trick or the last."""
        return trick in (1, self.tricks)

    # --- The mighty ---

    def is_mighty_plain(self, trick: int) -> bool:
        """Return whether the mighty is only the ace of its suit (pagat, Variations: Play)."""
        return trick == 1 and self.rules.mighty_first_trick == "plain"

    # --- The joker ---

    def is_joker_strong(self, trick: int, *, led: bool) -> bool:
        """Return whether an uncalled joker has its power (pagat, The Play; base10, Playing; korean40, 2-3).

        Led to the first trick it seldom has, also where it has when it follows there (groups, First lead).
        """
        if trick == 1:
            strong_when_led = self.rules.joker_first_lead == "full"
            return self.rules.joker_first_last == "full" and (strong_when_led or not led)
        return trick != self.tricks or self.rules.joker_first_last in ("full", "powerless_first")

    def is_joker_barred(self, trick: int) -> bool:
        """Return whether nobody who has another card may play the joker (wikipedia_ja, Exceptions in play)."""
        return self.rules.joker_first_last == "forbidden" and self.is_first_or_last(trick)

    def must_play_joker(self, trick: int, jokers: int) -> bool:
        """Return whether one of `jokers` must be played now, because the last trick would be too late."""
        kept = self.rules.joker_first_last == "forbidden" and not self.is_first_or_last(trick)
        return kept and jokers > 0 and jokers >= self.tricks - trick

    def leader_names_suit(self, trick: int) -> bool:
        """Return whether the leader of the joker names the suit to follow; if not, the next card sets it."""
        house = self.rules
        return self.is_joker_strong(trick, led=True) or (
            house.joker_led_powerless == "leader" and house.joker_first_last != "forbidden"
        )

    def suits_to_name(self, trick: int, card: Card) -> tuple[Suit | None, ...]:
        """Return the suits that the leader of `card`, a joker, may name, with None for "any card".

        One of two jokers names a suit of its colour, and None is either of them (groups, Two jokers). Empty when
        nothing is named, as with any other card.
        """
        if card.suit is not None or not self.leader_names_suit(trick):
            return ()
        if colour := COLOURS.get(card):
            return (*colour.suits, None)
        any_card = self.rules.joker_lead_any_card and self.is_joker_strong(trick, led=True)
        return (*Suit, None) if any_card else tuple(Suit)

    # --- The joker call ---

    def may_call_joker(self, trick: int, card: Card) -> bool:
        """Return whether a joker may be called by leading `card` (pagat, The Play; korean40, Special cards)."""
        first = 1 if self.rules.joker_call_tricks == "every" else 2
        last = self.tricks - (self.rules.joker_call_tricks == "2_to_last_but_one")
        return first <= trick <= last and card in self.joker_calls

    def find_called_joker(self, trick: int, card: Card, called: bool) -> Card | None:
        """Return the joker that is called by leading `card`, by the leader's word or by the house rules."""
        calls = self.may_call_joker(trick, card) and (called or not self.rules.joker_call_optional)
        return self.joker_calls[card] if calls else None


class Jokers(NamedTuple):
    """The number of jokers in a hand, and whether it has other cards; the default is the strictest case."""

    total: int = 2
    others: bool = True


def count_jokers(hand: Sequence[Card]) -> Jokers:
    """Count the jokers of a hand, or of its known cards."""
    count = sum(card.suit is None for card in hand)
    return Jokers(count, count < len(hand))


@collect_problems
def check_joker_time(conditions: Conditions, trick: int, card: Card, held: Jokers) -> Iterator[Problem]:
    """Yield the reason why `card` may not be played now, where the joker is barred from the first and the last trick.

    To the first trick a joker is never the only card; to the last it may be, and is played then.
    """
    if card.suit is not None:
        if conditions.must_play_joker(trick, held.total):
            yield problem("play.joker_due", tricks=conditions.tricks)
    elif conditions.is_joker_barred(trick) and (trick == 1 or held.others):
        yield problem("play.joker_barred", tricks=conditions.tricks)


# --- Cards that can be there at all ---


@collect_problems
def check_trick_number(conditions: Conditions, trick: int) -> Iterator[Problem]:
    """Yield a problem when there is no trick of that number."""
    if not 1 <= trick <= conditions.tricks:
        yield problem("play.no_such_trick", number=trick, tricks=conditions.tricks)


@collect_problems
def check_hand(
    conditions: Conditions, trick: int, hand: Sequence[Card], table: Sequence[Card] = ()
) -> Iterator[Problem]:
    """Yield every reason why `hand` cannot be a player's cards before they play to a trick that has `table` so far."""
    yield from check_trick_number(conditions, trick)
    yield from check_count(hand, conditions.hand_size(trick))
    yield from check_in_pack(conditions.rules.setting.copies, (*hand, *table))


@collect_problems
def check_held(
    conditions: Conditions, trick: int, card: Card, hand: Sequence[Card] | None, table: Sequence[Card] = ()
) -> Iterator[Problem]:
    """Yield every reason why `card` is not in `hand`, or not in the pack without `table` where no hand is known."""
    if hand is not None:
        yield from check_hand(conditions, trick, hand, table)
        if card not in hand:
            yield problem("play.not_held", card=card)
        return
    copies = conditions.rules.setting.copies
    yield from check_trick_number(conditions, trick)
    yield from check_in_pack(copies, table)
    if card not in copies:
        yield from check_in_pack(copies, (card,))
    elif copies[card] <= table.count(card):
        yield problem("play.gone", card=card)
