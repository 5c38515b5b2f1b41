"""What people and programs may send that cannot be recorded: a clear answer in their language, and nothing changed."""

import re
from collections.abc import Mapping, Sequence

import pytest
from flask import Flask

from tests.web.pages import parse
from tests.web.phones import NAMES, Fields, Phone, Table, open_table

HANGUL = re.compile("[가-힣]")

Step = tuple[str, Fields]

DEALT: Sequence[Step] = [("start_hand", {})]


def bids(*said: str) -> list[Step]:
    """Calls of the players in turn, such as "14H" or "-" for a pass; Ana speaks first."""
    steps, turns = list(DEALT), list(range(1, 6))
    for call in said:
        player = turns.pop(0)
        if call == "-":
            steps.append(("pass", {"player": player}))
        else:
            steps.append(("place_bid", {"player": player, "level": call[:2], "trump": call[2:]}))
            turns.append(player)
    return steps


CONTRACT: Sequence[Step] = [*DEALT, ("enter_contract", {"declarer": 1, "level": 16, "trump": "H"})]
WITH_KITTY: Sequence[Step] = [*CONTRACT, ("take_kitty", {})]
PLAY: Sequence[Step] = [*CONTRACT, ("call_friend", {"call": "card", "card": "SA"})]
OVER: Sequence[Step] = [*CONTRACT, ("result", {"side": "card|2", "points": 17})]

HAND = [f"{suit}{rank}" for suit in "CD" for rank in range(2, 7)]
GOOD = [f"{suit}{rank}" for suit in "SH" for rank in "AKQJ9"]


def claim(*cards: str) -> Fields:
    """A redeal that Ana claims with these cards."""
    return {"player": 1, "cards": cards}


def seated(*players: int) -> Fields:
    """A hand for these players."""
    return {"choose_seats": "yes", **{f"seat_{player}": "yes" for player in players}}


MADE: Fields = {"side": "card|2", "points": 17}
WHOLE: Fields = {"declarer": 1, "level": 16, "trump": "H", **MADE}
NO_CALL: Fields = {
    "preset": "pagat",
    **dict.fromkeys(("friend_by_card", "friend_by_first_trick", "no_friend"), "false"),
}

# What was recorded before, the form, what it holds, and what the answer says.
ROWS: list[tuple[str, Sequence[Step], str, Fields, str]] = [
    ("a bid out of turn", DEALT, "place_bid", {"player": 3, "level": 14, "trump": "H"}, "It is Ana’s turn."),
    ("a bid as high as the last", bids("14H"), "place_bid", {"player": 2, "level": 14, "trump": "S"}, "15"),
    ("a bid below the lowest", DEALT, "place_bid", {"player": 1, "level": 12, "trump": "S"}, "13"),
    ("a bid of 21", DEALT, "place_bid", {"player": 1, "level": 21, "trump": "S"}, "20"),
    (
        "a bid after passing",
        bids("14H", "-", "-", "-"),
        "place_bid",
        {"player": 2, "level": 15, "trump": "H"},
        "Bo has passed",
    ),
    ("a pass after passing", bids("14H", "-"), "pass", {"player": 2}, "Bo has passed"),
    ("a bid of somebody else", DEALT, "place_bid", {"player": 9, "level": 14, "trump": "H"}, "does not play"),
    ("a bid without trumps", DEALT, "place_bid", {"player": 1, "level": 14}, "Choose: the trump suit."),
    ("a bid of nothing", DEALT, "place_bid", {"player": 1}, "Choose: the number."),
    ("a bid of nobody", DEALT, "place_bid", {"level": 14, "trump": "H"}, "Choose: a player."),
    ("a bid in a suit that there is not", DEALT, "place_bid", {"player": 1, "level": 14, "trump": "X"}, "“X” is not a"),
    ("a bid in words", DEALT, "place_bid", {"player": 1, "level": "many", "trump": "H"}, "Write a whole number"),
    ("a bid once the contract stands", CONTRACT, "place_bid", {"player": 1, "level": 17, "trump": "H"}, ""),
    ("a contract of a stranger", DEALT, "enter_contract", {"declarer": 9, "level": 14, "trump": "H"}, "does not play"),
    ("a contract below a bid", bids("16H"), "enter_contract", {"declarer": 2, "level": 15, "trump": "H"}, "less than"),
    ("trumps changed without a raise", WITH_KITTY, "change_contract", {"level": 16, "trump": "S"}, "18"),
    ("trumps changed before the kitty", CONTRACT, "change_contract", {"level": 18, "trump": "S"}, "after the kitty"),
    ("a contract lowered", WITH_KITTY, "change_contract", {"level": 15, "trump": "H"}, "17"),
    ("the kitty taken twice", WITH_KITTY, "take_kitty", {}, ""),
    ("a hidden kitty", CONTRACT, "take_kitty", {"cards": ["SA", "SK", "SQ"]}, "stays hidden"),
    ("a friend called by name", CONTRACT, "call_friend", {"call": "player:3"}, "no player is called"),
    ("a call of nothing", CONTRACT, "call_friend", {}, "Choose: how the friend is called."),
    ("a call that there is not", CONTRACT, "call_friend", {"call": "whoever"}, "“whoever” is not a friend call"),
    ("a call of a card that there is not", CONTRACT, "call_friend", {"call": "card", "card": "S1"}, "S1"),
    ("a suit asked for", CONTRACT, "call_friend", {"call": "card", "card": "SA", "suit": "H"}, "not ask for a suit"),
    ("minus one point", CONTRACT, "result", {**MADE, "points": -1}, "20 points"),
    ("21 points", CONTRACT, "result", {**MADE, "points": 21}, "20 points"),
    ("points in words", CONTRACT, "result", {**MADE, "points": "abc"}, "Write a whole number: the points."),
    ("half a point", CONTRACT, "result", {**MADE, "points": "1.5"}, "Write a whole number: the points."),
    ("two signs", CONTRACT, "result", {**MADE, "points": "+-3"}, "Write a whole number: the points."),
    ("a nonillion points", CONTRACT, "result", {**MADE, "points": 10**30}, "Write a whole number: the points."),
    ("a digit that counts nothing", CONTRACT, "result", {**MADE, "points": "²"}, "Write a whole number: the points."),
    ("points that end", CONTRACT, "result", {**MADE, "points": "1\x007"}, "Write a whole number: the points."),
    ("no points", CONTRACT, "result", {"side": "card|2"}, "Choose: the points."),
    ("no friend named", CONTRACT, "result", {"points": 17}, "Choose: the friend."),
    ("half a friend", CONTRACT, "result", {**MADE, "side": "card|"}, "Choose: the friend."),
    ("a friend in words", CONTRACT, "result", {**MADE, "side": "card|Bo"}, "Write a whole number: the friend."),
    ("the declarer as friend", CONTRACT, "result", {**MADE, "side": "card|1"}, "Ana is the declarer"),
    ("a stranger as friend", CONTRACT, "result", {**MADE, "side": "card|9"}, "does not play"),
    ("a friend of one who plays alone", CONTRACT, "result", {**MADE, "side": "none|2"}, "No friend was announced"),
    ("a result before a contract", DEALT, "result", MADE, "No hand is being played"),
    ("a result between hands", [], "result", MADE, "No hand is being played"),
    ("a trick of six points", PLAY, "record_trick", {"winner": 2, "points": 6}, "from 0 to 5"),
    ("a trick of a stranger", PLAY, "record_trick", {"winner": 9, "points": 1}, "does not play"),
    ("a trick of nobody", PLAY, "record_trick", {}, "Choose: who took the trick."),
    ("the declarer revealed", PLAY, "reveal_friend", {"player": 1}, "Ana is the declarer"),
    ("an announcement", PLAY, "reveal_friend", {"player": 2, "announced": "yes"}, "silent until"),
    ("an order", PLAY, "give_win_order", {}, "no orders"),
    ("a claim after calling", bids("14H"), "claim_redeal", {"player": 1}, "already bid or passed"),
    ("a claim with too many cards", DEALT, "claim_redeal", claim(*HAND, "H2"), "11 cards"),
    ("a claim with too few cards", DEALT, "claim_redeal", claim(*HAND[:9]), "9 cards"),
    ("a claim with one card twice", DEALT, "claim_redeal", claim(*HAND[:9], HAND[0]), "is there twice"),
    ("a claim with a card of no pack", DEALT, "claim_redeal", claim("C2", "Z9"), "“Z9” is not a card"),
    ("a claim with markup", DEALT, "claim_redeal", claim("<b>"), "“<b>” is not a card"),
    ("a claim with nothing readable", DEALT, "claim_redeal", claim(""), "is not a card"),
    ("a claim with good cards", DEALT, "claim_redeal", claim(*GOOD), "½ or less"),
    ("a claim that nobody made", DEALT, "accept_claim", {}, ""),
    ("a form that there is not", DEALT, "nonsense", {}, "cannot be recorded here"),
    ("a hand within a hand", DEALT, "start_hand", {}, "A hand is being played"),
    ("a hand of four", [], "start_hand", seated(1, 2, 3, 4), "5 players play"),
    ("a hand of nobody", [], "start_hand", seated(), "5 players play"),
    ("a hand dealt by a stranger", [], "start_hand", {"dealer": 9}, "at the table"),
    ("a hand dealt in words", [], "start_hand", {"dealer": "Bo"}, "Write a whole number: who deals."),
    ("nothing to take back", [], "undo", {}, "nothing to take back"),
    ("nothing to record again", [], "redo", {}, "nothing to record again"),
    ("a form without its version", [], "start_hand", {"version": ""}, "cannot be read"),
    ("a form of version x", [], "start_hand", {"version": "x"}, "cannot be read"),
    ("a key that is a novel", [], "start_hand", {"key": "k" * 1000}, "cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "form", "fields", "says"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_refused_form_says_why_and_changes_nothing(
    table: Table, before: Sequence[Step], form: str, fields: Fields, says: str
) -> None:
    for step, sent in before:
        table.record(step, sent)
    log = table.log
    answers = {}
    for language in ("en", "ko"):
        table.host.headers["Accept-Language"] = language
        response = table.send(form, fields)
        assert response.status_code == 422
        page = parse(response.text)
        answers[language] = page.problems
        assert len(page.problems) == len(set(page.problems)) > 0, "each reason once"
        assert page.one("div", id="table").attributes["data-version"] == str(table.version)
        whole = table.host.post(f"{table.path}/record/{form}", {"version": table.version, **fields})
        assert (whole.status_code, parse(whole.text).problems) == (422, page.problems), "and without a script"
    assert says in " ".join(answers["en"])
    assert all(HANGUL.search(answer) for answer in answers["ko"]), answers["ko"]
    assert table.log == log


# Forms of the page of players, of hands and of rules, to be sent by the host.
PAGES: list[tuple[str, str, Fields, str]] = [
    ("a name of 500 characters", "/people/join", {"name": "가" * 500}, "at most 24 letters; this one has 500"),
    ("a name of spaces", "/people/join", {"name": " \t \u3000 "}, "at least one letter"),
    ("a name that cannot be seen", "/people/join", {"name": "\u200b\u202e\u2066\x00"}, "at least one letter"),
    ("a name of nothing but punctuation", "/people/join", {"name": "..."}, "at least one letter"),
    ("no name", "/people/join", {}, "at least one letter"),
    ("a name that is taken", "/people/join", {"name": "ANA"}, "called ANA already"),
    ("a rename to another's name", "/people/rename", {"player": 1, "name": "bo"}, "called bo already"),
    ("a rename of nobody", "/people/rename", {"player": 77, "name": "Zoe"}, "no such player"),
    ("a rename of no number", "/people/rename", {"player": "Ana", "name": "Zoe"}, "Write a whole number: a player."),
    ("nobody leaves", "/people/leave", {"player": 77}, "no such player"),
    ("who is here comes back", "/people/return", {"player": 1}, "at the table already"),
    ("a swap with oneself", "/people/swap", {"one": 1, "other": 1}, "two different players"),
    ("a swap of one", "/people/swap", {"one": 1}, "Choose: the second player."),
    ("an adjustment of nothing", "/people/adjust", {"reason": "x"}, "that is not 0"),
    ("an adjustment in words", "/people/adjust", {"amount_1": "all"}, "Write a whole number: the amount."),
    ("an adjustment of a billion", "/people/adjust", {"amount_1": 999_999_999, "reason": "x"}, "at most 10000"),
    ("an adjustment without a reason", "/people/adjust", {"amount_1": 1, "reason": " \u200b "}, "Say why"),
    ("an adjustment with a novel", "/people/adjust", {"amount_1": 1, "reason": "x" * 201}, "at most 200 letters"),
    ("a penalty of nothing", "/people/penalize", {"player": 1, "amount": 0, "reason": "x"}, "at least 1"),
    ("a penalty of nobody", "/people/penalize", {"amount": 1, "reason": "x"}, "Choose: a player."),
    ("a hand void that there is not", "/people/void_hand", {"number": 44, "reason": "x"}, "no hand 44"),
    ("no hands at all", "/people/limit_hands", {"hands": 0}, "from 1 to 1000"),
    ("minus a hand", "/people/limit_hands", {"hands": "−1"}, "from 1 to 1000"),
    ("a billion hands", "/people/limit_hands", {"hands": 10**12}, "Write a whole number: the number of hands."),
    ("resumed without an end", "/people/resume", {}, "not closed by hand"),
    ("a form that there is not", "/people/nonsense", {}, "cannot be recorded here"),
    ("a form without its version", "/people/join", {"name": "Zoe", "version": ""}, "cannot be read"),
    ("a correction of nothing", "/sheet/1", {}, "Choose: who declares."),
    ("a correction to 21 points", "/sheet/1", {**WHOLE, "points": 21}, "20 points"),
    ("a correction to 12", "/sheet/1", {**WHOLE, "level": 12}, "13"),
    ("a hand void without a reason", "/sheet/1/void", {"reason": ""}, "Say why"),
    ("rules that there are not", "/rules", {"preset": "martian"}, "no rules called martian"),
    ("rules of nobody", "/rules", {}, "no rules called"),
    ("a choice that there is not", "/rules", {"preset": "pagat", "min_bid": "99"}, "99 is not a choice"),
    ("rules that contradict each other", "/rules", NO_CALL, "call"),
    ("elimination from nothing", "/rules", {"preset": "pagat", "eliminate": "true"}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("path", "fields", "says"), [row[1:] for row in PAGES], ids=[row[0] for row in PAGES])
def test_a_refused_form_of_a_page_says_why_and_changes_nothing(
    table: Table, path: str, fields: Fields, says: str
) -> None:
    table.play_hand()
    log = table.log
    answers = {}
    for language in ("en", "ko"):
        table.host.headers["Accept-Language"] = language
        response = table.host.post(table.path + path, {"version": table.version, **fields})
        assert response.status_code == 422
        answers[language] = parse(response.text).problems
        assert len(answers[language]) == len(set(answers[language])) > 0
    assert says in " ".join(answers["en"])
    assert all(HANGUL.search(answer) for answer in answers["ko"]), answers["ko"]
    assert table.log == log


NEW: list[tuple[str, Mapping[str, str], str]] = [
    ("a game that there is not", {"game": "poker", "preset": "pagat"}, "no game called poker"),
    ("no game", {}, "no game called"),
    ("rules that there are not", {"preset": "martian"}, "no rules called martian"),
    ("a choice that there is not", {"min_bid": "15"}, "15 is not a choice of “Lowest bid”"),
    ("a choice of markup", {"min_bid": "<script>alert(1)</script>"}, "<script>alert(1)</script> is not a choice"),
    ("a name of 500 characters", {"name_1": "x" * 500}, "this one has 500"),
    ("one name twice", {"name_1": "Ana", "name_2": " ANA "}, "called ANA already"),
    ("a name that cannot be seen", {"name_1": "\u202e\u200b"}, "at least one letter"),
    ("hands in words", {"hands": "all night"}, "Write a whole number: the number of hands."),
    ("no hands", {"hands": "0"}, "from 1 to 1000"),
]


@pytest.mark.parametrize(("fields", "says"), [row[1:] for row in NEW], ids=[row[0] for row in NEW])
def test_a_refused_table_is_not_opened(phone: Phone, fields: Mapping[str, str], says: str) -> None:
    events = phone.app.extensions["scorekeeper"].store.events
    before = events.tables(limit=10_000)
    game = {} if says == "no game called" else {"game": "mighty", "preset": "pagat"}
    page = parse(phone.post("/new", {**game, "name_3": "Zoe", **fields}).text)
    assert says in " ".join(page.problems)
    assert page.form("/new").sends()["name_3"] == "Zoe", "what was typed is kept"
    phone.headers["Accept-Language"] = "ko"
    problems = parse(phone.post("/new", {**game, **fields}).text).problems
    assert all(HANGUL.search(each) for each in problems)
    assert len(problems) == len(page.problems) > 0
    assert events.tables(limit=10_000) == before


@pytest.mark.parametrize("digits", ["１７", "17", " 17 ", "+17", "١٧"])
def test_digits_of_other_keyboards_are_digits(table: Table, digits: str) -> None:
    """A Korean or Japanese keyboard may write them at full width, an Arabic one in its own shapes."""
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("result", side="card|2", points=digits)
    assert table.state.balances[1] == 14


NAMED = [
    ("<script>alert(1)</script>"[:24], "<script>alert(1)</script"),
    ('"><img src=x onerror=y>', '"><img src=x onerror=y>'),
    ("{{ 7 * 7 }}{% raw %}", "{{ 7 * 7 }}{% raw %}"),
    ("%s%(name)s{player}", "%s%(name)s{player}"),
    ("Bo\u202egnp.exe", "Bo gnp.exe"),
    ("\u2067Bo\u2069", "Bo"),
    ("B\x00o\r\nX: y", "B o X: y"),
    ("👩‍👩‍👧 Bo", "👩‍👩‍👧 Bo"),
    ("Zoe\u0301", "Zo\u00e9"),
    ("=1+1", "=1+1"),
    ("♠A", "♠A"),
    ("𝔅𝔬 𠮷野家", "𝔅𝔬 𠮷野家"),
]


@pytest.mark.parametrize(("typed", "kept"), NAMED)
def test_a_strange_name_is_only_a_name(app: Flask, typed: str, kept: str) -> None:
    """On every page it stands as text: it is no markup, no template, and turns nothing around."""
    table = open_table(app, names=(typed, "Ines", *NAMES[2:]))
    assert table.state.name(1) == kept
    table.play_hand()
    table.record("rename", player=2, name=f"{kept[:20]} 2")
    table.record("start_hand")
    table.host.get(table.links()[0])
    for path in (
        "",
        "/watch",
        "/people",
        "/log",
        "/links",
        "/seat",
        "/sheet",
        "/sheet/1",
        "/referee",
        "/export",
        "/print",
    ):
        page = table.host.page(table.path + path)
        shown = page.text + "".join(each.attributes.get("title", "") for each in page.all())
        # A suit in a name may be drawn where the sentence draws suits, and is read by its name there.
        assert kept in shown or kept.replace("♠", "spades") in shown, path
        assert not [each for each in page.all("script") if "src" not in each.attributes]
        assert not [each for each in page.all("img") if each.attributes["src"] == "x"]


def test_a_name_is_not_translated(app: Flask) -> None:
    """The program's own words may be somebody's name."""
    table = open_table(app, names=("hearts", "yes", *NAMES[2:]))
    table.record("join", name="declarer")
    table.host.headers["Accept-Language"] = "ko"
    assert "declarer" in table.host.page(table.path).text
    log = table.host.page(f"{table.path}/log").text
    assert all(name in log for name in ("hearts", "yes", "declarer"))


NUMBERS = ["0", "2", "999999", "9" * 30, "-1", "1.5", "x", "%00", "1%00", "１"]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_hand_that_there_is_not(table: Table, number: str) -> None:
    table.play_hand()
    log = table.log
    status = 200 if number == "１" else 404
    assert table.host.get(f"{table.path}/sheet/{number}").status_code == status
    assert table.host.post(f"{table.path}/sheet/{number}", {"version": table.version, "x": 1}).status_code in (404, 422)
    assert table.host.post(f"{table.path}/sheet/{number}/void", {"version": table.version}).status_code in (404, 422)
    assert table.log == log


@pytest.mark.parametrize(
    "path",
    [
        "/t/%00", "/t/" + "x" * 5000, "/t/..%2f..%2fetc", "/t/x/sheet/1", "/live/%00", "/live/x",
        "/t/ID/preview/%00", "/t/ID/preview/rename?player=1&name=Z", "/t/ID/preview/result?side=%00&points=%F0",
        "/t/ID/preview/start_hand", "/t/ID/referee/../../x", "/t/ID/rules/fields?preset=martian",
        "/new?preset=martian&game=poker&min_bid=x", "/new/rules?game=mighty&preset=martian", "/new/rules?game=poker",
        "/?" + "x" * 5000, "/static/..%2f..%2fpyproject.toml", "/static/../scorekeeper/cli.py", "/static/%00",
    ],
)  # fmt: skip
def test_a_strange_address_is_answered_in_words(table: Table, path: str) -> None:
    for before in ((), DEALT):
        for step, sent in before:
            table.record(step, sent)
        response = table.host.get(path.replace("ID", table.id))
        assert response.status_code in (200, 403, 404, 422)
        assert parse(response.text).text
        assert "Traceback" not in response.text


def test_an_old_address_of_house_rules_is_read_as_far_as_it_goes(phone: Phone) -> None:
    fields = phone.page("/new?preset=base10&min_bid=14&back_run=nonsense").form("/new").sends()
    assert (fields["preset"], fields["min_bid"], fields["back_run"]) == ("base10", "14", "short_by_10")


def test_what_is_too_large_is_not_read(table: Table) -> None:
    log = table.log
    for htmx in (False, True):
        response = table.host.post(f"{table.path}/record/join", {"version": 1, "name": "x" * 300_000}, htmx=htmx)
        assert response.status_code == 413
        said = response.get_json()["message"] if htmx else parse(response.text).one("main").text
        assert "too large" in said
    response = table.host.client.post(
        f"{table.path}/record/join", data=b"x" * 300_000, content_type="application/octet-stream"
    )
    assert response.status_code == 413
    assert table.log == log


@pytest.mark.parametrize(
    "content_type", ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "", "x/;;"]
)
def test_what_is_no_form_is_refused(table: Table, content_type: str) -> None:
    log = table.log
    response = table.host.client.post(
        f"{table.path}/record/start_hand",
        data=b"--x\r\n\x00\xff",
        content_type=content_type,
        headers={"X-CSRFToken": table.host.token},
    )
    assert response.status_code in (400, 413, 422)
    assert parse(response.text).one("main").text
    assert table.log == log


def test_a_form_field_sent_twice_counts_once(table: Table) -> None:
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("result", {"side": "card|2", "points": ["17", "3"]})
    assert table.state.balances[1] == 14
