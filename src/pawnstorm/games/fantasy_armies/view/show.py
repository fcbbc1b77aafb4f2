"""The position for one viewer: the board with every present number, piles, gauges and choices.

Only armies that are being chosen in secret are hidden (FA-A4); everything else is public.
"""

from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.core.view import Gauge, Stat, Token, Tray, View
from pawnstorm.games.fantasy_armies.pieces import LIST_KEYS, SIDES, Book, list_of
from pawnstorm.games.fantasy_armies.rules.army import MOST, is_secret, size_of, spent_by
from pawnstorm.games.fantasy_armies.rules.dice import pool
from pawnstorm.games.fantasy_armies.rules.ending import REASONS
from pawnstorm.games.fantasy_armies.rules.profile import aura, dice_of, save_of
from pawnstorm.games.fantasy_armies.state import (
    BEGIN,
    CHOOSE_BODY,
    CHOOSE_GRAVE,
    CHOOSE_PASSENGER,
    CHOOSE_SQUARE,
    DEPLOY,
    DRAFT,
    EMPTY,
    LOST,
    MUST_MOVE,
    NOWHERE,
    PROMOTION,
    RESERVE,
    ROLL_DEPLOY,
    ROLL_DRAFT,
    TURN,
    Position,
    entangled_of,
    growth_of,
    side_of,
    smash_of,
    type_of,
    unit_of,
    ward_of,
)
from pawnstorm.games.fantasy_armies.view.offers import offers, tray_token
from pawnstorm.kit.chessboard import CELLS, GRID


def show(position: Position, viewer: int) -> View:
    """What a seat, or a spectator, may see and choose."""
    over = position.to_act == OVER
    return View(
        game="fantasy-armies",
        viewer=viewer,
        turn=int(position.to_act),
        prompt=_prompt(position),
        columns=GRID.columns,
        rows=GRID.rows,
        cells=CELLS,
        tokens=tuple(_token(position, square) for square in GRID.cells() if position.board[square] != EMPTY),
        trays=_trays(position, viewer),
        gauges=_gauges(position, viewer),
        offers=offers(position) if viewer == position.to_act else (),
        winners=tuple(side for side in (0, 1) if position.winners >> side & 1) if over else (),
        ending=REASONS[position.ending_code][0] if over else "",
        marks=_marks(position),
    )


def _prompt(position: Position) -> str:
    side, phase = SIDES[position.side], int(position.phase)
    if position.to_act == OVER:
        return "The game is over"
    if position.to_act == CHANCE:
        if phase in (ROLL_DRAFT, ROLL_DEPLOY):
            return "Both throw a die: the lower one comes first"
        return f"The dice decide: {pool(position).reason}"
    where = GRID.name(position.actor) if position.actor != NOWHERE else ""
    return {
        DRAFT: f"{side} chooses an army",
        DEPLOY: f"{side} sets up",
        BEGIN: f"{side} says who begins",
        TURN: f"{side} to act" + (f", with {position.turns_owed} more turns to come" if position.turns_owed else ""),
        MUST_MOVE: f"{side} must move the piece on {where}",
        CHOOSE_PASSENGER: f"{side}: who is teleported?",
        CHOOSE_SQUARE: f"{side}: where does the piece appear?",
        CHOOSE_BODY: f"{side}: who is raised?",
        CHOOSE_GRAVE: f"{side}: as what, and where?",
        PROMOTION: f"{side}: what becomes of the piece on {where}?",
    }[phase]


def _marks(position: Position) -> dict[str, str]:
    marks = {}
    if position.phase in (CHOOSE_GRAVE, CHOOSE_BODY):
        return {GRID.name(position.actor): "actor"}
    for square, mark in ((position.actor, "actor"), (position.landing, "landing"), (position.target, "target")):
        if square != NOWHERE:
            marks[GRID.name(square)] = mark
    return marks


def _token(position: Position, square: int) -> Token:
    cell = position.board[square]
    book, kind, side = position.laws.book, int(type_of(cell)), int(side_of(cell))
    return Token(
        id=f"u{unit_of(cell)}",
        kind=slug(book, kind),
        name=f"{SIDES[side]} {book.names[kind]}",
        letter=book.codes[kind],
        owner=side,
        cell=GRID.name(square),
        marks=_token_marks(position, square),
        stats=(
            Stat("HTH", int(dice_of(position, cell, square)), int(book.hth[kind])),
            Stat("D", int(save_of(position, cell, square)), int(book.save[kind])),
            *_shot_stats(position, kind),
        ),
    )


def slug(book: Book, kind: int) -> str:
    """The name of a type's picture, with its list, because two lists have an Archer."""
    return f"{LIST_KEYS[list_of(kind)]}-{book.names[kind].lower().replace(' ', '-')}"


def _shot_stats(position: Position, kind: int) -> tuple[Stat, ...]:
    """FA-16: dice and range of pieces that shoot."""
    shots, reach = int(position.laws.shots[kind]), int(position.laws.range[kind])
    return (Stat("RA", shots, shots), Stat("Range", reach, reach)) if shots else ()


def _plain_stat(name: str, value: int) -> Stat:
    return Stat(name, int(value), int(value))


def _token_marks(position: Position, square: int) -> tuple[str, ...]:
    """Spells and changes of a piece, and the auras that it has and gives."""
    cell, book = position.board[square], position.laws.book
    kind = type_of(cell)
    marks = (
        ("entangled", entangled_of(cell) > 0),
        ("warded", ward_of(cell) > 0),
        ("smash", smash_of(cell) > 0),
        ("grown", growth_of(cell) > 0),
        ("drained", growth_of(cell) < 0),
        ("inspired", aura(position, book.aura_hth, cell, square) > 0),
        ("blessed", aura(position, book.aura_d, cell, square) > 0),
        ("inspires", book.aura_hth[kind] > 0),
        ("blesses", book.aura_d[kind] > 0),
    )
    return tuple(mark for mark, there in marks if there)


def _trays(position: Position, viewer: int) -> tuple[Tray, ...]:
    trays: list[Tray] = []
    for side, name in enumerate(SIDES):
        if not is_secret(position, viewer, side):
            title = f"{name} chooses" if position.phase == DRAFT else f"{name}'s reserve"
            trays.append(_tray(position, RESERVE, "reserve", title, side))
        trays.append(_tray(position, LOST, "lost", f"Lost by {name}", side))
    return tuple(trays)


def _tray(position: Position, pile: int, key: str, title: str, side: int) -> Tray:
    tokens: list[Token] = []
    book, army = position.laws.book, int(position.list_of(side))
    for kind in book.types[army] if army >= 0 else ():
        stats = (_plain_stat("HTH", book.hth[kind]), _plain_stat("D", book.save[kind]))
        for number in range(position.pile(pile, side, kind)):
            name, own = f"{SIDES[side]} {book.names[kind]}", (*stats, *_shot_stats(position, kind))
            token = tray_token(key, side, kind, number)
            tokens.append(Token(token, slug(book, kind), name, book.codes[kind], side, stats=own))
    return Tray(f"{key}-{side}", title, side, tuple(tokens))


def _gauges(position: Position, viewer: int) -> tuple[Gauge, ...]:
    gauges: list[Gauge] = []
    for side in (0, 1):
        if position.phase == DRAFT and not is_secret(position, viewer, side):
            # Gauges are whole numbers, and prices have halves: what is left rounds down, so what is spent rounds up.
            spent = (int(spent_by(position, side)) + 1) // 2
            gauges.append(Gauge(f"points-{side}", "Points", side, spent, int(position.laws.budget) // 2))
            gauges.append(Gauge(f"size-{side}", "Pieces", side, int(size_of(position, side)), MOST))
        if position.ritual_of(side):
            gauges.append(Gauge(f"ritual-{side}", "Ritual", side, int(position.ritual_of(side))))
        if position.side == side and position.turns_owed:
            gauges.append(Gauge(f"charge-{side}", "Turns to come", side, int(position.turns_owed)))
    return tuple(gauges)
