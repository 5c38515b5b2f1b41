"""Forms that cannot be recorded get a clear answer in the reader's language, and change nothing."""

from collections.abc import Mapping, Sequence

from flask import Flask

from tests.cases import for_each
from tests.web.hands import CONTRACT, DEALT, GOOD, HAND, HANGUL, PLAY, WITH_KITTY, Step, bid_steps
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, open_table


def claim_fields(*cards: str) -> Fields:
    return {"player": 1, "cards": cards}


def seat_fields(*players: int) -> Fields:
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
    ("a bid as high as the last", bid_steps("14H"), "place_bid", {"player": 2, "level": 14, "trump": "S"}, "15"),
    ("a bid below the lowest", DEALT, "place_bid", {"player": 1, "level": 12, "trump": "S"}, "13"),
    ("a bid of 21", DEALT, "place_bid", {"player": 1, "level": 21, "trump": "S"}, "20"),
    (
        "a bid after passing",
        bid_steps("14H", "-", "-", "-"),
        "place_bid",
        {"player": 2, "level": 15, "trump": "H"},
        "Bo has passed",
    ),
    ("a pass after passing", bid_steps("14H", "-"), "pass", {"player": 2}, "Bo has passed"),
    ("a bid of somebody else", DEALT, "place_bid", {"player": 9, "level": 14, "trump": "H"}, "does not play"),
    ("a bid without trumps", DEALT, "place_bid", {"player": 1, "level": 14}, "Pick the trump suit."),
    ("a bid of nothing", DEALT, "place_bid", {"player": 1}, "Pick the number and the trump suit."),
    ("a bid of nobody", DEALT, "place_bid", {"level": 14, "trump": "H"}, "Pick a player."),
    ("a bid in a suit that there is not", DEALT, "place_bid", {"player": 1, "level": 14, "trump": "X"}, "“X” is not a"),
    ("a bid in words", DEALT, "place_bid", {"player": 1, "level": "many", "trump": "H"}, "Write a whole number"),
    ("a bid once the contract stands", CONTRACT, "place_bid", {"player": 1, "level": 17, "trump": "H"}, ""),
    ("a contract of a stranger", DEALT, "enter_contract", {"declarer": 9, "level": 14, "trump": "H"}, "does not play"),
    (
        "a contract below a bid",
        bid_steps("16H"),
        "enter_contract",
        {"declarer": 2, "level": 15, "trump": "H"},
        "not win",
    ),
    ("trumps changed without a raise", WITH_KITTY, "change_contract", {"level": 16, "trump": "S"}, "18"),
    ("trumps changed before the kitty", CONTRACT, "change_contract", {"level": 18, "trump": "S"}, "Take the kitty"),
    ("a contract lowered", WITH_KITTY, "change_contract", {"level": 15, "trump": "H"}, "17"),
    ("the kitty taken twice", WITH_KITTY, "take_kitty", {}, ""),
    ("a hidden kitty", CONTRACT, "take_kitty", {"cards": ["SA", "SK", "SQ"]}, "stays hidden"),
    ("a friend called by name", CONTRACT, "call_friend", {"call": "player:3"}, "no player is called"),
    ("a call of nothing", CONTRACT, "call_friend", {}, "Pick how the friend is called."),
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
    ("no points", CONTRACT, "result", {"side": "card|2"}, "Pick the points."),
    ("no friend named", CONTRACT, "result", {"points": 17}, "Pick the friend."),
    ("half a friend", CONTRACT, "result", {**MADE, "side": "card|"}, "Pick the friend."),
    ("a friend in words", CONTRACT, "result", {**MADE, "side": "card|Bo"}, "Write a whole number: the friend."),
    ("the declarer as friend", CONTRACT, "result", {**MADE, "side": "card|1"}, "Ana is the declarer"),
    ("a stranger as friend", CONTRACT, "result", {**MADE, "side": "card|9"}, "does not play"),
    ("a friend of one who plays alone", CONTRACT, "result", {**MADE, "side": "none|2"}, "No friend was announced"),
    ("a result before a contract", DEALT, "result", MADE, "No hand is being played"),
    ("a result between hands", [], "result", MADE, "No hand is being played"),
    ("a trick of six points", PLAY, "record_trick", {"winner": 2, "points": 6}, "from 0 to 5"),
    ("a trick of a stranger", PLAY, "record_trick", {"winner": 9, "points": 1}, "does not play"),
    ("a trick of nobody", PLAY, "record_trick", {}, "Pick who took the trick and the points."),
    ("the declarer revealed", PLAY, "reveal_friend", {"player": 1}, "Ana is the declarer"),
    ("an announcement", PLAY, "reveal_friend", {"player": 2, "announced": "yes"}, "silent until"),
    ("an order", PLAY, "give_win_order", {}, "no orders"),
    ("a claim after calling", bid_steps("14H"), "claim_redeal", {"player": 1}, "already bid or passed"),
    ("a claim with too many cards", DEALT, "claim_redeal", claim_fields(*HAND, "H2"), "not 11"),
    ("a claim with too few cards", DEALT, "claim_redeal", claim_fields(*HAND[:9]), "not 9"),
    ("a claim with one card twice", DEALT, "claim_redeal", claim_fields(*HAND[:9], HAND[0]), "is there 2×"),
    ("a claim with a card of no pack", DEALT, "claim_redeal", claim_fields("C2", "Z9"), "“Z9” is not a card"),
    ("a claim with markup", DEALT, "claim_redeal", claim_fields("<b>"), "“<b>” is not a card"),
    ("a claim with nothing readable", DEALT, "claim_redeal", claim_fields(""), "is not a card"),
    ("a claim with good cards", DEALT, "claim_redeal", claim_fields(*GOOD), "½ or less"),
    ("a claim that nobody made", DEALT, "accept_claim", {}, ""),
    ("a form that there is not", DEALT, "nonsense", {}, "cannot be recorded here"),
    ("a hand within a hand", DEALT, "start_hand", {}, "A hand is being played"),
    ("a hand of four", [], "start_hand", seat_fields(1, 2, 3, 4), "are for 5 players"),
    ("a hand of nobody", [], "start_hand", seat_fields(), "are for 5 players"),
    ("a hand dealt by a stranger", [], "start_hand", {"leader": 9}, "at the table"),
    ("a hand dealt in words", [], "start_hand", {"leader": "Bo"}, "Write a whole number: who begins."),
    ("nothing to undo", [], "undo", {}, "nothing to undo"),
    ("nothing to redo", [], "redo", {}, "nothing to redo"),
    ("a form without its version", [], "start_hand", {"version": ""}, "cannot be read"),
    ("a form of version x", [], "start_hand", {"version": "x"}, "cannot be read"),
    ("a key that is a novel", [], "start_hand", {"key": "k" * 1000}, "cannot be read"),
]  # fmt: skip


@for_each(*ROWS)
def test_a_refused_form_says_why_and_changes_nothing(
    what: str, before: Sequence[Step], form: str, fields: Fields, says: str, *, app: Flask
) -> None:
    table = open_table(app)
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
    ("a name that is taken", "/people/join", {"name": "ANA"}, "ANA is taken"),
    ("a rename to another's name", "/people/rename", {"player": 1, "name": "bo"}, "bo is taken"),
    ("a rename of nobody", "/people/rename", {"player": 77, "name": "Zoe"}, "no such player"),
    ("a rename of no number", "/people/rename", {"player": "Ana", "name": "Zoe"}, "Write a whole number: a player."),
    ("nobody left", "/people/leave", {"player": 77}, "no such player"),
    ("who is here comes back", "/people/return", {"player": 1}, "at the table already"),
    ("a swap with oneself", "/people/swap", {"one": 1, "other": 1}, "two different players"),
    ("a swap of one", "/people/swap", {"one": 1}, "Pick the second player."),
    ("an adjustment of nothing", "/people/adjust", {"reason": "x"}, "that is not 0"),
    ("an adjustment in words", "/people/adjust", {"amount_1": "all"}, "Write a whole number: the amount of Ana."),
    ("an adjustment of a billion", "/people/adjust", {"amount_1": 999_999_999, "reason": "x"}, "−10000 to 10000"),
    ("an adjustment without a reason", "/people/adjust", {"amount_1": 1, "reason": " \u200b "}, "Say why"),
    ("an adjustment with a novel", "/people/adjust", {"amount_1": 1, "reason": "x" * 201}, "at most 200 letters"),
    ("a penalty of nothing", "/people/penalize", {"player": 1, "amount": 0, "reason": "x"}, "at least 1"),
    ("a penalty of nobody", "/people/penalize", {"amount": 1, "reason": "x"}, "Pick a player."),
    ("a hand void that there is not", "/people/void_hand", {"number": 44, "reason": "x"}, "no hand 44"),
    ("no hands at all", "/people/limit_hands", {"hands": 0}, "from 1 to 1000"),
    ("minus a hand", "/people/limit_hands", {"hands": "−1"}, "from 1 to 1000"),
    ("a billion hands", "/people/limit_hands", {"hands": 10**12}, "Write a whole number: the number of hands."),
    ("resumed without an end", "/people/resume", {}, "not ended by hand"),
    ("a form that there is not", "/people/nonsense", {}, "cannot be recorded here"),
    ("a form without its version", "/people/join", {"name": "Zoe", "version": ""}, "cannot be read"),
    ("a hand void without a reason", "/sheet/1/void", {"reason": ""}, "Say why"),
    ("rules that there are not", "/rules", {"preset": "martian"}, "no rules called martian"),
    ("rules of nobody", "/rules", {}, "no rules called"),
    ("a choice that there is not", "/rules", {"preset": "pagat", "min_bid": "99"}, "99 is not a choice"),
    ("rules that contradict each other", "/rules", NO_CALL, "call"),
    ("elimination from nothing", "/rules", {"preset": "pagat", "eliminate": "true"}, ""),
]  # fmt: skip


@for_each(*PAGES)
def test_a_refused_page_form_changes_nothing(what: str, path: str, fields: Fields, says: str, *, app: Flask) -> None:
    table = open_table(app)
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
    ("one name twice", {"name_1": "Ana", "name_2": " ANA "}, "ANA is taken"),
    ("a name that cannot be seen", {"name_1": "\u202e\u200b"}, "at least one letter"),
    ("hands in words", {"hands": "all night"}, "Write a whole number: the number of hands."),
    ("no hands", {"hands": "0"}, "from 1 to 1000"),
]


@for_each(*NEW)
def test_a_refused_table_is_not_opened(what: str, fields: Mapping[str, str], says: str, *, app: Flask) -> None:
    phone = Phone(app)
    events = phone.app.extensions["scorekeeper"].store.events
    before = events.tables(limit=10_000)
    game = {} if says == "no game called" else {"game": "mighty", "preset": "pagat"}
    page = parse(phone.post("/new", {**game, "name_3": "Zoe", **fields}).text)
    assert says in " ".join(page.problems)
    assert "Zoe" in page.form("/new").sends().values(), "what was typed is kept"
    phone.headers["Accept-Language"] = "ko"
    problems = parse(phone.post("/new", {**game, **fields}).text).problems
    assert all(HANGUL.search(each) for each in problems)
    assert len(problems) == len(page.problems) > 0
    assert events.tables(limit=10_000) == before
