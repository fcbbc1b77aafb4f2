"""The built page: read into memory and compressed once, and served under every address that the page knows."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

_INDEX = "index.html"
_RELATIVE = b'"./'
"""How the built page writes addresses on this server: its own are not known when it is built."""
_IMMUTABLE = "public, max-age=31536000, immutable"
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_MISSING = b"""<!doctype html>
<html lang="en"><title>Pawnstorm</title>
<h1>Pawnstorm</h1>
<p>The page has not been built: run <code>make setup</code> in the repository and load this again.</p>
<p>The server itself works: see <a href="./api/games">the games</a>.</p>
</html>
"""


@dataclass(frozen=True)
class _File:
    body: bytes
    compressed: bytes
    kind: str
    tag: str
    immutable: bool


class Page:
    """The files of a folder."""

    def __init__(self, folder: Path, root_path: str = "") -> None:
        self._folder = folder
        self._root = f'"{root_path}/'.encode()
        self._stamp = 0
        self._files: dict[str, _File] = {}

    async def serve(self, request: Request) -> Response:
        """A file, or the page itself for every address that is not that of a file."""
        self._refresh()
        name = request.url.path.lstrip("/")
        file = self._files.get(name)
        if file is None:
            if Path(name).suffix or name.startswith(("api/", "assets/")):
                return Response("not found", 404, media_type="text/plain")
            file = self._files.get(_INDEX)
        if file is None:
            return HTMLResponse(_MISSING.replace(_RELATIVE, self._root), 503)
        return _answer(request, file)

    def _refresh(self) -> None:
        """Read the folder again when the page has been built again."""
        index = self._folder / _INDEX
        stamp = index.stat().st_mtime_ns if index.is_file() else 0
        if stamp != self._stamp:
            self._stamp = stamp
            paths = [path for path in sorted(self._folder.rglob("*")) if stamp and path.is_file()]
            self._files = {path.relative_to(self._folder).as_posix(): self._read(path) for path in paths}

    def _read(self, path: Path) -> _File:
        body = path.read_bytes()
        if path == self._folder / _INDEX:
            body = body.replace(_RELATIVE, self._root)
        # The names of the files in this folder contain a hash of their content.
        return _file(body, path, immutable=path.relative_to(self._folder).parts[0] == "assets")


def _file(body: bytes, path: Path, immutable: bool) -> _File:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    compressed = gzip.compress(body, 9, mtime=0)
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return _File(
        body=body,
        compressed=compressed if len(compressed) < len(body) * 0.9 else b"",
        kind=kind,
        tag=tag,
        immutable=immutable,
    )


def _answer(request: Request, file: _File) -> Response:
    headers = {
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
        "Cache-Control": _IMMUTABLE if file.immutable else "no-cache",
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if file.compressed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.compressed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.kind)
    return Response(file.body, headers=headers, media_type=file.kind)
