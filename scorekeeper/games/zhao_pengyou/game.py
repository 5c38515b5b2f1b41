"""Zhao Pengyou as a `Game`, the value that the rest of the program uses."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.games.game import COMPLETE, AuctionLine, Game, HandRole, Move, Phase, Player, Side, Summary, TrickLine
from scorekeeper.games.zhao_pengyou import session
from scorekeeper.games.zhao_pengyou.counting import RecordTrick
from scorekeeper.games.zhao_pengyou.friends import BuryKitty, CallFriends, RevealFriend
from scorekeeper.games.zhao_pengyou.hand import Hand, deal_unchecked, rebase_hand
from scorekeeper.games.zhao_pengyou.levels import adapt_value
from scorekeeper.games.zhao_pengyou.pack import find_seat_counts
from scorekeeper.games.zhao_pengyou.presets import PRESETS
from scorekeeper.games.zhao_pengyou.result import RecordHand, RecordResult
from scorekeeper.games.zhao_pengyou.rules import BLOCKS, Rules
from scorekeeper.games.zhao_pengyou.sentences import PLAYER_FACTS, SENTENCES
from scorekeeper.games.zhao_pengyou.statistics import STATISTICS
from scorekeeper.games.zhao_pengyou.throws import BeatThrow, RecordThrow
from scorekeeper.games.zhao_pengyou.trick import PlayCards
from scorekeeper.games.zhao_pengyou.trick_corrections import CorrectCards, CorrectTrick
from scorekeeper.games.zhao_pengyou.trumps import EndDeal, EnterTrumps, ExposeCards, TakeBack, TurnKitty
from scorekeeper.games.zhao_pengyou.unseen import PlayUnseen
from scorekeeper.messages import N_, Message, message
from scorekeeper.values import remember_recent

RESULT_CODES: Mapping[tuple[bool, Side | None], str] = {
    (True, "makers"): "result.makers",
    (True, "defenders"): "result.defenders",
    (True, None): "result.nobody",
    (False, "makers"): "result.throw_makers",
    (False, "defenders"): "result.throw_defenders",
    (False, None): "result.throw_nobody",
}
"""Codes of the result by whether points were counted, and by the side that is promoted."""


@remember_recent
def summarize(hand: Hand) -> Summary:
    """Return the hand in a line: trumps, result, known roles, and columns for the export."""
    winner = hand.promotions.winner if hand.promotions else None
    return Summary(hand.trumps, describe_result(hand), find_roles(hand), build_columns(hand), winner)


def describe_result(hand: Hand) -> Message | None:
    """Return the defenders' points or the throw that ended the play, and the side that rises; None before the end."""
    if hand.promotions is None:
        return None
    counted, verdict = bool(hand.promotions.count), hand.promotions.verdict
    if verdict.wins_alone:
        return message("result.last_trick_wins", total=hand.promotions.total)
    return message(RESULT_CODES[counted, verdict.side], total=hand.promotions.total, levels=verdict.levels)


def find_roles(hand: Hand) -> dict[Player, tuple[HandRole, ...]]:
    """Return the roles of the trump maker, of known friends, and of the defenders once every side is known."""
    makers: dict[Player, tuple[HandRole, ...]] = dict.fromkeys(hand.team, (HandRole("role.friend", "makers"),))
    if hand.maker is not None:
        makers[hand.maker] = (HandRole("role.maker", "makers"),)
    if not hand.friends_known:
        return makers
    defenders = (player for player in hand.seats if player not in makers)
    return makers | dict.fromkeys(defenders, (HandRole("role.defender", "defenders"),))


def build_columns(hand: Hand) -> dict[str, str | int | None]:
    """Return the hand as plain values by column of the export. Kitty points appear only with the result."""
    result, promotions = hand.result, hand.promotions
    return {
        "redeals": hand.redeals,
        "trumps": str(hand.trumps) if hand.trumps else None,
        "calls": " ".join(map(str, hand.calls)) if hand.calls else None,
        "points": result.points if result else None,
        "kitty_points": result.kitty_points if result else None,
        "last_trick": result.last_trick if result else None,
        "throws": len(hand.throws),
        "total": promotions.total if promotions and promotions.count else None,
    }


def list_calls(hand: Hand) -> Iterator[AuctionLine]:
    """Yield the exposures of the deal, each with all cards that then lay there."""
    for exposure in hand.making.exposures:
        yield AuctionLine(exposure.player, " ".join([str(exposure.card)] * exposure.copies))


def list_tricks(hand: Hand) -> Iterator[TrickLine]:
    """Yield the finished tricks."""
    for trick in hand.tricks:
        plays = tuple((play.player, " ".join(map(str, play.cards))) for play in trick.plays)
        yield TrickLine(trick.winner, trick.points, plays)


PHASES: Mapping[str, Phase] = {
    "trumps": Phase(N_("Deal and trumps"), (ExposeCards, TakeBack, EndDeal, EnterTrumps, RecordHand), "now.trumps"),
    "turn": Phase(N_("Turning the kitty"), (TurnKitty, EnterTrumps, RecordHand), "now.turn"),
    "kitty": Phase(N_("Kitty"), (BuryKitty, CallFriends, RecordHand), "now.kitty"),
    "call": Phase(N_("Friend calls"), (CallFriends, RecordHand), "now.call"),
    "play": Phase(
        N_("Play"),
        (
            PlayCards,
            PlayUnseen,
            BeatThrow,
            RecordTrick,
            RecordThrow,
            RevealFriend,
            CorrectTrick,
            CorrectCards,
            RecordResult,
            RecordHand,
        ),
        "now.play",
    ),
    "result": Phase(
        N_("Result"), (RevealFriend, RecordThrow, CorrectTrick, CorrectCards, RecordResult, RecordHand), "now.result"
    ),
    "complete": COMPLETE,
}
"""The phases by key, in the order of a hand.

"turn" occurs only where the kitty decides, "result" only if the record shows that nothing is left to play.
"""


class ExpectedMoves(NamedTuple):
    """The moves that a hand waits for; any of `players` may make one of them."""

    players: tuple[Player, ...]
    moves: tuple[type[Move], ...]


def find_expected_moves(hand: Hand) -> ExpectedMoves:
    """Return the players who are expected to act, everyone if anyone may, and the possible moves."""
    moves = PHASES[hand.phase].moves
    match hand.phase:
        case "kitty" | "call":
            return ExpectedMoves((hand.trump_maker,), moves)
        case "play":
            assert hand.turn is not None
            return ExpectedMoves((hand.turn,), moves)
        case "complete":
            return ExpectedMoves((), ())
        case _:
            return ExpectedMoves(hand.seats, moves)


GAME = Game(
    key="zhao_pengyou",
    name=N_("Zhao Pengyou"),
    rules=Rules,
    presets=PRESETS,
    blocks=BLOCKS,
    modes={"trumps": ("shows", "maker"), "play": ("tally", "cards", "result")},
    phases=PHASES,
    session=session.Session,
    hand=Hand,
    sentences=SENTENCES,
    player_facts=PLAYER_FACTS,
    consequences=frozenset({"level.of"}),
    seat_counts=find_seat_counts,
    asks_starter=session.asks_starter,
    create_session=session.create_session,
    add_player=session.add_player,
    check_adjustment=session.check_adjustment,
    adjust_standings=session.adjust_standings,
    shift_amount=session.shift_amount,
    deal=deal_unchecked,
    rebase_hand=rebase_hand,
    advance_session=session.advance_session,
    summarize=summarize,
    list_expected=lambda hand: find_expected_moves(hand).players,
    list_calls=list_calls,
    list_tricks=list_tricks,
    adapt_value=adapt_value,
    find_ending=session.find_ending,
    statistics=STATISTICS,
)
