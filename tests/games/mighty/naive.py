"""A second referee of tricks, slow and written straight from the words of the rulebooks."""

from collections.abc import Sequence

from scorekeeper.cards import JOKER, SUITED_RANKS, Card, Rank, Suit
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.trick import Play

TRICKS = {"four_chicago": 12, "double_six": 17, "double_seven": 14, "double_eight": 12}
"""Ten with any other number of players."""


class Naive:
    """A second, naive referee of the play of one hand."""

    def __init__(self, rules: Rules, trump: Suit | None) -> None:
        self.rules = rules
        self.trump = trump
        self.last = TRICKS.get(rules.players, 10)
        # the ace of spades, but that of diamonds when spades are trumps
        self.mighty = Card(Suit.SPADES if trump != Suit.SPADES else Suit.DIAMONDS, Rank.ACE)
        # the three of clubs, but of spades or what the house says when clubs are trumps; the seven with three players
        rank = Rank.SEVEN if rules.players == "three" else Rank.THREE
        clubs_are_trumps = trump == Suit.CLUBS
        self.ripper = Card(Suit.parse(rules.joker_call_under_clubs) if clubs_are_trumps else Suit.CLUBS, rank)
        self.trumps = [Card(trump, rank) for rank in SUITED_RANKS] if trump else []

    def is_ripped(self, number: int, plays: Sequence[Play]) -> bool:
        """Return whether the leader of the ripper calls the joker, in a trick in which that works."""
        tricks = list(range(1 if self.rules.joker_call_tricks == "every" else 2, self.last + 1))
        if self.rules.joker_call_tricks == "2_to_last_but_one":
            tricks.pop()
        if number not in tricks or plays[0].card != self.ripper:
            return False
        return plays[0].calls_joker if self.rules.joker_call_optional else True

    def has_power(self, number: int, plays: Sequence[Play], place: int) -> bool:
        """Return whether the joker at `place` beats all but the mighty: not if ripped, nor at either end."""
        if self.is_ripped(number, plays) and self.rules.called_joker == "powerless":
            return False
        # some houses let it have its power when it follows to the first trick, and few of them when it is led
        if number == 1:
            led_with_power = self.rules.joker_first_lead == "full"
            return self.rules.joker_first_last == "full" and (place > 0 or led_with_power)
        # in the last trick it has its power where the house takes it away in the first alone, or nowhere
        if number == self.last:
            return self.rules.joker_first_last in ("powerless_first", "full")
        return True

    def find_suit(self, number: int, plays: Sequence[Play]) -> Suit | None:
        """Return the suit to follow."""
        if plays[0].card.suit:
            return plays[0].card.suit
        without_power = not self.has_power(number, plays, 0)
        barred = self.rules.joker_first_last == "forbidden"
        if without_power and (barred or self.rules.joker_led_powerless == "second_card"):
            for play in plays:
                if play.card.suit:
                    return play.card.suit
            return None
        return plays[0].suit

    def is_mighty_special(self, number: int) -> bool:
        """Always, but for houses in which its power begins with the second trick."""
        return not (number == 1 and self.rules.mighty_first_trick == "plain")

    # --- Who takes the trick ---

    def find_winner(self, number: int, plays: Sequence[Play]) -> int:
        cards = [play.card for play in plays]
        # first the mighty
        if self.is_mighty_special(number) and self.mighty in cards:
            return cards.index(self.mighty)
        # then the joker where it has its power
        for place, card in enumerate(cards):
            if card == JOKER and self.has_power(number, plays, place):
                return place
        # then trumps, then the suit led, each by rank
        for suit in (self.trump, self.find_suit(number, plays)):
            ranks = [card.rank for card in cards if suit and card.suit == suit]
            if ranks:
                assert suit
                return cards.index(Card(suit, max(ranks)))
        # nobody has played what the leader of the joker asked for
        assert cards[0] == JOKER
        return 0

    # --- What may be played ---

    def list_follows(self, number: int, plays: Sequence[Play], hand: Sequence[Card]) -> set[Card]:
        cards = self.filter_by_suit(number, plays, hand)
        in_time = self.filter_by_joker_time(number, hand, cards)
        return {JOKER} | (in_time & cards) if JOKER in hand and self.is_ripped(number, plays) else in_time

    def filter_by_suit(self, number: int, plays: Sequence[Play], hand: Sequence[Card]) -> set[Card]:
        special = {self.mighty} if self.is_mighty_special(number) else set()
        if JOKER in hand and self.is_ripped(number, plays):
            saved = special if self.rules.mighty_saves_joker else set()
            return ({JOKER} | saved) & set(hand)
        suit = self.find_suit(number, plays)
        if suit is None:
            return set(hand)
        of_suit = {card for card in hand if card.suit == suit}
        if of_suit and of_suit == special and not self.rules.lone_mighty_must_follow:
            return set(hand)
        if of_suit:
            return of_suit | ({JOKER} | special) & set(hand)
        return set(hand)

    def filter_by_joker_time(self, number: int, hand: Sequence[Card], cards: set[Card]) -> set[Card]:
        """Return the cards that the rule on the joker in the first and last trick allows."""
        if self.rules.joker_first_last != "forbidden":
            return cards
        if number in (1, self.last):
            return cards - {JOKER} or set(hand)
        later = self.last - 1 - number
        return {JOKER} if list(hand).count(JOKER) > later else cards

    def list_leads(self, number: int, hand: Sequence[Card]) -> set[Card]:
        """Return the cards that may be led; only the first lead is restricted."""
        return self.filter_by_joker_time(number, hand, set(hand)) if number > 1 else self.list_openings(set(hand))

    def list_openings(self, hand: set[Card]) -> set[Card]:
        forbidden = set()
        if "forbidden" in (self.rules.joker_first_lead, self.rules.joker_first_last):
            forbidden.add(JOKER)
        if self.rules.mighty_first_lead == "forbidden" and self.is_mighty_special(1):
            forbidden.add(self.mighty)
        if self.rules.joker_call_first_lead == "forbidden":
            forbidden.add(self.ripper)
        trumps = hand & set(self.trumps)
        allowed = hand - trumps - forbidden
        excused = (
            self.rules.trump_first_lead == "free"
            or (self.rules.trump_first_lead == "trumps_and_joker" and hand <= {*self.trumps, JOKER})
            or (self.rules.trump_first_lead == "trumps_joker_mighty" and hand <= {*self.trumps, JOKER, self.mighty})
        )
        return allowed | (trumps - forbidden) if excused or not allowed else allowed
