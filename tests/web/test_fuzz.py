"""Whatever is sent, by whomever, to whichever address, in whichever phase: it is done or refused in words.

Every route is tried by every role without being named here. `make soak` goes on without an end.
"""

import logging
from collections.abc import Iterator

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from qrcode.exceptions import DataOverflowError

from scorekeeper.web import create_app
from scorekeeper.web.http.asgi import asgi_application
from scorekeeper.web.http.proxies import parse_networks
from scorekeeper.web.joining import links
from scorekeeper.web.page.access import Role
from tests import loops
from tests.soak import SOAKING
from tests.web.conftest import QUICK
from tests.web.fuzz.door import ask, scope_of
from tests.web.fuzz.drawing import LENGTHS, UNUSUAL, Attempt, attempts
from tests.web.fuzz.house import Site
from tests.web.fuzz.judging import Judge
from tests.web.fuzz.reading import Readings, note_fields

pytestmark = pytest.mark.exhaustive

EXAMPLES = (200,) if SOAKING else (4, 40)
"""For each address; in each, every role sends something of its own. More where none of the first got through."""

ADDRESSES = ("http://192.168.0.10:8000", "http://10.8.0.2:8000")
ALWAYS_THE_SAME = settings(derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))


def routes() -> list[tuple[str, str]]:
    """Every address with every method that it takes."""
    app = create_app(QUICK)
    app.extensions["scorekeeper"].store.close()
    found = {(rule.endpoint, method) for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    return sorted((endpoint, method) for endpoint, method in found if method in ("GET", "POST"))


def quickly(address: str) -> bytes:
    """A QR costs more than any page. An address that has no room in one fails as it does in earnest."""
    if len(address) > 2331:
        raise DataOverflowError
    return address.encode()


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links, "qr_svg", quickly)
        app = create_app({**QUICK, "LAN_URL": ADDRESSES[0], "LAN_URLS": lambda: ADDRESSES})
        names = note_fields(app)
        house = Site(app)
        judge = Judge(house, Readings(house, names))
        logging.getLogger().addHandler(judge.log)
        yield judge
        logging.getLogger().removeHandler(judge.log)
        app.extensions["scorekeeper"].store.close()


@pytest.mark.parametrize(("endpoint", "method"), routes())
def test_every_route_is_tried_by_every_role(judge: Judge, endpoint: str, method: str) -> None:
    rules = [each for each in judge.house.app.url_map.iter_rules(endpoint) if method in (each.methods or ())]
    everyone = st.sampled_from(rules).flatmap(
        lambda rule: st.tuples(*(attempts(judge.readings, rule, method, role) for role in Role))
    )

    def reached() -> set[int]:
        """Answers from behind the doors."""
        answers = {status for place, how, status in judge.counted if (place, how) == (endpoint, method)}
        return answers - {400, 403, 404, 405}

    for examples in EXAMPLES:

        @settings(ALWAYS_THE_SAME, max_examples=examples)
        @given(everyone)
        def tried(drawn: tuple[Attempt, ...]) -> None:
            judge.try_all(drawn)

        tried()
        if reached():
            return
    pytest.fail("nothing has reached what is behind the doors")


@pytest.fixture(scope="module")
def anything(judge: Judge) -> st.SearchStrategy[list[Attempt]]:
    """A few requests one after the other, to whichever addresses."""
    rules = sorted(judge.house.app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ())))
    pairs = [(rule, method) for rule in rules for method in sorted({"GET", "POST"} & set(rule.methods or ()))]
    roles = st.sampled_from((Role.HOST, Role.SCORER, *Role))

    def one(role: Role) -> st.SearchStrategy[Attempt]:
        usual = st.sampled_from(pairs).flatmap(lambda pair: attempts(judge.readings, *pair, role))
        odd = st.tuples(st.sampled_from(rules), st.sampled_from(UNUSUAL))
        return usual | usual | odd.flatmap(lambda pair: attempts(judge.readings, *pair, role))

    return st.lists(roles.flatmap(one), min_size=1, max_size=4)


@pytest.mark.machine
def test_anything_at_all(judge: Judge, anything: st.SearchStrategy[list[Attempt]]) -> None:
    """Without an end where it may soak."""

    @settings(settings() if SOAKING else ALWAYS_THE_SAME, max_examples=10**9 if SOAKING else 200)
    @given(anything)
    def tried(drawn: list[Attempt]) -> None:
        judge.try_all(drawn)

    tried()


def test_the_door_before_the_application(judge: Judge, anything: st.SearchStrategy[list[Attempt]]) -> None:
    """The same as a server hands it on, in pieces, behind a proxy, whatever it says of its own length."""
    whole = asgi_application(judge.house.app, parse_networks("127.0.0.1"))

    @settings(ALWAYS_THE_SAME, max_examples=80)
    @given(anything, st.sampled_from(LENGTHS))
    def tried(drawn: list[Attempt], length: str) -> None:
        judge.try_all(drawn, lambda said: loops.run(ask(whole, scope_of(said, length), said.body)))

    tried()
