"""Whether a throw stands against the other hands, and what it costs if not (S2, Leading a Group of Top Cards)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards import Card
from scorekeeper.errors import refuse
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.conditions import Conditions, check_held
from scorekeeper.games.zhao_pengyou.leads import Lead, Part
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.shapes import FOUR, TWO_PAIRS, Holding, holding, placements
from scorekeeper.messages import Message, message


@dataclass(frozen=True, slots=True)
class Challenge:
    """Cards that `player` must show at once, because they beat one part of a throw in its own suit."""

    player: Player
    part: Part
    shown: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BeatenThrow:
    """What follows from a challenge.

    `forced` is the lead that stays on the table, None when the play is over; `withdrawn` the cards that go back
    to the leader's hand. `points` go from the leader's side to the other, which may be known only later;
    `penalty` says what else, or that, in words.
    """

    forced: Lead | None
    withdrawn: tuple[Card, ...]
    points: int
    penalty: Message


def challenges(conditions: Conditions, lead: Lead, others: Mapping[Player, Sequence[Card]]) -> tuple[Challenge, ...]:
    """Everything that beats a part of a throw, player by player in the order of `others`, the largest part first.

    A throw stands when there is nothing. `others` are the hands that are known, without the leader's; team mates
    must show their cards too. Where several cards beat a part, the weakest that do are shown. S2 does not say
    which challenge counts when there are several: the first that is made does, and this is their order at the table.
    Raises `RuleError` for what can be nobody's hand.
    """
    refuse(problem for hand in others.values() for problem in check_held(conditions, (), hand))
    if lead.kind != "throw":
        return ()
    return tuple(
        Challenge(player, part, shown)
        for player, hand in others.items()
        for part, shown in beaten_parts(conditions, lead, hand)
    )


def stands(conditions: Conditions, lead: Lead, others: Mapping[Player, Sequence[Card]]) -> bool:
    """Whether nobody among `others` beats a part of the lead."""
    return not challenges(conditions, lead, others)


def beaten_parts(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> list[tuple[Part, tuple[Card, ...]]]:
    """The parts of `lead` that `hand` beats in the suit led, and with what."""
    held = holding(conditions, conditions.trumps.of_group(hand, lead.group))
    found = ((part, weakest_to_beat(conditions, part, held)) for part in lead.parts)
    return [(part, shown) for part, shown in found if shown]


def weakest_to_beat(conditions: Conditions, part: Part, held: Holding) -> tuple[Card, ...]:
    """The weakest combination of the same shape that is higher, or four identical cards where they beat two pairs."""
    higher = [
        placement
        for placement in placements(held, held.copies, part.shape)
        if held.strengths[placement[0]] > part.strength
    ]
    if higher:
        return held.taken(part.shape, higher[-1])
    if conditions.rules.four_beats_tractor and part.shape == TWO_PAIRS:
        fours = [held.taken(FOUR, placement) for placement in placements(held, held.copies, FOUR)]
        return fours[-1] if fours else ()
    return ()


def beaten(conditions: Conditions, lead: Lead, part: Part) -> BeatenThrow:
    """What the leader of a throw must do and pay, once `part` of it was shown to be beaten."""
    withdrawn = tuple(card for other in lead.parts if other != part for card in other.cards)
    forced = None if conditions.rules.throw_ends_play else Lead(lead.group, (part,))
    points = conditions.rules.throw_penalty.points(len(withdrawn))
    return BeatenThrow(forced, withdrawn, points, penalty(conditions.rules, len(withdrawn), points))


def penalty(rules: Rules, withdrawn: int, points: int) -> Message:
    """What the leader's side pays for taking back so many cards."""
    row = rules.throw_penalty
    return message(row.said, cards=withdrawn, points=points, owed=row.owed_by_leader, owed_by_mates=row.owed_by_mates)
