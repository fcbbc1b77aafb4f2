"""The words a player may type instead of an order, the same in full screen and in line mode."""

from dataclasses import dataclass

from pawnstorm.cli.play.sitting import Sitting
from pawnstorm.core.errors import PawnstormError

WORDS = {
    "help": "show this help",
    "howto": "how to play, in a few sentences",
    "rules": "read the rules; 'rules WORD' only those that speak of it",
    "piece": "'piece e2': what stands there, what it can do, and its rules",
    "moves": "list the orders you may give; 'moves e2' only those of a place",
    "odds": "'odds ORDER': the exact chances of an order; 'odds' alone lists the orders with dice",
    "hint": "what the computer would do in your place, and your chance to win",
    "undo": "take back your last order, up to the last die",
    "save": "'save FILE': write the record of the match",
    "load": "'load FILE': go on with a recorded match",
    "resign": "give up",
    "draw": "agree on a draw, where two people play",
    "mute": "let this moment pass, and all others of its kind; 'unmute' ends that",
    "unmute": "be asked at every moment again",
    "flip": "turn the board round",
    "letters": "letters instead of chess figures, and back",
    "numbers": "print the numbers on the pieces, and back",
    "board": "show the board again",
    "log": "show the course of the game",
    "new": "begin a new game",
    "quit": "leave",
}
"""Every word with what it does."""


@dataclass(frozen=True)
class Typed:
    """A line that a player typed: a word with its argument, or an order (word empty)."""

    word: str
    rest: str


def understand(line: str, sitting: Sitting) -> Typed:
    """What a line means. An order of the game goes before a word; a colon in front makes it a word for sure."""
    text = line.strip()
    first, _, rest = text.removeprefix(":").partition(" ")
    if first.lower() not in WORDS:
        return Typed("", text)
    if not text.startswith(":") and _is_order(text, sitting):
        return Typed("", text)
    return Typed(first.lower(), rest.strip())


def _is_order(text: str, sitting: Sitting) -> bool:
    try:
        sitting.offer(text)
    except PawnstormError:
        return False
    return True
