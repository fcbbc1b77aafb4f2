"""Positions as drawings with facts that a person can write."""

from typing import Final

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue, Sketch
from pawnstorm.games.fantasy_armies.pieces import LIST_KEYS, PAWN, SIDES, SPELL_VERBS, TYPES_PER_LIST, list_of
from pawnstorm.games.fantasy_armies.rules.moving import passed_square
from pawnstorm.games.fantasy_armies.rules.turn_order import open_turn
from pawnstorm.games.fantasy_armies.state import (
    BEGIN,
    CHOOSE_BODY,
    CHOOSE_GRAVE,
    CHOOSE_PASSENGER,
    CHOOSE_SQUARE,
    DEPLOY,
    DRAFT,
    EMPTY,
    ENTANGLE_SHIFT,
    FRESH,
    LINK_SHIFT,
    LOST,
    MUST_MOVE,
    NO_UNIT,
    NOWHERE,
    PROMOTION,
    RESERVE,
    SMASH_SHIFT,
    TURN,
    UNITS,
    WARD_SHIFT,
    Position,
    entangled_of,
    forward,
    growth_of,
    link_of,
    piece_of,
    side_of,
    smash_of,
    type_of,
    unit_of,
)
from pawnstorm.kit.chessboard import GRID
from pawnstorm.kit.drawing import draw_cells, drawn_cells
from pawnstorm.kit.facts import Facts, write_words

_MOST: Final = 999
PHASES: Final = {
    0: "over",
    DRAFT: "draft",
    DEPLOY: "deploy",
    BEGIN: "begin",
    TURN: "turn",
    MUST_MOVE: "must move",
    CHOOSE_PASSENGER: "teleport",
    CHOOSE_SQUARE: "appear",
    CHOOSE_BODY: "raise",
    CHOOSE_GRAVE: "rise",
    PROMOTION: "promotion",
}


def token(position: Position, cell: int) -> str:
    """A piece as it is drawn: its two-letter code, capital for White, small for Black."""
    code = position.laws.book.codes[type_of(cell)]
    return code if side_of(cell) == 0 else code.lower()


def pile_text(position: Position, pile: int, side: int) -> str:
    """The codes of the pieces in a pile, in the order of the list."""
    army = int(position.list_of(side))
    if army < 0:
        return ""
    book = position.laws.book
    return " ".join(book.codes[kind] for kind in book.types[army] for _ in range(position.pile(pile, side, kind)))


def sketch(position: Position) -> Sketch:
    """The position as a drawing with all its facts."""
    rows = draw_cells(GRID, lambda square: _drawn(position, position.board[square]))
    return Sketch(rows, {**_table_facts(position), **_piece_facts(position)})


def _table_facts(position: Position) -> dict[str, FactValue]:
    return {
        "turn": SIDES[position.side],
        "phase": PHASES.get(int(position.phase), "dice"),
        "first": SIDES[position.first_side],
        "lists": {name: _list_name(position, side) for side, name in enumerate(SIDES)},
        "lost": {name: pile_text(position, LOST, side) for side, name in enumerate(SIDES)},
        "reserve": {name: pile_text(position, RESERVE, side) for side, name in enumerate(SIDES)},
        "en_passant": _skipped(position),
        "quiet": int(position.quiet),
        "owed": int(position.turns_owed),
        "won_turn": "yes" if position.charging else "no",
        "ritual": {name: int(position.ritual_of(side)) for side, name in enumerate(SIDES) if position.ritual_of(side)},
    }


def _skipped(position: Position) -> str:
    """The square that a P has just stepped over, for either side (FA-A77); none if that P has fallen since."""
    cell = position.board[position.passed]
    return GRID.name(position.passed - forward(side_of(cell))) if cell > EMPTY else "-"


def _list_name(position: Position, side: int) -> str:
    army = int(position.list_of(side))
    return LIST_KEYS[army] if army >= 0 else "-"


def _piece_facts(position: Position) -> dict[str, FactValue]:
    cells = [(GRID.name(square), position.board[square]) for square in GRID.cells() if position.board[square] != EMPTY]
    return {
        "fresh": write_words(name for name, cell in cells if cell & FRESH),
        "entangled": write_words(name for name, cell in cells if entangled_of(cell)),
        "smash": write_words(name for name, cell in cells if smash_of(cell)),
        "wards": {name: GRID.name(position.where[link_of(cell) - 1]) for name, cell in cells if link_of(cell)},
        "hth": {name: int(growth_of(cell)) for name, cell in cells if growth_of(cell)},
    }


def _drawn(position: Position, cell: int) -> str:
    return "." if cell == EMPTY else token(position, cell)


def place(position: Position, drawing: Sketch) -> None:
    """Set up an empty position as drawn, at the beginning of a turn; refuses what this board cannot have."""
    for square, drawn in drawn_cells(GRID, drawing.rows):
        _stand(position, drawn, square)
    for side, name in enumerate(SIDES):
        if position.king_square(side) == NOWHERE:
            raise BadPosition(f"{name} should have its King piece")
    facts = Facts("fantasy-armies", SIDES, drawing.facts)
    _read_pieces(position, facts)
    _read_table(position, facts)
    facts.close()
    open_turn(position)


def _stand(position: Position, drawn: str, square: int) -> None:
    book, where = position.laws.book, GRID.name(square)
    if drawn.upper() not in book.codes or not (drawn.isupper() or drawn.islower()):
        raise BadPosition(f"{where}: there is no piece '{drawn}'; the codes are {' '.join(filter(None, book.codes))}")
    side, kind = 0 if drawn.isupper() else 1, book.codes.index(drawn.upper())
    army = int(position.list_of(side))
    if army not in (-1, list_of(kind)):
        raise BadPosition(
            f"{where}: {book.names[kind]} is not of {book.titles[army]}, which {SIDES[side]} plays (FA-07)"
        )
    if book.king[kind] and position.king_square(side) != NOWHERE:
        raise BadPosition(f"{where}: {SIDES[side]} has a King piece already (FA-A3)")
    unit = position.free_unit(side)
    if unit == NO_UNIT:
        raise BadPosition(f"{where}: {SIDES[side]} has more than {UNITS} pieces (FA-09)")
    position.set_list(side, list_of(kind))
    position.put(piece_of(unit, kind), square)


def _read_table(position: Position, facts: Facts) -> None:
    """Whose turn it is, and everything off the board."""
    position.set_side(facts.seat("turn"))
    position.first_side = facts.seat("first")
    for side, codes in facts.texts_by_seat("lost"):
        _read_lost(position, side, codes)
    position.quiet = facts.number("quiet", most=_MOST)
    position.set_turns_owed(facts.number("owed", most=_MOST))
    position.charging = int(facts.text("won_turn", "no") == "yes")
    for side, bonus in facts.numbers_by_seat("ritual", 5):
        position.set_ritual(side, bonus)
    _read_passed(position, facts.text("en_passant", "-"))


def _read_pieces(position: Position, facts: Facts) -> None:
    """Spells and lasting changes of pieces."""
    book = position.laws.book
    for square in _read_squares(position, facts, "fresh", _home(position)):
        position.change(square, position.board[square] | FRESH)
    for square in _read_squares(position, facts, "entangled"):
        position.change(square, position.board[square] | _amount(position, "entangle") << ENTANGLE_SHIFT)
    for square in _read_squares(position, facts, "smash"):
        position.change(square, position.board[square] | _amount(position, "smash") << SMASH_SHIFT)
    for name, value in facts.table("hth").items():
        if not isinstance(value, int):
            raise BadPosition(f"hth: {name} should have a number, not {value!r}")
        position.grow(_read_square(position, "hth", name), value)
    for name, bearer in facts.table("wards").items():
        caster = _read_square(position, "wards", name)
        target = _read_square(position, "wards", str(bearer))
        if not book.spells[type_of(position.board[caster])]:
            raise BadPosition(f"wards: the piece on {name} casts no spells")
        position.change(target, position.board[target] | _amount(position, "ward") << WARD_SHIFT)
        position.change(caster, position.board[caster] | (unit_of(position.board[target]) + 1) << LINK_SHIFT)


def _read_lost(position: Position, side: int, codes: str) -> None:
    book = position.laws.book
    for code in codes.split():
        kind = book.codes.index(code) if code in book.codes else 0
        if kind == 0 or list_of(kind) != position.list_of(side):
            raise BadPosition(f"lost: {SIDES[side]} has no piece '{code}'")
        position.piles[LOST + side * TYPES_PER_LIST + (kind - 1) % TYPES_PER_LIST] += 1


def _read_passed(position: Position, skipped: str) -> None:
    if skipped == "-":
        return
    # Within a charge it is a P of the charging side, which the enemy may answer afterwards (FA-A77).
    owner = position.side if position.charging else 1 - position.side
    square = GRID.find(skipped)
    pawn = square + forward(owner)
    cell = position.board[pawn] if square >= 0 else EMPTY
    if cell <= EMPTY or side_of(cell) != owner or position.laws.move[type_of(cell)] != PAWN:
        whose = "own" if position.charging else "enemy"
        raise BadPosition(f"en_passant: no {whose} P has just stepped past '{skipped}'")
    position.set_passed(passed_square(position, pawn))


def _read_squares(position: Position, facts: Facts, key: str, default: str = "-") -> list[int]:
    return [_read_square(position, key, name) for name in facts.words(key, default)]


def _read_square(position: Position, key: str, name: str) -> int:
    square = GRID.find(name)
    if square < 0 or position.board[square] == EMPTY:
        raise BadPosition(f"{key}: there is no piece on '{name}'")
    return square


def _home(position: Position) -> str:
    """FA-A11: unless a drawing says otherwise, P pieces on the two back rows still have their double step."""
    home: list[str] = []
    for square in GRID.cells():
        cell = position.board[square]
        if cell != EMPTY and position.laws.move[type_of(cell)] == PAWN:
            if GRID.row(square) in ((0, 1) if side_of(cell) == 0 else (6, 7)):
                home.append(GRID.name(square))
    return write_words(home)


def _amount(position: Position, verb: str) -> int:
    """The number of the first spell of a kind, as its list prints it."""
    book = position.laws.book
    spells = [spell for spell in range(len(book.verb)) if SPELL_VERBS[book.verb[spell]] == verb]
    return int(book.amount[spells[0]])
