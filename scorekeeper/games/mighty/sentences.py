"""The English sentence of every code of Mighty, with its source; a refusal that one house rule makes stands with it."""

from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.sentences import SHARED
from scorekeeper.house_rules import refusal_sentences
from scorekeeper.messages import N_, Sentence, Sentences

CONSEQUENCES = frozenset(
    {"log.mighty.accept_claim", "log.mighty.thrown_in", "log.mighty.own_card_called", "log.mighty.revoked"}
)
"""The redeal behind a claim, at once or accepted, and the offences that a result tells."""

PLAYER_FACTS = frozenset({"player", "turn", "declarer", "friend", "dealer", "first", "winner", "claimer", "holder"})
"""The facts of these sentences that are players."""

BIDDING = "pagat, Bidding"
REDEAL = "pagat, Redeal"
REDEAL_VARIATIONS = "pagat, Variations: Redeal"
EXCHANGE = "pagat, Exchanging cards and calling a partner"
EXCHANGE_VARIATIONS = "pagat, Variations: Exchanging and Calling"
PLAY = "pagat, The Play"
PLAY_VARIATIONS = "pagat, Variations: Play"
SCORING = "pagat, Scoring"
SCORING_VARIATIONS = "pagat, Variations: Scoring"
THREE = "pagat, Three players"
FOUR = "pagat, Four players"
CHICAGO_FOUR = "pagat, Four players (Chicago)"
SIX = "pagat, Six players: second version"
DROPPING_OUT = "pagat, Six players: first version; pagat, Seven players"
TWO_PACKS = "pagat, Six, seven or eight players (Chicago)"
OTHER_NUMBERS = "groups, Sets for other numbers"
OPENING = "base10, Opening lead"
OWN_CALLS = "korean40, 1-4"
SPECIAL_CARDS = "korean40, Special cards"
JAPANESE_PLAY = "wikipedia_ja, Play"
EXCEPTIONS = "wikipedia_ja, Exceptions in play"
ABOVE_TWENTY = "groups, Bids above 20"
SCORE_BASE = "groups, Score base"
FINES = "groups, Redeal fines"
TWO_JOKERS = "groups, Two jokers"
PAYING = "groups, Paying no more than one has"

SENTENCES: Sentences = {
    **SHARED,
    # Not now
    "now.auction": Sentence(N_("Not yet: the auction is still on.")),
    "now.claim": Sentence(N_("First the claim of a redeal is answered.")),
    "now.drop": Sentence(N_("Now the declarer names a card, whose holder drops out.")),
    "now.contract": Sentence(N_("The auction is over: now the kitty is taken.")),
    "now.call": Sentence(N_("Now the declarer calls a friend.")),
    "now.play": Sentence(N_("The play has begun; only tricks and the result are recorded now.")),
    # Deal
    "players.nobody": Sentence(N_("Nobody sits at this table.")),
    # Rules
    "rules.lowest_bid_of_other_pack": Sentence(
        N_("With two packs the lowest bid is 25; with one it is less."), TWO_PACKS
    ),
    "rules.first_bidder_sits_out": Sentence(N_("The dealer sits out and cannot bid first."), SIX),
    "rules.no_friend_bids_first": Sentence(
        N_("Where no friend is called, the last friend cannot bid first."), "pagat, Variations: Bidding"
    ),
    "rules.no_friend_deals": Sentence(N_("Three play without friends, so a friend cannot deal next."), THREE),
    "rules.nobody_sits_out": Sentence(N_("Nobody sits out here, so the result cannot say who does."), SIX),
    "rules.two_jokers": Sentence(N_("There are two jokers, so they do not say who deals next."), TWO_PACKS),
    "rules.no_hand_is_a_redeal": Sentence(
        N_("Say which hands are good for a redeal, or let nobody claim one."), REDEAL_VARIATIONS
    ),
    "rules.redealer_sits_out": Sentence(
        N_("Whoever deals sits out, so after a claim the same dealer must deal again."), SIX
    ),
    "rules.dearer_before_kitty": Sentence(
        N_("A change of the contract before the kitty cannot cost more than the same change after it."),
        EXCHANGE_VARIATIONS,
    ),
    "rules.no_call_left": Sentence(N_("Allow at least one way to call a friend, or to play without one.")),
    "rules.always_alone": Sentence(N_("Three play without friends: allow no friend to be called."), THREE),
    "rules.two_friends_by_card": Sentence(N_("With two packs both friends are called by cards."), TWO_PACKS),
    "rules.joker_stronger_led": Sentence(
        N_("The joker cannot have its power in the first trick only when it is led."), "groups, First lead"
    ),
    "rules.joker_call_not_in_pack": Sentence(
        N_("The joker call cannot be of a suit whose card was removed from the pack."),
        "pagat, Other numbers of players",
    ),
    "rules.ten_of_forty": Sentence(N_("With 40 points a score cannot count those above ten."), TWO_PACKS),
    "rules.more_than_twenty": Sentence(N_("With two packs there are 40 points; this is for 20."), ABOVE_TWENTY),
    "rules.back_run_of_one_pack": Sentence(
        N_("With 40 points, 10 or 11 points for the defenders are no back run."), TWO_PACKS
    ),
    "rules.always_alone_doubled": Sentence(N_("Three play without friends, which doubles nothing."), THREE),
    "rules.split_of_four": Sentence(N_("Only four players share evenly or by the Chicago table."), FOUR),
    "rules.split_without_fractions": Sentence(
        N_("Two to one is always in whole numbers with so many players."), TWO_PACKS
    ),
    "rules.split_of_more_than_five": Sentence(
        N_("A friend has just the share of a defender only with more than five who play."), OTHER_NUMBERS
    ),
    "rules.split_of_two_packs": Sentence(
        N_("Only with two packs can a table of one’s own say who gets how much."), TWO_PACKS
    ),
    "rules.table_from_thirteen": Sentence(
        N_("The Chicago table begins at 13: the lowest bid must be 13."), CHICAGO_FOUR
    ),
    "rules.table_of_contracts": Sentence(
        N_("The Chicago table pays the bid above 12, made or failed, and nothing doubles it."), CHICAGO_FOUR
    ),
    "rules.shares_of_contracts": Sentence(
        N_("A table of the shares needs a score that is the bid above the lowest plus one, made or failed."), TWO_PACKS
    ),
    "rules.shares_missing": Sentence(
        N_("The table of the shares has no line for {line}. Lines from 1 to {highest} are needed."), TWO_PACKS
    ),
    "rules.shares_needless": Sentence(
        N_("The table of the shares has a line for {line}, but no bid scores more than {highest}."), TWO_PACKS
    ),
    "rules.shares_sum": Sentence(
        N_("Table of the shares, line {line}: the declarer’s side has {sum}, but {defenders} defenders pay {needed}."),
        TWO_PACKS,
    ),
    "rules.eliminated_at_start": Sentence(
        N_("When the session ends at zero, everyone must begin with more than zero."), "korean40, End of the game"
    ),
    # Auction
    "bid.malformed": Sentence(N_("“{text}” is not a bid. Write a number and a suit, like 16H, or 16NT.")),
    "bid.not_seated": Sentence(N_("{player} does not play this hand.")),
    "bid.auction_over": Sentence(N_("The auction is over."), BIDDING),
    "bid.after_passing": Sentence(N_("{player} has passed and is out of the auction."), BIDDING),
    "bid.out_of_turn": Sentence(N_("It is {turn}’s turn."), BIDDING),
    "bid.too_low": Sentence(N_("{bid} is too low. The lowest bid now is {lowest}."), BIDDING),
    "bid.too_high": Sentence(N_("{bid} is too high. The highest bid is {highest}."), BIDDING),
    "bid.nothing_higher": Sentence(N_("{bid} is not higher than {highest}."), BIDDING),
    "bid.last_must_bid": Sentence(N_("Everyone else has passed, so {player} must bid."), "pagat, Variations: Bidding"),
    # Redeals
    "redeal.off": Sentence(N_("There are no redeals at this table.")),
    "redeal.any_hand": Sentence(N_("Any hand is good for a redeal, once in a session."), "korean40, 1-2"),
    "redeal.poor": Sentence(N_("The hand is worth {total}: good for a redeal."), REDEAL),
    "redeal.all_points": Sentence(N_("All are point cards: good for a redeal."), REDEAL_VARIATIONS),
    "redeal.lone_ten": Sentence(N_("{card} is the only point card: good for a redeal."), "groups, Redeal hands"),
    "redeal.lone_jack": Sentence(N_("{card} is the only point card: good for a redeal."), REDEAL_VARIATIONS),
    "redeal.pointless": Sentence(N_("There is no point card: good for a redeal."), REDEAL_VARIATIONS),
    "redeal.above_limit": Sentence(N_("The hand is worth {total}; a redeal needs {limit} or less."), REDEAL),
    "redeal.not_below_half": Sentence(N_("The hand is worth {total}; a redeal needs less than ½."), "base10, Misdeal"),
    "redeal.has_points": Sentence(N_("Point cards in the hand: {count}. A redeal needs none."), REDEAL_VARIATIONS),
    "redeal.other_hand": Sentence(
        N_("Point cards in the hand: {count}. It is none of the hands that are good for a redeal."), REDEAL_VARIATIONS
    ),
    "redeal.not_seated": Sentence(N_("{player} does not play this hand.")),
    "redeal.token_spent": Sentence(N_("{player} has already had a redeal in this session."), "korean40, 1-2"),
    "redeal.not_yet": Sentence(N_("Only at one’s first turn to bid. It is {turn}’s turn."), REDEAL),
    "redeal.auction_begun": Sentence(N_("Too late: the auction has begun."), REDEAL_VARIATIONS),
    "redeal.auction_over": Sentence(N_("Too late: the auction is over."), "groups, Later redeals"),
    "redeal.has_called": Sentence(N_("Too late: {player} has already bid or passed."), REDEAL),
    "redeal.too_late": Sentence(N_("It is too late for a redeal: the contract stands."), REDEAL),
    "redeal.blocked_by_twenty": Sentence(N_("After a bid of {bid} there is no redeal."), REDEAL_VARIATIONS),
    "redeal.own_claim": Sentence(N_("{player} claimed the redeal; someone else may answer it."), REDEAL_VARIATIONS),
    "redeal.only_twenty_answers": Sentence(
        N_("{bid} does not prevent the redeal; only a bid of {highest} does."), REDEAL_VARIATIONS
    ),
    # Contract
    "kitty.not_exposed": Sentence(N_("The kitty stays hidden at this table."), EXCHANGE),
    "kitty.taken_already": Sentence(N_("The kitty was taken already."), EXCHANGE),
    "contract.other_declarer": Sentence(N_("{declarer} has won the auction."), BIDDING),
    "contract.below_auction": Sentence(N_("{bid} does not win the auction: {highest} was bid."), BIDDING),
    "contract.not_before_kitty": Sentence(N_("Take the kitty first."), EXCHANGE),
    "contract.unchanged": Sentence(N_("The contract is {bid} already.")),
    "contract.changed_already": Sentence(N_("The contract was changed already."), EXCHANGE),
    "contract.no_raise": Sentence(N_("At this table the contract is not raised without changing trumps."), EXCHANGE),
    "contract.no_change": Sentence(N_("At this table {bid} may not become {new}."), EXCHANGE),
    "contract.no_room": Sentence(N_("{bid} cannot be raised any more, so it may not become {new}."), EXCHANGE),
    "contract.raise_too_small": Sentence(N_("{bid} may become {lowest} or higher, not {new}."), EXCHANGE),
    # Dropping
    "drop.named_already": Sentence(N_("{card} was named already; name another card."), DROPPING_OUT),
    "drop.all_undealt": Sentence(N_("Cards undealt: only {most}, so somebody holds {card}."), DROPPING_OUT),
    "drop.whole_hand": Sentence(
        N_("{holder} was dealt only {most} cards, so somebody else holds {card}."), DROPPING_OUT
    ),
    "drop.own_card": Sentence(N_("{declarer} is the declarer and names a card of somebody else."), DROPPING_OUT),
    "drop.not_seated": Sentence(N_("{player} does not play this hand.")),
    "drop.missing": Sentence(N_("Say who drops out; it takes {missing} more."), DROPPING_OUT),
    "drop.enough": Sentence(N_("{player} stays in: nobody else drops out of this hand."), DROPPING_OUT),
    "drop.declarer": Sentence(N_("{declarer} is the declarer and cannot drop out."), DROPPING_OUT),
    "drop.already": Sentence(N_("{player} is out already."), DROPPING_OUT),
    # Friend
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
    "call.own_card": Sentence(
        N_("{card} is in the declarer’s own hand, and the declarer may not call an own card."), EXCHANGE
    ),
    "call.own_discard": Sentence(N_("{card} was discarded, and the declarer may not call an own card."), EXCHANGE),
    "call.no_suit_request": Sentence(N_("With {bid} the declarer may not ask for a suit."), EXCHANGE),
    "call.suit_without_friend": Sentence(N_("Without a friend there is nobody to ask for {suit}."), EXCHANGE),
    "call.own_name": Sentence(N_("{declarer} is the declarer and cannot be the friend."), EXCHANGE_VARIATIONS),
    "call.not_seated": Sentence(N_("{player} does not play this hand.")),
    # Hands
    "play.no_such_trick": Sentence(N_("There is no trick {number}. Tricks played: {tricks}."), PLAY),
    "play.not_held": Sentence(N_("{card} is not in this hand.")),
    "play.joker_barred": Sentence(N_("The joker is not played to the first trick or the last."), EXCEPTIONS),
    "play.joker_due": Sentence(
        N_("The joker must be played now: the last trick, trick {tricks}, is too late."), EXCEPTIONS
    ),
    "discard.count": Sentence(
        N_("Cards to discard: {needed}, not {count}."), "pagat, Exchanging cards and calling a partner"
    ),
    "discard.not_held": Sentence(N_("{card} cannot be discarded: it is not in this hand.")),
    "discard.trumps_and_joker": Sentence(
        N_("With only trumps and the joker there is nothing to lead: the joker must be discarded."), PLAY_VARIATIONS
    ),
    # Leads
    "lead.trump": Sentence(N_("{card} is a trump and may not begin the play while {instead} can be led."), PLAY),
    "lead.joker": Sentence(N_("The joker may not be led to the first trick."), OPENING),
    "lead.mighty": Sentence(N_("The Mighty, {card}, may not be led to the first trick."), JAPANESE_PLAY),
    "lead.joker_call": Sentence(N_("The joker call, {card}, may not be led to the first trick."), JAPANESE_PLAY),
    "lead.suit_without_joker": Sentence(N_("A suit is named with the joker, not with {card}."), PLAY),
    "lead.suit_missing": Sentence(N_("Say which suit is to be played to the joker."), PLAY),
    "lead.suit_not_named": Sentence(N_("The joker has no power now: the next card sets the suit."), PLAY),
    "lead.not_the_joker_call": Sentence(N_("{card} does not call the joker; {caller} does."), PLAY),
    "lead.no_joker_call": Sentence(N_("{card} calls no joker; {callers} do."), TWO_JOKERS),
    "lead.suit_of_other_colour": Sentence(N_("With the {card}, a suit of {suits} is named."), TWO_JOKERS),
    "lead.nothing_said": Sentence(N_("Nothing is said with {card}.")),
    "lead.no_call_at_first": Sentence(N_("The joker is not called in the first trick."), PLAY),
    "lead.no_call_at_last": Sentence(N_("At this table the joker is not called in the last trick."), SPECIAL_CARDS),
    # Follows
    "follow.suit": Sentence(N_("Follow suit: {suit} was led, and the hand has it."), PLAY),
    "follow.lone_mighty": Sentence(N_("{card} is the only card of the suit led, so the Mighty must be played."), PLAY),
    "follow.joker_called": Sentence(N_("The joker was called and must be played."), PLAY),
    "follow.card_called": Sentence(N_("The {card} was called and must be played."), TWO_JOKERS),
    "follow.names_suit": Sentence(N_("Only the leader names a suit."), PLAY),
    "follow.calls_joker": Sentence(N_("Only the leader calls the joker."), PLAY),
    "trick.count": Sentence(N_("A trick has {needed} cards, not {count}."), PLAY),
    "trick.nothing_led": Sentence(N_("No card was played to this trick yet.")),
    "trick.player_twice": Sentence(N_("{player} plays twice in this trick."), PLAY),
    # Winners
    "trick.mighty": Sentence(N_("{card} is the Mighty."), PLAY),
    "trick.joker": Sentence(N_("The joker wins: no Mighty was played."), PLAY),
    "trick.joker_of_colour": Sentence(N_("The {card} wins: no Mighty was played."), TWO_JOKERS),
    "trick.lower_joker": Sentence(N_("The {card} wins: no higher joker, trump or Mighty was played."), TWO_JOKERS),
    "trick.highest_trump": Sentence(N_("{card} is the highest trump."), PLAY),
    "trick.highest_of_suit": Sentence(N_("{card} is the highest card of {suit}, which was led."), PLAY),
    "trick.nobody_followed": Sentence(N_("The joker was led, and nobody followed {suit}."), PLAY_VARIATIONS),
    "trick.joker_alone": Sentence(N_("The joker was led, and no card has set a suit.")),
    # Offences
    "offence.revoke": Sentence(
        N_("Revoke: {player} played {card} in trick {trick} and did not follow, but had {proof}."), PLAY
    ),
    "offence.called_joker_kept": Sentence(
        N_("{player} played {card} in trick {trick} and kept the joker, which was called."), PLAY
    ),
    "offence.joker_played": Sentence(
        N_("{player} played the joker in trick {trick}, where it may not be."), EXCEPTIONS
    ),
    "offence.joker_kept": Sentence(
        N_("{player} played {card} in trick {trick} and kept the joker until it was too late."), EXCEPTIONS
    ),
    "offence.trump_led": Sentence(N_("{player} began the play with the trump {card}, but had {proof}."), PLAY),
    "offence.joker_led": Sentence(N_("{player} began the play with the joker, which may not be led there."), OPENING),
    "offence.mighty_led": Sentence(N_("{player} began the play with the Mighty, {card}."), JAPANESE_PLAY),
    "offence.joker_call_led": Sentence(N_("{player} began the play with the joker call, {card}."), JAPANESE_PLAY),
    "offence.played_too_often": Sentence(
        N_("{player} played {card} in trick {trick}, but every {card} was gone already.")
    ),
    "offence.called_own_card": Sentence(N_("{player} called {card}, which was in their own hand."), OWN_CALLS),
    "offence.called_card_discarded": Sentence(N_("{player} called {card}, which is among the discards."), OWN_CALLS),
    "offence.revoke_told": Sentence(N_("{player} revoked."), PLAY),
    "offence.own_card_called": Sentence(N_("{player} called a card of their own."), OWN_CALLS),
    "offence.false_friend": Sentence(
        N_("{player} passed for the friend by {card}, but did not have it."), PLAY_VARIATIONS
    ),
    "offence.trumps_and_joker_kept": Sentence(
        N_("{player} discarded so that only trumps and the joker were left."), PLAY_VARIATIONS
    ),
    # Tally
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
        N_("This trick cannot have {points} in it: from {least} to {most} points are possible."), PLAY
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
    # Result
    "result.points": Sentence(N_("There are {most} points, so the declarer’s side cannot have {points}."), SCORING),
    "result.other_discards": Sentence(N_("All other cards were played: the discards are {cards}."), PLAY),
    "result.not_discarded": Sentence(N_("By the tricks recorded, {card} cannot be among the discards."), PLAY),
    "result.player_twice": Sentence(N_("A player is named twice.")),
    "result.player_count": Sentence(N_("Players named: {count}; {players} play.")),
    "result.friend_missing": Sentence(N_("A friend was called: say who it was."), EXCHANGE),
    "result.no_card_called": Sentence(N_("No card was called, so it was not the declarer’s own."), EXCHANGE),
    "result.own_card_and_friend": Sentence(
        N_("Who called an own card has no friend, so {friend} cannot be the friend."), EXCHANGE
    ),
    "result.friend_is_declarer": Sentence(N_("{declarer} is the declarer and cannot be the friend."), EXCHANGE),
    "result.friend_uncalled": Sentence(N_("No friend was announced, so {friend} cannot be the friend."), EXCHANGE),
    "result.friend_not_seated": Sentence(N_("{friend} does not play this hand.")),
    "result.one_friend_only": Sentence(N_("With one pack there is one friend, so {friend} is not a second."), EXCHANGE),
    "result.second_without_first": Sentence(N_("{friend} is the first friend when there is no other."), TWO_PACKS),
    "result.friend_twice": Sentence(N_("{friend} is one friend, even by both cards."), TWO_PACKS),
    "result.called_card_discarded": Sentence(N_("{card} was discarded, so {friend} cannot be the friend."), EXCHANGE),
    "result.own_card": Sentence(N_("{card} is the declarer’s own, so nobody is the friend by it."), EXCHANGE),
    "result.other_friend": Sentence(N_("The friend is {friend}."), EXCHANGE),
    "result.declarer_won_last_trick": Sentence(
        N_("{declarer} won the last trick and plays alone."), "groups, Friend by the last trick"
    ),
    "result.declarer_won_first_trick": Sentence(N_("{declarer} won the first trick and plays alone."), EXCHANGE),
    "result.not_the_tally": Sentence(
        N_("By the tricks recorded, the declarer’s side has from {least} to {most} points, not {points}."), SCORING
    ),
    "result.joker_holder": Sentence(N_("Say who held the joker: that player deals next."), "pagat, Three players"),
    "result.revoker": Sentence(N_("{player} does not play this hand.")),
    "result.other_joker_holder": Sentence(N_("{holder} held the joker."), "pagat, Three players"),
    "result.made": Sentence(N_("made with {points}"), SCORING),
    "result.failed": Sentence(N_("failed with {points}"), SCORING),
    "role.declarer": Sentence(N_("declarer")),
    "role.friend": Sentence(N_("friend")),
    "role.defender": Sentence(N_("defender")),
    "deed.declared": Sentence(N_("declared")),
    "deed.made": Sentence(N_("bids made")),
    "deed.over": Sentence(N_("points over the bid")),
    "deed.no_trump": Sentence(N_("in no-trump")),
    "deed.no_friend": Sentence(N_("without a friend")),
    "deed.run": Sentence(N_("runs")),
    "deed.back_run": Sentence(N_("back runs")),
    "deed.friend": Sentence(N_("as friend")),
    "deed.friend_made": Sentence(N_("won as friend")),
    "deed.defended": Sentence(N_("as defender")),
    "deed.defeated": Sentence(N_("won as defender")),
    "ending.eliminated": Sentence(N_("{player} has {balance}: the session is over."), "korean40, End of the game"),
    "ending.eliminated_together": Sentence(
        N_("{count} players have {balance} each: the session is over."), "korean40, End of the game"
    ),
    # Doubts
    "doubt.all_though_lost": Sentence(N_("All {points}, though {winner} took trick {trick}? Confirm if it is so.")),
    "doubt.mighty_took_nothing": Sentence(
        N_("{friend} took no trick, but the Mighty always takes its own. Confirm if it is so.")
    ),
    "doubt.own_card_called": Sentence(N_("Nobody may call an own card here. Confirm if it was done."), OWN_CALLS),
    # Score
    "account.payment": Sentence(N_("{player}’s payment"), PAYING),
    "score.by_the_score": Sentence(N_("by the score"), SCORING),
    "score.wins_pot": Sentence(N_("from the pot of {points}"), FINES),
    "score.pays_fine": Sentence(N_("fines paid into the pot"), FINES),
    "score.nearest_whole": Sentence(N_("to the nearest whole number"), TWO_PACKS),
    "score.typed_share": Sentence(N_("to the share in the table"), TWO_PACKS),
    "score.rest_of_shares": Sentence(N_("the rest, in whole numbers"), TWO_PACKS),
    "score.pays_only": Sentence(N_("pays only {paid} of {due}, as much as there is"), PAYING),
    "score.receives_only": Sentence(N_("receives only {paid} of {due}, as others have no more"), PAYING),
    "account.score": Sentence(N_("Per defender"), SCORING),
    "standing.token_spent": Sentence(N_("redeal used"), "korean40, 1-2"),
    "standing.in_pot": Sentence(N_("{points} in the pot"), FINES),
    "score.bid_over_lowest_twice": Sentence(N_("2 × (bid {bid} − lowest bid {lowest})"), SCORING),
    "score.extra_points": Sentence(N_("{points} points − bid {bid}"), SCORING),
    "score.points_over_ten": Sentence(N_("{points} points − 10"), SCORING_VARIATIONS),
    "score.points_over_lowest": Sentence(N_("{points} points − lowest bid {lowest}"), SCORING_VARIATIONS),
    "score.points_over_lowest_plus_one": Sentence(N_("{points} points − lowest bid {lowest} + 1"), SCORING_VARIATIONS),
    "score.bid_over_lowest_plus_one": Sentence(N_("bid {bid} − lowest bid {lowest} + 1"), SCORING_VARIATIONS),
    "score.bid_over_lowest_and_half": Sentence(N_("1½ × (bid {bid} − lowest bid {lowest}), rounded down"), SCORE_BASE),
    "score.bid_over_lowest_plus_one_twice": Sentence(N_("2 × (bid {bid} − lowest bid {lowest} + 1)"), SCORE_BASE),
    "score.extra_points_plus_one": Sentence(N_("{points} points − bid {bid} + 1"), SCORE_BASE),
    "score.points_short": Sentence(N_("bid {bid} − points {points}"), SCORING),
    "score.points_short_twice": Sentence(N_("2 × (bid {bid} − points {points})"), SCORING_VARIATIONS),
    "score.at_least": Sentence(N_("a made contract scores at least {least}"), SCORING_VARIATIONS),
    "score.failed_at_least": Sentence(N_("a failed contract pays at least {least}"), SCORE_BASE),
    "score.run": Sentence(N_("run: all {points} points"), SCORING),
    "score.back_run": Sentence(N_("back run"), SCORING),
    "score.no_trump": Sentence(N_("no-trump"), SCORING),
    "score.no_friend": Sentence(N_("no friend"), SCORING),
    "score.buried_mighty": Sentence(N_("Mighty discarded"), SCORING_VARIATIONS),
    "score.buried_joker": Sentence(N_("joker discarded"), SCORING_VARIATIONS),
    "score.bid_of_20": Sentence(N_("contract of {bid}"), SCORING_VARIATIONS),
    # Log
    "log.mighty.place_bid": Sentence(N_("{player} bids {bid}.")),
    "log.mighty.pass": Sentence(N_("{player} passes.")),
    "log.mighty.all_pass": Sentence(N_("All others passed. {declarer} won the bidding: {bid}.")),
    "log.mighty.all_passed": Sentence(N_("All passed: {dealer} deals again.")),
    "log.mighty.second_round": Sentence(N_("All passed: a second round begins.")),
    "log.mighty.first_again": Sentence(N_("All passed: {player} may bid from {level}.")),
    "log.mighty.lowest_falls": Sentence(N_("All passed: bids now begin at {level}.")),
    "log.mighty.thrown_in": Sentence(N_("Redeal: {dealer} deals, {first} bids first.")),
    "log.mighty.fined": Sentence(N_("{player} puts {points} into the pot"), FINES),
    "log.mighty.all_fined": Sentence(N_("Everyone puts {points} into the pot"), FINES),
    "log.mighty.claim_redeal": Sentence(N_("Redeal claimed by {player}")),
    "log.mighty.claim_redeal_by_token": Sentence(N_("Redeal claimed by {player} with the token")),
    "log.mighty.claim_redeal_with": Sentence(N_("{player} shows {cards}.")),
    "log.mighty.answer_claim": Sentence(N_("{player} answers {claimer}’s claim with {bid}.")),
    "log.mighty.accept_claim": Sentence(N_("Nobody answers the claim.")),
    "log.mighty.enter_contract": Sentence(N_("{declarer} won the bidding: {bid}.")),
    "log.mighty.name_card": Sentence(N_("{card} is named: {holder} drops out.")),
    "log.mighty.name_card_undealt": Sentence(N_("{card} is named; nobody holds it.")),
    "log.mighty.drop_out": Sentence(N_("{player} drops out.")),
    "log.mighty.take_kitty": Sentence(N_("The declarer takes the kitty.")),
    "log.mighty.take_kitty_exposed": Sentence(N_("The declarer takes the kitty: {cards}.")),
    "log.mighty.change_contract": Sentence(N_("The contract becomes {bid}.")),
    "log.mighty.call_friend": Sentence(N_("Friend call: {call}.")),
    "log.mighty.call_friend_by_card": Sentence(N_("Friend call: {card}.")),
    "log.mighty.call_friend_of_two_cards": Sentence(N_("Friend call: {card} and {second}.")),
    "log.mighty.call_friend_by_name": Sentence(N_("Friend call: {player}.")),
    "log.mighty.ask_suit": Sentence(N_("The friend is asked to lead {suit}.")),
    "log.mighty.play_card": Sentence(N_("{player} plays {card}.")),
    "log.mighty.play_card_naming": Sentence(N_("{player} leads {card} and asks for {suit}.")),
    "log.mighty.play_card_calling": Sentence(N_("{player} leads {card} and calls the joker.")),
    "log.mighty.record_trick": Sentence(N_("Trick {trick}: {winner} +{points}.")),
    "log.mighty.lead_aloud": Sentence(N_("{player} leads {card} and asks for any card.")),
    "log.mighty.mend_trick": Sentence(N_("Trick {trick} fixed: {winner} +{points}.")),
    "log.mighty.mend_card": Sentence(N_("Trick {trick} fixed: {player} played {card}.")),
    "log.mighty.reveal_friend": Sentence(N_("{player} is the friend.")),
    "log.mighty.give_win_order": Sentence(N_("The declarer orders the friend to win a trick.")),
    "log.mighty.record_result": Sentence(N_("Result: {points} of {total} points.")),
    "by.log.mighty.record_result": Sentence(N_("{actor} recorded hand {number}: {points} points")),
    "log.mighty.record_result_one": Sentence(N_("Result: {points} of {total} points.")),
    "by.log.mighty.record_result_one": Sentence(N_("{actor} recorded hand {number}: 1 point")),
    "by.log.mighty.mend_trick": Sentence(N_("{actor} fixed trick {trick}: {winner} +{points}")),
    "by.log.mighty.mend_card": Sentence(N_("{actor} fixed trick {trick}: {player} played {card}")),
    "log.mighty.revoked": Sentence(N_("{player} revoked.")),
    "log.mighty.own_card_called": Sentence(N_("The called card was the declarer’s own.")),
    # Columns
    "column.redeals": Sentence(N_("Redeals")),
    "column.bid": Sentence(N_("bid")),
    "column.trump": Sentence(N_("trumps")),
    "column.call": Sentence(N_("friend call")),
    "column.points": Sentence(N_("points")),
    "column.buried": Sentence(N_("Mighty or joker discarded")),
    **refusal_sentences(Rules),
}
"""By code. Those of a move, its tag and what varies after "log.", tell it in the history with its fields as facts.

Those of a column, the name of a summary's fact after "column.", are its title in a spreadsheet.
"""
