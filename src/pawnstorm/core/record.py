"""The record of a match: a text that a person can read and a program can replay.

    pawnstorm record 2
    game: chess-attack
    rules version: 1
    data: 5f2d0c9a71be
    options: promotion=rescue; king_caution=off
    seats: White=human; Black=random

    1. White: e2-e4 #0d0f3a5b9c21
    2. Black: d7-d5 #77f0a1c2b3d4
    3. White: e4xd5 [5/6 2/6] #c0ffee123456
    end: open #5d41402abc4b

`5/6` is a 5 on a die with six sides. The record of a web table also has a `key:` header and, below the end, a
`signature:` over everything above it. Format 1 has no data, sizes, key and signature; it is still read and written.

Where the others play on, a seat that resigns has an ordinary line, `7. Red: resigns #...`, in anybody's turn.
It keeps faces, not seeds, so a replay survives any change of the random stream. Every order carries a digest of
itself, its dice and the position after it. The closing line says how the match stands and seals the whole text, so a
cut or edited record is noticed.

While a match is running, `seen_by` writes it for one viewer: orders and faces that the viewer may not know are `?`,
and so are the digests from there on, because a digest lets anybody test a guess.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from pawnstorm.core.errors import BadPosition, BadRecord, PawnstormError, UsageError
from pawnstorm.core.game import Ending, Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import DRAW_AGREED, Match
from pawnstorm.core.recorded_dice import RecordedTower
from pawnstorm.core.signature import Signer, fingerprint, is_key, is_signature, is_signed_by
from pawnstorm.core.state import OVER
from pawnstorm.core.step import RESIGNS, Faces, Step, short_hash
from pawnstorm.core.values import Value

FORMAT = "pawnstorm record 2"
_FORMATS = {"pawnstorm record 1": 1, FORMAT: 2}
HIDDEN = "?"
"""Replaces everything that a viewer may not know."""
EVERYTHING = -3
"""The viewer of the whole record."""
_WEB_TABLE = "="
"""Only the dice of a web table have it (`table=...`). A forger must not hide the table by another spelling."""


def _entry_pattern(face: str) -> re.Pattern[str]:
    faces = rf" \[{face}(?: {face})*\]"
    return re.compile(rf"\s*([0-9]{{1,9}})\. ([^:]+): (.*?)((?:{faces})*) #([0-9a-f]{{12}}|\?)")


_ENTRY = {1: _entry_pattern(r"(?:[0-9]{1,9}|\?)"), 2: _entry_pattern(r"(?:[0-9]{1,9}/[0-9]{1,9}|\?)")}
_END = re.compile(r"end: (.*) #([0-9a-f]{12})")
_NUMBER = re.compile(r"[0-9]{1,9}")
_HEADERS_1 = ("game", "rules version", "options", "armies", "map", "seats", "dice", "start")
_HEADERS = {1: _HEADERS_1, 2: (*_HEADERS_1, "data", "key")}


@dataclass(frozen=True)
class Entry(Value):
    """One order as the record keeps it, with its line number; `sides` are the sizes of the dice, 0 if hidden."""

    seat: str
    order: str
    faces: Faces
    digest: str
    line: int = 0
    sides: Faces = ()


@dataclass(frozen=True)
class Record(Value):
    """A whole record; `lines` has the line numbers of the headers, of the end and of the signature.

    `data` is the hash of the game's data, `key` the public key of the server that has signed the record.
    """

    game: str
    setup: Setup
    seats: Mapping[str, str] = field(default_factory=dict)
    dice: str = ""
    start: str = ""
    entries: tuple[Entry, ...] = ()
    end: str = "open"
    seal: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)
    format: int = 2
    data: str = ""
    key: str = ""
    signature: str = ""

    @property
    def rules_version(self) -> int:
        """The version of the rules that it was played by."""
        return self.setup.rules

    def __hash__(self) -> int:
        return hash((self.game, self.setup, self.entries, self.end))


def of_match(match: Match, seats: Mapping[str, str], dice: str = "") -> Record:
    """The record of a match as it stands."""
    return assemble(match, seats, list(entries_of(match)), dice)


def seen_by(match: Match, seats: Mapping[str, str], viewer: int, dice: str = "") -> Record:
    """The record of a match as one viewer may know it; all of it once the match is over."""
    return assemble(match, seats, list(entries_of(match, viewer)), dice, viewer)


def entries_of(match: Match, viewer: int = EVERYTHING) -> Iterator[Entry]:
    """The entries of the record of a match as one viewer may know them; without a viewer, all of them."""
    whole = viewer == EVERYTHING or match.turn == OVER
    secret = not whole and _hides_start(match)
    revealed = match.revealed
    before = -1
    for number in range(len(match.steps)) if whole else match.told(viewer):
        # A step that the viewer is not told of leaves its traces in every digest after it.
        secret = secret or number != before + 1
        before = number
        step = match.steps[number]
        if not (step.order or step.faces):
            continue
        entry = _entry_of(match, step)
        shown = entry if whole else _shown(entry, step, step.seen_as(viewer, revealed))
        secret = secret or shown != entry
        yield replace(shown, digest=HIDDEN) if secret else shown


def assemble(
    match: Match, seats: Mapping[str, str], entries: Sequence[Entry], dice: str = "", viewer: int = EVERYTHING
) -> Record:
    """The record with the entries that `entries_of` has made.

    As soon as anything is hidden, so is where the dice came from, because a seed would reveal the rest.
    """
    game = match.game
    hides_start = viewer != EVERYTHING and match.turn != OVER and _hides_start(match)
    dice = "" if hides_start or (entries and entries[-1].digest == HIDDEN) else dice
    start, end = HIDDEN if hides_start else match.start, end_text(match)
    return Record(game.key, match.setup, seats, dice, start, tuple(entries), end, data=game.data_hash())


def _entry_of(match: Match, step: Step) -> Entry:
    return Entry(
        match.seats[step.seat] if step.order else "table",
        step.order or "start",
        step.faces,
        step.digest,
        sides=tuple(tuple(die.sides for die in pool.dice) for pool in step.pools),
    )


def _shown(entry: Entry, step: Step, viewer: int) -> Entry:
    """One line with what the viewer may not know left out: with a hidden face also the size of its die."""
    order = entry.order if step.order_for(viewer) == step.order else HIDDEN
    faces = step.faces_for(viewer)
    sides = tuple(
        tuple(size if face else 0 for face, size in zip(group, sizes, strict=True))
        for group, sizes in zip(faces, entry.sides, strict=True)
    )
    return replace(entry, order=order, faces=faces, sides=sides)


def _hides_start(match: Match) -> bool:
    """Whether the match begins at a position of its own that hides something from somebody."""
    if not match.start:
        return False
    game, first = match.game, match.steps[0].state
    guesses = [game.guess(first, seat, Luck(1)) for seat in range(len(match.seats))]
    return any(guess.encode() != first.encode() for guess in guesses)


def end_text(match: Match) -> str:
    """The closing line of a match: `open`, or who won and why."""
    ending = match.ending
    return describe_ending(match.seats, ending) if ending else "open"


def describe_ending(seats: tuple[str, ...], ending: Ending) -> str:
    """An ending in one line."""
    names = [seats[seat] for seat in ending.winners]
    result = f"{names[0]} wins"
    if len(names) > 1:
        drawn = len(names) == len(seats) or ending.text == DRAW_AGREED
        result = f"{'draw between' if drawn else 'a win shared by'} {' and '.join(names)}"
    rule = f" ({ending.rule})" if ending.rule else ""
    return f"{result}: {ending.text}{rule}"


def write(record: Record) -> str:
    """The record as text, sealed, and with its signature if it has one."""
    text = _sealed(record)
    return f"{text}signature: {record.signature}\n" if record.signature else text


def sign(record: Record, signer: Signer) -> Record:
    """The record with the signer's key and signature."""
    keyed = replace(record, key=signer.key)
    return replace(keyed, signature=signer.sign(_sealed(keyed)))


def signed_text(lines: Sequence[str], signer: Signer) -> str:
    """The signed text of the lines that `lines_of` has made, with the signer's key, for a record that names it."""
    text = _with_seal("\n".join(lines))
    return f"{text}signature: {signer.sign(text)}\n"


def _sealed(record: Record) -> str:
    return _with_seal(_unsealed(record))


def _with_seal(text: str) -> str:
    return f"{text} #{short_hash(text)}\n"


def _unsealed(record: Record) -> str:
    return "\n".join(lines_of(record))


def lines_of(record: Record) -> Iterator[str]:
    """The lines of a record, up to the end without its seal."""
    setup = record.setup
    lines = [f"pawnstorm record {record.format}", f"game: {record.game}", f"rules version: {record.rules_version}"]
    lines += _header("data", record.data) + _header("options", _pairs(setup.options))
    lines += _header("armies", "; ".join(setup.armies)) + _header("map", setup.map)
    lines += _header("seats", _pairs(record.seats)) + _header("dice", record.dice)
    yield from lines + _header("key", record.key) + _header("start", record.start) + [""]
    for number, entry in enumerate(record.entries, 1):
        yield f"{number}. {entry.seat}: {entry.order}{_dice(entry)} #{entry.digest}"
    yield f"end: {record.end}"


def _dice(entry: Entry) -> str:
    """The faces of an entry, with the sizes of their dice if it has them."""
    groups = [[str(face or HIDDEN) for face in group] for group in entry.faces]
    for group, sizes in zip(groups, entry.sides, strict=False):
        for place, size in enumerate(sizes):
            group[place] += f"/{size}" if size else ""
    return "".join(f" [{' '.join(group)}]" for group in groups)


def in_format_1(record: Record) -> Record:
    """The same record in format 1: without data, sizes of dice, key and signature."""
    entries = tuple(replace(entry, sides=()) for entry in record.entries)
    return replace(record, entries=entries, format=1, data="", key="", signature="")


def _header(name: str, value: str) -> list[str]:
    return [f"{name}: {value}"] if value else []


def _pairs(values: Mapping[str, str]) -> str:
    return "; ".join(f"{key}={value}" for key, value in values.items())


def parse(text: str) -> Record:
    """The record that a text holds; a `BadRecord` names the first line that is wrong."""
    lines = text.splitlines()
    version = _FORMATS.get(lines[0].strip(), 0) if lines else 0
    if not version:
        raise BadRecord(1, f"this is not a record: it should begin with '{FORMAT}'")
    headers: dict[str, str] = {}
    where: dict[str, int] = {}
    entries: list[Entry] = []
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("end: "):
            where["end"] = number
            found = _assemble(headers, where, entries, _closing(line, number))
            found = replace(found, format=version, signature=_signature(lines, where, version))
            if found.signature:
                _refuse_other_spelling(found, lines[:number])
            return found
        if line[:1].isdigit():
            entries.append(_entry(line, number, len(entries) + 1, version))
        elif line.strip():
            where[_take_header(headers, line, number, version)] = number
    raise BadRecord(len(lines), "the record breaks off here without its closing 'end:' line")


def _closing(line: str, number: int) -> re.Match[str]:
    shape = _END.fullmatch(line.rstrip())
    if not shape:
        raise BadRecord(number, f"'{line.strip()[:80]}' is not a closing line with its seal")
    return shape


def _signature(lines: list[str], where: dict[str, int], version: int) -> str:
    """The signature below the end, if there is one; nothing else may be there."""
    found = ""
    for number, line in enumerate(lines[where["end"] :], where["end"] + 1):
        if line.startswith("signature:") and version > 1 and not found:
            where["signature"], found = number, line.partition(":")[2].strip()
            if not is_signature(found):
                raise BadRecord(number, "this is not a signature: it should be 128 hexadecimal digits")
        elif line.strip():
            raise BadRecord(number, "there is text after the closing 'end:' line")
    return found


def _refuse_other_spelling(record: Record, lines: list[str]) -> None:
    """A signature is over the text, so the same record in other words (`seats: White=A; White=B`) is not signed."""
    written = _unsealed(record).split("\n")
    written[-1] += f" #{record.seal}"
    for number, (line, due) in enumerate(zip_longest(lines, written, fillvalue=""), 1):
        if line.rstrip() != due:
            raise BadRecord(number, f"in a signed record this line should be '{due[:80]}'")


def _entry(line: str, number: int, expected: int, version: int) -> Entry:
    match = _ENTRY[version].fullmatch(line.rstrip())
    if not match:
        raise BadRecord(number, f"'{line.strip()[:80]}' is not an order with its dice and digest")
    if int(match[1]) != expected:
        raise BadRecord(number, f"this is order {match[1]}, but order {expected} is due")
    groups = [[die.partition("/") for die in group.split()] for group in re.findall(r"\[([0-9/? ]+)\]", match[4])]
    faces = tuple(tuple(0 if face == HIDDEN else int(face) for face, _, _ in group) for group in groups)
    sides = tuple(tuple(int(size or 0) for _, _, size in group) for group in groups) if version > 1 else ()
    return Entry(match[2], match[3], faces, match[5], number, sides)


def _take_header(headers: dict[str, str], line: str, number: int, version: int) -> str:
    name, colon, value = line.partition(":")
    if not colon or name not in _HEADERS[version]:
        raise BadRecord(number, f"'{line.strip()[:80]}' is neither a header nor an order")
    if name in headers:
        raise BadRecord(number, f"the header '{name}' appears twice")
    headers[name] = value.strip()
    return name


def _assemble(headers: dict[str, str], where: dict[str, int], entries: list[Entry], closing: re.Match[str]) -> Record:
    for name in ("game", "rules version"):
        if name not in headers:
            raise BadRecord(1, f"the header '{name}' is missing")
    version = headers["rules version"]
    if not _NUMBER.fullmatch(version):
        raise BadRecord(where["rules version"], f"the rules version '{version[:20]}' is not a number")
    if "key" in headers and not is_key(headers["key"]):
        raise BadRecord(where["key"], "this is not a key: it should be ed25519: and 64 hexadecimal digits")
    armies = tuple(filter(None, headers.get("armies", "").split("; ")))
    setup = Setup(_unpair(headers.get("options", "")), armies, headers.get("map", ""), int(version))
    return Record(
        headers["game"],
        setup,
        _unpair(headers.get("seats", "")),
        headers.get("dice", ""),
        headers.get("start", ""),
        tuple(entries),
        closing[1],
        closing[2],
        where,
        data=headers.get("data", ""),
        key=headers.get("key", ""),
    )


def _unpair(text: str) -> dict[str, str]:
    pairs = (item.partition("=") for item in text.split("; ") if item)
    return {key: value for key, _, value in pairs}


def replay(record: Record, game: Game) -> Match:
    """Play a record again by the rules it was made with; a `BadRecord` names the first line that disagrees."""
    if record.game != game.key:
        raise BadRecord(record.lines.get("game", 1), f"this is a record of {record.game}, not of {game.key}")
    if not 0 < record.rules_version <= game.rules_version:
        raise BadRecord(
            record.lines.get("rules version", 1),
            f"the record was made with rules version {record.rules_version} of {game.key}, "
            f"which this Pawnstorm does not know: its rules are version {game.rules_version}",
        )
    _same_data(record, game)
    _refuse_unsigned(record)
    _refuse_hidden(record)
    entries = list(record.entries)
    opening = entries.pop(0) if entries and entries[0].seat == "table" else Entry("table", "start", (), "")
    match = _open_match(record, game, opening)
    if opening.digest:
        _same_digest(match, opening)
    for entry in entries:
        _replay_entry(match, entry)
    _replay_end(match, record)
    return match


def _same_data(record: Record, game: Game) -> None:
    """Format 1 does not say with which data it was played; there only the digests tell."""
    present = game.data_hash()
    if record.format == 1 or record.data == present:
        return
    listed = game.earlier_data()
    # A list without the present data does not say what plays the same as it: somebody has just changed a number.
    if present not in listed or record.rules_version > listed.get(record.data, 0):
        raise BadRecord(
            1,
            f"the record was played with the data {record.data[:20] or '(none)'} of {game.key}, "
            f"which this Pawnstorm does not know: its data is {present or '(none)'}",
        )


def names_table(dice: str) -> bool:
    """Whether a `dice:` header names a web table."""
    return _WEB_TABLE in dice


def _refuse_unsigned(record: Record) -> None:
    """What names a web table, or a key, must be signed."""
    if record.signature and not record.key:
        raise BadRecord(record.lines.get("signature", 1), "the record has a signature, but no key to check it with")
    if record.signature or record.format == 1:
        return
    if record.key or names_table(record.dice):
        line = record.lines.get("end", 1)
        raise BadRecord(line, "the signature is missing: the server of a web table signs every record")


def _check_signature(record: Record) -> None:
    if record.signature and not is_signed_by(record.key, _sealed(record), record.signature):
        raise BadRecord(
            record.lines.get("signature", 1),
            f"the signature is not valid: the key {fingerprint(record.key)} did not sign what is above it",
        )


def _refuse_hidden(record: Record) -> None:
    """A record that was written for one viewer lacks what a replay needs."""
    for entry in record.entries:
        if HIDDEN in (entry.order, entry.digest):
            _check_signature(record)
            raise BadRecord(entry.line, "this record was written for one viewer and hides what a replay needs")
    if record.start == HIDDEN:
        _check_signature(record)
        raise BadRecord(record.lines.get("start", 1), "this record hides the position that it begins with")


def _open_match(record: Record, game: Game, opening: Entry) -> Match:
    try:
        return Match(game, record.setup, RecordedTower(opening.faces, opening.sides), record.start)
    except BadPosition as bad_start:
        raise BadRecord(record.lines.get("start", 1), str(bad_start)) from None
    except UsageError as bad_setup:
        raise BadRecord(record.lines.get("options", 1), str(bad_setup)) from None
    except PawnstormError as bad_opening:
        raise BadRecord(opening.line or 1, str(bad_opening)) from None


def _replay_entry(match: Match, entry: Entry) -> None:
    if entry.seat not in match.seats:
        raise BadRecord(entry.line, f"{match.game.key} has no seat '{entry.seat}'")
    tower = RecordedTower(entry.faces, entry.sides)
    match.tower = tower
    try:
        _repeat(match, match.seats.index(entry.seat), entry.order)
    except PawnstormError as error:
        raise BadRecord(entry.line, f"'{entry.order}' cannot be replayed: {error}") from None
    if tower.left_over():
        raise BadRecord(entry.line, f"'{entry.order}' has more dice than it needs")
    _same_digest(match, entry)


def _repeat(match: Match, seat: int, order: str) -> None:
    """Carry out an order again; a seat may have resigned in anybody's turn."""
    if order != RESIGNS:
        match.add(match.step_for(seat, order))
    elif match.add_resignation(seat, match.step_for_resigning(seat)) is None:
        raise PawnstormError("resigning ends this game, so nobody plays on")


def _same_digest(match: Match, entry: Entry) -> None:
    if match.steps[-1].digest != entry.digest:
        raise BadRecord(entry.line, f"'{entry.order}' with these dice does not lead to the position recorded")


def _close_again(match: Match, end: str) -> None:
    for seat, name in enumerate(match.seats):
        if match.ending is None and end.endswith(f": {name} {RESIGNS}"):
            match.add_resignation(seat, match.step_for_resigning(seat))
    if match.ending is None and end.endswith(f": {DRAW_AGREED}"):
        match.agree_draw()


def _replay_end(match: Match, record: Record) -> None:
    """Repeat how the players closed the match, then compare the closing line."""
    try:
        _close_again(match, record.end)
    except PawnstormError as error:
        raise BadRecord(record.lines.get("end", 1), f"'{record.end}' cannot be replayed: {error}") from None
    found = end_text(match)
    if found != record.end:
        raise BadRecord(record.lines.get("end", 1), f"the record ends with '{record.end}', the replay with '{found}'")
    if record.seal and record.seal != short_hash(_unsealed(record)):
        raise BadRecord(record.lines.get("end", 1), "the seal does not match: something above was changed afterwards")
    _check_signature(record)
