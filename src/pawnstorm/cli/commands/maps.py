"""`pawnstorm map`: show maps, ours or your own, and check them."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pawnstorm.cli.support.arguments import AsJson, GameKey
from pawnstorm.cli.support.completion import complete_maps
from pawnstorm.cli.support.files import read_text
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.core.errors import BadData, CheckFailed, UsageError
from pawnstorm.core.game import Game, Survey
from pawnstorm.games import load

app = typer.Typer(help="Show maps, and check your own.", no_args_is_help=True)

MapOrFile = Annotated[
    str,
    typer.Argument(
        metavar="MAP", help="The key of one of our maps, or a TOML file that holds one.", autocompletion=complete_maps
    ),
]


@app.callback()
def _group() -> None:
    """Show maps, and check your own."""


@app.command("list")
def list_(key: GameKey, as_json: AsJson = False) -> None:
    """List the maps that come with a game."""
    found = _with_maps(key)
    titles = {name: found.survey(name).title for name in found.maps}
    if as_json:
        print_json([{"key": name, "title": title} for name, title in titles.items()])
        return
    for name, title in titles.items():
        OUT.print(f"{name:<12} {title}", markup=False)


@app.command("show")
def show(key: GameKey, map_: MapOrFile, as_json: AsJson = False) -> None:
    """Draw a map with its armies."""
    survey = _survey(key, map_)
    if as_json:
        print_json(_data(survey))
        return
    OUT.print(f"{survey.title}\n", markup=False, soft_wrap=True)
    OUT.print(survey.drawing, markup=False, soft_wrap=True)
    for note in survey.notes:
        OUT.print(note, markup=False, soft_wrap=True)


@app.command("check")
def check(key: GameKey, map_: MapOrFile, as_json: AsJson = False) -> None:
    """List everything that is wrong with a map; exit code 1 if anything is."""
    survey = _survey(key, map_)
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
        raise CheckFailed(f"{count} thing{'s are' if count > 1 else ' is'} wrong with this map: {survey.faults[0]}")


def _data(survey: Survey) -> dict[str, Any]:
    return {
        "title": survey.title,
        "about": survey.about,
        "drawing": survey.drawing.splitlines(),
        "notes": list(survey.notes),
        "settles": dict(survey.settles),
        "faults": list(survey.faults),
    }


def _with_maps(key: str) -> Game:
    game = load(key)
    if not game.maps:
        raise UsageError(f"{key} has no maps to choose from")
    return game


def _survey(key: str, map_: str) -> Survey:
    game = _with_maps(key)
    if map_ in game.maps:
        return game.survey(map_)
    if not map_.endswith(".toml") and not Path(map_).exists():
        raise UsageError(f"{key} has no map '{map_}', and there is no such file; its maps are {', '.join(game.maps)}")
    try:
        return game.survey(read_text(Path(map_)) + "\n")
    except BadData as error:
        raise BadData(str(error).replace("the map", map_, 1)) from None
