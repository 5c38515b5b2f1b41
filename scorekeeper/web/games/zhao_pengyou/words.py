"""The wording of terms peculiar to Zhao Pengyou: trumps, calls, copies, and cards that lie together."""

from collections import Counter
from collections.abc import Iterable, Mapping

from markupsafe import Markup

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.friends import Copy
from scorekeeper.games.zhao_pengyou.order import Group
from scorekeeper.messages import N_
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.language import gettext, ngettext, with_facts
from scorekeeper.web.page.wording import face, word

COPIES: Mapping[Copy, str] = {
    1: N_("first"),
    2: N_("second"),
    3: N_("third"),
    4: N_("fourth"),
    5: N_("fifth"),
    6: N_("sixth"),
    "other": N_("the other"),
}
COUNTS: Mapping[int, str] = {1: N_("one"), 2: N_("two"), 3: N_("three"), 4: N_("four")}


@word.register
def _(trumps: zpy.Trumps) -> Markup:
    if trumps.rank is Rank.JOKER:
        return escape(gettext("jokers"))
    return html("{} {}", trumps.rank, word(trumps.suit) if trumps.suit else gettext("no-trump"))


@word.register
def _(level: zpy.Level) -> Markup:
    name = gettext("joker") if level.rank is Rank.JOKER else str(level.rank)
    return escape(f"{name}{'+' * level.lap}")


@word.register
def _(call: zpy.Call) -> Markup:
    return html("{} {}", copy_word(call.copy), card_word(call.card))


def copy_word(copy: Copy) -> str:
    """Return the ordinal of a copy of a card."""
    return gettext(COPIES[copy]) if copy in COPIES else str(copy)


def count_word(count: int) -> str:
    """Return the number of identical cards, as a word where it has one."""
    return gettext(COUNTS[count]) if count in COUNTS else ngettext("%(num)s card", "%(num)s cards", count)


def card_word(card: Card) -> Markup:
    """Render a card in a line: its rank, then its suit; a joker by its name, as there are two kinds."""
    return face(card) if card.suit else word(card)


def joker_word(kind: Card | Suit) -> Markup:
    """Render a joker with its face and its name, as there are two kinds; a suit by its face."""
    return html("{} {}", face(kind), word(kind)) if isinstance(kind, Card) and kind.suit is None else face(kind)


def cards_word(cards: Iterable[Card]) -> Markup:
    """Render cards that lie together: "A K J J ♠", suit by suit."""
    suits: dict[Suit | None, list[Card]] = {}
    for card in cards:
        suits.setdefault(card.suit, []).append(card)
    return join_html(
        " ",
        (
            html("{} {}", " ".join(str(card.rank) for card in held), word(suit))
            if suit
            else join_html(
                " ",
                (
                    html("{} ×{}", word(card), count) if count > 1 else word(card)
                    for card, count in Counter(held).items()
                ),
            )
            for suit, held in suits.items()
        ),
    )


LEADS: Mapping[str, str] = {
    "lead.single": N_("single card"),
    "lead.pair": N_("pair"),
    "lead.triple": N_("triple"),
    "lead.quadruple": N_("four alike"),
    "lead.pairs_in_sequence": N_("tractor of %(length)s pairs"),
    "lead.triples_in_sequence": N_("tractor of %(length)s triples"),
    "lead.quadruples_in_sequence": N_("tractor of %(length)s fours"),
    "lead.set": N_("%(size)s alike"),
    "lead.sets_in_sequence": N_("tractor of %(length)s sets of %(size)s"),
    "lead.throw": N_("throw of %(count)s parts"),
}
"""The names of the kinds of lead."""


def lead_word(lead: zpy.Lead) -> Markup:
    """Return the name of a lead."""
    return with_facts(gettext(LEADS[lead.name.code]), lead.name.facts)


def group_word(group: Group) -> Markup:
    """Return the name of a group of cards followed as one suit."""
    return escape(gettext("trumps")) if group == "trump" else word(group)
