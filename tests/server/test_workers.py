"""Worker processes: they choose orders and replay records, and a worker that fails is replaced."""

import asyncio
import io
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.record import of_match, write
from pawnstorm.games import load
from pawnstorm.server.jobs.definitions import LENGTH, ChooseOrder, Done, Failed, KnownPosition, ReplayRecord
from pawnstorm.server.jobs.pool import Workers, WorkFailed
from pawnstorm.server.jobs.worker import serve, work

GAME = load("chess-attack")
STATE = GAME.start(GAME.agree(Setup()))


def position(state: str) -> KnownPosition:
    """A position of Chess Attack as a worker gets it."""
    return KnownPosition(game="chess-attack", options={}, armies=(), map="", rules=0, state=state)


CHOOSE = ChooseOrder(position(STATE.encode()), "random", 1)


def with_workers(scenario: Callable[[Workers], Awaitable[None]], seconds: float = 60.0) -> None:
    async def run() -> None:
        workers = Workers(1, seconds)
        try:
            await scenario(workers)
        finally:
            await workers.close()

    asyncio.run(run())


def test_a_worker_chooses_orders_and_replays_records() -> None:
    record = write(of_match(Match(GAME, Setup(), SeededTower(1)), {}))

    async def scenario(workers: Workers) -> None:
        assert GAME.read(STATE, await workers.run(CHOOSE)) in STATE.legal()
        replay = msgspec.json.decode(await workers.run(ReplayRecord(record, -1, 10, record, "")))
        assert (replay["end"], len(replay["frames"]), replay["record"]) == (None, 1, record)
        with pytest.raises(WorkFailed, match="not a record") as caught:
            await workers.run(ReplayRecord("", -1, 10, "", ""))
        assert caught.value.expected

    with_workers(scenario)


def test_a_worker_imports_nothing_from_the_folder_that_the_server_runs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pawnstorm").mkdir()
    (tmp_path / "pawnstorm" / "__init__.py").write_text("raise SystemExit('another pawnstorm')")
    monkeypatch.chdir(tmp_path)

    async def scenario(workers: Workers) -> None:
        assert await workers.run(CHOOSE)

    with_workers(scenario)


def test_a_dead_worker_is_replaced() -> None:
    async def scenario(workers: Workers) -> None:
        await workers.run(CHOOSE)
        workers._idle[0].kill()
        await workers._idle[0].wait()
        assert await workers.run(CHOOSE)

    with_workers(scenario)


def test_a_worker_that_takes_too_long_is_ended() -> None:
    async def scenario(workers: Workers) -> None:
        with pytest.raises(WorkFailed) as caught:
            await workers.run(CHOOSE)
        assert not caught.value.expected
        assert workers._idle == []

    with_workers(scenario, seconds=0.001)


def test_an_error_of_ours_does_not_end_the_worker() -> None:
    broken = ChooseOrder(position(STATE.encode()), "nobody", 1)
    answer = work(broken)
    assert isinstance(answer, Failed)
    assert answer.expected
    assert answer.text.startswith("there is no player 'nobody'; the players are random, greedy, attacker, 1 to 8")
    assert isinstance(work(ChooseOrder(position("nonsense"), "random", 1)), Failed)


def test_a_worker_ends_with_its_input() -> None:
    body = msgspec.json.encode(CHOOSE)
    source, sink = io.BytesIO(LENGTH.pack(len(body)) + body), io.BytesIO()
    serve(source, sink)
    answer = msgspec.json.decode(sink.getvalue()[LENGTH.size :], type=Done | Failed)
    assert isinstance(answer, Done)


def test_a_record_that_is_too_long_is_refused() -> None:
    match = Match(GAME, Setup(), SeededTower(1))
    for order in ("e2-e4", "e7-e5"):
        match.add(match.step_for(match.turn, order))
    result = work(ReplayRecord(write(of_match(match, {})), -1, 1, "", ""))
    assert isinstance(result, Failed)
    assert "more than 1 orders" in result.text


def test_a_worker_that_is_killed_while_it_thinks_is_replaced() -> None:
    async def scenario(workers: Workers) -> None:
        await workers.run(CHOOSE)
        victim = workers._idle[0]
        # A stopped process cannot answer, so it is certainly busy when it is killed.
        os.kill(victim.pid, signal.SIGSTOP)
        job = asyncio.create_task(workers.run(CHOOSE))
        while victim not in workers._busy:
            await asyncio.sleep(0)
        assert not job.done()
        os.kill(victim.pid, signal.SIGKILL)
        assert GAME.read(STATE, await job) in STATE.legal()
        assert [process.pid for process in workers._idle] != [victim.pid]

    with_workers(scenario)


def test_a_job_that_kills_two_workers_is_given_up() -> None:
    async def scenario(workers: Workers) -> None:
        job = asyncio.create_task(workers.run(CHOOSE))
        for _ in range(2):
            while not workers._busy:
                await asyncio.sleep(0)
            victim = next(iter(workers._busy))
            victim.kill()
            while victim in workers._busy:
                await asyncio.sleep(0)
        with pytest.raises(WorkFailed, match="two workers died") as caught:
            await job
        assert not caught.value.expected

    with_workers(scenario)


def test_workers_that_have_gone_home_start_no_others() -> None:
    async def scenario(workers: Workers) -> None:
        await workers.close()
        with pytest.raises(WorkFailed, match="been stopped"):
            await workers.run(CHOOSE)
        assert workers._idle == []

    with_workers(scenario)
