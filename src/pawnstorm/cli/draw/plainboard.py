"""The board of a view without any colour: letters and dots, for pipes, logs and screen readers."""

from pawnstorm.cli.draw.board import Plan
from pawnstorm.cli.draw.palette import MARK_SIGNS, OTHER_SIGNS, ground_sign, letter, mark_sign, sign_of
from pawnstorm.cli.draw.zone import gathered
from pawnstorm.core.view import Cell


def draw_plain(plan: Plan, seats: tuple[str, ...], flipped: bool = False) -> str:
    """Rows of letters with row names at the left and column names below, and a legend of the grounds."""
    rows, columns = list(range(plan.view.rows)), list(range(plan.view.columns))
    order = rows if flipped else rows[::-1]
    across = columns[::-1] if flipped else columns
    signs = {word: ground_sign(word, plan.grounds) for word in plan.grounds}
    table = [[_token(plan, plan.cells.get((column, row)), seats, signs) for column in across] for row in order]
    width = max(len(token) for line in table for token in line)
    lines = [
        (f"{plan.ranks[row]:>{plan.margin}} " + " ".join(token.ljust(width) for token in line)).rstrip()
        for row, line in zip(order, table, strict=True)
    ]
    if any(plan.files):
        names = " ".join(plan.files[column].ljust(width) for column in across)
        lines.append((" " * (plan.margin + 1) + names).rstrip())
    legend = ", ".join(f"{sign} {word}" for sign, word in _legend(plan, signs).items())
    return "\n".join([*lines, *([legend] if legend else [])])


def _legend(plan: Plan, signs: dict[str, str]) -> dict[str, str]:
    """What the signs of a drawing mean: grounds, things that are nobody's or stand below others, and marks."""
    told = {sign: word if sign in OTHER_SIGNS else word.split(" ")[0] for word, sign in signs.items() if sign != "."}
    for crowd in plan.crowds.values():
        told |= {letter(token): token.name for token in crowd if token.owner < 0}
    # Zones tell wounds only.
    for sign in "*" if plan.zoned else MARK_SIGNS:
        shown = [token for token in plan.view.tokens if mark_sign(token) == sign]
        marks = sorted({mark for token in shown for mark in token.marks if sign_of(mark) == sign})
        told |= {sign: " or ".join(marks)} if marks else {}
    return told


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
