"""The progress of a campaign as a file: the map that is due, the maps won, and the match in progress.

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

import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from pawnstorm.cli.play.autosave import FileAutosave
from pawnstorm.cli.play.session_file import session_text
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.cli.support.files import save_record
from pawnstorm.core.errors import CheckFailed, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import OVER

FORMAT = "pawnstorm campaign 1"
FINISHED = "finished"
_NUMBER = re.compile(r"[0-9]{1,9}")


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
    if not _NUMBER.fullmatch(fields.get("attempts", "").strip()) or not {"game", "options", "map"} <= fields.keys():
        raise CheckFailed("this campaign is damaged: game, options, map or attempts are missing")
    options = dict(item.partition("=")[::2] for item in fields["options"].split("; ") if item)
    armies = tuple(filter(None, fields.get("armies", "").split("; ")))
    won = tuple(fields.get("won", "").split())
    return Progress(
        fields["game"], Setup(options, armies, fields["map"]), won, int(fields["attempts"]), match.lstrip("\n")
    )


def save_progress(path: Path, progress: Progress) -> None:
    """Write progress to its file."""
    save_record(path, write_progress(progress), FORMAT)


def progress_after(game: Game, progress: Progress, session: TerminalSession) -> Progress:
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
            save_progress(self._path, progress_after(self._game, self._before, session))
            self.error = ""
        except UsageError as error:
            self.error = str(error)

    def close(self, session: TerminalSession) -> None:
        """Keep the file: the campaign goes on."""

    def for_next_match(self) -> FileAutosave:
        """Other matches are not a part of the campaign."""
        return FileAutosave()
