"""The worker processes of the server: started when first needed, replaced when they fail or take too long."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from pawnstorm.server import logs
from pawnstorm.server.jobs.definitions import LENGTH, Done, Failed, Job, Result

_RESULTS: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)
_SECONDS = 60.0
"""No job takes this long: the strongest level thinks for a second or two, on a busy machine for twenty."""
_TRIES = 2


class WorkFailed(Exception):
    """A job that could not be done; `expected` if its text is a sentence for the asker."""

    def __init__(self, text: str, expected: bool) -> None:
        super().__init__(text)
        self.expected = expected


class _Died(Exception):
    """A worker that ended in the middle of a job."""


class Workers:
    """A few processes, each with one job at a time. If a worker dies, its job is given to a new one, once."""

    def __init__(self, count: int, seconds: float = _SECONDS) -> None:
        self._free = asyncio.Semaphore(count)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._seconds = seconds
        self._closed = False

    async def run(self, job: Job) -> str:
        """The answer to a job."""
        body = msgspec.json.encode(job)
        for _ in range(_TRIES):
            try:
                result = await self._once(body)
            except _Died:
                logs.event("worker replaced")
                continue
            if isinstance(result, Failed):
                raise WorkFailed(result.text, result.expected)
            return result.text
        raise WorkFailed("two workers died one after the other", False)

    async def _once(self, body: bytes) -> Done | Failed:
        """One attempt at a job, by a worker that is free."""
        async with self._free:
            if self._closed:
                raise WorkFailed("the workers have been stopped", False)
            process = await self._free_process()
            self._busy.add(process)
            try:
                async with asyncio.timeout(self._seconds):
                    result = await _ask(process, body)
            except BaseException as error:
                await _end(process)
                if isinstance(error, TimeoutError):
                    raise WorkFailed(f"a worker took longer than {self._seconds:g} seconds", False) from None
                if isinstance(error, OSError | EOFError):
                    raise _Died from None
                raise
            finally:
                self._busy.discard(process)
            self._idle.append(process)
        return result

    async def _free_process(self) -> Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            await _end(process)
        return await _start()

    async def close(self) -> None:
        """End every process."""
        self._closed = True
        processes = [*self._idle, *self._busy]
        self._idle = []
        for process in processes:
            await _end(process)


async def _start() -> Process:
    # A worker must find the same games as the server, so it looks for modules in the same places. With `-m` it would
    # first look in the current folder.
    code = f"import sys; sys.path[:] = {sys.path!r}; from pawnstorm.server.jobs.worker import main; main()"
    # The answer to a replay has megabytes. It is read as a whole, so the reader's own limit does not matter.
    return await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=PIPE, stdout=PIPE)


async def _ask(process: Process, body: bytes) -> Done | Failed:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(LENGTH.pack(len(body)) + body)
    await process.stdin.drain()
    head = await process.stdout.readexactly(LENGTH.size)
    return _RESULTS.decode(await process.stdout.readexactly(LENGTH.unpack(head)[0]))


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
