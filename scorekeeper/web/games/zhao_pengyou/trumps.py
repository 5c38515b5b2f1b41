"""The screens on which trumps are made: exposures during the deal, and the kitty being turned."""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
    count_jokers_needed,
    decide_by_kitty,
    is_defence,
    list_jokers,
)
from scorekeeper.messages import N_
from scorekeeper.table.state import TableState
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, read_cards, write_shown
from scorekeeper.web.games.zhao_pengyou.keys import first_problem, last_number, last_value
from scorekeeper.web.games.zhao_pengyou.words import card_word, cards_word, count_word, joker_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import html
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.language import gettext, join_clauses, join_list, with_facts
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


class ShowKey(NamedTuple):
    """A key of the pad of shows, which records them."""

    value: str
    """The cards as a form writes them."""
    face: Card | Suit
    """The card shown; its suit alone while its rank depends on the player."""
    problem: Problem | None
    lies: Player | None
    """The player before whom these cards lie, if they make trumps now."""

    @property
    def joker(self) -> Card | None:
        """The card, if it is a joker."""
        return self.face if isinstance(self.face, Card) and self.face.suit is None else None


class ShowRow(NamedTuple):
    """The shows of as many cards, a key a suit and a joker; None for jokers too few or too many."""

    copies: int
    keys: tuple[ShowKey | None, ...]


class ExposureDraft(NamedTuple):
    """The choices of an unsent form of this screen, and the keys they leave."""

    player: Player | None
    rank: Rank | None
    players: tuple[Key, ...]
    ranks: tuple[Rank, ...]
    rows: tuple[ShowRow, ...]
    """The rows of the pad, the most cards first."""
    counts: tuple[Key, ...]
    """How many cards are shown, where the pad has room for one row; else empty."""


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
    if higher := list_higher_kinds(making, standing.copies):
        facts = {"cards": join_list(higher), "count": count_word(standing.copies + 1)}
        more = gettext("%(cards)s or any %(count)s alike beat it")
        more = with_facts(more if standing.copies < making.setting.packs else gettext("%(cards)s beat it"), facts)
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


def list_higher_kinds(making: zpy.TrumpMaking, copies: int) -> list[Markup]:
    """Return the kinds of which as many cards as those that stand, `copies`, beat them: "2 × ★ red joker"."""
    shown = [Show(each, own) for each in zpy.find_needs(making) for own in making.exposable_ranks(each)]
    shown = [each for each in shown if not making.challenged or each.player != making.challenged.player]
    kinds: list[Suit | Card] = [*Suit, *list_jokers(making)]
    beats = [kind for kind in kinds if any(check_show(making, each, kind, copies) is None for each in shown)]
    return [html("{} × {}", copies, joker_word(kind)) for kind in beats]


def capitalize_first(text: Markup) -> Markup:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


# --- What is shown next ---


MOST_ROWS, MOST_IN_ROWS = 3, 8
"""The most packs, and the most players, with which every row of the pad has room on a phone."""


def read_exposure_draft(hand: zpy.Hand, form: Form) -> ExposureDraft:
    """Read the unsent form. By default it has the player who may defend."""
    making = hand.making
    need, challenged = zpy.find_needs(making), making.challenged
    offered = challenged.player if challenged and challenged.player in need else None
    player = last_number(form, "player") or offered
    player = player if player in need else None
    ranks = tuple(sorted(making.exposable_ranks(player))) if player else ()
    rank = next((each for each in ranks if str(each) == last_value(form, "rank")), next(iter(ranks), None))
    shown = [Show(each, own) for each in need for own in making.exposable_ranks(each)]
    if player:
        shown = [Show(player, rank)]
    rows = tuple(build_rows(making, shown or [Show(seat, None) for seat in hand.seats]))
    counts: tuple[Key, ...] = ()
    if hand.setting.packs > MOST_ROWS or len(hand.seats) > MOST_IN_ROWS:
        counts = tuple(Key(row.copies, find_row_problem(row)) for row in reversed(rows))
        least = next((key.value for key in counts if not key.problem), counts[0].value)
        chosen = last_number(form, "copies") or least
        rows = tuple(row for row in rows if row.copies == chosen) or rows[-1:]
    players = tuple(Key(seat, first_problem(check_player(making, seat))) for seat in hand.seats)
    return ExposureDraft(player, rank, players, ranks, rows, counts)


class Show(NamedTuple):
    """A player who may show cards, and the rank of the suits shown."""

    player: Player
    rank: Rank | None


def build_rows(making: zpy.TrumpMaking, shown: Sequence[Show]) -> Iterator[ShowRow]:
    """Yield the rows of the pad. A key is possible where any of those who may show could show it."""
    kinds: list[Suit | Card] = [*Suit, *list_jokers(making)]
    least = min([making.rules.expose_at_least, *(count_jokers_needed(making, each) for each in list_jokers(making))])
    if making.standing:  # fewer cards never beat it
        least = max(least, making.standing.copies)
    for copies in range(making.setting.packs, least - 1, -1):
        keys = (build_show_key(making, shown, kind, copies) for kind in kinds)
        yield ShowRow(copies, tuple(keys))


def build_show_key(making: zpy.TrumpMaking, shown: Sequence[Show], kind: Suit | Card, copies: int) -> ShowKey | None:
    """Return the key of so many cards of a kind; None for jokers that are too few, or more than there are."""
    if isinstance(kind, Card) and not count_jokers_needed(making, kind) <= copies <= making.setting.copies[kind]:
        return None
    standing = making.standing
    lies = standing is not None and (standing.copies, standing.card.suit or standing.card) == (copies, kind)
    ranks, face = {each.rank for each in shown}, kind
    if standing and lies:
        face = standing.card
    elif isinstance(kind, Suit) and len(ranks) == 1 and (rank := ranks.pop()):
        face = Card(kind, rank)
    reasons = (check_show(making, each, kind, copies) for each in shown)
    problem = next(reasons)
    if problem and any(reason is None for reason in reasons):
        problem = None
    return ShowKey(write_shown(copies, kind), face, problem, standing.player if standing and lies else None)


def check_show(making: zpy.TrumpMaking, show: Show, kind: Suit | Card, copies: int) -> Problem | None:
    """Return the reason why a player may not show so many cards of a kind."""
    rank = show.rank or making.rank(show.player)
    if isinstance(kind, Suit) and rank is Rank.JOKER:  # no suit has a joker
        return first_problem(check_player(making, show.player))
    card = kind if isinstance(kind, Card) else Card(kind, rank)
    return first_problem(zpy.check_exposure(making, show.player, (card,) * copies))


def find_row_problem(row: ShowRow) -> Problem | None:
    """Return the reason why no cards of a row may be shown; None if some may."""
    reasons = [key.problem for key in row.keys if key]
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
    "kitty_joker": N_("The first %(rank)s or joker, else the highest card"),
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
