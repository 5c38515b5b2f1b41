"""The referee's pages of Zhao Pengyou: two hundred random questions each, every answer the library's."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from flask import Flask

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.throws import find_beaten_parts
from tests.web.phones import Phone
from tests.web.questions import Answer, ask, asked_by_chance, face, in_words, some_cards, spoilt, spoken, written

HERE = "/referee/zhao_pengyou"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK")


@pytest.fixture
def phone(app: Flask) -> Phone:
    phone = Phone(app)
    phone.headers["HX-Request"] = "true"
    return phone


def some_table(chance: Random) -> tuple[zpy.Conditions, dict[str, str]]:
    """Rules, players and trumps, and how an address writes them."""
    preset = chance.choice(list(zpy.PRESETS.values()))
    changes = {"follow": chance.choice(("sets_only", "subset_pattern")), "even_throws": chance.random() < 0.2}
    rules, players = preset.rules.change(changes), chance.randint(5, 12)
    rank = chance.choice(RANKS)
    suit = chance.choice(("S", "H", "D", "C", "none")) if rank != "JK" else "none"
    trumps = zpy.Trumps(None if suit == "none" else Suit(suit), rank)  # type: ignore[arg-type]
    written_rules = {key: str(value).lower() for key, value in changes.items()}
    fields = {"preset": preset.key, "count": str(players), "suit": suit, "rank": rank, **written_rules}
    return zpy.Conditions(rules, zpy.find_setting(rules, players), trumps), fields


def of_one_suit(chance: Random, conditions: zpy.Conditions, most: int) -> list[Card]:
    """Cards that may be led together, many of them twins; now and then others among them."""
    pack = list(conditions.setting.pack)
    group = conditions.group(chance.choice(pack))
    mates = [card for card in pack if conditions.group(card) == group]
    few = chance.sample(list(dict.fromkeys(mates)), min(3, len(set(mates))))
    twins = [card for card in few for _ in range(conditions.setting.copies[card])]
    cards = some_cards(chance, twins if chance.random() < 0.7 else mates, 1, most)
    return [*cards, chance.choice([card for card in pack if card not in cards])] if chance.random() < 0.1 else cards


def rest_of(conditions: zpy.Conditions, *taken: Sequence[Card]) -> list[Card]:
    """The pack without some cards."""
    left = Counter(conditions.setting.copies)
    for cards in taken:
        left.subtract(cards)
    return list(left.elements())


def refuses(answer: Answer, problems: Sequence[Problem]) -> None:
    """The answer is no, with every reason of the library."""
    assert (answer.status, answer.look) == (200, "no")
    assert answer.why == spoken(zpy.GAME, problems)


@asked_by_chance("lead")
def test_may_i_lead_this_and_is_this_throw_good(phone: Phone, chance: Random) -> None:
    """Against cards that were shown, else against every card that nobody has seen."""
    conditions, fields = some_table(chance)
    cards = of_one_suit(chance, conditions, 6)
    others = rest_of(conditions, cards)
    seen = some_cards(chance, others, 0, len(others)) if chance.random() < 0.5 else []
    shown = some_cards(chance, rest_of(conditions, cards, seen), 0, 8) if chance.random() < 0.3 else []
    fields |= {"cards": written(cards), "seen": written(seen), "shown": written(shown)}
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/lead", fields | {"cards": spoilt(chance, written(cards))}).status == 422
        return
    answer = ask(phone, f"{HERE}/lead", fields)
    if problems := zpy.check_lead(conditions, cards):
        return refuses(answer, problems)
    lead = zpy.read_lead(conditions, cards)
    if lead.kind != "throw":
        assert (answer.status, answer.look) == (200, "yes")
        assert answer.fact.lower().startswith(in_words(zpy.say(lead.name)).lower())
        return
    against = shown or rest_of(conditions, cards, seen)
    beaten = find_beaten_parts(conditions, lead, against)
    assert answer.look == (("no" if beaten else "maybe") if shown else "maybe" if beaten else "yes")
    response = phone.post(f"{HERE}/lead", fields, htmx=True).text
    assert response.count("row--danger") == len(beaten)


@asked_by_chance("hand")
def test_is_this_throw_good_with_the_rest_of_my_hand(phone: Phone, chance: Random) -> None:
    """What the leader holds nobody else does; more than a hand is refused."""
    conditions, fields = some_table(chance)
    cards = of_one_suit(chance, conditions, 5)
    hand = some_cards(chance, rest_of(conditions, cards), 1, conditions.setting.hand_size)
    answer = ask(phone, f"{HERE}/lead", fields | {"cards": written(cards)}, {"hand": written(hand)})
    if problems := zpy.check_lead(conditions, cards, [*cards, *hand]):
        return refuses(answer, problems)
    lead = zpy.read_lead(conditions, cards)
    beaten = lead.kind == "throw" and find_beaten_parts(conditions, lead, rest_of(conditions, cards, hand))
    assert answer.look == ("maybe" if beaten else "yes")


@asked_by_chance("follow")
def test_must_i_follow_with_these(phone: Phone, chance: Random) -> None:
    conditions, fields = some_table(chance)
    led = of_one_suit(chance, conditions, 4)
    others = rest_of(conditions, led)
    mates = [card for card in others if conditions.group(card) == conditions.group(led[0])]
    hand = some_cards(chance, mates if chance.random() < 0.5 else others, 1, conditions.setting.hand_size)
    play = chance.sample(hand, min(len(led), len(hand)))
    if chance.random() < 0.2:
        play = play[:-1]
    fields |= {"cards": written(led)}
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/follow", fields, {"hand": spoilt(chance, written(hand))}).status == 422
        return
    answer = ask(phone, f"{HERE}/follow", fields, {"hand": written(hand), "play": written(play)})
    if problems := zpy.check_lead(conditions, led):
        return refuses(answer, problems)
    lead = zpy.read_lead(conditions, led)
    if len(play) < len(led):
        assert (answer.status, answer.look) == (200, "maybe")
        forced = zpy.find_forced_cards(conditions, lead, hand)
        assert [each.text for each in answer.section.of_class("inline-card")] == [face(card) for card in forced]
        return
    if problems := zpy.check_follow(conditions, lead, hand, play):
        return refuses(answer, problems)
    assert (answer.status, answer.look) == (200, "yes")


@asked_by_chance("trick")
def test_who_wins_this_trick(phone: Phone, chance: Random) -> None:
    conditions, fields = some_table(chance)
    led = of_one_suit(chance, conditions, 3)
    plays = [tuple(led)]
    for _ in range(chance.randint(0, conditions.setting.players - 1)):
        left = rest_of(conditions, *plays)
        group = chance.choice((conditions.group(led[0]), "trump"))
        mates = [card for card in left if conditions.group(card) == group]
        pool = mates if len(mates) >= len(led) and chance.random() < 0.8 else left
        twin = [card for card in set(pool) if pool.count(card) >= len(led)]
        plays.append(
            tuple([chance.choice(sorted(twin, key=str))] * len(led)) if twin else tuple(chance.sample(pool, len(led)))
        )
    fields |= {"cards": " ".join(map(written, plays)), "size": str(len(led))}
    if chance.random() < 0.1:
        assert ask(phone, f"{HERE}/trick", fields | {"cards": spoilt(chance, fields["cards"])}).status == 422
        return
    answer = ask(phone, f"{HERE}/trick", fields)
    made = [zpy.Play(place, cards) for place, cards in enumerate(plays, 1)]
    if problems := zpy.check_lead(conditions, plays[0]):
        return refuses(answer, problems)
    winner = zpy.find_winner(conditions, made)
    done = len(plays) == conditions.setting.players
    points = zpy.points_of(card for cards in plays for card in cards)
    wins = " ".join(map(face, plays[winner - 1]))
    assert answer.fact == f"{wins} wins{'' if done else ' so far'} {points} point{'' if points == 1 else 's'} in it"
    assert answer.look == ("yes" if done else "maybe")


@asked_by_chance("trumps")
def test_does_this_card_make_trumps(phone: Phone, chance: Random) -> None:
    conditions, fields = some_table(chance)
    level, copies = chance.choice(RANKS), conditions.setting.copies
    own = [card for card in copies if str(card.rank) == level] or list(copies)
    cards = [chance.choice(own if chance.random() < 0.8 else list(copies))] * chance.randint(1, 3)
    laid = [chance.choice([card for card in copies if card.suit])] * chance.randint(0, 2)
    fields |= {"level": level, "cards": written(cards), "laid": written(laid)}
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
        return refuses(answer, problems)
    assert (answer.status, answer.look) == (200, "yes")


@asked_by_chance("promotion")
def test_how_many_levels_up(phone: Phone, chance: Random) -> None:
    """Every band of the table, and the verdict on one total."""
    conditions, fields = some_table(chance)
    rules, setting = conditions.rules, conditions.setting
    total, makers = chance.randint(-1, 70) * 5, chance.randint(0, setting.most_makers + 1)
    fields |= {"total": str(total), "makers": str(makers)}
    answer = ask(phone, f"{HERE}/promotion", fields)
    highest = setting.points + (rules.kitty_multiplier - 1) * setting.most_kitty_points
    if not (0 <= total <= highest and 1 <= makers <= setting.most_makers):
        assert answer.status == 422
        return
    verdict = zpy.judge_total(rules, setting, total, makers)
    side = {"makers": "Makers up", "defenders": "Defenders up"}.get(verdict.side or "")
    assert answer.fact.startswith(f"{side} {verdict.levels}" if side else "Nobody rises")
    assert answer.why == spoken(zpy.GAME, [step.why for step in verdict.steps])
    page = phone.get(f"{HERE}/promotion?" + "&".join(f"{name}={value}" for name, value in fields.items())).text
    assert page.count('<th scope="row">') == len(zpy.build_promotion_table(rules, setting))
