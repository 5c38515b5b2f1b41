"""The kitty, calls, and the friends found by them (pagat, Discarding and Choosing Partners; Variations: Calling)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self

from msgspec.structs import replace

from scorekeeper.cards import Card, Rank
from scorekeeper.errors import Problem, RuleError, collect_problems, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.packs import check_count
from scorekeeper.games.zhao_pengyou.combinations import Play
from scorekeeper.games.zhao_pengyou.known_cards import check_could_hold, could_have_played
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.pack import POINTS, Setting
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.messages import Message, message
from scorekeeper.values import text_value

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand

Copy = int | Literal["other"]
"""1 for the first copy of a card to be played, 2 for the second; "other" for the one that the trump maker lacks."""

CALL_PATTERN = re.compile(r"(.+)#(other|[0-9]{1,3})")


@text_value
@dataclass(frozen=True)
class Call:
    """A called copy of a card: ``Call(Card.parse("SA"), 1)`` for the first ace of spades.

    Raises `RuleError` ``call.malformed`` for a malformed card or copy.
    """

    card: Card
    copy: Copy

    def __post_init__(self) -> None:
        if type(self.card) is not Card or (self.copy != "other" and type(self.copy) is not int):
            raise RuleError("call.malformed", text=f"{self.card}#{self.copy}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "SA#1", "♠A#2", "SA#other". Raises `RuleError` ``call.malformed`` with the text."""
        written = CALL_PATTERN.fullmatch(str(text).strip().lower())
        if written is None:
            raise RuleError("call.malformed", text=text)
        card, copy = written.groups()
        try:
            return cls(Card.parse(card), "other" if copy == "other" else int(copy))
        except RuleError:
            raise RuleError("call.malformed", text=text) from None

    @property
    def symbol(self) -> str:
        """The text shown to people: "♠A#1"."""
        return f"{self.card.symbol}#{self.copy}"

    def __str__(self) -> str:
        return f"{self.card}#{self.copy}"


PACKS_WITH_THE_OTHER = 2
NO_COPIES: Mapping[Card, int] = {}


# --- The kitty ---


class BuryKitty(Move, tag="zhao_pengyou.bury_kitty"):
    """Take the kitty and discard as many cards, as the trump maker does."""

    cards: tuple[Card, ...] | None = None
    """The discards, or None if nobody writes them down."""

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the trump maker cannot discard these cards."""
        return () if self.cards is None else check_discards(hand, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the discards buried, written down or not."""
        return replace(hand, kitty_buried=True, buried=self.cards)

    def says(self, _before: "Hand", _after: "Hand") -> Iterator[Message]:
        """Yield a line without the discards, which are secret before the result."""
        yield message("log.zhao_pengyou.bury_kitty")


@collect_problems
def check_discards(hand: "Hand", cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why the trump maker cannot discard `cards`."""
    yield from check_count(cards, hand.setting.kitty_size)
    yield from check_could_hold(hand, hand.trump_maker, cards)


# --- Calls ---


class CallFriends(Move, tag="zhao_pengyou.call_friends"):
    """Call cards, as the trump maker does. The move implies that the kitty was buried."""

    calls: tuple[Call, ...] | None
    """The calls, or None if nobody writes them down."""

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason against the calls."""
        return () if self.calls is None else check_calls_in_hand(hand, self.calls)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand at the start of the play, when nobody has played a called copy."""
        calls = self.calls or ()
        return replace(hand, kitty_buried=True, called=True, calls=calls, found=(None,) * len(calls))

    def says(self, before: "Hand", _after: "Hand") -> Iterator[Message]:
        """Yield lines for the discards, unless they were recorded before, and for the calls."""
        if not before.kitty_buried:
            yield message("log.zhao_pengyou.bury_kitty")
        if self.calls is None:
            yield message("log.zhao_pengyou.call_friends_unwritten")
        else:
            yield message("log.zhao_pengyou.call_friends", calls=self.calls)


@collect_problems
def check_calls_in_hand(hand: "Hand", calls: Sequence[Call]) -> Iterator[Problem]:
    """Every reason against `calls` by the rules and the discards of `hand`."""
    yield from check_calls(hand.rules, hand.setting, hand.conditions.trumps, calls)
    shown = {exposure.card for exposure in hand.making.exposures}
    for call in calls:
        if hand.rules.friend_cards == "any_not_shown" and call.card in shown:
            yield problem("call.shown", card=call.card)
        if call.copy == "other" and not count_playable_copies(hand, call.card):
            yield problem("call.other_not_held", card=call.card, held=0)


@collect_problems
def check_calls(
    rules: Rules, setting: Setting, trumps: Trumps | str, calls: Sequence[Call], hand: Sequence[Card] | None = None
) -> Iterator[Problem]:
    """Every reason against `calls` together. `hand` is the trump maker's, if known, and needed only for "the other"."""
    if len(calls) != setting.calls:
        yield problem("call.count", count=len(calls), needed=setting.calls)
    for call, times in Counter(calls).items():
        if times > 1:
            yield problem("call.twice", call=call)
        yield from check_call(rules, setting, trumps, call, hand)


@collect_problems
def check_call(
    rules: Rules, setting: Setting, trumps: Trumps | str, call: Call, hand: Sequence[Card] | None = None
) -> Iterator[Problem]:
    """Every reason against one call. Trumps may be given as text."""
    trumps = Trumps.of(trumps)
    if call.card not in setting.copies:
        yield problem("cards.not_in_pack", card=call.card)
    elif code := find_forbidden(rules, trumps, call.card):
        yield problem(code, card=call.card)
    if call.copy == "other":
        yield from check_the_other(rules, setting, call, hand)
    elif not 1 <= call.copy <= setting.packs:
        yield problem("call.copy", call=call, copies=setting.packs)


def find_forbidden(rules: Rules, trumps: Trumps, card: Card) -> str | None:
    """Return the refusal of a card that may not be called, by the house rule `friend_cards`; None if it may."""
    if rules.friend_cards in ("any", "any_not_shown"):
        return None
    if trumps.is_trump(card):
        return "call.trump"
    highest = Rank.KING if trumps.rank is Rank.ACE else Rank.ACE
    if rules.friend_cards == "not_highest" and card.rank is highest:
        return "call.highest"
    if rules.friend_cards == "no_points" and card.rank in POINTS and card.rank is not highest:
        return "call.points"
    return "call.no_ace" if rules.friend_cards == "aces" and card.rank is not highest else None


def can_call(
    rules: Rules, setting: Setting, trumps: Trumps | str, call: Call, hand: Sequence[Card] | None = None
) -> bool:
    """Return whether `call` is legal on its own."""
    return not check_call(rules, setting, trumps, call, hand)


@collect_problems
def check_the_other(rules: Rules, setting: Setting, call: Call, hand: Sequence[Card] | None) -> Iterator[Problem]:
    """Every reason why "the other" copy may not be called. It takes two packs and a caller who holds one copy."""
    if not rules.call_the_other:
        yield problem("call.no_other")
    elif setting.packs != PACKS_WITH_THE_OTHER:
        yield problem("call.other_packs", packs=setting.packs)
    elif hand is not None and (held := tuple(hand).count(call.card)) != 1:
        yield problem("call.other_not_held", card=call.card, held=held)


def legal_calls(
    rules: Rules, setting: Setting, trumps: Trumps | str, hand: Sequence[Card] | None = None
) -> tuple[Call, ...]:
    """Return every legal call, card by card."""
    copies = (*range(1, setting.packs + 1), "other")
    every = (Call(card, copy) for card in dict.fromkeys(setting.pack) for copy in copies)
    return tuple(call for call in every if can_call(rules, setting, trumps, call, hand))


# --- Finding friends as called copies appear ---


def find_friends(
    calls: Sequence[Call],
    maker: Player,
    plays: Iterable[Play],
    known: Sequence[Player | None] | None = None,
    before: Mapping[Card, int] = NO_COPIES,
) -> tuple[Player | None, ...]:
    """Return the player of each called copy, None for one that has not appeared. It may be the trump maker.

    `plays` are all of the hand, or only the latest. In that case `known` has the players found before, and `before` the
    number of copies of each card played before. Raises `RuleError` ``call.count`` if `known` does not fit the calls.
    """
    if known and len(known) != len(calls):
        raise RuleError("call.count", count=len(known), needed=len(calls))
    players = list(known or [None] * len(calls))
    wanted = [call.card for call, player in zip(calls, players, strict=True) if player is None]
    appeared = {card: before.get(card, 0) for card in wanted}
    for player, cards in plays:
        for card in cards:
            if card not in wanted:
                continue
            appeared[card] += 1
            for place, call in enumerate(calls):
                if players[place] is None and is_called_copy(call, card, appeared[card], by_maker=player == maker):
                    players[place] = player
    return tuple(players)


def is_called_copy(call: Call, card: Card, copy: int, *, by_maker: bool) -> bool:
    """Return whether `card`, the `copy`-th of its kind to be played, is the called one."""
    if card != call.card:
        return False
    return not by_maker if call.copy == "other" else call.copy == copy


def list_team(maker: Player, players: Iterable[Player | None]) -> tuple[Player, ...]:
    """List the trump maker, then the friends in the order of the calls, each once."""
    return tuple(dict.fromkeys((maker, *(player for player in players if player is not None))))


# --- The friends that the table knows: by cards that were written down, or by a person's word ---


def find_friends_on_table(hand: "Hand") -> tuple[Player | None, ...]:
    """Return the player of each called copy, including copies in the last play if every card was written down.

    A throw may be withdrawn until somebody follows, so its copies count only from the second play on.
    """
    if not hand.in_full or None not in hand.found:
        return hand.found
    missing = [call.card for call, player in zip(hand.calls, hand.found, strict=True) if player is None]
    if not any(card in missing for play in hand.table[-2:] for card in play.cards) or hand.lead_may_go_back:
        return hand.found
    return find_friends(hand.calls, hand.trump_maker, hand.table, hand.found, hand.record.played)


def with_friends_found(hand: "Hand") -> "Hand":
    """Return the hand with the friends that the cards on the table reveal."""
    players = find_friends_on_table(hand)
    return hand if players == hand.found else replace(hand, found=players)


def announce_friends(before: "Hand", after: "Hand") -> Iterator[Message]:
    """Yield a line for each called copy that appeared between `before` and `after`, with its player."""
    for call, then, player in zip(after.calls, before.found, after.found, strict=True):
        if player not in (then, None):
            yield message("log.zhao_pengyou.reveal_friend", player=player, call=call)


class RevealFriend(Move, tag="zhao_pengyou.reveal_friend"):
    """Record that `player` has played the called copy, in a trick that is recorded before, later or never."""

    player: Player
    call: Call

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the player cannot have played the called copy."""
        return check_reveal(hand, self.player, self.call)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand in which the friend is known.

        Unless the written cards already reveal the friend, as after a corrected trick, some cards were not written
        down, so the record has a gap.
        """
        hand, place = hand.with_step(self), hand.calls.index(self.call)
        if hand.found[place] == self.player:
            return hand
        players = (*hand.found[:place], self.player, *hand.found[place + 1 :])
        return replace(hand, found=players, record=hand.record.with_gap())


def count_playable_copies(hand: "Hand", card: Card) -> int:
    """Count the copies of `card` that can be played: all but discards that were written down."""
    return hand.setting.copies.get(card, 0) - (hand.buried or ()).count(card)


def is_buried(hand: "Hand", call: Call) -> bool:
    """Return whether the written discards leave too few copies for the called one to be played."""
    return call.copy != "other" and call.copy > count_playable_copies(hand, call.card)


@collect_problems
def check_reveal(hand: "Hand", player: Player, call: Call) -> Iterator[Problem]:
    """Every reason why `player` cannot have played the called copy, in a trick recorded before, later or never."""
    if player not in hand.seats:
        yield problem("reveal.not_seated", player=player)
    if call not in hand.calls:
        yield problem("reveal.not_called", call=call)
        return
    known = hand.found[hand.calls.index(call)]
    if known is not None:
        yield problem("reveal.already", player=known, call=call)
    elif hand.friends_known:
        yield problem("reveal.never_played", call=call)
    elif is_buried(hand, call):
        yield problem("reveal.buried", call=call)
    elif not could_have_played(hand, player, call.card):
        yield problem("reveal.elsewhere", player=player, card=call.card)
    if call.copy == "other" and player == hand.maker:
        yield problem("reveal.own_other", player=player, call=call)


@collect_problems
def check_friends(hand: "Hand", friends: Sequence[Player]) -> Iterator[Problem]:
    """Every reason why `friends` cannot be all the friends after the cards that the table has seen."""
    for player in friends:
        if player not in hand.seats:
            yield problem("result.friend_not_seated", player=player)
        elif hand.friends_known and player not in hand.team:
            yield problem("result.no_friend", player=player)
    for player in hand.team[1:]:
        if player not in friends:
            yield problem("result.friend_left_out", player=player)
    open_calls = [call for call, player in zip(hand.calls, hand.found, strict=True) if player is None]
    most = len(hand.team[1:]) + sum(not is_buried(hand, call) for call in open_calls)
    if hand.calls and not hand.friends_known and most < len(friends) <= hand.setting.calls:
        yield problem("result.too_many_friends", count=len(friends), most=most)
