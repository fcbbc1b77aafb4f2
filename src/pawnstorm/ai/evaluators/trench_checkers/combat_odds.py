"""What the rules make of every combat between two companies: which pieces are lost, and what they are worth."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Setup
from pawnstorm.games.trench_checkers.game import TrenchCheckers, TrenchCheckersState
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMMANDO,
    COMPANY_BITS,
    COMPANY_OF,
    HIGHEST_STACK,
    SOLDIER,
    VALUE,
    VETERAN,
    count_of,
    height_of,
)
from pawnstorm.games.trench_checkers.rules import casualties, combat
from pawnstorm.games.trench_checkers.state import (
    AFTER_DICE,
    BEFORE_REMOVAL,
    DOOMED,
    KEPT_DIE,
    LAST_STAND,
    SUICIDE_KIND,
    Position,
)

_RESULTS: Final = combat.MISSED + 1
_PAIRS: Final = (COMPANY_BITS + 1) * (COMPANY_BITS + 1)
_ALL_COMPANIES: Final = [company for company in range(1, COMPANY_BITS + 1) if height_of(company) <= HIGHEST_STACK]


def _worth_of(company: int) -> float:
    """What a company is worth in Soldiers, as the rules count it (TC-A31)."""
    return float(sum(int(VALUE[kind]) * count_of(company, kind) for kind in (SOLDIER, VETERAN, COMMANDO)))


@final
class _AllCombats:
    """Lets the rules fight every pair of companies once, with or without the cover of a trench."""

    def __init__(self, cover: str) -> None:
        empty = TrenchCheckers().start(Setup({"cards": "off", "trench_cover": cover}))
        assert isinstance(empty, TrenchCheckersState)
        self._empty: Final = empty
        self.losses: Final = [0] * (2 * _PAIRS * _RESULTS)
        self.gains: Final = [0.0] * _PAIRS
        for attacker in (0, *_ALL_COMPANIES):
            for defender in _ALL_COMPANIES:
                self._fight(attacker, defender)

    def _fight(self, attacker: int, defender: int) -> None:
        position = self._empty.copy()
        _set_up_combat(position, attacker, defender)
        results = Outcomes(128)
        combat.find_outcomes(position, results)
        pair = attacker << 5 | defender
        for place in range(int(results.count)):
            result = int(results.values[place])
            lost, taken = _losses(position.copy(), result)
            self.losses[2 * (pair * _RESULTS + result)] = lost
            self.losses[2 * (pair * _RESULTS + result) + 1] = taken
            chance = int(results.weights[place]) / int(results.total)
            self.gains[pair] += chance * (_worth_of(taken) - _worth_of(lost))


def _set_up_combat(position: Position, attacker: int, defender: int) -> None:
    """Let Blue attack a company in a trench of Red; no attacker means an Air Strike."""
    field = position.laws.field
    target = field.rear[1][0]
    origin = target - field.grid.stride
    position.side = 0
    position.board[target] = 2 << 6 | defender
    if attacker:
        position.board[origin] = 1 << 6 | attacker
        combat.declare_attack(position, origin, target)
    else:
        combat.air_strike(position, target)


def _losses(position: Position, result: int) -> tuple[int, int]:
    """The companies that the attacker and the defender lose by a result."""
    position.result = result
    casualties.resolve(position)
    if position.phase == LAST_STAND:
        casualties.pay_last_stand(position, position.asked, SOLDIER)
    return int(position.per_seat[DOOMED]), int(position.per_seat[16 | DOOMED])


@final
@mypyc_attr(acyclic=True)
class CombatOdds:
    """The tables of all combats, and the expected losses of the combat that is under way."""

    def __init__(self) -> None:
        bare, covered = _AllCombats("off"), _AllCombats("on")
        self._losses: Final[vec[i64]] = vec[i64](bare.losses)
        """By (attacker << 5 | defender) * _RESULTS + result, twice: the attackers lost, then the defenders lost."""
        self.gains: Final[vec[float]] = vec[float](bare.gains + covered.gains)
        """By cover << 10 | attacker << 5 | defender: the worth of the defenders lost less the attackers lost."""
        self.worth: Final[vec[float]] = vec[float]([_worth_of(company) for company in range(COMPANY_BITS + 1)])
        self.expected: Final[vec[float]] = vec[float]([0.0] * 8)
        """The pieces that the present combat is expected to cost, by seat << 2 | kind."""
        self._results: Final = Outcomes(128)

    def expect(self, position: Position) -> None:
        """Fill `expected` for a combat that is under way."""
        expected = self.expected
        index: i64
        for index in range(8):
            expected[index] = 0.0
        if position.phase == AFTER_DICE:
            self._count_result(position, _present_result(position), 1.0)
        elif position.phase in (LAST_STAND, BEFORE_REMOVAL):
            self._count_doomed(position)
        else:
            self._count_dice(position)

    def _count_dice(self, position: Position) -> None:
        """The dice have not been thrown yet."""
        results = self._results
        results.clear()
        combat.find_outcomes(position, results)
        place: i64
        for place in range(results.count):
            chance = float(results.weights[place]) / float(results.total)
            self._count_result(position, combat.result_of(position, results.values[place]), chance)

    def _count_result(self, position: Position, result: i64, chance: float) -> None:
        side = position.side
        pair = combat.company_of(position, side) << 5 | combat.company_of(position, 1 - side)
        row = 2 * (pair * _RESULTS + result)
        self._count_company(position, side, self._losses[row], chance)
        self._count_company(position, 1 - side, self._losses[row + 1], chance)

    def _count_doomed(self, position: Position) -> None:
        seat: i64
        for seat in range(2):
            gone = position.per_seat[seat << 4 | DOOMED] + COMPANY_OF[position.per_seat[seat << 4 | SUICIDE_KIND]]
            add_company(self.expected, seat, gone, 1.0)

    def _count_company(self, position: Position, seat: i64, gone: i64, chance: float) -> None:
        """TC-64: a piece on a Suicide Mission is lost in any case."""
        named = position.per_seat[seat << 4 | SUICIDE_KIND]
        if named and gone & _mask(named) == 0:
            gone += COMPANY_OF[named]
        add_company(self.expected, seat, gone, chance)


def _mask(kind: i64) -> i64:
    return 3 if kind == SOLDIER else 12 if kind == VETERAN else 16


def _present_result(position: Position) -> i64:
    """How the combat ends if nobody rolls again."""
    if position.result:
        return position.result
    side = position.side
    return combat.result_for(
        position, position.per_seat[side << 4 | KEPT_DIE], position.per_seat[(1 - side) << 4 | KEPT_DIE]
    )


def add_company(counts: vec[float], seat: i64, company: i64, chance: float) -> None:
    """Count the pieces of a company by kind."""
    counts[seat << 2 | SOLDIER] += chance * float(company & 3)
    counts[seat << 2 | VETERAN] += chance * float(company >> 2 & 3)
    counts[seat << 2 | COMMANDO] += chance * float(company >> 4 & 1)
