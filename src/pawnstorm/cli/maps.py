"""`pawnstorm map`: look at maps, ours or your own, and have them judged."""

from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.cli.choices import AsJson
from pawnstorm.cli.files import read_text
from pawnstorm.cli.output import OUT, print_json
from pawnstorm.core.errors import BadData, CheckFailed, UsageError
from pawnstorm.core.game import Survey
from pawnstorm.games import keys, load

app = typer.Typer(help="Look at maps and have your own judged.", no_args_is_help=True)

File = Annotated[str, typer.Argument(metavar="MAP", help="A TOML file that holds a map, or the key of one of ours.")]
ForGame = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game of the map; the first with maps if absent.")
]


@app.callback()
def _group() -> None:
    """Look at maps and have your own judged."""


@app.command("list")
def list_(game: ForGame = "", as_json: AsJson = False) -> None:
    """List the maps that come with a game."""
    found = load(_game(game))
    titles = {key: found.survey(key).title for key in found.maps}
    if as_json:
        print_json([{"key": key, "title": title} for key, title in titles.items()])
        return
    for key, title in titles.items():
        OUT.print(f"{key:<12} {title}", markup=False)


@app.command("show")
def show(map_: File, game: ForGame = "") -> None:
    """Draw a map with its armies."""
    survey = _survey(map_, game)
    OUT.print(f"{survey.title}\n", markup=False, soft_wrap=True)
    OUT.print(survey.drawing, markup=False, soft_wrap=True)
    for note in survey.notes:
        OUT.print(note, markup=False, soft_wrap=True)


@app.command("check")
def check(map_: File, game: ForGame = "", as_json: AsJson = False) -> None:
    """Say everything that speaks against a map; exit code 1 if anything does."""
    survey = _survey(map_, game)
    if as_json:
        print_json({"title": survey.title, "good": not survey.faults, "faults": list(survey.faults)})
    else:
        for fault in survey.faults:
            OUT.print(f"✗ {fault}", markup=False, soft_wrap=True)
        OUT.print(
            f"{survey.title}: {'this map is good.' if not survey.faults else 'this map is not good.'}", markup=False
        )
    if survey.faults:
        count = len(survey.faults)
        raise CheckFailed(f"{count} thing{'s speak' if count > 1 else ' speaks'} against this map: {survey.faults[0]}")


def _game(key: str) -> str:
    """The game that was named, or the first on the shelf that has maps."""
    if key:
        if not load(key).maps:
            raise UsageError(f"{key} has no maps to choose from")
        return key
    return next(key for key in keys() if load(key).maps)


def _survey(map_: str, game: str) -> Survey:
    found = load(_game(game))
    if map_ in found.maps:
        return found.survey(map_)
    try:
        return found.survey(read_text(Path(map_)) + "\n")
    except BadData as error:
        raise BadData(str(error).replace("the map", map_, 1)) from None
