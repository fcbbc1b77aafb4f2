"""Build: the rules core is compiled with mypyc; without a C compiler the same source installs as plain Python."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count, environ
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent))
from build_tools.docstrings import documented
from build_tools.stubs import BuildWithStubs

COMPILED = ("core", "kit", "games", "ai/search", "ai/evaluators")
"""The rooms that are compiled together, as one group."""
GAME_OF = re.compile(r"___(?:games|evaluators)___([a-z0-9]+(?:_[a-z0-9]+)*)(?:___|\.c)")
"""The game that a C file belongs to; an evaluator is compiled with its game."""


def sources() -> list[str]:
    """Every module of the compiled rooms; `__init__` files of packages are not compiled."""
    found = [path for room in COMPILED for path in sorted(Path("src/pawnstorm", room).rglob("*.py"))]
    return [str(path) for path in found if path.name != "__init__.py"]


def volumes(files: list[str]) -> list[str]:
    """The C files in volumes: one for the core with Chess Attack, whose speed is measured, one for each other game.

    The C compiler can inline small functions within a volume. A single volume would take much longer to compile.
    """
    bound: dict[str, list[str]] = {}
    loose: list[str] = []
    for file in files:
        name = Path(file).name
        if not name.startswith("__native_pawnstorm___"):
            loose.append(file)
            continue
        game = GAME_OF.search(name)
        bound.setdefault(game[1] if game and game[1] != "chess_attack" else "core", []).append(name)
    for title, names in bound.items():
        volume = Path("build", f"volume_{title}.c")
        volume.write_text("".join(documented(Path("build", name)) for name in names), "utf-8")
        loose.append(str(volume))
    return loose


class Build(build_ext):
    """Compiles several C files at a time."""

    def build_extensions(self) -> None:
        """Give every processor a file."""
        one = self.compiler.compile

        def compile(files: list[str], *rest: Any, **more: Any) -> list[str]:
            with ThreadPoolExecutor(cpu_count()) as pool:
                return [made for each in pool.map(lambda file: one([file], *rest, **more), files) for made in each]

        self.compiler.compile = compile
        super().build_extensions()


def extensions() -> list:
    """The compiled group, marked optional so that a failing compiler does not fail the install.

    PAWNSTORM_PLAIN=1 leaves it out.
    """
    if environ.get("PAWNSTORM_PLAIN") == "1":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    found = mypycify(["--strict", *sources()], opt_level="3", debug_level="0", group_name="pawnstorm", multi_file=True)
    for extension in found:
        extension.optional = True
        extension.sources = volumes(extension.sources)
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": Build, "build_py": BuildWithStubs})
