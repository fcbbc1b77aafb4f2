"""The arrays of Chess Attack know neither colours nor, without castling, left and right."""

from collections.abc import Callable

from suite import scaled

from pawnstorm.core.game import FactValue, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("chess-attack")
CODEC = GAME.codec(Setup())
POSITIONS = scaled(400, 40)
_OTHER = {"White": "Black", "Black": "White"}


def _square(name: str, left_right: bool) -> str:
    column, row = ord(name[0]) - ord("a"), int(name[1])
    return f"{chr(ord('a') + 7 - column)}{row}" if left_right else f"{name[0]}{9 - row}"


def _sides_exchanged(sketch: Sketch) -> Sketch:
    facts = _facts(sketch, left_right=False)
    facts["turn"] = _OTHER[str(facts["turn"])]
    facts["castling"] = "".join(letter for letter in "KQkq" if letter.swapcase() in str(facts["castling"])) or "-"
    lost = facts["lost"]
    assert isinstance(lost, dict)
    facts["lost"] = {side: str(lost[_OTHER[side]]) for side in _OTHER}
    return Sketch(tuple(tuple(cell.swapcase() for cell in row) for row in sketch.rows[::-1]), facts)


def _left_right(sketch: Sketch) -> Sketch:
    return Sketch(tuple(row[::-1] for row in sketch.rows), {**_facts(sketch, left_right=True), "castling": "-"})


def _facts(sketch: Sketch, left_right: bool) -> dict[str, FactValue]:
    """What a drawing needs besides the board; points follow from the losses."""
    facts = {key: value for key, value in sketch.facts.items() if key != "points"}
    if facts["en_passant"] != "-":
        facts["en_passant"] = _square(str(facts["en_passant"]), left_right)
    return facts


def _positions(seed: int) -> list[State]:
    """Decisions of one random game."""
    state, luck, found = GAME.start(Setup()), Luck(seed), []
    while state.turn() != OVER:
        if state.turn() == CHANCE:
            results = state.outcomes()
            state.land(results[int(luck.below(len(results)))][0])
            continue
        found.append(state.copy())
        state.play(state.legal()[int(luck.below(len(state.legal())))])
    return found


def _pairs(change: Callable[[Sketch], Sketch], count: int) -> list[tuple[State, State]]:
    """Positions, and what a change of their drawing makes of them; drawings tell no history."""
    found: list[tuple[State, State]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        for state in _positions(seed)[::9]:
            sketch = GAME.sketch(state)
            plain = Sketch(sketch.rows, {key: value for key, value in sketch.facts.items() if key != "points"})
            found.append((GAME.place(plain, Setup()), GAME.place(change(sketch), Setup())))
    return found[:count]


def test_both_colours_see_the_same() -> None:
    for state, other in _pairs(_sides_exchanged, POSITIONS):
        for seat in (0, 1):
            assert CODEC.observation(state, seat) == CODEC.observation(other, 1 - seat)
        assert CODEC.legal_mask(state) == CODEC.legal_mask(other)


def test_left_and_right_may_be_exchanged_without_castling() -> None:
    (symmetry,) = CODEC.symmetries
    used = 0
    for state, other in _pairs(_left_right, POSITIONS):
        if not CODEC.holds(0, state):
            continue
        used += 1
        seat = int(state.turn())
        seen, mask = CODEC.observation(state, seat), CODEC.legal_mask(state)
        there, legal = bytearray(CODEC.size), bytearray(CODEC.actions)
        for place, byte in enumerate(seen):
            there[symmetry.observation[place]] = byte
        for action, byte in enumerate(mask):
            legal[symmetry.actions[action]] = byte
        assert bytes(there) == CODEC.observation(other, seat)
        assert bytes(legal) == CODEC.legal_mask(other)
    assert used > POSITIONS // 8
