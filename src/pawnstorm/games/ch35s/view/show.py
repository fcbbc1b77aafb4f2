"""The position for one viewer: zones with all models in them, tracks, scores, objectives and choices.

Only armies that are being chosen are hidden (CH-A43); everything else is public.
"""

from typing import Final

from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.core.view import Cell, Gauge, Stat, Token, Tray, View
from pawnstorm.games.ch35s.pieces import KINDS, NUMBERS, TYPES, Profile
from pawnstorm.games.ch35s.rules.army import cost_of, force_of, sheet_of
from pawnstorm.games.ch35s.rules.attacking import has_force_field, health_left
from pawnstorm.games.ch35s.rules.board import WIDTH
from pawnstorm.games.ch35s.rules.dice import pool
from pawnstorm.games.ch35s.rules.refusals import SIDES, called
from pawnstorm.games.ch35s.rules.scoring import REASONS, controls, on_field
from pawnstorm.games.ch35s.state import (
    DEPLOY,
    DRAFT,
    FREE_STRIKE,
    GONE,
    GRANTED,
    HAND,
    HAS_COMMANDED,
    MASKS,
    POINTS,
    RESERVE,
    STRIDE,
    TAKEN,
    TURN,
    UNITS,
    USED,
    WAS_COMMANDED,
    ZONES,
    Position,
    acts_of,
    damage_of,
    place_of,
    side_of,
    where,
)
from pawnstorm.games.ch35s.view.offers import offers, token_id

_MOST_CELLS: Final = 1000
_CELLS: Final[dict[int, tuple[Cell, ...]]] = {}


def show(position: Position, viewer: int) -> View:
    """What a seat, or a spectator, may see and choose."""
    over = position.to_act == OVER
    return View(
        game="ch35s",
        viewer=viewer,
        turn=int(position.to_act),
        prompt=_prompt(position),
        columns=WIDTH,
        rows=WIDTH,
        cells=_cells(int(position.objectives)),
        tokens=tuple(_token(position, unit) for unit in _models(position) if 1 <= where(position.units[unit]) <= ZONES),
        trays=_trays(position, viewer),
        gauges=_gauges(position, viewer),
        offers=offers(position) if viewer == position.to_act else (),
        winners=tuple(side for side in (0, 1) if position.winners >> side & 1) if over else (),
        ending=REASONS[position.ending_code][0] if over else "",
        marks=_marks(position),
    )


def is_secret(position: Position, viewer: int, side: int) -> bool:
    """CH-A43: whether the army of a side is hidden from a viewer now."""
    return position.phase == DRAFT and viewer != side


def _models(position: Position) -> list[int]:
    return [unit for side in (0, 1) for unit in range(side * UNITS, int(position.end_of(side)))]


def _cells(objectives: int) -> tuple[Cell, ...]:
    """CH-15, CH-17: the zones, and whether an objective lies in them; kept, since a match never changes them."""
    known = _CELLS.get(objectives)
    if known is None:
        if len(_CELLS) >= _MOST_CELLS:
            _CELLS.clear()
        known = tuple(_cell(zone, objectives) for zone in range(1, ZONES + 1))
        _CELLS[objectives] = known
    return known


def _cell(zone: int, objectives: int) -> Cell:
    ground = "objective" if objectives >> zone & 1 else "zone"
    return Cell(str(zone), (zone - 1) % WIDTH, (zone - 1) // WIDTH, ground)


def _prompt(position: Position) -> str:
    side, phase = SIDES[position.side], int(position.phase)
    if position.to_act == OVER:
        return "The game is over"
    if position.to_act == CHANCE:
        return f"The dice decide: {pool(position).reason}"
    if phase == DRAFT:
        return f"{side} chooses an army"
    if phase == DEPLOY:
        return f"{side} deploys"
    if phase == GRANTED:
        left = _actions(int(position.granted))
        return f"{side}: {_titled(position, int(position.commanded))} was commanded, {left} left"
    if phase in (FREE_STRIKE, STRIDE):
        return f"{side}: {_titled(position, int(position.actor))} may strike"
    left = _actions(int(position.laws.actions - position.tally[USED + position.side]))
    return f"Round {position.round}, {side} to act: {left} left"


def _actions(count: int) -> str:
    return f"{count} {'action' if count == 1 else 'actions'}"


def _titled(position: Position, unit: int) -> str:
    return f"{called(position, unit)} in zone {where(position.units[unit])}"


def _marks(position: Position) -> dict[str, str]:
    """CH-28: which side holds an objective, and where the models of the action under way are."""
    marks: dict[str, str] = {}
    for zone in range(1, ZONES + 1):
        if position.objectives >> zone & 1 and position.phase >= TURN:
            owner = int(controls(position, zone))
            marks[str(zone)] = f"held by {SIDES[owner]}" if owner >= 0 else "held by nobody"
    for unit, mark in ((position.actor, "actor"), (position.commanded, "actor"), (position.target, "target")):
        if unit >= 0 and where(position.units[unit]) != GONE:
            marks[str(where(position.units[unit]))] = mark
    return marks


def _token(position: Position, unit: int) -> Token:
    zone = int(where(position.units[unit]))
    return Token(
        id=token_id(unit),
        kind=TYPES[place_of(position.units[unit])],
        name=f"{SIDES[side_of(unit)]} {called(position, unit)}",
        letter=position.forces.sheets[side_of(unit)].models[place_of(position.units[unit])].code,
        owner=int(side_of(unit)),
        cell=str(zone) if 1 <= zone <= ZONES else "",
        layer=unit,
        marks=_token_marks(position, unit),
        stats=_stats(position, unit),
    )


def _stats(position: Position, unit: int) -> tuple[Stat, ...]:
    """CH-09: the numbers of a model, each with the one before upgrades."""
    forces, kind = position.forces, int(position.kind_of(unit))
    model = forces.sheets[side_of(unit)].models[kind % KINDS]
    left = int(health_left(position, unit))
    return (
        Stat("Health", left, int(forces.health[kind])),
        Stat("Move", int(forces.move[kind]), model.move),
        Stat("Range", int(forces.range[kind]), model.range),
        Stat("Strength", int(forces.strength[kind]), model.strength),
        Stat("Damage", int(forces.damage[kind]), model.damage),
        Stat("Points", int(forces.cost[kind]), model.cost),
    )


def _token_marks(position: Position, unit: int) -> tuple[str, ...]:
    """What has happened to a model, and the upgrades of its type."""
    word, side = position.units[unit], int(side_of(unit))
    on_board = 1 <= where(word) <= ZONES
    marks = [
        ("wounded", damage_of(word) > 0),
        ("commanded", bool(word & WAS_COMMANDED)),
        ("has commanded", bool(word & HAS_COMMANDED)),
        (f"acted {acts_of(word)}", acts_of(word) > 0),
        ("under visions", on_board and position.has_visions(side)),
        ("covered", on_board and has_force_field(position, unit)),
    ]
    return (*(mark for mark, there in marks if there), *_upgrade_names(position, side, int(place_of(word))))


def _upgrade_names(position: Position, side: int, place: int) -> tuple[str, ...]:
    mask = int(position.armies[MASKS + side * KINDS + place])
    profile = Profile(position.forces.sheets[side].models[place], mask)
    return tuple(upgrade.name for upgrade in profile.upgrades)


def _trays(position: Position, viewer: int) -> tuple[Tray, ...]:
    if position.phase == DRAFT:
        return tuple(_draft_tray(position, side) for side in (0, 1) if not is_secret(position, viewer, side))
    trays: list[Tray] = []
    for side, name in enumerate(SIDES):
        for zone, key, title in (
            (HAND, "hand", f"{name} has to deploy"),
            (RESERVE, "reserve", f"{name}'s reserve"),
            (GONE, "lost", f"Lost by {name}"),
        ):
            units = [
                unit for unit in _models(position) if side_of(unit) == side and where(position.units[unit]) == zone
            ]
            if units or zone == GONE:
                tokens = tuple(_token(position, unit) for unit in units)
                trays.append(Tray(f"{key}-{side}", title, side, tokens))
    return tuple(trays)


def _draft_tray(position: Position, side: int) -> Tray:
    """CH-A43: what a side has chosen so far."""
    sheet = sheet_of(position, side)
    tokens: list[Token] = []
    for place, (count, mask) in enumerate(force_of(position, side)) if sheet else ():
        assert sheet is not None
        profile = Profile(sheet.models[place], mask)
        marks = tuple(upgrade.name for upgrade in profile.upgrades)
        name = f"{SIDES[side]} {profile.model.name}"
        stats = (Stat("Points", profile.cost(), profile.model.cost),)
        for number in range(count):
            key = f"draft-{side}-{place}-{number}"
            tokens.append(Token(key, TYPES[place], name, profile.model.code, side, marks=marks, stats=stats))
    return Tray(f"draft-{side}", f"{SIDES[side]} chooses", side, tuple(tokens))


def _gauges(position: Position, viewer: int) -> tuple[Gauge, ...]:
    laws, tally = position.laws, position.tally
    if position.phase == DRAFT:
        return tuple(_draft_gauge(position, side) for side in (0, 1) if not is_secret(position, viewer, side))
    gauges = [Gauge("round", "Round", -1, int(position.round), int(laws.rounds))]
    for side in (0, 1):
        points = int(tally[POINTS + side])
        gauges.append(Gauge(f"vp-{side}", "Victory points", side, points))
        if points >= 10:
            # CH-30: the second marker shows the tens.
            gauges.append(Gauge(f"tens-{side}", "Tens of victory points", side, points // 10))
        gauges.append(Gauge(f"actions-{side}", "Actions", side, int(tally[USED + side]), int(laws.actions)))
        gauges.append(Gauge(f"taken-{side}", "Points taken out this round", side, int(tally[TAKEN + side])))
        gauges.append(Gauge(f"field-{side}", "Points on the field", side, int(on_field(position, side))))
        if position.has_visions(side):
            gauges.append(Gauge(f"visions-{side}", "Chaotic Visions", side, 1, 1))
    if position.granted:
        most = int(NUMBERS.granted_actions)
        gauges.append(Gauge("granted", "Granted actions", int(position.side), int(position.granted), most))
    return tuple(gauges)


def _draft_gauge(position: Position, side: int) -> Gauge:
    sheet = sheet_of(position, side)
    spent = cost_of(sheet, force_of(position, side)) if sheet else 0
    return Gauge(f"points-{side}", "Points", side, spent, int(position.laws.budget))
