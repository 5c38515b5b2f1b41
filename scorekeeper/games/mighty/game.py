"""Mighty as the rest of the program sees it."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.decider import Phase
from scorekeeper.games.game import Ending, Player, Situation, Summary
from scorekeeper.games.mighty import session
from scorekeeper.games.mighty.asking import command_for
from scorekeeper.games.mighty.choices import BLOCKS
from scorekeeper.games.mighty.commands import Command, Commands
from scorekeeper.games.mighty.decide import decide
from scorekeeper.games.mighty.events import Event, Events
from scorekeeper.games.mighty.evolve import evolve
from scorekeeper.games.mighty.hand import PHASES, Hand, deal
from scorekeeper.games.mighty.presets import FIVE_PLAYER_PRESETS
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.sentences import SENTENCES
from scorekeeper.games.mighty.summary import summarize
from scorekeeper.house_rules import Preset, Ruleset
from scorekeeper.messages import N_, Sentences
from scorekeeper.settlement import Settlement


class MightyGame:
    """Implements `scorekeeper.games.game.Game`; each method is the function of the section that knows."""

    key: str = "mighty"
    name: str = N_("Mighty")
    rules: type[Ruleset] = Rules
    presets: Mapping[str, Preset[Ruleset]] = FIVE_PLAYER_PRESETS
    blocks: Mapping[str, str] = {block: title for block, title in BLOCKS.items() if block != "players"}
    phases: Mapping[str, Phase] = PHASES
    commands: Any = Commands
    events: Any = Events
    sentences: Sentences = SENTENCES

    def seat_counts(self, rules: Rules) -> range:
        """As many as the house rules are for; who plays when more are at the table, they say themselves."""
        return rules.setting.seat_counts

    def dealer_sits_out(self, rules: Rules) -> bool:
        """Where six sit at the table and five play."""
        return rules.setting.sit_out > 0

    def opening(self, seats: Sequence[Player]) -> Situation:
        """The first of `seats` deals."""
        return session.opening(seats)

    def following(self, hand: Hand) -> Situation:
        """Who deals and bids first after `hand`."""
        return session.following(hand)

    def deal(self, rules: Rules, situation: Situation, seats: tuple[Player, ...]) -> Hand:
        """A new hand among `seats`, in order of turn."""
        return deal(rules, situation, seats)

    def decide(self, hand: Hand, command: Any) -> tuple[Event, ...]:
        """The events that `command` leads to, or a `RuleError`."""
        return decide(hand, command)

    def command_for(self, event: Any) -> Command:
        """The command behind `event`."""
        return command_for(event)

    def evolve(self, hand: Hand, event: Any) -> Hand:
        """The hand after `event`."""
        return evolve(hand, event)

    def settlement(self, hand: Hand) -> Settlement[Player] | None:
        """The payment of a complete hand."""
        return hand.settlement

    def summary(self, hand: Hand) -> Summary:
        """The hand in a line."""
        return summarize(hand)

    def starting_balance(self, rules: Rules) -> int:
        """The bankroll; 0 where only the running score is kept."""
        return rules.bankroll

    def ending(self, rules: Rules, balances: Mapping[Player, Any]) -> Ending | None:
        """Whether somebody's balance ends the session."""
        return session.ending(rules, balances)


GAME = MightyGame()
