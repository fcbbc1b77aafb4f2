"""Armies of the computer's own: built as a whole by what the evaluator thinks of them, and chosen order by order.

Nothing here knows what an army is. A position in which `Evaluator.choosing` is true has orders that go on choosing and
orders that end the choice; an army is a row of such orders.
"""

from math import exp

from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, State

_CHANGES = 150
"""How often an army is changed in the hope of a better one."""
_VARIETY = 0.02
"""An army that is worse by this much, in chances to win, is chosen about a third as often."""

Army = list[int]
"""The orders by which a seat chooses its army, the last of which ends the choice."""


def is_choosing(evaluator: Evaluator, state: State) -> bool:
    """Whether a seat is choosing its army in a position."""
    return state.turn() >= 0 and evaluator.choosing(state)


def take_ready_army(evaluator: Evaluator, state: State, luck: Luck) -> None:
    """Choose one of the armies that a single order takes, each equally likely; changes the position."""
    ready = [move for move in state.legal() if _ends(evaluator, state, move)]
    state.play(ready[luck.below(len(ready))])


def take_random_army(evaluator: Evaluator, state: State, luck: Luck) -> None:
    """Choose an army at random, piece by piece as long as there is anything to add; changes the position."""
    _play(state, _completed(evaluator, state, [], luck))


def take_good_army(evaluator: Evaluator, state: State, luck: Luck) -> None:
    """Choose an army that the evaluator thinks well of, of any list; changes the position."""
    nexts = [move for move in state.legal() if not _ends(evaluator, state, move)]
    _play(state, _improved(evaluator, state, nexts[luck.below(len(nexts))], luck)[1])


def take_own_army(evaluator: Evaluator, state: State, luck: Luck) -> None:
    """Choose an army order by order, as a strong computer player does; changes the position."""
    seat = state.turn()
    while state.turn() == seat and evaluator.choosing(state):
        state.play(build(evaluator, state, luck)[0])


def build(evaluator: Evaluator, state: State, luck: Luck) -> Army:
    """A good army for the seat to act, from what it has chosen so far; the same luck gives the same army.

    Every order that goes on choosing, such as a list or a piece, gets the best army found with it. One of these armies
    is chosen by its value, so that not all games are alike.
    """
    moves = state.legal()
    nexts = [move for move in moves if not _ends(evaluator, state, move)]
    if not nexts:
        return [moves[luck.below(len(moves))]]
    armies = [_improved(evaluator, state, move, luck) for move in nexts]
    best = max(value for value, _ in armies)
    chances = [exp((value - best) / _VARIETY) for value, _ in armies]
    left = luck.below(1 << 30) / (1 << 30) * sum(chances)
    for (_, army), chance in zip(armies, chances, strict=True):
        left -= chance
        if left < 0.0:
            return army
    return armies[0][1]


def _improved(evaluator: Evaluator, state: State, first: int, luck: Luck) -> tuple[float, Army]:
    """The best army found that begins with an order, and its value: some orders are exchanged while that helps."""
    army = _completed(evaluator, state, [first], luck)
    value = _value(evaluator, state, army)
    for _ in range(_CHANGES):
        kept = army[1:-1]
        for _ in range(min(1 + luck.below(2), len(kept))):
            del kept[luck.below(len(kept))]
        other = _completed(evaluator, state, [first, *kept], luck)
        changed = _value(evaluator, state, other)
        if changed >= value:
            army, value = other, changed
    return value, army


def _completed(evaluator: Evaluator, state: State, begun: Army, luck: Luck) -> Army:
    """An army with these orders, as far as they are legal, and random ones until nothing can be added."""
    state, seat, army = state.copy(), int(state.turn()), list[int]()
    for move in begun:
        if move in state.legal():
            state.play(move)
            army.append(move)
    while state.turn() == seat and evaluator.choosing(state):
        moves = state.legal()
        move = _take(moves, luck)
        while moves and _ends(evaluator, state, move):
            move = _take(moves, luck)
        state.play(move)
        army.append(move)
    return army


def _take(moves: list[int], luck: Luck) -> int:
    """Take one of the orders out of a list."""
    return moves.pop(luck.below(len(moves)))


def _ends(evaluator: Evaluator, state: State, move: int) -> bool:
    """Whether an order ends the choice of the seat to act."""
    after = state.copy()
    after.play(move)
    return after.turn() != state.turn() or not evaluator.choosing(after)


def _value(evaluator: Evaluator, state: State, army: Army) -> float:
    """The chance to win with an army against one that nobody has thought about: the first that can be taken."""
    after, seat = state.copy(), state.turn()
    _play(after, army)
    luck, results = Luck(0), Outcomes()
    while after.turn() == CHANCE or is_choosing(evaluator, after):
        if after.turn() == CHANCE:
            results.clear()
            after.find_outcomes(results)
            after.land(results.pick(luck))
        else:
            moves = after.legal()
            after.play(next((move for move in moves if _ends(evaluator, after, move)), moves[0]))
    return evaluator.win(after, seat)


def _play(state: State, army: Army) -> None:
    for move in army:
        state.play(move)
