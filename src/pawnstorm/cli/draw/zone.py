"""One zone of a board whose places have their own names and hold many things: its name, then everything in it.

6 objective     equal things are counted, each in its owner's colours,
3HU  HU*        with a star if it is wounded
2tr
"""

from rich.text import Text

from pawnstorm.cli.draw import palette
from pawnstorm.cli.draw.square import Canvas, SquareStyle, mark_pointing
from pawnstorm.core.view import Token

INK = "#f4f0e6"


def counted_tokens(tokens: tuple[Token, ...]) -> list[tuple[str, int]]:
    """What to write for the things of a zone, with their owners: equal ones once, with their number."""
    counted: dict[tuple[str, int], int] = {}
    for token in sorted(tokens, key=lambda token: token.owner):
        shown = palette.letter(token) + ("*" if palette.is_hurt(token) else ""), token.owner
        counted[shown] = counted.get(shown, 0) + 1
    return [(f"{count if count > 1 else ''}{text}", owner) for (text, owner), count in counted.items()]


def _title(place: tuple[str, str], room: int) -> str:
    """The number of a zone and what it is, shortened where it is narrow: the number counts most."""
    whole = " ".join(place)
    return whole if len(whole) <= room else f"{place[0]} {place[1][:3]}."


def draw_zone(
    place: tuple[str, str], tokens: tuple[Token, ...], square: SquareStyle, seats: tuple[str, ...]
) -> list[Text]:
    """The lines of a zone; `place` is its number and its ground."""
    canvas = Canvas(*square.size, square.colour)
    canvas.put(0, 1, _title(place, canvas.width - 2), INK)
    row, column, last = 1, 1, None
    for text, owner in counted_tokens(tokens):
        colours = palette.seat_colours(seats, owner)
        label = f" {text} "
        if column > 1 and (column + len(label) > canvas.width - 1 or owner != last):
            row, column = row + 1, 1
        canvas.put(row, column, label, colours.ink, colours.background)
        column, last = column + len(label), owner
    if row >= canvas.height:
        # Not everything fits: the card of the zone shows the rest.
        canvas.put(canvas.height - 1, canvas.width - 2, "…", INK)
    mark_pointing(canvas, square, bool(tokens))
    return canvas.lines()
