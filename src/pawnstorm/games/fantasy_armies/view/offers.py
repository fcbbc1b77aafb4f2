"""Choices as trees: piece, action, target; each leaf is an order ready to send, with its odds."""

from collections.abc import Callable
from typing import Final

from pawnstorm.core.odds import odds
from pawnstorm.core.view import Chance, Offer, Part
from pawnstorm.games.fantasy_armies.notation import attacks, write
from pawnstorm.games.fantasy_armies.pieces import Book, halves_text
from pawnstorm.games.fantasy_armies.rules.aiming import is_aimed
from pawnstorm.games.fantasy_armies.rules.profile import AROUND, lasting_hth, save_of
from pawnstorm.games.fantasy_armies.rules.refusals import line_cells
from pawnstorm.games.fantasy_armies.rules.shooting import GOOD_FACE
from pawnstorm.games.fantasy_armies.state import (
    ADD_PIECE,
    BECOME,
    BEGIN,
    CAST_SPELL,
    CHOOSE_BODY,
    CHOOSE_GRAVE,
    CHOOSE_LIST,
    DEPLOY,
    DRAFT,
    EMPTY,
    EN_PASSANT,
    GO,
    MUST_MOVE,
    PLACE,
    PLACE_REST,
    PROMOTION,
    RAISE_BODY,
    SHOOT,
    START_DIG,
    STOP,
    TAKE_STARTER,
    TRY_MOVE,
    TURN,
    Position,
    number_of,
    origin_of,
    side_of,
    smash_of,
    target_of,
    type_of,
    unit_of,
    what_of,
)
from pawnstorm.kit.chessboard import GRID

_PRICE: Final = "{} points"


def offers(position: Position) -> tuple[Offer, ...]:
    """Everything the seat to act may choose now."""
    moves = position.legal()
    if position.phase in (TURN, MUST_MOVE):
        return _turn_offers(position, moves)
    if position.phase in (DEPLOY, CHOOSE_GRAVE):
        return _place_offers(position, moves)
    if position.phase == DRAFT:
        return _draft_offers(position, moves)
    if position.phase == CHOOSE_BODY:
        return tuple(_body_offer(position, move) for move in moves)
    return tuple(_leaf(position, move, _kind(position, move), _short(position, move)) for move in moves)


def _short(position: Position, move: int) -> str:
    """A short name for a choice; empty if the order itself says it best."""
    return position.laws.book.names[number_of(move)] if what_of(move) == BECOME else ""


def tray_token(pile: str, side: int, kind: int, number: int = 0) -> str:
    """The id of a piece in a tray; pieces of one type are numbered."""
    return f"{pile}-{side}-{kind}-{number}"


def _body_offer(position: Position, move: int) -> Offer:
    """FA-62: a lost piece is chosen in its tray."""
    leaf = _leaf(position, move, "choice")
    if what_of(move) != RAISE_BODY:
        return leaf
    token = tray_token("lost", int(position.side), int(number_of(move)))
    return Offer(leaf.text, leaf.kind, "", leaf.order, leaf.odds, token=token)


def _kind(position: Position, move: int) -> str:
    if position.phase == PROMOTION:
        return "promotion"
    return "begin" if position.phase == BEGIN else "choice"


def _leaf(position: Position, move: int, kind: str, text: str = "", path: tuple[str, ...] = ()) -> Offer:
    order = write(position, move)
    cell = GRID.name(target_of(move)) if target_of(move) else ""
    return Offer(text or order, kind, cell, order, _chances(position, move), _parts(position, move), path=path)


def _parts(position: Position, move: int) -> tuple[Part, ...]:
    if what_of(move) == SHOOT:
        return shot_parts(position, move)
    return fight_parts(position, move) if attacks(position, move) else ()


def _chances(position: Position, move: int) -> tuple[Chance, ...]:
    return tuple(Chance(result, chance) for result, chance in odds(position, move).items())


def _grouped(moves: list[int], by: Callable[[int], int]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for move in moves:
        groups.setdefault(by(move), []).append(move)
    return groups


def _turn_offers(position: Position, moves: list[int]) -> tuple[Offer, ...]:
    """Piece by piece, and the order that stops a charge."""
    names = position.laws.book.names
    found: list[Offer] = []
    for origin, own in _grouped(moves, lambda move: int(origin_of(move))).items():
        if what_of(own[0]) == STOP:
            found.append(_leaf(position, own[0], "stop", "Stop the charge"))
        else:
            name = f"{names[type_of(position.board[origin])]} {GRID.name(origin)}"
            found.append(Offer(name, "piece", GRID.name(origin), options=_piece_offers(position, own)))
    return tuple(found)


def _piece_offers(position: Position, moves: list[int]) -> tuple[Offer, ...]:
    found: list[Offer] = []
    for move in moves:
        if what_of(move) in (GO, EN_PASSANT):
            found.append(_leaf(position, move, "attack" if attacks(position, move) else "move"))
        elif what_of(move) in (TRY_MOVE, START_DIG):
            found.append(_leaf(position, move, "try" if what_of(move) == TRY_MOVE else "dig"))
        elif what_of(move) == SHOOT:
            found.append(_leaf(position, move, "shoot", path=_path(move)))
    spells = [move for move in moves if what_of(move) == CAST_SPELL]
    for spell, own in _grouped(spells, lambda move: int(number_of(move))).items():
        found.append(_spell_offer(position, spell, own))
    return tuple(found)


def _path(move: int) -> tuple[str, ...]:
    """The squares that a line of fire crosses."""
    return tuple(GRID.name(square) for square in line_cells(int(origin_of(move)), int(target_of(move))))


def _spell_offer(position: Position, spell: int, moves: list[int]) -> Offer:
    book = position.laws.book
    text = f"{book.spell_names[spell]} ({book.cast[spell]}+)"
    aimed = is_aimed(book.verb[spell])
    leaves = tuple(_leaf(position, move, "spell", path=_path(move) if aimed else ()) for move in moves)
    if len(leaves) == 1 and target_of(moves[0]) == origin_of(moves[0]):
        return Offer(text, "spell", leaves[0].cell, leaves[0].order, leaves[0].odds)
    return Offer(text, "spell", GRID.name(origin_of(moves[0])), options=leaves)


def _place_offers(position: Position, moves: list[int]) -> tuple[Offer, ...]:
    """Type by type, then square by square; and the order that sets up the rest."""
    names = position.laws.book.names
    places = [move for move in moves if what_of(move) == PLACE]
    found: list[Offer] = []
    for kind, own in _grouped(places, lambda move: int(number_of(move))).items():
        leaves = tuple(_leaf(position, move, "place") for move in own)
        token = tray_token("reserve", int(position.side), kind) if position.phase == DEPLOY else ""
        found.append(Offer(names[kind], "reserve", options=leaves, token=token))
    for move in moves:
        if what_of(move) != PLACE:
            text = "Set up the rest" if what_of(move) == PLACE_REST else "Decline"
            found.append(_leaf(position, move, "auto" if what_of(move) == PLACE_REST else "choice", text))
    return tuple(found)


def _draft_offers(position: Position, moves: list[int]) -> tuple[Offer, ...]:
    book = position.laws.book
    found: list[Offer] = []
    for what, title in ((TAKE_STARTER, "Take a starter army"), (CHOOSE_LIST, "Build from a list")):
        own = [move for move in moves if what_of(move) == what]
        if own:
            leaves = tuple(_leaf(position, move, "army", book.titles[number_of(move)]) for move in own)
            found.append(Offer(title, "army", options=leaves))
    for move in moves:
        if what_of(move) == ADD_PIECE:
            found.append(_leaf(position, move, "add", f"{book.names[number_of(move)]} ({_price(book, move)})"))
        elif what_of(move) not in (TAKE_STARTER, CHOOSE_LIST):
            found.append(_leaf(position, move, "done", "Done"))
    return tuple(found)


def _price(book: Book, move: int) -> str:
    return _PRICE.format(halves_text(int(book.halves[number_of(move)])))


def fight_parts(position: Position, move: int) -> tuple[Part, ...]:
    """FA-28: the dice of both sides, term by term."""
    origin, landing = int(origin_of(move)), int(target_of(move))
    target = int(position.passed if what_of(move) == EN_PASSANT else landing)
    place = origin if position.laws.aura_at_origin else landing
    side = int(position.side)
    own = [*_dice_parts(position, origin, place), Part("attacking", GRID.name(origin), side, 1, "dice")]
    return (*own, *_dice_parts(position, target, target))


def shot_parts(position: Position, move: int) -> tuple[Part, ...]:
    """FA-37, FA-38: the dice of a shot, what hits, and what the target then needs."""
    origin, target = int(origin_of(move)), int(target_of(move))
    side, shooter, cell = int(position.side), position.board[origin], position.board[target]
    needed = f"a {GOOD_FACE} or 6 hits, then the target holds on {save_of(position, cell, target)}+"
    return (
        Part("RA", GRID.name(origin), side, int(position.laws.shots[type_of(shooter)]), "dice"),
        Part(needed, GRID.name(target), side, 0, "dice"),
    )


def _dice_parts(position: Position, square: int, place: int) -> list[Part]:
    cell = position.board[square]
    side, name = int(side_of(cell)), GRID.name(square)
    parts = [Part("HTH", name, side, int(lasting_hth(position, cell)), "dice")]
    if smash_of(cell):
        parts.append(Part("Smash!", name, side, int(smash_of(cell)), "dice"))
    if not position.laws.pip_auras:
        parts += _aura_parts(position, cell, place)
    return parts


def _aura_parts(position: Position, cell: int, place: int) -> list[Part]:
    """FA-A23: the friends whose aura counts, one of each name unless all do."""
    bonuses, parts, named = position.laws.book.aura_hth, [], set()
    for step in AROUND:
        neighbour = position.board[place + step]
        kind = int(type_of(neighbour))
        if (
            neighbour == EMPTY
            or not bonuses[kind]
            or side_of(neighbour) != side_of(cell)
            or unit_of(neighbour) == unit_of(cell)
        ):
            continue
        if position.laws.stack_auras or kind not in named:
            square = GRID.name(place + step)
            text = f"next to {position.laws.book.names[kind]}"
            parts.append(Part(text, square, int(side_of(cell)), int(bonuses[kind]), "dice"))
        named.add(kind)
    return parts
