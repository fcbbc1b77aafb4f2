"""The army sheets: every model with its numbers and upgrades from data, and the options that a table has chosen."""

import re
from collections.abc import Mapping
from math import gcd
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.state import Source
from pawnstorm.kit.datafile import Entry, load

PACKAGE: Final = "pawnstorm.games.ch35s"

FILES: Final = ("knightmare", "brite")
"""CH-06: the two sheets of the set, one data file each."""
TYPES: Final = ("king", "queen", "rook", "bishop", "knight", "pawn")
"""CH-08: the six types of a sheet, in its order."""
KINDS: Final = 6
UPGRADES: Final = 3
STARTERS_OF: Final = 8
"""Room for the sample armies of one sheet in the number of an order."""

# Abilities as bits of a model's profile.
VISIONS: Final = 1
EXTRA_ATTACK: Final = 2
FORCE_FIELD: Final = 4
PUSH: Final = 8
BOMB: Final = 16
COMMAND: Final = 32
QUICK_STRIKE: Final = 64
REINFORCE: Final = 128
EXPLODE: Final = 256
TELEPORT: Final = 512
ACTIVE: Final = VISIONS | PUSH | BOMB | COMMAND | EXPLODE | TELEPORT
"""CH-35: abilities that a model on the field uses as an action."""

ABILITIES: Final = {
    "chaotic visions": ("Chaotic Visions", VISIONS),
    "extra attack": ("Extra Attack", EXTRA_ATTACK),
    "force field": ("Force Field", FORCE_FIELD),
    "force push": ("Force Push", PUSH),
    "hard light bomb": ("Hard Light Bomb", BOMB),
    "mental command": ("Mental Command", COMMAND),
    "quick strike": ("Quick Strike", QUICK_STRIKE),
    "reinforcement": ("Reinforcement", REINFORCE),
    "self explosion": ("Self Explosion", EXPLODE),
    "teleportation": ("Teleportation", TELEPORT),
}
"""The verbs of abilities with their names and bits."""
ABILITY_RULES: Final = {
    "chaotic visions": "CH-45",
    "extra attack": "CH-46",
    "force field": "CH-47",
    "force push": "CH-48",
    "hard light bomb": "CH-53",
    "mental command": "CH-49",
    "quick strike": "CH-50",
    "reinforcement": "CH-51",
    "self explosion": "CH-A40",
    "teleportation": "CH-52",
}
"""The rule to read first about each of them."""
GAINS: Final = ("range", "strength", "health")
"""The verbs that add to a printed number."""
_MEASURED: Final = ("hard light bomb", "self explosion", *GAINS)
"""The verbs that have an amount."""
_BOUNDS: Final = {
    "move": (1, 6),
    "health": (1, 40),
    "range": (0, 6),
    "strength": (1, 5),
    "damage": (1, 9),
    "cost": (1, 40),
}
"""CH-09: the numbers of a model, and what they may be; CH-03: no attack needs more than five dice."""
_CODE: Final = re.compile("[A-Z]{2}")
_PRINTED: Final = ("type", "name", "attack", "verb", "amount", *_BOUNDS)


@final
@mypyc_attr(acyclic=True)
class Numbers:
    """The numbers of the rules that belong to no model."""

    def __init__(self) -> None:
        table = load(PACKAGE, "numbers.toml")
        # How many faces of a die succeed in an attack.
        self.success_faces: Final[i64] = 7 - table.number("success", 2, 6)
        self.blast_success: Final[i64] = table.number("blast_success", 2, 6)
        hits = 7 - int(self.blast_success)
        shared = gcd(hits, 6 - hits)
        # How often a die of a blast hits and misses, as small numbers.
        self.blast_hits: Final[i64] = hits // shared
        self.blast_misses: Final[i64] = (6 - hits) // shared
        self.attacker_bonus: Final[i64] = table.number("attacker_bonus", 0, 12)
        self.objective_points: Final[i64] = table.number("objective_points", 0, 9)
        self.taken_points: Final[i64] = table.number("taken_points", 0, 9)
        self.granted_actions: Final[i64] = table.number("granted_actions", 1, 9)
        chess_set = table.entry("chess_set")
        self.chess_set: Final[tuple[int, ...]] = tuple([chess_set.number(name, 1, 40) for name in TYPES])
        chess_set.close()
        table.close()


NUMBERS: Final = Numbers()


class Upgrade:
    """CH-09: one of the three things that all models of a type may be given."""

    def __init__(self, entry: Entry, attack: str) -> None:
        self.verb: Final = entry.text("verb")
        if self.verb not in ABILITIES and self.verb not in GAINS:
            raise entry.wrong(f"there is no upgrade '{self.verb}'; they are {', '.join((*ABILITIES, *GAINS))}")
        self.amount: Final = entry.number("amount", 1, 5) if self.verb in _MEASURED else 0
        self.cost: Final = entry.number("cost", 0, 20)
        self.name: Final = _upgrade_name(self.verb, self.amount, attack)
        self.printed: Final = _printed(entry)
        entry.close()


def _upgrade_name(verb: str, amount: int, attack: str) -> str:
    if verb in GAINS:
        return f"+{amount} {verb.capitalize()}" + (f" to {attack}" if verb != "health" else "")
    name = ABILITIES[verb][0]
    return f"{name} {amount}" if amount else name


def _printed(entry: Entry) -> tuple[str, ...]:
    """CH-M1: the facts that are printed on a sheet; the rest is this project's own."""
    printed = entry.texts("printed") if entry.has("printed") else ()
    for name in printed:
        if name not in _PRINTED:
            raise entry.wrong(f"'printed' names '{name}', which is not a fact of a model")
    return printed


class Model:
    """CH-09: one type of a sheet."""

    def __init__(self, entry: Entry, place: int) -> None:
        found = entry.text("type")
        if found != TYPES[place]:
            raise entry.wrong(f"'type' should be '{TYPES[place]}', for a sheet lists {', '.join(TYPES)} (CH-08)")
        self.type: Final = found
        self.name: Final = _line(entry, "name")
        self.code: Final = entry.text("code")
        if not _CODE.fullmatch(self.code):
            raise entry.wrong(f"'code' should be two capitals, not '{self.code}'")
        self.attack: Final = _line(entry, "attack")
        numbers = {key: entry.number(key, *_BOUNDS[key]) for key in _BOUNDS}
        self.move: Final = numbers["move"]
        self.health: Final = numbers["health"]
        self.range: Final = numbers["range"]
        self.strength: Final = numbers["strength"]
        self.damage: Final = numbers["damage"]
        self.cost: Final = numbers["cost"]
        self.printed: Final = _printed(entry)
        self.upgrades: Final = tuple(Upgrade(upgrade, self.attack) for upgrade in entry.entries("upgrade"))
        if len({upgrade.verb for upgrade in self.upgrades}) != UPGRADES or len(self.upgrades) != UPGRADES:
            raise entry.wrong(f"a model has {UPGRADES} different upgrades, not {len(self.upgrades)} (CH-09)")
        entry.close()


def _line(entry: Entry, key: str) -> str:
    text = entry.text(key)
    if not 1 <= len(text) <= 30 or not all(letter.isalnum() or letter in " .'-" for letter in text):
        raise entry.wrong(f"'{key}' should be up to 30 letters and digits, not {text!r}")
    return text


Force = tuple[tuple[int, int], ...]
"""For each type of a sheet how many models, and which upgrades as a mask."""


class Starter:
    """CH-A42: a sample army."""

    def __init__(self, entry: Entry, models: tuple[Model, ...]) -> None:
        self.name: Final = _line(entry, "name")
        force = [(0, 0)] * KINDS
        for piece in entry.entries("piece"):
            name = piece.text("type")
            place = next((place for place, model in enumerate(models) if model.name == name), -1)
            if place < 0:
                raise piece.wrong(f"the sheet has no model '{name}'")
            force[place] = (piece.number("count", 1, 40), _mask(piece, models[place]))
            piece.close()
        self.force: Final[Force] = tuple(force)
        entry.close()


def _mask(piece: Entry, model: Model) -> int:
    mask = 0
    for name in piece.texts("upgrades") if piece.has("upgrades") else ():
        known = [upgrade.name for upgrade in model.upgrades]
        if name not in known:
            raise piece.wrong(f"{model.name} cannot have the upgrade '{name}'")
        mask |= 1 << known.index(name)
    return mask


class Sheet:
    """CH-08: an army sheet, with sample armies where it has them."""

    def __init__(self, entry: Entry, number: int, key: str, source: str = "") -> None:
        self.number: Final = number
        self.key: Final = key
        self.source: Final = source
        self.title: Final = _line(entry, "title")
        found = entry.entries("model")
        if len(found) != KINDS:
            raise entry.wrong(f"a sheet lists {KINDS} models, not {len(found)} (CH-08)")
        self.models: Final = tuple(Model(model, place) for place, model in enumerate(found))
        for key in ("code", "name"):
            values = [model.code if key == "code" else model.name.lower() for model in self.models]
            if len(set(values)) != KINDS:
                raise entry.wrong(f"two models of the sheet have the same {key}")
        found = entry.entries("starter") if entry.has("starter") else []
        self.starters: Final = tuple(Starter(starter, self.models) for starter in found)
        entry.close()

    def find(self, name: str) -> int:
        """The place of a model by its name or code, in capitals or not; -1 if there is none."""
        for place, model in enumerate(self.models):
            if name.lower() in (model.name.lower(), model.code.lower()):
                return place
        return -1


_MOST_SHEETS: Final = 1000
"""How many sheets of players are remembered at once."""


class Book:
    """All sheets in play: the two that are built in, and those that players have brought."""

    def __init__(self) -> None:
        self.built_in: Final = tuple(
            Sheet(load(PACKAGE, f"{key}.toml", lines=True), at, key) for at, key in enumerate(FILES)
        )
        self.sheets: Final[dict[int, Sheet]] = {sheet.number: sheet for sheet in self.built_in}
        self._next: int = len(FILES)

    def find(self, key: str) -> Sheet | None:
        """The sheet of a key."""
        return next((sheet for sheet in self.sheets.values() if sheet.key == key), None)

    def add(self, entry: Entry, key: str, source: str) -> Sheet:
        """A sheet that a player has brought; the same one is not kept twice."""
        known = self.find(key)
        if known is not None:
            return known
        sheet = Sheet(entry, self._next, key, source)
        self.sheets[self._next] = sheet
        self._next += 1
        if len(self.sheets) > _MOST_SHEETS:
            del self.sheets[next(number for number in self.sheets if number >= len(FILES))]
        return sheet


@final
@mypyc_attr(acyclic=True)
class Forces:
    """CH-09, CH-11: the profiles of both sides with their upgrades, indexed by side * KINDS + place on the sheet."""

    def __init__(self, white: Sheet, black: Sheet, upgrades: "vec[i64]") -> None:
        self.sheets: Final = (white, black)
        profiles = [
            Profile(model, int(upgrades[side * KINDS + place]))
            for side, sheet in enumerate(self.sheets)
            for place, model in enumerate(sheet.models)
        ]
        self.move: Final = vec[i64]([profile.model.move for profile in profiles])
        self.health: Final = vec[i64]([profile.gained("health", profile.model.health) for profile in profiles])
        self.range: Final = vec[i64]([profile.gained("range", profile.model.range) for profile in profiles])
        self.strength: Final = vec[i64]([profile.gained("strength", profile.model.strength) for profile in profiles])
        self.damage: Final = vec[i64]([profile.model.damage for profile in profiles])
        self.cost: Final = vec[i64]([profile.cost() for profile in profiles])
        self.abilities: Final = vec[i64]([profile.abilities() for profile in profiles])
        self.bomb_range: Final = vec[i64]([profile.gained("hard light bomb", 0) for profile in profiles])
        self.explosion_dice: Final = vec[i64]([profile.gained("self explosion", 0) for profile in profiles])
        self.has_force_field: Final = vec[i64]([_have(profiles, side, FORCE_FIELD) for side in (0, 1)])


def _have(profiles: "list[Profile]", side: int, ability: int) -> int:
    """Whether any type of a side has an ability; armies without it need not be searched."""
    return int(any(profile.abilities() & ability for profile in profiles[side * KINDS : (side + 1) * KINDS]))


class Profile:
    """A model of a sheet with the upgrades of a mask."""

    def __init__(self, model: Model, mask: int) -> None:
        self.model: Final = model
        self.upgrades: Final = tuple(upgrade for place, upgrade in enumerate(model.upgrades) if mask >> place & 1)

    def gained(self, verb: str, base: int) -> int:
        """A number with what upgrades add to it."""
        return base + sum(upgrade.amount for upgrade in self.upgrades if upgrade.verb == verb)

    def cost(self) -> int:
        """CH-12: the base cost and that of every upgrade."""
        return self.model.cost + sum(upgrade.cost for upgrade in self.upgrades)

    def abilities(self) -> int:
        """The bits of its abilities."""
        return sum(ABILITIES[upgrade.verb][1] for upgrade in self.upgrades if upgrade.verb in ABILITIES)


@final
class Laws:
    """The sheets and options of one table, shared by all its positions."""

    def __init__(self, source: Source, book: Book, options: Mapping[str, str]) -> None:
        self.source: Final = source
        self.book: Final = book
        self.actions: Final[i64] = int(options["actions_per_round"])
        self.budget: Final[i64] = int(options["points"])
        self.rounds: Final[i64] = int(options["rounds"])
        self.chess_set: Final[bool] = options["chess_set_limits"] == "on"
        self.cap: Final[i64] = 0 if options["model_action_cap"] == "none" else int(options["model_action_cap"])
        self.early_end: Final[bool] = options["early_end"] == "on"
        self.short_visions: Final[bool] = options["visions_duration"] == "next-turn"
        self.every_zone: Final[bool] = options["quick_strike"] == "every-zone"
        self.blank: Final = Forces(book.built_in[0], book.built_in[1], vec[i64]([0] * (2 * KINDS)))
