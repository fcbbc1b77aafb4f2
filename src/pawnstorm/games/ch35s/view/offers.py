"""Choices as trees: model, action, then zone or target; each leaf is an order with its odds and terms."""

from typing import Final

from pawnstorm.core.odds import odds
from pawnstorm.core.view import Chance, Offer, Part
from pawnstorm.games.ch35s.notation import write
from pawnstorm.games.ch35s.pieces import NUMBERS, STARTERS_OF, UPGRADES
from pawnstorm.games.ch35s.rules.army import sheet_of
from pawnstorm.games.ch35s.rules.attacking import has_extra_attack, has_force_field, success_faces
from pawnstorm.games.ch35s.rules.board import path
from pawnstorm.games.ch35s.rules.moving import zones_with
from pawnstorm.games.ch35s.rules.refusals import called
from pawnstorm.games.ch35s.state import (
    ADD,
    AUTO,
    BOMBS,
    CASTS_VISIONS,
    CHOOSE,
    COMMANDING,
    DECLINE,
    DONE,
    DRAFT,
    DROPS,
    EXPLODES,
    GIVE,
    GO,
    HALT,
    HAS_COMMANDED,
    HOLD,
    KEEP,
    PASS,
    PUSHES,
    PUT,
    SHOOT,
    STEP,
    STOP,
    TAKE,
    TELEPORTS,
    WAS_COMMANDED,
    Position,
    actor_of,
    acts_of,
    damage_of,
    number_of,
    side_of,
    target_of,
    what_of,
    where,
    zone_of,
)
from pawnstorm.games.ch35s.view.words import faces_from
from pawnstorm.kit.moves import group_moves

_PLAIN: Final = {
    HOLD: ("hold", "Hold (spend an action on nothing)"),
    STOP: ("stop", "Stop (end the turn, keep the other actions)"),
    DECLINE: ("decline", "Decline"),
    PASS: ("pass", "No strike"),
    HALT: ("halt", "End the move"),
    AUTO: ("auto", "Deploy the rest"),
    DONE: ("done", "Done"),
}
_ABILITIES: Final = {
    TELEPORTS: ("teleport", "Teleportation"),
    PUSHES: ("push", "Force Push"),
    BOMBS: ("bomb", "Hard Light Bomb"),
    COMMANDING: ("command", "Mental Command"),
}
_ALONE: Final = {EXPLODES: ("explode", "Self Explosion"), CASTS_VISIONS: ("visions", "Chaotic Visions")}


def token_id(unit: int) -> str:
    """The id of a model in views."""
    return f"u{unit}"


def offers(position: Position) -> tuple[Offer, ...]:
    """Everything the seat to act may choose now."""
    moves = position.legal()
    if position.phase == DRAFT:
        return _draft_offers(position, moves)
    found: list[Offer] = []
    models = [move for move in moves if what_of(move) not in _PLAIN]
    for unit, group in group_moves(models, lambda move: int(actor_of(move))).items():
        found.append(_model_offer(position, unit, group))
    found += [_plain_offer(position, move) for move in moves if what_of(move) in _PLAIN]
    return tuple(found)


def _plain_offer(position: Position, move: int) -> Offer:
    kind, text = _PLAIN[int(what_of(move))]
    return Offer(text, kind, order=write(position, move))


def _model_offer(position: Position, unit: int, moves: list[int]) -> Offer:
    """CH-31: the choices of one model, or of several equal ones."""
    name = called(position, unit)
    if what_of(moves[0]) in (PUT, KEEP, DROPS):
        leaves = tuple(_entry_leaf(position, move) for move in moves)
        return Offer(name, "reserve", options=leaves, token=token_id(unit))
    cell = str(where(position.units[unit]))
    return Offer(
        _described(position, unit), "piece", cell, options=_action_offers(position, moves), token=token_id(unit)
    )


def _described(position: Position, unit: int) -> str:
    """A model with its zone, and what distinguishes it from others of its type there."""
    word = int(position.units[unit])
    facts = (
        (f"{damage_of(word)} damage", damage_of(word) > 0),
        ("commanded", bool(word & WAS_COMMANDED)),
        ("has commanded", bool(word & HAS_COMMANDED)),
        (f"acted {acts_of(word)}", acts_of(word) > 0),
    )
    marks = ", ".join(text for text, there in facts if there)
    return f"{called(position, unit)} in zone {where(word)}" + (f" ({marks})" if marks else "")


def _entry_leaf(position: Position, move: int) -> Offer:
    what, zone = int(what_of(move)), int(zone_of(move))
    kind, text = {PUT: ("place", f"Zone {zone}"), KEEP: ("keep", "Keep back"), DROPS: ("drop", f"Zone {zone}")}[what]
    return Offer(text, kind, str(zone) if zone else "", write(position, move), token=token_id(int(actor_of(move))))


def _action_offers(position: Position, moves: list[int]) -> tuple[Offer, ...]:
    found: list[Offer] = []
    for what, group in group_moves(moves, lambda move: int(what_of(move))).items():
        if what in _ABILITIES:
            found.append(_ability_offer(position, what, group))
        else:
            found += [_leaf(position, move) for move in group]
    return tuple(found)


def _leaf(position: Position, move: int) -> Offer:
    what, unit = int(what_of(move)), int(actor_of(move))
    order, here = write(position, move), str(where(position.units[unit]))
    if what in (GO, STEP):
        zone = str(zone_of(move))
        text = "Move out and back" if zone == here else f"Move to zone {zone}"
        return Offer(text, "move", zone, order, path=_way(position, move))
    if what == SHOOT:
        target = int(target_of(move))
        cell, parts = str(where(position.units[target])), attack_parts(position, unit, target)
        text = f"Attack {_described(position, target)}"
        return Offer(text, "attack", cell, order, _chances(position, move), parts, token=token_id(target))
    kind, text = _ALONE[what]
    parts = _blast_parts(position, move, "model") if what == EXPLODES else ()
    return Offer(text, kind, here, order, _chances(position, move), parts, token=token_id(unit))


def _way(position: Position, move: int) -> tuple[str, ...]:
    """CH-34: the zones that a move enters."""
    stops = zones_with(position, 1 - position.side)
    zones = path(where(position.units[actor_of(move)]), zone_of(move), stops)
    return tuple(map(str, zones))


def _chances(position: Position, move: int) -> tuple[Chance, ...]:
    return tuple(Chance(result, chance) for result, chance in odds(position, move).items())


def _ability_offer(position: Position, what: int, moves: list[int]) -> Offer:
    """An ability, then its target or zone; abilities that move another model ask for the model first."""
    kind, title = _ABILITIES[what]
    unit = int(actor_of(moves[0]))
    here = str(where(position.units[unit]))
    if what == BOMBS:
        leaves = tuple(_bomb_leaf(position, move) for move in moves)
    elif what == COMMANDING:
        leaves = tuple(_aimed_leaf(position, move, kind) for move in moves)
    else:
        targets = group_moves(moves, lambda move: int(target_of(move)))
        leaves = tuple(_target_offer(position, kind, target, group) for target, group in targets.items())
    return Offer(title, kind, here, options=leaves, token=token_id(unit))


def _bomb_leaf(position: Position, move: int) -> Offer:
    order = write(position, move)
    parts = _blast_parts(position, move, "enemy")
    return Offer(f"Zone {zone_of(move)}", "bomb", str(zone_of(move)), order, _chances(position, move), parts)


def _aimed_leaf(position: Position, move: int, kind: str) -> Offer:
    target = int(target_of(move))
    text = f"Command {_described(position, target)}"
    return Offer(text, kind, str(where(position.units[target])), write(position, move), token=token_id(target))


def _target_offer(position: Position, kind: str, target: int, moves: list[int]) -> Offer:
    leaves = tuple(Offer(f"Zone {zone_of(move)}", kind, str(zone_of(move)), write(position, move)) for move in moves)
    whose = "" if side_of(target) == position.side else "enemy "
    text = f"{whose}{_described(position, target)}"
    return Offer(text, kind, str(where(position.units[target])), options=leaves, token=token_id(target))


def attack_parts(position: Position, unit: int, target: int) -> tuple[Part, ...]:
    """CH-37, CH-47: the dice of an attack, term by term."""
    side, strength = int(side_of(unit)), int(position.forces.strength[position.kind_of(unit)])
    parts = [Part("Strength", str(where(position.units[unit])), side, strength, "dice")]
    if has_force_field(position, target) and strength > 1:
        parts.append(Part("Force Field", str(where(position.units[target])), side, -1, "dice"))
    parts.append(Part(_success(position, unit, target), "", side, 0, "dice"))
    return tuple(parts)


def _success(position: Position, unit: int, target: int) -> str:
    """CH-37 to CH-39, CH-45, CH-46: which faces hit, and what a hit does."""
    least = 7 - int(success_faces(position, side_of(target)))
    damage = int(position.forces.damage[position.kind_of(unit)])
    text = f"each {faces_from(least)} hits for {damage} damage"
    return f"{text}, each 6 brings another die" if has_extra_attack(position, unit) else text


def _blast_parts(position: Position, move: int, whom: str) -> tuple[Part, ...]:
    """CH-53, CH-A36, CH-A40: how many dice are thrown for each model in the zone, and which of them hurt."""
    unit = int(actor_of(move))
    dice = int(position.forces.explosion_dice[position.kind_of(unit)]) if what_of(move) == EXPLODES else 1
    count = "1 die" if dice == 1 else f"{dice} dice"
    text = f"{count} for each {whom} in the zone, each {faces_from(int(NUMBERS.blast_success))} is 1 damage"
    return (Part(text, str(zone_of(move) or where(position.units[unit])), int(side_of(unit)), 0, "dice"),)


def _draft_offers(position: Position, moves: list[int]) -> tuple[Offer, ...]:
    sheet = sheet_of(position, position.side)
    found: list[Offer] = []
    for what, title in ((TAKE, "Take a sample army"), (CHOOSE, "Build from a sheet")):
        group = [move for move in moves if what_of(move) == what]
        if group:
            leaves = tuple(Offer(_army_title(position, move), "army", order=write(position, move)) for move in group)
            found.append(Offer(title, "army", options=leaves))
    for move in moves:
        number = int(number_of(move))
        if what_of(move) == ADD and sheet:
            model = sheet.models[number]
            found.append(Offer(f"{model.name} ({model.cost} points)", "add", order=write(position, move)))
        elif what_of(move) == GIVE and sheet:
            upgrade = sheet.models[number // UPGRADES].upgrades[number % UPGRADES]
            text = f"{sheet.models[number // UPGRADES].name}: {upgrade.name} ({upgrade.cost} points each)"
            found.append(Offer(text, "upgrade", order=write(position, move)))
        elif what_of(move) == DONE:
            found.append(_plain_offer(position, move))
    return tuple(found)


def _army_title(position: Position, move: int) -> str:
    number, book = int(number_of(move)), position.laws.book
    if what_of(move) == CHOOSE:
        return book.built_in[number].title
    sheet = book.built_in[number // STARTERS_OF]
    return f"{sheet.starters[number % STARTERS_OF].name} ({sheet.title})"
