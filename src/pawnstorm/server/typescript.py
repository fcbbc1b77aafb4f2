"""The page's types: `python -m pawnstorm.server.typescript [FILE]` writes web/src/protocol.gen.ts anew."""

import sys
from pathlib import Path

from pawnstorm.server import protocol, schema
from pawnstorm.server.schema import Schema

TARGET = "web/src/protocol.gen.ts"
"""Where the page looks for its types, from the root of the repository."""

_HEAD = """\
// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.typescript`.
// Do not edit: a test compares this file with its sources.
"""
_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def generate() -> str:
    """The whole file."""
    parts = [_HEAD, _names("SeatKind", protocol.SeatKind)]
    parts += [_interface(name, found) for name, found in schema.components().items()]
    parts.append("/** One message up. */\nexport type Command = " + _union(protocol.Command) + ";\n")
    parts.append(
        "/** One message down. */\nexport type Message = " + _union(protocol.Update | protocol.Refusal) + ";\n"
    )
    return "\n".join(parts)


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
    """Write the file."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else TARGET)
    if not target.parent.is_dir():
        sys.exit(f"there is no folder '{target.parent}' to write the types into")
    target.write_text(generate(), "utf-8")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
