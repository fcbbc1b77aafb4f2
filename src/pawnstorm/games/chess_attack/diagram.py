"""Positions as text: one encoded line that loses nothing, or a drawing with facts that a person can write."""

import re
from typing import Final

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue, Sketch
from pawnstorm.core.state import CHANCE
from pawnstorm.games.chess_attack.pieces import KING, LETTERS, PAWN, SIDES
from pawnstorm.games.chess_attack.rules.combat import declare_attack
from pawnstorm.games.chess_attack.rules.turns import note_passed
from pawnstorm.games.chess_attack.rules.winning import BOTH, REASONS, open_turn, points_taken
from pawnstorm.games.chess_attack.state import (
    BLACK,
    EMPTY,
    NOWHERE,
    UNITS,
    WHITE,
    WOUND_BIT,
    Position,
    forward,
    kind_of,
    piece_of,
    side_of,
)
from pawnstorm.kit.chessboard import GRID
from pawnstorm.kit.drawing import draw_cells, drawn_cells
from pawnstorm.kit.encoding import (
    NOTHING,
    EncodedLine,
    demand,
    read_square,
    read_units,
    write_line,
    write_list,
    write_seen,
    write_sides,
    write_square,
)
from pawnstorm.kit.facts import Facts

_RIGHTS: Final = "KQkq"
_RIGHTS_HOME: Final = (("e1", "h1"), ("e1", "a1"), ("e8", "h8"), ("e8", "a8"))
_MOST: Final = 1 << 40
_UNIT: Final = re.compile(r"([PNBRQK])([a-h][1-8])(\*?)")


def token(cell: int) -> str:
    """A piece as it is drawn: capital for White, small for Black, a star for a wound."""
    letter = LETTERS[kind_of(cell)]
    return (letter if side_of(cell) == WHITE else letter.lower()) + ("*" if cell & WOUND_BIT else "")


def rights_text(position: Position) -> str:
    """Castling rights as in chess: KQkq, or - for none."""
    return "".join(letter for bit, letter in enumerate(_RIGHTS) if position.rights >> bit & 1) or "-"


def skipped_text(position: Position) -> str:
    """The square that a pawn has just stepped past, or -."""
    if position.passed == NOWHERE:
        return "-"
    return GRID.name(position.passed + forward(position.side))


def lost_text(position: Position, side: int) -> str:
    """The letters of the pieces a side has lost, most valuable first."""
    kinds = range(KING, 0, -1)
    return " ".join(LETTERS[kind] for kind in kinds for _ in range(position.lost[side << 3 | kind]))


def sketch(position: Position) -> Sketch:
    """The position as a drawing with all its facts."""
    rows = draw_cells(GRID, lambda square: _drawn(position.board[square]))
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
    """Set up an empty position as drawn; refuses what this board cannot have."""
    for square, drawn in drawn_cells(GRID, drawing.rows):
        _stand(position, drawn, square)
    for side, name in enumerate(SIDES):
        _check_king(position, side, name)
    facts = Facts("chess-attack", SIDES, drawing.facts)
    if facts.seat("turn") == BLACK:
        position.change_side()
    position.set_rights(_read_rights(position, facts.text("castling", "-")))
    _read_passed(position, facts.text("en_passant", "-"))
    for side, letters in facts.texts_by_seat("lost"):
        _read_lost(position, side, letters)
    position.quiet = facts.number("quiet")
    facts.close()
    open_turn(position)


def _stand(position: Position, drawn: str, square: int) -> None:
    kind = LETTERS.find(drawn[0].upper())
    if kind < PAWN or drawn[1:] not in ("", "*"):
        raise BadPosition(f"{GRID.name(square)}: there is no piece '{drawn}'; the letters are PNBRQK and pnbrqk")
    side = 0 if drawn[0].isupper() else 1
    for unit in range(side * UNITS, (side + 1) * UNITS):
        if position.where[unit] == NOWHERE:
            position.put(piece_of(unit, kind) | (WOUND_BIT if drawn[1:] else 0), square)
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
    """CA-A48: whether an enemy pawn may have come here by a double step: both squares behind it are empty."""
    behind = pawn + forward(position.side)
    home = behind + forward(position.side)
    return bool(
        position.board[pawn] & 31 == PAWN << 2 | (1 + position.side)
        and position.board[behind] == position.board[home] == EMPTY
        and GRID.row(home) == (6 if position.side == WHITE else 1)
    )


def _read_lost(position: Position, side: int, letters: str) -> None:
    for letter in letters.split():
        kind = LETTERS.find(letter)
        if kind < PAWN or kind == KING:
            raise BadPosition(f"lost: {SIDES[side]} cannot have lost '{letter}'; the letters are P N B R Q")
        position.lost[side << 3 | kind] += 1


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    units = [_encode_unit(position, unit) for unit in range(2 * UNITS)]
    fields = {
        "side": SIDES[position.side],
        "castling": rights_text(position),
        "passed": write_square(GRID, position.passed),
        "quiet": str(position.quiet),
        "lost": write_sides(lost_text(position, side).replace(" ", "") or NOTHING for side in (0, 1)),
        "units": write_sides(write_list(units[side * UNITS : (side + 1) * UNITS]) for side in (0, 1)),
        "seen": write_seen(position.seen, int(position.seen_count)),
    }
    if position.to_act == CHANCE:
        squares = [GRID.name(square) for square in (position.attacker, position.target, position.landing)]
        fields["fight"] = write_list([*squares, position.attack, position.defence])
    if position.arrived != NOWHERE:
        fields["arrived"] = GRID.name(position.arrived)
    return write_line(position, fields)


def _encode_unit(position: Position, unit: int) -> str:
    square = position.where[unit]
    if square == NOWHERE:
        return NOTHING
    cell = position.board[square]
    return f"{LETTERS[kind_of(cell)]}{GRID.name(square)}{'*' if cell & WOUND_BIT else ''}"


def decode(position: Position, text: str) -> None:
    """Fill an empty position from a line of `encode`; refuses what the board contradicts."""
    with EncodedLine("chess-attack", text) as line:
        _decode_units(position, line.sides("units"))
        if SIDES.index(line.text("side")) == BLACK:
            position.change_side()
        position.set_rights(_read_rights(position, line.text("castling")))
        _decode_passed(position, line.text("passed"))
        position.quiet = line.number("quiet", 0, _MOST)
        _decode_lost(position, line.sides("lost"))
        position.seen = line.seen("seen")
        position.seen_count = len(position.seen)
        _decode_under_way(position, line)
        demand(encode(position) == text)


def _decode_units(position: Position, sides: tuple[str, str]) -> None:
    for unit, drawn in read_units(sides, UNITS):
        _decode_unit(position, unit, drawn)


def _decode_unit(position: Position, unit: int, drawn: str) -> None:
    shape = _UNIT.fullmatch(drawn)
    if not shape or position.board[GRID.find(shape[2])] != EMPTY:
        raise ValueError(drawn)
    cell = piece_of(unit, LETTERS.index(shape[1])) | (WOUND_BIT if shape[3] else 0)
    position.put(cell, GRID.find(shape[2]))


def _decode_passed(position: Position, text: str) -> None:
    if text != NOTHING:
        pawn = read_square(GRID, text)
        demand(position.board[pawn] & 31 == PAWN << 2 | (1 + position.side))
        note_passed(position, pawn)


def _decode_lost(position: Position, sides: tuple[str, str]) -> None:
    for side, letters in enumerate(sides):
        for letter in letters.replace(NOTHING, ""):
            position.lost[side << 3 | LETTERS.index(letter)] += 1


def _decode_under_way(position: Position, line: EncodedLine) -> None:
    """The fight or the rescue under way, or how the game ended."""
    if line.ending_into(position, BOTH, len(REASONS)):
        return
    for side, name in enumerate(SIDES):
        _check_king(position, side, name)
        demand(not position.king_gone(side))
    if line.has("fight"):
        attacker, target, landing = (read_square(GRID, name) for name in line.words("fight")[:3])
        own, enemy = 2 - position.side, 1 + position.side
        demand(position.board[attacker] & 3 == own and position.board[target] & 3 == enemy)
        declare_attack(position, attacker, target, landing)
    if line.has("arrived"):
        position.arrived = read_square(GRID, line.text("arrived"))
        demand(position.board[position.arrived] & 31 == PAWN << 2 | (2 - position.side))
