"""Analyses of matches: one at a time, in parts between which computers may play, each computed once.

An analysis that nobody asks about any more is dropped, and the oldest finished ones are forgotten. A client that asks
again gets the same analysis, because it does not depend on chance or time.
"""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field

import msgspec

from pawnstorm.server import logs
from pawnstorm.server.errors import ApiError
from pawnstorm.server.jobs.analysis_job import AnalysisPart, findings_of
from pawnstorm.server.jobs.definitions import AnalyseRecord
from pawnstorm.server.jobs.fair_queue import NOBODY, Asker
from pawnstorm.server.jobs.pool import Workers, WorkFailed
from pawnstorm.server.wire.analysis import Analysis, Findings

_PARTS: msgspec.json.Decoder[AnalysisPart] = msgspec.json.Decoder(AnalysisPart)
_PART_SECONDS = 0.4
"""Seconds that one part takes a worker."""
_FORGET_SECONDS = 30.0
"""An analysis is dropped if nobody has asked about it for this long."""
_MOST_WAITING = 20
_MOST_KEPT = 16


@dataclass(eq=False)
class _Run:
    """One analysis: what is known so far, or why there is none."""

    id: str
    record: str
    asked: float
    asker: Asker
    being_played: list[int]
    known: AnalysisPart | None = None
    steps: int = 0
    findings: Findings | None = None
    error: ApiError | None = None
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None

    @property
    def forgotten(self) -> bool:
        """Whether nobody has asked about it for a while."""
        return time.monotonic() - self.asked > _FORGET_SECONDS

    def finish(self, known: AnalysisPart) -> None:
        """Keep the findings and drop what they were made from."""
        self.findings, self.steps = findings_of(known), known.total
        self.record, self.known = "", None

    def progress(self) -> Analysis:
        """How far it is; the error if it has failed."""
        if self.error is not None:
            raise self.error
        known = self.known
        done, total = (len(known.assessments), known.total) if known else (self.steps, self.steps)
        return Analysis(self.id, done, total, self.findings)


class Analyses:
    """All analyses that are under way or have been asked for lately."""

    def __init__(self, workers: Workers, most_orders: int, most_of_an_address: int = _MOST_WAITING) -> None:
        self._workers = workers
        self._most_orders = most_orders
        self._most_of_an_address = most_of_an_address
        self._runs: dict[str, _Run] = {}
        self._running = asyncio.Lock()
        self._opening = asyncio.Lock()

    async def begin(self, record: str, asker: Asker = NOBODY, being_played: Sequence[int] = ()) -> Analysis:
        """The analysis of a record, begun unless it is known; a record that cannot be replayed is refused.

        So is one with a position that is being played.
        """
        name = hashlib.sha256(record.encode()).hexdigest()[:32]
        run = self._runs.get(name)
        if run is None:
            waiting = [run.asker.address for run in self._runs.values() if run.findings is None]
            if waiting.count(asker.address) >= self._most_of_an_address:
                raise ApiError(503, "busy", "your last games are still being analysed; try again in a minute")
            if len(waiting) >= _MOST_WAITING:
                raise ApiError(503, "busy", "the server has many games to analyse; try again in a minute")
            run = self._runs[name] = _Run(name, record, time.monotonic(), asker, list(being_played))
            run.task = asyncio.create_task(self._work(run))
        run.asked = time.monotonic()
        await run.begun.wait()
        return run.progress()

    def find(self, name: str) -> Analysis:
        """How far an analysis is."""
        run = self._runs.get(name)
        if run is None:
            raise ApiError(404, "no_analysis", "there is no such analysis; ask for it again")
        run.asked = time.monotonic()
        return run.progress()

    async def close(self) -> None:
        """Drop everything."""
        tasks = [run.task for run in self._runs.values() if run.task]
        self._runs = {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, run: _Run) -> None:
        try:
            # The first part shows whether the record can be analysed, so it does not wait for whole analyses.
            async with self._opening:
                await self._add_part(run)
            run.begun.set()
            if await self._finish(run):
                self._forget_old()
            else:
                self._runs.pop(run.id, None)
        except WorkFailed as error:
            self._runs.pop(run.id, None)
            run.error = ApiError(422, "bad_record", str(error)) if error.expected else _failed(error)
        except Exception as error:
            self._runs.pop(run.id, None)
            run.error = _failed(error)
        finally:
            run.begun.set()

    async def _finish(self, run: _Run) -> bool:
        """Compute all other parts; false if nobody has asked about them for a while."""
        while not await _within(self._running.acquire(), _FORGET_SECONDS):
            if run.forgotten:
                return False
        try:
            known = run.known
            while known is not None and len(known.assessments) < known.total:
                if run.forgotten:
                    return False
                known = await self._add_part(run)
        finally:
            self._running.release()
        assert known is not None
        run.finish(known)
        return True

    async def _add_part(self, run: _Run) -> AnalysisPart:
        """Compute the next part."""
        first = len(run.known.assessments) if run.known else 0
        part = _PARTS.decode(
            await self._workers.run(
                AnalyseRecord(run.record, first, self._most_orders, _PART_SECONDS, [] if first else run.being_played),
                run.asker,
            )
        )
        if run.known is None:
            run.known = part
        else:
            run.known.assessments += part.assessments
        return run.known

    def _forget_old(self) -> None:
        done = [run for run in self._runs.values() if run.findings is not None]
        for run in sorted(done, key=lambda run: run.asked)[:-_MOST_KEPT]:
            del self._runs[run.id]


async def _within(work: Awaitable[object], seconds: float) -> bool:
    """Wait for something; whether it was done in time."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        return False
    return True


def _failed(error: Exception) -> ApiError:
    logs.failure("analysis failed", error)
    return ApiError(503, "busy", "the analysis broke off; try again")
