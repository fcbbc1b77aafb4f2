"""Positions as one encoded line that loses nothing; a line that cannot be is refused."""

import re
from typing import Final

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.games.ch35s.pieces import KINDS, REINFORCE, UPGRADES
from pawnstorm.games.ch35s.rules.army import force_of, sheet_of
from pawnstorm.games.ch35s.rules.refusals import SIDES, marks_of
from pawnstorm.games.ch35s.rules.scoring import REASONS
from pawnstorm.games.ch35s.state import (
    ACTS,
    ATTACK,
    BLAST,
    COMMANDED,
    COMMANDS,
    COUNTS,
    DAMAGE,
    DEPLOY,
    DRAFT,
    FREE_STRIKE,
    GONE,
    GRANTED,
    HAND,
    INITIATIVE,
    MASKS,
    NOBODY,
    OBJECTIVE,
    POINTS,
    RESERVE,
    ROLL_ATTACKER,
    SHEETS,
    STRIDE,
    TAKEN,
    UNITS,
    USED,
    ZONES,
    Position,
    place_of,
    side_of,
    where,
)

ROLLS: Final = (OBJECTIVE, ROLL_ATTACKER, INITIATIVE, ATTACK, BLAST)
"""The moments in which dice are out."""
_BEFORE: Final = (OBJECTIVE, ROLL_ATTACKER, DEPLOY)
_UNIT: Final = re.compile(r"([A-Z]{2})(\d{1,2})(?:\*(\d{1,2}))?(c?)(m?)(?:a(\d))?")
_MOST: Final = 100_000


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    fields = {
        "side": SIDES[position.side],
        "phase": str(position.phase),
        "round": str(position.round),
        "attacker": SIDES[position.attacker] if position.attacker >= 0 else "-",
        "acted": str(position.acted),
        "visions": str(position.visions),
        "objectives": f"{position.objectives},{position.last_objective}",
        "used": _encode_tally(position, USED),
        "vp": _encode_tally(position, POINTS),
        "taken": _encode_tally(position, TAKEN),
        "armies": "/".join(_encode_army(position, side) for side in (0, 1)),
        "units": "/".join(_encode_units(position, side) for side in (0, 1)),
    }
    under_way = _under_way(position)
    if under_way != _NOTHING:
        fields["now"] = ",".join(map(str, under_way))
    if position.to_act == OVER:
        fields["over"] = f"{position.winners},{position.ending_code}"
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _encode_tally(position: Position, what: int) -> str:
    return f"{position.tally[what]},{position.tally[what + 1]}"


def _encode_army(position: Position, side: int) -> str:
    """The sheet and for each type the number of models and the mask of upgrades, such as `brite:1.2,0.0,...`."""
    sheet = sheet_of(position, side)
    if sheet is None:
        return "-"
    return f"{sheet.key}:" + ",".join(f"{count}.{mask}" for count, mask in force_of(position, side))


def _encode_units(position: Position, side: int) -> str:
    words = [int(position.units[unit]) for unit in range(side * UNITS, int(position.end_of(side)))]
    models = position.forces.sheets[side].models
    return ",".join(f"{models[place_of(word)].code}{where(word)}{marks_of(word)}" for word in words) or "-"


_NOTHING: Final = (NOBODY, NOBODY, 0, 0, 0, 0, 0, NOBODY, 0, 0, 0, 0, 0)


def _under_way(position: Position) -> tuple[int, ...]:
    return (
        int(position.actor),
        int(position.target),
        int(position.dice),
        int(position.dealt),
        int(position.steps),
        int(position.struck),
        int(position.granted),
        int(position.commanded),
        int(position.white_blast),
        int(position.black_blast),
        int(position.hurt),
        int(position.fallen),
        int(position.own_fallen),
    )


def decode(position: Position, text: str) -> None:
    """Fill an empty position from `encode`'s line; a line that cannot be is refused."""
    try:
        fields = dict(field.split("=", 1) for field in text.split(" "))
        _decode_table(position, fields)
        for side, army in enumerate(_pair(fields.pop("armies"), "/")):
            _decode_army(position, side, army)
        _decode_units(position, fields.pop("units"))
        _decode_under_way(position, fields.pop("now", ""))
        _decode_turn(position, int(fields.pop("phase")), fields.pop("over", ""))
        _demand(not fields and _is_sound(position))
    except (KeyError, ValueError, IndexError, OverflowError):
        raise BadPosition(f"'{text}' is not an encoded position of ch35s") from None


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("this cannot be")


def _decode_table(position: Position, fields: dict[str, str]) -> None:
    position.side = SIDES.index(fields.pop("side"))
    position.round = _bounded(fields.pop("round"), 1, int(position.laws.rounds))
    attacker = fields.pop("attacker")
    position.attacker = SIDES.index(attacker) if attacker != "-" else NOBODY
    position.acted = _bounded(fields.pop("acted"), 0, int(position.laws.actions))
    position.visions = _bounded(fields.pop("visions"), 0, 3)
    objectives, last = _pair(fields.pop("objectives"), ",")
    position.objectives = _bounded(objectives, 0, (1 << ZONES + 1) - 1)
    position.last_objective = _bounded(last, 0, ZONES)
    _demand(not position.objectives & 1)
    _demand(max(int(position.objectives).bit_length() - 1, 0) == position.last_objective)
    for name, what, most in (
        ("used", USED, int(position.laws.actions)),
        ("vp", POINTS, _MOST),
        ("taken", TAKEN, _MOST),
    ):
        for side, value in enumerate(_pair(fields.pop(name), ",")):
            position.tally[what + side] = _bounded(value, 0, most)


def _pair(text: str, sign: str) -> tuple[str, str]:
    first, second = text.split(sign)
    return first, second


def _bounded(text: str, least: int, most: int) -> int:
    value = int(text)
    _demand(least <= value <= most)
    return value


def _decode_army(position: Position, side: int, text: str) -> None:
    if text == "-":
        return
    key, force = _pair(text, ":")
    sheet = position.laws.book.find(key)
    if sheet is None:
        raise ValueError(key)
    position.muster[SHEETS + side] = sheet.number
    pairs = force.split(",")
    _demand(len(pairs) == KINDS)
    for place, pair in enumerate(pairs):
        count, mask = _pair(pair, ".")
        position.muster[COUNTS + side * KINDS + place] = _bounded(count, 0, UNITS)
        position.muster[MASKS + side * KINDS + place] = _bounded(mask, 0, (1 << UPGRADES) - 1)


def _decode_units(position: Position, text: str) -> None:
    white, black = _pair(text, "/")
    if white == black == "-":
        return
    position.reset_rosters()
    for side, part in enumerate((white, black)):
        for drawn in part.split(",") if part != "-" else ():
            _decode_unit(position, side, drawn)
        counts = [count for count, _ in force_of(position, side)]
        units = [place_of(position.units[unit]) for unit in range(side * UNITS, int(position.end_of(side)))]
        _demand([units.count(place) for place in range(KINDS)] == counts)


def _decode_unit(position: Position, side: int, drawn: str) -> None:
    shape = _UNIT.fullmatch(drawn)
    if not shape:
        raise ValueError(drawn)
    codes = [model.code for model in position.forces.sheets[side].models]
    zone, damage, acts = int(shape[2]), int(shape[3] or 0), int(shape[6] or 0)
    place = codes.index(shape[1])
    _demand(0 <= zone <= HAND and damage < position.forces.health[side * KINDS + place])
    _demand(acts <= max(int(position.laws.cap), 0) and (1 <= zone <= ZONES or not shape[4] + shape[5]))
    unit = position.muster_unit(side, place, zone)
    marks = (COMMANDED if shape[4] else 0) | (COMMANDS if shape[5] else 0)
    position.units[unit] |= damage << DAMAGE | acts << ACTS | marks


def _decode_under_way(position: Position, text: str) -> None:
    if not text:
        return
    numbers = [int(part) for part in text.split(",")]
    _demand(len(numbers) == len(_NOTHING) and all(-1 <= number < 1 << 40 for number in numbers))
    position.actor, position.target, position.dice, position.dealt, position.steps = numbers[:5]
    position.struck, position.granted, position.commanded = numbers[5:8]
    position.white_blast, position.black_blast, position.hurt, position.fallen, position.own_fallen = numbers[8:]


def _decode_turn(position: Position, phase: int, over: str) -> None:
    _demand(0 <= phase <= BLAST and (phase == 0) == bool(over))
    position.phase = phase
    position.to_act = CHANCE if phase in ROLLS else position.side
    if over:
        winners, code = _pair(over, ",")
        position.finish(_bounded(winners, 1, 3), _bounded(code, 1, len(REASONS) - 1))


def _is_sound(position: Position) -> bool:
    """Whether what is under way fits the field."""
    phase = position.phase
    if phase == DRAFT:
        return position.end_of(0) == 0
    if position.muster[SHEETS] < 0 or position.muster[SHEETS + 1] < 0 or not _zones_fit(position):
        return False
    if phase in _BEFORE:
        return (position.attacker >= 0) == (phase == DEPLOY)
    if position.attacker < 0 or not _actors_stand(position):
        return False
    if phase == ATTACK:
        return 1 <= position.dice <= 10 and 0 <= position.dealt < 64
    if phase == BLAST:
        return 1 <= position.dice <= 5 and _victims_stand(position)
    return not (position.white_blast or position.black_blast)


def _zones_fit(position: Position) -> bool:
    """Who is in hand while nobody deploys any more, or kept back without Reinforcement, is not possible."""
    deployed = position.phase not in _BEFORE
    if deployed and (position.number_in(0, HAND) or position.number_in(1, HAND)):
        return False
    from_reserve = [unit for unit in range(2 * UNITS) if where(position.units[unit]) == RESERVE]
    return all(position.forces.abilities[position.kind_of(unit)] & REINFORCE for unit in from_reserve)


def _actors_stand(position: Position) -> bool:
    """The models that are under way stand on the field, on the right side."""
    phase, own, enemy = position.phase, int(position.side), 1 - int(position.side)
    if phase in (FREE_STRIKE, STRIDE, ATTACK) and not _stands(position, int(position.actor), own):
        return False
    if phase == ATTACK and not _stands(position, int(position.target), enemy):
        return False
    if phase == GRANTED and (not _stands(position, int(position.commanded), own) or not 1 <= position.granted <= 2):
        return False
    return -1 <= position.commanded < 2 * UNITS and 0 <= position.granted <= 2 and 0 <= position.steps <= 6


def _stands(position: Position, unit: int, side: int) -> bool:
    return 0 <= unit < 2 * UNITS and side_of(unit) == side and 1 <= where(position.units[unit]) <= ZONES


def _victims_stand(position: Position) -> bool:
    if not position.white_blast and not position.black_blast:
        return False
    for side, mask in enumerate((int(position.white_blast), int(position.black_blast))):
        for slot in range(UNITS):
            if mask >> slot & 1 and where(position.units[side * UNITS + slot]) == GONE:
                return False
    return True
