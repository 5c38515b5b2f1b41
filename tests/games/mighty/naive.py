"""A second referee of tricks, slow and written straight from the words of the rulebooks."""

from collections.abc import Sequence

from scorekeeper.cards import BLACK_JOKER, JOKER, RED_JOKER, SUITED_RANKS, Card, Rank, Suit
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.trick import Play

TRICKS = {
    **{"four_chicago": 12, "six_all": 8, "seven_all": 7},
    **{"double_six": 17, "double_seven": 14, "double_eight": 12},
}
"""Ten with any other number of players."""

SUITS_OF = {JOKER: (), BLACK_JOKER: (Suit.SPADES, Suit.CLUBS), RED_JOKER: (Suit.HEARTS, Suit.DIAMONDS)}
"""The suits of the colour of each joker."""


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
        ripper = Card(Suit.parse(rules.joker_call_under_clubs) if clubs_are_trumps else Suit.CLUBS, rank)
        self.rippers = {ripper: JOKER}
        # of two jokers, the black one by that of clubs, of spades under clubs; the red one by hearts, by diamonds
        if rules.players == "five_two_jokers":
            black = Card(Suit.SPADES if clubs_are_trumps else Suit.CLUBS, rank)
            red = Card(Suit.DIAMONDS if trump == Suit.HEARTS else Suit.HEARTS, rank)
            self.rippers = {black: BLACK_JOKER, red: RED_JOKER}
        self.jokers = set(self.rippers.values())
        self.trumps = [Card(trump, rank) for rank in SUITED_RANKS] if trump else []

    def find_ripped(self, number: int, plays: Sequence[Play]) -> Card | None:
        """Return the joker that the leader of a ripper calls, in a trick in which that works."""
        tricks = list(range(1 if self.rules.joker_call_tricks == "every" else 2, self.last + 1))
        if self.rules.joker_call_tricks == "2_to_last_but_one":
            tricks.pop()
        if number not in tricks or plays[0].card not in self.rippers:
            return None
        calls = plays[0].calls_joker if self.rules.joker_call_optional else True
        return self.rippers[plays[0].card] if calls else None

    def has_power(self, number: int, plays: Sequence[Play], place: int) -> bool:
        """Return whether the joker at `place` beats anything: not if ripped, nor at either end."""
        if plays[place].card == self.find_ripped(number, plays) and self.rules.called_joker == "powerless":
            return False
        # some houses let it have its power when it follows to the first trick, and few of them when it is led
        if number == 1:
            led_with_power = self.rules.joker_first_lead == "full"
            return self.rules.joker_first_last == "full" and (place > 0 or led_with_power)
        # in the last trick it has its power where the house takes it away in the first alone, or nowhere
        if number == self.last:
            return self.rules.joker_first_last in ("powerless_first", "full")
        return True

    def find_suits(self, number: int, plays: Sequence[Play]) -> tuple[Suit, ...]:
        """Return the suits to follow: one, both of the colour of a joker, or none."""
        if plays[0].card.suit:
            return (plays[0].card.suit,)
        without_power = not self.has_power(number, plays, 0)
        barred = self.rules.joker_first_last == "forbidden"
        if without_power and (barred or self.rules.joker_led_powerless == "second_card"):
            for play in plays:
                if play.card.suit:
                    return (play.card.suit,)
            return ()
        return (plays[0].suit,) if plays[0].suit else SUITS_OF[plays[0].card]

    def is_mighty_special(self, number: int) -> bool:
        """Always, but for houses in which its power begins with the second trick."""
        return not (number == 1 and self.rules.mighty_first_trick == "plain")

    # --- Who takes the trick ---

    def find_winner(self, number: int, plays: Sequence[Play]) -> int:
        cards = [play.card for play in plays]
        # first the mighty
        if self.is_mighty_special(number) and self.mighty in cards:
            return cards.index(self.mighty)
        # then the joker where it has its power, of two that of the trumps, or without any of what was led
        suits = self.find_suits(number, plays)
        jokers = [place for place, card in enumerate(cards) if not card.suit and self.has_power(number, plays, place)]
        decides = self.trump or (suits or (None,))[0]
        for place in jokers:
            if cards[place] == JOKER or decides in SUITS_OF[cards[place]]:
                return place
        # then trumps, then the other joker, then the suit led, each by rank
        trumps = [card.rank for card in cards if self.trump and card.suit == self.trump]
        if trumps:
            assert self.trump
            return cards.index(Card(self.trump, max(trumps)))
        if jokers and (self.trump or self.rules.other_joker == "above_suit"):
            return jokers[0]
        ranks = [card.rank if card.suit in suits else 0 for card in cards]
        if any(ranks):
            return ranks.index(max(ranks))
        # nobody has played what the leader of the joker asked for
        assert cards[0] in self.jokers
        return 0

    # --- What may be played ---

    def list_follows(self, number: int, plays: Sequence[Play], hand: Sequence[Card]) -> set[Card]:
        cards = self.filter_by_suit(number, plays, hand)
        in_time = self.filter_by_joker_time(number, hand, cards)
        ripped = self.find_ripped(number, plays)
        return {ripped} | (in_time & cards) if ripped in hand and ripped else in_time

    def filter_by_suit(self, number: int, plays: Sequence[Play], hand: Sequence[Card]) -> set[Card]:
        special = {self.mighty} if self.is_mighty_special(number) else set()
        ripped = self.find_ripped(number, plays)
        if ripped and ripped in hand:
            saved = special if self.rules.mighty_saves_joker else set()
            return ({ripped} | saved) & set(hand)
        suits = self.find_suits(number, plays)
        if not suits:
            return set(hand)
        of_suit = {card for card in hand if card.suit in suits}
        if of_suit and of_suit == special and not self.rules.lone_mighty_must_follow:
            return set(hand)
        if of_suit:
            return of_suit | (self.jokers | special) & set(hand)
        return set(hand)

    def filter_by_joker_time(self, number: int, hand: Sequence[Card], cards: set[Card]) -> set[Card]:
        """Return the cards that the rule on the joker in the first and last trick allows."""
        if self.rules.joker_first_last != "forbidden":
            return cards
        if number in (1, self.last):
            return cards - self.jokers or set(hand)
        later = self.last - 1 - number
        return self.jokers & set(hand) if sum(card in self.jokers for card in hand) > later else cards

    def list_leads(self, number: int, hand: Sequence[Card]) -> set[Card]:
        """Return the cards that may be led; only the first lead is restricted."""
        return self.filter_by_joker_time(number, hand, set(hand)) if number > 1 else self.list_openings(set(hand))

    def list_openings(self, hand: set[Card]) -> set[Card]:
        forbidden = set()
        if "forbidden" in (self.rules.joker_first_lead, self.rules.joker_first_last):
            forbidden |= self.jokers
        if self.rules.mighty_first_lead == "forbidden" and self.is_mighty_special(1):
            forbidden.add(self.mighty)
        if self.rules.joker_call_first_lead == "forbidden":
            forbidden |= set(self.rippers)
        trumps = hand & set(self.trumps)
        allowed = hand - trumps - forbidden
        excused = (
            self.rules.trump_first_lead == "free"
            or (self.rules.trump_first_lead == "trumps_and_joker" and hand <= {*self.trumps, *self.jokers})
            or (
                self.rules.trump_first_lead == "trumps_joker_mighty"
                and hand <= {*self.trumps, *self.jokers, self.mighty}
            )
        )
        return allowed | (trumps - forbidden) if excused or not allowed else allowed
