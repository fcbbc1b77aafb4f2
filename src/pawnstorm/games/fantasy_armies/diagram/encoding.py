"""One encoded line that loses nothing: what `State.encode` writes and records begin with."""

import re
from typing import Final

from pawnstorm.core.state import CHANCE
from pawnstorm.games.fantasy_armies.pieces import LIST_KEYS, SIDES, TYPES_PER_LIST, list_of
from pawnstorm.games.fantasy_armies.rules.ending import BOTH, REASONS
from pawnstorm.games.fantasy_armies.state import (
    BEGIN,
    CAST,
    DEPLOY,
    DIG,
    DRAFT,
    EMPTY,
    ENTANGLE_SHIFT,
    FIGHT,
    FRESH,
    LINK_SHIFT,
    LOST,
    NOWHERE,
    PROMOTION,
    RAIN_DROP,
    RESERVE,
    ROLL_DEPLOY,
    ROLL_DRAFT,
    SAVE,
    SHOT,
    SMASH_SHIFT,
    TEAR_LOOSE,
    TURN,
    UNITS,
    WARD_SHIFT,
    Position,
    entangled_of,
    growth_of,
    link_of,
    piece_of,
    side_of,
    smash_of,
    type_of,
    ward_of,
)
from pawnstorm.kit.chessboard import GRID
from pawnstorm.kit.encoding import (
    NOTHING,
    EncodedLine,
    bounded,
    demand,
    read_pair,
    read_square,
    read_units,
    write_line,
    write_list,
    write_numbers,
    write_seen,
    write_sides,
    write_square,
)

ROLLS: Final = (ROLL_DRAFT, ROLL_DEPLOY, TEAR_LOOSE, CAST, FIGHT, SHOT, SAVE, RAIN_DROP, DIG)
"""The phases in which dice are thrown."""
_BEFORE: Final = (DRAFT, ROLL_DRAFT, ROLL_DEPLOY, DEPLOY, BEGIN)
_UNIT: Final = re.compile(r"([A-Z]{2})([a-h][1-8])(\+?)((?:\.[twslg]-?\d{1,6})*)")
_UNDER_WAY: Final = (
    "actor", "target", "landing", "spell", "bonus", "attack_dice",
    "defence_dice", "edge", "cause", "pending", "fallen", "rain",
)  # fmt: skip
"""What waits for dice or for a choice."""
_NONE_UNDER_WAY: Final = write_list([0] * len(_UNDER_WAY))
_MOST: Final = 1 << 40
_MOST_UNDER_WAY: Final = (1 << 32) - 1


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    units = [_encode_unit(position, unit) for unit in range(2 * UNITS)]
    fields = {
        "side": SIDES[position.side],
        "phase": str(position.phase),
        "first": SIDES[position.first_side],
        "lists": write_sides(_list_name(position, side) for side in (0, 1)),
        "passed": write_square(GRID, position.passed),
        "quiet": str(position.quiet),
        "charge": write_list((position.turns_owed, position.charging)),
        "ritual": write_list((position.ritual_of(0), position.ritual_of(1))),
        "lost": _encode_piles(position, LOST),
        "reserve": _encode_piles(position, RESERVE),
        "units": write_sides(write_list(units[side * UNITS : (side + 1) * UNITS]) for side in (0, 1)),
        "seen": write_seen(position.seen, int(position.seen_count)),
    }
    under_way = write_numbers(position, _UNDER_WAY)
    if under_way != _NONE_UNDER_WAY:
        fields["now"] = under_way
    return write_line(position, fields)


def _list_name(position: Position, side: int) -> str:
    army = int(position.list_of(side))
    return LIST_KEYS[army] if army >= 0 else NOTHING


def _encode_piles(position: Position, pile: int) -> str:
    first = (pile, pile + TYPES_PER_LIST)
    return write_sides(write_list(position.piles[start : start + TYPES_PER_LIST]) for start in first)


def _encode_unit(position: Position, unit: int) -> str:
    square = position.where[unit]
    if square == NOWHERE:
        return NOTHING
    cell = position.board[square]
    text = f"{position.laws.book.codes[type_of(cell)]}{GRID.name(square)}{'+' if cell & FRESH else ''}"
    marks = (("t", entangled_of(cell)), ("w", ward_of(cell)), ("s", smash_of(cell)), ("l", link_of(cell)))
    for letter, value in (*marks, ("g", growth_of(cell))):
        text += f".{letter}{value}" if value else ""
    return text


def decode(position: Position, text: str) -> None:
    """Fill an empty position from a line of `encode`; refuses an impossible one."""
    with EncodedLine("fantasy-armies", text) as line:
        _decode_table(position, line)
        _decode_units(position, line.sides("units"))
        passed = line.text("passed")
        position.set_passed(NOWHERE if passed == NOTHING else read_square(GRID, passed))
        position.seen = line.seen("seen")
        position.seen_count = len(position.seen)
        if line.has("now"):
            line.numbers_into(position, "now", _UNDER_WAY, -_MOST_UNDER_WAY, _MOST_UNDER_WAY)
        _decode_turn(position, line)
        demand(_is_sound(position))


def _decode_table(position: Position, line: EncodedLine) -> None:
    position.set_side(SIDES.index(line.text("side")))
    position.first_side = SIDES.index(line.text("first"))
    for side, name in enumerate(line.sides("lists")):
        position.set_list(side, LIST_KEYS.index(name) if name != NOTHING else -1)
    position.quiet = line.number("quiet", -1, _MOST)
    owed, charging = read_pair(line.text("charge"), ",")
    position.set_turns_owed(bounded(owed, 0, _MOST))
    position.charging = bounded(charging, 0, 1)
    for side, bonus in enumerate(line.numbers("ritual", 2, 0, 5)):
        position.set_ritual(side, bonus)
    _decode_piles(position, LOST, line.sides("lost"))
    _decode_piles(position, RESERVE, line.sides("reserve"))


def _decode_piles(position: Position, pile: int, sides: tuple[str, str]) -> None:
    for side, part in enumerate(sides):
        counts = part.split(",")
        demand(len(counts) == TYPES_PER_LIST)
        for place, count in enumerate(counts):
            position.piles[pile + side * TYPES_PER_LIST + place] = bounded(count, 0, 999)


def _decode_units(position: Position, sides: tuple[str, str]) -> None:
    for unit, drawn in read_units(sides, UNITS):
        _decode_unit(position, unit, drawn)


def _decode_unit(position: Position, unit: int, drawn: str) -> None:
    shape = _UNIT.fullmatch(drawn)
    if not shape:
        raise ValueError(drawn)
    square, kind = GRID.find(shape[2]), position.laws.book.codes.index(shape[1])
    demand(position.board[square] == EMPTY and list_of(kind) == position.list_of(0 if unit < UNITS else 1))
    marks = {mark[0]: int(mark[1:]) for mark in shape[4].split(".") if mark}
    for letter, most in (("t", 6), ("w", 6), ("s", 9), ("l", 2 * UNITS)):
        demand(0 <= marks.get(letter, 0) <= most)
    cell = piece_of(unit, kind) | (FRESH if shape[3] else 0) | marks.get("t", 0) << ENTANGLE_SHIFT
    cell |= marks.get("w", 0) << WARD_SHIFT | marks.get("s", 0) << SMASH_SHIFT | marks.get("l", 0) << LINK_SHIFT
    position.put(cell, square)
    position.grow(square, marks.get("g", 0))


def _decode_turn(position: Position, line: EncodedLine) -> None:
    phase = line.number("phase", 0, PROMOTION)
    position.phase = phase
    position.to_act = CHANCE if phase in ROLLS else position.side
    demand(line.ending_into(position, BOTH, len(REASONS)) == (phase == 0))


def _is_sound(position: Position) -> bool:
    """Whether what is under way agrees with the board."""
    phase = position.phase
    if phase in _BEFORE:
        return phase in (DRAFT, ROLL_DRAFT) or min(position.list_of(0), position.list_of(1)) >= 0
    if phase and NOWHERE in (position.king_square(0), position.king_square(1)):
        return False
    if phase in (0, TURN):
        return True
    return _actor_stands(position) and _dice_fit(position)


def _actor_stands(position: Position) -> bool:
    if not 0 <= position.spell < len(position.laws.book.verb):
        return False
    squares = (position.actor, position.target) if position.phase in (FIGHT, SHOT, CAST) else (position.actor,)
    # A Cannon that burst is gone while its target still saves.
    if position.phase in (SAVE, RAIN_DROP) and position.cause == SHOT:
        return True
    if not all(0 < square < len(position.board) and position.board[square] > EMPTY for square in squares):
        return False
    return bool(side_of(position.board[position.actor]) == position.side)


def _dice_fit(position: Position) -> bool:
    for mask in (position.pending, position.fallen, position.rain):
        for unit in range(2 * UNITS):
            if mask >> unit & 1 and position.where[unit] == NOWHERE:
                return False
    if (position.phase == SAVE and not position.pending) or (position.phase == RAIN_DROP and not position.rain):
        return False
    dice = position.attack_dice + position.defence_dice
    return bool(position.phase != FIGHT or (position.attack_dice > 0 <= position.defence_dice and dice < 1 << 20))
