"""`pawnstorm play`: play a game at this terminal."""

from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.ai.players import HUMAN
from pawnstorm.ai.strength import PLAYER_WORDS
from pawnstorm.cli.play.session_file import resume
from pawnstorm.cli.play.start import play_at_terminal
from pawnstorm.cli.play.terminal_session import TerminalSession, fresh_seed, new_session
from pawnstorm.cli.play.unfinished import resume_unfinished, unfinished_games
from pawnstorm.cli.support.arguments import ArmyNames, Map, Options, PresetKey, seat_of, setup_of
from pawnstorm.cli.support.completion import complete_games, complete_players
from pawnstorm.cli.support.output import complain
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.games import first_key, load
from pawnstorm.lab.contestants import OWN_WORDS, contestant


def play(
    key: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="The key of a game; see 'pawnstorm games'. A loaded or resumed match has its own.",
            autocompletion=complete_games,
        ),
    ] = "",
    versus: Annotated[
        str,
        typer.Option(
            "--vs",
            metavar="PLAYER",
            help=f"Who plays against you: {PLAYER_WORDS}, one of your own ({OWN_WORDS}), or human.",
            autocompletion=complete_players,
        ),
    ] = "",
    seat: Annotated[str, typer.Option("--as", metavar="SEAT", help="Your seat; the first one if not given.")] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, metavar="N", help="The same seed throws the same dice.")
    ] = None,
    options: Options = None,
    preset: PresetKey = "",
    armies: ArmyNames = None,
    map_: Map = "",
    file: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a recorded match.")] = None,
    resume_last: Annotated[
        bool, typer.Option("--resume", help="Go on with the match that you left last; every order was saved.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of full screen.")] = False,
    letters: Annotated[bool, typer.Option("--letters", help="Letters instead of chess figures.")] = False,
) -> None:
    """Play a game, against programs or with other people at one keyboard."""
    game = load(key) if key else None
    chosen = bool(options or preset or armies or map_ or seed is not None)
    if file or resume_last:
        if chosen:
            raise UsageError("a loaded or resumed match has its own options and dice, so it takes no others")
        if file and resume_last:
            raise UsageError("--load and --resume are two ways to go on: choose one of them")
        session = _with_players(resume(file, game), versus, seat) if file else _last_session(key, versus or seat)
        raise typer.Exit(play_at_terminal(session, plain, letters))
    if game is None:
        raise UsageError(f"say which GAME to play, such as {first_key()}, or go on with --load FILE or --resume")
    setup = setup_of(game, options, preset, armies, map_)
    players, home = _players(game, game.seating(setup), versus or "random", seat)
    session = new_session(game, setup, players, fresh_seed() if seed is None else seed, home)
    raise typer.Exit(play_at_terminal(session, plain, letters, unfinished_games(key)))


def _last_session(key: str, other: str) -> TerminalSession:
    """The match that was left last; files that cannot be read are named and stay."""
    if other:
        raise UsageError("a resumed match goes on with its own players, so --resume takes neither --vs nor --as")
    for one in unfinished_games(key):
        try:
            if not one.fault:
                return resume_unfinished(one.path)
            complain(one.fault)
        except UsageError as error:
            complain(str(error))
    raise UsageError(f"there is no unfinished game{f' of {key}' if key else ''} to go on with")


def _with_players(session: TerminalSession, versus: str, seat: str) -> TerminalSession:
    """A loaded match with other players, if the command line names them."""
    if not versus and not seat:
        return session
    players, home = _players(session.game, session.seats, versus or "random", seat)
    changed = TerminalSession(session.match, players, session.dice, home)
    changed.saving.mark_saved()
    return changed


def _players(game: Game, seats: tuple[str, ...], versus: str, seat: str) -> tuple[tuple[str, ...], int]:
    """Who plays each seat, and which seat is the player's own."""
    home = seat_of(seats, seat) if seat else 0
    if versus != HUMAN:
        contestant(game, versus)
    return tuple(HUMAN if at == home else versus for at in range(len(seats))), home
