"""The panel next to the board: the selected piece or the one under the cursor, and what Enter would do here."""

from rich.text import Text

from pawnstorm.cli.draw.fights import odds_picture, sums_line
from pawnstorm.cli.draw.panels import offer_lines, piece_card
from pawnstorm.cli.play.picker import Picker
from pawnstorm.core.view import Offer, View

_LISTED = 30


def cell_panel(view: View, picker: Picker, cursor: str, seats: tuple[str, ...], letters: bool, width: int) -> Text:
    """What the player wants to know about the selected piece, or else about the cell under the cursor."""
    here = picker.at(cursor)
    if picker.path and cursor != picker.selected:
        text = _target(view, here, cursor, seats, letters, width)
        if picker.selected:
            text = piece_card(view, picker.selected, seats, letters, width).append("\n\n").append_text(text)
    else:
        text = piece_card(view, cursor, seats, letters, width).append_text(_orders(picker, here))
    others = picker.without_cell()
    if others:
        text.append(f"\n\nF2 {'also ' if picker.cells() else ''}offers: ", "dim").append_text(
            offer_lines(tuple(others), 5)
        )
    return text


def _orders(picker: Picker, here: list[Offer]) -> Text:
    """The orders of the selected piece, or of the one under the cursor."""
    options = picker.options if picker.path else tuple(option for offer in here for option in offer.options or (offer,))
    return Text("\n\n").append_text(offer_lines(options, _LISTED)) if options else Text()


def _target(view: View, here: list[Offer], cursor: str, seats: tuple[str, ...], letters: bool, width: int) -> Text:
    """What Enter would do on the cell under the cursor."""
    if not here:
        return piece_card(view, cursor, seats, letters, width)
    text = Text()
    if any(token.cell == cursor for token in view.tokens):
        text.append_text(piece_card(view, cursor, seats, letters, width)).append("\n\n")
    if len(here) == 1 and here[0].odds:
        return text.append_text(_preview(here[0], seats, width))
    return text.append("Enter: ", "dim").append_text(offer_lines(tuple(here), _LISTED))


def _preview(offer: Offer, seats: tuple[str, ...], width: int) -> Text:
    text = Text.assemble(("Enter: ", "dim"), (offer.order, "bold"), "\n")
    if offer.parts:
        text.append_text(sums_line(offer.parts, seats)).append("\n")
    return text.append_text(odds_picture(offer.odds, width))
