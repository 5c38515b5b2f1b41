"""A first hand of Zhao Pengyou for beginners. Its moves are real ones, which the rules check and play."""

from scorekeeper.cards import Card
from scorekeeper.games.lesson import FirstGame, Lesson
from scorekeeper.games.zhao_pengyou.counting import RecordTrick
from scorekeeper.games.zhao_pengyou.friends import BuryKitty, Call, CallFriends
from scorekeeper.games.zhao_pengyou.result import RecordResult
from scorekeeper.games.zhao_pengyou.trick import PlayCards
from scorekeeper.games.zhao_pengyou.trumps import EndDeal, ExposeCards, TakeBack
from scorekeeper.messages import N_


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards that are played together: ``H2+H2``."""
    return tuple(map(Card.parse, text.split("+")))


def read_trick(*plays: str) -> tuple[PlayCards, ...]:
    """Read plays, each of which begins with the number of its player: ``1S8+S8``."""
    return tuple(PlayCards(int(play[0]), read_cards(play[1:])) for play in plays)


FIRST_GAME = FirstGame(
    preset="pagat",
    players=6,
    lessons=(
        Lesson(
            N_("The deal"),
            N_(
                "Everybody has a level, and begins at 2. From two packs everybody takes card after card, and a few stay"
                " in the kitty. A king or a ten is worth 10 points, a five 5."
            ),
        ),
        Lesson(
            N_("Somebody makes trumps"),
            N_(
                "During the deal anybody may show a card of their own level: its suit is trumps. Two equal ones are"
                " more. Whoever was outdone may answer with more still, or takes the card back."
            ),
            (ExposeCards(2, read_cards("C2")), ExposeCards(4, read_cards("H2+H2")), TakeBack(2)),
        ),
        Lesson(
            N_("What is trump"),
            N_(
                "All cards are dealt. Trumps are, from above: the jokers, the two of hearts, the other twos, and all"
                " other hearts. Every two is a trump in this hand, and belongs to no other suit."
            ),
            (EndDeal(),),
        ),
        Lesson(
            N_("What is laid aside"),
            N_("The trump maker takes the kitty and lays as many cards aside. They may hold points, and stay secret."),
            (BuryKitty(),),
        ),
        Lesson(
            N_("The friends"),
            N_(
                "The trump maker calls two cards: here the first ace of clubs and the second ace of diamonds that are"
                " played. Whoever plays one is a friend. All others are defenders, and want points."
            ),
            (CallFriends((Call.parse("CA#1"), Call.parse("DA#2"))),),
        ),
        Lesson(
            N_("The first trick"),
            N_("The trump maker leads. Whoever has the suit follows it. The ace wins, and a friend is found."),
            read_trick("4CK", "5C5", "6C9", "1CA", "2C3", "3C4"),
        ),
        Lesson(
            N_("Two at once"),
            N_(
                "A pair is led, so everybody plays two cards, and a pair if they have one. King and ten are no pair."
                " Whoever has no spades may play a pair of trumps. Pairs in a row can be led too."
            ),
            read_trick("1S8+S8", "2S9+S9", "3SK+S10", "4H3+H3", "5S4+S5", "6S6+S7"),
        ),
        Lesson(
            N_("The second ace"),
            N_("The second ace of diamonds finds the other friend. But a defender has no diamonds, and plays a trump."),
            read_trick("4DA", "5DK", "6DA", "1D3", "2C2", "3D10"),
        ),
        Lesson(
            N_("A throw"),
            N_(
                "Ace and pair are led at once, for nobody can beat either: one king of spades is gone, so no higher"
                " pair is left. Had somebody one, that would cost points. Mates give their points to the trick."
            ),
            read_trick("2SA+SQ+SQ", "3S3+S7+SJ", "4C6+C7+C8", "5S3+S6+S10", "6S4+S5+SJ", "1D4+D6+D7"),
        ),
        Lesson(
            N_("The other tricks"),
            N_("So it goes on until no cards are left. It is enough to record who took each trick, and its points."),
            tuple(
                RecordTrick(winner, points) for winner, points in ((4, 20), (2, 10), (6, 30), (3, 25), (1, 20), (4, 10))
            ),
        ),
        Lesson(
            N_("How many points are enough"),
            N_(
                "With two packs: below 80 points of the defenders the trump maker’s side goes up one level, below 40"
                " two, at 0 three. From 120 the defenders go up. In between nobody does. If the defenders win the last"
                " trick, the points in the kitty count for them twice."
            ),
        ),
        Lesson(
            N_("Who goes up"),
            N_(
                "The defenders took too few points, so the trump maker and the friends go up; had they taken enough,"
                " they would go up themselves. The next hand begins at the new levels. Whoever passes the ace wins."
            ),
            (RecordResult((1, 6), 70, "makers", 10),),
        ),
    ),
)
