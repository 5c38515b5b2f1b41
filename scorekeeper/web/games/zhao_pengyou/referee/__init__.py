"""The questions that the referee of Zhao Pengyou answers, by their names in the address."""

from collections.abc import Mapping

from scorekeeper.games.zhao_pengyou.sentences import BY_LEAD
from scorekeeper.messages import N_, Sentence, Sentences
from scorekeeper.web.games.zhao_pengyou.referee.follow import answer_follow
from scorekeeper.web.games.zhao_pengyou.referee.lead import answer_lead
from scorekeeper.web.games.zhao_pengyou.referee.promotion import answer_promotion
from scorekeeper.web.games.zhao_pengyou.referee.trick import answer_trick
from scorekeeper.web.games.zhao_pengyou.referee.trumps import answer_trumps
from scorekeeper.web.page.questions import Question

REFEREE: Mapping[str, Question] = {
    "trumps": Question(N_("Does this card make trumps?"), answer_trumps),
    "lead": Question(N_("May I lead this? Is this throw good?"), answer_lead, frozenset({"hand"})),
    "follow": Question(N_("Must I follow with these?"), answer_follow, frozenset({"hand", "play"})),
    "trick": Question(N_("Who wins this trick?"), answer_trick),
    "promotion": Question(N_("How many levels up?"), answer_promotion),
}
"""The questions in the order in which they are shown."""

PLAY, THROW = "pagat, The Play", "pagat, Leading a Group of Top Cards"
MAKING = "pagat, The Scores, the Deal and Making Trumps"

QUESTION_SENTENCES: Sentences = {
    "field.rank": Sentence(N_("the trump rank")),
    "field.level": Sentence(N_("the level")),
    "field.pad": Sentence(N_("the cards")),
    "field.show": Sentence(N_("the suit that is shown")),
    "field.size": Sentence(N_("the cards led")),
    "field.total": Sentence(N_("the defenders’ points")),
    "field.makers": Sentence(N_("the trump maker’s team")),
    "question.no_throw": Sentence(N_("Identical cards, or a sequence of them, may always be led."), PLAY),
    "question.throw_unbeaten": Sentence(N_("Nobody can hold a higher combination of that suit."), THROW),
    "question.throw_open": Sentence(N_("It stands unless somebody holds a higher combination of that suit."), THROW),
    "question.throw_beaten": Sentence(N_("These cards beat a part of it in its own suit."), THROW),
    "question.throw_not_beaten": Sentence(N_("The cards shown beat no part of it."), THROW),
    "question.as_many": Sentence(N_("Play as many cards as were led: {needed}."), BY_LEAD),
    "question.suit": Sentence(N_("{count} of them must be of the suit led."), BY_LEAD),
    "question.free": Sentence(N_("You hold nothing of the suit led: play what you like."), BY_LEAD),
    "question.sets": Sentence(N_("Among them, {count} ×: {shape}."), BY_LEAD),
    "question.follows": Sentence(
        N_("As many cards of the suit led, and the same combinations as far as you have them."), BY_LEAD
    ),
    "question.lead_stands": Sentence(N_("Nobody has played anything higher of the same shape."), PLAY),
    "question.higher": Sentence(
        N_("It is the highest of the same shape in the suit led; of equal ones the first wins."), PLAY
    ),
    "question.trumped": Sentence(N_("Trumps of the same shape beat the suit led; the highest of them wins."), PLAY),
    "question.four": Sentence(N_("Four identical cards beat two pairs in sequence here."), "pagat, Variations: Play"),
    "question.makes_trumps": Sentence(N_("A card of one’s own level, when shown, makes its suit trumps."), MAKING),
    "question.overcalled_by": Sentence(N_("It would be overcalled by {copies} identical cards."), MAKING),
    "question.may_defend": Sentence(N_("Who was overcalled may defend at once with {copies} × {card}."), MAKING),
    "question.not_overcalled": Sentence(N_("Nothing can overcall it."), MAKING),
    "question.defended_by": Sentence(N_("As many as lie there are enough to defend at once."), MAKING),
}
"""The sentences of the referee beside those of the rules."""
