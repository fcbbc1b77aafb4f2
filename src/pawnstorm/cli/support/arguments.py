"""The arguments that several commands share, and what they mean."""

import os
from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.cli.support.completion import (
    complete_armies,
    complete_games,
    complete_maps,
    complete_options,
    complete_presets,
)
from pawnstorm.cli.support.files import read_text
from pawnstorm.core.armies import Armies
from pawnstorm.core.errors import BadOption, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.games import load
from pawnstorm.lab.contestants import contestant, split_players

GameKey = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The key of a game; see 'pawnstorm games'.", autocompletion=complete_games),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="KEY=VALUE",
        help="Set one option of the game; may be repeated.",
        autocompletion=complete_options,
    ),
]
PresetKey = Annotated[
    str,
    typer.Option(
        "--preset", metavar="KEY", help="Start from a named choice of options.", autocompletion=complete_presets
    ),
]
ArmyNames = Annotated[
    list[str] | None,
    typer.Option(
        "--army",
        "--armies",
        metavar="ARMY",
        help="In games with armies: one per seat, in the order of the seats, each by itself or all as A,B. "
        "An army is the name of a starter army, a code or a roster file.",
        autocompletion=complete_armies,
    ),
]
DemandedKey = Annotated[
    str | None,
    typer.Option("--key", metavar="KEY", help="Demand the signature of this key, as its server shows it at /api/key."),
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
    """The set-up that the command line asks for: a preset, then single options on top of it."""
    chosen = {**_preset(game, preset), **parse_options(options)}
    named = tuple(army_text(text) for entry in armies or () for text in _split_armies(entry))
    map_text = read_text(Path(map_)) if map_.endswith(".toml") else map_
    return game.agree(Setup(chosen, named, map_text))


def _split_armies(entry: str) -> list[str]:
    """The armies that `A,B` names; a file whose name has a comma is one army."""
    return [entry] if _is_file(entry) else entry.split(",")


def army_text(text: str) -> str:
    """The text of an army: the content of a roster file, else the text itself."""
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


def parse_options(options: list[str] | None) -> dict[str, str]:
    """The options of the command line, by key."""
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
    """The seat with a name, in upper or lower case."""
    for seat, title in enumerate(seats):
        if title.lower() == name.lower():
            return seat
    raise UsageError(f"there is no seat '{name}'; the seats are {', '.join(seats)}")


def armies_of(key: str) -> Armies:
    """The army lists of a game; a `UsageError` if it has none."""
    armies = load(key).armies()
    if armies is None:
        raise UsageError(f"{key} has no armies to build")
    return armies


def players_of(text: str, seats: tuple[str, ...], key: str) -> tuple[str, ...]:
    """The players that `P,P,...` names, one for each seat."""
    names = tuple(split_players(text)) if text else ("random",) * len(seats)
    if len(names) != len(seats):
        raise UsageError(f"{key} has {len(seats)} seats, but '{text}' names {len(names)} players")
    for name in names:
        contestant(load(key), name)
    return names


def check_workers(workers: int) -> None:
    """Refuse more worker processes than this machine can use."""
    most = 2 * (os.cpu_count() or 1)
    if workers > most:
        raise UsageError(f"this machine can use 1 to {most} workers, not {workers}")
