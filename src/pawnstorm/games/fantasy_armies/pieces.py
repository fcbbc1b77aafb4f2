"""The army lists: every type with its numbers and abilities from data, and the laws that a table has chosen."""

import re
from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.state import Source
from pawnstorm.kit.datafile import Entry, load

PACKAGE: Final = "pawnstorm.games.fantasy_armies"
SIDES: Final = ("White", "Black")

LIST_KEYS: Final = ("man", "orcs", "dwarfs", "undead", "elves", "demons")
"""FA-05: the six lists; each has a data file of this name."""
LIST_COUNT: Final = 6
TYPES_PER_LIST: Final = 8
"""Room for the types of one list. A type is one number: list * TYPES_PER_LIST + place in the list + 1."""
TYPE_COUNT: Final = 64
NO_TYPE: Final = 0

# FA-13: ways to move.
PAWN: Final = 1
ROOK: Final = 2
KNIGHT: Final = 3
BISHOP: Final = 4
QUEEN: Final = 5
KING: Final = 6
MOVE_CODES: Final = ("", "P", "R", "K", "B", "Q", "KG")

# What a spell does.
WARD: Final = 1
STRIKE: Final = 2
TELEPORT: Final = 3
CHARGE: Final = 4
SMASH: Final = 5
DRAIN: Final = 6
RAISE: Final = 7
SLAY: Final = 8
STORM: Final = 9
ENTANGLE: Final = 10
RITUAL: Final = 11
RAIN: Final = 12
SPELL_VERBS: Final = (
    "",
    "ward",
    "strike",
    "teleport",
    "charge",
    "smash",
    "drain",
    "raise",
    "slay",
    "storm",
    "entangle",
    "ritual",
    "rain",
)
TRAIT_VERBS: Final = ("king", "aura", "dig", "burst", "backfire", "feast", "scout")

_AMOUNTS: Final = {
    "ward": ("save", 2, 6),
    "charge": ("turns", 1, 9),
    "smash": ("bonus", 1, 9),
    "drain": ("amount", 1, 9),
    "entangle": ("free", 2, 6),
    "ritual": ("bonus", 1, 5),
    "rain": ("hit", 2, 6),
}
"""The one number that a kind of spell has in addition to its casting value, with its bounds."""
_AIMED: Final = ("strike", "drain", "slay", "storm")
"""FA-43: spells that are used like a shot; they have a range."""

BEST_SAVE: Final = 2
"""FA-A28: no D is better than 2+."""

_HTH: Final = re.compile(r"(\d)([+-]1)?")
_RA: Final = re.compile(r"([1-9])/([1-7])")
_D: Final = re.compile(r"([2-6])\+")
_PV: Final = re.compile(r"(\d{1,2})(\.5)?")


@final
@mypyc_attr(acyclic=True)
class Book:
    """All lists as tables, indexed by type or by spell; read once for all games."""

    def __init__(self) -> None:
        readers = [_ListReader(place, name) for place, name in enumerate(LIST_KEYS)]
        tables = _TypeTables(readers)
        # By list, or by type for names, codes and rules.
        self.titles: Final = tuple(reader.title for reader in readers)
        self.names: Final = tuple(tables.names)
        self.codes: Final = tuple(tables.codes)
        self.type_rules: Final = tuple(tables.type_rules)
        self.types: Final = tuple(tuple(reader.types) for reader in readers)
        self.starters: Final = tuple(tuple(reader.starter) for reader in readers)
        self.kings: Final = vec[i64]([reader.king for reader in readers])
        # By type: the printed profile (FA-12 to FA-17); `halves` is the price in half points.
        self.move: Final = tables.table("move")
        self.hth: Final = tables.table("hth")
        self.pips: Final = tables.table("pips")
        self.melee: Final = tables.table("melee")
        self.shots: Final = tables.table("shots")
        self.range: Final = tables.table("range")
        self.save: Final = tables.table("save")
        self.halves: Final = tables.table("halves")
        # By type: traits, 0 for none.
        self.king: Final = tables.table("king")
        self.aura_hth: Final = tables.table("aura_hth")
        self.aura_d: Final = tables.table("aura_d")
        self.dig: Final = tables.table("dig")
        self.burst: Final = tables.table("burst")
        self.backfire: Final = tables.table("backfire")
        self.feast: Final = tables.table("feast")
        self.rows: Final = tables.table("rows")
        # By type: its first spell and how many it has.
        self.first_spell: Final = tables.table("first_spell")
        self.spells: Final = tables.table("spells")
        # By spell.
        self.verb: Final = vec[i64](tables.verb)
        self.cast: Final = vec[i64](tables.cast)
        self.reach: Final = vec[i64](tables.reach)
        self.amount: Final = vec[i64](tables.amount)
        self.wards_friends: Final = vec[i64](tables.wards_friends)
        self.spell_names: Final = tuple(tables.spell_names)
        self.spell_rules: Final = tuple(tables.spell_rules)
        # FA-62: the types that the dead come back as.
        self.raised_types: Final = vec[i64](tables.raised_types)


class _ListReader:
    """One list while it is being read."""

    def __init__(self, place: int, name: str) -> None:
        table = load(PACKAGE, f"{name}.toml", lines=True)
        self.place = place
        self.entry = table
        if table.text("key") != name:
            raise table.wrong(f"'key' should be '{name}'")
        self.title = table.text("title")
        self.pieces = table.entries("piece")
        table.close()
        if not 2 <= len(self.pieces) <= TYPES_PER_LIST:
            raise table.wrong(f"a list has from 2 to {TYPES_PER_LIST} pieces, not {len(self.pieces)}")
        self.types = [place * TYPES_PER_LIST + index + 1 for index in range(len(self.pieces))]
        self.starter = [0] * TYPES_PER_LIST
        self.king = NO_TYPE
        self.raised_types: list[tuple[Entry, str]] = []


class _TypeTables:
    """The numbers of all types while they are being read."""

    def __init__(self, readers: list[_ListReader]) -> None:
        self.names = [""] * TYPE_COUNT
        self.codes = [""] * TYPE_COUNT
        self.type_rules = [""] * TYPE_COUNT
        self.numbers: dict[str, list[int]] = {}
        self.verb: list[int] = []
        self.cast: list[int] = []
        self.reach: list[int] = []
        self.amount: list[int] = []
        self.wards_friends: list[int] = []
        self.spell_names: list[str] = []
        self.spell_rules: list[str] = []
        self.raised_types: list[int] = []
        for reader in readers:
            for index, entry in enumerate(reader.pieces):
                self._read(reader, index, entry)
            self.raised_types += [_named(self.names, reader, ability, name) for ability, name in reader.raised_types]
            if reader.king == NO_TYPE:
                raise reader.entry.wrong("no piece has the ability 'king'")

    def table(self, name: str) -> "vec[i64]":
        """The numbers of one name for all types."""
        return vec[i64](self.numbers.get(name, [0] * TYPE_COUNT))

    def _set(self, name: str, kind: int, value: int) -> None:
        self.numbers.setdefault(name, [0] * TYPE_COUNT)[kind] = value

    def _read(self, reader: _ListReader, index: int, entry: Entry) -> None:
        kind = reader.types[index]
        self.names[kind], self.codes[kind] = entry.text("name"), entry.text("code")
        if not re.fullmatch("[A-Z]{2}", self.codes[kind]) or self.codes.count(self.codes[kind]) > 1:
            raise entry.wrong(f"'code' should be two capitals of its own, not '{self.codes[kind]}'")
        self._read_profile(kind, entry)
        reader.starter[index] = entry.number("starter", 0, 16)
        self._set("first_spell", kind, len(self.verb))
        if entry.has("ability"):
            for ability in entry.entries("ability"):
                self._read_ability(reader, kind, ability)
        self._set("spells", kind, len(self.verb) - self.numbers["first_spell"][kind])
        entry.close()

    def _read_profile(self, kind: int, entry: Entry) -> None:
        """FA-13 to FA-17, FA-12: M, HTH, RA, D and PV as they are printed."""
        move = entry.text("m")
        if move not in MOVE_CODES[1:]:
            raise entry.wrong(f"'m' should be one of {', '.join(MOVE_CODES[1:])}, not '{move}'")
        self._set("move", kind, MOVE_CODES.index(move))
        hth = entry.text("hth")
        if hth != "-":
            dice = _printed(entry, "hth", hth, _HTH, "a number such as 2, 1+1 or 1-1, or -")
            self._set("hth", kind, int(dice[1]))
            self._set("pips", kind, int(dice[2] or 0))
            self._set("melee", kind, 1)
        ra = entry.text("ra")
        if ra != "-":
            shot = _printed(entry, "ra", ra, _RA, "dice/range such as 1/2, or -")
            self._set("shots", kind, int(shot[1]))
            self._set("range", kind, int(shot[2]))
        self._set("save", kind, int(_printed(entry, "d", entry.text("d"), _D, "from 2+ to 6+")[1]))
        price = _printed(entry, "pv", entry.text("pv"), _PV, "points such as 6 or 2.5")
        self._set("halves", kind, 2 * int(price[1]) + (1 if price[2] else 0))

    def _read_ability(self, reader: _ListReader, kind: int, ability: Entry) -> None:
        verb = ability.text("verb")
        if verb in SPELL_VERBS[1:]:
            self._read_spell(reader, verb, ability)
        elif verb in TRAIT_VERBS:
            self._read_trait(reader, kind, verb, ability)
            self.type_rules[kind] = ability.text("rule")
        else:
            known = ", ".join((*TRAIT_VERBS, *SPELL_VERBS[1:]))
            raise ability.wrong(f"there is no ability '{verb}'; the abilities are {known}")
        ability.close()

    def _read_trait(self, reader: _ListReader, kind: int, verb: str, ability: Entry) -> None:
        """Abilities that a piece always has."""
        if verb == "king":
            if reader.king != NO_TYPE:
                raise ability.wrong("a list has one King piece, not two")
            reader.king = kind
            self._set("king", kind, 1)
        elif verb == "aura":
            stat = ability.text("stat")
            if stat not in ("hth", "d"):
                raise ability.wrong(f"'stat' should be hth or d, not '{stat}'")
            self._set(f"aura_{stat}", kind, ability.number("bonus", 1, 5))
        else:
            key, name, least, most = {
                "dig": ("cast", "dig", 2, 6),
                "burst": ("ones", "burst", 1, 9),
                "backfire": ("ones", "backfire", 1, 9),
                "feast": ("gain", "feast", 1, 9),
                "scout": ("rows", "rows", 3, 4),
            }[verb]
            self._set(name, kind, ability.number(key, least, most))

    def _read_spell(self, reader: _ListReader, verb: str, ability: Entry) -> None:
        """FA-42: a name, a casting value, and what its verb needs."""
        self.verb.append(SPELL_VERBS.index(verb))
        self.spell_names.append(ability.text("name"))
        self.cast.append(ability.number("cast", 2, 6))
        amount = _AMOUNTS.get(verb)
        self.amount.append(ability.number(*amount) if amount else 0)
        self.reach.append(ability.number("range", 1, 7) if verb in _AIMED else 0)
        if verb == "entangle":
            self.reach[-1] = ability.number("reach", 1, 7)
        self.wards_friends.append(0)
        if verb == "ward":
            bearer = ability.text("bearer")
            if bearer not in ("self", "near"):
                raise ability.wrong(f"'bearer' should be self or near, not '{bearer}'")
            self.wards_friends[-1] = int(bearer == "near")
        if verb == "raise":
            reader.raised_types += [(ability, name) for name in ability.texts("kinds")]
        self.spell_rules.append(ability.text("rule"))


def _named(names: list[str], reader: _ListReader, ability: Entry, name: str) -> int:
    """FA-62: the type, given by its name, that the dead come back as."""
    for kind in reader.types:
        if names[kind] == name:
            return kind
    raise ability.wrong(f"the list has no piece '{name}'")


def _printed(entry: Entry, key: str, text: str, form: re.Pattern[str], wanted: str) -> re.Match[str]:
    found = form.fullmatch(text)
    if not found:
        raise entry.wrong(f"'{key}' should be {wanted}, not '{text}'")
    return found


@final
class Laws:
    """The lists and switches of one table, shared by all its positions."""

    def __init__(self, source: Source, book: Book, options: Mapping[str, str], version: int) -> None:
        self.source: Final = source
        self.book: Final = book
        self.options: Final = dict(options)
        self.move: Final[vec[i64]] = book.move
        self.shots: Final[vec[i64]] = book.shots
        self.range: Final[vec[i64]] = book.range
        self.has_special: Final[vec[i64]] = _specials(book)
        self.melee: Final[vec[i64]] = book.melee if options["cannon_melee"] == "none" else vec[i64]([1] * TYPE_COUNT)
        self.promotion: Final[i64] = ("chess", "none", "only-lost-pieces").index(options["promotion"])
        self.en_passant: Final[bool] = options["en_passant"] == "on"
        self.pip_auras: Final[bool] = options["hth_bonus"] == "pip"
        self.stack_auras: Final[bool] = options["aura_stacking"] == "all"
        self.aura_at_origin: Final[bool] = options["attacker_aura_square"] == "origin"
        self.nested_charge: Final[bool] = options["charge_nesting"] == "on"
        self.open_draft: Final[bool] = options["draft"] == "open"
        self.budget: Final[i64] = 2 * int(options["points"])
        self.few_copies: Final[bool] = options["max_copies"] == "3"
        self.stalemate_draws: Final[bool] = options["stalemate"] == "draw"
        self.quiet_limit: Final[i64] = _quiet_limit(options["no_progress_limit"])
        # Before version 2 (FA-A77) a charge could take its own P, and a stop or a lost turn ended the chance to answer.
        self.own_en_passant: Final[bool] = version < 2
        self.idling_ends_en_passant: Final[bool] = version < 2


def _specials(book: Book) -> "vec[i64]":
    """Which types have a special action in addition to moving and shooting."""
    return vec[i64]([int(book.spells[kind] > 0 or book.dig[kind] > 0) for kind in range(TYPE_COUNT)])


def _quiet_limit(value: str) -> int:
    """FA-A17: turns without progress that end the game; without a limit, more than any game has."""
    return 1 << 60 if value == "none" else 2 * int(value)


def list_of(kind: i64) -> i64:
    """The list that a type belongs to."""
    return (kind - 1) // TYPES_PER_LIST


def place_of(kind: i64) -> i64:
    """The place of a type in its list."""
    return (kind - 1) % TYPES_PER_LIST


def halves_text(halves: int) -> str:
    """FA-12: half points as people write them."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)
