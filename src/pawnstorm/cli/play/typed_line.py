"""What a typed line means: an order, or one of the words that full screen and line mode both know."""

from dataclasses import dataclass

from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.core.errors import PawnstormError

WORDS = {
    "help": "show this help",
    "howto": "how to play, in a few sentences",
    "rules": "read the rules; 'rules WORD' shows only those that mention it",
    "piece": "'piece e2': what is there, what it can do, and its rules",
    "moves": "list the orders you may give; 'moves e2' lists only those of one place",
    "odds": "'odds ORDER': the exact chances of an order; 'odds' alone lists the orders with dice",
    "hint": "what the computer would do in your place, and your chance to win",
    "undo": "take back your last order, up to the last die",
    "save": "'save FILE': write the record of the match",
    "load": "'load FILE': go on with a recorded match",
    "resign": "give up",
    "draw": "agree to a draw, where only people play",
    "mute": "do not react now, and do not ask again at such moments; 'unmute' ends that",
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
class TypedLine:
    """A line that a player typed: a word with its argument, or an order (then the word is empty)."""

    word: str
    rest: str


def parse_line(line: str, session: TerminalSession) -> TypedLine:
    """What a line means. An order of the game comes before a word; a colon in front always makes it a word."""
    text = line.strip()
    first, _, rest = text.removeprefix(":").partition(" ")
    if first.lower() not in WORDS:
        return TypedLine("", text)
    if not text.startswith(":") and _is_order(text, session):
        return TypedLine("", text)
    return TypedLine(first.lower(), rest.strip())


def _is_order(text: str, session: TerminalSession) -> bool:
    try:
        session.offer(text)
    except PawnstormError:
        return False
    return True
