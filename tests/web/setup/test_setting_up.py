"""Setting up: the first page, a new table tap by tap, the same players again, rule sets on their way, the pack."""

from collections.abc import Mapping

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.zhao_pengyou.pack import PLAYERS
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.web.page.game_setup import presets_for
from scorekeeper.web.page.screens import screens_for
from tests.cases import for_each, require
from tests.web.conftest import MakeApp
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import NAMES, Phone, Table, open_table


def tap(phone: Phone, page: Element, does: str, **typed: str) -> Element:
    """The form of a new table after one of its buttons, as it would be without a script."""
    response = phone.post("/new/draft", {**page.form("/new").sends(), **typed, "do": does})
    assert response.status_code == 200
    drawn = parse(response.text)
    assert find_faults(drawn) == []
    return drawn


def fill_in(phone: Phone, names: tuple[str, ...], game: str = "mighty") -> Element:
    page = phone.page(f"/new?game={game}")
    for name in names:
        page = tap(phone, page, "add", another=name)
    return page


def seated_names(page: Element) -> list[str]:
    fields = page.form("/new").sends()
    return [fields[f"name_{seat}"] for seat in range(1, 13) if f"name_{seat}" in fields]


def send_form(phone: Phone, page: Element, **chosen: str) -> Table:
    response = phone.post("/new", {**page.form("/new").sends(), **chosen})
    assert response.status_code == 302, parse(response.text).problems
    return Table(phone, response.location.split("/")[2])


def preset_of(page: Element) -> str:
    return page.form("/new").sends()["preset"]


# --- Names ---
def test_names_are_added_moved_and_removed(phone: Phone) -> None:
    page = fill_in(phone, ("Ana", "Bo", "Cho", "Dan"))
    assert seated_names(page) == ["Ana", "Bo", "Cho", "Dan"]
    page = tap(phone, page, "place:4:1")
    assert seated_names(page) == ["Dan", "Ana", "Bo", "Cho"]
    page = tap(phone, page, "remove:2")
    assert seated_names(page) == ["Dan", "Bo", "Cho"]
    page = tap(phone, page, "place:1:99")
    assert seated_names(page) == ["Bo", "Cho", "Dan"]
    page = fill_in(phone, tuple(f"P{seat}" for seat in range(1, 13)), "zhao_pengyou")
    assert not list(page.all("input", id="another"))
    assert seated_names(tap(phone, page, "add:Zoe"))[-1] == "P12"
    table = send_form(phone, fill_in(phone, ("Ana", "Bo")), another=" Cho ")
    assert [table.state.name(player) for player in table.state.seating] == ["Ana", "Bo", "Cho"]


def test_a_name_is_moved_by_two_taps_or_step_by_step(phone: Phone) -> None:
    page = tap(phone, fill_in(phone, NAMES), "hold:5")
    buttons = {
        each.attributes["id"]: each.attributes["value"] for each in page.all("button") if "id" in each.attributes
    }
    assert (buttons["earlier"], buttons["seat-1"], buttons["seat-5"]) == ("place:5:4", "place:5:1", "hold:5")
    page = tap(phone, page, buttons["earlier"])
    assert seated_names(page) == ["Ana", "Bo", "Cho", "Eun", "Dan"]
    assert seated_names(tap(phone, page, "place:4:1")) == ["Eun", "Ana", "Bo", "Cho", "Dan"]


@for_each(("ana", "ana is taken"), ("x" * 25, "this one has 25"), ("\u200b", "at least one letter"))
def test_a_name_is_refused_at_its_field_and_taken_when_mended(name: str, says: str, *, app: Flask) -> None:
    phone = Phone(app)
    page = tap(phone, fill_in(phone, ("Ana", "Bo")), "add", another=name)
    field = page.one("input", id="another")
    assert field.attributes["aria-invalid"] == "true"
    assert says in page.one("p", id=field.attributes["aria-describedby"]).text
    assert field.attributes["value"] == name, "what was typed is kept"
    assert seated_names(page) == ["Ana", "Bo"]
    page = tap(phone, page, "add", another="Cho")
    assert seated_names(page) == ["Ana", "Bo", "Cho"]
    assert page.problems == []


def test_of_names_alike_one_is_suggested(app: Flask, phone: Phone) -> None:
    """A table takes one of them only: the latest."""
    for name in ("Ee", "Ｅｅ"):
        open_table(app, names=(name, "Bo", "Cho", "Dan", "Eun"), host=phone)
    text = phone.page("/new").text
    assert ("Ｅｅ" in text, "Ee" in text) == (True, False)


def test_people_who_played_on_this_phone_are_chips(app: Flask, phone: Phone) -> None:
    open_table(app, names=("Ana", "Bo", "Cho"), host=phone)
    open_table(app, names=("Zoe", "ana"), host=phone)
    page = phone.page("/new")
    chips = [each.attributes["value"] for each in page.all("button", name="do") if "add:" in each.attributes["value"]]
    assert chips == ["add:Zoe", "add:ana", "add:Bo", "add:Cho"]
    page = tap(phone, page, "add:Bo")
    assert seated_names(page) == ["Bo"]
    assert "add:Bo" not in page.form("/new").text
    assert not list(page.all("button", value="add:Bo"))
    assert Phone(app).page("/new").of_class("pill") == [], "another phone knows nobody"


# --- Rules ---


MANY = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gil", "Hye", "Ian")


def test_the_rules_follow_the_number_of_players(phone: Phone) -> None:
    page, followed = phone.page("/new?game=mighty"), []
    for seat in range(1, 10):
        page = tap(phone, page, "add", another=f"P{seat}")
        followed.append(preset_of(page))
    assert followed[2:8] == ["three", "four", "pagat", "six_drop", "seven_drop", "double_eight"]
    assert followed[:2] == ["three", "three"], "somebody may come yet"
    assert followed[8] == "double_eight", "some sit out"


def test_the_dealer_sits_out_where_more_are_seated_and_chosen_rules_stay(phone: Phone) -> None:
    page = tap(phone, fill_in(phone, NAMES), "preset:korean40")
    page = tap(phone, tap(phone, page, "place:1:3"), "view:names")
    assert preset_of(page) == "korean40"
    page = tap(phone, page, "start_from:minsago")
    assert preset_of(tap(phone, page, "remove:5")) == "minsago", "somebody may come yet"
    assert preset_of(tap(phone, page, "add", another="Fei")) == "six_drop"
    assert send_form(phone, page).state.preset == "minsago"
    page = tap(phone, fill_in(phone, MANY), "set:sitting_out:by_result")
    page = tap(phone, page, "add", another="Jo")
    assert send_form(phone, page).state.rules.as_dict()["sitting_out"] == "by_result"
    eight = fill_in(phone, MANY[:8])
    nine = tap(phone, eight, "add", another="Ian")
    chosen = [eight, nine, tap(phone, nine, "remove:9"), tap(phone, nine, "preset:pagat")]
    tables = [send_form(phone, page, key=f"table {number}") for number, page in enumerate(chosen)]
    assert [table.state.rules.as_dict()["sitting_out"] for table in tables] == ["stays", "dealer", "stays", "dealer"]


def test_rules_that_were_chosen_stay_in_their_family(phone: Phone) -> None:
    page = tap(phone, fill_in(phone, NAMES), "preset:korean40")
    for does, preset in (
        ("remove:5", "korean40_four"),
        ("remove:4", "korean40_three"),
        ("remove:3", "korean40_three"),  # somebody may come yet
    ):
        page = tap(phone, page, does)
        assert preset_of(page) == preset
    followed = []
    for name in ("Cho", "Dan", "Eun", "Fei", "Gyu", "Hana"):
        page = tap(phone, page, "add", another=name)
        followed.append(preset_of(page))
    kin = ["korean40_three", "korean40_four", "korean40", "korean40_six_sit_out", "korean40_seven_drop"]
    assert followed == [*kin, "double_eight"]


@for_each((6, ("sit_out", "drop", "all")), (7, ("drop", "sit_out", "all")), family=["base10", "korean40"])
def test_six_and_seven_choose_within_a_family(count: int, ways: tuple[str, ...], family: str, *, app: Flask) -> None:
    phone = Phone(app)
    number = {6: "six", 7: "seven"}[count]
    page = fill_in(phone, (*NAMES, "Fei", "Gyu")[:count])
    kin = [key for key in offered_presets(tap(phone, page, "view:presets")) if key.startswith(family)]
    assert kin == [f"{family}_{number}_{way}" for way in ways]
    for preset in kin:
        chosen = tap(phone, page, f"preset:{preset}")
        assert preset_of(chosen) == preset
        assert preset_of(tap(phone, tap(phone, chosen, f"place:{count}:1"), "view:names")) == preset
        assert preset_of(tap(phone, chosen, "add", another="Hana")) == (
            f"{family}_seven_drop" if count == 6 else "double_eight"
        )
    assert send_form(phone, chosen).state.preset == f"{family}_{number}_all"


def offered_presets(page: Element) -> list[str]:
    """Return the keys of the rule sets that a page offers."""
    offered = [each.attributes["value"] for each in page.all("button", name="do")]
    return [each.removeprefix("preset:") for each in offered if each.startswith("preset:")]


def test_what_was_changed_stays_changed_in_the_family(phone: Phone) -> None:
    page = tap(phone, fill_in(phone, NAMES), "start_from:base10")
    for choice in ("set:back_run:off", "set:no_friend_double:made", "use"):
        page = tap(phone, page, choice)
    page = tap(phone, page, "remove:5")
    fields = page.form("/new").sends()
    assert (fields["preset"], fields["back_run"], fields["no_friend_double"]) == ("base10_four", "off", "made")
    page = tap(phone, page, "remove:4")
    fields = page.form("/new").sends()
    assert (fields["preset"], fields["back_run"]) == ("base10_three", "off")
    assert fields.get("no_friend_double", "off") == "off", "nobody has a friend"
    assert send_form(phone, page).state.preset == "base10_three"


@for_each(("en", "pagat"), ("ko", "base10"), ("ja", "wikipedia_ja"))
def test_the_own_rules_of_a_language_stand_first(language: str, first: str) -> None:
    game = GAMES["mighty"]
    offered = presets_for(game, screens_for("mighty").setup, 5, language)
    assert offered[0].key == first
    assert presets_for(game, screens_for("mighty").setup, 4, language)[0].key == {"ko": "base10_four"}.get(
        language, "four"
    )
    widely_known = {preset.key for preset in offered if not preset.place}
    assert widely_known == {"pagat", "base10", "korean40", "wikipedia_ja"}


def test_sets_for_so_many_are_offered_and_those_of_one_place_folded(phone: Phone) -> None:
    page = tap(phone, fill_in(phone, ("Ana", "Bo", "Cho", "Dan")), "view:presets")
    assert offered_presets(page) == ["four", "four_chicago", "base10_four", "korean40_four", "busan"]
    page = tap(phone, fill_in(phone, NAMES), "view:presets")
    places = page.all("details")
    titles = [next(place.all("summary")).text for place in places]
    assert titles == ["Korean cities and campuses, 1999–2015", "Korean schools and universities"]
    assert [place for place in places if "open" in place.attributes] == []
    chosen = tap(phone, page, "preset:minsago")
    assert preset_of(chosen) == "minsago"
    opened = [place for place in tap(phone, chosen, "view:presets").all("details") if "open" in place.attributes]
    assert [next(place.all("summary")).text for place in opened] == ["Korean schools and universities"]


def test_names_and_lots_are_kept_while_rules_are_chosen(phone: Phone) -> None:
    page = fill_in(phone, NAMES)
    page = tap(phone, page, "view:presets", draw_seats="yes", hands="8")
    page = tap(phone, page, "view:rules")
    page = tap(phone, page, "set:back_run:off")
    page = tap(phone, page, "use")
    fields = page.form("/new").sends()
    assert seated_names(page) == [*NAMES]
    assert (fields["draw_seats"], fields["hands"], fields["back_run"]) == ("yes", "8", "off")
    table = send_form(phone, page)
    assert (table.state.hand_limit, table.state.rules.as_dict()["back_run"]) == (8, "off")


def test_a_number_of_hands_is_refused_at_its_field_without_bubbles(phone: Phone, table: Table) -> None:
    response = phone.post("/new", {**fill_in(phone, NAMES).form("/new").sends(), "hands": "0"})
    page = parse(response.text)
    assert "from 1 to 1000" in page.one("p", id="hands-about").text
    assert page.one("input", id="hands").attributes["aria-invalid"] == "true"
    for path in ("/", "/new", f"{table.path}/rules/change", "/rules?game=mighty&preset=pagat"):
        for form in table.host.page(path).all("form", method="post"):
            plain = form.attributes["action"] in ("/again", "/language")
            assert plain or "novalidate" in form.attributes, (path, form.attributes)


# --- Lots ---
def test_lots_are_drawn_once_on_the_record_when_the_table_opens(phone: Phone) -> None:
    table = send_form(phone, fill_in(phone, NAMES), draw_seats="yes", draw_leader="yes")
    assert sorted(table.state.seating) == [1, 2, 3, 4, 5]
    drawn = [table.state.name(player) for player in table.state.seating]
    log = phone.page(f"{table.path}/log").one("main").text
    assert f"Seats drawn by lot: {', '.join(drawn)}" in log
    begins = table.state.session.begins
    assert f"{table.state.name(begins)} begins, drawn by lot" in log
    table.record("start_hand")
    assert table.state.current is not None
    assert table.state.current.hand.session.begins == begins
    fields = {**fill_in(phone, NAMES).form("/new").sends(), "draw_seats": "yes", "draw_leader": "yes"}
    first, second = phone.post("/new", fields), phone.post("/new", fields)
    assert first.location == second.location
    table = Table(phone, first.location.split("/")[2])
    assert table.version == 3
    table = send_form(phone, fill_in(phone, ("Ana", "Bo")), draw_leader="yes")
    assert table.version == 1


# --- Home ---
def test_the_same_players_again_is_one_tap_and_two_open_one_table(app: Flask) -> None:
    table = open_table(app, "korean40", ("Ana", "Bo", "Cho", "Dan", "Eun"), back_run="off", hands="9")
    phone = table.take_seat(3)
    table.record("swap", one=1, other=5)
    response = phone.submit("/", "/again")
    assert response.status_code == 303
    new = Table(phone, response.location.split("/")[2])
    names = [new.state.name(player) for player in new.state.seating]
    assert names == ["Eun", "Bo", "Cho", "Dan", "Ana"]
    assert (new.state.preset, new.state.rules, new.state.hand_limit) == ("korean40", table.state.rules, 9)
    assert new.state.hands == ()
    assert new.role_of(phone) == "host"
    assert 'data-seat="3"' in phone.get(new.path).text, "the same seat"
    table = open_table(app)
    # For whoever sits as well, and whose first answer was lost, so that their cookie knows nothing of it.
    for phone in (table.host, table.take_seat(3)):
        fields = phone.page("/").form("/again").sends()
        before = phone.client.get_cookie(COOKIE)
        first = phone.post("/again", fields)
        assert before is not None
        phone.client.set_cookie(COOKIE, before.value)
        again = phone.post("/again", fields)
        assert (first.status_code, again.status_code) == (303, 303)
        assert first.location == again.location
    assert 'data-seat="3"' in phone.get(again.location).text, "the same seat"


def test_the_running_table_is_the_primary(table: Table) -> None:
    table.play_hand()
    page = table.host.page("/")
    (primary,) = page.of_class("button--solid")
    assert primary.attributes["href"] == table.path
    assert "to the table" in primary.text
    assert "leads" in page.one("main").text
    assert [row.text for row in page.of_class("row__names")] == ["Ana, Bo, Cho, Dan, Eun"], (
        "a table is known by its people"
    )
    table.record("end")
    (primary,) = table.host.page("/").of_class("button--solid")
    assert primary.text == "Same players again"


def test_the_first_page_of_a_phone_that_was_nowhere(make_app: MakeApp) -> None:
    page = Phone(make_app()).page("/")
    assert [each.attributes["href"] for each in page.of_class("game")] == ["/new?game=mighty", "/new?game=zhao_pengyou"]
    assert "No table yet" in page.one("main").text
    assert page.of_class("dock") == []
    assert page.form("/join").one("input", name="code").attributes["id"] == "code"


# --- Rule sets ---

FRIDAY: Mapping[str, str] = {"game": "mighty", "preset": "pagat", "back_run": "defenders_10", "name": "Friday rules"}
LINK = "/rules?game=mighty&preset=pagat&back_run=defenders_10&name=Friday+rules&by=Ana"


def test_a_link_shows_what_differs_and_opens_as_a_new_table(phone: Phone) -> None:
    text = phone.page(LINK).one("main").text
    assert "Friday rules Mighty for 5, shared by Ana" in text
    assert "As International (pagat.com), except A failure doubles at 10 points for the defenders: a back run." in text
    assert "Not: 11 points for the defenders" in text
    link = next(each.attributes["href"] for each in phone.page(LINK).of_class("button--solid"))
    page = phone.page(link)
    for name in NAMES:
        page = tap(phone, page, "add", another=name)
    assert send_form(phone, page).state.rules.as_dict()["back_run"] == "defenders_10"


def test_sets_are_kept_offered_and_dropped(phone: Phone) -> None:
    assert phone.submit(LINK, "/rules/keep").status_code == 303
    assert "Friday rules" in phone.page("/").one("main").text
    page = tap(phone, fill_in(phone, NAMES), "view:presets")
    page = tap(phone, page, "kept:Friday rules")
    assert page.form("/new").sends()["back_run"] == "defenders_10"
    four = tap(phone, fill_in(phone, NAMES[:4]), "view:presets")
    assert not list(four.all("button", value="kept:Friday rules")), "it is for five"
    phone.submit("/rules?" + "&".join(f"{key}={value}" for key, value in FRIDAY.items()), "/rules/drop")
    assert "Friday rules" not in phone.page("/").one("main").text
    page = tap(phone, fill_in(phone, NAMES), "start_from:korean40")
    page = tap(phone, tap(phone, page, "set:bankroll:50"), "keep")
    assert page.one("p", id="set_name-about").text == "Name these rules to save them."
    page = tap(phone, page, "keep", set_name="Ours")
    assert "Saved on this phone as “Ours”." in page.one("main").text
    assert preset_of(tap(phone, phone.page("/new?game=mighty"), "kept:Ours")) == "korean40"


@for_each(
    query=[
        *("game=poker&preset=pagat", "game=mighty&preset=martian", "game=mighty&preset=pagat&back_run=99"),
        *("game=mighty&preset=pagat&eliminate=true", ""),
    ]
)
def test_a_link_that_the_rules_do_not_allow_is_refused_in_words(query: str, *, app: Flask) -> None:
    phone = Phone(app)
    page = phone.page(f"/rules?{query}", 422)
    assert len(page.problems) == 1
    assert phone.get(f"/rules/all?{query}").status_code == phone.get(f"/rules/pack?{query}").status_code == 422


def test_more_sets_than_a_cookie_holds_or_a_forged_one(phone: Phone) -> None:
    phone.client.set_cookie("rule_sets", "WyJ4Il0.forged")
    assert phone.get("/").status_code == 200
    many = {"back_run": "off", "run": "off", "no_trump_double": "off", "no_friend_double": "off", "made": "P-B"}
    for number in range(20):
        named = {**FRIDAY, **many, "name": f"Rules of evening {number}"}
        assert phone.post("/rules/keep", named).status_code == 303
    cookie = require(phone.client.get_cookie("rule_sets"))
    assert len(cookie.value) < 3900
    text = phone.page("/").one("main").text
    assert "Rules of evening 19" in text
    assert "Rules of evening 0 " not in text


# --- The rules in words, and the pack ---
def test_the_rules_of_a_table_are_passed_on_with_their_sources(app: Flask) -> None:
    text = open_table(app, "korean40").host.page("/rules/all?game=mighty&preset=korean40").one("main").text
    assert "Korean board-game rules" in text
    assert "korean40" not in text
    assert "pagat, " not in text
    table = open_table(app, "korean40", bankroll="50")
    phone = table.take_seat(2)
    link = next(each.attributes["href"] for each in phone.page(f"{table.path}/rules").of_class("button"))
    page = table.stranger().page(link)
    assert "shared by Bo" in page.one("main").text
    assert "Everyone begins with 50 points" in page.one("main").text


@for_each(preset=GAMES["mighty"].presets)
def test_the_pack_of_every_preset(preset: str, *, app: Flask) -> None:
    phone = Phone(app)
    rules = GAMES["mighty"].presets[preset].rules
    page = phone.page(f"/rules/pack?game=mighty&preset={preset}")
    setting = rules.setting
    text = page.one("main").text
    assert f"{len(setting.pack)} cards, {setting.hand_size} each, {setting.kitty} down" in text
    out = (52 + len(setting.jokers)) * setting.packs - len(setting.pack)
    assert (f"Take out {out} card" in text) == (out > 0)
    found = sum(int(each.text.rpartition("×")[2]) if "×" in each.text else 1 for each in page.of_class("removed-card"))
    assert found == out
    assert "It goes clockwise." in next(page.one("div", id="table-plan").all("svg")).attributes["aria-label"]
    assert len(page.of_class("table-plan__name")) == setting.table
    assert ("Keep both jokers, a black one and a red one" in text) == (len(setting.jokers) > 1)


@for_each(
    ("pagat", ""),
    ("six_sit_out", "The dealer gets no cards and sits the hand out."),
    ("base10_seven_sit_out", "The dealer and the one before in turn get no cards and sit the hand out."),
)
def test_the_pack_says_who_gets_no_cards(preset: str, said: str, *, app: Flask) -> None:
    phone = Phone(app)
    text = phone.page(f"/rules/pack?game=mighty&preset={preset}").one("main").text
    assert said in text
    assert ("sits the hand out" in text or "sit the hand out" in text) == bool(said)


@for_each(count=PLAYERS)
def test_the_pack_of_every_number_of_players(count: int, *, app: Flask) -> None:
    phone = Phone(app)
    page = phone.page(f"/rules/pack?game=zhao_pengyou&preset=pagat&count={count}")
    assert len(page.of_class("table-plan__name")) == count
    assert "It goes anticlockwise." in next(page.one("div", id="table-plan").all("svg")).attributes["aria-label"]
    assert "each, 6 down" in page.one("main").text or "each, 8 down" in page.one("main").text


def test_a_table_says_who_deals_and_who_drew_lots(app: Flask, table: Table) -> None:
    table.play_hand()
    drawing = next(table.host.page(f"{table.path}/pack").one("div", id="table-plan").all("svg")).attributes[
        "aria-label"
    ]
    begins = table.state.name(table.state.session.begins)
    assert f"{begins} deals" in drawing
    table = open_table(app)
    for form in ("draw_seats", "draw_leader"):
        assert table.host.submit(f"{table.path}/people", f"{table.path}/people/{form}").status_code == 303
    assert table.version == 3
    table.record("start_hand")
    text = table.host.page(f"{table.path}/people").one("main").text
    assert "Draw lots" not in text, "nobody draws in a hand"


def test_no_table_is_opened_with_a_list_for_a_name(phone: Phone) -> None:
    response = phone.post("/new", {**phone.page("/new").form("/new").sends(), "another": "Ana, Bo"})
    assert response.status_code == 422
    assert parse(response.text).problems == ["Is this a list of players? Ana, Bo"]


@pytest.mark.parametrize(
    "pasted", ["Ana, Bo, Cho", "Ana\tBo\tCho", "Ana、Bo，Cho", "Ana; Bo;\nCho\n", " Ana ,Bo,, Cho,"]
)
def test_a_pasted_list_is_offered_as_several_people(phone: Phone, pasted: str) -> None:
    page = tap(phone, phone.page("/new"), "add", another=pasted)
    assert page.problems == ["Is this a list of players? Ana, Bo, Cho"]
    assert seated_names(page) == []
    assert seated_names(tap(phone, page, "add_list")) == ["Ana", "Bo", "Cho"]
    [one] = [each for each in page.all("button") if each.attributes.get("value", "").startswith("add:")]
    assert len(seated_names(tap(phone, page, one.attributes["value"]))) == 1, "a comma may belong to a name"


def test_of_a_pasted_list_what_cannot_be_stays_written(phone: Phone) -> None:
    page = tap(phone, tap(phone, phone.page("/new"), "add", another="Ana, Bo, ana, Dan"), "add_list")
    assert seated_names(page) == ["Ana", "Bo"]
    assert page.problems == ["ana is taken. Add an initial."]
    assert page.one("input", id="another").attributes["value"] == "ana, Dan"
