"""What the handlers share: the lobby, the buckets of the addresses, and how many sockets there are."""

from collections import Counter

from starlette.requests import HTTPConnection

from pawnstorm.server.api.guard import address_of
from pawnstorm.server.api.rate_limits import Buckets
from pawnstorm.server.settings import Limits
from pawnstorm.server.table.lobby import Lobby


class Rooms:
    """One for each running application."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.messages = Buckets(self.limits.address_messages)
        self._heavy = Buckets(self.limits.heavy)
        self._advice = Buckets(self.limits.advice)
        self._sockets: Counter[str] = Counter()

    @property
    def limits(self) -> Limits:
        """How much anybody may ask for."""
        return self.lobby.settings.limits

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total()

    def may_do_heavy(self, connection: HTTPConnection) -> bool:
        """Whether an address may ask for something costly again."""
        return self._heavy.take(address_of(connection.scope))

    def may_ask_advice(self, connection: HTTPConnection) -> bool:
        """Whether an address may ask the computer again."""
        return self._advice.take(address_of(connection.scope))

    def open_socket(self, address: str) -> bool:
        """Count a socket; False if there are too many."""
        if self.sockets >= self.limits.sockets or self._sockets[address] >= self.limits.sockets_per_address:
            return False
        self._sockets[address] += 1
        return True

    def close_socket(self, address: str) -> None:
        """Forget a socket."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]
