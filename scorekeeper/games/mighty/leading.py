"""Legal leads, and the words said with a lead.

Sources: pagat, The Play; base10, Opening lead; korean40, 2-2; wikipedia_ja, Play.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import JOKER, Card, Suit
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Move
from scorekeeper.games.mighty.cards import check_type
from scorekeeper.games.mighty.conditions import (
    Conditions,
    Jokers,
    check_hand,
    check_held,
    check_joker_time,
    count_jokers,
)
from scorekeeper.games.mighty.known_cards import check_card_left
from scorekeeper.games.mighty.trick import Play, check_play_types
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


@collect_problems
def check_lead(conditions: Conditions, trick: int, play: Play, hand: Sequence[Card] | None = None) -> Iterator[Problem]:
    """Every reason why `play` is no lead to the trick. Without the leader's hand, those that are true of any."""
    if wrong := check_play_types((play,)):
        yield from wrong
        return
    yield from check_held(conditions, trick, play.card, hand)
    if not check_type(Card, *(hand or ())):
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
    excused = {"trumps_and_joker": (JOKER,), "trumps_joker_mighty": (JOKER, conditions.mighty)}.get(house, ())
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
        barred[JOKER] = "play.joker_barred"
    elif rules.joker_first_lead == "forbidden":
        barred[JOKER] = "lead.joker"
    if rules.mighty_first_lead == "forbidden" and not conditions.is_mighty_plain(1):
        barred[conditions.mighty] = "lead.mighty"
    if rules.joker_call_first_lead == "forbidden":
        barred[conditions.joker_call] = "lead.joker_call"
    return barred


def barred_leads(conditions: Conditions, trick: int) -> tuple[Suit | Card, ...]:
    """Return what may not be led while another card can be: the trumps as a suit, the rest as cards."""
    if trick > 1:
        return (JOKER,) if conditions.is_joker_barred(trick) else ()
    trumps = (conditions.trump,) if conditions.trump and conditions.rules.trump_first_lead != "free" else ()
    return (*trumps, *list_barred_openings(conditions))


def is_always_legal_lead(conditions: Conditions, trick: int, card: Card) -> bool:
    """Return whether every hand allows leading `card`."""
    worst = LeaderCards(Jokers(), list_barred_openings(conditions) if trick == 1 else {}, JOKER)
    return not any(explain_illegal_lead(conditions, trick, card, worst))


# --- What is said with it ---


@collect_problems
def check_lead_words(conditions: Conditions, trick: int, play: Play) -> Iterator[Problem]:
    """Yield every reason against what the leader says: a suit goes with the joker, a call with the joker call."""
    if play.card != JOKER:
        if play.suit:
            yield problem("lead.suit_without_joker", card=play.card)
    elif play.suit not in (conditions.suits_to_name(trick) or (None,)):
        yield problem("lead.suit_missing" if play.suit is None else "lead.suit_not_named")
    if play.calls_joker and play.card != conditions.joker_call:
        yield problem("lead.not_the_joker_call", card=play.card, caller=conditions.joker_call)
    elif play.calls_joker and not conditions.may_call_joker(trick, play.card):
        yield problem("lead.no_call_at_first" if trick == 1 else "lead.no_call_at_last")


class SpokenLead(NamedTuple):
    """Words of the leader of `trick` with a `card` that is not recorded: the named `suit`, or the call of the joker.

    The joker without a suit means "any card".
    """

    trick: int
    card: Card
    suit: Suit | None
    calls_joker: bool


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
        told = "play_card_naming" if self.suit else "play_card_calling" if self.calls_joker else "lead_aloud"
        yield message(f"log.mighty.{told}", player=before.turn, card=self.card, suit=self.suit)


@collect_problems
def check_spoken_lead(hand: "Hand", play: Play) -> Iterator[Problem]:
    """Yield every reason why `play` cannot be a lead with words."""
    trick = len(hand.tricks) + 1
    if wrong := check_play_types((play,)):
        yield from wrong
        return
    if not play.calls_joker and not (play.card == JOKER and hand.conditions.suits_to_name(trick)):
        yield problem("lead.nothing_said", card=play.card)
    yield from check_lead(hand.conditions, trick, play)
    yield from check_card_left(hand, play.player, play.card)
