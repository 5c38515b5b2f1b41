"""What Mighty says: the English sentence of every code in this package, and the rule behind it.

The fields of a sentence are the facts of its message; those named in `messages.PLAYER_FACTS` are players.
"""

from scorekeeper.games.mighty.sentences_play import PLAY_SENTENCES
from scorekeeper.games.mighty.sentences_rules import RULES
from scorekeeper.games.sentences import SHARED
from scorekeeper.messages import N_, Sentence, Sentences

BIDDING = "S0, Bidding"
REDEAL = "S0, Redeal"
REDEAL_VARIATIONS = "S0, Variations: Redeal"
EXCHANGE = "S0, Exchanging cards and calling a partner"
EXCHANGE_VARIATIONS = "S0, Variations: Exchanging and Calling"
PLAY = "S0, The Play"
PLAY_VARIATIONS = "S0, Variations: Play"
SCORING = "S0, Scoring"
DROPPING_OUT = "S0, Six players: first version; S0, Seven players"
TWO_PACKS = "S0, Six, seven or eight players (Chicago)"
SCORING_VARIATIONS = "S0, Variations: Scoring"

NOT_NOW: Sentences = {
    "now.auction": Sentence(N_("Not yet: the auction is still on.")),
    "now.claim": Sentence(N_("First the claim of a redeal is answered.")),
    "now.drop": Sentence(N_("Now the declarer names a card, whose holder drops out.")),
    "now.contract": Sentence(N_("The auction is over: now the kitty is taken.")),
    "now.call": Sentence(N_("Now the declarer calls a friend.")),
    "now.play": Sentence(N_("The play has begun; only tricks and the result are recorded now.")),
    "now.complete": Sentence(N_("This hand is finished.")),
}

DEAL: Sentences = {
    "players.nobody": Sentence(N_("Nobody sits at this table.")),
}

AUCTION: Sentences = {
    "bid.malformed": Sentence(N_("“{text}” is not a bid. Write a number and a suit, like 16H, or 16NT.")),
    "bid.not_seated": Sentence(N_("{player} does not play this hand.")),
    "bid.auction_over": Sentence(N_("The auction is over."), BIDDING),
    "bid.after_passing": Sentence(N_("{player} has passed and is out of the auction."), BIDDING),
    "bid.out_of_turn": Sentence(N_("It is {turn}’s turn."), BIDDING),
    "bid.too_low": Sentence(N_("{bid} is too low. The lowest bid now is {lowest}."), BIDDING),
    "bid.too_high": Sentence(N_("{bid} is too high. There are only {highest} points."), BIDDING),
    "bid.nothing_higher": Sentence(N_("{bid} is not higher than {highest}."), BIDDING),
    "bid.last_must_bid": Sentence(N_("Everyone else has passed, so {player} must bid."), "S0, Variations: Bidding"),
}

REDEALS: Sentences = {
    "redeal.off": Sentence(N_("There are no redeals at this table.")),
    "redeal.any_hand": Sentence(N_("Any hand is good for a redeal, once in a session."), "S3, 1-2"),
    "redeal.poor": Sentence(N_("The hand is worth {total}: good for a redeal."), REDEAL),
    "redeal.all_points": Sentence(N_("All are point cards: good for a redeal."), REDEAL_VARIATIONS),
    "redeal.lone_jack": Sentence(N_("{card} is the only point card: good for a redeal."), REDEAL_VARIATIONS),
    "redeal.pointless": Sentence(N_("There is no point card: good for a redeal."), REDEAL_VARIATIONS),
    "redeal.above_half": Sentence(N_("The hand is worth {total}; a redeal needs ½ or less."), REDEAL),
    "redeal.not_below_half": Sentence(N_("The hand is worth {total}; a redeal needs less than ½."), "S1, Misdeal"),
    "redeal.has_points": Sentence(N_("The hand has {count} point cards; a redeal needs none."), REDEAL_VARIATIONS),
    "redeal.not_seated": Sentence(N_("{player} does not play this hand.")),
    "redeal.token_spent": Sentence(N_("{player} has already had a redeal in this session."), "S3, 1-2"),
    "redeal.auction_begun": Sentence(N_("A redeal is claimed before anyone has called."), REDEAL_VARIATIONS),
    "redeal.has_called": Sentence(N_("{player} has already bid or passed; a redeal is claimed before that."), REDEAL),
    "redeal.too_late": Sentence(N_("It is too late for a redeal: the contract stands."), REDEAL),
    "redeal.blocked_by_twenty": Sentence(N_("After a bid of {bid} there is no redeal."), REDEAL_VARIATIONS),
    "redeal.own_claim": Sentence(N_("{player} claimed the redeal; someone else may answer it."), REDEAL_VARIATIONS),
    "redeal.only_twenty_answers": Sentence(
        N_("{bid} does not prevent the redeal; only a bid of {highest} does."), REDEAL_VARIATIONS
    ),
}

CONTRACT: Sentences = {
    "kitty.not_exposed": Sentence(N_("The kitty stays hidden at this table."), EXCHANGE),
    "contract.other_declarer": Sentence(N_("{declarer} has won the auction."), BIDDING),
    "contract.below_auction": Sentence(N_("{bid} does not win the auction: {highest} was bid."), BIDDING),
    "contract.not_before_kitty": Sentence(N_("The contract changes only after the kitty is taken."), EXCHANGE),
    "contract.unchanged": Sentence(N_("The contract is {bid} already.")),
    "contract.changed_already": Sentence(N_("The contract was changed already."), EXCHANGE),
    "contract.no_raise": Sentence(N_("At this table the contract is not raised without changing trumps."), EXCHANGE),
    "contract.no_change": Sentence(N_("At this table {bid} may not become {new}."), EXCHANGE),
    "contract.no_room": Sentence(N_("{bid} cannot be raised any more, so it may not become {new}."), EXCHANGE),
    "contract.raise_too_small": Sentence(N_("{bid} may become {lowest} or higher, not {new}."), EXCHANGE),
}

DROPPING: Sentences = {
    "drop.named_already": Sentence(N_("{card} was named already; name another card."), DROPPING_OUT),
    "drop.all_undealt": Sentence(N_("Only {most} cards are undealt, so somebody holds {card}."), DROPPING_OUT),
    "drop.whole_hand": Sentence(
        N_("{holder} was dealt only {most} cards, so somebody else holds {card}."), DROPPING_OUT
    ),
    "drop.own_card": Sentence(N_("{declarer} is the declarer and names a card of somebody else."), DROPPING_OUT),
    "drop.not_seated": Sentence(N_("{player} does not play this hand.")),
    "drop.missing": Sentence(N_("Say who drops out; it takes {missing} more."), DROPPING_OUT),
    "drop.enough": Sentence(N_("{player} stays in: nobody else drops out of this hand."), DROPPING_OUT),
    "drop.declarer": Sentence(N_("{declarer} is the declarer and cannot drop out."), DROPPING_OUT),
    "drop.already": Sentence(N_("{player} is out already."), DROPPING_OUT),
}

FRIEND: Sentences = {
    "call.malformed": Sentence(N_("“{text}” is not a friend call.")),
    "call.stray_card": Sentence(N_("No card is called, so {card} is not named."), EXCHANGE),
    "call.stray_player": Sentence(N_("Nobody is called by name, so {player} is not named."), EXCHANGE_VARIATIONS),
    "call.second_without_first": Sentence(N_("{card} is the first card when there is no other."), TWO_PACKS),
    "call.nobody": Sentence(N_("Say who is called."), EXCHANGE_VARIATIONS),
    "call.no_card": Sentence(N_("At this table no card is called."), EXCHANGE),
    "call.no_first_trick": Sentence(N_("At this table the first trick does not make a friend."), EXCHANGE),
    "call.no_player": Sentence(N_("At this table no player is called by name."), EXCHANGE_VARIATIONS),
    "call.no_friend": Sentence(N_("At this table the declarer may not announce to play alone."), EXCHANGE_VARIATIONS),
    "call.no_joker": Sentence(N_("At this table the joker may not be called."), EXCHANGE),
    "call.one_card": Sentence(N_("With one pack one card is called, not two."), EXCHANGE),
    "call.two_cards": Sentence(N_("With two packs two cards are called."), TWO_PACKS),
    "call.same_card": Sentence(N_("Two different cards are called, not {card} twice."), TWO_PACKS),
    "call.card_in_kitty": Sentence(
        N_("{card} was in the kitty, and the declarer may not call an own card."), EXCHANGE_VARIATIONS
    ),
    "call.no_suit_request": Sentence(N_("With {bid} the declarer may not ask for a suit."), EXCHANGE),
    "call.suit_without_friend": Sentence(N_("Without a friend there is nobody to ask for {suit}."), EXCHANGE),
    "call.own_name": Sentence(N_("{declarer} is the declarer and cannot be the friend."), EXCHANGE_VARIATIONS),
    "call.not_seated": Sentence(N_("{player} does not play this hand.")),
}

TALLY: Sentences = {
    "play.not_seated": Sentence(N_("{player} does not play this hand.")),
    "play.out_of_turn": Sentence(N_("It is {turn}’s turn."), PLAY),
    "play.gone": Sentence(N_("{card} was played already."), PLAY),
    "play.in_kitty": Sentence(N_("{card} was in the kitty, so only {declarer} can have it."), EXCHANGE_VARIATIONS),
    "play.no_points_left": Sentence(N_("{card} is a point, but all points are in the tricks already."), PLAY),
    "play.only_points_left": Sentence(N_("{card} is no point, but by the tricks so far only points are left."), PLAY),
    "trick.in_progress": Sentence(N_("Cards of this trick are on the table: {turn} plays the next.")),
    "trick.not_seated": Sentence(N_("{winner} does not play this hand.")),
    "trick.all_played": Sentence(N_("All {tricks} tricks are recorded."), PLAY),
    "trick.points": Sentence(
        N_("This trick cannot have {points} points in it: from {least} to {most} are possible."), PLAY
    ),
    "reveal.no_card_called": Sentence(N_("No card was called, so nobody is revealed by one."), PLAY),
    "reveal.already": Sentence(N_("{friend} is known as the friend already."), PLAY),
    "reveal.declarer": Sentence(N_("{declarer} is the declarer and cannot be the friend."), EXCHANGE),
    "reveal.not_seated": Sentence(N_("{player} does not play this hand.")),
    "reveal.own_card": Sentence(N_("{card} is the declarer’s own, so nobody is the friend by it."), EXCHANGE),
    "reveal.not_held": Sentence(N_("{player} does not have {card}: it is known to be somebody else’s."), PLAY),
    "reveal.not_played": Sentence(N_("Every card was written down, and no called card was among them."), PLAY),
    "reveal.which_card": Sentence(N_("Two cards were called: say which of them it is."), TWO_PACKS),
    "reveal.not_called": Sentence(N_("{card} was not called."), EXCHANGE),
    "reveal.no_announcing": Sentence(
        N_("At this table the friend is silent until the called card is played."), PLAY_VARIATIONS
    ),
    "reveal.without_points": Sentence(
        N_("{player} may announce it only on winning a trick with points."), PLAY_VARIATIONS
    ),
    "reveal.too_late": Sentence(
        N_("The next trick has begun: {player} could announce it only on winning the one before."), PLAY_VARIATIONS
    ),
    "order.not_played": Sentence(N_("At this table the declarer gives no orders."), PLAY_VARIATIONS),
    "order.contract_too_low": Sentence(
        N_("{bid} is too low for an order: it takes a contract of {lowest}."), PLAY_VARIATIONS
    ),
    "order.given_already": Sentence(N_("No more orders: {orders} have been given in this hand."), PLAY_VARIATIONS),
    "order.no_friend": Sentence(N_("The declarer plays alone; there is nobody to order."), PLAY_VARIATIONS),
}

RESULT: Sentences = {
    "result.points": Sentence(N_("There are {most} points, so the declarer’s side cannot have {points}."), SCORING),
    "result.other_discards": Sentence(N_("All other cards were played: the discards are {cards}."), PLAY),
    "result.not_discarded": Sentence(N_("By the tricks recorded, {card} cannot be among the discards."), PLAY),
    "result.not_magic": Sentence(N_("“{name}” is neither the mighty nor the joker.")),
    "result.player_twice": Sentence(N_("A player is named twice.")),
    "result.player_count": Sentence(N_("{count} players are named; {players} play.")),
    "result.friend_missing": Sentence(N_("A friend was called: say who it was."), EXCHANGE),
    "result.friend_is_declarer": Sentence(N_("{declarer} is the declarer and cannot be the friend."), EXCHANGE),
    "result.friend_uncalled": Sentence(N_("No friend was announced, so {friend} cannot be the friend."), EXCHANGE),
    "result.friend_not_seated": Sentence(N_("{friend} does not play this hand.")),
    "result.one_friend_only": Sentence(N_("With one pack there is one friend, so {friend} is not a second."), EXCHANGE),
    "result.second_without_first": Sentence(N_("{friend} is the first friend when there is no other."), TWO_PACKS),
    "result.friend_twice": Sentence(N_("{friend} is one friend, even by both cards."), TWO_PACKS),
    "result.called_card_discarded": Sentence(N_("{card} was discarded, so {friend} cannot be the friend."), EXCHANGE),
    "result.own_card": Sentence(N_("{card} is the declarer’s own, so nobody is the friend by it."), EXCHANGE),
    "result.other_friend": Sentence(N_("The friend is {friend}."), EXCHANGE),
    "result.declarer_won_first_trick": Sentence(N_("{declarer} won the first trick and plays alone."), EXCHANGE),
    "result.not_the_tally": Sentence(
        N_("By the tricks recorded, the declarer’s side has from {least} to {most} points, not {points}."), SCORING
    ),
    "result.joker_holder": Sentence(N_("Say who held the joker: that player deals next."), "S0, Three players"),
    "result.other_joker_holder": Sentence(N_("{holder} held the joker."), "S0, Three players"),
    "result.made": Sentence(N_("made with {points}"), SCORING),
    "result.failed": Sentence(N_("failed with {points}"), SCORING),
    "role.declarer": Sentence(N_("declarer")),
    "role.friend": Sentence(N_("friend")),
    "role.defender": Sentence(N_("defender")),
    "ending.eliminated": Sentence(N_("{player} has {balance}: the session is over."), "S3, End of the game"),
}

SCORE: Sentences = {
    "score.bid_over_lowest_twice": Sentence(N_("2 × (bid {bid} − lowest bid {lowest})"), SCORING),
    "score.extra_points": Sentence(N_("{points} points − bid {bid}"), SCORING),
    "score.points_over_ten": Sentence(N_("{points} points − 10"), SCORING_VARIATIONS),
    "score.points_over_lowest": Sentence(N_("{points} points − lowest bid {lowest}"), SCORING_VARIATIONS),
    "score.points_over_lowest_plus_one": Sentence(N_("{points} points − lowest bid {lowest} + 1"), SCORING_VARIATIONS),
    "score.bid_over_lowest_plus_one": Sentence(N_("bid {bid} − lowest bid {lowest} + 1"), SCORING_VARIATIONS),
    "score.points_short": Sentence(N_("bid {bid} − {points} points"), SCORING),
    "score.points_short_twice": Sentence(N_("2 × (bid {bid} − {points} points)"), SCORING_VARIATIONS),
    "score.at_least": Sentence(N_("a made contract scores at least {least}"), SCORING_VARIATIONS),
    "score.run": Sentence(N_("run: all {points} points"), SCORING),
    "score.back_run": Sentence(N_("back run"), SCORING),
    "score.no_trump": Sentence(N_("no-trump"), SCORING),
    "score.no_friend": Sentence(N_("no friend"), SCORING),
    "score.buried_mighty": Sentence(N_("mighty discarded"), SCORING_VARIATIONS),
    "score.buried_joker": Sentence(N_("joker discarded"), SCORING_VARIATIONS),
    "score.bid_of_20": Sentence(N_("contract of {bid}"), SCORING_VARIATIONS),
}

LOG: Sentences = {
    "log.mighty.bid_placed": Sentence(N_("{player} bids {bid}.")),
    "log.mighty.passed": Sentence(N_("{player} passes.")),
    "log.mighty.redeal_claimed": Sentence(N_("{player} claims a redeal.")),
    "log.mighty.redeal_claimed_with": Sentence(N_("{player} claims a redeal with {cards}.")),
    "log.mighty.claim_blocked": Sentence(N_("{player} answers {claimer}’s claim with {bid}.")),
    "log.mighty.hand_thrown_in": Sentence(N_("The cards are thrown in; {dealer} deals, {first} bids first.")),
    "log.mighty.contract_entered": Sentence(N_("{declarer} plays {bid}.")),
    "log.mighty.card_named": Sentence(N_("{card} is named: {holder} drops out.")),
    "log.mighty.card_named_undealt": Sentence(N_("{card} is named; nobody holds it.")),
    "log.mighty.player_dropped_out": Sentence(N_("{player} drops out.")),
    "log.mighty.kitty_taken": Sentence(N_("The declarer takes the kitty.")),
    "log.mighty.kitty_taken_exposed": Sentence(N_("The declarer takes the kitty: {cards}.")),
    "log.mighty.contract_changed": Sentence(N_("The contract becomes {bid}.")),
    "log.mighty.friend_called": Sentence(N_("Friend call: {call}.")),
    "log.mighty.card_played": Sentence(N_("{player} plays {card}.")),
    "log.mighty.card_played_naming": Sentence(N_("{player} leads {card} and asks for {suit}.")),
    "log.mighty.card_played_calling": Sentence(N_("{player} leads {card} and calls the joker.")),
    "log.mighty.trick_recorded": Sentence(N_("{winner} wins a trick with {points} points.")),
    "log.mighty.friend_revealed": Sentence(N_("{player} is the friend.")),
    "log.mighty.win_order_given": Sentence(N_("The declarer orders the friend to win a trick.")),
    "log.mighty.result_recorded": Sentence(N_("The declarer’s side has {points} points.")),
}

COLUMNS: Sentences = {
    "column.redeals": Sentence(N_("redeals")),
    "column.bid": Sentence(N_("bid")),
    "column.trump": Sentence(N_("trumps")),
    "column.call": Sentence(N_("friend call")),
    "column.points": Sentence(N_("points")),
    "column.buried": Sentence(N_("magic cards discarded")),
}

SENTENCES: Sentences = {
    **SHARED,
    **RULES,
    **NOT_NOW,
    **DEAL,
    **AUCTION,
    **REDEALS,
    **CONTRACT,
    **DROPPING,
    **FRIEND,
    **TALLY,
    **PLAY_SENTENCES,
    **RESULT,
    **SCORE,
    **LOG,
    **COLUMNS,
}
"""By code. Those of an event, its tag and variant after "log.", tell it in the history with its fields as facts.

Those of a column, the name of a summary's fact after "column.", are its title in a spreadsheet.
"""
