"""Games as arrays: orders as small numbers, and what a seat may see as bytes (docs/encodings.md).

An `action` is the number of an order. Which numbers there are depends on the set-up only, never on the position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import ByteRows, Moves, Outcomes
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.state import CHANCE, OVER, State, refuse_unless_deciding
from pawnstorm.core.values import Value

# Reused by the functions that other programs call; each is read before anything else can run.
_MOVES: Final = Moves()
_OUTCOMES: Final = Outcomes()


@dataclass(frozen=True)
class Block(Value):
    """A kind of orders with consecutive actions, from `first` on."""

    name: str
    first: int
    count: int
    text: str


@dataclass(frozen=True)
class Plane(Value):
    """What the bytes of one plane of an observation mean, or those of one number in it."""

    name: str
    text: str


@dataclass(frozen=True)
class Symmetry(Value):
    """A change of the board after which the rules are the same: where each action and each byte of an observation goes.

    `observation[place]` is the new place of a byte, `actions[action]` the new action.
    """

    name: str
    text: str
    actions: tuple[int, ...]
    observation: tuple[int, ...]


def blocks(*parts: tuple[str, int, str]) -> tuple[Block, ...]:
    """Blocks one after another, each given by its name, its count and its text."""
    found: list[Block] = []
    for name, count, text in parts:
        found.append(Block(name, found[-1].first + found[-1].count if found else 0, count, text))
    return tuple(found)


def reward_of(state: State, seat: i64) -> float:
    """What a finished game is worth to a seat in a zero-sum game: 1 for a win alone, 0 for a draw of all."""
    seats = float(len(state.seat_names()))
    return (state.share(seat) * seats - 1.0) / (seats - 1.0)


NUMBERS_OF_ALL: Final = (
    Plane("to act", "1 if this seat must decide"),
    Plane("dice due", "1 if dice must answer"),
    Plane("over", "1 if the match is over"),
)
"""The numbers with which those of every game begin."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec:
    """How the positions of a game under one set-up become arrays. A game fills in the methods that raise here.

    An observation has planes of `rows` x `columns` bytes. The last planes hold single numbers, cell by cell.
    """

    actions: i64 = 0
    rows: i64 = 0
    columns: i64 = 0
    chances: i64 = 0
    """Every result of dice has a number below this."""
    first_number: i64 = 0
    """Where the single numbers of an observation begin."""
    size: i64 = 0
    """The bytes of an observation."""

    def __init__(
        self,
        version: int,
        blocks: Sequence[Block],
        board: tuple[int, int],
        planes: Sequence[Plane],
        numbers: Sequence[Plane],
        chances: int,
    ) -> None:
        """`board` is (rows, columns); numbers that every game has are put before `numbers`."""
        self.version = version
        self.blocks = tuple(blocks)
        self.planes = tuple(planes)
        self.numbers = (*NUMBERS_OF_ALL, *numbers)
        self.symmetries: tuple[Symmetry, ...] = ()
        rows, columns = board
        cells = rows * columns
        self.shape = (len(planes) + -(-len(self.numbers) // cells), rows, columns)
        self.actions = sum(block.count for block in blocks)
        self.rows = rows
        self.columns = columns
        self.chances = chances
        self.first_number = len(planes) * cells
        self.size = self.shape[0] * cells

    def action_of(self, state: State, order: i64) -> i64:
        """The action of a legal order."""
        raise NotImplementedError

    def order_of(self, state: State, action: i64) -> i64:
        """The order of an action that is legal in the position; `legal_order` checks it."""
        raise NotImplementedError

    def observe(self, state: State, seat: i64, rows: ByteRows) -> None:
        """Write what a seat may see, and nothing else, into the open row."""
        raise NotImplementedError

    def holds(self, symmetry: int, state: State) -> bool:
        """Whether one of the `symmetries` is true of a position."""
        return True

    def mask(self, state: State, rows: ByteRows, row: i64) -> None:
        """Write 1 for every legal action into a row; all 0 while no seat must decide."""
        rows.open(row)
        if state.turn() >= 0:
            _MOVES.clear()
            state.find_legal(_MOVES)
            moves, count = _MOVES.items, _MOVES.count
            index: i64
            for index in range(count):
                rows.write(self.action_of(state, moves[index]), 1)
        rows.close()

    def observe_row(self, state: State, seat: i64, rows: ByteRows, row: i64) -> None:
        """Write what a seat may see into a row."""
        rows.open(row)
        turn = state.turn()
        first = self.first_number
        if turn == seat:
            rows.write(first, 1)
        elif turn == CHANCE:
            rows.write(first + 1, 1)
        elif turn == OVER:
            rows.write(first + 2, 1)
        self.observe(state, seat, rows)
        rows.close()

    def chance_of(self, state: State, outcome: i64) -> i64:
        """The number of a result of the present dice; by default the result itself."""
        return outcome

    def outcome_of(self, state: State, chance: i64) -> i64:
        """The result with this number."""
        return chance

    def legal_actions(self, state: State) -> list[int]:
        """The legal actions in ascending order; none while no seat must decide."""
        found: list[int] = []
        if state.turn() >= 0:
            _MOVES.clear()
            state.find_legal(_MOVES)
            moves, count = _MOVES.items, _MOVES.count
            index: i64
            for index in range(count):
                found.append(self.action_of(state, moves[index]))
            found.sort()
        return found

    def legal_order(self, state: State, action: int) -> int:
        """The order of an action; a `Refused` says why if it is not legal now."""
        refuse_unless_deciding(state)
        if not 0 <= action < self.actions:
            raise Refused(Refusal.ILLEGAL, f"{action} is no action: they are numbered from 0 to {self.actions - 1}")
        if action not in self.legal_actions(state):
            raise Refused(Refusal.ILLEGAL, f"action {action} ({self.block_of(action).name}) is not legal here")
        return int(self.order_of(state, action))

    def block_of(self, action: int) -> Block:
        """The kind of orders that an action belongs to."""
        return next(block for block in self.blocks if action < block.first + block.count)

    def chance_results(self, state: State) -> list[tuple[int, int]]:
        """The results of the present dice as (number, weight) pairs."""
        _OUTCOMES.clear()
        state.find_outcomes(_OUTCOMES)
        return [(int(self.chance_of(state, outcome)), weight) for outcome, weight in _OUTCOMES.as_list()]

    def observation(self, state: State, seat: int) -> bytes:
        """What a seat may see, as `shape` bytes."""
        rows = ByteRows(1, self.size)
        self.observe_row(state, seat, rows, 0)
        return rows.as_bytes(0)

    def legal_mask(self, state: State) -> bytes:
        """A byte for every action: 1 if it is legal."""
        rows = ByteRows(1, self.actions)
        self.mask(state, rows, 0)
        return rows.as_bytes(0)
