"""The page's types: `python -m pawnstorm.server.wire.typescript` writes web/src/protocol.gen.ts and its parts."""

import re
import sys
from pathlib import Path

from pawnstorm.server.wire import base, messages, schema
from pawnstorm.server.wire.schema import Schema

FOLDER = "web/src"
"""Where the page looks for its types, from the root of the repository."""
INDEX = "protocol.gen.ts"
"""The file that exports all the parts: the page need not know which part defines a type."""

_HEAD = """\
// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.
"""
_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def generate() -> dict[str, str]:
    """Every file by its path: a part for each module of the wire, one for the view grammar, and the index."""
    part_of = _parts()
    parts: dict[str, list[str]] = {}
    for name, found in schema.components().items():
        parts.setdefault(part_of[name], []).append(_interface(name, found))
    parts["tables"].insert(0, _names("SeatKind", base.SeatKind))
    parts["messages"] += _messages()
    part_of["SeatKind"] = "tables"
    files = {f"protocol/{part}.gen.ts": _part(part, texts, part_of) for part, texts in parts.items()}
    files[INDEX] = _HEAD + "\n" + "".join(f'export type * from "./protocol/{part}.gen";\n' for part in parts)
    return files


def _parts() -> dict[str, str]:
    """The part that defines each type."""
    found = {kind.__name__: "view" for kind in schema.view_types()}
    for kind in schema.wire_types():
        found.setdefault(kind.__name__, kind.__module__.rpartition(".")[2])
    return found


def _messages() -> list[str]:
    sent = messages.Update | messages.Pong | messages.Refusal
    return [
        "/** Everything that the page may send over the socket. */\nexport type Command = "
        + _union(messages.Command)
        + ";\n",
        "/** Everything that the server sends over the socket. */\nexport type Message = " + _union(sent) + ";\n",
    ]


def _part(part: str, texts: list[str], part_of: dict[str, str]) -> str:
    """A file that imports the types its fields need from the others."""
    body = "\n".join(texts)
    fields = " ".join(re.findall(r"^  \w+\??: (.*);$", body, re.MULTILINE))
    needed: dict[str, list[str]] = {}
    for name in sorted(set(re.findall(r"\w+", fields)) & part_of.keys()):
        if part_of[name] != part:
            needed.setdefault(part_of[name], []).append(name)
    imports = [f'import type {{ {", ".join(needed[other])} }} from "./{other}.gen";\n' for other in sorted(needed)]
    return "\n".join(filter(None, [_HEAD, "".join(imports), body]))


def _names(name: str, literal: object) -> str:
    values = " | ".join(f'"{value}"' for value in getattr(literal, "__args__", ()))
    return f"export type {name} = {values};\n"


def _union(kinds: object) -> str:
    return " | ".join(kind.__name__ for kind in getattr(kinds, "__args__", ()))


def _interface(name: str, found: Schema) -> str:
    required = set(found.get("required", ()))
    lines = [_comment(found), f"export interface {name} {{"]
    for field, kind in found["properties"].items():
        lines.append(f"  {field}{'' if field in required else '?'}: {type_of(kind)};")
    return "\n".join([*filter(None, lines), "}", ""])


def _comment(found: Schema) -> str:
    lines = [line.strip() for line in found.get("description", "").strip().splitlines()]
    if len(lines) < 2:
        return f"/** {lines[0]} */" if lines else ""
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"])


def type_of(kind: Schema) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "anyOf" in kind:
        return " | ".join(type_of(one) for one in kind["anyOf"])
    if "enum" in kind:
        return " | ".join(f'"{value}"' for value in kind["enum"])
    if kind.get("type") == "array":
        item = type_of(kind["items"])
        return f"({item})[]" if " " in item else f"{item}[]"
    if kind.get("type") == "object":
        return f"Record<string, {type_of(kind['additionalProperties'])}>"
    return _SIMPLE[kind["type"]]


def main() -> None:
    """Write the files."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else FOLDER)
    if not folder.is_dir():
        sys.exit(f"there is no folder '{folder}' to write the types into")
    (folder / "protocol").mkdir(exist_ok=True)
    for name, text in generate().items():
        (folder / name).write_text(text, "utf-8")
    print(f"wrote {folder / INDEX} and its parts")


if __name__ == "__main__":
    main()
