"""The board of a view as coloured text: squares, tiles, wounds, numbers, and what the player points at.

▄▄▄▄▄      a tile: the piece in its owner's colours, a star if it is wounded,
 ♜ *       its numbers below if asked for
▀▀▀▀▀
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rich.text import Text

from pawnstorm.cli.draw import palette
from pawnstorm.cli.draw.square import Dress, draw_square
from pawnstorm.cli.draw.zone import draw_zone
from pawnstorm.core.view import Cell, Token, View

SIZES = ((9, 4), (7, 3), (5, 2), (3, 1), (2, 1))
"""Width and height of a square, from generous to tiny."""
ZONE_SIZES = ((24, 6), (20, 6), (18, 5), (15, 5), (12, 4), (11, 3), (9, 3))
"""The same for zones, which hold many things."""


@dataclass(frozen=True)
class Look:
    """How to draw a board, and which of its cells to point out."""

    seats: tuple[str, ...]
    size: tuple[int, int] = (5, 2)
    flipped: bool = False
    letters: bool = False
    numbers: bool = False
    bare: bool = False
    cursor: str = ""
    selected: str = ""
    moves: frozenset[str] = frozenset()
    attacks: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Plan:
    """A view laid out: cells by place, the tokens of each cell and their top one, names of columns and rows."""

    view: View
    cells: Mapping[tuple[int, int], Cell] = field(default_factory=dict)
    tops: Mapping[str, Token] = field(default_factory=dict)
    grounds: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    crowds: Mapping[str, tuple[Token, ...]] = field(default_factory=dict)

    @property
    def zoned(self) -> bool:
        """Whether the cells have names of their own instead of columns and rows: then they are zones."""
        return not any(self.files) and not any(self.ranks)

    @property
    def margin(self) -> int:
        """The width of the row names at the left."""
        return max(map(len, self.ranks), default=0) + 1 if any(self.ranks) else 0


def _on_top(token: Token, below: Token | None) -> Token:
    """The top token of a cell; if it stands on others of its owner its letter tells them all."""
    if below is None or below.owner != token.owner or token.owner < 0:
        return token
    return replace(token, letter=token.letter + below.letter)


def lay_out(view: View) -> Plan:
    """Sort a view for drawing."""
    cells = {(cell.column, cell.row): cell for cell in view.cells}
    tops: dict[str, Token] = {}
    crowds: dict[str, tuple[Token, ...]] = {}
    for token in sorted(view.tokens, key=lambda token: token.layer):
        tops[token.cell] = _on_top(token, tops.get(token.cell))
        crowds[token.cell] = (*crowds.get(token.cell, ()), token)
    grounds = tuple(dict.fromkeys(cell.ground for cell in view.cells))
    return Plan(view, cells, tops, grounds, *_names(view), crowds)


_WORDS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"


def _names(view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What columns and rows are called: letter and number, or the reverse on a board turned by a quarter."""
    usual = _column_names(view, str.rstrip, _DIGITS), _row_names(view, str.lstrip, _WORDS)
    turned = _column_names(view, str.lstrip, _WORDS), _row_names(view, str.rstrip, _DIGITS)
    return turned if not any(usual[0] + usual[1]) and all(turned[0] + turned[1]) else usual


def _column_names(view: View, strip: Callable[[str, str], str], off: str) -> tuple[str, ...]:
    return tuple(_common({strip(c.id, off) for c in view.cells if c.column == at}) for at in range(view.columns))


def _row_names(view: View, strip: Callable[[str, str], str], off: str) -> tuple[str, ...]:
    return tuple(_common({strip(c.id, off) for c in view.cells if c.row == at}) for at in range(view.rows))


def _common(names: set[str]) -> str:
    return names.pop() if len(names) == 1 else ""


def board_size(plan: Plan, size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a drawn board with its names."""
    return plan.margin + plan.view.columns * size[0], plan.view.rows * size[1] + any(plan.files)


def fitting_size(plan: Plan, width: int, height: int) -> tuple[int, int]:
    """The most generous size of square with which the board fits; the tiniest if none does."""
    sizes = ZONE_SIZES if plan.zoned else SIZES
    for size in sizes:
        needed = board_size(plan, size)
        if needed[0] <= width and needed[1] <= height:
            return size
    return sizes[-1]


def draw(plan: Plan, look: Look) -> Text:
    """The whole board."""
    lines = [line for row in _rows(plan, look) for line in _draw_row(plan, look, row)]
    if any(plan.files):
        width = look.size[0]
        names = "".join(plan.files[column].center(width) for column in _columns(plan, look))
        lines.append(Text(" " * plan.margin + names, style="dim"))
    return Text("\n").join(lines)


def cell_at(plan: Plan, look: Look, x: int, y: int) -> str:
    """The cell drawn at a character of the board; empty if there is none."""
    column, row = (x - plan.margin) // look.size[0], y // look.size[1]
    if x < plan.margin or not 0 <= column < plan.view.columns or not 0 <= row < plan.view.rows:
        return ""
    cell = plan.cells.get((_columns(plan, look)[column], _rows(plan, look)[row]))
    return cell.id if cell else ""


def neighbour(plan: Plan, look: Look, cell: str, right: int, up: int) -> str:
    """The next cell in a direction as it is seen, stepping over gaps; the cell itself at the edge."""
    turn = -1 if look.flipped else 1
    here = next(found for found in plan.view.cells if found.id == cell)
    column, row = here.column + right * turn, here.row + up * turn
    while 0 <= column < plan.view.columns and 0 <= row < plan.view.rows:
        if (column, row) in plan.cells:
            return plan.cells[column, row].id
        column, row = column + right * turn, row + up * turn
    return cell


def _rows(plan: Plan, look: Look) -> list[int]:
    rows = list(range(plan.view.rows))
    return rows if look.flipped else rows[::-1]


def _columns(plan: Plan, look: Look) -> list[int]:
    columns = list(range(plan.view.columns))
    return columns[::-1] if look.flipped else columns


def _draw_row(plan: Plan, look: Look, row: int) -> list[Text]:
    width, height = look.size
    name = plan.ranks[row] if plan.margin else ""
    lines = [Text(" " * plan.margin) for _ in range(height)]
    if plan.margin:
        lines[height // 2] = Text.assemble((f"{name:>{plan.margin - 1}} ", "dim"))
    for column in _columns(plan, look):
        cell = plan.cells.get((column, row))
        square = _draw_cell(plan, look, cell) if cell else [Text(" " * width)] * height
        for line, part in zip(lines, square, strict=True):
            line.append_text(part)
    return lines


def _draw_cell(plan: Plan, look: Look, cell: Cell) -> list[Text]:
    attacked = cell.id in look.attacks
    dress = Dress(
        colour=_square_colour(plan, look, cell),
        size=look.size,
        sign=palette.ground_sign(cell.ground, plan.grounds) if look.bare else "",
        cursor=cell.id == look.cursor,
        selected=cell.id == look.selected,
        reachable=attacked or cell.id in look.moves,
        attacked=attacked,
    )
    if plan.zoned:
        return draw_zone((cell.id, cell.ground), plan.crowds.get(cell.id, ()), dress, look.seats)
    return draw_square(plan.tops.get(cell.id), dress, look.seats, look.letters, look.numbers)


def _square_colour(plan: Plan, look: Look, cell: Cell) -> str:
    if cell.id == look.selected:
        return palette.SELECTED
    if cell.id in look.attacks:
        return palette.ATTACK
    if cell.id in look.moves:
        return palette.MOVE
    if cell.id in look.last:
        return palette.LAST
    return palette.ground(cell.ground, list(plan.grounds))
