"""The board of a view without any colour: letters and dots, for pipes, logs and screen readers."""

from pawnstorm.cli.draw.board import BoardLayout
from pawnstorm.cli.draw.palette import MARK_SIGNS, OTHER_SIGNS, ground_sign, letter, mark_sign, sign_of
from pawnstorm.cli.draw.zone import counted_tokens
from pawnstorm.core.view import Cell


def draw_plain(layout: BoardLayout, seats: tuple[str, ...], flipped: bool = False) -> str:
    """Rows of letters with row names at the left and column names below, and a legend of the grounds."""
    rows, columns = list(range(layout.view.rows)), list(range(layout.view.columns))
    order = rows if flipped else rows[::-1]
    across = columns[::-1] if flipped else columns
    signs = {word: ground_sign(word, layout.grounds) for word in layout.grounds}
    table = [[_token(layout, layout.cells.get((column, row)), seats, signs) for column in across] for row in order]
    width = max(len(token) for line in table for token in line)
    lines = [
        (f"{layout.row_names[row]:>{layout.margin}} " + " ".join(token.ljust(width) for token in line)).rstrip()
        for row, line in zip(order, table, strict=True)
    ]
    if any(layout.column_names):
        names = " ".join(layout.column_names[column].ljust(width) for column in across)
        lines.append((" " * (layout.margin + 1) + names).rstrip())
    legend = ", ".join(f"{sign} {word}" for sign, word in _legend(layout, signs).items())
    return "\n".join([*lines, *([legend] if legend else [])])


def _legend(layout: BoardLayout, signs: dict[str, str]) -> dict[str, str]:
    """What the signs of a drawing mean: grounds, things that belong to nobody, and marks."""
    meanings = {
        sign: word if sign in OTHER_SIGNS else word.split(" ")[0] for word, sign in signs.items() if sign != "."
    }
    for crowd in layout.tokens.values():
        meanings |= {letter(token): token.name for token in crowd if token.owner < 0}
    # Zones show only wounds.
    for sign in "*" if layout.has_zones else MARK_SIGNS:
        shown = [token for token in layout.view.tokens if mark_sign(token) == sign]
        marks = sorted({mark for token in shown for mark in token.marks if sign_of(mark) == sign})
        meanings |= {sign: " or ".join(marks)} if marks else {}
    return meanings


def _token(layout: BoardLayout, cell: Cell | None, seats: tuple[str, ...], signs: dict[str, str]) -> str:
    if cell is None:
        return ""
    if layout.has_zones:
        shown = "+".join(text for text, _ in counted_tokens(layout.tokens.get(cell.id, ())))
        return f"{cell.id}{signs[cell.ground]}{shown}"
    token = layout.top_tokens.get(cell.id)
    if token is None:
        return signs[cell.ground]
    owner = str(token.owner + 1) if len(seats) > 2 and token.owner >= 0 else ""
    return letter(token) + owner + mark_sign(token)
