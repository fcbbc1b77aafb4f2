"""The laws of one table: its map and every option it has chosen."""

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from pawnstorm.core.state import Source
from pawnstorm.games.castle_chess.pieces.maps import Map

REMOVED: Final = 0
STATUES: Final = 1
JOINS: Final = 2


@final
class Laws:
    """What all positions of a table share."""

    def __init__(self, source: Source, board: Map, options: Mapping[str, str], version: int, knights: int = 0) -> None:
        self.source: Final = source
        self.map: Final = board
        self.knights: Final[i64] = knights
        self.free_train: Final[bool] = options["siege_train"] == "free"
        self.secret: Final[bool] = options["machine_placing"] == "secret"
        # What the first version of the rules did differently.
        first = version == 1
        self.mates_last_two: Final[bool] = not first
        self.clears_last_army: Final[bool] = board.four and not first
        self.any_tower_binds: Final[bool] = first
        self.wall_jumps: Final[bool] = first
        self.resigning_ends: Final[bool] = first or not board.four
        # CC-A64, CC-A81: with four sides nobody has to answer check until two Kings are left.
        self.strict: Final[bool] = options["check_rule"] == "strict" and not (board.four and first)
        self.no_vertical: Final[bool] = options["knight_attack"] == "no-vertical"
        self.assassin_free: Final[bool] = options["assassin_free"] == "on"
        self.cavalry_jumps: Final[bool] = options["cavalry_jumps"] == "on"
        self.units_block: Final[bool] = options["arrows_blocked_by_units"] == "on"
        self.friendly_fire: Final[bool] = options["mage_friendly_fire"] == "on"
        self.capture: Final[bool] = options["machine_capture"] == "on"
        self.ram_delay: Final[bool] = options["ram_delay"] == "on"
        self.fallen: Final[i64] = ("removed", "statues", "joins").index(options["fallen_army"])
        self.any_passes: Final[bool] = options["passage_unit"] == "any"
        self.limited: Final[bool] = board.quest and options["quest_turn_limit"] == "on" and board.limit > 0
        # CC-A74: where turns are limited, repetition and quiet turns are not counted.
        self.draws: Final[bool] = options["draw_rules"] == "on" and not self.limited
        # Positions that do not count are not remembered: each would carry all before it. Until version 2 they were.
        self.remembers: Final[bool] = self.draws or version < 3
        self.last_king: Final[bool] = self.draws and board.four and options["last_king"] == "on"
