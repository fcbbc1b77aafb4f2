"""Answers over HTTP, and reading what is posted."""

import asyncio
import gzip
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pawnstorm.server.guests import COOKIE, Guest, recognise, welcome
from pawnstorm.server.problems import Trouble
from pawnstorm.server.table.redaction import ENCODER
from pawnstorm.server.wire.messages import Problem

Body = TypeVar("Body")

_YEAR = 365 * 86_400
_SMALL = 1400
_PATIENCE = 10.0


def reply(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(ENCODER.encode(value), status, {"Cache-Control": "no-store"}, "application/json")


def refuse(status: int, code: str, sentence: str) -> Response:
    """A `Problem`."""
    return reply(Problem(code, sentence), status)


async def squeezed(request: Request, body: bytes, kind: str) -> Response:
    """A large body, compressed for whoever can read that; compressing happens beside the event loop."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if len(body) > _SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, 5)
        headers["Content-Encoding"] = "gzip"
    return Response(body, 200, headers, kind)


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request, read only as far as it may go."""
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > most:
        raise _too_large(most)
    try:
        async with asyncio.timeout(_PATIENCE):
            return await _gather(request, most)
    except ClientDisconnect:
        raise Trouble(400, "unreadable", "the request broke off") from None
    except TimeoutError:
        raise Trouble(408, "too_slow", "the request did not come to an end") from None


async def _gather(request: Request, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_large(most)
        parts.append(part)
    return b"".join(parts)


def _too_large(most: int) -> Trouble:
    return Trouble(413, "too_large", f"a request may have {most} bytes at most")


async def read(request: Request, kind: type[Body], most: int) -> Body:
    """The posted JSON as a value."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Trouble(415, "not_json", "the body must be application/json")
    body = await body_of(request, most)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Trouble(400, "unreadable", f"the body is not understood: {error}") from None


def guest_of(request: Request) -> Guest:
    """Who asks; nobody if there is no cookie."""
    return recognise(request.cookies.get(COOKIE))


def known_guest(request: Request) -> Guest:
    """Who asks; a new guest if there is no cookie."""
    guest = guest_of(request)
    return guest if guest.id else welcome()


def remember(request: Request, response: Response, guest: Guest) -> Response:
    """Give a new guest the cookie."""
    if guest_of(request).id != guest.id:
        response.set_cookie(
            COOKIE, guest.token, _YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https"
        )
    return response
