"""Mighty for three to eight players as a library: values in, answers out, nothing stored.

>>> from scorekeeper.cards import Suit, parse_cards
>>> from scorekeeper.games import mighty
>>> seats, rules = (1, 2, 3, 4, 5), mighty.PRESETS["pagat"].rules.changed(min_bid=14)
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
>>> mighty.say(mighty.winner_and_why(mighty.Conditions(rules, Suit.HEARTS), 10, trick).why)  # the joker has no power
'♥2 is the highest trump.'
"""

# fmt: off
from scorekeeper.games.kinds import guard
from scorekeeper.games.mighty.auction import TRUMPS, AllPass, Auction, AuctionCall, Bid, Pass, PlaceBid, bid_problems
from scorekeeper.games.mighty.auction import can_bid, can_pass, check_bid, check_pass, every_bid, legal_bids, lowest_bid
from scorekeeper.games.mighty.auction import pass_turn, place_bid
from scorekeeper.games.mighty.cards import is_point, mighty_card
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.contract import ChangeContract, EnterContract, can_change, check_change, lowest_changes
from scorekeeper.games.mighty.contract import lowest_level
from scorekeeper.games.mighty.counting import RecordHand, RecordResult, RecordTrick, defenders_points, derive_result
from scorekeeper.games.mighty.counting import joker_holder_by_cards, makers_points, outcome_of, preview, result_range
from scorekeeper.games.mighty.counting import trick_range
from scorekeeper.games.mighty.dropping_out import DropOut, NameCard
from scorekeeper.games.mighty.exchange import Exchange
from scorekeeper.games.mighty.following import PlayCard, can_follow, card_problems, check_follow, legal_cards
from scorekeeper.games.mighty.friend import Call, CallFriend, GiveWinOrder, Piles, Reveal, RevealFriend, can_call
from scorekeeper.games.mighty.friend import check_call, check_friends, legal_calls, may_ask_suit, may_order_win, piles
from scorekeeper.games.mighty.friend import reveals, suit_due
from scorekeeper.games.mighty.game import GAME, PHASES, ExpectedMoves, find_expected_moves
from scorekeeper.games.mighty.hand import Hand, deal
from scorekeeper.games.mighty.kitty import TakeKitty, can_discard, check_discard
from scorekeeper.games.mighty.known_cards import Told, points_left
from scorekeeper.games.mighty.leading import LeadAloud, Said, barred_leads, can_lead, check_lead, lead_problems
from scorekeeper.games.mighty.leading import legal_leads
from scorekeeper.games.mighty.offences import Offence, offences, would_prove
from scorekeeper.games.mighty.payment import Contract, Outcome, back_run_line, check_outcome, is_made, payment_table
from scorekeeper.games.mighty.payment import settle
from scorekeeper.games.mighty.presets import PRESETS
from scorekeeper.games.mighty.redeal import AcceptClaim, AnswerClaim, ClaimRedeal, HandValue, can_claim, check_claim
from scorekeeper.games.mighty.redeal import value_hand
from scorekeeper.games.mighty.rules import BLOCKS, Rules
from scorekeeper.games.mighty.sentences import SENTENCES
from scorekeeper.games.mighty.session import Session, add_player, adjust_standings, advance_session, create_session
from scorekeeper.games.mighty.session import find_ending, rebase_hand, restake, set_starter, start_session
from scorekeeper.games.mighty.trick import Play, Trick, Winner, check_plays, judge, winner_and_why
from scorekeeper.games.mighty.trick_corrections import CorrectCard, CorrectTrick
from scorekeeper.games.mighty.unlikely_results import improbable

check_move, can, do, say = GAME.check, GAME.can, GAME.do, GAME.say

__all__ = [
    "AcceptClaim", "AllPass", "AnswerClaim", "Auction", "AuctionCall", "BLOCKS", "Bid", "Call", "CallFriend",
    "ChangeContract", "ClaimRedeal", "Conditions", "Contract", "CorrectCard", "CorrectTrick", "DropOut",
    "EnterContract", "Exchange", "ExpectedMoves", "GAME", "GiveWinOrder", "Hand", "HandValue", "LeadAloud", "NameCard",
    "Offence", "Outcome", "PHASES", "PRESETS", "Pass", "Piles", "PlaceBid", "Play", "PlayCard", "RecordHand",
    "RecordResult", "RecordTrick", "Reveal", "RevealFriend", "Rules", "SENTENCES", "Said", "Session", "TRUMPS",
    "TakeKitty", "Told", "Trick", "Winner", "add_player", "adjust_standings", "advance_session", "back_run_line",
    "barred_leads", "bid_problems", "can", "can_bid", "can_call", "can_change", "can_claim", "can_discard",
    "can_follow", "can_lead", "can_pass", "card_problems", "check_bid", "check_call", "check_change", "check_claim",
    "check_discard", "check_follow", "check_friends", "check_lead", "check_move", "check_outcome", "check_pass",
    "check_plays", "create_session", "deal", "defenders_points", "derive_result", "do", "every_bid", "find_ending",
    "find_expected_moves", "improbable", "is_made", "is_point", "joker_holder_by_cards", "judge", "lead_problems",
    "legal_bids", "legal_calls", "legal_cards", "legal_leads", "lowest_bid", "lowest_changes", "lowest_level",
    "makers_points", "may_ask_suit", "may_order_win", "mighty_card", "offences", "outcome_of", "pass_turn",
    "payment_table", "piles", "place_bid", "points_left", "preview", "rebase_hand", "restake", "result_range",
    "reveals", "say", "set_starter", "settle", "start_session", "suit_due", "trick_range", "value_hand",
    "winner_and_why", "would_prove",
]
# fmt: on

guard(globals(), __all__)
