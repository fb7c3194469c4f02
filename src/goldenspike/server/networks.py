"""Networks by which clients are counted."""

from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Final

_LONGEST: Final = 45
"""Of IPv6, with an IPv4 address in it."""
_CUSTOMER, _SITE = 64, 48
"""Bits that tell the addresses of one IPv6 network, and of one site with 65,536 such networks."""
NETWORKS_OF_SITE: Final = 8
"""Networks of one site that may have as much as they like."""


def network_of(host: str) -> str:
    """The address by which a client is counted: of IPv6 the first 64 bits, because each customer has that many addresses.

    A proxy may forward any text.
    """
    return _network_of(host[:_LONGEST])


@lru_cache(maxsize=1 << 12)
def _network_of(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return _first_bits(address.packed, _CUSTOMER)


@lru_cache(maxsize=1 << 12)
def site_of(network: str) -> str:
    """The /48 to which an IPv6 network belongs, since many providers give one to whoever asks; empty for anything else."""
    try:
        found = ip_network(network)
    except ValueError:
        return ""
    return _first_bits(found.network_address.packed, _SITE) if found.version == 6 else ""


def _first_bits(packed: bytes, bits: int) -> str:
    return str(ip_network((packed[: bits // 8] + bytes(16 - bits // 8), bits)))
