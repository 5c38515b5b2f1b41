"""Anything of a wrong kind, in every argument of every public question, move and constructor, is refused."""

import copy
import inspect
import pickle
from collections.abc import Callable, Iterator
from typing import Any, get_origin, get_type_hints

import pytest

from scorekeeper.cards import Suit, parse_cards
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Move
from scorekeeper.games.kinds import build_matcher
from tests.cases import for_each, require
from tests.games.rulebooks import GAMES

SEATS = (1, 2, 3, 4, 5)


def mighty_hands() -> Iterator[mighty.Hand]:
    rules = mighty.PRESETS["pagat"].rules.change(redeal_blocked_by_20=True)
    hand = mighty.deal(rules, mighty.start_session(rules, SEATS), SEATS)
    yield hand
    yield mighty.do(hand, mighty.ClaimRedeal(1, parse_cards("S2 S3 S4 H2 H3 H4 D2 D3 D4 C2")))
    hand = mighty.do(hand, mighty.EnterContract(1, mighty.Bid.parse("16H")))
    yield hand
    hand = mighty.do(hand, mighty.TakeKitty())
    yield hand
    hand = mighty.do(hand, mighty.CallFriend(mighty.Call.parse("SA")))
    yield hand
    hand = mighty.do(hand, *(mighty.PlayCard(at, card) for at, card in enumerate(parse_cards("CK C2 C5 CA C9"), 1)))
    yield hand
    hand = mighty.do(hand, mighty.RecordTrick(2, 3), mighty.RevealFriend(3))
    yield hand
    yield mighty.do(hand, mighty.RecordResult(15, 3))
    six = mighty.PRESETS["six_drop"].rules
    drop = mighty.deal(six, mighty.start_session(six, (*SEATS, 6)), (*SEATS, 6))
    yield mighty.do(drop, mighty.EnterContract(1, mighty.Bid.parse("16H")))


def zhao_pengyou_hands() -> Iterator[zpy.Hand]:
    rules = zpy.PRESETS["pagat"].rules
    hand = zpy.deal(rules, zpy.start_session(rules, SEATS), SEATS)
    yield hand
    turning = rules.change(nobody_made_trumps="kitty_decides")
    yield zpy.do(zpy.deal(turning, zpy.start_session(turning, SEATS), SEATS), zpy.EndDeal())
    hand = zpy.do(hand, zpy.ExposeCards(1, parse_cards("S2")))
    yield hand
    hand = zpy.do(hand, zpy.EndDeal())
    yield hand
    hand = zpy.do(hand, zpy.CallFriends((zpy.Call.parse("HA#1"),)))
    yield hand
    hand = zpy.do(hand, *(zpy.PlayCards(at, (card,)) for at, card in enumerate(parse_cards("HK H3 HA H5 H6"), 1)))
    yield hand
    hand = zpy.do(hand, zpy.RecordTrick(3, 20))
    yield hand
    yield zpy.do(hand, zpy.RecordResult((3,), 100, "makers"))


HANDS: dict[str, list[Any]] = {"mighty": list(mighty_hands()), "zhao_pengyou": list(zhao_pengyou_hands())}

RULES: dict[str, Any] = {"mighty": mighty.PRESETS["pagat"].rules, "zhao_pengyou": zpy.PRESETS["pagat"].rules}
CONDITIONS = zpy.Conditions(RULES["zhao_pengyou"], zpy.find_setting(RULES["zhao_pengyou"], 5), zpy.Trumps.parse("H5"))
CARDS = parse_cards("CK C4")

WRONG: tuple[Any, ...] = (
    *("SA", "SA SK", "NT", "defender", ""),
    *(None, -1, 10**9, 1.5, True, b"SA", object(), Suit, len),
    *((), ("C2",), [], ["SA"], {}, {"SA": 1}, {1: "x"}, {"SA"}, frozenset({"SA"}), ((1, "SA"),), (None,)),
    *(CARDS[0], CARDS, list(CARDS), Suit.HEARTS, RULES["mighty"], RULES["zhao_pengyou"]),
    *(mighty.Bid.parse("16H"), mighty.Call.parse("SA"), mighty.Call("card", "SA"), mighty.Pass(1)),  # type: ignore[arg-type]
    *(zpy.Call.parse("SA#1"), zpy.Play(1, CARDS[:1]), mighty.Play(1, CARDS[0]), mighty.Play(1, "CK")),  # type: ignore[arg-type]
)
"""Values of every kind that people mix up. What is right for one argument is wrong for the others."""


def right_values(game: str) -> dict[Any, Any]:
    """A right value of each kind that questions and moves take, by its name."""
    hand = next(hand for hand in HANDS[game] if hand.phase == "play")
    if game == "mighty":
        conditions = mighty.Conditions(hand.rules, Suit.HEARTS)
        contract = mighty.Contract(mighty.Bid.parse("16H"), mighty.Call.parse("SA"))
        outcome = mighty.Outcome(16, 1, 2, (3, 4, 5))
        more: tuple[Any, ...] = (conditions, contract, outcome, hand.auction, mighty.Play(1, CARDS[0]), contract.call)
        more = (*more, contract.bid, mighty.RecordResult(16, 2))
    else:
        lead = zpy.read_lead(CONDITIONS, parse_cards("HK HK"))
        making = zpy.TrumpMaking(hand.rules, SEATS, hand.session)
        outcome = zpy.Outcome((1, 2), (3, 4, 5), 100, "makers", 0, ())  # type: ignore[assignment]
        more = (CONDITIONS, CONDITIONS.setting, CONDITIONS.trumps, lead, lead.parts[0], making, outcome)
        more = (*more, zpy.Call.parse("SA#1"), zpy.Play(1, CARDS[:1]), zpy.RecordResult((2,), 100, "makers"))
    named = {type(each).__name__: each for each in (hand, hand.rules, hand.session, *more)}
    return {
        **named,
        "Card": CARDS[0],
        "Suit": Suit.HEARTS,
        "str": "x",
        "Message": GAMES[game].check_move(hand, None)[0],
    }


def some_value(hint: Any, values: dict[Any, Any]) -> Any:
    """A value that an annotation allows."""
    candidates = [
        None, *values.values(), 1, False, "makers", (), CARDS, (1, 2), {}, {1: 0}, frozenset(), None, (values,),
    ]  # fmt: skip
    candidates += [(value,) for value in values.values()]
    return next((each for each in candidates if build_matcher(hint)(each)), None)


def functions(game: str) -> list[tuple[str, Callable[..., Any]]]:
    library = GAMES[game]
    offered = [(name, getattr(library, name)) for name in library.__all__]
    return [
        (name, each) for name, each in offered if callable(each) and not isinstance(each, type) and not get_origin(each)
    ]


def answer_of(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Return the complete answer of a function, or its refusal."""
    parameters = inspect.signature(function).parameters.items()
    positional = [arguments[name] for name, each in parameters if each.kind != each.KEYWORD_ONLY]
    named = {name: arguments[name] for name, each in parameters if each.kind == each.KEYWORD_ONLY}
    try:
        answer = function(*positional, **named)
        return tuple(answer) if isinstance(answer, Iterator) else answer
    except RuleError as refusal:
        return refusal


QUESTIONS = [(game, name) for game in GAMES for name, _ in functions(game) if name not in ("can", "do", "check_move")]


@for_each(*QUESTIONS)
def test_questions_refuse_what_is_of_a_wrong_kind(game: str, name: str) -> None:
    function = getattr(GAMES[game], name)
    hints = get_type_hints(function, localns={"Hand": GAMES[game].Hand}, include_extras=True)
    values = right_values(game)
    good = {key: some_value(hints.get(key, Any), values) for key in inspect.signature(function).parameters}
    assert all(build_matcher(hints.get(key, Any))(value) for key, value in good.items()), good
    answer_of(function, good)
    for key in good:
        for wrong in WRONG:
            answer = answer_of(function, {**good, key: wrong})
            if build_matcher(hints.get(key, Any))(wrong):
                continue
            if name.startswith("can_"):
                assert answer is False
            else:
                problems = answer.problems if isinstance(answer, RuleError) else answer
                assert {problem.code for problem in problems} == {"input.wrong_kind"}, (key, wrong)
                assert all(GAMES[game].say(problem) for problem in problems)


def build_value(kind: Callable[..., Any], fields: dict[str, Any]) -> Any:
    """A value of these fields; None where it is refused at once, for a reason."""
    try:
        return kind(**fields)
    except RuleError as refusal:
        if not refusal.problems:
            raise
        return None


MOVES = [(game, move) for game in GAMES for move in GAMES[game].GAME.moves]


@for_each(*MOVES)
def test_moves_refuse_what_is_of_a_wrong_kind(game: str, move: type[Move]) -> None:
    """In every phase that takes them."""
    hints = get_type_hints(move, include_extras=True)
    values = right_values(game)
    good = {key: some_value(hints[key], values) for key in move.__struct_fields__}
    hands = require([hand for hand in HANDS[game] if move in GAMES[game].PHASES[hand.phase].moves])
    for hand in hands:
        GAMES[game].check_move(hand, move(**good))
        for key in good:
            for wrong in WRONG:
                made = build_value(move, {**good, key: wrong})
                if made is None:
                    continue
                problems = GAMES[game].check_move(hand, made)
                if not build_matcher(hints[key])(getattr(made, key)):
                    assert {problem.code for problem in problems} == {"input.wrong_kind"}, (key, wrong)
                    assert not GAMES[game].can(hand, made)


CONSTRUCTORS = [
    (game, name)
    for game in GAMES
    for name in GAMES[game].__all__
    if isinstance(getattr(GAMES[game], name), type) and not issubclass(getattr(GAMES[game], name), Move)
]


@for_each(*CONSTRUCTORS)
def test_constructors_of_what_is_of_a_wrong_kind(game: str, name: str) -> None:
    """They refuse it, or make what every question refuses then; nothing else."""
    kind = getattr(GAMES[game], name)
    try:
        hints = get_type_hints(kind, include_extras=True)
    except NameError:
        return
    values = right_values(game)
    good = {key: some_value(hints[key], values) for key in inspect.signature(kind).parameters if key in hints}
    for key in good:
        for wrong in WRONG:
            build_value(kind, {**good, key: wrong})


@for_each(*GAMES)
def test_what_is_no_move_and_no_hand_is_refused(game: str) -> None:
    library, hand = GAMES[game], HANDS[game][0]
    other = HANDS[next(each for each in GAMES if each != game)][0]
    for wrong in (*WRONG, other):
        if not isinstance(wrong, Move) or type(wrong) not in library.GAME.moves:
            assert [problem.code for problem in library.check_move(hand, wrong)] == ["input.wrong_kind"]
        assert [problem.code for problem in library.check_move(wrong, None)] == ["input.wrong_kind"]
        assert not library.can(wrong, None)
        with pytest.raises(RuleError):
            library.do(wrong, None)


EXAMPLES: dict[str, Callable[[Any], Any]] = {
    "a side": lambda _: zpy.do(HANDS["zhao_pengyou"][0], zpy.RecordHand(1, Suit.HEARTS, (2,), 110, _("defender"), 10)),
    "no-trump as text": lambda _: mighty.lowest_level(
        RULES["mighty"], mighty.Bid.parse("16H"), _("NT"), before_kitty=False
    ),
    "a lead of text": lambda _: zpy.read_lead(CONDITIONS, _("SA SK")),
    "a call of text": lambda _: mighty.do(HANDS["mighty"][3], mighty.CallFriend(_("SA"))),
    "calls of text": lambda _: zpy.do(HANDS["zhao_pengyou"][3], zpy.CallFriends(_(("SA",)))),
    "exposed texts": lambda _: zpy.do(HANDS["zhao_pengyou"][0], zpy.ExposeCards(1, _(("C2",)))),
}


@for_each(*EXAMPLES)
def test_each_is_refused_by_its_code(wrong: str) -> None:
    with pytest.raises(RuleError) as refusal:
        EXAMPLES[wrong](lambda value: value)
    assert {problem.code for problem in refusal.value.problems} == {"input.wrong_kind"}


@for_each(*GAMES)
def test_hands_are_pickled_and_copied(game: str) -> None:
    for hand in HANDS[game]:
        for again in (pickle.loads(pickle.dumps(hand)), copy.copy(hand), copy.deepcopy(hand)):
            assert again == hand
            assert again.phase == hand.phase
            assert again.settlement == hand.settlement
            assert GAMES[game].find_expected_moves(again) == GAMES[game].find_expected_moves(hand)
