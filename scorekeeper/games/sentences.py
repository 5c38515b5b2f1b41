"""Sentences of both games on cards, seats, house rules and corrections: in English, for each code no game owns."""

from scorekeeper.messages import N_, Sentence, Sentences

SHARED: Sentences = {
    "card.malformed": Sentence(N_("“{text}” is not a card. Write a suit and a rank, such as SA or H10, or JK.")),
    "suit.malformed": Sentence(N_("“{text}” is not a suit.")),
    "rank.malformed": Sentence(N_("“{text}” is not a rank. Write a number from 2 to 10, or J, Q, K, A.")),
    "rules.unknown": Sentence(N_("There is no house rule called {key}.")),
    "rules.not_a_choice": Sentence(N_("{value} is not a choice of “{rule}”.")),
    "rules.not_a_number": Sentence(N_("“{rule}” is {first}, {second} and so on until {last}, not “{value}”.")),
    "rules.not_a_set": Sentence(N_("“{rule}” is made of {parts}, not of “{value}”.")),
    "rules.not_a_table": Sentence(
        N_("“{rule}” has {columns} whole numbers in each line, the first of them once. This line is not so: “{value}”.")
    ),
    "standing.points": Sentence("{points}"),
    "players.exactly": Sentence(N_("These house rules are for {needed} players, not {count}.")),
    "players.count": Sentence(N_("{count} cannot play: from {least} to {most} players can.")),
    "players.twice": Sentence(N_("{player} cannot have two seats.")),
    "now.complete": Sentence(N_("This hand is finished.")),
    "cards.count": Sentence(N_("There must be {needed} cards, not {count}.")),
    "cards.not_in_pack": Sentence(N_("{card} is not among the cards of this table.")),
    "cards.too_many": Sentence(N_("{card} is there {count}×; this table has it only {copies}×.")),
    "mend.no_such_trick": Sentence(N_("Trick {trick} is not recorded yet.")),
    "mend.has_cards": Sentence(N_("The cards of trick {trick} say who won it: fix a card.")),
    "mend.no_such_card": Sentence(N_("No card of {player} is written down in trick {trick}.")),
    "mend.contradicts": Sentence(N_("Trick {trick} says otherwise: {why}")),
}
