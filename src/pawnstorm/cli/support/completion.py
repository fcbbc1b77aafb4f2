"""What the shell may complete: games, presets, maps, armies, options and players of the game that is already typed.

Completion runs while somebody types, so errors in it stay silent and complete nothing.
"""

from collections.abc import Callable

import typer

from pawnstorm.ai.character import CHARACTERS
from pawnstorm.ai.players import HUMAN, known_players
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.game import Game
from pawnstorm.games import keys, load, untold_faults

Completions = list[tuple[str, str]]
"""What may be completed, each with a few words of help."""


def complete_games(incomplete: str) -> list[str]:
    """All games."""
    return [key for key in _quiet_keys() if key.startswith(incomplete)]


def complete_presets(context: typer.Context, incomplete: str) -> Completions:
    """The presets of the game."""
    return _of_game(context, lambda game: [(preset.key, preset.title) for preset in game.presets], incomplete)


def complete_maps(context: typer.Context, incomplete: str) -> Completions:
    """The maps of the game."""
    return _of_game(context, lambda game: [(key, game.survey(key).title) for key in game.maps], incomplete)


def complete_armies(context: typer.Context, incomplete: str) -> Completions:
    """The starter armies of the game, also as the next one in A,B."""
    before, comma, last = incomplete.rpartition(",")
    return [(f"{before}{comma}{key}", note) for key, note in _of_game(context, _starters, last)]


def complete_options(context: typer.Context, incomplete: str) -> Completions:
    """The options of the game with every value."""
    return _of_game(
        context,
        lambda game: [(f"{found.key}={value}", found.title) for found in game.options for value in found.values],
        incomplete,
    )


def complete_players(context: typer.Context, incomplete: str) -> Completions:
    """The players that can play the game."""
    level, mark, _ = incomplete.partition(":")
    characters = [(f"{level}:{one.key}", one.about) for one in CHARACTERS] if mark and level.isdecimal() else []
    return _of_game(
        context, lambda game: [*((name, "") for name in (*known_players(game), HUMAN)), *characters], incomplete
    )


def _starters(game: Game) -> Completions:
    armies = game.armies()
    return [(roster.name or roster.army, roster.army) for roster in armies.starters] if armies else []


def _quiet_keys() -> list[str]:
    """All games; of those that are left out nothing is said."""
    found = keys()
    untold_faults()
    return found


def _of_game(context: typer.Context, find: Callable[[Game], Completions], incomplete: str) -> Completions:
    """The completions for the game on the command line that begin with what is typed."""
    # While the value of an option is missing, the words before it have not been parsed yet.
    named = [word for word in (context.params.get("key"), *context.args) if word in _quiet_keys()]
    try:
        return [(word, note) for word, note in find(load(named[0])) if word.startswith(incomplete)] if named else []
    except PawnstormError:
        return []
