"""Checking maps: symmetry where it is claimed, sealed castles, open ways, and no kill in the first turn (CC-M1)."""

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import GATE, NOWHERE, STONE, UNITS, unit_bits
from pawnstorm.games.castle_chess.pieces.kinds import GRID, MACHINES, NAMES, WARRIOR
from pawnstorm.games.castle_chess.pieces.laws import Laws
from pawnstorm.games.castle_chess.pieces.maps import Map, flood
from pawnstorm.games.castle_chess.rules.actions import carry_out
from pawnstorm.games.castle_chess.rules.orders import find_all_orders
from pawnstorm.games.castle_chess.rules.shooting import find_strikes
from pawnstorm.games.castle_chess.state import Position, origin_of, target_of


def faults(board: Map, laws: Laws) -> list[str]:
    """Everything that is wrong with a map that can be read."""
    found = [f"the map claims {claim} symmetry, but {cell} differs" for claim, cell in _asymmetries(board)]
    return found + _unsealed_castles(board) + _closed_ways(board) + _early_kills(board, laws)


def notes(board: Map) -> list[str]:
    """What a map is, in a few lines."""
    found = [f"{board.columns}x{board.rows}, {board.kind}, {len(board.names)} sides"]
    for side, name in enumerate(board.names):
        army = [kind for owner, kind, _ in board.armies if owner == side]
        units = ", ".join(f"{army.count(kind)} {NAMES[kind]}" for kind in range(len(NAMES)) if kind in army)
        train = ", ".join(
            f"{board.train[4 * side + kind]} {MACHINES[kind]}" for kind in (1, 2, 3) if board.train[4 * side + kind]
        )
        throne = f"throne {GRID.name(board.throne[side])}" if board.has_king(side) else "no King"
        found.append(f"{name}: {units or 'nobody'}; machines: {train or 'none'}; {throne}")
    passages = [GRID.name(cell) for cell in board.signs if board.passage[cell]]
    if passages:
        found.append(f"passage: {' '.join(passages)}")
    if board.limit:
        found.append(f"limit: {board.limit} turns each")
    return found


def _asymmetries(board: Map) -> list[tuple[str, str]]:
    """The first space of each claimed symmetry whose image has another ground or another kind of unit."""
    units = {cell: kind for _, kind, cell in board.armies}
    found: list[tuple[str, str]] = []
    for claim in board.symmetry:
        for cell, sign in board.signs.items():
            image = _image(board, claim, cell)
            if board.signs.get(image) != sign or units.get(image) != units.get(cell):
                found.append((claim, GRID.name(cell)))
                break
    return found


def _image(board: Map, claim: str, cell: int) -> int:
    column, row = GRID.column(cell), GRID.row(cell)
    right, top = board.columns - 1, board.rows - 1
    if claim == "left-right":
        return GRID.cell(right - column, row)
    return GRID.cell(column, top - row) if claim == "top-bottom" else GRID.cell(row, right - column)


def _goals(board: Map, side: int) -> list[int]:
    """Where a side's King wins: on enemy thrones, and for Blue in passages."""
    thrones = [int(board.throne[other]) for other in range(len(board.names)) if other != side]
    passages = [cell for cell in board.signs if board.passage[cell]] if board.quest and side == 0 else []
    return [throne for throne in thrones if throne != NOWHERE] + passages


def _unsealed_castles(board: Map) -> list[str]:
    """CC-60: with every wall and gate whole no King can enter a castle that is called sealed."""
    if not board.sealed:
        return []
    found: list[str] = []
    for side, name in enumerate(board.names):
        if board.has_king(side):
            reached = flood(board, int(board.throne[side]), STONE)
            found += [
                f"{name} can walk to {GRID.name(goal)} past whole walls and gates"
                for goal in _goals(board, side)
                if goal in reached
            ]
    return found


def _closed_ways(board: Map) -> list[str]:
    """CC-65: with all gates open every throne and passage can be reached."""
    found: list[str] = []
    gated = any(board.ground[cell] & GATE for cell in board.signs)
    for side, name in enumerate(board.names):
        if board.has_king(side):
            reached = flood(board, int(board.throne[side]), STONE & ~GATE)
            found += [
                f"{name} cannot get to {GRID.name(goal)}{' even with all gates open' if gated else ''}"
                for goal in _goals(board, side)
                if goal not in reached
            ]
    return found


def _early_kills(board: Map, laws: Laws) -> list[str]:
    """No unit can be killed in the first turn, whichever side has it."""
    position = Position(laws)
    numbers = [side * UNITS for side in range(len(board.names))]
    for side, kind, cell in board.armies:
        position.put(unit_bits(numbers[side], kind, side, kind == WARRIOR), cell)
        numbers[side] += 1
    found: list[str] = []
    for side, name in enumerate(board.names):
        position.set_side(side)
        moves = Moves()
        find_all_orders(position, moves)
        deadly = next((move for move in moves.as_list() if _kills(position, move)), 0)
        if deadly:
            origin, target = GRID.name(origin_of(deadly)), GRID.name(target_of(deadly))
            found.append(f"{name} can kill in the first turn: {origin} to {target}")
    return found


def _kills(position: Position, move: int) -> bool:
    after = Position(position.laws, position)
    carry_out(after, move)
    strikes = Moves(128)
    if not after.struck:
        find_strikes(after, after.actor, strikes)
    return bool(after.struck or strikes.count)
