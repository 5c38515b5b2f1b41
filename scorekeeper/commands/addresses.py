"""The addresses at which phones find this machine, and their announcement in the terminal."""

import io
import ipaddress
import re
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

import click
import ifaddr
import qrcode

BY_NAME = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "flannel", "cali", "lxc", "lxd", "vnic"),
    *("bridge1", "tun", "tap", "utun", "wg", "ppp", "ipsec", "gpd", "zt", "tailscale", "nordlynx", "proton", "outline"),
    *("awdl", "llw", "wwan", "rmnet"),
)
"""Beginnings of adapter names on Linux and macOS: virtual machines, tunnels, and mobile carriers."""

BY_WORD = (
    *("virtualbox", "vmware", "hyper-v", "vethernet", "wsl", "docker", "loopback", "npcap", "bluetooth"),
    *("vpn", "wireguard", "wintun", "tap-windows", "tunnel", "tailscale", "zerotier", "mobile broadband"),
    "(?<!wi-fi direct )virtual",  # Windows names its own hotspot so
)
"""Words in the descriptions of such adapters on Windows, where names are GUIDs."""

NO_PHONE_THERE = re.compile(rf"\b({'|'.join(BY_NAME)})|{'|'.join(BY_WORD)}", re.IGNORECASE)
SMALLEST_NETWORK = 30
"""The prefix length of the smallest network with room for another device; tunnels often have none."""

CARRIER = ipaddress.IPv4Network("100.64.0.0/10")
"""Addresses behind a carrier's address translation, which Tailscale uses as well."""

ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to no network, reached by the default route. Nothing is sent there."""

EVERYWHERE = ("0.0.0.0", "::", "")
"""Hosts to listen on that accept connections by every adapter."""

UNREACHED = """\
No phone has come yet. If phones cannot open the address above:
- They must be in the same Wi-Fi as this computer. A guest network keeps devices apart.
- A firewall on this computer may ask whether Python may be reached: allow it.
- Without a Wi-Fi, open a hotspot on one phone and join it with this computer and all others."""


def address_for_phones(host: str, port: int) -> str:
    """Return the URL of a server on this machine for a phone in the same network. The server listens on `host`."""
    return f"http://{host_for_phones(host)}:{port}"


def host_for_phones(host: str) -> str:
    """Return the address of this machine for a phone in the same network. The server listens on `host`."""
    if host in EVERYWHERE:
        found = lan_addresses()
        return found[0] if found else "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def addresses_for_phones(host: str, port: int) -> list[str]:
    """Return every URL at which a phone might reach a server that listens on `host`, the likeliest first."""
    hosts = lan_addresses() if host in EVERYWHERE else []
    return [f"http://{each}:{port}" for each in hosts or [host_for_phones(host)]]


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine in its networks, the likeliest for phones first.

    Virtual machines and tunnels come last, even where a tunnel has the default route. Of the others the address of the
    default route comes first.
    """
    ranked, route = [], default_route()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if not isinstance(ip.ip, str):
                continue
            address = ipaddress.IPv4Address(ip.ip)
            if not address.is_loopback and not address.is_link_local:
                names = f"{adapter.name} {adapter.nice_name} {ip.nice_name}"
                alone = ip.network_prefix > SMALLEST_NETWORK or address in CARRIER
                last = bool(NO_PHONE_THERE.search(names)) or alone
                likely = ip.ip.startswith("192.168.")
                ranked.append((last, ip.ip != route, not address.is_private, not likely, ip.ip))
    return [address for *_, address in sorted(ranked)]


def default_route() -> str | None:
    """Return the address of this machine on the way to the internet; None where there is no way."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        return str(asking.getsockname()[0])
    return None


def read_public_url(text: str) -> str:
    """Complete an address at which phones find the server: ``https://cards.example.org``, perhaps with a port.

    Without a scheme a host has HTTPS, as proxies give it; an IP address, or a name of the local network, has not.
    Raises `ValueError` in words about what would make a dead QR.
    """
    text = text.strip()
    scheme, given, rest = text.rpartition("://")
    try:
        parts = urlsplit(f"//{rest}")
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except (ValueError, UnicodeError):
        raise ValueError(f"{text} is no address that phones can open") from None
    if given and scheme.lower() not in ("http", "https"):
        raise ValueError(f"an address for phones begins with https:// or http://, and not with {scheme}://")
    if not (HOST_NAME.fullmatch(host) or is_ip_address(host)):
        raise ValueError(f"{text} is no address that phones can open")
    whole = f"[{host}]" if ":" in host else host
    whole += f":{port}" if port is not None else ""
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None:
        raise ValueError(f"tables stand at the root of a host: write {scheme}{given}{whole} alone")
    is_local = is_ip_address(host) or "." not in host or host.endswith(".local")
    return f"{scheme.lower() or ('http' if is_local else 'https')}://{whole}"


HOST_NAME = re.compile(r"(?=.{1,253}\Z)[0-9a-z]([0-9a-z-]{0,61}[0-9a-z])?(\.[0-9a-z]([0-9a-z-]{0,61}[0-9a-z])?)*")


def is_ip_address(text: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def reaches_phones(address: str) -> bool:
    """Return whether a phone could open a URL, which then is not one of this machine alone."""
    return "//127.0.0.1" not in address


def is_elsewhere(visitor: str) -> bool:
    """Return whether a connection comes from another machine."""
    return not ipaddress.ip_address(visitor).is_loopback and visitor not in lan_addresses()


def announce(address: str, *notes: str, opening: str = "", others: Sequence[str] = ()) -> None:
    """Print the address of the tables as a link and as a QR.

    `others` are further addresses that may work; each of `notes` is a line below. `opening` is the path by which phones
    may open tables, where not everybody may: the QR leads there.
    """
    click.echo(qr_text(f"{address}{opening}"))
    click.echo(f"Scorekeeper is at {address}")
    if opening:
        click.echo(f"A phone may open tables once it has opened {address}{opening}")
    if others:
        click.echo(f"If phones cannot open it: {', '.join(others)}")
    if not reaches_phones(address):
        click.echo("No local network was found: phones cannot reach this address.")
    for note in (*notes, "Press Ctrl+C to stop."):
        click.echo(note)


def announce_move(address: str, host_command: str) -> None:
    """Print the new address of the tables, and the command by which phones come back to their seats."""
    click.echo(qr_text(address))
    click.echo(f"This computer has another address in its network now. Scorekeeper is at {address}")
    click.echo(
        f"Phones know their seats by the address. Make one host again by `{host_command}`; it lets in the others."
    )


def qr_text(address: str) -> str:
    """Return a QR in half blocks, light on dark as most terminals are; empty where the terminal cannot show it."""
    code = qrcode.QRCode(border=2)
    code.add_data(address)
    drawn = io.StringIO()
    code.print_ascii(drawn, invert=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()
