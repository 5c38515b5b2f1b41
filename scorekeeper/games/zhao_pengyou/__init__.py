"""Zhao Pengyou (找朋友, Looking for Friends) for five to twelve players as a library: values in, answers out.

>>> from scorekeeper.cards import parse_cards
>>> from scorekeeper.games import zhao_pengyou as zpy
>>> rules, seats = zpy.PRESETS["pagat"].rules, (1, 2, 3, 4, 5, 6)
>>> hand = zpy.deal(rules, zpy.opening(seats), seats)
>>> hand = zpy.do(hand, zpy.ExposeCards(1, parse_cards("C2")), zpy.ExposeCards(2, parse_cards("S2 S2")), zpy.EndDeal())
>>> (hand.maker, str(hand.trumps.suit), hand.phase)
(2, 'S', 'kitty')
>>> [problem.code for problem in zpy.check_command(hand, zpy.CallFriends((zpy.Call.parse("SA#1"),)))]
['call.count', 'call.trump']
>>> hand = zpy.do(hand, zpy.CallFriends((zpy.Call.parse("HA#1"), zpy.Call.parse("DA#2"))))
>>> hand = zpy.do(hand, zpy.RecordResult(friends=(4,), points=30, last_trick="makers"))
>>> [(step.why.code, step.effect, step.amount) for step in hand.settlement.verdict.steps]
[('promotion.makers', 'add', 2), ('promotion.short_team', 'times', 2)]
>>> {player: str(rise.after.level) for player, rise in hand.settlement.rises.items()}
{1: '2', 2: '6', 3: '2', 4: '6', 5: '2', 6: '2'}

Leads, follows and tricks are asked under the house rules, the cards of the table and trumps:

>>> conditions = zpy.Conditions(rules, zpy.setting(rules, 6), hand.trumps)
>>> tractor = zpy.lead_of(conditions, parse_cards("HK HK HQ HQ"))
>>> (tractor.kind, tractor.name.code, tractor.name.facts["length"])
('sequence', 'lead.pairs_in_sequence', 2)
>>> [problem.code for problem in zpy.check_sequence(conditions, parse_cards("HK HK HJ HJ"))]
['sequence.gap']
>>> [card.symbol for card in zpy.forced_cards(conditions, tractor, parse_cards("HA H9 H9 H6 H5 C8"))]
['♥9', '♥9']
>>> throw = zpy.lead_of(conditions, parse_cards("HK HQ HQ"))
>>> [challenge] = zpy.challenges(conditions, throw, {3: parse_cards("HJ HJ C8"), 4: parse_cards("HA H7 C8")})
>>> (throw.kind, challenge.player, [card.symbol for card in challenge.shown])
('throw', 4, ['♥A'])
>>> beaten = zpy.beaten(conditions, throw, challenge.part)
>>> ([card.symbol for card in beaten.forced.cards], len(beaten.withdrawn), beaten.points)
(['♥K'], 2, 20)
>>> zpy.winner(conditions, [zpy.Play(2, tractor.cards), zpy.Play(3, parse_cards("S7 S7 S6 S6"))])
3
"""

from scorekeeper.games.decider import Phase, Waiting
from scorekeeper.games.game import Ending, ranked
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou.calls import Call
from scorekeeper.games.zhao_pengyou.choices import BLOCKS
from scorekeeper.games.zhao_pengyou.commands import (
    BeatThrow,
    BuryKitty,
    CallFriends,
    Commands,
    EndDeal,
    EnterTrumps,
    ExposeCards,
    PlayCards,
    RecordHand,
    RecordResult,
    RecordThrow,
    RecordTrick,
    RevealFriend,
    TakeBack,
    TurnKitty,
)
from scorekeeper.games.zhao_pengyou.conditions import Conditions
from scorekeeper.games.zhao_pengyou.decide import can, check_command, decide, do
from scorekeeper.games.zhao_pengyou.events import Events, ResultRecorded
from scorekeeper.games.zhao_pengyou.evolve import evolve
from scorekeeper.games.zhao_pengyou.follow import (
    Duty,
    can_follow,
    check_follow,
    check_revoke,
    duty,
    forced_cards,
    some_follow,
)
from scorekeeper.games.zhao_pengyou.friends import can_call, check_call, check_calls, found, legal_calls, team
from scorekeeper.games.zhao_pengyou.hand import PHASES, Hand, deal, outcome_of, preview, waiting
from scorekeeper.games.zhao_pengyou.leads import Lead, Part, can_lead, check_lead, check_sequence, check_set, lead_of
from scorekeeper.games.zhao_pengyou.levels import Level, raised
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.outcome import Outcome, Withdrawn, check_outcome
from scorekeeper.games.zhao_pengyou.penalties import ThrowPenalty
from scorekeeper.games.zhao_pengyou.presets import PRESETS
from scorekeeper.games.zhao_pengyou.promotion import Line, Verdict, promotion_table, verdict_of
from scorekeeper.games.zhao_pengyou.record import Record, Trick
from scorekeeper.games.zhao_pengyou.rise import Promotions, Rise, Standing, settle
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.sentences import SENTENCES
from scorekeeper.games.zhao_pengyou.session import ending, following
from scorekeeper.games.zhao_pengyou.setting import Setting, check_hand, points_of, setting
from scorekeeper.games.zhao_pengyou.shapes import Shape
from scorekeeper.games.zhao_pengyou.situation import Situation, opening
from scorekeeper.games.zhao_pengyou.tally import Revoke, derived_result, points_left, points_showing, revokes
from scorekeeper.games.zhao_pengyou.throws import BeatenThrow, Challenge, beaten, challenges, stands
from scorekeeper.games.zhao_pengyou.trick import Play, Power, check_plays, defenders_points, power, trick_points, winner
from scorekeeper.games.zhao_pengyou.trumps import (
    Exposure,
    Made,
    Need,
    TrumpMaking,
    can_expose,
    check_exposure,
    needs,
    trumps_of_kitty,
)

__all__ = [
    "BLOCKS",
    "PHASES",
    "PRESETS",
    "SENTENCES",
    "BeatThrow",
    "BeatenThrow",
    "BuryKitty",
    "Call",
    "CallFriends",
    "Challenge",
    "Commands",
    "Conditions",
    "Duty",
    "EndDeal",
    "Ending",
    "EnterTrumps",
    "Events",
    "ExposeCards",
    "Exposure",
    "Hand",
    "Lead",
    "Level",
    "Line",
    "Made",
    "Need",
    "Outcome",
    "Part",
    "Phase",
    "Play",
    "PlayCards",
    "Power",
    "Promotions",
    "Record",
    "RecordHand",
    "RecordResult",
    "RecordThrow",
    "RecordTrick",
    "ResultRecorded",
    "RevealFriend",
    "Revoke",
    "Rise",
    "Rules",
    "Setting",
    "Shape",
    "Situation",
    "Standing",
    "TakeBack",
    "ThrowPenalty",
    "Trick",
    "TrumpMaking",
    "Trumps",
    "TurnKitty",
    "Verdict",
    "Waiting",
    "Withdrawn",
    "beaten",
    "can",
    "can_call",
    "can_expose",
    "can_follow",
    "can_lead",
    "challenges",
    "check_call",
    "check_calls",
    "check_command",
    "check_exposure",
    "check_follow",
    "check_hand",
    "check_in_pack",
    "check_lead",
    "check_outcome",
    "check_plays",
    "check_revoke",
    "check_sequence",
    "check_set",
    "deal",
    "decide",
    "defenders_points",
    "derived_result",
    "do",
    "duty",
    "ending",
    "evolve",
    "following",
    "forced_cards",
    "found",
    "lead_of",
    "legal_calls",
    "needs",
    "opening",
    "outcome_of",
    "points_left",
    "points_of",
    "points_showing",
    "power",
    "preview",
    "promotion_table",
    "raised",
    "ranked",
    "revokes",
    "setting",
    "settle",
    "some_follow",
    "stands",
    "team",
    "trick_points",
    "trumps_of_kitty",
    "verdict_of",
    "waiting",
    "winner",
]
