"""Positions as text: one encoded line that loses nothing, or a drawing with facts that a person can write."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue, Sketch
from pawnstorm.core.state import OVER
from pawnstorm.games.trench_checkers.pieces.field import BLOCKED, EMPTY, MOST_TERRAIN, UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMMANDO,
    COMPANY_BITS,
    COMPANY_OF,
    HEIGHT,
    HIGHEST_STACK,
    LETTERS,
    MOST_MOVES,
    MOVES,
    SIDES,
    SOLDIER,
    VETERAN,
    company_text,
    count_of,
)
from pawnstorm.games.trench_checkers.rules.rounds import proceed
from pawnstorm.games.trench_checkers.rules.setup import put_to_sleep
from pawnstorm.games.trench_checkers.rules.winning import BOTH, REASONS
from pawnstorm.games.trench_checkers.state import (
    ALIVE,
    ASLEEP,
    ATTACK,
    BEFORE_ATTACKS,
    BEFORE_DICE,
    BEFORE_REMOVAL,
    CHOOSE_FIRST,
    DOOMED,
    FACE_UP,
    FALLEN_SOLDIERS,
    HEIGHT_BEFORE,
    IN_HAND,
    KEPT_DIE,
    LOSSES,
    MOVE,
    MOVES_OVER,
    NOWHERE,
    PHASES,
    PLAYED_IN_COMBAT,
    PLAYED_IN_WINDOW,
    ROLL_OFF,
    ROUND_START,
    SKIP,
    SKIPS_NEXT,
    SKIPS_THIS,
    SLEEPS,
    SOLDIERS,
    STUNNED,
    SUICIDE_KIND,
    TERRAIN,
    Position,
    of,
    owner_of,
)
from pawnstorm.kit.drawing import draw_cells, drawn_cells
from pawnstorm.kit.encoding import EncodedLine, demand, write_fields, write_list, write_sides
from pawnstorm.kit.facts import Facts

_MOST: Final = (1 << 30) - 1
_DRAWABLE: Final = (ROLL_OFF, CHOOSE_FIRST, TERRAIN, ROUND_START, MOVE, MOVES_OVER, BEFORE_ATTACKS, ATTACK)
"""The phases of drawn positions; the others are reached by orders."""
_ENCODED_PER_SEAT: Final = (
    PLAYED_IN_WINDOW,
    PLAYED_IN_COMBAT,
    STUNNED,
    SKIP,
    LOSSES,
    SLEEPS,
    HEIGHT_BEFORE,
    KEPT_DIE,
    SUICIDE_KIND,
    DOOMED,
)
"""The numbers of a seat that do not follow from the rest of a line, in the order in which they are written."""


# ---- drawings -----------------------------------------------------------------------------------------------------


def sketch(position: Position) -> Sketch:
    """The position as a drawing with all its facts."""
    rows = draw_cells(position.laws.field.grid, lambda cell: _token(position, cell))
    return Sketch(rows, _facts(position))


def _token(position: Position, cell: int) -> str:
    stack = position.board[cell]
    if stack in (EMPTY, BLOCKED):
        return "." if stack == EMPTY else "#"
    text = "Z" if stack & ASLEEP else company_text(stack & COMPANY_BITS)
    guests = company_text(position.crossers) if cell == position.crossing else ""
    return text + guests.lower() if owner_of(stack) == 1 else text.lower() + guests


def _facts(position: Position) -> dict[str, FactValue]:
    per_seat, grid = position.per_seat, position.laws.field.grid
    depots = [cell for number, cell in enumerate(position.laws.field.depots, 1) if position.emptied >> number & 1]
    return {
        "turn": SIDES[position.to_act] if position.to_act >= 0 else "nobody",
        "phase": PHASES[position.phase],
        "first": SIDES[position.first],
        "round": int(position.round),
        "moves": int(position.moves_left),
        "quiet": int(position.quiet),
        "hands": {name: hand_text(position, seat) for seat, name in enumerate(SIDES)},
        "discards": _cards_text(position, FACE_UP),
        "fallen": {name: int(per_seat[of(seat, FALLEN_SOLDIERS)]) for seat, name in enumerate(SIDES)},
        "losses": {name: int(per_seat[of(seat, LOSSES)]) for seat, name in enumerate(SIDES)},
        "emptied": " ".join(grid.name(cell) for cell in depots),
        "stunned": _seats_with(position, STUNNED, 1),
        "sits_out": _seats_with(position, SKIP, SKIPS_THIS),
        "sits_out_next": _seats_with(position, SKIP, SKIPS_NEXT),
        "terrain": int(position.terrain_left),
    }


def hand_text(position: Position, seat: int) -> str:
    """The cards of a hand by their keys."""
    return _cards_text(position, IN_HAND + seat)


def _cards_text(position: Position, pile: int) -> str:
    keys = position.laws.deck.keys
    return " ".join(key for kind, key in enumerate(keys) for _ in range(position.cards[pile << 4 | kind]))


def _seats_with(position: Position, number: int, value: int) -> str:
    return " ".join(name for seat, name in enumerate(SIDES) if position.per_seat[of(seat, number)] == value)


def place(position: Position, drawing: Sketch) -> None:
    """Set up an empty position as drawn; refuses what this field cannot have."""
    for cell, drawn in drawn_cells(position.laws.field.grid, drawing.rows):
        _stand(position, drawn, cell)
    facts = Facts("trench-checkers", SIDES, drawing.facts)
    _place_fallen(position, _counts(facts, "fallen"))
    _place_cards(position, facts)
    _place_numbers(position, facts)
    facts.close()
    if not position.per_seat[ALIVE] or not position.per_seat[of(1, ALIVE)]:
        raise BadPosition("each side needs at least one piece")
    proceed(position)


def _stand(position: Position, drawn: str, cell: int) -> None:
    name = position.laws.field.grid.name(cell)
    if drawn == "#":
        position.board[cell] = BLOCKED
        return
    if position.board[cell] != EMPTY:
        raise BadPosition(f"{name}: nobody stands on rock")
    seat = 0 if drawn.isupper() else 1
    asleep = drawn.upper() == "Z"
    kinds = [LETTERS.find(letter) for letter in ("C" if asleep else drawn.upper())]
    if min(kinds) < SOLDIER or not (drawn.isupper() or drawn.islower()):
        raise BadPosition(f"{name}: there is no stack '{drawn}'; the letters are S V C Z for Blue and s v c z for Red")
    if len(kinds) > HIGHEST_STACK:
        raise BadPosition(f"{name}: no more than three pieces stand on a tile (TC-30)")
    for kind in kinds:
        position.stand(_free_unit(position, seat, kind, name), kind, cell)
    if asleep:
        put_to_sleep(position, seat)


def _free_unit(position: Position, seat: int, kind: int, name: str) -> int:
    first = seat * UNITS
    units = [first + UNITS - 1] if kind == COMMANDO else list(range(first, first + UNITS - 1))
    for unit in units:
        if position.units[unit] == 0:
            return unit
    raise BadPosition(f"{name}: {SIDES[seat]} has at most twelve Soldiers and Veterans and one Commando (TC-04)")


def _place_fallen(position: Position, fallen: list[int]) -> None:
    """Units that are not drawn have fallen, as Veterans unless `fallen` counts them as Soldiers."""
    for seat, soldiers in enumerate(fallen):
        missing = [unit for unit in range(seat * UNITS, (seat + 1) * UNITS - 1) if position.units[unit] == 0]
        if soldiers > len(missing):
            raise BadPosition(f"fallen: {SIDES[seat]} cannot have lost {soldiers} Soldiers")
        for index, unit in enumerate(missing):
            position.units[unit] = SOLDIER if index < soldiers else VETERAN
        position.per_seat[of(seat, FALLEN_SOLDIERS)] = soldiers
        leader = (seat + 1) * UNITS - 1
        position.units[leader] = position.units[leader] or COMMANDO


def _place_cards(position: Position, facts: Facts) -> None:
    hands, discards = dict(facts.texts_by_seat("hands")), facts.text("discards", "")
    for words, seat in ((hands.get(0, ""), 0), (hands.get(1, ""), 1), (discards, -1)):
        for word in words.split():
            kind = position.laws.deck.find(word)
            if kind < 0 or position.cards[kind] == 0:
                known = ", ".join(position.laws.deck.keys)
                raise BadPosition(f"there is no card '{word}' left; the cards are {known} (TC-05)")
            if seat >= 0:
                position.take_card(seat, kind)
            else:
                position.cards[kind] -= 1
                position.deck_left -= 1
                position.lay_face_up(kind)


def _place_numbers(position: Position, facts: Facts) -> None:
    phase = facts.text("phase", "move")
    if phase not in [PHASES[number] for number in _DRAWABLE]:
        raise BadPosition(
            f"the phase of a drawn position is one of {', '.join(PHASES[n] for n in _DRAWABLE)}, not '{phase}'"
        )
    position.phase = PHASES.index(phase)
    position.first = facts.seat("first")
    position.side = position.asked = facts.seat("turn")
    position.round = facts.number("round", 1, most=1 << 20)
    position.quiet = facts.number("quiet", 0, most=1 << 20)
    position.terrain_left = facts.number("terrain", 0, most=2 * MOST_TERRAIN)
    moves = facts.number("moves", int(MOVES), most=int(MOVES))
    position.moves_left = moves if position.phase == MOVE else 0
    for seat, losses in enumerate(_counts(facts, "losses")):
        position.per_seat[of(seat, LOSSES)] = losses
    for key, number, value in (
        ("sits_out_next", SKIP, SKIPS_NEXT),
        ("sits_out", SKIP, SKIPS_THIS),
        ("stunned", STUNNED, 1),
    ):
        for seat in facts.seats(key):
            position.per_seat[of(seat, number)] = value
    names = {position.laws.field.grid.name(cell): number for number, cell in enumerate(position.laws.field.depots, 1)}
    for name in facts.words("emptied"):
        if name not in names:
            raise BadPosition(f"emptied: there is no depot on '{name}'; the depots are {', '.join(names)}")
        position.emptied |= 1 << names[name]


def _counts(facts: Facts, key: str) -> list[int]:
    """A number of units for each seat."""
    found = dict(facts.numbers_by_seat(key, UNITS - 1))
    return [found.get(seat, 0) for seat in (0, 1)]


# ---- encoded lines ------------------------------------------------------------------------------------------------


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    grid, laws = position.laws.field.grid, position.laws
    terrain = [cell for cell in laws.cells if position.board[cell] == BLOCKED and laws.field.ground[cell] != "rock"]
    fields = {
        "blue": write_list(_encode_unit(position, unit) for unit in range(UNITS)),
        "red": write_list(_encode_unit(position, unit) for unit in range(UNITS, 2 * UNITS)),
        "terrain": write_list(grid.name(cell) for cell in terrain),
        "cards": write_sides(_pile(position, pile) for pile in (IN_HAND, IN_HAND + 1, FACE_UP)),
        "seats": write_sides(
            write_list(position.per_seat[of(seat, name)] for name in _ENCODED_PER_SEAT) for seat in (0, 1)
        ),
        "round": write_list(position.numbers()),
    }
    return write_fields(fields)


def _encode_unit(position: Position, unit: int) -> str:
    packed = position.units[unit]
    cell = packed >> 2
    return LETTERS[packed & 3] + (position.laws.field.grid.name(cell) if cell else "")


def _pile(position: Position, pile: int) -> str:
    return "".join(str(position.cards[pile << 4 | kind]) for kind in range(position.laws.kinds))


def decode(position: Position, text: str) -> None:
    """Fill an empty position from a line of `encode`; refuses fields that contradict each other."""
    with EncodedLine("trench-checkers", text) as line:
        position.set_numbers(line.numbers("round", len(position.numbers()), -_MOST, _MOST))
        _decode_units(position, [*line.text("blue").split(","), *line.text("red").split(",")])
        for name in line.words("terrain"):
            cell = position.laws.field.grid.find(name)
            demand(cell > 0 and position.board[cell] == EMPTY)
            position.board[cell] = BLOCKED
        _decode_cards(position, line.text("cards").split("/"))
        _decode_per_seat(position, line.sides("seats"))
        _check_decoded(position, text)


def _decode_units(position: Position, units: list[str]) -> None:
    grid = position.laws.field.grid
    demand(len(units) == 2 * UNITS)
    for unit, drawn in enumerate(units):
        kind, seat = LETTERS.index(drawn[0]), unit // UNITS
        demand(kind >= SOLDIER and (kind == COMMANDO) == (unit % UNITS == UNITS - 1))
        if drawn[1:]:
            cell = grid.find(drawn[1:])
            demand(cell > 0)
            if cell == position.crossing and seat == position.side:
                # A group that crosses a sleeper is counted separately, because the cell belongs to the sleeper.
                position.units[unit] = cell << 2 | kind
                position.per_seat[of(seat, ALIVE)] += 1
                position.per_seat[of(seat, SOLDIERS)] += 1 if kind == SOLDIER else 0
            else:
                there = position.board[cell]
                demand(there == EMPTY or (owner_of(there) == seat + 1 and HEIGHT[there & COMPANY_BITS] < HIGHEST_STACK))
                position.stand(unit, kind, cell)
        else:
            position.units[unit] = kind
            position.per_seat[of(seat, FALLEN_SOLDIERS)] += 1 if kind == SOLDIER else 0


def _decode_cards(position: Position, piles: list[str]) -> None:
    demand(len(piles) == 3 and all(len(pile) == position.laws.kinds for pile in piles))
    for kind in range(position.laws.kinds):
        hands, up = [int(piles[0][kind]), int(piles[1][kind])], int(piles[2][kind])
        demand(sum(hands) + up <= position.cards[kind])
        for seat in (0, 1):
            for _ in range(hands[seat]):
                position.take_card(seat, kind)
        for _ in range(up):
            position.cards[kind] -= 1
            position.deck_left -= 1
            position.lay_face_up(kind)


def _decode_per_seat(position: Position, seats: tuple[str, str]) -> None:
    for seat, text in enumerate(seats):
        values = [int(value) for value in text.split(",")]
        demand(len(values) == len(_ENCODED_PER_SEAT) and min(values) >= 0)
        for name, value in zip(_ENCODED_PER_SEAT, values, strict=True):
            position.per_seat[of(seat, name)] = value
        if position.per_seat[of(seat, SLEEPS)]:
            leader = position.units[(seat + 1) * UNITS - 1] >> 2
            demand(leader > 0 and position.board[leader] & COMPANY_BITS == COMPANY_OF[COMMANDO])
            put_to_sleep(position, seat)


def _check_decoded(position: Position, text: str) -> None:
    """Refuse fields that contradict each other: going on from here changes nothing, and combats have their stacks."""
    numbers = position.numbers()
    demand(0 <= position.phase < len(PHASES) and position.side in (0, 1) and position.asked in (0, 1))
    demand(position.first in (0, 1) and 0 <= position.passes <= 2 and 0 <= position.moves_left <= MOST_MOVES)
    demand(min(position.round, position.quiet, position.terrain_left, position.cards_owed, position.moved) >= 0)
    demand((position.to_act == OVER) == (PHASES[position.phase] == "over") and 0 <= position.winners <= BOTH)
    demand((position.winners > 0) == (position.to_act == OVER) == (0 < position.ending_code < len(REASONS)))
    if position.crossing != NOWHERE:
        _check_crossing(position)
    if BEFORE_DICE <= position.phase <= BEFORE_REMOVAL:
        _check_combat(position)
    elif position.origin or position.target:
        raise ValueError
    proceed(position)
    demand(position.numbers() == numbers and encode(position) == text)


def _check_crossing(position: Position) -> None:
    seat = position.side
    group: i64 = 0
    for unit in range(seat * UNITS, (seat + 1) * UNITS):
        packed = position.units[unit]
        if packed >> 2 == position.crossing:
            group += COMPANY_OF[packed & 3]
    there = position.board[position.crossing]
    demand(group == position.crossers != 0 and there & ASLEEP != 0 and owner_of(there) == 2 - seat)


def _check_combat(position: Position) -> None:
    seat = position.side
    demand(owner_of(position.board[position.target]) == 2 - seat)
    if not position.strike:
        demand(owner_of(position.board[position.origin]) == seat + 1)
    for at, owner in ((position.origin, seat), (position.target, 1 - seat)):
        company = position.board[at] & COMPANY_BITS if at else 0
        named, doomed = position.per_seat[of(owner, SUICIDE_KIND)], position.per_seat[of(owner, DOOMED)]
        gone = doomed + (COMPANY_OF[named] if named <= COMMANDO else 1 << 9)
        fits = all(count_of(gone, kind) <= count_of(company, kind) for kind in (SOLDIER, VETERAN, COMMANDO))
        demand(gone <= COMPANY_BITS and fits)
