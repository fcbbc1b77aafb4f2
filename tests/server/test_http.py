"""The HTTP interface: tables, seats, records, the page, and what is refused."""

import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from server_kit import GAME, HERE, OPEN, PATIENCE, RANDOM, Server, two

from pawnstorm.core.fairdice import commitment
from pawnstorm.core.record import parse, sign, write
from pawnstorm.core.signature import Signer
from pawnstorm.games import keys, load
from pawnstorm.server.api import replies
from pawnstorm.server.guests import COOKIE
from pawnstorm.server.settings import Limits, Rate, Settings


def test_every_game_is_listed_with_its_options(server: Server) -> None:
    shelf = server.guest().http.get("/api/games").json()
    assert [game["key"] for game in shelf["games"]] == keys()
    assert all(game["players"] == ["random", "greedy", "attacker", *"12345678"] for game in shelf["games"])
    game, info = load(GAME), shelf["games"][0]
    assert [option["values"][0] for option in info["options"]] == [option.default for option in game.options]
    assert all(option["rules"] and option["rules"][0]["text"] for option in info["options"])


def test_the_rules_are_sent_in_our_words(server: Server) -> None:
    http = server.guest().http
    rules = http.get(f"/api/games/{GAME}/rules").json()
    assert [rule["id"] for rule in rules["rules"]] == [rule.id for rule in load(GAME).rules]
    assert http.get("/api/games/tiddlywinks/rules").json()["code"] == "no_game"


def test_a_table_belongs_to_its_maker(server: Server) -> None:
    host = server.guest()
    answer = host.http.post("/api/tables", json={"game": GAME, "seats": [HERE, OPEN], "seed": "ab"})
    cookie = answer.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=lax", "path=/"))
    made = answer.json()
    assert len(made["id"]) >= 22
    assert [(seat["name"], seat["taken"], seat["mine"]) for seat in made["seats"]] == [
        ("White", True, True),
        ("Black", False, False),
    ]
    assert made["dice"]["seeds"] == {"White": "ab"}
    assert made["dice"]["server_seed"] == ""
    assert len(made["invitations"][0]["token"]) == 43
    assert host.table(made["id"])["invitations"] == made["invitations"], "the maker sees the link again"
    assert server.guest().table(made["id"])["invitations"] == []


def test_an_invitation_seats_one_guest(server: Server) -> None:
    white, black, late = server.guest(), server.guest(), server.guest()
    made = white.make(HERE, OPEN)
    token = made["invitations"][0]["token"]
    wrong = late.post(made["id"], "join", token="x" * 43)
    assert (wrong.status_code, wrong.json()["code"]) == (403, "not_your_seat")
    joined = black.post(made["id"], "join", token=token, seed="cd")
    assert [seat["mine"] for seat in joined.json()["seats"]] == [False, True]
    assert black.post(made["id"], "join", token=token).status_code == 200, "joining twice is not an error"
    taken = late.post(made["id"], "join", token=token)
    assert (taken.status_code, taken.json()["code"]) == (409, "taken")
    assert white.table(made["id"])["invitations"] == []
    assert white.table(made["id"])["dice"]["seeds"] == {"Black": "cd"}


@pytest.mark.parametrize(
    ("change", "status", "word"),
    [
        ({"game": "tiddlywinks"}, 422, "tiddlywinks"),
        ({"seats": [HERE]}, 422, "2 seats"),
        ({"seats": [HERE, HERE, HERE]}, 422, "2 seats"),
        ({"seats": [HERE, {"kind": "computer"}]}, 422, "players are"),
        ({"seats": [HERE, {"kind": "here", "player": "random"}]}, 422, "computer seat"),
        ({"seats": [HERE, {"kind": "bot"}]}, 400, "bot"),
        ({"options": {"gravity": "off"}}, 422, "gravity"),
        ({"options": {"en_passant": "maybe"}}, 422, "maybe"),
        ({"armies": ["orcs"]}, 422, "armies"),
        ({"seed": "not hex"}, 400, "seed"),
        ({"seed": "a" * 65}, 400, "seed"),
        ({"pledge": "never-made"}, 409, "pledge"),
        ({"colour": "red"}, 400, "colour"),
    ],
)
def test_a_table_that_cannot_be_made_is_refused_in_one_sentence(
    server: Server, change: dict[str, object], status: int, word: str
) -> None:
    answer = server.guest().http.post("/api/tables", json={"game": GAME, "seats": [HERE, HERE], **change})
    assert answer.status_code == status
    assert word in answer.json()["text"]
    assert "set-cookie" not in answer.headers


def test_the_server_can_be_bound_before_it_sees_a_seed(server: Server) -> None:
    host = server.guest()
    pledge = host.http.post("/api/pledges").json()
    made = host.make(HERE, HERE, seed="ab", pledge=pledge["table"])
    assert made["id"] == pledge["table"]
    assert made["dice"]["commitment"] == pledge["commitment"]
    again = host.http.post("/api/tables", json={"game": GAME, "seats": [HERE, HERE], "pledge": pledge["table"]})
    assert (again.status_code, again.json()["code"]) == (409, "no_pledge")


def test_seeds_are_added_once_and_by_players(server: Server) -> None:
    white, _black, table = two(server)
    assert white.post(table, "seed", seed="cc").json()["code"] == "illegal", "White has one already"
    assert server.guest().post(table, "seed", seed="cc").json()["code"] == "not_your_seat"
    host = server.guest()
    made = host.make(HERE, RANDOM)
    assert host.post(made["id"], "seed", seed="cc").json()["dice"]["seeds"] == {"White": "cc"}


def test_records_and_replays(server: Server) -> None:
    white, _black, table = two(server)
    with white.open(table) as w:
        w.order("e2-e4")
    text = white.record(table)
    assert "1. White: e2-e4 #" in text
    assert "server=hidden" in text
    assert "seats: White=guest; Black=guest" in text
    replay = white.http.get(f"/api/tables/{table}/replay").json()
    assert [frame["step"] and frame["step"]["order"] for frame in replay["frames"]] == [None, "e2-e4"]
    assert replay["dice_ok"] is None
    assert "not revealed" in replay["dice"]
    assert replay["record"] == text
    posted = white.http.post("/api/replay", content=text, headers={"Content-Type": "text/plain"})
    assert posted.json()["frames"][1]["view"]["tokens"] == replay["frames"][1]["view"]["tokens"]


def test_a_finished_game_reveals_and_verifies_its_dice(server: Server) -> None:
    white, _black, table = two(server)
    with white.open(table) as w:
        w.send("resign", seat=0)
        w.reach(3)
    info = white.table(table)["dice"]
    assert commitment(table, info["server_seed"]) == info["commitment"]
    replay = server.guest().http.get(f"/api/tables/{table}/replay").json()
    assert replay["dice_ok"] is True
    assert replay["end"]["text"] == "White resigns"
    assert replay["frames"][-1]["view"]["turn"] == -2


def test_a_wrong_record_is_refused_with_its_line(server: Server) -> None:
    white, _black, table = two(server)
    with white.open(table) as w:
        w.order("e2-e4")
    text = white.record(table)
    http = white.http
    for broken, word in [
        (text.replace("e2-e4", "d2-d4"), "d2-d4"),
        (text.replace("game: chess-attack", "game: whist"), "whist"),
        (text[: text.index("signature:")], "the signature is missing"),
        (text.replace("signature: ", "signature: 0")[:-2] + "\n", "the signature is not valid"),
        ("", "not a record"),
    ]:
        answer = http.post("/api/replay", content=broken, headers={"Content-Type": "text/plain"})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
        assert word in answer.json()["text"]
    for dice, ok in [("trust me", None), ("trust=me", False)]:
        unsaid = write(sign(replace(parse(text), dice=dice), Signer(bytes(32))))
        answer = http.post("/api/replay", content=unsaid, headers={"Content-Type": "text/plain"})
        assert (answer.json()["dice_ok"], answer.json()["signed"]) == (ok, "elsewhere")


def test_a_local_record_is_not_said_to_have_wrong_dice(server: Server) -> None:
    white, _black, table = two(server)
    local = write(replace(parse(white.record(table)), dice="seed 7", key="", signature=""))
    answer = white.http.post("/api/replay", content=local, headers={"Content-Type": "text/plain"})
    assert (answer.status_code, answer.json()["dice_ok"]) == (200, None)


def test_there_is_no_record_before_the_game(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, OPEN)
    for what in ("record", "replay"):
        answer = host.http.get(f"/api/tables/{made['id']}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "waiting")


def test_a_rematch_swaps_the_sides_once(server: Server) -> None:
    white, black, table = two(server)
    assert white.post(table, "rematch").json()["code"] == "not_over"
    with white.open(table) as w, black.open(table) as b:
        w.send("resign", seat=0)
        b.reach(3)
        assert server.guest().post(table, "rematch").json()["code"] == "not_your_seat"
        again = black.http.post(f"/api/tables/{table}/rematch").json()
        assert [(seat["name"], seat["mine"], seat["taken"]) for seat in again["seats"]] == [
            ("White", True, True),
            ("Black", False, True),
        ]
        assert w.reach(4)["table"]["rematch"] == again["id"]
    assert white.post(table, "rematch", seed="ee").json()["id"] == again["id"]
    assert [seat["mine"] for seat in white.table(again["id"])["seats"]] == [False, True]
    assert server.guest().post(table, "rematch").json()["code"] == "not_your_seat"
    assert again["dice"]["commitment"] != white.table(table)["dice"]["commitment"]
    with black.open(again["id"]) as b, white.open(again["id"]) as w:
        b.order("e2-e4")
        w.reach(b.rev)
        w.order("e7-e5")


def test_a_rematch_with_the_computer_swaps_too(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, RANDOM, options={"en_passant": "off"})
    with host.open(made["id"]) as client:
        client.send("resign", seat=0)
        client.update(lambda message: message["end"])
    again = host.post(made["id"], "rematch", seed="ab").json()
    assert [(seat["kind"], seat["mine"]) for seat in again["seats"]] == [("computer", False), ("here", True)]
    assert again["options"]["en_passant"] == "off"
    assert again["dice"]["seeds"] == {"Black": "ab"}


# ---- what is refused ------------------------------------------------------------------------------------------


def test_what_does_not_exist(server: Server) -> None:
    http = server.guest().http
    for path in ("/api/tables/nowhere", "/api/tables/nowhere/record", "/api/nothing", "/api/tables/%00"):
        assert http.get(path).status_code == 404
        assert set(http.get(path).json()) == {"code", "text"}
    assert http.get("/api/tables").status_code == 405
    assert http.post("/api/games").status_code == 405
    assert http.post("/api/tables/nowhere/join", json={"token": "x" * 43}).status_code == 404


def test_bodies_have_a_type_and_a_size(server: Server) -> None:
    http = server.guest().http
    assert http.post("/api/tables", content="{}", headers={"Content-Type": "text/plain"}).status_code == 415
    assert http.post("/api/replay", json={}).status_code == 415
    large = http.post("/api/tables", content=b"x" * 70_000, headers={"Content-Type": "application/json"})
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    streamed = http.post(
        "/api/tables", content=(b"x" * 9000 for _ in range(10)), headers={"Content-Type": "application/json"}
    )
    assert streamed.status_code == 413
    for broken in ("", "{", "[1]", '{"game":1}', "[" * 50_000, b"\xff"):
        answer = http.post("/api/tables", content=broken, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_headers_that_do_not_end_close_the_connection(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        raw.sendall(b"GET /api/games HTTP/1.1\r\nHost: here\r\nX-Endless: ")
        with pytest.raises(OSError, match=r"reset|pipe"):
            raw.sendall(b"a" * 50_000_000)
    large = {"X-Large": "a" * 20_000}
    assert server.guest().http.get("/api/games", headers=large).status_code == 200


def test_a_body_that_does_not_end_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "_BODY_SECONDS", 0.05)
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n"
        raw.sendall(head + b"{")
        assert b" 408 " in raw.recv(1000)


def test_requests_from_other_sites_are_refused(server: Server) -> None:
    http = server.guest().http
    body = {"game": GAME, "seats": [HERE, HERE]}
    for origin in ("http://elsewhere.example", "null", "file://", "http://127.0.0.1"):
        answer = http.post("/api/tables", json=body, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert http.post("/api/tables", json=body, headers={"Origin": server.url}).status_code == 201


def test_a_forged_cookie_is_nobody(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, HERE)
    stranger = server.guest()
    for forged in ("", "x", "x" * 43, host.http.cookies[COOKIE][:-1]):
        stranger.http.cookies.set(COOKIE, forged)
        assert not any(seat["mine"] for seat in stranger.table(made["id"])["seats"])


def test_every_answer_has_the_security_headers(server: Server) -> None:
    http = server.guest().http
    for path in ("/", "/api/games", "/api/nothing", "/api/tables/nowhere"):
        headers = http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_rates_are_limited(serve: Callable[[Settings], Server], settings: Settings) -> None:
    limits = Limits(requests=Rate(15, 0.01), heavy=Rate(3, 0.01), tables_per_guest_and_day=2)
    http = serve(replace(settings, limits=limits)).guest().http
    body = {"game": GAME, "seats": [HERE, HERE]}
    codes = [http.post("/api/tables", json=body) for _ in range(4)]
    assert [answer.status_code for answer in codes] == [201, 201, 429, 429]
    assert [answer.json().get("code") for answer in codes[2:]] == ["too_many", "too_fast"]
    statuses = [http.get("/api/games").status_code for _ in range(12)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_sockets_are_limited(serve: Callable[[Settings], Server], settings: Settings) -> None:
    limits = Limits(sockets_per_table=2, sockets_per_address=3, messages=Rate(3, 0.01), strikes=2)
    server = serve(replace(settings, limits=limits))
    host = server.guest()
    table, other = host.make(HERE, HERE)["id"], host.make(HERE, HERE)["id"]
    with host.open(table) as first, host.open(table):
        assert host.connect(table).closed() == 4429
        with host.open(other):
            assert host.connect(other).closed() == 4429
        for _ in range(3):
            first.send("resign", seat=7)
            assert first.refusal()["code"] == "not_your_seat"
        for _ in range(2):
            first.send("resign", seat=7)
            assert first.refusal()["code"] == "busy"
        first.send("resign", seat=7)
        assert first.closed() == 1008


def test_health(server: Server) -> None:
    health = server.guest().http.get("/api/health").json()
    assert (health["status"], health["database"]) == ("ok", "sqlite")


# ---- the page -----------------------------------------------------------------------------------------------------


def test_without_a_built_page_the_answer_says_so(server: Server) -> None:
    answer = server.guest().http.get("/")
    assert answer.status_code == 503
    assert "has not been built" in answer.text


def test_the_page_is_found_under_all_its_addresses(serve: Callable[[Settings], Server], settings: Settings) -> None:
    _build(settings.static, "first")
    http = serve(settings).guest().http
    for path in ("/", "/new/chess-attack", "/table/abc", "/replay", "/replay/abc?at=3"):
        answer = http.get(path)
        assert (answer.status_code, answer.text) == (200, "<p>first</p>")
        assert answer.headers["cache-control"] == "no-cache"
    asset = http.get("/assets/app-1a2b.js")
    assert asset.headers["cache-control"].endswith("immutable")
    assert asset.headers["content-type"].startswith("text/javascript")
    assert asset.headers["content-encoding"] == "gzip"
    assert http.get("/assets/app-1a2b.js", headers={"If-None-Match": asset.headers["etag"]}).status_code == 304
    assert http.get("/favicon.svg").headers["content-type"] == "image/svg+xml"
    for path in ("/assets/gone.js", "/robots.txt", "/assets/../../secret.txt", "/..%2fsecret.txt"):
        assert http.get(path).status_code == 404
    _build(settings.static, "second")
    assert http.get("/").text == "<p>second</p>"


def _build(folder: Path, text: str) -> None:
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder.parent / "secret.txt").write_text("secret")
    (folder / "assets" / "app-1a2b.js").write_text("let a = 1;" * 200)
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "index.html").write_text(f"<p>{text}</p>")
