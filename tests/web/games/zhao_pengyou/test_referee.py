"""The referee's pages of Zhao Pengyou answer two hundred random questions each as the library does."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from flask import Flask

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.demotion import list_last_wins
from scorekeeper.games.zhao_pengyou.promotion import find_highest_total
from scorekeeper.games.zhao_pengyou.throws import find_beaten_parts
from tests.web.phones import Phone
from tests.web.questions import (
    Answer,
    ask,
    ask_at_random,
    cards_value,
    draw_cards,
    face,
    page_wording,
    say_all,
    spoil_cards,
)

HERE = "/referee/zhao_pengyou"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK")


@pytest.fixture
def phone(app: Flask) -> Phone:
    phone = Phone(app)
    phone.headers["HX-Request"] = "true"
    return phone


def draw_conditions(chance: Random) -> tuple[zpy.Conditions, dict[str, str]]:
    """Return random rules, players and trumps, with their fields in an address."""
    preset = chance.choice(list(zpy.PRESETS.values()))
    changes = {"follow": chance.choice(("sets_only", "subset_pattern")), "even_throws": chance.random() < 0.2}
    rules, players = preset.rules.change(changes), chance.randint(5, 12)
    rank = chance.choice(RANKS)
    suit = chance.choice(("S", "H", "D", "C", "none")) if rank != "JK" else "none"
    trumps = zpy.Trumps(None if suit == "none" else Suit(suit), rank)  # type: ignore[arg-type]
    written_rules = {key: str(value).lower() for key, value in changes.items()}
    fields = {"preset": preset.key, "count": str(players), "suit": suit, "rank": rank, **written_rules}
    return zpy.Conditions(rules, zpy.find_setting(rules, players), trumps), fields


def draw_lead(chance: Random, conditions: zpy.Conditions, most: int) -> list[Card]:
    """Return random cards that may mostly be led together, many of them identical."""
    pack = list(conditions.setting.pack)
    group = conditions.group(chance.choice(pack))
    mates = [card for card in pack if conditions.group(card) == group]
    few = chance.sample(list(dict.fromkeys(mates)), min(3, len(set(mates))))
    twins = [card for card in few for _ in range(conditions.setting.copies[card])]
    cards = draw_cards(chance, twins if chance.random() < 0.7 else mates, 1, most)
    return [*cards, chance.choice([card for card in pack if card not in cards])] if chance.random() < 0.1 else cards


def remaining_cards(conditions: zpy.Conditions, *taken: Sequence[Card]) -> list[Card]:
    """Return the pack without some cards."""
    left = Counter(conditions.setting.copies)
    for cards in taken:
        left.subtract(cards)
    return list(left.elements())


def assert_verdict_no(answer: Answer, problems: Sequence[Problem]) -> None:
    assert (answer.status, answer.look) == (200, "no")
    assert answer.why == say_all(zpy.GAME, problems)


@ask_at_random("lead")
def test_may_i_lead_this_and_is_this_throw_good(phone: Phone, chance: Random) -> None:
    """Against cards that were shown, else against every card that nobody has seen."""
    conditions, fields = draw_conditions(chance)
    cards = draw_lead(chance, conditions, 6)
    others = remaining_cards(conditions, cards)
    seen = draw_cards(chance, others, 0, len(others)) if chance.random() < 0.5 else []
    shown = draw_cards(chance, remaining_cards(conditions, cards, seen), 0, 8) if chance.random() < 0.3 else []
    fields |= {"cards": cards_value(cards), "seen": cards_value(seen), "shown": cards_value(shown)}
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/lead", fields | {"cards": spoil_cards(chance, cards_value(cards))}).status == 422
        return
    answer = ask(phone, f"{HERE}/lead", fields)
    if problems := zpy.check_lead(conditions, cards):
        return assert_verdict_no(answer, problems)
    lead = zpy.read_lead(conditions, cards)
    if lead.kind != "throw":
        assert (answer.status, answer.look) == (200, "yes")
        assert answer.fact.lower().startswith(page_wording(zpy.say(lead.name)).lower())
        return
    against = shown or remaining_cards(conditions, cards, seen)
    beaten = find_beaten_parts(conditions, lead, against)
    assert answer.look == (("no" if beaten else "maybe") if shown else "maybe" if beaten else "yes")
    response = phone.post(f"{HERE}/lead", fields, htmx=True).text
    assert response.count("row--danger") == len(beaten)


@ask_at_random("hand")
def test_is_this_throw_good_with_the_rest_of_my_hand(phone: Phone, chance: Random) -> None:
    """Cards in the leader's hand cannot beat the throw; more cards than a hand are refused."""
    conditions, fields = draw_conditions(chance)
    cards = draw_lead(chance, conditions, 5)
    hand = draw_cards(chance, remaining_cards(conditions, cards), 1, conditions.setting.hand_size)
    answer = ask(phone, f"{HERE}/lead", fields | {"cards": cards_value(cards)}, {"hand": cards_value(hand)})
    if problems := zpy.check_lead(conditions, cards, [*cards, *hand]):
        return assert_verdict_no(answer, problems)
    lead = zpy.read_lead(conditions, cards)
    beaten = lead.kind == "throw" and find_beaten_parts(conditions, lead, remaining_cards(conditions, cards, hand))
    assert answer.look == ("maybe" if beaten else "yes")


@ask_at_random("follow")
def test_must_i_follow_with_these(phone: Phone, chance: Random) -> None:
    conditions, fields = draw_conditions(chance)
    led = draw_lead(chance, conditions, 4)
    others = remaining_cards(conditions, led)
    mates = [card for card in others if conditions.group(card) == conditions.group(led[0])]
    hand = draw_cards(chance, mates if chance.random() < 0.5 else others, 1, conditions.setting.hand_size)
    play = chance.sample(hand, min(len(led), len(hand)))
    if chance.random() < 0.2:
        play = play[:-1]
    fields |= {"cards": cards_value(led)}
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/follow", fields, {"hand": spoil_cards(chance, cards_value(hand))}).status == 422
        return
    answer = ask(phone, f"{HERE}/follow", fields, {"hand": cards_value(hand), "play": cards_value(play)})
    if problems := zpy.check_lead(conditions, led):
        return assert_verdict_no(answer, problems)
    lead = zpy.read_lead(conditions, led)
    if len(play) < len(led):
        assert (answer.status, answer.look) == (200, "maybe")
        forced = zpy.find_forced_cards(conditions, lead, hand)
        assert [each.text for each in answer.section.of_class("inline-card")] == [face(card) for card in forced]
        return
    if problems := zpy.check_follow(conditions, lead, hand, play):
        return assert_verdict_no(answer, problems)
    assert (answer.status, answer.look) == (200, "yes")


@ask_at_random("trick")
def test_who_wins_this_trick(phone: Phone, chance: Random) -> None:
    conditions, fields = draw_conditions(chance)
    led = draw_lead(chance, conditions, 3)
    plays = [tuple(led)]
    for _ in range(chance.randint(0, conditions.setting.players - 1)):
        left = remaining_cards(conditions, *plays)
        group = chance.choice((conditions.group(led[0]), "trump"))
        mates = [card for card in left if conditions.group(card) == group]
        pool = mates if len(mates) >= len(led) and chance.random() < 0.8 else left
        twin = [card for card in set(pool) if pool.count(card) >= len(led)]
        plays.append(
            tuple([chance.choice(sorted(twin, key=str))] * len(led)) if twin else tuple(chance.sample(pool, len(led)))
        )
    fields |= {"cards": " ".join(map(cards_value, plays)), "size": str(len(led))}
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/trick", fields | {"cards": spoil_cards(chance, fields["cards"])}).status == 422
        return
    answer = ask(phone, f"{HERE}/trick", fields)
    made = [zpy.Play(place, cards) for place, cards in enumerate(plays, 1)]
    if problems := zpy.check_lead(conditions, plays[0]):
        return assert_verdict_no(answer, problems)
    winner = zpy.find_winner(conditions, made)
    done = len(plays) == conditions.setting.players
    points = zpy.points_of(card for cards in plays for card in cards)
    wins = " ".join(map(face, plays[winner - 1]))
    assert answer.fact == f"{wins} wins{'' if done else ' so far'} {points} point{'' if points == 1 else 's'} in it"
    assert answer.look == ("yes" if done else "maybe")


@ask_at_random("trumps")
def test_does_this_card_make_trumps(phone: Phone, chance: Random) -> None:
    conditions, fields = draw_conditions(chance)
    level, copies = chance.choice(RANKS), conditions.setting.copies
    own = [card for card in copies if str(card.rank) == level] or list(copies)
    cards = [chance.choice(own if chance.random() < 0.8 else list(copies))] * chance.randint(1, 3)
    laid = [chance.choice([card for card in copies if card.suit])] * chance.randint(0, 2)
    fields |= {"level": level, "cards": cards_value(cards), "laid": cards_value(laid)}
    counts = Counter([*cards, *laid])
    answer = ask(phone, f"{HERE}/trumps", fields)
    if any(count > copies[card] for card, count in counts.items()):
        assert answer.status == 422
        return
    seats = tuple(range(1, conditions.setting.players + 1))
    levels = {**dict.fromkeys(seats, "2"), 1: level, **({2: str(laid[0].rank)} if laid else {})}
    decided = conditions.rules.making_trumps == "predetermined"
    session = zpy.Session(begins=1, levels=levels, maker=1 if decided else None)  # type: ignore[arg-type]
    exposures = (zpy.Exposure(2, laid[0], len(laid)),) if laid else ()
    making = zpy.TrumpMaking(conditions.rules, seats, session, exposures)
    if problems := zpy.check_exposure(making, 1, cards):
        return assert_verdict_no(answer, problems)
    assert (answer.status, answer.look) == (200, "yes")


@ask_at_random("promotion")
def test_how_many_levels_up(phone: Phone, chance: Random) -> None:
    """Every band of the table, and the verdict on one total."""
    conditions, fields = draw_conditions(chance)
    rules, setting = conditions.rules, conditions.setting
    total, makers = chance.randint(-1, 70) * 5, chance.randint(0, setting.most_makers + 1)
    fields |= {"total": str(total), "makers": str(makers)}
    answer = ask(phone, f"{HERE}/promotion", fields)
    highest = find_highest_total(rules, setting)
    if not (0 <= total <= highest and 1 <= makers <= setting.most_makers):
        assert answer.status == 422
        return
    verdict = zpy.judge_total(rules, setting, total, makers)
    side = {"makers": "Makers up", "defenders": "Defenders up"}.get(verdict.side or "")
    assert answer.fact.startswith(f"{side} {verdict.levels}" if side else "Nobody rises")
    assert answer.why == say_all(zpy.GAME, [step.why for step in verdict.steps])
    page = phone.get(f"{HERE}/promotion?" + "&".join(f"{name}={value}" for name, value in fields.items())).text
    assert page.count("Trump maker down") == len(list_last_wins(rules, setting, zpy.Trumps.parse("NT9"))[1:])
    assert page.count('<th scope="row">') == len(zpy.build_promotion_table(rules, setting))
