"""Sentences of the import, and words of spreadsheets and printed sheets."""

from scorekeeper.messages import N_, Sentence, Sentences

REFUSALS: Sentences = {
    "import.no_file": Sentence(N_("Pick a file first.")),
    "import.too_large": Sentence(N_("This file is over {most} MB. No evening is that large.")),
    "import.not_json": Sentence(N_("This is not a JSON file. Choose the one that “Export” made.")),
    "import.cut_off": Sentence(N_("This is not complete JSON: the end of the file is missing.")),
    "import.not_ours": Sentence(N_("This JSON file is not from Scorekeeper.")),
    "import.newer": Sentence(
        N_("A newer Scorekeeper ({program}) wrote this file; this one is {own}. Update it first.")
    ),
    "import.before_1_0": Sentence(
        N_("A Scorekeeper from before 1.0 ({program}) wrote this file; only files of 1.0 and later can be opened.")
    ),
    "import.malformed": Sentence(N_("The file is malformed at {where}.")),
    "import.unknown_field": Sentence(N_("The file has a field that Scorekeeper does not write: {field}.")),
    "import.missing_field": Sentence(N_("The file lacks a field: {field}.")),
    "import.busy": Sentence(N_("Too many files are being checked just now. Try again in a moment.")),
    "import.broke_off": Sentence(N_("Checking this file broke off. Nothing was kept.")),
    "import.not_kept": Sentence(N_("The file is fine, but cannot be saved now. Try again in a moment.")),
    "import.too_long": Sentence(N_("There is more in this file than an evening can hold.")),
    "import.log_order": Sentence(N_("Entries of the log are missing or out of order; entry {entry} should come next.")),
    "import.log_time": Sentence(N_("Entry {entry} of the log has no valid time.")),
    "import.unreadable": Sentence(N_("Entry {entry} of the log cannot be read.")),
    "import.against_rules": Sentence(N_("Entry {entry} of the log is against the rules: {why}")),
    "import.does_not_follow": Sentence(N_("Entry {entry} of the log does not follow from those before it.")),
    "import.disagrees": Sentence(N_("{where}: the file says {stated}, but its log makes that {computed}.")),
}

PLACES: Sentences = {
    "place.hand_gain": Sentence(N_("Hand {number}, gain of {name}")),
    "place.hand_standing": Sentence(N_("Hand {number}, standing of {name}")),
    "place.step": Sentence(N_("Hand {number}, account {account}, step {step}")),
    "place.hand": Sentence(N_("Hand {number}, {field}")),
    "place.adjustment_gain": Sentence(N_("Adjustment {number}, gain of {name}")),
    "place.adjustment_standing": Sentence(N_("Adjustment {number}, standing of {name}")),
    "place.adjustment": Sentence(N_("Adjustment {number}, {field}")),
    "place.total": Sentence(N_("Total of {name}")),
    "place.player": Sentence(N_("Player {number}, {field}")),
    "place.sheet": Sentence(N_("Session {number}: {where}")),
    "place.log": Sentence(N_("Entry {entry} of the log, {field}")),
    "place.count": Sentence(N_("Number of entries in {field}")),
    "place.other": Sentence("{field}"),
    "place.nothing": Sentence(N_("nothing")),
}
"""Places in a file, and the word for a value that is not there."""

SHEET: Sentences = {
    "sheet.hand": Sentence(N_("Hand")),
    "sheet.kind": Sentence(N_("Entry")),
    "sheet.begins": Sentence(N_("Begins")),
    "sheet.contract": Sentence(N_("Contract")),
    "sheet.result": Sentence(N_("Result")),
    "sheet.finished": Sentence(N_("Recorded at")),
    "sheet.finished_utc": Sentence(N_("Recorded at (UTC)")),
    "sheet.zone": Sentence(N_("Time zone")),
    "sheet.reason": Sentence(N_("Reason")),
    "sheet.played": Sentence(N_("hand")),
    "sheet.void": Sentence(N_("void hand")),
    "sheet.penalty": Sentence(N_("penalty")),
    "sheet.adjustment": Sentence(N_("adjustment")),
    "sheet.start": Sentence(N_("start")),
    "sheet.gained": Sentence(N_("gained in all")),
    "sheet.standing": Sentence(N_("standing")),
}

BOOK: Sentences = {
    "book.hands": Sentence(N_("Score sheet")),
    "book.standings": Sentence(N_("Standings")),
    "book.rules": Sentence(N_("House rules")),
    "book.section": Sentence(N_("Section")),
    "book.rule": Sentence(N_("House rule")),
    "book.choice": Sentence(N_("Choice")),
}
"""The sheets of a workbook, and the heads of its house rules."""

SEASON: Sentences = {
    "season.table": Sentence(N_("Season")),
    "season.course": Sentence(N_("Totals by night")),
    "season.night": Sentence(N_("Day")),
    "season.rank": Sentence(N_("Place")),
    "season.player": Sentence(N_("Player")),
    "season.nights": Sentence(N_("Nights")),
    "season.hands": Sentence(N_("Hands")),
    "season.won": Sentence(N_("Nights won")),
    "season.made": Sentence(N_("Contracts made")),
    "season.declared": Sentence(N_("Contracts")),
    "season.share": Sentence(N_("Share made")),
    "season.mean": Sentence(N_("Mean of a hand")),
    "season.total": Sentence(N_("Total")),
}
"""The sheets of a season, and their heads."""

SENTENCES: Sentences = {**REFUSALS, **PLACES, **SHEET, **BOOK, **SEASON}
