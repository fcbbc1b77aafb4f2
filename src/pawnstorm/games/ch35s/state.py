"""The position: models as packed words in slots, how many each side has in each zone, and the action under way.

A model is one integer; two models of one side with equal words are the same for every rule:

    bits 0-4 zone, 5-7 place on the sheet, 8-13 damage, 14-17 actions taken (only if they are limited),
    18 commanded in this round, 19 has commanded in this round

Zones are numbered 1 to 16 as on the board; a model off the board is in a zone of its own kind.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.state import CHANCE, Source, State
from pawnstorm.games.ch35s.pieces import KINDS, Forces, Laws
from pawnstorm.kit.bits import mix_hash

WHITE: Final = 0
BLACK: Final = 1
NOBODY: Final = -1

UNITS: Final = 40
"""CH-10: the slots of one side; Black's follow White's. No army of 40 points has more models."""
ZONES: Final = 16
FIRST_ZONE: Final = 1
AFTER_ZONES: Final = ZONES + 1
"""CH-14: the end of a loop over the zones."""
GONE: Final = 0
RESERVE: Final = 17
"""CH-51: kept back for Reinforcement."""
HAND: Final = 18
"""Not yet deployed."""
PLACES: Final = 19

# The parts of a model.
ZONE: Final = 31
PLACE: Final = 5
DAMAGE: Final = 8
ACTS: Final = 14
WAS_COMMANDED: Final = 1 << 18
HAS_COMMANDED: Final = 1 << 19
ONE_DAMAGE: Final = 1 << DAMAGE
ONE_ACT: Final = 1 << ACTS
LASTING: Final = (1 << ACTS) - 1
"""What stays after a round: zone, place and damage."""

# What is to happen next.
DRAFT: Final = 1
OBJECTIVE: Final = 2
ROLL_ATTACKER: Final = 3
DEPLOY: Final = 4
INITIATIVE: Final = 5
TURN: Final = 6
GRANTED: Final = 7
FREE_STRIKE: Final = 8
STRIDE: Final = 9
ATTACK: Final = 10
BLAST: Final = 11

# What an order is: order = what | actor << 6 | target << 13 | zone << 20 | number << 25.
GO: Final = 0
SHOOT: Final = 1
PUSHES: Final = 2
BOMBS: Final = 3
TELEPORTS: Final = 4
EXPLODES: Final = 5
CASTS_VISIONS: Final = 6
COMMANDING: Final = 7
DROPS: Final = 8
HOLD: Final = 9
STOP: Final = 10
DECLINE: Final = 11
PASS: Final = 12
STEP: Final = 13
HALT: Final = 14
PUT: Final = 15
KEEP: Final = 16
AUTO: Final = 17
TAKE: Final = 18
CHOOSE: Final = 19
ADD: Final = 20
GIVE: Final = 21
DONE: Final = 22

# The numbers of each side in `tally`: index = one of these + side.
SIZE: Final = 0
USED: Final = 2
POINTS: Final = 4
TAKEN: Final = 6

# The armies of both sides in `armies`: numbers of models and upgrade masks by side and type, then the sheets.
COUNTS: Final = 0
MASKS: Final = 2 * KINDS
SHEETS: Final = 4 * KINDS

DOWN: Final = 255
"""The result of dice that take their target out of action, with damage to spare or not."""

_NO_UNITS: Final = vec[i64]([GONE] * (2 * UNITS))
_NO_COUNTS: Final = vec[i64]([0] * (2 * PLACES))
_NO_TALLY: Final = vec[i64]([0] * 8)
_NO_ARMIES: Final = vec[i64]([0] * (4 * KINDS) + [NOBODY, NOBODY])


def pack(what: i64, actor: i64 = 0, target: i64 = 0, zone: i64 = 0, number: i64 = 0) -> i64:
    """An order as one integer."""
    return what | actor << 6 | target << 13 | zone << 20 | number << 25


def choice(what: i64, number: i64) -> i64:
    """An order that builds an army, as one integer."""
    return pack(what, 0, 0, 0, number)


def what_of(move: i64) -> i64:
    """What an order is: GO, SHOOT, PUSHES and so on."""
    return move & 63


def actor_of(move: i64) -> i64:
    """The slot of the model that an order is given to."""
    return move >> 6 & 127


def target_of(move: i64) -> i64:
    """The slot of the model that an order is aimed at."""
    return move >> 13 & 127


def zone_of(move: i64) -> i64:
    """The zone that an order names."""
    return move >> 20 & 31


def number_of(move: i64) -> i64:
    """The sheet, starter, type or upgrade that an order names."""
    return move >> 25


def on_board(word: i64) -> bool:
    """Whether a model is in one of the sixteen zones."""
    return FIRST_ZONE <= word & ZONE <= ZONES


def side_of(unit: i64) -> i64:
    """The side of a slot."""
    return WHITE if unit < UNITS else BLACK


def enemy_of(unit: i64) -> i64:
    """The side that a slot's side fights."""
    return BLACK if unit < UNITS else WHITE


def where(word: i64) -> i64:
    """The zone of a model."""
    return word & ZONE


def place_of(word: i64) -> i64:
    """The place of a model's type on its sheet."""
    return word >> PLACE & 7


def damage_of(word: i64) -> i64:
    """CH-39: the damage on a model."""
    return word >> DAMAGE & 63


def acts_of(word: i64) -> i64:
    """CH-A9: the actions that a model has taken in this round, if the table counts them."""
    return word >> ACTS & 15


@mypyc_attr(acyclic=True)
class Position(State):
    """Models, scores, the side to act, and the action that waits for dice or for a choice."""

    phase: i64 = 0
    side: i64 = 0
    round: i64 = 1
    attacker: i64 = NOBODY
    acted: i64 = 0
    visions: i64 = 0
    objectives: i64 = 0
    last_objective: i64 = 0
    # The action under way: the acting model, its target, how many dice, and what they have done so far.
    actor: i64 = NOBODY
    target: i64 = NOBODY
    dice: i64 = 0
    dealt: i64 = 0
    steps: i64 = 0
    struck: i64 = 0
    granted: i64 = 0
    commanded: i64 = NOBODY
    white_blast: i64 = 0
    black_blast: i64 = 0
    hurt: i64 = 0
    fallen: i64 = 0
    own_fallen: i64 = 0

    def __init__(self, laws: Laws, model: "Position | None" = None) -> None:
        """An empty battlefield, or everything of a model but its journal."""
        super().__init__(model)
        self.laws: Final = laws
        self.units: Final[vec[i64]] = _NO_UNITS[:] if model is None else model.units[:]
        self.zone_counts: Final[vec[i64]] = _NO_COUNTS[:] if model is None else model.zone_counts[:]
        self.tally: Final[vec[i64]] = _NO_TALLY[:] if model is None else model.tally[:]
        self.forces: Forces = laws.blank if model is None else model.forces
        # Armies change only while they are chosen, so later copies share them.
        self.armies: vec[i64] = _NO_ARMIES[:]
        if model is not None:
            self.armies = model.armies[:] if model.phase == DRAFT else model.armies
            self._copy_numbers(model)
            self._copy_under_way(model)

    def _copy_numbers(self, other: "Position") -> None:
        self.phase = other.phase
        self.side = other.side
        self.round = other.round
        self.attacker = other.attacker
        self.acted = other.acted
        self.visions = other.visions
        self.objectives = other.objectives
        self.last_objective = other.last_objective

    def _copy_under_way(self, other: "Position") -> None:
        self.actor = other.actor
        self.target = other.target
        self.dice = other.dice
        self.dealt = other.dealt
        self.steps = other.steps
        self.struck = other.struck
        self.granted = other.granted
        self.commanded = other.commanded
        self.white_blast = other.white_blast
        self.black_blast = other.black_blast
        self.hurt = other.hurt
        self.fallen = other.fallen
        self.own_fallen = other.own_fallen

    def kind_of(self, unit: i64) -> i64:
        """The index of a model's profile."""
        place = self.units[unit] >> PLACE & 7
        return place if unit < UNITS else place + KINDS

    def as_fact(self, unit: i64) -> tuple[int, int, int]:
        """A model as facts describe it: its sheet, its slot, its word."""
        return int(self.forces.sheets[side_of(unit)].number), int(unit), int(self.units[unit])

    def put(self, unit: i64, zone: i64) -> None:
        """Put a model into a zone, or off the board."""
        word = self.units[unit]
        first = 0 if unit < UNITS else PLACES
        self.zone_counts[first + (word & ZONE)] -= 1
        self.zone_counts[first + zone] += 1
        self.units[unit] = word & ~ZONE | zone

    def add_model(self, side: i64, place: i64, zone: i64) -> i64:
        """Add a model to a side; returns its slot."""
        unit = side * UNITS + self.tally[SIZE + side]
        self.tally[SIZE + side] += 1
        self.units[unit] = zone | place << PLACE
        self.zone_counts[side * PLACES + zone] += 1
        return unit

    def update_forces(self) -> None:
        """CH-11: compute the profiles of both sides from their armies."""
        book, armies = self.laws.book, self.armies
        white, black = book.sheets[int(armies[SHEETS])], book.sheets[int(armies[SHEETS + 1])]
        self.forces = Forces(white, black, armies[MASKS : MASKS + 2 * KINDS])

    def end_of(self, side: i64) -> i64:
        """The slot after the last model of a side."""
        return side * UNITS + self.tally[SIZE + side]

    def number_in(self, side: i64, zone: i64) -> i64:
        """How many models a side has in a zone."""
        return self.zone_counts[side * PLACES + zone]

    def is_twin(self, unit: i64) -> bool:
        """Whether a model of the same side with an earlier slot is the same for every rule."""
        units = self.units
        word = units[unit]
        other: i64 = 0 if unit < UNITS else UNITS
        while other < unit:
            if units[other] == word:
                return True
            other += 1
        return False

    def has_visions(self, side: i64) -> bool:
        """CH-45: whether the Chaotic Visions of a side protect it now."""
        return (self.visions >> side & 1) != 0

    def ask(self, phase: i64) -> None:
        """The side to act must decide something."""
        self.phase = phase
        self.to_act = self.side

    def roll(self, phase: i64) -> None:
        """Dice must decide something."""
        self.phase = phase
        self.to_act = CHANCE

    def source(self) -> Source:
        """The game and set-up of its laws."""
        return self.laws.source

    def key(self) -> i64:
        """The hash of everything that decides how the game can continue."""
        word = mix_hash(self.phase << 8 | self.side << 4 | self.visions, self.round << 8 | self.attacker + 1)
        word = mix_hash(mix_hash(word, self.acted << 32 | self.objectives), self.last_objective << 8 | self.granted)
        index: i64
        for index in range(len(self.tally)):
            word = mix_hash(word, self.tally[index])
        for index in range(len(self.armies)):
            word = mix_hash(word, self.armies[index] + 1)
        for unit in (self.actor, self.target, self.commanded):
            word = mix_hash(word, 0 if unit < 0 else self.units[unit] + (side_of(unit) + 1 << 40))
        word = mix_hash(mix_hash(word, self.dice << 16 | self.dealt), self.steps << 8 | self.struck)
        word = mix_hash(mix_hash(word, self.hurt << 16 | self.fallen << 8 | self.own_fallen), self.white_blast)
        return (mix_hash(word, self.black_blast) + self._models_key()) & 0x3FFFFFFFFFFFFFFF

    def _models_key(self) -> i64:
        """A sum over all models: which slot a model has does not matter."""
        total: i64 = 0
        unit: i64
        for unit in range(2 * UNITS):
            if self.units[unit] & ZONE != GONE:
                total = (total + mix_hash(self.units[unit], side_of(unit) + 77)) & 0x3FFFFFFFFFFFFFFF
        return total
