"""The question who wins a trick. The plays come one after the other, each with as many cards as the lead."""

from collections.abc import Sequence

from scorekeeper.cards import Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.counting import trick_points
from scorekeeper.messages import Message, message
from scorekeeper.web.games.zhao_pengyou.referee.conditions import check_hands, pad_facts, read_trumps
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.questions import Inquiry, Reply, read_piles, seats_from


def answer_trick(inquiry: Inquiry) -> Reply:
    """Answer who wins the trick so far, why, and the points in it. Raises `RuleError`.

    ``size`` is the number of cards led; until it is known every card belongs to the lead.
    """
    trumps = read_trumps(inquiry)
    setting = trumps.conditions.setting
    table = inquiry.hand.table if inquiry.hand else ()
    lying = [card for play in table for card in play.cards]
    piles = read_piles(inquiry, ("cards",), setting.copies, {"cards": lying})
    cards = piles["cards"]
    size = inquiry.number("size", range(1, setting.hand_size + 1), len(table[0].cards) if table else None) or 0
    size = size if size <= len(cards) else 0
    unseen = [play.player for play in table if not play.cards and [*cards[: len(lying)]] == lying]
    plays, names = build_plays(cards, size), tuple(each for each in players_in_turn(inquiry) if each not in unseen)
    players = setting.players - len(unseen)
    check_hands(trumps, plays[0].cards)
    full = len(cards) >= (size * players if size else setting.hand_size)
    facts = {
        "trumps": trumps,
        "piles": piles,
        "size": size,
        "plays": plays,
        "players": players,
        "names": names,
        **pad_facts(inquiry, trumps, piles, full=full),
    }
    public = {
        **trumps.fields,
        **piles.as_fields(("cards",)),
        "size": str(size or ""),
        "show": str(facts["show"]),
        **({"led": str(names[0])} if names else {}),
    }
    if not cards or not trumps.is_complete:
        return Reply(public, facts)
    return judge_trick(
        trumps.conditions, [play for play in plays if len(play.cards) == size] if size else plays, public, facts
    )


def judge_trick(conditions: zpy.Conditions, plays: Sequence[zpy.Play], public: dict[str, str], facts: Context) -> Reply:
    """Return the answer for complete plays."""
    if problems := zpy.check_lead(conditions, plays[0].cards):
        return Reply(public, facts, "no", problems)
    place = zpy.find_winner(conditions, plays)
    done = len(plays) == facts["players"]
    answer = {
        "winning": place,
        "points": trick_points(plays),
        "done": done,
        "lead": zpy.read_lead(conditions, plays[0].cards),
    }
    why = (explain_winner(conditions, plays, place),) if len(plays) > 1 else ()
    return Reply(public, {**facts, **answer}, "yes" if done else "maybe", why)


def players_in_turn(inquiry: Inquiry) -> tuple[Player, ...]:
    """Return the players of the trick in order of turn; empty without a table and outside the play."""
    hand: zpy.Hand | None = inquiry.hand
    if hand is None or hand.phase != "play":
        return ()
    leader = hand.table[0].player if hand.table else hand.turn
    return seats_from(inquiry, inquiry.number("led", range(1, max(hand.seats) + 1), leader), hand.seats)


def build_plays(cards: Sequence[Card], size: int) -> list[zpy.Play]:
    """Return the cards as plays of that size by their places; the last one may lack cards."""
    chunks = [tuple(cards[start : start + size]) for start in range(0, len(cards), size)] if size else [tuple(cards)]
    return [zpy.Play(place, chunk) for place, chunk in enumerate(chunks, 1)]


def explain_winner(conditions: zpy.Conditions, plays: Sequence[zpy.Play], winner: Player) -> Message:
    """Return the rule by which the winning play is the highest."""
    if winner == plays[0].player:
        return message("question.lead_stands")
    power = max(zpy.find_powers(conditions, zpy.read_lead(conditions, plays[0].cards), plays[winner - 1].cards))
    if power.parts[0].four:
        return message("question.four")
    return message("question.trumped" if power.trumped else "question.higher")
