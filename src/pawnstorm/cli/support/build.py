"""How this Pawnstorm was built: whether its rules run as compiled code, and if not, why."""

import sys
from pathlib import Path

from pawnstorm.core import state


def compiled() -> bool:
    """Whether the rules core runs as compiled code."""
    return not str(state.__file__).endswith(".py")


def describe_build() -> str:
    """What `pawnstorm --version` says about the core."""
    if compiled():
        return "yes"
    others = ", ".join(_compiled_for(Path(str(state.__file__)).parent))
    if others:
        return f"no (plain Python: it was compiled for {others}, and this is {sys.implementation.cache_tag})"
    return "no (plain Python: it was installed without a C compiler)"


def _compiled_for(folder: Path) -> list[str]:
    """The Pythons for which a folder has compiled modules, such as `cpython-312-x86_64-linux-gnu`."""
    found = [path for ending in ("so", "pyd") for path in folder.glob(f"state.*.{ending}")]
    return sorted(path.stem.removeprefix("state.") for path in found)
