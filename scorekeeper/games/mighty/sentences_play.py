"""What Mighty says of the discard, leads, follows, tricks and offences: the English sentence of every code."""

from scorekeeper.messages import N_, Sentence, Sentences

PLAY = "S0, The Play"
PLAY_VARIATIONS = "S0, Variations: Play"
OPENING = "S1, Opening lead"
SPECIAL_CARDS = "S3, Special cards"
JAPANESE_PLAY = "S4, Play"
OWN_CALLS = "S3, 1-4"
EXCEPTIONS = "S4, Exceptions in play"

HANDS: Sentences = {
    "play.no_such_trick": Sentence(N_("There is no trick {number}: {tricks} tricks are played."), PLAY),
    "play.not_held": Sentence(N_("{card} is not in this hand.")),
    "play.joker_barred": Sentence(N_("The joker is not played to the first trick or the last."), EXCEPTIONS),
    "play.joker_due": Sentence(
        N_("The joker must be played now: the last trick, trick {tricks}, is too late."), EXCEPTIONS
    ),
    "discard.count": Sentence(N_("Discard {needed} cards, not {count}."), "S0, Exchanging cards and calling a partner"),
    "discard.not_held": Sentence(N_("{card} cannot be discarded: it is not in this hand.")),
    "discard.trumps_and_joker": Sentence(
        N_("With only trumps and the joker there is nothing to lead: the joker must be discarded."), PLAY_VARIATIONS
    ),
}

LEADS: Sentences = {
    "lead.trump": Sentence(N_("{card} is a trump and may not begin the play while {instead} can be led."), PLAY),
    "lead.joker": Sentence(N_("The joker may not be led to the first trick."), OPENING),
    "lead.mighty": Sentence(N_("The mighty, {card}, may not be led to the first trick."), JAPANESE_PLAY),
    "lead.joker_call": Sentence(N_("The joker call, {card}, may not be led to the first trick."), JAPANESE_PLAY),
    "lead.suit_without_joker": Sentence(N_("A suit is named with the joker, not with {card}."), PLAY),
    "lead.suit_missing": Sentence(N_("Say which suit is to be played to the joker."), PLAY),
    "lead.suit_not_named": Sentence(N_("The joker has no power now: the next card sets the suit."), PLAY),
    "lead.not_the_joker_call": Sentence(N_("{card} does not call the joker; {caller} does."), PLAY),
    "lead.no_call_at_first": Sentence(N_("The joker is not called in the first trick."), PLAY),
    "lead.no_call_at_last": Sentence(N_("At this table the joker is not called in the last trick."), SPECIAL_CARDS),
}

FOLLOWS: Sentences = {
    "follow.suit": Sentence(N_("Follow suit: {suit} was led, and the hand has it."), PLAY),
    "follow.lone_mighty": Sentence(N_("{card} is the only card of the suit led, so the mighty must be played."), PLAY),
    "follow.joker_called": Sentence(N_("The joker was called and must be played."), PLAY),
    "follow.names_suit": Sentence(N_("Only the leader names a suit."), PLAY),
    "follow.calls_joker": Sentence(N_("Only the leader calls the joker."), PLAY),
    "trick.count": Sentence(N_("A trick has {needed} cards, not {count}."), PLAY),
    "trick.nothing_led": Sentence(N_("No card was played to this trick yet.")),
    "trick.player_twice": Sentence(N_("{player} plays twice in this trick."), PLAY),
}

OFFENCES: Sentences = {
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
    "offence.mighty_led": Sentence(N_("{player} began the play with the mighty, {card}."), JAPANESE_PLAY),
    "offence.joker_call_led": Sentence(N_("{player} began the play with the joker call, {card}."), JAPANESE_PLAY),
    "offence.played_too_often": Sentence(
        N_("{player} played {card} in trick {trick}, but every {card} was gone already.")
    ),
    "offence.called_own_card": Sentence(N_("{player} called {card}, which was in their own hand."), OWN_CALLS),
    "offence.called_card_discarded": Sentence(N_("{player} called {card}, which is among the discards."), OWN_CALLS),
    "offence.false_friend": Sentence(
        N_("{player} passed for the friend by {card}, but did not have it."), PLAY_VARIATIONS
    ),
    "offence.trumps_and_joker_kept": Sentence(
        N_("{player} discarded so that only trumps and the joker were left."), PLAY_VARIATIONS
    ),
}

PLAY_SENTENCES: Sentences = {**HANDS, **LEADS, **FOLLOWS, **OFFENCES}
"""By code; part of the game's own table."""
