"""The cards of the trump rank that cost the makers levels when they win the last trick, in words."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.cards import Rank, Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.demotion import (
    DEMOTIONS,
    LONGER,
    WON_OTHERWISE,
    LastWin,
    count_levels,
    list_last_wins,
)
from scorekeeper.web.page.language import gettext, ngettext
from scorekeeper.web.page.wording import say


def write_won_last(won: LastWin) -> str:
    """Return what won the last trick as a form writes it: "1x1t" for a card of the trump rank and suit."""
    return f"{won.size}x{won.length}{'t' if won.of_trumps else ''}"


def win_choices(rules: zpy.Rules, setting: zpy.Setting, trumps: zpy.Trumps | None) -> list[tuple[str, str]]:
    """Return the cards that may have won the last trick, each with its word; none where they cost no levels."""
    if trumps is None:
        return []
    return [(write_won_last(won), win_word(rules, trumps, won)) for won in list_last_wins(rules, setting, trumps)]


def win_word(rules: zpy.Rules, trumps: zpy.Trumps, won: LastWin) -> str:
    """Return the word for cards that won the last trick."""
    demotion, fact = DEMOTIONS[rules.demotion], {"rank": str(trumps.rank)}
    if won == WON_OTHERWISE:
        return gettext("other cards")
    if won.of_trumps:
        return gettext("%(rank)s of trumps") % fact
    if demotion.single_only:
        return gettext("a single %(rank)s") % fact
    if demotion.has_rank(trumps.rank):
        return gettext("another %(rank)s") % fact if trumps.suit else str(trumps.rank)
    return gettext("a longer sequence") if won == LONGER else say(zpy.Shape(won.size, won.length).name).striptags()


class DemotionRow(NamedTuple):
    """A row of a table: cards that win the last trick, and whom they lower how far."""

    cards: str
    words: str


def list_demotion_rows(rules: zpy.Rules, setting: zpy.Setting) -> Iterator[DemotionRow]:
    """Yield what losing the last trick to the trump rank costs, from single cards up."""
    demotion = DEMOTIONS[rules.demotion]
    if demotion.by_cards:
        no_trump_suit = zpy.Trumps(None, Rank.TWO)
        for won in list_last_wins(rules, setting, no_trump_suit)[1:]:
            lost = count_levels(won)
            said = ngettext("Trump maker down %(num)s", "Trump maker down %(num)s", lost)
            yield DemotionRow(win_word(rules, no_trump_suit, won), said)
    if demotion.takes_friends:
        said = gettext("All makers to %(rank)s")
    elif demotion.takes_equals:
        said = gettext("Makers at %(level)s to %(rank)s")
    elif demotion.friends_lose:
        said = gettext("Trump maker to %(rank)s, friends down 1")
    else:
        said = gettext("Trump maker to %(rank)s")
    for (rank, of_trumps), fallen in demotion.falls.items():
        won = LastWin(1, of_trumps=of_trumps)
        trumps, facts = zpy.Trumps(Suit.SPADES, rank), {"level": str(rank), "rank": str(fallen)}
        yield DemotionRow(win_word(rules, trumps, won), said % facts)
