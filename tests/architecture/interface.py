"""Everything public that docs/stability.md promises, one line each.

`python tests/architecture/interface.py` writes the list for a release. Until the next one, test_interface.py demands
that everything on it still works; a docstring that begins with "Deprecated" announces that something will go.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

import pawnstorm
from pawnstorm.cli.main import app
from pawnstorm.server.api import openapi
from pawnstorm.server.wire import base, schema

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("interface.txt")
PAGES = ("play", "records", "games", "kit", "testing", "players")
"""The pages of docs/api that describe what stays."""
DEPRECATED = " deprecated"
SENT, RECEIVED = "a client sends ", "a client gets "


def interface() -> list[str]:
    """All lines, sorted."""
    python = [line for module, name in promised_modules() for line in _module(module, name)]
    exported = [f"pawnstorm.{name}" for name in getattr(pawnstorm, "__all__", ())]
    return sorted({*python, *exported, *_commands(typer.main.get_command(app), "pawnstorm"), *_calls(), *_messages()})


def promised_modules() -> list[tuple[str, str]]:
    """The modules that those pages describe, each with the one function that is described, or none if all of it is."""
    texts = "\n".join((ROOT / "docs" / "api" / f"{page}.rst").read_text("utf-8") for page in PAGES)
    functions = re.findall(r"^\.\. autofunction:: (\S+)\.(\w+)$", texts, re.MULTILINE)
    return [(module, "") for module in re.findall(r"^\.\. automodule:: (\S+)$", texts, re.MULTILINE)] + functions


def _module(module: str, name: str) -> Iterator[str]:
    home = ROOT / "src" / module.replace(".", "/")
    file = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    body = ast.parse(file.read_text("utf-8")).body
    yield from _names(module, [node for node in body if not name or getattr(node, "name", "") == name])


def _names(owner: str, body: list[ast.stmt]) -> Iterator[str]:
    """The public names that are defined in a module or a class."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            made = _constructor(node)
            yield f"{owner}.{node.name}{made}{_mark(node)}"
            fields = {f"{owner}.{node.name}.{word.rstrip('=')}" for word in words(made)}
            yield from (line for line in _names(f"{owner}.{node.name}", node.body) if line not in fields)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            first = int(bool(node.args.args) and node.args.args[0].arg in ("self", "cls"))
            is_property = any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list)
            yield f"{owner}.{node.name}{'' if is_property else _parameters(node.args, first)}{_mark(node)}"
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and not target.id.startswith("_"):
                yield f"{owner}.{target.id}"


def _constructor(node: ast.ClassDef) -> str:
    """The parameters with which a class is made: of `__init__`, or the fields of a dataclass."""
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            return _parameters(one.args, 1)
    if not any("dataclass" in ast.unparse(one) for one in node.decorator_list):
        return ""
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    return f"({', '.join(ast.unparse(one.target) + ('=' if one.value else '') for one in fields)})"


def _parameters(given: ast.arguments, first: int) -> str:
    """The names of the parameters; one that may be left out ends with `=`."""
    ordinary = [*given.posonlyargs, *given.args]
    required = len(ordinary) - len(given.defaults)
    words = [one.arg + ("=" if place >= required else "") for place, one in enumerate(ordinary)][first:]
    words += [f"*{given.vararg.arg if given.vararg else ''}"] if given.vararg or given.kwonlyargs else []
    words += [
        one.arg + ("=" if default else "") for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
    words += [f"**{given.kwarg.arg}"] if given.kwarg else []
    return f"({', '.join(words)})"


def _mark(node: ast.ClassDef | ast.FunctionDef) -> str:
    return DEPRECATED if (ast.get_docstring(node) or "").startswith("Deprecated") else ""


def _commands(command: Any, words: str) -> Iterator[str]:
    """The commands and their options."""
    for name, inner in getattr(command, "commands", {}).items():
        yield from _commands(inner, f"{words} {name}")
    yield f"{words}{DEPRECATED if command.deprecated else ''}"
    for parameter in command.params:
        mark = DEPRECATED if command.deprecated or getattr(parameter, "deprecated", False) else ""
        yield from (f"{words} {option}{mark}" for option in parameter.opts if option.startswith("--"))


def _calls() -> Iterator[str]:
    """The calls over HTTP."""
    for path, calls in openapi.document()["paths"].items():
        for method, call in calls.items():
            yield f"{method.upper()} {path}{DEPRECATED if call.get('deprecated') else ''}"


def _messages() -> Iterator[str]:
    """The fields of what clients send and of what the server sends."""
    requests = {kind.__name__ for kind in schema.wire_types() if issubclass(kind, base.Incoming)}
    for name, found in schema.components().items():
        fields, required = sorted(found.get("properties", {})), found.get("required", ())
        if name in requests:
            yield f"{SENT}{name}({', '.join(field + ('' if field in required else '=') for field in fields)})"
        elif fields:
            yield f"{RECEIVED}{name}({', '.join(fields)})"


def broken(promised: list[str], present: list[str]) -> list[str]:
    """The promised lines that no longer hold and were not announced as deprecated."""
    now = {_name(line): line.removesuffix(DEPRECATED) for line in present}
    return [line for line in promised if not line.endswith(DEPRECATED) and not _holds(line, now.get(_name(line), ""))]


def _name(line: str) -> str:
    return line.removesuffix(DEPRECATED).partition("(")[0]


def _holds(before: str, now: str) -> bool:
    """Whether what worked still works: what is given may still be given, and what is new may be left out."""
    old, new = words(before), words(now)
    if before.startswith(RECEIVED):
        return set(old) <= set(new)
    if before.startswith(SENT):
        new.sort(key=lambda word: word.rstrip("=") not in {one.rstrip("=") for one in old})
    kept = all(word in (other, other.rstrip("=")) for word, other in zip(old, new, strict=False))
    return bool(now) and len(new) >= len(old) and kept and all(word[-1] in "=*" for word in new[len(old) :])


def words(line: str) -> list[str]:
    """The parameters or fields of a line."""
    return [word for word in line.partition("(")[2].removesuffix(DEPRECATED).rstrip(")").split(", ") if word]


if __name__ == "__main__":
    LIST.write_text(f"# Pawnstorm {pawnstorm.__version__}\n" + "\n".join(interface()) + "\n", "utf-8")
    print(LIST)
