"""Playing to a trick and finding its winner (pagat, The Play)."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou.combinations import (
    FOUR,
    SINGLE,
    TWO_PAIRS,
    Copies,
    Holding,
    Lead,
    Play,
    Shape,
    arrange_shapes,
    build_holding,
    build_lead,
    check_together,
    find_placements,
    remove_copies,
    sort_largest_first,
    split_into_parts,
)
from scorekeeper.games.zhao_pengyou.counting import check_table, trick_points, with_trick
from scorekeeper.games.zhao_pengyou.following import check_card_count
from scorekeeper.games.zhao_pengyou.friends import announce_friends, with_friends_found
from scorekeeper.games.zhao_pengyou.known_cards import check_left
from scorekeeper.games.zhao_pengyou.order import Conditions
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


class PlayCards(Move, tag="zhao_pengyou.play_cards"):
    """Play to the trick, or lead to the next."""

    player: Player
    cards: tuple[Card, ...]

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why the player cannot play these cards now. Revokes are none: no hand is known."""
        if self.player not in hand.seats:
            yield problem("play.not_seated", player=self.player)
            return
        if self.player != hand.turn:
            yield problem("play.out_of_turn", player=self.player, turn=hand.turn)
        problems = (
            *(check_card_count(hand.lead, self.cards) if hand.lead else check_together(hand.conditions, self.cards)),
            *check_left(hand, self.player, self.cards),
        )
        yield from problems
        if not problems and (hand.unseen or not hand.in_full):
            yield from check_table(hand, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand after the play, with friends that the cards reveal; a full trick goes to its winner."""
        table = (*hand.table, Play(self.player, self.cards))
        hand = with_friends_found(replace(hand.with_step(self), table=table))
        return finish_full_trick(hand)

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield the line of the play, friends whom it reveals, and the winner of the trick."""
        yield from super().says(before, after)
        yield from announce_friends(before, after)
        yield from announce_trick(before, after)


def finish_full_trick(hand: "Hand", unseen_points: int = 0) -> "Hand":
    """Return the hand in which a full trick goes to its winner, with the points of cards that nobody looked at."""
    lead = hand.lead if len(hand.table) == len(hand.seats) else None
    if lead is None:
        return hand
    winning = find_strongest(hand.conditions, lead, [play.cards for play in hand.table])
    return with_trick(hand, hand.table[winning].player, trick_points(hand.table) + unseen_points)


def announce_trick(before: "Hand", after: "Hand") -> Iterator[Message]:
    """Yield a line with the winner and the points of a trick that ended between `before` and `after`."""
    if len(after.tricks) > len(before.tricks):
        won = after.tricks[-1]
        yield message("log.zhao_pengyou.record_trick", trick=len(after.tricks), winner=won.winner, points=won.points)


# --- Finding the winner ---


class PartPower(NamedTuple):
    """The rank of one part of a play, compared field by field."""

    four: bool
    """Four identical cards in the place of two pairs in sequence, where the house rule lets them win."""
    strength: int


class Power(NamedTuple):
    """The rank of a play read in one way."""

    trumped: bool
    parts: tuple[PartPower, ...]
    """The parts that are compared, in the order of comparison."""


def find_powers(conditions: Conditions, lead: Lead, play: Sequence[Card]) -> Collection[Power]:
    """Return the power of `play` in a trick of `lead` for every reading that may win; none if it cannot win.

    Nothing of the suit led can win against a throw.
    """
    if len(play) != lead.size:
        return ()
    group = conditions.group(play[0])
    if group not in (lead.group, "trump") or any(conditions.group(card) != group for card in play):
        return ()
    trumped = group != lead.group
    if len(play) == 1:
        return (Power(trumped, (PartPower(False, conditions.strength(play[0])),)),)
    if lead.kind != "throw":
        part = find_power_of_shape(conditions, lead.shapes[0], play)
        return () if part is None else (Power(trumped, (part,)),)
    return find_powers_over_throw(conditions, lead, build_holding(conditions, play)) if trumped else ()


def find_power_of_shape(conditions: Conditions, shape: Shape, play: Sequence[Card]) -> PartPower | None:
    """Return the power of a play of the shape led, or of four cards that beat two pairs; None for any other shape."""
    part, *more = split_into_parts(conditions, play)
    if more:
        return None
    if part.shape == shape:
        return PartPower(False, part.strength)
    return PartPower(True, part.strength) if part.shape == FOUR and four_stands_for(conditions, shape) else None


def four_stands_for(conditions: Conditions, shape: Shape) -> bool:
    """Return whether four identical cards may be played in the place of `shape`; pagat says so of two pairs."""
    return conditions.rules.four_beats_tractor and shape == TWO_PAIRS


def find_powers_over_throw(conditions: Conditions, lead: Lead, held: Holding) -> Collection[Power]:
    """Return the powers of trumps over a throw, or none if they lack one of its combinations.

    The player may sort the cards in the best way. The combination in the place of the largest one decides, or what the
    house rule `throw_winner` compares. Where every part must be higher no way is the best, so all of them are returned.
    """
    shapes = sort_largest_first(lead.shapes)
    readings = read_parts(conditions, held, held.copies, shapes)
    if conditions.rules.throw_winner == "every_part":
        return {Power(True, parts) for parts in readings}
    best = next(readings, None)
    if best is None:
        return ()
    if conditions.rules.throw_winner == "highest_card":
        return (Power(True, (PartPower(False, max(held.strengths)),)),)
    compared = 1
    if conditions.rules.throw_winner == "largest_then_next":
        compared = sum(shape.card_count > 1 for shape in shapes) or len(shapes)
    return (Power(True, best[:compared]),)


def read_parts(
    conditions: Conditions, held: Holding, copies: Copies, shapes: Sequence[Shape], most: PartPower | None = None
) -> Iterator[tuple[PartPower, ...]]:
    """Yield the powers of `shapes` for every way of taking them from all cards of `copies`, the highest first.

    `shapes` are sorted, so single cards are the rest. A shape equal to the one before it has at most its power, `most`.
    """
    if not shapes or shapes[0] == SINGLE:
        yield tuple(PartPower(False, held.strengths[place]) for place, count in enumerate(copies) for _ in range(count))
        return
    shape, *rest = shapes
    for power, left in place_part(conditions, held, copies, shape):
        if (most is None or power <= most) and can_place(conditions, held, left, rest):
            for others in read_parts(conditions, held, left, rest, power if rest[:1] == [shape] else None):
                yield (power, *others)


def place_part(
    conditions: Conditions, held: Holding, copies: Copies, shape: Shape
) -> Iterator[tuple[PartPower, Copies]]:
    """Yield each way of taking `shape`, or four cards that beat it, from `copies`: its power and the copies left."""
    for four in (True, False) if four_stands_for(conditions, shape) else (False,):
        taken = FOUR if four else shape
        for placement in find_placements(held, copies, taken):
            yield PartPower(four, held.strengths[placement[0]]), remove_copies(copies, placement, taken.size)


def can_place(conditions: Conditions, held: Holding, copies: Copies, shapes: Sequence[Shape]) -> bool:
    """Return whether all `shapes` can be taken from `copies`, four cards for two pairs where they beat them."""
    others = [shape for shape in shapes if not four_stands_for(conditions, shape)]
    replaceable = len(shapes) - len(others)
    return any(
        arrange_shapes(held, copies, [*others, *(FOUR,) * fours, *(TWO_PAIRS,) * (replaceable - fours)]) is not None
        for fours in range(replaceable + 1)
    )


def find_strongest(conditions: Conditions, lead: Lead, plays: Sequence[Sequence[Card]]) -> int:
    """Return the index of the play that wins in a trick of `lead`, which is the first of `plays`; of equals the first.

    A play wins over the best before it if there is a reading of each in which it is higher.
    """
    winning = 0
    best: Collection[Power] = (Power(False, (PartPower(False, lead.parts[0].strength),)),)
    for place, play in enumerate(plays[1:], 1):
        powers = find_powers(conditions, lead, play)
        if any(beats(conditions, now, before) for now in powers for before in best):
            winning, best = place, powers
    return winning


def beats(conditions: Conditions, now: Power, best: Power) -> bool:
    """Return whether a play wins over the best before it; under `throw_winner` = "every_part" in each of its parts."""
    if conditions.rules.throw_winner != "every_part" or now.trumped != best.trumped:
        return now > best
    return all(part > before for part, before in zip(now.parts, best.parts, strict=True))


def find_winner(conditions: Conditions, plays: Sequence[Play]) -> Player:
    """Return the player who wins the trick if it ends now. Raises `RuleError` with every reason of `check_plays`."""
    refuse(check_plays(conditions, plays))
    cards = [play.cards for play in plays]
    return plays[find_strongest(conditions, build_lead(conditions, cards[0]), cards)].player


@collect_problems
def check_plays(conditions: Conditions, plays: Sequence[Play]) -> Iterator[Problem]:
    """Every reason why `plays` cannot be those of one trick, whole or in progress.

    The reasons are a first play that is no lead, more plays than players, a player twice, another number of cards, and
    cards that the packs lack. A play after the first may have no cards: nobody looked at them, and they do not win.
    """
    yield from check_together(conditions, plays[0].cards if plays else ())
    players = [play.player for play in plays]
    if len(players) > conditions.setting.players:
        yield problem("trick.players", count=len(players), players=conditions.setting.players)
    for player in dict.fromkeys(players):
        if players.count(player) > 1:
            yield problem("trick.player_twice", player=player)
    for player, cards in plays[1:]:
        if cards and len(cards) != len(plays[0].cards):
            yield problem("trick.count", player=player, count=len(cards), needed=len(plays[0].cards))
    yield from check_in_pack(conditions.setting.copies, [card for play in plays for card in play.cards])
