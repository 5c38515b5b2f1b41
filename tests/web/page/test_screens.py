"""Screens in every state, rendered in every language for everyone who may see them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus

import pytest
from flask import Flask

from scorekeeper.games import GAMES, mighty
from scorekeeper.house_rules import house_rules
from scorekeeper.web.page.screens import SCREENS
from tests.tiers import in_turn, one_in
from tests.web.fixing import Fix
from tests.web.hands import CONTRACT, DEALT, PLAY, POOR, Step, bid_steps
from tests.web.pages import find_faults
from tests.web.phones import NAMES, Fields, Phone, Table, open_table

pytestmark = pytest.mark.exhaustive

LANGUAGES = ("en", "ko", "ja", "zh-Hans")

SOURCES = {
    *(sentence.source for sentence in mighty.SENTENCES.values()),
    *(rule.source for rule in house_rules(mighty.Rules).values()),
    *(preset.source for preset in mighty.GAME.presets.values()),
} - {""}
PEOPLE = (*NAMES, "Fay", "Gil", "Hye", "Ian", "Jo", "Kit", "Lea")
PROGRAMS = (
    *("Scorekeeper", "pagat.com", "Wikipedia", "CSV", "JSON", "PDF"),
    *("Excel", "Numbers", "LibreOffice", "SQLite", "Datasette", "pandas", "DuckDB", "BG Stats", "QR", "TV", "Android"),
)
OTHERS = (
    *("XLSX", "PNG", "English", "JavaScript", "Pagat", "NT", "AM", "PM"),
    *("misdeal", "late", "paper", "localhost", "HTTPS"),
)
FOREIGN = re.compile(
    r"\b[A-HJ-NP-Z2-9]{3} [A-HJ-NP-Z2-9]{3}\b|"  # a code to join, whatever word it begins with
    rf"(?<![A-Za-z])({'|'.join(PEOPLE + PROGRAMS + OTHERS)})(?![A-Za-z])|http://\S+|"
    + "|".join(re.escape(source) for source in sorted(SOURCES, key=len, reverse=True))
)
"""What is the same in every language: names, titles of rulebooks, and what people typed."""

ENGLISH = re.compile(r"[A-Za-z]{3,}(?: [a-z]+)*")
BROKEN = re.compile(r"\{\w*\}|%\(|\bNone\b|Undefined|&\w+;|</")


def find_untranslated(text: str) -> list[str]:
    """The English words on a page of another language that are no names."""
    return ENGLISH.findall(FOREIGN.sub(" ", text))


def test_what_is_the_same_in_every_language_is_not_untranslated() -> None:
    """Codes are drawn at random, also such as begin with a word."""
    assert find_untranslated("코드 NT5 TEC, PDF TEC; Bo 님, 5NT TEC") == []
    assert find_untranslated("코드 NT5 TEC, TEC") == ["TEC"]


TOLD = ("title", "alt", "aria-label", "placeholder")
"""Attributes that people see or hear."""


def check(phone: Phone, path: str, languages: Iterable[str] = LANGUAGES) -> None:
    """A page is whole: nothing missing, nothing inline, nothing left to fill in, and in its language."""
    for language in languages:
        phone.headers["Accept-Language"] = language
        page = phone.page(path)
        assert find_faults(page) == [], f"{path} in {language}"
        told = [each.attributes[name] for each in page.all() for name in TOLD if name in each.attributes]
        text = "\n".join([*page.strings, *told])
        assert BROKEN.findall(text) == [], f"{path} in {language}"
        english = find_untranslated(
            text.replace("Mighty", "") if language == "zh-Hans" else text
        )  # it has no Chinese name
        assert language == "en" or english == [], path


def check_board(phones: Iterable[Phone], table: Table) -> None:
    """Check the board of a scorer in every language, of others in one."""
    for phone in phones:
        for path in ("", "/watch", "/referee"):
            languages = in_turn(f"{path}{table.version}", LANGUAGES) if phone is table.host else ["ko"]
            check(phone, table.path + path, languages)


def check_everything(phones: Iterable[Phone], table: Table) -> None:
    """Check every page of a table."""
    hands = [f"/sheet/{number}" for number in range(1, len(table.state.hands) + (2 if table.state.current else 1))]
    pages = [
        "",
        "/watch",
        "/referee",
        "/people",
        "/log",
        "/help",
        "/links",
        "/rules",
        "/sheet",
        "/chart",
        "/settle",
        "/export",
        "/print",
        "/print/empty",
        *hands,
    ]
    for phone in phones:
        for page in pages:
            languages = in_turn(f"{page}{table.version}", LANGUAGES) if phone is table.host else ["ko"]
            check(phone, table.path + page, languages)
        check(phone, "/")


def everyone(table: Table) -> list[Phone]:
    """A phone of each kind that sees something else: the host, a player who does not keep the score, a watcher."""
    player = table.take_seat(1) if table.state.people else table.joiner()
    if table.state.people:
        table.limit_scorers(2)
    return [table.host, player, table.watcher()]


FIVE = {"choose_seats": "yes", **{f"seat_{player}": "yes" for player in range(1, 6)}}


def contract(bid: str) -> list[Step]:
    """A hand that Ana declares."""
    return [*DEALT, ("enter_contract", {"declarer": 1, "level": bid[:2], "trump": bid[2:]})]


def call(kind: str, **more: str) -> Step:
    return ("call_friend", {"call": kind, **more})


def trick(winner: int, points: int) -> Step:
    return ("record_trick", {"winner": winner, "points": points})


def result(side: str, points: int = 16, **more: str) -> Step:
    return ("result", {"side": side, "points": points, **more})


SPADE_ACE = call("card", card="SA")

# What may happen in a hand, a screen after each tap.
HANDS: dict[str, Sequence[Step]] = {
    "by its result": [*CONTRACT, result("card|2", 17)],
    "failed": [*CONTRACT, result("card|2", 3)],
    "alone": [*CONTRACT, result("none|-", 20)],
    "call by call": [
        *bid_steps("14H", "-", "15S", "-", "-", "-"),
        ("take_kitty", {}),
        SPADE_ACE,
        trick(3, 3),
        ("reveal_friend", {"player": 2}),
        *(trick(winner, 2) for winner in (2, 3, 1, 4, 5, 3, 2)),
        trick(3, 1),
        trick(3, 0),
        result("SA|2", 13),
    ],
    "thrown in": bid_steps("-", "-", "-", "-", "-"),
    "given up": [*PLAY, ("void_hand", {"number": 1, "reason": "misdeal"})],
}


def play_moves(table: Table, steps: Iterable[Step]) -> Iterator[str]:
    """Tap after tap; a tap that these rules refuse is left out."""
    for form, fields in steps:
        response = table.send(form, fields)
        assert response.status_code in (200, 422)
        if response.status_code == 200:
            yield form


FIVE_PLAYER_PRESETS = [key for key, preset in mighty.PRESETS.items() if 5 in preset.rules.setting.seat_counts]


@pytest.mark.parametrize(
    ("preset", "hand"), [(preset, hand) for preset in one_in(2, FIVE_PLAYER_PRESETS) for hand in in_turn(preset, HANDS)]
)
def test_a_hand_under_every_preset(app: Flask, preset: str, hand: str) -> None:
    table = open_table(app, preset)
    phones = everyone(table)
    taps = []
    for tap in play_moves(table, HANDS[hand]):
        taps.append(tap)
        check_board(phones, table)
    if hand == "thrown in" and table.state.rules.first_bidder_must_bid:  # type: ignore[attr-defined]
        assert taps == ["start_hand"], "whoever bids first may not pass"
    else:
        assert len(taps) >= len(HANDS[hand]) - 1, "the presets know these calls, but for the kitty's"
    check_everything(phones, table)
    table.record("undo")
    check_board(phones, table)


CLAIM: Step = ("claim_redeal", {"player": 1, "cards": POOR})
BY_NAME = {"friend_by_card": False, "friend_by_first_trick": False, "friend_by_player": True, "no_friend": False}
BURIED = {"buried_mighty_double": "always", "buried_joker_double": "made", "next_dealer": "joker_holder"}
ORDERS = {"win_order": True, "friend_may_announce": True}
ANNOUNCED: Step = ("reveal_friend", {"player": 2, "announced": "yes"})
CHANGES = [
    ("change_contract", {"level": 17, "trump": "S"}),
    ("take_kitty", {}),
    ("change_contract", {"level": 18, "trump": "NT"}),
]
SCORES = {"made": "P-M", "minimum_made": 1, "failed": "as_made", "run": "bid_and_captured", "bid_20_double": "always"}


def bid(player: int, said: str) -> Step:
    return ("place_bid", {"player": player, "level": said[:2], "trump": said[2:]})


# House rules that change what is drawn, and a hand that comes by it.
HOUSES: dict[str, tuple[Fields, Sequence[Step]]] = {
    "a friend by name only": (BY_NAME, [*CONTRACT, call("player:3"), trick(3, 4), result("player:3|3")]),
    "a friend by name, at once": (BY_NAME, [*CONTRACT, result("player:3|3")]),
    "a friend by the first trick": (
        {"friend_by_card": False},
        [*CONTRACT, call("first_trick"), trick(1, 4), result("first_trick|-")],
    ),
    "never a friend": (
        {"friend_by_card": False, "friend_by_first_trick": False},
        [*CONTRACT, call("none"), result("none|-")],
    ),
    "an exposed kitty": (
        {"kitty_exposed": True},
        [*CONTRACT, ("take_kitty", {"cards": ["SA", "H3", "JK"]}), SPADE_ACE, result("SA|-")],
    ),
    "the joker deals": ({"next_dealer": "joker_holder"}, [*CONTRACT, result("card|2", joker_holder="4"), *DEALT]),
    "buried cards": (BURIED, [*CONTRACT, result("card|2", buried_mighty="yes", buried_joker="yes"), *DEALT]),
    "orders": (
        ORDERS,
        [*contract("17H"), SPADE_ACE, trick(2, 4), ANNOUNCED, ("give_win_order", {}), result("SA|2", 17)],
    ),
    "a second round": ({"all_pass": "second_round"}, [*bid_steps("-", "-", "-", "-", "-"), bid(1, "13H")]),
    "the last must bid": ({"all_pass": "last_must_bid"}, [*bid_steps("-", "-", "-", "-"), bid(5, "13H")]),
    "a claim that a 20 blocks": ({"redeal_blocked_by_20": True}, [*DEALT, CLAIM, ("answer_claim", bid(3, "20S")[1])]),
    "a claim that nothing blocks": ({"redeal_blocked_by_20": True}, [*DEALT, CLAIM, ("accept_claim", {})]),
    "a token": ({"redeal": "token"}, [*DEALT, CLAIM, bid(1, "14S")]),
    "a changed contract": ({"change_before_kitty": True}, [*CONTRACT, *CHANGES]),
    "a suit to lead back": ({}, [*contract("20NT"), call("card", card="SA", suit="H")]),
    "a bid of 11": ({"min_bid": 11, "no_trump_outranks": False}, bid_steps("11H", "12NT", "-", "-")),
    "other scores": (SCORES, [*contract("20NT"), result("none|-", 20)]),
}


@pytest.mark.parametrize("house", one_in(3, HOUSES))
def test_every_house_rule_that_changes_a_screen(app: Flask, house: str) -> None:
    rules, steps = HOUSES[house]
    table = open_table(app, **rules)
    phones = everyone(table)
    for form, fields in steps:
        table.record(form, fields)
        check_board(phones, table)
    check_everything(phones, table)


@pytest.mark.parametrize("state", ["auction", "contract", "play", "over"])
def test_previews(table: Table, state: str) -> None:
    steps = {"auction": DEALT, "contract": CONTRACT, "play": PLAY, "over": HANDS["by its result"]}[state]
    assert len(list(play_moves(table, steps))) == len(steps)
    side = "SA|2" if state == "play" else "card|2"
    if state == "contract":
        table.choose_modes("play:result")  # the board then asks for the result
    for query in ("", f"side={side}", f"side={side}&points=17", f"side={side}&points=21", "side=x&points=x"):
        for form in ("result", "place_bid", "take_kitty", "nonsense"):
            path = f"{table.path}/preview/{form}?{query}"
            if form != "result" or state == "contract":
                check(table.host, path)
            else:
                assert table.host.get(path).status_code == HTTPStatus.NO_CONTENT


def test_an_evening_with_all_that_happens_around_hands(app: Flask) -> None:
    table = open_table(app, names=(*NAMES, "Fay"), hands=9)
    phones = everyone(table)
    check_everything(phones, table)
    table.record("start_hand")
    check_board(phones, table)
    table.record("enter_contract", declarer=1, level=16, trump="H")
    table.record("result", side="card|2", points=17)
    table.record("adjust", amount_1=-3, amount_2=3, reason="paper")
    table.record("penalize", player=3, amount=2, to_others="yes", reason="late")
    table.record("start_hand", {"choose_seats": "yes", **{f"seat_{player}": "yes" for player in (2, 3, 4, 5, 6)}})
    table.record("enter_contract", declarer=6, level=14, trump="NT")
    table.record("result", side="none|-", points=1)
    Fix(table, "contract", number=2).record("enter_contract", declarer=2, level=15, trump="S").save()
    assert (
        table.host.post(f"{table.path}/sheet/1/void", {"version": table.version, "reason": "misdeal"}).status_code
        == 303
    )
    assert table.host.post(f"{table.path}/rules", {"version": table.version, "preset": "korean40"}).status_code == 302
    table.record("rename", player=4, name="Lea")
    table.record("leave", player=5)
    table.record("swap", one=1, other=2)
    table.record("limit_hands")
    check_everything(phones, table)
    for player in (1, 2):
        table.record("leave", player=player)
    check_everything(phones, table)
    table.record("undo")
    table.record("undo")
    table.record("end")
    check_everything(phones, table)
    table.record("resume")
    check_everything(phones, table)


def test_twelve_at_the_table(app: Flask) -> None:
    table = open_table(app, names=(*NAMES, "Fay", "Gil", "Hye", "Ian", "Jo", "Kit", "Lea"))
    phones = everyone(table)
    table.record("start_hand", FIVE)
    check_board(phones, table)
    table.record("enter_contract", declarer=1, level=16, trump="H")
    table.record("result", side="card|2", points=17)
    check_everything(phones, table)
    check(phones[1], f"{table.path}/move")
    check(table.joiner(), f"{table.path}/seat")


def test_nobody_at_the_table(app: Flask) -> None:
    table = open_table(app, names=())
    phones = everyone(table)
    check_everything(phones, table)
    for path in (f"{table.path}/seat", "/new", "/import"):
        check(phones[1], path)
    table.record("join", name="Ana")
    check_everything(phones, table)


@pytest.mark.parametrize(
    "code", ["ending.hand_limit", "ending.eliminated", "ending.eliminated_together", "ending.by_hand"]
)
def test_the_end(app: Flask, code: str) -> None:
    table = open_table(app, "korean40", hands=2 if code == "ending.hand_limit" else "")
    phones = everyone(table)
    if code == "ending.eliminated":
        table.record("adjust", amount_3=-10, amount_4=10, reason="paper")
    while not table.state.ending:
        assert len(table.state.hands) < 10
        table.record("start_hand")
        table.record("enter_contract", declarer=1, level=16, trump="H")
        table.record("result", side="card|2", points=16)
        if code == "ending.by_hand":
            table.record("end")
    check_everything(phones, table)
    assert table.state.ending.why.code == code


def test_links_that_ask_and_errors(table: Table) -> None:
    for path in (table.seat_link(table.take_seat(1)), table.links()[2]):
        check(table.stranger(), path)
    for path, status in (("/nowhere", 404), (table.path, 403), ("/l/x", 422), ("/language", 405)):
        phone = table.stranger()
        for language in LANGUAGES:
            phone.headers["Accept-Language"] = language
            page = phone.page(path, status)
            assert find_faults(page) == []
            assert language == "en" or find_untranslated(" ".join(page.strings)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_way_of_recording_has_a_label(game: str) -> None:
    modes = SCREENS[game].recording.modes
    assert {part: tuple(mode.code for mode in offered) for part, offered in modes.items()} == dict(GAMES[game].modes)
