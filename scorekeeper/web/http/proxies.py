"""Forwarded headers: those of named proxies are applied to a request, all others are dropped.

This happens before anything reads the request, so that pages, streams, limits and the log agree on client, scheme and
host. uvicorn's own middleware knows no forwarded host, does not validate addresses, and keeps headers from strangers.
"""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from scorekeeper.web.http.bodies import FORWARDED_HOST, Message

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

FOR, PROTO, HOST = b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host"
FORWARDED_HEADERS = frozenset(
    {FOR, PROTO, HOST, b"x-forwarded-port", b"x-forwarded-prefix", b"x-real-ip", b"forwarded"}
)
"""Headers that are removed from every request; nothing behind this module reads them."""

REQUEST_NUMBER = b"x-request-id"
"""Stays in the request where a named proxy wrote it (see `scorekeeper.web.http.request_log`)."""

HOST_AND_PORT = re.compile(r"([0-9A-Za-z._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?")
ADDRESS_AND_PORT = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::\d+)?|([0-9.]+):\d+")


def parse_networks(text: str) -> tuple[Network, ...]:
    """Return addresses and networks from text with commas. Raises `ValueError` that names what is neither."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def apply_proxy_headers(scope: Message, proxies: Collection[Network]) -> None:
    """Apply the headers of a named proxy to the request in `scope`, and drop them where anyone else sent them."""
    told: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        if name in FORWARDED_HEADERS or name == REQUEST_NUMBER:
            told[name] = f"{told[name]},{value.decode('latin-1')}" if name in told else value.decode("latin-1")
    if not told:
        return
    peer = parse_address(scope["client"][0]) if scope.get("client") else None
    believed = peer is not None and is_within(peer, proxies)
    # In place: the server keeps the list itself, and a stream empties it (see `scorekeeper.web.http.asgi`).
    scope["headers"][:] = [
        (name, value)
        for name, value in scope["headers"]
        if name not in FORWARDED_HEADERS and (believed or name != REQUEST_NUMBER)
    ]
    if believed:
        write_forwarded(scope, told, proxies)


def write_forwarded(scope: Message, told: dict[bytes, str], proxies: Collection[Network]) -> None:
    """Write the client, scheme and host that a proxy forwards into `scope`, as far as they can be read."""
    if (asker := find_client(told.get(FOR, ""), proxies)) is not None:
        scope["client"] = (str(asker), 0)
    if (scheme := nearest_value(told.get(PROTO, "")).lower()) in ("http", "https"):
        scope["scheme"] = scheme
    if HOST_AND_PORT.fullmatch(host := nearest_value(told.get(HOST, ""))):
        scope["headers"][:] = [pair for pair in scope["headers"] if pair[0] != b"host"]
        scope["headers"].append((b"host", host.encode("ascii")))
        scope[FORWARDED_HOST] = True


def nearest_value(told: str) -> str:
    """Return the value that the proxy before this server added, where several added one."""
    return told.rpartition(",")[2].strip()


def find_client(hops: str, proxies: Collection[Network]) -> Address | None:
    """Return the last address of the way here that is no proxy's; whatever stands before it may be made up."""
    asker = None
    for hop in reversed(hops.split(",")):
        address = parse_address(hop.strip())
        if address is None:
            break
        asker = address
        if not is_within(address, proxies):
            break
    return asker


def parse_address(text: str) -> Address | None:
    """Return an address, with or without a port; None for anything else. Maps IPv6 notation of IPv4 to IPv4."""
    if found := ADDRESS_AND_PORT.fullmatch(text):
        text = found[1] or found[2]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_within(address: Address, networks: Collection[Network]) -> bool:
    """Return whether an address lies in any of these networks."""
    return any(address in network for network in networks)
