"""The choices of the seat to act as a tree: stack, tile, group; cards with what they need; each leaf with its odds."""

from typing import Final

from pawnstorm.core.odds import odds
from pawnstorm.core.view import Chance, Offer, Part
from pawnstorm.games.trench_checkers.notation import write
from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    BACK_FROM_LEAVE,
    FIELD_MEDIC,
    FIELD_PROMOTION,
    NAPALM,
    SUICIDE_MISSION,
)
from pawnstorm.games.trench_checkers.pieces.kinds import COMPANY_BITS, NAMES, SIDES
from pawnstorm.games.trench_checkers.rules.combat import bonus_of, die_of, napalm_of, rolls_of
from pawnstorm.games.trench_checkers.state import (
    AFTER_DICE,
    BEFORE_DICE,
    DECLARE_ATTACK,
    DICE,
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
from pawnstorm.games.trench_checkers.view.words import CARDS, TITLES, card_token, pieces_text

_KINDS: Final = {STEP: "move", DECLARE_ATTACK: "attack", PLAY_CARD: "card", PLACE_TERRAIN: "terrain"}
_NEEDING_MORE: Final = (FIELD_MEDIC, AIR_STRIKE, FIELD_PROMOTION, SUICIDE_MISSION, BACK_FROM_LEAVE)
"""Effects of cards that need a piece or a tile."""
_DECLINING: Final = {END_MOVES: "No more moves", HOLD_BACK: "No attack", PASS: "No card"}


def offers_of(position: Position) -> tuple[Offer, ...]:
    """The choices, in the order of the legal orders: stacks first, then cards, then declining."""
    by_stack: dict[int, list[int]] = {}
    by_card: dict[int, list[int]] = {}
    others: list[int] = []
    for move in position.legal():
        what = what_of(move)
        if what in (STEP, DECLARE_ATTACK):
            by_stack.setdefault(origin_of(move), []).append(move)
        elif what == PLAY_CARD:
            by_card.setdefault(card_of(move), []).append(move)
        else:
            others.append(move)
    return (
        *(_stack(position, origin, moves) for origin, moves in by_stack.items()),
        *(_card(position, card, moves) for card, moves in by_card.items()),
        *(_leaf(position, move) for move in others),
    )


def _stack(position: Position, origin: int, moves: list[int]) -> Offer:
    """All that a stack may do, tile by tile."""
    name = position.laws.field.grid.name
    by_tile: dict[int, list[int]] = {}
    for move in moves:
        by_tile.setdefault(landing_of(move), []).append(move)
    company = position.crossers if origin == position.crossing else position.board[origin] & COMPANY_BITS
    options = tuple(_tile(position, landing, found) for landing, found in by_tile.items())
    return Offer(f"{pieces_text(company).capitalize()} on {name(origin)}", "piece", name(origin), options=options)


def _tile(position: Position, landing: int, moves: list[int]) -> Offer:
    if len(moves) == 1:
        return _leaf(position, moves[0])
    name = position.laws.field.grid.name(landing)
    return Offer(f"To {name}", "tile", name, options=tuple(_leaf(position, move) for move in moves))


def _card(position: Position, card: int, moves: list[int]) -> Offer:
    """A card of the hand, by its token; the piece or tile that it needs is chosen next."""
    token = card_token(int(position.to_act), card, 0)
    if CARDS[card].effect not in _NEEDING_MORE:
        return _leaf(position, moves[0], token)
    options = tuple(_leaf(position, move) for move in moves)
    return Offer(f"Play {TITLES[card]}", "card", options=options, token=token)


def _leaf(position: Position, move: int, token: str = "") -> Offer:
    order, what = write(position, move), what_of(move)
    chances = tuple(Chance(result, chance) for result, chance in odds(position, move).items())
    parts = fight_parts(position, move) if chances else ()
    return Offer(
        _text(position, move),
        _KINDS.get(what, "pass" if what in _DECLINING else "choice"),
        _cell(position, move),
        order,
        chances,
        parts,
        token=token,
    )


def _cell(position: Position, move: int) -> str:
    at = landing_of(move) if what_of(move) in _KINDS else 0
    return position.laws.field.grid.name(at) if at else ""


def _text(position: Position, move: int) -> str:
    what, to = what_of(move), _cell(position, move)
    if what == STEP:
        return f"Move {pieces_text(whom_of(move))} to {to}"
    if what == DECLARE_ATTACK:
        return f"Attack {to}"
    if what == PLACE_TERRAIN:
        return f"Terrain on {to}"
    if what == NAME_FIRST:
        return f"{SIDES[landing_of(move)]} goes first"
    if what == LOSE_PIECE:
        return f"Give up a {NAMES[whom_of(move)]}"
    return _card_text(move, to) if what == PLAY_CARD else _DECLINING[what]


def _card_text(move: int, to: str) -> str:
    card = card_of(move)
    if CARDS[card].effect in (AIR_STRIKE, FIELD_PROMOTION, BACK_FROM_LEAVE):
        return f"{TITLES[card]} on {to}"
    return f"{TITLES[card]}: {NAMES[whom_of(move)]}" if whom_of(move) else TITLES[card]


def fight_parts(position: Position, move: int) -> tuple[Part, ...]:
    """What each side brings to the combat that an order starts, before the dice."""
    after = position.copy()
    assert isinstance(after, Position)
    after.play(move)
    while after.to_act >= 0 and after.phase == BEFORE_DICE:
        after.play(after.decline())
    if after.phase not in (DICE, AFTER_DICE) or not after.target:
        return ()
    return tuple(part for seat in (int(after.side), int(1 - after.side)) for part in _side_parts(after, seat))


def _side_parts(position: Position, seat: int) -> list[Part]:
    cell = position.origin if seat == position.side else position.target
    name = position.laws.field.grid.name(cell) if cell else ""
    rolls = int(rolls_of(position, seat))
    die = f"d{die_of(position, seat)}" + (f", best of {rolls}" if rolls > 1 else "")
    parts = [Part(die, name, seat, 0)]
    napalm = int(napalm_of(position, seat))
    cover = int(bonus_of(position, seat)) - napalm
    if napalm:
        parts.append(Part(TITLES[NAPALM], name, seat, napalm))
    if cover:
        parts.append(Part("Trench", name, seat, cover))
    return parts
