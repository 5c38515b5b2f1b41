"""The language a phone gets, and the way back from choosing one."""

from flask import Flask

from tests.cases import for_each
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table


def language_of(phone: Phone, path: str = "/") -> str:
    return phone.page(path).one("html").attributes["lang"]


@for_each(
    ("ko", "ko"),
    ("ko-KR,ko;q=0.9,en;q=0.8", "ko"),
    ("de,ko;q=0.5", "ko"),
    ("ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7", "ja"),
    ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
    ("zh-Hans-SG,en;q=0.9", "zh-Hans"),
    ("zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "zh-Hans"),
    ("en,zh-CN;q=0.9", "en"),
    ("en-GB,en;q=0.9,ko;q=0.5", "en"),
    ("de", "en"),
    ("", "en"),
    ("zz;q=x, \x7f", "en"),
)
def test_the_phones_own_language(asked: str, spoken: str, *, app: Flask) -> None:
    phone = Phone(app)
    phone.headers["Accept-Language"] = asked
    assert language_of(phone) == spoken


def test_a_choice_is_remembered_unless_it_is_unknown(phone: Phone, table: Table) -> None:
    for language in ("xx", "", "../ko", "ko\x00"):
        assert phone.post("/language", {"language": language, "back": "/"}).status_code == 302
        assert language_of(phone) == "en"
    page = phone.page("/")
    form = page.form("/language").sends()
    found = [(each.attributes["value"], each.attributes["lang"]) for each in page.form("/language").all("button")]
    assert found == [("en", "en"), ("ko", "ko"), ("ja", "ja"), ("zh-Hans", "zh-Hans")]
    phone.post("/language", {**form, "language": "ko"})
    assert language_of(phone) == "ko"
    phone.get(table.links()[1])
    assert language_of(phone, table.path) == "ko"
    assert "No hand yet" not in phone.get(f"{table.path}/sheet").text


@for_each(page=["", "/people", "/rules", "/sheet?x=1", "/log"])
def test_the_way_back_is_to_the_page(page: str, *, app: Flask) -> None:
    table = open_table(app)
    form = table.host.page(table.path + page).form("/language").sends()
    response = table.host.post("/language", {**form, "language": "ko"})
    assert (response.status_code, response.location.rstrip("?")) == (302, table.path + page)


@for_each(
    ("/people/rename", "/people"),
    ("/sheet/1", "/sheet/1"),
    ("/sheet/1/void", "/sheet/1"),
    ("/record/nonsense", ""),
    ("/referee/bid", "/referee/bid"),
    ("/referee/redeal", "/referee/redeal"),
    ("/links/revoke", "/links"),
)
def test_the_way_back_from_a_refused_form_is_to_its_page(posted: str, page: str, *, app: Flask) -> None:
    """A form's own address answers no `GET`."""
    table = open_table(app)
    table.play_hand()
    answer = parse(table.host.post(table.path + posted, {"version": table.version}).text)
    back = answer.form("/language").sends()["back"]
    assert back.rstrip("?") == table.path + page
    assert table.host.get(back).status_code == 200


@for_each(
    back=[
        *("https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example"),
        *("/\n/evil.example", "\t//evil.example", " //evil.example", "/\r\nSet-Cookie: a=b", "/\x00/"),
        *("javascript:alert(1)", "evil.example", ""),
    ]
)
def test_the_way_back_stays_on_this_site(back: str, *, app: Flask) -> None:
    """Browsers take a backslash for a slash, and leave out tabs and ends of lines."""
    phone = Phone(app)
    response = phone.post("/language", {"language": "ko", "back": back})
    assert (response.status_code, response.location) == (302, "/")
