"""Rosters as files and as short codes to share, and the checks that are the same in every game.

A file is TOML that a person writes:

    list = "orcs"
    name = "Green tide"          # may be left out

    [[piece]]
    type = "Goblin"
    count = 4                    # 1 if left out
    upgrades = ["Banner"]        # in games that have upgrades

Where a game lets players bring lists of their own, the file has such a list as `[sheet]` instead of `list`.

A code is the same roster in a few letters and digits with a check sum, so that typing mistakes are noticed.
"""

import hashlib
import re
import zlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pawnstorm.core.armies import Armies, ArmyList, Kind, Roster, Unit, Violation
from pawnstorm.core.errors import BadData, BadOption
from pawnstorm.kit.datafile import Entry, parse, parse_source

_LONGEST_FILE: Final = 20_000
_LONGEST_CODE: Final = 200
_MOST: Final = 99
"""More pieces than this of one kind are a typing mistake."""
_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_VERSION: Final = 1
_SHORTEST: Final = 4
"""Bytes of a code without pieces: the leading one, the list, the check sum."""
_CUSTOM: Final = 15
"""The number of a list that a player has brought; the list itself follows the code after a tilde."""


class CustomArmies(Armies):
    """Armies of a game whose players may bring lists of their own."""

    def adopt(self, entry: Entry, key: str, source: str) -> ArmyList:
        """Add the list that a table describes under this key; a `BadData` says what is wrong with it."""
        raise NotImplementedError

    def sheet_lines(self, key: str) -> list[str]:
        """The list of a key as the lines of a `[sheet]`, as a player would write it."""
        raise NotImplementedError


def cost(armies: Armies, roster: Roster) -> Fraction:
    """What a roster costs; pieces that its list does not have cost nothing."""
    found = armies.find(roster.army)
    return sum((_unit_cost(found, unit) for unit in roster.units), Fraction(0)) if found else Fraction(0)


def _unit_cost(found: ArmyList, unit: Unit) -> Fraction:
    kind = found.find(unit.kind)
    if kind is None:
        return Fraction(0)
    extras = sum((upgrade.cost for upgrade in kind.upgrades if upgrade.name in unit.upgrades), Fraction(0))
    return unit.count * (kind.cost + extras)


def points(value: Fraction) -> str:
    """A number of points as people write it: 6 or 2.5."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def counts(armies: Armies, roster: Roster) -> dict[str, int]:
    """How many of each kind of its list a roster has, with any upgrades."""
    found = armies.find(roster.army)
    numbers = {kind.name: 0 for kind in found.kinds} if found else {}
    for unit in roster.units:
        kind = found.find(unit.kind) if found else None
        if kind is not None:
            numbers[kind.name] += unit.count
    return numbers


def unknown_parts(armies: Armies, roster: Roster, rule: str) -> list[Violation]:
    """The list, kinds and upgrades of a roster that its game does not have."""
    found = armies.find(roster.army)
    if found is None:
        known = ", ".join(known.key for known in armies.lists)
        return [Violation(f"there is no list '{roster.army}'; the lists are {known}", rule)]
    wrong: list[Violation] = []
    for unit in roster.units:
        kind = found.find(unit.kind)
        if kind is None:
            wrong.append(Violation(f"{found.title} has no piece '{unit.kind}'", rule))
        else:
            wrong += [
                Violation(f"{kind.name} cannot have the upgrade '{name}'", rule)
                for name in unit.upgrades
                if name not in {upgrade.name for upgrade in kind.upgrades}
            ]
    return wrong


def tidy(armies: Armies, roster: Roster) -> Roster:
    """The same roster in the order and spelling of its list, equal units together."""
    found = armies.find(roster.army)
    if found is None:
        return roster
    order = {kind.name: place for place, kind in enumerate(found.kinds)}
    together: dict[tuple[str, tuple[str, ...]], int] = {}
    for unit in roster.units:
        kind = found.find(unit.kind)
        key = (kind.name if kind else unit.kind, tuple(sorted(unit.upgrades)))
        together[key] = together.get(key, 0) + unit.count
    units = [Unit(name, count, upgrades) for (name, upgrades), count in together.items()]
    units.sort(key=lambda unit: (order.get(unit.kind, len(order)), unit.upgrades))
    return Roster(roster.army, tuple(units), roster.name)


def understand(armies: Armies, text: str) -> Roster:
    """The roster that a text means: the name of a starter army, a code, or a whole file."""
    named = armies.starter(text.strip().lower())
    if named is not None:
        return named
    if "=" in text or "\n" in text.strip():
        return read_file(armies, text, "this roster")
    return read_code(armies, text)


def read_file(armies: Armies, text: str, where: str) -> Roster:
    """The roster of a file; a `BadData` says what is wrong and where, but not whether the roster is legal."""
    if len(text) > _LONGEST_FILE:
        raise BadData(f"{where}: a roster is at most {_LONGEST_FILE} characters long, not {len(text)}")
    entry = parse(text, where, lines=True)
    game = entry.text("game", armies.game)
    if game != armies.game:
        raise BadData(f"{where}: this is a roster of {game}, not of {armies.game}")
    army = _adopted(armies, entry.entry("sheet")) if entry.has("sheet") else entry.text("list")
    name = entry.text("name", "")
    units = tuple(_read_unit(piece) for piece in entry.entries("piece")) if entry.has("piece") else ()
    entry.close()
    return tidy(armies, Roster(army, units, name))


def _adopted(armies: Armies, entry: Entry) -> str:
    """The key of a list that a player has brought; it follows from the content."""
    if not isinstance(armies, CustomArmies):
        raise entry.wrong(f"{armies.game} has only its own lists")
    source = entry.source()
    # Not a check sum: nobody must be able to make another list with the same key.
    digest = hashlib.blake2s(source.encode(), digest_size=8).hexdigest()
    return armies.adopt(entry, f"own-{digest}", source).key


def _read_unit(entry: Entry) -> Unit:
    kind = entry.text("type")
    count = entry.number("count", 1, _MOST) if entry.has("count") else 1
    upgrades = entry.texts("upgrades") if entry.has("upgrades") else ()
    entry.close()
    return Unit(kind, count, upgrades)


def write_file(armies: Armies, roster: Roster) -> str:
    """The roster as a file that `read_file` can read."""
    found = armies.find(roster.army)
    sheet = sheet_lines(armies, roster.army) if found and found.source else []
    lines = [f"game = {_quoted(armies.game)}"] + ([] if sheet else [f"list = {_quoted(roster.army)}"])
    lines += [f"name = {_quoted(roster.name)}"] if roster.name else []
    for unit in roster.units:
        lines += ["", "[[piece]]", f"type = {_quoted(unit.kind)}", f"count = {unit.count}"]
        lines += [f"upgrades = [{', '.join(map(_quoted, unit.upgrades))}]"] if unit.upgrades else []
    lines += ["", *sheet] if sheet else []
    return "\n".join(lines) + "\n"


def sheet_lines(armies: Armies, key: str) -> list[str]:
    """The list of a key as a `[sheet]`; empty in games whose players cannot bring lists."""
    return armies.sheet_lines(key) if isinstance(armies, CustomArmies) else []


def _quoted(text: str) -> str:
    # TOML does not allow control characters in a text.
    clean = re.sub(r"[\x00-\x1f\x7f]", " ", text)
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_code(armies: Armies, roster: Roster) -> str:
    """A roster of known kinds as a code, which does not keep its name."""
    found = armies.find(roster.army)
    if found is None:
        raise BadData(f"a roster of the unknown list '{roster.army}' has no code")
    place = _CUSTOM if found.source else armies.lists.index(found)
    payload = bytes([_VERSION << 4 | place])
    for unit in tidy(armies, roster).units:
        payload += _pack_unit(found, unit)
    letters = _letters(payload + _checksum(armies, payload))
    code = "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))
    return f"{code}~{_letters(zlib.compress(found.source.encode(), 9))}" if found.source else code


def short_name(armies: Armies, roster: Roster) -> str:
    """A starter army by its name, any other by its code."""
    for starter in armies.starters:
        if (starter.army, starter.units) == (roster.army, roster.units):
            return starter.name or starter.army
    return write_code(armies, roster)


def agree(armies: Armies, texts: tuple[str, ...], options: Mapping[str, str]) -> tuple[str, ...]:
    """The armies of a set-up for two, each as a name or a code; refuses a wrong number and illegal ones."""
    if len(texts) not in (0, 2):
        raise BadOption(f"{armies.game} needs an army for each of two seats, not {len(texts)}")
    return tuple(_agreed(armies, text, options) for text in texts)


def _agreed(armies: Armies, text: str, options: Mapping[str, str]) -> str:
    roster = understand(armies, text)
    wrong = armies.violations(roster, options)
    if wrong:
        raise BadOption(f"this army is not legal: {'; '.join(map(str, wrong))}")
    return short_name(armies, roster)


def brings_list(agreed: tuple[str, ...]) -> bool:
    """Whether any of these names and codes has a list of a player in it."""
    return any("~" in army for army in agreed)


def _pack_unit(found: ArmyList, unit: Unit) -> bytes:
    kind = found.find(unit.kind)
    if kind is None:
        raise BadData(f"{found.title} has no piece '{unit.kind}', so the roster has no code")
    mask = sum(1 << place for place, upgrade in enumerate(kind.upgrades) if upgrade.name in unit.upgrades)
    packed = _number((unit.count * len(found.kinds) + found.kinds.index(kind)) * 2 + (mask > 0))
    return packed + (_number(mask) if mask else b"")


def _number(value: int) -> bytes:
    """A number in as few bytes as it needs, seven bits each."""
    packed = bytearray()
    while value > 127:
        packed.append(value & 127 | 128)
        value >>= 7
    packed.append(value)
    return bytes(packed)


def _letters(payload: bytes) -> str:
    # The leading 1 keeps the zero bytes in front.
    value, letters = int.from_bytes(b"\x01" + payload, "big"), ""
    while value:
        value, digit = divmod(value, 32)
        letters = _DIGITS[digit] + letters
    return letters


def _checksum(armies: Armies, payload: bytes) -> bytes:
    return (zlib.crc32(armies.game.encode() + payload) & 0xFFFF).to_bytes(2, "big")


def read_code(armies: Armies, text: str) -> Roster:
    """The roster of a code; a `BadData` says that the text is not one."""
    code, _, sheet = text.strip().partition("~")
    payload = _payload(armies, code)
    if not payload or payload[0] >> 4 != _VERSION or (payload[0] & 15 == _CUSTOM) != bool(sheet):
        raise _no_code(armies, text)
    if not sheet and payload[0] & 15 >= len(armies.lists):
        raise _no_code(armies, text)
    found = _custom_list(armies, sheet) if sheet else armies.lists[payload[0] & 15]
    numbers = _numbers(payload[1:])
    units: list[Unit] = []
    while numbers:
        packed, *numbers = numbers
        kind = found.kinds[packed // 2 % len(found.kinds)]
        count = packed // 2 // len(found.kinds)
        mask, numbers = (numbers[0], numbers[1:]) if packed & 1 and numbers else (0, numbers)
        if not 1 <= count <= _MOST:
            raise _no_code(armies, text)
        units.append(Unit(kind.name, count, _upgrades(kind, mask)))
    return tidy(armies, Roster(found.key, tuple(units)))


def _custom_list(armies: Armies, letters: str) -> ArmyList:
    """The list in the second part of a code."""
    wrong = BadData(f"the sheet in this code of {armies.game} is damaged")
    readable = len(letters) <= _LONGEST_FILE and all(letter in _DIGITS for letter in letters)
    if not isinstance(armies, CustomArmies) or not readable:
        raise wrong
    try:
        unpacked = zlib.decompressobj().decompress(_bytes(letters)[1:], _LONGEST_FILE)
        entry = parse_source(unpacked.decode("ascii"), "the sheet in this code")
    except (zlib.error, UnicodeDecodeError):
        raise wrong from None
    key = _adopted(armies, entry)
    found = armies.find(key)
    if found is None:
        raise wrong
    return found


def _payload(armies: Armies, text: str) -> bytes:
    """The bytes of a code without their check sum."""
    letters = re.sub(r"[-\s]", "", text[: _LONGEST_CODE + 1]).upper().translate(_MISREAD)
    if not letters or len(text) > _LONGEST_CODE or any(letter not in _DIGITS for letter in letters):
        raise _no_code(armies, text)
    whole = _bytes(letters)
    if len(whole) < _SHORTEST or whole[0] != 1 or _checksum(armies, whole[1:-2]) != whole[-2:]:
        raise _no_code(armies, text)
    return whole[1:-2]


def _bytes(letters: str) -> bytes:
    value = 0
    for letter in letters:
        value = value * 32 + _DIGITS.index(letter)
    return value.to_bytes((value.bit_length() + 7) // 8, "big")


def _no_code(armies: Armies, text: str) -> BadData:
    shown = text if len(text) <= 40 else text[:37] + "..."
    starters = ", ".join(roster.name or roster.army for roster in armies.starters)
    return BadData(f"{shown!r} is neither a code of {armies.game} nor one of its starter armies ({starters})")


def _numbers(payload: bytes) -> list[int]:
    numbers, value, shift = [], 0, 0
    for byte in payload:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(value)
            value, shift = 0, 0
    return numbers


def _upgrades(kind: Kind, mask: int) -> tuple[str, ...]:
    return tuple(upgrade.name for place, upgrade in enumerate(kind.upgrades) if mask >> place & 1)
