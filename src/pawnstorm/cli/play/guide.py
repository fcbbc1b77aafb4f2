"""What a player can look up at the table: how to play, the rules by chapter or by word, and what a piece can do."""

import re
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from pawnstorm.cli.draw.panels import piece_card
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.core.armies import Kind
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.rules import Rule
from pawnstorm.core.view import Token, leaves

HOW_TO = "How to play"


def how_to_play(game: Game) -> Text:
    """The first lesson, a paragraph for each step; a game without one is at least introduced."""
    return Text("\n\n").join(Text(step) for step in game.howto or (game.summary,))


def chapters(game: Game) -> list[str]:
    """The chapters of the rules, in their order."""
    return list(dict.fromkeys(rule.chapter for rule in game.rules))


def chapter_table(game: Game, chapter: str) -> Table:
    """The rules of one chapter."""
    return rules_table(rule for rule in game.rules if rule.chapter == chapter)


def rules_about(game: Game, word: str) -> list[Rule]:
    """The rule of an id, or every rule that mentions a word; a `UsageError` if there is none."""
    found = [rule for rule in game.rules if rule.id.lower() == word.lower()]
    found = found or [rule for rule in game.rules if word.lower() in rule.text.lower()]
    if not found:
        raise UsageError(f"no rule of {game.title} mentions '{word}'")
    return found


def rules_table(rules: Iterable[Rule]) -> Table:
    """Rules with their ids on the left."""
    table = Table.grid(padding=(0, 1, 1, 0))
    table.add_column(style="cyan", no_wrap=True)
    for rule in rules:
        table.add_row(rule.id, Text(rule.text))
    return table


def piece_parts(session: TerminalSession, viewer: int, cell: str, letters: bool) -> tuple[Text, Table]:
    """What is on a cell, what it may do now, and every rule that names it."""
    view = session.view(viewer)
    tokens = [token for token in view.tokens if token.cell == cell]
    if not any(found.id == cell for found in view.cells):
        raise UsageError(f"there is no place '{cell}' on this board")
    if not tokens:
        raise UsageError(f"there is nothing on {cell}: point at a piece, or name its place")
    text = piece_card(view, cell, session.seats, letters)
    orders = [leaf.order for offer in view.offers if offer.cell == cell for leaf in leaves((offer,))]
    text.append(f"\n\nIt may do now: {' · '.join(orders)}" if orders else "\n\nIt can do nothing now.")
    return text, rules_table(_rules_of(session.game, session.seats, tokens))


def _rules_of(game: Game, seats: tuple[str, ...], tokens: list[Token]) -> list[Rule]:
    """The chapter of a piece first, then all other rules that name it, its marks or its upgrades."""
    names = {_bare_name(token, seats) for token in tokens}
    marks = {mark for token in tokens for mark in token.marks}
    kinds = [kind for name in names for kind in _kinds(game, name)]
    ids = {upgrade.rule for kind in kinds for upgrade in kind.upgrades if upgrade.name in marks}
    words = {name.lower() for name in names | marks | {note for kind in kinds for note in kind.notes}}
    found = [rule for rule in game.rules if rule.id in ids or any(_names(rule, word) for word in words)]
    return sorted(found, key=lambda rule: rule.chapter not in words)


def _bare_name(token: Token, seats: tuple[str, ...]) -> str:
    """The name of a piece without its owner."""
    for seat in seats:
        if token.name.startswith(f"{seat} "):
            return token.name.removeprefix(f"{seat} ")
    return token.name


def _kinds(game: Game, name: str) -> list[Kind]:
    armies = game.armies()
    found = [listed.find(name) for listed in armies.lists] if armies else []
    return [kind for kind in found if kind]


def _names(rule: Rule, word: str) -> bool:
    """Whether a rule is about a word, in the singular or the plural."""
    return rule.chapter == word or bool(re.search(rf"\b{re.escape(word)}(s|es)?\b", rule.text.lower()))
