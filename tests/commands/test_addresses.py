"""Addresses at which phones find this machine, and their lines in the terminal."""

import sys
from types import SimpleNamespace
from typing import Any, NamedTuple

import ifaddr
import pytest
import zxingcpp
from click.testing import CliRunner
from PIL import Image

from scorekeeper.commands import addresses
from scorekeeper.commands.main import main
from tests.cases import for_each


class Network(NamedTuple):
    """The adapters of a machine, with what they are called and their addresses, and that of its default route."""

    adapters: dict[str, list[Any]]
    route: str | None = None


def windows_adapter(name: str, address: Any, prefix: int) -> SimpleNamespace:
    """An adapter as ifaddr tells of it: what Windows calls it stands behind its GUID."""
    short, _, nice = name.partition("} ")
    ip = SimpleNamespace(ip=address, network_prefix=prefix, nice_name=nice or short)
    return SimpleNamespace(name=short, nice_name=nice or short, ips=[ip])


def install(monkeypatch: pytest.MonkeyPatch, network: Network) -> None:
    """Let this machine have those adapters. An address may end in its number of bits."""
    known = [
        windows_adapter(
            name, each if isinstance(each, tuple) else each.partition("/")[0], int((str(each).partition("/")[2]) or 24)
        )
        for name, ips in network.adapters.items()
        for each in ips
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: known)
    monkeypatch.setattr(addresses, "default_route", lambda: network.route)


@for_each(
    (Network({"lo": ["127.0.0.1"]}), []),
    (Network({"lo": ["127.0.0.1"], "wlan0": ["192.168.0.10", ("fe80::1", 0, 3)]}), ["192.168.0.10"]),
    (Network({"docker0": ["172.17.0.1"], "br-1f2": ["192.168.48.1"], "en0": ["10.0.0.7"]}),
     ["10.0.0.7", "192.168.48.1", "172.17.0.1"]),
    (Network({"eth0": ["203.0.113.7"], "wlan0": ["192.168.0.10"], "usb0": ["169.254.3.4"]}),
     ["192.168.0.10", "203.0.113.7"]),
    # The default route comes first, however likely another network looks.
    (Network({"eth0": ["192.168.5.2"], "wlan0": ["172.30.1.23"]}, "172.30.1.23"), ["172.30.1.23", "192.168.5.2"]),
    # Only where there is nothing else.
    (Network({"tailscale0": ["100.101.2.3/32"]}, "100.101.2.3"), ["100.101.2.3"]),
    # By it Windows is a hotspot, to which phones come.
    (Network({"{3A1} Microsoft Wi-Fi Direct Virtual Adapter": ["192.168.137.1"]}), ["192.168.137.1"]),
)  # fmt: skip
def test_addresses_for_phones_begin_with_the_likeliest(
    network: Network, found: list[str], *, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, network)
    assert addresses.lan_addresses() == found
    assert addresses.host_for_phones("0.0.0.0") == (found or ["127.0.0.1"])[0]
    assert addresses.host_for_phones("192.168.0.99") == "192.168.0.99"
    assert addresses.host_for_phones("fd00::2") == "[fd00::2]"
    everywhere = [f"http://{each}:8000" for each in found or ["127.0.0.1"]]
    assert addresses.addresses_for_phones("0.0.0.0", 8000) == everywhere
    assert addresses.addresses_for_phones("192.168.0.99", 8000) == ["http://192.168.0.99:8000"]


NO_PHONE_THERE = (
    *("wg0", "wg-mullvad", "tun0", "tap1", "utun4", "ppp0", "ipsec0", "gpd0", "nordlynx", "proton0", "zt5u4uptmb"),
    *("tailscale0", "vboxnet0", "vmnet8", "virbr0", "docker0", "br-1f2", "veth12", "bridge100", "wwan0"),
    *("{8F6} WireGuard Tunnel", "{8F6} TAP-Windows Adapter V9", "{8F6} Tailscale Tunnel", "{8F6} Fortinet SSL VPN"),
    *("{8F6} ZeroTier Virtual Port", "{8F6} VirtualBox Host-Only Ethernet Adapter", "{8F6} vEthernet (WSL)"),
    *("{8F6} VMware Virtual Ethernet Adapter for VMnet8", "{8F6} Hyper-V Virtual Ethernet Adapter"),
)


@for_each(route=["172.30.1.23", "192.168.56.1", None], adapter=NO_PHONE_THERE)
def test_a_tunnel_or_a_virtual_machine_comes_last(
    adapter: str, route: str | None, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it has taken the default route, and its address looks like one at home."""
    wireless = "{77C} Intel(R) Wi-Fi 6 AX201 160MHz" if adapter.startswith("{") else "wlan0"
    install(monkeypatch, Network({adapter: ["192.168.56.1"], wireless: ["172.30.1.23"]}, route))
    assert addresses.lan_addresses() == ["172.30.1.23", "192.168.56.1"]


@for_each("10.8.0.2/32", "10.8.0.2/31", "100.72.1.9/24")
def test_a_network_with_room_for_no_phone_comes_last(address: str, *, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tunnel by an unknown name, or a carrier's own network."""
    install(monkeypatch, Network({"corp0": [address], "en0": ["172.20.10.3/28"]}, address.partition("/")[0]))
    assert addresses.lan_addresses()[0] == "172.20.10.3"


def test_the_other_addresses_are_told_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    addresses.announce("http://172.30.1.23:8000", others=["http://10.8.0.2:8000"])
    told = capsys.readouterr().out
    assert told.index("http://172.30.1.23:8000") < told.index("If phones cannot open it: http://10.8.0.2:8000")


def test_terminal_shows_a_qr_that_a_phone_reads() -> None:
    rows = addresses.qr_text("http://192.168.0.10:8000").split("\n")
    halves = {" ": (0, 0), "\xa0": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
    width = max(map(len, rows))
    pixels = [halves[character][half] for row in rows for half in (0, 1) for character in row.ljust(width)]
    image = Image.frombytes("L", (width, len(rows) * 2), bytes(pixels))
    image = image.resize((width * 8, len(rows) * 16), Image.Resampling.NEAREST)
    [code] = zxingcpp.read_barcodes(image)
    assert code.text == "http://192.168.0.10:8000"


def test_terminal_without_blocks_gets_the_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding="ascii"))
    assert addresses.qr_text("http://192.168.0.10:8000") == ""


def test_who_is_on_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.0.10"])
    visitors = ["127.0.0.1", "::1", "192.168.0.10", "192.168.0.23", "fd00::7"]
    assert [addresses.is_elsewhere(each) for each in visitors] == [False, False, False, True, True]


@for_each(
    ("https://cards.example.org", "https://cards.example.org"),
    (" https://cards.example.org/ ", "https://cards.example.org"),
    ("HTTPS://Cards.Example.org:8443", "https://cards.example.org:8443"),
    ("cards.example.org", "https://cards.example.org"),
    ("cards.example.org:8443", "https://cards.example.org:8443"),
    ("카드.example", "https://xn--hy1b989b.example"),
    ("192.168.0.7:8000", "http://192.168.0.7:8000"),
    ("http://[fd00::2]:8000", "http://[fd00::2]:8000"),
    ("laptop.local:8000", "http://laptop.local:8000"),
    ("laptop:8000", "http://laptop:8000"),
)
def test_a_public_address_is_completed(given: str, complete: str) -> None:
    assert addresses.read_public_url(given) == complete


@for_each(
    ("ftp://x", "begins with https:// or http://"),
    ("mailto:ana@example.org", "write example.org alone"),
    ("https://cards.example.org/cards", "write https://cards.example.org alone"),
    ("cards.example.org/cards", "write cards.example.org alone"),
    ("https://cards.example.org?x=1", "alone"),
    ("https://cards.example.org#x", "alone"),
    ("https://ana:secret@cards.example.org", "write https://cards.example.org alone"),
    *((each, "no address") for each in ("https://", "/", "http://:8000", "http://x:99999", "http://x:y")),
    *((each, "no address") for each in ("my cards", "https://-x.org", "http://[fd00::2", "https://x..org", "a" * 300)),
)
def test_a_public_address_that_no_phone_could_open_is_refused(given: str, why: str) -> None:
    with pytest.raises(ValueError, match=r"no address|alone|begins") as refused:
        addresses.read_public_url(given)
    assert why in str(refused.value)


def test_the_command_refuses_a_public_address_before_it_serves() -> None:
    refused = CliRunner().invoke(main, ["serve", "--public-url", "https://cards.example.org/cards"])
    assert refused.exit_code == 2
    assert "write https://cards.example.org alone" in " ".join(refused.output.split())
