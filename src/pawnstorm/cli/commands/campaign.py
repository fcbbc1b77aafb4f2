"""`pawnstorm campaign`: the maps of a campaign in their order, with progress saved in a file.

pawnstorm campaign 1
game: castle-chess
options: setup=one; ...
map: quest-2
armies: knights 1
won: quest-1
attempts: 3

pawnstorm sitting 1
...                     the match in progress with every order so far, if there is one
"""

import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pawnstorm.ai.players import HUMAN, player_for
from pawnstorm.cli.play.autosave import FileAutosave
from pawnstorm.cli.play.session_file import resume_text, session_text
from pawnstorm.cli.play.start import play_at_terminal
from pawnstorm.cli.play.terminal_session import TerminalSession, fresh_seed, new_session
from pawnstorm.cli.support.arguments import GameKey, Options, PresetKey, setup_of
from pawnstorm.cli.support.completion import complete_players
from pawnstorm.cli.support.files import lock_file, read_text, save_record
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.core.errors import CheckFailed, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import OVER
from pawnstorm.games import load

FORMAT = "pawnstorm campaign 1"
FINISHED = "finished"


@dataclass(frozen=True)
class Progress:
    """How far a campaign has come: the set-up of the map that is due, the maps won, and a match in progress."""

    game: str
    setup: Setup
    won: tuple[str, ...] = ()
    attempts: int = 0
    match: str = ""

    @property
    def finished(self) -> bool:
        """Whether every map is won."""
        return self.setup.map == FINISHED


def write_progress(progress: Progress) -> str:
    """Progress as text."""
    options = "; ".join(f"{key}={value}" for key, value in progress.setup.options.items())
    lines = [FORMAT, f"game: {progress.game}", f"options: {options}", f"map: {progress.setup.map}"]
    lines += [f"armies: {'; '.join(progress.setup.armies)}"] if progress.setup.armies else []
    lines += [f"won: {' '.join(progress.won)}", f"attempts: {progress.attempts}", ""]
    return "\n".join(lines) + ("\n" + progress.match if progress.match else "")


def read_progress(text: str) -> Progress:
    """The progress that a text holds; a `CheckFailed` says what is wrong with it."""
    head, _, match = text.partition("\n\n")
    lines = head.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise CheckFailed(f"this is not a campaign: it should begin with '{FORMAT}'")
    fields = dict(line.partition(": ")[::2] for line in lines[1:] if ":" in line)
    if not fields.get("attempts", "").strip().isdigit() or not {"game", "options", "map"} <= fields.keys():
        raise CheckFailed("this campaign is damaged: game, options, map or attempts are missing")
    options = dict(item.partition("=")[::2] for item in fields["options"].split("; ") if item)
    armies = tuple(filter(None, fields.get("armies", "").split("; ")))
    won = tuple(fields.get("won", "").split())
    return Progress(
        fields["game"], Setup(options, armies, fields["map"]), won, int(fields["attempts"]), match.lstrip("\n")
    )


def campaign(
    key: GameKey,
    file: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="Where progress is saved.")] = None,
    versus: Annotated[
        str,
        typer.Option("--vs", metavar="PLAYER", help="Who plays against you.", autocompletion=complete_players),
    ] = "greedy",
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
        save_record(path, write_progress(progress), FORMAT)
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


class CampaignAutosave:
    """Saves a match as a part of its campaign."""

    started = True
    part_of = "the campaign"

    def __init__(self, game: Game, path: Path, progress: Progress) -> None:
        """`progress` is how far the campaign had come before the match."""
        self.error = ""
        self.resume_command = f"pawnstorm campaign {game.key} --file {shlex.quote(str(path))}"
        self._game, self._path, self._before = game, path, progress

    def save(self, session: TerminalSession) -> None:
        """Save how far the campaign has come; a match goes on even if that fails."""
        try:
            save_record(self._path, write_progress(after(self._game, self._before, session)), FORMAT)
            self.error = ""
        except UsageError as error:
            self.error = str(error)

    def close(self, session: TerminalSession) -> None:
        """Keep the file: the campaign goes on."""

    def for_next_match(self) -> FileAutosave:
        """Other matches are not a part of the campaign."""
        return FileAutosave()


def play_once(game: Game, path: Path, progress: Progress, versus: str, plain: bool) -> Progress:
    """Play the map that is due; returns how far the campaign has come afterwards."""
    session = _session(game, progress, versus)
    session.saving.autosave = CampaignAutosave(game, path, progress)
    play_at_terminal(session, plain, False)
    return after(game, progress, session)


def _session(game: Game, progress: Progress, versus: str) -> TerminalSession:
    if progress.match:
        return resume_text(progress.match, game)
    players = (HUMAN, *([versus] * (len(game.seating(progress.setup)) - 1)))
    return new_session(game, progress.setup, players, fresh_seed())


def after(game: Game, progress: Progress, session: TerminalSession) -> Progress:
    """The progress once the player has left: the match is kept unless it is over."""
    match = session.match
    if match.turn != OVER:
        return replace(progress, match=session_text(session))
    attempts = progress.attempts + 1
    if match.closing is not None:
        return replace(progress, attempts=attempts, match="")
    onward = game.onward(match.setup, match.state)
    if onward is not None and onward.map == match.setup.map:
        return replace(progress, attempts=attempts, match="")
    setup = onward or Setup(progress.setup.options, (), FINISHED)
    return Progress(progress.game, setup, (*progress.won, match.setup.map), attempts)


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
