"""What Zhao Pengyou says of leads, follows, throws and tricks: the English sentence of every code."""

from scorekeeper.messages import N_, Sentence, Sentences

SINGLE_LEAD = "S2, Single Card Lead"
SET_LEAD = "S2, Leading a Set of Identical Cards"
SEQUENCE_LEAD = "S2, Leading a Sequence of Sets"
THROW = "S2, Leading a Group of Top Cards"
PLAY_VARIATIONS = "S2, Variations: Play"
SCORING_VARIATIONS = "S2, Variations: Scoring"

LEADS: Sentences = {
    "play.not_held": Sentence(N_("{card} is played {count} times, but the hand has it {held} times.")),
    "play.hand_too_large": Sentence(N_("A hand has {most} cards at most, not {count}."), "S2, The Players and Cards"),
    "lead.nothing": Sentence(N_("Choose the cards to lead.")),
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
    "lead.throw": Sentence(N_("a throw of {count} combinations"), THROW),
}

NOT_WHAT_IT_SEEMS: Sentences = {
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
}

FOLLOWS: Sentences = {
    "follow.count": Sentence(N_("Play {needed} cards, as many as were led, not {count}.")),
    "follow.suit": Sentence(N_("Cards of the suit led: {needed} must be played, not {count}."), SET_LEAD),
    "follow.pairs": Sentence(N_("Pairs of the suit led: {needed} must be played, not {included}."), SET_LEAD),
    "follow.triples": Sentence(N_("Triples of the suit led: {needed} must be played, not {included}."), SET_LEAD),
    "follow.quadruples": Sentence(
        N_("Four identical cards of the suit led: {needed} times must be played, not {included}."), SET_LEAD
    ),
    "follow.pairs_in_sequence": Sentence(
        N_("Sequences of {length} pairs of the suit led: {needed} must be played, not {included}."), PLAY_VARIATIONS
    ),
    "follow.triples_in_sequence": Sentence(
        N_("Sequences of {length} triples of the suit led: {needed} must be played, not {included}."), PLAY_VARIATIONS
    ),
    "follow.quadruples_in_sequence": Sentence(
        N_("Sequences of {length} times four of the suit led: {needed} must be played, not {included}."),
        PLAY_VARIATIONS,
    ),
}

THROWS: Sentences = {
    "throw.withdraw": Sentence(
        N_("Cards taken back: {cards}. The leader’s side gives {points} points to the other."), THROW
    ),
    "throw.hand_ends": Sentence(N_("The other side wins one level."), PLAY_VARIATIONS),
    "throw.cards_to_opponents": Sentence(N_("All cards that are left go to the other side."), PLAY_VARIATIONS),
    "throw.hand_lost": Sentence(
        N_("The leader’s side loses the hand, and each of the others rises one level."), SCORING_VARIATIONS
    ),
    "throw.penalty_points": Sentence(
        N_("The leader owes {owed} levels, each team mate {owed_by_mates}."), SCORING_VARIATIONS
    ),
}

TRICKS: Sentences = {
    "trick.players": Sentence(N_("{count} players cannot play to a trick: {players} are at the table.")),
    "trick.player_twice": Sentence(N_("{player} plays twice in this trick.")),
    "trick.count": Sentence(N_("{player} plays {count} cards; it must be {needed}, as many as were led.")),
}

PLAY_SENTENCES: Sentences = {**LEADS, **NOT_WHAT_IT_SEEMS, **FOLLOWS, **THROWS, **TRICKS}
"""By code; part of the game's own table."""
