"""Playing to a trick and finding its winner (pagat, The Play)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Move, Player
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou import combinations
from scorekeeper.games.zhao_pengyou.combinations import (
    Copies,
    Holding,
    Lead,
    Play,
    Shape,
    build_lead,
    check_together,
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
        led = hand.table[0].cards if hand.table else None
        problems = (
            *(check_card_count(led, self.cards) if led else check_together(hand.conditions, self.cards)),
            *check_left(hand, self.player, self.cards),
        )
        yield from problems
        if not problems and not hand.in_full:
            yield from check_table(hand, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand after the play, with friends that the cards reveal; a full trick goes to its winner."""
        table = (*hand.table, Play(self.player, self.cards))
        hand = with_friends_found(replace(hand.with_step(self), table=table))
        lead = hand.lead if len(hand.table) == len(hand.seats) else None
        if lead is None:
            return hand
        winning = find_strongest(hand.conditions, lead, [play.cards for play in hand.table])
        return with_trick(hand, hand.table[winning].player, trick_points(hand.table))

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield the line of the play, friends whom it reveals, and the winner of the trick."""
        yield from super().says(before, after)
        yield from announce_friends(before, after)
        if len(after.tricks) > len(before.tricks):
            won = after.tricks[-1]
            number = len(after.tricks)
            yield message("log.zhao_pengyou.record_trick", trick=number, winner=won.winner, points=won.points)


# --- Finding the winner ---


class Power(NamedTuple):
    """The rank of a play, compared field by field; of equal plays the first wins."""

    trumped: bool
    four: bool
    """Four identical cards in the place of two pairs in sequence, where the house rule lets them win."""
    strength: int
    others: tuple[int, ...] = ()
    """The strengths of the parts after the largest one, where the house rule `throw_winner` compares them."""


def find_power(conditions: Conditions, lead: Lead, play: Sequence[Card]) -> Power | None:
    """Return the power of `play` in a trick of `lead`, or None if it cannot win.

    Nothing of the suit led can win against a throw.
    """
    if len(play) != lead.size:
        return None
    group = conditions.group(play[0])
    if group not in (lead.group, "trump") or any(conditions.group(card) != group for card in play):
        return None
    trumped = group != lead.group
    if len(play) == 1:
        return Power(trumped, False, conditions.strength(play[0]))
    if lead.kind != "throw":
        return find_power_of_shape(conditions, lead.shapes[0], play, trumped=trumped)
    return find_power_over_throw(conditions, lead, combinations.build_holding(conditions, play)) if trumped else None


def find_power_of_shape(conditions: Conditions, shape: Shape, play: Sequence[Card], *, trumped: bool) -> Power | None:
    """Return the power of a play of the shape led, or of four cards that beat two pairs; None for any other shape."""
    part, *more = split_into_parts(conditions, play)
    if more:
        return None
    if part.shape == shape:
        return Power(trumped, False, part.strength)
    four = conditions.rules.four_beats_tractor and (shape, part.shape) == (combinations.TWO_PAIRS, combinations.FOUR)
    return Power(trumped, True, part.strength) if four else None


def find_power_over_throw(conditions: Conditions, lead: Lead, held: Holding) -> Power | None:
    """Return the power of trumps over a throw, or None if they lack one of its combinations.

    The combination in the place of the largest one decides, or what the house rule `throw_winner` compares. The player
    may sort the cards in the best way. Four
    identical cards may stand for two pairs in sequence where they beat them; pagat says so only of leads of two pairs.
    """
    first, *others = combinations.sort_largest_first(lead.shapes)
    fours_too = conditions.rules.four_beats_tractor
    powers = [
        Power(True, largest != first, *strengths)
        for largest in ((first, combinations.FOUR) if fours_too and first == combinations.TWO_PAIRS else (first,))
        for rest in (replace_pairs_by_fours(others) if fours_too else (others,))
        if (strengths := find_compared_strengths(conditions, held, largest, rest)) is not None
    ]
    return max(powers, default=None)


def replace_pairs_by_fours(shapes: Sequence[Shape]) -> Iterator[Sequence[Shape]]:
    """Yield `shapes` with four identical cards in the place of none, one or more of the sequences of two pairs."""
    others = [shape for shape in shapes if shape != combinations.TWO_PAIRS]
    sequences = len(shapes) - len(others)
    for fours in range(sequences + 1):
        yield [*others, *(combinations.FOUR,) * fours, *(combinations.TWO_PAIRS,) * (sequences - fours)]


def find_compared_strengths(
    conditions: Conditions, held: Holding, largest: Shape, rest: Sequence[Shape]
) -> tuple[int, tuple[int, ...]] | None:
    """Return the strengths that trumps over a throw are compared by, or None if they lack one of its combinations."""
    if conditions.rules.throw_winner == "largest":
        strength = find_highest_strength(held, largest, rest)
        return None if strength is None else (strength, ())
    strengths = find_highest_strengths(held, held.copies, (largest, *rest))
    if strengths is None:
        return None
    if conditions.rules.throw_winner == "highest_card":
        return max(held.strengths), ()
    compared = strengths
    if conditions.rules.throw_winner == "largest_then_next" and largest.card_count > 1:
        compared = strengths[: sum(shape.card_count > 1 for shape in (largest, *rest))]
    return compared[0], compared[1:]


def find_highest_strengths(held: Holding, copies: Copies, shapes: Sequence[Shape]) -> tuple[int, ...] | None:
    """Return the strengths of `shapes` in order, each as high as those before leave it, or None if they do not fit."""
    if combinations.arrange_shapes(held, copies, list(shapes)) is None:
        return None
    if not shapes:
        return ()
    found: list[tuple[int, ...]] = []
    for placement in combinations.find_placements(held, copies, shapes[0]):
        strength = held.strengths[placement[0]]
        if found and strength < found[0][0]:
            break
        rest = find_highest_strengths(held, combinations.remove_copies(copies, placement, shapes[0].size), shapes[1:])
        if rest is not None:
            found.append((strength, *rest))
    return max(found)


def find_highest_strength(held: Holding, largest: Shape, rest: Sequence[Shape]) -> int | None:
    """Return the highest strength of `largest` that leaves every shape of `rest` in the other cards, or None."""
    if combinations.arrange_shapes(held, held.copies, [largest, *rest]) is None:
        return None
    for placement in combinations.find_placements(held, held.copies, largest):
        if (
            combinations.arrange_shapes(held, combinations.remove_copies(held.copies, placement, largest.size), rest)
            is not None
        ):
            return held.strengths[placement[0]]
    return None


def find_strongest(conditions: Conditions, lead: Lead, plays: Sequence[Sequence[Card]]) -> int:
    """Return the index of the play that wins in a trick of `lead`, which is the first of `plays`."""
    winning, best = 0, Power(False, False, lead.parts[0].strength)
    for place, play in enumerate(plays[1:], 1):
        now = find_power(conditions, lead, play)
        if now is not None and beats(conditions, now, best):
            winning, best = place, now
    return winning


def beats(conditions: Conditions, now: Power, best: Power) -> bool:
    """Return whether a play wins over the best before it; under `throw_winner` = "every_part" in each of its parts."""
    if conditions.rules.throw_winner != "every_part" or not best.others or now[:2] != best[:2]:
        return now > best
    return all(part > before for part, before in zip((now[2], *now.others), (best.strength, *best.others), strict=True))


def find_winner(conditions: Conditions, plays: Sequence[Play]) -> Player:
    """Return the player who wins the trick if it ends now. Raises `RuleError` with every reason of `check_plays`."""
    refuse(check_plays(conditions, plays))
    cards = [play.cards for play in plays]
    return plays[find_strongest(conditions, build_lead(conditions, cards[0]), cards)].player


@collect_problems
def check_plays(conditions: Conditions, plays: Sequence[Play]) -> Iterator[Problem]:
    """Every reason why `plays` cannot be those of one trick, whole or in progress.

    The reasons are a first play that is no lead, more plays than players, a player twice, another number of cards, and
    cards that the packs lack.
    """
    yield from check_together(conditions, plays[0].cards if plays else ())
    players = [play.player for play in plays]
    if len(players) > conditions.setting.players:
        yield problem("trick.players", count=len(players), players=conditions.setting.players)
    for player in dict.fromkeys(players):
        if players.count(player) > 1:
            yield problem("trick.player_twice", player=player)
    for player, cards in plays[1:]:
        if len(cards) != len(plays[0].cards):
            yield problem("trick.count", player=player, count=len(cards), needed=len(plays[0].cards))
    yield from check_in_pack(conditions.setting.copies, [card for play in plays for card in play.cards])
