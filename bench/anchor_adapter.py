"""Lets a commit without `pawnstorm engine` speak the engine protocol; `bench.anchor` copies it next to such a commit.

It uses only what every earlier commit has, so it tells no findings and does not hear `stop`.
"""

import json
import sys

from pawnstorm import __version__
from pawnstorm.ai.players import Player, player
from pawnstorm.ai.strength import levels_of
from pawnstorm.core.errors import PawnstormError, UsageError
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.games import load


class Adapter:
    """One game, one position, and a player for every budget."""

    def __init__(self, key: str, commit: str) -> None:
        self._game = load(key)
        self._commit = commit
        self._engine = levels_of(self._game)[0].engine
        self._players: dict[str, Player] = {}
        self.set_up("{}")

    def answer(self, line: str) -> list[str]:
        """The lines that answer a command."""
        word, _, rest = line.strip().partition(" ")
        if word == "pawnstorm":
            name = f"Pawnstorm {__version__} {self._commit}"
            return ["engine 1", f"name {name}", f"game {self._game.key}", f"rules {self._game.rules_version}", "ready"]
        if word == "setup":
            self.set_up(rest)
        elif word == "position":
            self._state = self._game.decode(rest, self._setup)
        elif word == "go":
            return [f"bestorder {self.think(rest.split())}"]
        else:
            raise UsageError(f"this engine does not know '{word[:40]}'")
        return []

    def set_up(self, text: str) -> None:
        """Begin a match."""
        asked = json.loads(text)
        armies, rules = tuple(asked.get("armies", ())), asked.get("rules", 0)
        self._setup = self._game.agree(Setup(asked.get("options", {}), armies, asked.get("map", ""), rules))
        self._state = self._game.start(self._setup)
        self._players.clear()

    def think(self, parts: list[str]) -> str:
        """The order that the player with this budget chooses."""
        seed = next((int(part[5:]) for part in parts if part.startswith("seed=")), 0)
        budget = [part for part in parts if not part.startswith("seed=")]
        name = budget[0][6:] if budget[0].startswith("level=") else ":".join([self._engine, *budget])
        chosen = self._players.setdefault(name, player(name))
        return chosen.choose(self._game, self._state, Luck(seed))


def main() -> None:
    """Answer until the input ends."""
    adapter = Adapter(sys.argv[1], sys.argv[2])
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        if not line.strip() or line.strip() == "stop":
            continue
        try:
            told = adapter.answer(line)
        except PawnstormError as error:
            told = [f"error {error}"]
        print("\n".join(told), end="\n" if told else "", flush=True)


if __name__ == "__main__":
    main()
