"""Groups: people who meet again and again, joined by a link, without accounts."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.commands.merge import describe_ways_in
from scorekeeper.store.sql import TABLES
from scorekeeper.web.evening.export import SQLITE
from tests.web.page.test_screens import check
from tests.web.pages import Element, parse
from tests.web.phones import NAMES, Phone, Table, open_table


def make_group(phone: Phone, name: str = "Card club", **more: str) -> str:
    """The path of a new group of this phone. Its name is no weekday, which pages have for other reasons."""
    response = phone.post("/groups", {"name": name, "key": f"key of {name}", **more})
    assert response.status_code == 303, parse(response.text).problems
    return str(response.location)


def add_to_group(table: Table, group: str, by: Phone | None = None) -> None:
    """Move a table into a group."""
    response = (by or table.host).post(f"{table.path}/group", {"group": group.rpartition("/")[2]})
    assert response.status_code == 303, response.text


def link_of(phone: Phone, group: str) -> str:
    texts = [each.text for each in phone.page(f"{group}/links").all("p") if "data-link" in each.attributes]
    return urlsplit(texts[0]).path


def join_group(phone: Phone, group: str) -> Phone:
    """Return another phone that has joined by the link that this one shows."""
    other, link = Phone(phone.app), link_of(phone, group)
    assert other.get(link).status_code == 200
    assert other.post(link).status_code == 303
    return other


@pytest.fixture
def group(phone: Phone) -> str:
    """A group of the phone."""
    return make_group(phone)


def record_night(phone: Phone, group: str) -> Table:
    """Record an evening of the group."""
    table = record_evening(phone)
    add_to_group(table, group)
    return table


def all_time(phone: Phone, group: str) -> dict[str, str]:
    """The totals of the table of all time, by name."""
    rows = phone.page(group).of_class("all-time")[0].one("tbody").all("tr")
    return {next(row.all("a")).text: list(row.all("td"))[-1].text for row in rows}


def record_evening(host: Phone, names: tuple[str, ...] = NAMES, points: int = 17) -> Table:
    table = open_table(host.app, names=names, host=host)
    table.play_hand(points=points)
    return table


def test_the_database_of_a_group_has_all_its_nights(app: Flask, phone: Phone, group: str, tmp_path: Path) -> None:
    assert "export.db" not in phone.get(group).text, "there is nothing yet"
    assert phone.get(f"{group}/export.db").status_code == 200
    for points in (17, 3):
        add_to_group(record_evening(phone, points=points), group)
    assert f'href="{group}/export.db"' in phone.get(group).text
    response = phone.get(f"{group}/export.db")
    assert response.mimetype == SQLITE
    assert response.headers["Content-Disposition"] == "attachment; filename=scorekeeper-history.db"
    file = tmp_path / "history.db"
    file.write_bytes(response.data)
    with closing(sqlite3.connect(file)) as db:
        told = dict(db.execute("select name, points from standings where group_name = 'Card club'"))
    assert {name: str(points).replace("-", "−") for name, points in told.items()} == {
        name: total.replace("+", "") for name, total in all_time(phone, group).items()
    }
    assert Phone(app).get(f"{group}/export.db").status_code == 404, "it is the group's"


def test_who_brought_a_group_from_another_database_becomes_its_host(app: Flask) -> None:
    """By the link that `scorekeeper import` prints."""
    store = app.extensions["scorekeeper"].store
    store.groups.create("g", "Card club")
    link = "\n".join(describe_ways_in(store, [], ["g"])).splitlines()[-1]
    phone = Phone(app)
    assert phone.post(link).status_code == 303
    assert [each.kind for each in store.groups.phones("g")] == ["host"]


def test_nights_add_up_as_the_sheets_do(phone: Phone, group: str) -> None:
    tables = [
        record_evening(phone),
        record_evening(phone, points=3),
        record_evening(phone, ("Eun", "Dan", "Cho", "Bo", "Ana")),
    ]
    for table in tables:
        add_to_group(table, group)
    expected = dict.fromkeys(NAMES, 0)
    for table in tables:
        for player, value in table.scores.items():
            expected[table.state.name(player)] += value
    told = {name: int(total.replace("−", "-")) for name, total in all_time(phone, group).items()}
    assert told == expected
    assert list(told.values()) == sorted(told.values(), reverse=True)


def test_a_renamed_person_stays_one(phone: Phone, group: str) -> None:
    record_night(phone, group)
    assert phone.submit(f"{group}/people/1", f"{group}/people/1", name="Annabel").status_code == 303
    record_night(phone, group)
    assert len(all_time(phone, group)) == 5
    assert "Ana" in phone.page(f"{group}/people/1").one("main").text
    refused = phone.post(f"{group}/people/1", {"name": "Bo"})
    assert refused.status_code == 422
    assert "Bo is taken. Add an initial." in refused.text.replace("<bdi>", "").replace("</bdi>", "")


def test_a_rename_at_the_table_cuts_nobody_in_two(phone: Phone, group: str) -> None:
    table = record_night(phone, group)
    table.record("rename", player=1, name="Annabel")
    table.play_hand()
    assert set(all_time(phone, group)) == set(NAMES)
    again = phone.post("/again", {"table": table.id, "key": "once more"})
    assert phone.get(f"{group}/nights/{again.location.split('/')[2]}").status_code == 200, "the next night"
    assert phone.get(f"{group}/people/6").status_code == 404, "nobody is new"


def test_two_who_are_one_are_joined(phone: Phone, group: str) -> None:
    record_night(phone, group)
    add_to_group(record_evening(phone, ("Annabel", *NAMES[1:])), group)
    before = all_time(phone, group)
    sums = [int(before[name].replace("−", "-")) for name in ("Ana", "Annabel")]
    assert phone.post(f"{group}/people/6/join", {"into": 1}).status_code == 303
    after = all_time(phone, group)
    assert set(after) == set(NAMES)
    assert int(after["Ana"].replace("−", "-")) == sum(sums)
    refused = phone.post(f"{group}/people/2/join", {"into": 1})
    assert refused.status_code == 422
    assert "same night" in refused.text


def test_a_join_by_mistake_is_undone(phone: Phone) -> None:
    """Both have what they had before, in the table of all time too; whose name is taken meanwhile is renamed first."""
    group = make_group(phone, "Kit")
    record_night(phone, group)
    add_to_group(record_evening(phone, ("Lea", *NAMES[1:])), group)
    before = all_time(phone, group)
    assert "by mistake" not in phone.page(f"{group}/people/1").text
    assert phone.post(f"{group}/people/6/join", {"into": 1}).status_code == 303
    record_night(phone, group)
    check(phone, f"{group}/people/1")
    phone.headers["Accept-Language"] = "en"
    phone.post(f"{group}/people/1", {"name": "lea"})
    refused = phone.post(f"{group}/people/1/part", {"joined": 6})
    assert (refused.status_code, "Lea is taken" in parse(refused.text).text) == (422, True)
    phone.post(f"{group}/people/1", {"name": "Ana"})
    back = phone.submit(f"{group}/people/1", f"{group}/people/1/part")
    assert (back.status_code, back.location) == (303, f"{group}/people/6")
    after = all_time(phone, group)
    assert set(after) == {*NAMES, "Lea"}
    assert after["Lea"] == before["Lea"]
    assert to_int(after["Ana"]) == 2 * to_int(before["Ana"]), "what came since stays"
    assert phone.post(f"{group}/people/1/part", {"joined": 9}).status_code == 422
    assert phone.post(f"{group}/people/1/part", {"joined": "x"}).status_code == 422


def test_whether_two_names_alike_are_one_person_is_asked_once(phone: Phone) -> None:
    """On the page of the group and of the night; the answer is kept, and can be undone as every join."""
    group = make_group(phone, "Kit")
    tables = [record_evening(phone, (name, *NAMES[1:])) for name in ("Ee", "Ｅｅ", "ee", "Ｅｅ")]
    for table in tables[:3]:
        add_to_group(table, group)
    assert set(all_time(phone, group)) == {"Ee", "Ｅｅ", *NAMES[1:]}, "two people until somebody says so"
    night, question = f"{group}/nights/{tables[1].id}", f"{group}/people/6/alike"
    for path in (group, night):
        check(phone, path)
    phone.headers["Accept-Language"] = "en"
    assert "the same person as" in phone.page(group).one("main").text
    assert "the same person as" in phone.page(f"{group}/nights/{tables[0].id}").one("main").text
    same = phone.submit(night, question, answer="same")
    assert (same.status_code, same.location) == (303, night)
    add_to_group(tables[3], group)
    assert set(all_time(phone, group)) == {"Ee", *NAMES[1:]}, "the other name is theirs from now on"
    assert phone.post(f"{group}/people/1/part", {"joined": 6}).status_code == 303
    assert set(all_time(phone, group)) == {"Ee", "Ｅｅ", *NAMES[1:]}
    assert "the same person as" not in phone.page(group).one("main").text, "that was the answer"


def test_two_people_with_names_alike_are_told_apart(app: Flask, phone: Phone, group: str) -> None:
    for name in ("Ee", "Ｅｅ"):
        add_to_group(record_evening(phone, (name, *NAMES[1:])), group)
    assert Phone(app).post(f"{group}/people/6/alike", {"other": 1, "answer": "same"}).status_code == 404
    assert phone.post(f"{group}/people/9/alike", {"other": 1, "answer": "two"}).status_code == 422
    other = phone.submit(group, f"{group}/people/6/alike", answer="two")
    assert (other.status_code, other.location) == (303, group)
    assert "the same person as" not in phone.page(group).one("main").text
    assert set(all_time(phone, group)) == {"Ee", "Ｅｅ", *NAMES[1:]}
    refused = phone.post(f"{group}/people/2", {"name": "ＥＥ"})
    assert (refused.status_code, "looks just like Ee" in parse(refused.text).text) == (422, True)


def test_a_seat_that_was_somebody_elses_is_moved(phone: Phone, group: str) -> None:
    table = record_night(phone, group)
    assert phone.post(f"{group}/people", {"name": "Fay"}).status_code == 303
    before = all_time(phone, group)
    night = f"{group}/nights/{table.id}"
    assert phone.post(f"{night}/seats", {"player": 1, "person": 6}).status_code == 303
    after = all_time(phone, group)
    assert after["Fay"] == before["Ana"]
    assert "Ana" not in after
    assert phone.post(f"{night}/seats", {"player": 2, "person": 6}).status_code == 303
    assert all_time(phone, group)["Bo"] == before["Ana"], "two who sat there change seats"
    assert phone.post(f"{night}/seats", {"player": 1, "person": 99}).status_code == 422


def test_who_sits_down_later_is_of_the_group(app: Flask, phone: Phone, group: str) -> None:
    table = open_table(app, names=NAMES[:4], host=phone)
    add_to_group(table, group)
    table.record("join", name="Eun")
    table.record("undo")
    table.record("join", name="Fay")
    table.play_hand()
    assert set(all_time(phone, group)) == {*NAMES[:4], "Fay"}


def test_people_of_the_group_who_are_not_here_sit_down_by_their_names(app: Flask, phone: Phone, group: str) -> None:
    """They are offered to phones of the group; another phone at the table does not learn who is in it."""
    record_evening(phone, ("Ann", "Ben", "Cal", "Dee", "Eva"))
    add_to_group(record_evening(phone, (*NAMES[:4], "Fay")), group)
    table = open_table(app, host=phone)
    add_to_group(table, group)
    for reader, names in ((phone, ["Fay", "New"]), (table.take_seat(2), ["New"])):
        keys = reader.page(f"{table.path}/people").one("main").of_class("key--submit")
        assert [each.text for each in keys] == names
    assert phone.submit(f"{table.path}/people/new?name=Fay", f"{table.path}/people/join").location == table.path
    assert set(all_time(phone, group)) == {*NAMES[:4], "Fay"}, "one Fay, who has played"


def test_a_table_is_set_up_with_the_people_and_rules_of_a_group(app: Flask, phone: Phone, group: str) -> None:
    table = open_table(app, "pagat", NAMES, host=phone, min_bid=11)
    add_to_group(table, group)
    assert phone.post(f"{group}/nights/{table.id}/rules", {"name": "House of Ana"}).status_code == 303
    setup = f"/new?group={group.rpartition('/')[2]}"
    chips = [
        each.text for each in phone.page(setup).all("button") if "pill" in each.attributes.get("class", "").split()
    ]
    assert chips == list(NAMES)
    fields = phone.page(setup).form("/new").sends()
    drawn = phone.post("/new/draft", {**fields.to_dict(), "do": "kept:House of Ana"})
    form = parse(drawn.text).form("/new").sends().to_dict()
    assert form["min_bid"] == "11"
    for seat, name in enumerate(NAMES, 1):
        form[f"name_{seat}"] = name
    opened = phone.post("/new", form)
    assert opened.status_code == 302
    assert phone.get(f"{group}/nights/{opened.location.split('/')[2]}").status_code == 200, "it is a night at once"
    assert phone.post(f"{group}/rules/drop", {"name": "House of Ana"}).status_code == 303
    assert "House of Ana" not in phone.get(group).text


def test_a_group_is_nothing_to_strangers(app: Flask) -> None:
    phone, stranger = Phone(app), Phone(app)
    group = make_group(phone)
    table = record_night(phone, group)
    other = make_group(stranger, "Other")
    for who in (stranger, table.take_seat(2)):
        for path in ("", "/links", "/people/1", f"/nights/{table.id}", "/leave", "/join/guess"):
            assert who.get(group + path).status_code == 404, path
        for path in ("/people", "/people/1", "/people/1/join", "/name", "/links", "/leave", "/delete", "/join/guess"):
            assert who.post(group + path, {"name": "Mine", "into": 2}).status_code == 404, path
        assert "Card club" not in who.get("/").text
    assert stranger.get(f"{other}/nights/{table.id}").status_code == 404, "another group's night"
    assert phone.post(f"{other}/name", {"name": "Mine"}).status_code == 404
    assert stranger.post(f"{table.path}/group", {"group": other.rpartition("/")[2]}).status_code == 403


def test_a_link_asks_before_a_phone_belongs_to_the_group(app: Flask) -> None:
    phone, other = Phone(app), Phone(app)
    group = make_group(phone)
    link = link_of(phone, group)
    assert "Card club" in other.get(link).text
    assert other.get(group).status_code == 404, "looking is not joining"
    assert other.post(link).status_code == 303
    assert other.get(group).status_code == 200
    assert other.get(link).location == group


def test_a_revoked_link_leads_nowhere_and_who_came_by_it_stays(app: Flask, phone: Phone, group: str) -> None:
    link, member = link_of(phone, group), join_group(phone, group)
    assert member.post(f"{group}/links").status_code == 403, "the host's business"
    assert phone.post(f"{group}/links").status_code == 303
    assert link_of(phone, group) != link
    assert Phone(app).get(link).status_code == 404
    assert Phone(app).post(link).status_code == 404
    assert member.get(group).status_code == 200
    sent = next(each.attributes["value"] for each in phone.page(f"{group}/links").all("input", name="phone"))
    assert phone.post(f"{group}/links", {"phone": sent}).status_code == 303
    assert member.get(group).status_code == 404


def test_a_member_opens_the_sheet_of_a_night(phone: Phone, group: str) -> None:
    table = record_night(phone, group)
    member = join_group(phone, group)
    assert member.get(f"{table.path}/sheet").status_code == 403
    assert member.get(f"{group}/nights/{table.id}").status_code == 200
    assert member.get(f"{table.path}/sheet").status_code == 403, "looking gives no right"
    assert member.post(f"{group}/nights/{table.id}/sheet").status_code == 303
    assert member.get(f"{table.path}/sheet").status_code == 200
    assert table.role_of(member) == "watcher"


def test_leaving_and_deleting(phone: Phone, group: str) -> None:
    table = record_night(phone, group)
    member = join_group(phone, group)
    assert member.post(f"{group}/delete").status_code == 403
    assert phone.post(f"{group}/leave").status_code == 303
    assert phone.get(group).status_code == 404
    assert member.get(group).status_code == 200
    assert member.post(f"{group}/delete").status_code == 303, "the last one is the host"
    assert member.get(group).status_code == 404
    assert phone.get(table.path).status_code == 200, "its tables stay"
    assert "one of its nights" not in phone.get(f"{table.path}/group").text


def test_a_phone_that_forgets_everything_is_in_no_group(phone: Phone, group: str) -> None:
    member = join_group(phone, group)
    assert phone.post("/forget").status_code == 302
    assert phone.get(group).status_code == 404
    assert "Revoke the link" in member.get(f"{group}/links").text, "the other is the host now"


def test_a_night_leaves_the_group_and_may_come_back(phone: Phone) -> None:
    group, other = make_group(phone), make_group(phone, "Other club")
    table = record_night(phone, group)
    refused = phone.post(f"{table.path}/group", {"group": other.rpartition("/")[2]})
    assert refused.status_code == 422
    assert phone.post(f"{group}/nights/{table.id}/out").status_code == 303
    assert phone.get(f"{group}/nights/{table.id}").status_code == 404
    add_to_group(table, other)
    assert len(all_time(phone, other)) == 5


def log_out_everybody_else(table: Table) -> None:
    assert table.host.post(f"{table.path}/links/revoke", {"kind": "others"}).status_code == 302


def test_who_logs_out_everybody_else_takes_the_table_out_of_a_scorers_group(app: Flask) -> None:
    """The group is one that the host has never heard of; what its phones had opened ends as well."""
    table = record_evening(Phone(app))
    scorer = table.take_seat(2)
    group = make_group(scorer)
    add_to_group(table, group, scorer)
    member = join_group(scorer, group)
    night = f"{group}/nights/{table.id}"
    assert member.post(f"{night}/sheet").status_code == 303
    passed_on = Phone(app)
    assert passed_on.get(table.links(member)[0]).status_code == 302
    log_out_everybody_else(table)
    for phone in (scorer, member, passed_on):
        assert table.role_of(phone) == "stranger"
        assert phone.get(night).status_code == 404
        assert phone.post(f"{night}/sheet").status_code == 404
        assert table.id not in phone.get(group).text
        assert scorer.post(f"{table.path}/group", {"group": group.rpartition("/")[2]}).status_code == 403


def test_the_host_takes_the_table_out_of_any_group(app: Flask) -> None:
    """Nobody else at the table does, and whoever sits there stays."""
    table = record_evening(Phone(app))
    scorer = table.take_seat(2)
    group = make_group(scorer)
    add_to_group(table, group, scorer)
    member = join_group(scorer, group)
    assert member.post(f"{group}/nights/{table.id}/sheet").status_code == 303
    assert "Take it out" not in scorer.get(f"{table.path}/group").text
    assert scorer.post(f"{table.path}/group/out").status_code == 403
    check(table.host, f"{table.path}/group")
    table.host.headers["Accept-Language"] = "en"
    assert "Card club" not in table.host.get(f"{table.path}/group").text
    assert table.host.submit(f"{table.path}/group", f"{table.path}/group/out").status_code == 303
    assert table.role_of(member) == "stranger"
    assert member.get(f"{group}/nights/{table.id}").status_code == 404
    assert table.role_of(scorer) == "scorer"
    assert "Take it out" not in table.host.get(f"{table.path}/group").text


@pytest.mark.parametrize("ended_by", ["the night", "leaving", "sending away", "deleting"])
def test_what_a_night_let_a_phone_see_ends_with_its_place_in_the_group(phone: Phone, group: str, ended_by: str) -> None:
    table = record_night(phone, group)
    member = join_group(phone, group)
    assert member.post(f"{group}/nights/{table.id}/sheet").status_code == 303
    stream = member.client.get(f"/live/{table.id}", headers=member.headers)
    news = iter(stream.response)
    assert any(b"data-version" in each for each in news if isinstance(each, bytes))
    if ended_by == "the night":
        phone.post(f"{group}/nights/{table.id}/out")
    elif ended_by == "leaving":
        member.post(f"{group}/leave")
    elif ended_by == "sending away":
        sent = next(each.attributes["value"] for each in phone.page(f"{group}/links").all("input", name="phone"))
        phone.post(f"{group}/links", {"phone": sent})
    else:
        phone.post(f"{group}/delete")
    assert table.role_of(member) == "stranger"
    assert not any(b"data-version" in each for each in news if isinstance(each, bytes)), "its stream ends"
    stream.close()
    assert table.role_of(table.host) == "host"


def test_the_same_players_again_are_not_told_by_the_names_of_a_group_of_others(app: Flask) -> None:
    table = record_evening(Phone(app))
    scorer = table.take_seat(2)
    group = make_group(scorer)
    add_to_group(table, group, scorer)
    assert scorer.post(f"{group}/people/1", {"name": "Annabel"}).status_code == 303
    for phone, name in ((table.host, "Ana"), (scorer, "Annabel")):
        location = phone.post("/again", {"table": table.id, "key": f"for {name}"}).location
        assert Table(phone, location.rpartition("/")[2]).state.name(1) == name


def test_a_group_is_made_once(phone: Phone) -> None:
    assert make_group(phone) == make_group(phone)
    for name in ("", "   ", "x" * 60):
        assert phone.post("/groups", {"name": name, "key": "k"}).status_code == 422


def test_who_makes_a_group_is_its_host_though_the_answer_was_lost(table: Table) -> None:
    make_group(table.host)
    with table.host.client.session_transaction() as session:
        del session["groups"]
    group = make_group(table.host)
    (phone,) = table.services.store.groups.phones(group.rpartition("/")[2])
    assert phone.kind == "host"
    assert table.host.post(f"{group}/links").status_code == 303


def test_a_newcomer_is_of_the_group_or_not_at_the_table(table: Table) -> None:
    """Also where the phone, which was not answered, sends the same again."""
    group = make_group(table.host)
    add_to_group(table, group)
    form = {"name": "Fay", "key": "tap", "version": table.version}
    for _ in range(2):
        table.host.post(f"{table.path}/people/join", form)
        names = [person.name for person in table.services.store.groups.get(group.rpartition("/")[2]).people]
        assert sorted(names) == sorted([*NAMES, "Fay"])


def test_a_phone_has_so_many_groups(phone: Phone) -> None:
    paths = [make_group(phone, f"Group {number}") for number in range(6)]
    assert phone.post("/groups", {"name": "One more", "key": "k"}).status_code == 422
    assert phone.post(f"{paths[0]}/leave").status_code == 303
    make_group(phone, "One more")


def test_a_table_becomes_the_first_night_of_a_new_group(table: Table) -> None:
    table.play_hand()
    group = make_group(table.host, table=table.id)
    assert table.host.get(f"{group}/nights/{table.id}").status_code == 200
    watcher = table.watcher()
    other = make_group(watcher, "Theirs", table=table.id)
    assert watcher.get(f"{other}/nights/{table.id}").status_code == 404, "who only watches moves nothing"


def database_contents(table: Table) -> dict[str, list[Any]]:
    """Return every row of the database."""
    return table.services.store.database.read(
        lambda db: {name: db.execute(f"select * from {name}").fetchall() for name in TABLES}  # noqa: S608
    )


def test_looking_writes_nothing(app: Flask, phone: Phone, group: str) -> None:
    table = record_night(phone, group)
    before = database_contents(table)
    for path in (group, f"{group}/links", f"{group}/people/1", f"{group}/nights/{table.id}", f"{table.path}/group"):
        phone.page(path)
    Phone(app).page(link_of(phone, group))
    assert database_contents(table) == before


@pytest.mark.parametrize("game", ["mighty", "zhao_pengyou"])
@pytest.mark.parametrize("hands", [0, 1, 7])
def test_every_page_of_a_group(app: Flask, phone: Phone, game: str, hands: int) -> None:
    names = ("남궁아리따운이름열두자", *NAMES[1:])
    table = open_table(app, "pagat", names, game=game, host=phone)
    group = make_group(phone, "Kit")
    pages = ["/groups/new", group, f"{group}/links", f"{group}/leave", f"{table.path}/group", f"/new?group={group[3:]}"]
    for path in pages:
        check(phone, path)
    add_to_group(table, group)
    for _ in range(hands):
        table.record("start_hand")
        if game == "mighty":
            table.record("enter_contract", declarer=1, level=16, trump="H")
            table.record("result", side="card|2", points=17)
        else:
            table.record("record_hand", maker=1, suit="H", points=90, last_trick="makers")
    phone.post(f"{group}/people", {"name": "Fay"})
    phone.post(f"{group}/nights/{table.id}/rules", {"name": "Ana"})
    phone.post(f"{group}/people/2", {"name": "Kit"})
    phone.post("/new", {"game": "mighty", "preset": "pagat", "group": group[3:], "name_1": "Lea", "key": "k"})
    for path in [*pages, "/", "/forget", f"{group}/people/1", f"{group}/people/6", f"{group}/nights/{table.id}"]:
        check(phone, path)
    check(Phone(app), link_of(phone, group))


def test_the_table_of_all_time_tells_who_made_what_they_promised(phone: Phone, group: str) -> None:
    for points in (17, 3):
        add_to_group(record_evening(phone, points=points), group)
    rows = {next(row.all("a")).text: [cell.text for cell in row.all("td")] for row in rows_of(phone, group)}
    assert rows["Ana"][1] == "1/2", "declared twice, made once"
    assert rows["Bo"][1] == "0/0"
    told = phone.page(f"{group}/people/1").one("main").text
    assert "1 of 2" in told


def rows_of(phone: Phone, group: str) -> list[Element]:
    return list(phone.page(group).of_class("all-time")[0].one("tbody").all("tr"))


def test_every_number_of_a_group_leads_to_its_hands(phone: Phone) -> None:
    """Also those of somebody who had another name on one of the nights, and sat elsewhere."""
    group = make_group(phone, "Kit")
    for names in (NAMES, ("Eun", "Lea", *NAMES[1:4])):
        add_to_group(record_evening(phone, names), group)
    assert phone.post(f"{group}/people/6/join", {"into": 1}).status_code == 303
    totals = {person: all_time(phone, group)[name] for person, name in enumerate(NAMES, 1)}
    for path in (group, *(f"{group}/people/{person}" for person in totals)):
        numbers = [link for link in phone.page(path).one("main").all("a") if "what=" in link.attributes["href"]]
        assert len(numbers) > 4
        for number in numbers:
            listed = phone.page(number.attributes["href"]).one("main").of_class("row")
            assert all(phone.get(row.attributes["href"]).status_code == 200 for row in listed)
            label, _, shown = number.text.rpartition(" ")
            if label.endswith("hands"):
                assert len(listed) == int(shown.removesuffix("*"))
            if "together" in label:
                assert sum_of(listed) == to_int(shown)
    for person, total in totals.items():
        assert sum_of(phone.page(f"{group}/people/{person}/mighty/hands?what=hands").of_class("row")) == to_int(total)
    check(phone, f"{group}/people/1/mighty/hands?what=hands")
    check(phone, f"{group}/mighty/hands?what=pair-1-2")


def to_int(amount: str) -> int:
    return int(amount.replace("−", "-"))


def sum_of(rows: list[Element]) -> int:
    return sum(to_int(row.one("b").text) for row in rows)


@pytest.mark.parametrize(
    "path",
    [
        *("mighty/hands?what=nonsense", "zhao_pengyou/hands", "people/9/mighty/hands", "people/6/mighty/hands"),
        *("people/1/zhao_pengyou/hands", "people/1/mighty/hands?what=pair-1-2", "mighty/hands?what=pair-1-9"),
    ],
)
def test_hands_of_a_group_that_there_are_not(app: Flask, phone: Phone, path: str) -> None:
    group = make_group(phone, "Kit")
    record_night(phone, group)
    phone.post(f"{group}/people", {"name": "Fay"})
    assert phone.get(f"{group}/mighty/hands").status_code == 200
    assert phone.get(f"{group}/{path}").status_code == 404
    assert Phone(app).get(f"{group}/mighty/hands").status_code == 404
