"""The move by which people play on when somebody goes home or comes back, and the rules for their number then."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple, Self

from msgspec import field
from msgspec.structs import replace

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games.game import Game, Player
from scorekeeper.house_rules import Preset, Value
from scorekeeper.messages import Message, message
from scorekeeper.table.moves.move import TableMove
from scorekeeper.table.moves.people import LeaveTable, ReturnToTable, build_return
from scorekeeper.table.moves.sessions import ChangeRules, check_rules
from scorekeeper.table.state import RulesRestaked, TableState


class PlayOn(TableMove, tag="table.play_on"):
    """Let `player` go home or come back, None for nobody, and play later hands under rules for as many as are here.

    A form gives no `rules`, and names in `preset` the set for that number after which they are changed, "" for the
    usual one: only the number changes, so that nobody needs to be the host.
    """

    player: Player | None = None
    preset: str = ""
    rules: dict[str, Value] = field(default_factory=dict)

    def complete(self, state: TableState) -> Self:
        """Return the move with all rules; without any where there are none for the number."""
        if self.rules:
            return self
        offered = offer_rules(state, len(self.with_player_moved(state).seating))
        chosen = next((each for each in offered if self.preset in ("", each.like)), None)
        return replace(self, preset=chosen.preset, rules=chosen.rules.as_dict()) if chosen else self

    def moved_by(self, state: TableState) -> LeaveTable | ReturnToTable | None:
        """Return the move of the player alone."""
        if self.player is None:
            return None
        return LeaveTable(self.player) if self.player in state.seating else build_return(self.player)

    def with_player_moved(self, state: TableState) -> TableState:
        """Return the state in which the player has gone or come, under the rules as they are."""
        moved = self.moved_by(state) if self.player in (None, *state.people) else None
        return moved.play(state) if moved else state

    def check(self, state: TableState) -> Iterable[Problem]:
        if moved := self.moved_by(state):
            yield from moved.check(state)
        count = len(self.with_player_moved(state).seating)
        if not self.rules:
            yield problem("players.no_rules", count=count)
            return
        wrong = tuple(check_rules(state.game, self.preset, self.rules))
        yield from wrong
        if not wrong and count not in state.game.seat_counts(state.game.rules.read(self.rules)):
            yield problem("players.no_rules", count=count)

    def play(self, state: TableState) -> TableState:
        return ChangeRules(self.preset, self.rules, restake=True).play(self.with_player_moved(state))

    def says(self, _before: TableState, after: TableState) -> Iterable[Message]:
        count = len(after.seating)
        if self.player is None:
            yield message("log.table.play_on", count=count)
        elif self.player in after.seating:
            yield message("log.came_back", player=self.player, count=count)
        else:
            yield message("log.went_home", player=self.player, count=count)


BEFORE = "before"
"""Stands for the rules by which a table has played with so many already, in the place of a rule set."""


class NumberRules(NamedTuple):
    """The rules of a table for another number of players, and the `preset` that they are a change of.

    `like` names the set that they follow in the number.
    """

    like: str
    preset: str
    rules: Any


def offer_rules(state: TableState, count: int) -> tuple[NumberRules, ...]:
    """Return the rules by which a table can play on with so many, the usual ones first; none where there are none.

    They are those of before, where it played with so many already, and then those of its family of rule sets. A set
    without a family takes from the usual family what the number changes there, and keeps all else.
    """
    presets, own = state.game.presets, state.game.presets[state.preset]
    if same_family := list_family(state.game, own, count):
        offered = [NumberRules(each.key, each.key, change_number(state, own, each, count)) for each in same_family]
    else:
        usual = next(iter(presets.values()))
        base = next(iter(list_family(state.game, usual, state.game.seat_counts(state.rules)[0])), usual)
        same_family = list_family(state.game, usual, count)
        offered = [NumberRules(each.key, own.key, change_number(state, base, each, count)) for each in same_family]
    before = find_former(state, count)
    if before is None or not offered:
        return tuple(offered)
    nearest = min(offered, key=lambda each: len(before.differences(each.rules)))
    return (nearest._replace(like=BEFORE, rules=before), *(each for each in offered if each.rules != before))


def find_former(state: TableState, count: int) -> Any:
    """Return the last rules by which this sheet was played with so many before the present ones; None without any."""
    formers = (entry.former for entry in reversed(state.entries) if isinstance(entry, RulesRestaked))
    return next((rules for rules in formers if count in state.game.seat_counts(rules)), None)


def list_family(game: Game, base: Preset[Any], count: int) -> list[Preset[Any]]:
    """Return the rule sets of the family of `base` for so many players."""
    family = base.family or base.key
    same_family = (preset for preset in game.presets.values() if family in (preset.key, preset.family))
    return [preset for preset in same_family if count in game.seat_counts(preset.rules)]


def change_number(state: TableState, base: Preset[Any], preset: Preset[Any], count: int) -> Any:
    """Return the rules of `preset` with all in which those of a table differ from `base`, as far as they go together.

    What the number decides between the two sets is as in `preset`.
    """
    decided = preset.rules.differences(base.rules)
    changes = {key: value for key, value in state.rules.differences(base.rules).items() if key not in decided}
    rules = preset.rules
    for some in (changes, *({key: value} for key, value in changes.items())):
        with suppress(RuleError):
            changed = rules.change(some)
            rules = changed if count in state.game.seat_counts(changed) else rules
    return rules
