"""Openings: short random beginnings, so that games between the same programs differ and no side is favoured."""

from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, State

PLIES = 6
"""Random orders at the beginning of a game."""
_TRIES = 50


def setups_of(game: Game, setup: Setup) -> list[Setup]:
    """The set-ups to learn a game from: each of its maps, unless one is chosen."""
    if setup.map or not game.maps:
        return [setup]
    return [Setup(setup.options, setup.armies, map_) for map_ in game.maps]


def with_armies(game: Game, setup: Setup, luck: Luck) -> Setup:
    """The set-up with random starter armies, where a game has armies and none were chosen."""
    armies = game.armies()
    if armies is None or setup.armies:
        return setup
    names = [roster.name or roster.army for roster in armies.starters]
    return Setup(setup.options, tuple(names[luck.below(len(names))] for _ in game.seats), setup.map)


def opening(game: Game, setup: Setup, luck: Luck, plies: int = PLIES) -> State:
    """A decision some random orders after the start, with starter armies unless others were chosen."""
    return varied(game.start(with_armies(game, setup, luck)), luck, plies)


def varied(begun: State, luck: Luck, plies: int) -> State:
    """A decision some random orders later."""
    results = Outcomes()
    for _ in range(_TRIES):
        state = begun.copy()
        throw_dice(state, luck, results)
        for _ in range(plies):
            if state.turn() < 0:
                break
            moves = state.legal()
            state.play(moves[luck.below(len(moves))])
            throw_dice(state, luck, results)
        if state.turn() >= 0:
            return state
    raise AssertionError(f"random orders end every game within {plies} plies of {begun!r}")


def throw_dice(state: State, luck: Luck, results: Outcomes) -> None:
    """Throw the dice until somebody must decide or the game is over."""
    while state.turn() == CHANCE:
        results.clear()
        state.find_outcomes(results)
        state.land(results.pick(luck))
