"""Colours, glyphs and signs. Nothing is shown by colour alone: owners also differ in letter, glyph or sign."""

from dataclasses import dataclass

from pawnstorm.core.view import Stat, Token


@dataclass(frozen=True)
class SeatColours:
    """The tile that a seat's pieces are printed on, their colour without a tile, and the sign of the seat."""

    background: str
    ink: str
    figure: str
    sign: str


# Seats are often named after their colour; others take the next colours in this order.
_BY_NAME = {
    "white": ("#f3ead3", "#20201c", "#fffdf4"),
    "black": ("#343844", "#f4f0e6", "#0b0c0f"),
    "red": ("#b3262e", "#fff2ee", "#c9141f"),
    "blue": ("#2456a6", "#eef4ff", "#16499c"),
    "green": ("#1f7a3d", "#effff2", "#0f6b2f"),
    "yellow": ("#e3b51c", "#2a2200", "#ffd93b"),
    "grey": ("#7d828a", "#ffffff", "#d5d9de"),
}
_IN_TURN = ("white", "black", "red", "blue", "green", "yellow")
_SIGNS = "○●△◆□▲"
NOBODY = SeatColours("#8a8578", "#ffffff", "#e0ddd4", "·")
"""The colours of things that belong to nobody."""

# Both squares of a chessboard are of medium brightness, so that both white and black figures stand out.
_GROUNDS = {"light": "#a98f66", "dark": "#735733"}
# A ground may have more words, such as the owner of a wall; its first word decides what it looks like.
_KNOWN_GROUNDS = {
    "ground": "#7b8a52",
    "hill": "#a8905a",
    "wall": "#62646b",
    "gate": "#8a5a2b",
    "side-gate": "#94683a",
    "breach": "#9a937f",
    "throne": "#b3922c",
    "passage": "#4f7f9e",
    "rock": "#3f4146",
}
_OTHER_GROUNDS = ("#6f8f5a", "#5d7f9e", "#8b8b83", "#a5744f", "#70608f", "#4f8a83", "#9a9a5b", "#7a4b4b")

OTHER_SIGNS = ":~=&;$"
"""Signs for grounds without one of their own."""
_GROUND_SIGNS = {
    "light": ".",
    "dark": ".",
    "ground": ".",
    "hill": "^",
    "wall": "#",
    "gate": "G",
    "side-gate": "g",
    "breach": ",",
    "throne": "T",
    "passage": "P",
    "rock": "%",
}
"""Signs of grounds by their first word; the game's legend explains the other words, such as the owner of a wall."""

SELECTED = "#c9a91f"
MOVE = "#6f9a52"
ATTACK = "#c2562f"
LAST = "#8a8a3a"
CURSOR = "#2f7bea"
HURT = "#e0201b"
GOOD = "#2e7d46"
STATE = "#5b6472"

_GLYPHS = {
    "king": "♔♚",
    "queen": "♕♛",
    "rook": "♖♜",
    "bishop": "♗♝",
    "knight": "♘♞",
    "pawn": "♙♟",
}
_WOUND = "wounded"
_HARM = ("entangled", "drained", "under visions", "statue")
_PASSING = ("asleep", "unmanned", "commanded", "has commanded", "acted", "on-wall", "in-gate")
MARK_SIGNS = "*!°"
"""A star for a wound, then ! for harm, then a ring for any other state: the first that is true is shown."""
_LOW_IS_GOOD = ("D",)
"""Numbers that a die must reach: the smaller, the better."""


def seat_colours(seats: tuple[str, ...], owner: int) -> SeatColours:
    """The colours of a seat."""
    if not 0 <= owner < len(seats):
        return NOBODY
    taken = seats[owner].lower()
    colours = _BY_NAME[taken if taken in _BY_NAME else _IN_TURN[owner % len(_IN_TURN)]]
    return SeatColours(*colours, _SIGNS[owner % len(_SIGNS)])


def ground(word: str, words: list[str]) -> str:
    """The colour of a ground; `words` are all grounds of the board, so that each gets its own."""
    if word in _GROUNDS:
        return _GROUNDS[word]
    known = _KNOWN_GROUNDS.get(word.split(" ")[0])
    if known:
        return known
    others = [other for other in words if other not in _GROUNDS]
    return _OTHER_GROUNDS[others.index(word) % len(_OTHER_GROUNDS)]


def ground_sign(ground: str, grounds: tuple[str, ...]) -> str:
    """The sign of a ground where no colours can be seen; `grounds` are all grounds of the board."""
    others = [word for word in grounds if word.split(" ")[0] not in _GROUND_SIGNS]
    known = _GROUND_SIGNS.get(ground.split(" ")[0])
    return known or OTHER_SIGNS[others.index(ground) % len(OTHER_SIGNS)]


def glyph(token: Token, letters: bool) -> str:
    """The picture of a piece: outlined for the first seat, solid for the others; or its letter."""
    shapes = _GLYPHS.get(token.kind)
    if letters or shapes is None:
        return letter(token)
    return shapes[0 if token.owner == 0 else 1]


def letter(token: Token) -> str:
    """The letter of a piece: lower case for the second seat."""
    return token.letter.lower() if token.owner == 1 else token.letter


def is_hurt(token: Token) -> bool:
    """Whether a piece is wounded."""
    return _WOUND in token.marks


def mark_sign(token: Token) -> str:
    """One character for all marks of a piece, empty if it has none."""
    signs = {sign_of(mark) for mark in token.marks}
    return next((sign for sign in MARK_SIGNS if sign in signs), "")


def sign_of(mark: str) -> str:
    """The sign of one mark by itself."""
    return "*" if mark == _WOUND else "!" if mark in _HARM else "°"


def mark_colour(mark: str) -> str:
    """The colour of a mark: red only for harm, grey for what is neither good nor bad, green for what helps."""
    if mark == _WOUND or mark in _HARM:
        return HURT
    return STATE if mark.startswith(_PASSING) else GOOD


def marks_colour(token: Token) -> str:
    """The colour of all marks of a piece: harm comes before help, help before the rest."""
    colours = {mark_colour(mark) for mark in token.marks}
    return next((colour for colour in (HURT, GOOD, STATE) if colour in colours), STATE)


def stat_colour(stat: Stat) -> str:
    """Red for a number that is worse than printed, green for a better one, nothing for the printed one."""
    if stat.value == stat.base:
        return ""
    return GOOD if (stat.value < stat.base) == (stat.name in _LOW_IS_GOOD) else HURT
