"""Who wins this trick? And what lies on the table, for every question about a trick."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card, Suit
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.trick import find_winning_place, is_joker_called
from scorekeeper.messages import Message, message
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.questions import CardPiles, Inquiry, Reply, read_piles, seats_from

MIDDLE = 2
"""The trick that is meant while none is named: neither the first nor one of the last."""


class OnTable(NamedTuple):
    """A trick as it was asked about: what was played to it so far, under which conditions, and by whom.

    While `trump` is empty nobody has said what is trumps, and the conditions are those without.
    """

    trump: str
    conditions: mighty.Conditions
    number: int
    piles: CardPiles
    plays: tuple[mighty.Play, ...]
    names: tuple[Player, ...]

    @property
    def may_call(self) -> bool:
        """Whether whoever led this card had a choice to call the joker."""
        optional = self.conditions.rules.joker_call_optional
        return bool(self.plays) and optional and self.conditions.may_call_joker(self.number, self.plays[0].card)

    @property
    def calls_joker(self) -> bool:
        """Whether the joker is called."""
        return bool(self.plays) and is_joker_called(self.conditions, self.number, self.plays)

    @property
    def suits_to_name(self) -> tuple[Suit | None, ...]:
        """What the leader of the joker may ask for; None among it is any card."""
        led = bool(self.plays) and self.plays[0].card == JOKER
        return self.conditions.suits_to_name(self.number) if led else ()

    @property
    def suit_missing(self) -> bool:
        """Whether nobody has said yet what the leader of the joker asks for."""
        return bool(self.suits_to_name) and self.plays[0].suit not in self.suits_to_name

    @property
    def fields(self) -> dict[str, str]:
        """What stands in the address."""
        lead = self.plays[0] if self.plays else None
        return {
            "trump": self.trump,
            **self.piles.as_fields(("cards",)),
            "trick": str(self.number),
            **({"called": "yes" if lead and lead.calls_joker else "no"} if self.may_call else {}),
            **({"suit": lead.suit.value} if lead and lead.suit and self.suits_to_name else {}),
            **({"led": str(self.names[0])} if self.names else {}),
        }

    def others_too(self) -> Iterator[Message]:
        """What holds in this trick besides what its winner is due to."""
        if self.calls_joker:
            yield message("question.joker_called", card=self.plays[0].card)
        elif any(play.card == JOKER for play in self.plays):
            led = self.plays[0].card == JOKER
            if not self.conditions.is_joker_strong(self.number, led=led):
                yield message("question.joker_powerless")
        if self.conditions.is_mighty_plain(self.number) and any(
            play.card == self.conditions.mighty for play in self.plays
        ):
            yield message("question.mighty_plain")


TRUMP_KEYS = ("S", "H", "D", "C", "NT")


def read_table(inquiry: Inquiry, *secret: str, trick: int | None = None) -> OnTable:
    """The trick that is asked about; `secret` are further piles. Raises `RuleError`.

    `trick` is its number where none was asked and no table knows it.
    """
    rules, hand = inquiry.rules, inquiry.hand if inquiry.hand and inquiry.hand.contract_bid else None
    trump = inquiry.choice("trump", TRUMP_KEYS, trump_key(hand.contract_bid.trump) if hand else "")
    conditions = mighty.Conditions(rules, Suit.parse(trump) if trump not in ("", "NT") else None)
    table = {"cards": [play.card for play in hand.table]} if hand else {}
    piles = read_piles(inquiry, ("cards", *secret), rules.setting.copies, table)
    at_hand = min(len(hand.tricks) + 1, conditions.tricks) if hand else None
    number = inquiry.number("trick", range(1, conditions.tricks + 1), at_hand) or trick or MIDDLE
    return OnTable(trump, conditions, number, piles, plays_of(inquiry, hand, piles["cards"]), names(inquiry, hand))


def trump_key(trump: Suit | None) -> str:
    """A trump suit, or none, as a form writes it."""
    return trump.value if trump else "NT"


def names(inquiry: Inquiry, hand: mighty.Hand | None) -> tuple[Player, ...]:
    """Who plays to the trick, in turn; nobody in particular without a table."""
    if hand is None:
        return ()
    leader = hand.table[0].player if hand.table else hand.turn
    return seats_from(inquiry, inquiry.number("led", range(1, max(hand.active) + 1), leader), hand.active)


def plays_of(inquiry: Inquiry, hand: mighty.Hand | None, cards: Sequence[Card]) -> tuple[mighty.Play, ...]:
    """The cards as plays, by their places; the first with what its leader said."""
    lead = hand.table[0] if hand and hand.table and hand.table[0].card == (*cards, None)[0] else None
    called = inquiry.choice("called", ("yes", "no"), "yes" if lead and lead.calls_joker else "no")
    named = inquiry.choice("suit", (*TRUMP_KEYS[:4], "any"), lead.suit.value if lead and lead.suit else "any")
    said = (Suit.parse(named) if named != "any" and cards[:1] == (JOKER,) else None, called == "yes")
    return tuple(mighty.Play(place, card, *(said if place == 1 else ())) for place, card in enumerate(cards, 1))


def trick(inquiry: Inquiry) -> Reply:
    """Who wins the trick, or would if it ended now, why, and the points in it. Raises `RuleError`."""
    on = read_table(inquiry)
    facts = {"on": on, **on_the_pad(on, full=len(on.plays) >= on.conditions.rules.setting.active)}
    if not on.plays:
        return Reply(on.fields, facts)
    judged = mighty.judge_trick(on.conditions, on.number, on.plays)
    if not on.trump or on.suit_missing:
        return Reply(on.fields, facts, "maybe")
    why = mighty.explain_winner(on.conditions, on.number, on.plays).why
    winning = on.plays[find_winning_place(on.conditions, on.number, on.plays)]
    whole = len(on.plays) == on.conditions.rules.setting.active
    answer = {"winning": winning, "points": judged.points, "whole": whole}
    return Reply(on.fields, {**facts, **answer}, "yes" if whole else "maybe", (why, *on.others_too()))


def on_the_pad(on: OnTable, *, full: bool) -> Context:
    """What the page draws of the cards: the row on the table, and the pad."""
    return {"pad": on.piles.keys(full=full), "size": on.conditions.rules.setting.active}
