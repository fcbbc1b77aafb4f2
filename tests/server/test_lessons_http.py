"""Lessons over HTTP."""

import pytest
from server_kit import Server

from pawnstorm.core.game import Game


def test_a_lesson_is_given_with_the_first_position_of_every_task(server: Server, game: Game) -> None:
    http = server.guest().http
    found = http.get(f"/api/games/{game.key}/lesson").json()
    assert (found["game"], found["title"]) == (game.key, game.title)
    assert len(found["tasks"]) >= 6
    for task in found["tasks"]:
        view = task["frame"]["view"]
        assert view["viewer"] == task["seat"]
        assert view["offers"], task["title"]


def test_an_attempt_is_answered_and_what_it_does_is_shown(server: Server) -> None:
    http = server.guest().http
    path = "/api/games/chess-attack/lesson"
    again = http.post(path, json={"task": 0, "order": "a2-a3"}).json()
    assert (again["verdict"], again["order"], again["frames"]) == ("again", "", [])
    refused = http.post(path, json={"task": 0, "order": "a2-a9"}).json()
    assert refused["verdict"] == "refused"
    right = http.post(path, json={"task": 0, "order": " e2-e4 "}).json()
    assert (right["verdict"], right["order"]) == ("right", "e2-e4")
    assert [frame["step"]["order"] for frame in right["frames"]] == ["e2-e4", "d7-d5"]
    shown = http.post(path, json={"task": 2}).json()
    assert (shown["verdict"], shown["order"]) == ("right", "e4xd5")
    assert shown["frames"][0]["step"]["faces"] == [[5, 2]]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/games/tiddlywinks/lesson", {"task": 0}, 404, "no_game"),
        ("/api/games/chess-attack/lesson", {"task": 50}, 404, "no_task"),
        ("/api/games/chess-attack/lesson", {"task": -1}, 400, "unreadable"),
        ("/api/games/chess-attack/lesson", {"task": 0, "order": ""}, 400, "unreadable"),
        ("/api/games/chess-attack/lesson", {"order": "e2-e4"}, 400, "unreadable"),
    ],
)
def test_bad_attempts(server: Server, path: str, body: dict[str, object], status: int, code: str) -> None:
    answer = server.guest().http.post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"]


def test_a_game_without_a_lesson_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawnstorm.server.api.lessons.first_lesson", lambda key: None)
    answer = server.guest().http.post("/api/games/chess-attack/lesson", json={"task": 0})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_lesson")


def test_the_book_has_every_rule_and_says_where_it_comes_from(server: Server, game: Game) -> None:
    found = server.guest().http.get(f"/api/games/{game.key}/book").json()
    rules = {rule["id"]: rule for chapter in found["chapters"] for rule in chapter["rules"]}
    assert set(rules) == {rule.id for rule in game.rules}
    for id, rule in rules.items():
        assert (rule["kind"] == "printed") == (rule["reason"] == "") == id.partition("-")[2].isdigit()
    for chapter in found["chapters"]:
        for diagram in chapter["diagrams"]:
            assert diagram["view"]["offers"]
    assert found["lesson"]
    assert [option["key"] for option in found["options"]] == [option.key for option in game.options]


def test_there_is_no_book_of_a_game_that_is_not_here(server: Server) -> None:
    answer = server.guest().http.get("/api/games/tiddlywinks/book")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_game")
