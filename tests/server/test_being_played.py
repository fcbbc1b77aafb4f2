"""A posted record is not judged while people play one of its positions, whatever the record leaves out."""

from server_kit import HERE, Server, two

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.record import of_match, write
from pawnstorm.games import load

ORDERS = ("e2-e4", "e7-e5", "d2-d4", "d7-d6", "c2-c3")
SENTENCE = "people are playing a position of this record now"


def copied(*orders: str) -> str:
    """A record that says nothing about the table at which the same orders were given."""
    match = Match(load("chess-attack"), Setup(), SeededTower(1))
    for order in orders:
        match.add(match.step_for(match.turn, order))
    return write(of_match(match, {}))


def test_hints_for_a_game_of_people_cannot_be_had_by_posting_its_record(server: Server) -> None:
    white, black, table = two(server)
    with white.open(table) as w, black.open(table) as b:
        for number, order in enumerate(ORDERS):
            (w, b)[number % 2].order(order)
            (b, w)[number % 2].catch_up()
        text = {"content-type": "text/plain"}
        for record in (copied(*ORDERS), copied(*ORDERS, "c7-c6")):
            answers = [
                white.http.post("/api/replay/advice", json={"record": record, "at": 2}),
                white.http.post("/api/analysis", content=record, headers=text),
            ]
            assert [answer.status_code for answer in answers] == [422, 422]
            assert all(SENTENCE in answer.json()["text"] for answer in answers)
        other = white.http.post("/api/replay/advice", json={"record": copied(*ORDERS[:4]), "at": 2})
        assert other.status_code == 200, "a position before the present one is nobody's secret"
        b.send("resign", seat=1)
        w.update(lambda message: message["end"] is not None)
    assert white.http.post("/api/replay/advice", json={"record": copied(*ORDERS), "at": 5}).status_code == 200


def test_who_plays_alone_may_ask(server: Server) -> None:
    host = server.guest()
    with host.open(host.make(HERE, HERE)["id"]) as client:
        for order in ORDERS:
            client.order(order)
    assert host.http.post("/api/replay/advice", json={"record": copied(*ORDERS), "at": 5}).status_code == 200
