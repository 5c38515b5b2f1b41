"""Mighty for three to eight players as a library: values in, answers out, nothing stored.

>>> from scorekeeper.games import mighty
>>> rules = mighty.PRESETS["pagat"].rules.changed({"min_bid": 14, "back_run": "defenders_10"})
>>> auction = mighty.Auction(rules, seats=(1, 2, 3, 4, 5), first=1)
>>> auction = mighty.place_bid(auction, 1, mighty.Bid.parse("19H"))
>>> [bid.symbol for bid in mighty.legal_bids(auction)]
['19NT', '20♠', '20♥', '20♦', '20♣', '20NT']
>>> [problem.code for problem in mighty.check_bid(auction, 2, mighty.Bid.parse("19S"))]
['bid.too_low']
>>> contract = mighty.Contract(mighty.Bid.parse("16NT"), mighty.Call.parse("SA"))
>>> outcome = mighty.Outcome(points=18, declarer="Ann", friend="Ben", defenders=("Cho", "Dan", "Eve"))
>>> settlement = mighty.settle(rules, contract, outcome)
>>> [(step.why.code, step.effect, step.amount) for step in settlement.steps]
[('score.bid_over_lowest_twice', 'add', 4), ('score.extra_points', 'add', 2), ('score.no_trump', 'times', 2)]
>>> settlement.amounts
{'Ann': 24, 'Ben': 12, 'Cho': -12, 'Dan': -12, 'Eve': -12}
>>> chicago = mighty.PRESETS["double_six"].rules
>>> len(chicago.setting.pack), str(mighty.every_bid(chicago)[-1])
(106, '40NT')

A hand takes commands, as few or as many as people write down, and says what it waits for:

>>> seats = (1, 2, 3, 4, 5)
>>> hand = mighty.deal(rules, mighty.opening(seats), seats)
>>> hand = mighty.do(hand, mighty.EnterContract(2, mighty.Bid.parse("16H")), mighty.CallFriend(mighty.Call.parse("SA")))
>>> [problem.code for problem in mighty.check_command(hand, mighty.RecordTrick(winner=3, points=6))]
['trick.points']
>>> hand = mighty.do(hand, mighty.RecordTrick(winner=3, points=2), mighty.RevealFriend(3))
>>> hand.phase, hand.friend, mighty.makers_points(hand), mighty.waiting(hand).players
('play', 3, 2, (1, 2, 3, 4, 5))
>>> paid = mighty.do(hand, mighty.RecordResult(points=18, friend=3)).settlement
>>> paid and paid.amounts
{2: 12, 3: 6, 1: -6, 4: -6, 5: -6}

The tricks are asked under the house rules and trumps, with or without anyone's hand:

>>> from scorekeeper.cards import Card, Suit, parse_cards
>>> conditions = mighty.Conditions(rules, trump=Suit.HEARTS)
>>> plays = [mighty.Play(1, Card.parse("CK")), mighty.Play(2, Card.parse("H2"))]
>>> mighty.judge(conditions, 8, plays).winner
2
>>> held = parse_cards("C4 SA D7")
>>> [card.symbol for card in mighty.legal_cards(conditions, 8, plays, held)]
['♣4', '♠A']
>>> [problem.code for problem in mighty.card_problems(conditions, 8, plays, held)[held[2]]]
['follow.suit']
>>> later = [mighty.Play(2, Card.parse("C9"))]
>>> [offence.code for offence in mighty.offences(conditions, 1, [plays, later])]
['offence.revoke']
"""

from scorekeeper.games.decider import Waiting
from scorekeeper.games.game import Ending, Situation
from scorekeeper.games.mighty.auction import (
    Auction,
    AuctionCall,
    bid_problems,
    can_bid,
    can_pass,
    check_bid,
    check_pass,
    every_bid,
    legal_bids,
    lowest_bid,
    pass_turn,
    place_bid,
)
from scorekeeper.games.mighty.bids import TRUMPS, Bid
from scorekeeper.games.mighty.calls import Call
from scorekeeper.games.mighty.choices import BLOCKS
from scorekeeper.games.mighty.commands import (
    AcceptClaim,
    CallFriend,
    ChangeContract,
    ClaimRedeal,
    Commands,
    DropOut,
    EnterContract,
    GiveWinOrder,
    NameCard,
    Pass,
    PlaceBid,
    PlayCard,
    RecordHand,
    RecordResult,
    RecordTrick,
    RevealFriend,
    TakeKitty,
)
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.contract import can_change, check_change, lowest_changes, lowest_level
from scorekeeper.games.mighty.decide import can, check_command, decide, do
from scorekeeper.games.mighty.discard import can_discard, check_discard
from scorekeeper.games.mighty.events import Events, ResultRecorded
from scorekeeper.games.mighty.evolve import evolve
from scorekeeper.games.mighty.follow import can_follow, card_problems, check_follow, legal_cards
from scorekeeper.games.mighty.friend import can_call, check_call, legal_calls, may_ask_suit, may_order_win
from scorekeeper.games.mighty.game import GAME
from scorekeeper.games.mighty.hand import PHASES, Hand, deal, outcome_of, preview, waiting
from scorekeeper.games.mighty.leads import can_lead, check_lead, lead_problems, legal_leads
from scorekeeper.games.mighty.offences import Offence, offences
from scorekeeper.games.mighty.pack import is_point, mighty_card
from scorekeeper.games.mighty.payment import (
    Contract,
    Outcome,
    back_run_line,
    check_outcome,
    is_made,
    payment_table,
    settle,
)
from scorekeeper.games.mighty.presets import PRESETS
from scorekeeper.games.mighty.redeal import HandValue, can_claim, check_claim, value_hand
from scorekeeper.games.mighty.reveal import Piles, Reveal, piles, reveals
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.seen import Told
from scorekeeper.games.mighty.sentences import SENTENCES
from scorekeeper.games.mighty.session import ending, following, opening
from scorekeeper.games.mighty.tally import (
    defenders_points,
    derived_result,
    makers_points,
    points_left,
    result_range,
    trick_range,
)
from scorekeeper.games.mighty.trick import Play, Trick, check_plays, judge

__all__ = [
    "BLOCKS",
    "GAME",
    "PHASES",
    "PRESETS",
    "SENTENCES",
    "TRUMPS",
    "AcceptClaim",
    "Auction",
    "AuctionCall",
    "Bid",
    "Call",
    "CallFriend",
    "ChangeContract",
    "ClaimRedeal",
    "Commands",
    "Conditions",
    "Contract",
    "DropOut",
    "Ending",
    "EnterContract",
    "Events",
    "GiveWinOrder",
    "Hand",
    "HandValue",
    "NameCard",
    "Offence",
    "Outcome",
    "Pass",
    "Piles",
    "PlaceBid",
    "Play",
    "PlayCard",
    "RecordHand",
    "RecordResult",
    "RecordTrick",
    "ResultRecorded",
    "Reveal",
    "RevealFriend",
    "Rules",
    "Situation",
    "TakeKitty",
    "Told",
    "Trick",
    "Waiting",
    "back_run_line",
    "bid_problems",
    "can",
    "can_bid",
    "can_call",
    "can_change",
    "can_claim",
    "can_discard",
    "can_follow",
    "can_lead",
    "can_pass",
    "card_problems",
    "check_bid",
    "check_call",
    "check_change",
    "check_claim",
    "check_command",
    "check_discard",
    "check_follow",
    "check_lead",
    "check_outcome",
    "check_pass",
    "check_plays",
    "deal",
    "decide",
    "defenders_points",
    "derived_result",
    "do",
    "ending",
    "every_bid",
    "evolve",
    "following",
    "is_made",
    "is_point",
    "judge",
    "lead_problems",
    "legal_bids",
    "legal_calls",
    "legal_cards",
    "legal_leads",
    "lowest_bid",
    "lowest_changes",
    "lowest_level",
    "makers_points",
    "may_ask_suit",
    "may_order_win",
    "mighty_card",
    "offences",
    "opening",
    "outcome_of",
    "pass_turn",
    "payment_table",
    "piles",
    "place_bid",
    "points_left",
    "preview",
    "result_range",
    "reveals",
    "settle",
    "trick_range",
    "value_hand",
    "waiting",
]
