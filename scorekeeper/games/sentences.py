"""What both games say of seats and cards: the English sentence of every code in the modules beside this one."""

from scorekeeper.messages import N_, Sentence, Sentences

SHARED: Sentences = {
    "players.exactly": Sentence(N_("These house rules are for {needed} players, not {count}.")),
    "players.count": Sentence(N_("{count} cannot play: from {least} to {most} players can.")),
    "players.twice": Sentence(N_("{player} cannot have two seats.")),
    "cards.count": Sentence(N_("There must be {needed} cards, not {count}.")),
    "cards.not_in_pack": Sentence(N_("{card} is not among the cards of this table.")),
    "cards.too_many": Sentence(N_("{card} is there {count}×; this table has it only {copies}×.")),
}
