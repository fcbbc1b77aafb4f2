"""One encoded line that loses nothing: what `State.encode` writes and records begin with."""

import re
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.games.fantasy_armies.pieces import FILES, KINDS, list_of
from pawnstorm.games.fantasy_armies.rules.ending import REASONS
from pawnstorm.games.fantasy_armies.rules.refusals import SIDES
from pawnstorm.games.fantasy_armies.state import (
    BEGIN,
    CAST,
    DEPLOY,
    DIG,
    DRAFT,
    EMPTY,
    FIGHT,
    FRESH,
    GRID,
    LINK,
    LOST,
    NOWHERE,
    PROMOTION,
    RAIN,
    RESERVE,
    ROLL_DEPLOY,
    ROLL_DRAFT,
    SAVE,
    SHOT,
    SMASH,
    TANGLED,
    TOUCH,
    TURN,
    UNITS,
    WARD,
    Position,
    growth_of,
    link_of,
    piece_of,
    side_of,
    smash_of,
    tangled_of,
    type_of,
    ward_of,
)

ROLLS: Final = (ROLL_DRAFT, ROLL_DEPLOY, TOUCH, CAST, FIGHT, SHOT, SAVE, RAIN, DIG)
"""The moments in which dice are out."""
_BEFORE: Final = (DRAFT, ROLL_DRAFT, ROLL_DEPLOY, DEPLOY, BEGIN)
_UNIT: Final = re.compile(r"([A-Z]{2})([a-h][1-8])(\+?)((?:\.[twslg]-?\d{1,6})*)")
_FIELDS: Final = ("side", "phase", "first", "lists", "passed", "quiet", "charge", "ritual", "lost", "reserve", "units")
_MOST: Final = 1 << 40


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    units = [_encode_unit(position, unit) for unit in range(2 * UNITS)]
    fields = {
        "side": SIDES[position.side],
        "phase": str(position.phase),
        "first": SIDES[position.leader],
        "lists": "/".join(FILES[position.list_of(side)] if position.list_of(side) >= 0 else "-" for side in (0, 1)),
        "passed": _square_text(position.passed),
        "quiet": str(position.quiet),
        "charge": f"{position.owed},{position.charging}",
        "ritual": f"{position.ritual_of(0)},{position.ritual_of(1)}",
        "lost": _encode_piles(position, LOST),
        "reserve": _encode_piles(position, RESERVE),
        "units": "/".join(",".join(units[side * UNITS : (side + 1) * UNITS]) for side in (0, 1)),
        "seen": ",".join(f"{position.seen[index]:x}" for index in range(position.seen_count)),
    }
    under_way = _under_way(position)
    if any(under_way):
        fields["now"] = ",".join(map(str, under_way))
    if position.to_act == OVER:
        fields["over"] = f"{position.winners},{position.ending_code}"
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _encode_piles(position: Position, pile: int) -> str:
    sides = [[str(position.piles[pile + side * KINDS + place]) for place in range(KINDS)] for side in (0, 1)]
    return "/".join(",".join(counts) for counts in sides)


def _encode_unit(position: Position, unit: int) -> str:
    square = position.where[unit]
    if square == NOWHERE:
        return "-"
    cell = position.board[square]
    text = f"{position.laws.book.codes[type_of(cell)]}{GRID.name(square)}{'+' if cell & FRESH else ''}"
    marks = (("t", tangled_of(cell)), ("w", ward_of(cell)), ("s", smash_of(cell)), ("l", link_of(cell)))
    for letter, value in (*marks, ("g", growth_of(cell))):
        text += f".{letter}{value}" if value else ""
    return text


def _square_text(square: int) -> str:
    return "-" if square == NOWHERE else GRID.name(square)


def _under_way(position: Position) -> tuple[int, ...]:
    return (
        int(position.actor),
        int(position.target),
        int(position.landing),
        int(position.spell),
        int(position.bonus),
        int(position.attack_dice),
        int(position.defence_dice),
        int(position.edge),
        int(position.cause),
        int(position.pending),
        int(position.fallen),
        int(position.rain),
    )


def decode(position: Position, text: str) -> None:
    """Fill an empty position from `encode`'s line; a line that cannot be is refused."""
    try:
        fields = dict(field.split("=", 1) for field in text.split(" "))
        _decode_table(position, fields)
        _decode_units(position, fields.pop("units"))
        position.set_passed(_decode_square(fields.pop("passed")))
        _decode_seen(position, fields.pop("seen"))
        _decode_under_way(position, fields.pop("now", ""))
        _decode_turn(position, int(fields.pop("phase")), fields.pop("over", ""))
        _demand(not fields and _is_sound(position))
    except (KeyError, ValueError, IndexError, OverflowError):
        raise BadPosition(f"'{text}' is not an encoded position of fantasy-armies") from None


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("this cannot be")


def _decode_table(position: Position, fields: dict[str, str]) -> None:
    position.set_side(SIDES.index(fields.pop("side")))
    position.leader = SIDES.index(fields.pop("first"))
    for side, name in enumerate(_pair(fields.pop("lists"), "/")):
        position.set_list(side, FILES.index(name) if name != "-" else -1)
    position.quiet = _bounded(fields.pop("quiet"), -1, _MOST)
    owed, charging = _pair(fields.pop("charge"), ",")
    position.set_owed(_bounded(owed, 0, _MOST))
    position.charging = _bounded(charging, 0, 1)
    for side, bonus in enumerate(_pair(fields.pop("ritual"), ",")):
        position.set_ritual(side, _bounded(bonus, 0, 5))
    _decode_piles(position, LOST, fields.pop("lost"))
    _decode_piles(position, RESERVE, fields.pop("reserve"))


def _pair(text: str, sign: str) -> tuple[str, str]:
    first, second = text.split(sign)
    return first, second


def _bounded(text: str, least: int, most: int) -> int:
    value = int(text)
    _demand(least <= value <= most)
    return value


def _decode_piles(position: Position, pile: int, text: str) -> None:
    for side, part in enumerate(_pair(text, "/")):
        counts = part.split(",")
        _demand(len(counts) == KINDS)
        for place, count in enumerate(counts):
            position.piles[pile + side * KINDS + place] = _bounded(count, 0, 999)


def _decode_units(position: Position, text: str) -> None:
    sides = [part.split(",") for part in _pair(text, "/")]
    _demand([len(units) for units in sides] == [UNITS, UNITS])
    for unit, drawn in enumerate(sides[0] + sides[1]):
        if drawn != "-":
            _decode_unit(position, unit, drawn)


def _decode_unit(position: Position, unit: int, drawn: str) -> None:
    shape = _UNIT.fullmatch(drawn)
    if not shape:
        raise ValueError(drawn)
    square, kind = GRID.find(shape[2]), position.laws.book.codes.index(shape[1])
    _demand(position.board[square] == EMPTY and list_of(kind) == position.list_of(0 if unit < UNITS else 1))
    marks = {mark[0]: int(mark[1:]) for mark in shape[4].split(".") if mark}
    for letter, most in (("t", 6), ("w", 6), ("s", 9), ("l", 2 * UNITS)):
        _demand(0 <= marks.get(letter, 0) <= most)
    cell = piece_of(unit, kind) | (FRESH if shape[3] else 0) | marks.get("t", 0) << TANGLED
    cell |= marks.get("w", 0) << WARD | marks.get("s", 0) << SMASH | marks.get("l", 0) << LINK
    position.put(cell, square)
    position.grow(square, marks.get("g", 0))


def _decode_square(text: str) -> int:
    if text == "-":
        return NOWHERE
    square = GRID.find(text)
    _demand(square >= 0)
    return square


def _decode_seen(position: Position, text: str) -> None:
    marks = [int(mark, 16) for mark in text.split(",") if mark]
    _demand(all(0 <= mark < 1 << 63 for mark in marks))
    position.seen = vec[i64](marks or [0])
    position.seen_count = len(marks)


def _decode_under_way(position: Position, text: str) -> None:
    if not text:
        return
    numbers = [int(part) for part in text.split(",")]
    _demand(len(numbers) == 12 and all(abs(number) < 1 << 32 for number in numbers))
    position.actor, position.target, position.landing, position.spell, position.bonus = numbers[:5]
    position.attack_dice, position.defence_dice, position.edge, position.cause = numbers[5:9]
    position.pending, position.fallen, position.rain = numbers[9:]


def _decode_turn(position: Position, phase: int, over: str) -> None:
    _demand(0 <= phase <= PROMOTION and (phase == 0) == bool(over))
    position.phase = phase
    position.to_act = CHANCE if phase in ROLLS else position.side
    if over:
        winners, code = _pair(over, ",")
        position.finish(_bounded(winners, 1, 3), _bounded(code, 1, len(REASONS) - 1))


def _is_sound(position: Position) -> bool:
    """Whether what is under way fits the board."""
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
    if position.phase in (SAVE, RAIN) and position.cause == SHOT:
        return True
    if not all(0 < square < len(position.board) and position.board[square] > EMPTY for square in squares):
        return False
    return bool(side_of(position.board[position.actor]) == position.side)


def _dice_fit(position: Position) -> bool:
    for mask in (position.pending, position.fallen, position.rain):
        for unit in range(2 * UNITS):
            if mask >> unit & 1 and position.where[unit] == NOWHERE:
                return False
    if (position.phase == SAVE and not position.pending) or (position.phase == RAIN and not position.rain):
        return False
    dice = position.attack_dice + position.defence_dice
    return bool(position.phase != FIGHT or (position.attack_dice > 0 <= position.defence_dice and dice < 1 << 20))
