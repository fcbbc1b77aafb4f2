"""The server's side of its worker processes: started when first needed, replaced when they fail or take too long."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from pawnstorm.server.worker import LENGTH, Done, Failed, Job, Result

_RESULTS: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)
_SECONDS = 20.0


class WorkFailed(Exception):
    """A job that could not be done; `expected` if its text is a sentence for whoever asked."""

    def __init__(self, text: str, expected: bool) -> None:
        super().__init__(text)
        self.expected = expected


class Workers:
    """A few processes, each with one job at a time."""

    def __init__(self, count: int, seconds: float = _SECONDS) -> None:
        self._free = asyncio.Semaphore(count)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._seconds = seconds

    async def run(self, job: Job) -> str:
        """The answer to a job."""
        async with self._free:
            process = await self._next()
            self._busy.add(process)
            try:
                async with asyncio.timeout(self._seconds):
                    result = await _ask(process, msgspec.json.encode(job))
            except BaseException as error:
                await _end(process)
                if isinstance(error, TimeoutError | OSError | EOFError):
                    raise WorkFailed(f"a worker ended with {type(error).__name__}", False) from None
                raise
            finally:
                self._busy.discard(process)
            self._idle.append(process)
        if isinstance(result, Failed):
            raise WorkFailed(result.text, result.expected)
        return result.text

    async def _next(self) -> Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            await _end(process)
        return await _start()

    async def close(self) -> None:
        """End every process."""
        processes = [*self._idle, *self._busy]
        self._idle = []
        for process in processes:
            await _end(process)


async def _start() -> Process:
    # The answer to a replay is megabytes; it is read whole, so the reader's own limit does not matter.
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pawnstorm.server.worker", stdin=PIPE, stdout=PIPE
    )


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
