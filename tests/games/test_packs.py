"""Cards that can be there at all."""

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import Problem, problem
from scorekeeper.games.packs import check_count, check_counts, check_in_pack
from tests.cases import for_each

ACE, KING, QUEEN = parse_cards("SA SK SQ")
COPIES = {ACE: 2, KING: 1}


def too_many(card: Card, count: int, copies: int) -> Problem:
    return problem("cards.too_many", card=card, count=count, copies=copies)


NOT_IN_PACK = problem("cards.not_in_pack", card=QUEEN)


@for_each(
    ("", ()),
    ("SA", ()),
    ("SA SK SA", ()),
    ("SK SK", (too_many(KING, 2, 1),)),
    ("SA SA SA", (too_many(ACE, 3, 2),)),
    ("SQ SQ", (NOT_IN_PACK,)),
    ("SK SQ SK SA", (too_many(KING, 2, 1), NOT_IN_PACK)),
)
def test_every_card_that_cannot_be_there_is_told_once(cards: str, told: tuple[Problem, ...]) -> None:
    assert check_in_pack(COPIES, parse_cards(cards)) == told


def test_counts_may_be_known_without_the_cards() -> None:
    assert check_counts(COPIES, {ACE: 2, KING: 0}) == ()
    assert check_counts(COPIES, {ACE: 3, KING: 1}) == (too_many(ACE, 3, 2),)


@for_each((1, True), (2, False), (3, True))
def test_there_are_as_many_cards_as_needed(needed: int, told: bool) -> None:
    assert check_count((ACE, ACE), needed) == ((problem("cards.count", count=2, needed=needed),) if told else ())
