"""Facts of the rules in words."""

from collections.abc import Sequence
from typing import Final

from pawnstorm.core.events import Event, Fact
from pawnstorm.games.castle_chess.pieces.cells import (
    MACHINE_BITS,
    UNIT_BITS,
    WALL,
    kind_of,
    machine_name,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import GRID, MACHINES, NAMES, NUMBERS, STEPS
from pawnstorm.games.castle_chess.pieces.maps import Map
from pawnstorm.games.castle_chess.rules.ending import REASONS
from pawnstorm.games.castle_chess.rules.placing import pool
from pawnstorm.games.castle_chess.state import BLAST, FIRE, SHOOT, Position

_FALLS: Final = {
    "mated": ("is checkmated and out of the game", "CC-A81"),
    "resigned": ("gives up and is out of the game", "CC-A79"),
    "outlasted": ("has the fewest units at a standstill and is, by our ruling, out of the game", "CC-A80"),
}
"""How a side of four falls although its King is not slain and its throne not taken."""


_Parts = tuple[str, str, str, tuple[int, ...]]
"""The kind, the text, the rule and the spaces of an event."""


def tell(maps: Sequence[Map], fact: Fact) -> Event:
    """A fact in words."""
    number, *numbers = fact.numbers
    board = maps[number]
    kind, text, rule, cells = _describe(board, fact.kind, numbers)
    names = tuple(GRID.name(cell) for cell in cells if board.find(GRID.name(cell)) >= 0)
    return Event(kind, f"{text}.", rule, names, audience=fact.audience)


def _describe(board: Map, kind: str, numbers: list[int]) -> _Parts:
    """What an event says of units, machines and stones."""
    if kind == "went":
        return _went(board, *numbers)
    if kind == "pushed":
        unit, origin, target, _, machine = numbers
        text = f"{called(board, unit)} pushes a {machine_name(machine)} {GRID.name(origin)} to {GRID.name(target)}"
        return "push", text, "CC-43", (origin, target)
    if kind == "struck":
        return _struck(board, *numbers)
    if kind in ("killed", "knighted"):
        unit, square = numbers
        if kind == "killed":
            return "kill", f"{called(board, unit)} falls on {GRID.name(square)}", "CC-11", (square,)
        return "upgrade", f"{board.names[side_of(unit)]} has a Knight on {GRID.name(square)}", "CC-19", (square,)
    if kind == "destroyed":
        machine, square = numbers
        return "destroy", f"a {machine_name(machine)} is destroyed on {GRID.name(square)}", "CC-A55", (square,)
    if kind == "razed":
        square, cell, owner = numbers
        what, rule = ("wall", "CC-54") if cell & WALL else ("gate", "CC-55")
        return "raze", f"{board.names[owner]}'s {what} on {GRID.name(square)} is gone", rule, (square,)
    if kind == "breached":
        side, gate, owner = numbers
        text = f"{board.names[side]}'s ram breaks {board.names[owner]}'s gate on {GRID.name(gate)}"
        return "breach", text, "CC-48", (gate,)
    return _describe_side(board, kind, numbers)


def _describe_side(board: Map, kind: str, numbers: list[int]) -> _Parts:
    if kind == "held":
        side, square, _ = numbers
        return "hold", f"{board.names[side]} does not attack from {GRID.name(square)}", "CC-A15", (square,)
    if kind == "fell":
        return _tell_fall(board, *numbers)
    if kind in _FALLS:
        text, rule = _FALLS[kind]
        return "fall", f"{board.names[numbers[0]]} {text}", rule, ()
    if kind == "passed":
        return "pass", f"{board.names[numbers[0]]} cannot move and loses this turn", "CC-A75", ()
    if kind == "placed":
        side, machine, square = numbers
        text = f"{board.names[side]} puts a {MACHINES[machine]} under the Warrior on {GRID.name(square)}"
        return "place", text, "CC-03", (square,)
    if kind == "revealed":
        return "reveal", "All machines are placed and shown", "CC-A37", ()
    heads, four = numbers[0] == 0, numbers[1]
    if four:
        return "coin", f"The coin says {'clockwise' if heads else 'counter-clockwise'}", "CC-68", ()
    return "coin", f"The coin says that {board.names[numbers[0]]} begins", "CC-04", ()


def called(board: Map, unit: int) -> str:
    """A unit with its side."""
    return f"{board.names[side_of(unit)]}'s {NAMES[kind_of(unit)]}"


def _went(board: Map, unit: int, origin: int, target: int, before: int, left: int) -> _Parts:
    who, cells = called(board, unit), (origin, target)
    leaves = f", leaving a {machine_name(left)}" if left & MACHINE_BITS else ""
    if before & UNIT_BITS:
        text = f"{who} {GRID.name(origin)} strikes {called(board, before)} on {GRID.name(target)}{leaves}"
        return "attack", text, "CC-08", cells
    mans = f" and mans a {machine_name(before)}" if before & MACHINE_BITS else ""
    text = f"{who} goes {GRID.name(origin)} to {GRID.name(target)}{mans}{leaves}"
    return "move", text, NUMBERS.rules[kind_of(unit)], cells


def _struck(board: Map, what: int, unit: int, square: int, target: int, number: int) -> _Parts:
    who = f"{called(board, unit)} {GRID.name(square)}"
    if what == SHOOT:
        return "shoot", f"{who} shoots at {GRID.name(target)}", "CC-15", (square, target)
    if what == FIRE:
        return "fire", f"{who} fires the catapult at {GRID.name(target)}", "CC-52", (square, target)
    step = int(STEPS[number >> 1])
    cells = [cell for cell in (target, target + step) if board.signs.get(cell, "%") != "%"]
    spaces = " and ".join(GRID.name(cell) for cell in cells)
    return ("blast" if what == BLAST else "attack"), f"{who} blasts {spaces}", "CC-27", (square, *cells)


def _tell_fall(board: Map, fallen: int, conqueror: int, by_throne: int) -> _Parts:
    names = " and ".join(name for side, name in enumerate(board.names) if fallen >> side & 1)
    if by_throne:
        return "fall", f"{board.names[conqueror]}'s King takes the throne of {names}", "CC-41", ()
    return "fall", f"The King of {names} is slain", "CC-10", ()


def outcome_name(position: Position, outcome: int) -> str:
    """A face of the coin in words."""
    if position.laws.map.four:
        return ("clockwise", "counter-clockwise")[outcome]
    return f"{position.laws.map.names[outcome]} begins"


def tell_roll(position: Position, faces: list[int]) -> Event:
    """The coin has landed."""
    found = pool(position)
    return Event("roll", f"A coin for {found.reason}: {('heads', 'tails')[faces[0] - 1]}.", found.rule)


def ending_text(position: Position) -> str:
    """How the game ended."""
    return REASONS[position.ending_code][0]
