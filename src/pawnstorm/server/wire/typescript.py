"""The page's types: `python -m pawnstorm.server.wire.typescript` writes web/src/protocol.gen.ts and its parts anew."""

import re
import sys
from pathlib import Path

from pawnstorm.server.wire import messages, schema
from pawnstorm.server.wire.schema import Schema

FOLDER = "web/src"
"""Where the page looks for its types, from the root of the repository."""
DOOR = "protocol.gen.ts"
"""The file that names all the others: nobody needs to know in which part a type stands."""

_HEAD = """\
// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.
"""
_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def generate() -> dict[str, str]:
    """Every file by its path: a part for each module of the protocol and one for the view grammar, and their door."""
    rooms = _rooms()
    parts: dict[str, list[str]] = {}
    for name, found in schema.components().items():
        parts.setdefault(rooms[name], []).append(_interface(name, found))
    parts["table"] = [_names("SeatKind", messages.SeatKind), *parts["table"], *_messages()]
    homes = rooms | {"SeatKind": "table"}
    files = {f"protocol/{room}.gen.ts": _part(room, texts, homes) for room, texts in parts.items()}
    files[DOOR] = _HEAD + "\n" + "".join(f'export type * from "./protocol/{room}.gen";\n' for room in parts)
    return files


def _rooms() -> dict[str, str]:
    """The part in which every type stands."""
    found = {kind.__name__: "view" for kind in schema.view_types()}
    for kind in schema.wire_types():
        found.setdefault(kind.__name__, kind.__module__.rpartition(".")[2].replace("messages", "table"))
    return found


def _messages() -> list[str]:
    down = messages.Update | messages.Pong | messages.Refusal
    return [
        "/** One message up. */\nexport type Command = " + _union(messages.Command) + ";\n",
        "/** One message down. */\nexport type Message = " + _union(down) + ";\n",
    ]


def _part(room: str, texts: list[str], homes: dict[str, str]) -> str:
    """A file, with whatever its fields need of the others."""
    body = "\n".join(texts)
    fields = " ".join(re.findall(r"^  \w+\??: (.*);$", body, re.MULTILINE))
    needed: dict[str, list[str]] = {}
    for name in sorted(set(re.findall(r"\w+", fields)) & homes.keys()):
        if homes[name] != room:
            needed.setdefault(homes[name], []).append(name)
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
    print(f"wrote {folder / DOOR} and its parts")


if __name__ == "__main__":
    main()
