"""`pawnstorm play`: sit down at a table."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.ai.players import HUMAN, player_for
from pawnstorm.ai.strength import PLAYER_WORDS
from pawnstorm.cli.choices import Armies, GameKey, Map, Options, PresetKey, seat_of, setup_of
from pawnstorm.cli.play.plain import play_lines
from pawnstorm.cli.play.sitting import Sitting, fresh_seed, open_sitting, resume
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.games import load


def play(
    key: GameKey,
    versus: Annotated[
        str, typer.Option("--vs", metavar="PLAYER", help=f"Who plays against you: {PLAYER_WORDS}, or human.")
    ] = "",
    seat: Annotated[str, typer.Option("--as", metavar="SEAT", help="Your seat; the first if absent.")] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, metavar="N", help="The same seed throws the same dice.")
    ] = None,
    options: Options = None,
    preset: PresetKey = "",
    armies: Armies = None,
    map_: Map = "",
    file: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a recorded match.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of full screen.")] = False,
    letters: Annotated[bool, typer.Option("--letters", help="Letters instead of chess figures.")] = False,
) -> None:
    """Play a game, against a program or with two people at one keyboard."""
    game = load(key)
    if file:
        if options or preset or armies or map_ or seed is not None:
            raise UsageError("a loaded match brings its own options and dice, so --load stands without them")
        sitting = _seated(resume(file, game), versus, seat)
    else:
        setup = setup_of(game, options, preset, armies, map_)
        players, home = _players(game, game.seating(setup), versus or "random", seat)
        sitting = open_sitting(game, setup, players, fresh_seed() if seed is None else seed, home)
    raise typer.Exit(sit_down(sitting, plain, letters))


def _seated(sitting: Sitting, versus: str, seat: str) -> Sitting:
    """A loaded match with other players, if the command line names them."""
    if not versus and not seat:
        return sitting
    players, home = _players(sitting.game, sitting.seats, versus or "random", seat)
    return Sitting(sitting.match, players, sitting.dice, home)


def _players(game: Game, seats: tuple[str, ...], versus: str, seat: str) -> tuple[tuple[str, ...], int]:
    """Who plays each seat, and which of them is ours."""
    own = seat_of(seats, seat) if seat else 0
    if versus != HUMAN:
        player_for(game, versus)
    return tuple(HUMAN if at == own else versus for at in range(len(seats))), own


def sit_down(sitting: Sitting, plain: bool, letters: bool) -> int:
    """Play until the player leaves, full screen where there is one; returns the exit code."""
    if plain or not sys.stdin.isatty() or not sys.stdout.isatty():
        return play_lines(sitting, letters)
    # Textual takes a while to import, and only this needs it.
    from pawnstorm.cli.play.app import PlayApp

    PlayApp(sitting, letters).run()
    return 0
