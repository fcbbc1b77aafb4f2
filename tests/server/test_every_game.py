"""Every game at a real table: played, watched, recorded and replayed, and nobody learns a secret."""

import random
from dataclasses import replace
from typing import Any

import pytest
from server_kit import GREEDY, HERE, OPEN, RANDOM, Server, in_order, made_table, play
from suite import scaled

from pawnstorm.core import record
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.signature import Signer
from pawnstorm.core.view import SPECTATOR
from pawnstorm.server.guests import NOBODY, Guest, fingerprint
from pawnstorm.server.storage.entries import Entry, SeatMade
from pawnstorm.server.table import redaction
from pawnstorm.server.table.decisions import decide, opening_entries
from pawnstorm.server.table.records import record_text
from pawnstorm.server.table.table import Table, rebuild
from pawnstorm.server.wire import encoding, steps
from pawnstorm.server.wire.messages import Order

ORDERS = scaled(120, 40)


def frames_of(visitor: Any, table: str) -> list[dict[str, Any]]:
    """A replay of a table as a visitor gets it."""
    return list(visitor.http.get(f"/api/tables/{table}/replay").json()["frames"])


def test_two_people_and_a_spectator_see_the_same_live_and_in_the_replay(server: Server, game: Game) -> None:
    first, second, watcher = server.guest(), server.guest(), server.guest()
    made = first.make(HERE, OPEN, game=game.key, seed="aa")
    table, token = made["id"], made["invitations"][0]["token"]
    assert second.post(table, "join", token=token, seed="bb").status_code == 200
    people = (first, second, watcher)
    clients = [visitor.open(table) for visitor in people]
    play(clients[:2], random.Random(7), ORDERS)
    clients[2].reach(clients[0].rev)
    for visitor, client in zip(people, clients, strict=True):
        frames = frames_of(visitor, table)
        assert in_order(frames[-1]["view"]) == client.last["view"]
        replayed = [frame["step"] for frame in frames if frame["step"]]
        assert [(s["order"], s["faces"]) for s in replayed] == [(s["order"], s["faces"]) for s in client.steps]
        written = record.parse(visitor.record(table)).entries
        seen = [step for step in client.steps if step["sides"] or step["seat"] >= 0]
        for entry, step in zip(written, seen, strict=True):
            # The record of a finished game hides nothing.
            revealed = client.last["end"] and (not step["order"] or any(0 in group for group in step["faces"]))
            assert revealed or (entry.order, entry.faces) == _as_written(step)


def _as_written(step: dict[str, Any]) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """A step as the record of the same viewer has it."""
    order = step["order"] or ("start" if step["seat"] < 0 else "?")
    return order, tuple(map(tuple, step["faces"]))


def test_every_game_says_how_to_play_in_a_few_sentences(server: Server, game: Game) -> None:
    howto = server.guest().http.get(f"/api/games/{game.key}/rules").json()["howto"]
    assert 3 <= len(howto) <= 6
    assert all(30 < len(sentence) < 300 and sentence.endswith(".") for sentence in howto)


@pytest.mark.parametrize("player", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_a_computer_answers(server: Server, game: Game, player: dict[str, str]) -> None:
    host = server.guest()
    table = host.make(player, player, game=game.key)["id"]
    with host.open(table) as client:
        # Greedy players with lucky dice have ended a game within six orders.
        last = client.update(lambda message: message["length"] >= 12 or message["end"])
    assert last["length"] >= 2


def test_a_finished_game_has_a_complete_record_with_valid_dice(server: Server, game: Game) -> None:
    host = server.guest()
    table = host.make(HERE, HERE, game=game.key)["id"]
    with host.open(table) as client:
        play([client], random.Random(3), 30)
        client.send("resign", seat=0)
        client.reach(client.rev + 1)
    text = server.guest().record(table)
    assert "?" not in text
    assert len(record.replay(record.parse(text), game).steps) > 1
    assert server.guest().http.get(f"/api/tables/{table}/replay").json()["dice_ok"] is True


@pytest.mark.parametrize(
    "player", ["engine:true", "engine:nodes=5:true", "engine", "json:JSONEncoder", "policy:best.onnx"]
)
def test_a_command_as_a_player_is_refused(server: Server, player: str) -> None:
    seats = [HERE, {"kind": "computer", "player": player}]
    answer = server.guest().http.post("/api/tables", json={"game": "chess-attack", "seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_table")
    assert f"there is no player '{player}'" in answer.text


@pytest.mark.parametrize(
    "change", [{"armies": ["nobody", "\x00"]}, {"armies": ["x"] * 9}, {"map": "[[" * 30}, {"map": "nowhere"}]
)
def test_bad_armies_and_maps_are_refused_in_one_sentence(server: Server, change: dict[str, Any]) -> None:
    for key in [info["key"] for info in server.guest().http.get("/api/games").json()["games"]]:
        answer = server.guest().http.post("/api/tables", json={"game": key, "seats": [HERE, HERE], **change})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_table"), answer.text


# ---- secrets -----------------------------------------------------------------------------------------------------

SIGNER = Signer(bytes(32))
PLAYERS = tuple(Guest(letter * 43, fingerprint(letter * 43)) for letter in "rb")


def log_of(game: Game, orders: int) -> list[Entry]:
    """The log of a table at which two people have given some random orders."""
    seats = tuple(SeatMade("here", holder=guest.id, seed="aa") for guest in PLAYERS)
    setup = game.agree(Setup())
    made = made_table(
        game.key,
        *seats,
        rules_version=game.rules_version,
        options=dict(setup.options),
        armies=setup.armies,
        map=setup.map,
    )
    log = opening_entries("t", made)
    table, luck = rebuild("t", log), Luck(orders)
    while len(log) < orders + 2 and not table.over:
        assert table.match is not None
        moves = table.match.state.legal()
        text = game.write(table.match.state, moves[luck.below(len(moves))])
        decision = decide(table, PLAYERS[table.turn].id, Order(table.rev, text))
        decision.apply_to(table)
        log += decision.entries
    return log


def everything(table: Table, seat: int, guest: Guest) -> str:
    """Everything that one viewer can learn about a table, whichever seat is to act."""
    assert table.match is not None
    view = encoding.encode_view(redaction.view_of(table, seat, guest.id))
    shown_steps = [steps.step_of(step, 0, seat) for step in table.match.steps]
    shown = encoding.ENCODER.encode([view, shown_steps, redaction.info_of(table, guest, set(), 0)]).decode()
    return shown + record_text(table, seat, SIGNER)


@pytest.mark.parametrize("orders", [0, 1, 5, scaled(60, 20)])
def test_what_a_seat_cannot_know_changes_nothing_that_it_gets(game: Game, orders: int) -> None:
    table = rebuild("t", log_of(game, orders))
    assert table.match is not None
    last = table.match.steps[-1]
    for seat in (0, 1):
        before = everything(table, seat, PLAYERS[seat])
        for seed in range(5):
            guess = game.guess(last.state, seat, Luck(seed))
            table.match.steps[-1] = replace(last, state=guess)
            assert everything(table, seat, PLAYERS[seat]) == before
        table.match.steps[-1] = last
    assert everything(table, SPECTATOR, NOBODY)


def test_a_table_is_rebuilt_from_its_log(game: Game) -> None:
    log = log_of(game, 40)
    again = [rebuild("t", log) for _ in range(2)]
    seen = [everything(table, 0, PLAYERS[0]) for table in again]
    assert seen[0] == seen[1]
