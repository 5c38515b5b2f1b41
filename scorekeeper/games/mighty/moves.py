"""The moves of Mighty as one type, and the three questions about a hand and a move."""

from scorekeeper.errors import Problem
from scorekeeper.games.mighty.auction import AllPass, Pass, PlaceBid
from scorekeeper.games.mighty.contract import ChangeContract, EnterContract
from scorekeeper.games.mighty.counting import RecordHand, RecordResult, RecordTrick
from scorekeeper.games.mighty.dropping_out import DropOut, NameCard
from scorekeeper.games.mighty.exchange import Exchange
from scorekeeper.games.mighty.following import PlayCard
from scorekeeper.games.mighty.friend import CallFriend, GiveWinOrder, RevealFriend
from scorekeeper.games.mighty.game import GAME
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.kitty import TakeKitty
from scorekeeper.games.mighty.leading import LeadAloud
from scorekeeper.games.mighty.redeal import AcceptClaim, AnswerClaim, ClaimRedeal
from scorekeeper.games.mighty.trick_corrections import CorrectCard, CorrectTrick

# fmt: off
Move = (
    PlaceBid | Pass | AllPass | ClaimRedeal | AcceptClaim | AnswerClaim | NameCard | DropOut | EnterContract | TakeKitty
    | ChangeContract | Exchange | CallFriend | PlayCard | RecordTrick | LeadAloud | RevealFriend | GiveWinOrder
    | CorrectTrick | CorrectCard | RecordResult | RecordHand
)
"""Every move there is, in the order of a hand."""
# fmt: on


def check_move(hand: Hand, move: Move) -> tuple[Problem, ...]:
    """Return every reason why `move` cannot be made now; none means that it can."""
    return GAME.check(hand, move)


def can(hand: Hand, move: Move) -> bool:
    """Return whether `move` can be made now."""
    return not check_move(hand, move)


def do(hand: Hand, *moves: Move) -> Hand:
    """Return the hand after `moves`. Raises `RuleError` with every reason against the first that cannot be made."""
    return GAME.do(hand, *moves)
