"""Why an order is not legal, in one sentence. Nothing here decides; it only explains."""

from typing import Final

from pawnstorm.core.buffers import Moves
from pawnstorm.games.fantasy_armies.pieces import (
    CHARGE,
    DRAIN,
    ENTANGLE,
    PAWN,
    RAISE,
    SIDES,
    WARD,
)
from pawnstorm.games.fantasy_armies.rules.aiming import is_aimed
from pawnstorm.games.fantasy_armies.rules.deploying import rows_of
from pawnstorm.games.fantasy_armies.rules.moving import can_move, find_free_moves
from pawnstorm.games.fantasy_armies.rules.profile import lasting_hth
from pawnstorm.games.fantasy_armies.state import (
    BEGIN,
    CHOOSE_BODY,
    CHOOSE_GRAVE,
    CHOOSE_PASSENGER,
    CHOOSE_SQUARE,
    DEPLOY,
    DRAFT,
    EMPTY,
    FRESH,
    MUST_MOVE,
    PROMOTION,
    TURN,
    Position,
    entangled_of,
    forward,
    side_of,
    target_of,
    type_of,
)
from pawnstorm.kit.chessboard import GRID, line_step

EXPECTED: Final = {
    DRAFT: "choose an army: write 'take orcs', 'list orcs', '+Goblin' or 'done' (FA-07)",
    DEPLOY: "set up the army: write a piece and its square, such as 'Archer@b2', or 'deploy' (FA-19)",
    BEGIN: "say who takes the first turn: 'White begins' or 'Black begins' (FA-20)",
    TURN: "write a move 'e2-e4', an attack 'e2xd3', a shot 'e2 shoots e4', or a special action such as 'd1 casts ...'",
    MUST_MOVE: "the piece that tore loose must move now (FA-A49)",
    CHOOSE_PASSENGER: "say who is teleported, such as 'teleport d1', or 'decline' (FA-48)",
    CHOOSE_SQUARE: "say where the piece appears, such as 'to e5', or 'decline' (FA-A67)",
    CHOOSE_BODY: "say who is raised, such as 'raise Ghoul', or 'decline' (FA-62)",
    CHOOSE_GRAVE: "say as what and where, such as 'Zombie@c3', or 'decline' (FA-62)",
    PROMOTION: "say what the piece on the far row becomes, such as '=Knight' (FA-A66)",
}
"""What each phase asks for."""


def expected(position: Position) -> str:
    """What the seat to act should write now."""
    return EXPECTED.get(int(position.phase), "nobody can give an order now")


def piece_name(position: Position, square: int) -> str:
    """The piece on a square in words."""
    return position.laws.book.names[type_of(position.board[square])]


def with_article(name: str) -> str:
    """A name with its article."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def why_not_usable(position: Position, origin: int) -> str:
    """Why the seat to act cannot use the piece on a square at all; empty if it can."""
    cell = position.board[origin]
    if position.phase not in (TURN, MUST_MOVE):
        return expected(position)
    if cell == EMPTY:
        return f"there is no piece on {GRID.name(origin)}"
    if side_of(cell) != position.side:
        return f"{GRID.name(origin)} holds {SIDES[side_of(cell)]}'s {piece_name(position, origin)}"
    if position.phase == MUST_MOVE and origin != position.actor:
        loose = int(position.actor)
        return f"the {piece_name(position, loose)} on {GRID.name(loose)} tore loose and must move (FA-A49)"
    return ""


def why_no_move(position: Position, origin: int, landing: int) -> str:
    """Why a piece cannot go from one square to another."""
    board, where = position.board, GRID.name(landing)
    stopped = why_not_usable(position, origin)
    if stopped:
        return stopped
    cell, there = board[origin], board[landing]
    name = piece_name(position, origin)
    if position.phase == TURN and entangled_of(cell):
        if can_move(position, origin):
            return f"the {name} is entangled: write '{GRID.name(origin)} tries' and throw first (FA-68)"
        return f"the {name} is entangled and has no move to try (FA-A74)"
    if there != EMPTY and side_of(there) == position.side:
        return f"your own {piece_name(position, landing)} stands on {where}"
    if there != EMPTY and not position.laws.melee[type_of(cell)]:
        return f"{with_article(name)} does not fight hand to hand (FA-A26)"
    if position.laws.move[type_of(cell)] == PAWN:
        return _why_no_pawn_move(position, origin, landing)
    if not _reaches_alone(position, origin, landing):
        return f"{with_article(name)} does not move that way (FA-23)"
    return f"the {name} is blocked on {GRID.name(_first_blocked(position, origin, landing))}"


def _why_no_pawn_move(position: Position, origin: int, landing: int) -> str:
    step, name = forward(position.side), piece_name(position, origin)
    if landing - origin - step in (-1, 1):
        neighbour = position.board[landing - step]
        if (
            neighbour != EMPTY
            and side_of(neighbour) != position.side
            and position.laws.move[type_of(neighbour)] == PAWN
        ):
            return f"the {piece_name(position, int(landing - step))} cannot be taken en passant now (FA-A75)"
        return f"there is nobody to attack on {GRID.name(landing)}"
    if landing - origin == 2 * step and not position.board[origin] & FRESH:
        return f"the {name} has spent its double step (FA-A11)"
    if landing - origin in (step, 2 * step):
        return f"the {name} is blocked on {GRID.name(_first_blocked(position, origin, landing))}"
    return f"{with_article(name)} does not move that way (FA-24)"


def _reaches_alone(position: Position, origin: int, landing: int) -> bool:
    """Whether the piece could make the move if it stood alone on the board."""
    alone = Position(position.laws)
    alone.put(position.board[origin], origin)
    moves = Moves()
    find_free_moves(alone, origin, moves)
    return any(target_of(move) == landing for move in moves.as_list())


def _first_blocked(position: Position, origin: int, landing: int) -> int:
    step = line_step(origin, landing)
    square = origin + step
    while position.board[square] == EMPTY and square != landing:
        square += step
    return square


def line_cells(origin: int, target: int) -> tuple[int, ...]:
    """The squares of a line from the one after its origin to its target."""
    step = line_step(origin, target)
    return tuple(range(origin + step, target + step, step)) if step else ()


def why_no_shot(position: Position, origin: int, target: int) -> str:
    """FA-16, FA-35, FA-36: why a piece cannot shoot at a square."""
    stopped = why_not_usable(position, origin)
    if stopped or position.phase == MUST_MOVE:
        return stopped or expected(position)
    kind = type_of(position.board[origin])
    if not position.laws.shots[kind]:
        return f"{with_article(piece_name(position, origin))} does not shoot (FA-16)"
    return _why_no_line(position, origin, target, int(position.laws.range[kind]), "FA-A68")


def _why_no_line(position: Position, origin: int, target: int, reach: int, rule: str) -> str:
    there, where = position.board[target], GRID.name(target)
    if there == EMPTY or side_of(there) == position.side:
        return f"there is no enemy on {where} to aim at ({rule})"
    cells = line_cells(origin, target)
    if not cells:
        return f"{where} is not in a straight or diagonal line with {GRID.name(origin)} (FA-35)"
    if len(cells) > reach:
        return f"{where} is {len(cells)} squares away, and the range is {reach} (FA-36)"
    for square in cells[:-1]:
        if position.board[square] != EMPTY:
            return f"the {piece_name(position, square)} on {GRID.name(square)} is in the way (FA-35)"
    return f"{where} cannot be aimed at now"


def why_no_spell(position: Position, origin: int, target: int, spell: int) -> str:
    """FA-41, FA-A34: why a spell that the piece knows cannot be cast like this."""
    if position.phase == MUST_MOVE:
        return expected(position)
    book = position.laws.book
    verb, name = book.verb[spell], book.spell_names[spell]
    if is_aimed(verb):
        if target == origin:
            return f"name a target: '{GRID.name(origin)} casts {name} at ...' (FA-A67)"
        enemy = position.board[target] & 3 == 1 + position.side
        if verb == DRAIN and enemy and lasting_hth(position, position.board[target]) == 0:
            return f"the {piece_name(position, target)} has no HTH of its own to drain (FA-A44)"
        return _why_no_line(position, origin, target, int(book.reach[spell]), "FA-A34")
    if verb == ENTANGLE:
        return f"{name} needs an enemy within {book.reach[spell]} squares (FA-A48)"
    if verb == WARD:
        return f"{name} cannot be cast on {GRID.name(target)}" + f" ({book.spell_rules[spell]})"
    if verb == CHARGE:
        return "Charge! cannot be cast in a turn won by Charge! (FA-A62)"
    if verb == RAISE:
        return f"{name} needs a lost piece and an empty square next to the caster (FA-A45)"
    return f"{name} is not aimed at anybody"


def why_no_place(position: Position, kind: int, square: int) -> str:
    """FA-19, FA-21: why a piece cannot be set up on a square."""
    if position.phase not in (DEPLOY, CHOOSE_GRAVE):
        return expected(position)
    where, name = GRID.name(square), position.laws.book.names[kind]
    if position.board[square] != EMPTY:
        return f"{where} is taken (FA-A10)"
    if position.phase == CHOOSE_GRAVE:
        return f"nobody can rise as {name} on {where} (FA-62)"
    rows = rows_of(position, kind)
    return f"{name} cannot be set up on {where}: only in your first {rows} rows, and only what is in reserve (FA-19)"
