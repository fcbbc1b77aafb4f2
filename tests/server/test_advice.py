"""Asking the computer: hints and chances in every game, fair play among people, and no answer betrays a secret."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from server_kit import HERE, OPEN, RANDOM, Server, TableClient, Visitor, leaves, quiet, two
from test_every_game import PLAYERS, log_of

from pawnstorm.core.errors import Refused
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.games import load
from pawnstorm.server.jobs.definitions import Done
from pawnstorm.server.jobs.worker import work
from pawnstorm.server.settings import Limits, Rate, Settings
from pawnstorm.server.storage.entries import Made, SeatMade
from pawnstorm.server.table.advice import advice_job
from pawnstorm.server.table.table import Table, rebuild
from pawnstorm.server.wire.advice import AdviceRequest

Json = dict[str, Any]


def ask(visitor: Visitor, client: TableClient, **body: Any) -> Json:
    """An answer of the computer."""
    answer = visitor.post(client.last["table"]["id"], "advice", **{"rev": client.rev, **body})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refused(visitor: Visitor, table: str, **body: Any) -> tuple[int, str]:
    """Status and code of a refusal, which has one sentence."""
    answer = visitor.post(table, "advice", **body)
    assert answer.json()["text"]
    return answer.status_code, answer.json()["code"]


def is_sound(answer: Json, client: TableClient) -> None:
    """The chances add up, and the orders are legal."""
    view = client.last["view"]
    assert answer["seat"] == view["turn"]
    assert len(answer["chances"]) == len(client.last["table"]["seats"])
    assert sum(answer["chances"]) == pytest.approx(1.0, abs=1e-3)
    orders = [one["order"] for one in answer["orders"]]
    assert 1 <= len(orders) <= 3
    assert set(orders) <= set(leaves(view["offers"]))
    best = answer["orders"][0]["chance"]
    assert best == answer["chances"][view["turn"]]
    assert all(one["chance"] <= best for one in answer["orders"])
    assert answer["positions"] > 0


@pytest.mark.parametrize("evaluated", [True, False])
def test_only_a_game_with_an_evaluator_offers_hints(
    server: Server, evaluated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pawnstorm.server.table.redaction.has_evaluator", lambda key: evaluated)
    host = server.guest()
    with host.open(host.make(HERE, RANDOM)["id"]) as client:
        assert (client.last["can_hint"], client.last["can_ask_chances"]) == (evaluated, evaluated)


def test_hints_can_be_played_in_every_game(server: Server, game: Game) -> None:
    host = server.guest()
    with host.open(host.make(HERE, RANDOM, game=game.key, seed="aa")["id"]) as client:
        for number in range(4):
            if not client.last["view"]["offers"]:
                client.update(lambda message: message["view"]["offers"] or message["end"])
            # With good dice the game may be won by now.
            if number > 1 and client.last["end"]:
                break
            answer = ask(host, client)
            is_sound(answer, client)
            before = client.rev
            client.order(answer["orders"][0]["order"])
            assert client.rev > before


@pytest.mark.parametrize("map", [*(f"quest-{number}" for number in range(1, 7)), "emperor"])
def test_hints_in_quests_and_among_four_castles(server: Server, map: str) -> None:
    host = server.guest()
    others = [RANDOM] * (3 if map == "emperor" else 1)
    with host.open(host.make(HERE, *others, game="castle-chess", map=map)["id"]) as client:
        is_sound(ask(host, client), client)


def test_a_hint_is_the_same_for_the_same_position_and_changes_nothing(server: Server) -> None:
    host = server.guest()
    with host.open(host.make(HERE, HERE)["id"]) as client:
        first, again = ask(host, client), ask(host, client)
        assert first == again
        assert host.table(client.last["table"]["id"])["seats"][0]["hints"] == 0
        client.order(first["orders"][0]["order"])
        chances = ask(host, client, orders=False)
        assert (chances["orders"], chances["line"]) == ([], [])
        earlier = ask(host, client, at=0, orders=False)
        assert earlier["chances"] == first["chances"]
        assert refused(host, client.last["table"]["id"], rev=client.rev, at=0) == (409, "not_your_turn")


def test_anybody_may_ask_about_every_position_of_a_finished_game(server: Server, game: Game) -> None:
    host, stranger = server.guest(), server.guest()
    made = host.make(HERE, HERE, game=game.key)
    with host.open(made["id"]) as client:
        client.look_at_own_turn()
        client.order(next(leaves(client.last["view"]["offers"])))
        client.send("resign", seat=0)
        client.reach(client.rev + 1)
    answer = stranger.post(made["id"], "advice", at=0).json()
    assert answer["orders"]
    assert refused(stranger, made["id"]) == (409, "over")
    assert refused(stranger, made["id"], at=999) == (409, "illegal")
    text = host.record(made["id"])
    judged = stranger.http.post("/api/replay/advice", json={"record": text, "at": 0})
    assert judged.status_code == 200, judged.text
    assert judged.json()["seat"] == answer["seat"]


# ---- refusals -----------------------------------------------------------------------------------------------------


def test_bad_questions_get_one_sentence(server: Server) -> None:
    host, stranger = server.guest(), server.guest()
    table = host.make(HERE, RANDOM)["id"]
    with host.open(table) as client:
        assert refused(host, table, rev=client.rev + 1) == (409, "stale")
        assert refused(stranger, table, rev=client.rev) == (409, "not_your_turn")
        assert refused(host, table, rev=-1) == (400, "unreadable")
        assert refused(host, table, rev=0, kind="x") == (400, "unreadable")
        assert stranger.post(table, "advice", rev=client.rev, orders=False).status_code == 200
    assert refused(host, "nowhere", rev=0) == (404, "no_table")
    waiting = host.make(HERE, OPEN)["id"]
    assert refused(host, waiting, rev=0) == (409, "waiting")


@pytest.mark.parametrize("record", ["", "nonsense", "\x00" * 100])
def test_a_bad_record_is_refused(server: Server, record: str) -> None:
    answer = server.guest().http.post("/api/replay/advice", json={"record": record, "at": 0})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_advice")


def test_the_record_of_a_game_that_goes_on_is_refused(server: Server) -> None:
    white, black, table = two(server)
    with white.open(table) as client:
        client.order("e2-e4")
    body = {"record": black.record(table), "at": 0}
    answer = server.guest().http.post("/api/replay/advice", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "no_advice")
    assert "goes on" in answer.json()["text"]


def test_a_flood_of_questions_is_refused_and_the_table_goes_on(serve: Any, settings: Settings) -> None:
    slow = replace(settings, limits=replace(Limits(), advice=Rate(3, 0.0)))
    host = serve(slow).guest()
    with host.open(host.make(HERE, HERE)["id"]) as client:
        answers = [host.post(client.last["table"]["id"], "advice", rev=client.rev) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 3
        assert answers[-1].json()["code"] == "too_fast"
        client.order(quiet(client))


def test_when_too_many_ask_at_once_the_next_is_refused(serve: Any, settings: Settings) -> None:
    crowded = replace(settings, limits=replace(settings.limits, advice_at_once=0))
    host = serve(crowded).guest()
    table = host.make(HERE, RANDOM)["id"]
    with host.open(table) as client:
        assert refused(host, table, rev=client.rev) == (503, "busy")
        client.order(quiet(client))
        client.update(lambda message: message["length"] >= 2)


# ---- people against people ------------------------------------------------------------------------------------------


def test_people_who_play_each_other_get_no_hints_without_agreement(server: Server) -> None:
    white, black, table = two(server)
    stranger = server.guest()
    with white.open(table) as client:
        assert not client.last["table"]["hints"]
        for orders in (True, False):
            assert refused(white, table, rev=client.rev, orders=orders) == (403, "no_hints")
        assert refused(black, table, rev=client.rev, orders=False) == (403, "no_hints")
        assert refused(stranger, table, rev=client.rev, orders=False) == (403, "not_your_seat")
        client.order(quiet(client))
        client.send("resign", seat=0)
        client.reach(client.rev + 1)
    assert stranger.post(table, "advice", at=0).status_code == 200


def test_agreed_hints_are_counted_for_everybody_to_see(server: Server) -> None:
    white, black = server.guest(), server.guest()
    made = white.make(HERE, OPEN, hints=True)
    table = made["id"]
    black.post(table, "join", token=made["invitations"][0]["token"])
    with white.open(table) as client, black.open(table) as other:
        assert other.last["table"]["hints"]
        rev = client.rev
        assert refused(black, table, rev=rev, orders=False) == (409, "not_your_turn")
        answer = ask(white, client)
        assert other.reach(rev + 1)["table"]["seats"][0]["hints"] == 1
        assert other.last["length"] == 0, "only the number is sent"
        client.reach(rev + 1)
        client.order(answer["orders"][0]["order"])
        other.reach(client.rev)
        ask(black, other, orders=False)
        assert client.reach(other.rev + 1)["table"]["seats"][1]["hints"] == 1
        assert refused(white, table, rev=client.rev, at=0, orders=False) == (409, "not_your_turn")


# ---- secrets --------------------------------------------------------------------------------------------------------


def answer_to(table: Table, guest: str, orders: bool) -> str:
    """The computer's answer to a guest, or the refusal."""
    try:
        answer = work(advice_job(table, guest, AdviceRequest(table.rev_for(guest), None, orders)))
    except Refused as refused:
        return str(refused)
    assert isinstance(answer, Done), answer
    return answer.text


def against_computer(game: Game, orders: int, person: int) -> Table:
    """A table after some orders, with a person against a computer."""
    log = log_of(game, orders)
    assert isinstance(log[0], Made)
    seats = [
        SeatMade("here", holder=PLAYERS[person].id) if at == person else SeatMade("computer", "7") for at in (0, 1)
    ]
    return rebuild("t", [structs.replace(log[0], seats=tuple(seats)), *log[1:]])


def imagined(game: Game, state: State, seat: int) -> list[State]:
    """Positions that a seat cannot tell from the true one."""
    found = {guess.encode(): guess for guess in (game.guess(state, seat, Luck(seed)) for seed in range(4))}
    found.pop(state.encode(), None)
    # In some of them nobody has begun to choose in secret, but everybody knows that somebody has.
    return [guess for guess in found.values() if game.guess(guess, seat, Luck(9)).encode() != guess.encode()][:2]


@pytest.mark.parametrize("person", [0, 1])
@pytest.mark.parametrize("orders", [1, 8, 25])
def test_no_answer_betrays_what_the_asker_cannot_know(game: Game, orders: int, person: int) -> None:
    table = against_computer(game, orders, person)
    assert table.match is not None
    last = table.match.steps[-1]
    for guest, seats in ((PLAYERS[person].id, [person]), ("", [0, 1])):
        swapped = [guess for seat in seats for guess in imagined(game, last.state, seat)]
        for asks in (True, False) if swapped else ():
            before = answer_to(table, guest, asks)
            for state in swapped:
                table.match.steps[-1] = replace(last, state=state)
                assert answer_to(table, guest, asks) == before
            table.match.steps[-1] = last
    assert "chances" in answer_to(table, PLAYERS[person].id, False)


def test_the_trenches_have_secrets_at_every_position() -> None:
    game = load("trench-checkers")
    table = against_computer(game, 25, 0)
    assert table.match is not None
    assert len(imagined(game, table.match.state, 0)) == 2
    with pytest.raises(Refused, match="secrets"):
        advice_job(table, "", AdviceRequest(table.rev_for(""), None, False))
