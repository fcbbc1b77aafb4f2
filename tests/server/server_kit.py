"""A server in a thread, and people who visit it."""

import json
import random
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pawnstorm.server.guests import COOKIE
from pawnstorm.server.run import configure, listen
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.database import migrate, open_engine
from pawnstorm.server.storage.entries import Made, SeatMade
from pawnstorm.server.storage.store import Store
from pawnstorm.server.table.step_log import StepLog
from pawnstorm.server.table.table import Table

Json = dict[str, Any]
GAME = "chess-attack"
HERE, OPEN = {"kind": "here"}, {"kind": "open"}
RANDOM = {"kind": "computer", "player": "random"}
GREEDY = {"kind": "computer", "player": "greedy"}
PATIENCE = 120.0
"""Nothing takes so many seconds, however slow the machine: a test waits so long only if something is broken."""


def template(folder: Path) -> Path:
    """An empty database that is up to date."""
    path = folder / "template.sqlite3"
    engine = open_engine(f"sqlite:///{path}")
    migrate(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    return path


def made_table(game: str, *seats: SeatMade, **more: Any) -> Made:
    """The first entry of a table; the first seat's holder has made it, unless told otherwise."""
    fields: dict[str, Any] = {
        "rules_version": 1,
        "options": {},
        "armies": (),
        "map": "",
        "maker": seats[0].holder,
        "server_seed": "ab" * 32,
    }
    return Made(game=game, seats=seats, **(fields | more))


def steps_since(table: Table, seen: int, viewer: int, guest: str = "") -> list[Json]:
    """The steps of a table that are newer than a revision, as a viewer is sent them."""
    return list(json.loads(bytes(StepLog(table).since(seen, viewer, guest))))


class Server:
    """A real server on a free port."""

    def __init__(self, settings: Settings, proxies: Sequence[str] = ()) -> None:
        self.settings = settings
        self._visitors: list[Visitor] = []
        self.store = Store(settings.database)
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(configure(settings, self.store, proxies))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))
        self._thread.start()
        httpx.get(f"{self.url}/api/health", timeout=PATIENCE).raise_for_status()

    def stop(self) -> None:
        """Shut down as on SIGTERM."""
        self.empty()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def empty(self) -> None:
        """All visitors leave."""
        for visitor in self._visitors:
            visitor.leave()
        self._visitors.clear()

    def guest(self) -> "Visitor":
        """A new visitor with their own browser."""
        self._visitors.append(Visitor(self.url))
        return self._visitors[-1]


class Visitor:
    """A browser: cookies, requests and sockets."""

    def __init__(self, url: str, trust: ssl.SSLContext | None = None) -> None:
        self.url = url
        self._trust = trust
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, verify=trust or True)
        self._sockets: list[ClientConnection] = []

    def make(self, *seats: Json, **more: Any) -> Json:
        """A new table."""
        answer = self.http.post("/api/tables", json={"game": GAME, "seats": seats or [HERE, HERE], **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def post(self, table: str, what: str, **body: Any) -> httpx.Response:
        """Post something to a table."""
        return self.http.post(f"/api/tables/{table}/{what}", json=body)

    def table(self, table: str) -> Json:
        """The table as this visitor sees it."""
        return dict(self.http.get(f"/api/tables/{table}").json())

    def record(self, table: str) -> str:
        """The record of the match."""
        answer = self.http.get(f"/api/tables/{table}/record")
        assert answer.status_code == 200, answer.text
        return answer.text

    def open(self, table: str, rev: int | None = None, **headers: str) -> "TableClient":
        """A socket to a table, with its first update read."""
        client = self.connect(table, "" if rev is None else f"?rev={rev}", **headers)
        client.update()
        return client

    def connect(self, table: str, query: str = "", **headers: str) -> "TableClient":
        """A socket to a table."""
        token = self.http.cookies.get(COOKIE)
        cookie = {"Cookie": f"{COOKIE}={token}"} if token else {}
        url = f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket{query}"
        socket = connect(
            url,
            additional_headers={**cookie, **headers},
            ssl=self._trust,
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            legacy=True,
        )
        self._sockets.append(socket)
        return TableClient(socket)

    def leave(self) -> None:
        """Close the browser."""
        for socket in self._sockets:
            socket.close()
        self.http.close()


class TableClient:
    """A socket at a table. It keeps the steps as a page does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last: Json = {}
        self.steps: list[Json] = []

    def __enter__(self) -> "TableClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def rev(self) -> int:
        return int(self.last["rev"])

    @property
    def turn(self) -> int:
        return int(self.last["view"]["turn"])

    def send(self, t: str, **fields: Any) -> None:
        """Send a command; the revision is the last one seen, unless given."""
        self.socket.send(json.dumps({"t": t, "rev": self.last.get("rev", 0), **fields}))

    def receive(self) -> Json:
        """The next message."""
        message = json.loads(self.socket.recv(PATIENCE))
        if message["t"] == "update":
            assert len(message["steps"]) <= message["length"]
            self.steps = self.steps[: message["length"] - len(message["steps"])] + message["steps"]
            assert len(self.steps) == message["length"]
            self.last = message = completed(self.last, message)
        return dict(message)

    def update(self, until: Callable[[Json], bool] = lambda _: True) -> Json:
        """The next update that matches."""
        while True:
            message = self.receive()
            assert message["t"] == "update", message
            if until(message):
                return message

    def reach(self, rev: int) -> Json:
        """The first update at or beyond a revision."""
        return self.last if self.last.get("rev", -1) >= rev else self.update(lambda message: message["rev"] >= rev)

    def catch_up(self) -> None:
        """Read everything that has been sent so far: of a secret choice of somebody else that may be nothing."""
        self.socket.send('{"t":"ping"}')
        while self.receive()["t"] != "pong":
            pass

    def refusal(self) -> Json:
        """The next refusal; updates about people who come or go may come before it."""
        while (message := self.receive())["t"] != "refused":
            pass
        return message

    def order(self, do: str) -> Json:
        """Give an order that is accepted."""
        rev = self.rev
        self.send("order", do=do)
        return self.reach(rev + 1)

    def look_as(self, seat: int | None) -> Json:
        """One of several players at this screen looks at their own secrets, or hides them again."""
        self.socket.send(json.dumps({"t": "look", "seat": seat}))
        return self.update(lambda message: message["screen"]["looking_seat"] == (-1 if seat is None else seat))

    def look_at_own_turn(self) -> None:
        """On a shared screen: the seat to act looks, if it has secrets."""
        screen = self.last["screen"]
        if screen and screen["looking_seat"] != self.turn and self.turn in screen["secrets"]:
            self.look_as(self.turn)

    def orders(self) -> list[str]:
        """Every order on offer."""
        return list(leaves(self.last["view"]["offers"]))

    def closed(self) -> int:
        """The code with which the server closes the socket."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def completed(before: Json, update: Json) -> Json:
    """An update with everything that it leaves out because it was sent before."""
    view = dict(update["view"])
    tokens = {token["id"]: token for token in view["tokens"]}
    if update["gone"] is not None:
        tokens = {token["id"]: token for token in before["view"]["tokens"]} | tokens
        view["cells"] = view["cells"] or before["view"]["cells"]
    view["tokens"] = [token for name, token in tokens.items() if name not in (update["gone"] or ())]
    return {**update, "view": in_order(view), "table": update["table"] or before["table"]}


def in_order(view: Json) -> Json:
    """A view with its tokens by id: their order means nothing."""
    return {**view, "tokens": sorted(view["tokens"], key=lambda token: str(token["id"]))}


def leaves(offers: list[Json]) -> Iterator[str]:
    """The orders of a tree of offers."""
    for offer in offers:
        if offer["order"]:
            yield offer["order"]
        yield from leaves(offer["options"])


def quiet(client: TableClient) -> str:
    """An order that needs no dice."""
    return next(order for order in client.orders() if "x" not in order)


def play(clients: list[TableClient], luck: random.Random, most: int = 10_000) -> int:
    """Random orders until the game is over; how many there were."""
    for count in range(most):
        if clients[0].last["end"]:
            return count
        for client in clients:
            client.look_at_own_turn()
        mover = next(client for client in clients if client.orders())
        mover.order(luck.choice(mover.orders()))
        for client in clients:
            client.catch_up()
    return most


def two(server: Server) -> tuple[Visitor, Visitor, str]:
    """Two people at a table, White and Black."""
    white, black = server.guest(), server.guest()
    made = white.make(HERE, OPEN, seed="aa")
    token = made["invitations"][0]["token"]
    assert black.post(made["id"], "join", token=token, seed="bb").status_code == 200
    return white, black, made["id"]
