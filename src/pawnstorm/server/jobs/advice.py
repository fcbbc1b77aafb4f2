"""A worker's answers to questions about a position."""

from collections.abc import Collection

from pawnstorm.ai.advice import Advice, advise
from pawnstorm.core.errors import BadRecord
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.server.jobs.replays import open_record
from pawnstorm.server.wire.advice import AdviceInfo, OrderChance

_DIGITS = 4
_FIRST_LINE = 1


def advise_on_position(game: Game, state: State, viewer: int, orders: bool, seed: int) -> AdviceInfo:
    """How the computer sees a position from what a seat may know; with `orders`, what it would do."""
    found = advise(game, state, viewer, Luck(seed))
    return AdviceInfo(
        seat=found.seat,
        chances=[round(chance, _DIGITS) for chance in found.chances],
        orders=_orders(found) if orders else [],
        line=list(found.line) if orders else [],
        depth=found.depth,
        positions=found.nodes,
        why=found.why if orders else "",
    )


def _orders(found: Advice) -> list[OrderChance]:
    reasons = found.reasons or ("",) * len(found.orders)
    return [
        OrderChance(order, round(chance, _DIGITS), why)
        for (order, chance), why in zip(found.orders, reasons, strict=True)
    ]


def advise_on_record(text: str, at: int, most_orders: int, being_played: Collection[int]) -> AdviceInfo:
    """The same for a position of a record, from what the seat to act knew; a `BadRecord` says why there is none."""
    game, match = open_record(text, most_orders, being_played)
    if at >= len(match.steps):
        raise BadRecord(_FIRST_LINE, f"there is no position {at}: the match has {len(match.steps)}")
    state = match.steps[at].state
    if state.turn() < 0 or (match.closing and at == len(match.steps) - 1):
        raise BadRecord(_FIRST_LINE, "the game is over in this position")
    return advise_on_position(game, state, int(state.turn()), orders=True, seed=at)
