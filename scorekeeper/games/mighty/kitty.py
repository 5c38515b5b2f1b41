"""The kitty and the discards (pagat, Exchanging cards and calling a partner; Variations: Play)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Move
from scorekeeper.games.mighty.cards import Setting
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.dropping_out import check_drop_outs_complete
from scorekeeper.games.mighty.leading import list_barred_openings
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.packs import check_count, check_in_pack
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


@collect_problems
def check_kitty(rules: Rules, cards: Sequence[Card] | None) -> Iterator[Problem]:
    """Yield every reason why `cards` cannot be the exposed kitty."""
    if cards is None:
        return
    if not rules.kitty_exposed:
        yield problem("kitty.not_exposed")
    yield from check_count(cards, rules.setting.taken)
    yield from check_in_pack(rules.setting.copies, cards)


class TakeKitty(Move, tag="mighty.take_kitty"):
    """The declarer takes the kitty; `cards` are all of it where it is exposed."""

    cards: tuple[Card, ...] | None = None

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the kitty cannot be taken yet, or cannot have these cards."""
        yield from check_drop_outs_complete(hand)
        yield from check_kitty(hand.rules, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the kitty taken; the contract may change once more, for another price."""
        return replace(hand, kitty_taken=True, kitty=self.cards or (), contract_changed=False)

    def says(self, _before: "Hand", _after: "Hand") -> Iterable[Message]:
        """Yield that the kitty was taken, with its cards where it was exposed."""
        told = "" if self.cards is None else "_exposed"
        yield message(f"log.mighty.take_kitty{told}", cards=self.cards)


# --- The discard ---


@collect_problems
def check_discard(conditions: Conditions, cards: Sequence[Card], discards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why the declarer, who holds `cards` with the kitty among them, may not discard `discards`.

    The call checks whether a discarded card may be called.
    """
    setting = conditions.rules.setting
    if len(cards) != conditions.tricks + setting.discards:
        yield problem("cards.count", count=len(cards), needed=conditions.tricks + setting.discards)
    yield from check_in_pack(conditions.rules.setting.copies, cards)
    if len(discards) != setting.discards:
        yield problem("discard.count", count=len(discards), needed=setting.discards)
    kept = list(cards)
    for card in discards:
        if card in kept:
            kept.remove(card)
        else:
            yield problem("discard.not_held", card=card)
    yield from check_kept_cards(conditions, kept)


def can_discard(conditions: Conditions, cards: Sequence[Card], discards: Sequence[Card]) -> bool:
    """Return whether the declarer may discard `discards` of `cards`."""
    return not check_discard(conditions, cards, discards)


def derive_discards(setting: Setting, played: Mapping[Card, int]) -> tuple[Card, ...] | None:
    """Return the discards, given how many copies of each card were played; None until every other card was played."""
    if sum(played.values()) < setting.tricks * setting.active:
        return None
    return tuple((Counter(setting.pack) - Counter(played)).elements())


@collect_problems
def check_kept_cards(conditions: Conditions, kept: Sequence[Card]) -> Iterator[Problem]:
    """Yield a problem when the declarer keeps no card that may be led to the first trick.

    That is so with nothing but trumps and the joker, where only nothing but trumps lets them lead a trump and the
    joker may not be led. After the kitty a hand of nothing else must therefore discard the joker.
    """
    barred, jokers = list_barred_openings(conditions), [card for card in kept if card.suit is None]
    if conditions.rules.trump_first_lead != "only_trumps" or not all(joker in barred for joker in jokers):
        return
    if jokers and all(card.suit in (None, conditions.trump) for card in kept):
        yield problem("discard.trumps_and_joker")
