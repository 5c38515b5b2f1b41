"""Who wins this trick? The plays one after the other, each of as many cards as were led."""

from collections.abc import Sequence

from scorekeeper.cards import Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.counting import trick_points
from scorekeeper.messages import Message, message
from scorekeeper.web.games.zhao_pengyou.referee.conditions import check_hands, pad_of, read_under
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.questions import Inquiry, Reply, read_piles, seats_from


def trick(inquiry: Inquiry) -> Reply:
    """Who wins, or would if the trick ended now, why, and the points in it. Raises `RuleError`.

    ``size`` is how many cards were led; until it is said every card belongs to the lead.
    """
    under = read_under(inquiry)
    setting = under.conditions.setting
    table = inquiry.hand.table if inquiry.hand else ()
    lying = [card for play in table for card in play.cards]
    piles = read_piles(inquiry, ("cards",), setting.copies, {"cards": lying})
    cards = piles["cards"]
    size = inquiry.number("size", range(1, setting.hand_size + 1), len(table[0].cards) if table else None) or 0
    size = size if size <= len(cards) else 0
    plays, names = plays_of(cards, size), seats(inquiry)
    check_hands(under, plays[0].cards)
    full = len(cards) >= (size * setting.players if size else setting.hand_size)
    facts = {
        "under": under,
        "piles": piles,
        "size": size,
        "plays": plays,
        "players": setting.players,
        "names": names,
        **pad_of(inquiry, under, piles, full=full),
    }
    public = {
        **under.fields,
        **piles.as_fields(("cards",)),
        "size": str(size or ""),
        "show": str(facts["show"]),
        **({"led": str(names[0])} if names else {}),
    }
    if not cards or not under.whole:
        return Reply(public, facts)
    return judged(
        under.conditions, [play for play in plays if len(play.cards) == size] if size else plays, public, facts
    )


def judged(conditions: zpy.Conditions, plays: Sequence[zpy.Play], public: dict[str, str], facts: Context) -> Reply:
    """The answer for plays that are whole."""
    if problems := zpy.check_lead(conditions, plays[0].cards):
        return Reply(public, facts, "no", problems)
    place = zpy.find_winner(conditions, plays)
    done = len(plays) == conditions.setting.players
    answer = {
        "winning": place,
        "points": trick_points(plays),
        "done": done,
        "lead": zpy.read_lead(conditions, plays[0].cards),
    }
    why = (why_wins(conditions, plays, place),) if len(plays) > 1 else ()
    return Reply(public, {**facts, **answer}, "yes" if done else "maybe", why)


def seats(inquiry: Inquiry) -> tuple[Player, ...]:
    """Who plays to the trick, in turn, at a table where somebody leads."""
    hand: zpy.Hand | None = inquiry.hand
    if hand is None or hand.phase != "play":
        return ()
    leader = hand.table[0].player if hand.table else hand.turn
    return seats_from(inquiry, inquiry.number("led", range(1, max(hand.seats) + 1), leader), hand.seats)


def plays_of(cards: Sequence[Card], size: int) -> list[zpy.Play]:
    """The cards as plays of that size, by their places; the last may lack cards."""
    chunks = [tuple(cards[start : start + size]) for start in range(0, len(cards), size)] if size else [tuple(cards)]
    return [zpy.Play(place, chunk) for place, chunk in enumerate(chunks, 1)]


def why_wins(conditions: zpy.Conditions, plays: Sequence[zpy.Play], winner: Player) -> Message:
    """By which rule the winning play is the highest."""
    if winner == plays[0].player:
        return message("question.lead_stands")
    power = zpy.find_power(conditions, zpy.read_lead(conditions, plays[0].cards), plays[winner - 1].cards)
    assert power is not None
    if power.four:
        return message("question.four")
    return message("question.trumped" if power.trumped else "question.higher")
