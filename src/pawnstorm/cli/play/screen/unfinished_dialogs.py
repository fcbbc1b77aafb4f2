"""The questions about unfinished games when the full-screen table opens."""

from collections.abc import Sequence

from rich.text import Text

from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.session_commands import open_session
from pawnstorm.cli.play.screen.table_view import TableView
from pawnstorm.cli.play.unfinished import UnfinishedGame, delete_unfinished, resume_unfinished
from pawnstorm.core.errors import PawnstormError


async def offer_unfinished(table: TableView, games: Sequence[UnfinishedGame]) -> None:
    """Ask whether the player would rather go on with an unfinished match than begin a new one."""
    for game in games:
        if game.fault:
            table.warn(game.fault)
    readable = [game for game in games if not game.fault]
    while readable:
        lines = [*(f"Go on: {game.text}" for game in readable), "A new game", "Delete unfinished games …"]
        chosen = await table.ask(dialogs.ChoiceDialog("Unfinished games", [Text(line) for line in lines]))
        if chosen is None or chosen == len(readable):
            return
        if chosen > len(readable):
            await _delete_one(table, readable)
        elif _resumed(table, readable[chosen]):
            return
        else:
            del readable[chosen]


def _resumed(table: TableView, game: UnfinishedGame) -> bool:
    try:
        open_session(table, resume_unfinished(game.path))
    except PawnstormError as error:
        table.refuse(error)
        return False
    return True


async def _delete_one(table: TableView, games: list[UnfinishedGame]) -> None:
    chosen = await table.ask(dialogs.ChoiceDialog("Delete", [Text(game.text) for game in games]))
    if chosen is None:
        return
    if await table.ask(dialogs.yes_or_no("Delete", f"Delete this game? {games[chosen].text}")):
        delete_unfinished(games.pop(chosen).path)
