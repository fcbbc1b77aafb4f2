"""What a viewer sees: stacks piece by piece, terrain, depots, the viewer's hand, and the backs of the other's cards."""

from typing import Final

from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.core.view import Cell, Gauge, Stat, Token, Tray, View
from pawnstorm.games.trench_checkers.pieces.field import BLOCKED, UNITS, Field
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO, COMPANY_BITS, DIE, LETTERS, MOVES, NAMES, SIDES
from pawnstorm.games.trench_checkers.pieces.laws import ENDLESS
from pawnstorm.games.trench_checkers.rules.turns import is_card_draw
from pawnstorm.games.trench_checkers.rules.winning import REASONS, value_of, worth_of
from pawnstorm.games.trench_checkers.state import (
    AFTER_ATTACK,
    AFTER_DICE,
    ATTACK,
    BEFORE_ATTACKS,
    BEFORE_DICE,
    BEFORE_REMOVAL,
    CHOOSE_FIRST,
    EXTRA_MOVES,
    FACE_UP,
    HAND_SIZE,
    IN_HAND,
    LAST_STAND,
    MOVE,
    MOVES_OVER,
    NOWHERE,
    ROUND_START,
    SKIP,
    SLEEPS,
    STUNNED,
    TERRAIN,
    Position,
    of,
)
from pawnstorm.games.trench_checkers.view.offers import offers_of
from pawnstorm.games.trench_checkers.view.words import CARDS

_PROMPTS: Final = {
    CHOOSE_FIRST: "who goes first?",
    TERRAIN: "place a piece of terrain",
    ROUND_START: "a card before the moves?",
    MOVE: "move",
    MOVES_OVER: "a card before the movement ends?",
    EXTRA_MOVES: "Over the Top: move pieces that have not moved",
    BEFORE_ATTACKS: "a card before the attacks?",
    ATTACK: "attack, or hold",
    BEFORE_DICE: "a card before the dice?",
    AFTER_DICE: "a card after the dice?",
    LAST_STAND: "which piece does Last Stand take?",
    BEFORE_REMOVAL: "a card before the fallen are removed?",
    AFTER_ATTACK: "a card after the attack?",
}
"""What everybody reads; it does not depend on the hand of the seat that is asked."""

_PHASES: Final = ("terrain", "movement", "attacks")
WINDOWS: Final = {
    ROUND_START: "at the start of the round",
    MOVE: "before moves are lost",
    MOVES_OVER: "at the end of movement",
    BEFORE_ATTACKS: "before the attacks",
    ATTACK: "instead of an attack",
    BEFORE_DICE: "before the dice",
    AFTER_DICE: "after the dice",
    BEFORE_REMOVAL: "before removals",
    AFTER_ATTACK: "after the attack",
}
"""The moments at which a seat may only play a card or decline. Mutes are stored by these words: never change them."""

_CELLS: Final[dict[int, tuple[Field, tuple[Cell, ...]]]] = {}
_MOST_FIELDS: Final = 64


def show(position: Position, viewer: int) -> View:
    """The position for one viewer: of other hands only the backs are shown, of the deck only its size."""
    over, grid = position.to_act == OVER, position.laws.field.grid
    return View(
        game="trench-checkers",
        viewer=viewer,
        turn=int(position.to_act),
        prompt=_prompt(position),
        columns=grid.columns,
        rows=grid.rows,
        cells=_cells(position.laws.field),
        tokens=_tokens(position),
        trays=_trays(position, viewer),
        gauges=_gauges(position),
        offers=offers_of(position) if 0 <= viewer == position.to_act else (),
        winners=tuple(seat for seat in (0, 1) if position.winners >> seat & 1) if over else (),
        ending=REASONS[position.ending_code][0] if over else "",
        marks=_marks(position),
    )


def _prompt(position: Position) -> str:
    if position.to_act == OVER:
        return "The game is over"
    if position.to_act == CHANCE:
        return "A card is drawn" if is_card_draw(position) else "The dice decide"
    return f"{SIDES[position.to_act]}: {_PROMPTS[position.phase]}"


def _cells(field: Field) -> tuple[Cell, ...]:
    """The cells of a field, the same object every time, so that they are not sent twice."""
    if id(field) not in _CELLS:
        if len(_CELLS) >= _MOST_FIELDS:
            _CELLS.clear()
        cells = [
            Cell(field.grid.name(cell), field.grid.column(cell), field.grid.row(cell), field.ground[cell])
            for cell in field.grid.cells()
        ]
        # The field is kept with its cells, so its id cannot be given to another.
        _CELLS[id(field)] = (field, tuple(cells))
    return _CELLS[id(field)][1]


def _marks(position: Position) -> dict[str, str]:
    name = position.laws.field.grid.name
    places = ((position.origin, "attacker"), (position.target, "target"), (position.crossing, "crossing"))
    return {name(cell): mark for cell, mark in places if cell != NOWHERE}


def _tokens(position: Position) -> tuple[Token, ...]:
    return (*_ground_tokens(position), *_pieces(position))


def _ground_tokens(position: Position) -> list[Token]:
    """Terrain, and the supplies that are still on depots."""
    field, laws = position.laws.field, position.laws
    found = [
        Token(f"terrain-{field.grid.name(cell)}", "terrain", "Terrain", "X", -1, field.grid.name(cell))
        for cell in laws.cells
        if position.board[cell] == BLOCKED and field.ground[cell] != "rock"
    ]
    for number, depot in enumerate(field.depots, 1):
        if laws.cards and not position.emptied >> number & 1:
            name = field.grid.name(depot)
            found.append(Token(f"supply-{name}", "supply", "Supplies", "+", -1, name))
    return found


def _pieces(position: Position) -> list[Token]:
    """Every piece, stacked in layers from 1, the most important on top."""
    stacks: dict[tuple[int, int], list[int]] = {}
    for unit in sorted(range(2 * UNITS), key=lambda unit: (position.units[unit] & 3, unit)):
        cell = position.units[unit] >> 2
        if cell != NOWHERE:
            stacks.setdefault((cell, unit // UNITS), []).append(unit)
    return [
        _piece(position, unit, layer, layer == len(units))
        for units in stacks.values()
        for layer, unit in enumerate(units, 1)
    ]


def _piece(position: Position, unit: int, layer: int, on_top: bool) -> Token:
    """One piece; the one on top shows the die of its stack."""
    cell, kind = position.units[unit] >> 2, position.units[unit] & 3
    seat, field = unit // UNITS, position.laws.field
    stack = position.board[cell]
    crosses = cell == position.crossing and seat == position.side
    company = position.crossers if crosses else stack & COMPANY_BITS
    asleep = kind == COMMANDO and bool(position.per_seat[of(seat, SLEEPS)])
    marks = ("asleep",) if asleep else ()
    worth = int(worth_of(position, unit))
    return Token(
        id=f"u{unit}",
        kind=NAMES[kind].lower(),
        name=f"{SIDES[seat]} {NAMES[kind]}",
        letter=LETTERS[kind],
        owner=seat,
        cell=field.grid.name(cell),
        layer=layer + (3 if crosses else 0),
        marks=marks,
        stats=(Stat("Value", worth, worth), *([Stat("Die", int(DIE[company]), int(DIE[company]))] if on_top else [])),
    )


def _trays(position: Position, viewer: int) -> tuple[Tray, ...]:
    trays = [_fallen(position, seat) for seat in (0, 1)]
    if position.laws.cards:
        trays += [_hand(position, seat, seat == viewer or position.to_act == OVER) for seat in (0, 1)]
        up = [int(position.cards[FACE_UP << 4 | kind]) for kind in range(position.laws.kinds)]
        trays.append(Tray("discards", "Played cards", -1, tuple(_card_tokens("played", -1, up))))
    return tuple(trays)


def _fallen(position: Position, seat: int) -> Tray:
    tokens = [
        Token(f"u{unit}", NAMES[kind].lower(), f"{SIDES[seat]} {NAMES[kind]}", LETTERS[kind], seat)
        for unit in range(seat * UNITS, (seat + 1) * UNITS)
        for kind in (position.units[unit],)
        if kind <= COMMANDO
    ]
    return Tray(f"fallen-{seat}", f"Lost by {SIDES[seat]}", seat, tuple(tokens))


def _hand(position: Position, seat: int, open_to_viewer: bool) -> Tray:
    """A hand for its owner, or as many backs; after the game both hands are open."""
    title = f"{SIDES[seat]}'s hand"
    if open_to_viewer:
        held = [int(position.cards[(IN_HAND + seat) << 4 | kind]) for kind in range(position.laws.kinds)]
        return Tray(f"hand-{seat}", title, seat, tuple(_card_tokens(f"card-{seat}", seat, held)))
    backs = range(int(position.per_seat[of(seat, HAND_SIZE)]))
    return Tray(
        f"hand-{seat}", title, seat, tuple(Token(f"back-{seat}-{n}", "card-back", "A card", "?", seat) for n in backs)
    )


def _card_tokens(prefix: str, owner: int, piles: list[int]) -> list[Token]:
    """Cards face up; their marks are when to play them and what they do (TC-55)."""
    tokens: list[Token] = []
    for kind, card in enumerate(CARDS):
        for number in range(piles[kind]):
            name = f"{prefix}-{card.key}-{number}"
            tokens.append(Token(name, f"card-{card.key}", card.title, card.key, owner, marks=(card.moment, card.text)))
    return tokens


def _phase(position: Position) -> list[Gauge]:
    """TC-15, TC-17, TC-18: the phase of the round."""
    if position.to_act == OVER:
        return []
    number = 1 if position.phase <= TERRAIN and not position.round else 2 if position.phase < BEFORE_ATTACKS else 3
    return [Gauge("phase", f"Phase: {_PHASES[number - 1]}", -1, number, len(_PHASES))]


def _gauges(position: Position) -> tuple[Gauge, ...]:
    limit = int(position.laws.quiet_limit)
    gauges = [Gauge("round", "Round", -1, int(position.round)), *_phase(position)]
    if limit < ENDLESS:
        gauges.append(Gauge("quiet", "Quiet rounds", -1, int(position.quiet), limit))
    if position.laws.cards:
        gauges.append(Gauge("deck", "Cards in the deck", -1, int(position.deck_left)))
    for seat in (0, 1):
        per_seat = position.per_seat
        gauges.append(Gauge(f"value-{seat}", "Value", seat, int(value_of(position, seat))))
        if position.phase in (MOVE, EXTRA_MOVES) and seat == position.side:
            gauges.append(Gauge(f"moves-{seat}", "Moves left", seat, int(position.moves_left), int(MOVES)))
        if per_seat[of(seat, STUNNED)]:
            gauges.append(Gauge(f"stunned-{seat}", "Stunned", seat, 1))
        if per_seat[of(seat, SKIP)]:
            gauges.append(Gauge(f"sits-out-{seat}", "Sits out", seat, int(per_seat[of(seat, SKIP)]), 2))
    return tuple(gauges)
