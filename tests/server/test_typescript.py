from pathlib import Path

import pytest

from pawnstorm.server.wire import typescript

ROOT = Path(__file__).parents[2]


def test_the_pages_types_are_fresh() -> None:
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
    text = typescript.generate()["protocol/table.gen.ts"]
    update = text[text.index("interface Update") :].split("}")[0]
    assert "?" not in update
    assert "seed?: string;" in text[text.index("interface NewTable") :].split("}")[0]
