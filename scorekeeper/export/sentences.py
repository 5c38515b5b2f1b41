"""What checking a file says: why it is not taken, and the words of spreadsheets and printed sheets."""

from scorekeeper.messages import N_, Sentence, Sentences

REFUSALS: Sentences = {
    "import.no_file": Sentence(N_("Choose a file first.")),
    "import.too_large": Sentence(N_("This file is larger than {most} MB; an evening is never as large as that.")),
    "import.not_json": Sentence(N_("This is not a JSON file. Choose the one that “Export” made.")),
    "import.not_ours": Sentence(N_("This JSON file is not from Scorekeeper.")),
    "import.newer": Sentence(
        N_("A newer Scorekeeper ({program}) wrote this file; this one is {own}. Update it first.")
    ),
    "import.malformed": Sentence(N_("At {where}, the file does not have the form it should.")),
    "import.too_long": Sentence(N_("There is more in this file than an evening can hold.")),
    "import.log_order": Sentence(N_("Entries of the log are missing or out of order; entry {entry} should come next.")),
    "import.log_time": Sentence(N_("Entry {entry} of the log does not say properly when it was recorded.")),
    "import.unreadable": Sentence(N_("Entry {entry} of the log cannot be read.")),
    "import.against_rules": Sentence(N_("Entry {entry} of the log is against the rules: {why}")),
    "import.does_not_follow": Sentence(N_("Entry {entry} of the log cannot have followed from those before it.")),
    "import.disagrees": Sentence(N_("{where}: the file says {stated}, but its log makes that {computed}.")),
}

PLACES: Sentences = {
    "place.payment": Sentence(N_("Hand {number}, payment of {name}")),
    "place.balance": Sentence(N_("Hand {number}, balance of {name}")),
    "place.step": Sentence(N_("Hand {number}, step {step}")),
    "place.hand": Sentence(N_("Hand {number}, {field}")),
    "place.adjustment": Sentence(N_("Adjustment {number}, {field}")),
    "place.adjustment_payment": Sentence(N_("Adjustment {number}, amount of {name}")),
    "place.adjustment_balance": Sentence(N_("Adjustment {number}, balance of {name}")),
    "place.total": Sentence(N_("Total of {name}")),
    "place.player": Sentence(N_("Player {number}, {field}")),
    "place.count": Sentence(N_("Number of entries in {field}")),
    "place.other": Sentence("{field}"),
    "place.nothing": Sentence(N_("nothing")),
}
"""Where in a file something is, and how a value that is not there is told."""

SHEET: Sentences = {
    "sheet.hand": Sentence(N_("Hand")),
    "sheet.kind": Sentence(N_("Entry")),
    "sheet.dealer": Sentence(N_("Dealer")),
    "sheet.contract": Sentence(N_("Contract")),
    "sheet.result": Sentence(N_("Result")),
    "sheet.reason": Sentence(N_("Reason")),
    "sheet.played": Sentence(N_("hand")),
    "sheet.void": Sentence(N_("void hand")),
    "sheet.penalty": Sentence(N_("penalty")),
    "sheet.adjustment": Sentence(N_("adjustment")),
    "sheet.start": Sentence(N_("start")),
    "sheet.balance": Sentence(N_("balance")),
}

SENTENCES: Sentences = {**REFUSALS, **PLACES, **SHEET}
