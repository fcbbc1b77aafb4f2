"""The load on our server: two sockets for every game, each giving orders that its view offers.

    python -m bench.load_client ADDRESS GAMES

answers each line of its input with one line. `bench/boardgame/client.cjs` does the same to boardgame.io.

    renew     `ready` when every game that has not begun or is over is replaced, and every socket knows its position
    phase     {"seconds": 7, "every": 2, "starts": [0.31, 1.7, ...]}    a move of each game at its start, then every 2 s
              {"seconds": 7, "every": 0, "starts": null}                a move as soon as a seat learns that it may

A phase is answered with figures, `{"seconds": 7.01, "mover": [1.9, ...], "opponent": [1.8, ...]}`: for each order the
milliseconds from sending it until the mover, and until the opponent, had decoded an update that contains it.
A refusal, a closed socket or a missing update ends the whole program.
"""

import asyncio
import gc
import http.client
import json
import os
import random
import sys
from collections import deque
from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple, NoReturn, cast
from urllib.parse import urlsplit

import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

PATIENCE = 10.0
GROUP = 25
"""This many tables are made at a time."""
NEW_TABLE = {"game": "chess-attack", "seats": [{"kind": "here"}, {"kind": "open"}]}


class Offer(msgspec.Struct):
    """The part of an offer that matters here: its order and the options below it."""

    order: str = ""
    options: list["Offer"] = []


class ViewOffers(msgspec.Struct):
    """The offers of a view."""

    offers: list[Offer]


class ServerMessage(msgspec.Struct):
    """Any message of the server: an update has a view, a refusal a code and a sentence."""

    rev: int
    view: ViewOffers | None = None
    end: msgspec.Raw = msgspec.Raw(b"null")
    code: str = ""
    text: str = ""


class Phase(msgspec.Struct):
    """How long a phase lasts, and when each game moves."""

    seconds: float
    every: float
    starts: list[float] | None


class Figures(msgspec.Struct):
    """What a phase has shown."""

    seconds: float
    mover: list[float]
    opponent: list[float]


_MESSAGES = msgspec.json.Decoder(ServerMessage)
_PHASE = msgspec.json.Decoder(Phase)


def fail(sentence: str) -> NoReturn:
    """End this program at once: incomplete figures are worthless."""
    print(sentence, file=sys.stderr, flush=True)
    os._exit(1)


# ---- tables ---------------------------------------------------------------------------------------------------------


class Ticket(NamedTuple):
    """What one player needs to open a socket."""

    netloc: str
    table: str
    cookie: str


def open_table(netloc: str) -> list[Ticket]:
    """A new table of two new guests, each with a seed for the dice."""
    web = http.client.HTTPConnection(netloc, timeout=PATIENCE)
    made, maker = _post(web, "/api/tables", {**NEW_TABLE, "seed": _seed()})
    token = made["invitations"][0]["token"]
    _, friend = _post(web, f"/api/tables/{made['id']}/join", {"token": token, "seed": _seed()})
    web.close()
    return [Ticket(netloc, made["id"], maker), Ticket(netloc, made["id"], friend)]


def _post(web: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The answer, and the cookie of the guest."""
    web.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = web.getresponse()
    found = json.loads(answer.read())
    if answer.status >= 300:
        fail(f"the server refused a table: {found.get('text')}")
    return found, (answer.getheader("Set-Cookie") or "").partition(";")[0]


def _seed() -> str:
    return os.urandom(16).hex()


# ---- players --------------------------------------------------------------------------------------------------------


class Wait(NamedTuple):
    """An order whose update a seat still waits for."""

    rev: int
    at: float
    own: bool


class Seat(asyncio.Protocol):
    """The socket of one player."""

    def __init__(self, game: "Game", ticket: Ticket) -> None:
        self.rev = -1
        self.over = False
        self.waits: deque[Wait] = deque()
        self._acted = -1
        self._offers: list[Offer] = []
        self._game = game
        self._cookie = ticket.cookie
        self._transport: asyncio.WriteTransport | None = None
        address = f"ws://{ticket.netloc}/api/tables/{ticket.table}/socket"
        self._protocol = ClientProtocol(parse_uri(address), max_size=None)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        # uvloop's transports are not declared as such.
        self._transport = cast(asyncio.WriteTransport, transport)
        request = self._protocol.connect()
        request.headers["Cookie"] = self._cookie
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Read the messages that have come."""
        self._protocol.receive_data(data)
        self._flush()
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._receive(_MESSAGES.decode(event.data))

    def connection_lost(self, exc: Exception | None) -> None:
        """Only a game that is over may lose its sockets."""
        if not self.over:
            fail(f"a socket was lost: {self._protocol.close_reason or exc or 'no reason given'}")

    def close(self) -> None:
        """Leave the table."""
        if self._transport is not None:
            self._transport.close()

    def may_act(self) -> bool:
        """Whether it is this seat's turn and it has not moved already."""
        return bool(self._offers) and self._acted < self.rev

    def act(self) -> float:
        """Send one of the offered orders, at random; the moment of sending."""
        order = random.choice(list(_orders(self._offers)))
        self._acted = self.rev
        message = msgspec.json.encode({"t": "order", "rev": self.rev, "do": order})
        sent = perf_counter()
        self._protocol.send_text(message)
        self._flush()
        return sent

    def _flush(self) -> None:
        assert self._transport is not None
        self._transport.writelines(self._protocol.data_to_send())

    def _receive(self, message: ServerMessage) -> None:
        now = perf_counter()
        if message.view is None:
            fail(f"an order was refused ({message.code}): {message.text}")
        while self.waits and self.waits[0].rev <= message.rev:
            self._game.load.received(self.waits.popleft(), now)
        self.rev, self._offers, self.over = message.rev, message.view.offers, bytes(message.end) != b"null"
        self._game.changed()


def _orders(offers: list[Offer]) -> Iterator[str]:
    for offer in offers:
        if offer.order:
            yield offer.order
        yield from _orders(offer.options)


class Game:
    """Two sockets at a table."""

    def __init__(self, load: "Load") -> None:
        self.load = load
        self.due = False
        self._seats: list[Seat] = []

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play, as before the first table."""
        return all(seat.over for seat in self._seats)

    async def renew(self) -> None:
        """Go to a new table; done when both sockets know the position."""
        for seat in self._seats:
            seat.close()
        tickets = await asyncio.to_thread(open_table, self.load.netloc)
        self._seats = [Seat(self, ticket) for ticket in tickets]
        for seat in self._seats:
            await _connect(seat, self.load.netloc)
        while any(seat.rev < 0 for seat in self._seats):
            await asyncio.sleep(0.002)

    def changed(self) -> None:
        """A seat has received an update."""
        if self.load.eager or self.due:
            self.move()

    def move(self) -> None:
        """Let the seat to act move; if none knows yet that it may, it moves at the next update."""
        mover = next((seat for seat in self._seats if seat.may_act()), None)
        self.due = mover is None
        if mover is None or not self.load.going:
            return
        rev = mover.rev + 1
        sent = mover.act()
        for seat in self._seats:
            seat.waits.append(Wait(rev, sent, seat is mover))
        self.load.open += len(self._seats)


async def _connect(seat: Seat, netloc: str) -> None:
    host, _, port = netloc.partition(":")
    await asyncio.get_running_loop().create_connection(lambda: seat, host, int(port))


# ---- the load -------------------------------------------------------------------------------------------------------


class Load:
    """All games, and the figures of the phase in progress."""

    def __init__(self, address: str, games: int) -> None:
        self.eager = False
        self.going = False
        self.open = 0
        self.netloc = urlsplit(address).netloc
        self._games = [Game(self) for _ in range(games)]
        self._figures = Figures(0.0, [], [])
        self._last = 0.0

    async def renew(self) -> None:
        """Replace the games that are over, a few at a time."""
        over = [game for game in self._games if game.over]
        for at in range(0, len(over), GROUP):
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(game.renew() for game in over[at : at + GROUP]))

    def received(self, wait: Wait, now: float) -> None:
        """An update has come that contains an order."""
        found = self._figures.mover if wait.own else self._figures.opponent
        found.append(round((now - wait.at) * 1000, 3))
        self.open -= 1
        self._last = now

    async def run(self, phase: Phase) -> Figures:
        """One phase from its first order to its last update."""
        self._figures = Figures(0.0, [], [])
        self.going, self.eager = True, phase.starts is None
        begun = perf_counter()
        for number, game in enumerate(self._games):
            game.due = False
            if phase.starts is None:
                game.move()
            else:
                self._pace(game, begun + phase.starts[number], phase.every, begun + phase.seconds)
        await asyncio.sleep(phase.seconds)
        self.going = self.eager = False
        await self._settle()
        self._figures.seconds = self._last - begun
        return self._figures

    def _pace(self, game: Game, at: float, every: float, end: float) -> None:
        """A move at this moment, and so on until the phase is over."""
        if at >= end:
            return

        def due() -> None:
            game.move()
            self._pace(game, at + every, every, end)

        asyncio.get_running_loop().call_later(at - perf_counter(), due)

    async def _settle(self) -> None:
        """Wait for the updates that are still on their way."""
        try:
            async with asyncio.timeout(PATIENCE):
                while self.open:
                    await asyncio.sleep(0.005)
        except TimeoutError:
            fail(f"{self.open} updates never came")


async def main(address: str, games: int) -> None:
    """Answer one line of input after another."""
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: fail(str(context.get("exception", context["message"])))
    )
    load = Load(address, games)
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip() == "renew":
            await load.renew()
            # These objects stay, so the collector need not look at them again.
            gc.freeze()
            print("ready", flush=True)
        else:
            print(msgspec.json.encode(await load.run(_PHASE.decode(line))).decode(), flush=True)


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2])))
