"""Everything that the server sends as JSON is encoded here."""

from fractions import Fraction

import msgspec

from pawnstorm.core.view import View
from pawnstorm.core.view_json import change_json, view_json
from pawnstorm.server.wire.messages import UpdateFields

EncodedSteps = msgspec.Raw
"""A list of `StepInfo`, already as JSON."""
EncodedView = msgspec.Raw
"""A view, or its difference from an earlier one, already as JSON."""


class EncodedUpdate(UpdateFields, kw_only=True, tag="update", tag_field="t"):
    """An `Update` whose large parts are encoded already, because they are the same for many viewers."""

    steps: EncodedSteps
    view: EncodedView


def _fraction_text(value: object) -> str:
    if not isinstance(value, Fraction):
        raise TypeError(f"a {type(value).__name__} cannot be sent")
    return str(value)


ENCODER = msgspec.json.Encoder(enc_hook=_fraction_text)
"""Encodes everything that the server sends."""


def encode_view(view: View) -> EncodedView:
    """A view as JSON."""
    return EncodedView(view_json(view, view.cells, list(view.tokens)).encode())


def encode_change(before: View, view: View) -> tuple[EncodedView, list[str]]:
    """What `Update` says of a view to a viewer who has another one: what differs, and the tokens that are gone."""
    body, gone = change_json(before, view)
    return EncodedView(body.encode()), gone
