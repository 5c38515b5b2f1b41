"""Moves by which people play on when somebody goes home or comes, and the rules for their number then."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple, Self

from msgspec import field
from msgspec.structs import replace

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games.game import Game, Player
from scorekeeper.house_rules import Preset, Value
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount
from scorekeeper.table.moves.adjustments import check_amounts
from scorekeeper.table.moves.move import TableMove
from scorekeeper.table.moves.people import LAST_CHAIR, JoinTable, LeaveTable, ReturnToTable, build_return
from scorekeeper.table.moves.sessions import ChangeRules, check_rules
from scorekeeper.table.names import check_reason
from scorekeeper.table.state import Adjustment, RulesRestaked, TableState, with_entry


class PlayOn(TableMove, tag="table.play_on"):
    """Let `player` go home or come back, None for nobody, and play later hands under rules for as many as are here.

    Who comes back sits `before` another player, None for their own chair. A form gives no `rules`, and names in
    `preset` the set for that number after which they are changed, "" for the usual one: only the number changes, so
    that nobody needs to be the host.
    """

    player: Player | None = None
    preset: str = ""
    rules: dict[str, Value] = field(default_factory=dict)
    before: Player | None = None

    def complete(self, state: TableState) -> Self:
        """Return the move with all rules; without any where there are none for the number."""
        if self.rules:
            return self
        return replace(self, **find_rules(state, len(self.with_player_moved(state).seating), self.preset))

    def moved_by(self, state: TableState) -> LeaveTable | ReturnToTable | None:
        """Return the move of the player alone."""
        if self.player is None:
            return None
        return LeaveTable(self.player) if self.player in state.seating else build_return(self.player, self.before)

    def with_player_moved(self, state: TableState) -> TableState:
        """Return the state in which the player has gone or come, under the rules as they are."""
        known = self.player in (None, *state.people) and self.before in (None, LAST_CHAIR, *state.people)
        moved = self.moved_by(state) if known else None
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


class SeatLatecomer(JoinTable, tag="table.seat_latecomer"):
    """Seat a new player in mid-evening, with `adds` more than what the rules give to begin with.

    `reason` stands on the line of the sheet that `adds` is. With a `preset` later hands are played under `rules` for as
    many as are here then, as by `PlayOn`; without one the rules stay.
    """

    adds: Amount = 0
    reason: str = ""
    preset: str = ""
    rules: dict[str, Value] = field(default_factory=dict)

    def complete(self, state: TableState) -> Self:
        """Return the move with tidy texts, and with all rules where it changes them."""
        tidy = super().complete(state)
        if not tidy.preset or tidy.rules:
            return tidy
        return replace(tidy, **find_rules(state, len(state.seating) + 1, tidy.preset))

    def check(self, state: TableState) -> Iterable[Problem]:
        wrong = tuple(super().check(state))
        yield from wrong
        if wrong:
            return
        seated = super().play(state)
        if self.preset:
            yield from PlayOn(None, self.preset, self.rules).check(seated)
        if self.adds:
            yield from check_reason(self.reason)
            yield from check_amounts(seated, {find_newcomer(seated): self.adds})

    def play(self, state: TableState) -> TableState:
        seated = super().play(state)
        if self.preset:
            seated = PlayOn(None, self.preset, self.rules).play(seated)
        if not self.adds:
            return seated
        changes = {find_newcomer(seated): self.adds}
        return with_entry(seated, Adjustment(rules=seated.rules, changes=changes, reason=self.reason))

    def says(self, _before: object, after: Any) -> Iterable[Message]:
        stands = after.standings[find_newcomer(after)].said
        if self.preset:
            yield message("log.latecomer_plays", name=self.name, what=stands, count=len(after.seating))
        else:
            yield message("log.table.seat_latecomer", name=self.name, what=stands)


def find_newcomer(state: TableState) -> Player:
    """Return the player who joined last."""
    return max(state.people)


BEFORE = "before"
"""Stands for the rules by which a table has played with so many already, in the place of a rule set."""


class NumberRules(NamedTuple):
    """The rules of a table for another number of players, and the `preset` that they are a change of.

    `like` names the set that they follow in the number.
    """

    like: str
    preset: str
    rules: Any


def find_rules(state: TableState, count: int, like: str) -> dict[str, Any]:
    """Return the preset and the rules that a table has for so many, "" for the usual ones; nothing without any."""
    chosen = next((each for each in offer_rules(state, count) if like in ("", each.like)), None)
    return {"preset": chosen.preset, "rules": chosen.rules.as_dict()} if chosen else {}


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
