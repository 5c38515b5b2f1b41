"""A game's part of setting up a table: its look on the first page, its rule sets, its pack and its deal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Card
from scorekeeper.games.game import Game
from scorekeeper.house_rules import HOUSE, Preset, Ruleset
from scorekeeper.messages import N_, Message
from scorekeeper.nearest_presets import RulesQuestion
from scorekeeper.settlement import Amount


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a table and how they are dealt."""

    fact: Message
    """The headline of the page."""
    line: Message
    """The line below the headline."""
    jokers: Message
    """Which jokers to keep."""
    last: Message
    """What becomes of the cards that are left after the deal."""
    removed: Mapping[Card, int] = field(default_factory=dict)
    """The cards to take out of the pack, each with the number of copies."""
    batches: tuple[int, ...] = ()
    """How many cards each player gets in a round of the deal."""
    parts: Mapping[int, Message] = field(default_factory=dict)
    """What players do in the deal, by their place in turn from whoever begins."""
    ways: tuple[Message, ...] = ()
    """Further sentences on other ways to deal."""


class DrawnResult(NamedTuple):
    """A row of a `ResultTable`."""

    results: str
    """The results that the row is for, such as "40–75"."""
    side: str
    """The side that wins: "makers", "defenders", or "" for neither."""
    words: Markup
    """Who wins, and how much."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The results under house rules that are being chosen, with the levels that each gives."""

    block: str
    """The section of the form that the table is drawn in."""
    title: Markup
    rows: tuple[DrawnResult, ...]


class SampleHand(NamedTuple):
    """A hand by which rule sets are compared: what it is, and under each what it pays by who gets it.

    `paid` has None for a set under which the hand cannot be played.
    """

    said: Message
    paid: tuple[Mapping[str, Amount] | None, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """The part of a game in setting up a table."""

    fan: tuple[str, ...] = ()
    """Four cards of the game, for its picture on the first page."""
    native: tuple[str, str] = ("", "")
    """The name of the game in the language of the country that it comes from, and the code of that language."""
    tagline: str = ""
    """One sentence on what players do in it."""
    clockwise: bool = True
    """Whether the deal and the play go clockwise."""
    own_presets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By language, the keys of the rule sets that its readers know best, first to last."""
    by_preset: frozenset[str] = frozenset()
    """The house rules that only a rule set decides, such as the number of players."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The names of the rulebooks by the codes in the sources of house rules."""
    questions: tuple[RulesQuestion, ...] = ()
    """The questions that lead people to the rule set nearest to how they play."""
    sample_hands: Callable[[Sequence[Any], Sequence[int]], Iterable[SampleHand]] | None = None
    """(rules, players): the hands by which rule sets are compared, each for that number of players."""
    lots: str = N_("Draw who begins")
    """The label of the draw besides that of seats."""
    digest: Callable[[Any, int], Message] | None = None
    """Says the rules of a rule set for so many players in a line."""
    pack: Callable[[Any, int], Pack] | None = None
    """The pack and the deal under house rules for so many players."""
    number_facts: Callable[[Any, int], tuple[Message, ...]] | None = None
    """Says what so many players need to know to play on under house rules: cards to take out, the least bid, sides."""
    suggestions: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """By house rules that are typed, the text that comes to the same as none under house rules."""
    results: Callable[[Any, int], ResultTable] | None = None
    """Draws the results under house rules for so many players, which must not contradict each other."""

    def named_sources(self, source: str) -> tuple[str, ...]:
        """The names of the rulebooks that a house rule's `source` refers to: ``pagat, Bidding; korean40, 1-3``."""
        codes = (part.strip().partition(",")[0] for part in source.split(";"))
        named = {HOUSE: N_("house rule"), **self.sources}
        return tuple(dict.fromkeys(named[code] for code in codes if code in named))


def is_same_family(preset: Preset[Ruleset], family: str) -> bool:
    """Return whether a rule set is that of `family`, or of its family with another number of players."""
    return family in (preset.key, preset.family)


def most_players(game: Game) -> range:
    """Return the numbers of players, from the fewest to the most, over all rule sets of a game."""
    counts = [game.seat_counts(preset.rules) for preset in game.presets.values()]
    return range(min(each[0] for each in counts), max(each[-1] for each in counts) + 1)


def presets_for(game: Game, setup: Setup, count: int, language: str) -> list[Preset[Ruleset]]:
    """The rule sets for so many players, those of the reader's language first.

    Where there are none for exactly so many, it is those for more, for somebody may come yet; else those for the most,
    of whom some then sit out. Nobody at all may still become the usual number.
    """
    usual = next(iter(game.presets.values()))
    wanted = count or game.seat_counts(usual.rules)[0]
    counts = {preset.key: game.seat_counts(preset.rules) for preset in game.presets.values()}
    fitting = [key for key, each in counts.items() if wanted in each]
    if not fitting:
        least = min((each[0] for each in counts.values() if each[0] > wanted), default=None)
        most = max(each[-1] for each in counts.values())
        fitting = [key for key, each in counts.items() if (each[-1] == most if least is None else each[0] == least)]
    own = [
        key for own in setup.own_presets.get(language, ()) for key in fitting if is_same_family(game.presets[key], own)
    ]
    return [game.presets[key] for key in dict.fromkeys((*own, *fitting))]
