"""Notation: orders as text, and the refusals of texts that are not legal orders.

`Wc4-c5` walks, `Wc4xd5` strikes by landing, `Wc4>c5` pushes a machine and `Wg9>xg10` rams; then perhaps `shoot f5`,
`blast g8 g9`, `fire d11` or `hold`; `breach g11` chooses a gate; `ram@c4`, `rest`, `knight@c3` and `done` set up.
"""

import re
from typing import Final

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.games.castle_chess.pieces.cells import BOARD, TAKEN, UNIT_BITS, kind_of
from pawnstorm.games.castle_chess.pieces.kinds import GRID, LETTERS, MACHINES, STEPS, article
from pawnstorm.games.castle_chess.rules.refusals import CHECKED, why_not, why_not_placed
from pawnstorm.games.castle_chess.rules.turns import orders_at, rest_of_turn
from pawnstorm.games.castle_chess.state import (
    BLAST,
    BREACH,
    CHOOSE_GATE,
    DONE,
    FIRE,
    GO,
    HOLD,
    KNIGHTED,
    OPENING_GATE,
    PLACE,
    PROMOTE,
    PUSH,
    PUT,
    REST,
    SHOOT,
    STRIKE,
    TURN,
    Position,
    number_of,
    origin_of,
    target_of,
    what_of,
)

_ORDER: Final = re.compile(rf"([{LETTERS.strip()}]?)([a-s][0-9]{{1,2}})(-|x|>|>x|)([a-s][0-9]{{1,2}})")
_KNIGHT: Final = "knight"
_PLACING: Final = re.compile(rf"(ram|catapult|tower|{_KNIGHT})@([a-s][0-9]{{1,2}})")
_ATTACKS: Final = {STRIKE: ("shoot", "fire", "blast"), CHOOSE_GATE: ("breach",), OPENING_GATE: ("breach",)}
_AIMED: Final = {SHOOT: "shoot", FIRE: "fire", BREACH: "breach"}
_PLAIN: Final = {HOLD: "hold", REST: "rest", DONE: "done"}
_FORMS: Final = {
    PROMOTE: "write knight@c3 or done",
    PLACE: "write ram@c4, catapult@c4, tower@c4 or rest",
    TURN: "write Wc4-c5, Wc4xd5, Wc4>c5 or Wg9>xg10",
    STRIKE: "write shoot f5, blast g8 g9, fire d11 or hold",
    CHOOSE_GATE: "write breach g11",
    OPENING_GATE: "write breach g11",
}


def write(position: Position, move: int) -> str:
    """An order as text."""
    what, target = int(what_of(move)), int(target_of(move))
    if what in (GO, PUSH):
        return _write_move(position, int(origin_of(move)), target, what == PUSH)
    if what == BLAST:
        return "blast " + " ".join(GRID.name(cell) for cell in blast_cells(position, move))
    if what == PUT:
        return f"{MACHINES[number_of(move)]}@{GRID.name(target)}"
    if what == KNIGHTED:
        return f"{_KNIGHT}@{GRID.name(target)}"
    return _PLAIN[what] if what in _PLAIN else f"{_AIMED[what]} {GRID.name(target)}"


def _write_move(position: Position, origin: int, target: int, pushes: bool) -> str:
    board = position.board
    struck = board[target] & (TAKEN if pushes else UNIT_BITS)
    sign = (">x" if struck else ">") if pushes else "x" if struck else "-"
    return f"{LETTERS[kind_of(board[origin])]}{GRID.name(origin)}{sign}{GRID.name(target)}"


def blast_cells(position: Position, move: int) -> list[int]:
    """CC-27, CC-A57: the spaces of a Mage's pair that are on the board."""
    origin, number = int(origin_of(move)), int(number_of(move))
    step, near = int(STEPS[number >> 1]), (number & 1) + 1
    cells = (origin + near * step, origin + (near + 1) * step)
    return [cell for cell in cells if position.board[cell] & BOARD]


def attacks(position: Position, move: int) -> bool:
    """Whether an order kills or destroys at once."""
    what = what_of(move)
    if what in (GO, PUSH):
        mask = TAKEN if what == PUSH else UNIT_BITS
        return bool(position.board[target_of(move)] & mask)
    return what in (SHOOT, BLAST, FIRE, BREACH)


def read(position: Position, text: str) -> int:
    """The legal order that a text means; a unit's letter and the sign between two spaces may be left out."""
    order = " ".join(text.split())
    shape = _ORDER.fullmatch(order.replace(" ", ""))
    if shape and position.phase == TURN:
        return _read_move(position, shape)
    legal = position.legal()
    for move in legal:
        if write(position, move) == order:
            return move
    if any(write(position, move) == order for move in rest_of_turn(position)):
        raise Refused(Refusal.ILLEGAL, CHECKED)
    phase = int(position.phase)
    what = f"'{order[:40]}' is not an order now: {_FORMS[phase]}"
    if phase == STRIKE and shape:
        what = f"first decide about the attack from {GRID.name(position.actor)}: {_FORMS[phase]}"
    placing = _PLACING.fullmatch(order)
    if placing and phase == (PROMOTE if placing[1] == _KNIGHT else PLACE):
        kind = MACHINES.index(placing[1].replace(_KNIGHT, ""))
        raise Refused(Refusal.ILLEGAL, why_not_placed(position, kind, _space(position, placing[2])))
    if order.split(" ")[0] in _ATTACKS.get(phase, ()):
        raise Refused(Refusal.ILLEGAL, _no_attack(position, legal, order))
    raise Refused(Refusal.ILLEGAL if shape else Refusal.UNREADABLE, what)


def _no_attack(position: Position, legal: list[int], order: str) -> str:
    """CC-A52, CC-A57: why an attack is refused that hits nothing, or a gate without a ram next to it."""
    choices = ", ".join(write(position, move) for move in legal)
    why = f"reaches nothing from {GRID.name(position.actor)} (CC-A57)"
    if position.phase != STRIKE:
        why = "names no gate next to a ram of yours (CC-A52)"
    return f"'{order[:40]}' {why}: the choices are {choices}"


def _read_move(position: Position, shape: re.Match[str]) -> int:
    letter, start, sign, end = shape.groups()
    origin, landing = _space(position, start), _space(position, end)
    possible = [move for move in orders_at(position, origin) if target_of(move) == landing]
    wanted = [move for move in possible if _matches(position, move, letter, sign)]
    if len(wanted) == 1:
        return wanted[0]
    raise Refused(Refusal.ILLEGAL, _why_none(position, possible, shape, origin, landing))


def _space(position: Position, name: str) -> int:
    cell = position.laws.map.find(name)
    if cell < 0:
        raise Refused(Refusal.ILLEGAL, f"this map has no space {name}")
    return cell


def _matches(position: Position, move: int, letter: str, sign: str) -> bool:
    text = write(position, move)
    if letter and not text.startswith(letter):
        return False
    return not sign or f"{sign}{GRID.name(target_of(move))}" == text[len(GRID.name(origin_of(move))) + 1 :]


def _why_none(position: Position, possible: list[int], shape: re.Match[str], origin: int, landing: int) -> str:
    letter, start, sign, end = shape.groups()
    kind = int(kind_of(position.board[origin]))
    if letter and kind and LETTERS[kind] != letter:
        return f"{start} holds {article(kind)}, not {article(LETTERS.index(letter))}"
    possible = [move for move in possible if not sign or (what_of(move) == PUSH) == sign.startswith(">")]
    if possible and sign:
        return f"there is {'nobody to strike' if 'x' in sign else 'somebody to strike'} on {end}"
    if possible:
        return f"'{shape[0]}' could be {' or '.join(write(position, move) for move in possible)}"
    return why_not(position, origin, landing, sign.startswith(">"))
