from pathlib import Path

import pytest

from pawnstorm.server.wire import typescript
from pawnstorm.server.wire.encoding import EncodedUpdate
from pawnstorm.server.wire.messages import Update

ROOT = Path(__file__).parents[2]


def test_the_pages_types_are_up_to_date() -> None:
    folder = ROOT / typescript.FOLDER
    written = {str(file.relative_to(folder)): file.read_text("utf-8") for file in folder.rglob("*.gen.ts")}
    assert written == typescript.generate(), "run: python -m pawnstorm.server.wire.typescript"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"$ref": "#/components/schemas/View"}, "View"),
        ({"anyOf": [{"$ref": "#/x/EndInfo"}, {"type": "null"}]}, "EndInfo | null"),
        ({"enum": ["draw", "undo"]}, '"draw" | "undo"'),
        ({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, "number[][]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "Record<string, string>"),
    ],
)
def test_every_kind_of_schema_has_its_type(schema: dict[str, object], expected: str) -> None:
    assert typescript.type_of(schema) == expected


def test_fields_we_always_send_are_never_optional() -> None:
    files = typescript.generate()
    assert "?" not in _interface(files["protocol/messages.gen.ts"], "Update")
    assert "seed?: string;" in _interface(files["protocol/tables.gen.ts"], "NewTable")


def _interface(text: str, name: str) -> str:
    return text[text.index(f"interface {name} {{") :].split("}")[0]


def test_an_update_that_is_encoded_in_parts_has_the_documented_fields() -> None:
    assert set(EncodedUpdate.__struct_fields__) == set(Update.__struct_fields__)
    assert EncodedUpdate.__struct_config__.tag == Update.__struct_config__.tag
