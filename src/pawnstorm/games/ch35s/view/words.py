"""What happened and what may happen, in words with their rules."""

from typing import Final

from pawnstorm.core.events import Event, Fact
from pawnstorm.games.ch35s.pieces import KINDS, NUMBERS, STARTERS_OF, UPGRADES, Book
from pawnstorm.games.ch35s.rules import attacking, blasts
from pawnstorm.games.ch35s.rules.army import cost_of
from pawnstorm.games.ch35s.rules.dice import is_explosion, pool
from pawnstorm.games.ch35s.rules.refusals import SIDES
from pawnstorm.games.ch35s.rules.rounds import lead_of
from pawnstorm.games.ch35s.state import (
    ADD,
    ATTACK,
    BLAST,
    CHOOSE,
    DECLINE,
    DOWN,
    GIVE,
    HALT,
    HOLD,
    INITIATIVE,
    OBJECTIVE,
    PASS,
    RESERVE,
    STOP,
    TAKE,
    Position,
    place_of,
    side_of,
    where,
)

_MODEL_WORDS: Final = {
    "moved": ("move", "CH-32", "{one} moves from zone {0} to {1}."),
    "attacks": ("attack", "CH-36", "{one} in zone {0} attacks {other} in zone {1}."),
    "damaged": ("damage", "CH-39", "{one} in zone {0} takes {number} damage."),
    "out": ("loss", "CH-40", "{one} in zone {0} is out of action."),
    "bombs": ("bomb", "CH-53", "{one} in zone {0} throws a Hard Light Bomb into zone {1}."),
    "explodes": ("explosion", "CH-A40", "{one} blows itself up in zone {0}."),
    "teleports": ("place", "CH-52", "{one} in zone {0} teleports {other} from zone {1} to {2}."),
    "pushes": ("place", "CH-48", "{one} in zone {0} pushes {other} from zone {1} to {2}."),
    "drops": ("place", "CH-51", "{one} comes as reinforcement into zone {2}."),
    "visions": ("visions", "CH-45", "{one} in zone {0} casts Chaotic Visions: only 6s hit {side} now."),
    "commands": (
        "command",
        "CH-49",
        f"{{one}} in zone {{0}} commands {{other}} in zone {{1}}: {NUMBERS.granted_actions} actions at once.",
    ),
    "deployed": ("deploy", "CH-20", "{side} deploys {name} in zone {0}."),
    "kept": ("deploy", "CH-A43", "{side} keeps {name} back for Reinforcement."),
}
"""Facts about models: the kind of event, the rule, and the words."""
_ZONED: Final = ("moved", "bombs", "teleports", "pushes", "drops")
"""Facts that end with a zone."""
_WORDS: Final = {
    HOLD: ("hold", "CH-A32", "{} holds."),
    STOP: ("stop", "CH-25", "{} stops."),
    DECLINE: ("decline", "CH-A33", "{} declines a granted action."),
    PASS: ("pass", "CH-50", "{} makes no Quick Strike."),
    HALT: ("halt", "CH-A37", "{} ends the move."),
}


def _name(book: Book, sheet: int, word: int) -> str:
    found = book.sheets.get(sheet)
    return found.models[place_of(word)].name if found else "model"


def _owned(book: Book, numbers: tuple[int, ...]) -> str:
    sheet, unit, word = numbers[:3]
    return f"{SIDES[side_of(unit)]}'s {_name(book, sheet, word)}"


def tell(book: Book, fact: Fact) -> Event:
    """A fact of the rules in words."""
    if fact.kind in _MODEL_WORDS:
        return _tell_model(book, fact)
    if fact.kind == "chose":
        return Event("draft", _chosen_text(book, fact.numbers), "CH-A43", audience=fact.audience)
    if fact.kind == "fields":
        return Event("army", _army_text(book, fact.numbers), "CH-A43")
    if fact.kind == "word":
        kind, rule, text = _WORDS[fact.numbers[1]]
        return Event(kind, text.format(SIDES[fact.numbers[0]]), rule)
    return _tell_table(fact)


def _tell_model(book: Book, fact: Fact) -> Event:
    numbers = fact.numbers
    word = numbers[2]
    kept = fact.kind == "deployed" and where(word) == RESERVE
    kind, rule, words = _MODEL_WORDS["kept" if kept else fact.kind]
    zones = [int(where(word))] + ([int(where(numbers[5]))] if len(numbers) >= 6 else [])
    zones += [numbers[-1]] if fact.kind in _ZONED else []
    text = words.format(
        *zones,
        one=_owned(book, numbers),
        other=_owned(book, numbers[3:6]) if len(numbers) >= 6 else "",
        side=SIDES[side_of(numbers[1])],
        name=_name(book, numbers[0], word),
        number=numbers[-1],
        granted=NUMBERS.granted_actions,
    )
    cells = tuple(dict.fromkeys(str(zone) for zone in zones if 1 <= zone <= 16))
    return Event(kind, text, rule, cells)


def _tell_table(fact: Fact) -> Event:
    numbers = fact.numbers
    side = SIDES[numbers[0]] if 0 <= numbers[0] < 2 else "Nobody"
    if fact.kind == "objective":
        if not numbers[0]:
            return Event("objective", "The next objective would lie beyond zone 16: there are no more.", "CH-18")
        return Event("objective", f"An objective lies in zone {numbers[0]}.", "CH-17", (str(numbers[0]),))
    if fact.kind in ("attacker", "initiative") and numbers[0] == 2:
        return Event("roll-off", "Equal sums: both throw again.", "CH-A5")
    if fact.kind == "attacker":
        return Event("roll-off", f"{side} is the Attacker and deploys first.", "CH-19")
    if fact.kind == "initiative":
        return Event("round", f"Round {numbers[1]}: {side} goes first.", "CH-21")
    if fact.kind == "objective scored":
        what = f"scores {NUMBERS.objective_points}" if numbers[0] >= 0 else "scores"
        return Event("score", f"{side} {what} for the objective in zone {numbers[1]}.", "CH-28", (str(numbers[1]),))
    if fact.kind == "taken scored":
        return _tell_taken(*numbers)
    if fact.kind == "wiped out":
        text = f"{side} alone is left." if numbers[0] >= 0 else "Nobody is left on either side."
        return Event("end", text, "CH-A35")
    return Event("deploy", f"{side} deploys the rest of the army.", "CH-20")


def _tell_taken(winner: int, white: int, black: int) -> Event:
    sums = f"White took out {white} points, Black {black}"
    if winner < 0:
        return Event("score", f"{sums}: nobody scores for that.", "CH-A18")
    return Event("score", f"{sums}: {SIDES[winner]} scores {NUMBERS.taken_points}.", "CH-29")


def _chosen_text(book: Book, numbers: tuple[int, ...]) -> str:
    side, what, number, sheet = numbers
    if what == TAKE:
        return (
            f"{SIDES[side]} takes the army {book.built_in[number // STARTERS_OF].starters[number % STARTERS_OF].name}."
        )
    if what == CHOOSE:
        return f"{SIDES[side]} chooses {book.built_in[number].title.removesuffix('.')}."
    if what == ADD:
        return f"{SIDES[side]} adds {book.sheets[sheet].models[number].name}."
    if what == GIVE:
        model = book.sheets[sheet].models[number // UPGRADES]
        return f"{SIDES[side]} gives every {model.name} {model.upgrades[number % UPGRADES].name}."
    return f"{SIDES[side]} is done choosing."


def _army_text(book: Book, numbers: tuple[int, ...]) -> str:
    side, number, *flat = numbers
    sheet = book.sheets[number]
    force = tuple((flat[2 * place], flat[2 * place + 1]) for place in range(KINDS))
    listed: list[str] = []
    for place, (count, mask) in enumerate(force):
        if count:
            model = sheet.models[place]
            names = [upgrade.name for index, upgrade in enumerate(model.upgrades) if mask >> index & 1]
            listed.append(f"{count} {model.name}" + (f" with {', '.join(names)}" if names else ""))
    return f"{SIDES[side]} fields {sheet.title}, {cost_of(sheet, force)} points: {'; '.join(listed)}."


def outcome_name(position: Position, outcome: int) -> str:
    """A result in a few words, for odds."""
    phase = position.phase
    if phase == ATTACK:
        return _attack_name(position, outcome)
    if phase == BLAST:
        return _explosion_name(position, outcome) if is_explosion(position) else _bomb_name(position, outcome)
    if phase == OBJECTIVE:
        return f"zone {outcome}" if outcome else "no more"
    what = "goes first" if phase == INITIATIVE else "attacks"
    return (f"White {what}", f"Black {what}", "equal")[outcome]


def _attack_name(position: Position, outcome: int) -> str:
    if outcome == DOWN:
        return "target falls"
    damage = int(attacking.successes_of(outcome) * position.forces.damage[position.kind_of(position.actor)])
    total = int(position.dealt) + damage
    more = int(attacking.sixes_of(outcome))
    name = f"{total} damage" if total else "no damage"
    return f"{name}, {more} more dice" if more else name


def _bomb_name(position: Position, outcome: int) -> str:
    """Damage and losses of the whole bomb, if these are its last dice."""
    victim = blasts.next_victim(position)
    hurt, fallen = int(position.hurt), int(position.fallen)
    if outcome == DOWN:
        hurt, fallen = hurt + int(attacking.health_left(position, victim)), fallen + 1
    else:
        hurt += outcome
    return f"{hurt} damage, {_fall(fallen)}" if hurt else "no damage"


def _fall(count: int) -> str:
    return "nobody falls" if not count else "1 falls" if count == 1 else f"{count} fall"


def _explosion_name(position: Position, outcome: int) -> str:
    """Losses on both sides, if these are the last dice of the explosion."""
    enemies, friends = int(position.fallen), int(position.own_fallen)
    if outcome == DOWN:
        is_enemy = side_of(blasts.next_victim(position)) != position.side
        enemies, friends = enemies + int(is_enemy), friends + int(not is_enemy)
    counts = [f"{enemies} enemy"] * (enemies > 0) + [f"{friends} own"] * (friends > 0)
    if not counts:
        return "nobody falls"
    return " and ".join(counts) + (" falls" if enemies + friends == 1 else " fall")


def tell_roll(position: Position, faces: list[int]) -> Event:
    """The dice that were thrown, and which faces succeed."""
    found, phase = pool(position), position.phase
    numbers = {f"die_{place}": face for place, face in enumerate(faces, 1)}
    if phase in (ATTACK, BLAST):
        victim = int(position.target if phase == ATTACK else blasts.next_victim(position))
        least = int(NUMBERS.blast_success)
        if phase == ATTACK:
            least = 7 - int(attacking.success_faces(position, side_of(victim)))
        left = int(attacking.health_left(position, victim))
        text = f"{SIDES[position.side]}, {found.reason}: {_faces(faces)}, each {faces_from(least)} succeeds"
        return Event(
            "roll",
            f"{text}; the target has {left} Health left.",
            found.rule,
            (str(where(position.units[victim])),),
            numbers,
        )
    if phase == OBJECTIVE:
        return Event("roll", f"An objective die: {faces[0]}.", found.rule, numbers=numbers)
    bonus = int(lead_of(position)) if phase == INITIATIVE else 0
    white, black = _sum(faces[:2], max(bonus, 0)), _sum(faces[2:], max(-bonus, 0))
    return Event("roll", f"For {found.reason}: White {white}; Black {black}.", found.rule, numbers=numbers)


def faces_from(least: int) -> str:
    """The faces that succeed, in words."""
    return "6" if least == 6 else f"{least} or more"


def _faces(faces: list[int]) -> str:
    return " ".join(map(str, faces))


def _sum(faces: list[int], bonus: int) -> str:
    terms = " + ".join(map(str, faces)) + (f" + {bonus}" if bonus else "")
    return f"{terms} = {sum(faces) + bonus}"
