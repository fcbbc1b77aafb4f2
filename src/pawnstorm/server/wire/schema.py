"""JSON schemas of everything on the wire. The OpenAPI document and the page's types are made from them."""

import sys
from collections.abc import Sequence
from dataclasses import is_dataclass
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any

import msgspec

from pawnstorm.server.wire import advice, analysis, armies, base, book, games, lessons, maps, messages, replays, tables

Schema = dict[str, Any]
"""A JSON schema as plain data."""

_REFERENCE = "#/components/schemas/{name}"
_GRAMMAR = "pawnstorm.server._grammar"
_BASES = (base.Incoming, base.Outgoing, messages.UpdateFields)


@cache
def grammar() -> ModuleType:
    """The view grammar of `core.view`, read from its source: the compiled module does not know what its tuples hold."""
    module = ModuleType(_GRAMMAR)
    sys.modules[_GRAMMAR] = module
    source = files("pawnstorm.core").joinpath("view.py").read_text("utf-8")
    exec(compile(source, "core/view.py", "exec"), module.__dict__)
    return module


def view_types() -> list[type]:
    """The classes of the view grammar, in the order in which they are defined."""
    return [kind for kind in vars(grammar()).values() if isinstance(kind, type) and is_dataclass(kind)]


def wire_types() -> list[type[msgspec.Struct]]:
    """The classes of the protocol, in the order in which they are defined."""
    parts = (base, games, tables, messages, replays, lessons, book, armies, maps, advice, analysis)
    named = {name: kind for part in parts for name, kind in vars(part).items()}
    found = [kind for kind in named.values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [kind for kind in found if kind not in _BASES]


def _fraction(_kind: type) -> Schema:
    return {"type": "string", "description": "A fraction such as 5/18.", "pattern": "^[0-9]+(/[0-9]+)?$"}


def _components(kinds: Sequence[type]) -> dict[str, Schema]:
    _, found = msgspec.json.schema_components(kinds, ref_template=_REFERENCE, schema_hook=_fraction)
    return found


@cache
def components() -> dict[str, Schema]:
    """Every schema by name: the view grammar first, then the protocol."""
    wire = wire_types()
    found = _components(view_types())
    for name, schema in _components(wire).items():
        found.setdefault(name, schema)
    requests = {kind.__name__ for kind in wire if issubclass(kind, base.Incoming)}
    for name, schema in found.items():
        if name not in requests and "properties" in schema:
            # The server always sends every field, even one that has a default.
            schema["required"] = list(schema["properties"])
    return found
