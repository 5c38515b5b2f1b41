"""Where phones find this machine, and how the terminal says so."""

import sys
from types import SimpleNamespace

import ifaddr
import pytest
import zxingcpp
from PIL import Image

from scorekeeper import addresses


@pytest.mark.parametrize(
    ("adapters", "found"),
    [
        ({"lo": ["127.0.0.1"]}, []),
        ({"lo": ["127.0.0.1"], "wlan0": ["192.168.0.10", ("fe80::1", 0, 3)]}, ["192.168.0.10"]),
        ({"docker0": ["172.17.0.1"], "br-1f2": ["192.168.48.1"], "en0": ["10.0.0.7"]},
         ["10.0.0.7", "192.168.48.1", "172.17.0.1"]),
        ({"eth0": ["203.0.113.7"], "wlan0": ["192.168.0.10"], "usb0": ["169.254.3.4"]},
         ["192.168.0.10", "203.0.113.7"]),
    ],
)  # fmt: skip
def test_addresses_for_phones_begin_with_the_likeliest(
    monkeypatch: pytest.MonkeyPatch, adapters: dict[str, list[object]], found: list[str]
) -> None:
    known = [SimpleNamespace(name=name, ips=[SimpleNamespace(ip=ip) for ip in ips]) for name, ips in adapters.items()]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: known)
    assert addresses.lan_addresses() == found
    assert addresses.host_for_phones("0.0.0.0") == (found or ["127.0.0.1"])[0]
    assert addresses.host_for_phones("192.168.0.99") == "192.168.0.99"
    assert addresses.host_for_phones("fd00::2") == "[fd00::2]"


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
