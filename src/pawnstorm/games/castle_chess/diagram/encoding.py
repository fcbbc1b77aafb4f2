"""A position as one line that loses nothing."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import CHANCE, OVER
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
from pawnstorm.games.castle_chess.state import COIN, OPENING, PROMOTE, Position

_NUMBERS: Final = ("phase", "living", "turning", "first", "quiet", "turns", "passes", "promotions", "struck", "mixed")


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    seen = ",".join(f"{position.seen[index]:x}" for index in range(position.seen_count))
    fields = {
        "side": str(position.side),
        "state": ",".join(str(number) for number in _numbers(position)),
        "actor": _name(position.actor),
        "units": ",".join(_unit(position, unit) for unit in range(position.seats * UNITS)),
        "machines": ",".join(_machine(position, int(square)) for square in position.engines),
        "stones": ",".join(_stones(position)),
        "reserve": ",".join(str(number) for number in position.reserve),
        "lost": ",".join(str(number) for number in position.lost),
        "seen": seen,
    }
    if position.to_act == OVER:
        fields["over"] = f"{position.winners},{position.ending_code}"
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _numbers(position: Position) -> list[int]:
    return [
        int(position.phase),
        int(position.living),
        int(position.turning),
        int(position.first),
        int(position.quiet),
        int(position.turns),
        int(position.passes),
        int(position.promotions),
        int(position.struck),
        int(position.mixed),
    ]


def _name(square: int) -> str:
    return "-" if square == NOWHERE else GRID.name(square)


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
    try:
        fields = dict(field.split("=", 1) for field in text.split(" "))
        _decode_board(position, fields)
        _decode_numbers(position, [int(number) for number in fields["state"].split(",")])
        _decode_table(position.reserve, fields["reserve"])
        _decode_table(position.lost, fields["lost"])
        marks = [int(mark, 16) for mark in fields["seen"].split(",") if mark]
        position.seen = vec[i64](marks or [0])
        position.seen_count = len(marks)
        position.set_side(_within(int(fields["side"]), int(position.seats)))
        position.actor = NOWHERE if fields["actor"] == "-" else _square(position, fields["actor"])
        position.to_act = CHANCE if position.phase == COIN else position.side
        if "over" in fields:
            winners, code = fields["over"].split(",")
            position.finish(int(winners), int(code))
    except (KeyError, ValueError, IndexError):
        raise BadPosition(f"'{text[:80]}' is not an encoded position of castle-chess") from None


def _within(number: int, bound: int) -> int:
    if not 0 <= number < bound:
        raise ValueError(number)
    return number


def _square(position: Position, name: str) -> int:
    square = position.laws.map.find(name)
    if square < 0 or not position.board[square] & BOARD:
        raise ValueError(name)
    return square


def _decode_board(position: Position, fields: dict[str, str]) -> None:
    for word in filter(None, fields["stones"].split(",")):
        name, ceded, owner = word.partition(">")
        square = _square(position, name)
        if not position.board[square] & STONE:
            raise ValueError(word)
        if ceded:
            position.cede(square, _within(int(owner), SIDES))
        else:
            position.raze(square)
    for engine, word in enumerate(fields["machines"].split(",")):
        if word:
            kind = SIGNS.index(word[0])
            bits = machine_bits(engine, kind, int(word[1]) - 1)
            position.bring(bits, _square(position, word[2:]))
    for unit, word in enumerate(fields["units"].split(",")):
        if word:
            _decode_unit(position, unit, word)


def _decode_unit(position: Position, unit: int, word: str) -> None:
    fresh = word[2] == "."
    square = _square(position, word[3:] if fresh else word[2:])
    if position.board[square] & UNIT_BITS or unit >= position.seats * UNITS:
        raise ValueError(word)
    side = _within(int(word[1]), int(position.seats))
    position.put(unit_bits(unit, LETTERS.index(word[0]), side, fresh), square)


def _decode_numbers(position: Position, numbers: list[int]) -> None:
    if len(numbers) != len(_NUMBERS):
        raise ValueError(numbers)
    phase, living, turning, first, quiet, turns, passes, promotions, struck, mixed = numbers
    position.phase = _within(phase - PROMOTE, OPENING) + PROMOTE
    position.set_living(_within(living, 16))
    position.turning = 1 if turning > 0 else -1
    position.first = _within(first, 16)
    position.quiet, position.turns, position.passes = quiet, turns, passes
    position.promotions = promotions
    position.struck, position.mixed = bool(struck), bool(mixed)


def _decode_table(table: "vec[i64]", text: str) -> None:
    numbers = [int(number) for number in text.split(",")]
    if len(numbers) != len(table):
        raise ValueError(text)
    for index, number in enumerate(numbers):
        table[index] = number
