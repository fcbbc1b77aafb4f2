"""Building again compiles a C file only if something has changed that its object was made from."""

from pathlib import Path

import pytest
from setuptools import Distribution, Extension

import setup

HEADER, VOLUME, SHIM = "number.h", "volume.c", "shim.c"


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a volume that includes a C file, which includes a header, and a C file that includes nothing."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "build"
    made.mkdir()
    (made / HEADER).write_text("#define NUMBER 1\n")
    (made / "part.c").write_text('#include "number.h"\nint number(void) { return NUMBER; }\n')
    (made / VOLUME).write_text('#include <stddef.h>\n#include "part.c"\n')
    (made / SHIM).write_text("int shim(void) { return 0; }\n")
    return made


def run(monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...] = (), optional: bool = False) -> None:
    """Build a group of the volume and the other C file."""
    sources = [f"build/{VOLUME}", f"build/{SHIM}"]
    group = Extension("group", sources, include_dirs=["build"], extra_compile_args=list(flags), optional=optional)
    monkeypatch.setattr(setup, "extensions", lambda: [group])
    command = setup.Build(Distribution({"ext_modules": [setup.LATER], "name": "group"}))
    command.force = True
    command.finalize_options()
    command.run()


def compiled(monkeypatch: pytest.MonkeyPatch, *flags: str) -> list[str]:
    """Build; returns the names of the C files that were compiled."""
    before = {path: path.stat().st_mtime_ns for path in Path("build").rglob("*.o")}
    run(monkeypatch, flags)
    after = {path: path.stat().st_mtime_ns for path in Path("build").rglob("*.o")}
    assert {path.name for path in after} == {"volume.o", "shim.o"}
    assert list(Path("build").rglob("group*.so"))
    return sorted(f"{path.stem}.c" for path, time in after.items() if before.get(path) != time)


def test_nothing_is_compiled_twice(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled(monkeypatch) == [SHIM, VOLUME]
    assert compiled(monkeypatch) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (HEADER, "#define NUMBER 2\n", [VOLUME]),
        ("part.c", "int number(void) { return 3; }\n", [VOLUME]),
        (VOLUME, "int volume;\n", [VOLUME]),
        (SHIM, "int shim;\n", [SHIM]),
    ],
)
def test_a_change_is_compiled(
    build: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, expected: list[str]
) -> None:
    compiled(monkeypatch)
    (build / name).write_text(text)
    assert compiled(monkeypatch) == expected
    assert compiled(monkeypatch) == []


def test_other_flags_compile_everything(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(monkeypatch)
    assert compiled(monkeypatch, "-O1") == [SHIM, VOLUME]


def test_a_failed_compilation_is_tried_again(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(monkeypatch)
    (build / SHIM).write_text("int shim(")
    with pytest.raises(Exception, match=r"shim\.c"):
        compiled(monkeypatch)
    (build / SHIM).write_text("int shim;\n")
    assert compiled(monkeypatch) == [SHIM]


def test_without_a_compiler_nothing_is_compiled_and_nothing_fails(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    run(monkeypatch, optional=True)
    assert list(build.rglob("*.o")) == list(build.rglob("*.so")) == []
