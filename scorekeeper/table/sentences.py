"""Sentences of tables: refusals and endings that belong to no particular game."""

from scorekeeper.messages import N_, Sentence, Sentences

SENTENCES: Sentences = {
    "game.unknown": Sentence(N_("There is no game called {key} here.")),
    "rules.unknown_preset": Sentence(N_("There are no rules called {preset}.")),
    "rules.not_offered": Sentence(N_("“{rule}” cannot be chosen for a table yet.")),
    "name.empty": Sentence(N_("A name needs at least one letter.")),
    "name.too_long": Sentence(N_("A name has at most {longest} letters; this one has {length}.")),
    "name.taken": Sentence(N_("Someone here is called {name} already.")),
    "name.looks_taken": Sentence(N_("That name looks like {name}, who is here already.")),
    "zone.malformed": Sentence(N_("“{text}” is no time zone.")),
    "table.full": Sentence(N_("A table has at most {most} players.")),
    "player.unknown": Sentence(N_("There is no such player at this table.")),
    "player.left": Sentence(N_("{player} is not at the table now.")),
    "player.here": Sentence(N_("{player} is at the table already.")),
    "player.playing": Sentence(N_("{player} is in the hand that is being played. Finish it or give it up first.")),
    "seats.same": Sentence(N_("Choose two different players to change places.")),
    "lots.too_few": Sentence(N_("Lots are drawn among two players or more.")),
    "hand.running": Sentence(N_("A hand is being played. Finish it or give it up first.")),
    "hand.none": Sentence(N_("No hand is being played. Start the next one first.")),
    "hand.unknown": Sentence(N_("There is no hand {number}.")),
    "hand.not_over": Sentence(N_("Hand {number} is not over yet.")),
    "hand.void_already": Sentence(N_("Hand {number} is void already.")),
    "hand.redeals_kept": Sentence(N_("A correction keeps the redeals of hand {number}.")),
    "hand.contradicts": Sentence(N_("Recorded later: “{told}” {why}")),
    "hand.correction_unfinished": Sentence(N_("A correction must give the whole hand, up to its result.")),
    "hand.seats": Sentence(N_("Those who play must be different players who are at the table.")),
    "hand.as_recorded": Sentence(N_("This is how it was recorded.")),
    "hand.no_auction": Sentence(N_("Nobody bids in this game.")),
    "token.none": Sentence(N_("No tokens are played with at this table.")),
    "token.spent_already": Sentence(N_("{player} has spent the token already.")),
    "token.not_spent": Sentence(N_("{player} still has the token.")),
    "session.over": Sentence(
        N_("The session is over. To play on, change the standings or the rule that ended it, or begin a new sheet.")
    ),
    "session.over_by_hand": Sentence(
        N_("The session was closed by hand. Resume it under “Players and session” to play on.")
    ),
    "session.over_hand_limit": Sentence(
        N_("All agreed hands are played. Agree on more under “Players and session”, or begin a new sheet.")
    ),
    "table.everybody_left": Sentence(
        N_("Everybody has left. Who is back is said under “Players and session”; all stand as before.")
    ),
    "session.not_closed": Sentence(N_("The session was not closed by hand.")),
    "session.closed_already": Sentence(N_("The session is closed already.")),
    "session.empty": Sentence(N_("There is nothing on this sheet yet.")),
    "session.limit": Sentence(N_("The number of hands must be from 1 to {most}.")),
    "reason.empty": Sentence(N_("Say why, in a word or two.")),
    "reason.too_long": Sentence(N_("A reason has at most {longest} letters.")),
    "amount.none": Sentence(N_("Give at least one player an amount that is not 0.")),
    "hands.too_many": Sentence(N_("At most {most} hands at a time.")),
    "amount.penalty": Sentence(N_("A penalty is at least 1.")),
    "amount.too_large": Sentence(N_("An amount is at most {most} either way.")),
    "stakes.worth": Sentence(N_("A point is worth something, from 0.01 to {most}.")),
    "stakes.unit": Sentence(N_("What is paid with has at most {longest} letters.")),
    "stakes.paid": Sentence(N_("Something has been paid already. Take that back before you pay with something else.")),
    "stakes.levels": Sentence(N_("Levels are not paid for.")),
    "payment.none": Sentence(N_("Choose who has paid.")),
    "payment.wrong": Sentence(N_("One player pays another, and more than nothing.")),
    "payment.unknown": Sentence(N_("That payment is not ticked off any more.")),
    "form.key_reused": Sentence(
        N_("This form was sent before with something else in it. Look at the table and try again.")
    ),
    "table.damaged": Sentence(
        N_("What came after step {version} cannot be read. Nothing is recorded here any more; export what there is.")
    ),
    "undo.nothing": Sentence(N_("There is nothing to take back.")),
    "redo.nothing": Sentence(N_("There is nothing to record again.")),
    "move.unknown": Sentence(N_("That cannot be recorded here.")),
    "log.table.create_table": Sentence(N_("opened the table")),
    "log.table.join_table": Sentence(N_("{name} sits down")),
    "log.table.rename_player": Sentence(N_("a name is now {name}")),
    "log.table.leave_table": Sentence(N_("{player} leaves")),
    "log.table.return_to_table": Sentence(N_("{player} is back")),
    "log.table.move_seat": Sentence(N_("{player} moves to another chair: {text}")),
    "log.table.swap_seats": Sentence(N_("{one} and {other} change places")),
    "log.table.draw_seats": Sentence(N_("seats drawn by lot: {name}")),
    "log.table.draw_leader": Sentence(N_("{player} begins, drawn by lot")),
    "log.table.change_rules": Sentence(N_("the house rules change")),
    "log.table.limit_hands": Sentence(N_("the number of hands is set")),
    "log.table.start_hand": Sentence(N_("Hand {number} dealt")),
    "log.table.correct_hand": Sentence(N_("hand {number} is corrected")),
    "log.corrected_on_sheet": Sentence(N_("hand {number} of sheet {sheet} is corrected")),
    "log.voided_on_sheet": Sentence(N_("hand {number} of sheet {sheet} is void: {reason}")),
    "log.table.void_hand": Sentence(N_("hand {number} is void: {reason}")),
    "log.table.adjust": Sentence(N_("changed by hand: {reason}")),
    "log.table.add_earlier_hands": Sentence(N_("earlier hands from paper: {hands}")),
    "log.table.penalize": Sentence(N_("{player} pays a penalty: {reason}")),
    "log.table.set_token": Sentence(N_("the token of {player} is spent")),
    "log.token_back": Sentence(N_("{player} has the token again")),
    "log.table.set_stakes": Sentence(N_("a point is worth {text}")),
    "log.table.record_payments": Sentence(N_("{player} paid {other} {text}")),
    "log.table.take_back_payment": Sentence(N_("{player} has not paid {other} {text} after all")),
    "log.table.end_session": Sentence(N_("the session is closed")),
    "log.table.resume_session": Sentence(N_("the session goes on")),
    "log.table.begin_session": Sentence(N_("a new sheet begins")),
    "log.table.undo": Sentence(N_("Undid: {what}")),
    "log.table.redo": Sentence(N_("Redid: {what}")),
    "ending.hand_limit": Sentence(N_("Hands played: {hands}. The agreed number is reached.")),
    "ending.by_hand": Sentence(N_("The session was closed by hand.")),
}

PLAYER_FACTS = frozenset({"player", "one", "other"})
"""The names of facts that are player numbers."""
