"""What a worker answers to whoever asks the computer about a position."""

from pawnstorm.ai.advice import advise
from pawnstorm.core.errors import BadRecord
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.server.jobs.replays import open_record
from pawnstorm.server.wire.advice import AdviceInfo, OrderChance

_DIGITS = 4
_FIRST_LINE = 1


def answer(game: Game, state: State, viewer: int, orders: bool, seed: int) -> AdviceInfo:
    """How the computer sees a position by what a seat may know, with or without what it would do."""
    found = advise(game, state, viewer, Luck(seed))
    return AdviceInfo(
        found.seat,
        [round(chance, _DIGITS) for chance in found.chances],
        [OrderChance(order, round(chance, _DIGITS)) for order, chance in found.orders if orders],
        list(found.line) if orders else [],
        found.depth,
        found.nodes,
    )


def answer_record(text: str, at: int, most_orders: int) -> AdviceInfo:
    """The same for a position of a record, by what the seat to act knew; a `BadRecord` if there is none to judge."""
    game, match = open_record(text, most_orders)
    if at >= len(match.steps):
        raise BadRecord(_FIRST_LINE, f"there is no position {at}: the match has {len(match.steps)}")
    state = match.steps[at].state
    if state.turn() < 0 or (match.closing and at == len(match.steps) - 1):
        raise BadRecord(_FIRST_LINE, "the game is over in this position")
    return answer(game, state, int(state.turn()), True, at)
