"""Docstrings survive compilation: mypyc leaves them out, so they are put into the C code that it writes.

mypyc's own functions cannot be replaced, because its wheel is compiled, but the text that they write is very regular.
Every docstring of a source must find its place there. If one does not, the build stops.
"""

import ast
import re
from pathlib import Path

_TEXT = r'NULL|"(?:[^"\\]|\\.)*"'
_BLOCK = re.compile(r"^static (?:struct )?(PyTypeObject|PyMethodDef|PyGetSetDef|PyModuleDef) (\w+).*?^\};", re.M | re.S)
# In each place: what comes before, the name, and the text that a docstring replaces or follows.
_CALLABLE = re.compile(rf'(\{{"(\w+)",[^{{}}]*?PyDoc_STR\()({_TEXT})(?=\))')
_PROPERTY = re.compile(r'(\{"(\w+)",[^{}]*?)(NULL)(?=, NULL\},)')
_TYPE = re.compile(rf'(\.tp_name = "(\w+)",.*?\.tp_doc = PyDoc_STR\()({_TEXT})(?=\))', re.S)
_MODULE = re.compile(r"(()\n *)(NULL)(?=, /\* docstring \*/)")
_PLAIN_CLASS = re.compile(
    r"(/\* '(\w+)' \*/\n(?:(?!/\*).)*/\* '__annotations__' \*/\n(?:(?!/\*).)*)"
    r"(CPyStatics\[\d+\])(?=; /\* 'mypyc filler docstring' \*/)",
    re.S,
)
"""A class that mypyc does not compile, such as an Enum."""


def documented(c_file: Path) -> str:
    """The C code that mypyc wrote for a module, with the docstrings of its source."""
    source = Path("src", *c_file.stem.removeprefix("__native_").split("___")).with_suffix(".py")
    return _Module(source).write_into(c_file.read_text("utf-8"))


class _Module:
    """The docstrings of a source, by the qualified name of what they describe; the module's own is empty."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.docs: dict[str, str] = {}
        self._read(ast.parse(source.read_text("utf-8")), "")
        self.missing = set(self.docs)

    def _read(self, node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> None:
        if text := ast.get_docstring(node):
            self.docs[name] = text
        if not isinstance(node, ast.FunctionDef):
            for part in node.body:
                if isinstance(part, ast.ClassDef | ast.FunctionDef):
                    self._read(part, f"{name}.{part.name}" if name else part.name)

    def write_into(self, c_code: str) -> str:
        """Every block of the C code that has room for docstrings, with those that belong there."""
        owners = {
            table: type_[2]
            for type_ in _TYPE.finditer(c_code)
            for table in re.findall(r"\.tp_(?:methods|getset) = (\w+)", type_[0])
        }

        def fill(block: re.Match[str]) -> str:
            kind, name = block[1], block[2]
            if kind == "PyTypeObject":
                return self._fill(_TYPE, "", block[0])
            if kind == "PyModuleDef":
                return self._fill(_MODULE, "", block[0])
            if name not in owners and not name.endswith("module_methods"):
                return block[0]
            return self._fill(_CALLABLE if kind == "PyMethodDef" else _PROPERTY, owners.get(name, ""), block[0])

        c_code = self._fill(_PLAIN_CLASS, "", _BLOCK.sub(fill, c_code), "PyUnicode_FromString({})")
        if self.missing:
            names = ", ".join(sorted(name or "the module" for name in self.missing))
            raise SystemExit(f"{self.source}: the C code of mypyc has no place for the docstring of {names}")
        return c_code

    def _fill(self, pattern: re.Pattern[str], owner: str, c_code: str, form: str = "{}") -> str:
        def put(place: re.Match[str]) -> str:
            name = f"{owner}.{place[2]}" if owner else place[2]
            if name not in self.docs:
                return place[0]
            self.missing.discard(name)
            signature = place[3][1:-1] if place[3].startswith('"') else ""
            return place[1] + form.format(f'"{signature}{_escaped(self.docs[name])}"')

        return pattern.sub(put, c_code)


def _escaped(text: str) -> str:
    """A text between the quotes of C."""
    plain = set(range(32, 127)) - set(b'"\\?')
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())
