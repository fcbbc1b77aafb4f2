"""The book of a game: its rules chapter by chapter, with diagrams and exact odds, and what kind of rule each one is."""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.game import Game
from pawnstorm.core.odds import odds
from pawnstorm.core.rules import Rule
from pawnstorm.core.state import State
from pawnstorm.games import load
from pawnstorm.kit.datafile import Entry, parse
from pawnstorm.lessons.positions import read_position


class Kind(Enum):
    """Where a rule comes from. The value is the reason that the book gives."""

    PRINTED = ""
    RULING = "The rulebook leaves this open, so this is our ruling."
    READING = "The rulebook says two things here; this is how we read it."
    GAP = "This part of the rulebook is lost; this takes its place."


_LETTERS = {"A": Kind.RULING, "X": Kind.READING, "M": Kind.GAP}


@dataclass(frozen=True)
class Diagram:
    """A board next to the rules of a chapter: the orders of a cell, and perhaps an order with its odds."""

    chapter: str
    caption: str
    state: State
    cell: str
    order: str


@dataclass(frozen=True)
class Chapter:
    """The rules of one chapter, and their diagrams."""

    title: str
    rules: tuple[Rule, ...]
    diagrams: tuple[Diagram, ...]


def kind_of(rule: Rule) -> Kind:
    """Where a rule comes from, by the letter after the hyphen of its id; without a letter it is printed."""
    number = rule.id.partition("-")[2]
    return _LETTERS.get(number[:1], Kind.PRINTED)


@cache
def book(key: str) -> tuple[Chapter, ...]:
    """The chapters of a game on the shelf."""
    game = load(key)
    drawn = read_diagrams(game, game.lesson(), f"{key}/lesson.toml")
    return tuple(
        Chapter(
            title,
            tuple(rule for rule in game.rules if rule.chapter == title),
            tuple(diagram for diagram in drawn if diagram.chapter == title),
        )
        for title in dict.fromkeys(rule.chapter for rule in game.rules)
    )


def read_diagrams(game: Game, text: str, where: str) -> list[Diagram]:
    """The diagrams in the text of a lesson; a `BadData` says what is wrong in them, and where."""
    table = parse(text, where, lines=True)
    found: list[Diagram] = []
    for entry in table.entries("diagram") if table.has("diagram") else ():
        found.append(_diagram(game, entry))
        entry.close()
    return found


def _diagram(game: Game, entry: Entry) -> Diagram:
    chapter, caption = entry.text("chapter"), entry.text("caption")
    cell, order = entry.text("cell", ""), entry.text("order", "")
    if not any(rule.chapter == chapter for rule in game.rules):
        raise entry.wrong(f"no rule of {game.key} is in a chapter '{chapter}'")
    state = read_position(game, entry)
    if cell and not game.orders_of(state, cell):
        raise entry.wrong(f"nothing on '{cell}' has an order to show")
    if order:
        order = _with_odds(game, state, entry, order)
    return Diagram(chapter, caption, state, cell, order)


def _with_odds(game: Game, state: State, entry: Entry, text: str) -> str:
    """The order in the game's notation; it must throw dice, because its odds are shown."""
    try:
        move = game.read(state, text)
        if not odds(state, move):
            raise entry.wrong(f"'{text}' throws no dice, so it has no odds to show")
        return game.write(state, move)
    except PawnstormError as error:
        raise entry.wrong(f"'{text}' is not an order here: {error}") from None
