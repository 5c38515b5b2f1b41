"""Several servers over one PostgreSQL behind Caddy. `make proxies` runs these tests."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests import loops
from tests.browser.app import find_free_port
from tests.postgresql import PostgresqlServer as Postgresql
from tests.test_hosting import CADDY, adapt_settings, run_proxy
from tools.faults.cluster import Cluster
from tools.faults.kills import kill_server
from tools.faults.load import HANDS, run_load
from tools.faults.verify import verify

pytestmark = pytest.mark.proxies

TAPS = 40
"""Acknowledged taps before the next step."""


def test_any_of_several_servers_answers_anybody(tmp_path: Path) -> None:
    """Behind one address nobody notices which of two servers answers, nor that one is gone."""
    with Postgresql() as postgresql, closing(Cluster(tmp_path, Random(1), postgresql)) as cluster:
        cluster.start_server()
        cluster.start_server()
        cluster.proxy = find_free_port()
        servers = " ".join(f"127.0.0.1:{server.port}" for server in cluster.servers)
        changes = {
            "\ncards.example.org {": f"\nhttp://127.0.0.1:{cluster.proxy} {{",
            "127.0.0.1:8000 {": f"{servers} {{\n\t\tfail_duration 5s",
        }
        tmp_path.joinpath("Caddyfile").write_text(CADDY + adapt_settings("Caddyfile", changes))
        options = ["run", "--config", f"{tmp_path}/Caddyfile"]
        with run_proxy("Caddy", options, "serving initial configuration", tmp_path):
            loops.run(play_through_kill(cluster))
        assert cluster.faults == []


async def play_through_kill(cluster: Cluster) -> None:
    """Play at two servers, kill one, and play on at the other."""
    async with run_load(cluster, HANDS):
        await play_some_taps(cluster)
        await kill_server(cluster)
        await play_some_taps(cluster)


async def play_some_taps(cluster: Cluster) -> None:
    """Play until `TAPS` taps are acknowledged, then pause and verify."""
    most = cluster.acknowledged + TAPS
    while cluster.acknowledged < most:
        cluster.resume()
        await cluster.wait_for_acknowledgement()
    await cluster.pause()
    cluster.faults += await verify(cluster, whole=True)
