"""Build: the rules core is compiled with mypyc; without a C compiler the same source installs as plain Python.

With PAWNSTORM_PLAIN=1 in the environment nothing is compiled. Everything else about the package is in pyproject.toml,
and building the page, docstrings and type stubs are in build_tools/.
"""

import hashlib
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent))
from build_tools.docstrings import documented
from build_tools.stubs import BuildWithStubs

COMPILED = ("core", "kit", "games", "ai/search", "ai/evaluators")
"""The rooms that are compiled together, as one group."""
GAME_OF = re.compile(r"___(?:games|evaluators)___([a-z0-9]+(?:_[a-z0-9]+)*)(?:___|\.c)")
"""The game that a C file belongs to; an evaluator is compiled with its game."""
OBJECTS = f"build/objects-{sys.implementation.cache_tag}"
"""Where object files are kept for the next build, whether it makes a wheel or an editable install."""
INCLUDE = re.compile(rb'^#include "(.+)"', re.MULTILINE)


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


def extensions() -> list[Extension]:
    """The compiled group, marked optional so that a failing compiler does not fail the install."""
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


def with_included(file: Path) -> list[Path]:
    """A C file and all generated files that it includes."""
    found = [file]
    for one in found:
        named = [Path("build", name.decode()) for name in INCLUDE.findall(one.read_bytes())]
        # The other headers belong to Python or mypyc.
        found += [path for path in named if path.is_file() and path not in found]
    return found


class Build(build_ext):
    """Generates C files and compiles several at a time; an object is kept until what it is made of changes."""

    def run(self) -> None:
        """Generate the C files only now, because most commands do not need them."""
        self.distribution.ext_modules = extensions()
        # The options depend on the modules, so they are worked out again; this one cannot be read twice.
        self.swig_opts = None
        self.finalize_options()
        self.build_temp = OBJECTS
        self.parallel = True
        super().run()

    def build_extensions(self) -> None:
        """Give every processor a file."""
        one = self.compiler.compile

        def compile_one(file: str, *rest: Any, **more: Any) -> str:
            (made,) = self.compiler.object_filenames([file], output_dir=self.build_temp)
            note, digest = Path(f"{made}.sha256"), self.digest(file, more)
            if not (Path(made).is_file() and note.is_file() and note.read_text() == digest):
                note.unlink(missing_ok=True)
                one([file], *rest, **more)
                note.write_text(digest)
            return str(made)

        def compile_all(files: list[str], *rest: Any, **more: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return list(pool.map(lambda file: compile_one(file, *rest, **more), files))

        self.compiler.compile = compile_all
        # Some Pythons add the folder that they are installed in, which means nothing on another machine.
        words = getattr(self.compiler, "linker_so", [])
        self.compiler.linker_so = [word for word in words if not word.startswith("-Wl,-rpath")]
        super().build_extensions()

    def digest(self, file: str, options: dict[str, Any]) -> str:
        """A hash of everything that an object is made of. Times would mislead: Git and pip change them."""
        flags = (getattr(self.compiler, "compiler_so", []), options["extra_postargs"], options["macros"])
        found = hashlib.sha256(repr((sys.version, version("mypy"), flags)).encode())
        for path in with_included(Path(file)):
            found.update(path.read_bytes())
        return found.hexdigest()


LATER = Extension("pawnstorm__mypyc", [])
"""Says that there will be compiled modules; `Build.run` finds out which."""

if __name__ == "__main__":
    setup(
        ext_modules=[] if os.environ.get("PAWNSTORM_PLAIN") else [LATER],
        cmdclass={"build_ext": Build, "build_py": BuildWithStubs},
    )
