"""CH35S as arrays: orders as models and zones, models as rows of numbers (docs/encodings.md).

A model is named by its slot, which it keeps for the whole match. Only a few models can afford an ability with many
targets, so those are counted among themselves.
"""

from collections.abc import Iterable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import ByteRows
from pawnstorm.core.codec import Block, Codec, Plane, blocks
from pawnstorm.core.state import State
from pawnstorm.games.ch35s.pieces import ABILITIES, COMMAND, KINDS, PUSH, STARTERS_OF, TELEPORT, TYPES, UPGRADES, Sheet
from pawnstorm.games.ch35s.rules.board import WIDTH
from pawnstorm.games.ch35s.rules.moving import strides
from pawnstorm.games.ch35s.rules.setup import home_of
from pawnstorm.games.ch35s.state import (
    ADD,
    ATTACK,
    AUTO,
    BLAST,
    BOMBS,
    CASTS_VISIONS,
    CHOOSE,
    COMMANDING,
    COUNTS,
    DECLINE,
    DONE,
    DRAFT,
    DROPS,
    EXPLODES,
    FIRST_ZONE,
    GIVE,
    GO,
    HALT,
    HAS_COMMANDED,
    HOLD,
    KEEP,
    MASKS,
    PASS,
    POINTS,
    PUSHES,
    PUT,
    SHEETS,
    SHOOT,
    STEP,
    STOP,
    STRIDE,
    TAKE,
    TAKEN,
    TELEPORTS,
    UNITS,
    USED,
    WAS_COMMANDED,
    ZONES,
    Position,
    actor_of,
    acts_of,
    choice,
    damage_of,
    number_of,
    on_board,
    pack,
    place_of,
    side_of,
    target_of,
    what_of,
    where,
    zone_of,
)
from pawnstorm.kit.bits import bit
from pawnstorm.kit.states import checked_position

_RESULTS: Final = 256
_AROUND: Final = 9
"""The zones around a zone, itself among them, row by row."""
_HOMES: Final = 3
"""CH-20, CH-51: both zones of the deployment, and the reserve."""
_WORD_ORDERS: Final = vec[i64]([HOLD, STOP, DECLINE, PASS, HALT, AUTO, DONE])

# The single numbers, after those of every game.
_OF_ALL: Final = (
    Plane("phase", "1 draft, 2 objectives, 3 who attacks, 4 deployment, 5 initiative, 6 a turn, 7 granted actions, "
          "8 a free strike, 9 a stride, 10 attack, 11 blast"),
    Plane("on turn", "1 if it is the turn of this side"),
    Plane("attacker", "1 if this side is the Attacker, 2 if the other side is"),
    Plane("round", "its number"),
    Plane("acted", "actions of this turn"),
    Plane("last objective", "the zone in which it was placed"),
    Plane("actor", "1 + the number of the model whose action is under way; enemies come after all own numbers"),
    Plane("target", "the same of its target"),
    Plane("commanded", "the same of the model that has been commanded"),
    Plane("granted", "granted actions that are left"),
    Plane("dice", "dice of the attack or blast under way"),
    Plane("dealt", "successes so far"),
    Plane("steps", "zones of the stride under way"),
    Plane("struck", "1 if the model has struck in this action"),
    Plane("hurt", "damage of the blast under way"),
    Plane("fallen", "enemies that the blast has taken out"),
    Plane("own fallen", "friends that it has taken out"),
)  # fmt: skip
_FIRST_NUMBER: Final = 3
_SIDES: Final = _FIRST_NUMBER + len(_OF_ALL)
_OF_SIDE: Final = (
    Plane("sheet", "1 + its number, 0 for none or an unknown one"),
    Plane("visions", "1 while Chaotic Visions protect the side"),
    Plane("used", "actions of this round"),
    Plane("points", "of objectives"),
    Plane("taken", "points for models taken out"),
)
_TYPES_AT: Final = len(_OF_SIDE)
_PER_SIDE: Final = _TYPES_AT + 2 * KINDS
_MODELS: Final = _SIDES + 2 * _PER_SIDE
_PER_MODEL: Final = 5


def most_models(sheets: Iterable[Sheet], budget: int, ability: int = 0) -> int:
    """CH-07, CH-10: how many models of one side may have an ability, or how many there are at all."""
    most = 0
    for sheet in sheets:
        for model in sheet.models:
            prices = [
                model.cost + (upgrade.cost if ability else 0)
                for upgrade in model.upgrades
                if not ability or ABILITIES.get(upgrade.verb, ("", 0))[1] == ability
            ]
            prices += [] if ability else [model.cost]
            most = max([most, *(budget // price if price else UNITS for price in prices)])
    return min(most, UNITS)


def _order_blocks(models: int, pushers: int, teleporters: int, commanders: int, sheets: int) -> tuple[Block, ...]:
    able = "number among the models with this ability"
    return blocks(
        ("move", models * ZONES, "model x zone, a whole move or a step of one"),
        ("attack", models * models, "model x enemy"),
        ("bomb", models * ZONES, "model x zone"),
        ("reinforce", models * ZONES, "model in reserve x zone"),
        ("explode", models, "model"),
        ("visions", models, "model"),
        ("deploy", models * _HOMES, "model x (first zone, second zone, reserve)"),
        ("push", pushers * 2 * models * _AROUND, f"{able} x (own, then enemy models) x zone around that model"),
        ("teleport", teleporters * models * ZONES, f"{able} x friend x zone"),
        ("command", commanders * models, f"{able} x friend"),
        ("add", KINDS, f"one more model: {', '.join(TYPES)}"),
        ("upgrade", KINDS * UPGRADES, "type x upgrade"),
        ("starter", sheets * STARTERS_OF, "sheet x sample army"),
        ("sheet", sheets, "sheet"),
        ("words", len(_WORD_ORDERS), "hold, stop, decline, pass, halt, deploy the rest, done (with the army)"),
    )


def _planes() -> list[Plane]:
    types = [Plane(f"{whose} {kind}s", "how many are in the zone") for whose in ("own", "enemy") for kind in TYPES]
    return [*types, Plane("objective", "1 on a zone with an objective")]


def _numbers(models: int) -> list[Plane]:
    numbers = list(_OF_ALL)
    for whose in ("own", "enemy"):
        numbers += [Plane(f"{whose} {number.name}", number.text) for number in _OF_SIDE]
        numbers += [Plane(f"{whose} {kind} in the army", "how many were chosen") for kind in TYPES]
        numbers += [Plane(f"{whose} {kind} upgrades", "1, 2 and 4 for each that it has") for kind in TYPES]
    for whose in ("own", "enemy"):
        for model in range(1, models + 1):
            numbers += [
                Plane(f"{whose} model {model} zone", "1 to 16, 17 in reserve, 18 not yet deployed, 0 out of action"),
                Plane(f"{whose} model {model} type", "1 + its place on the sheet, 0 if there is no such model"),
                Plane(f"{whose} model {model} damage", "on it"),
                Plane(f"{whose} model {model} actions", "in this round, if they are limited"),
                Plane(f"{whose} model {model} marks", "1 was commanded, 2 has commanded, 4 awaits the dice of a blast"),
            ]
    return numbers


@final
class Ch35sCodec(Codec):
    """The zones are the same for both seats. The points of the table limit how many models there are."""

    def __init__(self, sheets: tuple[Sheet, ...], built_in: int, budget: int) -> None:
        models = most_models(sheets, budget)
        pushers, teleporters, commanders = (most_models(sheets, budget, one) for one in (PUSH, TELEPORT, COMMAND))
        self.models: Final[i64] = models
        self.sheets: Final = sheets
        orders = _order_blocks(models, pushers, teleporters, commanders, built_in)
        super().__init__(1, orders, (WIDTH, WIDTH), _planes(), _numbers(models), _RESULTS)
        first = vec[i64]([block.first for block in orders])
        self.attacks: Final[i64] = first[1]
        self.bombs: Final[i64] = first[2]
        self.drops: Final[i64] = first[3]
        self.explosions: Final[i64] = first[4]
        self.visions: Final[i64] = first[5]
        self.deployments: Final[i64] = first[6]
        self.pushes: Final[i64] = first[7]
        self.teleports: Final[i64] = first[8]
        self.commands: Final[i64] = first[9]
        self.additions: Final[i64] = first[10]
        self.gifts: Final[i64] = first[11]
        self.starters: Final[i64] = first[12]
        self.choices: Final[i64] = first[13]
        self.words: Final[i64] = first[14]

    def action_of(self, state: State, order: i64) -> i64:
        """By what the order is."""
        position = _position(state)
        what, unit, target, zone = what_of(order), actor_of(order), target_of(order), zone_of(order)
        slot = unit % UNITS
        if what in (GO, STEP):
            return slot * ZONES + zone - FIRST_ZONE
        if what == SHOOT:
            return self.attacks + slot * self.models + target % UNITS
        if what == PUSHES:
            place = _rank(position, unit, PUSH) * 2 * self.models + self._model(unit, target)
            return self.pushes + place * _AROUND + _around(where(position.units[target]), zone)
        if what == TELEPORTS:
            place = _rank(position, unit, TELEPORT) * self.models + target % UNITS
            return self.teleports + place * ZONES + zone - FIRST_ZONE
        if what == COMMANDING:
            return self.commands + _rank(position, unit, COMMAND) * self.models + target % UNITS
        if what == BOMBS:
            return self.bombs + slot * ZONES + zone - FIRST_ZONE
        if what == DROPS:
            return self.drops + slot * ZONES + zone - FIRST_ZONE
        if what == EXPLODES:
            return self.explosions + slot
        if what == CASTS_VISIONS:
            return self.visions + slot
        if what == PUT:
            return self.deployments + slot * _HOMES + zone - home_of(position, position.side)
        if what == KEEP:
            return self.deployments + slot * _HOMES + _HOMES - 1
        return self._draft_action(what, number_of(order))

    def _draft_action(self, what: i64, number: i64) -> i64:
        if what == ADD:
            return self.additions + number
        if what == GIVE:
            return self.gifts + number
        if what == TAKE:
            return self.starters + number
        if what == CHOOSE:
            return self.choices + number
        word: i64 = 0
        while _WORD_ORDERS[word] != what:
            word += 1
        return self.words + word

    def order_of(self, state: State, action: i64) -> i64:
        """By the block of the action."""
        position = _position(state)
        first = position.side * UNITS
        if action < self.attacks:
            unit = first + action // ZONES
            steps = position.phase == STRIDE or strides(position, position.kind_of(unit))
            return pack(STEP if steps else GO, unit, 0, action % ZONES + FIRST_ZONE)
        if action < self.bombs:
            action -= self.attacks
            return pack(SHOOT, first + action // self.models, UNITS - first + action % self.models)
        if action < self.explosions:
            what = BOMBS if action < self.drops else DROPS
            action -= self.bombs if action < self.drops else self.drops
            return pack(what, first + action // ZONES, 0, action % ZONES + FIRST_ZONE)
        if action < self.visions:
            return pack(EXPLODES, first + action - self.explosions)
        if action < self.deployments:
            return pack(CASTS_VISIONS, first + action - self.visions)
        if action < self.pushes:
            unit, home = first + (action - self.deployments) // _HOMES, (action - self.deployments) % _HOMES
            if home == _HOMES - 1:
                return pack(KEEP, unit)
            return pack(PUT, unit, 0, home_of(position, position.side) + home)
        if action < self.additions:
            return self._many_targets(position, first, action)
        return self._draft_order(action)

    def _many_targets(self, position: Position, first: i64, action: i64) -> i64:
        """Force Push, Teleportation and Mental Command, whose models are counted among themselves."""
        if action < self.teleports:
            place, around = (action - self.pushes) // _AROUND, (action - self.pushes) % _AROUND
            unit = _ranked(position, place // (2 * self.models), PUSH)
            model = place % (2 * self.models)
            other = first + model if model < self.models else UNITS - first + model - self.models
            zone = where(position.units[other]) + (around // 3 - 1) * WIDTH + around % 3 - 1
            return pack(PUSHES, unit, other, zone)
        if action < self.commands:
            place, zone = (action - self.teleports) // ZONES, (action - self.teleports) % ZONES + FIRST_ZONE
            unit = _ranked(position, place // self.models, TELEPORT)
            return pack(TELEPORTS, unit, first + place % self.models, zone)
        action -= self.commands
        return pack(COMMANDING, _ranked(position, action // self.models, COMMAND), first + action % self.models)

    def _draft_order(self, action: i64) -> i64:
        if action < self.gifts:
            return choice(ADD, action - self.additions)
        if action < self.starters:
            return choice(GIVE, action - self.gifts)
        if action < self.choices:
            return choice(TAKE, action - self.starters)
        if action < self.words:
            return choice(CHOOSE, action - self.choices)
        return pack(_WORD_ORDERS[action - self.words])

    def _model(self, unit: i64, other: i64) -> i64:
        """The number of a model as the side of another one counts: its own first, then the enemy's."""
        return other % UNITS + (0 if side_of(other) == side_of(unit) else self.models)

    def observe(self, state: State, seat: i64, rows: ByteRows) -> None:
        """All but an army that the other side chooses in secret (CH-A43)."""
        position = _position(state)
        self._write_zones(position, seat, rows)
        self._write_numbers(position, seat, rows, self.first_number + _FIRST_NUMBER)
        self._write_side(position, seat, rows, self.first_number + _SIDES)
        self._write_models(position, seat, rows, self.first_number + _MODELS)
        if position.phase != DRAFT:
            self._write_side(position, 1 - seat, rows, self.first_number + _SIDES + _PER_SIDE)
            at = self.first_number + _MODELS + _PER_MODEL * self.models
            self._write_models(position, 1 - seat, rows, at)

    def _write_zones(self, position: Position, seat: i64, rows: ByteRows) -> None:
        """How many models of a type are in a zone; a count is written at the first model of its kind there."""
        unit: i64
        other: i64
        zone: i64
        for unit in range(2 * UNITS):
            word = position.units[unit]
            if not on_board(word):
                continue
            same: i64 = 0
            first = unit
            for other in range(side_of(unit) * UNITS, position.end_of(side_of(unit))):
                if (position.units[other] ^ word) & 0xFF == 0:
                    same += 1
                    first = min(first, other)
            if first == unit:
                plane = place_of(word) + (0 if side_of(unit) == seat else KINDS)
                rows.write(plane * ZONES + where(word) - FIRST_ZONE, same)
        for zone in range(FIRST_ZONE, FIRST_ZONE + ZONES):
            rows.write(2 * KINDS * ZONES + zone - FIRST_ZONE, position.objectives >> zone & 1)

    def _write_numbers(self, position: Position, seat: i64, rows: ByteRows, first: i64) -> None:
        rows.write(first, position.phase)
        rows.write(first + 1, 1 if position.side == seat else 0)
        rows.write(first + 2, 0 if position.attacker < 0 else 1 if position.attacker == seat else 2)
        rows.write(first + 3, position.round)
        rows.write(first + 4, position.acted)
        rows.write(first + 5, position.last_objective)
        place: i64 = 6
        for unit in (position.actor, position.target, position.commanded):
            if unit >= 0:
                rows.write(first + place, 1 + self._model(seat * UNITS, unit))
            place += 1
        rows.write(first + 9, position.granted)
        rows.write(first + 10, position.dice if position.phase in (ATTACK, BLAST) else 0)
        rows.write(first + 11, position.dealt)
        rows.write(first + 12, position.steps)
        rows.write(first + 13, position.struck)
        rows.write(first + 14, position.hurt)
        rows.write(first + 15, position.fallen)
        rows.write(first + 16, position.own_fallen)

    def _write_side(self, position: Position, side: i64, rows: ByteRows, first: i64) -> None:
        armies = position.armies
        sheet: i64 = 0
        for known in self.sheets:
            sheet += 1
            if known.number == armies[SHEETS + side]:
                rows.write(first, sheet)
        rows.write(first + 1, position.visions >> side & 1)
        rows.write(first + 2, position.tally[USED + side])
        rows.write(first + 3, position.tally[POINTS + side])
        rows.write(first + 4, position.tally[TAKEN + side])
        place: i64
        for place in range(KINDS):
            rows.write(first + _TYPES_AT + place, armies[COUNTS + side * KINDS + place])
            rows.write(first + _TYPES_AT + KINDS + place, armies[MASKS + side * KINDS + place])

    def _write_models(self, position: Position, side: i64, rows: ByteRows, first: i64) -> None:
        blast = position.black_blast if side else position.white_blast
        unit: i64
        at = first
        for unit in range(side * UNITS, position.end_of(side)):
            word = position.units[unit]
            rows.write(at, where(word))
            rows.write(at + 1, 1 + place_of(word))
            rows.write(at + 2, damage_of(word))
            rows.write(at + 3, acts_of(word))
            marks = (1 if word & WAS_COMMANDED else 0) | (2 if word & HAS_COMMANDED else 0)
            rows.write(at + 4, marks | (4 if blast & bit(unit % UNITS) else 0))
            at += _PER_MODEL


def _position(state: State) -> Position:
    """The check for a known class is much faster, and this is asked for every legal order."""
    return state if isinstance(state, Position) else checked_position(state, Position, "ch35s")


def _around(zone: i64, other: i64) -> i64:
    """Where a zone lies around another one."""
    columns, rows = (other - 1) % WIDTH - (zone - 1) % WIDTH, (other - 1) // WIDTH - (zone - 1) // WIDTH
    return (rows + 1) * 3 + columns + 1


def _rank(position: Position, unit: i64, ability: i64) -> i64:
    """How many models of its side with an ability come before a model."""
    found: i64 = 0
    other: i64
    for other in range(side_of(unit) * UNITS, unit):
        if position.forces.abilities[position.kind_of(other)] & ability:
            found += 1
    return found


def _ranked(position: Position, rank: i64, ability: i64) -> i64:
    """The model of the side to act with this many others with an ability before it."""
    unit = position.side * UNITS
    left = rank
    while True:
        if position.forces.abilities[position.kind_of(unit)] & ability:
            if left == 0:
                return unit
            left -= 1
        unit += 1
