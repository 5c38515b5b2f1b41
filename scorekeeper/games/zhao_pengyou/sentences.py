"""The English sentence of every code in this package, with the rule behind it.

The fields of a sentence are the facts of its message; those named in `PLAYER_FACTS` are players.
"""

from collections.abc import Mapping

from scorekeeper.games.sentences import SHARED
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.house_rules import refusal_sentences
from scorekeeper.messages import N_, Sentence, Sentences

CARDS = "pagat, The Players and Cards"
TRUMPS = "pagat, The Scores, the Deal and Making Trumps"
TRUMPS_VARIATIONS = "pagat, Variations: Making trumps"
CALLING = "pagat, Discarding and Choosing Partners"
CALLING_VARIATIONS = "pagat, Variations: Calling"
SINGLE_LEAD = "pagat, Single Card Lead"
SET_LEAD = "pagat, Leading a Set of Identical Cards"
SEQUENCE_LEAD = "pagat, Leading a Sequence of Sets"
THROW = "pagat, Leading a Group of Top Cards"
PLAY_VARIATIONS = "pagat, Variations: Play"
BY_LEAD = "{section}"
LEADS: Mapping[str, str] = {"single": SINGLE_LEAD, "set": SET_LEAD, "sequence": SEQUENCE_LEAD, "throw": THROW}
"""The section on following, by the kind of the lead; a follow names it as a fact."""
SCORING = "pagat, The Scoring"
SCORING_VARIATIONS = "pagat, Variations: Scoring"
KITTY_BY_LEAD = "groups, The kitty by the last trick"
BANDS = "groups, Bands"
NEXT_MAKER = "groups, Next trump maker"
CALLED_CARDS = "groups, Cards that may be called"
BEATEN_THROWS = "groups, Beaten throws"
SMALL_TEAMS = "groups, Small teams"
DEMOTION = "groups, The last trick lost to the trump rank"
MUST_PLAY = "groups, Levels that must be played"
ACE_PASSES = "groups, Who passes the ace"
ACTIVE_PASSIVE = "pagat, Variations: Active and Passive Scores"

PLAYER_FACTS = frozenset({"player", "turn", "maker", "winner", "was_winner", "friends", "people"})
"""The names of facts that are player numbers."""

SENTENCES: Sentences = {
    **SHARED,
    # Rules
    "rules.three_packs_without_jokers": Sentence(
        N_("Three packs for 7 players come out even only with a red and a black joker for each pack."),
        "pagat, Variations: Number of Cards and Size of Kitty",
    ),
    "rules.packs_without_jokers": Sentence(
        N_("This number of packs needs a red and a black joker for each pack."), "groups, Packs and kitty"
    ),
    "rules.line_above_all_points": Sentence(
        N_("The defenders could never rise: a pack has {points} points, so the line is {most} at most."), BANDS
    ),
    "rules.line_above_all_packs": Sentence(
        N_("The defenders could never rise: all packs have {points} points, so the line is {most} at most."), BANDS
    ),
    "rules.coming_maker_not_decided": Sentence(
        N_("The coming trump maker takes the first card only where the last hand decides who that is."), NEXT_MAKER
    ),
    "rules.joker_level_makes_no_trumps": Sentence(
        N_("Nobody makes trumps at the level of the joker: let the last hand or the kitty decide."), SCORING_VARIATIONS
    ),
    # Not now
    "now.trumps": Sentence(N_("Not yet: the cards are still dealt.")),
    "now.turn": Sentence(N_("Nobody has made trumps: now the kitty is turned up.")),
    "now.kitty": Sentence(N_("Trumps are made: now the trump maker takes the kitty.")),
    "now.call": Sentence(N_("Now the trump maker calls friends.")),
    "now.play": Sentence(N_("The play has begun; only plays, tricks and the result are recorded now.")),
    "now.result": Sentence(N_("The play is over; now the result is recorded.")),
    # Setting
    "level.malformed": Sentence(N_("“{text}” is not a level. Write a rank, like 10 or K, or JK for the joker.")),
    "level.left_out": Sentence(N_("There is no level {level} under these house rules.")),
    "trumps.malformed": Sentence(N_("“{text}” does not name trumps. Write suit and rank, like H5, or NT5, or JK.")),
    # Making
    "trumps.not_seated": Sentence(N_("{player} does not play this hand.")),
    "trumps.passive": Sentence(N_("{player} is passive; only active players make trumps."), ACTIVE_PASSIVE),
    "trumps.joker_level": Sentence(N_("At {player}’s level, the joker, no suit is trumps."), SCORING_VARIATIONS),
    "trumps.final": Sentence(N_("{player} was first, and the first cards shown are final."), TRUMPS_VARIATIONS),
    "trumps.own_suit": Sentence(N_("{player} has made trumps and cannot change them."), TRUMPS),
    "trumps.nothing_shown": Sentence(N_("Pick the cards to show."), TRUMPS),
    "trumps.not_identical": Sentence(N_("Only identical cards make trumps together."), TRUMPS),
    "trumps.other_level": Sentence(N_("{card} is not of a level that makes trumps for this player now."), TRUMPS),
    "trumps.too_few": Sentence(N_("It takes {needed} of a kind here, not {count}."), TRUMPS),
    "trumps.others_hold": Sentence(
        N_("Others have shown {card}; only {left} of it are left."),
        CARDS,
        (
            ("left", 0, N_("Others have shown every {card}.")),
            ("left", 1, N_("Others have shown {card}; only one of it is left.")),
        ),
    ),
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
        N_("At {player}’s level, the joker, no card can be shown to become trump maker."), SCORING_VARIATIONS
    ),
    "trumps.made_already": Sentence(N_("{player} is trump maker, and trumps are made."), TRUMPS),
    # Calls
    "call.malformed": Sentence(N_("“{text}” is not a call. Write a card and which copy, like SA#1.")),
    "call.count": Sentence(N_("Cards called: {count}; there must be {needed}."), CALLING),
    "call.twice": Sentence(N_("{call} is called twice."), CALLING),
    "call.trump": Sentence(N_("{card} is a trump and cannot be called."), CALLING),
    "call.highest": Sentence(N_("{card} is the highest of its suit and cannot be called."), CALLED_CARDS),
    "call.points": Sentence(N_("{card} is worth points and cannot be called."), CALLED_CARDS),
    "call.no_ace": Sentence(
        N_("{card} is no ace: only aces are called here, and kings where aces are trumps."), CALLED_CARDS
    ),
    "call.shown": Sentence(N_("{card} was shown to make trumps and cannot be called."), CALLED_CARDS),
    "call.copy": Sentence(
        N_("{call} cannot appear: there are {copies} copies."),
        CALLING,
        (
            ("copies", 0, N_("{call} cannot appear: the card is not in the packs.")),
            ("copies", 1, N_("{call} cannot appear: there is one copy.")),
        ),
    ),
    "call.made_already": Sentence(N_("The trump maker has called other cards."), CALLING),
    "call.other_packs": Sentence(
        N_("“The other” copy is called with two packs, not with {packs}."), CALLING_VARIATIONS
    ),
    "call.other_not_held": Sentence(
        N_("The trump maker must hold {card} once to call the other, not {held}×."), CALLING_VARIATIONS
    ),
    # Played
    "play.not_seated": Sentence(N_("{player} does not play this hand.")),
    "play.out_of_turn": Sentence(N_("It is {turn}’s turn."), "pagat, The Play"),
    "play.too_many": Sentence(N_("Cards left to {player}: {left}, not {count}.")),
    "play.points": Sentence(
        N_("By the tricks recorded, from {least} to {most} points can lie on the table now, not {points}."), SCORING
    ),
    "trick.not_seated": Sentence(N_("{winner} does not play this hand.")),
    "trick.points": Sentence(
        N_("This trick cannot have {points} in it: from {least} to {most} points are possible."), SCORING
    ),
    "reveal.not_seated": Sentence(N_("{player} does not play this hand.")),
    "reveal.not_called": Sentence(N_("{call} was not called."), CALLING),
    "reveal.already": Sentence(N_("{player} has already played {call}."), CALLING),
    "reveal.never_played": Sentence(N_("{call} was not played in this hand."), CALLING),
    "reveal.buried": Sentence(N_("{call} cannot be played: too many copies were discarded."), CALLING),
    "reveal.elsewhere": Sentence(N_("{player} cannot have played {card}: others have every copy."), CALLING),
    "reveal.own_other": Sentence(N_("{player} called the other copy, {call}, not an own one."), CALLING_VARIATIONS),
    "mend.followed": Sentence(N_("Cards that the others played to trick {trick}: {needed}, not {count}.")),
    "throw.not_seated": Sentence(N_("{player} does not play this hand.")),
    "throw.withdrawn": Sentence(
        N_("From {least} to {most} cards of a beaten throw are taken back, not {cards}."), THROW
    ),
    "throw.on_the_table": Sentence(N_("The lead is on the table: show the cards that beat it."), THROW),
    "throw.none_led": Sentence(N_("No throw was led."), THROW),
    "throw.too_late": Sentence(N_("It is too late: others have followed."), THROW),
    "throw.own": Sentence(N_("{player} led the throw."), THROW),
    "throw.not_beaten": Sentence(N_("These cards beat no part of the throw in its suit."), THROW),
    "throw.part_not_beaten": Sentence(N_("{cards} does not beat {stays} of the throw."), THROW),
    "throw.ended_play": Sentence(N_("{player}’s throw was the end of the play."), SCORING_VARIATIONS),
    "throw.all_played": Sentence(
        N_("Every card was played, so no beaten throw was the end of the play."), SCORING_VARIATIONS
    ),
    "throw.rest_to_opponents": Sentence(
        N_("A throw was beaten, so the cards left and the last trick go to the other side."), PLAY_VARIATIONS
    ),
    # Cards at which nobody looked
    "unseen.lead": Sentence(N_("A lead counts: pick its cards.")),
    "unseen.counts": Sentence(
        N_("Cards of {player} that do not count: {left} at most, not {needed}."),
        cases=(("left", 0, N_("{player} has only cards left that count.")),),
    ),
    # Leads
    "play.not_held": Sentence(N_("{card} is played {count}×, but the hand has it {held}×.")),
    "play.hand_too_large": Sentence(
        N_("A hand has {most} cards at most, not {count}."), "pagat, The Players and Cards"
    ),
    "lead.nothing": Sentence(N_("Pick the cards to lead.")),
    "lead.several_suits": Sentence(
        N_("Cards that are led together are of one suit; all trumps count as one."), SEQUENCE_LEAD
    ),
    "lead.uneven_throw": Sentence(
        N_("At this table a throw has the same number of cards of each rank."), PLAY_VARIATIONS
    ),
    "lead.single": Sentence(N_("a single card"), SINGLE_LEAD),
    "lead.pair": Sentence(N_("a pair"), SET_LEAD),
    "lead.triple": Sentence(N_("a triple"), SET_LEAD),
    "lead.quadruple": Sentence(N_("four identical cards"), SET_LEAD),
    "lead.pairs_in_sequence": Sentence(N_("a sequence of {length} pairs"), SEQUENCE_LEAD),
    "lead.triples_in_sequence": Sentence(N_("a sequence of {length} triples"), SEQUENCE_LEAD),
    "lead.quadruples_in_sequence": Sentence(N_("a sequence of {length} times four identical cards"), SEQUENCE_LEAD),
    "lead.set": Sentence(N_("{size} identical cards"), SET_LEAD),
    "lead.sets_in_sequence": Sentence(N_("a sequence of {length} times {size} identical cards"), SEQUENCE_LEAD),
    "lead.throw": Sentence(N_("a throw of {count} combinations"), THROW),
    # Not what it seems
    "set.too_few": Sentence(N_("A set has two cards or more."), SET_LEAD),
    "set.not_identical": Sentence(
        N_("A set is of identical cards; the same rank in two suits is not enough."), SET_LEAD
    ),
    "sequence.one_rank": Sentence(N_("A sequence has sets of two ranks or more."), SEQUENCE_LEAD),
    "sequence.no_sets": Sentence(N_("A sequence is made of sets, not of single cards."), SEQUENCE_LEAD),
    "sequence.sizes": Sentence(N_("The sets of a sequence are all of one size."), SEQUENCE_LEAD),
    "sequence.suits": Sentence(N_("The sets of a sequence are all of one suit."), SEQUENCE_LEAD),
    "sequence.gap": Sentence(N_("The sets of a sequence are of neighbouring ranks."), SEQUENCE_LEAD),
    "sequence.equal_ranks": Sentence(N_("Sets of equal rank are not neighbours in a sequence."), PLAY_VARIATIONS),
    "sequence.trump_rank": Sentence(N_("{card} is of the trump rank and in no sequence."), SEQUENCE_LEAD),
    "sequence.joker": Sentence(N_("Jokers are in no sequence."), SEQUENCE_LEAD),
    # Follows
    "follow.count": Sentence(N_("Play as many cards as were led: {needed}, not {count}."), BY_LEAD),
    "follow.suit": Sentence(
        N_("Cards of the suit led: {needed} must be played, not {count}."),
        BY_LEAD,
        (("needed", 1, N_("A card of the suit led must be played.")),),
    ),
    "follow.pairs": Sentence(
        N_("Pairs of the suit led: {needed} must be played, not {included}."),
        BY_LEAD,
        (("needed", 1, N_("A pair of the suit led must be played.")),),
    ),
    "follow.triples": Sentence(
        N_("Triples of the suit led: {needed} must be played, not {included}."),
        BY_LEAD,
        (("needed", 1, N_("A triple of the suit led must be played.")),),
    ),
    "follow.quadruples": Sentence(
        N_("Four identical cards of the suit led: {needed}× must be played, not {included}×."),
        BY_LEAD,
        (("needed", 1, N_("Four identical cards of the suit led must be played.")),),
    ),
    "follow.sets": Sentence(
        N_("{size} identical cards of the suit led: {needed}× must be played, not {included}×."),
        BY_LEAD,
        (("needed", 1, N_("{size} identical cards of the suit led must be played.")),),
    ),
    "follow.sets_in_sequence": Sentence(
        N_("Sequences of {length} times {size} of the suit led: {needed} must be played, not {included}."),
        BY_LEAD,
        (("needed", 1, N_("A sequence of {length} times {size} of the suit led must be played.")),),
    ),
    "follow.pairs_in_sequence": Sentence(
        N_("Sequences of {length} pairs of the suit led: {needed} must be played, not {included}."),
        BY_LEAD,
        (("needed", 1, N_("A sequence of {length} pairs of the suit led must be played.")),),
    ),
    "follow.triples_in_sequence": Sentence(
        N_("Sequences of {length} triples of the suit led: {needed} must be played, not {included}."),
        BY_LEAD,
        (("needed", 1, N_("A sequence of {length} triples of the suit led must be played.")),),
    ),
    "follow.quadruples_in_sequence": Sentence(
        N_("Sequences of {length} times four of the suit led: {needed} must be played, not {included}."),
        BY_LEAD,
        (("needed", 1, N_("A sequence of {length} times four of the suit led must be played.")),),
    ),
    # Throws
    "throw.withdraw": Sentence(
        N_("Cards taken back: {cards}. The leader’s side gives {points} points to the other."), THROW
    ),
    "throw.nothing": Sentence(N_("Cards taken back: {cards}. It costs nothing."), BEATEN_THROWS),
    "throw.ten": Sentence(
        N_("Cards taken back: {cards}. The leader’s side gives {points} points to the other."), BEATEN_THROWS
    ),
    "throw.hand_ends": Sentence(N_("The other side wins one level."), PLAY_VARIATIONS),
    "throw.cards_to_opponents": Sentence(N_("All cards that are left go to the other side."), PLAY_VARIATIONS),
    "throw.hand_lost": Sentence(
        N_("The leader’s side loses the hand, and each of the others rises one level."), SCORING_VARIATIONS
    ),
    "throw.penalty_points": Sentence(
        N_("Levels owed: {owed} by the leader, {owed_by_mates} by each team mate."), SCORING_VARIATIONS
    ),
    # Tricks
    "trick.players": Sentence(N_("{count} players cannot play to a trick: {players} are at the table.")),
    "trick.player_twice": Sentence(N_("{player} plays twice in this trick.")),
    "trick.count": Sentence(N_("{player} plays {count}; it must be as many cards as were led, {needed}.")),
    # Result
    "team.size": Sentence(N_("{count} players cannot be the trump maker’s team: from 1 to {most} can."), CALLING),
    "team.player_twice": Sentence(N_("A player is named twice.")),
    "team.player_count": Sentence(N_("Players named: {count}; {players} play.")),
    "points.multiple": Sentence(N_("{points} is no number of card points: they come in steps of {smallest}."), SCORING),
    "points.kitty_range": Sentence(N_("The kitty cannot have {points} points: {most} at most."), SCORING),
    "points.range": Sentence(N_("The tricks cannot have {points} points: from 0 to {most} are possible."), SCORING),
    "result.friend_not_seated": Sentence(N_("{player} does not play this hand.")),
    "result.no_friend": Sentence(N_("Everyone called is known, and {player} is no friend."), CALLING),
    "result.friend_left_out": Sentence(N_("{player} has played a called card and is a friend."), CALLING),
    "result.too_many_friends": Sentence(
        N_("Friends there can be after the cards played: {most}, not {count}."), CALLING
    ),
    "result.kitty": Sentence(N_("Points in the kitty: {buried}, not {points}."), SCORING),
    "result.not_the_tally": Sentence(
        N_("By the tricks recorded, the defenders have from {least} to {most} points, not {points}."), SCORING
    ),
    "result.led_last": Sentence(N_("Another card or part was led to the last trick."), KITTY_BY_LEAD),
    "result.led_too_many": Sentence(
        N_("Cards led to the last trick: from 1 to {most} are possible, not {cards}."), KITTY_BY_LEAD
    ),
    "result.won_last": Sentence(N_("Other cards won the last trick."), DEMOTION),
    "result.last_trick": Sentence(N_("The other side won the last trick."), SCORING),
    "ending.above_ace": Sentence(N_("Someone has risen above the ace: the game is over."), SCORING),
    # Score
    "points.tricks": Sentence(N_("{points} points in the defenders’ tricks"), SCORING),
    "points.kitty": Sentence(N_("last trick: {times} × {points} points in the kitty"), SCORING),
    "points.throw": Sentence(N_("{player} took back {cards} of the cards thrown"), THROW),
    "points.throw_in_all": Sentence(N_("{player}’s throw was beaten"), BEATEN_THROWS),
    "promotion.nothing": Sentence(N_("the defenders have no points"), SCORING),
    "promotion.makers": Sentence(N_("the defenders have {total} points"), SCORING),
    "promotion.defenders": Sentence(N_("the defenders have {total} points, at least {line}"), SCORING),
    "promotion.short_team": Sentence(N_("{missing} fewer than a full team: as much again for each"), SCORING),
    "promotion.one_more": Sentence(N_("{missing} fewer than a full team: one level more"), SMALL_TEAMS),
    "promotion.alone": Sentence(N_("the trump maker is alone: three times as much"), SMALL_TEAMS),
    "promotion.against_one": Sentence(N_("against a trump maker alone two levels at most"), SMALL_TEAMS),
    "promotion.last_trick": Sentence(N_("the trump rank won the last trick"), DEMOTION),
    "promotion.failed_throw": Sentence(N_("{player}’s throw was beaten"), SCORING_VARIATIONS),
    "level.won": Sentence(N_("won {levels}"), SCORING),
    "level.active": Sentence(N_("the first makes a passive player active"), ACTIVE_PASSIVE),
    "level.demoted": Sentence(N_("lost the last trick to the trump rank: down to {level}"), DEMOTION),
    "level.stopped": Sentence(N_("{level} must be played first"), MUST_PLAY),
    "level.makers_only": Sentence(N_("only makers get past {level}"), MUST_PLAY),
    "level.maker_only": Sentence(N_("only the trump maker gets past {level}"), MUST_PLAY),
    "level.with_maker": Sentence(N_("makers get past {level} only with a trump maker who is there"), ACE_PASSES),
    "level.of": Sentence("{people}: {why}"),
    "level.paid": Sentence(N_("{levels} owed for throws"), SCORING_VARIATIONS),
    # Summary
    "account.points": Sentence(N_("The defenders’ points")),
    "account.verdict": Sentence(N_("Levels won")),
    "account.levels": Sentence(N_("{player}’s level")),
    "gain.level": Sentence("{before} → {after}"),
    "gain.none": Sentence(N_("stays at {level}")),
    "result.makers": Sentence(N_("defenders {total}: makers +{levels}")),
    "result.defenders": Sentence(N_("defenders {total}: defenders +{levels}")),
    "result.nobody": Sentence(N_("defenders {total}: nobody rises")),
    "result.last_trick_wins": Sentence(N_("defenders {total}: they win by the last trick")),
    "result.throw_makers": Sentence(N_("a beaten throw: makers +{levels}")),
    "result.throw_defenders": Sentence(N_("a beaten throw: defenders +{levels}")),
    "result.throw_nobody": Sentence(N_("a beaten throw: levels owed")),
    "role.maker": Sentence(N_("trump maker")),
    "role.friend": Sentence(N_("friend")),
    "role.defender": Sentence(N_("defending")),
    "deed.made_trumps": Sentence(N_("made trumps")),
    "deed.makers_rose": Sentence(N_("rose as trump maker")),
    "deed.against": Sentence(N_("points against the trump maker")),
    "deed.alone": Sentence(N_("without a friend")),
    "deed.friend": Sentence(N_("as friend")),
    "deed.friend_rose": Sentence(N_("rose as friend")),
    "deed.defended": Sentence(N_("defending")),
    "deed.defenders_rose": Sentence(N_("rose as defender")),
    "deed.throw": Sentence(N_("throws beaten")),
    "standing.level": Sentence("{level}"),
    "standing.passive": Sentence(N_("passive")),
    "standing.owes": Sentence(N_("owes {levels}")),
    "column.redeals": Sentence(N_("Redeals")),
    "column.trumps": Sentence(N_("Trumps")),
    "column.calls": Sentence(N_("Called cards")),
    "column.points": Sentence(N_("Points in tricks")),
    "column.kitty_points": Sentence(N_("Points in the kitty")),
    "column.last_trick": Sentence(N_("Last trick")),
    "column.throws": Sentence(N_("Beaten throws")),
    "column.total": Sentence(N_("Defenders’ points")),
    # Adjust
    "adjust.not_whole": Sentence(N_("Levels are whole numbers, not {amount}.")),
    "adjust.below_two": Sentence(
        N_("{player} is at {level}. Levels that can be taken away: {most} at most."),
        cases=(("most", 0, N_("{player} is at {level}. No level can be taken away.")),),
    ),
    "adjust.nothing_owed": Sentence(N_("Here nobody owes levels. Lower the level itself."), SCORING_VARIATIONS),
    "adjust.pays_others": Sentence(N_("A penalty is levels owed, which nobody else gets."), SCORING_VARIATIONS),
    "adjust.no_penalty": Sentence(N_("A penalty takes one level or more from {player}."), SCORING_VARIATIONS),
    # Log
    "log.zhao_pengyou.expose_cards": Sentence(N_("{player} shows {cards}.")),
    "log.zhao_pengyou.take_back": Sentence(N_("{player} takes the cards back.")),
    "log.zhao_pengyou.end_deal": Sentence(N_("The deal is over.")),
    "log.zhao_pengyou.nobody_made_trumps": Sentence(N_("Nobody has made trumps; the kitty decides.")),
    "log.zhao_pengyou.thrown_in": Sentence(N_("Nobody has made trumps; the cards are dealt again.")),
    "log.zhao_pengyou.turn_kitty": Sentence(N_("The kitty is turned up: {cards}.")),
    "log.zhao_pengyou.enter_trumps": Sentence(N_("{maker} is trump maker with {trumps}.")),
    "log.zhao_pengyou.bury_kitty": Sentence(N_("The trump maker takes the kitty and discards.")),
    "log.zhao_pengyou.call_friends": Sentence(N_("Calls: {calls}.")),
    "log.zhao_pengyou.call_friends_unwritten": Sentence(N_("The trump maker calls friends.")),
    "log.zhao_pengyou.play_cards": Sentence(N_("{player} plays {cards}.")),
    "log.zhao_pengyou.play_unseen": Sentence(N_("{player} plays nothing that counts.")),
    "log.zhao_pengyou.some_unseen": Sentence(N_("{first} to {last} play nothing that counts.")),
    "log.zhao_pengyou.rest_unseen": Sentence(
        N_("The rest fell, with {points} points."), cases=(("points", 0, N_("The rest play nothing that counts.")),)
    ),
    "log.zhao_pengyou.beat_throw": Sentence(N_("{player} shows {cards} against the throw.")),
    "log.zhao_pengyou.record_throw": Sentence(
        N_("{player}’s throw is beaten; {taken_back} cards go back."),
        cases=(
            ("taken_back", 0, N_("{player}’s throw is beaten.")),
            ("taken_back", 1, N_("{player}’s throw is beaten; one card goes back.")),
        ),
    ),
    "log.zhao_pengyou.record_trick": Sentence(N_("Trick {trick}: {winner} +{points}.")),
    "log.zhao_pengyou.reveal_friend": Sentence(N_("{player} has played {call}.")),
    "log.zhao_pengyou.mend_trick": Sentence(
        N_("Trick {trick} fixed: {was_winner} +{was_points} → {winner} +{points}.")
    ),
    "log.zhao_pengyou.mend_cards": Sentence(N_("Trick {trick} fixed: {player} played {cards}, not {was}.")),
    "log.zhao_pengyou.mend_unseen": Sentence(N_("Trick {trick} fixed: {player} played {cards}.")),
    "log.zhao_pengyou.not_shown": Sentence(N_("Nobody has played {call} yet.")),
    "log.zhao_pengyou.record_result": Sentence(N_("Result: {points} points in the defenders’ tricks.")),
    "by.log.zhao_pengyou.mend_trick": Sentence(
        N_("{actor} fixed trick {trick}: {was_winner} +{was_points} → {winner} +{points}")
    ),
    "by.log.zhao_pengyou.mend_cards": Sentence(N_("{actor} fixed trick {trick}: {player} played {cards}, not {was}")),
    "by.log.zhao_pengyou.mend_unseen": Sentence(N_("{actor} fixed trick {trick}: {player} played {cards}")),
    "by.log.zhao_pengyou.record_result": Sentence(
        N_("{actor} recorded hand {number}: {points} points in the defenders’ tricks.")
    ),
    **refusal_sentences(Rules),
}
"""The sentences by code. The code of a move's line in the history is its tag after "log."."""
