"""Chess figures as small pictures for large squares: seven pixels wide, six high, two pixels to a character."""

SPRITES = {
    "pawn": """
.......
...#...
..###..
...#...
..###..
.#####.
""",
    "knight": """
..##...
.####..
.#.###.
...##..
..####.
.#####.
""",
    "bishop": """
...#...
..#.#..
..###..
...#...
..###..
.#####.
""",
    "rook": """
.#.#.#.
.#####.
..###..
..###..
..###..
.#####.
""",
    "queen": """
.#.#.#.
.#.#.#.
..###..
...#...
..###..
.#####.
""",
    "king": """
...#...
..###..
...#...
.#####.
..###..
.#####.
""",
}
"""The figures by kind."""

WIDTH = 7
HEIGHT = 3
"""The size of a figure in characters."""

_HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def sprite(kind: str) -> list[str]:
    """The lines of a figure as half blocks; empty if there is no picture of the kind."""
    if kind not in SPRITES:
        return []
    pixels = SPRITES[kind].split()
    pairs = zip(pixels[::2], pixels[1::2], strict=True)
    return ["".join(_HALVES[top + bottom] for top, bottom in zip(upper, lower, strict=True)) for upper, lower in pairs]
