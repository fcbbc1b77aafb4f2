"""The deck: eleven kinds of cards, how many of each, and the words on them (TC-05, TC-55)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadData
from pawnstorm.kit.datafile import Entry

MEDIC: Final = 0
ARMS: Final = 1
STUN: Final = 2
TOP: Final = 3
STRIKE: Final = 4
PROMOTION: Final = 5
GUN: Final = 6
NAPALM: Final = 7
SUICIDE: Final = 8
GLASSES: Final = 9
LEAVE: Final = 10
KINDS: Final = 11

KEYS: Final = ("medic", "arms", "stun", "top", "strike", "promote", "gun", "napalm", "suicide", "glasses", "leave")
"""How orders name the cards."""


@final
class Card:
    """The words on one kind of card."""

    def __init__(self, entry: Entry) -> None:
        self.key: Final = entry.text("key")
        self.title: Final = entry.text("title")
        self.copies: Final = entry.number("copies", 0, 9)
        self.moment: Final = entry.text("moment")
        self.text: Final = entry.text("text")
        self.rule: Final = entry.text("rule")
        entry.close()


@final
class Deck:
    """The cards of a table; a supplied change says how many cards there are, how many are dealt, and of which kinds."""

    def __init__(self, words: Entry, change: Entry | None) -> None:
        hand, total = words.number("hand", 0, 9), words.number("cards", 0, 99)
        self.cards: Final = tuple(Card(card) for card in words.entries("card"))
        words.close()
        if tuple(card.key for card in self.cards) != KEYS:
            raise BadData(f"{words.where}: the cards should be {', '.join(KEYS)}, in this order (TC-05)")
        copies = [card.copies for card in self.cards]
        if change is not None:
            hand, total = change.number("hand", 0, 9), change.number("cards", 0, 99)
            _change(copies, change.entry("copies"))
            change.close()
        if sum(copies) != total:
            where = words.where if change is None else change.where
            raise BadData(f"{where}: the deck says {total} cards and holds {sum(copies)} (TC-05)")
        self.hand: Final = hand
        self.total: Final = total
        self.copies: Final[vec[i64]] = vec[i64](copies)


def _change(copies: list[int], wanted: Entry) -> None:
    """Kinds that a supplied deck does not name keep their usual number."""
    for key in wanted.names():
        if key not in KEYS:
            raise BadData(f"{wanted.where}: there is no card '{key}'; the cards are {', '.join(KEYS)} (TC-05)")
        copies[KEYS.index(key)] = wanted.number(key, 0, 9)


def check_supply(deck: Deck, depots: int, where: str) -> None:
    """TC-A34: two hands and every depot must be served."""
    needed = 2 * deck.hand + depots
    if deck.total < needed:
        raise BadData(f"{where}: {deck.total} cards cannot serve two hands of {deck.hand} and {depots} depots (TC-A34)")
