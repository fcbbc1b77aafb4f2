"""Positions in the files of lessons, with the keys of a scenario's opening (docs/scenarios.md)."""

from typing import Any

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import BadData, PawnstormError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import State
from pawnstorm.core.step import begin
from pawnstorm.kit.datafile import Entry
from pawnstorm.testing.scenario import draw


def read_position(game: Game, entry: Entry) -> State:
    """The position in the table `position` of an entry; a `BadData` says why it cannot be drawn."""
    table = entry.plain("position")
    setup = Setup(
        table.pop("options", {}), tuple(table.pop("armies", ())), table.pop("map", ""), table.pop("rules_version", 0)
    )
    board, dice = table.pop("board", ""), table.pop("dice", [])
    try:
        agreed = game.agree(setup)
        return draw(game, agreed, board, table) if board else _start(game, entry, agreed, table, dice)
    except BadData:
        raise
    except PawnstormError as error:
        raise entry.wrong(f"the position cannot be drawn: {error}") from None


def _start(game: Game, entry: Entry, setup: Setup, facts: dict[str, Any], dice: list[int]) -> State:
    """The usual opening, with the dice that it asks for."""
    if facts:
        raise entry.wrong(f"'{next(iter(facts))}' needs a drawn 'board'")
    tower = LoadedTower(dice)
    state = begin(game, game.start(setup), tower).state
    if tower.left_over():
        raise entry.wrong(f"the opening leaves the dice {list(tower.left_over())} unused")
    return state
