"""One square of the board, painted in layers: ground, piece, numbers, marks, and what the player points at.

Large squares show a figure made of half blocks, with its letter in one corner and a star in the other if it
is wounded; small ones a tile in its owner's colours with a chess glyph or a letter.
"""

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rich.style import Style
from rich.text import Text

from pawnstorm.cli.draw import palette, sprites
from pawnstorm.core.view import Token

_SIGN = ("#ffffff", "#202020")
"""Ink and ground of signs that stand for colours, so that they are seen on any tile."""


@dataclass(frozen=True)
class Dress:
    """What a square wears besides its piece: its colour (a sign if none can be seen), and how one points at it."""

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
        """Write a text; without a ground it keeps the one below."""
        for at, character in enumerate(text, column):
            if 0 <= at < self.width and 0 <= row < self.height:
                self.characters[row][at], self.inks[row][at] = character, ink
                self.grounds[row][at] = ground or self.grounds[row][at]

    def lines(self) -> list[Text]:
        """The painted lines."""
        return [self._line(row) for row in range(self.height)]

    def _line(self, row: int) -> Text:
        """Characters of the same colours go together, which spares the screen many small pieces."""
        text = Text()
        cells = zip(self.characters[row], self.inks[row], self.grounds[row], strict=True)
        for (ink, ground), run in groupby(cells, key=lambda cell: ("" if cell[0] == " " else cell[1], cell[2])):
            characters = "".join(character for character, _, _ in run)
            text.append(characters, _style(ink, ground))
        return text


@cache
def _style(ink: str, ground: str) -> Style:
    return Style(color=ink or None, bgcolor=ground, bold=True)


def draw_square(token: Token | None, dress: Dress, seats: tuple[str, ...], letters: bool, numbers: bool) -> list[Text]:
    """The lines of a square."""
    width, height = dress.size
    canvas = Canvas(width, height, dress.colour)
    if token is None:
        ink = "#ffffff" if dress.sign else "#20301a"
        canvas.put(height // 2, (width - 1) // 2, "●" if dress.reachable else dress.sign, ink)
    elif height >= sprites.HEIGHT and not (numbers and height == sprites.HEIGHT) and sprites.sprite(token.kind):
        _figure(canvas, token, seats, numbers)
    else:
        _tile(canvas, token, seats, letters, numbers)
    elsewhere = [column for column in (0, width - 1) if canvas.characters[0][column] == " "]
    if token and dress.sign not in ("", ".") and elsewhere:
        canvas.put(0, elsewhere[0], dress.sign, *_SIGN)
    point(canvas, dress, token is not None)
    return canvas.lines()


def _figure(canvas: Canvas, token: Token, seats: tuple[str, ...], numbers: bool) -> None:
    colour = palette.plate(seats, token.owner).figure
    lines = sprites.sprite(token.kind)
    left = (canvas.width - sprites.WIDTH) // 2
    top = 0 if numbers else canvas.height - sprites.HEIGHT
    for row, line in enumerate(lines):
        marked = token.marks and row == len(lines) - 1
        canvas.put(top + row, left, line, palette.marks_colour(token) if marked else colour)
    canvas.put(0, 0, _called(token, seats), colour)
    mark = palette.mark_sign(token)
    canvas.put(0, canvas.width - len(mark), mark, "#ffffff", palette.marks_colour(token))
    if numbers:
        _numbers(canvas, canvas.height - 1, token, colour, "")


def _called(token: Token, seats: tuple[str, ...]) -> str:
    """The letter of a piece, with the sign of its seat where letters alone do not tell the owner."""
    sign = palette.plate(seats, token.owner).sign if len(seats) > 2 else ""
    return palette.letter(token) + sign


def _tile(canvas: Canvas, token: Token, seats: tuple[str, ...], letters: bool, numbers: bool) -> None:
    """A tile one character smaller than its square on either side, with soft edges where there is room for them."""
    plate = palette.plate(seats, token.owner)
    width = canvas.width - 2 if canvas.width >= 5 else canvas.width
    left, middle = (canvas.width - width) // 2, canvas.height // 2
    if numbers and canvas.height > 1:
        middle = (canvas.height - 1) // 2
    canvas.put(middle, left, " " * width, plate.ink, plate.ground)
    canvas.put(middle - 1, left, "▄" * width, plate.ground)
    if not (numbers and _numbers(canvas, middle + 1, token, plate.ink, plate.ground)):
        canvas.put(middle + 1, left, "▀" * width, palette.marks_colour(token) if token.marks else plate.ground)
    sign = plate.sign if len(seats) > 2 and width > 2 else ""
    shape, mark = sign + palette.glyph(token, letters), palette.mark_sign(token)
    # The piece keeps to the middle of its tile; the mark hangs to its right, inside the tile.
    start = min((width - len(shape)) // 2, width - len(shape) - len(mark))
    canvas.put(middle, left + max(0, start), shape, plate.ink)
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


def point(canvas: Canvas, dress: Dress, occupied: bool) -> None:
    """Bars at both edges for the cursor, arrowheads for a piece that may be attacked; without colours, brackets."""
    right = canvas.width - 1
    if dress.sign:
        _point_by_signs(canvas, dress, occupied)
        return
    if occupied and canvas.width < 5 and (dress.selected or dress.attacked):
        # The tile hides its whole square here, so it takes the colour itself.
        for row in range(canvas.height):
            canvas.put(row, 0, "".join(canvas.characters[row]), "#ffffff", dress.colour)
    if dress.cursor and canvas.width < 3:
        for row in range(canvas.height):
            canvas.put(row, 0, "".join(canvas.characters[row]), "#ffffff", palette.CURSOR)
    elif dress.cursor:
        for row in range(canvas.height):
            for column in (0, right):
                # A letter or star in the corner stays readable on the bar.
                shown = canvas.characters[row][column]
                canvas.put(row, column, shown, "#ffffff", palette.CURSOR)
    elif dress.attacked and occupied and canvas.width >= 5:
        canvas.put(canvas.height // 2, 0, "›", "#ffffff")
        canvas.put(canvas.height // 2, right, "‹", "#ffffff")


def _point_by_signs(canvas: Canvas, dress: Dress, occupied: bool) -> None:
    """Square brackets for the cursor, curly ones for the piece in hand, arrowheads for one that may be attacked."""
    signs = "[]" if dress.cursor else "{}" if dress.selected else "›‹" if dress.attacked and occupied else ""
    if signs:
        row = canvas.height // 2
        canvas.put(row, canvas.width - 1, signs[1], *_SIGN)
        canvas.put(row, 0, signs[0] if canvas.width > 2 else "", *_SIGN)
