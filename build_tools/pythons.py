"""The Pythons on this machine that the package supports."""

import shutil
import subprocess
from pathlib import Path

SUPPORTED = ("3.11", "3.12", "3.13")


def pythons() -> dict[str, Path]:
    """Each supported version that is installed, on the PATH or by pyenv, with its interpreter."""
    found = {version: _find(version) for version in SUPPORTED}
    return {version: path for version, path in found.items() if path}


def _find(version: str) -> Path | None:
    name = f"python{version}"
    on_path = shutil.which(name)
    by_pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/{name}"))
    candidates = [*by_pyenv, *([Path(on_path)] if on_path else [])]
    return next((path for path in candidates if _works(path, version)), None)


def _works(path: Path, version: str) -> bool:
    """Whether this is that Python and can make environments; a name on the PATH may be only a link to a chooser."""
    program = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([path, "-c", program], capture_output=True, text=True, check=False)
    return done.stdout.strip() == version
