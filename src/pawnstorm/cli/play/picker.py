"""Picking an order by pointing: a walk down the tree of offers, cell by cell."""

from dataclasses import replace

from pawnstorm.core.view import Offer, leaves


class Picker:
    """The offers of a position and how far down the player has pointed."""

    def __init__(self, offers: tuple[Offer, ...] = ()) -> None:
        self.offers = offers
        self.path: list[Offer] = []

    @property
    def options(self) -> tuple[Offer, ...]:
        """The choices at the present level. A branch that is an order itself comes first among its options."""
        if not self.path:
            return self.offers
        here = self.path[-1]
        return (replace(here, options=()), *here.options) if here.order else here.options

    @property
    def selected(self) -> str:
        """The cell that the walk began on."""
        return self.path[0].cell if self.path else ""

    def at(self, cell: str) -> list[Offer]:
        """The present choices on a cell."""
        return [offer for offer in self.options if offer.cell == cell]

    def pick(self, cell: str) -> list[Offer]:
        """Point at a cell. Returns the orders to give or to choose among; nothing if the walk only went on or back."""
        found = self.at(cell)
        if not found and self.path:
            self.path.clear()
            found = self.at(cell)
        if len(found) != 1:
            return found
        return self.choose(found[0])

    def choose(self, offer: Offer) -> list[Offer]:
        """Take one of the present choices: an order is returned, a branch is entered."""
        if not offer.options:
            return [offer]
        self.path.append(offer)
        return []

    def back(self) -> bool:
        """One step up; False if the walk has not begun."""
        if self.path:
            self.path.pop()
            return True
        return False

    def targets(self) -> tuple[frozenset[str], frozenset[str]]:
        """The cells to point out once a piece is chosen: plain ones, and those where dice will decide."""
        if not self.path:
            return frozenset(), frozenset()
        fights = {offer.cell for offer in self.options if any(leaf.odds for leaf in leaves((offer,)))}
        return frozenset({offer.cell for offer in self.options} - fights - {""}), frozenset(fights - {""})

    def cells(self) -> list[str]:
        """The cells with a present choice, in the order of the offers."""
        return list(dict.fromkeys(offer.cell for offer in self.options if offer.cell))

    def without_cell(self) -> list[Offer]:
        """The present choices without a cell."""
        return [offer for offer in self.options if not offer.cell]

    def is_a_question(self) -> bool:
        """Whether the choices are better asked as a list: several of them, and nothing to point at."""
        if self.path or not self.offers:
            return False
        if not any(offer.cell for offer in _all(self.offers)):
            return len(leaves(self.offers)) > 1
        return len(self.offers) > 1 and len(self.cells()) <= 1 and not any(o.options for o in self.offers)


def _all(offers: tuple[Offer, ...]) -> list[Offer]:
    """Every choice of a tree, branches and leaves."""
    return [found for offer in offers for found in (offer, *_all(offer.options))]
