"""The OpenAPI document is true: it has every route, and every allowed request is answered as it says."""

from collections.abc import Iterator

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from server_kit import HERE, PATIENCE, RANDOM, Server, Visitor

from pawnstorm.server.api import openapi
from pawnstorm.server.api.routes import ROUTES

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


def test_every_route_is_documented() -> None:
    document = openapi.document()
    documented = {(method.upper(), path) for path, calls in document["paths"].items() for method in calls}
    routes = {
        (method, f"/api{route.path}")
        for route in ROUTES
        for method in (route.methods or set()) - {"HEAD"}
        if route.path != "/openapi.json"
    }
    assert documented == routes


def test_the_document_is_served(server: Server) -> None:
    served = server.guest().http.get("/api/openapi.json").json()
    assert served["openapi"] == "3.1.0"
    assert served["components"]["schemas"]["View"]["properties"]["cells"]["items"] == {
        "$ref": "#/components/schemas/Cell"
    }


schema = schemathesis.openapi.from_dict(openapi.document())


@pytest.fixture(scope="module")
def visited(shared: Server) -> Iterator[Visitor]:
    """A visitor of the shared server."""
    visitor = Visitor(shared.url)
    yield visitor
    visitor.leave()


@schema.parametrize()
@settings(
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_documented(case: schemathesis.Case, visited: Visitor) -> None:
    response = case.call(base_url=visited.url, cookies=dict(visited.http.cookies), timeout=PATIENCE)
    case.validate_response(response, checks=CHECKS)


@pytest.mark.parametrize("seats", [(HERE, HERE), (HERE, RANDOM)])
def test_real_answers_are_as_documented(server: Server, seats: tuple[dict[str, str], ...]) -> None:
    """The generator rarely hits a table that exists, so one is visited on every path by hand."""
    host = server.guest()
    table = host.make(*seats, seed="ab")["id"]
    with host.open(table) as client:
        client.order("e2-e4")
    assert _valid("/api/tables/{table}", host.http.get(f"/api/tables/{table}"))
    assert _valid("/api/tables/{table}/replay", host.http.get(f"/api/tables/{table}/replay"))
    with host.open(table) as client:
        if seats[1] == RANDOM and client.turn == 1:
            client.update(lambda message: message["view"]["turn"] == 0)
        client.send("resign", seat=0)
        client.update(lambda message: message["end"])
    for what in ("rematch", "seed", "join"):
        answer = host.http.post(f"/api/tables/{table}/{what}", json={"seed": "aa", "token": "x" * 43})
        assert answer.status_code in (200, 400, 403, 409)
    rematch = host.http.post(f"/api/tables/{table}/rematch", json={"seed": "aa"})
    assert _valid("/api/tables/{table}/rematch", rematch, "POST")


def _valid(path: str, response: httpx.Response, method: str = "GET") -> bool:
    assert response.status_code == 200, response.text
    schema[path][method].validate_response(response)
    return True
