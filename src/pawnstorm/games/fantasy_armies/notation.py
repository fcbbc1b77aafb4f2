"""Notation: orders as plain words and squares, and the sentences that refuse them."""

import re
from typing import Final

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.games.fantasy_armies.pieces import LIST_KEYS, SIDES, WARD
from pawnstorm.games.fantasy_armies.rules import refusals
from pawnstorm.games.fantasy_armies.rules.refusals import expected, with_article
from pawnstorm.games.fantasy_armies.state import (
    ADD_PIECE,
    APPEAR_ON,
    BECOME,
    CAST_SPELL,
    CHOOSE_LIST,
    CHOOSE_SQUARE,
    DECLINE,
    DONE,
    EMPTY,
    EN_PASSANT,
    GO,
    NAME_FIRST,
    PICK_PASSENGER,
    PLACE,
    PLACE_REST,
    RAISE_BODY,
    SHOOT,
    START_DIG,
    STOP,
    TAKE_STARTER,
    TRY_MOVE,
    Position,
    number_of,
    origin_of,
    pack,
    target_of,
    type_of,
    what_of,
)
from pawnstorm.kit.chessboard import GRID

_SQUARE: Final = "([a-h][1-8])"
_GO: Final = re.compile(rf"{_SQUARE} ?([x:-]?) ?{_SQUARE}")
_SHOT: Final = re.compile(rf"{_SQUARE} ?(?:\*|shoots?(?: at)?) ?{_SQUARE}")
_CAST: Final = re.compile(rf"{_SQUARE} casts? (.+?)(?: (?:at|on) {_SQUARE})?")
_ALONE: Final = re.compile(rf"{_SQUARE} (digs|tries)")
_CHOICE: Final = re.compile(rf"(to|teleport) {_SQUARE}")
_PLACE: Final = re.compile(rf"(.+?) ?@ ?{_SQUARE}")
_PLAIN_WORDS: Final = {
    "stop": pack(0, 0, STOP),
    "decline": pack(0, 0, DECLINE),
    "deploy": pack(0, 0, PLACE_REST),
    "done": pack(0, 0, DONE),
    "white begins": pack(0, 0, NAME_FIRST, 0),
    "black begins": pack(0, 0, NAME_FIRST, 1),
}
_FORMS: Final = {
    SHOOT: "{origin} shoots {target}",
    START_DIG: "{origin} digs",
    TRY_MOVE: "{origin} tries",
    STOP: "stop",
    DECLINE: "decline",
    PICK_PASSENGER: "teleport {target}",
    APPEAR_ON: "to {target}",
    RAISE_BODY: "raise {name}",
    PLACE: "{name}@{target}",
    BECOME: "={name}",
    PLACE_REST: "deploy",
    ADD_PIECE: "+{name}",
    DONE: "done",
}
_LONGEST: Final = 80


def write(position: Position, move: int) -> str:
    """An order as text: `e2-e4`, `e2xd3`, `e2 shoots e4`, `d1 casts Fireblast at d4`, `Archer@b2`, `+Archer`."""
    what, number = int(what_of(move)), int(number_of(move))
    origin, target = GRID.name(origin_of(move)), GRID.name(target_of(move))
    if what in (GO, EN_PASSANT):
        return f"{origin}{'x' if attacks(position, move) else '-'}{target}"
    if what == CAST_SPELL:
        return _write_spell(position, move)
    if what in (TAKE_STARTER, CHOOSE_LIST):
        return f"{'take' if what == TAKE_STARTER else 'list'} {LIST_KEYS[number]}"
    if what == NAME_FIRST:
        return f"{SIDES[number]} begins"
    return _FORMS[what].format(origin=origin, target=target, name=position.laws.book.names[number])


def _write_spell(position: Position, move: int) -> str:
    book, spell = position.laws.book, number_of(move)
    text = f"{GRID.name(origin_of(move))} casts {book.spell_names[spell]}"
    if target_of(move) == origin_of(move):
        return text
    return f"{text} {'on' if book.verb[spell] == WARD else 'at'} {GRID.name(target_of(move))}"


def attacks(position: Position, move: int) -> bool:
    """Whether an order starts a fight."""
    what = what_of(move)
    return what == EN_PASSANT or (what == GO and position.board[target_of(move)] != EMPTY)


def read(position: Position, legal: list[int], text: str) -> int:
    """The legal order a text means; capitals and extra blanks do not matter."""
    order = " ".join(text.split()).lower()
    if len(order) > _LONGEST:
        raise Refused(Refusal.UNREADABLE, "an order is one short line")
    for shape, reader in ((_GO, _read_go), (_SHOT, _read_shot), (_CAST, _read_cast), (_ALONE, _read_alone)):
        found = shape.fullmatch(order)
        if found:
            return reader(position, legal, found)
    found = _PLACE.fullmatch(order)
    if found:
        return _read_place(position, legal, found)
    return _read_words(position, legal, order, text.strip())


def _refuse(sentence: str) -> Refused:
    return Refused(Refusal.ILLEGAL, sentence)


def _read_go(position: Position, legal: list[int], found: re.Match[str]) -> int:
    origin, landing, sign = GRID.find(found[1]), GRID.find(found[3]), found[2]
    for what in (GO, EN_PASSANT):
        move = int(pack(origin, landing, what))
        if move in legal:
            if sign in ("x", ":") and not attacks(position, move):
                raise _refuse(f"there is nobody to attack on {found[3]}")
            if sign == "-" and attacks(position, move):
                raise _refuse(f"there is an enemy on {found[3]}: write {write(position, move)} to attack it")
            return move
    raise _refuse(refusals.why_no_move(position, origin, landing))


def _read_shot(position: Position, legal: list[int], found: re.Match[str]) -> int:
    origin, target = GRID.find(found[1]), GRID.find(found[2])
    move = int(pack(origin, target, SHOOT))
    if move in legal:
        return move
    raise _refuse(refusals.why_no_shot(position, origin, target))


def _read_cast(position: Position, legal: list[int], found: re.Match[str]) -> int:
    origin = GRID.find(found[1])
    target = GRID.find(found[3]) if found[3] else origin
    stopped = refusals.why_not_usable(position, origin)
    if stopped:
        raise _refuse(stopped)
    spell = _spell_of(position, origin, found[2])
    move = int(pack(origin, target, CAST_SPELL, spell))
    if move in legal:
        return move
    raise _refuse(refusals.why_no_spell(position, origin, target, spell))


def _spell_of(position: Position, caster: int, name: str) -> int:
    book, kind = position.laws.book, type_of(position.board[caster])
    first = int(book.first_spell[kind])
    known = book.spell_names[first : first + int(book.spells[kind])]
    for place, spell in enumerate(known):
        if spell.lower().rstrip("!") == name.rstrip("!"):
            return first + place
    if not known:
        raise _refuse(f"{with_article(book.names[kind])} casts no spells (FA-41)")
    raise _refuse(f"{with_article(book.names[kind])} does not know '{name}', only {', '.join(known)} (FA-41)")


def _read_alone(position: Position, legal: list[int], found: re.Match[str]) -> int:
    origin = GRID.find(found[1])
    move = int(pack(origin, origin, START_DIG if found[2] == "digs" else TRY_MOVE))
    if move in legal:
        return move
    stopped = refusals.why_not_usable(position, origin)
    if stopped:
        raise _refuse(stopped)
    name = refusals.piece_name(position, origin)
    if found[2] == "digs":
        raise _refuse(f"{with_article(name)} cannot dig now (FA-57)")
    raise _refuse(f"the {name} is not entangled, or has no move to try (FA-A74)")


def _read_place(position: Position, legal: list[int], found: re.Match[str]) -> int:
    kind, square = _kind_of(position, found[1]), GRID.find(found[2])
    move = int(pack(0, square, PLACE, kind))
    if move in legal:
        return move
    raise _refuse(refusals.why_no_place(position, kind, square))


def _kind_of(position: Position, name: str) -> int:
    """The type of a name or of a two-letter code, from the list of the seat to act."""
    book, army = position.laws.book, int(position.list_of(position.side))
    for kind in book.types[army] if army >= 0 else ():
        if name.lower() in (book.names[kind].lower(), book.codes[kind].lower()):
            return kind
    if army < 0:
        raise _refuse(expected(position))
    known = ", ".join(book.names[kind] for kind in book.types[army])
    raise _refuse(f"{book.titles[army]} has no piece '{name}', only {known} (FA-07)")


def _read_words(position: Position, legal: list[int], order: str, text: str) -> int:
    move = _word_move(position, order)
    if move in legal:
        return move
    if move >= 0:
        raise _refuse(f"'{text}' is not possible now: {expected(position)}")
    raise Refused(Refusal.UNREADABLE, f"'{text}' is not an order: {expected(position)}")


def _word_move(position: Position, order: str) -> int:
    """The order that words mean, legal or not; -1 if they mean none."""
    if order in _PLAIN_WORDS:
        return int(_PLAIN_WORDS[order])
    choice = _CHOICE.fullmatch(order)
    if choice:
        return int(pack(0, GRID.find(choice[2]), APPEAR_ON if choice[1] == "to" else PICK_PASSENGER))
    if position.phase == CHOOSE_SQUARE and GRID.find(order) >= 0:
        return int(pack(0, GRID.find(order), APPEAR_ON))
    for sign, what in (("+", ADD_PIECE), ("=", BECOME), ("raise ", RAISE_BODY)):
        if order.startswith(sign) and order[len(sign) :].strip():
            kind = _kind_of(position, order[len(sign) :].strip())
            place = int(position.actor) if what == BECOME else 0
            return int(pack(place, place, what, kind))
    verb, _, army = order.partition(" ")
    if verb in ("take", "list") and army in LIST_KEYS:
        return int(pack(0, 0, TAKE_STARTER if verb == "take" else CHOOSE_LIST, LIST_KEYS.index(army)))
    return -1
