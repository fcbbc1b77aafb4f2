"""Behind a real nginx and a real Caddy with TLS, by the examples in deploy/, at a domain of its own or below a path."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from proxy_kit import DEPLOY, Proxy
from server_kit import HERE, OPEN, PATIENCE, Server, Visitor

from pawnstorm.server.settings import UNLIMITED, Rate, Settings

EXAMPLES = {
    "nginx": ("nginx/pawnstorm.conf", ""),
    "nginx below a path": ("nginx/pawnstorm-below-a-path.conf", "/games"),
    "caddy": ("caddy/Caddyfile", ""),
    "caddy below a path": ("caddy/Caddyfile.below-a-path", "/games"),
}
REQUESTS = 40
"""So many may come from one address at once."""


class Site:
    """A server, a proxy in front of it, and the address at which people find both."""

    def __init__(self, proxy: Proxy, root: str) -> None:
        self.proxy = proxy
        self.root = root
        self.url = proxy.url + root

    def visit(self, address: str = "127.0.0.1") -> httpx.Client:
        """A browser at an address of the loopback."""
        transport = httpx.HTTPTransport(verify=self.proxy.trust, local_address=address)
        return httpx.Client(base_url=self.url, transport=transport, timeout=PATIENCE)


@pytest.fixture(params=EXAMPLES)
def site(
    request: pytest.FixtureRequest, settings: Settings, tmp_path: Path, serve: Callable[..., Server]
) -> Iterator[Site]:
    example, root = EXAMPLES[request.param]
    page = tmp_path / "static"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text('<script src="./assets/a.js"></script>')
    (page / "assets" / "a.js").write_text("1")
    limits = replace(UNLIMITED, requests=Rate(REQUESTS, 0.0))
    server = serve(replace(settings, static=page, root_path=root, limits=limits), ["127.0.0.1"])
    proxy = Proxy(DEPLOY / example, tmp_path, server.port)
    yield Site(proxy, root)
    server.empty()
    proxy.stop()


def visitor(site: Site) -> Visitor:
    return Visitor(site.url, site.proxy.trust)


def test_a_game_is_played_through_the_proxy(site: Site) -> None:
    white, black = visitor(site), visitor(site)
    page = white.http.get("/table/anything")
    found = re.search(r'src="(.*?)"', page.text)
    assert found
    assert found[1] == f"{site.root}/assets/a.js"
    assert httpx.get(site.proxy.url + found[1], verify=site.proxy.trust).text == "1"
    made = white.make(HERE, OPEN)
    (cookie,) = white.http.cookies.jar
    assert (cookie.secure, cookie.path) == (True, f"{site.root}/")
    own = {"Origin": site.proxy.url}
    token = made["invitations"][0]["token"]
    joined = black.http.post(f"/api/tables/{made['id']}/join", json={"token": token}, headers=own)
    assert joined.status_code == 200, joined.text
    with white.open(made["id"], **own) as one, black.open(made["id"], **own) as other:
        one.order(one.orders()[0])
        other.reach(one.rev)
        assert [step["order"] for step in other.steps] == [step["order"] for step in one.steps]
    strange = white.http.post("/api/pledges", headers={"Origin": "https://elsewhere.example"})
    assert (strange.status_code, strange.json()["code"]) == (403, "origin")
    for one in (white, black):
        one.leave()


def test_an_address_cannot_pass_for_another(site: Site) -> None:
    with site.visit("127.0.0.3") as many, site.visit("127.0.0.4") as another:
        statuses = [
            many.get("/api/key", headers={"X-Forwarded-For": f"203.0.113.{number}"}).status_code
            for number in range(REQUESTS + 1)
        ]
        assert statuses == [200] * REQUESTS + [429]
        assert another.get("/api/key").status_code == 200


@pytest.mark.parametrize("site", ["nginx"], indirect=True)
def test_plain_http_is_sent_to_https(site: Site) -> None:
    answer = httpx.get(f"http://localhost:{site.proxy.plain_port}/table/T1?x=1")
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/table/T1?x=1")


@pytest.mark.parametrize("site", ["nginx below a path", "caddy below a path"], indirect=True)
def test_the_bare_path_leads_to_the_page(site: Site) -> None:
    answer = httpx.get(site.url, verify=site.proxy.trust)
    assert answer.status_code == 308
    assert answer.headers["location"] in (f"{site.root}/", f"{site.url}/")


def test_only_a_proxy_that_is_named_is_believed(settings: Settings, serve: Callable[..., Server]) -> None:
    server = serve(settings, ["10.0.0.0/8"])
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    answer = httpx.post(f"{server.url}/api/tables", json={"game": "chess-attack", "seats": [HERE, HERE]}, headers=said)
    assert answer.status_code == 201
    assert "secure" not in answer.headers["set-cookie"].lower()
