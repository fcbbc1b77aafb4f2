"""What an operator may choose, and every limit in one place."""

import os
import socket
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Rate:
    """A token bucket: how many at once, and how many a second afterwards."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """How much a client may ask for."""

    message_bytes: int = 4096
    body_bytes: int = 64 * 1024
    record_bytes: int = 512 * 1024
    record_orders: int = 3000
    orders_per_table: int = 20_000
    sockets_per_table: int = 200
    connections_per_address: int = 250
    """Of any kind, sockets included. As everywhere, an address of IPv6 counts as its network, a /64 prefix."""
    request_seconds: float = 15.0
    """How long a client may take to send a whole request, from the moment when it connects."""
    sockets_per_address: int = 100
    sockets: int = 20_000
    live_tables: int = 20_000
    orders_in_memory: int = 400_000
    """Of all long games together: a position takes up to 6 kB."""
    tables_per_guest_and_day: int = 200
    strikes: int = 100
    """How many messages over the rate a socket may send before it is closed."""
    messages: Rate = Rate(40, 10)
    """For each socket."""
    requests: Rate = Rate(200, 20)
    """For each address."""
    heavy: Rate = Rate(20, 1)
    """For each address: making tables, replaying records, failed invitations."""
    address_messages: Rate = Rate(400, 100)
    """For all sockets of an address together."""
    tables: Rate = Rate(300, 300 / 86_400)
    """For each address: new tables, whatever guests make them."""
    advice: Rate = Rate(10, 0.5)
    """For each address: hints and chances."""
    advice_at_once: int = 40
    """Questions that may wait for the workers at once."""
    advice_of_an_address: int = 4
    """How many of them may be of one address."""
    analyses_of_an_address: int = 2
    """Analyses that are not finished."""


_NO_RATE = Rate(1e9, 1e9)
UNLIMITED = Limits(
    sockets_per_address=20_000,
    connections_per_address=22_000,
    tables_per_guest_and_day=1_000_000,
    messages=_NO_RATE,
    requests=_NO_RATE,
    heavy=_NO_RATE,
    tables=_NO_RATE,
    address_messages=_NO_RATE,
    advice=_NO_RATE,
)
"""No rates, for load tests on one machine; sizes stay bounded."""


def default_workers() -> int:
    """As many as the machine has processors, but at least two, so that one is always there for people who play."""
    return max(2, os.cpu_count() or 1)


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str
    limits: Limits = field(default_factory=Limits)
    origins: tuple[str, ...] = ()
    """Origins other than the server's own that may open sockets and post."""
    root_path: str = ""
    """The path of the site below which the server is, such as "/games"; empty if it has the whole site."""
    static: Path = Path(__file__).parent / "static"
    idle_seconds: float = 120.0
    """How long a table without viewers stays in memory."""
    pause_seconds: float = 0.4
    """How long the computer waits between two of its orders, so that people can follow."""
    reaction_seconds: float = 3.0
    """How long a reaction lasts at a table of several people, whatever cards the seat holds.

    With 0 every seat answers in its own time, and the others may guess from that time what it holds or has muted.
    """
    more_time_seconds: float = 30.0
    """How long it lasts for a seat that has asked for more time."""
    fsync: bool = False
    """Whether a commit to SQLite waits for the disk, so that even a power failure loses no order."""
    keep_days: float = 365.0
    """After how many days without an order a table is deleted; 0 keeps it forever."""
    keep_unplayed_days: float = 14.0
    """The same for a table at which no order was ever given."""
    disk_quota: int = 5_000_000_000
    """From how many bytes of the database on no new tables are made; 0 sets no bound."""
    metrics_port: int = 0
    """A port at which this machine alone can read figures for Prometheus; none if 0."""
    hosts: tuple[str, ...] = ()
    """Names of this server in requests, besides addresses and "localhost"; empty for those of machine and origins."""
    workers: int = field(default_factory=default_workers)
    """Processes that choose orders for computer players and replay records."""

    def behind_proxy(self) -> "Settings":
        """The same behind a proxy that decides itself under which names it serves, unless origins have been named."""
        return self if self.origins else replace(self, hosts=("*",))

    def __post_init__(self) -> None:
        """Fill in the names of this server."""
        if not self.hosts:
            object.__setattr__(self, "hosts", _own_hosts(self.origins))


def _own_hosts(origins: Iterable[str]) -> tuple[str, ...]:
    """The names of this machine, and those of the allowed origins."""
    own = socket.gethostname().lower()
    named = (urlsplit(origin).hostname or "" for origin in origins)
    return (own, f"{own.partition('.')[0]}.local", *named)


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pawnstorm"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "pawnstorm"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pawnstorm"


def default_database() -> str:
    """The SQLite file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'pawnstorm.sqlite3'}"
