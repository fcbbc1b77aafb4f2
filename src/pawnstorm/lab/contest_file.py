"""The file of a contest: its first line says what is played, then each round has a line. So it can be continued."""

import json
from pathlib import Path

from pawnstorm.ai.evaluators import evaluator_for, has_evaluator
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.step import short_hash
from pawnstorm.games import load
from pawnstorm.lab.contest import Contest, ContestGame, Round
from pawnstorm.lab.contestants import meaning_of


class ContestFile:
    """The rounds of a contest, kept in a file if there is one."""

    def __init__(self, contest: Contest, path: Path | None) -> None:
        self.rounds: list[Round] = []
        self._path = path
        if path is not None:
            self._open(path, contest)

    def add(self, rounds: list[Round]) -> None:
        """Keep more rounds."""
        self.rounds += rounds
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(_line(round_) for round_ in rounds)

    def _open(self, path: Path, contest: Contest) -> None:
        header = json.dumps([*_header(contest), _meaning(contest)]) + "\n"
        try:
            if not path.exists():
                path.write_text(header, "utf-8")
                return
            lines = path.read_text("utf-8").splitlines(keepends=True)
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path} cannot be used: {error}") from None
        if not lines or lines[0] != header:
            raise UsageError(
                f"{path} holds another contest; choose another file, or the same players, weights, game and seed"
            )
        # An interrupted write leaves a broken last line, and its round is played again.
        self.rounds = [_round(line) for line in lines[1:] if line.endswith("]]\n")]
        path.write_text(header + "".join(_line(round_) for round_ in self.rounds), "utf-8")


def _header(contest: Contest) -> list[object]:
    return [
        contest.game,
        dict(contest.options),
        list(contest.players),
        contest.seed,
        list(contest.armies),
        contest.map,
        contest.plies,
        list(contest.draft),
    ]


def _meaning(contest: Contest) -> list[str]:
    """What the players' names mean now: when levels or weights change, old rounds no longer count."""
    game = load(contest.game)
    meanings = [meaning_of(game, name) for name in contest.players]
    if has_evaluator(game.key):
        meanings.append(weights_hash(game))
    return meanings


def weights_hash(game: Game) -> str:
    """A short hash of the weights of a game's evaluator."""
    weights = evaluator_for(game).weights
    return short_hash(str([*weights.early, *weights.late, *weights.links]))


def _line(round_: Round) -> str:
    games = [[played.seat, played.share, round(played.luck, 6), played.orders] for played in round_.games]
    return json.dumps([round_.number, *games]) + "\n"


def _round(line: str) -> Round:
    try:
        number, *games = json.loads(line)
        return Round(number, tuple(ContestGame(*played) for played in games))
    except (ValueError, TypeError):
        raise UsageError(f"a line of the contest cannot be read: {line.strip()[:60]}") from None
