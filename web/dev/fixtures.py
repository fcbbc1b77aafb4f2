"""Writes the views on which the page's unit tests stand: real positions, encoded as the server encodes them.

python web/dev/fixtures.py
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.view import View, leaves
from pawnstorm.games import load

TARGET = Path(__file__).parent.parent / "tests" / "fixtures"
LONGEST = 400


def view_of(match: Match) -> View:
    """What the seat to act sees."""
    return match.game.view(match.state, match.turn)


def find(game: Game, wanted: Callable[[View], bool]) -> View:
    """The first view of a random match that is wanted."""
    for seed in range(100):
        match, luck = Match(game, Setup(), SeededTower(seed)), Luck(seed)
        while match.turn >= 0 and len(match.steps) < LONGEST:
            view = view_of(match)
            if wanted(view):
                return view
            orders = [leaf.order for leaf in leaves(view.offers)]
            match.order(match.turn, orders[luck.below(len(orders))])
    raise SystemExit("no such position in a hundred matches")


def has_supported_fight(view: View) -> bool:
    """Whether somebody can attack with help on both sides, and somebody is wounded."""
    fights = [leaf for leaf in leaves(view.offers) if len({part.side for part in leaf.parts[2:]}) == 2]
    return bool(fights) and any("wounded" in token.marks for token in view.tokens)


def asks_on_one_cell(view: View) -> bool:
    """Whether all choices concern one cell."""
    return len(view.offers) > 1 and len({offer.cell for offer in view.offers}) == 1


def main() -> None:
    """Write the files."""
    game = load("chess-attack")
    found = {
        "start": view_of(Match(game, Setup(), SeededTower(1))),
        "fight": find(game, has_supported_fight),
        "promotion": find(game, asks_on_one_cell),
    }
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, view in found.items():
        text = msgspec.json.format(msgspec.json.encode(view, enc_hook=str), indent=1)
        (TARGET / f"{name}.json").write_bytes(text + b"\n")
        print(f"wrote {TARGET / name}.json: {view.prompt}")


if __name__ == "__main__":
    main()
