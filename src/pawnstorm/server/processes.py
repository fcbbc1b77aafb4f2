"""Several processes of the server on this machine, behind an nginx: this process starts them and watches over them."""

import asyncio
import contextlib
import ctypes
import dataclasses
import os
import pickle
import signal
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pawnstorm.core.errors import UsageError
from pawnstorm.server import logs
from pawnstorm.server.nginx import Front, command, find_nginx
from pawnstorm.server.run import listen, open_in_browser, page_address, run_behind_nginx
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.store import Store

_PAUSE_SECONDS, _LONGEST_PAUSE = 0.1, 5.0
"""How long after its end a program is started again; each time longer if it ends young."""
_YOUNG_SECONDS = 10.0
_GRACE_SECONDS = 10.0
"""How long a program may take to end before it is killed."""
_PR_SET_PDEATHSIG = 1


def run_processes(
    settings: Settings,
    host: str,
    port: int,
    ready: Callable[[str], None],
    open_page: bool = False,
    proxies: Sequence[str] = (),
    *,
    count: int,
) -> None:
    """Serve with several processes until interrupted; `ready` is called with the page's address once it is there."""
    program = find_nginx()
    store = Store(settings.database, settings.fsync)
    if not store.shared:
        raise UsageError(
            f"{count} processes need a PostgreSQL database, because a SQLite file serves one process: "
            "give one with --database postgresql+psycopg://HOST/NAME"
        )
    store.prepare()
    store.engine.dispose()
    # Only to learn whether the address is free, and which port is: nginx listens itself.
    found = listen(host, port)
    numeric, port = found.getsockname()[:2]
    found.close()
    logs.set_up()
    address = page_address(settings, host, port)

    def on_start() -> None:
        ready(address)
        if open_page:
            open_in_browser(address)

    each = dataclasses.replace(
        settings.behind_proxy() if proxies else settings, workers=max(1, settings.workers // count)
    )
    with TemporaryDirectory(prefix="pawnstorm-") as folder:
        sockets = [Path(folder) / f"{number}.sock" for number in range(count)]
        programs = [_server(_with_own_port(each, number), path) for number, path in enumerate(sockets)]
        plan = Front(Path(folder), numeric, port, sockets, proxies, settings.limits.sockets_per_address)
        front = _Program("nginx", command(program, plan), b"")
        asyncio.run(_watch(programs, front, [*map(_at, sockets), _Place(numeric, port)], on_start))


def _with_own_port(settings: Settings, number: int) -> Settings:
    """Every process serves its own metrics, at ports one after the other."""
    port = settings.metrics_port
    return dataclasses.replace(settings, metrics_port=port + number if port else 0)


async def _watch(
    servers: "list[_Program]", front: "_Program", places: "Sequence[_Place]", ready: Callable[[], None]
) -> None:
    """Keep all programs running until a signal comes; then end the servers, which tell their clients, then nginx."""
    stopped = asyncio.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(one, stopped.set)
    keeping = [asyncio.create_task(program.keep()) for program in [*servers, front]]
    announcing = asyncio.create_task(_announce(places, ready))
    await stopped.wait()
    for task in (announcing, *keeping):
        task.cancel()
    await asyncio.gather(announcing, *keeping, return_exceptions=True)
    await asyncio.gather(*(program.end() for program in servers))
    await front.end()


async def _announce(places: "Sequence[_Place]", ready: Callable[[], None]) -> None:
    for place in places:
        while not await _answers(place):
            await asyncio.sleep(0.02)
    ready()


class _Place(NamedTuple):
    """Where a program takes requests: at a Unix socket, or at a port."""

    address: str
    port: int = 0


def _at(path: Path) -> _Place:
    return _Place(str(path))


async def _answers(place: _Place) -> bool:
    """Whether somebody answers requests there, whatever they say."""
    with contextlib.suppress(OSError):
        if place.port:
            reader, writer = await asyncio.open_connection(place.address, place.port)
        else:
            reader, writer = await asyncio.open_unix_connection(place.address)
        writer.write(b"GET /api/health HTTP/1.0\r\n\r\n")
        answer = await reader.readline()
        writer.close()
        return bool(answer)
    return False


class _Program:
    """A program that is started again whenever it ends."""

    def __init__(self, name: str, arguments: Sequence[str], said: bytes) -> None:
        self._name = name
        self._arguments = arguments
        self._said = said
        self._process: Process | None = None

    async def keep(self) -> None:
        """Run the program, again and again."""
        clock = asyncio.get_running_loop().time
        pause = _PAUSE_SECONDS
        while True:
            began = clock()
            process = await self._start()
            code = await process.wait()
            logs.failure("process ended", process=self._name, code=code)
            pause = _PAUSE_SECONDS if clock() - began > _YOUNG_SECONDS else min(pause * 2, _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def _start(self) -> Process:
        # A session of its own: an interrupt at the terminal is for us, and we end the programs in order.
        self._process = process = await asyncio.create_subprocess_exec(
            *self._arguments, stdin=PIPE, stdout=DEVNULL, start_new_session=True, preexec_fn=_end_with_parent
        )
        assert process.stdin is not None
        process.stdin.write(self._said)
        return process

    async def end(self) -> None:
        """End the program, and kill it if it does not end."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(_GRACE_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def _end_with_parent() -> None:
    """If this process is killed, nothing of it stays. Elsewhere than on Linux only the servers notice."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _server(settings: Settings, path: Path) -> _Program:
    """A process of the server. Its settings come through its input, because a command line is public."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from pawnstorm.server.processes import main; main()"
    return _Program(path.stem, [sys.executable, "-c", code], pickle.dumps((settings, path)))


def main() -> None:
    """One of the processes: it serves at a Unix socket until its input ends."""
    settings, path = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_input, daemon=True).start()
    run_behind_nginx(settings, path)


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
