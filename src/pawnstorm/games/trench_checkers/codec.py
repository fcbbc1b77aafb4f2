"""Trench Checkers as arrays: orders as tiles, directions and companies, the field as planes (docs/encodings.md)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import ByteRows
from pawnstorm.core.codec import Block, Codec, Plane, blocks
from pawnstorm.core.state import State
from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    BACK_FROM_LEAVE,
    FIELD_MEDIC,
    FIELD_PROMOTION,
    MOST_KINDS,
    SUICIDE_MISSION,
)
from pawnstorm.games.trench_checkers.pieces.field import BLOCKED, UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMPANY_BITS,
    GROUPS,
    HEIGHT,
    HIGHEST_STACK,
    NAMES,
    SOLDIER,
    company_text,
)
from pawnstorm.games.trench_checkers.pieces.laws import Laws
from pawnstorm.games.trench_checkers.state import (
    ALIVE,
    ASLEEP,
    DECLARE_ATTACK,
    DOOMED,
    END_MOVES,
    FACE_UP,
    FALLEN_SOLDIERS,
    HAND_SIZE,
    HEIGHT_BEFORE,
    HOLD_BACK,
    IN_HAND,
    KEPT_DIE,
    LOSE_PIECE,
    LOSSES,
    NAME_FIRST,
    NOWHERE,
    PASS,
    PLACE_TERRAIN,
    PLAY_CARD,
    PLAYED_IN_COMBAT,
    PLAYED_IN_WINDOW,
    SKIP,
    SLEEPS,
    SOLDIERS,
    STEP,
    STUNNED,
    SUICIDE_KIND,
    Position,
    card_of,
    kind_of,
    landing_of,
    of,
    origin_of,
    owner_of,
    pack,
    what_of,
    whom_of,
)
from pawnstorm.kit.states import checked_position

_RESULTS: Final = 256
_STEPS: Final = 4
_LINES: Final = 8
_PIECES: Final = 3
_WORD_ORDERS: Final = vec[i64]([END_MOVES, HOLD_BACK, PASS])
_ON_TILES: Final = (BACK_FROM_LEAVE, FIELD_PROMOTION, AIR_STRIKE)
"""Cards that are played for a tile."""
_ON_PIECES: Final = (FIELD_MEDIC, SUICIDE_MISSION)
"""Cards that are played for a piece of a kind."""
_CARD_NAMES: Final = [f"card {number}" for number in range(1, MOST_KINDS + 1)]

# The planes: companies of three kinds, then marks.
_SLEEPERS: Final = 2 * _PIECES
_CROSSERS: Final = _SLEEPERS + 2
_MOVED: Final = _CROSSERS + _PIECES
_BLOCKED_TILES: Final = _MOVED + _PIECES
_SUPPLIES: Final = _BLOCKED_TILES + 1
_ORIGIN: Final = _SUPPLIES + 1
_TARGET: Final = _SUPPLIES + 2

# The single numbers, after those of every game.
_OF_ROUND: Final = (
    Plane("phase", "0 the deal, 1 roll-off, 2 who goes first, 3 terrain, 4 start of the round, 5 moves, 6 moves over, "
          "7 Over the Top, 8 before the attacks, 9 attack, 10 before the dice, 11 dice, 12 after the dice, "
          "13 dice again, 14 Last Stand, 15 before a removal, 16 after the attack"),
    Plane("first", "1 if this side goes first in this round"),
    Plane("on the move", "1 if the moves or the attack are this side's"),
    Plane("asked", "1 if this side is asked in a window"),
    Plane("passes", "how many have declined one after the other"),
    Plane("round", "its number, at most 255"),
    Plane("quiet", "rounds in a row without progress, at most 255"),
    Plane("progress", "1 if this round has had any"),
    Plane("terrain left", "pieces of terrain still to be placed"),
    Plane("moves left", "of this turn"),
    Plane("cards owed", "cards that must be drawn"),
    Plane("deck", "cards in the deck"),
    Plane("air strike", "which kind of Air Strike is under way, counted from 1"),
    Plane("air strike made", "1 if this attack phase has had its Air Strike"),
    Plane("result", "of the combat: 1 won, 2 won with Last Stand, 3 tie, 4 lost, 5 lost with Last Stand, 6 missed"),
)  # fmt: skip
_FIRST_OF_ROUND: Final = 3
_SIDES: Final = _FIRST_OF_ROUND + len(_OF_ROUND)
_OF_SIDE: Final = (
    ("cards in hand", HAND_SIZE), ("cards played in this window", PLAYED_IN_WINDOW), ("stunned", STUNNED),
    ("sits out", SKIP), ("losses of this phase", LOSSES), ("pieces alive", ALIVE), ("Soldiers alive", SOLDIERS),
    ("fallen Soldiers", FALLEN_SOLDIERS), ("Commando asleep", SLEEPS), ("height before the dice", HEIGHT_BEFORE),
    ("kept die", KEPT_DIE), ("piece on a Suicide Mission", SUICIDE_KIND), ("company to be removed", DOOMED),
)  # fmt: skip
"""Numbers that everybody may know of both sides, with their places in `per_seat`."""
_SIDE_PLACES: Final = vec[i64]([place for _, place in _OF_SIDE])
_PER_SIDE: Final = len(_OF_SIDE) + MOST_KINDS
_HAND: Final = _SIDES + 2 * _PER_SIDE
_PLAYED: Final = _HAND + MOST_KINDS


def _groups() -> list[int]:
    """TC-26: every company that may leave a stack in one move."""
    stacks = [company for company in range(1, COMPANY_BITS + 1) if HEIGHT[company] <= HIGHEST_STACK]
    return sorted({int(group) for company in stacks for group in GROUPS[company]})


_GROUPS: Final = vec[i64](_groups())


def _group_numbers() -> list[int]:
    numbers = [-1] * (COMPANY_BITS + 1)
    for number, group in enumerate(_GROUPS):
        numbers[group] = number
    return numbers


_GROUP_NUMBER: Final = vec[i64](_group_numbers())


def _width(laws: Laws, kind: int, cells: int) -> int:
    """In how many ways a kind of card may be played: for a tile, for a piece, or just so."""
    effect = int(laws.effect[kind])
    return cells if effect in _ON_TILES else _PIECES if effect in _ON_PIECES else 1


def _order_blocks(laws: Laws, cells: int) -> tuple[Block, ...]:
    groups = ", ".join(company_text(int(group)) for group in _GROUPS)
    by_width = {cells: "tile", _PIECES: "Soldier, Veteran, Commando", 1: "the card alone"}
    widths = [_width(laws, kind, cells) for kind in range(int(laws.kinds))]
    cards = [
        (f"card: {card.title}", width, by_width[width]) for card, width in zip(laws.deck.cards, widths, strict=True)
    ]
    return blocks(
        ("move", cells * _STEPS * len(_GROUPS), f"tile x (ahead, right, left, back) x company: {groups}"),
        ("attack", cells * _LINES, "tile x direction: ahead, right, left, back, then diagonally"),
        ("terrain", cells, "tile"),
        ("lose", _PIECES, "Soldier, Veteran, Commando"),
        ("first", 2, "who goes first: this side, the other side"),
        ("words", len(_WORD_ORDERS), "end the moves, hold back, pass"),
        *cards,
    )


def _planes() -> list[Plane]:
    planes = [Plane(f"{whose} {name}s", "how many stand there") for whose in ("own", "enemy") for name in NAMES[1:]]
    planes += [Plane(f"{whose} sleeper", "1 where its Commando sleeps") for whose in ("own", "enemy")]
    planes += [Plane(f"crossing {name}s", "how many cross the tile of a sleeper there") for name in NAMES[1:]]
    planes += [Plane(f"moved {name}s", "how many there have moved in this turn") for name in NAMES[1:]]
    return [
        *planes,
        Plane("blocked", "1 on rock and terrain"),
        Plane("supplies", "1 on a depot that has not paid yet"),
        Plane("attacker", "1 on the attacking stack"),
        Plane("target", "1 on the stack or tile under attack"),
    ]


def _numbers() -> list[Plane]:
    numbers = list(_OF_ROUND)
    for whose in ("own", "enemy"):
        numbers += [Plane(f"{whose} {name}", "of that side") for name, _ in _OF_SIDE]
        numbers += [Plane(f"{whose} {kind} in combat", "1 if played in this combat") for kind in _CARD_NAMES]
    numbers += [Plane(f"hand: {kind}", "how many this seat holds") for kind in _CARD_NAMES]
    return [*numbers, *[Plane(f"face up: {kind}", "how many lie face up") for kind in _CARD_NAMES]]


@final
class TrenchCheckersCodec(Codec):
    """The field is turned for Red, so both sides see their own rear trench in the first rows.

    Of the other hand only its size is seen, of the deck only how many cards are left.
    """

    def __init__(self, laws: Laws) -> None:
        grid = laws.field.grid
        self.tiles: Final[i64] = grid.columns * grid.rows
        super().__init__(
            1, _order_blocks(laws, int(self.tiles)), (grid.rows, grid.columns), _planes(), _numbers(), _RESULTS
        )
        first = {block.name: block.first for block in self.blocks}
        self.attacks: Final[i64] = first["attack"]
        self.terrain: Final[i64] = first["terrain"]
        self.losses: Final[i64] = first["lose"]
        self.beginners: Final[i64] = first["first"]
        self.words: Final[i64] = first["words"]
        # By kind of card; the last number is the end of the last card.
        ends = [block.first for block in self.blocks if block.name.startswith("card:")]
        ends.append(int(self.actions))
        self.cards: Final[vec[i64]] = vec[i64](ends)
        self.tile_at: Final[vec[i64]] = vec[i64](_tiles(laws))
        self.cells: Final[vec[i64]] = laws.cells
        self.lines: Final[vec[i64]] = vec[i64](list(laws.steps) + list(laws.corners))

    def tile_of(self, seat: i64, cell: i64) -> i64:
        """The number of a tile as a seat sees it."""
        tile = self.tile_at[cell]
        return self.tiles - 1 - tile if seat else tile

    def cell_at(self, seat: i64, tile: i64) -> i64:
        """The cell of a tile that a seat sees."""
        return self.cells[self.tiles - 1 - tile if seat else tile]

    def line_of(self, seat: i64, step: i64) -> i64:
        """The direction of a step as a seat sees it."""
        wanted = -step if seat else step
        line: i64 = 0
        while self.lines[line] != wanted:
            line += 1
        return line

    def action_of(self, state: State, order: i64) -> i64:
        """By what the order is."""
        position = _position(state)
        seat, what, landing = position.to_act, what_of(order), landing_of(order)
        if what == STEP:
            origin = origin_of(order)
            at = self.tile_of(seat, origin) * _STEPS + self.line_of(seat, landing - origin)
            return at * len(_GROUPS) + _GROUP_NUMBER[whom_of(order)]
        if what == DECLARE_ATTACK:
            origin = origin_of(order)
            return self.attacks + self.tile_of(seat, origin) * _LINES + self.line_of(seat, landing - origin)
        if what == PLAY_CARD:
            place = self.cards[card_of(order)]
            if landing != NOWHERE:
                return place + self.tile_of(seat, landing)
            return place + whom_of(order) - SOLDIER if whom_of(order) else place
        if what == PLACE_TERRAIN:
            return self.terrain + self.tile_of(seat, landing)
        if what == LOSE_PIECE:
            return self.losses + whom_of(order) - SOLDIER
        if what == NAME_FIRST:
            return self.beginners + (0 if landing == seat else 1)
        return self.words + (0 if what == END_MOVES else 1 if what == HOLD_BACK else 2)

    def order_of(self, state: State, action: i64) -> i64:
        """By the block of the action."""
        position = _position(state)
        seat = position.to_act
        if action < self.attacks:
            origin = self.cell_at(seat, action // len(_GROUPS) // _STEPS)
            step = self.lines[action // len(_GROUPS) % _STEPS]
            return pack(STEP, origin, origin - step if seat else origin + step, _GROUPS[action % len(_GROUPS)])
        if action < self.terrain:
            attacker = self.cell_at(seat, (action - self.attacks) // _LINES)
            line = self.lines[(action - self.attacks) % _LINES]
            return pack(DECLARE_ATTACK, attacker, attacker - line if seat else attacker + line)
        if action < self.losses:
            return pack(PLACE_TERRAIN, 0, self.cell_at(seat, action - self.terrain))
        if action < self.beginners:
            return pack(LOSE_PIECE, 0, 0, action - self.losses + SOLDIER)
        if action < self.words:
            return pack(NAME_FIRST, 0, seat if action == self.beginners else 1 - seat)
        if action < self.cards[0]:
            return pack(_WORD_ORDERS[action - self.words])
        return self._card(seat, action)

    def _card(self, seat: i64, action: i64) -> i64:
        card: i64 = 0
        while self.cards[card + 1] <= action:
            card += 1
        place = action - self.cards[card]
        ways = self.cards[card + 1] - self.cards[card]
        if ways == 1:
            return pack(PLAY_CARD, 0, 0, 0, card)
        if ways == _PIECES:
            return pack(PLAY_CARD, 0, 0, place + SOLDIER, card)
        return pack(PLAY_CARD, 0, self.cell_at(seat, place), 0, card)

    def observe(self, state: State, seat: i64, rows: ByteRows) -> None:
        """All but the other hand and the order of the deck."""
        position = _position(state)
        self._write_stacks(position, seat, rows)
        self._write_marks(position, seat, rows)
        first = self.first_number
        _write_round(position, seat, rows, first + _FIRST_OF_ROUND)
        _write_side(position, seat, rows, first + _SIDES)
        _write_side(position, 1 - seat, rows, first + _SIDES + _PER_SIDE)
        kind: i64
        for kind in range(position.laws.kinds):
            rows.write(first + _HAND + kind, position.cards[(IN_HAND + seat) << 4 | kind])
            rows.write(first + _PLAYED + kind, position.cards[FACE_UP << 4 | kind])

    def _write_stacks(self, position: Position, seat: i64, rows: ByteRows) -> None:
        tiles = self.tiles
        for cell in self.cells:
            stack = position.board[cell]
            if stack == 0:
                continue
            tile = self.tile_of(seat, cell)
            if stack == BLOCKED:
                rows.write(_BLOCKED_TILES * tiles + tile, 1)
                continue
            enemy: i64 = 0 if owner_of(stack) == seat + 1 else 1
            _write_company(rows, stack & COMPANY_BITS, enemy * _PIECES, tiles, tile)
            rows.write((_SLEEPERS + enemy) * tiles + tile, 1 if stack & ASLEEP else 0)

    def _write_marks(self, position: Position, seat: i64, rows: ByteRows) -> None:
        tiles, laws = self.tiles, position.laws
        if position.crossing != NOWHERE:
            _write_company(rows, position.crossers, _CROSSERS, tiles, self.tile_of(seat, position.crossing))
        if position.origin != NOWHERE:
            rows.write(_ORIGIN * tiles + self.tile_of(seat, position.origin), 1)
        if position.target != NOWHERE:
            rows.write(_TARGET * tiles + self.tile_of(seat, position.target), 1)
        if laws.cards:
            for cell in self.cells:
                depot = laws.depot_on[cell]
                if depot and not position.emptied >> depot & 1:
                    rows.write(_SUPPLIES * tiles + self.tile_of(seat, cell), 1)
        if position.moved:
            self._write_moved(position, seat, rows)

    def _write_moved(self, position: Position, seat: i64, rows: ByteRows) -> None:
        """TC-A43: how many units of a kind on a tile have moved; which of them does not matter."""
        base = position.side * UNITS
        unit: i64
        other: i64
        for unit in range(UNITS):
            packed = position.units[base + unit]
            if not position.moved >> unit & 1 or packed >> 2 == NOWHERE:
                continue
            count: i64 = 0
            first = unit
            for other in range(UNITS):
                if position.moved >> other & 1 and position.units[base + other] == packed:
                    count += 1
                    first = min(first, other)
            if first == unit:
                tile = self.tile_of(seat, packed >> 2)
                rows.write((_MOVED + kind_of(packed) - SOLDIER) * self.tiles + tile, count)


def _position(state: State) -> Position:
    """The check for a known class is much faster, and this is asked for every legal order."""
    return state if isinstance(state, Position) else checked_position(state, Position, "trench-checkers")


def _tiles(laws: Laws) -> list[int]:
    """By cell: the number of its tile."""
    numbers = [0] * laws.field.grid.size
    for tile, cell in enumerate(laws.field.grid.cells()):
        numbers[cell] = tile
    return numbers


def _write_company(rows: ByteRows, company: i64, plane: i64, tiles: i64, tile: i64) -> None:
    rows.write(plane * tiles + tile, company & 3)
    rows.write((plane + 1) * tiles + tile, company >> 2 & 3)
    rows.write((plane + 2) * tiles + tile, company >> 4 & 1)


def _write_round(position: Position, seat: i64, rows: ByteRows, first: i64) -> None:
    rows.write(first, position.phase)
    rows.write(first + 1, 1 if position.first == seat else 0)
    rows.write(first + 2, 1 if position.side == seat else 0)
    rows.write(first + 3, 1 if position.asked == seat else 0)
    rows.write(first + 4, position.passes)
    rows.write(first + 5, position.round)
    rows.write(first + 6, position.quiet)
    rows.write(first + 7, position.progress)
    rows.write(first + 8, position.terrain_left)
    rows.write(first + 9, position.moves_left)
    rows.write(first + 10, position.cards_owed)
    rows.write(first + 11, position.deck_left)
    rows.write(first + 12, position.strike)
    rows.write(first + 13, position.air_strike_made)
    rows.write(first + 14, position.result)


def _write_side(position: Position, side: i64, rows: ByteRows, first: i64) -> None:
    """What everybody knows of a side."""
    place: i64 = 0
    for number in _SIDE_PLACES:
        rows.write(first + place, position.per_seat[of(side, number)])
        place += 1
    played = position.per_seat[of(side, PLAYED_IN_COMBAT)]
    kind: i64
    for kind in range(position.laws.kinds if played else 0):
        rows.write(first + place + kind, played >> kind & 1)
