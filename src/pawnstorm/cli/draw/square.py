"""One square of the board, painted in layers: ground, piece, numbers, marks, and what the player points at.

Large squares show a figure made of half blocks, with its letter in one corner and a star in the other if it
is wounded. Small squares show a tile in its owner's colours with a chess glyph or a letter.
"""

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rich.style import Style
from rich.text import Text

from pawnstorm.cli.draw import palette, sprites
from pawnstorm.core.view import Token

_SIGN = ("#ffffff", "#202020")
"""Ink and background of signs that are shown instead of colours, so that they can be seen on any tile."""


@dataclass(frozen=True)
class SquareStyle:
    """How a square is drawn apart from its piece: its colour or sign, and whether the player points at it."""

    colour: str
    size: tuple[int, int]
    sign: str = ""
    cursor: bool = False
    selected: bool = False
    reachable: bool = False
    attacked: bool = False


class Canvas:
    """A small rectangle of characters, each with its colours."""

    def __init__(self, width: int, height: int, colour: str) -> None:
        self.width, self.height = width, height
        self.characters = [[" "] * width for _ in range(height)]
        self.inks = [["#20301a"] * width for _ in range(height)]
        self.grounds = [[colour] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, ink: str, ground: str = "") -> None:
        """Write a text; without a ground it keeps the background that is there."""
        for at, character in enumerate(text, column):
            if 0 <= at < self.width and 0 <= row < self.height:
                self.characters[row][at], self.inks[row][at] = character, ink
                self.grounds[row][at] = ground or self.grounds[row][at]

    def lines(self) -> list[Text]:
        """The painted lines."""
        return [self._line(row) for row in range(self.height)]

    def _line(self, row: int) -> Text:
        """Characters of the same colours are joined, so that the screen has fewer pieces to draw."""
        text = Text()
        cells = zip(self.characters[row], self.inks[row], self.grounds[row], strict=True)
        for (ink, ground), run in groupby(cells, key=lambda cell: ("" if cell[0] == " " else cell[1], cell[2])):
            characters = "".join(character for character, _, _ in run)
            text.append(characters, _style(ink, ground))
        return text


@cache
def _style(ink: str, ground: str) -> Style:
    return Style(color=ink or None, bgcolor=ground, bold=True)


def draw_square(
    token: Token | None, square: SquareStyle, seats: tuple[str, ...], letters: bool, numbers: bool
) -> list[Text]:
    """The lines of a square."""
    width, height = square.size
    canvas = Canvas(width, height, square.colour)
    if token is None:
        ink = "#ffffff" if square.sign else "#20301a"
        canvas.put(height // 2, (width - 1) // 2, "●" if square.reachable else square.sign, ink)
    elif height >= sprites.HEIGHT and not (numbers and height == sprites.HEIGHT) and sprites.sprite(token.kind):
        _figure(canvas, token, seats, numbers)
    else:
        _tile(canvas, token, seats, letters, numbers)
    elsewhere = [column for column in (0, width - 1) if canvas.characters[0][column] == " "]
    if token and square.sign not in ("", ".") and elsewhere:
        canvas.put(0, elsewhere[0], square.sign, *_SIGN)
    mark_pointing(canvas, square, token is not None)
    return canvas.lines()


def _figure(canvas: Canvas, token: Token, seats: tuple[str, ...], numbers: bool) -> None:
    colour = palette.seat_colours(seats, token.owner).figure
    lines = sprites.sprite(token.kind)
    left = (canvas.width - sprites.WIDTH) // 2
    top = 0 if numbers else canvas.height - sprites.HEIGHT
    for row, line in enumerate(lines):
        marked = token.marks and row == len(lines) - 1
        canvas.put(top + row, left, line, palette.marks_colour(token) if marked else colour)
    canvas.put(0, 0, _label(token, seats), colour)
    mark = palette.mark_sign(token)
    canvas.put(0, canvas.width - len(mark), mark, "#ffffff", palette.marks_colour(token))
    if numbers:
        _numbers(canvas, canvas.height - 1, token, colour, "")


def _label(token: Token, seats: tuple[str, ...]) -> str:
    """The letter of a piece, with the sign of its seat where letters alone do not show the owner."""
    sign = palette.seat_colours(seats, token.owner).sign if len(seats) > 2 else ""
    return palette.letter(token) + sign


def _tile(canvas: Canvas, token: Token, seats: tuple[str, ...], letters: bool, numbers: bool) -> None:
    """A tile one character smaller than its square on either side, with soft edges where there is room for them."""
    colours = palette.seat_colours(seats, token.owner)
    width = canvas.width - 2 if canvas.width >= 5 else canvas.width
    left, middle = (canvas.width - width) // 2, canvas.height // 2
    if numbers and canvas.height > 1:
        middle = (canvas.height - 1) // 2
    canvas.put(middle, left, " " * width, colours.ink, colours.background)
    canvas.put(middle - 1, left, "▄" * width, colours.background)
    if not (numbers and _numbers(canvas, middle + 1, token, colours.ink, colours.background)):
        canvas.put(middle + 1, left, "▀" * width, palette.marks_colour(token) if token.marks else colours.background)
    sign = colours.sign if len(seats) > 2 and width > 2 else ""
    shape, mark = sign + palette.glyph(token, letters), palette.mark_sign(token)
    # The piece stays in the middle of its tile; the mark is to its right, inside the tile.
    start = min((width - len(shape)) // 2, width - len(shape) - len(mark))
    canvas.put(middle, left + max(0, start), shape, colours.ink)
    canvas.put(middle, left + max(0, start) + len(shape), mark, "#ffffff", palette.marks_colour(token))


def _numbers(canvas: Canvas, row: int, token: Token, ink: str, ground: str) -> bool:
    """The stats of a piece in one line, worse ones in red, better ones in green; False if they do not fit."""
    texts = [str(stat.value) for stat in token.stats]
    room = canvas.width - 2
    gap = 1 if 2 * len(texts) - 1 <= room else 0
    width = sum(map(len, texts)) + gap * (len(texts) - 1)
    # Without a gap only single digits can be told apart.
    if not texts or width > room or row >= canvas.height or (not gap and width > len(texts)):
        return False
    if ground:
        canvas.put(row, 1, " " * room, ink, ground)
    column = (canvas.width - width) // 2
    for stat, text in zip(token.stats, texts, strict=True):
        changed = palette.stat_colour(stat)
        canvas.put(row, column, text, "#ffffff" if changed else ink, changed or ground)
        column += len(text) + gap
    return True


def mark_pointing(canvas: Canvas, square: SquareStyle, occupied: bool) -> None:
    """Draw bars at both edges for the cursor and arrowheads for an attacked piece; without colours, brackets."""
    right = canvas.width - 1
    if square.sign:
        _point_by_signs(canvas, square, occupied)
        return
    if occupied and canvas.width < 5 and (square.selected or square.attacked):
        # The tile hides its whole square here, so it takes the colour itself.
        for row in range(canvas.height):
            canvas.put(row, 0, "".join(canvas.characters[row]), "#ffffff", square.colour)
    if square.cursor and canvas.width < 3:
        for row in range(canvas.height):
            canvas.put(row, 0, "".join(canvas.characters[row]), "#ffffff", palette.CURSOR)
    elif square.cursor:
        for row in range(canvas.height):
            for column in (0, right):
                # A letter or star in the corner stays readable on the bar.
                shown = canvas.characters[row][column]
                canvas.put(row, column, shown, "#ffffff", palette.CURSOR)
    elif square.attacked and occupied and canvas.width >= 5:
        canvas.put(canvas.height // 2, 0, "›", "#ffffff")
        canvas.put(canvas.height // 2, right, "‹", "#ffffff")


def _point_by_signs(canvas: Canvas, square: SquareStyle, occupied: bool) -> None:
    """Draw square brackets for the cursor, curly ones for the selected piece, arrowheads for an attacked one."""
    signs = "[]" if square.cursor else "{}" if square.selected else "›‹" if square.attacked and occupied else ""
    if signs:
        row = canvas.height // 2
        canvas.put(row, canvas.width - 1, signs[1], *_SIGN)
        canvas.put(row, 0, signs[0] if canvas.width > 2 else "", *_SIGN)
