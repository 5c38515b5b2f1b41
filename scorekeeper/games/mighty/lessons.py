"""A first hand of Mighty for people who have never played it, move by move as the rules play it."""

from scorekeeper.cards import Card
from scorekeeper.games.lesson import FirstGame, Lesson
from scorekeeper.games.mighty.auction import Bid, Pass, PlaceBid
from scorekeeper.games.mighty.counting import RecordResult, RecordTrick
from scorekeeper.games.mighty.following import PlayCard
from scorekeeper.games.mighty.friend import Call, CallFriend
from scorekeeper.games.mighty.kitty import TakeKitty
from scorekeeper.messages import N_


def parse_plays(*plays: str) -> tuple[PlayCard, ...]:
    """Cards as they are played, each with its player: ``3CK``."""
    return tuple(PlayCard(int(play[0]), Card.parse(play[1:])) for play in plays)


FIRST_GAME = FirstGame(
    preset="pagat",
    players=5,
    lessons=(
        Lesson(
            N_("The deal"),
            N_(
                "Everybody holds the same number of cards, and a few stay in the kitty. Each ace, king, queen, jack and"
                " ten is a point. What counts is who promises most of the points, and whether they are taken."
            ),
        ),
        Lesson(
            N_("The auction begins"),
            N_("In turn everybody bids points and trumps, more than the bid before, or passes and is out."),
            (PlaceBid(1, Bid.parse("14H")), Pass(2), PlaceBid(3, Bid.parse("15S"))),
        ),
        Lesson(
            N_("The highest bid plays"),
            N_("All others have passed. Whoever bid last is the declarer, and the bid is the contract."),
            (Pass(4), Pass(5), Pass(1)),
        ),
        Lesson(
            N_("The kitty"),
            N_("The declarer takes the kitty and lays as many cards aside. Points among them are the declarer’s."),
            (TakeKitty(),),
        ),
        Lesson(
            N_("The friend"),
            N_(
                "The declarer calls a card. Whoever holds it is the friend, and so far nobody else knows who that is."
                " Here spades are trumps, so the Mighty is the ace of diamonds: a good card to call."
            ),
            (CallFriend(Call.parse("DA")),),
        ),
        Lesson(
            N_("Trick 1"),
            N_("The declarer leads. Whoever has the suit follows it. Nobody plays trumps, so the highest club wins."),
            parse_plays("3CK", "4C5", "5C9", "1CA", "2C2"),
        ),
        Lesson(
            N_("Trumps, and the Mighty above all"),
            N_("The declarer has no hearts and plays a trump. But the Mighty beats it, and the friend is known."),
            parse_plays("1HK", "2H3", "3SJ", "4H4", "5DA"),
        ),
        Lesson(
            N_("The joker"),
            N_("The joker may be played to any suit, and beats everything but the Mighty."),
            parse_plays("5D3", "1D5", "2DK", "3JK", "4D7"),
        ),
        Lesson(
            N_("The other tricks"),
            N_("So it goes on until no cards are left. It is enough to record who took each trick, and its points."),
            tuple(
                RecordTrick(winner, points)
                for winner, points in ((3, 4), (5, 2), (2, 2), (3, 3), (3, 2), (3, 1), (3, 0))
            ),
        ),
        Lesson(
            N_("What it pays"),
            N_(
                "The declarer and the friend took what was promised, so all others pay them. Had they taken less, they"
                " would pay all others."
            ),
            (RecordResult(16, friend=5),),
        ),
    ),
)
