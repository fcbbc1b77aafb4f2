"""Players as the command line names them: those that everybody has, and programs of your own.

Names of one's own run commands or read files, so the server must not know them: it makes players by `ai.players`.
"""

import csv

from pawnstorm.ai import players
from pawnstorm.ai.players import Player
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.lab import engine_player, policy_player
from pawnstorm.lab.engine_player import EnginePlayer
from pawnstorm.lab.own_player import OwnPlayer, is_own_player
from pawnstorm.lab.policy_player import PolicyPlayer

OWN_WORDS = "module:Class, engine:COMMAND, policy:FILE.onnx"
"""Players of your own in words, for help."""


def any_player(name: str) -> Player:
    """The player of a name."""
    if name.startswith(engine_player.PREFIX):
        return EnginePlayer(name)
    if name.startswith(policy_player.PREFIX):
        return PolicyPlayer(name)
    return OwnPlayer(name) if is_own_player(name) else players.player(name)


def contestant(game: Game, name: str) -> Player:
    """A player for a game by its name; refused if it cannot play that game."""
    found = any_player(name)
    found.check(game)
    return found


def meaning_of(game: Game, name: str) -> str:
    """What a player's name means in a game, in full."""
    found = any_player(name)
    if isinstance(found, EnginePlayer):
        return f"{name} {found.greet(game)}"
    if isinstance(found, OwnPlayer | PolicyPlayer):
        return found.meaning()
    return players.meaning_of(game, name)


def split_players(text: str) -> list[str]:
    """The players that `A,B` names; one with a comma stands in double quotes, and a quote in it is doubled."""
    try:
        (names,) = csv.reader([text], strict=True, skipinitialspace=True)
    except (csv.Error, ValueError):
        raise UsageError(f"the players '{text}' cannot be read: a quote is not closed, or text follows it") from None
    return names
