"""The army lists: every type with its numbers and abilities from data, and the laws that a table has chosen."""

import re
from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.kit.datafile import Entry, load

PACKAGE: Final = "pawnstorm.games.fantasy_armies"

FILES: Final = ("man", "orcs", "dwarfs", "undead", "elves", "demons")
"""FA-05: the six lists, one data file each."""
LISTS: Final = 6
KINDS: Final = 8
"""Room for the types of one list. A type is one number: list * KINDS + place in the list + 1."""
TYPES: Final = 64
NO_TYPE: Final = 0

# FA-13: ways to move.
PAWN: Final = 1
ROOK: Final = 2
KNIGHT: Final = 3
BISHOP: Final = 4
QUEEN: Final = 5
KING: Final = 6
MOVES: Final = ("", "P", "R", "K", "B", "Q", "KG")

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
"""The one number that a kind of spell has next to its casting value, with its bounds."""
_AIMED: Final = ("strike", "drain", "slay", "storm")
"""FA-43: spells that are used like a shot have a range."""

BEST_SAVE: Final = 2
"""FA-A28: no D is better than 2+."""

_HTH: Final = re.compile(r"(\d)([+-]1)?")
_RA: Final = re.compile(r"([1-9])/([1-7])")
_D: Final = re.compile(r"([2-6])\+")
_PV: Final = re.compile(r"(\d{1,2})(\.5)?")


@final
@mypyc_attr(acyclic=True)
class Book:
    """All lists as tables, indexed by type or by spell; read once for every table that is played."""

    def __init__(self) -> None:
        sheets = [_Sheet(place, name) for place, name in enumerate(FILES)]
        pages = _Pages(sheets)
        self.titles: Final = tuple(sheet.title for sheet in sheets)
        self.names: Final = tuple(pages.names)
        self.codes: Final = tuple(pages.codes)
        self.rules: Final = tuple(pages.rules)
        self.type_rules: Final = tuple(pages.type_rules)
        self.types: Final = tuple(tuple(sheet.types) for sheet in sheets)
        self.starters: Final = tuple(tuple(sheet.starter) for sheet in sheets)
        self.kings: Final = vec[i64]([sheet.king for sheet in sheets])
        self.move: Final = pages.table("move")
        self.hth: Final = pages.table("hth")
        self.pips: Final = pages.table("pips")
        self.melee: Final = pages.table("melee")
        self.shots: Final = pages.table("shots")
        self.range: Final = pages.table("range")
        self.save: Final = pages.table("save")
        self.halves: Final = pages.table("halves")
        self.king: Final = pages.table("king")
        self.aura_hth: Final = pages.table("aura_hth")
        self.aura_d: Final = pages.table("aura_d")
        self.dig: Final = pages.table("dig")
        self.burst: Final = pages.table("burst")
        self.backfire: Final = pages.table("backfire")
        self.feast: Final = pages.table("feast")
        self.rows: Final = pages.table("rows")
        self.first_spell: Final = pages.table("first_spell")
        self.spells: Final = pages.table("spells")
        self.verb: Final = vec[i64](pages.verb)
        self.cast: Final = vec[i64](pages.cast)
        self.reach: Final = vec[i64](pages.reach)
        self.amount: Final = vec[i64](pages.amount)
        self.near: Final = vec[i64](pages.near)
        self.spell_names: Final = tuple(pages.spell_names)
        self.raised: Final = vec[i64](pages.raised)


class _Sheet:
    """One list while it is read."""

    def __init__(self, place: int, name: str) -> None:
        table = load(PACKAGE, f"{name}.toml", lines=True)
        self.place = place
        self.entry = table
        if table.text("key") != name:
            raise table.wrong(f"'key' should be '{name}'")
        self.title = table.text("title")
        self.pieces = table.entries("piece")
        table.close()
        if not 2 <= len(self.pieces) <= KINDS:
            raise table.wrong(f"a list has from 2 to {KINDS} pieces, not {len(self.pieces)}")
        self.types = [place * KINDS + index + 1 for index in range(len(self.pieces))]
        self.starter = [0] * KINDS
        self.king = NO_TYPE
        self.raised: list[tuple[Entry, str]] = []


class _Pages:
    """The numbers of all types while they are read."""

    def __init__(self, sheets: list[_Sheet]) -> None:
        self.names = [""] * TYPES
        self.codes = [""] * TYPES
        self.type_rules = [""] * TYPES
        self.numbers: dict[str, list[int]] = {}
        self.verb: list[int] = []
        self.cast: list[int] = []
        self.reach: list[int] = []
        self.amount: list[int] = []
        self.near: list[int] = []
        self.spell_names: list[str] = []
        self.rules: list[str] = []
        self.raised: list[int] = []
        for sheet in sheets:
            for index, entry in enumerate(sheet.pieces):
                self._read(sheet, index, entry)
            self.raised += [_named(self.names, sheet, ability, name) for ability, name in sheet.raised]
            if sheet.king == NO_TYPE:
                raise sheet.entry.wrong("no piece has the ability 'king'")

    def table(self, name: str) -> "vec[i64]":
        """The numbers of one name for all types."""
        return vec[i64](self.numbers.get(name, [0] * TYPES))

    def _set(self, name: str, kind: int, value: int) -> None:
        self.numbers.setdefault(name, [0] * TYPES)[kind] = value

    def _read(self, sheet: _Sheet, index: int, entry: Entry) -> None:
        kind = sheet.types[index]
        self.names[kind], self.codes[kind] = entry.text("name"), entry.text("code")
        if not re.fullmatch("[A-Z]{2}", self.codes[kind]) or self.codes.count(self.codes[kind]) > 1:
            raise entry.wrong(f"'code' should be two capitals of its own, not '{self.codes[kind]}'")
        self._read_profile(kind, entry)
        sheet.starter[index] = entry.number("starter", 0, 16)
        self._set("first_spell", kind, len(self.verb))
        if entry.has("ability"):
            for ability in entry.entries("ability"):
                self._read_ability(sheet, kind, ability)
        self._set("spells", kind, len(self.verb) - self.numbers["first_spell"][kind])
        entry.close()

    def _read_profile(self, kind: int, entry: Entry) -> None:
        """FA-13 to FA-17, FA-12: M, HTH, RA, D and PV as they are printed."""
        move = entry.text("m")
        if move not in MOVES[1:]:
            raise entry.wrong(f"'m' should be one of {', '.join(MOVES[1:])}, not '{move}'")
        self._set("move", kind, MOVES.index(move))
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

    def _read_ability(self, sheet: _Sheet, kind: int, ability: Entry) -> None:
        verb = ability.text("verb")
        if verb in SPELL_VERBS[1:]:
            self._read_spell(sheet, verb, ability)
        elif verb in TRAIT_VERBS:
            self._read_trait(sheet, kind, verb, ability)
            self.type_rules[kind] = ability.text("rule")
        else:
            known = ", ".join((*TRAIT_VERBS, *SPELL_VERBS[1:]))
            raise ability.wrong(f"there is no ability '{verb}'; the abilities are {known}")
        ability.close()

    def _read_trait(self, sheet: _Sheet, kind: int, verb: str, ability: Entry) -> None:
        """What a piece simply has."""
        if verb == "king":
            if sheet.king != NO_TYPE:
                raise ability.wrong("a list has one King piece, not two")
            sheet.king = kind
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

    def _read_spell(self, sheet: _Sheet, verb: str, ability: Entry) -> None:
        """FA-42: a name, a casting value, and what its verb needs."""
        self.verb.append(SPELL_VERBS.index(verb))
        self.spell_names.append(ability.text("name"))
        self.cast.append(ability.number("cast", 2, 6))
        amount = _AMOUNTS.get(verb)
        self.amount.append(ability.number(*amount) if amount else 0)
        self.reach.append(ability.number("range", 1, 7) if verb in _AIMED else 0)
        if verb == "entangle":
            self.reach[-1] = ability.number("reach", 1, 7)
        self.near.append(0)
        if verb == "ward":
            bearer = ability.text("bearer")
            if bearer not in ("self", "near"):
                raise ability.wrong(f"'bearer' should be self or near, not '{bearer}'")
            self.near[-1] = int(bearer == "near")
        if verb == "raise":
            sheet.raised += [(ability, name) for name in ability.texts("kinds")]
        self.rules.append(ability.text("rule"))


def _named(names: list[str], sheet: _Sheet, ability: Entry, name: str) -> int:
    """FA-62: the type of a name that the dead come back as."""
    for kind in sheet.types:
        if names[kind] == name:
            return kind
    raise ability.wrong(f"the list has no piece '{name}'")


def _printed(entry: Entry, key: str, text: str, form: re.Pattern[str], wanted: str) -> re.Match[str]:
    found = form.fullmatch(text)
    if not found:
        raise entry.wrong(f"'{key}' should be {wanted}, not '{text}'")
    return found


@final
@mypyc_attr(acyclic=True)
class Laws:
    """The lists and switches of one table, shared by all its positions."""

    def __init__(self, book: Book, options: Mapping[str, str], version: int) -> None:
        self.book: Final = book
        self.options: Final = dict(options)
        self.move: Final[vec[i64]] = book.move
        self.shots: Final[vec[i64]] = book.shots
        self.range: Final[vec[i64]] = book.range
        self.special: Final[vec[i64]] = _specials(book)
        self.melee: Final[vec[i64]] = book.melee if options["cannon_melee"] == "none" else vec[i64]([1] * TYPES)
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
        # Before version 2 brought FA-A77, a charge could take its own P, and to stop or lose a turn closed the answer.
        self.own_en_passant: Final[bool] = version < 2
        self.idling_closes: Final[bool] = version < 2


def _specials(book: Book) -> "vec[i64]":
    """Which types have a special action beside moving and shooting, so that the others need not be asked."""
    return vec[i64]([int(book.spells[kind] > 0 or book.dig[kind] > 0) for kind in range(TYPES)])


def _quiet_limit(value: str) -> int:
    """FA-A17: turns without progress that end the game; a bound no game reaches if there is no limit."""
    return 1 << 60 if value == "none" else 2 * int(value)


def list_of(kind: i64) -> i64:
    """The list that a type belongs to."""
    return (kind - 1) // KINDS


def place_of(kind: i64) -> i64:
    """The place of a type in its list."""
    return (kind - 1) % KINDS


def halves_text(halves: int) -> str:
    """FA-12: half points as people write them."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)
