"""Choices as trees: unit, then what it does, then where; each leaf an order ready to send."""

from typing import Final

from pawnstorm.core.odds import odds
from pawnstorm.core.view import Chance, Offer
from pawnstorm.games.castle_chess.notation import attacks, blast_cells, write
from pawnstorm.games.castle_chess.pieces.cells import MACHINE_BITS, kind_of, machine_name, machine_of
from pawnstorm.games.castle_chess.pieces.kinds import GRID, MACHINES, NAMES, apart
from pawnstorm.games.castle_chess.state import (
    BLAST,
    CHOOSE_GATE,
    DONE,
    FIRE,
    HOLD,
    KNIGHTED,
    OPENING_GATE,
    PLACE,
    PROMOTE,
    PUSH,
    PUT,
    SHOOT,
    STRIKE,
    TURN,
    Position,
    number_of,
    origin_of,
    target_of,
    what_of,
)
from pawnstorm.kit.moves import group_moves

_STRIKES: Final = {SHOOT: "shoot", BLAST: "blast", FIRE: "fire"}


def train_id(side: int, kind: int, number: int) -> str:
    """The token of a machine that waits in a siege train."""
    return f"train-{side}-{kind}-{number}"


def offers(position: Position) -> tuple[Offer, ...]:
    """Everything the seat to act may choose now."""
    moves = position.legal()
    if position.phase == TURN:
        return tuple(_unit_offer(position, origin, group) for origin, group in group_moves(moves, _origin).items())
    if position.phase == STRIKE:
        return tuple(_strike_offer(position, move) for move in moves)
    if position.phase in (CHOOSE_GATE, OPENING_GATE):
        return tuple(_leaf(position, move, "breach", f"Break the gate {_name(move)}") for move in moves)
    if position.phase == PROMOTE:
        return tuple(_promote_offer(position, move) for move in moves)
    return _place_offers(position, moves) if position.phase == PLACE else ()


def _origin(move: int) -> int:
    return int(origin_of(move))


def _name(move: int) -> str:
    return GRID.name(target_of(move))


def _leaf(position: Position, move: int, kind: str, text: str = "", path: tuple[str, ...] = ()) -> Offer:
    order = write(position, move)
    cell = _name(move) if target_of(move) else ""
    # CC-04: the last machine is followed by the coin; nothing else in the game has odds.
    chances = odds(position, move) if position.phase == PLACE else {}
    shown = tuple(Chance(result, chance) for result, chance in chances.items())
    return Offer(text or order, kind, cell, order, shown, path=path)


def _unit_offer(position: Position, origin: int, moves: list[int]) -> Offer:
    """A unit with its walks, and its pushes as a choice of their own if it is on a machine."""
    cell = position.board[origin]
    walks = [_leaf(position, move, _kind(position, move)) for move in moves if what_of(move) != PUSH]
    pushes = tuple(_leaf(position, move, _kind(position, move)) for move in moves if what_of(move) == PUSH)
    on = f" on a {machine_name(cell)}" if cell & MACHINE_BITS else ""
    if pushes:
        walks.append(Offer(f"Push the {MACHINES[machine_of(cell)]}", "push", GRID.name(origin), options=pushes))
    return Offer(f"{NAMES[kind_of(cell)]} {GRID.name(origin)}{on}", "piece", GRID.name(origin), options=tuple(walks))


def _kind(position: Position, move: int) -> str:
    if what_of(move) == PUSH:
        return "ram" if attacks(position, move) else "push"
    return "attack" if attacks(position, move) else "move"


def _strike_offer(position: Position, move: int) -> Offer:
    what = int(what_of(move))
    if what == HOLD:
        # It is about no space, so the page shows a button for it.
        return Offer("Do not attack", "hold", order=write(position, move))
    if what == BLAST:
        path = tuple(GRID.name(cell) for cell in blast_cells(position, move))
        order = write(position, move)
        return Offer(order, "blast", path[0], order, path=path)
    return _leaf(position, move, _STRIKES[what], path=_path(int(origin_of(move)), int(target_of(move))))


def _path(origin: int, target: int) -> tuple[str, ...]:
    """The spaces that a shot crosses, the target last."""
    distance = int(apart(origin, target))
    step = (target - origin) // distance
    return tuple(GRID.name(origin + step * number) for number in range(1, distance + 1))


def _promote_offer(position: Position, move: int) -> Offer:
    if what_of(move) == DONE:
        return _leaf(position, move, "done", "No more Knights")
    return _leaf(position, move, "knight", f"A Knight for the Warrior on {_name(move)}")


def _place_offers(position: Position, moves: list[int]) -> tuple[Offer, ...]:
    """Machine by machine, then Warrior by Warrior; and all the rest at once."""
    found: list[Offer] = []
    places = [move for move in moves if what_of(move) == PUT]
    for kind, group in group_moves(places, lambda move: int(number_of(move))).items():
        leaves = tuple(_leaf(position, move, "place") for move in group)
        # The first machine of its kind in the tray represents all of them.
        token = train_id(int(position.side), kind, 0)
        found.append(Offer(f"Place a {MACHINES[kind]}", "reserve", options=leaves, token=token))
    for move in moves:
        if what_of(move) not in (PUT, KNIGHTED):
            found.append(_leaf(position, move, "auto", "Place the rest"))
    return tuple(found)
