"""Engine B: a tree that grows where search is most useful, with dice as nodes of their own and a value for every seat.

Two modes. With an evaluator it is PUCT: expected gains are priors, and the evaluator values leaves. Without one it is
plain UCT: every leaf is a random game to the end. Where something is hidden, every walk starts from a new guess of it
(SO-ISMCTS) and chooses only orders that are legal in that guess.
"""

from math import exp, log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.ai.search.budget import Budget, Finding
from pawnstorm.ai.search.determinization import sample_determinizations
from pawnstorm.ai.search.evaluation_noise import EvaluationNoise
from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.ai.search.playout import playout, share_of
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State

_LONGEST_WALK: Final = 400
_FIRST_REPORT: Final = 256
_NOTHING: Final = -1
_PLAYOUTS_BETWEEN_CHECKS: Final = 4
_LEAVES_BETWEEN_CHECKS: Final = 128
"""Walks between two looks at the clock: a random game takes much longer than an evaluation."""


@final
@mypyc_attr(acyclic=True)
class Node:
    """A position of the tree: what may happen in it, how often it was visited, the sum of results for every seat."""

    def __init__(self, turn: i64, seats: i64) -> None:
        self.turn: Final[i64] = turn
        self.visits: i64 = 0
        self.totals: Final[vec[float]] = vec[float]([0.0] * seats)
        self.opened: bool = False
        self.exact: bool = False
        """Whether the game is decided here; then `totals` are what it is worth."""
        self.moves: vec[i64] = vec[i64]([])
        self.priors: vec[float] = vec[float]([])
        self.children: list[Node | None] = []

    def worth(self, seat: i64) -> float:
        """What the position is worth to a seat, as far as is known."""
        return self.totals[seat] if self.exact else self.totals[seat] / float(self.visits)

    def add(self, move: i64, prior: float) -> None:
        """One more thing that may happen: an order, or a result of the dice."""
        self.moves = append(self.moves, move)
        self.priors = append(self.priors, prior)
        self.children.append(None)

    def find(self, move: i64) -> i64:
        """The place of an order or result, or -1."""
        place: i64
        for place in range(len(self.moves)):
            if self.moves[place] == move:
                return place
        return _NOTHING


def free_tree(root: Node) -> None:
    """Take a tree apart from the top, so that each node is freed by itself.

    Compiled classes without cycles must not be freed in long chains: CPython postpones what is nested too deeply, and
    marks it in a header that only classes with cycles have.
    """
    nodes: list[Node] = [root]
    while nodes:
        node = nodes.pop()
        for child in node.children:
            if child is not None:
                nodes.append(child)
        node.children.clear()


@final
class Tree:
    """One tree search. Without an evaluator leaves are played out at random."""

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator | None,
        exploration: float = 1.4,
        temperature: float = 0.15,
        noise: EvaluationNoise | None = None,
    ) -> None:
        self._game: Final = game
        self._evaluator: Final = evaluator
        self._noise: Final = noise
        self._exploration: Final[float] = exploration
        self._temperature: Final[float] = temperature
        self._moves: Final = Moves()
        self._outcomes: Final = Outcomes()
        self._open: Final[vec[i64]] = vec[i64]([0] * 2048)
        self._open_count: i64 = 0
        self._path: Final[list[Node]] = []
        self._shares: vec[float] = vec[float]([])
        self._hidden = False
        self._luck = Luck(0)

    def think(self, state: State, budget: Budget, luck: Luck) -> Finding:
        """Grow a tree from a decision until the budget is spent; a walk counts as one position."""
        seat = int(state.turn())
        budget.pace = _PLAYOUTS_BETWEEN_CHECKS if self._evaluator is None else _LEAVES_BETWEEN_CHECKS
        worlds = sample_determinizations(self._game, state, seat, luck, 3)
        self._hidden = len(worlds) > 1
        self._luck = luck
        self._shares = vec[float]([0.0] * state.seats)
        known = worlds[0].state
        root = Node(known.turn(), known.seats)
        try:
            self._expand(root, known)
            self._grow(root, state, known, budget)
            return _finding(root, budget)
        finally:
            self._path.clear()
            free_tree(root)

    def _grow(self, root: Node, state: State, known: State, budget: Budget) -> None:
        """Walk until the budget is spent or the game is decided; `known` is the position if nothing in it is hidden."""
        seat = int(state.turn())
        report: i64 = _FIRST_REPORT
        while not root.exact:
            at = self._game.guess(state, seat, self._luck) if self._hidden else known.copy()
            self._walk(at, root)
            if budget.count():
                break
            if root.visits >= report:
                budget.watch.hear(_finding(root, budget))
                report *= 2

    def _walk(self, state: State, root: Node) -> None:
        """From the root to a new leaf, and back with what it is worth."""
        path = self._path
        path.clear()
        node = root
        path.append(node)
        while node.opened and not node.exact and len(path) < _LONGEST_WALK:
            place = self._choose(node, state)
            if place == _NOTHING:
                break
            node = self._step(node, place, state)
            path.append(node)
            if node.turn != state.turn():
                # Another guess led to somebody else's decision: evaluate it, and leave the tree as it is.
                break
            if not node.opened and node.turn == CHANCE:
                self._expand(node, state)
        self._evaluate_leaf(node, state)
        self._backpropagate()

    def _step(self, node: Node, place: i64, state: State) -> Node:
        if node.turn == CHANCE:
            state.land(node.moves[place])
        else:
            state.play(node.moves[place])
        child = node.children[place]
        if child is None:
            child = Node(state.turn(), state.seats)
            node.children[place] = child
        return child

    def _expand(self, node: Node, state: State) -> None:
        """Add what may happen in a position."""
        node.opened = True
        if node.turn == CHANCE:
            self._expand_dice(node, state)
            return
        moves = self._moves
        moves.clear()
        state.find_legal(moves)
        place: i64
        for place in range(moves.count):
            node.add(moves.items[place], self._prior_weight(state, moves.items[place]))
        _normalise(node.priors)

    def _expand_dice(self, node: Node, state: State) -> None:
        results = self._outcomes
        results.clear()
        state.find_outcomes(results)
        place: i64
        for place in range(results.count):
            node.add(results.values[place], float(results.weights[place]) / float(results.total))

    def _prior_weight(self, state: State, move: i64) -> float:
        evaluator = self._evaluator
        if evaluator is None:
            return 1.0
        return exp(min(max(float(evaluator.expected_gain(state, move)) / 1000.0 / self._temperature, -8.0), 8.0))

    def _choose(self, node: Node, state: State) -> i64:
        """The next step from a position of the tree."""
        if self._hidden:
            return self._choose_open(node, state)
        if node.turn == CHANCE:
            return _most_overdue_outcome(node)
        best, found = -1e300, _NOTHING
        shared = self._shared_exploration(node)
        place: i64
        for place in range(len(node.moves)):
            value = self._selection_value(node, place, shared)
            if value > best:
                best, found = value, place
        return found

    def _shared_exploration(self, node: Node) -> float:
        """The part of the exploration that all orders of a position share."""
        visits = float(node.visits) + 1.0
        return self._exploration * sqrt(visits) if self._evaluator is not None else log(visits)

    def _selection_value(self, node: Node, place: i64, shared: float) -> float:
        """How much an order deserves the next visit: its value, and how little is known of it."""
        child = node.children[place]
        if self._evaluator is None:
            if child is None or not child.visits:
                return 1e6 - float(place)
            return child.worth(node.turn) + self._exploration * 0.5 * sqrt(shared / float(child.visits))
        if child is None or not child.visits:
            guess = node.worth(node.turn) if node.visits else 0.5
            return guess - 0.05 + shared * node.priors[place]
        if child.exact:
            return child.worth(node.turn)
        return child.worth(node.turn) + shared * node.priors[place] / (1.0 + float(child.visits))

    def _choose_open(self, node: Node, state: State) -> i64:
        """The same where the guess of this walk decides what is possible."""
        if node.turn == CHANCE:
            results = self._outcomes
            results.clear()
            state.find_outcomes(results)
            result = results.pick(self._luck)
            place = node.find(result)
            if place == _NOTHING:
                node.add(result, 0.0)
                place = len(node.moves) - 1
            return place
        self._match(node, state)
        best, found = -1e300, _NOTHING
        shared = self._shared_exploration(node)
        index: i64
        for index in range(self._open_count):
            value = self._selection_value(node, self._open[index], shared)
            if value > best:
                best, found = value, self._open[index]
        return found

    def _match(self, node: Node, state: State) -> None:
        """Find the places of the orders that are legal now; new ones are added."""
        moves = self._moves
        moves.clear()
        state.find_legal(moves)
        self._open_count = moves.count
        index: i64
        for index in range(moves.count):
            move = moves.items[index]
            place = index if index < len(node.moves) and node.moves[index] == move else node.find(move)
            if place == _NOTHING:
                node.add(move, 1.0 / float(moves.count))
                place = len(node.moves) - 1
            self._open[index] = place

    def _evaluate_leaf(self, node: Node, state: State) -> None:
        """Put into `shares` what a leaf is worth to every seat."""
        shares = self._shares
        seat: i64
        if node.exact:
            for seat in range(len(shares)):
                shares[seat] = node.totals[seat]
            return
        if state.turn() == OVER:
            for seat in range(len(shares)):
                shares[seat] = state.share(seat)
            if not self._hidden:
                node.exact = True
                for seat in range(len(shares)):
                    node.totals[seat] = shares[seat]
            return
        if not node.opened and node.turn == state.turn():
            self._expand(node, state)
        self._estimate(state)

    def _estimate(self, state: State) -> None:
        evaluator, shares = self._evaluator, self._shares
        seat: i64
        if evaluator is None or state.turn() == CHANCE:
            playout(state, self._luck, self._moves, self._outcomes)
            for seat in range(len(shares)):
                shares[seat] = share_of(state, seat)
            return
        found = evaluator.win_chances(state)
        for seat in range(len(shares)):
            shares[seat] = found[seat]
        noise = self._noise
        if noise is not None and len(shares) == 2:
            shares[0] = noise.blur(shares[0], state, 0)
            shares[1] = 1.0 - shares[0]

    def _backpropagate(self) -> None:
        """Credit the walk to every position on its path, the leaf first."""
        path, shares = self._path, self._shares
        at: i64 = len(path) - 1
        while at >= 0:
            node = path[at]
            node.visits += 1
            if not node.exact:
                totals = node.totals
                seat: i64
                for seat in range(len(shares)):
                    totals[seat] += shares[seat]
                if not self._hidden and at < len(path) - 1 and path[at + 1].exact:
                    _settle(node)
            at -= 1


def _normalise(priors: vec[float]) -> None:
    """Make priors add up to one."""
    total = 0.0
    place: i64
    for place in range(len(priors)):
        total += priors[place]
    for place in range(len(priors)):
        priors[place] /= total


def _most_overdue_outcome(node: Node) -> i64:
    """The result of the dice whose visits lag most behind its chance: fairer than throwing them."""
    found, most = 0, -1e300
    place: i64
    for place in range(len(node.moves)):
        child = node.children[place]
        visits = 0.0 if child is None else float(child.visits)
        lag = node.priors[place] * float(node.visits + 1) - visits
        if lag > most:
            found, most = place, lag
    return found


def _settle(node: Node) -> None:
    """A position is decided if dice can only lead to decided ones, or if its seat has a sure win or no open order."""
    seats = len(node.totals)
    best: Node | None = None
    decided = True
    for child in node.children:
        if child is None or not child.exact:
            decided = False
        elif node.turn != CHANCE and (best is None or child.totals[node.turn] > best.totals[node.turn]):
            best = child
    seat: i64
    if node.turn == CHANCE:
        if decided:
            _settle_dice(node)
    elif best is not None and (decided or best.totals[node.turn] >= 1.0):
        node.exact = True
        for seat in range(seats):
            node.totals[seat] = best.totals[seat]


def _settle_dice(node: Node) -> None:
    node.exact = True
    seat: i64
    place: i64
    for seat in range(len(node.totals)):
        mean = 0.0
        for place in range(len(node.moves)):
            child = node.children[place]
            if child is not None:
                mean += node.priors[place] * child.totals[seat]
        node.totals[seat] = mean


def _finding(root: Node, budget: Budget) -> Finding:
    """The orders by visits, those that decide the game before all others."""
    ranked: list[tuple[float, int, float]] = []
    place: i64
    for place in range(len(root.moves)):
        child = root.children[place]
        move = int(root.moves[place])
        if child is None or not child.visits:
            ranked.append((-1.0, move, 0.0))
        else:
            rank = float(child.visits)
            if child.exact:
                rank = 1e12 if child.worth(root.turn) >= 1.0 else rank * child.worth(root.turn)
            ranked.append((rank, move, child.worth(root.turn)))
    ranked.sort(key=lambda entry: -entry[0])
    values = tuple((move, value) for _, move, value in ranked)
    return Finding(_depth_of(root), values[0][1], _line(root), values, int(budget.spent))


def _most_visited(node: Node) -> i64:
    best, found = 0, _NOTHING
    place: i64
    for place in range(len(node.moves)):
        child = node.children[place]
        if child is not None and child.visits > best:
            best, found = child.visits, place
    return found


def _line(root: Node) -> tuple[int, ...]:
    """The most visited orders until dice decide."""
    line: list[int] = []
    node: Node | None = root
    while node is not None and node.turn >= 0:
        place = _most_visited(node)
        if place == _NOTHING:
            break
        line.append(int(node.moves[place]))
        node = node.children[place]
    return tuple(line)


def _depth_of(root: Node) -> int:
    """How far the most visited path reaches."""
    depth = 0
    node: Node | None = root
    while node is not None:
        place = _most_visited(node)
        if place == _NOTHING:
            break
        depth += 1
        node = node.children[place]
    return depth
