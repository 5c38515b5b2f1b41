"""Demotion: what the makers' levels lose when the defenders win the last trick with the trump rank (groups)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cards import Card, Rank
from scorekeeper.games.zhao_pengyou.combinations import build_lead
from scorekeeper.games.zhao_pengyou.levels import Level, fall_to, lower_level
from scorekeeper.games.zhao_pengyou.order import Conditions, Trumps
from scorekeeper.games.zhao_pengyou.pack import Setting
from scorekeeper.games.zhao_pengyou.rules import Rules

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


class LastWin(NamedTuple):
    """The cards of the trump rank in the largest part of the play that won the last trick, as far as they matter."""

    size: int = 0
    """The number of identical cards; 0 where no card of the trump rank matters."""
    length: int = 1
    """The number of sets in sequence."""
    of_trumps: bool = False
    """Whether a card of the trump suit is among them."""


WON_OTHERWISE = LastWin()
"""The last trick was won by other cards, or by the makers."""

ANY_CARDS, TWO_PAIRS, LONGER = LastWin(1), LastWin(2, 2), LastWin(2, 3)
"""Any cards where their number does not matter, two pairs in sequence, and every longer sequence."""


@dataclass(frozen=True, slots=True)
class Demotion:
    """A choice of the house rule `demotion`: whose levels fall, how far, and when."""

    falls: Mapping[tuple[Rank, bool], Rank] = field(default_factory=dict)
    """The rank to which the trump maker falls, by the trump rank and by whether a card of the trump suit is shown."""
    by_cards: bool = False
    """Whether other trump ranks cost levels by the number of cards; of those the ones of the trump suit matter."""
    single_only: bool = False
    """Whether a single card alone matters, whichever its suit is."""
    from_line: bool = False
    """Whether the defenders' points must reach their line."""
    takes_friends: bool = False
    """Whether friends fall to the same rank."""
    takes_equals: bool = False
    """Whether friends at the trump rank fall to the same rank."""
    friends_lose: int = 0
    """The levels that friends lose at the ranks of `falls`."""
    wins_hand: bool = False
    """Whether the defenders win the hand so, whatever their points are."""

    def has_rank(self, rank: Rank) -> bool:
        """Return whether the trump rank has levels of its own to which the makers fall."""
        return any(at is rank for at, _of_trumps in self.falls)


DEMOTIONS: Mapping[str, Demotion] = {
    "off": Demotion(),
    "single_jack": Demotion({(Rank.JACK, False): Rank.TWO}, single_only=True, takes_friends=True),
    "by_suit": Demotion(
        {
            (Rank.JACK, True): Rank.SEVEN,
            (Rank.JACK, False): Rank.NINE,
            (Rank.ACE, True): Rank.JACK,
            (Rank.ACE, False): Rank.KING,
        },
        from_line=True,
        takes_equals=True,
    ),
    "rank_cards": Demotion(
        {
            (Rank.JACK, True): Rank.TWO,
            (Rank.QUEEN, True): Rank.SIX,
            (Rank.KING, True): Rank.JACK,
            (Rank.ACE, True): Rank.QUEEN,
            (Rank.JACK, False): Rank.NINE,
            (Rank.QUEEN, False): Rank.JACK,
            (Rank.KING, False): Rank.QUEEN,
            (Rank.ACE, False): Rank.KING,
        },
        by_cards=True,
        friends_lose=1,
        wins_hand=True,
    ),
}
"""The choices of the house rule `demotion`."""


# --- The cards ---


def list_last_wins(rules: Rules, setting: Setting, trumps: Trumps) -> tuple[LastWin, ...]:
    """Return every `LastWin` with consequences of its own, that of other cards first; none where the rule is silent."""
    demotion = DEMOTIONS[rules.demotion]
    if demotion.single_only and demotion.has_rank(trumps.rank):
        return (WON_OTHERWISE, ANY_CARDS)
    if demotion.has_rank(trumps.rank):
        suited = (ANY_CARDS._replace(of_trumps=True),) if trumps.suit else ()
        return (WON_OTHERWISE, *suited, ANY_CARDS)
    if demotion.by_cards and trumps.rank is not Rank.JOKER:
        sequences = (TWO_PAIRS, LONGER) if rules.tractors_above_ace else ()
        return (WON_OTHERWISE, *(LastWin(size) for size in range(1, setting.packs + 1)), *sequences)
    return ()


def find_last_win(hand: "Hand") -> LastWin | None:
    """Return what won the last trick once all cards were played and that trick was written down; None otherwise.

    No card wins it where a beaten throw has ended the play.
    """
    if hand.ended_by_throw:
        return WON_OTHERWISE
    if not hand.cards_gone or not hand.tricks:
        return None
    last = hand.tricks[-1]
    won = next((play.cards for play in last.plays if play.player == last.winner), ())
    return read_last_win(hand.conditions, won) if won else None


def read_last_win(conditions: Conditions, cards: tuple[Card, ...]) -> LastWin:
    """Return what of these cards matters if they win the last trick."""
    demotion, trumps = DEMOTIONS[conditions.rules.demotion], conditions.trumps
    part = build_lead(conditions, cards).parts[0]
    suits = [card.suit for card in part.cards if card.suit and card.rank is trumps.rank]
    if not suits or (demotion.single_only and len(cards) > 1) or any(card.suit is None for card in part.cards):
        return WON_OTHERWISE
    return normalize_last_win(demotion, trumps, LastWin(*part.shape, trumps.suit in suits))


def normalize_last_win(demotion: Demotion, trumps: Trumps, won: LastWin) -> LastWin:
    """Return the one of `list_last_wins` with the same consequences."""
    if demotion.has_rank(trumps.rank):
        return ANY_CARDS._replace(of_trumps=won.of_trumps and not demotion.single_only)
    if not demotion.by_cards or (trumps.suit and not won.of_trumps):
        return WON_OTHERWISE
    if won.length == 1:
        return LastWin(won.size)
    return TWO_PAIRS if (won.size, won.length) == (TWO_PAIRS.size, TWO_PAIRS.length) else LONGER


# --- The levels ---


def count_levels(won: LastWin) -> int:
    """Return the levels that these cards cost: one for each identical card, four for two pairs, six for more."""
    return {TWO_PAIRS: 4, LONGER: 6}.get(won, won.size)


def demote(rules: Rules, rank: Rank, won: LastWin, level: Level, *, is_maker: bool) -> Level:
    """Return the level of a maker who was at `level`, once the last trick at the trump rank `rank` was lost so."""
    demotion = DEMOTIONS[rules.demotion]
    fallen = demotion.falls.get((rank, won.of_trumps))
    if not won.size or not (fallen or demotion.by_cards):
        return level
    if fallen is None:
        return lower_level(rules, level, count_levels(won)) if is_maker else level
    if is_maker or demotion.takes_friends or (demotion.takes_equals and level.rank is rank):
        return fall_to(rules, level, fallen)
    return lower_level(rules, level, demotion.friends_lose)
