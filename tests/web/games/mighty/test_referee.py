"""The referee's pages of Mighty answer two hundred random questions each as the library does."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cards import Card, Suit, parse_cards
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.following import check_follow_card, find_duty
from scorekeeper.games.mighty.leading import check_lead_card
from scorekeeper.web.page.wording import with_sign
from tests.web.phones import Phone
from tests.web.questions import NAMES, Answer, ask, ask_at_random, cards_value, draw_cards, face, say_all, spoil_cards

HERE = "/referee/mighty"
TRUMPS = ("S", "H", "D", "C", "NT")
OFFERED = list(mighty.PRESETS.values())


@pytest.fixture
def phone(app: Flask) -> Phone:
    phone = Phone(app)
    phone.headers["HX-Request"] = "true"
    return phone


def draw_rules(chance: Random) -> tuple[mighty.Rules, dict[str, str]]:
    """Return the rules of a random preset, with their fields in an address."""
    preset = chance.choice(OFFERED)
    return preset.rules, {"preset": preset.key}


def draw_table(chance: Random, rules: mighty.Rules, most: int) -> tuple[list[Card], dict[str, str]]:
    """Return random cards on the table, with fields for the words of their leader."""
    special = [card for card in rules.setting.pack if card.suit is None or card.rank in (3, 7, 14)]
    cards = draw_cards(chance, rules.setting.pack, 0, most)
    if cards and chance.random() < 0.4 and (first := chance.choice(special)) not in cards:
        cards[0] = first
    said = {"called": chance.choice(("yes", "no")), "suit": chance.choice(("S", "H", "D", "C", "any"))}
    return cards, {name: value for name, value in said.items() if chance.random() < 0.7}


def build_plays(cards: Sequence[Card], said: dict[str, str]) -> list[mighty.Play]:
    """Return the cards as plays, the first with the words of its leader."""
    suit = Suit(said["suit"]) if cards and cards[0].suit is None and said.get("suit", "any") != "any" else None
    return [
        mighty.Play(place, card, suit, said.get("called") == "yes") if place == 1 else mighty.Play(place, card)
        for place, card in enumerate(cards, 1)
    ]


def suit_unknown(conditions: mighty.Conditions, trick: int, plays: Sequence[mighty.Play]) -> bool:
    """Return whether the suit that the leader of the joker asks for is still unknown."""
    asked = conditions.suits_to_name(trick, plays[0].card) if plays else ()
    return bool(asked) and plays[0].suit not in asked


def assert_refused(answer: Answer, problems: Sequence[Problem]) -> None:
    """Assert that the page refuses the question in the library's words."""
    assert answer.status == 422
    assert say_all(mighty.GAME, problems) in answer.text


@ask_at_random("trick")
def test_who_wins_this_trick(phone: Phone, chance: Random) -> None:
    rules, fields = draw_rules(chance)
    trump, trick = chance.choice(TRUMPS), chance.randint(1, rules.setting.tricks)
    cards, said = draw_table(chance, rules, rules.setting.active + (chance.random() < 0.1))
    fields |= {"trump": trump, "trick": str(trick), "cards": cards_value(cards), **said}
    conditions = mighty.Conditions(rules, None if trump == "NT" else Suit(trump))
    if chance.random() < 0.1:
        fields["cards"] = spoil_cards(chance, fields["cards"])
        assert ask(phone, f"{HERE}/trick", fields).status == 422
        return
    answer = ask(phone, f"{HERE}/trick", fields)
    plays = build_plays(cards, said)
    if not plays or (len(plays) <= rules.setting.active and suit_unknown(conditions, trick, plays)):
        assert (answer.status, answer.fact) == (200, "")
        return
    try:
        judged, why = mighty.judge_trick(conditions, trick, plays), mighty.explain_winner(conditions, trick, plays)
    except RuleError as refusal:
        return assert_refused(answer, refusal.problems)
    whole = len(plays) == rules.setting.active
    wins = "wins" if whole else "wins so far"
    points = f"{judged.points} point{'' if judged.points == 1 else 's'} in it"
    assert answer.fact == f"{face(plays[judged.winner - 1].card)} {wins} {points}"
    assert answer.look == ("yes" if whole else "maybe")
    assert answer.why.startswith(say_all(mighty.GAME, [why.why]))


@ask_at_random("play")
def test_may_i_lead_or_follow_with_this(phone: Phone, chance: Random) -> None:
    """A whole hand is judged as such; of a part of one, as far as it forbids anything."""
    rules, fields = draw_rules(chance)
    trump = chance.choice(TRUMPS)
    conditions = mighty.Conditions(rules, None if trump == "NT" else Suit(trump))
    table, said = draw_table(chance, rules, rules.setting.active - 1)
    rest = list(rules.setting.pack)
    for card in table:
        rest.remove(card)
    hand = draw_cards(chance, rest, 1, rules.setting.tricks)
    by_hand = chance.random() < 0.6
    trick = rules.setting.tricks - len(hand) + 1 if by_hand else chance.randint(1, rules.setting.tricks)
    fields |= {"trump": trump, "cards": cards_value(table), "trick": "" if by_hand else str(trick), **said}
    plays = build_plays(table, said)
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/play", fields, {"hand": spoil_cards(chance, cards_value(hand))}).status == 422
        return
    answer = ask(phone, f"{HERE}/play", fields, {"hand": cards_value(hand)})
    if suit_unknown(conditions, trick, plays):
        assert (answer.status, answer.fact) == (200, "")
        return
    if len(hand) == conditions.hand_size(trick):
        problems = mighty.card_problems(conditions, trick, plays, hand)
    elif plays:
        asked = find_duty(conditions, trick, plays)
        problems = {card: check_follow_card(conditions, asked, card, hand) for card in hand}
    else:
        problems = {card: check_lead_card(conditions, trick, card, hand) for card in hand}
    legal = [card for card, against in problems.items() if not against]
    assert answer.status == 200
    shown = expected_fact(legal, len(problems))
    assert answer.fact.startswith(shown), (answer.fact, shown)
    assert answer.look == ("maybe" if len(hand) != conditions.hand_size(trick) else "yes" if legal else "no")
    for against in problems.values():
        assert say_all(mighty.GAME, against) in answer.why or len(against) > 1


def expected_fact(legal: Sequence[Card], every: int) -> str:
    """Return the large text expected over a hand."""
    if not legal:
        return "None of them"
    if len(legal) == every:
        return "Anything" if every > 1 else face(legal[0])
    return ", ".join(map(face, legal)) if len(legal) < 6 else f"{len(legal)} of {every}"


def draw_bid(chance: Random, rules: mighty.Rules) -> mighty.Bid:
    """Return a random bid, now and then an impossible one."""
    level = chance.randint(rules.min_bid - (chance.random() < 0.2), rules.setting.points + (chance.random() < 0.2))
    return mighty.Bid(level, chance.choice([*Suit, None]))


def bid_fields(bid: mighty.Bid, prefix: str = "") -> dict[str, str]:
    return {f"{prefix}level": str(bid.level), f"{prefix}trump": bid.trump.value if bid.trump else "NT"}


def check_possible_bid(rules: mighty.Rules, bid: mighty.Bid) -> tuple[Problem, ...]:
    """Return the reasons why nobody can have bid this."""
    return mighty.check_bid(mighty.Auction(rules, (1, 2), 1), 1, bid)


@ask_at_random("bid")
def test_is_this_bid_or_change_legal(phone: Phone, chance: Random) -> None:
    rules, fields = draw_rules(chance)
    when = chance.choice(("bid", "before", "after"))
    highest, wanted = draw_bid(chance, rules), draw_bid(chance, rules)
    fields |= {"when": when, **bid_fields(highest), **bid_fields(wanted, "new_")}
    if chance.random() < 0.1:
        fields[chance.choice(("level", "new_level", "trump", "new_trump"))] = chance.choice(("x", "9999", "-1", "１"))
        answer = ask(phone, f"{HERE}/bid", fields)
        assert answer.status == 422
        return
    answer = ask(phone, f"{HERE}/bid", fields)
    if when == "before" and not rules.change_before_kitty:
        assert answer.status == 422
        return
    if problems := check_possible_bid(rules, highest):
        return assert_refused(answer, problems)
    if when == "bid":
        against = mighty.check_bid(mighty.Auction(rules, (1, 2), 1).add_call(1, highest), 2, wanted)
    else:
        against = mighty.check_change(rules, highest, wanted, before_kitty=when == "before")
    assert answer.status == 200
    assert answer.look == ("no" if against else "yes")
    verb = "bid" if when == "bid" else "the contract"
    said = f"may {'not ' if against else ''}be {verb}"
    assert answer.fact == f"{bid_text(wanted)} {said}"
    assert not against or answer.why == say_all(mighty.GAME, against)


def bid_text(bid: mighty.Bid) -> str:
    return f"{bid.level} {NAMES[bid.trump.value]}" if bid.trump else f"{bid.level} NT"


@ask_at_random("payment")
def test_what_would_each_result_pay(phone: Phone, chance: Random) -> None:
    """Every figure of the table, and the steps of one of them."""
    rules, fields = draw_rules(chance)
    contract = draw_bid(chance, rules)
    points = chance.randint(0, rules.setting.points)
    ways: dict[str, Any] = {"none": 0, "card": 0, "first_trick": 0, "friends_1": 1, "friends_2": 2, "x": 0}
    way = chance.choice(list(ways))
    fields |= {**bid_fields(contract), "way": way, "points": str(points)}
    path = f"{HERE}/payment"
    if problems := check_possible_bid(rules, contract):
        return assert_refused(ask(phone, path, fields), problems)
    answer = ask(phone, path, fields)
    friends = ways[way]
    named = "card" if rules.friend_by_card else "first_trick" if rules.friend_by_first_trick else "player"
    call = mighty.Call(named, player=2 if named == "player" else None) if friends else mighty.Call(way)  # type: ignore[arg-type]
    first, second = (2 if friends else None), (3 if friends > 1 else None)
    seats = tuple(range(2 + friends, rules.setting.active + 1))
    outcome = mighty.Outcome(points, 1, first, seats, second_friend=second)
    possible = way != "x" and friends <= rules.setting.partners
    if possible:
        possible = not mighty.check_outcome(rules, mighty.Contract(contract, call), outcome)
    assert answer.status == (200 if possible else 422), (rules.players, way)
    if not possible:
        return
    paid = mighty.payment_table(rules, mighty.Contract(contract, call), outcome)[points]
    assert answer.fact.startswith(with_sign(paid.amounts[1]))
    assert say_all(mighty.GAME, [paid.accounts[0].steps[0].why]) in answer.text
    rows = phone.get(path + "?" + "&".join(f"{name}={value}" for name, value in fields.items())).text
    for settled in mighty.payment_table(rules, mighty.Contract(contract, call), outcome):
        assert f">{with_sign(settled.amounts[1])}<" in rows


@ask_at_random("redeal")
def test_may_this_hand_be_dealt_again(phone: Phone, chance: Random) -> None:
    rules, fields = draw_rules(chance)
    low = [card for card in rules.setting.pack if not mighty.is_point(card)]
    pack = low if chance.random() < 0.5 else list(rules.setting.pack)
    size = rules.setting.hand_size
    hand = draw_cards(chance, pack, size - (chance.random() < 0.2), size)
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/redeal", fields, {"hand": spoil_cards(chance, cards_value(hand))}).status == 422
        return
    answer = ask(phone, f"{HERE}/redeal", fields, {"hand": cards_value(hand)})
    assert answer.status == 200
    if len(hand) < size:
        assert answer.fact.endswith("so far")
        return
    value = mighty.value_hand(rules, hand)
    assert answer.look == ("yes" if value.qualifies else "no")
    assert answer.fact.startswith("Yes" if value.qualifies else "No")
    assert answer.why == say_all(mighty.GAME, value.reasons or value.problems)


ONLY_TRUMPS_AND_JOKER = "HA HK HQ HJ H10 H9 H8 H7 H6 JK"


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("pagat", {}),
        ("pagat", {"joker_first_lead": "forbidden"}),
        ("pagat", {"joker_first_last": "forbidden"}),
        ("base10", {}),
        ("korean40", {}),
        ("wikipedia_ja", {}),
    ],
)
def test_may_i_lead_agrees_with_what_may_be_kept(phone: Phone, preset: str, changes: dict[str, str]) -> None:
    """Nothing of a hand that the declarer may not keep begins the play."""
    conditions = mighty.Conditions(mighty.PRESETS[preset].rules.change(changes), Suit.HEARTS)
    hand = parse_cards(ONLY_TRUMPS_AND_JOKER)
    discards = parse_cards("S2 D2 C2")
    against = mighty.check_discard(conditions, (*hand, *discards), discards)
    fields = {"preset": preset, **changes, "trump": "H", "trick": "1"}
    answer = ask(phone, f"{HERE}/play", fields, {"hand": ONLY_TRUMPS_AND_JOKER})
    assert ("None of them" in answer.text) == bool(against)
    assert (say_all(mighty.GAME, against) in answer.text) if against else ("may be led" in answer.text)


def test_the_lowest_contracts_stand_over_what_they_pay(phone: Phone) -> None:
    page = phone.page(f"{HERE}/bid?preset=pagat&when=after&level=15&trump=H&new_level=16&new_trump=NT")
    (table,) = page.of_class("compare--lowest-bids")
    assert [cell.text.split()[0] for cell in table.all("th")] == ["17", "16", "17", "17", "16"]
    assert "–" not in table.text
