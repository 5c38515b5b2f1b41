"""What setting up a table needs of a game: how it is shown on the first page, its rule sets, its pack and its deal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.cards import Card
from scorekeeper.games.game import Game
from scorekeeper.house_rules import HOUSE, Preset, Value
from scorekeeper.messages import N_, Message

InWords = Mapping[str, Mapping[Value, str]]
"""House rules as sentences: by rule, one for a choice, or one under an empty key for all its others."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a table and how they are dealt.

    `fact` and `line` stand on top. `removed` are the cards to take out, each with how many of it; `jokers` says which
    to keep. `batches` are how many cards each gets in a round, `last` what becomes of the cards left. `parts` are what
    players do, by their place in turn from whoever begins, and `ways` further sentences.
    """

    fact: Message
    line: Message
    jokers: Message
    last: Message
    removed: Mapping[Card, int] = field(default_factory=dict)
    batches: tuple[int, ...] = ()
    parts: Mapping[int, Message] = field(default_factory=dict)
    ways: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game is set up.

    `fan` are four of its cards, `native` is what it is called where it comes from and in which language, `tagline`
    says what one does in it. `own_presets` are the rule sets that readers of a language know best, first to last.
    `by_preset` are the house rules that only a rule set decides, such as the number of players, `in_words`
    tells the others as sentences. `sources` name the
    rulebooks by the codes that house rules have. `lots` is what is drawn besides seats. `digest` says a rule set in a
    line for so many players, and `pack` is what is dealt to them.
    """

    fan: tuple[str, ...] = ()
    native: tuple[str, str] = ("", "")
    tagline: str = ""
    clockwise: bool = True
    own_presets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_preset: frozenset[str] = frozenset()
    in_words: InWords = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    lots: str = N_("Draw who begins")
    digest: Callable[[Any, int], Message] | None = None
    pack: Callable[[Any, int], Pack] | None = None

    def named_sources(self, source: str) -> tuple[str, ...]:
        """The names of the rulebooks that a house rule's `source` refers to: ``S0, Bidding; S3, 1-3``."""
        codes = (part.strip().partition(",")[0] for part in source.split(";"))
        named = {HOUSE: N_("house rule"), **self.sources}
        return tuple(dict.fromkeys(named[code] for code in codes if code in named))


def most_players(game: Game) -> range:
    """From the fewest to the most who can play a game, whatever its rule set."""
    counts = [game.seat_counts(preset.rules) for preset in game.presets.values()]
    return range(min(each[0] for each in counts), max(each[-1] for each in counts) + 1)


def presets_for(game: Game, setup: Setup, count: int, language: str) -> list[Preset[Any]]:
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
    own = [key for key in setup.own_presets.get(language, ()) if key in fitting]
    return [game.presets[key] for key in dict.fromkeys((*own, *fitting))]
