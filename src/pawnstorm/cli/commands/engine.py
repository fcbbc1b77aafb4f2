"""`pawnstorm engine`: a program that other programs play against, in the spirit of UCI."""

import sys
from typing import Annotated

import typer

from pawnstorm import __version__
from pawnstorm.ai.evaluators import require_evaluator
from pawnstorm.ai.strength import ENGINES
from pawnstorm.cli.support.arguments import GameKey
from pawnstorm.core.errors import UsageError
from pawnstorm.games import load
from pawnstorm.lab.contest_file import weights_hash
from pawnstorm.lab.engine import Engine


def engine(
    key: GameKey,
    kind: Annotated[
        str, typer.Option("--engine", metavar="E", help="ab, tree or uct; by default the one of the game's levels.")
    ] = "",
) -> None:
    """Speak the engine protocol over standard input and output (docs/engine-protocol.md)."""
    game = load(key)
    if kind and kind not in ENGINES:
        raise UsageError(f"there is no engine '{kind}'; the engines are {', '.join(ENGINES)}")
    require_evaluator(game)
    Engine(game, f"Pawnstorm {__version__} {weights_hash(game)}", _say, kind).serve(sys.stdin)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
