"""Makes a database with the present build, which every later build must open.

    python tests/server/keep_tables.py tests/earlier/VERSION

It plays at a real server: every game in progress and finished, resigned and drawn, with people, computers, options,
armies, maps and campaigns. `tables.json` next to the database says what each table is, who plays there and how far it
went. Run it before the rules of a game change, into a new folder, and copy the golden records there too.
"""

import gzip
import json
import random
import sys
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from server_kit import GREEDY, HERE, OPEN, RANDOM, Json, Server, TableClient, Visitor, play, template

from pawnstorm.core.game import Game, Setup
from pawnstorm.games import keys, load
from pawnstorm.server.guests import COOKIE
from pawnstorm.server.settings import UNLIMITED, Settings

SHORT, LONG, WHOLE = 12, 60, 300
"""Numbers of orders: of a table that has begun, of one that is well under way, and of one that is finished."""


class Keeper:
    """Makes tables at a server and notes what they are."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.luck = random.Random(1)
        self.kept: list[Json] = []

    def keep(self, what: str, table: str, visitors: list[Visitor]) -> None:
        """Note a table as its first player sees it."""
        with visitors[0].open(table) as client:
            last = client.last
            self.kept.append(
                {
                    "what": what,
                    "game": last["table"]["game"],
                    "table": table,
                    "guests": [visitor.http.cookies[COOKIE] for visitor in visitors],
                    "orders": [step["order"] for step in client.steps],
                    "end": last["end"],
                }
            )

    def play(self, what: str, visitor: Visitor, fields: Json, orders: int, last: str = "") -> None:
        """A table on one screen, played for some orders and closed as `last` says."""
        table = visitor.make(**fields)["id"]
        with visitor.open(table) as client:
            play([client], self.luck, orders)
            if last and not client.last["end"]:
                rev = client.rev
                client.send(last, seat=0, **({"kind": "draw"} if last == "propose" else {}))
                client.reach(rev + 1)
        self.keep(what, table, [visitor])

    def play_online(self, what: str, game: Game, **fields: Any) -> None:
        """A table of two people, one of whom has proposed a draw."""
        first, second = self.server.guest(), self.server.guest()
        made = first.make(HERE, OPEN, game=game.key, seed="aa", **fields)
        second.post(made["id"], "join", token=made["invitations"][0]["token"], seed="bb").raise_for_status()
        with first.open(made["id"]) as one, second.open(made["id"]) as other:
            clients: list[TableClient] = [one, other]
            play(clients, self.luck, LONG)
            if not one.last["end"]:
                one.send("propose", seat=0, kind="draw")
                other.reach(other.rev + 1)
        self.keep(what, made["id"], [first, second])


def _tables_of(keeper: Keeper, game: Game) -> None:
    """The tables of one game."""
    visitor = keeper.server.guest()
    seats = [HERE] * len(game.seats)
    fields = {"game": game.key, "seats": seats}
    keeper.play_online("two people, a draw is proposed", game)
    keeper.play("well under way", visitor, fields, LONG)
    keeper.play("to the end, or resigned", visitor, fields, WHOLE, "resign")
    keeper.play("resigned", visitor, fields, SHORT, "resign")
    keeper.play("drawn", visitor, fields, SHORT, "propose")
    for option in game.options:
        for value in option.values[1:]:
            # Some values change who sits at the table.
            number = len(game.seating(game.agree(Setup({option.key: value}))))
            more = {"options": {option.key: value}, "seats": [HERE] * number}
            keeper.play(f"{option.key}={value}", visitor, fields | more, SHORT)
    for key in game.maps:
        number = len(game.seating(game.agree(Setup(map=key))))
        keeper.play(f"map {key}", visitor, fields | {"map": key, "seats": [HERE] * number}, LONG)
        if number > 2:
            more = {"map": key, "seats": [HERE] * number}
            keeper.play(f"map {key}, resigned", visitor, fields | more, LONG, "resign")
            keeper.play(f"map {key}, drawn", visitor, fields | more, LONG, "propose")
    armies = game.armies()
    if armies:
        for one in armies.starters:
            keeper.play(f"army {one.name}", visitor, fields | {"armies": [one.name] * 2}, LONG)
    for computer in (RANDOM, GREEDY):
        _against(keeper, visitor, game, computer)
    waiting = visitor.make(HERE, OPEN, game=game.key)["id"]
    keeper.keep("waits for its second player", waiting, [visitor])


def _against(keeper: Keeper, visitor: Visitor, game: Game, computer: Json) -> None:
    """A table against a computer, with an order taken back if that is possible."""
    table = visitor.make(HERE, computer, game=game.key)["id"]
    with visitor.open(table) as client:
        _answer_a_computer(client, keeper.luck)
        if client.last["can_undo"]:
            rev = client.rev
            client.send("propose", seat=0, kind="undo")
            client.reach(rev + 1)
        _wait_for_a_computer(client)
    keeper.keep(f"against {computer['player']}", table, [visitor])


def _answer_a_computer(client: TableClient, luck: random.Random) -> None:
    """Some random orders, until the computer has answered the last one."""
    _wait_for_a_computer(client)
    for _ in range(SHORT):
        if not client.last["end"]:
            client.order(luck.choice(client.orders()))
            _wait_for_a_computer(client)


def _wait_for_a_computer(client: TableClient) -> None:
    while not (client.orders() or client.last["end"]):
        client.update()


def _campaign(keeper: Keeper, game: Game) -> None:
    """The first table of a campaign."""
    visitor = keeper.server.guest()
    answer = visitor.http.post(f"/api/games/{game.key}/campaign", json={"player": "random"})
    answer.raise_for_status()
    table = answer.json()["id"]
    with visitor.open(table) as client:
        _answer_a_computer(client, keeper.luck)
    keeper.keep("a campaign", table, [visitor])


def main(folder: Path) -> None:
    """Play everything and leave the database closed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = template(folder)
    database = f"sqlite:///{path}"
    server = Server(Settings(database, UNLIMITED, static=folder, pause_seconds=0.0, reaction_seconds=0.0))
    keeper = Keeper(server)
    try:
        for key in keys():
            game = load(key)
            _tables_of(keeper, game)
            if game.campaign:
                _campaign(keeper, game)
    finally:
        server.stop()
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        connection.exec_driver_sql("VACUUM")
    engine.dispose()
    (folder / "tables.sqlite3.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    path.unlink()
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in keeper.kept)
    (folder / "tables.json").write_text(f"[\n{lines}\n]\n", "utf-8")
    print(f"{len(keeper.kept)} tables in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
