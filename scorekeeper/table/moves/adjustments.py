"""Moves that change the standings by hand: points, levels, tokens, and hands from paper."""

from collections.abc import Iterable, Iterator
from typing import Self

from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Amounts, Player
from scorekeeper.messages import Message, message
from scorekeeper.settlement import to_whole_number
from scorekeeper.table.moves.move import TableMove, check_between_hands, check_known
from scorekeeper.table.names import check_reason, tidy_text
from scorekeeper.table.state import Adjustment, TableState, TokenSet, with_entry

MOST_EARLIER_HANDS = 30
LARGEST_AMOUNT = 10_000


class Adjust(TableMove, tag="table.adjust"):
    """Add to points or levels by hand, with a reason: a correction from paper, a bonus, the levels to begin with."""

    amounts: Amounts
    reason: str

    def complete(self, _state: TableState) -> Self:
        """Return the move with a tidy reason and without amounts of 0."""
        amounts = {player: to_whole_number(amount) for player, amount in self.amounts.items() if amount}
        return replace(self, amounts=amounts, reason=tidy_text(self.reason))

    def check(self, state: TableState) -> Iterable[Problem]:
        return check_adjustment(state, self.amounts, self.reason, None)

    def play(self, state: TableState) -> TableState:
        return with_entry(state, Adjustment(rules=state.rules, changes=self.amounts, reason=self.reason))


class EarlierHand(Frozen):
    """A hand played before the table was opened: its gains, and a note such as "16♥ made"."""

    amounts: Amounts
    reason: str

    @property
    def adjustment(self) -> Adjust:
        """The adjustment that the hand amounts to."""
        return Adjust(self.amounts, self.reason)


class AddEarlierHands(TableMove, tag="table.add_earlier_hands"):
    """Add hands from paper, one line of the sheet each, so that a table can be opened in mid-evening."""

    hands: tuple[EarlierHand, ...]

    def complete(self, state: TableState) -> Self:
        """Return the move with tidy notes and without amounts of 0."""
        adjustments = (hand.adjustment.complete(state) for hand in self.hands)
        return replace(self, hands=tuple(EarlierHand(each.amounts, each.reason) for each in adjustments))

    def check(self, state: TableState) -> Iterator[Problem]:
        if not self.hands:
            yield problem("amount.none")
        if len(self.hands) > MOST_EARLIER_HANDS:
            yield problem("hands.too_many", most=MOST_EARLIER_HANDS)
        for hand in self.hands:
            problems = tuple(hand.adjustment.check(state))
            yield from problems
            if problems:
                return
            state = hand.adjustment.play(state)

    def play(self, state: TableState) -> TableState:
        for hand in self.hands:
            state = hand.adjustment.play(state)
        return state

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        yield message("log.table.add_earlier_hands", hands=len(self.hands))


class Penalize(TableMove, tag="table.penalize"):
    """Let a player pay `amount`: to each other player at the table, or to nobody."""

    player: Player
    amount: int
    to_others: bool
    reason: str

    def changes(self, state: TableState) -> dict[Player, int]:
        """Return the change of everyone at the table."""
        others = [player for player in state.seating if player != self.player] if self.to_others else []
        return {self.player: -self.amount * max(len(others), 1), **dict.fromkeys(others, self.amount)}

    def check(self, state: TableState) -> Iterable[Problem]:
        if self.amount < 1:
            yield problem("amount.penalty")
        else:
            yield from check_adjustment(state, self.changes(state), self.reason, self.player)

    def play(self, state: TableState) -> TableState:
        changes = self.changes(state)
        entry = Adjustment(rules=state.rules, changes=changes, reason=self.reason, penalized=self.player)
        return with_entry(state, entry)


class SetToken(TableMove, tag="table.set_token"):
    """Record that the redeal token of a player is spent, for example on paper, or that it is not."""

    player: Player
    spent: bool

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_known(state, self.player)
        yield from check_between_hands(state)
        if not state.game.has_tokens(state.rules):
            yield problem("token.none")
        elif (
            self.player in state.people
            and state.game.set_token(state.session, self.player, self.spent) == state.session
        ):
            yield problem("token.spent_already" if self.spent else "token.not_spent", player=self.player)

    def play(self, state: TableState) -> TableState:
        return with_entry(state, TokenSet(rules=state.rules, player=self.player, spent=self.spent))

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        if self.spent:
            yield message("log.table.set_token", player=self.player)
        else:
            yield message("log.token_back", player=self.player)


def check_adjustment(state: TableState, amounts: Amounts, reason: str, penalized: Player | None) -> Iterator[Problem]:
    """Yield the problems with changing points or levels so by hand."""
    for player in amounts:
        yield from check_known(state, player)
    if not any(amounts.values()):
        yield problem("amount.none")
    yield from check_reason(reason)
    yield from check_between_hands(state)
    yield from check_amounts(state, amounts, penalized)


def check_amounts(state: TableState, amounts: Amounts, penalized: Player | None = None) -> Iterator[Problem]:
    """Yield the problems with adding so much to standings."""
    if not all(-LARGEST_AMOUNT <= amount <= LARGEST_AMOUNT for amount in amounts.values()):
        yield problem("amount.too_large", most=LARGEST_AMOUNT)
    elif amounts.keys() <= state.people.keys():
        yield from state.game.check_adjustment(state.rules, state.session, amounts, penalized)
