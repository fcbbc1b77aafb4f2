"""The deck: the kinds of cards, what each of them does, how many there are, and the words on them (TC-05, TC-55)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadData
from pawnstorm.games.trench_checkers.pieces.kinds import LARGEST_DIE, MOST_MOVES, MOST_ROLLS
from pawnstorm.kit.datafile import Entry

# The effects of cards. A printed card has the number of its effect; further cards follow.
FIELD_MEDIC: Final = 0
CAPTURED_ARMS: Final = 1
STUN_GRENADE: Final = 2
OVER_THE_TOP: Final = 3
AIR_STRIKE: Final = 4
FIELD_PROMOTION: Final = 5
MACHINE_GUN_NEST: Final = 6
NAPALM: Final = 7
SUICIDE_MISSION: Final = 8
FIELD_GLASSES: Final = 9
BACK_FROM_LEAVE: Final = 10
PRINTED: Final = 11
"""The number of printed kinds, which is also the number of effects."""
MOST_KINDS: Final = 16
"""Room for kinds of cards: an order names one in four bits."""

EFFECTS: Final = (
    "field medic",
    "captured arms",
    "stun grenade",
    "over the top",
    "air strike",
    "field promotion",
    "machine-gun nest",
    "napalm",
    "suicide mission",
    "field glasses",
    "back from leave",
)
"""The names of the effects in data."""
KEYS: Final = ("medic", "arms", "stun", "top", "strike", "promote", "gun", "napalm", "suicide", "glasses", "leave")
"""The names of the printed cards in orders."""

_NUMBERS: Final = {
    OVER_THE_TOP: ("moves", 1, MOST_MOVES),
    AIR_STRIKE: ("die", 2, LARGEST_DIE),
    MACHINE_GUN_NEST: ("rolls", 1, MOST_ROLLS),
    NAPALM: ("bonus", 1, 9),
    SUICIDE_MISSION: ("die", 2, LARGEST_DIE),
}
"""The one number that some effects need, with its bounds."""


@final
class Card:
    """One kind of card: its effect with its number, and the words on it."""

    def __init__(self, entry: Entry) -> None:
        self.key: Final = entry.text("key")
        self.title: Final = entry.text("title")
        self.copies: Final = entry.number("copies", 0, 9)
        effect = entry.text("effect")
        if effect not in EFFECTS:
            raise entry.wrong(f"there is no effect '{effect}'; the effects are {', '.join(EFFECTS)}")
        self.effect: Final = EFFECTS.index(effect)
        number = _NUMBERS.get(self.effect)
        self.number: Final = entry.number(*number) if number else 0
        self.moment: Final = entry.text("moment")
        self.text: Final = entry.text("text")
        self.rule: Final = entry.text("rule")
        entry.close()


@final
class Deck:
    """The cards of a table; a supplied deck changes how many there are, how many are dealt, and the copies of kinds."""

    def __init__(self, data: Entry, change: Entry | None) -> None:
        hand, total = data.number("hand", 0, 9), data.number("cards", 0, 99)
        self.cards: Final = tuple(Card(card) for card in data.entries("card"))
        data.close()
        self.keys: Final = tuple(card.key for card in self.cards)
        _check_kinds(self, data.where)
        copies = [card.copies for card in self.cards]
        if change is not None:
            hand, total = change.number("hand", 0, 9), change.number("cards", 0, 99)
            _change_copies(copies, self.keys, change.entry("copies"))
            change.close()
        if sum(copies) != total:
            where = data.where if change is None else change.where
            raise BadData(f"{where}: the deck says {total} cards and holds {sum(copies)} (TC-05)")
        self.hand: Final = hand
        self.total: Final = total
        self.copies: Final[vec[i64]] = vec[i64](copies)
        self.effects: Final[vec[i64]] = vec[i64]([card.effect for card in self.cards])
        self.numbers: Final[vec[i64]] = vec[i64]([card.number for card in self.cards])

    def find(self, key: str) -> int:
        """The kind of card that has a key; -1 if there is none."""
        return self.keys.index(key) if key in self.keys else -1

    def with_effect(self, effect: int) -> int:
        """The kinds of cards that have an effect, as bits."""
        return sum(1 << kind for kind, card in enumerate(self.cards) if card.effect == effect)


def _check_kinds(deck: Deck, where: str) -> None:
    """TC-05: the printed cards come first and keep their numbers, because evaluators and encoded lines know them."""
    if deck.keys[:PRINTED] != KEYS or [card.effect for card in deck.cards[:PRINTED]] != list(range(PRINTED)):
        raise BadData(f"{where}: the cards should begin with {', '.join(KEYS)}, in this order (TC-05)")
    if len(deck.cards) > MOST_KINDS or len(set(deck.keys)) < len(deck.keys):
        raise BadData(f"{where}: there should be at most {MOST_KINDS} kinds of cards, each with its own key (TC-05)")


def _change_copies(copies: list[int], keys: tuple[str, ...], wanted: Entry) -> None:
    """Kinds that a supplied deck does not name keep their usual number."""
    for key in wanted.names():
        if key not in keys:
            raise BadData(f"{wanted.where}: there is no card '{key}'; the cards are {', '.join(keys)} (TC-05)")
        copies[keys.index(key)] = wanted.number(key, 0, 9)


def check_supply(deck: Deck, depots: int, where: str) -> None:
    """TC-A34: there must be a card for every place in two hands and for every depot."""
    needed = 2 * deck.hand + depots
    if deck.total < needed:
        raise BadData(f"{where}: {deck.total} cards cannot serve two hands of {deck.hand} and {depots} depots (TC-A34)")
