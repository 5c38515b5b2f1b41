"""Throws: whether one stands against the other hands, and its price if not (pagat, Leading a Group of Top Cards)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem, refuse
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
    """What a beaten throw costs; `said` is the code that tells it at the table.

    `ends_play` says whether the throw is the last of the hand, None where the house rule `after_failed_throw`
    does. The leader's side gives `points_a_card` for each card taken back, every card that was not played where
    `rest_to_opponents`, and `levels_to_opponents`; it owes levels to come, the leader more than each team mate.
    """

    said: str
    ends_play: bool | None = None
    points_a_card: int = 0
    rest_to_opponents: bool = False
    levels_to_opponents: int = 0
    owed_by_leader: int = 0
    owed_by_mates: int = 0

    def points(self, taken_back: int) -> int:
        """What the leader's side gives to the other for so many cards."""
        return self.points_a_card * taken_back


THROW_PENALTIES: Mapping[str, ThrowPenalty] = {
    "withdraw": ThrowPenalty("throw.withdraw", ends_play=False, points_a_card=10),
    "hand_ends": ThrowPenalty("throw.hand_ends", levels_to_opponents=1),
    "cards_to_opponents": ThrowPenalty("throw.cards_to_opponents", ends_play=True, rest_to_opponents=True),
    "hand_lost": ThrowPenalty("throw.hand_lost", levels_to_opponents=1),
    "penalty_points": ThrowPenalty("throw.penalty_points", owed_by_leader=2, owed_by_mates=1),
}
"""By the house rule `failed_throw` (pagat, Leading a Group of Top Cards; Variations: Play; Variations: Scoring)."""


def find_throw_penalty(rules: Rules) -> ThrowPenalty:
    """What a beaten throw costs under these house rules."""
    return THROW_PENALTIES[rules.failed_throw]


def throw_ends_play(rules: Rules) -> bool:
    """Whether a beaten throw is the last of the hand."""
    ends = find_throw_penalty(rules).ends_play
    return rules.after_failed_throw == "ends" if ends is None else ends


# --- What beats a throw, and what follows ---


@dataclass(frozen=True, slots=True)
class Challenge:
    """Cards that `player` must show at once, because they beat one part of a throw in its own suit."""

    player: Player
    part: Part
    shown: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ThrowOutcome:
    """What follows from a challenge.

    `forced` is the lead that stays on the table, None when the play is over; `withdrawn` the cards that go back
    to the leader's hand. `points` go from the leader's side to the other, which may be known only later;
    `penalty` says what else, or that, in words.
    """

    forced: Lead | None
    withdrawn: tuple[Card, ...]
    points: int
    penalty: Message


def find_challenges(
    conditions: Conditions, lead: Lead, others: Mapping[Player, Sequence[Card]]
) -> tuple[Challenge, ...]:
    """Everything that beats a part of a throw, player by player in the order of `others`, the largest part first.

    A throw stands when there is nothing. `others` are the hands that are known, without the leader's; team mates
    must show their cards too. Where several cards beat a part, the weakest that do are shown. pagat does not say
    which challenge counts when there are several: the first that is made does, and this is their order at the table.
    Raises `RuleError` for what can be nobody's hand.
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
    """Whether nobody among `others` beats a part of the lead."""
    return not find_challenges(conditions, lead, others)


def find_beaten_parts(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> list[tuple[Part, tuple[Card, ...]]]:
    """The parts of `lead` that `hand` beats in the suit led, and with what."""
    held = build_holding(conditions, conditions.trumps.select_group(hand, lead.group))
    found = ((part, find_weakest_beating(conditions, part, held)) for part in lead.parts)
    return [(part, shown) for part, shown in found if shown]


def find_weakest_beating(conditions: Conditions, part: Part, held: Holding) -> tuple[Card, ...]:
    """The weakest combination of the same shape that is higher, or four identical cards where they beat two pairs."""
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
    """What the leader of a throw must do and pay, once `part` of it was shown to be beaten."""
    withdrawn = tuple(card for other in lead.parts if other != part for card in other.cards)
    forced = None if throw_ends_play(conditions.rules) else Lead(lead.group, (part,))
    points = find_throw_penalty(conditions.rules).points(len(withdrawn))
    return ThrowOutcome(forced, withdrawn, points, describe_penalty(conditions.rules, len(withdrawn), points))


def describe_penalty(rules: Rules, withdrawn: int, points: int) -> Message:
    """What the leader's side pays for taking back so many cards."""
    row = find_throw_penalty(rules)
    return message(row.said, cards=withdrawn, points=points, owed=row.owed_by_leader, owed_by_mates=row.owed_by_mates)


# --- At the table: what beats a throw is shown, or it is only told that something did ---


class FailedThrow(NamedTuple):
    """A throw of `player` that was beaten: so many cards were taken back, none where another penalty is played."""

    player: Player
    taken_back: int


def is_ended_by_throw(rules: Rules, throws: Sequence[FailedThrow]) -> bool:
    """Whether a beaten throw was the end of the play."""
    return bool(throws) and throw_ends_play(rules)


def is_counted(rules: Rules, throws: Sequence[FailedThrow]) -> bool:
    """Whether points decide the hand. One that a beaten throw ended is not counted, unless the cards left are."""
    return not is_ended_by_throw(rules, throws) or find_throw_penalty(rules).rest_to_opponents


class BeatThrow(Move, tag="zhao_pengyou.beat_throw"):
    """Show at once the cards that beat a part of the throw that was led.

    `stays` are the cards of that part, where the cards shown beat several; without it the largest of them stays led,
    and of those as large the highest.
    """

    player: Player
    cards: tuple[Card, ...]
    stays: tuple[Card, ...] = ()

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Why the player cannot show these cards against it, or why they do not beat the part that is to stay."""
        problems = check_challenge(hand, self.player, self.cards)
        yield from problems
        if not problems and self.part_beaten(hand) is None:
            yield problem("throw.part_not_beaten", cards=self.cards, stays=self.stays)

    def play(self, hand: "Hand") -> "Hand":
        """The part that was beaten stays led, or nothing where that ends the play."""
        lead, part = hand.lead, self.part_beaten(hand)
        assert lead is not None
        assert part is not None
        outcome = resolve_throw(hand.conditions, lead, part)
        thrown = FailedThrow(hand.table[0].player, len(outcome.withdrawn))
        table = (hand.table[0]._replace(cards=outcome.forced.cards),) if outcome.forced else ()
        return with_friends_found(replace(hand.with_step(self), throws=(*hand.throws, thrown), table=table))

    def part_beaten(self, hand: "Hand") -> Part | None:
        """The part of the lead that the cards beat and that stays; None where they do not beat the part wanted."""
        assert hand.lead is not None
        parts = (part for part, _shown in find_beaten_parts(hand.conditions, hand.lead, self.cards))
        return next((part for part in parts if not self.stays or Counter(self.stays) == Counter(part.cards)), None)

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """The cards shown, how many cards go back, and friends whom the rest of the lead shows."""
        yield message("log.zhao_pengyou.beat_throw", player=self.player, cards=self.cards)
        leader, taken_back = after.throws[-1]
        yield message("log.zhao_pengyou.record_throw", player=leader, taken_back=taken_back)
        yield from announce_friends(before, after)


@collected
def check_challenge(hand: "Hand", player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `player` cannot show `cards` against the throw that was led."""
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
    """A throw of `player` was beaten, and so many cards were taken back.

    It is said when it happens or at any time later; a throw on the table is met with `BeatThrow`.
    """

    player: Player
    taken_back: int = 0

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """It may have been led in any trick, recorded or not. A throw that lies on the table is beaten by cards.

        Where a beaten throw is the end of the play, there was one at most, and none if every card was played.
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
        """It is counted when the sides are known. If it ends the play, nobody has written down what was left."""
        hand = replace(hand.with_step(self), throws=(*hand.throws, FailedThrow(self.player, self.taken_back)))
        return replace(hand, record=hand.record.with_gap()) if hand.ended_by_throw else hand


@collected
def check_withdrawn(rules: Rules, hand_size: int, taken_back: int) -> Iterator[Problem]:
    """Why so many of a hand's cards cannot have been taken back: some where each costs points, and one was led."""
    least, most = int(find_throw_penalty(rules).points_a_card > 0), hand_size - 1
    if not least <= taken_back <= most:
        yield problem("throw.withdrawn", cards=taken_back, least=least, most=most)
