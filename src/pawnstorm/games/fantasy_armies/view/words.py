"""Events and results of dice in words, with their rules (FA-A57: everything is announced)."""

from typing import Final

from pawnstorm.core.events import Event, Fact
from pawnstorm.games.fantasy_armies.pieces import LIST_KEYS, SIDES, Book, halves_text
from pawnstorm.games.fantasy_armies.rules import fighting, hits
from pawnstorm.games.fantasy_armies.rules.dice import counts_together, pool
from pawnstorm.games.fantasy_armies.rules.shooting import GOOD_FACE, HIT, MISHAP
from pawnstorm.games.fantasy_armies.rules.turns import threshold
from pawnstorm.games.fantasy_armies.state import (
    ADD_PIECE,
    CAST,
    CHOOSE_LIST,
    DIG,
    FIGHT,
    RAIN_DROP,
    ROLL_DEPLOY,
    ROLL_DRAFT,
    SAVE,
    SHOT,
    TAKE_STARTER,
    TEAR_LOOSE,
    Position,
    side_of,
    type_of,
)
from pawnstorm.kit.chessboard import GRID

_RULES: Final = {
    "moved": ("move", "FA-23", "{piece} moves {0} to {1}."),
    "attacks": ("attack", "FA-27", "{piece} {0} attacks {other} {1}."),
    "won": ("fight", "FA-29", "{piece} {0} wins the fight; {other} {1} is hit."),
    "back": ("back", "FA-34", "Both live, and {piece} goes back to {0}."),
    "saves": ("save", "FA-34", "{piece} {0} holds on {number}+."),
    "falls": ("loss", "FA-33", "{piece} {0} needed {number}+ and falls."),
    "grows": ("growth", "FA-64", "{piece} {0} grows by its victory."),
    "shoots": ("shot", "FA-37", "{piece} {0} shoots at {other} {1}."),
    "hit": ("hit", "FA-38", "{piece} {0} is hit."),
    "missed": ("miss", "FA-37", f"{{piece}} {{0}} is missed: the shot needed a {GOOD_FACE} or 6."),
    "burst": ("mishap", "FA-58", "{piece} {0} bursts and is gone."),
    "backfired": ("mishap", "FA-59", "{piece} {0} is hit by its own shot."),
    "digs": ("dig", "FA-57", "{piece} {0} begins to dig."),
    "tunnels": ("dig", "FA-57", "{piece} {0} gets through and may come up anywhere."),
    "stays": ("dig", "FA-A52", "{piece} {0} does not get through."),
    "tries": ("try", "FA-68", "{piece} {0} is entangled and tries to move."),
    "tears loose": ("try", "FA-A49", "{piece} {0} tears loose and must move."),
    "is held": ("try", "FA-68", "{piece} {0} is held, and the turn is lost."),
    "becomes": ("promotion", "FA-A13", "{side}'s P on {0} is now {name}."),
    "rises": ("raise", "FA-62", "{piece} rises on {0}."),
    "placed": ("deploy", "FA-19", "{side} sets {name} up on {0}."),
}
"""Facts about pieces: the kind of event, the rule, and the words."""

_PAIRS: Final = ("moved", "attacks", "won", "shoots")
"""Facts that name two squares."""


def called(book: Book, cell: int) -> str:
    """A piece with its owner."""
    return f"{SIDES[side_of(cell)]}'s {book.names[type_of(cell)]}"


def tell(book: Book, fact: Fact) -> Event:
    """A fact of the rules in words."""
    if fact.kind in _RULES:
        return _tell_piece(book, fact)
    if fact.kind in ("casts", "works", "fails"):
        return _tell_spell(book, fact)
    return _tell_table(book, fact)


def _tell_piece(book: Book, fact: Fact) -> Event:
    kind, rule, words = _RULES[fact.kind]
    numbers = fact.numbers
    squares, cells = [numbers[0]], [numbers[1]]
    if fact.kind == "moved":
        squares, cells = [numbers[0], numbers[1]], [numbers[2]]
    elif fact.kind in _PAIRS:
        squares, cells = [numbers[0], numbers[2]], [numbers[1], numbers[3]]
    names = tuple(GRID.name(square) for square in squares)
    text = words.format(
        *names,
        piece=called(book, cells[0]),
        other=called(book, cells[-1]),
        side=SIDES[side_of(cells[0])],
        name=book.names[type_of(cells[0])],
        number=numbers[-1],
    )
    return Event(kind, text, rule, names)


def _tell_spell(book: Book, fact: Fact) -> Event:
    numbers = fact.numbers
    if fact.kind != "casts":
        square, spell = numbers
        text = f"{book.spell_names[spell]} {'works' if fact.kind == 'works' else 'fails'}."
        return Event("spell", text, book.spell_rules[spell] if fact.kind == "works" else "FA-42", (GRID.name(square),))
    caster, cell, target, other, spell = numbers
    text = f"{called(book, cell)} {GRID.name(caster)} casts {book.spell_names[spell]}"
    if target != caster:
        text += f" at {called(book, other)} {GRID.name(target)}"
    cells = tuple(dict.fromkeys((GRID.name(caster), GRID.name(target))))
    return Event("spell", f"{text}.", "FA-41", cells)


def _tell_table(book: Book, fact: Fact) -> Event:
    numbers, audience = fact.numbers, fact.audience
    side = SIDES[numbers[0]] if 0 <= numbers[0] < 2 else "Both"
    if fact.kind == "appears":
        origin, square, cell, dug = numbers
        text = f"{called(book, cell)} {GRID.name(origin)} {'comes up' if dug else 'appears'} on {GRID.name(square)}."
        return Event("appear", text, "FA-57" if dug else "FA-48", (GRID.name(origin), GRID.name(square)))
    if fact.kind == "rolled off":
        return _tell_roll_off(side, numbers)
    if fact.kind == "chose":
        return Event("draft", _chosen_text(book, numbers), "FA-07", audience=audience)
    if fact.kind == "fields":
        return Event("army", _army_text(book, numbers), "FA-A4")
    plain = {
        "placed rest": ("deploy", "FA-19", f"{side} sets up the rest of the army."),
        "begins": ("begin", "FA-20", f"{side} takes the first turn."),
        "declines": ("decline", "FA-A67", f"{side} makes no use of it."),
        "stops": ("stop", "FA-A42", f"{side} declines the turns that Charge! still gives."),
        "stuck": ("stuck", "FA-A16", f"{side} can do nothing and loses the turn."),
    }
    kind, rule, text = plain[fact.kind]
    return Event(kind, text, rule)


def _tell_roll_off(side: str, numbers: tuple[int, ...]) -> Event:
    outcome, deploying = numbers
    if outcome == 2:
        return Event("roll-off", "Equal dice: both throw again.", "FA-A6")
    what = "sets up first" if deploying else "chooses first"
    return Event("roll-off", f"{side} threw lower and {what}.", "FA-18" if deploying else "FA-A4")


def _chosen_text(book: Book, numbers: tuple[int, ...]) -> str:
    side, what, number = numbers
    if what == TAKE_STARTER:
        return f"{SIDES[side]} takes the starter army of {book.titles[number]}."
    if what == CHOOSE_LIST:
        return f"{SIDES[side]} chooses the list {book.titles[number]}."
    return f"{SIDES[side]} adds {book.names[number]}." if what == ADD_PIECE else f"{SIDES[side]} is done choosing."


def _army_text(book: Book, numbers: tuple[int, ...]) -> str:
    side, army, *counts = numbers
    pieces = [(count, kind) for count, kind in zip(counts, book.types[army], strict=False) if count]
    listed = ", ".join(f"{count} {book.names[kind]}" for count, kind in pieces)
    cost = halves_text(sum(count * int(book.halves[kind]) for count, kind in pieces))
    return f"{SIDES[side]} fields {book.titles[army]} ({LIST_KEYS[army]}), {cost} points: {listed}."


def outcome_name(position: Position, outcome: int) -> str:
    """A result in a few words, for odds."""
    phase = position.phase
    if phase in (SAVE, RAIN_DROP) and counts_together(position):
        return _fallen_text(position, outcome)
    if phase == SAVE:
        return f"{_role(position)} {'falls' if outcome else 'holds'}"
    if phase == SHOT:
        return _shot_name(position, outcome)
    if phase == FIGHT and outcome >= fighting.BATCH_SUM:
        return f"{outcome - fighting.BATCH_SUM} in advance"
    if phase in (ROLL_DRAFT, ROLL_DEPLOY):
        return ("White is lower", "Black is lower", "equal")[outcome]
    names = {
        FIGHT: ("defender wins", "attacker wins"),
        CAST: ("the spell fails", "the spell works"),
        DIG: ("it does not get through", "it gets through"),
        TEAR_LOOSE: ("it is held", "it tears loose"),
    }
    return names[int(phase)][outcome]


def _role(position: Position) -> str:
    """Who saves: the attacker or defender of a fight, else the target or the shooter itself."""
    square = position.where[hits.next_unit(position, position.pending)]
    if position.cause == FIGHT:
        return "attacker" if square == position.actor else "defender"
    return "target" if square == position.target else "shooter"


def _fallen_text(position: Position, outcome: int) -> str:
    """How many have fallen if this is the action's last die."""
    fallen = int(position.fallen).bit_count()
    if position.phase == SAVE and outcome:
        square = position.where[hits.next_unit(position, position.pending)]
        if position.laws.book.king[type_of(position.board[square])]:
            return "the King falls"
        fallen += 1
    return f"{fallen} fall" if fallen > 1 else "1 falls" if fallen else "nobody falls"


def _shot_name(position: Position, outcome: int) -> str:
    name = "hit" if outcome & HIT else "miss"
    if not outcome & MISHAP:
        return name
    kind = type_of(position.board[position.actor])
    return f"{name}, shooter {'bursts' if position.laws.book.burst[kind] else 'is hit too'}"


def tell_roll(position: Position, faces: list[int]) -> Event:
    """The dice that were just thrown, and what they had to show."""
    phase = position.phase
    if phase == FIGHT and not fighting.batch_of(position):
        return _tell_fight_roll(position, faces)
    shown = " ".join(map(str, faces))
    found = pool(position)
    names = " and ".join(dict.fromkeys(SIDES[die.seat] for die in found.dice))
    text = f"{names}, {found.reason}: {shown}"
    if phase in (ROLL_DRAFT, ROLL_DEPLOY):
        text = "Roll-off: " + ", ".join(f"{side} {face}" for side, face in zip(SIDES, faces, strict=True))
    elif phase == SAVE:
        square = position.where[hits.next_unit(position, position.pending)]
        text = f"{called(position.laws.book, position.board[square])} {GRID.name(square)} saves: {shown}"
        text += f", needs {hits.current_save(position)}"
    elif phase == RAIN_DROP:
        square = position.where[hits.next_unit(position, position.rain)]
        text = f"Rain of Blood on {called(position.laws.book, position.board[square])} {GRID.name(square)}: {shown}"
    elif phase == SHOT:
        text += f", needs a {GOOD_FACE} or 6"
    elif phase in (CAST, DIG, TEAR_LOOSE):
        text += f", needs {threshold(position)}" + (f" with the Ritual's +{position.bonus}" if position.bonus else "")
    return Event("roll", f"{text}.", found.rule, numbers={f"die_{place}": face for place, face in enumerate(faces, 1)})


def _tell_fight_roll(position: Position, faces: list[int]) -> Event:
    """FA-28, FA-A18: both throws with their sums."""
    attack = int(position.attack_dice)
    attackers, defenders = faces[:attack], faces[attack:]
    side = int(position.side)
    lead = int(position.edge) + (0 if position.attack_dice >= position.defence_dice else 1)
    text = f"{SIDES[side]}: {_sum(attackers)}; {SIDES[1 - side]}: {_sum(defenders)}"
    text += f"; {SIDES[side]} leads by {lead:+d} before the dice" if lead else ""
    numbers = {
        "attack": sum(attackers),
        "defence": sum(defenders),
        "attack_dice": attack,
        "defence_dice": len(defenders),
    }
    cells = (GRID.name(position.actor), GRID.name(position.target))
    return Event("roll", f"{text}.", "FA-28", cells, numbers)


def _sum(faces: list[int]) -> str:
    return f"{' + '.join(map(str, faces))} = {sum(faces)}" if faces else "no dice = 0"
