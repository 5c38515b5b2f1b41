"""The protocol value `GAME` of Mighty."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.games.game import COMPLETE, AuctionLine, Game, HandRole, Move, Phase, Player, Side, Summary, TrickLine
from scorekeeper.games.mighty import session
from scorekeeper.games.mighty.auction import AllPass, Pass, PlaceBid
from scorekeeper.games.mighty.contract import ChangeContract, EnterContract
from scorekeeper.games.mighty.counting import RecordHand, RecordResult, RecordTrick
from scorekeeper.games.mighty.dropping_out import DropOut, NameCard
from scorekeeper.games.mighty.exchange import Exchange
from scorekeeper.games.mighty.following import PlayCard
from scorekeeper.games.mighty.friend import CallFriend, GiveWinOrder, RevealFriend
from scorekeeper.games.mighty.hand import Hand, deal_unchecked, set_first_bidder
from scorekeeper.games.mighty.kitty import TakeKitty
from scorekeeper.games.mighty.leading import LeadAloud
from scorekeeper.games.mighty.presets import PRESETS
from scorekeeper.games.mighty.redeal import AcceptClaim, AnswerClaim, ClaimRedeal
from scorekeeper.games.mighty.rules import BLOCKS, Rules
from scorekeeper.games.mighty.sentences import CONSEQUENCES, PLAYER_FACTS, SENTENCES
from scorekeeper.games.mighty.sitting_out import list_sitting_out
from scorekeeper.games.mighty.statistics import STATISTICS
from scorekeeper.games.mighty.trick_corrections import CorrectCard, CorrectTrick
from scorekeeper.messages import N_, Message, message
from scorekeeper.values import remember_recent


@remember_recent
def summarize(hand: "Hand") -> Summary:
    """Return contract, result, everyone's role as far as it is known, and columns for the export."""
    return Summary(
        hand.contract_bid, describe_result(hand), find_roles(hand), build_columns(hand), find_winning_side(hand)
    )


def find_winning_side(hand: "Hand") -> Side | None:
    """The makers when the contract was made, else the defenders; None before the end."""
    if hand.result is None:
        return None
    return "makers" if hand.is_made else "defenders"


def describe_result(hand: "Hand") -> Message | None:
    """Made or failed, and by how much; None before the end."""
    if hand.result is None or hand.contract_bid is None:
        return None
    points, bid = hand.result.points, hand.contract_bid
    if hand.is_made:
        return message("result.made", points=points, bid=bid, over=max(points - bid.level, 0))
    return message("result.failed", points=points, bid=bid, short=bid.level - points)


def find_roles(hand: "Hand") -> dict[Player, tuple[HandRole, ...]]:
    """Return the roles of declarer, friends and defenders. While a friend is unknown, nobody is a defender."""
    if hand.declarer is None:
        return {}
    friends = dict.fromkeys(hand.friends, (HandRole("role.friend", "makers"),))
    makers: dict[Player, tuple[HandRole, ...]] = {hand.declarer: (HandRole("role.declarer", "makers"),), **friends}
    if not hand.friend_known:
        return makers
    defenders = (player for player in hand.active if player not in makers)
    return makers | dict.fromkeys(defenders, (HandRole("role.defender", "defenders"),))


def build_columns(hand: "Hand") -> dict[str, str | int | None]:
    """The hand as plain values for the export, by column."""
    bid, result = hand.contract_bid, hand.result
    return {
        "redeals": hand.redeals,
        "bid": bid.level if bid else None,
        "trump": str(bid.trump or "NT") if bid else None,
        "call": str(hand.call) if hand.call else None,
        "points": result.points if result else None,
        "buried": " ".join(sorted(result.buried)) if result else None,
    }


def list_calls(hand: "Hand") -> Iterator[AuctionLine]:
    """Yield the bids and passes."""
    return (AuctionLine(player, bid.symbol if bid else None) for player, bid in hand.auction.calls)


def list_tricks(hand: "Hand") -> Iterator[TrickLine]:
    """Yield the finished tricks."""
    for trick in hand.tricks:
        yield TrickLine(trick.winner, trick.points, tuple((play.player, str(play.card)) for play in trick.plays))


PHASES: Mapping[str, Phase] = {
    "auction": Phase(N_("Auction"), (PlaceBid, Pass, AllPass, ClaimRedeal, EnterContract, RecordHand), "now.auction"),
    "claim": Phase(N_("Redeal claimed"), (AcceptClaim, AnswerClaim), "now.claim"),
    "drop": Phase(N_("Dropping out"), (NameCard, DropOut, ClaimRedeal, RecordHand), "now.drop"),
    "contract": Phase(
        N_("Kitty and contract"),
        (TakeKitty, ChangeContract, CallFriend, Exchange, ClaimRedeal, RecordHand),
        "now.contract",
    ),
    "call": Phase(N_("Friend call"), (ChangeContract, CallFriend, Exchange, ClaimRedeal, RecordHand), "now.call"),
    "play": Phase(
        N_("Play"),
        (PlayCard, RecordTrick, LeadAloud, RevealFriend, GiveWinOrder, CorrectTrick, CorrectCard, RecordResult),
        "now.play",
    ),
    "complete": COMPLETE,
}
"""By key, in the order a hand goes through them.

"claim" only occurs where a bid of 20 may answer a claim, "drop" where some of those who bid do not play.
"""


class ExpectedMoves(NamedTuple):
    """The moves that a hand waits for, each to be made by any of `players`."""

    players: tuple[Player, ...]
    moves: tuple[type[Move], ...]


def find_expected_moves(hand: "Hand") -> ExpectedMoves:
    """Return the players expected to act and the possible moves. Other players may claim a redeal as well."""
    moves = PHASES[hand.phase].moves
    match hand.phase:
        case "auction":
            turn = hand.auction.turn
            return ExpectedMoves(() if turn is None else (turn,), moves)
        case "claim":
            return ExpectedMoves(tuple(player for player in hand.active if player != hand.claimer), moves)
        case "play":
            return ExpectedMoves(hand.active if hand.turn is None or not hand.table else (hand.turn,), moves)
        case "complete":
            return ExpectedMoves((), ())
        case _:
            return ExpectedMoves((hand.declaration.declarer,), moves)


GAME = Game(
    key="mighty",
    name=N_("Mighty"),
    rules=Rules,
    presets=PRESETS,
    blocks=BLOCKS,
    modes={"auction": ("calls", "contract"), "play": ("tally", "cards", "result")},
    phases=PHASES,
    session=session.Session,
    hand=Hand,
    boardgamegeek=172998,
    pays=True,
    sentences=SENTENCES,
    player_facts=PLAYER_FACTS,
    consequences=CONSEQUENCES,
    seat_counts=lambda rules: rules.setting.seat_counts,
    create_session=session.create_session,
    add_player=session.add_player,
    shift_balances=session.shift_balances,
    set_starter=session.set_starter,
    set_first_bidder=set_first_bidder,
    has_tokens=lambda rules: rules.redeal == "token",
    set_token=session.set_token,
    adjust_standings=session.adjust_standings,
    deal=deal_unchecked,
    rebase_hand=session.rebase_hand,
    advance_session=session.advance_session,
    summarize=summarize,
    list_expected=lambda hand: find_expected_moves(hand).players,
    list_calls=list_calls,
    list_tricks=list_tricks,
    list_sitting_out=list_sitting_out,
    rules_when_some_sit_out={"sitting_out": "dealer"},
    find_pot=lambda session: session.pot,
    find_ending=session.find_ending,
    statistics=STATISTICS,
)
