"""The OpenAPI document, made from the definitions that encode and decode messages."""

from functools import cache
from typing import Any

import msgspec

from pawnstorm import __version__
from pawnstorm.server.wire import advice, analysis, armies, base, book, games, lessons, maps, replays, schema, tables
from pawnstorm.server.wire.schema import Schema

_PROBLEMS = {
    400: "Not understood",
    403: "Not yours, or from another site",
    404: "Does not exist",
    408: "Too slow",
    409: "Not possible now",
    413: "Too large",
    415: "Wrong content type",
    422: "Not possible at all",
    429: "Too much at once",
    503: "The server cannot do it now",
}
_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
_ANALYSIS = {"name": "analysis", "in": "path", "required": True, "schema": {"type": "string"}}
_GAME = {"name": "game", "in": "path", "required": True, "schema": {"type": "string"}}
_LOOK = {"name": "look", "in": "query", "required": False, "schema": {"type": "integer"}}
"""The seat that looks, on a screen that several players share."""
_WITH_LOOK = ("record", "replayTable")
"""The calls whose answer depends on it."""


class _Call(msgspec.Struct, kw_only=True):
    """One call of the interface."""

    method: str
    path: str
    name: str
    summary: str
    answer: type[base.Outgoing] | None
    problems: tuple[int, ...]
    body: type[base.Incoming] | None = None
    status: int = 200
    optional_body: bool = False
    text_body: bool = False


_AT_TABLE = (404, 409, 429, 503)
_POSTED = (400, 403, 408, 413, 415, 429, 503)

CALLS = [
    _Call(
        method="get",
        path="/api/games",
        name="games",
        summary="All games and computer players",
        answer=games.Shelf,
        problems=(429,),
    ),
    _Call(
        method="get",
        path="/api/games/{game}/rules",
        name="rules",
        summary="The rules of a game",
        answer=games.RulesInfo,
        problems=(404, 429),
    ),
    _Call(
        method="get",
        path="/api/games/{game}/book",
        name="book",
        summary="Rules, diagrams and options of a game",
        answer=book.BookInfo,
        problems=(404, 429),
    ),
    _Call(
        method="get",
        path="/api/games/{game}/armies",
        name="armies",
        summary="The lists and starter armies of a game",
        answer=armies.ArmiesInfo,
        problems=(404, 429),
    ),
    _Call(
        method="post",
        path="/api/games/{game}/roster",
        name="roster",
        summary="What an army costs and everything that is wrong with it",
        answer=armies.RosterInfo,
        problems=(*_POSTED, 404, 422),
        body=armies.RosterRequest,
    ),
    _Call(
        method="get",
        path="/api/games/{game}/maps",
        name="maps",
        summary="The maps of a game",
        answer=maps.MapsInfo,
        problems=(404, 429),
    ),
    _Call(
        method="get",
        path="/api/games/{game}/lesson",
        name="lesson",
        summary="The first lesson of a game",
        answer=lessons.LessonInfo,
        problems=(404, 429),
    ),
    _Call(
        method="post",
        path="/api/games/{game}/lesson",
        name="attempt",
        summary="What a learner does in a task of the lesson",
        answer=lessons.LessonReply,
        problems=(*_POSTED, 404),
        body=lessons.Attempt,
    ),
    _Call(
        method="get",
        path="/api/games/{game}/campaign",
        name="campaign",
        summary="How far the asker has come in a campaign",
        answer=maps.CampaignInfo,
        problems=(404, 429, 503),
    ),
    _Call(
        method="post",
        path="/api/games/{game}/campaign",
        name="playCampaign",
        summary="A table for a map of the asker's campaign",
        answer=tables.TableInfo,
        problems=(*_POSTED, 404, 409, 422),
        body=maps.CampaignRequest,
        status=201,
    ),
    _Call(
        method="post",
        path="/api/pledges",
        name="pledge",
        summary="Bind the server to the dice of a table that is not made yet",
        answer=tables.Pledge,
        problems=(403, 429, 503),
        status=201,
    ),
    _Call(
        method="post",
        path="/api/tables",
        name="makeTable",
        summary="Make a table",
        answer=tables.TableInfo,
        problems=(*_POSTED, 409, 422),
        body=tables.NewTable,
        status=201,
    ),
    _Call(
        method="get",
        path="/api/tables/{table}",
        name="table",
        summary="A table without its position",
        answer=tables.TableInfo,
        problems=_AT_TABLE,
    ),
    _Call(
        method="post",
        path="/api/tables/{table}/join",
        name="join",
        summary="Take the seat of an invitation",
        answer=tables.TableInfo,
        problems=(*_POSTED, *_AT_TABLE),
        body=tables.Join,
    ),
    _Call(
        method="post",
        path="/api/tables/{table}/seed",
        name="addSeed",
        summary="Add a seed to the dice before the first roll",
        answer=tables.TableInfo,
        problems=(*_POSTED, *_AT_TABLE),
        body=tables.AddSeed,
    ),
    _Call(
        method="post",
        path="/api/tables/{table}/rematch",
        name="rematch",
        summary="Play again with swapped sides",
        answer=tables.TableInfo,
        problems=(*_POSTED, *_AT_TABLE),
        body=tables.Rematch,
        optional_body=True,
    ),
    _Call(
        method="get",
        path="/api/tables/{table}/record",
        name="record",
        summary="The record of the match",
        answer=None,
        problems=_AT_TABLE,
    ),
    _Call(
        method="get",
        path="/api/tables/{table}/replay",
        name="replayTable",
        summary="The match position by position",
        answer=replays.Replay,
        problems=(*_AT_TABLE, 422),
    ),
    _Call(
        method="post",
        path="/api/tables/{table}/advice",
        name="advise",
        summary="How the computer sees a position of the match",
        answer=advice.AdviceInfo,
        problems=(*_POSTED, *_AT_TABLE, 422),
        body=advice.AdviceRequest,
    ),
    _Call(
        method="post",
        path="/api/replay/advice",
        name="adviseRecord",
        summary="How the computer sees a position of a record",
        answer=advice.AdviceInfo,
        problems=(*_POSTED, 422),
        body=advice.RecordAdviceRequest,
    ),
    _Call(
        method="post",
        path="/api/replay",
        name="replayRecord",
        summary="A record position by position",
        answer=replays.Replay,
        problems=(*_POSTED, 422),
        text_body=True,
    ),
    _Call(
        method="post",
        path="/api/tables/{table}/analysis",
        name="analyseTable",
        summary="Luck and decisions of a finished match; the first request starts the analysis",
        answer=analysis.Analysis,
        problems=(403, *_AT_TABLE, 422),
    ),
    _Call(
        method="post",
        path="/api/analysis",
        name="analyseRecord",
        summary="Luck and decisions of a record; the first request starts the analysis",
        answer=analysis.Analysis,
        problems=(*_POSTED, 422),
        text_body=True,
    ),
    _Call(
        method="get",
        path="/api/analysis/{analysis}",
        name="analysis",
        summary="The progress and the findings of an analysis",
        answer=analysis.Analysis,
        problems=(404, 422, 429, 503),
    ),
    _Call(
        method="get",
        path="/api/key",
        name="key",
        summary="The public key with which this server signs records",
        answer=base.ServerKey,
        problems=(429,),
    ),
    _Call(
        method="get",
        path="/api/health",
        name="health",
        summary="Whether everything works",
        answer=base.Health,
        problems=(429,),
    ),
]
"""The interface, call by call; a test compares it with the routes."""


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(name: str) -> Schema:
    return {"application/json": {"schema": _reference(name)}}


def _text() -> Schema:
    return {"text/plain": {"schema": {"type": "string"}}}


def _operation(call: _Call) -> Schema:
    content = _json(call.answer.__name__) if call.answer else _text()
    responses: dict[str, Any] = {str(call.status): {"description": call.summary, "content": content}}
    for status in sorted(set(call.problems)):
        responses[str(status)] = {"description": _PROBLEMS[status], "content": _json("Problem")}
    if call.name == "health":
        responses["503"] = {"description": "The storage fails", "content": _json("Health")}
    operation: Schema = {"operationId": call.name, "summary": call.summary, "responses": responses}
    parameters = [known for known in (_TABLE, _GAME, _ANALYSIS) if f"{{{known['name']}}}" in call.path]
    if call.name in _WITH_LOOK:
        parameters.append(_LOOK)
    if parameters:
        operation["parameters"] = parameters
    if call.body or call.text_body:
        body = _json(call.body.__name__) if call.body else _text()
        operation["requestBody"] = {"required": not call.optional_body, "content": body}
    return operation


@cache
def document() -> Schema:
    """The whole document."""
    paths: dict[str, Schema] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Pawnstorm",
            "version": __version__,
            "description": "Tables, records and dice. A match itself is played over the socket of its table.",
        },
        "paths": paths,
        "components": {"schemas": schema.components()},
    }
