"""After a game: how lucky every player was, and what the decisions cost.

Luck is what dice and cards gave: the chance to win after a roll minus its mean over all results. A decision's loss is
the chance with the best order minus the chance with the order played, both searched equally deep, from what the player
could know at that time (`game.guess`). Every step is assessed alone and always in the same way, so an analysis may be
done in parts and in any order.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from pawnstorm.ai.evaluators import evaluator_for, has_evaluator, require_evaluator
from pawnstorm.ai.players import InterruptibleWatch, derive_seed
from pawnstorm.ai.reasons import Explainer
from pawnstorm.ai.roll_luck import LuckMeter
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget, Watch
from pawnstorm.ai.search.determinization import Determinization, sample_determinizations, search_determinizations
from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import State
from pawnstorm.core.step import RESIGNS, Faces
from pawnstorm.core.view import Offer

NODES = 5000
"""Positions searched for each decision by default."""
SLIP = 0.01
"""Smaller losses do not count: the search itself is not that exact."""
SURE = 1.96
"""Standard errors on either side of a 95 % interval."""
_WORLDS = 4
_GLANCE = -3
"""The depth at which nothing after the order itself is searched."""
_FEWEST, _MOST, _IN_ALL = 150, NODES, 800_000
_OPENING = 0


@dataclass(frozen=True)
class Rolled:
    """The dice of a step: what they gave every seat, and how much such dice vary."""

    luck: tuple[float, ...]
    variance: tuple[float, ...]
    reason: str
    faces: Faces


@dataclass(frozen=True)
class Decided:
    """A decision among several orders: chances of the seat with the best order and with the one it played."""

    best: float
    played: float
    better: str
    """The best order; empty if the order played was as good."""
    why: str = ""
    """What the best order does that others do not, in words; empty where nothing stands out."""
    cells: tuple[str, ...] = ()
    """The cells that are pressed for the best order on a board, where it is on offer there."""

    @property
    def loss(self) -> float:
        """What the order cost, in chances to win."""
        return self.best - self.played


@dataclass(frozen=True)
class Assessment:
    """What was found out about one step: chances to win after it, its dice, and its decision if there was a choice."""

    number: int
    seat: int
    """The seat whose order it was; -1 for the opening."""
    order: str
    chances: tuple[float, ...]
    rolled: Rolled | None
    decided: Decided | None


class Analyst:
    """Assesses the steps of finished matches of one game, with a number of positions for each decision."""

    def __init__(
        self, game: Game, nodes: int = NODES, watch: Watch | None = None, evaluator: Evaluator | None = None
    ) -> None:
        if evaluator is None:
            require_evaluator(game)
            evaluator = evaluator_for(game)
        self._game = game
        self._nodes = nodes
        self._watch = watch or InterruptibleWatch()
        # The words are about the features of the game's own evaluator.
        self._explains = has_evaluator(game.key)
        self._engine = AlphaBeta(evaluator, min(max(nodes.bit_length(), 10), 18))
        self._luck_meter = LuckMeter(game, evaluator)

    def assessments(self, match: Match, first: int = 0) -> Iterator[Assessment]:
        """Every step from number `first` on, one by one."""
        for number in range(first, len(match.steps)):
            yield self.assess(match, number)

    def assess(self, match: Match, number: int) -> Assessment:
        """One step of a match."""
        step = match.steps[number]
        state = before(match, number)
        decided = None
        if step.order == RESIGNS:
            state.resign(step.seat)
        elif number > _OPENING:
            move = self._game.read(state, step.order)
            decided = self._decided(state, move, number)
            state.play(move)
        rolled = self._rolled(state, match, number)
        chances = self._chances_at_the_end(match) if number == len(match.steps) - 1 else None
        seat = step.seat if number > _OPENING else -1
        return Assessment(number, seat, step.order, chances or self._luck_meter.chances(step.state), rolled, decided)

    def _chances_at_the_end(self, match: Match) -> tuple[float, ...] | None:
        """The result of the match, which the players may have agreed on."""
        ending = match.ending
        if ending is None:
            return None
        return tuple(1 / len(ending.winners) if seat in ending.winners else 0.0 for seat in range(len(match.seats)))

    # ---- dice -------------------------------------------------------------------------------------------------

    def _rolled(self, state: State, match: Match, number: int) -> Rolled | None:
        """Carry out the dice of a step again, one pool after the other."""
        step = match.steps[number]
        if not step.faces:
            return None
        seats = len(match.seats)
        luck, variance = [0.0] * seats, [0.0] * seats
        for faces in step.faces:
            outcome = state.outcome_of(list(faces))
            for seat in range(seats):
                swing = self._luck_meter.swing(state, outcome, seat)
                luck[seat] += swing.luck
                variance[seat] += swing.variance
            state.land(outcome)
        return Rolled(tuple(luck), tuple(variance), step.pools[0].reason, step.faces)

    # ---- decisions --------------------------------------------------------------------------------------------

    def _decided(self, state: State, move: int, number: int) -> Decided | None:
        """What an order cost; None where there was no choice."""
        if len(state.legal()) < 2:
            return None
        luck = Luck(derive_seed(number, "analysis"))
        worlds = sample_determinizations(self._game, state, int(state.turn()), luck, _WORLDS)
        finding = search_determinizations(self._engine, worlds, Budget(self._nodes, watch=self._watch))
        if finding.best == move:
            return Decided(finding.win, finding.win, "")
        best, played = self._compare(worlds, finding.best, move, finding.depth)
        if best <= played:
            return Decided(played, played, "")
        better = self._game.write(state, finding.best)
        if best - played < SLIP:
            return Decided(best, played, better)
        why = " and ".join(Explainer(self._game, worlds[0].state).reasons(finding.best)) if self._explains else ""
        return Decided(best, played, better, why, cells_of(self._game.view(state, int(state.turn())).offers, better))

    def _compare(self, worlds: list[Determinization], one: int, other: int, depth: int) -> tuple[float, float]:
        """Two orders, searched equally deep: as deep as the search got, or as twice its budget allows."""
        for deep in range(depth, 0, -1):
            budget = Budget(2 * self._nodes, watch=self._watch)
            values = self._value(worlds, one, deep - 1, budget), self._value(worlds, other, deep - 1, budget)
            if not budget.over:
                return values
        endless = Budget(watch=self._watch)
        return self._value(worlds, one, _GLANCE, endless), self._value(worlds, other, _GLANCE, endless)

    def _value(self, worlds: list[Determinization], move: int, depth: int, budget: Budget) -> float:
        """What an order is worth to its seat, averaged over what may be hidden."""
        total = 0.0
        for world in worlds:
            seat = int(world.state.turn())
            child = world.state.copy()
            child.play(move)
            total += world.times * self._engine.value(child, depth, budget, seat, selective=True)
        return total / sum(world.times for world in worlds)


def cells_of(offers: Sequence[Offer], order: str) -> tuple[str, ...]:
    """The cells on the way down a tree of offers to an order, each once; none if it is not on offer."""
    for offer in offers:
        rest = cells_of(offer.options, order)
        if offer.order == order or rest:
            return tuple(dict.fromkeys(cell for cell in (offer.cell, *rest) if cell))
    return ()


def before(match: Match, number: int) -> State:
    """The position in which the order of a step was given; for the opening the first position of the match."""
    if number > _OPENING:
        return match.steps[number - 1].state.copy()
    return match.game.decode(match.start, match.setup) if match.start else match.game.start(match.setup)


def nodes_for(match: Match) -> int:
    """Positions for each decision of a match, so that a long game takes about as long as a short one."""
    return min(max(_IN_ALL // max(len(match.steps) - 1, 1), _FEWEST), _MOST)


# ---- sums ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Account:
    """The sums of one player, all in chances to win: 1.0 is a whole game.

    `spread` is the standard deviation of fair dice in a game with these rolls; `error` is the standard error of
    the loss, as if this player's decisions were a sample of many.
    """

    seat: int
    luck: float
    spread: float
    rolls: int
    loss: float
    error: float
    decisions: int
    slips: int
    """Decisions that cost at least `SLIP`."""

    @property
    def mean(self) -> float:
        """What a decision cost on average."""
        return self.loss / self.decisions if self.decisions else 0.0

    @property
    def least(self) -> float:
        """The lower end of the 95 % interval of the loss."""
        return max(0.0, self.loss - SURE * self.error)

    @property
    def most(self) -> float:
        """The upper end of the 95 % interval of the loss."""
        return self.loss + SURE * self.error


@dataclass(frozen=True)
class Summary:
    """A whole match: the sums of every player, and what they say in words."""

    accounts: tuple[Account, ...]
    remarks: tuple[str, ...]


def summarise(seats: Sequence[str], assessments: Iterable[Assessment]) -> Summary:
    """The sums over the steps of a match."""
    kept = list(assessments)
    accounts = tuple(_account(seat, kept) for seat in range(len(seats)))
    return Summary(accounts, (*_luck_remarks(seats, accounts), *_loss_remarks(seats, accounts), _CAVEAT))


def swings(assessments: Iterable[Assessment], most: int = 5) -> list[Assessment]:
    """The steps whose dice changed the chances most, the greatest first."""
    rolled = [found for found in assessments if found.rolled and greatest(found) >= SLIP]
    return sorted(rolled, key=lambda found: (-greatest(found), found.number))[:most]


def mistakes(assessments: Iterable[Assessment], most: int = 3) -> list[Assessment]:
    """The decisions that cost most, the worst first."""
    slipped = [found for found in assessments if loss_of(found) >= SLIP]
    return sorted(slipped, key=lambda found: (-loss_of(found), found.number))[:most]


def greatest(found: Assessment) -> float:
    """The most that the dice of a step gave to a seat or took from one."""
    return max(abs(luck) for luck in found.rolled.luck) if found.rolled else 0.0


def loss_of(found: Assessment) -> float:
    """What a step's decision cost; nothing where there was none."""
    return found.decided.loss if found.decided else 0.0


def _account(seat: int, assessments: list[Assessment]) -> Account:
    rolled = [found.rolled for found in assessments if found.rolled]
    losses = [found.decided.loss for found in assessments if found.seat == seat and found.decided]
    return Account(
        seat,
        sum(dice.luck[seat] for dice in rolled),
        sqrt(sum(dice.variance[seat] for dice in rolled)),
        len(rolled),
        sum(losses),
        _error(losses),
        len(losses),
        sum(loss >= SLIP for loss in losses),
    )


def _error(values: list[float]) -> float:
    """The standard error of a sum."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return sqrt(count * sum((value - mean) ** 2 for value in values) / (count - 1))


# ---- words --------------------------------------------------------------------------------------------------------

_ENOUGH = 10
"""With fewer decisions than this the mean of a player says nothing."""
_CAVEAT = (
    "One game says little about a player's strength. Losses are estimates of a short search: it misses long plans, and "
    "it finds small losses even in decisions that were just as good."
)


def _luck_remarks(seats: Sequence[str], accounts: tuple[Account, ...]) -> list[str]:
    if not any(account.rolls for account in accounts):
        return ["No dice were thrown."]
    top = max(accounts, key=lambda account: account.luck)
    if top.luck < SLIP:
        return ["The dice favoured nobody."]
    size = f"The dice gave {seats[top.seat]} {percent(top.luck)} of a game"
    if top.luck <= top.spread:
        return [f"{size}, which is quite ordinary: fair dice vary by {percent(top.spread)} either way here."]
    if top.luck <= SURE * top.spread:
        return [f"{size}: more than usual, but fair dice vary by {percent(top.spread)} either way here."]
    return [f"{size}, while fair dice vary by only {percent(top.spread)} here: that much is rare."]


def _loss_remarks(seats: Sequence[str], accounts: tuple[Account, ...]) -> list[str]:
    judged = sorted((one for one in accounts if one.decisions >= _ENOUGH), key=lambda account: account.mean)
    if len(judged) < 2:
        return ["There are too few decisions to say who decided better."]
    first, last = judged[0], judged[-1]
    error = sqrt((first.error / first.decisions) ** 2 + (last.error / last.decisions) ** 2)
    # Of several players, the best and the worst differ more than any two.
    if last.mean - first.mean <= SURE * error * sqrt(len(judged) / 2):
        return ["It is not clear who decided better: with so few decisions the difference may be chance."]
    return [
        f"{seats[first.seat]} decided better than {seats[last.seat]}: {percent(first.mean, 1)} lost in a decision "
        f"against {percent(last.mean, 1)}, more than chance explains."
    ]


def percent(chance: float, digits: int = 0) -> str:
    """A chance in per cent."""
    return f"{100 * chance:.{digits}f} %"
