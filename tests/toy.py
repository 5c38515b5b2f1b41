"""A tiny second game, to prove that tables, stores, screens and exports know no game by name.

Two to four players toss for a stake; whoever wins takes the stake from each of the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from scorekeeper.codec import tagged
from scorekeeper.errors import RuleError
from scorekeeper.games.game import Ending, Player, Situation, Summary
from scorekeeper.house_rules import Preset, Ruleset, house_rule
from scorekeeper.messages import Sentence, message
from scorekeeper.settlement import Amount, Settlement, Step


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    stake: int = house_rule(1, range(1, 4), "Stake", block="toss", source="house", help="What each loser pays.")
    chips: int = house_rule(0, (0, 5, 10), "Chips to begin with", block="toss", source="house")


class Toss(msgspec.Struct, frozen=True, tag=tagged("toy")):
    winner: Player


class Tossed(msgspec.Struct, frozen=True, tag=tagged("toy")):
    winner: Player


@dataclass(frozen=True, slots=True)
class Hand:
    rules: Rules
    situation: Situation
    seats: tuple[Player, ...]
    winner: Player | None = None
    redeals: int = 0

    @property
    def phase(self) -> str:
        return "toss" if self.winner is None else "complete"


class ToyGame:
    key = "toy"
    name = "Toss"
    rules = Rules
    presets: Mapping[str, Preset[Ruleset]] = {
        "plain": Preset("plain", "Plain", Rules(), "house"),
        "chips": Preset("chips", "With chips", Rules(chips=5), "house"),
    }
    blocks: Mapping[str, str] = {"toss": "The toss"}
    commands = Toss
    events = Tossed
    sentences: Mapping[str, Sentence] = {
        "toy.not_seated": Sentence("{player} does not play.", "house"),
        "toy.stake": Sentence("The stake is {stake}.", "house"),
        "toy.won": Sentence("{winner} won."),
        "toy.broke": Sentence("Somebody has no chips left."),
        "role.winner": Sentence("winner"),
        "log.toy.tossed": Sentence("{winner} won the toss"),
    }

    def seat_counts(self, rules: Any) -> range:
        return range(2, 5)

    def dealer_sits_out(self, rules: Any) -> bool:
        return False

    def opening(self, seats: Sequence[Player]) -> Situation:
        return Situation(seats[0], seats[0])

    def following(self, hand: Hand) -> Situation:
        return Situation(hand.winner or hand.situation.dealer, hand.situation.dealer)

    def deal(self, rules: Any, situation: Situation, seats: tuple[Player, ...]) -> Hand:
        dealer = situation.dealer if situation.dealer in seats else seats[0]
        return Hand(rules, Situation(dealer, dealer), seats)

    def decide(self, hand: Hand, command: Toss) -> tuple[Tossed, ...]:
        if command.winner not in hand.seats:
            raise RuleError("toy.not_seated", player=command.winner)
        return (Tossed(command.winner),)

    def command_for(self, event: Tossed) -> Toss:
        return Toss(event.winner)

    def evolve(self, hand: Hand, event: Tossed) -> Hand:
        return replace(hand, winner=event.winner)

    def settlement(self, hand: Hand) -> Settlement[Player] | None:
        if hand.winner is None:
            return None
        step = Step(message("toy.stake", stake=hand.rules.stake), "add", hand.rules.stake)
        losers = [seat for seat in hand.seats if seat != hand.winner]
        return Settlement((step,), {**dict.fromkeys(losers, -1), hand.winner: len(losers)})

    def summary(self, hand: Hand) -> Summary:
        if hand.winner is None:
            return Summary(None, None, {})
        return Summary(
            f"{hand.rules.stake}",
            message("toy.won", winner=hand.winner),
            {hand.winner: "role.winner"},
            {"stake": hand.rules.stake, "winner": hand.winner},
        )

    def starting_balance(self, rules: Any) -> Amount:
        return int(rules.chips)

    def ending(self, rules: Any, balances: Mapping[Player, Amount]) -> Ending | None:
        if not rules.chips or min(balances.values()) > 0:
            return None
        ranked = sorted(balances, key=lambda player: -balances[player])
        return Ending(message("toy.broke"), tuple((player,) for player in ranked))


TOY = ToyGame()
