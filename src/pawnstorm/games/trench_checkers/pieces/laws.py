"""The laws of one table: its field, its deck and its switches, shared by all its positions."""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadOption
from pawnstorm.core.state import Source
from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    FIELD_GLASSES,
    FIELD_MEDIC,
    MACHINE_GUN_NEST,
    NAPALM,
    PRINTED,
    SUICIDE_MISSION,
    Deck,
    check_supply,
)
from pawnstorm.games.trench_checkers.pieces.field import Field
from pawnstorm.games.trench_checkers.pieces.kinds import PACKAGE
from pawnstorm.kit.datafile import Entry, load, unfold

ENDLESS: Final = 1 << 60
"""TC-A60: the limit where the rule is off: more quiet rounds than any match has."""
_ONCE_IN_COMBAT: Final = (MACHINE_GUN_NEST, NAPALM, SUICIDE_MISSION, FIELD_GLASSES, FIELD_MEDIC)
_LONGEST: Final = 8000
"""The most characters of a supplied field or deck."""


@final
class Laws:
    """Tables by cell, by side and by card."""

    def __init__(self, source: Source, options: Mapping[str, str], supplied: str, version: int) -> None:
        self.source: Final = source
        self.supplied: Final = supplied
        field, deck = _read(options, supplied)
        grid = field.grid
        self.field: Final = field
        self.deck: Final = deck
        self.copies: Final[vec[i64]] = deck.copies
        self.hand: Final[i64] = deck.hand
        self.kinds: Final[i64] = len(deck.cards)
        self.effect: Final[vec[i64]] = deck.effects
        self.number: Final[vec[i64]] = deck.numbers
        # The kinds of cards that have an effect, as bits, by effect.
        self.with_effect: Final[vec[i64]] = vec[i64]([deck.with_effect(effect) for effect in range(PRINTED)])
        # TC-A47: the kinds that a player plays at most once in a combat, as bits.
        self.once_in_combat: Final[i64] = sum(deck.with_effect(effect) for effect in _ONCE_IN_COMBAT)
        # TC-60: the dice of Air Strikes, by `Position.strike`.
        strike_dice = [0, *(card.number for card in deck.cards if card.effect == AIR_STRIKE)]
        self.strike_die: Final[vec[i64]] = vec[i64](strike_dice)
        self.cells: Final[vec[i64]] = vec[i64](grid.cells())
        self.steps: Final[vec[i64]] = vec[i64]([grid.stride, 1, -1, -grid.stride])
        corners = [grid.stride - 1, grid.stride + 1, -grid.stride - 1, -grid.stride + 1]
        self.corners: Final[vec[i64]] = vec[i64](corners)
        self.stride: Final[i64] = grid.stride
        self.bed: Final[vec[i64]] = vec[i64](field.bed)
        self.half: Final[vec[i64]] = vec[i64](field.half)
        self.grass: Final[vec[i64]] = vec[i64]([1 if ground == "grass" else 0 for ground in field.ground])
        self.goal: Final[vec[i64]] = vec[i64](_goals(field))
        self.cover: Final[vec[i64]] = vec[i64](_cover(field) if options["trench_cover"] == "on" else [0] * grid.size)
        self.rear: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64](cells) for cells in field.rear])
        self.cards: Final[bool] = options["cards"] == "on"
        self.depot_on: Final[vec[i64]] = vec[i64](_depots_on(field))
        past = _depots_past(field) if options["depot_past"] == "behind" else [0] * grid.size
        self.depot_past: Final[vec[i64]] = vec[i64](past)
        self.forced_moves: Final[bool] = options["forced_moves"] == "on"
        self.one_card: Final[bool] = options["card_limit"] == "one"
        self.sleepers_attackable: Final[bool] = options["commando_attackable_asleep"] == "yes"
        self.quiet_limit: Final[i64] = _quiet_limit(options["no_progress"], version)
        # In version 1 a sleeping Commando counted like one that is awake (TC-A61).
        self.sleepers_count: Final[bool] = version < 2


def _quiet_limit(value: str, version: int) -> int:
    """TC-A31, TC-A60: quiet rounds that end the game; with the rule off only version 1 ended it."""
    if value == "off":
        return ENDLESS if version >= 2 else 100
    return int(value)


def _read(options: Mapping[str, str], supplied: str) -> tuple[Field, Deck]:
    """The field and deck of the options, or those of a supplied file."""
    field_entry: Entry | None = None
    deck_entry: Entry | None = None
    if supplied:
        if len(supplied) > _LONGEST:
            raise BadOption(f"a supplied field or deck has at most {_LONGEST} characters, not {len(supplied)}")
        table = unfold(supplied, "the supplied map")
        if not table.has("field") and not table.has("deck"):
            raise BadOption("a supplied map of trench-checkers needs a table 'field', a table 'deck' or both")
        field_entry = table.entry("field") if table.has("field") else None
        deck_entry = table.entry("deck") if table.has("deck") else None
        table.close()
    field = Field(field_entry or load(PACKAGE, f"field-{options['field']}.toml"))
    deck = Deck(load(PACKAGE, "cards.toml"), deck_entry)
    check_supply(deck, len(field.depots), "the supplied map" if supplied else "cards.toml")
    return field, deck


def _goals(field: Field) -> list[int]:
    """TC-39, TC-A25: by cell, the side (1 or 2) whose Soldiers become Veterans there."""
    goals = [0] * field.grid.size
    for side in (0, 1):
        for cell in field.rear[1 - side]:
            goals[cell] = side + 1
    return goals


def _cover(field: Field) -> list[int]:
    """TC-A52: by cell, the side that a trench of its own covers there."""
    cells = range(field.grid.size)
    return [field.half[cell] if field.ground[cell] == "trench" else 0 for cell in cells]


def _depots_on(field: Field) -> list[int]:
    """TC-49: by cell, the number of the depot on it, counted from 1."""
    found = [0] * field.grid.size
    for number, depot in enumerate(field.depots, 1):
        found[depot] = number
    return found


def _depots_past(field: Field) -> list[int]:
    """TC-A32: by cell, the number of the depot that is passed by entering it."""
    found = [0] * field.grid.size
    for number, depot in enumerate(field.depots, 1):
        found[field.behind(depot)] = number
    return found
