"""What the screens say of themselves: access, forms, links, imports."""

from scorekeeper.messages import N_, Sentence, Sentences

SENTENCES: Sentences = {
    "access.no_link": Sentence(N_("This table is open to those who have its link. Scan the QR at the table.")),
    "access.player_only": Sentence(N_("Only those who have a seat may do that. Take one first.")),
    "access.host_only": Sentence(N_("Only the host of this table may do that.")),
    "access.scorer_only": Sentence(N_("Only those who keep the score may do that.")),
    "access.link_dead": Sentence(N_("This link is no longer valid. Ask for a new one at the table.")),
    "access.seat_taken": Sentence(
        N_("{player} is on another phone already. Move the seat from there, or ask the host.")
    ),
    "sheet.refused_today": Sentence(N_("Today’s rules would have refused something in this hand ({code}).")),
    "referee.no_such_way": Sentence(N_("These house rules do not allow that.")),
    "field.player": Sentence(N_("a player")),
    "field.leader": Sentence(N_("who begins")),
    "field.amount": Sentence(N_("the amount")),
    "field.hands": Sentence(N_("the number of hands")),
    "field.number": Sentence(N_("the hand")),
    "field.one": Sentence(N_("the first player")),
    "field.other": Sentence(N_("the second player")),
    "form.missing": Sentence(N_("Choose: {what}.")),
    "form.not_a_number": Sentence(N_("Write a whole number: {what}.")),
    "form.unreadable": Sentence(N_("That form cannot be read. Load the page again.")),
    "form.stale": Sentence(N_("{player} has just recorded something. Look again; what you had chosen is kept.")),
    "form.stale_unknown": Sentence(N_("Someone has just recorded something. Look again; what you had chosen is kept.")),
}
