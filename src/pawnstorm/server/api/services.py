"""What the handlers share: the lobby, the rates of the addresses, and the number of sockets."""

from collections import Counter
from functools import partial

from starlette.requests import HTTPConnection

from pawnstorm.server import metrics
from pawnstorm.server.api.addresses import address_of
from pawnstorm.server.api.health import StorageHealth
from pawnstorm.server.api.rate_limits import Buckets
from pawnstorm.server.errors import ApiError
from pawnstorm.server.settings import Limits
from pawnstorm.server.storage.notices import Spent
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.lobby import Lobby


class Services:
    """One for each running application; `requests` are those of its guard."""

    def __init__(self, lobby: Lobby, requests: Buckets) -> None:
        self.lobby = lobby
        self.health = StorageHealth(lobby.store)
        metrics.watch("tables", lambda: lobby.live)
        metrics.watch("sockets", lambda: self.sockets)
        metrics.watch("jobs", lambda: len(lobby.workers.queue))
        self._requests = requests
        self.messages = Buckets(self.limits.address_messages)
        self._heavy = Buckets(self.limits.heavy)
        self._tables = Buckets(self.limits.tables)
        self._advice = Buckets(self.limits.advice)
        self._sockets: Counter[str] = Counter()

    @property
    def limits(self) -> Limits:
        """How much a client may ask for."""
        return self.lobby.settings.limits

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total()

    async def share(self) -> None:
        """Let this process and the others on the same database know of each other, and share their limits."""
        shared = {
            "requests": self._requests,
            "messages": self.messages,
            "heavy": self._heavy,
            "advice": self._advice,
        }

        def heard(notice: Spent) -> None:
            if notice.limit in shared:
                shared[notice.limit].spent_elsewhere(notice.address, notice.times)

        if self.lobby.store.shared:
            for name, buckets in shared.items():
                buckets.share(partial(self._tell, name))
        await self.lobby.start(heard)

    def _tell(self, limit: str, address: str, times: int) -> None:
        self.lobby.store.tell(Spent(limit, address, times))

    def check_heavy_rate(self, connection: HTTPConnection, cost: float = 1.0) -> None:
        """Refuse an address that asks for expensive things too often."""
        if not self._heavy.take(address_of(connection.scope), cost):
            raise ApiError(429, "too_fast", "that was too much at once; wait a moment")

    def check_table_rate(self, connection: HTTPConnection) -> None:
        """Refuse an address that makes too many tables."""
        self.check_heavy_rate(connection)
        if not self._tables.take(address_of(connection.scope)):
            raise ApiError(429, "too_many", "too many tables have been made from your address today")

    def check_advice_rate(self, connection: HTTPConnection) -> None:
        """Refuse an address that asks the computer too often."""
        if not self._advice.take(address_of(connection.scope)):
            raise ApiError(429, "too_fast", "the computer has been asked too often; wait a moment")

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


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that a request or a socket belongs to."""
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


async def table_of(connection: HTTPConnection) -> LiveTable:
    """The table that a request names."""
    return await services_of(connection).lobby.find(connection.path_params["table"])
