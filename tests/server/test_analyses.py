"""Analyses over HTTP: started once, done in parts, kept, and refused if there is nothing to analyse."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from server_kit import HERE, PATIENCE, RANDOM, Json, Server, Visitor, play, two
from test_openapi import schema
from test_workers import CHOOSE

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.record import of_match, write
from pawnstorm.games import load
from pawnstorm.server.errors import ApiError
from pawnstorm.server.jobs import analyses
from pawnstorm.server.jobs.analyses import Analyses
from pawnstorm.server.jobs.analysis_job import analyse_part
from pawnstorm.server.jobs.definitions import AnalyseRecord, Failed
from pawnstorm.server.jobs.fair_queue import NOBODY, Asker
from pawnstorm.server.jobs.pool import Workers, WorkFailed
from pawnstorm.server.jobs.worker import work

TEXT = {"Content-Type": "text/plain"}


def record(orders: int = 6, seed: int = 1) -> str:
    """The record of a match that has gone on for some orders."""
    game = load("chess-attack")
    match, luck = Match(game, Setup(), SeededTower(seed)), random.Random(seed)
    while len(match.steps) <= orders and match.turn >= 0:
        match.add(match.step_for(match.turn, game.write(match.state, luck.choice(match.state.legal()))))
    return write(of_match(match, {}))


def finished(visitor: Visitor) -> str:
    """A table whose game is over."""
    table = str(visitor.make(HERE, HERE)["id"])
    with visitor.open(table) as client:
        play([client], random.Random(4), most=12)
        client.send("resign", seat=0)
        client.update(lambda message: message["end"])
    return table


def done(visitor: Visitor, answer: Json) -> Json:
    """Ask until an analysis is done."""
    until = time.monotonic() + PATIENCE
    while answer["findings"] is None:
        assert time.monotonic() < until
        answer = visitor.http.get(f"/api/analysis/{answer['id']}").json()
    return answer


def test_a_finished_table_is_analysed_once(server: Server) -> None:
    host = server.guest()
    table = finished(host)
    begun = host.http.post(f"/api/tables/{table}/analysis")
    schema["/api/tables/{table}/analysis"]["POST"].validate_response(begun)
    found = done(host, begun.json())
    findings = found["findings"]
    assert found["done"] == found["total"] == len(findings["steps"]) == 13
    assert findings["seats"] == ["White", "Black"]
    assert findings["steps"][-1]["chances"] == [0.0, 1.0]
    assert sum(account["luck"] for account in findings["accounts"]) == pytest.approx(0.0, abs=1e-3)
    assert findings["remarks"][-1].startswith("One game says little")
    again = server.guest().http.post(f"/api/tables/{table}/analysis").json()
    assert again == found
    asked = host.http.get(f"/api/analysis/{found['id']}")
    schema["/api/analysis/{analysis}"]["GET"].validate_response(asked)
    assert asked.json() == found


def test_a_posted_record_is_analysed(server: Server) -> None:
    http = server.guest().http
    answer = http.post("/api/analysis", content=record(), headers=TEXT)
    schema["/api/analysis"]["POST"].validate_response(answer)
    found = done(server.guest(), answer.json())
    assert found["total"] == 7
    for number in found["findings"]["mistakes"]:
        choice = found["findings"]["steps"][number]["choice"]
        assert choice["better"]
        assert choice["best"] > choice["played"]


@pytest.mark.parametrize("seats", [(HERE, HERE), (HERE, RANDOM)])
def test_a_game_that_goes_on_is_not_analysed(server: Server, seats: tuple[Json, ...]) -> None:
    host = server.guest()
    table = host.make(*seats)["id"]
    with host.open(table) as client:
        client.order("e2-e4")
    answer = host.http.post(f"/api/tables/{table}/analysis")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    answer = host.http.post("/api/analysis", content=host.record(table), headers=TEXT)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
    assert "goes on" in answer.json()["text"]


def test_what_cannot_be_analysed_is_refused_in_a_sentence(server: Server) -> None:
    http = server.guest().http
    for body, status, code in [("", 422, "bad_record"), (record().replace("1. White", "1. Green"), 422, "bad_record")]:
        answer = http.post("/api/analysis", content=body, headers=TEXT)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert http.post("/api/analysis", json={}).status_code == 415
    assert http.get("/api/analysis/none").json()["code"] == "no_analysis"
    assert http.post("/api/tables/none/analysis").status_code == 404
    white, _, table = two(server)
    assert white.http.post(f"/api/tables/{table}/analysis").json()["code"] == "not_over"


# ---- without a server -----------------------------------------------------------------------------------------


class LocalWorkers(Workers):
    """Does the work at once, one step per part, and keeps a list of it."""

    def __init__(self, fails: str = "") -> None:
        super().__init__(1)
        self.jobs: list[int] = []
        self.fails = fails

    async def run(self, job: Any, asker: Asker = NOBODY) -> str:
        await asyncio.sleep(0)
        assert isinstance(job, AnalyseRecord)
        if self.fails and self.jobs:
            raise WorkFailed(self.fails, False)
        self.jobs.append(job.first)
        return msgspec.json.encode(analyse_part(job.record, job.first, job.most_orders, 0.0)).decode()


def run(scenario: Callable[[LocalWorkers, Analyses], Awaitable[None]], fails: str = "") -> None:
    async def inside() -> None:
        workers = LocalWorkers(fails)
        kept = Analyses(workers, 100)
        try:
            await scenario(workers, kept)
        finally:
            await kept.close()

    asyncio.run(inside())


async def whole(kept: Analyses, name: str) -> None:
    while kept.find(name).findings is None:
        await asyncio.sleep(0)


def test_the_parts_make_the_whole_and_nothing_is_done_twice() -> None:
    async def scenario(workers: LocalWorkers, kept: Analyses) -> None:
        first = await asyncio.gather(*(kept.begin(record()) for _ in range(3)))
        assert (first[0].done, first[0].total) == (1, 7)
        await whole(kept, first[0].id)
        assert workers.jobs == list(range(7))
        findings = (await kept.begin(record())).findings
        assert findings is not None
        at_once = analyse_part(record(), 0, 100, 100.0)
        assert [one.number for one in at_once.assessments] == [step.number for step in findings.steps]
        assert workers.jobs == list(range(7))

    run(scenario)


def test_one_after_the_other_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "_MOST_WAITING", 2)
    monkeypatch.setattr(analyses, "_MOST_KEPT", 1)

    async def scenario(workers: LocalWorkers, kept: Analyses) -> None:
        one, two = await asyncio.gather(kept.begin(record(seed=1)), kept.begin(record(seed=2)))
        with pytest.raises(ApiError, match="many games") as caught:
            await kept.begin(record(seed=3))
        assert caught.value.status == 503
        await whole(kept, one.id)
        while two.findings is None:
            await asyncio.sleep(0)
            two = kept.find(two.id)
        # All parts of the first come before those of the second, except for the first part of the second.
        second = workers.jobs.index(0, 1)
        assert second < 7
        assert workers.jobs[:second] + workers.jobs[second + 1 :] == [0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]
        with pytest.raises(ApiError, match="no such analysis"):
            kept.find(one.id)

    run(scenario)


def test_an_analysis_that_nobody_waits_for_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "_FORGET_SECONDS", -1.0)

    async def scenario(workers: LocalWorkers, kept: Analyses) -> None:
        begun = await kept.begin(record())
        await asyncio.sleep(0.01)
        with pytest.raises(ApiError, match="no such analysis"):
            kept.find(begun.id)
        assert workers.jobs == [0]

    run(scenario)


def test_an_analysis_whose_worker_fails_is_dropped() -> None:
    async def scenario(workers: LocalWorkers, kept: Analyses) -> None:
        begun = await kept.begin(record())
        assert begun.done == 1
        await asyncio.sleep(0.01)
        with pytest.raises(ApiError, match="no such analysis"):
            kept.find(begun.id)
        workers.fails = ""
        await whole(kept, (await kept.begin(record())).id)

    run(scenario, "gone")


def test_a_computer_plays_between_the_parts() -> None:
    async def scenario() -> None:
        workers = Workers(1)
        kept = Analyses(workers, 100)
        begun = await kept.begin(record(40))
        assert await workers.run(CHOOSE)
        while kept.find(begun.id).findings is None:
            await asyncio.sleep(0.01)
        await kept.close()
        await workers.close()

    asyncio.run(scenario())


def test_a_record_that_is_too_long_is_not_analysed() -> None:
    result = work(AnalyseRecord(record(), 0, 3, 1.0))
    assert isinstance(result, Failed)
    assert "more than 3 orders" in result.text
