"""Where requests come from. Everything that is limited by address is limited by what `network_of` makes of it."""

from collections import Counter
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

_PREFIX = 64
"""A household or a rented machine has at least so large a network of IPv6, and any address in it."""


@lru_cache(maxsize=10_000)
def network_of(host: str) -> str:
    """An address as far as limits are concerned: one of IPv6 counts as its network."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, _PREFIX), strict=False))


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "local"


class Intake:
    """The connections that are open; refuses more than there may be in all, or of one address."""

    def __init__(self, most: int, most_of_an_address: int) -> None:
        self._most = most
        self._most_of_an_address = most_of_an_address
        self._open: Counter[str] = Counter()
        self.refused = 0

    @property
    def open(self) -> int:
        """How many connections there are."""
        return self._open.total()

    def enter(self, address: str) -> bool:
        """A connection comes; False if it must be closed. It must leave in either case."""
        self._open[address] += 1
        fits = self._open[address] <= self._most_of_an_address and self.open <= self._most
        self.refused += not fits
        return fits

    def leave(self, address: str) -> None:
        """A connection has been closed."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
