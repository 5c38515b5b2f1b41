"""The play card by card: leads of several cards, the duty to follow, the winner so far, and throws that are beaten."""

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
from scorekeeper.games.zhao_pengyou.counting import trick_range
from scorekeeper.games.zhao_pengyou.known_cards import count_gone, count_held_by_others
from scorekeeper.games.zhao_pengyou.order import Group
from scorekeeper.games.zhao_pengyou.pack import POINTS
from scorekeeper.games.zhao_pengyou.throws import find_parts_that_may_stay
from scorekeeper.messages import N_
from scorekeeper.table.state import TableState
from scorekeeper.web.games.zhao_pengyou.forms import hand_of, read_cards
from scorekeeper.web.games.zhao_pengyou.keys import build_key, first_problem, last_number, last_value
from scorekeeper.web.games.zhao_pengyou.play import play_context
from scorekeeper.web.games.zhao_pengyou.words import cards_word, group_word, lead_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.forms import Form, small_number
from scorekeeper.web.page.language import gettext, ngettext, with_facts

TRUMP: Literal["trump"] = "trump"
"""The value of a form field for the group of trumps."""

GROUPS: Mapping[Group, str] = {**{suit: suit.value for suit in Suit}, TRUMP: TRUMP}


class PickKey(NamedTuple):
    """A card of the pad."""

    card: Card
    copies: int
    """The number of copies that may be picked."""
    picked: int
    """The number of copies that are picked."""
    left: int = 0
    """The number of copies that the player may still hold."""
    counts: bool = False
    """Whether the card stands first for a follower: it was called, or has points."""


@dataclass(frozen=True)
class PlayDraft:
    """The choices of an unsent form of this screen: the cards picked, and the group open on the pad."""

    hand: zpy.Hand
    cards: tuple[Card, ...]
    group: Group

    @cached_property
    def groups(self) -> list[Group]:
        """The suits, each followed as one suit, then trumps."""
        return list_groups(self.hand)

    @cached_property
    def leads(self) -> bool:
        """Return whether the cards are a lead."""
        return not self.hand.table

    @cached_property
    def needed(self) -> int | None:
        """The number of cards to play; None for a lead."""
        return None if self.leads else len(self.hand.table[0].cards)

    @cached_property
    def pad(self) -> list[PickKey]:
        """The cards of the open group, highest first; for a follower those called and those with points first."""
        trumps, most = self.hand.conditions.trumps, self.needed or self.hand.cards_left
        every = trumps.sort_highest_first(trumps.select_group(self.hand.setting.copies, self.group))
        called = {call.card for call, friend in zip(self.hand.calls, self.hand.found, strict=True) if friend is None}
        keys = [
            PickKey(
                card,
                min(left := self.copies_left(card), most),
                self.cards.count(card),
                left,
                counts=not self.leads and (card in called or card.rank in POINTS),
            )
            for card in every
        ]
        return sorted(keys, key=lambda key: (not key.counts, key.card not in called))

    @cached_property
    def unseen(self) -> bool:
        """Return whether cards were played at which nobody looked, so that fewer may be out than told."""
        return self.hand.unseen > 0

    @cached_property
    def out(self) -> Mapping[Group, int]:
        """The number of cards of each group that the player may still hold."""
        copies, out = self.hand.setting.copies, Counter[Group]()
        for card in copies:
            out[self.hand.conditions.group(card)] += self.copies_left(card)
        return out

    def copies_left(self, card: Card) -> int:
        """Return the number of copies that the player may still hold."""
        assert self.hand.turn is not None
        others = count_held_by_others(self.hand, self.hand.turn, card)
        return max(0, self.hand.setting.copies[card] - count_gone(self.hand, card) - others)

    @cached_property
    def others(self) -> list[Card]:
        """The picked cards of other groups, which stand above the pad."""
        return [card for card in self.cards if self.hand.conditions.group(card) != self.group]

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The reasons against playing the cards; missing cards are no reason."""
        if not self.cards or self.hand.turn is None:
            return ()
        return self.check_move(zpy.PlayCards(self.hand.turn, self.cards))

    def check_move(self, move: zpy.PlayCards | zpy.CorrectCards) -> tuple[Problem, ...]:
        """Return the reasons against a move, except cards still missing."""
        waits = len(self.cards) < (self.needed or 0)
        problems = zpy.check_move(self.hand, move)
        return tuple(problem for problem in problems if not (waits and problem.code == "follow.count"))

    @cached_property
    def lead(self) -> zpy.Lead | None:
        """The cards as a lead; None while they follow or cannot be led."""
        if not self.leads or not self.cards or self.problems:
            return None
        return zpy.read_lead(self.hand.conditions, self.cards)

    @cached_property
    def button_text(self) -> Markup:
        """The text on the button: how many of the cards needed are picked, if any, or the kind of lead."""
        if self.needed and len(self.cards) > self.needed:
            over = len(self.cards) - self.needed
            return escape(ngettext("%(num)s card too many", "%(num)s cards too many", over))
        if self.needed and self.cards:
            return with_facts(gettext("%(count)s of %(needed)s"), {"count": len(self.cards), "needed": self.needed})
        return lead_word(self.lead) if self.lead else Markup("")


def list_groups(hand: zpy.Hand) -> list[Group]:
    """Return the suits, each followed as one suit, then trumps."""
    return [*(suit for suit in Suit if suit is not hand.conditions.trumps.suit), TRUMP]


def cards_context(state: TableState, hand: zpy.Hand, modes: Collection[str]) -> Context:
    """Return the context of the play card by card: the trick on the table, and the duty to follow."""
    return {
        **play_context(state, hand, modes),
        "picking": partial(read_draft, hand),
        "lead": hand.lead,
        "lead_word": lead_word,
        "wins": winning_play(hand),
        "in_it": zpy.trick_points(hand.table),
        "must": render_duty(hand),
        "nothing": [build_key(hand, points, zpy.PlayUnseen(hand.turn or 0, points)) for points in (None, 0)],
        "later": hand.to_come[1:] if hand.lead else (),
        "falls": partial(list_fall_keys, hand),
    }


MOST_FALL_KEYS = 7


def list_fall_keys(hand: zpy.Hand, form: Form) -> tuple[list[int], int | None]:
    """Return the points of a trick that nobody beats, as many as keys have room, and the first of the next keys.

    Without being asked for, the list is empty once somebody has followed to a throw or cards are picked.
    """
    unasked = hand.lead_may_go_back and not (form.get("group") or form.get("cards"))
    if (last_value(form, "view") or ("points" if unasked else "")) != "points":
        return [], None
    possible = trick_range(hand)
    first = small_number(form.get("first", "")) or 0
    first = first if first in possible else possible[0]
    keys = [points for points in possible if points >= first]
    if len(possible) <= MOST_FALL_KEYS + 1:
        return keys, None
    return keys[:MOST_FALL_KEYS], (keys[MOST_FALL_KEYS:] or [possible[0]])[0]


def winning_play(hand: zpy.Hand) -> zpy.Play | None:
    """Return the best play so far; None before the lead."""
    if not hand.table:
        return None
    player = zpy.find_winner(hand.conditions, hand.table)
    return next(play for play in hand.table if play.player == player)


def read_draft(hand: zpy.Hand, form: Form) -> PlayDraft:
    """Read the unsent form. The pad opens the suit led; for a lead, the suit that was opened last."""
    cards = read_picked(hand, form)
    usual = hand.lead.group if hand.lead else hand.conditions.group(cards[0]) if cards else list_groups(hand)[0]
    return PlayDraft(hand, cards, read_group(hand, form) or usual)


def read_picked(hand: zpy.Hand, form: Form) -> tuple[Card, ...]:
    """Return the cards in the form; none where one of them is unreadable."""
    try:
        return tuple(card for card in read_cards(form) if card in hand.setting.copies)
    except RuleError:
        return ()


def read_group(hand: zpy.Hand, form: Form) -> Group | None:
    """Return the group that a tap opens, else the open one; None without either."""
    asked = form.get("group") or form.get("opened")
    return next((group for group in list_groups(hand) if GROUPS[group] == asked), None)


SETS_FIRST: Mapping[int, str] = {
    2: N_("%(suit)s pairs first"),
    3: N_("%(suit)s triples first"),
    4: N_("%(suit)s fours first"),
}


def render_duty(hand: zpy.Hand) -> Markup:
    """Render the duty to follow: the suit, and sets of the size led."""
    lead = hand.lead
    if lead is None:
        return Markup("")
    sets = max(shape.size for shape in lead.shapes)
    if sets == 1:
        return group_word(lead.group)
    if hand.rules.follow == "subset_pattern":
        return with_facts(gettext("%(suit)s, as much of the pattern as there is"), {"suit": group_word(lead.group)})
    return with_facts(gettext(SETS_FIRST[sets]), {"suit": group_word(lead.group)})


def preview_cards(state: TableState, form: Form) -> Context:
    """Return the reasons against the cards picked; the rest is drawn from the form."""
    return {"problems": read_draft(hand_of(state), form).problems}


# --- A throw that may be beaten ---


class BeatablePart(NamedTuple):
    """A part of the throw as a key."""

    place: int
    """The index of the part."""
    part: zpy.Part
    outcome: zpy.ThrowOutcome
    """The failed throw if this part is beaten."""
    beaten_by: tuple[tuple[Card, ...], ...]
    """The sets of cards that may beat it, weakest first; empty if none can."""


class ChallengeDraft(NamedTuple):
    """The choices of an unsent form of the screen of a throw."""

    player: Player | None
    """The player who shows cards."""
    part: BeatablePart | None
    """The part that is beaten."""
    shown: tuple[Card, ...]
    """The cards that beat it."""
    parts: tuple[BeatablePart, ...]
    problem: Problem | None


def challenge_context(state: TableState, hand: zpy.Hand, modes: Collection[str]) -> Context:
    """Return the context of the screen of a throw; `challenge` reads its form."""
    return {
        **cards_context(state, hand, modes),
        "leader": hand.table[0].player,
        "challenge": partial(read_challenge, hand),
        "penalty": zpy.find_throw_penalty(hand.rules),
        "together": cards_word,
    }


def read_challenge(hand: zpy.Hand, form: Form) -> ChallengeDraft:
    """Read the unsent form; by default the weakest cards that beat the part are shown."""
    lead = hand.lead
    assert lead is not None
    player = last_number(form, "player")
    player = player if player in hand.seats and player != hand.table[0].player else None
    parts = tuple(build_part(hand, lead, place, player) for place in range(len(lead.parts)))
    wanted = last_number(form, "part")
    part = next((each for each in parts if each.place == wanted and each.beaten_by), None)
    shown = part.beaten_by[0] if part else ()
    if part:
        asked = last_value(form, "shown")
        shown = next((cards for cards in part.beaten_by if cards_value(cards) == asked), shown)
    problem = (
        first_problem(zpy.check_move(hand, zpy.BeatThrow(player, shown, part.part.cards))) if player and part else None
    )
    return ChallengeDraft(player, part, shown, parts, problem)


def cards_value(cards: Sequence[Card]) -> str:
    """Return cards as a form writes them."""
    return " ".join(map(str, cards))


def build_part(hand: zpy.Hand, lead: zpy.Lead, place: int, player: Player | None) -> BeatablePart:
    """Return a part of the throw with the sets of cards still out that would beat it."""
    part = lead.parts[place]
    shows = tuple(beating_cards(hand, lead, part, player))
    return BeatablePart(place, part, zpy.resolve_throw(hand.conditions, lead, part), shows)


def beating_cards(hand: zpy.Hand, lead: zpy.Lead, part: zpy.Part, player: Player | None) -> Iterator[tuple[Card, ...]]:
    """Yield the sets of cards that may be shown against a part, weakest first."""
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
            beats = part in find_parts_that_may_stay(hand.conditions, lead, cards)
            if beats and (player is None or zpy.can(hand, zpy.BeatThrow(player, cards, part.cards))):
                yield cards
