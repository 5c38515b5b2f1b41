"""Where phones find this machine, and how the terminal says so."""

import io
import ipaddress
import sys

import click
import ifaddr
import qrcode

VIRTUAL_ADAPTERS = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "podman", "cni")

UNREACHED = """\
No phone has come yet. If phones cannot open the address above:
- They must be in the same Wi-Fi as this computer. A guest network keeps devices apart.
- A firewall on this computer may ask whether Python may be reached: allow it.
- Without a Wi-Fi, open a hotspot on one phone and join it with this computer and all others."""


def address_for_phones(host: str, port: int) -> str:
    """The address of a server on this machine as a phone in the same network reaches it, when it listens on `host`."""
    return f"http://{host_for_phones(host)}:{port}"


def host_for_phones(host: str) -> str:
    """The address of this machine that a phone in the same network can reach, when it listens on `host`."""
    if host in ("0.0.0.0", "::", ""):
        found = lan_addresses()
        return found[0] if found else "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine in its networks, the likeliest for phones first."""
    found = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if not isinstance(ip.ip, str):
                continue
            address = ipaddress.IPv4Address(ip.ip)
            if not address.is_loopback and not address.is_link_local:
                virtual = adapter.name.startswith(VIRTUAL_ADAPTERS)
                found.append((virtual, not address.is_private, not ip.ip.startswith("192.168."), ip.ip))
    return [address for *_, address in sorted(found)]


def reaches_phones(address: str) -> bool:
    """Whether a phone could find this machine there."""
    return "//127.0.0.1" not in address


def is_elsewhere(visitor: str) -> bool:
    """Whether who connects from this address is on another machine."""
    return not ipaddress.ip_address(visitor).is_loopback and visitor not in lan_addresses()


def announce(address: str, *notes: str) -> None:
    """Print where phones find the tables, as a link and as a QR, and below it `notes`, a line each."""
    click.echo(qr_text(address))
    click.echo(f"Scorekeeper is at {address}")
    if not reaches_phones(address):
        click.echo("No local network was found: phones cannot reach this address.")
    for note in (*notes, "Press Ctrl+C to stop."):
        click.echo(note)


def announce_move(address: str) -> None:
    """Print that phones find the tables somewhere else now, and how they come back to their seats."""
    click.echo(qr_text(address))
    click.echo(f"This computer has another address in its network now. Scorekeeper is at {address}")
    click.echo(
        "Phones know their seats by the address. Make one host again by `scorekeeper host`; it lets in the others."
    )


def qr_text(address: str) -> str:
    """A QR in half blocks, light on dark as most terminals are; empty where the terminal cannot show it."""
    code = qrcode.QRCode(border=2)
    code.add_data(address)
    drawn = io.StringIO()
    code.print_ascii(drawn, invert=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()
