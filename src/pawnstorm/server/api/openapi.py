"""The OpenAPI document, made from the same definitions that encode and decode."""

from functools import cache
from typing import Any

import msgspec

from pawnstorm import __version__
from pawnstorm.server.wire import advice, analysis, armies, maps, messages, schema
from pawnstorm.server.wire.schema import Schema

_PROBLEMS = {
    400: "Not understood",
    403: "Not yours, or from another site",
    404: "Not there",
    408: "Too slow",
    409: "Not possible now",
    413: "Too large",
    415: "Of the wrong type",
    422: "Not possible at all",
    429: "Too much at once",
    503: "Not possible for the server now",
}
_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
_ANALYSIS = {"name": "analysis", "in": "path", "required": True, "schema": {"type": "string"}}
_GAME = {"name": "game", "in": "path", "required": True, "schema": {"type": "string"}}
_LOOK = {"name": "look", "in": "query", "required": False, "schema": {"type": "integer"}}
"""Which of several players at one screen asks."""
_LOOKING = ("record", "replayTable")
"""Calls whose answer depends on that."""


class _Call(msgspec.Struct):
    """One line of the interface."""

    method: str
    path: str
    name: str
    summary: str
    answer: type[messages.Reply] | None
    problems: tuple[int, ...]
    body: type[messages.Struct] | None = None
    status: int = 200
    optional_body: bool = False
    text_body: bool = False


_AT_TABLE = (404, 409, 429, 503)
_POSTED = (400, 403, 408, 413, 415, 429, 503)

CALLS = [
    _Call("get", "/api/games", "games", "The shelf", messages.Shelf, (429,)),
    _Call("get", "/api/games/{game}/rules", "rules", "The rules of a game", messages.RulesInfo, (404, 429)),
    _Call(
        "get",
        "/api/games/{game}/armies",
        "armies",
        "The lists and starter armies of a game",
        armies.ArmiesInfo,
        (404, 429),
    ),
    _Call(
        "post",
        "/api/games/{game}/roster",
        "roster",
        "What an army costs and everything that is wrong with it",
        armies.RosterInfo,
        (*_POSTED, 404, 422),
        armies.RosterWish,
    ),
    _Call("get", "/api/games/{game}/maps", "maps", "The maps of a game", maps.MapsInfo, (404, 429)),
    _Call(
        "get",
        "/api/games/{game}/campaign",
        "campaign",
        "How far the asker has come in a campaign",
        maps.CampaignInfo,
        (404, 429, 503),
    ),
    _Call(
        "post",
        "/api/games/{game}/campaign",
        "march",
        "A table for a map of the asker's campaign",
        messages.TableInfo,
        (*_POSTED, 404, 409, 422),
        maps.CampaignWish,
        201,
    ),
    _Call(
        "post",
        "/api/pledges",
        "pledge",
        "Bind the server to the dice of a table still to be made",
        messages.Pledge,
        (403, 429, 503),
        status=201,
    ),
    _Call(
        "post",
        "/api/tables",
        "makeTable",
        "Make a table",
        messages.TableInfo,
        (*_POSTED, 409, 422),
        messages.NewTable,
        201,
    ),
    _Call("get", "/api/tables/{table}", "table", "A table without its position", messages.TableInfo, _AT_TABLE),
    _Call(
        "post",
        "/api/tables/{table}/join",
        "join",
        "Take the seat of an invitation",
        messages.TableInfo,
        (*_POSTED, *_AT_TABLE),
        messages.Join,
    ),
    _Call(
        "post",
        "/api/tables/{table}/seed",
        "addSeed",
        "Add a seed to the dice before the first roll",
        messages.TableInfo,
        (*_POSTED, *_AT_TABLE),
        messages.AddSeed,
    ),
    _Call(
        "post",
        "/api/tables/{table}/rematch",
        "rematch",
        "Play again with swapped sides",
        messages.TableInfo,
        (*_POSTED, *_AT_TABLE),
        messages.Rematch,
        optional_body=True,
    ),
    _Call("get", "/api/tables/{table}/record", "record", "The record of the match", None, _AT_TABLE),
    _Call(
        "get",
        "/api/tables/{table}/replay",
        "replayTable",
        "The match position by position",
        messages.Replay,
        (*_AT_TABLE, 422),
    ),
    _Call(
        "post",
        "/api/tables/{table}/advice",
        "advise",
        "How the computer sees a position of the match",
        advice.AdviceInfo,
        (*_POSTED, *_AT_TABLE, 422),
        advice.AdviceWish,
    ),
    _Call(
        "post",
        "/api/replay/advice",
        "adviseRecord",
        "How the computer sees a position of a record",
        advice.AdviceInfo,
        (*_POSTED, 422),
        advice.RecordAdviceWish,
    ),
    _Call(
        "post",
        "/api/replay",
        "replayRecord",
        "A record position by position",
        messages.Replay,
        (*_POSTED, 422),
        text_body=True,
    ),
    _Call(
        "post",
        "/api/tables/{table}/analysis",
        "analyseTable",
        "Luck and decisions of a finished match, begun if it is not known",
        analysis.Analysis,
        (403, *_AT_TABLE, 422),
    ),
    _Call(
        "post",
        "/api/analysis",
        "analyseRecord",
        "Luck and decisions of a record, begun if it is not known",
        analysis.Analysis,
        (*_POSTED, 422),
        text_body=True,
    ),
    _Call(
        "get",
        "/api/analysis/{analysis}",
        "analysis",
        "How far an analysis is, and what was found",
        analysis.Analysis,
        (404, 422, 429, 503),
    ),
    _Call("get", "/api/health", "health", "Whether everything works", messages.Health, (429,)),
]
"""The interface, line by line; a test compares it with the routes."""


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
    if call.name in _LOOKING:
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
