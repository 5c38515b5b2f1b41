"""Groups, by their protocol: whoever keeps them, one person stays one and two that are joined are one."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.store import (
    GroupPerson,
    Groups,
    HasPlayed,
    InAnotherGroup,
    JoinedPerson,
    NameInUse,
    NameLooksInUse,
    SameNight,
    Store,
    UnknownGroup,
    UnknownPerson,
    UnknownTable,
    plan_newcomer,
)
from scorekeeper.store.sql import Connection, Database
from tests.cases import for_each, require
from tests.store.log import action


@pytest.fixture
def groups(store: Store) -> Groups:
    for table_id in ("t", "u"):
        store.events.create(table_id, "mighty", action(1))
    groups: Groups = store.groups
    assert groups.create("g", "Friday")
    return groups


def names(groups: Groups, group_id: str = "g") -> dict[int, str]:
    return {person.number: person.name for person in groups.get(group_id).people}


def seats(groups: Groups, table_id: str = "t") -> dict[int, int]:
    return next(dict(night.seats) for night in groups.get("g").nights if night.table_id == table_id)


def test_a_group_that_is_made_again_stays_as_it_is(groups: Groups) -> None:
    groups.rename("g", "Saturday")
    assert not groups.create("g", "Friday")
    assert groups.get("g").name == "Saturday"


def test_groups_are_found_by_their_name(groups: Groups) -> None:
    groups.create("h", "Straße")
    groups.create("i", "friday")
    assert groups.find_named("FRIDAY") == ["g", "i"]
    assert groups.find_named("strasse") == ["h"]
    assert groups.find_named("Fri") == []


def test_a_group_is_made_with_its_host_and_its_first_night(groups: Groups) -> None:
    """Sent again, it is the same; and a table of another group stays there."""
    for _ in range(2):
        groups.create("h", "Monday", token="phone", label="iPhone", night="t", names={1: "Ana"})
    assert [(phone.kind, phone.label) for phone in groups.phones("h")] == [("host", "iPhone")]
    assert names(groups, "h") == {1: "Ana"}
    assert groups.create("i", "Tuesday", token="another", night="t", names={1: "Ana"})
    assert (groups.group_of("t"), groups.get("i").nights) == ("h", ())
    with pytest.raises(UnknownTable):
        groups.create("j", "Sunday", token="phone too", night="nowhere")
    with pytest.raises(UnknownGroup):
        groups.get("j")
    assert groups.find("phone too") is None


def test_a_person_is_asked_for_by_name_in_capitals_or_not(groups: Groups) -> None:
    assert groups.add_person("g", "Ana") == groups.add_person("g", "ANA") == 1
    assert groups.add_person("g", "하은") == 2
    assert names(groups) == {1: "Ana", 2: "하은"}


CYRILLIC = "\N{CYRILLIC CAPITAL LETTER IE}\N{CYRILLIC SMALL LETTER IE}"


def test_a_name_that_only_looks_alike_is_asked_about_once(groups: Groups) -> None:
    """Latin, full-width and Cyrillic: a new person each, until somebody says so."""
    groups.add_night("g", "t", {1: "Ee", 2: "Bo"})
    groups.add_night("g", "u", {1: "Ｅｅ", 2: "bo"})
    assert names(groups) == {1: "Ee", 2: "Bo", 3: "Ｅｅ"}
    assert groups.get("g").lookalikes == ((3, 1),), "equal names are one person"
    cyrillic = groups.add_person("g", CYRILLIC)
    assert groups.get("g").lookalikes == ((3, 1), (cyrillic, 1), (cyrillic, 3))
    groups.tell_apart("g", 1, 3)
    groups.tell_apart("g", 3, 1)
    assert groups.get("g").lookalikes == ((cyrillic, 1), (cyrillic, 3))
    groups.join_people("g", cyrillic, 3)
    assert groups.get("g").lookalikes == (), "whoever is one with the other is told apart with them"
    assert groups.add_person("g", CYRILLIC) == 3
    groups.separate_people("g", cyrillic)
    assert groups.get("g").lookalikes == ((cyrillic, 1),), "who was separated is told apart"
    with pytest.raises(UnknownPerson):
        groups.tell_apart("g", 9, 1)


def test_a_name_that_looks_like_a_former_one_is_asked_about(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ee"})
    groups.rename_person("g", 1, "Eve")
    groups.add_night("g", "u", {1: "Ｅｅ"})
    assert groups.get("g").lookalikes == ((2, 1),)
    groups.rename_person("g", 2, "Eva")
    assert groups.get("g").lookalikes == (), "names of old alone are nobody's question"


def test_who_sat_at_one_table_is_not_asked_about(groups: Groups) -> None:
    """A table refuses names alike; a seat may be moved to one."""
    groups.add_night("g", "t", {1: "Ee", 2: "Bo"})
    groups.add_person("g", "Ｅｅ")
    assert groups.get("g").lookalikes == ((3, 1),)
    groups.move_seat("g", "t", 2, 3)
    assert groups.get("g").lookalikes == ()


def test_a_rename_does_not_cut_a_person_in_two(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ana", 2: "Bo"})
    groups.rename_person("g", 1, "Annabel")
    groups.add_night("g", "u", {1: "Bo", 2: "Ana"})
    assert groups.get("g").people == (GroupPerson(1, "Annabel", ("Ana",)), GroupPerson(2, "Bo"))
    assert seats(groups, "u") == {1: 2, 2: 1}, "known by the name of old"
    groups.rename_person("g", 1, "Ana")
    assert groups.get("g").people[0] == GroupPerson(1, "Ana", ("Annabel",))


def test_a_name_of_old_that_two_had_is_nobodys(groups: Groups) -> None:
    one, other = groups.add_person("g", "Kim"), groups.add_person("g", "Lee")
    groups.rename_person("g", one, "Kim 1")
    assert groups.add_person("g", "Kim") == one, "one alone had it"
    groups.rename_person("g", other, "Kim")
    groups.rename_person("g", other, "Lee")
    assert groups.add_person("g", "Kim") not in (one, other)


def test_two_people_never_have_one_name(groups: Groups) -> None:
    groups.add_person("g", "Ana")
    groups.add_person("g", "Bo")
    with pytest.raises(NameInUse):
        groups.rename_person("g", 2, "ana")
    with pytest.raises(NameLooksInUse, match="Ana"):
        groups.rename_person("g", 2, "Ａｎａ")
    assert names(groups) == {1: "Ana", 2: "Bo"}


def test_two_that_are_joined_are_one(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ana", 2: "Bo"})
    groups.add_night("g", "u", {1: "Annabel", 2: "Bo"})
    groups.join_people("g", 3, 1)
    assert groups.get("g").people == (
        GroupPerson(1, "Ana", ("Annabel",), (JoinedPerson(3, "Annabel"),)),
        GroupPerson(2, "Bo"),
    )
    assert seats(groups, "u") == {1: 1, 2: 2}
    groups.rename_person("g", 3, "Anna")
    assert names(groups)[1] == "Anna", "a form that was open still means the same person"
    groups.join_people("g", 3, 1)
    assert groups.add_person("g", "annabel") == 1


def test_two_that_were_joined_by_mistake_are_two_again(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ana", 2: "Bo"})
    groups.add_night("g", "u", {1: "Annabel", 2: "Bo"})
    groups.rename_person("g", 3, "Belle")
    before = groups.get("g")
    groups.join_people("g", 3, 1)
    groups.separate_people("g", 3)
    assert groups.get("g") == before
    groups.separate_people("g", 3)
    assert groups.get("g") == before, "another phone was as fast"
    groups.join_people("g", 1, 3)
    assert names(groups) == {2: "Bo", 3: "Belle"}
    groups.separate_people("g", 1)
    assert groups.get("g") == before


def test_what_came_after_a_join_stays_where_it_is(groups: Groups) -> None:
    """A seat that was moved since, a night that was taken out, a name that both had."""
    groups.add_night("g", "t", {1: "Ana", 2: "Bo"})
    groups.add_night("g", "u", {1: "Annabel", 2: "Bo"})
    groups.rename_person("g", 1, "Annabel 1")
    groups.rename_person("g", 1, "Ana")
    groups.join_people("g", 3, 1)
    cho = groups.add_person("g", "Cho")
    groups.move_seat("g", "u", 1, cho)
    groups.drop_night("g", "t")
    groups.separate_people("g", 3)
    assert names(groups) == {1: "Ana", 2: "Bo", 3: "Annabel", cho: "Cho"}
    assert seats(groups, "u") == {1: cho, 2: 2}
    assert groups.get("g").people[0].former == ("Annabel 1",)
    groups.add_night("g", "t", {1: "Annabel", 2: "Bo"})
    assert seats(groups) == {1: 3, 2: 2}, "known by the name that is theirs again"


def test_joins_are_undone_the_last_first(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ana"})
    groups.add_person("g", "Bo")
    groups.add_person("g", "Cho")
    groups.join_people("g", 1, 2)
    groups.join_people("g", 2, 3)
    with pytest.raises(UnknownPerson):
        groups.separate_people("g", 1)
    assert seats(groups) == {1: 3}
    groups.separate_people("g", 2)
    assert seats(groups) == {1: 2}
    groups.separate_people("g", 1)
    assert groups.get("g").people == (GroupPerson(1, "Ana"), GroupPerson(2, "Bo"), GroupPerson(3, "Cho"))
    assert seats(groups) == {1: 1}


def test_nobody_comes_back_under_a_name_that_another_has(groups: Groups) -> None:
    groups.add_person("g", "Ana")
    groups.add_person("g", "Bo")
    groups.join_people("g", 2, 1)
    groups.rename_person("g", 1, "BO")
    with pytest.raises(NameInUse):
        groups.separate_people("g", 2)
    groups.rename_person("g", 1, "Ana")
    groups.separate_people("g", 2)
    assert names(groups) == {1: "Ana", 2: "Bo"}


@pytest.mark.parametrize("person", [2, 3, 9])
def test_who_was_joined_with_nobody_is_not_parted(groups: Groups, person: int) -> None:
    """One who was removed, one whose other half was, and one that there never was."""
    for name in ("Ana", "Bo", "Cho", "Dan"):
        groups.add_person("g", name)
    groups.remove_person("g", 2)
    groups.join_people("g", 3, 4)
    groups.remove_person("g", 4)
    with pytest.raises(UnknownPerson):
        groups.separate_people("g", person)
    groups.delete("g")


def test_who_sat_at_one_table_is_not_joined(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ana", 2: "Bo"})
    with pytest.raises(SameNight):
        groups.join_people("g", 1, 2)
    assert names(groups) == {1: "Ana", 2: "Bo"}
    assert seats(groups) == {1: 1, 2: 2}


def test_joins_in_a_ring_end(groups: Groups) -> None:
    for name in ("Ana", "Bo", "Cho"):
        groups.add_person("g", name)
    for one, other in ((1, 2), (2, 3), (3, 1)):
        groups.join_people("g", one, other)
    assert names(groups) == {3: "Cho"}
    assert set(groups.get("g").people[0].former) == {"Ana", "Bo"}


def test_who_has_played_stays(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ana"})
    groups.add_person("g", "Bo")
    with pytest.raises(HasPlayed):
        groups.remove_person("g", 1)
    groups.remove_person("g", 2)
    assert names(groups) == {1: "Ana"}
    assert groups.add_person("g", "Cho") == 3, "a number is never another's"
    for number in (2, 9):
        with pytest.raises(UnknownPerson):
            groups.rename_person("g", number, "Bo")


def test_a_night_knows_its_newcomers(groups: Groups, database: Database) -> None:
    def seat_newcomer(player: int, name: str) -> None:
        database.write(plan_newcomer("t", player, name), of=("t", ""))

    seat_newcomer(1, "Ana")
    groups.add_night("g", "t", {1: "Ana", 2: "Bo"})
    seat_newcomer(3, "Cho")
    groups.add_night("g", "t", {1: "Somebody else", 2: "Bo", 3: "Cho"})
    assert names(groups) == {1: "Ana", 2: "Bo", 3: "Cho"}
    seat_newcomer(3, "Dan")  # joining was taken back, and another got the number
    assert seats(groups) == {1: 1, 2: 2, 3: 4}


def test_two_players_of_one_name_of_old_are_two_people(groups: Groups) -> None:
    groups.add_night("g", "u", {1: "Ana"})
    groups.rename_person("g", 1, "Annabel")
    groups.add_night("g", "t", {1: "Annabel", 2: "Ana"})
    assert seats(groups) == {1: 1, 2: 2}


def test_a_seat_is_moved_to_another_person(groups: Groups) -> None:
    groups.add_night("g", "t", {1: "Ana", 2: "Bo"})
    groups.add_person("g", "Cho")
    groups.move_seat("g", "t", 1, 3)
    assert seats(groups) == {1: 3, 2: 2}
    groups.move_seat("g", "t", 1, 2)
    assert seats(groups) == {1: 2, 2: 3}, "who played too changes seats"
    groups.move_seat("g", "t", 7, 1)
    groups.move_seat("g", "u", 1, 1)
    assert seats(groups) == {1: 2, 2: 3}
    with pytest.raises(UnknownPerson):
        groups.move_seat("g", "t", 1, 99)


def test_a_night_is_of_one_group(groups: Groups, store: Store) -> None:
    groups.create("h", "Saturday")
    groups.add_night("g", "t", {1: "Ana"})
    with pytest.raises(InAnotherGroup):
        groups.add_night("h", "t", {1: "Ana"})
    assert groups.group_of("t") == "g"
    groups.drop_night("h", "t")
    assert groups.group_of("t") == "g", "another group's is left alone"
    groups.drop_night("g", "t")
    groups.add_night("h", "t", {1: "Ana"})
    assert groups.group_of("t") == "h"
    assert names(groups) == {1: "Ana"}, "the people stay"
    with pytest.raises(UnknownTable):
        groups.add_night("g", "nowhere", {})


def test_a_table_that_is_deleted_is_no_night_any_more(groups: Groups, store: Store) -> None:
    groups.add_night("g", "t", {1: "Ana"})
    store.events.delete("t")
    assert groups.get("g").nights == ()
    assert names(groups) == {1: "Ana"}


def test_a_group_that_is_deleted_leaves_its_nights(groups: Groups, store: Store) -> None:
    groups.add_night("g", "t", {1: "Ana"})
    groups.rename_person("g", 1, "Annabel")
    groups.keep_rules("g", "ours", {"game": "mighty"})
    token = groups.admit("g", "host")
    groups.delete("g")
    with pytest.raises(UnknownGroup):
        groups.get("g")
    assert groups.find(token) is None
    assert groups.group_of("t") is None
    assert store.events.version("t") == 1
    assert groups.create("g", "Another")
    assert groups.get("g").people == ()


def test_rules_are_kept_by_name(groups: Groups) -> None:
    groups.keep_rules("g", "ours", {"game": "mighty", "preset": "pagat"})
    groups.keep_rules("g", "ours", {"game": "mighty", "preset": "base10"})
    assert [(each.name, each.fields["preset"]) for each in groups.get("g").rules] == [("ours", "base10")]
    groups.drop_rules("g", "ours")
    assert groups.get("g").rules == ()


def test_a_phone_is_found_by_its_token_until_it_is_sent_away(groups: Groups) -> None:
    token = groups.admit("g", "member", "iPhone")
    phone = require(groups.find(token))
    assert (phone.group_id, phone.kind, phone.label) == ("g", "host", "iPhone"), "the first is the host"
    other = groups.admit("g", "member")
    assert [each.kind for each in groups.phones("g")] == ["host", "member"]
    groups.send_away("g", phone.id)
    assert groups.find(token) is None
    heir = require(groups.find(other))
    assert heir.kind == "host", "a group has a host as long as it has phones"
    groups.send_away("g", heir.id)
    assert groups.phones("g") == []
    assert groups.get("g").name == "Friday"


def test_a_phone_that_asks_again_is_admitted_once(groups: Groups) -> None:
    assert groups.admit("g", "member", "iPhone", token="own") == "own"
    (phone,) = groups.phones("g")
    assert groups.admit("g", "member", "iPhone", token="own") == "own"
    assert groups.phones("g") == [phone]
    groups.send_away("g", phone.id)
    assert groups.find("own") is None


def test_another_groups_phone_is_not_sent_away(groups: Groups) -> None:
    groups.create("h", "Saturday")
    token = groups.admit("h", "host")
    phone = require(groups.find(token))
    groups.send_away("g", phone.id)
    assert groups.find(token) == phone


def test_a_new_link_is_another(groups: Groups) -> None:
    before = groups.get("g").link
    groups.renew_link("g")
    assert groups.get("g").link == before + 1


def test_what_many_ask_for_at_once_is_done_once(groups: Groups) -> None:
    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(lambda name: groups.add_person("g", name), ["Ana", "Bo"] * 8))
    assert sorted(set(numbers)) == [1, 2]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: groups.add_night("g", "t", {1: "Ana", 2: "Bo", 3: "Cho"}), range(8)))
    assert len(groups.get("g").people) == 3
    assert len(seats(groups)) == 3


@for_each(
    lambda groups: groups.get("x"),
    lambda groups: groups.rename("x", "y"),
    lambda groups: groups.delete("x"),
    lambda groups: groups.add_person("x", "Ana"),
    lambda groups: groups.rename_person("x", 1, "Ana"),
    lambda groups: groups.join_people("x", 1, 2),
    lambda groups: groups.tell_apart("x", 1, 2),
    lambda groups: groups.remove_person("x", 1),
    lambda groups: groups.add_night("x", "t", {}),
    lambda groups: groups.drop_night("x", "t"),
    lambda groups: groups.move_seat("x", "t", 1, 1),
    lambda groups: groups.keep_rules("x", "ours", {}),
    lambda groups: groups.drop_rules("x", "ours"),
    lambda groups: groups.admit("x", "host"),
    lambda groups: groups.send_away("x", 1),
    lambda groups: groups.renew_link("x"),
)
def test_a_group_that_there_is_not(call: object, *, groups: Groups) -> None:
    assert callable(call)
    with pytest.raises(UnknownGroup):
        call(groups)


def test_people_who_were_joined_a_thousand_times_are_one(groups: Groups, database: Database) -> None:
    """The chain is longer than Python's stack."""
    numbers = [require(groups.add_person("g", f"P{number}")) for number in range(3)]
    sql = "insert into people (group_id, person, name, became) values ('g', ?, '', ?)"

    def write_chain(db: Connection) -> None:
        for number in range(10, 2_000):
            db.execute(sql, [number, number + 1 if number < 1_999 else numbers[0]])

    database.write(write_chain)
    groups.tell_apart("g", 10, numbers[1])
    groups.join_people("g", numbers[2], 10)
    assert [person.number for person in groups.get("g").people] == numbers[:2]
