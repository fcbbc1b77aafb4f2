"""Type stubs for editors: the sources count in `i64` and `vec`, which only mypy understands.

The stubs go into the built package and never beside the sources, because mypy would read them instead.
"""

import ast
import re
from importlib.util import find_spec
from pathlib import Path

from setuptools.command.build_py import build_py

ROOMS = ("core", "kit", "ai/search")
"""The compiled rooms that other packages use; a game is reached through them."""


class BuildWithStubs(build_py):  # type: ignore[misc]
    """Copies the sources, then writes the stubs beside the copies."""

    def run(self) -> None:
        """An editable install copies nothing, so it gets none; nor does a build without mypy."""
        super().run()
        if not self.editable_mode and find_spec("mypy"):
            write_stubs(Path("src/pawnstorm"), Path(self.build_lib))


def write_stubs(package: Path, folder: Path) -> None:
    """Write a stub, with docstrings, for every module of the rooms of a package."""
    from mypy.stubgen import main

    main(["-q", "--include-docstrings", "-o", str(folder), *(str(package / room) for room in ROOMS)])
    for room in ROOMS:
        for stub in (folder / package.name / room).rglob("*.pyi"):
            stub.write_text(plain_types(stub.read_text("utf-8")), "utf-8")


def plain_types(stub: str) -> str:
    """A stub with ordinary integers and lists, and with the types of fields that a constructor is given."""
    stub = re.sub(r"^from (mypy_extensions import i64|librt\.vecs import vec)\n", "", stub, flags=re.M)
    stub = re.sub(r"\bi64\b", "int", stub)
    stub = re.sub(r"\bvec\[", "list[", stub)
    lines = stub.splitlines(keepends=True)
    for class_ in ast.walk(ast.parse(stub)):
        if isinstance(class_, ast.ClassDef):
            given = _given(class_)
            for field in class_.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.target.id in given:
                    at = field.lineno - 1
                    lines[at] = lines[at].replace("Incomplete", given[field.target.id])
    return "".join(lines)


def _given(class_: ast.ClassDef) -> dict[str, str]:
    """The types of the parameters of a class, by name."""
    for part in class_.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            every = [*part.args.args, *part.args.kwonlyargs]
            return {one.arg: ast.unparse(one.annotation) for one in every if one.annotation}
    return {}
