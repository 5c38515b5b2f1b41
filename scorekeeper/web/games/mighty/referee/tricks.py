"""The question who wins a trick, and the trick on the table for every question about one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.cards import Card, Suit
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import COLOURS, Colour
from scorekeeper.games.mighty.trick import find_called_joker, find_winning_place
from scorekeeper.messages import Message, message
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.questions import CardPiles, Inquiry, Reply, read_piles, seats_from

MIDDLE = 2
"""The number of the trick while none is given: neither the first nor one of the last."""


class AskedTrick(NamedTuple):
    """A trick that a question is about."""

    trump: str
    """The trumps as a form writes them; "" while unknown, with the conditions of no trump."""
    conditions: mighty.Conditions
    number: int
    piles: CardPiles
    plays: tuple[mighty.Play, ...]
    """The cards played so far."""
    players: tuple[Player, ...]
    """The players in order of turn; empty without a table."""

    @property
    def may_call(self) -> bool:
        """Return whether the leader of this card had the choice to call the joker."""
        optional = self.conditions.rules.joker_call_optional
        return bool(self.plays) and optional and self.conditions.may_call_joker(self.number, self.plays[0].card)

    @property
    def called(self) -> Card | None:
        """Return the joker that is called."""
        return find_called_joker(self.conditions, self.number, self.plays) if self.plays else None

    @property
    def colour(self) -> Colour | None:
        """Return the colour for which the leader of a joker may ask, where there are two kinds."""
        return COLOURS.get(self.plays[0].card) if self.plays else None

    @property
    def suits_to_name(self) -> tuple[Suit | None, ...]:
        """The suits that the leader of the joker may ask for; None stands for any card, or any of its colour."""
        return self.conditions.suits_to_name(self.number, self.plays[0].card) if self.plays else ()

    @property
    def suit_missing(self) -> bool:
        """Return whether the suit asked for by the leader of the joker is still unknown."""
        return bool(self.suits_to_name) and self.plays[0].suit not in self.suits_to_name

    @property
    def fields(self) -> dict[str, str]:
        """The trick as fields of an address."""
        lead = self.plays[0] if self.plays else None
        return {
            "trump": self.trump,
            **self.piles.as_fields(("cards",)),
            "trick": str(self.number),
            **({"called": "yes" if lead and lead.calls_joker else "no"} if self.may_call else {}),
            **({"suit": lead.suit.value} if lead and lead.suit and self.suits_to_name else {}),
            **({"led": str(self.players[0])} if self.players else {}),
        }

    def other_rules(self) -> Iterator[Message]:
        """Yield the rules that hold in this trick besides the one its winner owes it to."""
        if self.called:
            yield tell_call(self.plays[0].card, self.called)
        elif any(play.card.suit is None for play in self.plays):
            led = self.plays[0].card.suit is None
            if not self.conditions.is_joker_strong(self.number, led=led):
                yield message("question.joker_powerless")
        if self.conditions.is_mighty_plain(self.number) and any(
            play.card == self.conditions.mighty for play in self.plays
        ):
            yield message("question.mighty_plain")


def tell_call(card: Card, called: Card) -> Message:
    """Return that `card` calls a joker: the only one, or one of two."""
    if called in COLOURS:
        return message("question.joker_of_colour_called", card=card, joker=called)
    return message("question.joker_called", card=card)


TRUMP_KEYS = ("S", "H", "D", "C", "NT")


def read_trick(inquiry: Inquiry, *secret: str, trick: int | None = None) -> AskedTrick:
    """Read the trick that is asked about; `secret` are further piles. Raises `RuleError`.

    `trick` is its number where the question gives none and there is no table.
    """
    rules, hand = inquiry.rules, inquiry.hand if inquiry.hand and inquiry.hand.contract_bid else None
    trump = inquiry.choice("trump", TRUMP_KEYS, trump_key(hand.contract_bid.trump) if hand else "")
    conditions = mighty.Conditions(rules, Suit.parse(trump) if trump not in ("", "NT") else None)
    table = {"cards": [play.card for play in hand.table]} if hand else {}
    piles = read_piles(inquiry, ("cards", *secret), rules.setting.copies, table)
    at_hand = min(len(hand.tricks) + 1, conditions.tricks) if hand else None
    number = inquiry.number("trick", range(1, conditions.tricks + 1), at_hand) or trick or MIDDLE
    return AskedTrick(
        trump, conditions, number, piles, build_plays(inquiry, hand, piles["cards"]), players_in_turn(inquiry, hand)
    )


def trump_key(trump: Suit | None) -> str:
    """Return a trump suit, or no trump, as a form writes it."""
    return trump.value if trump else "NT"


def players_in_turn(inquiry: Inquiry, hand: mighty.Hand | None) -> tuple[Player, ...]:
    """Return the players of the trick in order of turn; empty without a table."""
    if hand is None:
        return ()
    leader = hand.table[0].player if hand.table else hand.turn
    return seats_from(inquiry, inquiry.number("led", range(1, max(hand.active) + 1), leader), hand.active)


def build_plays(inquiry: Inquiry, hand: mighty.Hand | None, cards: Sequence[Card]) -> tuple[mighty.Play, ...]:
    """Return the cards as plays by their places, the first with the words of its leader."""
    lead = hand.table[0] if hand and hand.table and hand.table[0].card == (*cards, None)[0] else None
    called = inquiry.choice("called", ("yes", "no"), "yes" if lead and lead.calls_joker else "no")
    named = inquiry.choice("suit", (*TRUMP_KEYS[:4], "any"), lead.suit.value if lead and lead.suit else "any")
    said = (Suit.parse(named) if named != "any" and cards and cards[0].suit is None else None, called == "yes")
    return tuple(mighty.Play(place, card, *(said if place == 1 else ())) for place, card in enumerate(cards, 1))


def answer_trick(inquiry: Inquiry) -> Reply:
    """Answer who wins the trick so far, why, and the points in it. Raises `RuleError`."""
    trick = read_trick(inquiry)
    facts = {"trick": trick, **pad_facts(trick, full=len(trick.plays) >= trick.conditions.rules.setting.active)}
    if not trick.plays:
        return Reply(trick.fields, facts)
    judged = mighty.judge_trick(trick.conditions, trick.number, trick.plays)
    if not trick.trump or trick.suit_missing:
        return Reply(trick.fields, facts, "maybe")
    why = mighty.explain_winner(trick.conditions, trick.number, trick.plays).why
    winning = trick.plays[find_winning_place(trick.conditions, trick.number, trick.plays)]
    whole = len(trick.plays) == trick.conditions.rules.setting.active
    answer = {"winning": winning, "points": judged.points, "whole": whole}
    return Reply(trick.fields, {**facts, **answer}, "yes" if whole else "maybe", (why, *trick.other_rules()))


def pad_facts(trick: AskedTrick, *, full: bool) -> Context:
    """Return the pad, and the number of places in the row on the table."""
    return {"pad": trick.piles.keys(full=full), "size": trick.conditions.rules.setting.active}
