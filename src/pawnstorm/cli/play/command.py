"""`pawnstorm play`: sit down at a table."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.ai.players import HUMAN, player_for
from pawnstorm.ai.strength import PLAYER_WORDS
from pawnstorm.cli.choices import Armies, Map, Options, PresetKey, seat_of, setup_of
from pawnstorm.cli.completion import complete_games, complete_players
from pawnstorm.cli.output import OUT, complain
from pawnstorm.cli.play.keeping import FileKeeper, Unfinished, go_on, unfinished
from pawnstorm.cli.play.plain import get_up, play_lines
from pawnstorm.cli.play.resuming import resume
from pawnstorm.cli.play.sitting import Sitting, fresh_seed, open_sitting
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.games import load


def play(
    key: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="A game of the shelf; see 'pawnstorm games'. A loaded or resumed match brings its own.",
            autocompletion=complete_games,
        ),
    ] = "",
    versus: Annotated[
        str,
        typer.Option(
            "--vs",
            metavar="PLAYER",
            help=f"Who plays against you: {PLAYER_WORDS}, or human.",
            autocompletion=complete_players,
        ),
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
    again: Annotated[
        bool, typer.Option("--resume", help="Go on with the match that you left last; every order of it is kept.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of full screen.")] = False,
    letters: Annotated[bool, typer.Option("--letters", help="Letters instead of chess figures.")] = False,
) -> None:
    """Play a game, against a program or with two people at one keyboard."""
    game = load(key) if key else None
    brought = bool(options or preset or armies or map_ or seed is not None)
    if file or again:
        if brought:
            raise UsageError("a loaded or resumed match brings its own options and dice, so it stands without others")
        if file and again:
            raise UsageError("--load and --resume are two ways to go on: choose one of them")
        sitting = _seated(resume(file, game), versus, seat) if file else _last(key, versus or seat)
        raise typer.Exit(sit_down(sitting, plain, letters))
    if game is None:
        raise UsageError("say which GAME to play, such as chess-attack, or go on with --load FILE or --resume")
    setup = setup_of(game, options, preset, armies, map_)
    players, home = _players(game, game.seating(setup), versus or "random", seat)
    sitting = open_sitting(game, setup, players, fresh_seed() if seed is None else seed, home)
    raise typer.Exit(sit_down(sitting, plain, letters, unfinished(key)))


def _last(key: str, other: str) -> Sitting:
    """The match that was left last; whatever cannot be read is named on the way and stays."""
    if other:
        raise UsageError("a resumed match goes on with its own players, so --resume stands without --vs and --as")
    for one in unfinished(key):
        try:
            if not one.fault:
                return go_on(one.path)
            complain(one.fault)
        except UsageError as error:
            complain(str(error))
    raise UsageError(f"there is no unfinished game{f' of {key}' if key else ''} to go on with")


def _seated(sitting: Sitting, versus: str, seat: str) -> Sitting:
    """A loaded match with other players, if the command line names them."""
    if not versus and not seat:
        return sitting
    players, home = _players(sitting.game, sitting.seats, versus or "random", seat)
    seated = Sitting(sitting.match, players, sitting.dice, home)
    seated.mark_saved()
    return seated


def _players(game: Game, seats: tuple[str, ...], versus: str, seat: str) -> tuple[tuple[str, ...], int]:
    """Who plays each seat, and which of them is ours."""
    own = seat_of(seats, seat) if seat else 0
    if versus != HUMAN:
        player_for(game, versus)
    return tuple(HUMAN if at == own else versus for at in range(len(seats))), own


def sit_down(sitting: Sitting, plain: bool, letters: bool, others: Sequence[Unfinished] = ()) -> int:
    """Play until the player leaves, full screen where there is one; returns the exit code.

    `others` are unfinished matches that the player may rather go on with.
    """
    sitting.keeper = sitting.keeper or FileKeeper()
    if plain or OUT.is_dumb_terminal or not sys.stdin.isatty() or not sys.stdout.isatty():
        return play_lines(sitting, letters, others if sys.stdin.isatty() else ())
    # Textual takes a while to import, and only this needs it.
    from pawnstorm.cli.play.app import PlayApp

    app = PlayApp(sitting, letters, unfinished=others)
    app.run()
    get_up(app.sitting)
    return app.return_code or 0
