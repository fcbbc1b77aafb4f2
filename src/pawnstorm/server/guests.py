"""Guests: a random token in a cookie, known to us only by its SHA-256, and the invitations made from it.

An invitation is derived from the cookie of the table's maker. The server stores only its hash. It can still show the
link again, because the maker's browser sends the cookie with every request.
"""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field

COOKIE = "pawnstorm_guest"
"""The name of the cookie."""

_TOKEN = re.compile(r"[0-9A-Za-z_-]{43}")


def fingerprint(secret: str) -> str:
    """The hash of a secret, which is all that we store of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Guest:
    """A browser: its token, and the id by which we know it. Both are empty for a visitor without a cookie."""

    token: str = field(default="", repr=False)
    id: str = ""

    def invitation(self, table: str, seat: int) -> str:
        """The secret of the link to a seat of a table that this guest makes."""
        digest = hmac.digest(self.token.encode(), f"invitation|{table}|{seat}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


NOBODY = Guest()
"""A visitor without a cookie."""


def recognise(token: str | None) -> Guest:
    """The guest of a cookie; NOBODY if the cookie is not one of ours."""
    if token is None or not _TOKEN.fullmatch(token):
        return NOBODY
    return Guest(token, fingerprint(token))


def new_guest() -> Guest:
    """A new guest."""
    token = secrets.token_urlsafe(32)
    return Guest(token, fingerprint(token))


def new_table_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(16)


def new_seed() -> str:
    """The server's secret seed for the dice of one table."""
    return secrets.token_hex(32)
