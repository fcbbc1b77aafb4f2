"""Positions as text: one encoded line that loses nothing, or a drawing with facts that a person can write."""

import re
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue, Sketch
from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.games.chess_attack.pieces import KING, LETTERS, PAWN
from pawnstorm.games.chess_attack.rules.combat import declare
from pawnstorm.games.chess_attack.rules.refusals import SIDES
from pawnstorm.games.chess_attack.rules.turns import note_passed
from pawnstorm.games.chess_attack.rules.winning import BOTH, REASONS, open_turn, points_taken
from pawnstorm.games.chess_attack.state import (
    BLACK,
    EMPTY,
    GRID,
    NOWHERE,
    UNITS,
    WHITE,
    WOUND,
    Position,
    forward,
    kind_of,
    piece_of,
    side_of,
)

_RIGHTS: Final = "KQkq"
_RIGHTS_HOME: Final = (("e1", "h1"), ("e1", "a1"), ("e8", "h8"), ("e8", "a8"))
_UNIT: Final = re.compile(r"([PNBRQK])([a-h][1-8])(\*?)")


def token(cell: int) -> str:
    """A piece as it is drawn: capital for White, small for Black, a star for a wound."""
    letter = LETTERS[kind_of(cell)]
    return (letter if side_of(cell) == 0 else letter.lower()) + ("*" if cell & WOUND else "")


def rights_text(position: Position) -> str:
    """Castling rights as in chess: KQkq, or - for none."""
    return "".join(letter for bit, letter in enumerate(_RIGHTS) if position.rights >> bit & 1) or "-"


def skipped_text(position: Position) -> str:
    """The square that a pawn has just stepped past, or -."""
    if position.passed == NOWHERE:
        return "-"
    return GRID.name(position.passed + forward(position.side))


def lost_text(position: Position, side: int) -> str:
    """The letters of the pieces a side has lost, dearest first."""
    kinds = range(KING, 0, -1)
    return " ".join(LETTERS[kind] for kind in kinds for _ in range(position.lost[side << 3 | kind]))


def sketch(position: Position) -> Sketch:
    """The position as a drawing with all its facts."""
    rows = tuple(
        tuple(_drawn(position.board[GRID.cell(column, row)]) for column in range(8)) for row in range(7, -1, -1)
    )
    facts: dict[str, FactValue] = {
        "turn": SIDES[position.side],
        "castling": rights_text(position),
        "en_passant": skipped_text(position),
        "quiet": int(position.quiet),
        "lost": {name: lost_text(position, side) for side, name in enumerate(SIDES)},
        "points": {name: int(points_taken(position, side)) for side, name in enumerate(SIDES)},
    }
    return Sketch(rows, facts)


def _drawn(cell: int) -> str:
    return "." if cell == EMPTY else token(cell)


def place(position: Position, drawing: Sketch) -> None:
    """Set an empty position up as drawn; refuses what cannot stand on this board."""
    for row, tokens in zip(range(7, -1, -1), drawing.rows, strict=True):
        for column, drawn in enumerate(tokens):
            if drawn != ".":
                _stand(position, drawn, GRID.cell(column, row))
    for side, name in enumerate(SIDES):
        _check_king(position, side, name)
    facts = dict(drawing.facts)
    if _text(facts, "turn", "White") not in SIDES:
        raise BadPosition(f"turn should be White or Black, not '{drawing.facts['turn']}'")
    if drawing.facts.get("turn") == "Black":
        position.change_side()
    position.set_rights(_read_rights(position, _text(facts, "castling", "-")))
    _read_passed(position, _text(facts, "en_passant", "-"))
    _read_lost(position, facts.pop("lost", {}))
    position.quiet = _number(facts, "quiet")
    if facts:
        raise BadPosition(f"a position of chess-attack has no fact '{next(iter(facts))}'")
    open_turn(position)


def _text(facts: dict[str, FactValue], key: str, default: str) -> str:
    value = facts.pop(key, default)
    if not isinstance(value, str):
        raise BadPosition(f"{key} should be text, not {value!r}")
    return value


def _number(facts: dict[str, FactValue], key: str) -> int:
    value = facts.pop(key, 0)
    if not isinstance(value, int) or value < 0:
        raise BadPosition(f"{key} should be a number from 0, not {value!r}")
    return value


def _stand(position: Position, drawn: str, square: int) -> None:
    kind = LETTERS.find(drawn[0].upper())
    if kind < PAWN or drawn[1:] not in ("", "*"):
        raise BadPosition(f"{GRID.name(square)}: there is no piece '{drawn}'; the letters are PNBRQK and pnbrqk")
    side = 0 if drawn[0].isupper() else 1
    for unit in range(side * UNITS, (side + 1) * UNITS):
        if position.where[unit] == NOWHERE:
            position.put(piece_of(unit, kind) | (WOUND if drawn[1:] else 0), square)
            return
    raise BadPosition(f"{GRID.name(square)}: {SIDES[side]} has more than {UNITS} pieces")


def _check_king(position: Position, side: int, name: str) -> None:
    squares = [position.where[unit] for unit in range(side * UNITS, (side + 1) * UNITS)]
    kings = sum(kind_of(position.board[square]) == KING for square in squares if square != NOWHERE)
    if kings != 1:
        raise BadPosition(f"{name} should have one King, not {kings}")


def _read_rights(position: Position, text: str) -> int:
    rights = 0
    for letter in text.replace("-", ""):
        bit = _RIGHTS.find(letter)
        if bit < 0:
            raise BadPosition(f"castling should be letters of KQkq or -, not '{text}'")
        king, rook = (position.board[GRID.find(name)] for name in _RIGHTS_HOME[bit])
        case = str.upper if bit < 2 else str.lower
        if token(king)[0] != case("k") or token(rook)[0] != case("r"):
            raise BadPosition(f"castling right '{letter}' needs King and rook on {' and '.join(_RIGHTS_HOME[bit])}")
        rights |= 1 << bit
    return rights


def _read_passed(position: Position, skipped: str) -> None:
    if skipped == "-":
        return
    square = GRID.find(skipped)
    if square < 0 or not _has_passed(position, square - forward(position.side)):
        raise BadPosition(f"en_passant: no enemy pawn has just stepped past '{skipped}'")
    note_passed(position, square - forward(position.side))


def _has_passed(position: Position, pawn: int) -> bool:
    """CA-A48: whether an enemy pawn may have come here by a double step: both squares behind it are free."""
    behind = pawn + forward(position.side)
    home = behind + forward(position.side)
    return bool(
        position.board[pawn] & 31 == PAWN << 2 | (1 + position.side)
        and position.board[behind] == position.board[home] == EMPTY
        and GRID.row(home) == (6 if position.side == WHITE else 1)
    )


def _read_lost(position: Position, lost: FactValue) -> None:
    if not isinstance(lost, dict):
        raise BadPosition(f"lost should name sides and letters, not {lost!r}")
    for name, letters in lost.items():
        if name not in SIDES or not isinstance(letters, str):
            raise BadPosition(f"lost: '{name}' should be White or Black with letters")
        for letter in letters.split():
            kind = LETTERS.find(letter)
            if kind < PAWN or kind == KING:
                raise BadPosition(f"lost: {name} cannot have lost '{letter}'; the letters are P N B R Q")
            position.lost[SIDES.index(name) << 3 | kind] += 1


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    units = [_encode_unit(position, unit) for unit in range(2 * UNITS)]
    seen = ",".join(f"{position.seen[index]:x}" for index in range(position.seen_count))
    fields = {
        "side": SIDES[position.side],
        "castling": rights_text(position),
        "passed": _square_text(position.passed),
        "quiet": str(position.quiet),
        "lost": "/".join(lost_text(position, side).replace(" ", "") or "-" for side in (0, 1)),
        "units": "/".join(",".join(units[side * UNITS : (side + 1) * UNITS]) for side in (0, 1)),
        "seen": seen,
    }
    if position.to_act == CHANCE:
        squares = (position.attacker, position.target, position.landing)
        sums = f"{position.attack},{position.defence}"
        fields["fight"] = ",".join(GRID.name(square) for square in squares) + "," + sums
    if position.arrived != NOWHERE:
        fields["arrived"] = GRID.name(position.arrived)
    if position.to_act == OVER:
        fields["over"] = f"{position.winners},{position.ending_code}"
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _encode_unit(position: Position, unit: int) -> str:
    square = position.where[unit]
    if square == NOWHERE:
        return "-"
    cell = position.board[square]
    return f"{LETTERS[kind_of(cell)]}{GRID.name(square)}{'*' if cell & WOUND else ''}"


def _square_text(square: int) -> str:
    return "-" if square == NOWHERE else GRID.name(square)


def decode(position: Position, text: str) -> None:
    """Fill an empty position from `encode`'s line; what the board contradicts is not believed."""
    try:
        fields = dict(field.split("=", 1) for field in text.split(" "))
        _decode_units(position, fields["units"])
        if SIDES.index(fields["side"]) == BLACK:
            position.change_side()
        position.set_rights(_read_rights(position, fields["castling"]))
        _decode_passed(position, fields["passed"])
        position.quiet = int(fields["quiet"])
        _decode_lost(position, fields["lost"])
        marks = [int(mark, 16) for mark in fields["seen"].split(",") if mark]
        position.seen = vec[i64](marks or [0])
        position.seen_count = len(marks)
        _decode_pending(position, fields)
        _expect(encode(position) == text and position.quiet >= 0)
    except (KeyError, ValueError, IndexError, OverflowError, BadPosition):
        raise BadPosition(f"'{text}' is not an encoded position of chess-attack") from None


def _expect(sound: bool) -> None:
    if not sound:
        raise ValueError


def _decode_units(position: Position, text: str) -> None:
    units = ",".join(text.split("/")).split(",")
    _expect(len(units) == 2 * UNITS)
    for unit, drawn in enumerate(units):
        if drawn != "-":
            shape = _UNIT.fullmatch(drawn)
            if not shape or position.board[GRID.find(shape[2])] != EMPTY:
                raise ValueError
            cell = piece_of(unit, LETTERS.index(shape[1])) | (WOUND if shape[3] else 0)
            position.put(cell, GRID.find(shape[2]))


def _decode_square(text: str) -> int:
    square = GRID.find(text)
    _expect(square >= 0)
    return square


def _decode_passed(position: Position, text: str) -> None:
    if text != "-":
        pawn = _decode_square(text)
        _expect(position.board[pawn] & 31 == PAWN << 2 | (1 + position.side))
        note_passed(position, pawn)


def _decode_lost(position: Position, text: str) -> None:
    for side, letters in enumerate(text.split("/")):
        for letter in letters.replace("-", ""):
            position.lost[side << 3 | LETTERS.index(letter)] += 1


def _decode_pending(position: Position, fields: dict[str, str]) -> None:
    if "over" in fields:
        winners, code = map(int, fields["over"].split(","))
        _expect(1 <= winners <= BOTH and 1 <= code < len(REASONS))
        position.finish(winners, code)
        return
    for side, name in enumerate(SIDES):
        _check_king(position, side, name)
        _expect(not position.king_gone(side))
    if "fight" in fields:
        attacker, target, landing = map(_decode_square, fields["fight"].split(",")[:3])
        own, enemy = 2 - position.side, 1 + position.side
        _expect(position.board[attacker] & 3 == own and position.board[target] & 3 == enemy)
        declare(position, attacker, target, landing)
    if "arrived" in fields:
        position.arrived = _decode_square(fields["arrived"])
        _expect(position.board[position.arrived] & 31 == PAWN << 2 | (2 - position.side))
