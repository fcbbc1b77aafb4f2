"""What the computer would do in a player's place, and how it sees everybody's chances to win.

There is one adviser for the web page and the terminal. It uses only what one viewer may know; everything else is
guessed before the search begins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pawnstorm.ai.evaluators import evaluator_for, require_evaluator
from pawnstorm.ai.players import SearchPlayer
from pawnstorm.ai.reasons import Explainer
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget, Watch
from pawnstorm.ai.search.determinization import Determinization, sample_determinizations
from pawnstorm.ai.strength import Strength, level_of
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

ADVISER = "7"
"""The level whose budget the adviser uses, without that level's errors."""
MOST_ORDERS = 3
"""At most this many orders are named."""
_NEAR = 0.06
"""Orders that are worse than the best by more than this, in chances to win, are not named."""
_LEAST_WORLDS = 8
"""At least so many guesses show whether the viewer lacks knowledge, even where the level itself takes fewer."""
_TABLE_BITS = 14
_EXACT = 1e-6
_ALIKE = 0.0005
"""Orders whose chances differ by less are equally good."""
_ONLY = "is the only order"


@dataclass(frozen=True)
class Advice:
    """What the adviser found out about a position. Chances add up to one; a draw counts as a share of a win."""

    seat: int
    """The seat to act; the chances next to the orders are its chances."""
    chances: tuple[float, ...]
    orders: tuple[tuple[str, float], ...]
    """The best orders with their chances, the best first; none where they depend on what the viewer cannot know."""
    line: tuple[str, ...]
    """What may follow the best order until dice decide."""
    depth: int
    nodes: int
    reasons: tuple[str, ...] = ()
    """Why each of the orders is good, in words; empty where nothing stands out."""

    @property
    def why(self) -> str:
        """Why the best order is proposed, in a sentence; empty if there is no order."""
        if not self.orders:
            return ""
        best, chance = self.orders[0]
        if self.reasons[0] == _ONLY:
            return f"{best} {_ONLY}."
        told = f"{best} {self.reasons[0]}: " if self.reasons[0] else f"{best}: "
        if len(self.orders) == 1:
            return f"{told}every other order is worse by more than {percents((_NEAR,))[0]}."
        (_, second), shown = self.orders[1], percents((chance, self.orders[1][1]))
        if abs(chance - second) < _ALIKE:
            return f"{told}{shown[0]}, and {self.orders[1][0]} is as good."
        return f"{told}{shown[0]} to {shown[1]} with {self.orders[1][0]}."


class Hint(NamedTuple):
    """The adviser's order for the seat to act, that seat's chance to win, and why, in a sentence."""

    order: str
    chance: float
    why: str


def hint(game: Game, state: State, luck: Luck, watch: Watch | None = None) -> Hint:
    """What the adviser would do for the seat to act; `watch` may make it answer early."""
    found = advise(game, state, int(state.turn()), luck, watch)
    return Hint(found.orders[0][0], found.chances[found.seat], found.why)


def advise(game: Game, state: State, viewer: int, luck: Luck, watch: Watch | None = None) -> Advice:
    """What the computer thinks of a position from what the seat `viewer` knows; `watch` may make it answer early."""
    seat = int(state.turn())
    if seat < 0:
        raise Refused(Refusal.OVER, "there is nothing to think about: nobody has to decide in this position")
    require_evaluator(game)
    strength = replace(level_of(game, ADVISER), noise=0.0, spread=0.0, cap=_NEAR)
    worlds = sample_determinizations(game, state, viewer, luck, max(strength.worlds, _LEAST_WORLDS))
    if viewer != seat and len(worlds) > 1:
        win, depth, nodes = _mean_chance(game, worlds, strength, watch)
        return Advice(seat, _chances(game, worlds, seat, win), (), (), depth, nodes)
    known = worlds[0].state
    found = SearchPlayer(strength, watch).analyse(game, known, luck)
    # Orders that were searched less deeply may seem better than the best one; they are never shown as better.
    near = [(move, min(value, found.win)) for move, value in found.values if value >= found.win - _NEAR]
    near = near[:MOST_ORDERS]
    orders = tuple((game.write(known, move), value) for move, value in near)
    reasons = _reasons(game, known, [move for move, _ in near], found.line)
    line = orders_of_line(game, known, found.line)[1:] if len(worlds) == 1 else ()
    return Advice(seat, _chances(game, worlds, seat, found.win), orders, line, found.depth, found.nodes, reasons)


def _reasons(game: Game, state: State, moves: list[int], line: tuple[int, ...]) -> tuple[str, ...]:
    """Why each order is good, in words; the line begins with one of them."""
    if len(state.legal()) == 1:
        return (_ONLY,)
    explainer = Explainer(game, state)
    return tuple(" and ".join(explainer.reasons(move, line if move in line[:1] else ())) for move in moves)


def _mean_chance(
    game: Game, worlds: list[Determinization], strength: Strength, watch: Watch | None
) -> tuple[float, int, int]:
    """The chance of the seat to act, as another seat sees it: each position that may be the true one is searched."""
    engine, budget = AlphaBeta(evaluator_for(game), _TABLE_BITS), Budget(strength.nodes, watch=watch)
    total, times, depth, nodes = 0.0, 0, strength.nodes, 0
    for number, world in enumerate(worlds):
        found = engine.think(world.state, budget.part(len(worlds), len(worlds) - number))
        total += world.times * found.win
        times += world.times
        depth, nodes = min(depth, found.depth), nodes + found.nodes
    return total / times, depth, nodes


def _chances(game: Game, worlds: list[Determinization], seat: int, win: float) -> tuple[float, ...]:
    """The chance of every seat: the others share the rest in proportion to what the evaluator gives them."""
    evaluator, seats = evaluator_for(game), int(worlds[0].state.seats)
    shares = [0.0] * seats
    for world in worlds:
        for number, share in enumerate(list(evaluator.win_chances(world.state))[:seats]):
            shares[number] += world.times * share
    rest = sum(share for number, share in enumerate(shares) if number != seat)
    even = (1.0 - win) / (seats - 1)
    return tuple(
        win if number == seat else (1.0 - win) * share / rest if rest > 0.0 else even
        for number, share in enumerate(shares)
    )


def chances_of(game: Game, state: State, win: float, guided: bool = True) -> tuple[float, ...]:
    """The chance of every seat in a position that the seat to act knows, from that seat's own chance.

    Without guidance by the evaluator the others share the rest equally.
    """
    seat, seats = int(state.turn()), int(state.seats)
    if not guided:
        return tuple(win if number == seat else (1.0 - win) / (seats - 1) for number in range(seats))
    return _chances(game, [Determinization(state)], seat, win)


def orders_of_line(game: Game, state: State, moves: tuple[int, ...]) -> tuple[str, ...]:
    """The orders of a line in notation, as far as they are legal."""
    at, told = state.copy(), []
    for move in moves:
        if at.turn() < 0 or move not in at.legal():
            break
        told.append(game.write(at, move))
        at.play(move)
    return tuple(told)


def percents(chances: Sequence[float]) -> tuple[str, ...]:
    """Chances as people read them: with one digit where whole numbers would make different ones look alike.

    Chances that add up to one are shown so that they add up to 100.
    """
    digits = 1 if _look_alike(chances) else 0
    unit = 100 * 10**digits
    counts = [int(unit * chance) for chance in chances]
    if abs(sum(chances) - 1.0) < _EXACT and len(chances) > 1:
        by_rest = sorted(range(len(chances)), key=lambda at: counts[at] - unit * chances[at])
        for at in by_rest[: unit - sum(counts)]:
            counts[at] += 1
    else:
        counts = [round(unit * chance) for chance in chances]
    return tuple(_said(count / 10**digits, chance, digits) for count, chance in zip(counts, chances, strict=True))


def _said(percent: float, chance: float, digits: int) -> str:
    """Nothing is certain before it has happened."""
    if percent >= 100 and chance < 1.0:
        return "over 99 %"
    if percent <= 0 and chance > 0.0:
        return "under 1 %"
    return f"{percent:.{digits}f} %"


def _look_alike(chances: Sequence[float]) -> bool:
    """Whether two different chances would be shown as the same whole number."""
    kept = {round(1000 * chance) for chance in chances}
    return len({round(100 * chance) for chance in chances}) < len(kept)
