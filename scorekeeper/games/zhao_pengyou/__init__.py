"""Zhao Pengyou (找朋友, Looking for Friends) for five to twelve players as a library: values in, answers out.

>>> from scorekeeper.cards import parse_cards
>>> from scorekeeper.games import zhao_pengyou as zpy
>>> rules, seats = zpy.PRESETS["pagat"].rules.change(kitty_multiplier=3), (1, 2, 3, 4, 5, 6)
>>> hand = zpy.deal(rules, zpy.start_session(rules, seats), seats)
>>> hand = zpy.do(hand, zpy.ExposeCards(1, parse_cards("C2")), zpy.ExposeCards(2, parse_cards("S2 S2")), zpy.EndDeal())
>>> print(hand.maker, hand.trumps, hand.phase)
2 S2 kitty
>>> [zpy.say(problem) for problem in zpy.check_move(hand, zpy.CallFriends((zpy.Call.parse("SA#1"),)))]
['Cards called: 1; there must be 2.', '♠A is a trump and cannot be called.']
>>> hand = zpy.do(hand, zpy.CallFriends((zpy.Call.parse("HA#1"), zpy.Call.parse("DA#2"))))
>>> hand = zpy.do(hand, zpy.RecordResult(friends=(4,), points=30, last_trick="makers"))
>>> [f"{zpy.say(step.why)}: {step.effect} {step.amount}" for step in hand.promotions.verdict.steps]
['the defenders have 30 points: add 2', '1 fewer than a full team: as much again for each: times 2']
>>> print({player: str(level) for player, level in zpy.advance_session(hand).levels.items()})
{1: '2', 2: '6', 3: '2', 4: '6', 5: '2', 6: '2'}

Leads, follows and tricks are asked under the house rules, the cards of the table and trumps:

>>> conditions = zpy.Conditions(rules, zpy.find_setting(rules, 6), zpy.Trumps.parse("♠2"))
>>> lead = zpy.read_lead(conditions, parse_cards("HK HK HQ HQ"))
>>> zpy.say(lead.name)
'a sequence of 2 pairs'
>>> [card.symbol for card in zpy.find_forced_cards(conditions, lead, hand=parse_cards("HA H9 H9 H6 H5 C8"))]
['♥9', '♥9']
>>> plays = [zpy.Play(2, lead.cards), zpy.Play(3, parse_cards("H9 H9 H6 H5")), zpy.Play(4, parse_cards("S7 S7 S6 S6"))]
>>> zpy.find_winner(conditions, plays)
4
"""

# fmt: off
from scorekeeper.games.game import HandRole, Phase, Side, Standing, Summary, rank_players
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.trick_corrections import PlayStep
from scorekeeper.games.zhao_pengyou.combinations import Lead, Part, Play, Shape, can_lead, check_lead, check_sequence
from scorekeeper.games.zhao_pengyou.combinations import check_set, read_lead
from scorekeeper.games.zhao_pengyou.counting import LastLead, Outcome, Record, RecordTrick, Trick, check_outcome
from scorekeeper.games.zhao_pengyou.counting import defenders_points, points_left, points_showing, trick_points
from scorekeeper.games.zhao_pengyou.demotion import LastWin, read_last_win
from scorekeeper.games.zhao_pengyou.following import Duty, Revoke, can_follow, check_follow, check_revoke, find_duty
from scorekeeper.games.zhao_pengyou.following import find_forced_cards, find_revokes, suggest_follow
from scorekeeper.games.zhao_pengyou.friends import BuryKitty, Call, CallFriends, RevealFriend, can_call, check_call
from scorekeeper.games.zhao_pengyou.friends import check_calls, find_friends, legal_calls, list_team
from scorekeeper.games.zhao_pengyou.game import GAME, PHASES, ExpectedMoves, find_expected_moves, summarize
from scorekeeper.games.zhao_pengyou.hand import Hand, deal, rebase_hand
from scorekeeper.games.zhao_pengyou.levels import Level, lower_level, raise_level
from scorekeeper.games.zhao_pengyou.moves import Move, can, check_move, do
from scorekeeper.games.zhao_pengyou.order import Conditions, Trumps
from scorekeeper.games.zhao_pengyou.pack import Setting, check_hand, find_setting, points_of
from scorekeeper.games.zhao_pengyou.presets import PRESETS
from scorekeeper.games.zhao_pengyou.promotion import PlayerPromotion, Progress, PromotionRange, Promotions, Verdict
from scorekeeper.games.zhao_pengyou.promotion import build_promotion_table, judge_total, settle
from scorekeeper.games.zhao_pengyou.result import RecordHand, RecordResult, derive_result, outcome_of, preview
from scorekeeper.games.zhao_pengyou.result import recorded_points
from scorekeeper.games.zhao_pengyou.rules import BLOCKS, Rules
from scorekeeper.games.zhao_pengyou.sentences import PLAYER_FACTS, SENTENCES
from scorekeeper.games.zhao_pengyou.session import Session, add_player, adjust_standings, advance_session
from scorekeeper.games.zhao_pengyou.session import check_adjustment, create_session, find_ending, start_session
from scorekeeper.games.zhao_pengyou.throws import BeatThrow, Challenge, FailedThrow, RecordThrow, ThrowOutcome
from scorekeeper.games.zhao_pengyou.throws import ThrowPenalty, find_challenges, find_throw_penalty, is_unbeaten
from scorekeeper.games.zhao_pengyou.throws import resolve_throw, throw_ends_play
from scorekeeper.games.zhao_pengyou.trick import PartPower, PlayCards, Power, check_plays, find_powers
from scorekeeper.games.zhao_pengyou.trick import find_winner
from scorekeeper.games.zhao_pengyou.trick_corrections import CorrectCards, CorrectTrick
from scorekeeper.games.zhao_pengyou.trumps import EndDeal, EnterTrumps, ExposeCards, Exposure, MadeTrumps, Need
from scorekeeper.games.zhao_pengyou.trumps import TakeBack, TrumpMaking, TurnKitty, can_expose, check_exposure
from scorekeeper.games.zhao_pengyou.trumps import find_needs, find_trumps_of_kitty
from scorekeeper.games.zhao_pengyou.unseen import PlayUnseen

say = GAME.say

__all__ = [
    "BLOCKS", "GAME", "PHASES", "PLAYER_FACTS", "PRESETS", "SENTENCES", "BeatThrow", "BuryKitty", "Call", "CallFriends",
    "Challenge", "Conditions", "CorrectCards", "CorrectTrick", "Duty", "EndDeal", "EnterTrumps", "ExpectedMoves",
    "ExposeCards", "Exposure", "FailedThrow", "Hand", "HandRole", "LastLead", "LastWin", "Lead", "Level", "MadeTrumps",
    "Move", "Need", "Outcome", "Part", "PartPower", "Phase", "Play", "PlayCards", "PlayStep", "PlayUnseen",
    "PlayerPromotion", "Power", "Progress", "PromotionRange", "Promotions", "Record", "RecordHand", "RecordResult",
    "RecordThrow", "RecordTrick", "RevealFriend", "Revoke", "Rules", "Session", "Setting", "Shape", "Side", "Standing",
    "Summary", "TakeBack", "ThrowOutcome", "ThrowPenalty", "Trick", "TrumpMaking", "Trumps", "TurnKitty", "Verdict",
    "add_player", "adjust_standings", "advance_session", "build_promotion_table", "can", "can_call", "can_expose",
    "can_follow", "can_lead", "check_adjustment", "check_call", "check_calls", "check_exposure", "check_follow",
    "check_hand", "check_in_pack", "check_lead", "check_move", "check_outcome", "check_plays", "check_revoke",
    "check_sequence", "check_set", "create_session", "deal", "defenders_points", "derive_result", "do",
    "find_challenges", "find_duty", "find_ending", "find_expected_moves", "find_forced_cards", "find_friends",
    "find_needs", "find_powers", "find_revokes", "find_setting", "find_throw_penalty", "find_trumps_of_kitty",
    "find_winner", "is_unbeaten", "judge_total", "legal_calls", "list_team", "lower_level", "outcome_of", "points_left",
    "points_of", "points_showing", "preview", "raise_level", "rank_players", "read_last_win", "read_lead",
    "rebase_hand", "recorded_points", "resolve_throw", "say", "settle", "start_session", "suggest_follow", "summarize",
    "throw_ends_play", "trick_points",
]
# fmt: on
