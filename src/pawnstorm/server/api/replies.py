"""Answers over HTTP, and the reading of posted bodies."""

import asyncio
import gzip
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pawnstorm.server.errors import ApiError
from pawnstorm.server.guests import COOKIE, Guest, new_guest, recognise
from pawnstorm.server.wire.base import Problem
from pawnstorm.server.wire.encoding import ENCODER

Body = TypeVar("Body")

_SMALLEST_COMPRESSED = 1400
_BODY_SECONDS = 10.0


def reply(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(ENCODER.encode(value), status, {"Cache-Control": "no-store"}, "application/json")


def refuse(status: int, code: str, sentence: str) -> Response:
    """A `Problem`."""
    return reply(Problem(code, sentence), status)


async def compressed(request: Request, body: bytes, kind: str) -> Response:
    """A body, compressed if it is large and the client accepts that; a thread does the compressing."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if len(body) > _SMALLEST_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, 5)
        headers["Content-Encoding"] = "gzip"
    return Response(body, 200, headers, kind)


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request, of at most so many bytes."""
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > most:
        raise _too_large(most)
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            return await _gather(request, most)
    except ClientDisconnect:
        raise ApiError(400, "unreadable", "the request ended before its body") from None
    except TimeoutError:
        raise ApiError(408, "too_slow", "the request did not end in time") from None


async def _gather(request: Request, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_large(most)
        parts.append(part)
    return b"".join(parts)


def _too_large(most: int) -> ApiError:
    return ApiError(413, "too_large", f"a request may have at most {most} bytes")


async def read(request: Request, kind: type[Body], most: int) -> Body:
    """The posted JSON as a value."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise ApiError(415, "not_json", "the body must be application/json")
    body = await body_of(request, most)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "unreadable", f"the body is not understood: {error}") from None


def guest_of(request: Request) -> Guest:
    """The guest who asks; NOBODY without a cookie."""
    return recognise(request.cookies.get(COOKIE))


def guest_or_new(request: Request) -> Guest:
    """The guest who asks; a new one without a cookie."""
    guest = guest_of(request)
    return guest if guest.id else new_guest()
