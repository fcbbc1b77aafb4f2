"""What dice may do and what they did: sums, exact odds as small bars, and the dice themselves."""

from fractions import Fraction
from math import lcm

from rich.table import Table
from rich.text import Text

from pawnstorm.cli.draw import palette
from pawnstorm.core.dice import Die
from pawnstorm.core.step import Step
from pawnstorm.core.view import Chance, Part

_BARS = " ▏▎▍▌▋▊▉█"
_PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def percent(chance: Fraction) -> str:
    """A chance in percent, with one digit."""
    return f"{float(100 * chance):.1f} %"


def fractions(odds: tuple[Chance, ...]) -> list[str]:
    """The chances as exact fractions of one common number, so that they can be compared at a glance."""
    whole = lcm(*(chance.chance.denominator for chance in odds))
    return [f"{chance.chance.numerator * whole // chance.chance.denominator}/{whole}" for chance in odds]


def bar(chance: Fraction, width: int) -> str:
    """A bar as long as the chance."""
    eighths = round(chance * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_BARS[rest] if rest else "")).ljust(width)


def odds_picture(odds: tuple[Chance, ...], width: int) -> Text:
    """One line per result: words, bar, percent, fraction; words and bar on two lines where it is narrow."""
    exact = fractions(odds)
    numbers = [
        f"{percent(chance.chance):>7} {text:>{max(map(len, exact))}}" for chance, text in zip(odds, exact, strict=True)
    ]
    words = max(len(chance.result) for chance in odds)
    room = width - words - len(numbers[0]) - 2
    lines: list[Text] = []
    for chance, number in zip(odds, numbers, strict=True):
        if room >= 8:
            drawn = bar(chance.chance, min(room, 30))
            lines.append(Text.assemble(chance.result.ljust(words), " ", (drawn, "cyan"), " ", number))
        else:
            lines.append(Text(chance.result))
            drawn = bar(chance.chance, max(4, width - len(number) - 3))
            lines.append(Text.assemble("  ", (drawn, "cyan"), " ", number))
    return Text("\n").join(lines)


def sums_picture(parts: tuple[Part, ...], seats: tuple[str, ...]) -> Text:
    """All sums before the dice, term by term, one below the other."""
    return Text("\n").join(_sum(parts, side, seats) for side in _sides(parts))


def sums_columns(parts: tuple[Part, ...], seats: tuple[str, ...]) -> Table:
    """The same side by side."""
    table = Table.grid(expand=True)
    sums = [_sum(parts, side, seats) for side in _sides(parts)]
    for _ in sums:
        table.add_column(ratio=1)
    table.add_row(*sums)
    return table


def sums_line(parts: tuple[Part, ...], seats: tuple[str, ...]) -> Text:
    """Only the totals, in one line."""
    line = Text()
    for side in _sides(parts):
        colours = palette.seat_colours(seats, side)
        total = sum(part.value for part in parts if part.side == side)
        line.append(f" {seats[side]} {total} ", f"bold {colours.ink} on {colours.background}").append(" ")
    return line.append(unit_of(parts) or "+ die each")


def unit_of(parts: tuple[Part, ...]) -> str:
    """What the terms count, in games whose terms are not plain numbers added to a die."""
    return next((part.unit for part in parts if part.unit), "")


def _sides(parts: tuple[Part, ...]) -> list[int]:
    return list(dict.fromkeys(part.side for part in parts))


def _sum(parts: tuple[Part, ...], side: int, seats: tuple[str, ...]) -> Text:
    terms = [part for part in parts if part.side == side]
    colours = palette.seat_colours(seats, side)
    total = sum(part.value for part in terms)
    tail = f" {unit_of(parts)}" if unit_of(parts) else " + die"
    text = Text.assemble(
        (f" {seats[side]} ", f"bold {colours.ink} on {colours.background}"), (f" {total}", "bold"), tail
    )
    for part in terms:
        # A part without a value is still shown, for example which faces hit.
        text.append(f"\n  {part.value:+d} {part.text} " if part.value else f"\n  {part.text} ").append(part.cell, "dim")
    return text


def visible_dice(step: Step, viewer: int) -> list[tuple[Die, int]]:
    """The dice of a step that a viewer may see, with their faces."""
    dice = [
        pair for pool, faces in zip(step.pools, step.faces, strict=True) for pair in zip(pool.dice, faces, strict=True)
    ]
    return [(die, face) for die, face in dice if die.shown_to(viewer)]


def dice_line(step: Step, viewer: int, seats: tuple[str, ...]) -> Text:
    """The dice of a step in a row, each in the colours of the seat that threw it."""
    line = Text()
    for die, face in visible_dice(step, viewer):
        colours = palette.seat_colours(seats, die.seat)
        line.append(f" {face} ", f"bold {colours.ink} on {colours.background}").append(" ")
    return line


def dice_picture(dice: list[tuple[Die, int]], seats: tuple[str, ...], width: int) -> Text:
    """Big dice side by side, in as many rows as are needed, each with the name of the seat that threw it."""
    across = max(1, (width + 2) // 11)
    groups = [dice[first : first + across] for first in range(0, len(dice), across)]
    return Text("\n").join(_dice_row(group, seats) for group in groups)


def _dice_row(dice: list[tuple[Die, int]], seats: tuple[str, ...]) -> Text:
    drawn = [_big_die(die, face, seats) for die, face in dice]
    return Text("\n").join(Text("  ").join(lines) for lines in zip(*drawn, strict=True))


def _big_die(die: Die, face: int, seats: tuple[str, ...]) -> list[Text]:
    colours = palette.seat_colours(seats, die.seat)
    style = f"bold {colours.ink} on {colours.background}"
    pips = _PIPS[face] if die.sides == 6 else ("       ", f"{face:^7}", "       ")
    name = seats[die.seat] if 0 <= die.seat < len(seats) else ""
    top, bottom = Text("▄" * 9, colours.background), Text("▀" * 9, colours.background)
    return [top, *(Text(f" {line} ", style) for line in pips), bottom, Text(f"{name[:9]:^9}", "dim")]
