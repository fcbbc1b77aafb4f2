"""The worker processes of the server: started when first needed, replaced when they fail or take too long."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from time import monotonic

import msgspec

from pawnstorm.server import logs, metrics
from pawnstorm.server.jobs.definitions import LENGTH, ChooseOrder, Failed, Job, Result
from pawnstorm.server.jobs.fair_queue import NOBODY, Asker, FairQueue, Ticket

_RESULTS: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)
_SECONDS = 60.0
"""No job takes this long: the strongest level thinks for a second or two, on a busy machine for twenty."""
_TRIES = 2
_UNKNOWN = 0.5
"""What a job is thought to take before there has been one of its kind."""
_MOST_KINDS = 1000


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
        self.queue = FairQueue(count)
        self._durations = Durations()
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._seconds = seconds
        self._closed = False
        self._tasks: set[asyncio.Task[str]] = set()

    async def run(self, job: Job, asker: Asker = NOBODY) -> str:
        """The answer to a job, when it is its turn.

        If nobody wants the answer any more, a job that waits is dropped. One that has begun is finished, because a new
        worker would take longer.
        """
        turn = asyncio.Event()
        ticket = Ticket(asker, self._durations.expected(job), turn.set)
        self.queue.enter(ticket)
        try:
            with metrics.WAIT_SECONDS.labels(asker.share.name.lower()).time():
                await turn.wait()
            if self._closed:
                raise WorkFailed("the workers have been stopped", False)
        except BaseException:
            self.queue.leave(ticket)
            raise
        task = asyncio.create_task(self._work(job, ticket))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: "asyncio.Task[str]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Nobody may be waiting for it any more.
            task.exception()

    async def _work(self, job: Job, ticket: Ticket) -> str:
        begun = monotonic()
        try:
            result = await self._twice(msgspec.json.encode(job))
            self._durations.note(job, monotonic() - begun)
            metrics.JOB_SECONDS.labels(ticket.asker.share.name.lower()).observe(monotonic() - begun)
        finally:
            self.queue.leave(ticket)
        if isinstance(result, Failed):
            raise WorkFailed(result.text, result.expected)
        return result.text

    async def _twice(self, body: bytes) -> Result:
        for _ in range(_TRIES):
            try:
                return await self._once(body)
            except _Died:
                logs.event("worker replaced")
        raise WorkFailed("two workers died one after the other", False)

    async def _once(self, body: bytes) -> Result:
        """One attempt at a job, by a worker that is free."""
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
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Durations:
    """How long jobs of each kind have taken, so that short ones can come first."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, ...], float] = {}

    def expected(self, job: Job) -> float:
        """How long a job will take, in seconds."""
        return self._seconds.get(_kind(job), _UNKNOWN)

    def note(self, job: Job, seconds: float) -> None:
        """A job has taken so long."""
        kind = _kind(job)
        if kind in self._seconds or len(self._seconds) < _MOST_KINDS:
            self._seconds[kind] = 0.75 * self._seconds.get(kind, seconds) + 0.25 * seconds


def _kind(job: Job) -> tuple[str, ...]:
    return (job.position.game, job.player) if isinstance(job, ChooseOrder) else (type(job).__name__,)


async def _start() -> Process:
    # A worker must find the same games as the server, so it looks for modules in the same places. With `-m` it would
    # first look in the current folder.
    code = f"import sys; sys.path[:] = {sys.path!r}; from pawnstorm.server.jobs.worker import main; main()"
    # The answer to a replay has megabytes. It is read as a whole, so the reader's own limit does not matter.
    return await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=PIPE, stdout=PIPE)


async def _ask(process: Process, body: bytes) -> Result:
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
