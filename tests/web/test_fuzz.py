"""Any request by anyone to any address in any phase is carried out, or refused in words."""

import logging
import re
from collections.abc import Iterator

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from qrcode.exceptions import DataOverflowError

from scorekeeper.games import GAMES
from scorekeeper.web import create_app
from scorekeeper.web.http.asgi import asgi_application
from scorekeeper.web.http.proxies import parse_networks
from scorekeeper.web.joining import links
from scorekeeper.web.page.access import Role
from tests import loops
from tests.cases import for_each
from tests.tiers import FULL, examples, is_soaking
from tests.web.conftest import TEST_SETTINGS
from tests.web.fuzz.door import ask, scope_of
from tests.web.fuzz.drawing import LENGTHS, UNUSUAL, Attempt, attempts, usual_arguments
from tests.web.fuzz.house import Site
from tests.web.fuzz.judging import Judge
from tests.web.fuzz.reading import Readings, note_fields

pytestmark = pytest.mark.exhaustive

EXAMPLES = (200,) if is_soaking() else (4, 40, 200) if FULL else (1, 6, 40, 200)
"""Examples for each address, in each of which every role sends a request; more if none of the first got through."""

ADDRESSES = ("http://192.168.0.10:8000", "http://10.8.0.2:8000")
ALWAYS_THE_SAME = settings(derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))


def list_routes() -> list[tuple[str, str]]:
    """Return every address with every method that it takes."""
    app = create_app(TEST_SETTINGS)
    app.extensions["scorekeeper"].store.close()
    found = {(rule.endpoint, method) for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    return sorted((endpoint, method) for endpoint, method in found if method in ("GET", "POST"))


def fake_qr(address: str) -> bytes:
    """Return a stand-in for a QR code, which takes longer than any page; it fails if the address is too long."""
    if len(address) > 2331:
        raise DataOverflowError
    return address.encode()


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links, "qr_svg", fake_qr)
        app = create_app({**TEST_SETTINGS, "LAN_URL": ADDRESSES[0], "LAN_URLS": lambda: ADDRESSES})
        names = note_fields(app)
        house = Site(app)
        judge = Judge(house, Readings(house, names))
        logging.getLogger().addHandler(judge.log)
        yield judge
        logging.getLogger().removeHandler(judge.log)
        app.extensions["scorekeeper"].store.close()


@for_each(*list_routes())
def test_every_route_is_tried_by_every_role(endpoint: str, method: str, *, judge: Judge) -> None:
    rules = [each for each in judge.house.app.url_map.iter_rules(endpoint) if method in (each.methods or ())]
    everyone = st.sampled_from(rules).flatmap(
        lambda rule: st.tuples(*(attempts(judge.readings, rule, method, role) for role in Role))
    )

    def find_answers() -> set[int]:
        """Return the statuses of answers from within the application."""
        answers = {status for place, how, status in judge.counted if (place, how) == (endpoint, method)}
        return answers - {400, 403, 404, 405}

    for most in EXAMPLES:

        @settings(ALWAYS_THE_SAME, max_examples=most)
        @given(everyone)
        def try_attempts(drawn: tuple[Attempt, ...]) -> None:
            judge.try_all(drawn)

        try_attempts()
        if find_answers():
            return
    pytest.fail("no request has got through")


def test_every_argument_and_field_is_drawn_of_its_kind(judge: Judge) -> None:
    """A number where an address or a field has one, a word where it has words. A new one belongs among them."""
    for game in GAMES:
        usual = usual_arguments(game)
        for rule in judge.house.app.url_map.iter_rules():
            for name in rule.arguments:
                word = "invitation" if name == "token" and "group_id" in rule.arguments else name
                assert word in usual, rule
                if f"int:{name}" in rule.rule:
                    assert all(each.isdecimal() for each in usual[word]), rule
                if choices := re.search(rf"any\((.*?)\):{name}", rule.rule):
                    assert set(usual[word]) == set(choices[1].split(", ")), rule
    assert judge.readings.without_values == []


@pytest.fixture(scope="module")
def requests_strategy(judge: Judge) -> st.SearchStrategy[list[Attempt]]:
    """A strategy for a few requests in a row to any addresses."""
    rules = sorted(judge.house.app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ())))
    pairs = [(rule, method) for rule in rules for method in sorted({"GET", "POST"} & set(rule.methods or ()))]
    roles = st.sampled_from((Role.HOST, Role.SCORER, *Role))

    def draw_attempt(role: Role) -> st.SearchStrategy[Attempt]:
        usual = st.sampled_from(pairs).flatmap(lambda pair: attempts(judge.readings, *pair, role))
        odd = st.tuples(st.sampled_from(rules), st.sampled_from(UNUSUAL))
        return usual | usual | odd.flatmap(lambda pair: attempts(judge.readings, *pair, role))

    return st.lists(roles.flatmap(draw_attempt), min_size=1, max_size=4)


@pytest.mark.machine
def test_anything_at_all(judge: Judge, requests_strategy: st.SearchStrategy[list[Attempt]]) -> None:
    """Without an end under `make soak`."""

    @settings(
        settings() if is_soaking() else ALWAYS_THE_SAME, max_examples=10**9 if is_soaking() else 200 if FULL else 50
    )
    @given(requests_strategy)
    def try_attempts(drawn: list[Attempt]) -> None:
        judge.try_all(drawn)

    try_attempts()


def test_the_door_before_the_application(judge: Judge, requests_strategy: st.SearchStrategy[list[Attempt]]) -> None:
    """Requests through the ASGI application: bodies in pieces, behind a proxy, with any declared length."""
    whole = asgi_application(judge.house.app, parse_networks("127.0.0.1"))

    @settings(ALWAYS_THE_SAME, max_examples=examples(80).max_examples)
    @given(requests_strategy, st.sampled_from(LENGTHS))
    def try_attempts(drawn: list[Attempt], length: str) -> None:
        judge.try_all(drawn, lambda said: loops.run(ask(whole, scope_of(said, length), said.body)))

    try_attempts()
