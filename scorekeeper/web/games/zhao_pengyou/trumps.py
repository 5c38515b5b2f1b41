"""The screens on which trumps are made: exposures during the deal, and the kitty being turned."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Card, Rank, Suit, parse_cards
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.trumps import (
    KittyVerdict,
    check_maker,
    check_player,
    decide_by_kitty,
    is_defence,
    is_overcalled_by_as_many,
    list_jokers,
)
from scorekeeper.messages import N_
from scorekeeper.table.state import TableState
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, read_cards
from scorekeeper.web.games.zhao_pengyou.keys import first_problem, last_number, last_value
from scorekeeper.web.games.zhao_pengyou.words import card_word, cards_word, count_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import html
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.language import gettext, join_clauses, with_facts
from scorekeeper.web.page.template_helpers import isolated_name, you_or_name


class LaidExposure(NamedTuple):
    """An exposure during the deal."""

    exposure: zpy.Exposure
    stands: bool
    """Whether it makes trumps now."""
    back: bool
    """Whether its cards were taken back."""
    defends: bool
    """Whether it answered an overcall."""


class ExposureDraft(NamedTuple):
    """The choices of an unsent form of this screen, and the keys they leave."""

    player: Player | None
    rank: Rank | None
    suit: Suit | None
    copies: int | None
    players: tuple[Key, ...]
    ranks: tuple[Rank, ...]
    suits: tuple[Key, ...]
    counts: tuple[Key, ...]
    least: Mapping[Suit | Card, int] = {}
    """The fewest copies that are legal of a suit or a joker, where they are more than those chosen."""
    jokers: tuple[Key, ...] = ()
    joker: Card | None = None

    @property
    def card(self) -> Card | None:
        """The card exposed; None until it is chosen."""
        if self.joker:
            return self.joker
        return Card(self.suit, self.rank) if self.suit and self.rank else None


HINTS: Mapping[str, str] = {
    "overcall": N_("Everyone shows cards of their own level. Nobody overcalls their own suit."),
    "first_is_final": N_("Everyone shows cards of their own level. The first shown are final."),
    "active_ranks": N_("Anyone shows cards of an active player’s level, who becomes trump maker."),
    "predetermined": N_("Anyone shows cards of the trump maker’s level."),
}
"""The sentence on how trumps are made, by the house rule."""


def trumps_context(state: TableState, hand: zpy.Hand, _modes: Collection[str]) -> Context:
    """Return the exposures, what would overcall them, and `show`, which reads the form of the next one."""
    making = hand.making
    hint = HINTS["predetermined" if making.fixed_maker is not None else hand.rules.making_trumps]
    if making.fixed_maker is None and hand.rules.making_trumps == "predetermined":
        hint = HINTS["overcall"]
    return {
        "laid": list(list_exposures(making)),
        "made": making.made,
        "challenged": making.challenged,
        "overcalls": render_overcalls(state, making),
        "hint": hint,
        "left_out": cards_word(hand.setting.left_out),
        "show": partial(read_exposure_draft, hand),
    }


def list_exposures(making: zpy.TrumpMaking) -> Iterator[LaidExposure]:
    """Yield the exposures in order."""
    standing, challenged = making.standing, making.challenged
    for place, exposure in enumerate(making.exposures):
        stands = exposure is standing
        back = not stands and exposure.player not in {each.player for each in (standing, challenged) if each}
        yield LaidExposure(exposure, stands, back, is_defence(making.exposures[: place + 1]))


def render_overcalls(state: TableState, making: zpy.TrumpMaking) -> Markup:
    """Render what would change trumps as they stand."""
    standing, challenged, need = making.standing, making.challenged, zpy.find_needs(making)
    if standing is None:
        return Markup("")
    if making.rules.making_trumps == "first_is_final":
        return Markup(gettext("The first cards shown are final"))
    later = max((each.copies for player, each in need.items() if player != standing.player), default=0)
    if is_overcalled_by_as_many(making):
        more = Markup(gettext("As many of a higher kind beat it"))
    elif later <= standing.copies:
        more = Markup(gettext("nothing beats it"))
    elif later == 2:  # a pair
        more = Markup(gettext("A pair beats it"))
    else:
        more = with_facts(gettext("%(count)s alike beat it"), {"count": count_word(later)})
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
            "count": str(beaten.copies),
            "card": card_word(beaten.card),
        }
        one = gettext("%(card)s goes back to %(name)s")
        back = one if beaten.copies == 1 else gettext("%(count)s × %(card)s go back to %(name)s")
        return html("{}. {}", capitalize_first(more), with_facts(back, facts))
    return capitalize_first(more)


def capitalize_first(text: Markup) -> Markup:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


# --- What is shown next ---


def read_exposure_draft(hand: zpy.Hand, form: Form) -> ExposureDraft:
    """Read the unsent form. By default it has the player who may defend, and the fewest copies that count."""
    making = hand.making
    need, challenged = zpy.find_needs(making), making.challenged
    offered = challenged.player if challenged and challenged.player in need else None
    player = last_number(form, "player") or offered
    player = player if player in need else None
    players = tuple(Key(seat, first_problem(check_player(making, seat))) for seat in hand.seats)
    if player is None:
        counts = tuple(Key(count) for count in range(1, hand.setting.packs + 1))
        return ExposureDraft(None, None, None, None, players, (), tuple(map(Key, Suit)), counts)
    packs, chosen = hand.setting.packs, last_value(form, "suit")
    ranks = tuple(sorted(making.exposable_ranks(player)))
    rank = next((each for each in ranks if str(each) == last_value(form, "rank")), ranks[0])
    changed = form.get("was") not in (None, str(player))
    copies = None if changed else last_number(form, "copies")
    if copies is None or copies not in range(need[player].copies, hand.setting.packs + 1):
        copies = need[player].copies
    defends = need[player].defends
    suit = None if changed else read_suit_chosen(form)
    if suit is None and defends and player == offered:
        suit, rank = defends.suit, defends.rank
    shown: dict[Suit | Card, Card] = {each: Card(each, rank) for each in Suit}
    shown |= {each: each for each in list_jokers(making)}
    legal = {each: legal_counts(making, player, card, packs) for each, card in shown.items()}
    keys = [
        Key(each, None if legal[each] else check_copies(making, player, card, copies)) for each, card in shown.items()
    ]
    suits, jokers = tuple(keys[: len(Suit)]), tuple(keys[len(Suit) :])
    if suit is not None and copies not in legal[suit]:
        suit = None
    joker = next((each for each in list_jokers(making) if str(each) == chosen and copies in legal[each]), None)
    counts = tuple(Key(count, check_count(making, player, shown.values(), count)) for count in range(1, packs + 1))
    least = {each: fits[0] for each, fits in legal.items() if fits and fits[0] > copies}
    return ExposureDraft(player, rank, suit, copies, players, ranks, suits, counts, least, jokers, joker)


def read_suit_chosen(form: Form) -> Suit | None:
    """Return the suit chosen last; None without one."""
    try:
        return Suit.parse(last_value(form, "suit"))
    except RuleError:
        return None


def check_copies(making: zpy.TrumpMaking, player: Player, card: Card, copies: int) -> Problem | None:
    """Return the reason why so many copies of a card may not be exposed."""
    return first_problem(zpy.check_exposure(making, player, (card,) * copies))


def legal_counts(making: zpy.TrumpMaking, player: Player, card: Card, packs: int) -> tuple[int, ...]:
    """Return how many copies of a card may be exposed, fewest first."""
    return tuple(count for count in range(1, packs + 1) if not check_copies(making, player, card, count))


def check_count(making: zpy.TrumpMaking, player: Player, shown: Iterable[Card], copies: int) -> Problem | None:
    """Return the reason why so many copies of every card are illegal; None if those of one are legal."""
    reasons = [check_copies(making, player, card, copies) for card in shown]
    return None if None in reasons else reasons[0]


# --- Trumps alone, without what was shown ---


def maker_context(_state: TableState, hand: zpy.Hand, _modes: Collection[str]) -> Context:
    """Return the players who may be trump maker, and the suits."""
    turning = hand.phase == "turn"
    makers = (hand.making.maker_by_kitty,) if turning and hand.rules.nobody_made_trumps != "any_rank" else hand.seats
    alone = turning or bool(list_jokers(hand.making)) or hand.rules.nobody_made_trumps in ("kitty_joker", "first_card")
    alone = alone or any(hand.making.rank(seat) is Rank.JOKER for seat in hand.seats)
    return {
        "makers": [Key(seat, first_problem(check_maker(hand, seat))) for seat in makers],
        "suits": [*(suit.value for suit in Suit), *([NO_SUIT] if alone else [])],
        "ranks": {seat: hand.making.rank(seat) for seat in hand.seats},
    }


# --- The kitty is turned ---


KITTY_DECIDES: Mapping[str, str] = {
    "redeal_twice": N_("The first %(rank)s makes trumps, else the highest card"),
    "kitty_decides": N_("The first %(rank)s makes trumps, else the highest card"),
    "kitty_joker": N_("The first %(rank)s or joker makes trumps, else the highest card"),
    "first_card": N_("The first card makes trumps"),
    "any_rank": N_("The first card of anyone’s level makes trumps, else the last"),
}


@dataclass(frozen=True)
class TurnedKitty:
    """The kitty as far as it was turned, and the trumps that it makes."""

    hand: zpy.Hand
    cards: tuple[Card, ...]
    pile: Suit | None
    """The suit open on the pad; None for jokers."""

    @cached_property
    def rank(self) -> Rank:
        """The level of the trump maker."""
        return self.hand.making.rank(self.hand.making.maker_by_kitty)

    @cached_property
    def verdict(self) -> KittyVerdict:
        """The verdict of the cards turned so far."""
        return decide_by_kitty(self.hand.making, self.cards)

    @property
    def deciding_card(self) -> Card | None:
        """The card that decides; None without one."""
        return self.verdict.decides

    @property
    def said(self) -> Markup:
        """The rule by which the kitty decides."""
        text = KITTY_DECIDES[self.hand.rules.nobody_made_trumps]
        return with_facts(gettext(text), {"rank": str(self.rank)})

    @cached_property
    def is_whole(self) -> bool:
        """Return whether no further card is turned."""
        return zpy.can(self.hand, zpy.TurnKitty(self.cards))

    @cached_property
    def trumps(self) -> zpy.Trumps:
        """The trumps made by the cards turned so far."""
        return self.verdict.trumps

    @cached_property
    def face_down(self) -> int:
        """The number of cards still face down."""
        return max(0, self.hand.setting.kitty_size - len(self.cards))

    @cached_property
    def pad(self) -> tuple[Key, ...]:
        """Keys for the cards of the pile, each with the reason why it cannot be turned."""
        cards = [card for card in self.hand.setting.copies if card.suit is self.pile]
        problems = ((card, zpy.check_in_pack(self.hand.setting.copies, (*self.cards, card))) for card in cards)
        return tuple(Key(card, first_problem(problem)) for card, problem in problems)


def turn_context(_state: TableState, hand: zpy.Hand, _modes: Collection[str]) -> Context:
    """Return the context of the screen; `turned` reads the rest from its form."""
    return {"turned": partial(read_turned, hand), "maker": hand.making.maker_by_kitty}


def read_turned(hand: zpy.Hand, form: Form) -> TurnedKitty:
    """Read the cards turned, in their order, and one more; "back" takes the last one back."""
    try:
        cards = (*read_cards(form), *parse_cards(form.get("card", "")))
    except RuleError:
        cards = ()
    if form.get("back"):
        cards = cards[:-1]
    pile = None if form.get("pile") == NO_SUIT else read_pile(form)
    return TurnedKitty(hand, cards[: hand.setting.kitty_size], pile)


def read_pile(form: Form) -> Suit:
    """Return the suit open on the pad."""
    try:
        return Suit.parse(form.get("pile"))
    except RuleError:
        return Suit.SPADES
