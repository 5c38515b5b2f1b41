"""Mighty for three to eight players as a library: values in, answers out, nothing stored.

>>> from scorekeeper.cards import Suit, parse_cards
>>> from scorekeeper.games import mighty
>>> seats, rules = (1, 2, 3, 4, 5), mighty.PRESETS["pagat"].rules.change(min_bid=14)
>>> auction = mighty.place_bid(mighty.Auction(rules, seats, first=1), 1, mighty.Bid.parse("19NT"))
>>> [bid.symbol for bid in mighty.legal_bids(auction)]
['20♠', '20♥', '20♦', '20♣', '20NT']
>>> [mighty.say(problem) for problem in mighty.check_bid(auction, 2, mighty.Bid.parse("19S"))]
['19♠ is too low. The lowest bid now is 20♠.']
>>> hand = mighty.deal(rules, mighty.start_session(rules, seats), seats)
>>> contract, call = mighty.EnterContract(2, mighty.Bid.parse("16NT")), mighty.CallFriend(mighty.Call.parse("SA"))
>>> hand = mighty.do(hand, contract, call, mighty.RecordTrick(winner=3, points=2), mighty.RevealFriend(3))
>>> hand.phase, hand.friends, mighty.makers_points(hand), mighty.find_expected_moves(hand).players
('play', (3,), 2, (1, 2, 3, 4, 5))
>>> settlement = mighty.do(hand, mighty.RecordResult(points=18, friend=3)).settlement
>>> [f"{mighty.say(step.why)}: {step.effect} {step.amount}" for step in settlement.accounts[0].steps]
['2 × (bid 16 − lowest bid 14): add 4', '18 points − bid 16: add 2', 'no-trump: times 2']
>>> settlement.amounts
{2: 24, 3: 12, 1: -12, 4: -12, 5: -12}
>>> trick = [mighty.Play(player, card) for player, card in enumerate(parse_cards("CK JK H2"), 1)]
>>> mighty.say(mighty.explain_winner(mighty.Conditions(rules, Suit.HEARTS), 10, trick).why)  # the joker has no power
'♥2 is the highest trump.'
"""

# fmt: off
from scorekeeper.games.game import Standing
from scorekeeper.games.mighty.auction import TRUMPS, AllPass, Auction, AuctionCall, Bid, Pass, PlaceBid, bid_problems
from scorekeeper.games.mighty.auction import can_bid, can_pass, check_bid, check_pass, every_bid, legal_bids, lowest_bid
from scorekeeper.games.mighty.auction import pass_turn, place_bid
from scorekeeper.games.mighty.cards import Colour, Setting, is_point, mighty_card
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.contract import ChangeContract, EnterContract, can_change, check_change, lowest_changes
from scorekeeper.games.mighty.contract import lowest_level
from scorekeeper.games.mighty.counting import RecordHand, RecordResult, RecordTrick, defenders_points, derive_result
from scorekeeper.games.mighty.counting import find_joker_holder_by_cards, hidden_points, makers_points, outcome_of
from scorekeeper.games.mighty.counting import preview, result_range, trick_range
from scorekeeper.games.mighty.dropping_out import DropOut, NameCard, NamedCard
from scorekeeper.games.mighty.exchange import Exchange
from scorekeeper.games.mighty.following import PlayCard, can_follow, card_problems, check_follow, legal_cards
from scorekeeper.games.mighty.friend import Call, CallFriend, GiveWinOrder, Piles, Reveal, RevealFriend, can_call
from scorekeeper.games.mighty.friend import check_call, check_friends, count_piles, find_requested_suit, find_reveals
from scorekeeper.games.mighty.friend import legal_calls, may_ask_suit, may_order_win
from scorekeeper.games.mighty.game import GAME, PHASES, ExpectedMoves, find_expected_moves
from scorekeeper.games.mighty.hand import Declaration, Hand, deal
from scorekeeper.games.mighty.kitty import TakeKitty, can_discard, check_discard
from scorekeeper.games.mighty.known_cards import FriendReport, KnownCards, points_left
from scorekeeper.games.mighty.leading import LeadAloud, SpokenLead, barred_leads, can_lead, check_lead, lead_problems
from scorekeeper.games.mighty.leading import legal_leads
from scorekeeper.games.mighty.moves import Move, can, check_move, do
from scorekeeper.games.mighty.offences import Offence, find_offences, preview_offences
from scorekeeper.games.mighty.payment import (
    Contract,
    Outcome,
    Purses,
    back_run_limit,
    check_outcome,
    is_made,
    payment_table,
)
from scorekeeper.games.mighty.payment import settle
from scorekeeper.games.mighty.pot import Fine
from scorekeeper.games.mighty.presets import PRESETS
from scorekeeper.games.mighty.redeal import AcceptClaim, AnswerClaim, CardValue, ClaimedHand, ClaimRedeal, HandValue
from scorekeeper.games.mighty.redeal import can_claim, check_claim, value_hand
from scorekeeper.games.mighty.rules import BLOCKS, Rules
from scorekeeper.games.mighty.sentences import SENTENCES
from scorekeeper.games.mighty.session import Session, add_player, adjust_standings, advance_session, create_session
from scorekeeper.games.mighty.session import find_ending, rebase_hand, shift_balances, set_starter, start_session
from scorekeeper.games.mighty.trick import Play, Trick, Winner, check_plays, explain_winner, judge_trick
from scorekeeper.games.mighty.trick_corrections import CorrectCard, CorrectTrick
from scorekeeper.games.mighty.unlikely_results import find_unlikely_results

say = GAME.say

__all__ = [
    "AcceptClaim", "AllPass", "AnswerClaim", "Auction", "AuctionCall", "BLOCKS", "Bid", "Call", "CallFriend",
    "CardValue", "ChangeContract", "ClaimRedeal", "ClaimedHand", "Colour", "Conditions", "Contract", "CorrectCard",
    "CorrectTrick", "Declaration", "DropOut", "EnterContract", "Exchange", "ExpectedMoves", "Fine", "FriendReport",
    "GAME", "GiveWinOrder", "Hand", "HandValue", "KnownCards", "LeadAloud", "Move", "NameCard", "NamedCard", "Offence",
    "Outcome", "PHASES", "PRESETS", "Pass", "Piles", "PlaceBid", "Play", "PlayCard", "Purses", "RecordHand",
    "RecordResult", "RecordTrick", "Reveal", "RevealFriend", "Rules", "SENTENCES", "Session", "Setting", "SpokenLead",
    "Standing", "TRUMPS", "TakeKitty", "Trick", "Winner", "add_player", "adjust_standings", "advance_session",
    "back_run_limit", "barred_leads", "bid_problems", "can", "can_bid", "can_call", "can_change", "can_claim",
    "can_discard", "can_follow", "can_lead", "can_pass", "card_problems", "check_bid", "check_call", "check_change",
    "check_claim", "check_discard", "check_follow", "check_friends", "check_lead", "check_move", "check_outcome",
    "check_pass", "check_plays", "count_piles", "create_session", "deal", "defenders_points", "derive_result", "do",
    "every_bid", "explain_winner", "find_ending", "find_expected_moves", "find_joker_holder_by_cards", "find_offences",
    "find_requested_suit", "find_reveals", "find_unlikely_results", "hidden_points", "is_made", "is_point",
    "judge_trick", "lead_problems", "legal_bids", "legal_calls", "legal_cards", "legal_leads", "lowest_bid",
    "lowest_changes", "lowest_level", "makers_points", "may_ask_suit", "may_order_win", "mighty_card", "outcome_of",
    "pass_turn", "payment_table", "place_bid", "points_left", "preview", "preview_offences", "rebase_hand",
    "result_range", "say", "set_starter", "settle", "shift_balances", "start_session", "trick_range", "value_hand",
]
# fmt: on
