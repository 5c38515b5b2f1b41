"""Throws: challenges by the other hands, and penalties for beaten throws (pagat, Leading a Group of Top Cards)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.games.zhao_pengyou.combinations import (
    FOUR,
    TWO_PAIRS,
    Holding,
    Lead,
    Part,
    build_holding,
    find_placements,
)
from scorekeeper.games.zhao_pengyou.friends import announce_friends, with_friends_found
from scorekeeper.games.zhao_pengyou.known_cards import check_left
from scorekeeper.games.zhao_pengyou.order import Conditions, check_held
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


class ThrowPenalty(NamedTuple):
    """The penalty for a beaten throw, which the leader's side pays."""

    code: str
    """The code of the sentence that tells the penalty."""
    ends_play: bool | None = None
    """Whether the throw ends the play; None leaves that to the house rule `after_failed_throw`."""
    points_a_card: int = 0
    """Card points to the other side for each card taken back."""
    points_in_all: int = 0
    """Card points to the other side, however many cards are taken back."""
    rest_to_opponents: bool = False
    """Whether every card that was not played goes to the other side."""
    levels_to_opponents: int = 0
    """Levels that the other side wins."""
    owed_by_leader: int = 0
    """Levels that the leader must win before rising again."""
    owed_by_mates: int = 0
    """Levels that each team mate must win before rising again."""

    def points(self, taken_back: int) -> int:
        """Return the card points to the other side for the number of cards taken back."""
        return self.points_in_all + self.points_a_card * taken_back


THROW_PENALTIES: Mapping[str, ThrowPenalty] = {
    "withdraw": ThrowPenalty("throw.withdraw", ends_play=False, points_a_card=10),
    "nothing": ThrowPenalty("throw.nothing", ends_play=False),
    "ten": ThrowPenalty("throw.ten", ends_play=False, points_in_all=10),
    "hand_ends": ThrowPenalty("throw.hand_ends", levels_to_opponents=1),
    "cards_to_opponents": ThrowPenalty("throw.cards_to_opponents", ends_play=True, rest_to_opponents=True),
    "hand_lost": ThrowPenalty("throw.hand_lost", levels_to_opponents=1),
    "penalty_points": ThrowPenalty("throw.penalty_points", owed_by_leader=2, owed_by_mates=1),
}
"""Penalties by the house rule `failed_throw`.

Sources: pagat, Leading a Group of Top Cards; Variations: Play; Variations: Scoring; groups, Beaten throws.
"""


def find_throw_penalty(rules: Rules) -> ThrowPenalty:
    """Return the penalty for a beaten throw under these house rules."""
    return THROW_PENALTIES[rules.failed_throw]


def throw_ends_play(rules: Rules) -> bool:
    """Return whether a beaten throw ends the play."""
    ends = find_throw_penalty(rules).ends_play
    return rules.after_failed_throw == "ends" if ends is None else ends


# --- Challenging a throw ---


@dataclass(frozen=True, slots=True)
class Challenge:
    """Cards that a player must show at once, because they beat one part of a throw in its own suit."""

    player: Player
    part: Part
    """The part of the throw that is beaten."""
    shown: tuple[Card, ...]
    """The cards that beat it."""


@dataclass(frozen=True, slots=True)
class ThrowOutcome:
    """The consequences of a challenge."""

    forced: Lead | None
    """The lead that stays on the table; None if the play is over."""
    withdrawn: tuple[Card, ...]
    """The cards that go back to the leader's hand."""
    points: int
    """Card points from the leader's side to the other; the sides may be known only later."""
    penalty: Message
    """The penalty in words."""


def find_challenges(
    conditions: Conditions, lead: Lead, others: Mapping[Player, Sequence[Card]]
) -> tuple[Challenge, ...]:
    """Find every challenge to a throw, by player in the order of `others`, and the part that stays first.

    A throw that nobody challenges stands. `others` are the known hands without the leader's; team mates must show
    their cards too. Of several cards that beat a part the weakest are shown. pagat does not say which of several
    challenges counts; here the first one made does, in the order of turn. Raises `RuleError` for an impossible hand.
    """
    refuse(problem for hand in others.values() for problem in check_held(conditions, (), hand))
    if lead.kind != "throw":
        return ()
    return tuple(
        Challenge(player, part, shown)
        for player, hand in others.items()
        for part, shown in find_beaten_parts(conditions, lead, hand)
    )


def is_unbeaten(conditions: Conditions, lead: Lead, others: Mapping[Player, Sequence[Card]]) -> bool:
    """Return whether no hand of `others` beats a part of the lead."""
    return not find_challenges(conditions, lead, others)


def find_beaten_parts(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> list[tuple[Part, tuple[Card, ...]]]:
    """Return the parts of `lead` that `hand` beats in the suit led, each with the cards that beat it.

    The part that stays comes first, by the house rule `throw_part`.
    """
    held = build_holding(conditions, conditions.trumps.select_group(hand, lead.group))
    found = ((part, find_weakest_beating(conditions, part, held)) for part in sort_parts(conditions.rules, lead.parts))
    return [(part, shown) for part, shown in found if shown]


def sort_parts(rules: Rules, parts: Sequence[Part]) -> list[Part]:
    """Sort the parts of a throw by the house rule `throw_part`, that which stays before others if all are beaten."""
    if rules.throw_part == "fewest":
        return sorted(parts, key=lambda part: (part.shape.card_count, part.strength))
    if rules.throw_part == "lowest":
        return sorted(parts, key=lambda part: (part.strength, part.shape.card_count))
    if rules.throw_part == "kind":
        shapes = list(dict.fromkeys(part.shape for part in parts))
        return sorted(parts, key=lambda part: (shapes.index(part.shape), part.strength))
    return list(parts)


def find_parts_that_may_stay(conditions: Conditions, lead: Lead, cards: Sequence[Card]) -> list[Part]:
    """Return the parts of `lead` that may stay once these `cards` are shown against it, the usual one first."""
    parts = [part for part, _shown in find_beaten_parts(conditions, lead, cards)]
    if conditions.rules.throw_part == "largest":
        return parts
    if conditions.rules.throw_part == "kind":
        return list({part.shape: part for part in reversed(parts)}.values())[::-1]
    return parts[:1]


def find_weakest_beating(conditions: Conditions, part: Part, held: Holding) -> tuple[Card, ...]:
    """Return the weakest higher combination of the same shape, or four identical cards where they beat two pairs.

    Return no cards if nothing in `held` beats the part.
    """
    higher = [
        placement
        for placement in find_placements(held, held.copies, part.shape)
        if held.strengths[placement[0]] > part.strength
    ]
    if higher:
        return held.select_cards(part.shape, higher[-1])
    if conditions.rules.four_beats_tractor and part.shape == TWO_PAIRS:
        fours = [held.select_cards(FOUR, placement) for placement in find_placements(held, held.copies, FOUR)]
        return fours[-1] if fours else ()
    return ()


def resolve_throw(conditions: Conditions, lead: Lead, part: Part) -> ThrowOutcome:
    """Return what the leader of a throw takes back and pays once its `part` is beaten."""
    withdrawn = tuple(card for other in lead.parts if other != part for card in other.cards)
    forced = None if throw_ends_play(conditions.rules) else Lead(lead.group, (part,))
    points = find_throw_penalty(conditions.rules).points(len(withdrawn))
    return ThrowOutcome(forced, withdrawn, points, describe_penalty(conditions.rules, len(withdrawn), points))


def describe_penalty(rules: Rules, withdrawn: int, points: int) -> Message:
    """Return the penalty for taking back so many cards, in words."""
    row = find_throw_penalty(rules)
    return message(row.code, cards=withdrawn, points=points, owed=row.owed_by_leader, owed_by_mates=row.owed_by_mates)


# --- Recording a beaten throw: with the cards that beat it, or without ---


class FailedThrow(NamedTuple):
    """A throw that was beaten."""

    player: Player
    """The leader of the throw."""
    taken_back: int
    """The number of cards taken back; it may be 0 where the penalty does not depend on it."""


def is_ended_by_throw(rules: Rules, throws: Sequence[FailedThrow]) -> bool:
    """Return whether a beaten throw ended the play."""
    return bool(throws) and throw_ends_play(rules)


def is_counted(rules: Rules, throws: Sequence[FailedThrow]) -> bool:
    """Return whether card points decide the hand.

    If a beaten throw ended the play, they do so only where the cards left go to the other side.
    """
    return not is_ended_by_throw(rules, throws) or find_throw_penalty(rules).rest_to_opponents


class BeatThrow(Move, tag="zhao_pengyou.beat_throw"):
    """Show at once the cards that beat a part of the throw that was led."""

    player: Player
    cards: tuple[Card, ...]
    stays: tuple[Card, ...] = ()
    """The cards of the part that stays led if several are beaten, as far as the house rule `throw_part` leaves that."""

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why the player cannot show these cards, or why they do not beat the part that shall stay."""
        problems = check_challenge(hand, self.player, self.cards)
        yield from problems
        if not problems and self.part_beaten(hand) is None:
            yield problem("throw.part_not_beaten", cards=self.cards, stays=self.stays)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand in which only the beaten part stays led, or nothing if the throw ends the play."""
        lead, part = hand.lead, self.part_beaten(hand)
        assert lead is not None
        assert part is not None
        outcome = resolve_throw(hand.conditions, lead, part)
        thrown = FailedThrow(hand.table[0].player, len(outcome.withdrawn))
        table = (hand.table[0]._replace(cards=outcome.forced.cards),) if outcome.forced else ()
        return with_friends_found(replace(hand.with_step(self), throws=(*hand.throws, thrown), table=table))

    def part_beaten(self, hand: "Hand") -> Part | None:
        """Return the part of the lead that the cards beat and that stays led, or None if they do not beat that part."""
        assert hand.lead is not None
        parts = find_parts_that_may_stay(hand.conditions, hand.lead, self.cards)
        return next((part for part in parts if not self.stays or Counter(self.stays) == Counter(part.cards)), None)

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield lines for the cards shown, the number taken back, and friends whom the rest of the lead reveals."""
        yield message("log.zhao_pengyou.beat_throw", player=self.player, cards=self.cards)
        leader, taken_back = after.throws[-1]
        yield message("log.zhao_pengyou.record_throw", player=leader, taken_back=taken_back)
        yield from announce_friends(before, after)


@collect_problems
def check_challenge(hand: "Hand", player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `player` cannot show `cards` against the throw that was led."""
    lead = hand.lead
    if player not in hand.seats:
        yield problem("throw.not_seated", player=player)
    if lead is None or lead.kind != "throw":
        yield problem("throw.none_led")
        return
    if len(hand.table) > 1:
        yield problem("throw.too_late")
    if player == hand.table[0].player:
        yield problem("throw.own", player=player)
    wrong = check_left(hand, player, cards)
    yield from wrong
    if not wrong and not find_beaten_parts(hand.conditions, lead, cards):
        yield problem("throw.not_beaten", cards=cards)


class RecordThrow(Move, tag="zhao_pengyou.record_throw"):
    """Record that a throw of `player` was beaten and `taken_back` cards were taken back.

    It may be recorded at any later time. A throw that lies on the table is beaten by `BeatThrow`.
    """

    player: Player
    taken_back: int = 0

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why the throw cannot have been beaten; it may have been led in any trick, recorded or not.

        Where a beaten throw ends the play, there is one at most, and none once every card is played.
        """
        if self.player not in hand.seats:
            yield problem("throw.not_seated", player=self.player)
        elif hand.lead_may_go_back and self.player == hand.table[0].player:
            yield problem("throw.on_the_table")
        yield from check_withdrawn(hand.rules, hand.setting.hand_size, self.taken_back)
        if hand.ended_by_throw:
            yield problem("throw.ended_play", player=hand.throws[-1].player)
        elif hand.cards_gone and throw_ends_play(hand.rules):
            yield problem("throw.all_played")

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the beaten throw, which counts once the sides are known.

        If the throw ends the play, the cards left are not written down, so the record has a gap.
        """
        hand = replace(hand.with_step(self), throws=(*hand.throws, FailedThrow(self.player, self.taken_back)))
        return replace(hand, record=hand.record.with_gap()) if hand.ended_by_throw else hand


@collect_problems
def check_withdrawn(rules: Rules, hand_size: int, taken_back: int) -> Iterator[Problem]:
    """Every reason why so many cards of a hand cannot have been taken back.

    At least one is taken back where each costs points, and at least one stays led.
    """
    least, most = int(find_throw_penalty(rules).points_a_card > 0), hand_size - 1
    if not least <= taken_back <= most:
        yield problem("throw.withdrawn", cards=taken_back, least=least, most=most)
