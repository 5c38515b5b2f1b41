"""Legal leads, and the words said with a lead.

Sources: pagat, The Play; base10, Opening lead; korean40, 2-2; wikipedia_ja, Play.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Move
from scorekeeper.games.mighty.cards import COLOURS
from scorekeeper.games.mighty.conditions import (
    Conditions,
    Jokers,
    check_hand,
    check_held,
    check_joker_time,
    count_jokers,
)
from scorekeeper.games.mighty.known_cards import check_card_left
from scorekeeper.games.mighty.trick import Led, Play, asked_for
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


@collect_problems
def check_lead(conditions: Conditions, trick: int, play: Play, hand: Sequence[Card] | None = None) -> Iterator[Problem]:
    """Every reason why `play` is no lead to the trick. Without the leader's hand, those that are true of any."""
    yield from check_held(conditions, trick, play.card, hand)
    yield from check_lead_card(conditions, trick, play.card, hand or ())
    yield from check_lead_words(conditions, trick, play)


def can_lead(conditions: Conditions, trick: int, play: Play, hand: Sequence[Card] | None = None) -> bool:
    """Return whether `play` is a lead to the trick."""
    return not check_lead(conditions, trick, play, hand)


def lead_problems(conditions: Conditions, trick: int, hand: Sequence[Card]) -> Mapping[Card, tuple[Problem, ...]]:
    """Every card of `hand` with the reasons against leading it; none means that it may be led.

    Raises `RuleError` when it cannot be a hand.
    """
    refuse(check_hand(conditions, trick, hand))
    held = summarize_leader(conditions, trick, hand)
    return {card: tuple(explain_illegal_lead(conditions, trick, card, held)) for card in dict.fromkeys(hand)}


def legal_leads(conditions: Conditions, trick: int, hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `hand` that may be led to the trick, at least one. Raises as `lead_problems`."""
    return tuple(card for card, problems in lead_problems(conditions, trick, hand).items() if not problems)


# --- The card ---


@collect_problems
def check_lead_card(conditions: Conditions, trick: int, card: Card, hand: Sequence[Card]) -> Iterator[Problem]:
    """Every reason against leading `card` that these cards of its hand give: all of them, or those known."""
    return explain_illegal_lead(conditions, trick, card, summarize_leader(conditions, trick, hand))


class LeaderCards(NamedTuple):
    """The facts of the leader's known cards that decide about a lead.

    `barred` are the cards that may not, with the refusal of each; `instead` is one that is to be led before any trump.
    """

    jokers: Jokers
    barred: Mapping[Card, str]
    instead: Card | None


def summarize_leader(conditions: Conditions, trick: int, hand: Sequence[Card]) -> LeaderCards:
    """Summarize a hand, or its known cards. Further cards never make an illegal lead legal."""
    if trick > 1:
        return LeaderCards(count_jokers(hand), {}, None)
    barred = list_barred_openings(conditions)
    return LeaderCards(count_jokers(hand), barred, find_lead_instead_of_trump(conditions, hand, barred))


def find_lead_instead_of_trump(conditions: Conditions, hand: Sequence[Card], barred: Container[Card]) -> Card | None:
    """Return a card to lead to the first trick before any trump; None when the declarer may lead trumps.

    Some cards do not count as others: the joker, or also the mighty. A declarer who can lead nothing else leads a
    trump under every rule; `check_kept_cards` refuses the discards that lead to this.
    """
    house = conditions.rules.trump_first_lead
    if house == "free":
        return None
    others = [card for card in hand if card.suit is None or card.suit is not conditions.trump]
    jokers, mighty = conditions.jokers, conditions.mighty
    excused = {"trumps_and_joker": jokers, "trumps_joker_mighty": (*jokers, mighty)}.get(house, ())
    if excused and all(card in excused for card in others):
        return None
    return next((card for card in others if card not in barred), None)


def explain_illegal_lead(conditions: Conditions, trick: int, card: Card, held: LeaderCards) -> Iterator[Problem]:
    """Every reason against leading `card` from what is known of the hand."""
    if trick > 1:
        yield from check_joker_time(conditions, trick, card, held.jokers)
    elif card in held.barred:
        yield problem(held.barred[card], card=card, tricks=conditions.tricks)
    elif held.instead and card.suit is not None and card.suit is conditions.trump:
        yield problem("lead.trump", card=card, instead=held.instead)


def list_barred_openings(conditions: Conditions) -> Mapping[Card, str]:
    """Return the cards that are never led to the first trick, each with its refusal; every hand has others."""
    rules = conditions.rules
    barred: dict[Card, str] = {}
    if conditions.is_joker_barred(1):
        barred |= dict.fromkeys(conditions.jokers, "play.joker_barred")
    elif rules.joker_first_lead == "forbidden":
        barred |= dict.fromkeys(conditions.jokers, "lead.joker")
    if rules.mighty_first_lead == "forbidden" and not conditions.is_mighty_plain(1):
        barred[conditions.mighty] = "lead.mighty"
    if rules.joker_call_first_lead == "forbidden":
        barred |= dict.fromkeys(conditions.joker_calls, "lead.joker_call")
    return barred


def barred_leads(conditions: Conditions, trick: int) -> tuple[Suit | Card, ...]:
    """Return what may not be led while another card can be: the trumps as a suit, the rest as cards."""
    if trick > 1:
        return conditions.jokers if conditions.is_joker_barred(trick) else ()
    trumps = (conditions.trump,) if conditions.trump and conditions.rules.trump_first_lead != "free" else ()
    return (*trumps, *list_barred_openings(conditions))


def is_always_legal_lead(conditions: Conditions, trick: int, card: Card) -> bool:
    """Return whether every hand allows leading `card`."""
    worst = LeaderCards(Jokers(), list_barred_openings(conditions) if trick == 1 else {}, conditions.jokers[0])
    return not any(explain_illegal_lead(conditions, trick, card, worst))


# --- What is said with it ---


@collect_problems
def check_lead_words(conditions: Conditions, trick: int, play: Play) -> Iterator[Problem]:
    """Yield every reason against what the leader says: a suit goes with the joker, a call with the joker call."""
    if play.card.suit:
        if play.suit:
            yield problem("lead.suit_without_joker", card=play.card)
    elif play.suit not in (names := conditions.suits_to_name(trick, play.card)) and (play.suit or names):
        yield refuse_words(play.card, play.suit, names)
    if play.calls_joker and play.card not in conditions.joker_calls:
        callers = tuple(conditions.joker_calls)
        yield (
            problem("lead.not_the_joker_call", card=play.card, caller=callers[0])
            if len(callers) == 1
            else problem("lead.no_joker_call", card=play.card, callers=callers)
        )
    elif play.calls_joker and not conditions.may_call_joker(trick, play.card):
        yield problem("lead.no_call_at_first" if trick == 1 else "lead.no_call_at_last")


def refuse_words(joker: Card, suit: Suit | None, names: Sequence[Suit | None]) -> Problem:
    """Return the reason why `suit` cannot be asked for with the joker, which asks for one of `names`."""
    if suit is None:
        return problem("lead.suit_missing")
    if names and (colour := COLOURS.get(joker)):
        return problem("lead.suit_of_other_colour", card=joker, suits=colour)
    return problem("lead.suit_not_named")


class SpokenLead(NamedTuple):
    """Words of the leader of `trick` with a `card` that is not recorded: the named `suit`, or the call of the joker.

    The joker without a suit means "any card", or one of its colour if it has one.
    """

    trick: int
    card: Card
    suit: Suit | None
    calls_joker: bool

    @property
    def asked(self) -> Led:
        """The suit or the colour for which the leader of a joker asks; None for any card."""
        return asked_for(self.card, self.suit)


def tell_play(play: Play, names: Sequence[Suit | None], otherwise: str) -> Message:
    """Return a card with what was said with it, of the suits that it could name; ``log.mighty.{otherwise}`` if nothing.

    The joker of a colour that could name a suit and names none asks for its colour.
    """
    asked = play.asked if play.suit or names else None
    told = "play_card_naming" if asked else "play_card_calling" if play.calls_joker else otherwise
    return message(f"log.mighty.{told}", player=play.player, card=play.card, suit=asked)


class LeadAloud(Move, tag="mighty.lead_aloud"):
    """The leader names a suit with the joker, or calls the joker, where the cards of the trick are not written down.

    The note is shown while the trick goes on. A second one replaces it.
    """

    card: Card
    suit: Suit | None = None
    calls_joker: bool = False

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the leader cannot have led that with these words."""
        if hand.table:
            yield problem("trick.in_progress", turn=hand.turn)
        elif hand.turn is None:
            yield problem("trick.all_played", tricks=len(hand.tricks))
        else:
            yield from check_spoken_lead(hand, Play(hand.turn, self.card, self.suit, self.calls_joker))

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the words for the next trick."""
        return replace(hand, said=SpokenLead(len(hand.tricks) + 1, self.card, self.suit, self.calls_joker))

    def says(self, before: "Hand", _after: "Hand") -> Iterable[Message]:
        """Yield the words in the form of a recorded card."""
        assert before.turn is not None
        names = before.conditions.suits_to_name(len(before.tricks) + 1, self.card)
        yield tell_play(Play(before.turn, self.card, self.suit, self.calls_joker), names, "lead_aloud")


@collect_problems
def check_spoken_lead(hand: "Hand", play: Play) -> Iterator[Problem]:
    """Yield every reason why `play` cannot be a lead with words."""
    trick = len(hand.tricks) + 1
    if not play.calls_joker and not hand.conditions.suits_to_name(trick, play.card):
        yield problem("lead.nothing_said", card=play.card)
    yield from check_lead(hand.conditions, trick, play)
    yield from check_card_left(hand, play.player, play.card)
