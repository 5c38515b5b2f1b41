"""Sources of sentences, house rules and presets name a section of the rulebook (docs/rules.md)."""

from collections.abc import Mapping

from scorekeeper.games.zhao_pengyou import sentences as zhao_pengyou
from scorekeeper.house_rules import HOUSE, house_rules
from tests.cases import for_each
from tests.games.rulebooks import GAMES

SECTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mighty": {
        "pagat": (
            *("Players and cards", "Deal", "Bidding", "Redeal", "Exchanging cards and calling a partner"),
            *("The Play", "Scoring", "Other numbers of players", "Three players", "Four players"),
            *("Four players (Chicago)", "Six players: first version", "Six players: second version"),
            *("Seven players", "Six, seven or eight players (Chicago)", "Variations: Bidding", "Variations: Redeal"),
            *("Variations: Exchanging and Calling", "Variations: Play", "Variations: Scoring"),
        ),
        "base10": (
            *("Bidding", "Misdeal", "Special card changes", "Switching to No-Trump", "First Help Friend"),
            *("No Friend", "Opening lead", "Playing", "Scoring", "Back-run"),
        ),
        "korean40": (
            *("Preparation", "1-1", "1-2", "1-3", "1-4", "2-1", "2-2", "2-3", "Special cards", "Score", "Back run"),
            "End of the game",
        ),
        "wikipedia_ja": ("Cards", "Rules", "Bidding", "Play", "Exceptions in play", "Score", "Later hands", "Variants"),
        "groups": (
            *("No-trump bids", "The first bidder must bid", "Back run lines", "Bids above 20", "Everyone passes"),
            *("Score base", "Changing trumps", "Redeal hands", "First lead", "Joker call", "Two jokers"),
            *("Friend by the last trick", "Showing the friend", "Later redeals", "Sets for other numbers"),
            *("Sitting out", "Redeal fines", "Paying no more than one has", "School sets", "Region sets"),
        ),
    },
    "zhao_pengyou": {
        "groups": (
            *("Levels that must be played", "The kitty by the last trick", "Packs and kitty", "Sets", "Exposures"),
            *("Bands", "Throw against throw", "Beaten throws", "Above the ace, and first levels"),
            *("Cards that may be called", "Who passes the ace", "Next trump maker", "Small teams"),
            "The last trick lost to the trump rank",
        ),
        "pagat": (
            *("The Players and Cards", "The Scores, the Deal and Making Trumps", "Discarding and Choosing Partners"),
            *("The Play", "Single Card Lead", "Leading a Set of Identical Cards", "Leading a Sequence of Sets"),
            *("Leading a Group of Top Cards", "The Scoring", "Variations", "Variations: Deal"),
            *("Variations: Number of Cards and Size of Kitty", "Variations: Active and Passive Scores"),
            *("Variations: Making trumps", "Variations: Calling", "Variations: Play", "Variations: Scoring"),
        ),
    },
}
"""The titles of the sections of each game's sources; sections without a title have one of our own."""

SAID = {
    f"{game}: {key}": (game, said.source)
    for game, library in GAMES.items()
    for kind in (library.SENTENCES, house_rules(library.Rules), library.PRESETS)
    for key, said in kind.items()
    if said.source and said.source != zhao_pengyou.BY_LEAD
}
"""The game and the source of every sentence, house rule and preset; of follows it depends on the lead."""


@for_each(*SAID)
def test_sources_are_sections_of_the_rulebook(said: str) -> None:
    game, source = SAID[said]
    titles = {f"{source}, {section}" for source, sections in SECTIONS[game].items() for section in sections}
    assert set(source.split("; ")) <= {*titles, *SECTIONS[game], HOUSE}


def test_follows_cite_sections_of_the_rulebook() -> None:
    titles = {f"pagat, {section}" for section in SECTIONS["zhao_pengyou"]["pagat"]}
    assert {*zhao_pengyou.LEADS.values(), zhao_pengyou.PLAY_VARIATIONS} <= titles
