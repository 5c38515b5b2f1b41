"""The protocol of games: moves, composite moves, phases and standings."""

from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.codec import decoder
from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games import GAMES
from scorekeeper.games.game import (
    CompositeMove,
    Game,
    Move,
    Phase,
    Standing,
    StatEvent,
    Statistics,
    StatLine,
    Summary,
    rank_players,
)
from scorekeeper.messages import Sentence, in_english, message
from tests.cases import for_each
from tests.toy import TOY, Draw, Hand, Rules, Session, Shuffle, deal


class Add(Move, tag="sums.add"):
    """Adds to a number, which may not grow beyond ten; odd numbers are refused for a second reason."""

    number: int

    def check(self, state: int) -> Iterable[Problem]:
        if state + self.number > 10:
            yield problem("sums.too_high", reached=state + self.number)
        if self.number % 2:
            yield problem("sums.odd", number=self.number)

    def play(self, state: int) -> int:
        return state + self.number


class Double(Move, tag="sums.double"):
    """A part whose refusal stops the checks of the later parts."""

    def check(self, state: int) -> Iterable[Problem]:
        if state == 0:
            yield problem("sums.nothing")

    def play(self, state: int) -> int:
        return 2 * state


class Several(CompositeMove, tag="sums.several"):
    """A composite move whose parts depend on the state: it adds, doubles and adds again."""

    numbers: tuple[int, ...]
    fatal = (Double,)

    def expand(self, state: int) -> Iterable[Move]:
        first, *more = self.numbers
        yield Add(first + state)
        yield Double()
        yield from map(Add, more)


# --- Moves ---


def test_a_move_can_be_made_unless_it_says_why_not() -> None:
    class Wait(Move, tag="sums.wait"):
        pass

    assert tuple(Wait().check(3)) == ()
    with pytest.raises(NotImplementedError):
        Wait().play(3)


def test_the_history_tells_a_move_by_its_tag_and_its_fields() -> None:
    assert tuple(Add(4).says(1, 5)) == (message("log.sums.add", number=4),)
    assert tuple(Double().says(1, 2)) == (message("log.sums.double"),)


def test_moves_are_values() -> None:
    assert Add(4) == Add(4) != Add(5)
    with pytest.raises(AttributeError):
        Add(4).number = 5  # type: ignore[misc]


def test_what_is_played_is_never_checked() -> None:
    assert Add(99).play(0) == 99
    assert Several((99, 1)).play(0) == 199


# --- Short cuts ---


def test_a_short_cut_is_its_parts_one_after_the_other() -> None:
    assert Several((2, 2)).play(0) == 6
    assert Several((2, 2)).play(1) == 10, "which may depend on where it begins"
    assert tuple(Several((2, 2)).check(0)) == ()


def test_all_problems_of_all_parts_are_told_at_once() -> None:
    """Each part is checked after those before it, also after one that is refused."""
    assert tuple(Several((3, 5, 3)).check(0)) == (
        problem("sums.odd", number=3),
        problem("sums.too_high", reached=11),
        problem("sums.odd", number=5),
        problem("sums.too_high", reached=14),
        problem("sums.odd", number=3),
    )


def test_after_a_part_without_which_the_others_make_no_sense_nothing_more_is_told() -> None:
    assert tuple(Several((0, 99)).check(0)) == (problem("sums.nothing"),)
    assert tuple(Several((-4, 99)).check(2)) == (problem("sums.nothing"),)


def test_the_problems_of_parts_before_are_told_with_it() -> None:
    assert tuple(Several((-2, 99)).check(1)) == (problem("sums.odd", number=-1), problem("sums.nothing"))


def test_a_short_cut_tells_what_its_parts_say() -> None:
    told = (message("log.sums.add", number=2), message("log.sums.double"), message("log.sums.add", number=2))
    assert tuple(Several((2, 2)).says(0, 6)) == told


# --- A game ---

DEALT = deal(Rules(), Session(rungs={1: 0, 2: 0}), (1, 2))
OVER = TOY.do(DEALT, Draw(1))


@for_each(
    (DEALT, Draw(2), ()),
    (DEALT, Draw(3), (problem("toy.not_seated", player=3),)),
    (DEALT, Shuffle(), ()),
    (OVER, Draw(2), (problem("now.complete"),)),
    (OVER, Draw(3), (problem("now.complete"),)),  # a phase that takes no such move is reason enough
)
def test_a_move_is_checked_by_the_phase_and_then_by_itself(
    hand: Hand, move: Any, problems: tuple[Problem, ...]
) -> None:
    assert TOY.check(hand, move) == problems


@for_each(hand=[DEALT, OVER], move=[Add(1), "draw", None, Draw])
def test_what_is_no_move_of_the_game_is_refused_by_the_phase(hand: Hand, move: Any) -> None:
    assert TOY.check(hand, move) == (problem(TOY.phases[hand.phase].refusal),)


def test_moves_are_made_one_after_the_other() -> None:
    hand = TOY.do(DEALT, Shuffle(), Shuffle(), Draw(2))
    assert (hand.redeals, hand.winner, hand.phase) == (2, 2, "complete")
    assert TOY.do(DEALT) is DEALT


def test_the_first_move_that_cannot_be_made_is_refused_with_all_its_reasons() -> None:
    with pytest.raises(RuleError) as refusal:
        TOY.do(DEALT, Shuffle(), Draw(9), Draw(8))
    assert refusal.value.problems == (problem("toy.not_seated", player=9),)


def test_a_phase_takes_what_inherits_its_moves() -> None:
    class Cheat(Draw, tag="toy.cheat"):
        pass

    assert TOY.check(DEALT, Cheat(2)) == ()
    assert Phase("Draw", (Draw,), "now.draw").moves == (Draw,)


def test_a_game_says_what_it_says_in_english_with_names() -> None:
    names = {1: "Ana", 2: "Bo"}
    assert TOY.say(problem("toy.not_seated", player=2), names) == "Bo does not play."
    assert TOY.say(problem("toy.not_seated", player=3), names) == "3 does not play."
    assert TOY.say(problem("toy.not_seated", player=3)) == "3 does not play."
    assert TOY.say(message("toy.up", rungs=2), names) == "2 up", "which is no player"
    with pytest.raises(KeyError):
        TOY.say(message("toy.nothing"))


def test_what_a_game_does_not_say_otherwise() -> None:
    """By default the starter stays, and nothing is paid, over, counted or refused."""
    session = TOY.add_player(Rules(), TOY.add_player(Rules(), TOY.create_session(Rules()), 1), 2)
    assert TOY.set_starter(session, 2) == replace(session, begins=2)
    resumed = TOY.rebase_hand(OVER, replace(session, begins=9))
    assert resumed == replace(OVER, session=replace(session, begins=OVER.session.begins))
    assert (TOY.pays, TOY.find_ending(Rules(), session)) == (False, None)
    assert tuple(TOY.check_adjustment(Rules(), session, {}, None)) == ()
    assert (StatLine("deed"), Statistics().main) == (StatLine("deed", of="", is_mean=False), "")


def test_a_hand_goes_on_in_a_corrected_session_begun_by_whoever_began_it() -> None:
    """By default only the starter of the session before is kept, and the hand is the same."""
    said = {each.name: getattr(TOY, each.name) for each in fields(Game) if each.name != "rebase_hand"}
    corrected = Session(begins=1, rungs={1: 4, 2: 2})
    hand = replace(OVER, session=replace(OVER.session, begins=2))
    again = Game(**said).rebase_hand(hand, corrected)
    assert again.session == Session(begins=2, rungs={1: 4, 2: 2})
    assert replace(again, session=hand.session) == hand


def test_a_deed_without_an_amount_adds_nothing_and_a_hand_without_facts_exports_none() -> None:
    assert StatEvent("deed").amount == 0
    assert Summary(None, None, {}).facts == {}


def test_what_is_said_may_be_said_within_something_else() -> None:
    sentences = {**TOY.sentences, "log.both": Sentence("Undid: {what}")}
    told = in_english(message("log.both", what=message("toy.won", winner=1)), sentences, TOY.player_facts, {1: "Ana"})
    assert told == "Undid: Ana won."


@for_each(TOY, *GAMES.values())
def test_a_session_reads_from_what_an_older_program_wrote_of_it(game: Game) -> None:
    """New fields have defaults and old ones are ignored, so rows open for ever."""
    assert decoder(game.session).decode(b"{}") == game.session()
    assert decoder(game.session).decode(b'{"begins":2,"formerly":1}').begins == 2


# --- Standings ---


@for_each(
    ({}, ()),
    ({1: 0}, ((1,),)),
    ({1: 3, 2: 7, 3: 5}, ((2,), (3,), (1,))),
    ({1: 3, 2: 7, 3: 3, 4: 7}, ((2, 4), (1, 3))),
    ({3: 1, 1: 1, 2: 1}, ((3, 1, 2),)),  # in the order in which they joined
    ({1: Fraction(1, 3), 2: Fraction(2, 6), 3: -1}, ((1, 2), (3,))),
)
def test_everyone_is_ranked_by_value_and_equals_stand_together(
    values: dict[int, Any], groups: tuple[tuple[int, ...], ...]
) -> None:
    standings = {player: Standing(value, message("toy.rung", rung=value)) for player, value in values.items()}
    assert rank_players(standings) == groups
