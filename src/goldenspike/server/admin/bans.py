"""Banned networks and people, kept in memory; `follow_acts` keeps them current."""

from ipaddress import IPv4Network, IPv6Network, ip_network

from sqlalchemy import select

from goldenspike.server.networks import network_of
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import AddressBan, User

WIDEST = {4: 8, 6: 16}
"""The shortest prefix that can be banned, by IP version: more would be a mistake."""


def read_network(text: str) -> IPv4Network | IPv6Network:
    """An address or a network in CIDR notation. IPv6 clients are distinguished by 64 bits, so nothing smaller is banned."""
    try:
        network = ip_network(text.strip() if "/" in text else network_of(text.strip()), strict=False)
    except ValueError:
        raise Problem(422, "bad_address", address=text[:64]) from None
    if network.version == 6 and network.prefixlen > 64:
        network = network.supernet(new_prefix=64)
    if network.prefixlen < WIDEST[network.version]:
        raise Problem(422, "bad_address", address=text[:64])
    return network


class Bans:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._networks: dict[tuple[int, int], set[int]] = {}
        """By IP version and length of the prefix, the first addresses of banned networks."""
        self._people: frozenset[str] = frozenset()

    async def load(self) -> None:
        async with self._database.read() as connection:
            networks = await connection.execute(select(AddressBan.network))
            people = await connection.execute(select(User.id).where(User.banned_at.is_not(None)))
            found: dict[tuple[int, int], set[int]] = {}
            for row in networks:
                network = ip_network(row.network)
                found.setdefault((network.version, network.prefixlen), set()).add(int(network.network_address))
            self._networks = found
            self._people = frozenset(row.id for row in people)

    def covers(self, address: str, person_id: str | None = None) -> bool:
        """Whether requests from there, or of that person, are refused."""
        if person_id in self._people:
            return True
        if not self._networks or not address:
            return False
        try:
            host = ip_network(address)
        except ValueError:
            return False
        number = int(host.network_address)
        return any(
            version == host.version and number >> (host.max_prefixlen - length) << (host.max_prefixlen - length) in firsts
            for (version, length), firsts in self._networks.items()
        )
