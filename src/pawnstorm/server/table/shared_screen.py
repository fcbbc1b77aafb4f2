"""A screen that several players share: what all of them may see (docs/decisions/0024).

A guest who holds several seats is several people. The secrets of a seat are told to the guest only while that seat
looks. Otherwise the screen shows what a spectator sees, and offers what everybody knows the seat to act may do.
"""

from collections.abc import Collection
from dataclasses import replace

from pawnstorm.core.game import Game
from pawnstorm.core.match import gives_secret_orders
from pawnstorm.core.state import State
from pawnstorm.core.view import Offer, View


def shared_view(game: Game, state: State, public: View, own: View) -> View:
    """What everybody in front of a screen may see: the public view, with what anybody knows the seat to act may do."""
    if gives_secret_orders(game, state):
        return public
    return replace(public, offers=_named_openly(own.offers, _tokens(public)))


def has_secrets(shared: View, own: View) -> bool:
    """Whether a seat would see more by looking; that it would is public, as is the number of cards in a hand."""
    return (shared.tokens, shared.trays, shared.gauges) != (own.tokens, own.trays, own.gauges) or (
        shared.offers != own.offers and own.viewer == own.turn
    )


def _tokens(view: View) -> set[str]:
    return {token.id for tokens in (view.tokens, *(tray.tokens for tray in view.trays)) for token in tokens}


def _named_openly(offers: tuple[Offer, ...], known: Collection[str]) -> tuple[Offer, ...]:
    """The choices that name nothing hidden; a branch goes with the last of its choices."""
    kept: list[Offer] = []
    for offer in offers:
        if offer.token and offer.token not in known:
            continue
        options = _named_openly(offer.options, known)
        if options == offer.options:
            kept.append(offer)
        elif options or offer.order:
            kept.append(replace(offer, options=options))
    return tuple(kept)
