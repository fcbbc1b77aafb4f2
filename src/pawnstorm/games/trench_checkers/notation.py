"""Notation: orders as short texts, and how they are read back.

first Red            who goes first             c4xc5        an attack
terrain c4           a piece of terrain         hold         no attack
c3-c4  d9CV-d8       a move, of a group if the  lose S       the piece that Last Stand takes
                     stack leaves a choice      napalm       a card; some say more:
end                  no more moves              medic S  suicide V  strike d6  promote c3  leave a1
pass                 no card
"""

import re
from typing import Final

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    BACK_FROM_LEAVE,
    FIELD_MEDIC,
    FIELD_PROMOTION,
    SUICIDE_MISSION,
)
from pawnstorm.games.trench_checkers.pieces.kinds import COMPANY_BITS, GROUPS, LETTERS, SIDES, company_text
from pawnstorm.games.trench_checkers.rules.refusals import why_no_attack, why_no_card, why_no_step, why_no_word
from pawnstorm.games.trench_checkers.state import (
    DECLARE_ATTACK,
    END_MOVES,
    HOLD_BACK,
    LOSE_PIECE,
    NAME_FIRST,
    PASS,
    PLACE_TERRAIN,
    PLAY_CARD,
    STEP,
    Position,
    card_of,
    landing_of,
    origin_of,
    what_of,
    whom_of,
)

_STEP: Final = re.compile(r"([a-l]\d+)([CVScvs]*)\s*([-x:]?)\s*([a-l]\d+)")
_WORDS: Final = {END_MOVES: "end", HOLD_BACK: "hold", PASS: "pass"}
_FORMS: Final = "write c3-c4, c3V-c4, c4xc5, end, hold, pass, or a card such as napalm"


def write(position: Position, move: int) -> str:
    """An order as text."""
    what, name = what_of(move), position.laws.field.grid.name
    if what == STEP:
        return f"{name(origin_of(move))}{_group(position, move)}-{name(landing_of(move))}"
    if what == DECLARE_ATTACK:
        return f"{name(origin_of(move))}x{name(landing_of(move))}"
    if what == PLAY_CARD:
        return f"{position.laws.deck.keys[card_of(move)]}{_detail(position, move)}"
    if what == PLACE_TERRAIN:
        return f"terrain {name(landing_of(move))}"
    if what == NAME_FIRST:
        return f"first {SIDES[landing_of(move)]}"
    return f"lose {LETTERS[whom_of(move)]}" if what == LOSE_PIECE else _WORDS[what]


def _group(position: Position, move: int) -> str:
    """The letters of the group, if the stack leaves a choice."""
    origin = origin_of(move)
    company = position.crossers if origin == position.crossing else position.board[origin] & COMPANY_BITS
    alone = origin == position.crossing or len(GROUPS[company]) == 1
    return "" if alone else company_text(whom_of(move))


def _detail(position: Position, move: int) -> str:
    effect = position.laws.effect[card_of(move)]
    if effect in (FIELD_MEDIC, SUICIDE_MISSION):
        return f" {LETTERS[whom_of(move)]}"
    named = effect in (AIR_STRIKE, FIELD_PROMOTION, BACK_FROM_LEAVE)
    return f" {position.laws.field.grid.name(landing_of(move))}" if named else ""


def cell_named_by(move: int) -> int:
    """The cell of an order: where its stack is, or the cell it names; 0 if there is none."""
    what = what_of(move)
    return 0 if what == NAME_FIRST else int(origin_of(move) if what in (STEP, DECLARE_ATTACK) else landing_of(move))


def read(position: Position, legal: list[int], text: str) -> int:
    """The legal order a text means; capitals, blanks and the full names of cards do not matter."""
    order = " ".join(text.split())
    for move in legal:
        if write(position, move).lower() == order.lower():
            return move
    shape = _STEP.fullmatch(order)
    if shape:
        return _read_step(position, legal, shape)
    plain = _keyed(position, order.lower())
    for move in legal:
        if write(position, move).lower() == plain:
            return move
    raise _refusal(position, plain, order)


def _keyed(position: Position, order: str) -> str:
    """An order with the title of a card replaced by its key."""
    for card in position.laws.deck.cards:
        if order.startswith(card.title.lower()):
            return card.key + order[len(card.title) :]
    return order


def _read_step(position: Position, legal: list[int], shape: re.Match[str]) -> int:
    """A move or attack; without letters, the only group that can go there."""
    grid = position.laws.field.grid
    origin, landing = grid.find(shape[1]), grid.find(shape[4])
    attack = shape[3] in ("x", ":")
    wanted = "".join(sorted(shape[2].upper(), key="CVS".index))
    fitting = [
        move
        for move in legal
        if what_of(move) in (STEP, DECLARE_ATTACK)
        and (origin_of(move), landing_of(move)) == (origin, landing)
        and (not shape[3] or (what_of(move) == DECLARE_ATTACK) == attack)
        and (not wanted or (what_of(move) == STEP and company_text(whom_of(move)) == wanted))
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        several = " or ".join(write(position, move) for move in fitting)
        raise Refused(Refusal.ILLEGAL, f"'{shape[0]}' could be {several}")
    for name, cell in ((shape[1], origin), (shape[4], landing)):
        if cell < 0:
            raise Refused(Refusal.ILLEGAL, f"the field has no tile {name}")
    why = why_no_attack(position, origin, landing) if attack else why_no_step(position, origin, landing, wanted)
    raise Refused(Refusal.ILLEGAL, why)


def _refusal(position: Position, order: str, text: str) -> Refused:
    """Why a text that is not a move cannot be an order now."""
    word, _, detail = order.partition(" ")
    card = position.laws.deck.find(word)
    if card >= 0:
        return Refused(Refusal.ILLEGAL, why_no_card(position, card, detail))
    why = why_no_word(position, word, detail)
    if why:
        return Refused(Refusal.ILLEGAL, why)
    return Refused(Refusal.UNREADABLE, f"'{text[:40]}' is not an order: {_FORMS}")
