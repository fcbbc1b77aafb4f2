"""The tiles: kinds of pieces, their numbers from data, and the laws that a table has chosen."""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadData
from pawnstorm.core.state import Source
from pawnstorm.core.view import Token
from pawnstorm.kit.datafile import Entry, load

PACKAGE: Final = "pawnstorm.games.chess_attack"

PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6

SIDES: Final = ("White", "Black")
LETTERS: Final = " PNBRQK"
NAMES: Final = ("", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King")

WOUNDED_FACE: Final = 8
"""A kind plus this is the index of its wounded face in a table of numbers."""

RESCUE: Final = 0
NO_PROMOTION: Final = 1
CHESS_PROMOTION: Final = 2


@final
class Laws:
    """The numbers and switches of one table, shared by all its positions. The numbers are indexed by face."""

    def __init__(self, source: Source, options: Mapping[str, str]) -> None:
        self.source: Final = source
        faces = _Faces(options)
        self.attack: Final[vec[i64]] = vec[i64](faces.attack)
        self.defence: Final[vec[i64]] = vec[i64](faces.defence)
        self.support: Final[vec[i64]] = vec[i64](faces.support)
        self.points: Final[vec[i64]] = vec[i64](faces.points)
        self.promotion: Final[i64] = ("rescue", "none", "chess").index(options["promotion"])
        self.king_caution: Final[bool] = options["king_caution"] == "on"
        self.remote_royals: Final[bool] = options["remote_royals"] == "on"
        self.xray_support: Final[bool] = options["xray_support"] == "on"
        self.en_passant: Final[bool] = options["en_passant"] == "on"
        self.points_decide: Final[bool] = options["draw_claims"] == "points"
        # A piece on a square always looks the same under the same laws, so a view makes each token once.
        self.tokens: Final[dict[int, Token]] = {}
        self.quiet_limit: Final[i64] = _quiet_limit(options["moves_without_progress"])


def _quiet_limit(value: str) -> int:
    """CA-A41: half-moves without progress that end the game; without a limit, more than any game has."""
    return 1 << 60 if value == "none" else 2 * int(value)


class _Faces:
    """The numbers of every face while they are read from data."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.attack = [0] * 16
        self.defence = [0] * 16
        self.support = [0] * 16
        self.points = [0] * 16
        table = load(PACKAGE, "pieces.toml")
        uniform, royal = table.entry("uniform"), table.entry("wounded_royal_support")
        for entry in table.entries("piece"):
            self._read(entry)
        table.close()
        if options["attribute_table"] == "uniform":
            for kind in uniform.names():
                self._read_faces(uniform.entry(kind), NAMES.index(kind.title()))
        if options["wounded_royal_support"] == "2":
            for kind in royal.names():
                self.support[NAMES.index(kind.title()) + WOUNDED_FACE] = royal.number(kind, 0, 9)

    def _read(self, entry: Entry) -> None:
        name, letter = entry.text("kind").title(), entry.text("letter")
        if name not in NAMES or LETTERS[NAMES.index(name)] != letter:
            raise BadData(f"{entry.where}: there is no piece '{name}' with the letter '{letter}'")
        kind = NAMES.index(name)
        self.points[kind] = self.points[kind + WOUNDED_FACE] = entry.number("points", 0, 99)
        self._read_faces(entry, kind)

    def _read_faces(self, entry: Entry, kind: int) -> None:
        for key, numbers in (("attack", self.attack), ("defence", self.defence), ("support", self.support)):
            numbers[kind], numbers[kind + WOUNDED_FACE] = entry.pair(key, 0, 9)
        entry.close()
