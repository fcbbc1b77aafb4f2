"""Engine A: alpha-beta over decisions and dice, in chances to win.

All values are chances of the seat that thinks: the maximum at its own decisions, the minimum at everybody else's (with
more than two seats all others are against it), the mean at dice. Star1 cuts dice short as soon as the results so far
decide on which side of the window the mean must lie.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.ai.search.budget import Budget, Finding
from pawnstorm.ai.search.evaluation_noise import EvaluationNoise
from pawnstorm.ai.search.evaluator import NO_QUIESCENCE, Evaluator
from pawnstorm.ai.search.transpositions import EXACT, LOWER, UPPER, History, TranspositionTable
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.kit.bits import mix_hash

MOST_PLIES: Final = 96
MOST_DEPTH: Final = 40
_BEYOND: Final = -3
"""Quiescence search follows this many tactical orders in a row beyond the horizon."""
_NARROW: Final = 1e-7
"""The width of the window that only tests whether an order is better."""
_SURE: Final = 1e-9
_ROLLS_IN_FULL: Final = 3
"""After this many rolls in a row only one result of each is followed: one action can ask for a dozen."""
_LATE: Final = 5
"""Quiet orders from this place on are first searched less deeply."""

_FIRST: Final = 1 << 40
_LOUD: Final = 1 << 30


@final
class AlphaBeta:
    """One searcher with its memory; the same position, budget and noise give the same answer."""

    def __init__(self, evaluator: Evaluator, bits: int = 16, noise: EvaluationNoise | None = None) -> None:
        self._evaluator: Final = evaluator
        self._noise: Final = noise
        self._table: Final = TranspositionTable(bits)
        self._history: Final = History(MOST_PLIES + 1)
        self._moves: Final = [Moves(1024) for _ in range(MOST_PLIES + 1)]
        self._scores: Final = [vec[i64]([0] * 1024) for _ in range(MOST_PLIES + 1)]
        self._outcomes: Final = [Outcomes(512) for _ in range(MOST_PLIES + 1)]
        self._budget: Budget = Budget()
        self._me: i64 = 0

    def think(self, state: State, budget: Budget, margin: float = 0.0, most_depth: int = MOST_DEPTH) -> Finding:
        """Search a decision until the budget is spent; orders within `margin` of the best get exact values."""
        self._begin(state.turn(), budget)
        root = _Root(state.legal())
        found = self._finding(root, state, 0)
        if len(root.moves) == 1 and most_depth > 1:
            most_depth = 1
        depth: i64
        # A first pass that follows nothing sorts the orders and sees an immediate win.
        for depth in range(0, most_depth + 1):
            if not self._deepen(state, root, depth if depth else _BEYOND + 1, margin if depth else 1.0):
                break
            found = self._finding(root, state, depth)
            if depth:
                budget.watch.hear(found)
            if root.settled():
                break
        return self._finding(root, state, found.depth)

    def value(self, state: State, depth: int, budget: Budget, seat: int) -> float:
        """The exact value of a position for a seat, searched to a depth."""
        self._begin(seat, budget)
        return self._value(state, 0, depth, 0.0, 1.0, 0)

    def _begin(self, me: i64, budget: Budget) -> None:
        self._me = me
        self._budget = budget
        self._table.forget()
        self._history.clear()

    def _deepen(self, state: State, root: "_Root", depth: i64, margin: float) -> bool:
        """One iteration over the orders of the root, the best so far first; says whether it was finished."""
        best = -1.0
        place: i64
        fresh = [0.0] * len(root.moves)
        for place in range(len(root.moves)):
            child = state.copy()
            child.play(root.moves[place])
            self._budget.count()
            low = max(0.0, best - margin)
            value = self._test(child, 1, depth - 1, low, 1.0, True, place > 0 and margin == 0.0)
            if self._budget.over and depth > 0:
                root.keep_begun(fresh, place)
                return False
            fresh[place] = value
            best = max(best, value)
        root.rank(fresh)
        return True

    def _finding(self, root: "_Root", state: State, depth: i64) -> Finding:
        values = tuple((move, value) for move, value in zip(root.moves, root.values, strict=True))
        return Finding(int(depth), root.values[0], self._line(state, root.moves[0]), values, int(self._budget.spent))

    def _line(self, state: State, move: i64) -> tuple[int, ...]:
        """The best order and what should follow by the transposition table, until dice decide."""
        line = [int(move)]
        at = state.copy()
        at.play(move)
        while at.turn() >= 0 and len(line) < 12:
            slot = self._table.find(at.key())
            if slot < 0 or int(self._table.moves[slot]) not in at.legal():
                break
            line.append(int(self._table.moves[slot]))
            at.play(self._table.moves[slot])
        return tuple(line)

    def _value(self, state: State, ply: i64, depth: i64, low: float, high: float, rolls: i64) -> float:
        """What a position is worth; only values between low and high are exact."""
        turn = state.turn()
        if turn == OVER:
            return state.share(self._me)
        if ply >= MOST_PLIES:
            return self._static(state)
        if turn == CHANCE:
            return self._mean(state, ply, depth, low, high, rolls)
        if depth <= 0:
            return self._quiescence(state, ply, depth, low, high)
        return self._decide(state, ply, depth, low, high)

    def _static(self, state: State) -> float:
        found = self._evaluator.win(state, self._me)
        noise = self._noise
        return found if noise is None else noise.blur(found, state, self._me)

    def _test(self, child: State, ply: i64, depth: i64, low: float, high: float, mine: bool, narrow: bool) -> float:
        """What an order is worth to its seat; tested with a narrow window first unless it is likely the best."""
        if narrow:
            value = self._value_to_mover(child, ply, depth, low, low + _NARROW, mine)
            if value <= low or value >= high or self._budget.over:
                return value
        return self._value_to_mover(child, ply, depth, low, high, mine)

    def _value_to_mover(self, child: State, ply: i64, depth: i64, low: float, high: float, mine: bool) -> float:
        """The value for the seat that gave the order: all others want the seat that thinks to lose."""
        if mine:
            return self._value(child, ply, depth, low, high, 0)
        return 1.0 - self._value(child, ply, depth, 1.0 - high, 1.0 - low, 0)

    def _decide(self, state: State, ply: i64, depth: i64, low: float, high: float) -> float:
        """The best order of the seat to act."""
        mine = state.turn() == self._me
        floor, ceiling = (low, high) if mine else (1.0 - high, 1.0 - low)
        key = state.key()
        slot = self._table.find(key)
        remembered: i64 = -1
        if slot >= 0:
            remembered = self._table.moves[slot]
            if self._table.depth(slot) >= depth:
                known, bound = self._table.values[slot], self._table.bound(slot)
                if bound == EXACT or (bound == LOWER and known >= ceiling) or (bound == UPPER and known <= floor):
                    return known if mine else 1.0 - known
        best = self._best(state, ply, depth, floor, ceiling, mine, remembered, key)
        return best if mine else 1.0 - best

    def _best(
        self, state: State, ply: i64, depth: i64, floor: float, ceiling: float, mine: bool, remembered: i64, key: i64
    ) -> float:
        """Try the orders one by one, valued for the seat to act, and remember the best."""
        count = self._rank(state, ply, remembered)
        moves, scores = self._moves[ply].items, self._scores[ply]
        # A decision without a choice does not count as depth.
        deeper = depth if count == 1 else depth - 1
        best, chosen, low = -1.0, moves[0], floor
        place: i64
        for place in range(count):
            _bring_forward(moves, scores, place, count)
            child = state.copy()
            child.play(moves[place])
            if self._budget.count():
                return best if best >= 0.0 else 0.5
            late: i64 = 1 if place >= _LATE and depth >= 3 and scores[place] < _LOUD and child.turn() != CHANCE else 0
            value = self._test(child, ply + 1, deeper - late, low, ceiling, mine, place > 0)
            if late and value > low and not self._budget.over:
                value = self._test(child, ply + 1, deeper, low, ceiling, mine, True)
            if self._budget.over:
                return best if best >= 0.0 else 0.5
            if value > best:
                best, chosen = value, moves[place]
                low = max(low, best)
                if best >= ceiling:
                    self._history.record_cutoff(ply, state.turn(), chosen, depth)
                    break
        bound = LOWER if best >= ceiling else EXACT if best > floor else UPPER
        self._table.keep(key, chosen, depth, bound, best)
        return best

    def _rank(self, state: State, ply: i64, remembered: i64) -> i64:
        """Find the legal orders and a score for each; returns how many there are."""
        buffer, scores, evaluator, history = self._moves[ply], self._scores[ply], self._evaluator, self._history
        buffer.clear()
        state.find_legal(buffer)
        seat = state.turn()
        place: i64
        for place in range(buffer.count):
            move = buffer.items[place]
            if move == remembered:
                scores[place] = _FIRST
                continue
            gain = evaluator.expected_gain(state, move)
            if gain > 0:
                scores[place] = _LOUD + gain
            elif gain < 0:
                scores[place] = gain
            else:
                scores[place] = history.score(ply, seat, move)
        return buffer.count

    def _quiescence(self, state: State, ply: i64, depth: i64, low: float, high: float) -> float:
        """Quiescence search: the position as it is, or what a tactical order makes of it on average."""
        value = self._static(state)
        if depth <= _BEYOND or self._evaluator.quiescence_threshold >= NO_QUIESCENCE:
            return value
        mine = state.turn() == self._me
        floor, ceiling = (low, high) if mine else (1.0 - high, 1.0 - low)
        best = value if mine else 1.0 - value
        if best < ceiling:
            best = self._try_tactical(state, ply, depth, max(floor, best), ceiling, mine, best)
        return best if mine else 1.0 - best

    def _try_tactical(
        self, state: State, ply: i64, depth: i64, low: float, ceiling: float, mine: bool, best: float
    ) -> float:
        count = self._find_tactical(state, ply)
        moves, scores = self._moves[ply].items, self._scores[ply]
        place: i64
        for place in range(count):
            _bring_forward(moves, scores, place, count)
            child = state.copy()
            child.play(moves[place])
            if self._budget.count():
                return best
            value = self._value_to_mover(child, ply + 1, depth - 1, low, ceiling, mine)
            if self._budget.over:
                return best
            if value > best:
                best = value
                low = max(low, best)
                if best >= ceiling:
                    break
        return best

    def _find_tactical(self, state: State, ply: i64) -> i64:
        """Keep only the orders whose expected gain reaches the threshold."""
        buffer, scores, evaluator = self._moves[ply], self._scores[ply], self._evaluator
        buffer.clear()
        state.find_legal(buffer)
        items, least = buffer.items, evaluator.quiescence_threshold
        kept: i64 = 0
        place: i64
        for place in range(buffer.count):
            gain = evaluator.expected_gain(state, items[place])
            if gain >= least:
                items[kept] = items[place]
                scores[kept] = gain
                kept += 1
        return kept

    def _mean(self, state: State, ply: i64, depth: i64, low: float, high: float, rolls: i64) -> float:
        """Star1: the mean over the results of a roll, stopped as soon as it must lie outside the window."""
        results = self._outcomes[ply]
        results.clear()
        state.find_outcomes(results)
        if rolls >= _ROLLS_IN_FULL:
            return self._follow_one(state, ply, depth, low, high, rolls)
        total, again = float(results.total), 0.0
        done, left = 0.0, total
        place: i64
        for place in range(results.count):
            weight = float(results.weights[place])
            child = state.copy()
            child.land(results.values[place])
            if self._budget.count():
                return 0.5
            left -= weight
            if child.turn() == CHANCE and child.key() == state.key():
                # A roll that changes nothing is thrown again: the others share its chance.
                again += weight
                continue
            scale = total - again
            least = (low * scale - done - left) / weight
            most = (high * scale - done) / weight
            value = self._value(child, ply + 1, depth, max(0.0, least), min(1.0, most), rolls + 1)
            done += weight * value
            if value <= least:
                return (done + left) / scale
            if value >= most:
                return done / scale
        return done / (total - again) if total > again else self._static(state)

    def _follow_one(self, state: State, ply: i64, depth: i64, low: float, high: float, rolls: i64) -> float:
        """Only one result of a roll, drawn by the position's key: a position always gives the same one."""
        results = self._outcomes[ply]
        left = (mix_hash(state.key(), rolls) >> 8) % results.total
        place: i64 = 0
        while left >= results.weights[place]:
            left -= results.weights[place]
            place += 1
        child = state.copy()
        child.land(results.values[place])
        if self._budget.count():
            return 0.5
        return self._value(child, ply + 1, depth, low, high, rolls + 1)


def _bring_forward(moves: vec[i64], scores: vec[i64], place: i64, count: i64) -> None:
    """Put the most promising of the remaining orders in a place; equal ones keep the order of the rules."""
    best = place
    other: i64
    for other in range(place + 1, count):
        if scores[other] > scores[best]:
            best = other
    if best != place:
        move, score = moves[best], scores[best]
        other = best
        while other > place:
            moves[other] = moves[other - 1]
            scores[other] = scores[other - 1]
            other -= 1
        moves[place] = move
        scores[place] = score


class _Root:
    """The orders of the position that is searched, the best first, with their values."""

    def __init__(self, moves: list[int]) -> None:
        self.moves = moves
        self.values = [0.5] * len(moves)

    def rank(self, fresh: list[float]) -> None:
        """Take over the values of a finished iteration; orders of equal value keep their places."""
        places = sorted(range(len(fresh)), key=lambda place: -fresh[place])
        self.moves = [self.moves[place] for place in places]
        self.values = [fresh[place] for place in places]

    def keep_begun(self, fresh: list[float], count: i64) -> None:
        """From an unfinished iteration, keep an order that has already proved better than the old best."""
        if count < 1:
            return
        best = max(range(count), key=lambda place: fresh[place])
        self.values[0] = fresh[0]
        if best > 0:
            move = self.moves.pop(best)
            self.values.pop(best)
            self.moves.insert(0, move)
            self.values.insert(0, fresh[best])

    def settled(self) -> bool:
        """Whether more search changes nothing: the game is certainly won or lost."""
        return self.values[0] >= 1.0 - _SURE or self.values[0] <= _SURE
