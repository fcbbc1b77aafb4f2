"""The arguments that several commands share, and what they mean."""

from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.cli.completion import (
    complete_armies,
    complete_games,
    complete_maps,
    complete_options,
    complete_presets,
)
from pawnstorm.cli.files import read_text
from pawnstorm.core.errors import BadOption, UsageError
from pawnstorm.core.game import Game, Setup

GameKey = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game of the shelf; see 'pawnstorm games'.", autocompletion=complete_games),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="KEY=VALUE",
        help="Switch one option of the game; may be repeated.",
        autocompletion=complete_options,
    ),
]
PresetKey = Annotated[
    str,
    typer.Option(
        "--preset", metavar="KEY", help="Start from a named choice of options.", autocompletion=complete_presets
    ),
]
Armies = Annotated[
    list[str] | None,
    typer.Option(
        "--army",
        "--armies",
        metavar="ARMY",
        help="In games with armies: one per seat, in order of the seats, each by itself or all as A,B. "
        "An army is a starter's name, a code or a roster file.",
        autocompletion=complete_armies,
    ),
]
Map = Annotated[
    str,
    typer.Option(
        "--map",
        metavar="MAP",
        help="In games with maps: the one to play on, or a TOML file that holds one.",
        autocompletion=complete_maps,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Position = Annotated[
    Path | None,
    typer.Option("--position", metavar="FILE", help="A drawn position in TOML; the start position if absent."),
]


def setup_of(
    game: Game, options: list[str] | None, preset: str = "", armies: list[str] | None = None, map_: str = ""
) -> Setup:
    """The agreed set-up that the command line asks for: a preset, then single options on top of it."""
    chosen = {**_preset(game, preset), **pairs(options)}
    named = tuple(army_text(text) for entry in armies or () for text in _parts(entry))
    map_text = read_text(Path(map_)) if map_.endswith(".toml") else map_
    return game.agree(Setup(chosen, named, map_text))


def _parts(entry: str) -> list[str]:
    """What `A,B` names; a file whose name has a comma is one army."""
    return [entry] if _is_file(entry) else entry.split(",")


def army_text(text: str) -> str:
    """The text of an army: of a roster file what stands in it, else the text itself."""
    return read_text(Path(text)) if _is_file(text) or text.endswith(".toml") else text


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _preset(game: Game, key: str) -> dict[str, str]:
    for preset in game.presets:
        if preset.key == key:
            return dict(preset.options)
    if key:
        known = ", ".join(preset.key for preset in game.presets) or "none"
        raise BadOption(f"{game.key} has no preset '{key}'; its presets are {known}")
    return {}


def pairs(options: list[str] | None) -> dict[str, str]:
    """Options as they stand on the command line, by key."""
    found: dict[str, str] = {}
    for text in options or ():
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise UsageError(f"an option is written key=value, not '{text}'")
        if key in found:
            raise UsageError(f"option '{key}' is given twice")
        found[key] = value
    return found


def seat_of(seats: tuple[str, ...], name: str) -> int:
    """The seat of a name, however its capitals are written."""
    for seat, title in enumerate(seats):
        if title.lower() == name.lower():
            return seat
    raise UsageError(f"there is no seat '{name}'; the seats are {', '.join(seats)}")
