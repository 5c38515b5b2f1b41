"""Several servers over one PostgreSQL behind Caddy: `make proxies` tries them."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests import loops
from tests.browser.app import free_port
from tests.postgresql import Server as Postgresql
from tests.test_hosting import CADDY, running, settings
from tools.faults.house import House
from tools.faults.kills import kill
from tools.faults.load import HANDS, playing
from tools.faults.verify import verify

pytestmark = pytest.mark.proxies

TAPS = 40
"""So many are acknowledged before anything else happens."""


def test_any_of_several_servers_answers_anybody(tmp_path: Path) -> None:
    """Of two that are behind one address nobody sees which answered, nor that one of them is no more."""
    with Postgresql() as postgresql, closing(House(tmp_path, Random(1), postgresql)) as house:
        house.start()
        house.start()
        house.proxy = free_port()
        servers = " ".join(f"127.0.0.1:{server.port}" for server in house.servers)
        changes = {
            "\ncards.example.org {": f"\nhttp://127.0.0.1:{house.proxy} {{",
            "127.0.0.1:8000 {": f"{servers} {{\n\t\tfail_duration 5s",
        }
        tmp_path.joinpath("Caddyfile").write_text(CADDY + settings("Caddyfile", changes))
        options = ["run", "--config", f"{tmp_path}/Caddyfile"]
        with running("Caddy", options, "serving initial configuration", tmp_path):
            loops.run(people_play(house))
        assert house.faults == []


async def people_play(house: House) -> None:
    """People play at two servers, and then at the one that is left."""
    async with playing(house, HANDS):
        await some_taps(house)
        await kill(house)
        await some_taps(house)


async def some_taps(house: House) -> None:
    """So many taps, each of which everybody sees; nobody taps when they are over."""
    most = house.acknowledged + TAPS
    while house.acknowledged < most:
        house.go_on()
        await house.hears()
    await house.still()
    house.faults += await verify(house, whole=True)
