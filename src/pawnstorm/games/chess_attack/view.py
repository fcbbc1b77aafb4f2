"""What a player sees: the board with its numbers, losses, every choice with its odds, and events in words."""

from typing import Final

from pawnstorm.core.buffers import Moves
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.odds import odds
from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.core.view import Chance, Gauge, Offer, Part, Stat, Token, Tray, View
from pawnstorm.games.chess_attack.notation import attacks, write
from pawnstorm.games.chess_attack.pieces import LETTERS, NAMES, PAWN, SIDES
from pawnstorm.games.chess_attack.rules.combat import FALLS
from pawnstorm.games.chess_attack.rules.support import find_protectors, find_threats, support_of
from pawnstorm.games.chess_attack.rules.winning import REASONS, points_taken
from pawnstorm.games.chess_attack.state import (
    CASTLE,
    EMPTY,
    EN_PASSANT,
    NOWHERE,
    WOUND_BIT,
    Position,
    face_of,
    kind_of,
    landing_of,
    origin_of,
    side_of,
    unit_of,
    what_of,
)
from pawnstorm.kit.chessboard import CELLS, GRID

OUTCOME_NAMES: Final = (
    "nothing happens",
    "target wounded",
    "target falls",
    "attacker wounded",
    "both wounded",
    "target falls, attacker wounded",
    "attacker falls",
    "attacker falls, target wounded",
    "both fall",
)
"""By 3 * fate of the attacker + fate of the target. A piece is unhurt only if the other falls, so three never occur."""

_SQUARES: Final = GRID.cells()
_QUIET_MOVES: Final[dict[int, Offer]] = {}
"""Offers without dice, by move and kind: there are a few thousand orders in all, so each is made once."""
_QUIET_PIECES: Final[dict[tuple[int, ...], Offer]] = {}
"""Offers of pieces that cannot attack, by kind and moves: most keep their moves from turn to turn."""
_MOST_PIECES: Final = 8192
_FIGHT_ODDS: Final[dict[int, tuple[Chance, ...]]] = {}
"""The odds of fights, by lead and wounds."""
_ATTACK: Final = 0
_DEFENCE: Final = 1
_SUPPORT: Final = 2
_TERMS: Final = ("Attack", "Defence", "Support")
_PARTS: Final[dict[int, Part]] = {}
"""Terms of fights, by name, square, side and value: the same ones occur in nearly every position."""
_TRAYS: Final[dict[int, Tray]] = {}
"""What a side has lost, by side and number of each kind."""
_GAUGES: Final[dict[int, Gauge]] = {}
_KINDS: Final = tuple(range(len(NAMES) - 1, 0, -1))
_THREATS: Final = Moves(64)
_PROTECTORS: Final = Moves(64)


def show(position: Position, viewer: int) -> View:
    """The position for one viewer. Chess Attack has no secrets; only the choices belong to the seat to act."""
    over = position.to_act == OVER
    return View(
        game="chess-attack",
        viewer=viewer,
        turn=int(position.to_act),
        prompt=_prompt(position),
        columns=GRID.columns,
        rows=GRID.rows,
        cells=CELLS,
        tokens=_tokens(position),
        trays=(_fallen(position, 0), _fallen(position, 1)),
        gauges=(_points(position, 0), _points(position, 1)),
        offers=_offers(position) if viewer == position.to_act else (),
        winners=tuple(side for side in (0, 1) if position.winners >> side & 1) if over else (),
        ending=REASONS[position.ending_code][0] if over else "",
        marks=_marks(position),
    )


def _prompt(position: Position) -> str:
    side = SIDES[position.side]
    if position.to_act == OVER:
        return "The game is over"
    if position.to_act == CHANCE:
        return f"{side} attacks {GRID.name(position.target)}: the dice decide"
    if position.arrived != NOWHERE:
        return f"{side}: what becomes of the Pawn on {GRID.name(position.arrived)}?"
    return f"{side} to move"


def _marks(position: Position) -> dict[str, str]:
    marks: dict[str, str] = {}
    if position.attacker != NOWHERE:
        marks[GRID.name(position.attacker)] = "attacker"
    if position.target != NOWHERE:
        marks[GRID.name(position.target)] = "target"
    if position.arrived != NOWHERE:
        marks[GRID.name(position.arrived)] = "arrived"
    return marks


def _tokens(position: Position) -> tuple[Token, ...]:
    known, board = position.laws.tokens, position.board
    found: list[Token] = []
    for square in _SQUARES:
        cell = board[square]
        if cell != EMPTY:
            key = int(cell) << 8 | square
            token = known.get(key)
            if token is None:
                token = known[key] = _token(position, square)
            found.append(token)
    return tuple(found)


def _token(position: Position, square: int) -> Token:
    cell = position.board[square]
    kind, laws = kind_of(cell), position.laws
    tables = (("Attack", laws.attack), ("Defence", laws.defence), ("Support", laws.support))
    return Token(
        id=f"u{unit_of(cell)}",
        kind=NAMES[kind].lower(),
        name=f"{SIDES[side_of(cell)]} {NAMES[kind]}",
        letter=LETTERS[kind],
        owner=int(side_of(cell)),
        cell=GRID.name(square),
        marks=("wounded",) if cell & WOUND_BIT else (),
        stats=tuple(Stat(name, int(table[face_of(cell)]), int(table[kind])) for name, table in tables),
    )


def _fallen(position: Position, side: int) -> Tray:
    key = side
    for kind in _KINDS:
        key = key << 5 | int(position.lost[side << 3 | kind])
    tray = _TRAYS.get(key)
    if tray is None:
        tokens = [
            Token(
                f"lost-{side}-{kind}-{number}", NAMES[kind].lower(), f"{SIDES[side]} {NAMES[kind]}", LETTERS[kind], side
            )
            for kind in _KINDS
            for number in range(position.lost[side << 3 | kind])
        ]
        tray = _TRAYS[key] = Tray(f"lost-{side}", f"Lost by {SIDES[side]}", side, tuple(tokens))
    return tray


def _points(position: Position, side: int) -> Gauge:
    points = int(points_taken(position, side))
    key = points << 1 | side
    gauge = _GAUGES.get(key)
    if gauge is None:
        gauge = _GAUGES[key] = Gauge(f"points-{side}", "Points taken", side, points)
    return gauge


def _offers(position: Position) -> tuple[Offer, ...]:
    """The choices, piece by piece; each leaf is an order ready to send."""
    moves = position.legal()
    if position.arrived != NOWHERE:
        return tuple(_promotion_offer(position, move) for move in moves)
    pieces: dict[int, list[int]] = {}
    for move in moves:
        pieces.setdefault(origin_of(move), []).append(move)
    return tuple([_piece_offer(position, origin, found) for origin, found in pieces.items()])


def _piece_offer(position: Position, origin: int, moves: list[int]) -> Offer:
    for move in moves:
        if attacks(position, move):
            return _new_piece_offer(position, origin, moves)
    key = (int(kind_of(position.board[origin])), *moves)
    offer = _QUIET_PIECES.get(key)
    if offer is None:
        if len(_QUIET_PIECES) >= _MOST_PIECES:
            _QUIET_PIECES.clear()
        offer = _QUIET_PIECES[key] = _new_piece_offer(position, origin, moves)
    return offer


def _new_piece_offer(position: Position, origin: int, moves: list[int]) -> Offer:
    name = GRID.name(origin)
    options = tuple([_move_offer(position, move) for move in moves])
    return Offer(f"{NAMES[kind_of(position.board[origin])]} {name}", "piece", name, options=options)


def _promotion_offer(position: Position, move: int) -> Offer:
    kind = landing_of(move)
    text = "Stay a Pawn" if kind == PAWN else f"Become a {NAMES[kind]}"
    return Offer(text, "promotion", GRID.name(position.arrived), write(position, move))


def _move_offer(position: Position, move: int) -> Offer:
    if attacks(position, move):
        return _attack_offer(position, move)
    key = move << 3 | kind_of(position.board[origin_of(move)])
    offer = _QUIET_MOVES.get(key)
    if offer is None:
        order = write(position, move)
        kind = "castle" if what_of(move) == CASTLE else "move"
        offer = _QUIET_MOVES[key] = Offer(order, kind, GRID.name(landing_of(move)), order)
    return offer


def _attack_offer(position: Position, move: int) -> Offer:
    order, cell = write(position, move), GRID.name(landing_of(move))
    parts = fight_parts(position, origin_of(move), _target_of(position, move))
    return Offer(order, "attack", cell, order, _chances(position, move, parts), parts)


def _chances(position: Position, move: int, parts: tuple[Part, ...]) -> tuple[Chance, ...]:
    """CA-23: the odds of a fight depend only on the lead and the two wounds, so each case is counted once."""
    side, board = int(position.side), position.board
    lead = 0
    for part in parts:
        lead += part.value if part.side == side else -part.value
    wounds = int(board[origin_of(move)] & WOUND_BIT) << 1 | int(board[_target_of(position, move)] & WOUND_BIT)
    case = lead << 8 | wounds
    if case not in _FIGHT_ODDS:
        _FIGHT_ODDS[case] = tuple(Chance(result, chance) for result, chance in odds(position, move).items())
    return _FIGHT_ODDS[case]


def _target_of(position: Position, move: int) -> int:
    return int(position.passed if what_of(move) == EN_PASSANT else landing_of(move))


def fight_parts(position: Position, attacker: int, target: int) -> tuple[Part, ...]:
    """The terms of both totals before the dice: attacker and target, then every helper."""
    board, laws, side = position.board, position.laws, int(position.side)
    parts = [
        _part(_ATTACK, attacker, side, int(laws.attack[face_of(board[attacker])])),
        _part(_DEFENCE, target, 1 - side, int(laws.defence[face_of(board[target])])),
    ]
    threats, protectors = _THREATS, _PROTECTORS
    threats.clear()
    protectors.clear()
    find_threats(position, target, side, threats)
    find_protectors(position, target, 1 - side, protectors)
    for helped, helpers, owner in ((attacker, threats, side), (target, protectors, 1 - side)):
        for helper in helpers.as_list():
            if helper != helped:
                parts.append(_part(_SUPPORT, helper, owner, int(support_of(position, helper, helped))))
    return tuple(parts)


def _part(term: int, square: int, side: int, value: int) -> Part:
    key = ((value << 1 | side) << 8 | square) << 2 | term
    found = _PARTS.get(key)
    if found is None:
        found = _PARTS[key] = Part(_TERMS[term], GRID.name(square), side, value)
    return found


def tell(fact: Fact) -> Event:
    """A fact of the rules in words."""
    numbers = fact.numbers
    if fact.kind == "moved":
        side, origin, landing, cell = numbers
        text = f"{_called(cell)} moves {GRID.name(origin)} to {GRID.name(landing)}."
        return Event("move", text, "CA-18", (GRID.name(origin), GRID.name(landing)))
    if fact.kind == "castled":
        side, origin, landing, short = numbers
        text = f"{SIDES[side]} castles {'short' if short else 'long'}."
        return Event("castle", text, "CA-A20", (GRID.name(origin), GRID.name(landing)))
    if fact.kind == "promoted":
        side, square, kind = numbers
        text = f"{SIDES[side]}'s Pawn on {GRID.name(square)} becomes a {NAMES[kind]}."
        return Event("promotion", text, "CA-39", (GRID.name(square),))
    side, attacker, attacker_cell, target, target_cell = numbers[:5]
    cells = (GRID.name(attacker), GRID.name(target))
    if fact.kind == "attack":
        text = f"{_called(attacker_cell)} {cells[0]} attacks {_called(target_cell)} {cells[1]}."
        return Event("attack", text, "CA-22", cells)
    return Event("fight", _fate_text(attacker_cell, target_cell, numbers[5]), _fate_rule(numbers[5]), cells)


def _called(cell: int) -> str:
    return f"{SIDES[side_of(cell)]}'s {NAMES[kind_of(cell)]}"


def _fate_text(attacker_cell: int, target_cell: int, outcome: int) -> str:
    words = ("is unhurt", "is wounded", "falls")
    attacker, target = words[outcome // 3], words[outcome % 3]
    return f"{_called(target_cell)} {target}, {_called(attacker_cell)} {attacker}."


def _fate_rule(outcome: int) -> str:
    """The rule behind each pair of fates."""
    attacker, target = outcome // 3, outcome % 3
    if target == FALLS:
        return ("CA-26", "CA-27", "CA-32")[attacker]
    if attacker == FALLS:
        return ("CA-29", "CA-30", "CA-32")[target]
    return "CA-31"


def tell_roll(position: Position, faces: list[int]) -> Event:
    """CA-24, CA-25: both sums with their dice."""
    parts = fight_parts(position, int(position.attacker), int(position.target))
    side = int(position.side)
    attack, defence = position.attack + faces[0], position.defence + faces[1]
    text = (
        f"{SIDES[side]}: {_sum_text(parts, side)} + die {faces[0]} = {attack}; "
        f"{SIDES[1 - side]}: {_sum_text(parts, 1 - side)} + die {faces[1]} = {defence}."
    )
    numbers = {"attack_die": faces[0], "defence_die": faces[1], "attack": int(attack), "defence": int(defence)}
    cells = (GRID.name(position.attacker), GRID.name(position.target))
    return Event("roll", text, "CA-23", cells, numbers)


def _sum_text(parts: tuple[Part, ...], side: int) -> str:
    terms = [part for part in parts if part.side == side]
    support = sum(part.value for part in terms if part.text == "Support")
    piece = next(part for part in terms if part.text != "Support")
    return f"{piece.text} {piece.value}" + (f" + support {support}" if support else "")
