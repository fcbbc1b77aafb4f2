"""What the computer would do in a player's place, and how it sees everybody's chances to win.

There is one adviser for the web page and the terminal. It uses only what one viewer may know; everything else is
guessed before the search begins.
"""

from dataclasses import dataclass, replace

from pawnstorm.ai.evaluators import evaluator_for, require_evaluator
from pawnstorm.ai.players import SearchPlayer
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
_TABLE_BITS = 14


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


def hint(game: Game, state: State, luck: Luck, watch: Watch | None = None) -> tuple[str, float]:
    """The adviser's order for the seat to act, and that seat's chance to win; `watch` may make it answer early."""
    found = advise(game, state, int(state.turn()), luck, watch)
    return found.orders[0][0], found.chances[found.seat]


def advise(game: Game, state: State, viewer: int, luck: Luck, watch: Watch | None = None) -> Advice:
    """What the computer thinks of a position from what the seat `viewer` knows; `watch` may make it answer early."""
    seat = int(state.turn())
    if seat < 0:
        raise Refused(Refusal.OVER, "there is nothing to think about: nobody has to decide in this position")
    require_evaluator(game)
    strength = replace(level_of(game, ADVISER), noise=0.0, spread=0.0, cap=_NEAR)
    worlds = sample_determinizations(game, state, viewer, luck, strength.worlds)
    if viewer != seat and len(worlds) > 1:
        win, depth, nodes = _mean_chance(game, worlds, strength, watch)
        return Advice(seat, _chances(game, worlds, seat, win), (), (), depth, nodes)
    known = worlds[0].state
    found = SearchPlayer(strength, watch).analyse(game, known, luck)
    # Orders that were searched less deeply may seem better than the best one; they are never shown as better.
    near = [(move, min(value, found.win)) for move, value in found.values if value >= found.win - _NEAR]
    orders = tuple((game.write(known, move), value) for move, value in near[:MOST_ORDERS])
    line = orders_of_line(game, known, found.line)[1:] if len(worlds) == 1 else ()
    return Advice(seat, _chances(game, worlds, seat, found.win), orders, line, found.depth, found.nodes)


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
