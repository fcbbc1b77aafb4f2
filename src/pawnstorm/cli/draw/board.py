"""The board of a view as coloured text: squares, tiles, wounds, numbers, and what the player points at.

▄▄▄▄▄      a tile: the piece in its owner's colours, a star if it is wounded,
 ♜ *       its numbers below if asked for
▀▀▀▀▀
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rich.text import Text

from pawnstorm.cli.draw import palette
from pawnstorm.cli.draw.square import SquareStyle, draw_square
from pawnstorm.cli.draw.zone import draw_zone
from pawnstorm.core.view import Cell, Token, View

SIZES = ((9, 4), (7, 3), (5, 2), (3, 1), (2, 1))
"""Width and height of a square, from large to tiny."""
ZONE_SIZES = ((24, 6), (20, 6), (18, 5), (15, 5), (12, 4), (11, 3), (9, 3))
"""The same for zones, which hold many things."""


@dataclass(frozen=True)
class BoardStyle:
    """How to draw a board, and which of its cells to point out."""

    seats: tuple[str, ...]
    size: tuple[int, int] = (5, 2)
    flipped: bool = False
    letters: bool = False
    numbers: bool = False
    colourless: bool = False
    cursor: str = ""
    selected: str = ""
    moves: frozenset[str] = frozenset()
    attacks: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    """The cells that the last order touched."""


@dataclass(frozen=True)
class BoardLayout:
    """A view sorted for drawing: cells by place, the tokens of each cell and the top one, names of columns and rows."""

    view: View
    cells: Mapping[tuple[int, int], Cell] = field(default_factory=dict)
    top_tokens: Mapping[str, Token] = field(default_factory=dict)
    grounds: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    tokens: Mapping[str, tuple[Token, ...]] = field(default_factory=dict)

    @property
    def has_zones(self) -> bool:
        """Whether the cells have their own names instead of columns and rows: then they are zones."""
        return not any(self.column_names) and not any(self.row_names)

    @property
    def margin(self) -> int:
        """The width of the row names at the left."""
        return max(map(len, self.row_names), default=0) + 1 if any(self.row_names) else 0


def _on_top(token: Token, below: Token | None) -> Token:
    """The top token of a cell; if it is on top of others of the same owner, it has the letters of all of them."""
    if below is None or below.owner != token.owner or token.owner < 0:
        return token
    return replace(token, letter=token.letter + below.letter)


def lay_out(view: View) -> BoardLayout:
    """Sort a view for drawing."""
    cells = {(cell.column, cell.row): cell for cell in view.cells}
    top_tokens: dict[str, Token] = {}
    tokens: dict[str, tuple[Token, ...]] = {}
    for token in sorted(view.tokens, key=lambda token: token.layer):
        top_tokens[token.cell] = _on_top(token, top_tokens.get(token.cell))
        tokens[token.cell] = (*tokens.get(token.cell, ()), token)
    grounds = tuple(dict.fromkeys(cell.ground for cell in view.cells))
    return BoardLayout(view, cells, top_tokens, grounds, *_names(view), tokens)


_WORDS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"


def _names(view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of columns and rows: letter and number, or the reverse on a board turned by a quarter."""
    usual = _column_names(view, str.rstrip, _DIGITS), _row_names(view, str.lstrip, _WORDS)
    turned = _column_names(view, str.lstrip, _WORDS), _row_names(view, str.rstrip, _DIGITS)
    return turned if not any(usual[0] + usual[1]) and all(turned[0] + turned[1]) else usual


def _column_names(view: View, strip: Callable[[str, str], str], off: str) -> tuple[str, ...]:
    return tuple(_common({strip(c.id, off) for c in view.cells if c.column == at}) for at in range(view.columns))


def _row_names(view: View, strip: Callable[[str, str], str], off: str) -> tuple[str, ...]:
    return tuple(_common({strip(c.id, off) for c in view.cells if c.row == at}) for at in range(view.rows))


def _common(names: set[str]) -> str:
    return names.pop() if len(names) == 1 else ""


def board_size(layout: BoardLayout, size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a drawn board with its names."""
    return layout.margin + layout.view.columns * size[0], layout.view.rows * size[1] + any(layout.column_names)


def fitting_size(layout: BoardLayout, width: int, height: int) -> tuple[int, int]:
    """The largest size of square with which the board fits; the smallest if none does."""
    sizes = ZONE_SIZES if layout.has_zones else SIZES
    for size in sizes:
        needed = board_size(layout, size)
        if needed[0] <= width and needed[1] <= height:
            return size
    return sizes[-1]


def draw(layout: BoardLayout, style: BoardStyle) -> Text:
    """The whole board."""
    lines = [line for row in _rows(layout, style) for line in _draw_row(layout, style, row)]
    if any(layout.column_names):
        width = style.size[0]
        names = "".join(layout.column_names[column].center(width) for column in _columns(layout, style))
        lines.append(Text(" " * layout.margin + names, style="dim"))
    return Text("\n").join(lines)


def cell_at(layout: BoardLayout, style: BoardStyle, x: int, y: int) -> str:
    """The cell drawn at a character of the board; empty if there is none."""
    column, row = (x - layout.margin) // style.size[0], y // style.size[1]
    if x < layout.margin or not 0 <= column < layout.view.columns or not 0 <= row < layout.view.rows:
        return ""
    cell = layout.cells.get((_columns(layout, style)[column], _rows(layout, style)[row]))
    return cell.id if cell else ""


def neighbour(layout: BoardLayout, style: BoardStyle, cell: str, right: int, up: int) -> str:
    """The next cell in a direction on the screen, skipping gaps; the cell itself at the edge."""
    turn = -1 if style.flipped else 1
    here = next(found for found in layout.view.cells if found.id == cell)
    column, row = here.column + right * turn, here.row + up * turn
    while 0 <= column < layout.view.columns and 0 <= row < layout.view.rows:
        if (column, row) in layout.cells:
            return layout.cells[column, row].id
        column, row = column + right * turn, row + up * turn
    return cell


def _rows(layout: BoardLayout, style: BoardStyle) -> list[int]:
    rows = list(range(layout.view.rows))
    return rows if style.flipped else rows[::-1]


def _columns(layout: BoardLayout, style: BoardStyle) -> list[int]:
    columns = list(range(layout.view.columns))
    return columns[::-1] if style.flipped else columns


def _draw_row(layout: BoardLayout, style: BoardStyle, row: int) -> list[Text]:
    width, height = style.size
    name = layout.row_names[row] if layout.margin else ""
    lines = [Text(" " * layout.margin) for _ in range(height)]
    if layout.margin:
        lines[height // 2] = Text.assemble((f"{name:>{layout.margin - 1}} ", "dim"))
    for column in _columns(layout, style):
        cell = layout.cells.get((column, row))
        square = _draw_cell(layout, style, cell) if cell else [Text(" " * width)] * height
        for line, part in zip(lines, square, strict=True):
            line.append_text(part)
    return lines


def _draw_cell(layout: BoardLayout, style: BoardStyle, cell: Cell) -> list[Text]:
    attacked = cell.id in style.attacks
    square = SquareStyle(
        colour=_square_colour(layout, style, cell),
        size=style.size,
        sign=palette.ground_sign(cell.ground, layout.grounds) if style.colourless else "",
        cursor=cell.id == style.cursor,
        selected=cell.id == style.selected,
        reachable=attacked or cell.id in style.moves,
        attacked=attacked,
    )
    if layout.has_zones:
        return draw_zone((cell.id, cell.ground), layout.tokens.get(cell.id, ()), square, style.seats)
    return draw_square(layout.top_tokens.get(cell.id), square, style.seats, style.letters, style.numbers)


def _square_colour(layout: BoardLayout, style: BoardStyle, cell: Cell) -> str:
    if cell.id == style.selected:
        return palette.SELECTED
    if cell.id in style.attacks:
        return palette.ATTACK
    if cell.id in style.moves:
        return palette.MOVE
    if cell.id in style.last:
        return palette.LAST
    return palette.ground(cell.ground, list(layout.grounds))
