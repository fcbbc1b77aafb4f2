"""The board of a view without any colour: letters and dots, for pipes, logs and screen readers."""

from pawnstorm.cli.draw.board import Plan
from pawnstorm.cli.draw.palette import letter, mark_sign
from pawnstorm.cli.draw.zone import gathered
from pawnstorm.core.view import Cell

_SIGNS = ":~#^=+%&"
_KNOWN_SIGNS = {
    "ground": ".",
    "hill": "^",
    "wall": "#",
    "gate": "G",
    "side-gate": "s",
    "breach": ",",
    "throne": "T",
    "passage": "P",
    "rock": "%",
}
"""Signs of grounds by their first word; further words, as whose wall it is, are told by the legend of the game."""


def draw_plain(plan: Plan, seats: tuple[str, ...], flipped: bool = False) -> str:
    """Rows of letters with row names at the left and column names below, and a legend of the grounds."""
    rows, columns = list(range(plan.view.rows)), list(range(plan.view.columns))
    order = rows if flipped else rows[::-1]
    across = columns[::-1] if flipped else columns
    signs = _ground_signs(plan)
    table = [[_token(plan, plan.cells.get((column, row)), seats, signs) for column in across] for row in order]
    width = max(len(token) for line in table for token in line)
    lines = [
        (f"{plan.ranks[row]:>{plan.margin}} " + " ".join(token.ljust(width) for token in line)).rstrip()
        for row, line in zip(order, table, strict=True)
    ]
    if any(plan.files):
        names = " ".join(plan.files[column].ljust(width) for column in across)
        lines.append((" " * (plan.margin + 1) + names).rstrip())
    told = {sign: word.split(" ")[0] if word.split(" ")[0] in _KNOWN_SIGNS else word for word, sign in signs.items()}
    legend = ", ".join(f"{sign} {word}" for sign, word in told.items() if sign != ".")
    return "\n".join([*lines, *([legend] if legend else [])])


def _token(plan: Plan, cell: Cell | None, seats: tuple[str, ...], signs: dict[str, str]) -> str:
    if cell is None:
        return ""
    if plan.zoned:
        shown = "+".join(text for text, _ in gathered(plan.crowds.get(cell.id, ())))
        return f"{cell.id}{signs[cell.ground]}{shown}"
    token = plan.tops.get(cell.id)
    if token is None:
        return signs[cell.ground]
    owner = str(token.owner + 1) if len(seats) > 2 and token.owner >= 0 else ""
    return letter(token) + owner + mark_sign(token)


def _ground_signs(plan: Plan) -> dict[str, str]:
    """A dot for the squares of a chessboard, a sign of its own for any other ground."""
    known = {word: _KNOWN_SIGNS[word.split(" ")[0]] for word in plan.grounds if word.split(" ")[0] in _KNOWN_SIGNS}
    others = [word for word in plan.grounds if word not in ("light", "dark") and word not in known]
    signs = {word: _SIGNS[index % len(_SIGNS)] for index, word in enumerate(others)}
    return dict.fromkeys(plan.grounds, ".") | known | signs
