"""A position as one line that loses nothing."""

from typing import Final

from pawnstorm.core.state import CHANCE
from pawnstorm.games.castle_chess.pieces.cells import (
    BOARD,
    FRESH,
    NOWHERE,
    SIDES,
    STONE,
    UNIT_BITS,
    UNITS,
    crew_of,
    kind_of,
    machine_bits,
    machine_of,
    owner_of,
    side_of,
    unit_bits,
)
from pawnstorm.games.castle_chess.pieces.kinds import GRID, LETTERS, SIGNS
from pawnstorm.games.castle_chess.rules.ending import REASONS
from pawnstorm.games.castle_chess.state import COIN, OPENING_GATE, PROMOTE, Position
from pawnstorm.kit.encoding import (
    NOTHING,
    EncodedLine,
    bounded,
    demand,
    write_line,
    write_list,
    write_numbers,
    write_seen,
    write_square,
)

_NUMBERS: Final = (
    "phase",
    "living",
    "direction",
    "no_turn_yet",
    "quiet",
    "turns",
    "passes",
    "promotions",
    "struck",
    "has_joined_armies",
)
_MOST: Final = 1 << 40
_SHOWN: Final = 80
"""How much of a damaged line a refusal repeats; lines of this game are very long."""


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    return write_line(
        position,
        {
            "side": str(position.side),
            "state": write_numbers(position, _NUMBERS),
            "actor": write_square(GRID, position.actor),
            "units": write_list(_unit(position, unit) for unit in range(position.seats * UNITS)),
            "machines": write_list(_machine(position, int(square)) for square in position.machine_squares),
            "stones": write_list(_stones(position)),
            "reserve": write_list(position.reserve),
            "lost": write_list(position.lost),
            "seen": write_seen(position.seen, int(position.seen_count)),
        },
    )


def _unit(position: Position, unit: int) -> str:
    """A unit as letter, side, a dot if it has never moved, and space."""
    square = int(position.where[unit])
    if square == NOWHERE:
        return ""
    cell = position.board[square]
    return f"{LETTERS[kind_of(cell)]}{side_of(cell)}{'.' if cell & FRESH else ''}{GRID.name(square)}"


def _machine(position: Position, square: int) -> str:
    """A machine as sign, crew and space."""
    if square == NOWHERE:
        return ""
    cell = position.board[square]
    return f"{SIGNS[machine_of(cell)]}{crew_of(cell) + 1}{GRID.name(square)}"


def _stones(position: Position) -> list[str]:
    """Walls and gates that are gone, and gates that have changed hands."""
    found: list[str] = []
    for square in position.laws.map.signs:
        before, now = position.laws.map.ground[square], position.board[square]
        if before & STONE and not now & STONE:
            found.append(GRID.name(square))
        elif before & STONE and owner_of(before) != owner_of(now):
            found.append(f"{GRID.name(square)}>{owner_of(now)}")
    return found


def decode(position: Position, text: str) -> None:
    """Fill an empty position from `encode`'s line."""
    with EncodedLine("castle-chess", text, _SHOWN) as line:
        _decode_board(position, line)
        _decode_numbers(position, line.numbers("state", len(_NUMBERS), -_MOST, _MOST))
        line.table_into(position.reserve, "reserve")
        line.table_into(position.lost, "lost")
        position.seen = line.seen("seen")
        position.seen_count = len(position.seen)
        position.set_side(line.number("side", 0, int(position.seats) - 1))
        actor = line.text("actor")
        position.actor = NOWHERE if actor == NOTHING else _square(position, actor)
        position.to_act = CHANCE if position.phase == COIN else position.side
        line.ending_into(position, (1 << SIDES) - 1, len(REASONS))


def _square(position: Position, name: str) -> int:
    square = position.laws.map.find(name)
    demand(square >= 0 and position.board[square] & BOARD != 0)
    return square


def _decode_board(position: Position, line: EncodedLine) -> None:
    for word in line.words("stones"):
        _decode_stone(position, word)
    for number, word in enumerate(line.text("machines").split(",")):
        if word:
            kind = SIGNS.index(word[0])
            bits = machine_bits(number, kind, int(word[1]) - 1)
            position.put_machine(bits, _square(position, word[2:]))
    for unit, word in enumerate(line.text("units").split(",")):
        if word:
            _decode_unit(position, unit, word)


def _decode_stone(position: Position, word: str) -> None:
    name, changed, owner = word.partition(">")
    square = _square(position, name)
    demand(position.board[square] & STONE != 0)
    if changed:
        position.hand_over(square, bounded(owner, 0, SIDES - 1))
    else:
        position.raze(square)


def _decode_unit(position: Position, unit: int, word: str) -> None:
    fresh = word[2] == "."
    square = _square(position, word[3:] if fresh else word[2:])
    demand(not position.board[square] & UNIT_BITS and unit < position.seats * UNITS)
    side = bounded(word[1], 0, int(position.seats) - 1)
    position.put(unit_bits(unit, LETTERS.index(word[0]), side, fresh), square)


def _decode_numbers(position: Position, numbers: list[int]) -> None:
    phase, living, direction, no_turn_yet, quiet, turns, passes, promotions, struck, joined = numbers
    demand(PROMOTE <= phase <= OPENING_GATE and 0 <= living < 1 << SIDES and 0 <= no_turn_yet < 1 << SIDES)
    position.phase = phase
    position.set_living(living)
    position.direction = 1 if direction > 0 else -1
    position.no_turn_yet = no_turn_yet
    position.quiet, position.turns, position.passes = quiet, turns, passes
    position.promotions = promotions
    position.struck, position.has_joined_armies = bool(struck), bool(joined)
