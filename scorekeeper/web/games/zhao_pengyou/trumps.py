"""The screens on which trumps are made: what is shown during the deal, and the kitty that is turned."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Card, Rank, Suit, parse_cards
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.trumps import check_maker, check_player, is_defence
from scorekeeper.messages import N_
from scorekeeper.table.state import TableState
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, read_cards
from scorekeeper.web.games.zhao_pengyou.keys import Key, first, last_number, last_value
from scorekeeper.web.games.zhao_pengyou.words import card_word, count_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import html
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.language import gettext, join_clauses, with_facts
from scorekeeper.web.page.template_helpers import isolated_name, you_or_name


class Laid(NamedTuple):
    """Cards that were laid open: whether they still count, were taken back, or defended what lay there."""

    exposure: zpy.Exposure
    stands: bool
    back: bool
    defends: bool


class Show(NamedTuple):
    """What the form of this screen has chosen so far, and the keys that it leaves."""

    player: Player | None
    rank: Rank | None
    suit: Suit | None
    copies: int | None
    players: tuple[Key, ...]
    ranks: tuple[Rank, ...]
    suits: tuple[Key, ...]
    counts: tuple[Key, ...]

    @property
    def card(self) -> Card | None:
        """The card that is shown, once it is chosen."""
        return Card(self.suit, self.rank) if self.suit and self.rank else None


HINTS: Mapping[str, str] = {
    "overcall": N_("Everyone shows cards of their own level. Nobody overcalls their own suit."),
    "first_is_final": N_("Everyone shows cards of their own level. The first shown are final."),
    "active_ranks": N_("Anyone shows cards of an active player’s level, who becomes trump maker."),
    "predetermined": N_("Anyone shows cards of the trump maker’s level."),
}
"""How trumps are made, by the house rule."""


def trumps_context(state: TableState, hand: zpy.Hand, _ways: Collection[str]) -> Context:
    """What lies there, what would overcall it, and the keys for what is shown next."""
    making = hand.making
    hint = HINTS["predetermined" if making.fixed_maker is not None else hand.rules.making_trumps]
    if making.fixed_maker is None and hand.rules.making_trumps == "predetermined":
        hint = HINTS["overcall"]
    return {
        "laid": list(laid(making)),
        "made": making.made,
        "challenged": making.challenged,
        "overcalls": overcalls(state, making),
        "hint": hint,
        "show": partial(shown, hand),
    }


def laid(making: zpy.TrumpMaking) -> Iterator[Laid]:
    """Everything that was shown, in order."""
    standing, challenged = making.standing, making.challenged
    for place, exposure in enumerate(making.exposures):
        stands = exposure is standing
        back = not stands and exposure.player not in {each.player for each in (standing, challenged) if each}
        yield Laid(exposure, stands, back, is_defence(making.exposures[: place + 1]))


def overcalls(state: TableState, making: zpy.TrumpMaking) -> Markup:
    """What would change trumps as they stand."""
    standing, challenged, need = making.standing, making.challenged, zpy.find_needs(making)
    if standing is None:
        return Markup("")
    if making.rules.making_trumps == "first_is_final":
        return Markup(gettext("The first cards shown are final"))
    later = max((each.copies for each in need.values()), default=0)
    more = (
        with_facts(gettext("%(count)s alike overcall"), {"count": count_word(later)})
        if later > standing.copies
        else Markup(gettext("nothing overcalls it"))
    )
    if challenged and challenged.player in need:
        said = gettext("%(name)s may match: %(count)s %(card)s now")
        facts = {"count": count_word(need[challenged.player].copies), "card": card_word(challenged.card)}
        now = with_facts(said, {"name": you_or_name(state, challenged.player), **facts})
        if later <= standing.copies:
            return now
        return join_clauses(now, gettext("later %(count)s alike") % {"count": count_word(later)})
    if is_defence(making.exposures):
        beaten = making.exposures[-2]
        facts = {
            "name": isolated_name(state, beaten.player),
            "count": count_word(beaten.copies),
            "card": card_word(beaten.card),
        }
        return html("{}. {}", raised(more), with_facts(gettext("%(count)s %(card)s go back to %(name)s"), facts))
    return raised(more)


def raised(text: Markup) -> Markup:
    """Words that begin a sentence."""
    return text[:1].upper() + text[1:]


# --- What is shown next ---


def shown(hand: zpy.Hand, form: Form) -> Show:
    """The choices of the form. Whoever may defend, and the least that stands, are chosen beforehand."""
    making = hand.making
    need, challenged = zpy.find_needs(making), making.challenged
    offered = challenged.player if challenged and challenged.player in need else None
    player = last_number(form, "player") or offered
    player = player if player in need else None
    players = tuple(Key(seat, first(check_player(making, seat))) for seat in hand.seats)
    if player is None:
        counts = tuple(Key(count) for count in range(1, hand.setting.packs + 1))
        return Show(None, None, None, None, players, (), tuple(map(Key, Suit)), counts)
    ranks = tuple(sorted(making.exposable_ranks(player)))
    rank = next((each for each in ranks if str(each) == last_value(form, "rank")), ranks[0])
    changed = form.get("was") not in (None, str(player))
    copies = None if changed else last_number(form, "copies")
    if copies is None or copies not in range(need[player].copies, hand.setting.packs + 1):
        copies = need[player].copies
    defends = need[player].defends
    suit = None if changed else suit_in(form)
    if suit is None and defends and player == offered:
        suit, rank = defends.suit, defends.rank
    suits = tuple(Key(each, against(making, player, Card(each, rank), copies)) for each in Suit)
    if any(key.value is suit and key.problem for key in suits):
        suit = None
    counts = tuple(Key(count, count_problem(making, player, rank, count)) for count in range(1, hand.setting.packs + 1))
    return Show(player, rank, suit, copies, players, ranks, suits, counts)


def suit_in(form: Form) -> Suit | None:
    """The suit that was chosen last."""
    try:
        return Suit.parse(last_value(form, "suit"))
    except RuleError:
        return None


def against(making: zpy.TrumpMaking, player: Player, card: Card, copies: int) -> Problem | None:
    """Why so many of a card may not be shown."""
    return first(zpy.check_exposure(making, player, (card,) * copies))


def count_problem(making: zpy.TrumpMaking, player: Player, rank: Rank, copies: int) -> Problem | None:
    """Why so many are no good in any suit."""
    reasons = [against(making, player, Card(suit, rank), copies) for suit in Suit]
    return None if None in reasons else reasons[0]


# --- Trumps alone, without what was shown ---


def maker_context(_state: TableState, hand: zpy.Hand, _ways: Collection[str]) -> Context:
    """Who may have become trump maker, and the suits."""
    turning = hand.phase == "turn"
    makers = (hand.making.maker_by_kitty,) if turning else hand.seats
    alone = turning or any(hand.making.rank(seat) is Rank.JOKER for seat in hand.seats)
    return {
        "makers": [Key(seat, first(check_maker(hand, seat))) for seat in makers],
        "suits": [*(suit.value for suit in Suit), *([NO_SUIT] if alone else [])],
        "ranks": {seat: hand.making.rank(seat) for seat in hand.seats},
    }


# --- The kitty is turned ---


@dataclass(frozen=True)
class Turned:
    """The kitty as far as it was turned, and what it makes trumps; `pile` is the suit whose cards are open."""

    hand: zpy.Hand
    cards: tuple[Card, ...]
    pile: Suit | None

    @cached_property
    def rank(self) -> Rank:
        """The level of the trump maker."""
        return self.hand.making.rank(self.hand.making.maker_by_kitty)

    @cached_property
    def decides(self) -> Card | None:
        """The card of the trump rank that was turned first."""
        return next((card for card in self.cards if card.rank is self.rank), None)

    @cached_property
    def is_whole(self) -> bool:
        """Whether nothing more is turned."""
        return zpy.can(self.hand, zpy.TurnKitty(self.cards))

    @cached_property
    def trumps(self) -> zpy.Trumps:
        """What the cards turned so far would make trumps."""
        return zpy.find_trumps_of_kitty(self.rank, self.cards)

    @cached_property
    def down(self) -> int:
        """How many cards still lie face down."""
        return max(0, self.hand.setting.kitty_size - len(self.cards))

    @cached_property
    def pad(self) -> tuple[Key, ...]:
        """The cards of the pile, each with why it cannot be turned."""
        cards = [card for card in self.hand.setting.copies if card.suit is self.pile]
        problems = ((card, zpy.check_in_pack(self.hand.setting.copies, (*self.cards, card))) for card in cards)
        return tuple(Key(card, first(problem)) for card, problem in problems)


def turn_context(_state: TableState, hand: zpy.Hand, _ways: Collection[str]) -> Context:
    """What the screen shows depends on what its form holds so far."""
    return {"turned": partial(turned, hand), "maker": hand.making.maker_by_kitty}


def turned(hand: zpy.Hand, form: Form) -> Turned:
    """The cards in the form, in the order in which they were turned, and one more; "back" takes the last one back."""
    try:
        cards = (*read_cards(form), *parse_cards(form.get("card", "")))
    except RuleError:
        cards = ()
    if form.get("back"):
        cards = cards[:-1]
    pile = None if form.get("pile") == NO_SUIT else suit_of_pile(form)
    return Turned(hand, cards[: hand.setting.kitty_size], pile)


def suit_of_pile(form: Form) -> Suit:
    """The suit whose cards are open."""
    try:
        return Suit.parse(form.get("pile"))
    except RuleError:
        return Suit.SPADES
