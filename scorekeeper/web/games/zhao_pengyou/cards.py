"""Card by card: leads of several cards, what must follow them, who wins, and throws that are beaten."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal, NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.combinations import build_holding, find_placements
from scorekeeper.games.zhao_pengyou.known_cards import count_gone, count_held_by_others
from scorekeeper.games.zhao_pengyou.order import Group
from scorekeeper.games.zhao_pengyou.throws import find_beaten_parts
from scorekeeper.messages import N_
from scorekeeper.table.state import TableState
from scorekeeper.web.games.zhao_pengyou.forms import hand_of, read_cards
from scorekeeper.web.games.zhao_pengyou.keys import first, last_number, last_value
from scorekeeper.web.games.zhao_pengyou.play import play_context
from scorekeeper.web.games.zhao_pengyou.words import cards_word, group_word, lead_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.language import gettext, join_clauses, with_facts

TRUMP: Literal["trump"] = "trump"
"""In a form: the cards that are trumps."""

GROUPS: Mapping[Group, str] = {**{suit: suit.value for suit in Suit}, TRUMP: TRUMP}


class PadCard(NamedTuple):
    """A card of the pad: how many copies may be picked, and how many are."""

    card: Card
    copies: int
    picked: int


@dataclass(frozen=True)
class Picking:
    """The cards that are picked so far, and the pad of the group that is open."""

    hand: zpy.Hand
    cards: tuple[Card, ...]
    group: Group

    @cached_property
    def groups(self) -> list[Group]:
        """What is followed as one suit: the suits, then trumps."""
        return groups_of(self.hand)

    @cached_property
    def leads(self) -> bool:
        """Whether it is a lead."""
        return not self.hand.table

    @cached_property
    def needed(self) -> int | None:
        """How many cards must be played, None for a lead."""
        return None if self.leads else len(self.hand.table[0].cards)

    @cached_property
    def pad(self) -> list[PadCard]:
        """The cards of the open group, the highest first."""
        assert self.hand.trumps is not None
        most = self.needed or self.hand.cards_left
        every = self.hand.trumps.sort_highest_first(self.hand.trumps.select_group(self.hand.setting.copies, self.group))
        return [PadCard(card, min(self.left(card), most), self.cards.count(card)) for card in every]

    def left(self, card: Card) -> int:
        """How many copies whoever is next may still have."""
        assert self.hand.turn is not None
        others = count_held_by_others(self.hand, self.hand.turn, card)
        return max(0, self.hand.setting.copies[card] - count_gone(self.hand, card) - others)

    @cached_property
    def others(self) -> list[Card]:
        """The picked cards of other groups, which the form carries on."""
        assert self.hand.trumps is not None
        return [card for card in self.cards if self.hand.trumps.group(card) != self.group]

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Why the cards cannot be played. That some are still missing is no reason."""
        if not self.cards or self.hand.turn is None:
            return ()
        return self.against(zpy.PlayCards(self.hand.turn, self.cards))

    def against(self, move: zpy.PlayCards | zpy.CorrectCards) -> tuple[Problem, ...]:
        """Why a move cannot be, but for cards that are still missing."""
        waits = len(self.cards) < (self.needed or 0)
        problems = zpy.check_move(self.hand, move)
        return tuple(problem for problem in problems if not (waits and problem.code == "follow.count"))

    @cached_property
    def kind(self) -> zpy.Lead | None:
        """What the cards are led as."""
        if not self.leads or not self.cards or self.problems:
            return None
        return zpy.read_lead(self.hand.conditions, self.cards)

    @cached_property
    def told(self) -> Markup:
        """What the button says of them: how many of how many, or what they are led as."""
        if self.needed:
            return with_facts(gettext("%(count)s of %(needed)s"), {"count": len(self.cards), "needed": self.needed})
        return lead_word(self.kind) if self.kind else Markup("")


def groups_of(hand: zpy.Hand) -> list[Group]:
    """What is followed as one suit: the suits, then trumps."""
    assert hand.trumps is not None
    return [*(suit for suit in Suit if suit is not hand.trumps.suit), TRUMP]


def cards_context(state: TableState, hand: zpy.Hand, ways: Collection[str]) -> Context:
    """Also the trick as it lies on the table, and what must be played."""
    return {
        **play_context(state, hand, ways),
        "picking": partial(picking, hand),
        "lead": hand.lead,
        "lead_word": lead_word,
        "wins": winning(hand),
        "in_it": zpy.trick_points(hand.table),
        "must": must(hand),
    }


def winning(hand: zpy.Hand) -> zpy.Play | None:
    """The best play so far."""
    if not hand.table:
        return None
    player = zpy.find_winner(hand.conditions, hand.table)
    return next(play for play in hand.table if play.player == player)


def picking(hand: zpy.Hand, form: Form) -> Picking:
    """The cards in the form. The suit led is open, or trumps; for a lead the suit that was opened last."""
    cards = picked(hand, form)
    assert hand.trumps is not None
    usual = hand.lead.group if hand.lead else hand.trumps.group(cards[0]) if cards else groups_of(hand)[0]
    return Picking(hand, cards, group_asked(hand, form) or usual)


def picked(hand: zpy.Hand, form: Form) -> tuple[Card, ...]:
    """The cards in the form; none where it holds what is no card."""
    try:
        return tuple(card for card in read_cards(form) if card in hand.setting.copies)
    except RuleError:
        return ()


def group_asked(hand: zpy.Hand, form: Form) -> Group | None:
    """The suit that a tap opens, else the one that is open."""
    asked = form.get("group") or form.get("opened")
    return next((group for group in groups_of(hand) if GROUPS[group] == asked), None)


SETS_FIRST: Mapping[int, str] = {2: N_("pairs first"), 3: N_("triples first"), 4: N_("fours first")}


def must(hand: zpy.Hand) -> Markup:
    """What whoever follows must play, as long as the hand has it: the suit, and sets of the size led."""
    lead = hand.lead
    if lead is None:
        return Markup("")
    sets = max(shape.size for shape in lead.shapes)
    if sets == 1:
        return group_word(lead.group)
    if hand.rules.follow == "subset_pattern":
        return with_facts(gettext("%(suit)s, as much of the pattern as there is"), {"suit": group_word(lead.group)})
    return join_clauses(group_word(lead.group), gettext(SETS_FIRST[sets]))


def preview(state: TableState, form: Form) -> Context:
    """Why the cards picked so far cannot be played; what they are is drawn from the form."""
    return {"problems": picking(hand_of(state), form).problems}


# --- A throw that may be beaten ---


class Beating(NamedTuple):
    """A part of the throw as a key: what is left of the lead if it is beaten, and why it cannot be."""

    place: int
    part: zpy.Part
    outcome: zpy.ThrowOutcome
    shows: tuple[tuple[Card, ...], ...]


class ThrowChoice(NamedTuple):
    """What is chosen on the screen of a throw."""

    player: Player | None
    part: Beating | None
    shown: tuple[Card, ...]
    parts: tuple[Beating, ...]
    problem: Problem | None


def challenge_context(state: TableState, hand: zpy.Hand, ways: Collection[str]) -> Context:
    """The throw part by part, and who may show that it is beaten."""
    return {
        **cards_context(state, hand, ways),
        "leader": hand.table[0].player,
        "challenge": partial(challenge, hand),
        "penalty": zpy.find_throw_penalty(hand.rules),
        "together": cards_word,
    }


def challenge(hand: zpy.Hand, form: Form) -> ThrowChoice:
    """The choices of the form; the weakest cards that beat a part are chosen beforehand."""
    lead = hand.lead
    assert lead is not None
    player = last_number(form, "player")
    player = player if player in hand.seats and player != hand.table[0].player else None
    parts = tuple(beating(hand, lead, place, player) for place in range(len(lead.parts)))
    wanted = last_number(form, "part")
    part = next((each for each in parts if each.place == wanted and each.shows), None)
    shown = part.shows[0] if part else ()
    if part:
        asked = last_value(form, "shown")
        shown = next((cards for cards in part.shows if written(cards) == asked), shown)
    problem = first(zpy.check_move(hand, zpy.BeatThrow(player, shown, part.part.cards))) if player and part else None
    return ThrowChoice(player, part, shown, parts, problem)


def written(cards: Sequence[Card]) -> str:
    """Cards as a form has them."""
    return " ".join(map(str, cards))


def beating(hand: zpy.Hand, lead: zpy.Lead, place: int, player: Player | None) -> Beating:
    """One part, with the sets of cards still out that would beat it."""
    part = lead.parts[place]
    shows = tuple(shows_of(hand, lead, part, player))
    return Beating(place, part, zpy.resolve_throw(hand.conditions, lead, part), shows)


def shows_of(hand: zpy.Hand, lead: zpy.Lead, part: zpy.Part, player: Player | None) -> Iterator[tuple[Card, ...]]:
    """What may be shown against a part, the weakest first."""
    copies = hand.setting.copies
    out = Counter(
        {card: copies[card] - count_gone(hand, card) for card in copies if copies[card] > count_gone(hand, card)}
    )
    held = build_holding(hand.conditions, hand.conditions.trumps.select_group(tuple(out.elements()), lead.group))
    shapes = [part.shape]
    if hand.rules.four_beats_tractor and part.shape == zpy.Shape(2, 2):
        shapes.append(zpy.Shape(4))
    for shape in shapes:
        for placement in reversed([*find_placements(held, held.copies, shape)]):
            cards = held.select_cards(shape, placement)
            beats = part in [each for each, _shown in find_beaten_parts(hand.conditions, lead, cards)]
            if beats and (player is None or zpy.can(hand, zpy.BeatThrow(player, cards, part.cards))):
                yield cards
