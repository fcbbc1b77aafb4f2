"""Facts and dice in words."""

from typing import Final

from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.state import CHANCE
from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    BACK_FROM_LEAVE,
    FIELD_PROMOTION,
    SUICIDE_MISSION,
    Deck,
)
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO, NAMES, PACKAGE, SIDES, SOLDIER, VETERAN, count_of
from pawnstorm.games.trench_checkers.rules.combat import (
    RESULT_NAMES,
    bonus_of,
    die_of,
    result_of,
    result_of_reroll,
    rolls_of,
)
from pawnstorm.games.trench_checkers.rules.setup import TIED
from pawnstorm.games.trench_checkers.rules.turns import is_card_draw
from pawnstorm.games.trench_checkers.state import (
    KEPT_DIE,
    REROLL,
    ROLL_OFF,
    Position,
    of,
)
from pawnstorm.kit.datafile import load
from pawnstorm.kit.grid import FILES

CARDS: Final = Deck(load(PACKAGE, "cards.toml"), None).cards
TITLES: Final = tuple(card.title for card in CARDS)
"""The titles of the cards."""

_ENDS: Final = (
    ("", ""),
    ("The attacker wins.", "TC-34"),
    ("The attacker wins, but the beaten stack makes its Last Stand.", "TC-52"),
    ("A tie.", "TC-37"),
    ("The defender wins.", "TC-34"),
    ("The defender wins, but the beaten stack makes its Last Stand.", "TC-52"),
    ("The Air Strike has no effect.", "TC-60"),
)


def card_token(seat: int, card: int, number: int) -> str:
    """The token of a card in an open hand."""
    return f"card-{seat}-{CARDS[card].key}-{number}"


def pieces_text(company: int) -> str:
    """A company in words: a Commando and 2 Soldiers."""
    words: list[str] = []
    for kind in (COMMANDO, VETERAN, SOLDIER):
        count = count_of(company, kind)
        if count:
            words.append(f"a {NAMES[kind]}" if count == 1 else f"{count} {NAMES[kind]}s")
    return " and ".join(words)


class _Words:
    """One fact: its numbers by place, its cells by name."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact
        self.stride = fact.numbers[0]
        self.numbers = fact.numbers[1:]

    def cell(self, place: int) -> str:
        at = self.numbers[place]
        return f"{FILES[(at - 1) % self.stride]}{(at - 1) // self.stride}"

    def side(self, place: int = 0) -> str:
        return SIDES[self.numbers[place]]

    def event(self, text: str, rule: str, *cells: str) -> Event:
        return Event(self.fact.kind, text, rule, cells, audience=self.fact.audience)


def tell(fact: Fact) -> Event:
    """A fact of the rules in words."""
    words = _Words(fact)
    if fact.kind in ("moved", "advanced", "removed", "attack", "strike", "fought", "stand"):
        return _tell_board(words)
    if fact.kind == "card":
        return _tell_card(words)
    numbers = words.numbers
    if fact.kind == "drew":
        return words.event(f"You draw {TITLES[numbers[1]]}.", "TC-09")
    if fact.kind == "first":
        return words.event(f"{words.side()} decides: {words.side(1)} goes first.", "TC-14")
    if fact.kind == "terrain":
        return words.event(f"{words.side()} places terrain on {words.cell(1)}.", "TC-15", words.cell(1))
    if fact.kind == "round":
        return words.event(f"Round {numbers[0]}: {words.side(1)} goes first.", "TC-17")
    if fact.kind == "skips":
        return words.event(f"{words.side()} sits this round out.", "TC-A45")
    if fact.kind == "stuck":
        return words.event(f"{words.side()} cannot move and loses {numbers[1]} of its moves.", "TC-A10")
    if fact.kind == "stunned":
        return words.event(f"A Stun Grenade stops {words.side()}'s attack.", "TC-58")
    return _tell_unit(words)


def _tell_unit(words: _Words) -> Event:
    cell = words.cell(1)
    if words.fact.kind == "woke":
        return words.event(f"{words.side()}'s Commando on {cell} is awake.", "TC-46", cell)
    if words.fact.kind == "promoted":
        rule = "TC-61" if words.numbers[2] else "TC-39"
        return words.event(f"{words.side()} has a new Veteran on {cell}.", rule, cell)
    return words.event(f"{words.side()} earns the card of the depot on {cell}.", "TC-49", cell)


def _tell_board(words: _Words) -> Event:
    numbers, kind = words.numbers, words.fact.kind
    if kind == "stand":
        return words.event(f"{words.side()} gives up a {NAMES[numbers[1]]}.", "TC-A21")
    if kind == "moved":
        text = f"{words.side()} moves {pieces_text(numbers[3])} from {words.cell(1)} to {words.cell(2)}."
        return words.event(text, "TC-22", words.cell(1), words.cell(2))
    if kind == "advanced":
        text = f"{words.side()} moves into {words.cell(2)} with {pieces_text(numbers[3])}."
        return words.event(text, "TC-35", words.cell(1), words.cell(2))
    if kind == "removed":
        text = f"{words.side()} loses {pieces_text(numbers[2])} on {words.cell(1)}."
        return words.event(text, "TC-36", words.cell(1))
    if kind == "fought":
        text, rule = _ENDS[numbers[3]]
        return words.event(text, rule, words.cell(2))
    if kind == "strike":
        return words.event(f"{words.side()} calls an Air Strike on {words.cell(2)}.", "TC-60", words.cell(2))
    target = f"{SIDES[1 - numbers[0]]}'s {pieces_text(numbers[3]).removeprefix('a ')}"
    text = f"{words.side()} attacks {target} on {words.cell(2)} from {words.cell(1)}."
    return words.event(text, "TC-32", words.cell(1), words.cell(2))


def _tell_card(words: _Words) -> Event:
    card = words.numbers[1]
    effect = CARDS[card].effect
    on = f" on {words.cell(2)}" if effect in (AIR_STRIKE, BACK_FROM_LEAVE, FIELD_PROMOTION) else ""
    whom = f" with a {NAMES[words.numbers[3]]}" if effect == SUICIDE_MISSION else ""
    cells = (words.cell(2),) if on else ()
    return words.event(f"{words.side()} plays {TITLES[card]}{on}{whom}.", CARDS[card].rule, *cells)


def outcome_name(position: Position, outcome: int) -> str:
    """A result in a few words, for odds; which card is drawn stays secret."""
    if is_card_draw(position):
        return "a card"
    if position.phase == ROLL_OFF:
        return "thrown again" if outcome == TIED else f"{SIDES[outcome]} decides who goes first"
    result = result_of_reroll(position, outcome) if position.phase == REROLL else result_of(position, outcome)
    return RESULT_NAMES[result]


def tell_roll(position: Position, faces: list[int]) -> Event:
    """The dice in words; a drawn card stays unnamed."""
    assert position.to_act == CHANCE
    pool = position.pool()
    if is_card_draw(position):
        return Event("draw", f"{SIDES[pool.dice[0].seat]} draws a card.", pool.rule)
    if position.phase == ROLL_OFF:
        return Event("roll", f"Blue rolls {faces[0]}, Red rolls {faces[1]}.", pool.rule)
    if position.phase == REROLL:
        return _tell_reroll(position, faces)
    seat = int(position.side)
    rolls = int(rolls_of(position, seat))
    texts = [
        _roll_text(position, seat, faces[:rolls]),
        _roll_text(position, 1 - seat, faces[rolls:]),
    ]
    numbers = {
        "attacker": seat,
        "attack_dice": rolls,
        "attack": max(faces[:rolls]),
        "attack_bonus": int(bonus_of(position, seat)),
        "defence": max(faces[rolls:]),
        "defence_bonus": int(bonus_of(position, 1 - seat)),
    }
    return Event("roll", "; ".join(texts) + ".", pool.rule, numbers=numbers, audience=EVERYONE)


def _roll_text(position: Position, seat: int, faces: list[int]) -> str:
    best, bonus = max(faces), int(bonus_of(position, seat))
    thrown = " ".join(map(str, faces))
    kept = f" and keeps {best}" if len(faces) > 1 else ""
    total = f" + {bonus} = {best + bonus}" if bonus else ""
    return f"{SIDES[seat]} rolls {thrown} on a d{die_of(position, seat)}{kept}{total}"


def _tell_reroll(position: Position, faces: list[int]) -> Event:
    seat = int(position.asked)
    kept = max(*faces, int(position.per_seat[of(seat, KEPT_DIE)]))
    text = f"{SIDES[seat]} rolls again: {' '.join(map(str, faces))}, and keeps {kept}."
    return Event("roll", text, "TC-65", numbers={"again": seat, "kept": kept})
