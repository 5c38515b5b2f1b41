"""What Zhao Pengyou says: the English sentence of every code in this package, and the rule behind it.

The fields of a sentence are the facts of its message; those named in `messages.PLAYER_FACTS` are players.
"""

from scorekeeper.games.sentences import SHARED
from scorekeeper.games.zhao_pengyou.sentences_play import PLAY_SENTENCES
from scorekeeper.messages import N_, Sentence, Sentences

CARDS = "S2, The Players and Cards"
TRUMPS = "S2, The Scores, the Deal and Making Trumps"
TRUMPS_VARIATIONS = "S2, Variations: Making trumps"
CALLING = "S2, Discarding and Choosing Partners"
CALLING_VARIATIONS = "S2, Variations: Calling"
THROW = "S2, Leading a Group of Top Cards"
SCORING = "S2, The Scoring"
SCORING_VARIATIONS = "S2, Variations: Scoring"
ACTIVE_PASSIVE = "S2, Variations: Active and Passive Scores"

RULES: Sentences = {
    "rules.three_packs_without_jokers": Sentence(
        N_("Three packs for 7 players come out even only with a red and a black joker for each pack."),
        "S2, Variations: Number of Cards and Size of Kitty",
    ),
    "rules.joker_level_makes_no_trumps": Sentence(
        N_("Nobody makes trumps at the level of the joker: let the last hand or the kitty decide."), SCORING_VARIATIONS
    ),
}

NOT_NOW: Sentences = {
    "now.trumps": Sentence(N_("Not yet: the cards are still dealt.")),
    "now.turn": Sentence(N_("Nobody has made trumps: now the kitty is turned up.")),
    "now.kitty": Sentence(N_("Trumps are made: now the trump maker takes the kitty.")),
    "now.call": Sentence(N_("Now the trump maker calls friends.")),
    "now.play": Sentence(N_("The play has begun; only plays, tricks and the result are recorded now.")),
    "now.result": Sentence(N_("The play is over; now the result is recorded.")),
    "now.complete": Sentence(N_("This hand is finished.")),
}

SETTING: Sentences = {
    "level.malformed": Sentence(N_("“{text}” is not a level. Write a rank, like 10 or K, or JK for the joker.")),
}

MAKING: Sentences = {
    "trumps.not_seated": Sentence(N_("{player} does not play this hand.")),
    "trumps.passive": Sentence(N_("{player} is passive; only active players make trumps."), ACTIVE_PASSIVE),
    "trumps.joker_level": Sentence(N_("At {player}’s level, the joker, no suit is trumps."), SCORING_VARIATIONS),
    "trumps.final": Sentence(N_("{player} was first, and the first cards exposed are final."), TRUMPS_VARIATIONS),
    "trumps.own_suit": Sentence(N_("{player} has made trumps and cannot change them."), TRUMPS),
    "trumps.nothing_shown": Sentence(N_("Choose the cards to lay open."), TRUMPS),
    "trumps.not_identical": Sentence(N_("Only identical cards make trumps together."), TRUMPS),
    "trumps.other_level": Sentence(N_("{card} is not of a level that makes trumps for this player now."), TRUMPS),
    "trumps.too_few": Sentence(N_("{count} of them are too few; it takes {needed}."), TRUMPS),
    "trumps.others_hold": Sentence(N_("Others have shown {card}; only {left} of it are left."), CARDS),
    "trumps.nothing_to_withdraw": Sentence(
        N_("{player} was not just overcalled and has nothing to take back."), TRUMPS
    ),
    "trumps.other_maker": Sentence(N_("The last hand has decided that {player} is trump maker."), SCORING_VARIATIONS),
    "trumps.no_suit": Sentence(N_("Say which suit is trumps."), TRUMPS),
    "trumps.standing": Sentence(
        N_("{player} has shown {card}, and nobody could have made these trumps after that."), TRUMPS
    ),
    "trumps.kitty_maker": Sentence(
        N_("Nobody has made trumps, so {player} is trump maker and the kitty decides."), SCORING_VARIATIONS
    ),
    "trumps.nothing_to_expose": Sentence(
        N_("At {player}’s level, the joker, nothing can be exposed to become trump maker."), SCORING_VARIATIONS
    ),
    "trumps.made_already": Sentence(N_("{player} is trump maker, and trumps are made."), TRUMPS),
}

CALLS: Sentences = {
    "call.malformed": Sentence(N_("“{text}” is not a call. Write a card and which copy, like SA#1.")),
    "call.count": Sentence(N_("{count} cards are called; there must be {needed}."), CALLING),
    "call.twice": Sentence(N_("{call} is called twice."), CALLING),
    "call.trump": Sentence(N_("{card} is a trump and cannot be called."), CALLING),
    "call.copy": Sentence(N_("{call} cannot appear: there are {copies} copies."), CALLING),
    "call.no_other": Sentence(N_("At this table nobody calls “the other” copy."), CALLING_VARIATIONS),
    "call.other_packs": Sentence(
        N_("“The other” copy is called with two packs, not with {packs}."), CALLING_VARIATIONS
    ),
    "call.other_not_held": Sentence(
        N_("The trump maker must hold {card} once to call the other, not {held} times."), CALLING_VARIATIONS
    ),
}

PLAYED: Sentences = {
    "play.not_seated": Sentence(N_("{player} does not play this hand.")),
    "play.out_of_turn": Sentence(N_("It is {turn}’s turn."), "S2, The Play"),
    "play.too_many": Sentence(N_("{player} has {left} cards left, not {count}.")),
    "play.points": Sentence(
        N_("By the tricks recorded, from {least} to {most} points can lie on the table now, not {points}."), SCORING
    ),
    "trick.not_seated": Sentence(N_("{winner} does not play this hand.")),
    "trick.points": Sentence(
        N_("This trick cannot have {points} points in it: from {least} to {most} are possible."), SCORING
    ),
    "reveal.not_seated": Sentence(N_("{player} does not play this hand.")),
    "reveal.not_called": Sentence(N_("{call} was not called."), CALLING),
    "reveal.already": Sentence(N_("{player} has already played {call}."), CALLING),
    "reveal.never_played": Sentence(N_("{call} was not played in this hand."), CALLING),
    "reveal.buried": Sentence(N_("{call} cannot be played: too many copies were discarded."), CALLING),
    "reveal.elsewhere": Sentence(N_("{player} cannot have played {card}: others have every copy."), CALLING),
    "reveal.own_other": Sentence(N_("{player} called the other copy, {call}, not an own one."), CALLING_VARIATIONS),
    "throw.not_seated": Sentence(N_("{player} does not play this hand.")),
    "throw.withdrawn": Sentence(
        N_("From {least} to {most} cards of a beaten throw are taken back, not {cards}."), THROW
    ),
    "throw.on_the_table": Sentence(N_("The lead is on the table: show the cards that beat it."), THROW),
    "throw.none_led": Sentence(N_("No throw was led."), THROW),
    "throw.too_late": Sentence(N_("It is too late: others have followed."), THROW),
    "throw.own": Sentence(N_("{player} led the throw."), THROW),
    "throw.not_beaten": Sentence(N_("These cards beat no part of the throw in its suit."), THROW),
    "throw.rest_to_opponents": Sentence(
        N_("A throw was beaten, so the cards left and the last trick go to the other side."), "S2, Variations: Play"
    ),
}

RESULT: Sentences = {
    "team.size": Sentence(N_("{count} players cannot be the trump maker’s team: from 1 to {most} can."), CALLING),
    "team.player_twice": Sentence(N_("A player is named twice.")),
    "team.player_count": Sentence(N_("{count} players are named; {players} play.")),
    "team.no_level": Sentence(N_("{player} has no level.")),
    "points.multiple": Sentence(N_("{points} is no number of card points: they come in steps of {smallest}."), SCORING),
    "points.kitty_range": Sentence(N_("The kitty cannot have {points} points: {most} at most."), SCORING),
    "points.range": Sentence(N_("The tricks cannot have {points} points: from 0 to {most} are possible."), SCORING),
    "result.friend_not_seated": Sentence(N_("{player} does not play this hand.")),
    "result.no_friend": Sentence(N_("Everyone called is known, and {player} is no friend."), CALLING),
    "result.friend_left_out": Sentence(N_("{player} has played a called card and is a friend."), CALLING),
    "result.too_many_friends": Sentence(
        N_("After the cards played there can be {most} friends, not {count}."), CALLING
    ),
    "result.kitty": Sentence(N_("The kitty has {buried} points, not {points}."), SCORING),
    "result.not_the_tally": Sentence(
        N_("By the tricks recorded, the defenders have from {least} to {most} points, not {points}."), SCORING
    ),
    "result.last_trick": Sentence(N_("The other side won the last trick."), SCORING),
    "ending.above_ace": Sentence(N_("Someone has risen above the ace: the game is over."), SCORING),
}

SCORE: Sentences = {
    "points.tricks": Sentence(N_("{points} points in the defenders’ tricks"), SCORING),
    "points.kitty": Sentence(N_("last trick: {times} × {points} points in the kitty"), SCORING),
    "points.throw": Sentence(N_("{player} took back {cards} cards of a throw"), THROW),
    "promotion.nothing": Sentence(N_("the defenders have no points"), SCORING),
    "promotion.makers": Sentence(N_("the defenders have {total} points"), SCORING),
    "promotion.defenders": Sentence(N_("the defenders have {total} points, at least {line}"), SCORING),
    "promotion.short_team": Sentence(N_("{missing} fewer than a full team: as much again for each"), SCORING),
    "promotion.failed_throw": Sentence(N_("{player}’s throw was beaten"), SCORING_VARIATIONS),
    "rise.won": Sentence(N_("won {levels}"), SCORING),
    "rise.active": Sentence(N_("the first makes a passive player active"), ACTIVE_PASSIVE),
    "rise.paid": Sentence(N_("{levels} owed for throws"), SCORING_VARIATIONS),
}

LOG: Sentences = {
    "log.zhao_pengyou.cards_exposed": Sentence(N_("{player} exposes {cards}.")),
    "log.zhao_pengyou.cards_taken_back": Sentence(N_("{player} takes the cards back.")),
    "log.zhao_pengyou.deal_ended": Sentence(N_("Nobody has made trumps; the kitty decides.")),
    "log.zhao_pengyou.hand_thrown_in": Sentence(N_("Nobody has made trumps; the cards are dealt again.")),
    "log.zhao_pengyou.kitty_turned": Sentence(N_("The kitty is turned up: {cards}.")),
    "log.zhao_pengyou.trumps_made": Sentence(N_("{maker} is trump maker with {suit}.")),
    "log.zhao_pengyou.kitty_buried": Sentence(N_("The trump maker takes the kitty and discards.")),
    "log.zhao_pengyou.friends_called": Sentence(N_("Calls: {calls}.")),
    "log.zhao_pengyou.cards_played": Sentence(N_("{player} plays {cards}.")),
    "log.zhao_pengyou.throw_beaten": Sentence(N_("{player}’s throw is beaten; {taken_back} cards go back.")),
    "log.zhao_pengyou.trick_recorded": Sentence(N_("{winner} wins a trick with {points} points.")),
    "log.zhao_pengyou.friend_revealed": Sentence(N_("{player} has played {call}.")),
    "log.zhao_pengyou.result_recorded": Sentence(N_("The defenders have {points} points in tricks.")),
}

SENTENCES: Sentences = {
    **SHARED,
    **RULES,
    **NOT_NOW,
    **SETTING,
    **MAKING,
    **CALLS,
    **PLAYED,
    **RESULT,
    **SCORE,
    **PLAY_SENTENCES,
    **LOG,
}
"""By code. Those of an event, its tag after "log.", tell it in the history with its fields as facts."""
