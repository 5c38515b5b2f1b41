"""Does this card make trumps? What is laid open is public."""

from msgspec.structs import replace

from scorekeeper.cards import SUITED_RANKS, Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.messages import Message, message
from scorekeeper.web.games.zhao_pengyou.referee.conditions import RANKS
from scorekeeper.web.questions import Asked, Inquiry, Piles, read_piles

ASKING, OTHER = 1, 2
"""Without a table: who asks, and who has laid something open before."""


def trumps(inquiry: Inquiry) -> Asked:
    """Whether identical cards make trumps now, over what lies there already. Raises `RuleError`.

    ``laid`` lies there, of somebody else; ``before`` are the own cards that it has just overcalled.
    """
    setting = zpy.setting(inquiry.rules, inquiry.players)
    player = read_player(inquiry)
    level = inquiry.choice("level", RANKS, level_of(inquiry, player))
    piles = read_piles(inquiry, ("before", "laid", "cards"), setting.copies)
    public = {"level": level, **piles.written(piles.cards), "pad": piles.fills}
    public |= {"player": str(player)} if player else {}
    shown = {zpy_rank(card) for pile in piles.cards.values() for card in pile} | {level}
    facts = {
        "piles": piles,
        "level": level,
        "ranks": RANKS,
        "player": player,
        "people": list(inquiry.hand.seats) if inquiry.hand else [],
        "pad": piles.keys(lambda card: wanted(piles, card, shown)),
    }
    cards = piles["cards"]
    if not cards or not level:
        return Asked(public, facts)
    making = making_of(inquiry, player, level, piles)
    problems = zpy.check_exposure(making, ASKING, cards)
    if problems:
        return Asked(public, facts, "no", problems)
    made = making.exposed(ASKING, cards)
    return Asked(public, {**facts, "made": made.made}, "yes", tuple(terms(making, made)))


def zpy_rank(card: Card) -> str:
    """A card's rank as a level is written."""
    return str(card.rank)


def wanted(piles: Piles, card: Card, shown: set[str]) -> bool:
    """Whether a card is on the pad: what is laid open is of the levels in question; others may have any level."""
    return zpy_rank(card) in shown if piles.fills == "cards" else card.rank in SUITED_RANKS


def read_player(inquiry: Inquiry) -> Player | None:
    """Who asks at the table, which tells their level; nobody in particular without one."""
    if inquiry.hand is None:
        return None
    seats: tuple[Player, ...] = inquiry.hand.seats
    return inquiry.number("player", range(1, max(seats) + 1), seats[0])


def level_of(inquiry: Inquiry, player: Player | None) -> str:
    """The level of a player at the table."""
    if player is None or inquiry.hand is None or player not in inquiry.hand.seats:
        return ""
    return str(inquiry.hand.session.level(player).rank)


def making_of(inquiry: Inquiry, player: Player | None, level: str, piles: Piles) -> zpy.TrumpMaking:
    """A deal in which that lies there. Where the last hand has decided on a trump maker, the level is that player's."""
    seats = tuple(range(1, inquiry.players + 1))
    levels = {ASKING: zpy.Level.parse(level)}
    exposures = [zpy.Exposure(ASKING, piles["before"][0], len(piles["before"]))] if piles["before"] else []
    if laid := piles["laid"]:
        levels[OTHER] = zpy.Level(0, laid[0].rank)
        exposures.append(zpy.Exposure(OTHER, laid[0], len(laid)))
    passive = inquiry.hand is not None and player is not None and not inquiry.hand.session.is_active(player)
    decided = inquiry.rules.making_trumps == "predetermined"
    session = replace(
        zpy.opening(inquiry.rules, seats),
        levels={**dict.fromkeys(seats, zpy.Level.parse("2")), **levels},
        passive=frozenset({ASKING} if passive else ()),
        maker=ASKING if decided else None,
    )
    return zpy.TrumpMaking(inquiry.rules, seats, session, tuple(exposures))


def terms(making: zpy.TrumpMaking, made: zpy.TrumpMaking) -> list[Message]:
    """By which rule they make trumps, and what would overcall them."""
    need = next((need for player, need in zpy.needs(made).items() if player not in (ASKING,)), None)
    defends = making.challenged is not None and made.exposures[-1].copies == making.exposures[-1].copies
    said = [message("question.defended_by" if defends else "question.makes_trumps")]
    return [
        *said,
        message("question.overcalled_by", copies=need.copies) if need else message("question.not_overcalled"),
    ]
