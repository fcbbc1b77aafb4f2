"""`pawnstorm campaign`: the maps of a campaign in their order, with progress saved in a file."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from pawnstorm.ai.players import HUMAN, player_for, player_on_map
from pawnstorm.cli.play.campaign_file import CampaignAutosave, Progress, progress_after, read_progress, save_progress
from pawnstorm.cli.play.session_file import resume_text
from pawnstorm.cli.play.start import play_at_terminal
from pawnstorm.cli.play.terminal_session import TerminalSession, fresh_seed, new_session
from pawnstorm.cli.support.arguments import GameKey, Options, PresetKey, setup_of
from pawnstorm.cli.support.completion import complete_players
from pawnstorm.cli.support.files import lock_file, read_text
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.games import load


def campaign(
    key: GameKey,
    file: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="Where progress is saved.")] = None,
    versus: Annotated[
        str,
        typer.Option(
            "--vs",
            metavar="PLAYER",
            help="Who plays against you; if left out, a level that is gentle at first and grows from map to map.",
            autocompletion=complete_players,
        ),
    ] = "",
    options: Options = None,
    preset: PresetKey = "",
    status: Annotated[bool, typer.Option("--status", help="Only say how far the campaign has come.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of full screen.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --status: print JSON for a program to read.")] = False,
) -> None:
    """Play a campaign map by map; leave whenever you like and go on later."""
    game = load(key)
    if not game.campaign:
        raise UsageError(f"{key} has no campaign")
    if as_json and not status:
        raise UsageError("--json prints how far a campaign has come, so it needs --status")
    if versus:
        player_for(game, versus)
    path = file or Path(f"{key}.campaign")
    if status:
        progress = _begin(game, path, options, preset)
        print_json(_data(game, progress)) if as_json else _show(game, progress)
        return
    lock = lock_file(path)
    if lock is None:
        raise UsageError(f"{path} is being played in another window")
    try:
        _play(game, path, _begin(game, path, options, preset), versus, plain)
    finally:
        lock.release()


def _play(game: Game, path: Path, progress: Progress, versus: str, plain: bool) -> None:
    _show(game, progress)
    while not progress.finished:
        progress = play_once(game, path, progress, versus, plain)
        save_progress(path, progress)
        _show(game, progress)
        if progress.match or not _goes_on(progress):
            break


def _begin(game: Game, path: Path, options: list[str] | None, preset: str) -> Progress:
    """Go on with a saved campaign, or begin one."""
    if not path.exists():
        setup = setup_of(game, options, preset)
        return Progress(game.key, Setup(setup.options, (), game.campaign[0]))
    if options or preset:
        raise UsageError(f"the campaign in {path} has its own options, so it takes no others")
    progress = read_progress(read_text(path))
    if progress.game != game.key:
        raise UsageError(f"{path} is a campaign of {progress.game}, not of {game.key}")
    if not progress.finished:
        game.agree(progress.setup)
    return progress


def play_once(game: Game, path: Path, progress: Progress, versus: str, plain: bool) -> Progress:
    """Play the map that is due; returns how far the campaign has come afterwards."""
    session = _session(game, progress, versus)
    session.saving.autosave = CampaignAutosave(game, path, progress)
    play_at_terminal(session, plain, False)
    return progress_after(game, progress, session)


def _session(game: Game, progress: Progress, versus: str) -> TerminalSession:
    if progress.match:
        return resume_text(progress.match, game)
    opponent = player_on_map(game, versus, progress.setup.map)
    players = (HUMAN, *([opponent] * (len(game.seating(progress.setup)) - 1)))
    return new_session(game, progress.setup, players, fresh_seed())


def _data(game: Game, progress: Progress) -> dict[str, Any]:
    """How far the campaign has come, for programs."""
    maps = [
        {"key": key, "title": game.survey(key).title, "won": key in progress.won, "due": key == progress.setup.map}
        for key in game.campaign
    ]
    return {
        "game": game.key,
        "options": dict(progress.setup.options),
        "maps": maps,
        "attempts": progress.attempts,
        "in_progress": bool(progress.match),
        "finished": progress.finished,
    }


def _show(game: Game, progress: Progress) -> None:
    """The maps of the campaign with a tick for each that is won."""
    for key in game.campaign:
        sign = "✓" if key in progress.won else "→" if key == progress.setup.map else " "
        note = " (in progress)" if key == progress.setup.map and progress.match else ""
        OUT.print(f"{sign} {key:<10} {game.survey(key).title}{note}", markup=False, soft_wrap=True)
    if progress.finished:
        OUT.print(f"The campaign is won after {progress.attempts} matches.", markup=False)


def _goes_on(progress: Progress) -> bool:
    """Whether the player wants the next map, or the same one again, at once."""
    if progress.finished or not sys.stdin.isatty():
        return False
    return input("Go on? [Y/n] ").strip().lower() in ("", "y", "yes")
