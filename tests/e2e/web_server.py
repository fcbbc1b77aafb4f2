"""The real server in a process of its own, which a test may kill and start again."""

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from pawnstorm.server.guests import COOKIE

Json = dict[str, Any]
GAME = "chess-attack"
HERE, OPEN = {"kind": "here"}, {"kind": "open"}
RANDOM = {"kind": "computer", "player": "random"}
KNOWN_DICE = Path(__file__).with_name("known_dice.py")
PATIENCE = 120.0
"""Seconds after which something has failed, on any machine."""
REACTION = 0.3
"""Seconds for a reaction: shorter than real people like it."""


class WebServer:
    """`pawnstorm serve` on a free local port with its own database."""

    def __init__(self, folder: Path, env: dict[str, str] | None = None, root_path: str = "") -> None:
        self._env = env
        self._root = root_path
        self.database = folder / "tables.sqlite3"
        self.log = folder / "server.log"
        self.port = 0
        self._made: Counter[str] = Counter()
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self._root}"

    def start(self) -> None:
        """Start, or start again on the same port and the same tables."""
        command = [sys.executable, str(KNOWN_DICE), "serve", "--no-limits", "--port", str(self.port)]
        command += ["--reaction-seconds", str(REACTION), "--pause-seconds", "0"]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, "--root-path", self._root, "--database", f"sqlite:///{self.database}"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._env,
            )
        assert self._process.stdout
        line = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the server did not start: {line}{self.log.read_text()}"
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill the server, as a power failure would."""
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """Stop the server, as an operator would."""
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait(PATIENCE)
        assert self._process.stdout
        self._process.stdout.close()

    def faults(self) -> list[str]:
        """The warnings and errors in the server's log."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [str(line) for line in lines if line["level"] in ("warning", "error", "critical")]

    def get(self, path: str, cookie: str = "") -> Json:
        """The server's answer to a guest with a cookie."""
        answer = httpx.get(self.url + path, cookies={COOKIE: cookie} if cookie else None, timeout=PATIENCE)
        answer.raise_for_status()
        return dict(answer.json())

    def post(self, path: str, body: Json) -> Json:
        """The server's answer to a post without a cookie."""
        answer = httpx.post(self.url + path, json=body, timeout=PATIENCE)
        answer.raise_for_status()
        return dict(answer.json())

    @contextlib.contextmanager
    def look(self, table: str, cookie: str = "") -> Iterator["Look"]:
        """A raw socket to a table, for a guest with a cookie."""
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        url = f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket"
        with connect(url, additional_headers=headers, compression=None, proxy=None, max_size=None) as socket:
            yield Look(socket)

    def make(self, *seats: Json, **more: Any) -> tuple[str, str]:
        """A new table: its id, and the cookie of the guest who made it. Its dice are the same in every run."""
        test = os.environ["PYTEST_CURRENT_TEST"]
        self._made[test] += 1
        seed = hashlib.sha256(f"{test}|{self._made[test]}".encode()).hexdigest()
        request = {"game": GAME, "seats": seats or [HERE, HERE], "seed": seed, **more}
        answer = httpx.post(f"{self.url}/api/tables", json=request, timeout=PATIENCE)
        answer.raise_for_status()
        return answer.json()["id"], answer.cookies[COOKIE]


class Look:
    """A raw socket at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._last: Json = {}

    def send(self, text: str = "", **message: Any) -> None:
        """A message, or any text at all."""
        self._socket.send(text or json.dumps(message))

    def receive(self) -> Json:
        """The next message."""
        return dict(json.loads(self._socket.recv(PATIENCE)))

    def update(self, after: int = -1) -> Json:
        """The newest update that has come, or the next one beyond a revision."""
        while not self._last or self._last["rev"] <= after:
            message = self.receive()
            assert message["t"] == "update", message
            self._last = message
        return self._last

    def refusal(self) -> Json:
        """The next refusal; updates about guests who come and go may be before it."""
        while (message := self.receive())["t"] != "refused":
            self._last = message
        return message

    def watched(self, people: int) -> None:
        """Wait until an update says that this many people watch."""
        while (self._last.get("table") or {}).get("spectators") != people:
            self._last = self.receive()
