"""What all definitions of the wire share: the two kinds of structs and the types of their fields.

The OpenAPI document and the page's TypeScript types are generated from the modules of this room and from the view
grammar of `core.view`. A fraction is sent as text such as "5/18".
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

SeatKind = Literal["here", "open", "computer"]
"""A seat is played on this screen, waits for a guest with the invitation, or is played by the computer."""

Name = Annotated[str, Meta(max_length=64)]
"""A key, a player, an option or one of its values."""

Text = Annotated[str, Meta(max_length=8000)]
"""Longer text such as an army list."""

RecordText = Annotated[str, Meta(max_length=512 * 1024)]
"""A whole record."""

# `$` alone would let a line end pass, and a seed stands in a line of the record.
Seed = Annotated[str, Meta(max_length=64, pattern=r"^[0-9a-f]*$(?!\n)")]
"""A player's seed for the dice: up to 64 random hexadecimal digits, made by the browser."""

Secret = Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[0-9A-Za-z_-]*$(?!\n)")]
"""The secret part of an invitation link."""

OrderText = Annotated[str, Meta(min_length=1, max_length=200)]
"""An order in the notation of its game."""

Seat = Annotated[int, Meta(ge=0, le=15)]
"""The number of a seat, counted from 0."""

Rev = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""A revision of a table; it grows by one with every stored change."""


class Incoming(msgspec.Struct, forbid_unknown_fields=True):
    """What clients send. An unknown field is refused."""


class Outgoing(msgspec.Struct):
    """What the server sends."""


class Health(Outgoing):
    """GET /api/health"""

    status: str
    version: str
    database: str
    tables: int
    sockets: int
    why: str = ""
    """Why the storage does not work; empty if it does."""


class ServerKey(Outgoing):
    """GET /api/key: the public key with which this server signs records."""

    key: str


class Problem(Outgoing):
    """Every HTTP error: a code for programs and one sentence for people."""

    code: str
    text: str
