"""`pawnstorm games`: the list of games."""

from typing import Any

from rich.table import Table

from pawnstorm.cli.support.arguments import AsJson
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.core.game import Game
from pawnstorm.games import keys, load


def games(as_json: AsJson = False) -> None:
    """List the games: key, title, seats, number of options, version of the rules, what it is."""
    found = [load(key) for key in keys()]
    if as_json:
        print_json([_data(game) for game in found])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("Game", "Title", "Seats", "Options", "Rules"):
        table.add_column(title, no_wrap=title == "Game")
    table.add_column("What it is", ratio=1)
    for game in found:
        seats, options = ", ".join(game.seats), str(len(game.options))
        table.add_row(f"[cyan]{game.key}[/]", game.title, seats, options, f"v{game.rules_version}", game.summary)
    OUT.print(table)


def _data(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game.title,
        "seats": list(game.seats),
        "summary": game.summary,
        "options": len(game.options),
        "presets": [preset.key for preset in game.presets],
        "rules_version": game.rules_version,
    }
