"""A tiny third game, which proves that tables, stores, screens and exports know no game by name. It has no points.

Two to four players draw a card. The highest climbs a rung or two of a ladder, and whoever reaches the top has won.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import field
from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import COMPLETE, Amounts, Game, HandRole, Move, Phase, Player, Standing, Summary
from scorekeeper.games.seats import find_stand_in, next_player
from scorekeeper.games.sentences import SHARED
from scorekeeper.house_rules import Preset, Ruleset, house_rule
from scorekeeper.messages import Sentence, message
from scorekeeper.settlement import Account, Gain, Settlement, Step


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    top: int = house_rule(5, range(3, 11), "Highest rung", block="climb", source="house", help="Where one has won.")
    strides: int = house_rule(1, (1, 2), "Rungs for a win", block="climb", source="house")
    start: int = house_rule(0, (0, 1, 2), "Rung to begin at", block="climb", source="house")


class Session(Frozen):
    begins: Player | None = None
    rungs: dict[Player, int] = field(default_factory=dict)

    @property
    def standings(self) -> Mapping[Player, Standing]:
        return {player: Standing(rung, message("toy.rung", rung=rung)) for player, rung in self.rungs.items()}


class Hand(Frozen):
    rules: Rules
    session: Session
    seats: tuple[Player, ...]
    redeals: int = 0
    winner: Player | None = None
    settlement: Settlement[Player] | None = None

    @property
    def phase(self) -> str:
        return "draw" if self.winner is None else "complete"


class Shuffle(Move, tag="toy.shuffle"):
    """Deal again; the next player begins."""

    def play(self, hand: Hand) -> Hand:
        begins = next_player(hand.seats, hand.session.begins or hand.seats[0])
        return replace(hand, redeals=hand.redeals + 1, session=replace(hand.session, begins=begins))


class Draw(Move, tag="toy.draw"):
    winner: Player

    def check(self, hand: Hand) -> Iterable[Problem]:
        if self.winner not in hand.seats:
            yield problem("toy.not_seated", player=self.winner)

    def play(self, hand: Hand) -> Hand:
        return move_winner_up(replace(hand, winner=self.winner))


def move_winner_up(hand: Hand) -> Hand:
    """Return the hand with its settlement: the winner climbs."""
    assert hand.winner is not None
    left = hand.rules.top - hand.session.rungs.get(hand.winner, 0)
    step = Step(message("toy.climbs", winner=hand.winner), "add", min(hand.rules.strides, left))
    account = Account(message("toy.climb"), (step,), hand.winner)
    gain = Gain(step.amount, message("toy.up", rungs=step.amount))
    return replace(hand, settlement=Settlement((account,), {hand.winner: gain}))


def deal(rules: Rules, session: Session, seats: tuple[Player, ...], circle: tuple[Player, ...] = ()) -> Hand:
    return Hand(rules, replace(session, begins=find_stand_in(seats, session.begins, circle)), seats)


def rebase_hand(hand: Hand, session: Session) -> Hand:
    again = replace(hand, session=replace(session, begins=hand.session.begins))
    return again if hand.winner is None else move_winner_up(again)


def advance_session(hand: Hand) -> Session:
    assert hand.settlement is not None
    assert hand.session.begins is not None
    added = adjust_standings(hand.rules, hand.session, hand.settlement.amounts, None)
    return replace(added, begins=next_player(hand.seats, hand.session.begins))


def add_player(rules: Rules, session: Session, player: Player) -> Session:
    return replace(session, rungs={**session.rungs, player: rules.start})


def shift_balances(session: Session, before: Rules, after: Rules) -> Session:
    more = after.start - before.start
    return replace(session, rungs={player: max(0, rung + more) for player, rung in session.rungs.items()})


def adjust_standings(_rules: Rules, session: Session, amounts: Amounts, _penalized: Player | None) -> Session:
    return replace(
        session, rungs={player: rung + int(amounts.get(player, 0)) for player, rung in session.rungs.items()}
    )


def check_adjustment(_rules: Rules, session: Session, amounts: Amounts, penalized: Player | None) -> Iterable[Problem]:
    if penalized is not None and any(by > 0 for by in amounts.values()):
        yield problem("toy.nobody_is_pushed_up")
    if any(by != int(by) for by in amounts.values()):
        yield problem("toy.between_rungs")
    if any(session.rungs[player] + by < 0 for player, by in amounts.items()):
        yield problem("toy.below_the_ladder")


def summarize(hand: Hand) -> Summary:
    if hand.winner is None:
        return Summary(None, None, {})
    roles = {seat: (HandRole("role.other", "defenders"),) for seat in hand.seats} | {
        hand.winner: (HandRole("role.winner", "makers"),)
    }
    facts: dict[str, Any] = {"strides": hand.rules.strides, "winner": hand.winner}
    contract = f"+{hand.rules.strides}" if hand.rules.strides > 1 else None
    return Summary(contract, message("toy.won", winner=hand.winner), roles, facts, "makers")


def find_ending(rules: Rules, session: Session) -> Any:
    return message("toy.top") if max(session.rungs.values()) >= rules.top else None


TOY = Game(
    key="toy",
    name="Climb",
    rules=Rules,
    presets={
        "plain": Preset("plain", "Plain", Rules(), "house"),
        "strides": Preset("strides", "With strides", Rules(strides=2, top=8), "house"),
    },
    blocks={"climb": "The climb"},
    phases={"draw": Phase("Draw", (Draw, Shuffle), "now.draw"), "complete": COMPLETE},
    session=Session,
    sentences={
        **SHARED,
        "toy.not_seated": Sentence("{player} does not play.", "house"),
        "toy.climb": Sentence("The climb"),
        "toy.climbs": Sentence("{winner} drew the highest card", "house"),
        "toy.up": Sentence("{rungs} up"),
        "toy.rung": Sentence("rung {rung}"),
        "toy.won": Sentence("{winner} won."),
        "toy.top": Sentence("Somebody stands at the top."),
        "toy.between_rungs": Sentence("Nobody stands between two rungs.", "house"),
        "toy.below_the_ladder": Sentence("Nobody stands below the ladder.", "house"),
        "toy.nobody_is_pushed_up": Sentence("A penalty lifts nobody.", "house"),
        "role.winner": Sentence("winner"),
        "role.other": Sentence("other"),
        "now.draw": Sentence("First somebody draws."),
        "log.toy.draw": Sentence("{winner} drew the highest card"),
        "log.toy.shuffle": Sentence("the cards are shuffled again"),
    },
    player_facts=frozenset({"player", "winner"}),
    seat_counts=lambda _rules: range(2, 5),
    create_session=lambda _rules: Session(),
    add_player=add_player,
    shift_balances=shift_balances,
    check_adjustment=check_adjustment,
    adjust_standings=adjust_standings,
    deal=deal,
    rebase_hand=rebase_hand,
    advance_session=advance_session,
    summarize=summarize,
    find_ending=find_ending,
)
