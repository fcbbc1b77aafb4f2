"""Engine A: alpha-beta over decisions and dice, in chances to win.

All values are chances of the seat that thinks: the maximum at its own decisions, the minimum at everybody else's (with
more than two seats all others are against it), the mean at dice. Star1 cuts dice short as soon as the results so far
decide on which side of the window the mean must lie. What is left out to look deeper is in `pruning.py`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.ai.search.budget import Budget, Finding
from pawnstorm.ai.search.evaluation_noise import EvaluationNoise
from pawnstorm.ai.search.evaluator import NO_QUIESCENCE, Evaluator
from pawnstorm.ai.search.pruning import hope_with, late_by, lifted, surely, swing
from pawnstorm.ai.search.root import Root
from pawnstorm.ai.search.transpositions import EXACT, LOWER, UPPER, EvaluationCache, History, TranspositionTable
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.kit.bits import mix_hash

MOST_PLIES: Final = 96
MOST_DEPTH: Final = 40
_BEYOND: Final = -3
"""Quiescence search follows this many tactical orders in a row beyond the horizon."""
_GREATEST_GAIN: Final = 500
"""Where an order that gains this much would not be enough, quiescence search does not look for tactical orders."""
_STATIC: Final = -99
"""A depth at which nothing is followed at all."""
_NARROW: Final = 1e-7
"""The width of the window that only tests whether an order is better."""
_ROLLS_IN_FULL: Final = 3
"""After this many rolls in a row only one result of each is followed: one action can ask for a dozen."""
_CACHE_BITS: Final = 14
_MOST_RESULTS: Final = 512
_RARE: Final = 0.15
"""A result of the dice that is less likely than this is searched one order less deeply."""
_SAME: Final = -1.0
"""The mark of a result that changes nothing."""

_FIRST: Final = 1 << 40
_LOUD: Final = 1 << 30


@final
class AlphaBeta:
    """One searcher with its memory; the same position, budget and noise give the same answer."""

    def __init__(self, evaluator: Evaluator, bits: int = 16, noise: EvaluationNoise | None = None) -> None:
        self._evaluator: Final = evaluator
        self._noise: Final = noise
        self._table: Final = TranspositionTable(bits)
        self._cache: Final = EvaluationCache(min(bits, _CACHE_BITS))
        self._history: Final = History(MOST_PLIES + 1)
        self._moves: Final = [Moves(1024) for _ in range(MOST_PLIES + 1)]
        self._scores: Final = [vec[i64]([0] * 1024) for _ in range(MOST_PLIES + 1)]
        self._outcomes: Final = [Outcomes(_MOST_RESULTS) for _ in range(MOST_PLIES + 1)]
        self._children: Final[list[list[State]]] = [[] for _ in range(MOST_PLIES + 1)]
        self._least: Final = [vec[float]([0.0] * _MOST_RESULTS) for _ in range(MOST_PLIES + 1)]
        self._most: Final = [vec[float]([0.0] * _MOST_RESULTS) for _ in range(MOST_PLIES + 1)]
        self._budget: Budget = Budget()
        self._me: i64 = -1
        self._selective: bool = True

    def think(self, state: State, budget: Budget, margin: float = 0.0, most_depth: int = MOST_DEPTH) -> Finding:
        """Search a decision until the budget is spent; orders within `margin` of the best get exact values."""
        return self.think_in([state], [1], budget, margin, most_depth)

    def think_in(
        self, worlds: list[State], times: list[int], budget: Budget, margin: float = 0.0, most_depth: int = MOST_DEPTH
    ) -> Finding:
        """Search a decision of which the seat only knows that it is one of these, so many times each.

        An order is worth its mean over all worlds, and all worlds are searched to the same depth.
        """
        self._begin(worlds[0].turn(), budget, True)
        root = Root(worlds[0].legal())
        found = self._finding(root, worlds, 0)
        if len(root.moves) == 1 and most_depth > 1:
            most_depth = 1
        depth: i64
        # A first pass that follows nothing sorts the orders and sees an immediate win.
        for depth in range(0, most_depth + 1):
            if not self._deepen(worlds, times, root, depth - 1 if depth else _STATIC, margin if depth else 1.0):
                break
            found = self._finding(root, worlds, depth)
            if depth:
                budget.watch.hear(found)
            if root.settled():
                break
        return self._finding(root, worlds, found.depth)

    def value(self, state: State, depth: int, budget: Budget, seat: int, selective: bool = False) -> float:
        """The value of a position for a seat, searched to a depth; exact unless it is selective."""
        self._begin(seat, budget, selective)
        return self._value(state, 0, depth, 0.0, 1.0, 0)

    def _begin(self, me: i64, budget: Budget, selective: bool) -> None:
        self._selective = selective and self._evaluator.selective
        self._table.forget()
        self._history.clear()
        if self._selective:
            self._cache.forget()
        self._me = me
        self._budget = budget

    def _deepen(self, worlds: list[State], times: list[int], root: Root, depth: i64, margin: float) -> bool:
        """One iteration over the orders of the root, the best so far first; says whether it was finished."""
        best = -1.0
        place: i64
        fresh = [0.0] * len(root.moves)
        for place in range(len(root.moves)):
            low = max(0.0, best - margin)
            value = self._value_of_order(worlds, times, root.moves[place], depth, low, place > 0 and margin == 0.0)
            if self._budget.over and depth != _STATIC:
                root.keep_begun(fresh, place)
                return False
            fresh[place] = value
            best = max(best, value)
        root.rank(fresh)
        return True

    def _value_of_order(
        self, worlds: list[State], times: list[int], move: i64, depth: i64, low: float, narrow: bool
    ) -> float:
        """What an order of the root is worth: the mean over all worlds, as if dice decided between them."""
        children, results = self._children[0], self._outcomes[0]
        children.clear()
        results.clear()
        for world, weight in zip(worlds, times, strict=True):
            child = world.copy()
            child.play(move)
            self._budget.count()
            children.append(child)
            results.add(0, weight)
        value = low
        if narrow:
            value = self._value_of_children(depth, low, low + _NARROW)
        if not narrow or (value > low and not self._budget.over):
            value = self._value_of_children(depth, low, 1.0)
        children.clear()
        return value

    def _value_of_children(self, depth: i64, low: float, high: float) -> float:
        """The mean over what has become of the worlds."""
        children = self._children[0]
        if len(children) == 1:
            return self._value(children[0], 1, depth, low, high, 0)
        self._glance(0, depth, -1)
        return self._weigh(0, depth, low, high, 0)

    def _finding(self, root: Root, worlds: list[State], depth: i64) -> Finding:
        values = tuple((move, value) for move, value in zip(root.moves, root.values, strict=True))
        line = self._line(worlds[0], root.moves[0]) if len(worlds) == 1 else (int(root.moves[0]),)
        return Finding(int(depth), root.values[0], line, values, int(self._budget.spent))

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
        """What a position is worth without search."""
        if not self._selective:
            return self._evaluate(state)
        cache, key = self._cache, state.key()
        found = cache.find(key)
        if found < 0.0:
            found = self._evaluate(state)
            cache.keep(key, found)
        return found

    def _static_to_mover(self, state: State, mine: bool) -> float:
        value = self._static(state)
        return value if mine else 1.0 - value

    def _evaluate(self, state: State) -> float:
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
        if self._selective:
            least = surely(self._static_to_mover(state, mine), depth)
            if least >= ceiling:
                return least if mine else 1.0 - least
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
        hope = self._static_to_mover(state, mine) if self._selective and depth <= 2 else -1.0
        best, chosen, low = -1.0, moves[0], floor
        place: i64
        for place in range(count):
            _bring_forward(moves, scores, place, count)
            gain = _gain_of(scores[place])
            if place and hope >= 0.0:
                most = hope_with(hope, depth, gain)
                if most <= low:
                    best = max(best, most)
                    continue
            child = state.copy()
            child.play(moves[place])
            if self._budget.count():
                return best if best >= 0.0 else 0.5
            late = late_by(place, depth) if self._selective and gain <= 0 else 0
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
        static, selective = best, self._selective
        if selective and hope_with(static, 1, _GREATEST_GAIN) <= low:
            return best
        count = self._find_tactical(state, ply)
        moves, scores = self._moves[ply].items, self._scores[ply]
        place: i64
        for place in range(count):
            _bring_forward(moves, scores, place, count)
            if selective and hope_with(static, 1, scores[place]) <= low:
                break
            child = state.copy()
            child.play(moves[place])
            if self._budget.count():
                return best
            # In play one throw is enough: after more of them hardly anything is certain.
            deeper = _BEYOND if selective and child.turn() == CHANCE else depth - 1
            value = self._value_to_mover(child, ply + 1, deeper, low, ceiling, mine)
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
        """The mean over the results of a roll."""
        results, children = self._outcomes[ply], self._children[ply]
        results.clear()
        state.find_outcomes(results)
        if rolls >= _ROLLS_IN_FULL:
            return self._follow_one(state, ply, depth, low, high, rolls)
        children.clear()
        place: i64
        for place in range(results.count):
            child = state.copy()
            child.land(results.values[place])
            children.append(child)
            if self._budget.count():
                children.clear()
                return 0.5
        self._glance(ply, depth, state.key())
        value = self._weigh(ply, depth, low, high, rolls + 1)
        children.clear()
        return value if value >= 0.0 else self._static(state)

    def _glance(self, ply: i64, depth: i64, same: i64) -> None:
        """Note between which values every result should lie, judged without search."""
        children, least, most = self._children[ply], self._least[ply], self._most[ply]
        spread = swing(depth) if self._selective and depth > 0 else 0.0
        place: i64
        for place in range(len(children)):
            child = children[place]
            turn = child.turn()
            least[place], most[place] = 0.0, 1.0
            if turn == OVER:
                least[place] = most[place] = child.share(self._me)
            elif turn == CHANCE:
                # A roll that changes nothing is thrown again: the others share its chance.
                if child.key() == same:
                    least[place] = _SAME
            elif spread > 0.0:
                value = self._static(child)
                least[place], most[place] = lifted(value, 1.0 / spread), lifted(value, spread)

    def _weigh(self, ply: i64, depth: i64, low: float, high: float, rolls: i64) -> float:
        """Star1: the mean over all results, stopped as soon as it must lie outside the window; -1 if there is none."""
        children, weights = self._children[ply], self._outcomes[ply].weights
        least, most = self._least[ply], self._most[ply]
        total = least_left = most_left = 0.0
        place: i64
        for place in range(len(children)):
            if least[place] != _SAME:
                weight = float(weights[place])
                total += weight
                least_left += weight * least[place]
                most_left += weight * most[place]
        done = 0.0
        for place in range(len(children)):
            if least[place] == _SAME:
                continue
            if done + most_left <= low * total:
                return (done + most_left) / total
            if done + least_left >= high * total:
                return (done + least_left) / total
            weight = float(weights[place])
            least_left -= weight * least[place]
            most_left -= weight * most[place]
            worst = (low * total - done - most_left) / weight
            best = (high * total - done - least_left) / weight
            rare: i64 = 1 if self._selective and depth > 0 and ply and weight < _RARE * total else 0
            done += weight * self._value(children[place], ply + 1, depth - rare, max(0.0, worst), min(1.0, best), rolls)
        return done / total if total > 0.0 else -1.0

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


def _gain_of(score: i64) -> i64:
    """The expected gain of an order by its place in the ranking; 0 for a quiet one."""
    if score >= _FIRST or (score >= 0 and score < _LOUD):
        return 0
    return score - _LOUD if score >= _LOUD else score


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
