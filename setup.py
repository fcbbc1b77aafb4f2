"""Build: the rules core is compiled with mypyc; without a C compiler the same source installs as plain Python."""

from pathlib import Path

from setuptools import setup

COMPILED = ("core", "kit", "games", "ai/search")
"""The rooms that are compiled together, as one group."""


def sources() -> list[str]:
    """Every module of the compiled rooms; packages' own __init__ files stay plain."""
    found = [path for room in COMPILED for path in sorted(Path("src/pawnstorm", room).rglob("*.py"))]
    return [str(path) for path in found if path.name != "__init__.py"]


def extensions() -> list:
    """The compiled group, marked optional so that a failing compiler does not fail the install."""
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    found = mypycify(["--strict", *sources()], opt_level="3", group_name="pawnstorm")
    for extension in found:
        extension.optional = True
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return found


setup(ext_modules=extensions())
