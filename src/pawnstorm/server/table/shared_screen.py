"""A screen that several players share: what all of them may see (docs/decisions/0024).

A guest who holds several seats is several people. The guest is sent the secrets of a seat only while that seat looks.
Otherwise the screen shows what a spectator sees, and offers the orders that everybody knows to be possible.
"""

from collections.abc import Collection
from dataclasses import replace

from pawnstorm.core.game import Game
from pawnstorm.core.match import gives_secret_orders
from pawnstorm.core.state import State
from pawnstorm.core.view import Offer, View


def shared_view(game: Game, state: State, public: View, own: View) -> View:
    """What everybody at a screen may see: the public view, with the orders that everybody knows to be possible."""
    if gives_secret_orders(game, state):
        return public
    return replace(public, offers=_open_offers(own.offers, _tokens(public)))


def has_secrets(shared: View, own: View) -> bool:
    """Whether a seat would see more by looking. That is public, like the number of cards in a hand."""
    return (shared.tokens, shared.trays, shared.gauges) != (own.tokens, own.trays, own.gauges) or (
        shared.offers != own.offers and own.viewer == own.turn
    )


def _tokens(view: View) -> set[str]:
    return {token.id for tokens in (view.tokens, *(tray.tokens for tray in view.trays)) for token in tokens}


def _open_offers(offers: tuple[Offer, ...], known: Collection[str]) -> tuple[Offer, ...]:
    """The choices that name nothing hidden; a branch is left out if all its choices are."""
    kept: list[Offer] = []
    for offer in offers:
        if offer.token and offer.token not in known:
            continue
        options = _open_offers(offer.options, known)
        if options == offer.options:
            kept.append(offer)
        elif options or offer.order:
            kept.append(replace(offer, options=options))
    return tuple(kept)
