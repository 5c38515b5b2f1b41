"""Requests that no form would send: odd names, numbers, addresses and sizes of every kind."""

from flask import Flask

from tests.cases import for_each
from tests.web.hands import CONTRACT, DEALT, HANGUL
from tests.web.pages import parse
from tests.web.phones import NAMES, Phone, Table, open_table


@for_each(digits=["１７", "17", " 17 ", "+17", "١٧"])
def test_digits_of_other_keyboards_are_digits(digits: str, *, app: Flask) -> None:
    """A Korean or Japanese keyboard may write them at full width, an Arabic one in its own shapes."""
    table = open_table(app)
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("result", side="card|2", points=digits)
    assert table.scores[1] == 14


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


@for_each(*NAMED)
def test_a_strange_name_is_only_a_name(typed: str, kept: str, *, app: Flask) -> None:
    """On every page it stands as text: it is no markup, no template, and turns nothing around."""
    table = open_table(app, names=(typed, "Ines", *NAMES[2:]))
    assert table.state.name(1) == kept
    table.play_hand()
    table.record("rename", player=2, name=f"{kept[:20]} 2")
    table.record("start_hand")
    table.host.get(table.links()[0])
    for path in (
        *("", "/watch", "/people", "/log", "/links", "/seat", "/sheet", "/sheet/1", "/referee/redeal", "/export"),
        *("/print", "/print/empty"),
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


@for_each(number=NUMBERS)
def test_a_hand_that_there_is_not(number: str, *, app: Flask) -> None:
    table = open_table(app)
    table.play_hand()
    log = table.log
    there = number == "１"
    assert table.host.get(f"{table.path}/sheet/{number}").status_code == (200 if there else 404)
    assert table.host.get(f"{table.path}/sheet/{number}/fix").status_code == (302 if there else 404)
    assert table.host.post(f"{table.path}/sheet/{number}/void", {"version": table.version}).status_code in (404, 422)
    assert table.log == log


@for_each(
    path=[
        *("/t/%00", "/t/" + "x" * 5000, "/t/..%2f..%2fetc", "/t/x/sheet/1", "/live/%00", "/live/x"),
        *("/t/ID/preview/%00", "/t/ID/preview/rename?player=1&name=Z", "/t/ID/preview/result?side=%00&points=%F0"),
        *("/t/ID/preview/start_hand", "/t/ID/referee/../../x", "/t/ID/rules/fields?preset=martian"),
        *("/new?preset=martian&game=poker&min_bid=x", "/new/rules?game=mighty&preset=martian"),
        *("/new/rules?game=poker", "/?" + "x" * 5000, "/static/..%2f..%2fpyproject.toml"),
        *("/static/../scorekeeper/__main__.py", "/static/%00"),
    ]
)
def test_a_strange_address_is_answered_in_words(path: str, *, app: Flask) -> None:
    table = open_table(app)
    for before in ((), DEALT):
        for step, sent in before:
            table.record(step, sent)
        response = table.host.get(path.replace("ID", table.id))
        assert response.status_code in (200, 204, 403, 404, 422)
        assert response.status_code == 204 or parse(response.text).text
        assert "Traceback" not in response.text


@for_each(host=["a" * 64, "x" * 3000, "..", "[::1", "h:port"], path=["/", "/t/ID", "/t/ID/links", "/nothing"])
def test_a_host_that_there_cannot_be_is_refused_in_words(host: str, path: str, *, app: Flask) -> None:
    table = open_table(app)
    headers = {"Host": host, "Accept-Language": "ko"}
    response = table.host.client.get(path.replace("ID", table.id), headers=headers)
    assert response.status_code in (200, 400, 403, 404)
    assert HANGUL.search(response.text)


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


@for_each(content_type=["multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "", "x/;;"])
def test_what_is_no_form_is_refused(content_type: str, *, app: Flask) -> None:
    table = open_table(app)
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


def test_a_form_field_sent_twice_counts_once_and_an_old_address_as_far_as_it_goes(table: Table, phone: Phone) -> None:
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("result", {"side": "card|2", "points": ["17", "3"]})
    assert table.scores[1] == 14
    fields = phone.page("/new?preset=base10&min_bid=14&back_run=nonsense").form("/new").sends()
    assert (fields["preset"], fields["min_bid"]) == ("base10", "14")
    assert "back_run" not in fields, "it stays as the rule set has it"
