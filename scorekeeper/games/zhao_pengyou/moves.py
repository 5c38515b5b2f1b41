"""The moves of Zhao Pengyou as one type, and the three questions about a hand and a move."""

from scorekeeper.errors import Problem
from scorekeeper.games.zhao_pengyou.counting import RecordTrick
from scorekeeper.games.zhao_pengyou.friends import BuryKitty, CallFriends, RevealFriend
from scorekeeper.games.zhao_pengyou.game import GAME
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.result import RecordHand, RecordResult
from scorekeeper.games.zhao_pengyou.throws import BeatThrow, RecordThrow
from scorekeeper.games.zhao_pengyou.trick import PlayCards
from scorekeeper.games.zhao_pengyou.trick_corrections import CorrectCards, CorrectTrick
from scorekeeper.games.zhao_pengyou.trumps import EndDeal, EnterTrumps, ExposeCards, TakeBack, TurnKitty
from scorekeeper.games.zhao_pengyou.unseen import PlayUnseen

# fmt: off
Move = (
    ExposeCards | TakeBack | EndDeal | EnterTrumps | TurnKitty | BuryKitty | CallFriends | PlayCards | PlayUnseen
    | BeatThrow | RecordTrick | RecordThrow | RevealFriend | CorrectTrick | CorrectCards | RecordResult | RecordHand
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
