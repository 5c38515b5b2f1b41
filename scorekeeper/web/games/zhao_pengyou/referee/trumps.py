"""The question whether cards make trumps. Cards laid open are public."""

from msgspec.structs import replace

from scorekeeper.cards import SUITED_RANKS, Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.trumps import list_jokers
from scorekeeper.messages import Message, message
from scorekeeper.web.games.zhao_pengyou.referee.conditions import RANKS
from scorekeeper.web.page.questions import CardPiles, Inquiry, Reply, read_piles

ASKING = 1
"""The seat of the player who asks without a table."""


def answer_trumps(inquiry: Inquiry) -> Reply:
    """Answer whether identical cards make trumps now, over those that lie there already. Raises `RuleError`.

    ``laid`` are the cards of somebody else, ``before`` the asking player's own cards that they have just overcalled. At
    a table the question is about one of its players, whose level and exposures are known.
    """
    setting = zpy.find_setting(inquiry.rules, inquiry.players)
    player = read_player(inquiry)
    level = str(inquiry.hand.session.level(player).rank) if player else inquiry.choice("level", RANKS, "")
    piles = read_piles(inquiry, ("before", "laid", "cards"), setting.copies, table_exposures(inquiry, player))
    public = {"level": level, **piles.as_fields(piles.cards), "pad": piles.fills}
    public |= {"player": str(player)} if player else {}
    making, asking = build_making(inquiry, player, level or "2", piles)
    shown = {str(rank) for rank in making.exposable_ranks(asking)} | {rank_text(card) for card in piles["cards"]}
    shown |= {rank_text(joker) for joker in list_jokers(making)}
    facts = {
        "piles": piles,
        "level": level,
        "ranks": RANKS,
        "player": player,
        "people": list(inquiry.hand.seats) if inquiry.hand else [],
        "pad": piles.keys(lambda card: is_on_pad(piles, card, shown)),
    }
    cards = piles["cards"]
    if not cards or not level:
        return Reply(public, facts)
    problems = zpy.check_exposure(making, asking, cards)
    if problems:
        return Reply(public, facts, "no", problems)
    made = making.with_exposure(asking, cards)
    return Reply(public, {**facts, "made": made.made}, "yes", tuple(explain_exposure(making, made)))


def rank_text(card: Card) -> str:
    """Return a card's rank, as a level is written."""
    return str(card.rank)


def is_on_pad(piles: CardPiles, card: Card, shown: set[str]) -> bool:
    """Return whether a card is on the pad: own cards only of the levels in question, others of any level."""
    return rank_text(card) in shown or (piles.fills != "cards" and card.rank in SUITED_RANKS)


def read_player(inquiry: Inquiry) -> Player | None:
    """Return the player who asks, whose level is known; None without a table."""
    if inquiry.hand is None:
        return None
    seats: tuple[Player, ...] = inquiry.hand.seats
    return int(inquiry.choice("player", [str(seat) for seat in seats], str(seats[0])))


def table_exposures(inquiry: Inquiry, player: Player | None) -> dict[str, list[Card]]:
    """Return the exposures at the table: the one that makes trumps, and the own one that it has just overcalled."""
    if player is None:
        return {}
    making: zpy.TrumpMaking = inquiry.hand.making
    standing, challenged = making.standing, making.challenged
    lies = {
        "laid": standing if standing and standing.player != player else None,
        "before": challenged if challenged and challenged.player == player else None,
    }
    return {name: [each.card] * each.copies for name, each in lies.items() if each}


def build_making(
    inquiry: Inquiry, player: Player | None, level: str, piles: CardPiles
) -> tuple[zpy.TrumpMaking, Player]:
    """Return a deal with these exposures, and the player who asks in it.

    Without a table, where the last hand settles the trump maker, the level is that player's.
    """
    seats: tuple[Player, ...] = inquiry.hand.seats if player else tuple(range(1, inquiry.players + 1))
    asking = player or ASKING
    other = next(seat for seat in seats if seat != asking)
    laid, before = piles["laid"], piles["before"]
    exposures = tuple(
        zpy.Exposure(who, cards[0], len(cards)) for who, cards in ((asking, before), (other, laid)) if cards
    )
    if player:
        return zpy.TrumpMaking(inquiry.rules, seats, inquiry.hand.session, exposures), asking
    session = replace(
        zpy.start_session(inquiry.rules, seats),
        levels={**dict.fromkeys(seats, zpy.Level.parse("2")), asking: zpy.Level.parse(level)}
        | ({other: zpy.Level(0, laid[0].rank)} if laid and laid[0].rank in SUITED_RANKS else {}),
        maker=asking if inquiry.rules.making_trumps == "predetermined" else None,
    )
    return zpy.TrumpMaking(inquiry.rules, seats, session, exposures), asking


def explain_exposure(making: zpy.TrumpMaking, made: zpy.TrumpMaking) -> list[Message]:
    """Return the rules by which the cards make trumps, and what would overcall them."""
    asking = made.exposures[-1].player
    needs = [need for player, need in zpy.find_needs(made).items() if player != asking]
    defends = making.challenged is not None and made.exposures[-1].copies == making.exposures[-1].copies
    said = [message("question.defended_by" if defends else "question.makes_trumps")]
    for need in {need.defends: need for need in needs}.values():
        code = "question.may_defend" if need.defends else "question.overcalled_by"
        said.append(message(code, copies=need.copies, card=need.defends))
    return said if needs else [*said, message("question.not_overcalled")]
