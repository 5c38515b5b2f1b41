"""The questions that the referee of Mighty answers, by their names in the address."""

from collections.abc import Mapping

from scorekeeper.messages import N_, Sentence, Sentences
from scorekeeper.web.games.mighty.referee.bids import answer_bid
from scorekeeper.web.games.mighty.referee.hands import answer_redeal
from scorekeeper.web.games.mighty.referee.payment import answer_payment
from scorekeeper.web.games.mighty.referee.play import answer_play
from scorekeeper.web.games.mighty.referee.tricks import answer_trick
from scorekeeper.web.page.questions import Question

REFEREE: Mapping[str, Question] = {
    "redeal": Question(N_("May this hand be dealt again?"), answer_redeal, frozenset({"hand"})),
    "bid": Question(N_("Is this bid or change legal?"), answer_bid),
    "trick": Question(N_("Who wins this trick?"), answer_trick),
    "play": Question(N_("May I lead or follow with this?"), answer_play, frozenset({"hand"})),
    "payment": Question(N_("What would each result pay?"), answer_payment),
}
"""The questions in the order in which they are shown."""

QUESTION_SENTENCES: Sentences = {
    "field.highest": Sentence(N_("the highest bid")),
    "field.when": Sentence(N_("when it is asked")),
    "field.way": Sentence(N_("the friend")),
    "field.trick": Sentence(N_("the trick")),
    "field.led": Sentence(N_("who led")),
    "field.pad": Sentence(N_("the cards")),
    "field.called": Sentence(N_("whether the joker was called")),
    "field.suit": Sentence(N_("the suit asked for")),
    "question.joker_called": Sentence(N_("{card} calls the joker, which has no power."), "pagat, The Play"),
    "question.joker_of_colour_called": Sentence(
        N_("{card} calls the {joker}, which has no power."), "groups, Two jokers"
    ),
    "question.joker_powerless": Sentence(N_("The joker has no power in this trick."), "pagat, The Play"),
    "question.mighty_plain": Sentence(N_("In the first trick the Mighty is a plain ace."), "pagat, Variations: Play"),
    "question.follow_suit": Sentence(N_("Follow {suit} while you have any."), "pagat, The Play"),
    "question.any_card": Sentence(N_("Any card may be played."), "pagat, The Play"),
    "question.always": Sentence(N_("The Mighty and the joker may be played whatever is led."), "pagat, The Play"),
    "question.change_suit": Sentence(N_("Another suit raises the bid by {levels}."), "pagat, Exchanging cards"),
    "question.change_no_trump": Sentence(N_("No-trump raises the bid by {levels}."), "pagat, Exchanging cards"),
    "question.change_enough": Sentence(
        N_("Where there is no room for that it is enough to reach {highest}."), "pagat, Exchanging cards"
    ),
    "question.lowest_so_far": Sentence(N_("Whoever bids next must bid at least {lowest}."), "pagat, Bidding"),
}
"""The sentences of the referee beside those of the rules."""
